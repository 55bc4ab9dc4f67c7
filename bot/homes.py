"""A person's home page: their settings, what they asked lately, and what is set up here."""

from __future__ import annotations

from collections.abc import Callable

from adapters.protocol import Button, ChatRef, HomeView, Person
from agent import regex as re
from agent.aviation.aircraft import parse_speed_kts
from agent.deps import Deps
from agent.understanding.reader.leaning import CONTINUES
from bot.actions import Ask
from bot.outings.card import plain_head
from bot.outings.records import OutingRecords
from bot.settings import Settings
from bot.store import NewButton, PersonRef, Store
from tongue import say

MOST_RECENT = 5
LONGEST_LABEL = 60
UNITS = ("aviation", "metric")
_SPEED = re.compile(r"\d+(?:[.,]\d+)?\s*(?:kts?|knots?|mph|km/?h)\b", re.IGNORECASE)


class StoredHomes:
    """Implements `adapters.protocol.Homes`. Raises `StoreError` when the store fails."""

    def __init__(
        self,
        store: Store,
        deps: Deps,
        settings: Settings,
        outings: Callable[[], OutingRecords | None] = lambda: None,
    ) -> None:
        self._outings = outings
        self._store = store
        self._deps = deps
        self._settings = settings

    async def view(self, chat: ChatRef, person: Person) -> HomeView:
        """The settings, and the last different questions of this person in this chat as taps."""
        profile = await self._store.profile(_ref(chat, person))
        aircraft = profile.aircraft or ""
        if profile.cruise_speed_kts:
            aircraft = f"{aircraft} {profile.cruise_speed_kts:g} kt".strip()
        return HomeView(
            home_base=profile.home_base or "",
            aircraft=aircraft,
            units=profile.units,
            recent=await self._recent(chat, person),
            setup=self._setup(),
            outings=await self._ahead(chat, person),
        )

    async def language(self, chat: ChatRef, person: Person) -> str:
        """The language a person has chosen; "" for none."""
        return (await self._store.profile(_ref(chat, person))).language or ""

    async def _recent(self, chat: ChatRef, person: Person) -> tuple[Button, ...]:
        conversation, _ = await self._store.load(chat)
        turns = [turn for turn in reversed(conversation.turns) if turn.person in ("", person.id)]
        whole = [turn.text for turn in turns if turn.whole and not CONTINUES.match(turn.text)]
        asked = [text for text in whole if len(text) <= LONGEST_LABEL]
        texts = list({text.casefold(): text for text in reversed(asked) if text.strip()}.values())[::-1]
        shown = texts[:MOST_RECENT]
        about = _ref(chat, person)
        tokens = await self._store.put_buttons(
            chat, [NewButton(Ask(text=text).model_dump_json(), about=about) for text in shown]
        )
        return tuple(Button(text, token) for text, token in zip(shown, tokens, strict=True))

    async def _ahead(self, chat: ChatRef, person: Person) -> tuple[str, ...]:
        """The outings a person is in, the next first."""
        records = self._outings()
        held = await records.of_person(_ref(chat, person)) if records is not None else ()
        return tuple(plain_head(one.outing) for one in held[:MOST_RECENT])

    def _setup(self) -> tuple[tuple[str, bool], ...]:
        agent = self._settings.agent
        return (
            (say("Airline flights"), bool(agent.duffel_api_key)),
            (say("Language model"), bool(agent.openai_api_key or agent.openai_base_url)),
            (say("Street maps"), bool(self._settings.map_tiles_url)),
        )

    async def change(self, chat: ChatRef, person: Person, *, home_base: str, aircraft: str, units: str) -> str:
        """Store all three, or none and say which one is not understood. Empty means not set."""
        ref = _ref(chat, person)
        base = home_base.strip()
        airport = self._deps.airports.get(base) or self._deps.places.field_called(base) if base else None
        if base and airport is None:
            close = ", ".join(f"{a.ident} {a.name}" for a in self._deps.airports.close_codes(base))
            if close:
                return say("I don't know {base}. Did you mean {close}?", base=base[:40], close=close)
            return say("I don't know {base}. Give its ICAO code.", base=base[:40])
        if units not in UNITS:
            return say("Choose aviation (feet first) or metric (metres first).")
        name, speed, problem = self._aircraft(aircraft.strip())
        if problem:
            return problem
        changed = {
            "aircraft": name,
            "cruise_speed_kts": speed,
            "home_base": airport.ident if airport else None,
            "units": units,
        }
        profile = await self._store.profile(ref)  # what the page does not show stays
        await self._store.save_profile(ref, profile.model_copy(update=changed))
        return ""

    def _aircraft(self, text: str) -> tuple[str | None, float | None, str]:
        """Type and speed of a pilot's words, "SR22", "140 kt", "SR22 165 kt"; or what is wrong with them."""
        if not text:
            return None, None, ""
        speed = parse_speed_kts(text)
        types = self._deps.aircraft.resolve(text)
        if not types and speed is not None:
            types = self._deps.aircraft.resolve(_SPEED.sub("", text))
        if len(types) > 1:
            names = ", ".join(aircraft.name for aircraft in types[:4])
            return None, None, say("Which {text} is it: {names}?", text=text[:40], names=names)
        if not types and speed is None:
            words = say(
                "I don't know the type {text}. Give a type such as SR22, or a speed: 140 kt.", text=text[:40]
            )
            return None, None, words
        return (types[0].name if types else None), speed, ""


def _ref(chat: ChatRef, person: Person) -> PersonRef:
    return PersonRef(chat.channel, chat.tenant, person.id)
