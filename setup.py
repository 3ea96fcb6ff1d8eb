"""One source, two builds: typed Python that runs as it is, and the same modules compiled with mypyc.

Building a wheel tries the compiled build, all or nothing. Without a C compiler, with SPYRING_PURE=1, or when
any module fails to compile, the wheel only holds the plain modules. The reason goes to stderr and to
build/plain-because.txt. Everything else about the package is in pyproject.toml.

The engine, the bots and every game are separate groups: a group is one library, so a change in a game does
not recompile the others. ``python setup.py build`` compiles before an installation, and shows its progress.

    SPYRING_PURE=1      choose the plain build
    SPYRING_OPT=0..3    how hard the C compiler optimises (1; at 2 the games run a few per cent faster, and
                        take 60 % longer to compile)
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import redirect_stderr, redirect_stdout
from importlib.metadata import version
from io import StringIO
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from setuptools import Distribution, Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

# What is compiled: every module of these packages, except files with these names, and single files of other
# packages; each game is its own group.
COMPILED_ROOMS = ["engine", "games", "bots"]
COMPILED_FILES = {"research": ["research/batch/rows.py"]}
GAMES = "games"
LEFT_PLAIN = {"__main__.py"}
# These run once, before a game starts, or for what people read. Optimising takes half of the compile time, so
# it is off for them.
RUNS_ONCE = {"box", "campaign", "constraints", "debrief", "instructions", "notation", "position", "small"}
RUNS_ONCE |= {"record", "stickers", "content", "definition", "reasons", "forecast"}
QUICK = ["-O0"]

ROOT = Path(__file__).resolve().parent
BUILD = ROOT / "build"
TRANSLATED = BUILD / "c"
SMALLEST = 20_000  # bytes of C that take no longer to compile than an empty file


def groups() -> dict[str, list[Path]]:
    """The modules to compile, by the name of the group whose library they share."""
    found: dict[str, list[Path]] = {}
    for room in COMPILED_ROOMS:
        folder = ROOT / "src" / "spyring" / room
        for path in sorted(folder.rglob("*.py")):
            if path.name not in LEFT_PLAIN:
                inside = path.relative_to(folder).parts
                name = f"{room}_{inside[0]}" if room == GAMES and len(inside) > 1 else room
                # without dots: mypyc derives a module's __file__ from the path of its group's library
                found.setdefault(f"spyring_{name}", []).append(path)
    for name, files in COMPILED_FILES.items():
        found[f"spyring_{name}"] = [ROOT / "src" / "spyring" / file for file in files]
    return found


class PlainBecause(Exception):
    """Why the compiled build is not possible."""


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
    sources = groups()
    opt_level = os.environ.get("SPYRING_OPT") or "1"
    files = [path for group in sources.values() for path in group]
    digest = digest_of(compiler_facts(opt_level), [ROOT / "setup.py", *files])
    finished = BUILD / "compiled" / digest
    if not finished.is_dir():  # otherwise nothing has changed since the last time
        try_compiler()
        fresh = BUILD / "compiling"
        for stale in (fresh, finished.parent):
            shutil.rmtree(stale, ignore_errors=True)
        say("translating to C ...")
        extensions = translate(sources, opt_level)
        try:
            run_compiler(extensions, fresh, say)
        except Exception as error:
            raise PlainBecause(f"the C compiler failed. {error}") from error
        finished.parent.mkdir()
        fresh.rename(finished)
    return finished


def compiler_facts(*more: object) -> str:
    """Everything besides the sources that affects the result."""
    flags = [os.environ.get(name) for name in ("CC", "CFLAGS", "LDFLAGS")]
    return repr((sys.version, sysconfig.get_platform(), version("mypy"), flags, more))


def digest_of(facts: str, files: list[Path]) -> str:
    digest = hashlib.sha256(facts.encode())
    for file in files:
        digest.update(f"\n{file.relative_to(ROOT)}\n".encode() + file.read_bytes())
    return digest.hexdigest()[:16]


def try_compiler() -> None:
    """Fail immediately, not after a minute of translation."""
    source = BUILD / "probe.c"
    source.write_text("#include <Python.h>\nPyMODINIT_FUNC PyInit_probe(void) { return NULL; }\n")
    try:
        run_compiler([Extension("probe", [str(source.relative_to(ROOT))])], BUILD / "probe")
    except Exception as error:
        raise PlainBecause(f"no C compiler that finds Python's header files. {error}") from error


def translate(sources: dict[str, list[Path]], opt_level: str) -> list[Extension]:
    """Translate Python to C. `make test` checks strict types; this only needs what mypyc needs.

    It always starts from scratch, which takes seconds: the result depends only on the sources, so digests
    show which C files have not changed.
    """
    names = {group: [str(path.relative_to(ROOT)) for path in paths] for group, paths in sources.items()}
    all_names = [name for group in names.values() for name in group]
    cache = BUILD / "mypy-cache"
    for stale in (cache, TRANSLATED):
        shutil.rmtree(stale, ignore_errors=True)
    report = StringIO()
    try:
        from mypyc.build import mypycify

        with redirect_stdout(report), redirect_stderr(report):
            extensions = mypycify(
                [
                    "--config-file=",
                    "--ignore-missing-imports",
                    f"--cache-dir={cache}",
                    *all_names,
                ],
                opt_level=opt_level,
                debug_level="0",
                multi_file=True,
                separate=[(paths, group) for group, paths in names.items()],
                target_dir=str(TRANSLATED.relative_to(ROOT)),
            )
    except (Exception, SystemExit) as error:
        raise PlainBecause(f"mypyc refused the sources. {error}\n{report.getvalue()}") from error
    for extension in extensions:
        # The headers of a group lie in the folder that its name says, and are included by their short names.
        extension.include_dirs.append(str(Path("build/c", *extension.name.split(".")[:-1])))
        # A warning of a newer C compiler must not prevent the compiled build.
        flags = [flag for flag in extension.extra_compile_args if flag not in ("-Werror", "/WX")]
        # -fcommon merges the tables of other groups, which every C file declares. Warnings are off, because
        # they take time and nobody reads them for generated C.
        extension.extra_compile_args = [*flags, *(["-fcommon", "-w"] if "-g0" in flags else [])]
    return extensions


def run_compiler(extensions: list[Extension], into: Path, tell: Callable[[str], None] | None = None) -> None:
    command = CompileOnAllCores(Distribution({"name": "spyring", "ext_modules": extensions}))
    command.build_lib = str(into)
    command.build_temp = "build/objects"
    command.parallel = os.cpu_count()
    command.tell = tell
    command.ensure_finalized()
    command.run()


class CompileOnAllCores(build_ext):
    """mypyc makes few big libraries of many C files: compile these in parallel, and only the changed ones."""

    tell: Callable[[str], None] | None = None

    def build_extensions(self) -> None:
        """Compile all C files of all libraries, the longest first; then link every library."""
        compiler: Any = self.compiler
        compile_files = compiler.compile
        wanted = {source: extension for extension in self.extensions for source in extension.sources}
        sizes = {source: (ROOT / source).stat().st_size + SMALLEST for source in wanted}
        progress = Progress(sum(sizes.values()), self.tell)
        names = [extension.name for extension in self.extensions]
        headers: dict[str, Path | None] = {}

        def compile_file(source: str) -> str:
            extension = wanted[source]
            flags = [*extension.extra_compile_args, *how_to_compile(source, headers.get(extension.name))]
            digest = digest_of(
                compiler_facts(flags), [ROOT / source, *included(ROOT / source, extension.include_dirs)]
            )
            (made,) = compiler.object_filenames([source], output_dir=self.build_temp)
            seal = Path(made + ".digest")
            if not (Path(made).exists() and seal.exists() and seal.read_text() == digest):
                seal.unlink(missing_ok=True)
                compile_files(
                    [source],
                    output_dir=self.build_temp,
                    include_dirs=extension.include_dirs,
                    extra_postargs=flags,
                )
                seal.write_text(digest)
            return source

        def already_compiled(sources: list[str], output_dir: str, **options: Any) -> list[str]:
            return [str(name) for name in compiler.object_filenames(sources, output_dir=output_dir)]

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            headers = dict(zip(names, pool.map(lambda each: digested(each, compiler), self.extensions)))
            longest_first = sorted(wanted, key=lambda source: -sizes[source])
            for done in as_completed(pool.submit(compile_file, source) for source in longest_first):
                progress.add(sizes[done.result()])
        compiler.compile = already_compiled
        super().build_extensions()


def digested(extension: Extension, compiler: Any) -> Path | None:
    """The precompiled headers that all files of a group include; None if the compiler does not support that.

    GCC searches the folder for the version compiled with the flags of the current file.
    """
    own = re.findall(r'#include "(__native_[^"]+)"', (ROOT / extension.sources[0]).read_text("utf-8"))
    command = getattr(compiler, "compiler_so", None)
    if not own or command is None:
        return None
    header = TRANSLATED / f"{extension.name.rpartition('.')[2]}.h"
    header.write_text("".join(f'#include "{name}"\n' for name in own), encoding="utf-8")
    ready = Path(f"{header}.gch")
    ready.mkdir()
    folders = [f"-I{folder}" for folder in (*compiler.include_dirs, *extension.include_dirs)]
    usual = [*command, *folders, *extension.extra_compile_args, "-x", "c-header", str(header)]
    for name, flags in (("usual", []), ("quick", QUICK)):
        made = subprocess.run(
            [*usual, *flags, "-o", str(ready / name)], cwd=ROOT, capture_output=True, check=False
        )
        if made.returncode != 0:
            return None
    return header


def how_to_compile(source: str, header: Path | None) -> list[str]:
    """Flags for one C file besides those of its group."""
    module = Path(source).stem.split("___")
    if not module[0].startswith("__native"):  # part of mypyc, shared by all
        return []
    runs_once = len(module) == 1 or RUNS_ONCE & set(module)  # one: the library of the group
    return [*(QUICK if runs_once else []), *(["-include", str(header)] if header else [])]


def included(source: Path, folders: list[str]) -> list[Path]:
    """The translated headers that a C file includes, directly or indirectly."""
    ours = [ROOT / folder for folder in folders if TRANSLATED in (ROOT / folder, *(ROOT / folder).parents)]
    found: set[Path] = set()
    waiting = [source]
    while waiting:
        file = waiting.pop()
        for name in re.findall(r'#include [<"]([^">]+)[>"]', file.read_text(encoding="utf-8")):
            for header in (file.parent / name, *(folder / name for folder in ours)):
                if header.is_file() and header not in found:
                    found.add(header)
                    waiting.append(header)
    return sorted(found)


class Progress:
    """Prints every few seconds how much is done, and how long the rest will take."""

    EVERY = 3  # seconds

    def __init__(self, total: int, tell: Callable[[str], None] | None) -> None:
        self.total = total
        self.done = 0
        self.tell = tell
        self.began = self.told = time.monotonic()

    def add(self, size: int) -> None:
        self.done += size
        now = time.monotonic()
        if self.tell is not None and now - self.told >= self.EVERY:
            self.told = now
            left = (now - self.began) * (self.total - self.done) / self.done
            self.tell(f"compiling, {100 * self.done // self.total} %, about {left:.0f} s to go ...")


def say(sentence: str) -> None:
    """Print one line of progress."""
    print(f"  {sentence}", file=sys.stderr, flush=True)


class CompletePackage(build_py):
    """Adds the rules ledgers to the package, its catalogues as they are read, and the binary modules if there
    are any.
    """

    def run(self) -> None:
        # A module deleted since the last build must not reappear.
        shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()
        package = Path(self.build_lib, "spyring", "ledgers")
        package.mkdir(parents=True, exist_ok=True)
        for ledger in self.ledgers():
            shutil.copy(ledger, package)
        for catalogue in Path(self.build_lib).rglob("locale/*.po"):
            with catalogue.open("rb") as written, catalogue.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, read_po(written, locale=catalogue.stem))
        if binaries is not None:
            shutil.copytree(binaries, self.build_lib, dirs_exist_ok=True)

    def byte_compile(self, files: list[str]) -> None:
        """Do nothing: the installer does this."""

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
    cmdclass={"build_py": CompletePackage},
)
