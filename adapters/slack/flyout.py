"""The form of a fly-out: where to, from where, the day and both times; what it says becomes one command."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from adapters.slack.blocks import SlackBlock
from adapters.slack.markup import label
from adapters.slack.reading import text_at
from tongue import say

CALLBACK = "flyout"
LONGEST_PLACE = 60
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_TIME = re.compile(r"\d\d:\d\d")


def form(where: Mapping[str, str], to: str = "") -> dict[str, Any]:
    """The modal. `where` (channel, thread, response address) comes back with it."""
    return {
        "type": "modal",
        "callback_id": CALLBACK,
        "private_metadata": json.dumps(dict(where)),
        "title": _plain(say("Plan a fly-out")),
        "submit": _plain(say("Draft it")),
        "close": _plain(say("Cancel")),
        "blocks": [
            _text("to", say("Where to"), say("LFAT, or Le Touquet"), to),
            _text("from", say("From (without it, your home base)"), "EGTF", optional=True),
            _pick("day", say("Which day"), "datepicker"),
            _pick("out", say("Off blocks, local time there"), "timepicker"),
            _pick("back", say("Off blocks for home, local time there"), "timepicker", optional=True),
        ],
    }


def move_form(where: Mapping[str, str]) -> dict[str, Any]:
    """The modal that moves the fly-out: another day, another time, or both."""
    return {
        "type": "modal",
        "callback_id": CALLBACK,
        "private_metadata": json.dumps({**where, "do": "move"}),
        "title": _plain(say("Move the fly-out")),
        "submit": _plain(say("Move it")),
        "close": _plain(say("Cancel")),
        "blocks": [
            _pick("day", say("Another day"), "datepicker", optional=True),
            _pick("out", say("Off blocks, local time there"), "timepicker", optional=True),
        ],
    }


def said(view: Mapping[str, Any]) -> tuple[str, dict[str, str]]:
    """The command a form means, or its problems by input."""
    state: Mapping[str, Any] = view.get("state") or {}
    to = _place(text_at(state, "values", "to", "value", "value"))
    start = _place(text_at(state, "values", "from", "value", "value"))
    day = text_at(state, "values", "day", "value", "selected_date")
    out = text_at(state, "values", "out", "value", "selected_time")
    if where_of(view).get("do") == "move":
        wanted = [word for word, right in ((day, _DAY), (out, _TIME)) if right.fullmatch(word)]
        return (f"/move {' '.join(wanted)}", {}) if wanted else ("", {"day": say("Another day, or another time?")})
    back = text_at(state, "values", "back", "value", "selected_time")
    problems = {} if to else {"to": say("Where to?")}
    if not _DAY.fullmatch(day):
        problems["day"] = say("Which day?")
    if not _TIME.fullmatch(out):
        problems["out"] = say("Off blocks at what time?")
    if problems:
        return "", problems
    home = f" back {back}" if _TIME.fullmatch(back) else ""
    return f"/flyout {to} {day} {out}{home}{f' from {start}' if start else ''}", {}


def where_of(view: Mapping[str, Any]) -> dict[str, str]:
    """What the form was given to bring back; empty for what is not ours."""
    try:
        found: object = json.loads(text_at(view, "private_metadata"))
    except ValueError:
        return {}
    if not isinstance(found, dict):
        return {}
    return {str(name): str(value) for name, value in found.items()}  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]


def _place(text: str) -> str:
    """A place's words alone: nothing in it begins another command."""
    return " ".join(re.sub(r"[^\w'’.,() -]", " ", text).split())[:LONGEST_PLACE]


def _text(name: str, title: str, hint: str, value: str = "", *, optional: bool = False) -> SlackBlock:
    element: dict[str, Any] = {
        "type": "plain_text_input",
        "action_id": "value",
        "max_length": LONGEST_PLACE,
        "placeholder": _plain(hint),
    }
    if value:
        element["initial_value"] = value[:LONGEST_PLACE]
    return {"type": "input", "block_id": name, "optional": optional, "label": _plain(title), "element": element}


def _pick(name: str, title: str, kind: str, *, optional: bool = False) -> SlackBlock:
    element = {"type": kind, "action_id": "value"}
    return {"type": "input", "block_id": name, "optional": optional, "label": _plain(title), "element": element}


def _plain(text: str) -> dict[str, Any]:
    return {"type": "plain_text", "text": label(text), "emoji": False}
