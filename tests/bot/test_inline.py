"""Cards while somebody types: quick, few, and only from what is known."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from servers.aviationweather import AviationWeatherServer
from servers.http import Response

from adapters.protocol import AnswerInline, Person
from agent.config import AgentSettings
from agent.deps import Deps
from bot.inline import inline_cards

ANA = Person("ana")


@pytest.fixture(scope="module")
def answer(data_dir: Path) -> AnswerInline:
    deps = Deps(settings=replace(AgentSettings(), data_dir=data_dir, awc_url=""))
    return inline_cards(lambda: deps)


async def test_a_query_of_before_the_tables_are_read_waits_for_them_and_takes_those_in_use(data_dir: Path) -> None:
    deps = Deps(settings=replace(AgentSettings(), data_dir=data_dir, awc_url=""))
    in_use: list[Deps] = []
    read = asyncio.Event()
    typed = asyncio.ensure_future(inline_cards(lambda: in_use[-1], read.wait)("EGTF LFMD", ANA))
    await asyncio.sleep(0)
    assert not typed.done()
    in_use.append(deps)
    read.set()
    assert "559 nm" in (await typed)[0].description


@pytest.mark.parametrize("query", ["EGLL", " egll ", "LHR"])
async def test_a_code_gives_its_airfield(answer: AnswerInline, query: str) -> None:
    (card,) = await answer(query, ANA)
    assert card.key == "EGLL" and card.title.startswith("EGLL ")
    assert "Elevation 83 ft" in card.description
    assert card.position is not None and abs(card.position.lat - 51.47) < 0.02
    assert "OurAirports" in card.markdown


@pytest.mark.parametrize("query", ["LFAT sat", "LFAT SAT", "LFAT sun", "EDNY mon"])
async def test_a_day_beside_a_code_is_no_second_field(answer: AnswerInline, query: str) -> None:
    (card,) = await answer(query, ANA)
    assert query[:4] in card.title and " nm" not in card.description


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("EGTF LFMD", ["559 nm"]),
        ("EGTF to LFMD 140 kt", ["3h 59m", "140 kt", "559 nm"]),
        ("from egtf to lfmd at 140 knots", ["3h 59m"]),
        ("EGTF LFMD c172", ["559 nm", "typical"]),
    ],
)
async def test_two_codes_give_a_distance_and_a_speed_gives_a_time(
    answer: AnswerInline, query: str, words: list[str]
) -> None:
    (card,) = await answer(query, ANA)
    assert card.title == "EGTF to LFMD"
    for word in words:
        assert word in card.description and word in card.markdown.replace("**", "")
    assert "**" not in card.description and "\n" not in card.description


async def test_a_card_is_in_the_language_of_the_words_else_of_the_app(answer: AnswerInline) -> None:
    german = replace(ANA, language="de-AT")
    (card,) = await answer("EGTF LFMD 120 kt", german)
    assert "bei Windstille" in card.description and "Nicht für den operativen Gebrauch" in card.markdown
    (card,) = await answer("aéroports près de Dijon", german)
    assert "terrains" in card.title
    (card,) = await answer("EGLL", german)
    assert "Höhe" in card.description


@pytest.mark.parametrize(("query", "field"), [("Shoreham", "EGKA"), ("dunkirk", "LFAK")])
async def test_what_pilots_call_a_field_comes_before_towns_of_the_name(
    answer: AnswerInline, query: str, field: str
) -> None:
    assert (await answer(query, ANA))[0].key == field


async def test_a_name_gives_a_few_fields_the_best_first(answer: AnswerInline) -> None:
    cards = await answer("touquet", ANA)
    assert cards[0].key == "LFAT" and 1 <= len(cards) <= 10
    assert len({card.key for card in cards}) == len(cards)


@pytest.mark.parametrize("query", ["", "   ", "?!", "x" * 5000, "\x00\u202e", "EGTF EGTF"])
async def test_nothing_known_gives_no_card(answer: AnswerInline, query: str) -> None:
    assert await answer(query, ANA) == ()


async def test_cards_come_while_typing(answer: AnswerInline) -> None:
    await answer("EGLL", ANA)
    begun = time.process_time()
    for query in ("EGTF", "EGTF LFMD c172", "le touq"):
        await answer(query, ANA)
    assert (time.process_time() - begun) / 3 < 0.3


async def test_a_code_has_its_report_beside_its_card_and_wx_has_the_report_alone(data_dir: Path) -> None:
    async with AviationWeatherServer() as awc:
        now = datetime(2026, 11, 22, 12, tzinfo=UTC)
        awc.metar("EGKB", "METAR EGKB 221150Z 24010KT 9999 FEW030 12/08 Q1012", now.timestamp())
        deps = Deps(settings=AgentSettings(data_dir=data_dir, awc_url=awc.endpoint), now=lambda: now)
        answer = inline_cards(lambda: deps)
        await answer("EGKB", ANA)  # reads tables and imports the client, which a busy machine takes long for
        card, report = await answer("EGKB", ANA)
        assert (card.key, report.title) == ("EGKB", "EGKB weather")
        assert "240° 10 kt" in report.description
        (alone,) = await answer("EGKB wx", ANA)
        assert "METAR EGKB 221150Z" in alone.markdown
        (metar,) = await answer("egkb metar", ANA)
        assert "METAR EGKB 221150Z" in metar.markdown
        await deps.aclose()


async def test_a_silent_weather_service_costs_the_card_nothing(data_dir: Path) -> None:
    async with AviationWeatherServer() as awc:
        awc.faults.extend([Response(delay=60.0)] * 4)
        deps = Deps(settings=AgentSettings(data_dir=data_dir, awc_url=awc.endpoint))
        begun = time.perf_counter()
        cards = await inline_cards(lambda: deps)("EGKB", ANA)
        assert [card.key for card in cards] == ["EGKB"]
        assert time.perf_counter() - begun < 30
        await deps.aclose()


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("LFAT notice", ["LFAT", "Customs"]),
        ("airports near annecy", ["LFLP", "within 50 nm of Annecy"]),
        ("LFAT avgas", ["AVGAS 100LL"]),
        ("what is ppr", ["Prior Permission Required"]),
    ],
)
async def test_words_that_are_read_surely_give_what_they_mean(
    answer: AnswerInline, query: str, words: list[str]
) -> None:
    (card,) = await answer(query, ANA)
    for word in words:
        assert word in f"{card.title} {card.description}"
    assert "Not for operational use" in card.markdown


@pytest.mark.parametrize(
    "query", ["EGKB blah blub", "see you at the pub tonight", "EGKB wx", "my dog", "asdf qwertz"]
)
async def test_words_that_mean_nothing_sure_give_nothing(answer: AnswerInline, query: str) -> None:
    assert await answer(query, ANA) == ()


async def test_a_word_of_the_glossary_is_that_word_before_a_field_far_away(answer: AnswerInline) -> None:
    first, *others = await answer("GAR", Person("1"))
    assert first.title.startswith("GAR") and "report" in f"{first.title} {first.description}".lower()
    assert [card.key for card in others] == ["AYGI"]


@pytest.mark.parametrize("query", ["bonjour", "hello", "guten Morgen"])
async def test_a_greeting_finds_no_field_of_that_name(answer: AnswerInline, query: str) -> None:
    assert await answer(query, ANA) == ()
