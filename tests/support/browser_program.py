"""The programs that browsers other than Chromium consist of: found or not, run and ended; and waiting for them."""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

import pytest

T = TypeVar("T")
PATIENCE_S = 60.0
"""A shared machine may stall for seconds, and starts these browsers ten times as slowly as an idle one; only a
failure waits as long as this."""
BETWEEN_LOOKS_S = 0.05
"""A look is a question to the browser: without a pause it would get to nothing else."""


class NotYet(Exception):
    """What was asked for is not there, or is there no longer."""


def until(look: Callable[[], T], what: str) -> T:
    """Look again and again until it does not raise `NotYet`."""
    deadline = time.monotonic() + PATIENCE_S
    while True:
        try:
            return look()
        except NotYet as reason:
            if time.monotonic() > deadline:
                raise AssertionError(f"{what} in vain: {reason}") from None
        time.sleep(BETWEEN_LOOKS_S)


def found(name: str) -> str:
    """Where a program lies; without it, the test is skipped and says what is missing."""
    path = shutil.which(name)
    if path is None:
        pytest.skip(f"{name} is not installed; `.ci/test-needs` says how")
    return path


@contextmanager
def running(
    *command: str, log: Path, environment: Mapping[str, str], pass_fds: tuple[int, ...] = ()
) -> Iterator[subprocess.Popen[bytes]]:
    """A program; at the end it and all that it has started are gone, whatever state they are in."""
    with log.open("ab") as output:
        process = subprocess.Popen(
            command,
            env={**os.environ, **environment},
            stdout=output,
            stderr=output,
            pass_fds=pass_fds,
            start_new_session=True,
        )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
