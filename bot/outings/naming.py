"""Which outing, day or task a message names: by its place, its day, its aircraft, or as the one just spoken of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from adapters.protocol import IncomingMessage
from agent import regex as re
from agent.language.slots import Spot
from agent.language.wording import plain
from bot.outings.ground import CURRENT_TURN, under
from bot.outings.outing import LIVE
from bot.outings.records import Held
from bot.outings.tapping import Tapping
from bot.outings.words import Heard

SHORT = 8
"""So many words are an answer alone."""
_FOR_A_DAY = re.compile(r"\b(?:for|on|für|am|pour)\s+(?:the\s+|this\s+)?$", re.IGNORECASE)
OF_A_PLACE = (
    "say", "bring", "withdraw", "seat", "seats", "who", "leaves", "stands", "todo", "done_by", "report", "mine",
    "back", "along", "guest_out", "cancel", "move", "flying", "not_flying", "paid", "plan_b", "answer_by",
)  # fmt: skip
"""What may be said of an outing beside its place's name; costs, hours and fuel may be the field's."""
_TOWARDS = re.compile(
    r"\s*(?:\b(?:to|for|at|about|nach|bei|zu|für|à|pour|sur)\s+)?(?:\b(?:the|our|das|die|der|den|la|le)\s+)?$",
    re.IGNORECASE,
)
_ITS_TRIP = re.compile(
    r"^\s+(?:one|trip|fly-?out|run|jolly|flight|outing|flug|ausflug|tour|sortie|vol)\b", re.IGNORECASE
)


@dataclass
class Naming(Tapping):
    """The part that finds what is named."""

    async def _heard_of_a_place(self, text: str, message: IncomingMessage) -> tuple[Heard | None, Sequence[Held]]:
        """What is said of the outing that is named by its place: "put me down for Goodwood"."""
        live = [one for one in await self.records.in_room(message.chat) if one.outing.status in LIVE]
        spot, named = self._named_by_place(text, live)
        if spot is None:
            return None, ()
        said = plain(text)
        before, behind = _TOWARDS.sub("", said[: spot.start]), _ITS_TRIP.sub("", said[spot.end :])
        heard = self.ear.heard(f"{before} {behind}", self._today())
        return (heard, named) if heard is not None and heard.kind in OF_A_PLACE else (None, ())

    def _named_by_place(self, text: str, held: Sequence[Held]) -> tuple[Spot | None, Sequence[Held]]:
        """The first place that is where outings go, and these."""
        for spot in self.ear.said(plain(text), self._today()).slots.spots:
            if named := [one for one in held if one.outing.goes_to(spot.name)]:
                return spot, named
        return None, ()

    def _of_what_is_named(
        self, heard: Heard, text: str, message: IncomingMessage, held: Sequence[Held]
    ) -> Sequence[Held]:
        """Of several outings those that are meant by the place, day, aircraft or pilot that is named."""
        named = self._named_by_place(text, held)[1]
        days = self._days(text) if heard.kind not in ("move", "answer_by") else set[date]()
        named = named or [one for one in held if days & set(one.outing.days)]
        if not named and heard.kind in ("bring", "withdraw") and not heard.craft:
            named = [one for one in held if one.outing.aircraft_of(message.person.id)]
        if not named and heard.kind == "seat":
            named = [one for one in held if one.outing.craft_of(heard.name, heard.craft) is not None]
        return named or held

    def _days(self, text: str) -> set[date]:
        return {day.when for day in self.ear.said(plain(text), self._today()).slots.days}

    def _is_another_day(self, text: str, held: Sequence[Held]) -> bool:
        """Whether a short answer is to a day on which nothing is planned: "count me in for Saturday"."""
        said, found = plain(text), self.ear.said(plain(text), self._today()).slots.days
        days = {
            day.when for day in found if _FOR_A_DAY.search(said[: day.start])
        }  # "Friday now, I'm a yes" is none
        return bool(days) and len(text.split()) <= SHORT and not any(days & set(one.outing.days) for one in held)

    async def _beside(self, held: Sequence[Held], message: IncomingMessage) -> bool:
        """Whether a message that could mean a question's flight means the outing: under its card, or nothing
        else was asked here lately by this person."""
        if any(under(one, message) for one in held):
            return True
        conversation, _ = await self.store.load(message.chat)
        mine = [turn for turn in conversation.turns if turn.person in ("", message.person.id)]
        last = mine[-1] if mine else None  # what others asked is theirs
        if last is None or self.now() - last.at > CURRENT_TURN:
            return True
        spoken = await self._values(message).get(f"last {message.person.id}")
        return spoken is not None and datetime.fromisoformat(spoken) >= last.at

    async def _task_spoken_of(self, message: IncomingMessage) -> str:
        """The task that was asked about here a moment ago; "" for none."""
        return await self._values(message).get(f"task {message.chat.thread}") or ""

    async def _of_the_task_spoken_of(self, heard: Heard, message: IncomingMessage) -> Heard:
        """ "Leave it to me": the task that was asked about here a moment ago; who rings the field asks for PPR."""
        task = await self._task_spoken_of(message)
        return replace(heard, task=task or ("ppr" if heard.what == "them" else ""))
