"""A second pen, in a process of its own: many pictures at once are drawn without keeping the chats waiting.

    spare = SparePen(data)
    spare.fetch()                      # starts it, in the background; `spare.ready` says when it can draw
    picture = await spare.draw("map", shown, found, key, theme)     # raises PenBroken: draw it yourself
    await spare.aclose()

It takes some 90 MB, so it is there only while there is much to draw: after a minute without work it is put away.
It ends with the program that started it, whose end closes its input. What it draws is what `Pen` draws.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import logging
import os
import pickle
import struct
import sys
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from tongue import speaking, spoken

if TYPE_CHECKING:
    from bot.render.pen import What

IDLE_SECONDS = 60.0
STARTING_SECONDS, DRAWING_SECONDS = 30.0, 20.0
NICENESS = 0
"""It draws when nobody has anything to say: words and signs go before pictures."""

_LENGTH = struct.Struct("!I")
_READY = b"ready"

log = logging.getLogger(__name__)


class PenBroken(Exception):
    """It ended, or takes too long: whoever wanted a picture draws it with another pen."""


class SparePen:
    """The program's side."""

    def __init__(self, data: Path, *, idle_seconds: float = IDLE_SECONDS) -> None:
        self._data = data
        self.idle_seconds = idle_seconds
        self._child: asyncio.subprocess.Process | None = None
        self._starting: asyncio.Task[None] | None = None
        self._ending: set[asyncio.Task[int]] = set()
        self._door = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None
        self.ready = False

    def fetch(self) -> None:
        """Start it, if that was not done already."""
        if self._starting is None or (self._starting.done() and self._child is None):
            self._starting = asyncio.create_task(self._start())

    async def _start(self) -> None:
        try:
            self._child = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "bot.render.spare_pen", str(self._data)),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
            )
            async with asyncio.timeout(STARTING_SECONDS):
                if await self._heard(self._child) != _READY:
                    raise PenBroken("it said something else")
        except (OSError, EOFError, TimeoutError, PenBroken) as error:
            log.warning("no second pen: %s", type(error).__name__)
            self._put_away()
        else:
            self.ready = True
            self._rest()

    async def draw(self, what: What, /, *given: Any) -> Any:
        """What `Pen` draws of it. Raises PenBroken."""
        async with self._door:
            child = self._child
            if child is None or child.stdin is None or not self.ready:
                raise PenBroken("it is not there")
            try:
                async with asyncio.timeout(DRAWING_SECONDS):
                    asked = pickle.dumps((what, given, spoken()))
                    child.stdin.write(_LENGTH.pack(len(asked)) + asked)
                    await child.stdin.drain()
                    drawn, result = pickle.loads(await self._heard(child))  # noqa: S301 - our own process
            except (OSError, EOFError, TimeoutError) as error:
                self._put_away()
                raise PenBroken(type(error).__name__) from error
            except asyncio.CancelledError:
                self._put_away()  # its answer would be taken for the next one's
                raise
            self._rest()
        if not drawn:
            raise PenBroken(result)
        return result

    async def _heard(self, child: asyncio.subprocess.Process) -> bytes:
        if (stream := child.stdout) is None:
            raise EOFError
        (length,) = _LENGTH.unpack(await stream.readexactly(_LENGTH.size))
        return await stream.readexactly(length)

    def _rest(self) -> None:
        """Put it away when nothing is drawn for a while."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(self.idle_seconds, self._put_away)

    def _put_away(self) -> None:
        self.ready = False
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        child, self._child = self._child, None
        if child is not None:
            with contextlib.suppress(ProcessLookupError):
                child.kill()
            gone = asyncio.create_task(child.wait())
            self._ending.add(gone)
            gone.add_done_callback(self._ending.discard)

    async def aclose(self) -> None:
        """End it."""
        if self._starting is not None:
            self._starting.cancel()
            await asyncio.gather(self._starting, return_exceptions=True)
        self._put_away()
        if self._ending:
            await asyncio.wait(self._ending)


# --- the other process ---------------------------------------------------------------------------------


def main(data: Path, heard: IO[bytes], says: IO[bytes]) -> None:
    """Draw what is asked until nobody asks any more."""
    from bot.render.pen import Pen

    pen = Pen(data)
    _say(says, _READY)
    while len(head := heard.read(_LENGTH.size)) == _LENGTH.size:
        what, given, language = pickle.loads(heard.read(_LENGTH.unpack(head)[0]))  # noqa: S301 - our own program
        try:
            with speaking(language):
                answer = (True, pen.draw(what, *given))
        except Exception as error:  # noqa: BLE001 - told to the program, which draws it itself and then knows why
            answer = (False, f"{type(error).__name__}: {error}")
        _say(says, pickle.dumps(answer))


def _say(says: IO[bytes], what: bytes) -> None:
    says.write(_LENGTH.pack(len(what)) + what)
    says.flush()


if __name__ == "__main__":
    with contextlib.suppress(OSError):
        os.nice(NICENESS)
    speaks = io.FileIO(os.dup(sys.stdout.fileno()), "w")
    sys.stdout = sys.stderr  # nothing that is printed may come between
    with contextlib.suppress(BrokenPipeError, KeyboardInterrupt):
        main(Path(sys.argv[1]), sys.stdin.buffer, speaks)
