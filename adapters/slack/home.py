"""The Home tab: a pilot's home base, aircraft and units, what they asked lately, and what is set up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adapters.protocol import ChatRef, Homes, HomeView, Person
from adapters.slack.blocks import SlackBlock, shortened, tap_row
from adapters.slack.calls import Calls
from adapters.slack.markup import label
from adapters.slack.reading import text_at

PROMPTS = (
    ("Airports near a place", "Airports near Annecy"),
    ("Distance and time", "How far EGKB to LFAT"),
    ("Customs and notice", "What notice does LFAT need on Saturday from the UK?"),
    ("Rules of a country", "VFR rules in Germany"),
)
"""(title, message) of the four suggested prompts; the manifest has the same."""

UNITS = (("aviation", "Feet first"), ("metric", "Metres first"))
LONGEST_VALUE = 150


class Home:
    """Publishes the Home tab and its modal."""

    def __init__(self, homes: Homes, calls: Calls) -> None:
        self._homes = homes
        self._calls = calls

    async def publish(self, tenant: str, user: str, channel: str) -> None:
        """Show a person their Home tab. `channel` is their direct message with the bot."""
        view = await self._homes.view(ChatRef("slack", tenant, channel), Person(user))
        page = {"type": "home", "blocks": home_blocks(view, channel)}
        await self._calls.read(tenant, "views_publish", user_id=user, view=page)

    async def edit(self, tenant: str, user: str, channel: str, trigger: str) -> None:
        """Open the modal; Slack's trigger is good for three seconds."""
        view = await self._homes.view(ChatRef("slack", tenant, channel), Person(user))
        await self._calls.send(tenant, "views_open", trigger_id=trigger, view=modal(view, channel))

    async def save(self, tenant: str, user: str, channel: str, view: Mapping[str, Any]) -> dict[str, str]:
        """Store what the modal says; the problem by its input when it is not understood."""
        state: Mapping[str, Any] = view.get("state") or {}
        base = text_at(state, "values", "home_base", "value", "value")
        aircraft = text_at(state, "values", "aircraft", "value", "value")
        units = text_at(state, "values", "units", "value", "selected_option", "value") or UNITS[0][0]
        problem = await self._homes.change(
            ChatRef("slack", tenant, channel), Person(user), home_base=base, aircraft=aircraft, units=units
        )
        if not problem:
            return {}
        about_aircraft = bool(aircraft) and aircraft.strip()[:40] in problem
        return {"aircraft" if about_aircraft else "home_base": shortened(problem, LONGEST_VALUE)}


def home_blocks(view: HomeView, channel: str) -> list[SlackBlock]:
    """The page. Recent questions are taps that are answered in the direct message."""
    units = dict(UNITS).get(view.units, view.units)
    settings = (("Home base", view.home_base), ("Aircraft", view.aircraft), ("Units", units))
    shown = [(name, shortened(value, LONGEST_VALUE) or "not set") for name, value in settings]
    blocks: list[SlackBlock] = [
        _header("Your settings"),
        {
            "type": "section",
            "fields": [_plain(f"{name}\n{value}") for name, value in shown],
            "accessory": {
                "type": "button",
                "action_id": "edit_settings",
                "text": _plain("Edit"),
                "value": channel,
            },
        },
    ]
    if view.outings:
        listed = shortened("\n".join(view.outings), 2_000)
        blocks += [_header("Your outings"), {"type": "section", "text": _plain(listed)}]
    if view.recent:
        blocks += [_header("Asked lately"), tap_row(view.recent, channel)]
    blocks.append(_header("What is set up"))
    lines = [f"{name}: {'on' if on else 'not set up'}" for name, on in view.setup]
    told = shortened("\n".join(lines) or "The offline data", 1_000)
    blocks.append({"type": "section", "text": _plain(told)})
    note = "Not for operational use: check AIP, NOTAM and weather."
    blocks.append({"type": "context", "elements": [_plain(note)]})
    return blocks


def modal(view: HomeView, channel: str) -> dict[str, Any]:
    """The form. `channel` comes back with it."""
    chosen = view.units if view.units in dict(UNITS) else UNITS[0][0]
    options = [{"text": _plain(name), "value": value} for value, name in UNITS]
    return {
        "type": "modal",
        "callback_id": "settings",
        "private_metadata": channel,
        "title": _plain("Your settings"),
        "submit": _plain("Save"),
        "close": _plain("Cancel"),
        "blocks": [
            _input("home_base", "Home base", view.home_base, "ICAO code, such as EGTF"),
            _input("aircraft", "Aircraft or cruise speed", view.aircraft, "SR22, or 140 kt"),
            {
                "type": "input",
                "block_id": "units",
                "label": _plain("Lengths"),
                "element": {
                    "type": "static_select",
                    "action_id": "value",
                    "options": options,
                    "initial_option": next(one for one in options if one["value"] == chosen),
                },
            },
        ],
    }


def _input(name: str, title: str, value: str, hint: str) -> SlackBlock:
    element: dict[str, Any] = {
        "type": "plain_text_input",
        "action_id": "value",
        "max_length": 100,
        "placeholder": _plain(hint),
    }
    if value:
        element["initial_value"] = value[:100]
    return {"type": "input", "block_id": name, "optional": True, "label": _plain(title), "element": element}


def _header(text: str) -> SlackBlock:
    return {"type": "header", "text": _plain(text)}


def _plain(text: str) -> dict[str, Any]:
    return {"type": "plain_text", "text": label(text), "emoji": False}
