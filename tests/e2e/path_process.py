"""A receiver or a worker as a process of its own: `python -m e2e.path_process receiver|worker …`.

receiver DATA_DIR SOCKET            answers each line of JSON (id, room, text) with 200, 208 (seen) or 503
worker DATA_DIR CALLS_FILE SECONDS  answers messages on the paper channel, thinking up to SECONDS; SIGTERM drains
"""

from __future__ import annotations

import asyncio
import json
import random
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

from contracts.paper import PaperApp, PaperChannel, paper_message

from adapters.protocol import IncomingMessage, NotStored, Reply, Text
from bot.inbox import Inbox
from bot.store import open_store
from bot.turns import Turns
from bot.worker import Worker


async def receive(data_dir: Path, socket: Path) -> None:
    async with open_store("", data_dir) as store:
        inbox = Inbox(store)

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            while line := await reader.readline():
                post = json.loads(line)
                try:
                    new = await inbox.accept(paper_message(post["room"], post["id"], post["text"]))
                    status = b"200\n" if new else b"208\n"
                except NotStored:
                    status = b"503\n"
                writer.write(status)
                await writer.drain()

        server = await asyncio.start_unix_server(serve, socket)
        await server.serve_forever()


async def work(data_dir: Path, calls: Path, seconds: float) -> None:
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    async with open_store("", data_dir) as store:

        async def answer(message: IncomingMessage) -> AsyncIterator[Reply]:
            memory, version = await store.load(message.chat)
            yield Reply((Text("thinking"),), final=False)
            await asyncio.sleep(random.uniform(seconds / 2, seconds))
            yield Reply((Text(f"re {message.id}"),))
            longer = memory.model_copy(update={"shown": (*memory.shown, message.id)})
            await store.save(message.chat, longer, version, message.id)

        channel = PaperChannel(PaperApp(calls, latency=0.003))
        await Worker(store, {"paper": channel}, answer, lease_seconds=1.2, turns=Turns(64)).run(stop, grace=20.0)


if __name__ == "__main__":
    role, *rest = sys.argv[1:]
    if role == "receiver":
        asyncio.run(receive(Path(rest[0]), Path(rest[1])))
    else:
        asyncio.run(work(Path(rest[0]), Path(rest[1]), float(rest[2])))
