"""What somebody paid, entered by words, each currency by itself; corrected by a tap, taken back by another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from adapters.protocol import Button, IncomingMessage, Reply, Text
from agent.language.currencies import KRONE, KRONES
from bot.outings.actions import Refused, Spend, Unspend
from bot.outings.changing import UNDER_A_NAME, Changing, currency_of
from bot.outings.corrected import entry_meant, figures_corrected
from bot.outings.costs import cost_words, currencies, money, spent_on
from bot.outings.ground import actor_of, whisper
from bot.outings.heard import Heard, Payment
from bot.outings.outing import Outing
from bot.outings.records import Held
from bot.outings.taps import OutingTap
from tongue import say

EDITABLE_SECONDS = 48 * 3600
"""So long the app lets somebody edit what they wrote."""


@dataclass
class Paying(Changing):
    """The part that counts."""

    async def _paid(self, heard: Heard, message: IncomingMessage, held: Sequence[Held]) -> Reply:
        outing = held[0].outing
        if heard.name and heard.name.lower() not in message.person.name.lower():
            return whisper(say("**Nothing is entered**: who paid says it, “I paid 48 for landing”."))
        payments = (Payment(heard.amount, heard.currency, heard.what), *heard.also)
        possible = await self._possible(payments[0], message, outing)
        spends = [
            Spend(
                amount=one.amount,
                currency=one.currency if one.currency not in ("", KRONE) else possible[0],
                what=one.what,
                aircraft=heard.craft[:16],
            )
            for one in payments
        ]
        if possible[1:]:
            return await self._asked_in_which(spends[0], possible, message, outing)
        if heard.asked:
            return await self._asked_whether_paid(spends, message, outing)
        if message.person.anonymous:
            return whisper(say(UNDER_A_NAME))
        corrected = await self._without_what_it_said(message, outing)
        numbers: list[int] = []
        for place, spend in enumerate(spends):
            own = f"{message.id}/{place}" if place else message.id
            done = await self.records.change(outing.id, spend, actor_of(message), self.now(), own, aloud=True)
            self.woken()
            if done is None or any(isinstance(e, Refused) for e in done.effects):
                return await self._reply(done, message)
            outing = done.outing
            numbers.append(outing.spent)
        await self._values(message).set(
            f"spent {message.handle.get('message_id', message.id)}",
            " ".join(str(number) for number in numbers),
            seconds=EDITABLE_SECONDS,
            person=message.person.id,
        )
        words = f"{corrected} {cost_words(outing)}".lstrip()
        if heard.other:
            words += "\n" + say("What {name} paid is for {name} to enter.", name=heard.other)
        undo = [OutingTap(outing=outing.id, do="act", action=Unspend(number=number)) for number in numbers]
        tokens = await self._tokens(message, undo, own=True)
        labels = [say("Take it back")] * len(spends)
        if spends[1:]:
            labels = [say("Take back {amount}", amount=money(one.amount, one.currency)) for one in spends]
        return Reply((Text(words),), tuple(map(Button, labels, tokens)))

    async def _possible(self, paid: Payment, message: IncomingMessage, outing: Outing) -> tuple[str, ...]:
        """The currencies that may be meant, most likely first: one where it is said, or only one is counted in."""
        if paid.currency not in ("", KRONE):
            return (paid.currency,)
        own = (await self.club.wishes(message.chat)).currency if self.club is not None else ""
        known = tuple(dict.fromkeys((*currencies(outing), own or currency_of(outing))))
        if paid.currency != KRONE:
            return known
        return tuple(one for one in known if one in KRONES) or KRONES

    async def _asked_in_which(
        self, spend: Spend, possible: Sequence[str], message: IncomingMessage, outing: Outing
    ) -> Reply:
        """In which of the currencies it was paid, where an outing counts in several and none is said."""
        each = [(money(spend.amount, one), spend.model_copy(update={"currency": one})) for one in possible]
        words = say("In which currency: {what}?", what=spent_on(spend.what))
        return await self._asked_which_of(words, each, message, outing)

    async def _asked_whether_paid(
        self, spends: Sequence[Spend], message: IncomingMessage, outing: Outing
    ) -> Reply:
        """Whether it is to be entered, each sum by a tap of its own."""
        sums = [
            say("{amount} for {what}?", amount=money(one.amount, one.currency), what=spent_on(one.what))
            for one in spends
        ]
        if not sums[1:]:
            return await self._asked(sums[0], spends[0], message, outing)
        each = [(money(one.amount, one.currency), one) for one in spends]
        return await self._asked_which_of(" ".join(sums), each, message, outing)

    async def _without_what_it_said(self, message: IncomingMessage, outing: Outing) -> str:
        """The message is another now: what it entered before it was edited is taken back; what that was."""
        words: list[str] = []
        for number in await self._entered(message):
            before = next((one for one in outing.expenses if one.number == number), None)
            if before is not None:
                words.append(say("Corrected: {amount} before.", amount=money(before.amount, before.currency)))
            name = f"{message.id}/before {number}"
            await self.records.change(outing.id, Unspend(number=number), actor_of(message), self.now(), name)
        return " ".join(words)

    async def _repaid(self, text: str, message: IncomingMessage) -> Reply | None:
        """ "No, 52 not 48": the entry that is meant, corrected by a tap; None where no entry is."""
        if text.lstrip().startswith("/") or not any(letter.isdigit() for letter in text):
            return None
        held = await self._meant(message, over=True)
        if len(held) != 1 or not held[0].outing.expenses:
            return None
        outing, said = held[0].outing, self.ear.evidence(text, self._today())
        leads = outing.leads(message.person.id)
        entries = [one for one in outing.expenses if leads or one.by.id == message.person.id]
        own = [one for one in entries if one.by.id == message.person.id]
        figures = figures_corrected(said)
        found = entry_meant(figures, said.spent_on, own) or entry_meant(figures, said.spent_on, entries)
        if not figures or found is None:
            return None
        wrong, right = found
        named = next((known for amount, known in said.amounts if amount == right and known != KRONE), "")
        currency = named or wrong.currency
        words = say(
            "Correct {what}, {before}, to {after}?",
            what=spent_on(wrong.what),
            before=money(wrong.amount, wrong.currency),
            after=money(right, currency),
        )
        action = Spend(amount=right, currency=currency, what=wrong.what, instead=wrong.number)
        return await self._asked(words, action, message, outing)

    async def _entered(self, message: IncomingMessage) -> tuple[int, ...]:
        """The numbers of the costs that an edited message entered before it was edited."""
        if not message.handle.get("edited"):
            return ()
        numbers = await self._values(message).get(f"spent {message.handle.get('message_id', message.id)}")
        return tuple(int(number) for number in (numbers or "").split())
