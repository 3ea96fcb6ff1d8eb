"""Files that are written whole or not at all."""

import os
import shutil
from pathlib import Path
from typing import IO, Any, Final

PUBLIC: Final = 0o666  # minus the umask of the user
PRIVATE: Final = 0o600  # for files with a seed or a key, which reveal every secret of a game


def put(path: Path, text: str, mode: int = PUBLIC) -> None:
    """Replace the content of a file in one step: a reader sees the old text or the new one, never a part.

    An existing file keeps its permissions; a new one gets ``mode``.
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
    """A file to write to. A new one gets ``mode`` before anything is written."""
    return open(
        path, how, encoding="utf-8", newline="\n", opener=lambda name, flags: os.open(name, flags, mode)
    )
