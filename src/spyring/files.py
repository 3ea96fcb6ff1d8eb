"""Files that are written whole or not at all."""

import os
import shutil
import tempfile
from pathlib import Path


def put(path: Path, text: str) -> None:
    """Put ``text`` into the file at once: whoever looks finds the old text or the new one, never a half."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".new")
    try:
        with open(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            shutil.copymode(path, temporary)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
