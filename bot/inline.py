"""Cards while somebody is still typing: what a code, two codes or a few words mean for sure, and nothing else."""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Awaitable, Callable
from hashlib import blake2b

from pydantic import JsonValue

from adapters.protocol import AnswerInline, InlineCard, Person, Position
from agent import regex as re
from agent import registry
from agent.aviation.aircraft import parse_speed_kts
from agent.aviation.airports import Airport
from agent.deps import Deps
from agent.errors import AgentError
from agent.language.courtesy import courtesy
from agent.language.spoken import written_in
from agent.language.wording import word_set
from agent.pipeline import NOTICE, sources_line
from agent.protocol import (
    Answer,
    Conversation,
    Plan,
    Question,
    ToolCall,
    ToolResult,
)
from agent.subjects.airfield import words as airfield
from agent.subjects.glossary import words as glossary
from agent.subjects.route import words as distance
from agent.subjects.weather import words as weather
from agent.subjects.weather.reports import Weather
from agent.understanding import make_plan, reader_of
from agent.writing.write import Talk, write
from bot.murmurs import is_to_the_others
from tongue import say, speaking, spoken

_TEMPLATES = (airfield, distance, glossary, weather)
"""Their words register themselves."""
MOST_CARDS = 5
SURE = 0.5
LONGEST_TITLE = 80
INLINE_TOOLS = frozenset(
    {
        "get_airport_details",
        "get_notification_for_airport",
        "find_airports_near_location",
        "find_airports_near_route",
        "calculate_flight_distance",
        "get_border_crossing_airports",
        "get_border_brief",
        "search_airports",
        "answer_rules_question",
        "explain_term",
        "browse_rules",
    }
)
"""Tools whose answer stands alone in anybody's chat and is quick: no reports of members, no outside service."""

LONGEST_QUERY = 100
REPORT_SECONDS = 2.0
"""So long may a report take: a card without it is better than a card too late."""

_WORD = re.compile(r"[\w./-]+")
_CODE = re.compile(r"[A-Za-z0-9]{2,3}-?[A-Za-z0-9]{1,4}")
_KINDS = {**dict.fromkeys(word_set("wx weather météo meteo temps wetter"), "any"), "metar": "metar", "taf": "taf"}
_ABOUT = word_set(
    "tell me about details info infos card airport airfield field show "
    "parle moi de fiche aérodrome aéroport terrain montre erzähl mir von über karte flugplatz platz zeig"
)
_BETWEEN = word_set("to from and at with in a - → nach von bis und mit vers à de et avec")


def inline_cards(current: Callable[[], Deps], read: Callable[[], Awaitable[object]] | None = None) -> AnswerInline:
    """Answers inline queries from the airfields that are known here, with the report of a single one beside it.

    `current` gives the data that is in use; `read` waits until it has been read for the first time.
    """

    async def answer(query: str, person: Person) -> tuple[InlineCard, ...]:
        """In the language of the words, else in that of the person's app."""
        if read is not None:
            await read()
        with speaking(written_in(query[:LONGEST_QUERY]) or person.language[:2].lower()):
            return await cards(query, current())

    async def cards(query: str, deps: Deps) -> tuple[InlineCard, ...]:
        words = [word for word in _WORD.findall(query[:LONGEST_QUERY]) if word.casefold() not in _BETWEEN]
        alone = len(words) == 1
        codes = [
            code
            for word in words[:2]
            if (alone or not (_is_term(word, deps) or _is_a_day(word, deps))) and (code := _ident(word, deps))
        ]
        try:
            if len(codes) == 2:
                return await _distance(codes[0], codes[1], " ".join(words[2:]), deps)
            if len(codes) == 1 and len(words) == 2 and (kind := _KINDS.get(words[1].casefold())):
                return await _report(codes[0], kind, deps)
            if alone and len(words[0]) < 4 and (term := await _term(words[0], deps)):
                return (*term, *(await _airfields(codes, deps)))  # GAR is a report before it is Garaina
            if len(codes) == 1 and alone:
                card, report = await asyncio.gather(_airfields(codes, deps), _report(codes[0], "any", deps))
                return (*card, *report)
            if not codes and ((len(words) < 3 and courtesy(query) is not None) or is_to_the_others(query)):
                return ()  # "bonjour" is no farm of that name, "count me in" no Detroit Metropolitan Wayne County
            if len(words) > 1 and (told := await _asked(query, deps)):
                return told
            if codes and len(words) > 1:
                return ()  # the field of a code is not what was asked of it
            name = " ".join(words)
            found = deps.airports.search(name, limit=MOST_CARDS) if words else []
            named = [match.airport.ident for match in found if _is_named(words, match.airport)]
            called = deps.places.field_called(name) if words else None  # Shoreham is EGKA before two in Vermont
            first = [called.ident] if called else []
            others = [ident for ident in named if ident not in first]
            return await _airfields([*first, *others][:MOST_CARDS], deps)
        except AgentError:
            return ()

    return answer


async def _asked(query: str, deps: Deps) -> tuple[InlineCard, ...]:
    """The answer to a question that is read surely and needs nobody else's service; nothing for any other."""
    text = " ".join(query[:LONGEST_QUERY].split())
    plan = await make_plan(Question(text=text, at=deps.now(), person=""), Conversation(), deps)
    sure = plan.confidence >= SURE and not plan.emergency and not plan.left_aside
    if not (sure and len(plan.steps) == 1 and plan.steps[0].tool in INLINE_TOOLS):
        return ()
    call = plan.steps[0]
    code = str(call.arguments.get("icao_code") or "")
    beside = {word.casefold() for word in _WORD.findall(text)} - _ABOUT - {code.casefold()}
    if set(call.arguments) == {"icao_code"} and call.tool == "get_airport_details" and beside:
        return ()  # nothing of what was said beside the field was read
    result, answer = await _told(call.tool, dict(call.arguments), deps)
    if not result.found or not answer.text.strip():
        return ()
    first, *others = [line for line in answer.text.replace("**", "").replace("`", "").split("\n") if line]
    if code and code not in first:
        first = say("{name}: {value}", name=code, value=first)
    key = _key(f"{deps.now():%F} {text}")
    return (InlineCard(key, first[:LONGEST_TITLE], " ".join(others), _disclaimed(answer.text)),)


def _key(said: str) -> str:
    """The name of a card: equal for equal words in one language."""
    return blake2b(f"{spoken()} {said}".encode(), digest_size=12).hexdigest()


def _is_named(words: list[str], airport: Airport) -> bool:
    """Whether each word begins one of the airfield's own."""
    own = _folded(f"{airport.ident} {airport.name} {airport.municipality or ''} {airport.iata or ''}").split()
    return all(any(name.startswith(word) for name in own) for word in _folded(" ".join(words)).split())


def _folded(text: str) -> str:
    plain_text = unicodedata.normalize("NFKD", text.casefold())
    return re.sub(r"[^\w\s]", " ", "".join(c for c in plain_text if not unicodedata.combining(c)))


def _disclaimed(text: str) -> str:
    """The words with what FlyFun is not for, which no chat around them has said."""
    notice = say(NOTICE)
    return text if notice in text else f"{text}\n\n{notice}"


def _is_term(word: str, deps: Deps) -> bool:
    """Whether a short word is one of the glossary: beside a field "PPR" asks of it, and is no code of Sumatra."""
    return len(word) < 4 and bool(deps.glossary.meanings(word))


def _is_a_day(word: str, deps: Deps) -> bool:
    """Whether a short word is a day: "LFAT sat" is no flight to San Antonio."""
    return len(word) < 4 and bool(reader_of(deps).said(word, deps.now().date()).slots.days)


def _ident(word: str, deps: Deps) -> str | None:
    """The airfield of a code, "EGLL", "fr-0493"; None for any other word."""
    airport = deps.airports.get(word) if _CODE.fullmatch(word) else None
    return airport.ident if airport else None


async def _airfields(idents: list[str], deps: Deps) -> tuple[InlineCard, ...]:
    cards: list[InlineCard] = []
    for ident in idents:
        _, answer = await _told("get_airport_details", {"icao_code": ident, "asked": []}, deps)
        airport = deps.airports.get(ident)
        if airport is None or not answer.cards:
            continue
        sheet = answer.cards[0]
        cards.append(
            InlineCard(
                key=ident,
                title=sheet.title,
                description=" · ".join(f"{label} {value}" for label, value in list(sheet.facts.items())[:3]),
                markdown=_disclaimed(answer.text),
                position=Position(airport.lat, airport.lon, f"{airport.ident} {airport.name}"),
            )
        )
    return tuple(cards)


async def _term(word: str, deps: Deps) -> tuple[InlineCard, ...]:
    """What the glossary says of a word; nothing for what it does not hold."""
    if not deps.glossary.meanings(word):
        return ()
    result, answer = await _told("explain_term", {"term": word}, deps)
    first, *others = [line for line in answer.text.replace("**", "").replace("`", "").split("\n") if line]
    if not result.found:
        return ()
    key = _key(f"term {word}")
    return (InlineCard(key, first[:LONGEST_TITLE], " ".join(others), _disclaimed(answer.text)),)


async def _report(ident: str, kind: str, deps: Deps) -> tuple[InlineCard, ...]:
    """The weather of a field, if a station speaks for it and the service answers in time."""
    if not deps.settings.awc_url:
        return ()
    deps.weather_tables.nearest(0.0, 0.0, 1)  # read once, on nobody's time
    try:
        async with asyncio.timeout(REPORT_SECONDS):
            result, answer = await _told("get_weather", {"places": [ident], "kind": kind}, deps)
    except (AgentError, TimeoutError):
        return ()
    if not isinstance(result, Weather) or not any(place.stations for place in result.places):
        return ()
    first, *others = answer.text.replace("**", "").replace("`", "").split("\n")
    return (
        InlineCard(
            f"{ident}-{kind}",
            say("{icao} weather", icao=ident),
            " ".join([*others[:1], first]),
            _disclaimed(answer.text),
        ),
    )


async def _distance(start: str, end: str, rest: str, deps: Deps) -> tuple[InlineCard, ...]:
    arguments: dict[str, JsonValue] = {"from_location": start, "to_location": end}
    speed = parse_speed_kts(rest) if rest else None
    if speed is not None:
        arguments["cruise_speed_kts"] = speed
    elif rest and len(deps.aircraft.resolve(rest)) == 1:
        arguments["aircraft_type"] = rest
    result, answer = await _told("calculate_flight_distance", arguments, deps)
    if not result.found:
        return ()
    first, *others = answer.text.replace("**", "").split("\n")
    key = _key(f"{start} {end} {rest}")
    return (
        InlineCard(
            key,
            say("{start} to {end}", start=start, end=end),
            " ".join([first, *others]),
            _disclaimed(answer.text),
        ),
    )


async def _told(tool: str, arguments: dict[str, JsonValue], deps: Deps) -> tuple[ToolResult, Answer]:
    """A tool's result and its words, with the sources line."""
    call = ToolCall(tool=tool, arguments=arguments)
    question = Question(text="", at=deps.now())
    conversation, plan = Conversation(), Plan(steps=(call,))
    result = await registry.run(call, registry.ToolContext(deps, question))
    answer = write(result, Talk(question, conversation, plan, call, deps))
    text = "\n\n".join(part for part in (answer.text, sources_line(result.sources)) if part)
    return result, answer.model_copy(update={"text": text})
