"""Which tools answer a message, with which arguments: generic over the registry, it knows no subject."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

from agent.deps import Deps
from agent.protocol import Conversation, Plan, Question

if TYPE_CHECKING:
    from agent.understanding.reader.reader import Reader
    from agent.understanding.reader.whereabouts import Whereabouts

_READERS: OrderedDict[int, Reader] = OrderedDict()
_MOST_READERS = 4


async def make_plan(question: Question, conversation: Conversation, deps: Deps) -> Plan:
    """The plan for one message of a chat, without a model."""
    from agent.understanding.chat import plan_in_chat

    return plan_in_chat(question, conversation, reader_of(deps))


def where_is(question: Question, deps: Deps) -> Whereabouts | None:
    """Where a call for help comes from; None when no position is shared and no clear place named."""
    from agent.understanding.reader.whereabouts import whereabouts

    return whereabouts(question, reader_of(deps))


def reader_of(deps: Deps) -> Reader:
    """The reader for these dependencies: it holds tables and weights that are loaded once."""
    from agent.understanding.reader.reader import Reader

    key = id(deps)  # the reader keeps its deps alive, so an id in the table is never another's
    if key not in _READERS:
        _READERS[key] = Reader(deps)
        while len(_READERS) > _MOST_READERS:
            _READERS.popitem(last=False)
    return _READERS[key]
