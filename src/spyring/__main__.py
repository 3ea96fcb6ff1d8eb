"""``python -m spyring`` is the ``spyring`` command."""

from spyring.cli import main

main()
