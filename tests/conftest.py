"""Every run says which build it tests, and refuses to test a different one.

With several workers, the longest files come first, then the longest folders. Only the compiled build runs
comparisons with a model, and only if the game or the model changed.
"""

import gc
import logging
import os
import signal
from pathlib import Path
from typing import Final

import pytest
from hypothesis import settings

import spyring
from tests.models import Comparisons, compared, is_same
from tests.night import BRIEF, LUCK, NIGHT

HERE: Final = Path(__file__).parent
# With several workers, a long file that starts last would keep only one of them busy.
LONGEST: Final = ("web", "server", "games", "bots", "cli", "research", "playthroughs")
LONG_FILES: Final = (
    "test_reach.py",
    "test_games.py",
    "test_layout.py",
    "test_killing.py",
    "test_contract.py",
    "test_reasons.py",
    "test_model.py",
    "test_encoding.py",
)
MAX_REASON: Final = 600  # letters
# Finds broken rules: a build that plays all goldens like the other one breaks the same ones.
PROVED_ONCE: Final = "test_model.py"

# Time limits for single examples say more about the machine than about the code.
settings.register_profile("day", deadline=None)
settings.register_profile("night", deadline=None, max_examples=2000)  # make night
settings.load_profile("night" if NIGHT else "day")


def pytest_configure(config: pytest.Config) -> None:
    gc.disable()  # during collection
    logging.raiseExceptions = False  # a site that still runs may log to what another test has closed
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as for a background job of a shell
        signal.signal(signal.SIGINT, signal.default_int_handler)  # programs that the tests start obey Ctrl-C
    expected = os.environ.get("SPYRING_EXPECT_BUILD", spyring.build)
    if spyring.build != expected:
        raise pytest.UsageError(
            f"these tests were meant for the {expected} build, "
            f"but {spyring.__file__} belongs to the {spyring.build} build"
        )
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Comparisons())
        config.pluginmanager.register(Failures(config))


class Failures:
    """Names a failed test at once: a run that is stopped from outside never comes to its summary."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        terminal = self.config.pluginmanager.get_plugin("terminalreporter")
        if report.failed and terminal is not None:
            crash = getattr(report.longrepr, "reprcrash", None)
            reason = str(crash.message if crash else report.longrepr)[:MAX_REASON]
            terminal.write_line(f"\nFAILED after {report.duration:.0f} s: {report.nodeid} {reason}")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    left_out = [item for item in items if _is_proved(item)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not _is_proved(item)]
    if hasattr(config, "workerinput"):
        items.sort(key=_place)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Imported and collected objects stay until the end, so the garbage collector can skip them, and look as
    seldom as in a server.
    """
    gc.collect()
    gc.freeze()
    gc.enable()
    gc.set_threshold(20_000, 20, 20)


def _is_proved(item: pytest.Item) -> bool:
    return (BRIEF and item.path.name == PROVED_ONCE) or (not NIGHT and is_same(compared(item.nodeid)))


def _place(item: pytest.Item) -> tuple[bool, int]:
    """The longest files first, then the longest folders."""
    folder = item.path.relative_to(HERE).parts[0] if item.path.is_relative_to(HERE) else ""
    place = LONGEST.index(folder) if folder in LONGEST else len(LONGEST)
    return item.path.name not in LONG_FILES, place


def pytest_report_header(config: pytest.Config) -> str:
    luck = f", SPYRING_LUCK={LUCK}" if LUCK else ""
    return f"spyring: {spyring.build} build, {spyring.__file__}{luck}"
