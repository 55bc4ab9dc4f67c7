"""What can be read by its address: airfields, notice, rules, aircraft, and where the data come from."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import cast
from urllib.parse import parse_qs, unquote, urlsplit

import mcp_types as types
from pydantic import JsonValue

from agent.deps import Deps
from agent.errors import AgentError
from agent.registry import find
from bot.mcp.calls import run

MOST_COMPLETIONS = 100
JSON = "application/json"


class NoSuchResource(Exception):
    """Nothing is known under this address; the message says so."""


@dataclass(frozen=True)
class _Template:
    """An address with blanks, and what reading it gives."""

    uri: str
    name: str
    says: str


TEMPLATES = (
    _Template("airport://{icao}", "airfield", "One airfield: runways, what is known of it, sources and dates."),
    _Template(
        "notice://{icao}{?date}", "prior notice", "Prior notice of an airfield, on a day (ISO date) or in general."
    ),
    _Template(
        "rules://{country}", "rules of a country", "The questions that are answered for a country, with ids."
    ),
    _Template("rules://{country}/{question_id}", "one rule", "A country's answers to one question, with sources."),
    _Template("aircraft://{type}", "aircraft type", "Typical figures of an aircraft type."),
)
MANIFEST = types.Resource(
    uri="data://manifest",
    name="data",
    title="Sources of the data",
    description="Every source in use, with its date and licence.",
    mime_type=JSON,
)


def templates() -> list[types.ResourceTemplate]:
    """The addresses with blanks."""
    return [
        types.ResourceTemplate(
            uri_template=template.uri, name=template.name, description=template.says, mime_type=JSON
        )
        for template in TEMPLATES
    ]


async def read(uri: str, deps: Deps) -> types.TextResourceContents:
    """What stands at an address. Raises `NoSuchResource`, and `AgentError` where data cannot be read."""
    try:
        address = urlsplit(uri)
    except ValueError as error:
        raise NoSuchResource(f"{uri} is no address.") from error
    parts = [unquote(part) for part in (address.netloc, *address.path.strip("/").split("/")) if part]
    asked = {name: values[0] for name, values in parse_qs(address.query).items()}
    reader = _READERS.get(address.scheme)
    if reader is None or not parts:
        raise NoSuchResource(f"There is nothing at {uri}.")
    found = await reader(parts, asked, deps)
    if found is None:
        raise NoSuchResource(f"Nothing is known of {uri}.")
    return types.TextResourceContents(uri=uri, mime_type=JSON, text=json.dumps(found, ensure_ascii=False))


async def _of_tool(name: str, deps: Deps, **arguments: JsonValue) -> JsonValue:
    """A tool's result where it found something."""
    result = await run(find(name), {key: value for key, value in arguments.items() if value}, deps)
    return cast(JsonValue, result.to_json()) if result.found else None


async def _airport(parts: list[str], asked: Mapping[str, str], deps: Deps) -> JsonValue:
    known = deps.airports.get(parts[0])
    return (
        await _of_tool("get_airport_details", deps, icao_code=known.ident) if known and len(parts) == 1 else None
    )


async def _notice(parts: list[str], asked: Mapping[str, str], deps: Deps) -> JsonValue:
    known = deps.airports.get(parts[0])
    if known is None or len(parts) > 1:
        return None
    return await _of_tool("get_notification_for_airport", deps, icao_code=known.ident, date=asked.get("date"))


async def _rules(parts: list[str], asked: Mapping[str, str], deps: Deps) -> JsonValue:
    country = deps.countries.get(parts[0])
    corpus = deps.rules.corpus
    if country is None or country.code not in corpus.countries or len(parts) > 2:
        return None
    if len(parts) == 2:
        if parts[1] not in corpus.questions:
            return None
        return await _of_tool(
            "get_answers_for_questions", deps, question_ids=[parts[1]], country_codes=[country.code]
        )
    questions = corpus.select(country.code, None, ())
    return {
        "country": country.code,
        "name": country.name,
        "questions": [{"id": q.id, "category": q.category, "question": q.text} for q in questions],
    }


async def _aircraft(parts: list[str], asked: Mapping[str, str], deps: Deps) -> JsonValue:
    return await _of_tool("get_aircraft_figures", deps, aircraft_type=" ".join(parts))


async def _data(parts: list[str], asked: Mapping[str, str], deps: Deps) -> JsonValue:
    if parts != ["manifest"]:
        return None
    return {"sources": [cast(JsonValue, source.to_json()) for source in deps.all_sources()]}


_Reader = Callable[[list[str], Mapping[str, str], Deps], Awaitable[JsonValue]]
_READERS: Mapping[str, _Reader] = {
    "airport": _airport,
    "notice": _notice,
    "rules": _rules,
    "aircraft": _aircraft,
    "data": _data,
}


def complete(argument: str, begun: str, given: Mapping[str, str], deps: Deps) -> list[str]:
    """How what was begun can go on: codes of airfields with facts, countries, types, questions."""
    begun = begun.strip()
    try:
        known = _values(argument, begun, given, deps)
    except AgentError:
        return []
    fitting = [value for value in known if value.casefold().startswith(begun.casefold())]
    return fitting[:MOST_COMPLETIONS]


def _values(argument: str, begun: str, given: Mapping[str, str], deps: Deps) -> list[str]:
    match argument:
        case "icao" | "icao_code":
            exact = deps.airports.get(begun)
            return list(dict.fromkeys([*([exact.ident] if exact else []), *deps.facts.idents]))
        case "country" | "countries" | "from_country":
            return sorted(deps.rules.corpus.countries)
        case "type" | "aircraft_type":
            return sorted(aircraft.designator for aircraft in deps.aircraft.all)
        case "question_id":
            country = deps.countries.get(given.get("country", ""))
            corpus = deps.rules.corpus
            return (
                sorted(q.id for q in corpus.select(country.code, None, ()))
                if country
                else sorted(corpus.questions)
            )
        case _:
            return []
