"""`--side-by-side N`: whole files of tests at once in N copies of one process that has collected them.

pytest-xdist starts every worker anew, and each imports the program and collects all tests for itself: on two cores a
sixth of all their work. Here that is done once, and what is loaded is shared. A copy asks for its next file when it
comes to the last test of the one it has, so that what a file prepared ends with it; a copy that dies fails the test it
was in, and another goes on behind it.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import random
import sys
import threading
import traceback
import warnings
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from multiprocessing.connection import Connection, Pipe, wait
from typing import Any, NoReturn

import pytest


class SideBySide:
    """The loop over the tests, for as many copies as are asked for."""

    def __init__(self, copies: int, belongs: Callable[[str], str]) -> None:
        """`belongs` names what a file's tests stay together with, given its path."""
        self._copies = copies
        self._belongs = belongs
        self._waiting: deque[range] = deque()
        self._running: dict[Connection, _Copy] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        """Run what was collected; `None` leaves it to pytest."""
        if session.testsfailed or session.config.option.collectonly or not session.items:
            return None
        self._waiting.extend(_files(session.items, self._belongs))
        for number in range(min(self._copies, len(self._waiting))):
            self._begin(session, number)
        while self._running:
            for line in wait(list(self._running)):
                assert isinstance(line, Connection)
                self._hear(session, self._running[line])
            if session.shouldfail or session.shouldstop:
                self._waiting.clear()
        if session.shouldfail:
            raise session.Failed(session.shouldfail)
        if session.shouldstop:
            raise session.Interrupted(session.shouldstop)
        return True

    def _begin(self, session: pytest.Session, number: int) -> None:
        here, there = Pipe()
        sys.stdout.flush()
        sys.stderr.flush()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of threads, of which a fork takes none along
            pid = os.fork()
        if not pid:
            here.close()
            for line in self._running:
                line.close()
            _live(session, there, number)
        there.close()
        self._running[here] = _Copy(here, pid, number)

    def _hear(self, session: pytest.Session, copy: _Copy) -> None:
        hook = session.config.hook
        said, *what = _said(copy.line)
        if said == "gone":
            self._bury(session, copy)
        elif said == "next":
            given = self._waiting.popleft() if self._waiting else range(0)
            copy.left.extend(given)
            copy.line.send(given)
        elif said == "start":
            item = session.items[copy.left[0]]
            hook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
        elif said == "report":
            report = hook.pytest_report_from_serializable(config=session.config, data=what[0])
            hook.pytest_runtest_logreport(report=report)
        else:
            item = session.items[copy.left.popleft()]
            hook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)

    def _bury(self, session: pytest.Session, copy: _Copy) -> None:
        """A copy that has ended; one that still had tests is replaced."""
        del self._running[copy.line]
        copy.line.close()
        code = os.waitstatus_to_exitcode(os.waitpid(copy.pid, 0)[1])
        if not copy.left:
            return
        item, hook = session.items[copy.left.popleft()], session.config.hook
        told = f"the process ended in this test, with {code}"
        report = pytest.TestReport(item.nodeid, item.location, {}, "failed", told, "call")
        hook.pytest_runtest_logreport(report=report)
        hook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
        if copy.left:
            self._waiting.appendleft(range(copy.left[0], copy.left[-1] + 1))
        if self._waiting:
            self._begin(session, copy.number)


class _Copy:
    """A copy as the first process knows it: its line, and the places of the tests that it has still to run."""

    def __init__(self, line: Connection, pid: int, number: int) -> None:
        self.line, self.pid, self.number = line, pid, number
        self.left: deque[int] = deque()


def _files(items: Sequence[pytest.Item], belongs: Callable[[str], str]) -> Iterator[range]:
    """The places of the tests of each file, or of the files that stay together, in their order."""
    for _, tests in groupby(enumerate(items), key=lambda one: belongs(one[1].nodeid.partition("::")[0])):
        places = [place for place, _ in tests]
        yield range(places[0], places[-1] + 1)


def _said(line: Connection) -> tuple[Any, ...]:
    try:
        return line.recv()
    except (EOFError, OSError):
        return ("gone",)


# --- in a copy -----------------------------------------------------------------------------------------


def _live(session: pytest.Session, line: Connection, number: int) -> NoReturn:
    """Run what is given, tell each report, and end."""
    code = 1
    try:
        _on_its_own(session.config, number)
        session.config.pluginmanager.register(_Teller(session.config, line))
        _run(session, line)
        code = 0
    except KeyboardInterrupt:
        code = 2
    except BaseException:
        traceback.print_exc(file=sys.__stderr__)
    finally:
        with contextlib.suppress(BaseException):
            session._setupstate.teardown_exact(None)
        with contextlib.suppress(BaseException):
            threading._shutdown()  # type: ignore[attr-defined]
            atexit._run_exitfuncs()  # pyright: ignore[reportPrivateUsage]
        os._exit(code)


def _on_its_own(config: pytest.Config, number: int) -> None:
    """Streams to capture, a folder and chance of its own; only the first process prints."""
    manager: Any = config.pluginmanager.get_plugin("capturemanager")
    manager.suspend_global_capture(in_=True)
    manager.stop_global_capturing()
    manager.start_global_capturing()
    config.pluginmanager.unregister(name="terminalreporter")
    folders: Any = config._tmp_path_factory  # type: ignore[attr-defined]
    folders._basetemp = folders.getbasetemp() / f"copy{number}-{os.getpid()}"
    folders._basetemp.mkdir(mode=0o700)
    random.seed()


class _Teller:
    """Tells the first process how each test went."""

    def __init__(self, config: pytest.Config, line: Connection) -> None:
        self._config, self._line = config, line

    def pytest_runtest_logstart(self) -> None:
        """A test begins."""
        self._line.send(("start",))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """One of its phases is over."""
        told = self._config.hook.pytest_report_to_serializable(config=self._config, report=report)
        self._line.send(("report", told))

    def pytest_runtest_logfinish(self) -> None:
        """And the test."""
        self._line.send(("finish",))


def _run(session: pytest.Session, line: Connection) -> None:
    now = _asked(line)
    while now:
        then = range(0)
        for place in now:
            item = session.items[place]
            if place == now[-1]:
                then = _asked(line)
                following = session.items[then[0]] if then else None
            else:
                following = session.items[place + 1]
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        now = then


def _asked(line: Connection) -> range:
    line.send(("next",))
    return line.recv()
