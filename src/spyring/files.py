"""Files that are written whole or not at all."""

import os
import shutil
from pathlib import Path


def put(path: Path, text: str) -> None:
    """Put ``text`` into the file at once: whoever looks finds the old text or the new one, never a half."""
    fresh = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        with fresh.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            shutil.copymode(path, fresh)
        os.replace(fresh, path)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise
