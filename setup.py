"""One source, two builds: typed Python that runs as it is, and the same modules compiled with mypyc.

Building a wheel tries the compiled build. It comes whole or not at all: without a C compiler, with
SPYRING_PURE=1, or when any module fails to compile, the wheel holds the plain modules only; the reason goes
to stderr and to build/plain-because.txt. Everything else about the package stands in pyproject.toml.

    SPYRING_PURE=1      ask for the plain build
    SPYRING_OPT=0..3    how hard the C compiler optimises (2)
"""

import hashlib
import os
import shutil
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stderr, redirect_stdout
from importlib.metadata import version
from io import StringIO
from pathlib import Path
from typing import Any

from setuptools import Distribution, Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

# What is compiled: every module of these rooms, except files of these names.
COMPILED_ROOMS = ["engine", "games", "bots"]
LEFT_PLAIN = {"__main__.py", "sketch.py"}

ROOT = Path(__file__).resolve().parent
BUILD = ROOT / "build"


def compiled_sources() -> list[Path]:
    rooms = [ROOT / "src" / "spyring" / room for room in COMPILED_ROOMS]
    return sorted(path for room in rooms for path in room.rglob("*.py") if not left_plain(path))


def left_plain(path: Path) -> bool:
    return path.name in LEFT_PLAIN or path.parent.name == "web"  # the pages of a game


class PlainBecause(Exception):
    """The compiled build cannot be had, and why."""


def compiled_modules() -> Path | None:
    """A folder with the binary modules, laid out as they will be installed; None for a plain build."""
    if not {"bdist_wheel", "build", "install"} & set(sys.argv):
        return None  # metadata, or an editable install, where old binaries would hide edited sources
    note = BUILD / "plain-because.txt"
    BUILD.mkdir(exist_ok=True)
    note.unlink(missing_ok=True)
    try:
        return compile_all()
    except PlainBecause as reason:
        print(f"\nspyring: this will be the PLAIN build: {reason}\n", file=sys.stderr)
        note.write_text(f"{reason}\n", encoding="utf-8")
        return None


def compile_all() -> Path:
    if os.environ.get("SPYRING_PURE", "0") not in ("", "0"):
        raise PlainBecause("SPYRING_PURE is set.")
    sources = compiled_sources()
    if not sources:
        raise PlainBecause("there is nothing to compile.")
    opt_level = os.environ.get("SPYRING_OPT", "2")
    digest = digest_of(compiler_facts(opt_level), [ROOT / "setup.py", *sources])
    finished = BUILD / "compiled" / digest
    if not finished.is_dir():  # otherwise nothing has changed since the last time
        try_compiler()
        fresh = BUILD / "compiling"
        for stale in (fresh, finished.parent):
            shutil.rmtree(stale, ignore_errors=True)
        extensions = translate(sources, opt_level)
        try:
            run_compiler(extensions, fresh)
        except Exception as error:
            raise PlainBecause(f"the C compiler failed. {error}") from error
        finished.parent.mkdir()
        fresh.rename(finished)
    return finished


def compiler_facts(*more: object) -> str:
    """Whatever changes what comes out of the same source."""
    flags = [os.environ.get(name) for name in ("CC", "CFLAGS", "LDFLAGS")]
    return repr((sys.version, sysconfig.get_platform(), version("mypy"), flags, more))


def digest_of(facts: str, files: list[Path]) -> str:
    digest = hashlib.sha256(facts.encode())
    for file in files:
        digest.update(f"\n{file.relative_to(ROOT)}\n".encode() + file.read_bytes())
    return digest.hexdigest()[:16]


def try_compiler() -> None:
    """Fail at once, not after a minute of translating."""
    source = BUILD / "probe.c"
    source.write_text("#include <Python.h>\nPyMODINIT_FUNC PyInit_probe(void) { return NULL; }\n")
    try:
        run_compiler([Extension("probe", [str(source.relative_to(ROOT))])], BUILD / "probe")
    except Exception as error:
        raise PlainBecause(f"no C compiler that finds Python's header files. {error}") from error


def translate(sources: list[Path], opt_level: str) -> list[Extension]:
    """From Python to C. Strict types are a matter of `make test`; here only what mypyc needs must hold."""
    names = [str(path.relative_to(ROOT)) for path in sources]
    report = StringIO()
    try:
        from mypyc.build import mypycify

        with redirect_stdout(report), redirect_stderr(report):
            extensions = mypycify(
                ["--config-file=", "--ignore-missing-imports", *names],
                opt_level=opt_level,
                debug_level="0",
                multi_file=True,
                group_name="spyring",
                target_dir="build/c",
            )
    except (Exception, SystemExit) as error:
        raise PlainBecause(f"mypyc refused the sources. {error}\n{report.getvalue()}") from error
    for extension in extensions:  # a warning of a newer C compiler must not cost its user the compiled build
        flags = extension.extra_compile_args
        extension.extra_compile_args = [flag for flag in flags if flag not in ("-Werror", "/WX")]
    return extensions


def run_compiler(extensions: list[Extension], into: Path) -> None:
    command = CompileOnAllCores(Distribution({"name": "spyring", "ext_modules": extensions}))
    command.build_lib = str(into)
    command.build_temp = "build/objects"
    command.parallel = os.cpu_count()
    command.ensure_finalized()
    command.run()


class CompileOnAllCores(build_ext):
    """mypyc makes one big extension of many C files: compile them side by side, and only what changed."""

    def build_extensions(self) -> None:
        compiler: Any = self.compiler
        compile_files = compiler.compile
        headers = sorted((BUILD / "c").rglob("*.h"))

        def compile_file(source: str, output_dir: str, options: dict[str, Any]) -> list[str]:
            digest = digest_of(compiler_facts(options.get("extra_postargs")), [*headers, ROOT / source])
            objects: list[str] = compiler.object_filenames([source], output_dir=output_dir)
            seal = Path(objects[0] + ".digest")
            if not (Path(objects[0]).exists() and seal.exists() and seal.read_text() == digest):
                seal.unlink(missing_ok=True)
                compile_files([source], output_dir=output_dir, **options)
                seal.write_text(digest)
            return objects

        def compile_side_by_side(sources: list[str], output_dir: str, **options: Any) -> list[str]:
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                made = pool.map(lambda source: compile_file(source, output_dir, options), sources)
                return [name for names in made for name in names]

        compiler.compile = compile_side_by_side
        super().build_extensions()


class AddLedgersAndBinaries(build_py):
    """The rules ledgers travel inside the package; so do the binary modules, if there are any."""

    def run(self) -> None:
        # A module deleted since the last build must not come back.
        shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()
        package = Path(self.build_lib, "spyring", "ledgers")
        package.mkdir(parents=True, exist_ok=True)
        for ledger in self.ledgers():
            shutil.copy(ledger, package)
        if binaries is not None:
            shutil.copytree(binaries, self.build_lib, dirs_exist_ok=True)

    def get_source_files(self) -> list[str]:
        return [*super().get_source_files(), *self.ledgers()]

    @staticmethod
    def ledgers() -> list[str]:
        return sorted(str(path.relative_to(ROOT)) for path in (ROOT / "docs" / "rules").glob("*.md"))


class Binary(Distribution):
    """A wheel for this platform only, though setuptools itself compiles nothing."""

    def has_ext_modules(self) -> bool:
        return True


os.chdir(ROOT)
binaries = compiled_modules()
setup(
    distclass=Distribution if binaries is None else Binary,
    cmdclass={"build_py": AddLedgersAndBinaries},
)
