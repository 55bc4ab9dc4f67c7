"""Members' reports: a draft is shown, saved by its author's button or "yes", taken back by "undo"."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Protocol, assert_never

from pydantic import JsonValue

from adapters.protocol import Button, IncomingMessage, Reply, Text
from agent.deps import Deps
from agent.protocol import Done
from agent.subjects.reports.tool import ReportDraft
from bot.actions import Feedback, Saved, SaveReport, UndoReport, read_action
from bot.conversation_log import ConversationLog
from bot.keyvalue import StoredValues
from bot.remembered import Ledger
from bot.report_words import field_of_undo, is_undo, is_yes, names_report
from bot.store import PersonRef, Store
from tongue import later, say

DRAFT_SECONDS = 3600
SAVED_SECONDS = 86_400
"""How long a saved report can be taken back by a word."""
NOT_KEPT = later("Reports are not set up here.")


class Records(Ledger, Protocol):
    """Members' reports and feedback."""

    async def save_report(self, message: IncomingMessage, draft: dict[str, JsonValue]) -> str: ...

    async def undo_report(self, message: IncomingMessage, report_id: str) -> bool: ...

    async def save_feedback(self, message: IncomingMessage, good: bool, question: str) -> None: ...

    async def of_person(self, person: PersonRef) -> tuple[str, ...]: ...


@dataclass(frozen=True)
class ReportDesk:
    """The reports' part of the desk, and what is said of its answers."""

    store: Store
    deps: Deps
    records: Records
    diary: ConversationLog | None = None

    def _drafts(self, message: IncomingMessage) -> StoredValues:
        return StoredValues(self.store, "drafts", message.chat)

    def _saved(self, message: IncomingMessage) -> StoredValues:
        return StoredValues(self.store, "saved-reports", message.chat)

    async def settle(self, message: IncomingMessage) -> Reply | None:
        """Save the report this person was shown a draft of, or take back the one they saved; None for all else."""
        if is_undo(message.text):
            return await self._take_back(message)
        if not is_yes(message.text):
            return None
        kept = await self._drafts(message).get(_draft_key(message))
        action = read_action(kept) if kept else None
        if not isinstance(action, SaveReport):
            return None
        return await self.tapped(action, message)

    async def _take_back(self, message: IncomingMessage) -> Reply | None:
        """The report just saved is taken back by its author; an undo after anything else belongs to the agent."""
        kept = await self._saved(message).get(_draft_key(message))
        saved = Saved.model_validate_json(kept) if kept else None
        _, version = await self.store.load(message.chat)
        if saved is None or not (saved.version == version or names_report(message.text)):
            if not names_report(message.text):
                return None
            return Reply((Text(say("I know of no report that you saved here in the last 24 hours.")),))
        if (named := field_of_undo(message.text)) and saved.icao and not self._is_called(saved.icao, named):
            words = say("The last report that you saved here is of {icao}.", icao=saved.icao)
            return Reply((Text(words),))
        return await self.tapped(UndoReport(report_id=saved.report_id), message)

    def _is_called(self, icao: str, named: str) -> bool:
        """Whether a field may be called so."""
        airport = self.deps.airports.get(icao)
        names = f"{icao} {airport.name} {airport.municipality or ''}" if airport else icao
        return named.casefold() in names.casefold()

    async def keep_draft(self, done: Done, message: IncomingMessage) -> SaveReport | None:
        """Remember the drafted report of an answer, for the yes that may follow."""
        draft = next((r for r in done.results if isinstance(r, ReportDraft) and r.found and r.icao), None)
        if draft is None:
            return None
        save = _save_action(draft, message)
        await self._drafts(message).set(
            _draft_key(message), save.model_dump_json(), seconds=DRAFT_SECONDS, person=message.person.id
        )
        return save

    async def tapped(self, action: SaveReport | UndoReport | Feedback, message: IncomingMessage) -> Reply:
        """What a button of a report does: save it, take it back, say whether the answer was good."""
        match action:
            case SaveReport():
                report = await self.records.save_report(message, dict(action.draft))
                await self._drafts(message).delete(_draft_key(message))
                saved = Text(saved_words(action.draft))
                if message.person.anonymous:
                    return Reply((saved,))
                _, version = await self.store.load(message.chat)
                icao = str(action.draft.get("icao") or "")
                kept = Saved(report_id=report, version=version, icao=icao).model_dump_json()
                await self._saved(message).set(
                    _draft_key(message), kept, seconds=SAVED_SECONDS, person=message.person.id
                )
                undo = UndoReport(report_id=report).model_dump_json()
                token = await self.store.put_button(message.chat, undo, person=PersonRef.of(message), once=True)
                return Reply((saved,), (Button(say("Undo"), token),))
            case UndoReport():
                undone = await self.records.undo_report(message, action.report_id)
                await self._saved(message).delete(_draft_key(message))
                words = say("Your report is taken back.") if undone else say("That report is already gone.")
                return Reply((Text(words),))
            case Feedback():
                await self.records.save_feedback(message, action.good, action.question)
                if self.diary is not None:
                    await self.diary.rated(message, action.good, action.question)
                return Reply((Text(say("Thank you, noted.")),), ephemeral=True)
            case _:
                assert_never(action)


def _draft_key(message: IncomingMessage) -> str:
    return f"{message.chat} {message.person.id}"


def saved_words(draft: Mapping[str, JsonValue]) -> str:
    """That a report is saved, and the day it speaks of."""
    day = date.fromisoformat(str(draft["reported_on"]))
    return say("Saved as your report of {day.day} {day:%b} {day.year}.", day=day)


def _save_action(draft: ReportDraft, message: IncomingMessage) -> SaveReport:
    """The button that saves a draft, with the day it speaks of."""
    said = draft.to_json()
    kept = ("icao", "kind", "text", "amount", "currency", "unit", "aircraft", "fuel", "rating")
    day = draft.day or message.sent_at.date()
    return SaveReport(draft={**{name: said[name] for name in kept}, "reported_on": day.isoformat()})
