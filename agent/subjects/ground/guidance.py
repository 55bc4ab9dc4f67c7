"""Why something is worth seeing: cited words of Wikivoyage and Wikipedia, or our own note when they are away."""

from __future__ import annotations

from pydantic import Field, field_validator

from agent import regex as re
from agent.protocol import MissingInfo, Source, ToolResult, Value
from agent.registry import Arguments, ToolContext, tool
from agent.subjects.ground.around import Around, around
from agent.travel.guidance import Chunk, Guidance, subjects_of
from agent.travel.mediawiki import LICENCE
from agent.travel.poi import own_note
from tongue import say

MOST = 10
_SIGHTS = 3
_WORTH_IT = re.compile(
    r"\bworth\b|\bvisit\b|\bwhy (?:go|fly)\b|\bfamous\b|\bknown for\b|\bspecial\b|\binteresting\b|\bto see\b|"
    r"\bvaut\b|\bvisiter\b|\bvoir\b|\blohnt\b|\bsehenswert\b|\bbesuch\w*"
)


class RetrieveCityGuidance(Arguments):
    """A question about a town or a sight."""

    query: str = Field(min_length=3, max_length=500, description="the question as asked")
    city: str | None = Field(default=None, description="the town, when it is known")
    top_k: int = Field(default=3, description="passages, at most 10")

    @field_validator("top_k")
    @classmethod
    def _a_sane_count(cls, value: int) -> int:
        if value < 1:
            raise ValueError(say("ask for at least one passage"))
        return min(value, MOST)


class OwnNote(Value):
    """A sentence of our own, unverified."""

    name: str
    place: str
    note: str


class CityGuidance(ToolResult):
    """Passages with their links, best first; or our own unverified notes; or nothing, and then it says so."""

    query: str
    city: str | None = None
    chunks: tuple[Chunk, ...] = ()
    notes: tuple[OwnNote, ...] = ()
    asked: tuple[str, ...] = ()
    problem: str | None = None
    warning: str | None = None


@tool(kind="trip", outside=True, quotes=True)
async def retrieve_city_guidance(arguments: RetrieveCityGuidance, context: ToolContext) -> CityGuidance:
    """Retrieve factual, cited information about a town or sight: why it is worth it, history, customs, safety."""
    from agent.upstream import turn_budget

    deps = context.deps
    mentioned = deps.starter.mentioned(arguments.query)
    if arguments.city and any(_within(arguments.city, poi.name) for _, poi in mentioned):
        arguments = arguments.model_copy(update={"city": None})  # "le Palais" of "le Palais de l'Île" is no town
    towns = _towns(arguments, context, [destination.name for destination, _ in mentioned])
    if isinstance(towns, MissingInfo):
        return CityGuidance(found=False, query=arguments.query, missing_info=(towns,))
    if not towns and not subjects_of(arguments.query):
        question = MissingInfo(
            key="to_location",
            reason=say("Required to find a guide"),
            prompt=say("About which town or sight?"),
            examples=("Jaipur", "Le Touquet"),
            argument="city",
        )
        return CityGuidance(found=False, query=arguments.query, missing_info=(question,))
    with turn_budget():
        found = await deps.guide.find(arguments.query, towns, arguments.top_k)
    notes = tuple(OwnNote(name=p.name, place=d.name, note=p.note or "") for d, p in mentioned)
    notes = notes or _of_town(arguments.query, towns, context)
    if found.chunks:
        notes = ()
    problem = " ".join(found.problems) or None
    return CityGuidance(
        found=bool(found.chunks or notes),
        message=None if found.chunks or notes else _nothing(found, problem),
        query=arguments.query,
        city=towns[0] if towns else None,
        chunks=found.chunks,
        notes=notes,
        asked=found.asked,
        problem=problem,
        warning=_closed(arguments.city, context),
        sources=tuple(dict.fromkeys(map(_credit, found.chunks))) or ((own_note(),) if notes else ()),
    )


def _closed(city: str | None, context: ToolContext) -> str | None:
    """The warning where the town lies in a country whose airspace is closed."""
    here = around(city, context, "city") if city else None
    closed = context.deps.borders.closed(here.country) if isinstance(here, Around) and here.country else None
    return closed[0] if closed else None


def _of_town(query: str, towns: list[str], context: ToolContext) -> tuple[OwnNote, ...]:
    """Our notes on a town's first sights, when the question is whether the town is worth it; else none."""
    known = next((found for town in towns if (found := context.deps.starter.named(town))), None)
    if known is None or not _WORTH_IT.search(query.lower()):
        return ()
    others = [s for s in subjects_of(query) if s.casefold() not in {t.casefold() for t in towns}]
    if others:
        return ()  # it is about a sight that we have no note on
    destination, pois = known
    sights = [poi for poi in pois if set(poi.interests) - {"food", "stay"}]
    return tuple(OwnNote(name=p.name, place=destination.name, note=p.note or "") for p in sights[:_SIGHTS])


def _within(city: str, name: str) -> bool:
    """Whether what was taken for a town is only a piece of a sight's name."""
    words = set(city.casefold().split()) - {"the", "le", "la", "les", "der", "die", "das"}
    return bool(words) and words <= set(name.casefold().split())


def _towns(arguments: RetrieveCityGuidance, context: ToolContext, known: list[str]) -> list[str] | MissingInfo:
    """Names under which the guide may have the town: as said, as the gazetteer spells it, the trip's own."""
    if arguments.city:
        here = around(arguments.city, context, "city")
        if isinstance(here, MissingInfo):
            return here
        names = [arguments.city.strip().title() if arguments.city.islower() else arguments.city.strip()]
        if isinstance(here, Around):
            is_code = len(names[0]) <= 4 and names[0].isupper()
            names = [here.name] if is_code else [*names, here.name]
        return list(dict.fromkeys(names))
    if known:
        return list(dict.fromkeys(known))
    trip = context.conversation.trip
    return [str(trip["place"])] if trip is not None and isinstance(trip.get("place"), str) else []


def _credit(chunk: Chunk) -> Source:
    section = f", section {chunk.section}" if chunk.section else ""
    return Source(
        name=f"{chunk.source}: {chunk.title}{section}, {LICENCE}, shortened",
        url=chunk.url,
        as_of=chunk.retrieved_at,
        licence=LICENCE,
    )


def _nothing(found: Guidance, problem: str | None) -> str:
    if problem:
        return say("{problem} I have no notes of my own on that.", problem=problem)
    if found.asked:
        return say("I found nothing on that in {pages}.", pages=", ".join(found.asked))
    return say("Neither Wikivoyage nor Wikipedia has a page of that name. Which town is it in?")
