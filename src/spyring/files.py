"""Files that are written whole or not at all."""

import os
import shutil
from pathlib import Path
from typing import IO, Any, Final

PUBLIC: Final = 0o666  # as far as the person's own mask allows
PRIVATE: Final = 0o600  # a seed or a key is in it, and with it every secret of a game


def put(path: Path, text: str, mode: int = PUBLIC) -> None:
    """Put ``text`` into the file at once: whoever looks finds the old text or the new one, never a half.
    A file that is there keeps who may read it; a new one gets the ``mode``.
    """
    fresh = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        with opened(fresh, "w", mode) as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            shutil.copymode(path, fresh)
        os.replace(fresh, path)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise


def opened(path: Path, how: str, mode: int) -> IO[Any]:
    """A file to write to; a new one has the ``mode`` before anything is in it."""
    return open(
        path, how, encoding="utf-8", newline="\n", opener=lambda name, flags: os.open(name, flags, mode)
    )
