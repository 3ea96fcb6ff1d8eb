"""``python -m spyring.codegen FOLDER...`` generates the code of each game."""

import sys
from pathlib import Path

from spyring.codegen.declared import BadDeclaration
from spyring.codegen.files import write


def main(folders: list[str]) -> int:
    """Write the files of each folder and print the changed ones."""
    if not folders:
        print("Usage: python -m spyring.codegen FOLDER...   (a folder with a words.toml)", file=sys.stderr)
        return 2
    for folder in folders:
        try:
            for file in write(Path(folder)):
                print(f"wrote {file}")
        except BadDeclaration as error:
            print(error, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
