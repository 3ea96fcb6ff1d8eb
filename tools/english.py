"""Find English that readers stumble over; tests/test_english.py fails on what this lists.

It looks at catalogues (everything that players read), buttons in templates, docs, comments in sources, other
sentences that the program says, and names of tests.
"""

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from tools import catalogues

ROOT: Final = Path(__file__).resolve().parent.parent
LEDGERS: Final = ROOT / "docs" / "rules"  # a specification, in the words of the rulebooks
MAX_WORDS: Final = 30  # of a sentence
MAX_BUTTON_WORDS: Final = 4

# Folders and files whose comments and docstrings are checked.
SOURCES: Final = (
    "src/spyring/**/*.py",
    "tools/*",
    "benchmarks/*.py",
    "setup.py",
    "Makefile",
    "pyproject.toml",
    "tests/**/*.py",
)

UNUSUAL: Final = {  # words that no text needs
    r"\bwho(m|so)?ever\b": "name the person: the player, the owner, the caller",
    r"\bwhom\b": "name the person",
    r"\banew\b": "again",
    r"\bonce more\b": "again",
    r"\bcomes? to nothing\b": "is cancelled",
    r"\boutlives?\b": "say what stays",
    r"\bis no more\b": "is gone, has ended",
    r"\bof now\b": "current",
    r"\bstands? still\b": "is frozen, waits",
    r"\bhas begun\b": "has started",
    r"\bgoes? on\b(?! sale)": "continues",
}
STUMBLING: Final = {
    **UNUSUAL,
    r"\bof (mine|yours|theirs)\b": "your game, their game",
    r"\bthose (that|who|which)\b": "name them",
    r"^Whether\b": "a noun or a short statement",
    r"^(What|Who|Which|Where)\b[^?]*\.$": "put the actor first",
}

Fault = tuple[str, str, str]  # where, the sentence, what is wrong


def faults(text: str, patterns: dict[str, str] = STUMBLING) -> Iterator[tuple[str, str]]:
    """Each sentence of a text that readers stumble over, and why."""
    for sentence in re.split(r"(?<=[.!?:;])\s+", " ".join(text.split())):
        for pattern, advice in _compiled(tuple(patterns.items())):
            if pattern.search(sentence):
                yield sentence, advice
        if len(sentence.split()) > MAX_WORDS:
            yield sentence, f"more than {MAX_WORDS} words"


@cache
def _compiled(patterns: tuple[tuple[str, str], ...]) -> list[tuple[re.Pattern[str], str]]:
    """Patterns that begin a sentence have a capital letter there."""
    return [(re.compile(text, 0 if text[0] == "^" else re.IGNORECASE), why) for text, why in patterns]


def in_catalogues() -> Iterator[Fault]:
    """What players read."""
    for room in catalogues.rooms():
        for message in catalogues.collected(room):
            texts = [message.id] if isinstance(message.id, str) else list(message.id)
            for text in texts:
                for sentence, advice in faults(text):
                    yield room.name, sentence, advice


BUTTON: Final = re.compile(r"<button\b[^>]*>(.*?)</button>", re.DOTALL)
SPOKEN: Final = re.compile(r"\b_\(\s*[\"'](.+?)[\"']\s*\)", re.DOTALL)


def in_buttons() -> Iterator[Fault]:
    """Buttons are verbs, and short."""
    for template in sorted((ROOT / "src" / "spyring").rglob("*.html")):
        for button in BUTTON.findall(template.read_text(encoding="utf-8")):
            for text in SPOKEN.findall(button):
                if len(text.split()) > MAX_BUTTON_WORDS:
                    yield template.name, text, f"a button of more than {MAX_BUTTON_WORDS} words"


def prose(markdown: str) -> Iterator[str]:
    """The paragraphs of a page, without code, tables and addresses."""
    text = re.sub(r"^(```|~~~).*?^\1", "", markdown, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"`[^`]*`", "x", text)
    text = re.sub(r"\]\([^)]*\)", "]", text)
    for block in re.split(r"\n\s*\n|\n(?=\s*([-*+]|\d+\.)\s)", text):
        if block and not block.lstrip().startswith(("|", "#", "<", "!")):
            yield block


def in_docs() -> Iterator[Fault]:
    """Pages of the manual."""
    for page in [*sorted((ROOT / "docs").glob("*.md")), *sorted(ROOT.glob("*.md"))]:
        for block in prose(page.read_text(encoding="utf-8")):
            for sentence, advice in faults(block):
                yield page.name, sentence, advice


# A comment, or a string that may hold its sign.
COMMENT: Final = re.compile(
    r"""(?s:(\"{3}|'{3})(?:\\.|.)*?\1)|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|(?P<comment>#[^\n]*)"""
)


def comments(source: str, tree: ast.AST) -> Iterator[str]:
    """The paragraphs of comments and docstrings in Python, without doctests, code and tables."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(ast.Constant(str(text))):
                text = inspect.cleandoc(text)
                text = re.sub(r"^ *>>>.*?(\n *\n|\Z)", "\n", text, flags=re.DOTALL | re.MULTILINE)
                paragraphs = re.split(r"\n(?: *\n)+|::\n+", re.sub(r"`+[^`]+`+", "x", text))
                yield from (paragraph for paragraph in paragraphs if not paragraph.startswith("    "))
    block, ended = "", 0
    for found in COMMENT.finditer(source):
        comment = found["comment"]
        if comment is None:
            continue
        begins = source.rfind("\n", 0, found.start()) + 1
        if source[begins : found.start()].strip():  # behind code
            yield comment.lstrip("# ")
            continue
        if block and source[ended:begins].strip():
            yield block
            block = ""
        block += comment.lstrip("#")
        ended = found.end()
    if block:
        yield block


def said(tree: ast.AST) -> Iterator[str]:
    """The sentences in Python code, and the names of tests as sentences."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) if name.startswith("test_"):
                yield name.replace("_", " ")
            case ast.Raise(exc=ast.Call(args=args)):
                for part in (part for argument in args for part in ast.walk(argument)):
                    if isinstance(part, ast.Constant) and isinstance(part.value, str):
                        yield part.value


def texts_of(source: str) -> Iterator[str]:
    """What a Python file says to readers and users."""
    tree = ast.parse(source)
    yield from comments(source, tree)
    yield from said(tree)


def in_sources() -> Iterator[Fault]:
    """What the next programmer reads."""
    for pattern in SOURCES:
        for path in sorted(ROOT.glob(pattern)):
            name = path.relative_to(ROOT)
            if path.is_file() and path.name != Path(__file__).name:
                source = path.read_text(encoding="utf-8")
                is_python = path.suffix == ".py"
                texts = texts_of(source) if is_python else re.findall(r"#\s(.*)", source)
                for text in texts:
                    for sentence, advice in faults(text, UNUSUAL):
                        yield str(name), sentence, advice


@cache
def found() -> list[Fault]:
    """Everything, each once."""
    return list(dict.fromkeys([*in_catalogues(), *in_buttons(), *in_docs(), *in_sources()]))


if __name__ == "__main__":
    wanted = sys.argv[1:]
    rows = [row for row in found() if not wanted or row[0] in wanted]
    for where, sentence, advice in rows:
        print(f"{where}: {sentence}\n    -> {advice}")
    print(f"{len(rows)} in all")
