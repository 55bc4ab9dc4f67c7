"""The Home tab: a pilot's home base, aircraft and units, what they asked lately, and what is set up."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import Any

from adapters.protocol import ChannelError, ChatRef, Homes, HomeView, Person
from adapters.slack.blocks import SlackBlock, shortened, tap_row
from adapters.slack.calls import Calls
from adapters.slack.markup import label
from adapters.slack.reading import text_at
from adapters.slack.threads import Threads
from tongue import SOURCE, later, say, speaking

PROMPTS = (
    (later("Airports near a place"), later("Airports near Annecy")),
    (later("Distance and time"), later("How far EGKB to LFAT")),
    (later("Customs and notice"), later("What notice does LFAT need on Saturday from the UK?")),
    (later("Rules of a country"), later("VFR rules in Germany")),
)
"""(title, message) of the four suggested prompts; the manifest has the same."""

UNITS = (("aviation", later("Feet first")), ("metric", later("Metres first")))
LONGEST_VALUE = 150
LOCALE_SECONDS = 1.0
"""So long is waited for the language of a person's Slack: a form must open within three seconds."""

log = logging.getLogger(__name__)


class Home:
    """Publishes the Home tab and the forms, in the language of who sees them."""

    def __init__(self, homes: Homes, calls: Calls, threads: Threads) -> None:
        self._homes = homes
        self._calls = calls
        self._threads = threads

    async def language(self, tenant: str, user: str) -> str:
        """The language a person has chosen, else that of their Slack."""
        chosen = await self._homes.language(ChatRef("slack", tenant, ""), Person(user))
        known = chosen or await self.locale(tenant, user)
        return known.partition("-")[0].lower() or SOURCE

    async def locale(self, tenant: str, user: str) -> str:
        """The language of a person's Slack ("fr-FR"); "" where it cannot be read."""
        known = await self._threads.locale(tenant, user)
        if known:
            return known
        try:
            async with asyncio.timeout(LOCALE_SECONDS):
                answer = await self._calls.read(tenant, "users_info", user=user, include_locale=True)
        except (ChannelError, TimeoutError) as error:
            log.info("a language was not read: %s", type(error).__name__)
            return ""
        return await self._threads.locale(tenant, user, text_at(answer, "user", "locale") or SOURCE)

    async def open(self, tenant: str, user: str, trigger: str, form: Callable[[], dict[str, Any]]) -> None:
        """Open a form; Slack's trigger is good for three seconds."""
        with speaking(await self.language(tenant, user)):
            view = form()
        await self._calls.send(tenant, "views_open", trigger_id=trigger, view=view)

    async def prompts(self, tenant: str, user: str, channel: str) -> None:
        """Suggest what to ask first, in the Messages tab."""
        with speaking(await self.language(tenant, user)):
            prompts = [{"title": say(title), "message": say(message)} for title, message in PROMPTS]
        await self._calls.read(
            tenant, "assistant_threads_setSuggestedPrompts", channel_id=channel, prompts=prompts
        )

    async def publish(self, tenant: str, user: str, channel: str) -> None:
        """Show a person their Home tab. `channel` is their direct message with the bot."""
        with speaking(await self.language(tenant, user)):
            view = await self._homes.view(ChatRef("slack", tenant, channel), Person(user))
            page = {"type": "home", "blocks": home_blocks(view, channel)}
        await self._calls.read(tenant, "views_publish", user_id=user, view=page)

    async def edit(self, tenant: str, user: str, channel: str, trigger: str) -> None:
        """Open the settings."""
        view = await self._homes.view(ChatRef("slack", tenant, channel), Person(user))
        await self.open(tenant, user, trigger, lambda: modal(view, channel))

    async def save(self, tenant: str, user: str, channel: str, view: Mapping[str, Any]) -> dict[str, str]:
        """Store what the modal says; the problem by its input when it is not understood."""
        state: Mapping[str, Any] = view.get("state") or {}
        base = text_at(state, "values", "home_base", "value", "value")
        aircraft = text_at(state, "values", "aircraft", "value", "value")
        units = text_at(state, "values", "units", "value", "selected_option", "value") or UNITS[0][0]
        with speaking(await self.language(tenant, user)):
            problem = await self._homes.change(
                ChatRef("slack", tenant, channel), Person(user), home_base=base, aircraft=aircraft, units=units
            )
        if not problem:
            return {}
        about_aircraft = bool(aircraft) and aircraft.strip()[:40] in problem
        return {"aircraft" if about_aircraft else "home_base": shortened(problem, LONGEST_VALUE)}


def home_blocks(view: HomeView, channel: str) -> list[SlackBlock]:
    """The page. Recent questions are taps that are answered in the direct message."""
    units = say(dict(UNITS)[view.units]) if view.units in dict(UNITS) else view.units
    settings = ((say("Home base"), view.home_base), (say("Aircraft"), view.aircraft), (say("Units"), units))
    shown = [(name, shortened(value, LONGEST_VALUE) or say("not set")) for name, value in settings]
    blocks: list[SlackBlock] = [
        _header(say("Your settings")),
        {
            "type": "section",
            "fields": [_plain(f"{name}\n{value}") for name, value in shown],
            "accessory": {
                "type": "button",
                "action_id": "edit_settings",
                "text": _plain(say("Edit")),
                "value": channel,
            },
        },
    ]
    if view.outings:
        listed = shortened("\n".join(view.outings), 2_000)
        blocks += [_header(say("Your outings")), {"type": "section", "text": _plain(listed)}]
    if view.recent:
        blocks += [_header(say("Asked lately")), tap_row(view.recent, channel)]
    blocks.append(_header(say("What is set up")))
    lines = [
        say("{name}: on", name=name) if on else say("{name}: not set up", name=name) for name, on in view.setup
    ]
    told = shortened("\n".join(lines) or say("The offline data"), 1_000)
    blocks.append({"type": "section", "text": _plain(told)})
    note = say("Not for operational use: check AIP, NOTAM and weather.")
    blocks.append({"type": "context", "elements": [_plain(note)]})
    return blocks


def modal(view: HomeView, channel: str) -> dict[str, Any]:
    """The form. `channel` comes back with it."""
    chosen = view.units if view.units in dict(UNITS) else UNITS[0][0]
    options = [{"text": _plain(say(name)), "value": value} for value, name in UNITS]
    return {
        "type": "modal",
        "callback_id": "settings",
        "private_metadata": channel,
        "title": _plain(say("Your settings")),
        "submit": _plain(say("Save")),
        "close": _plain(say("Cancel")),
        "blocks": [
            _input("home_base", say("Home base"), view.home_base, say("ICAO code, such as EGTF")),
            _input("aircraft", say("Aircraft or cruise speed"), view.aircraft, say("SR22, or 140 kt")),
            {
                "type": "input",
                "block_id": "units",
                "label": _plain(say("Lengths")),
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
