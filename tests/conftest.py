"""Every run says which build it tests, and refuses to test another one than it was asked to."""

import os
import signal

import pytest
from hypothesis import settings

import spyring
from tests.night import NIGHT

# Time limits for single examples say more about the machine than about the code.
settings.register_profile("day", deadline=None)
settings.register_profile("night", deadline=None, max_examples=2000)  # make night
settings.load_profile("night" if NIGHT else "day")


def pytest_configure(config: pytest.Config) -> None:
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in the background of a shell
        signal.signal(signal.SIGINT, signal.default_int_handler)  # programs that the tests start obey Ctrl-C
    expected = os.environ.get("SPYRING_EXPECT_BUILD", spyring.build)
    if spyring.build != expected:
        raise pytest.UsageError(
            f"these tests were meant for the {expected} build, "
            f"but {spyring.__file__} belongs to the {spyring.build} build"
        )


def pytest_report_header(config: pytest.Config) -> str:
    return f"spyring: {spyring.build} build, {spyring.__file__}"
