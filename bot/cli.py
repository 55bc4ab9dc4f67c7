"""The `flyfun` command: chat, ask, look at the tools, and run the program."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import os
import sys
from collections.abc import AsyncGenerator, AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, TypeVar, cast

import typer

from agent.errors import AgentError
from bot.backup_cli import backup, restore
from bot.commandline import GROUPS
from bot.environ import environ
from bot.settings import Settings, SettingsError
from bot.setup_cli import setup
from bot.version import version

if TYPE_CHECKING:
    from adapters.protocol import Reply
    from agent.deps import Deps
    from bot.conversation import Desk
    from bot.store import Store
    from bot.transcript import Transcript

app = typer.Typer(
    name="flyfun",
    help="The assistant that pilots and flying clubs keep open. Works offline, without any key.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

T = TypeVar("T")


def _tell_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"flyfun {version()}")
        raise typer.Exit


@app.callback()
def flyfun(
    told: Annotated[
        bool, typer.Option("--version", help="print the version", is_eager=True, callback=_tell_version)
    ] = False,
) -> None:
    """The assistant that pilots and flying clubs keep open. Works offline, without any key."""


class Refused(Exception):
    """Ends a command with one clear sentence and exit code 1."""


def main() -> None:
    """Run the command; expected failures are one sentence on stderr and exit code 1."""
    stdout = sys.stdout
    try:
        app(standalone_mode=True)
    except SystemExit:
        if sys.stdout is stdout:
            raise
        _no_reader()  # typer has put a deaf one in its place: nobody reads on
    except (AgentError, SettingsError, Refused) as error:
        _complain(error.user_message if isinstance(error, AgentError) else str(error))
        raise SystemExit(1) from None
    except BrokenPipeError:
        _no_reader()
    except OSError as error:
        if error.errno not in _DISK_TROUBLE:
            raise
        where = error.filename or "the data folder"
        _complain(f"{_DISK_TROUBLE[error.errno]} ({where}). Set FLYFUN_DATA_DIR to a folder with room.")
        raise SystemExit(1) from None


def _no_reader() -> NoReturn:
    """Leave in peace, `| head` has read all it wants: what is still to be written goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    raise SystemExit(0) from None


_DISK_TROUBLE = {
    28: "The disk is full",
    13: "I may not write there",
    30: "That disk is read-only",
    122: "The disk quota is used up",
}


def _complain(sentence: str) -> None:
    typer.echo(sentence, err=True)


def settings() -> Settings:
    """The settings of this process."""
    return Settings.from_environ(environ())


def _run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


def _deps(chosen: Settings) -> Deps:
    from agent.deps import Deps

    if not (chosen.agent.openai_api_key or chosen.agent.openai_base_url):
        return Deps(settings=chosen.agent, progress=_progress)
    from bot.spending import BriefSpending  # it needs the store, which is slow to import

    return Deps(settings=chosen.agent, progress=_progress, budget=BriefSpending(chosen))


def _progress(label: str, share: float) -> None:
    """A progress bar on stderr while an index is built; where it is no terminal, a line when it begins."""
    if not sys.stderr.isatty():
        if share == 0:
            sys.stderr.write(f"{label}, once; this takes some seconds …\n")
            sys.stderr.flush()
        return
    width = 30
    filled = round(width * min(1.0, share))
    end = "\n" if share >= 1 else ""
    sys.stderr.write(f"\r{label} [{'#' * filled}{'.' * (width - filled)}] {share:4.0%}{end}")
    sys.stderr.flush()


# --- asking ----------------------------------------------------------------------------------------


@app.command()
def chat(name: Annotated[str, typer.Option(help="which conversation to continue")] = "terminal") -> None:
    """Chat in the terminal; the conversation is remembered."""
    from itertools import count
    from tempfile import TemporaryDirectory

    from adapters.console.terminal import converse
    from bot import logs
    from bot.asking import chat_ref, message_of

    async def talk() -> None:
        numbers = count()
        chosen = settings()
        # The answer says what a pilot must know; what is logged beside it only stands in the way.
        logs.configure("DEBUG" if chosen.log_level == "DEBUG" else "ERROR")
        async with _desk(chosen) as desk:

            def ask_desk(text: str, token: str) -> AsyncIterator[Reply]:
                identifier = f"{datetime.now(UTC).timestamp()}-{next(numbers)}"
                return desk.replies(message_of(text, name, identifier, token))

            if not (sys.stdin.isatty() and sys.stdout.isatty()):
                await converse(ask_desk)
                return
            from adapters.console.typing import editor
            from bot.completing import Words
            from bot.render.painter import MapPainter

            desk.painter = MapPainter(chosen)
            memory, _ = await desk.store.load(chat_ref(name))
            read = editor([turn.text for turn in memory.turns], Words(desk.deps.airports))
            with TemporaryDirectory(prefix="flyfun-") as folder:
                await converse(ask_desk, read=read, folder=Path(folder))

    _run(talk())


@app.command()
def ask(
    text: Annotated[str | None, typer.Argument(help="the question")] = None,
    chat: Annotated[
        str | None, typer.Option(help="a conversation to continue; without it nothing is kept")
    ] = None,
    batch: Annotated[Path | None, typer.Option(help="a file of JSON lines {id, text, chat?}; - is stdin")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
    verbose: Annotated[bool, typer.Option("-v", "--verbose", help="show plan, timings, tokens")] = False,
) -> None:
    """Ask one question, or a file of them."""
    if (text is None) == (batch is None):
        raise Refused('Give me one question: flyfun ask "How far from EGTF to LFMD" (or --batch FILE).')
    if not verbose and logging.lastResort is not None:
        logging.lastResort.setLevel(logging.ERROR)  # what is not answering stands in the answer
    if batch is not None:
        _run(_ask_batch(_batch_lines(batch)))
        return
    gc.disable()  # one answer, then the process ends: nothing in it is worth collecting
    transcript = _run(_ask_once(text or "", chat))
    if as_json:
        typer.echo(json.dumps(transcript.to_json("1"), ensure_ascii=False))
    else:
        _show(transcript, verbose)
    if transcript.failure is not None:
        raise typer.Exit(1)


async def _ask_once(text: str, name: str | None) -> Transcript:
    from bot.asking import answer_alone, answer_in_chat

    chosen = settings()
    if name is None:
        return await answer_alone(text, _deps(chosen))
    async with _desk(chosen) as desk:
        return await answer_in_chat(text, name, desk)


def _batch_lines(batch: Path) -> list[tuple[str, str, str | None]]:
    try:
        lines = sys.stdin.read().splitlines() if str(batch) == "-" else batch.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(f"I cannot read {batch}: give a file of JSON lines.") from error
    return [_batch_line(number, line) for number, line in enumerate(lines, start=1) if line.strip()]


async def _ask_batch(questions: list[tuple[str, str, str | None]]) -> None:
    from bot.asking import answer_alone, answer_in_chat

    chosen = settings()

    def show(identifier: str, transcript: Transcript) -> None:
        typer.echo(json.dumps(transcript.to_json(identifier), ensure_ascii=False))

    if not any(name for _, _, name in questions):
        deps = _deps(chosen)
        for identifier, text, _ in questions:
            show(identifier, await answer_alone(text, deps))
        return
    async with _desk(chosen) as desk:
        for identifier, text, name in questions:
            alone = name is None
            show(identifier, await (answer_alone(text, desk.deps) if alone else answer_in_chat(text, name, desk)))


def _batch_line(number: int, line: str) -> tuple[str, str, str | None]:
    try:
        entry = json.loads(line)
        name = entry.get("chat")
        return str(entry.get("id", number)), str(entry["text"]), str(name) if name else None
    except (ValueError, KeyError, AttributeError, TypeError) as error:
        raise Refused(f'Line {number} is not {{"id", "text", "chat"?}}: nothing was asked.') from error


def _show(transcript: Transcript, verbose: bool) -> None:
    from bot.render.buttons import labels

    buttons = labels(transcript.done) if transcript.done else ()
    if sys.stdout.isatty():
        from adapters.console.terminal import print_reply  # colours and bold, slow to import

        print_reply(transcript.text, buttons)
    else:
        from adapters.markdown import parse, plain
        from adapters.meaning import numbered

        typer.echo(plain(parse(transcript.text)))
        if buttons:
            typer.echo(numbered(buttons))
    if not verbose:
        return
    shown = transcript.to_json("1")
    typer.echo(json.dumps(shown["plan"], ensure_ascii=False, indent=2), err=True)
    typer.echo(json.dumps(shown["timings_ms"]), err=True)
    done = transcript.done
    if done:
        typer.echo(f"model calls {done.model_calls}, tokens {done.tokens}, {done.cost_usd:.4f} USD", err=True)
        if transcript.spent:
            typer.echo(transcript.spent, err=True)
        for note in done.notes:
            typer.echo(note, err=True)


@asynccontextmanager
async def _store(chosen: Settings) -> AsyncGenerator[Store]:
    from bot.store import StoreError, open_store

    try:
        async with open_store(chosen.redis_url, chosen.data_dir) as store:
            yield store
    except StoreError as error:
        raise Refused(error.user_message) from error


@asynccontextmanager
async def _desk(chosen: Settings) -> AsyncGenerator[Desk]:
    """What a remembered conversation needs: memory and members' reports."""
    from agent.deps import Deps
    from bot.conversation import Desk
    from bot.conversation_log import open_log
    from bot.records import open_records
    from bot.spending import Spending

    async with _store(chosen) as store, open_records(chosen) as records:
        spending = Spending(store, chosen.agent.daily_budget_usd)
        cache = store.cache("agent")
        deps = Deps(settings=chosen.agent, cache=cache, progress=_progress, reports=records, budget=spending)
        try:
            yield Desk(store, deps, None, records, spending, open_log(chosen))
        finally:
            await deps.aclose()


# --- tools -----------------------------------------------------------------------------------------


@app.command(name="tool")
def run_tool(
    name: Annotated[str, typer.Argument(help="a tool of `flyfun tools`")],
    arguments: Annotated[str, typer.Argument(help="its arguments as JSON")] = "{}",
) -> None:
    """Run one tool and print its result as JSON."""
    try:
        given = json.loads(arguments)
    except ValueError as error:
        raise Refused(f"The arguments are not JSON: {error}.") from error
    if not isinstance(given, dict):
        raise Refused('The arguments must be a JSON object, like \'{"icao_code": "LFAT"}\'.')

    async def run() -> dict[str, Any]:
        from agent.errors import InvalidQuestion
        from agent.protocol import Question, ToolCall
        from agent.registry import ToolContext
        from agent.registry import run as run_registered

        deps = _deps(settings())
        context = ToolContext(deps, Question(text="", at=deps.now()))
        call = ToolCall.model_validate({"tool": name, "arguments": given})
        try:
            return (await run_registered(call, context)).to_json()
        except InvalidQuestion as error:  # here a program asks: it is told which argument
            raise Refused(" ".join(dict.fromkeys((error.user_message, str(error))))) from error

    typer.echo(json.dumps(_run(run()), ensure_ascii=False))


@app.command()
def tools(as_json: Annotated[bool, typer.Option("--json", help="print the whole manifest")] = False) -> None:
    """List the tools."""
    from agent.registry import tools as registered

    if as_json:
        typer.echo(json.dumps([tool.manifest() for tool in registered().values()], ensure_ascii=False))
        return
    for tool in registered().values():
        required = ", ".join(tool.required)
        typer.echo(f"{tool.name}({required}) · {tool.description}")


@app.command()
def notice(
    text: Annotated[str, typer.Argument(help="the wording of an AIP")],
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Read a prior-notice wording into rules."""
    from agent.aviation.notice import parse_notice

    if not text.strip():
        raise Refused('Give me the wording, for example: flyfun notice "PPR 24 HR".')
    rules = parse_notice(text)
    if as_json:
        typer.echo(rules.model_dump_json())
        return
    for rule in rules.rules:
        limits = rule.model_dump(exclude_defaults=True, exclude={"service", "kind", "hours", "raw"})
        said = [f"{name.replace('_', ' ')} {_told(value)}" for name, value in limits.items()]
        hours = f" {rule.hours:g} h" if rule.hours is not None else ""
        typer.echo(" · ".join([f"{rule.service}: {rule.kind}{hours}", *said, f"“{rule.raw}”"]))
    for warning in rules.warnings:
        typer.echo(warning)


def _told(value: object) -> str:
    return (
        ", ".join(str(part) for part in cast("tuple[object, ...]", value))
        if isinstance(value, tuple)
        else str(value)
    )


# --- running ---------------------------------------------------------------------------------------


@app.command()
def serve() -> None:
    """Run every channel that is set up, with worker and scheduler."""
    from bot import footprint

    done = footprint.leave_at_once()
    footprint.import_lean()
    from bot.app import serve as run_all

    run_all(_checked())
    done()


@app.command()
def worker() -> None:
    """Run lanes only; another process receives."""
    from bot import footprint

    done = footprint.leave_at_once()
    footprint.import_lean()
    from bot.app import work

    work(_checked())
    done()


def _checked() -> Settings:
    """The settings of a program that stays: what cannot be right is refused now, not at the first question."""
    from bot.checks import read

    chosen, found = read(environ())
    for fault in found:
        if not fault.stops:
            _complain(f"note: {fault}")
    wrong = [str(fault) for fault in found if fault.stops]
    if wrong:
        raise SettingsError("\n".join(wrong))
    return chosen


@app.command()
def doctor() -> None:
    """Say what is set up, what is missing, and what to do."""
    from bot import logs
    from bot.checks import read
    from bot.doctor import examine

    logs.configure("CRITICAL")  # each finding says it in words; the log's lines would only stand beside them
    chosen, wrong = read(environ())
    healthy = True
    for finding in _run(examine(chosen, _deps(chosen), wrong)):
        healthy = healthy and finding.ok is not False
        mark = {True: "ok  ", False: "FAIL", None: "-   "}[finding.ok]
        typer.echo(f"{mark} {finding.name}: {finding.says}")
    if not healthy:
        raise typer.Exit(1)


for command in (setup, backup, restore):
    app.command()(command)

for group in GROUPS:
    app.add_typer(group)

if __name__ == "__main__":
    main()
