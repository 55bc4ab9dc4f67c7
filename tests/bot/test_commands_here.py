"""What help, old buttons and the pages of settings say depends on who reads along."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from adapters.protocol import AddressedBy, ChatRef, IncomingMessage, Person, Reply, Text
from adapters.slack.outbound import with_our_commands
from adapters.slack.reading import command_text
from agent.config import AgentSettings
from agent.deps import Deps
from agent.protocol import Minima, Profile
from bot.command_words import called_command, typed_command
from bot.commands import COMMANDS, help_among_people, help_text, settings_text
from bot.conversation import OLD_BUTTON_HERE, Desk
from bot.homes import StoredHomes
from bot.settings import Settings
from bot.store import PersonRef, Store
from tongue import speaking

DM, CLUB = ChatRef("slack", "T", "D1"), ChatRef("slack", "T", "C1")
ANA = Person("ana", "Ana")


@pytest.fixture
def deps(data_dir: Path) -> Deps:
    return Deps(settings=AgentSettings(data_dir=data_dir))


@pytest.fixture
async def desk(store: Store, deps: Deps) -> AsyncIterator[Desk]:
    yield Desk(store, deps)


async def said(desk: Desk, chat: ChatRef, text: str = "", token: str = "", by: AddressedBy = "dm") -> Reply:
    message = IncomingMessage(
        id=f"{text}{token}", chat=chat, person=ANA, text=text, addressed_by="button" if token else by,
        sent_at=datetime.now(UTC), private=chat is DM, token=token,
    )  # fmt: skip
    reply = Reply(())
    async for shown in desk.replies(message):
        reply = shown
    return reply


def words(reply: Reply) -> str:
    return "\n".join(block.markdown for block in reply.blocks if isinstance(block, Text))


async def test_help_in_a_group_says_how_to_ask_there(desk: Desk) -> None:
    told = words(await said(desk, CLUB, "/help"))
    assert "/fly How far" in told and "/home" not in told
    assert "/home" in words(await said(desk, DM, "/help"))


async def test_ones_own_settings_are_for_oneself_alone_among_people(desk: Desk) -> None:
    for text in ("/settings", "/home EGTF", "/aircraft SR22", "/language de", "/reset", "/help"):
        assert (await said(desk, CLUB, text)).ephemeral
        assert not (await said(desk, DM, text)).ephemeral
    assert not (await said(desk, CLUB, "/start")).ephemeral


async def test_what_is_deleted_of_a_person_is_for_that_person_alone_among_people(desk: Desk) -> None:
    asked = await said(desk, CLUB, "/forget")
    gone = await said(desk, CLUB, token=asked.buttons[0].token)
    assert "about you" in words(gone)
    assert asked.ephemeral and gone.ephemeral


async def test_a_home_base_is_kept_by_its_name_too(desk: Desk) -> None:
    assert "EGTF Fairoaks" in words(await said(desk, DM, "/home Fairoaks"))
    assert "I don't know" in words(await said(desk, DM, "/home Paris"))


async def test_only_an_answer_that_asks_where_the_pilot_is_asks_for_a_position(desk: Desk) -> None:
    for asks in ("Flugplätze in meiner Nähe", "fields close to me"):
        assert (await said(desk, DM, asks)).asks_place, asks
    for tells in ("Tell me about LFAT", "anything to eat nearby?"):
        assert not (await said(desk, DM, tells)).asks_place, tells


@pytest.mark.parametrize("text", ["forget", "oublier", "Vergessen", "vergiss mich"])
async def test_to_forget_is_asked_in_three_languages(desk: Desk, text: str) -> None:
    assert len((await said(desk, DM, text)).buttons) == 2


@pytest.mark.parametrize("text", ["language de", "Sprache: Deutsch", "langue allemand"])
async def test_the_language_is_chosen_in_plain_words_too(desk: Desk, text: str) -> None:
    assert words(await said(desk, DM, text)) == "Ab jetzt antworte ich auf Deutsch."


@pytest.mark.parametrize("text", ["reminders", "Erinnerungen", "mes rappels"])
def test_reminders_are_listed_in_three_languages(text: str) -> None:
    assert typed_command(text) == "/reminders"


async def test_a_call_with_the_name_of_a_command_is_that_command(desk: Desk) -> None:
    assert "Commands here" in words(await said(desk, CLUB, "/fly help", by="command"))
    assert "Home base" in words(await said(desk, CLUB, "settings", by="mention"))
    assert "Home base" not in words(await said(desk, CLUB, "settings", by="thread"))


@pytest.mark.parametrize("language", ["fr", "de"])
def test_help_is_in_the_language_that_is_spoken(language: str) -> None:
    """Every line of it but the names of the commands."""
    english = {command.summary for command in COMMANDS}
    with speaking(language):
        told = f"{help_text()}\n{help_among_people()}\n{settings_text(Profile())}"
    assert not [summary for summary in english if f"· {summary}" in told]
    assert "Ask" not in told and "Home base" not in told and "Not for operational use" not in told


def test_slack_names_its_own_command_in_every_text() -> None:
    told = words(with_our_commands(Reply((Text(help_among_people()),))))
    assert "`/flyfun How far" in told and "/flyfun forget" in told
    assert not [one for one in told.split() if one.startswith(("/fly ", "/forget"))]


@pytest.mark.parametrize("name", [command.name for command in COMMANDS])
def test_slack_writes_every_command_behind_its_own(name: str) -> None:
    assert words(with_our_commands(Reply((Text(f"Say /{name} to see."),)))) == f"Say /flyfun {name} to see."


@pytest.mark.parametrize("name", [command.name for command in COMMANDS if command.name != "aircraft"])
def test_every_command_is_one_behind_slacks_own(name: str) -> None:
    assert command_text(name) == f"/{name}"


async def test_a_forged_button_is_refused_to_who_taps_and_to_nobody_else(desk: Desk) -> None:
    refused = await said(desk, CLUB, token="forged")
    assert refused.ephemeral and words(refused) == OLD_BUTTON_HERE and not refused.buttons
    fresh = await said(desk, DM, token="forged")
    assert fresh.buttons


async def test_home_offers_whole_questions_and_keeps_what_it_does_not_show(desk: Desk, store: Store) -> None:
    for text in ("How long to fly from EGTF to LFMD", "140 knots", "and to LFAT?", "What about Spain?"):
        await said(desk, DM, text)
    homes = StoredHomes(store, desk.deps, Settings(agent=desk.deps.settings))
    assert [one.label for one in (await homes.view(DM, ANA)).recent] == ["How long to fly from EGTF to LFMD"]
    person = PersonRef("slack", "T", "ana")
    minima = Minima(ceiling_ft=1500)
    await store.save_profile(
        person, (await store.profile(person)).model_copy(update={"minima": minima, "margin_minutes": 45})
    )
    assert not await homes.change(DM, ANA, home_base="EGTF", aircraft="", units="metric")
    kept = await store.profile(person)
    assert (kept.minima, kept.margin_minutes, kept.home_base) == (minima, 45, "EGTF")


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("Help!", "/help"), ("help pls", "/help"), ("settings please", "/settings"), ("my settings please", "/settings"), ("forget me", "/forget"),
        ("Forget everything in this group", "/forget"), ("my reports", "/mydata"), ("units metric", "/units metric"), ("flyout", "/flyout"), ("was weißt du über mich?", "/mydata"), ("mes avis", "/mydata"),
        ("delete my data", "/forget"), ("privacy", "/mydata"), ("my home base", "/home"),
        ("LFAT please", "LFAT please"), ("forget the restaurant", "forget the restaurant"),
    ],
)  # fmt: skip
def test_a_command_is_known_by_its_other_names_too(text: str, command: str) -> None:
    assert typed_command(text) == called_command(text, "mention") == command


@pytest.mark.parametrize(
    ("question", "help_", "settings", "home"),
    [
        ("Quelle est la distance de LFPN à LFAT ?", "Commandes", "Base\xa0:", "Votre base"),
        ("Wie weit ist EDAZ von EDDF?", "Befehle", "Heimatplatz:", "Ihr Heimatplatz"),
    ],
)
async def test_the_name_of_a_command_is_answered_in_the_language_of_the_chat(
    desk: Desk, question: str, help_: str, settings: str, home: str
) -> None:
    """Its name is of no language, and only "home" may answer what was just asked ("From where?", "Which aircraft?")."""
    await said(desk, DM, question)
    for command, words_ in (("help", help_), ("settings", settings), ("home", home)):
        assert words_ in words(await said(desk, DM, command))
    forgotten = words(await said(desk, DM, "reset"))
    assert words(await said(desk, DM, "settings")).startswith(settings) and "forgotten" not in forgotten


@pytest.mark.parametrize(
    ("text", "command", "says"),
    [
        ("Réglages svp", "/settings", "Base\xa0:"), ("Einstellungen", "/settings", "Heimatplatz:"),
        ("mein Heimatflugplatz", "/home", "Ihr Heimatplatz"), ("recommencer", "/reset", "oubliée"),
        ("Zurücksetzen!", "/reset", "vergessen"), ("start over", "/reset", "forgotten"), ("mes données", "/mydata", ""),
    ],
)  # fmt: skip
async def test_a_command_called_in_a_language_is_answered_in_it(
    desk: Desk, text: str, command: str, says: str
) -> None:
    assert typed_command(text) == called_command(text, "mention") == command
    assert says in words(await said(desk, DM, text))


@pytest.mark.parametrize("text", ["currency medical 3 March 2027", "Currency medical off", "currency off"])
def test_a_date_is_kept_in_private_as_the_answer_to_currency_says_it(text: str) -> None:
    assert typed_command(text) == f"/{text.lower()}"
    assert typed_command("margin 45") == "/margin 45"
    assert typed_command("currency of Switzerland") == "currency of Switzerland"
