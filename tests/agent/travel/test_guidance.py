"""Guidance: passages with the site's own links, or no answer."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from servers.http import Response
from servers.mediawiki import WikiServer, sections

from agent.travel.guidance import cut, passages_of, subjects_of
from agent.travel.mediawiki import Page, sections_of
from agent.upstream import turn_budget

SAMPLES = Path(__file__).resolve().parents[4] / "shared" / "samples" / "wikivoyage"

JAIPUR = """Jaipur is the capital of Rajasthan, laid out as a planned town in the eighteenth century.

== Understand ==
=== Climate ===
Summers are very hot and dry. The monsoon comes in July. Winters are mild and clear.

== See ==
=== Palaces ===
Hawa Mahal has a front of pink sandstone with hundreds of small windows. It is the best known sight of Jaipur \
because its lattice let the ladies of the court look at the street unseen.
City Palace is where the royal family lives, with courtyards that can be visited.

== Eat ==
=== Budget ===
Small stalls in the bazaar sell kachori and lassi for a few rupees.

== Sleep ==
=== Budget ===
Simple guest houses stand around the railway station.

== Stay safe ==
Watch your bag in the crowded bazaars, and agree on the fare before you get into a rickshaw.
"""
HAWA_MAHAL = """Hawa Mahal is a palace in Jaipur, built in 1799 for Sawai Pratap Singh.

== Architecture ==
The building is famous for its honeycomb front with 953 windows. Its latticed windows let a cool \
breeze pass through the rooms in summer.

== Restoration ==
The front was cleaned and repaired in 2006.
"""


@pytest.fixture
async def voyage() -> AsyncIterator[WikiServer]:
    async with WikiServer({"Jaipur": JAIPUR}, {"Pink City": "Jaipur"}) as server:
        yield server


@pytest.fixture
async def pedia() -> AsyncIterator[WikiServer]:
    async with WikiServer({"Hawa Mahal": HAWA_MAHAL}) as server:
        yield server


@pytest.fixture
def pilot(make_pilot: Callable[..., Any], voyage: WikiServer, pedia: WikiServer, tmp_path: Path) -> Any:
    return make_pilot(
        wikivoyage_api_url=voyage.endpoint, wikipedia_api_url=pedia.endpoint, vector_db_path=tmp_path / "vectors"
    )


QUESTION = "Why is Hawa Mahal worth seeing?"


async def test_two_cited_sentences_say_why_hawa_mahal_is_worth_seeing(
    pilot: Any, voyage: WikiServer, pedia: WikiServer
) -> None:
    found = await pilot.ask("retrieve_city_guidance", query=QUESTION)
    assert found.found
    text = pilot.words().text
    assert text.count("“") == 2
    assert text.count("](http") == 3
    assert "[CC BY-SA 4.0](https://creativecommons.org/licenses/by-sa/4.0/)" in text
    everything = " ".join((JAIPUR + HAWA_MAHAL).split())
    for line in text.splitlines()[:2]:
        sentence = line.partition("“")[2].partition("”")[0]
        assert sentence in everything
    assert {chunk.source for chunk in found.chunks} == {"Wikivoyage", "Wikipedia"}
    known = {f"{voyage.url}/wiki/Jaipur", f"{pedia.url}/wiki/Hawa_Mahal"}
    for chunk in found.chunks:
        assert chunk.url.partition("#")[0] in known
        assert 0 < chunk.score <= 1
    best = found.chunks[0]
    assert best.section in ("", "Palaces", "Architecture")
    assert all("CC BY-SA 4.0, shortened" in source.name for source in found.sources)


async def test_links_are_the_sites_own_anchors(pilot: Any, voyage: WikiServer) -> None:
    found = await pilot.ask(
        "retrieve_city_guidance", query="Where do I sleep for little money in Jaipur?", city="Jaipur"
    )
    anchors = {row["anchor"] for row in sections(JAIPUR)}
    linked = {chunk.section_anchor for chunk in found.chunks if chunk.section_anchor}
    assert linked <= anchors
    sleep = next(chunk for chunk in found.chunks if "guest houses" in chunk.text)
    assert sleep.url == f"{voyage.url}/wiki/Jaipur#Budget_2"


async def test_a_question_the_pages_do_not_answer_has_no_answer(pilot: Any) -> None:
    nothing = await pilot.ask(
        "retrieve_city_guidance", query="How do I change the oil filter of a diesel engine in Jaipur?"
    )
    assert not nothing.found
    assert "found nothing on that" in nothing.message
    lights = await pilot.ask(
        "retrieve_city_guidance", query="Which runway lights does Jaipur airport use?", city="Jaipur"
    )
    assert not lights.found


async def test_an_answer_is_remembered_for_a_day(pilot: Any, voyage: WikiServer, pedia: WikiServer) -> None:
    await pilot.ask("retrieve_city_guidance", query=QUESTION)
    before = len(voyage.requests) + len(pedia.requests)
    await pilot.ask("retrieve_city_guidance", query=QUESTION)
    assert len(voyage.requests) + len(pedia.requests) == before


async def test_one_wiki_down_leaves_the_other_and_is_named(pilot: Any, voyage: WikiServer) -> None:
    voyage.faults += [Response.html("down", 503)] * 9
    pilot.deps.upstream._sleep = _no_wait
    found = await pilot.ask("retrieve_city_guidance", query=QUESTION)
    assert {chunk.source for chunk in found.chunks} == {"Wikipedia"}
    assert "Wikivoyage is not answering" in found.problem
    assert "Wikivoyage is not answering" in pilot.words().text


async def _no_wait(_: float) -> None:
    return None


async def test_without_any_service_our_own_note_answers_and_says_what_it_is(offline: Any) -> None:
    found = await offline.ask("retrieve_city_guidance", query=QUESTION)
    text = offline.words().text
    assert found.chunks == ()
    assert text.startswith("**Hawa Mahal**, Jaipur:")
    assert "own note, unverified" in text
    assert "not answering" in text
    assert found.sources[0].name == "FlyFun's own notes, unverified"


DOWN = [Response.html("down", 503)] * 9
BUSY = [Response.html("slow down", 429, retry_after="40")] * 9
GARBAGE = [Response.html("<h1>Sorry</h1>")] * 9
SLOW = [Response(200, b"{}", delay=5)] * 9
EMPTY = [Response.of({})] * 9


@pytest.mark.parametrize(
    ("first", "second", "sentence"),
    [
        (DOWN, DOWN, "Wikivoyage and Wikipedia are not answering."),
        (GARBAGE, DOWN, "Wikivoyage and Wikipedia are not answering."),
        (SLOW, SLOW, "Wikivoyage and Wikipedia are not answering."),
        (BUSY, BUSY, "Wikivoyage and Wikipedia ask us to wait for 40 s."),
        (DOWN, BUSY, "Wikivoyage is not answering and Wikipedia asks us to wait for 40 s."),
        (EMPTY, DOWN, "Wikivoyage and Wikipedia are not answering."),
        (BUSY, EMPTY, "Wikivoyage asks us to wait for 40 s and Wikipedia is not answering."),
    ],
)
async def test_both_wikis_away_are_one_sentence(
    pilot: Any, voyage: WikiServer, pedia: WikiServer, first: list[Response], second: list[Response], sentence: str
) -> None:
    voyage.faults += first
    pedia.faults += second
    pilot.deps.upstream._sleep = _no_wait
    with turn_budget(0.7 if first is SLOW else 20):
        found = await pilot.ask("retrieve_city_guidance", query=QUESTION)
    text = pilot.words().text
    assert found.chunks == ()
    assert f"{sentence} Places and itineraries still work; try again in a minute." in text
    assert text.count("try again") == 1
    assert text.startswith("**Hawa Mahal**, Jaipur:")


async def test_a_slow_wiki_does_not_use_up_the_time_of_the_other(pilot: Any, voyage: WikiServer) -> None:
    voyage.faults += SLOW
    with turn_budget(2):
        found = await pilot.ask("retrieve_city_guidance", query=QUESTION)
    assert {chunk.source for chunk in found.chunks} == {"Wikipedia"}
    assert found.problem.startswith("Wikivoyage is not answering.")


@pytest.mark.parametrize(
    ("query", "city", "name"),
    [
        ("Pourquoi visiter le Palais de l'Île ?", "le Palais", "Palais de l'Île"),
        ("Warum lohnt sich die Festung Hohensalzburg?", None, "Hohensalzburg Fortress"),
        ("Pourquoi voir la tour Eiffel ?", None, "Eiffel Tower"),
        ("Pourquoi visiter le jardin du Luxembourg ?", None, "Luxembourg Garden"),
    ],
)
async def test_own_notes_are_found_by_their_names_in_french_and_german(
    offline: Any, query: str, city: str | None, name: str
) -> None:
    found = await offline.ask("retrieve_city_guidance", query=query, **({"city": city} if city else {}))
    assert [note.name for note in found.notes] == [name]


@pytest.mark.parametrize("town", ["Le Touquet", "Jaipur", "Annecy", "San Francisco", "Friedrichshafen"])
async def test_a_town_of_our_notes_is_answered_from_them(offline: Any, town: str) -> None:
    found = await offline.ask("retrieve_city_guidance", query=f"Is {town} worth a visit?", city=town)
    assert 1 <= len(found.notes) <= 3
    assert "My own note, unverified." in offline.words().text
    safe = await offline.ask("retrieve_city_guidance", query=f"Is {town} safe at night?", city=town)
    assert safe.notes == ()


async def test_a_country_is_not_a_garden_of_that_name(offline: Any) -> None:
    assert (await offline.ask("retrieve_city_guidance", query="Is Luxembourg worth seeing?")).notes == ()


async def test_without_service_and_note_nothing_is_made_up(offline: Any) -> None:
    found = await offline.ask("retrieve_city_guidance", query="Why is Augsburg famous?", city="Augsburg")
    assert not found.found
    assert "no notes of my own" in found.message


async def test_an_unknown_page_is_said(pilot: Any) -> None:
    found = await pilot.ask("retrieve_city_guidance", query="Why is Zzyzx famous?")
    assert not found.found
    assert "Neither Wikivoyage nor Wikipedia" in found.message


async def test_a_question_about_nowhere_is_asked_back(pilot: Any) -> None:
    found = await pilot.ask("retrieve_city_guidance", query="is it safe there?")
    assert found.missing_info[0].key == "to_location"


async def test_two_towns_of_one_name_are_asked_about(pilot: Any) -> None:
    found = await pilot.ask("retrieve_city_guidance", query="what is it known for", city="Newport")
    assert found.missing_info[0].key == "location_clarification"


@pytest.mark.parametrize(
    "body", [{"error": {"code": "maxlag", "info": "Waiting"}}, {"error": {"code": "ratelimited"}}]
)
async def test_a_wiki_that_asks_for_patience_gets_it(pilot: Any, pedia: WikiServer, body: dict[str, Any]) -> None:
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    pilot.deps.upstream._sleep = sleep
    pedia.faults.append(Response.of(body))
    found = await pilot.ask("retrieve_city_guidance", query="Why is Hawa Mahal famous?")
    assert len(waits) == 1
    assert "Wikipedia" in {chunk.source for chunk in found.chunks}


# --- reading pages ----------------------------------------------------------------------------------


def test_headings_that_occur_twice_keep_their_own_link() -> None:
    read = {section.path: section.anchor for section in sections_of(JAIPUR, sections(JAIPUR))}
    assert read["Eat", "Budget"] == "Budget"
    assert read["Sleep", "Budget"] == "Budget_2"
    assert read[()] is None


def test_a_heading_that_cannot_be_told_apart_links_to_the_page() -> None:
    text = "== Budget ==\nFirst.\n\n== Budget ==\nSecond."
    assert [section.anchor for section in sections_of(text, sections(text))] == [None, None]


def test_headings_without_signs_are_found_by_the_list() -> None:
    plain = "Lead text.\n\n\nSee\n\n\nPalaces\n\nHawa Mahal is pink.\n\n\nEat\n\nLassi."
    listed = sections("== See ==\n=== Palaces ===\n== Eat ==\n")
    read = [(section.path, section.anchor, section.text) for section in sections_of(plain, listed)]
    assert read == [
        ((), None, "Lead text."),
        (("See", "Palaces"), "Palaces", "Hawa Mahal is pink."),
        (("Eat",), "Eat", "Lassi."),
    ]


def test_passages_never_cross_a_section_and_name_their_place() -> None:
    page = Page(
        source="Wikivoyage", title="Jaipur", url="http://x/wiki/Jaipur", revision="1",
        sections=tuple(sections_of(JAIPUR * 1, sections(JAIPUR))),
    )  # fmt: skip
    passages = passages_of(page)
    assert passages[-1].text.startswith("Jaipur > Stay safe: Watch your bag")
    assert all(passage.text.startswith("Jaipur") for passage in passages)


def test_long_sections_are_cut_at_sentences() -> None:
    text = " ".join(f"Sentence number {n} says something about the town." for n in range(100))
    pieces = cut(text)
    assert len(pieces) > 2
    assert all(len(piece) <= 600 and piece.endswith(".") for piece in pieces)


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("Why is Hawa Mahal worth seeing?", ["Hawa Mahal"]),
        ("What's the history of Le Touquet", ["Le Touquet"]),
        ("is it safe there?", []),
        ("Tell me about the Château de Bagatelle in Abbeville", ["Château de Bagatelle", "Abbeville"]),
    ],
)
def test_the_names_in_a_question_are_found(query: str, names: list[str]) -> None:
    assert subjects_of(query) == names


@pytest.mark.samples
async def test_a_real_page_is_read_with_its_anchors(make_pilot: Callable[..., Any], tmp_path: Path) -> None:
    listed = json.loads((SAMPLES / "api_parse_sections_RECONSTRUCTED.json").read_bytes())["parse"]["sections"]
    extract = json.loads((SAMPLES / "wikivoyage_jaipur_extract_plain.json").read_bytes())["text"]
    read = sections_of(extract, listed)
    anchors = {row["anchor"] for row in listed}
    found = [section.anchor for section in read if section.anchor]
    assert len(found) >= 10
    assert set(found) <= anchors
    see = next(section for section in read if "Hawa Mahal" in section.text and section.path[:1] == ("See",))
    assert see.path[0] == "See"
