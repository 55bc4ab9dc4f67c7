"""The conversation log: what was asked and answered, without who asked, and gone when they want it gone."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from contracts import forked

from adapters.protocol import ChatRef, IncomingMessage, Person
from agent.config import AgentSettings
from agent.deps import Deps
from bot.actions import Feedback, Forget
from bot.conversation import Desk
from bot.conversation_log import ConversationLog, open_log, redacted
from bot.keys import PersonRef
from bot.settings import Settings
from bot.store import NewButton, Store

CHAT = ChatRef("telegram", "1", "4242424242")


def _message(
    text: str, chat: ChatRef = CHAT, *, number: int = 1, token: str = "", person: str = "77"
) -> IncomingMessage:
    return IncomingMessage(
        id=str(number),
        chat=chat,
        person=Person(person),
        text=text,
        addressed_by="button" if token else "dm",
        sent_at=datetime.now(UTC),
        token=token,
    )


class _Records:
    async def save_feedback(self, message: IncomingMessage, good: bool, question: str) -> None: ...

    async def forget_person(self, person: PersonRef) -> None: ...

    async def of_person(self, person: PersonRef) -> tuple[str, ...]: ...

    async def forget_chat(self, chat: ChatRef) -> None: ...

    async def move_chat(self, old: ChatRef, new: ChatRef, *, same_messages: bool = False) -> None: ...


@pytest.fixture
def diary(tmp_path: Path) -> ConversationLog:
    made = open_log(
        Settings(agent=AgentSettings(data_dir=tmp_path / "data"), conversation_log=str(tmp_path / "log"))
    )
    assert made is not None
    return made


@pytest.fixture
def desk(store: Store, diary: ConversationLog, data_dir: Path) -> Desk:
    records: Any = _Records()
    return Desk(store, Deps(settings=AgentSettings(data_dir=data_dir)), None, records, None, diary)


async def _say(desk: Desk, message: IncomingMessage) -> None:
    async for _ in desk.replies(message):
        pass


def test_without_the_setting_nothing_is_kept() -> None:
    assert open_log(Settings(agent=AgentSettings())) is None


async def test_a_question_leaves_its_plan_tools_and_times_and_no_name(desk: Desk, diary: ConversationLog) -> None:
    await _say(desk, _message("How far from EGTF to LFMD? mail ana@example.org or +33 3 21 05 03 99"))
    (line,) = diary.lines()
    assert line["kind"] == "answer"
    assert line["plan"]["steps"][0]["tool"] == "calculate_flight_distance"
    assert line["tools"][0]["ok"] is True
    assert line["timings_ms"]["total"] > 0
    assert line["model"] == {"calls": 0, "tokens": 0, "usd": 0.0}
    assert "559 nm" in line["answer"]
    (file,) = diary.folder.glob("*.jsonl")
    whole = file.read_text()
    for personal in ("4242424242", '"77"', "ana@example.org", "05 03 99"):
        assert personal not in whole
    assert file.stat().st_mode & 0o077 == 0


async def test_a_thumb_lands_beside_the_answer(desk: Desk, diary: ConversationLog, store: Store) -> None:
    action = Feedback(good=False, question="How far from EGTF to LFMD").model_dump_json()
    (token,) = await store.put_buttons(CHAT, [NewButton(action)])
    await _say(desk, _message("", token=token, number=2))
    (line,) = diary.lines()
    assert (line["kind"], line["good"], line["asked"]) == ("feedback", False, "How far from EGTF to LFMD")


@pytest.mark.parametrize("scope", ["chat", "person"])
async def test_forget_deletes_the_lines_of_who_asks_and_no_others(
    desk: Desk, diary: ConversationLog, store: Store, scope: Any
) -> None:
    other = ChatRef("telegram", "1", "5555555555")
    await _say(desk, _message("LFAT"))
    await _say(desk, _message("EGKB", other, number=2, person="88"))
    (token,) = await store.put_buttons(CHAT, [NewButton(Forget(scope=scope).model_dump_json())])
    await _say(desk, _message("", token=token, number=3))
    assert [line["asked"] for line in diary.lines()] == ["EGKB"]


async def test_a_folder_that_cannot_be_written_costs_a_line_and_no_answer(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    broken = ConversationLog(tmp_path / "file" / "log", "key")
    await broken.rated(_message("x"), True, "x")
    await broken.forget_chat(CHAT)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("call +44 1234 567890 now", "call … now"),
        ("03 21 05 03 99", "…"),
        ("open 0800-1800, runway 1,850 m", "open 0800-1800, runway 1,850 m"),
        ("key sk-abcdefgh12345678", "key …"),
        ("LFAT to EGKB at 120 kt on 2026-11-21", "LFAT to EGKB at 120 kt on 2026-11-21"),
        ("a@b.example", "…"),
    ],
)
def test_what_is_personal_is_taken_out_and_aviation_stays(text: str, kept: str) -> None:
    assert redacted(text) == kept


def test_the_command_shows_a_day(tmp_path: Path) -> None:
    folder = tmp_path / "log"
    folder.mkdir()
    line = {
        "at": "2026-11-21T10:00:00+00:00",
        "kind": "feedback",
        "good": True,
        "chat": "abcdef0123",
        "asked": "LFAT",
    }
    (folder / "2026-11-21.jsonl").write_text(json.dumps(line) + "\nbroken\n")

    def run(*arguments: str, kept: str = str(folder)) -> Any:
        environment = {
            "PATH": "/usr/bin:/bin",
            "FLYFUN_DATA_DIR": str(tmp_path / "data"),
            "FLYFUN_CONVERSATION_LOG": kept,
        }
        return forked.run(["-m", "bot", "log", "show", *arguments], env=environment)

    assert run("--day", "2026-11-21").stdout == "2026-11-21T10:00:00  abcdef  helpful: LFAT\n"
    assert json.loads(run("--json").stdout) == line
    assert "not a day" in run("--day", "tomorrow").stderr
    assert "FLYFUN_CONVERSATION_LOG" in run(kept="").stderr
