"""The line a pilot types: edited, taken from what was typed before, and completed with Tab."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence

from prompt_toolkit import PromptSession
from prompt_toolkit.auto_suggest import AutoSuggestFromHistory
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import HTML
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.input import Input
from prompt_toolkit.output import Output
from rich.console import Console

Complete = Callable[[str], Iterable[tuple[str, str]]]
"""What a line typed so far may end in: the word that takes the place of its last one, and what it is."""

Read = Callable[[], Awaitable[str]]
"""The next line. Raises EOFError at the end of input, KeyboardInterrupt where a line was dropped."""


class LastWord(Completer):
    """Completes the last word of a line."""

    def __init__(self, complete: Complete) -> None:
        self._complete = complete

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        line = document.text_before_cursor
        begun = line.rpartition(" ")[2]
        for word, about in self._complete(line):
            yield Completion(word, start_position=-len(begun), display_meta=about)


def editor(
    earlier: Sequence[str], complete: Complete, *, keys: Input | None = None, screen: Output | None = None
) -> Read:
    """Lines with editing, `earlier` ones behind the up key. What is typed is kept on no disk of its own."""
    session: PromptSession[str] = PromptSession(
        HTML("<b>&gt; </b>"),
        history=InMemoryHistory(earlier),
        auto_suggest=AutoSuggestFromHistory(),
        completer=LastWord(complete),
        complete_while_typing=False,
        enable_history_search=True,
        input=keys,
        output=screen,
    )
    return session.prompt_async


def lines(console: Console) -> Read:
    """Lines as they come, for input that no person types."""

    async def read() -> str:
        return await asyncio.to_thread(console.input, "[bold]> [/bold]")

    return read
