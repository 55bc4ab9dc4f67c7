"""Where else what is asked of a field is known to be: the town's other fields, the nearest ones that have it."""

from __future__ import annotations

from collections.abc import Iterable

from agent import regex as re
from agent.aviation.airports import Airport
from agent.aviation.names import fold
from agent.aviation.visiting import BARE, standing
from agent.deps import Deps
from agent.language.ends import field_of
from agent.protocol import Source, ToolCall
from agent.registry import ToolContext
from agent.subjects.airfield.asked import WISHES, having
from agent.subjects.airfield.attributes import AskedFact
from agent.subjects.finding.filters import FILTER_WORDS
from agent.subjects.measures import with_article
from agent.subjects.rules.shapes import entry, sources_of
from agent.writing.as_held import as_held
from tongue import SOURCE, country_name, later, say, spoken

_WITHIN_NM = 60.0
_MOST = 2
_SHORTEST_NAME = 4
_PARTS = re.compile(r"[/,()–-]")


def taken_for_town(call: ToolCall, said: str, deps: Deps) -> str | None:
    """ "Toulouse: I took LFBO …" where a town was said whose usual field is not known to have what is asked."""
    airport = deps.airports.get(str(call.arguments.get("icao_code", "")))
    wanted = having(_asked_of(call), deps)
    text = fold(said)
    if airport is None or wanted is None or not wanted(airport.ident) or airport.ident.lower() in text.split():
        return None
    parts = {
        fold(part): part.strip() for part in _PARTS.split(f"{airport.municipality or ''}/{airport.short_name}")
    }
    said_of_it = [
        part for part in parts if len(part) >= _SHORTEST_NAME and re.search(rf"\b{re.escape(part)}\b", text)
    ]
    for town in said_of_it if len(said_of_it) == 1 else ():  # "Toulouse Blagnac" names the field itself
        usual = deps.airports.get(field_of(town, deps) or "")
        if usual is not None and usual.ident != airport.ident and not wanted(usual.ident):
            return say(
                "{town}: I took {icao} {name}; {other_icao} {other_name} is not known to have it.",
                town=parts[town],
                icao=airport.ident,
                name=airport.short_name,
                other_icao=usual.ident,
                other_name=usual.short_name,
            )
    return None


def _asked_of(call: ToolCall) -> list[str]:
    about = call.arguments.get("about")
    if call.tool == "get_notification_for_airport":
        return ["customs"]
    return [str(name) for name in about] if call.tool == "get_airport_details" and isinstance(about, list) else []


def known_nearby(airport: Airport, answers: Iterable[AskedFact], deps: Deps) -> tuple[str, ...]:
    """Of each wish that is not known to be met here: the nearest fields that are known to meet it."""
    lines: list[str] = []
    for answer in answers:
        wish = WISHES.get(answer.attribute)
        if wish is None or not (_is_open(answer) or answer.listed is False):
            continue
        found, airline = _nearest(airport, *wish, deps)
        if found or airline:
            what = str(wish[1]) if isinstance(wish[1], str) else say(FILTER_WORDS[wish[0]])
            fields = [say("{icao} {name} {nm:,.0f} nm", icao=a.ident, name=a.short_name, nm=nm) for a, nm in found]
            if airline is not None:
                fields.insert(0, _airline_airport(*airline))
            listed = ", ".join(fields)
            state = deps.countries.get(airport.country)
            own = country_name(state.name) if state is not None else airport.country
            lines.append(
                say(
                    "Nearest known with {what} ({country} alone): {listed}.", what=what, country=own, listed=listed
                )
            )
    return tuple(lines)


_IN_GENERAL: dict[str, tuple[str, str]] = {
    "access": (
        "ppr-required",
        later("PPR in {country} in general (pilot survey, {reviewed:%b %Y}): {text} The field's word counts."),
    ),
    "radio_language": (
        "radio-language",
        later(
            "Language in {country} in general (pilot survey, {reviewed:%b %Y}): {text} The field's word counts."
        ),
    ),
}
"""What of a field its territory's pilots tell in general: the question of the rules, and the sentence."""


def in_general(
    airport: Airport, answers: Iterable[AskedFact], context: ToolContext
) -> tuple[tuple[str, ...], tuple[Source, ...]]:
    """What pilots of its territory say of its airfields, where the text of the field itself is not known."""
    told: list[str] = []
    sources: list[Source] = []
    for attribute in dict.fromkeys(a.attribute for a in answers if not a.known or a.listed is False):
        if attribute in _IN_GENERAL:
            line, read = _of_its_pilots(airport, *_IN_GENERAL[attribute], context)
            told += [line] if line else []
            sources += read
    return tuple(told), tuple(sources)


def ppr_in_general(airport: Airport, context: ToolContext) -> tuple[str, tuple[Source, ...]]:
    """The same of PPR alone."""
    return _of_its_pilots(airport, *_IN_GENERAL["access"], context)


def _of_its_pilots(
    airport: Airport, question: str, sentence: str, context: ToolContext
) -> tuple[str, tuple[Source, ...]]:
    deps = context.deps
    code = deps.borders.territory(airport).code
    countries = [deps.countries.get(one) for one in (code, airport.country)]
    corpus = deps.rules.corpus
    for country in countries:
        held = corpus.answers(question, country.code) if country is not None else ()
        if country is not None and held:
            told = say(
                sentence,
                country=with_article(country.name) if spoken() == SOURCE else country_name(country.name),
                reviewed=held[0].reviewed,
                text=f"“{held[0].text}”" if spoken() == SOURCE else as_held(held[0].text),
            )
            return told, sources_of([entry(corpus.questions[question], country.code, context)])
    return "", ()


def off_the_lists(airport: Airport, answers: Iterable[AskedFact], deps: Deps) -> tuple[str, ...]:
    """Of customs that nobody states: that the field is no border crossing point, and which flight needs none."""
    if not any(answer.attribute in _CLEARS and not answer.known for answer in answers):
        return ()
    here = deps.borders.territory(airport)
    if here.schengen != "yes" or not is_off_the_lists(airport, deps):
        return ()
    lines = [
        say(
            "It is on no list of border crossing points that I have (EU list, Jun 2023): from or to outside"
            " Schengen, cross at one that is."
        )
    ]
    if deps.borders.customs(here, deps.borders.of_country("DE")) == "no":
        lines.append(say("From another EU state in Schengen neither customs nor immigration is due."))
        if deps.borders.customs(deps.borders.of_country("CH"), here) == "yes":
            lines.append(
                say(
                    "From Switzerland or Norway (Schengen, outside the EU's customs) customs is due:"
                    " clear elsewhere, or ask it."
                )
            )
    return tuple(lines)


_CLEARS = frozenset(("customs",))


def is_off_the_lists(airport: Airport, deps: Deps) -> bool:
    """Whether border crossing points of its country are listed as a whole, and a field is none of them."""
    country, points = deps.countries.get(airport.country), deps.facts.values("border_point")
    prefixes = country.icao_prefixes if country else ()
    if airport.ident in points or airport.country == "GB":  # of the British list a few entries are at hand
        return False
    return any(ident.startswith(prefixes) for ident in points)


def _is_open(answer: AskedFact) -> bool:
    return not answer.known or answer.value == say("none")


def _airline_airport(airport: Airport, nm: float) -> str:
    return say("{icao} {name} {nm:,.0f} nm (airline airport)", icao=airport.ident, name=airport.short_name, nm=nm)


_Known = tuple[Airport, float]


def _nearest(airport: Airport, name: str, value: bool | str, deps: Deps) -> tuple[list[_Known], _Known | None]:
    """The nearest fields known to have it, and the airline airport that is nearer than they are."""
    own = deps.borders.territory(airport).code
    found: list[_Known] = []
    airline: _Known | None = None
    for near in deps.airports.within(airport.lat, airport.lon, _WITHIN_NM):
        other = near.airport
        if other.ident == airport.ident or deps.borders.territory(other).code != own:
            continue
        if deps.facts.check(other.ident, name, value) is not True or deps.facts.sells_to_based_only(other.ident):
            continue
        if other.kind == "large_airport":
            airline = airline or ((other, near.distance_nm) if not found else None)
        elif standing(other, deps.airports, deps.facts) <= BARE:
            found.append((other, near.distance_nm))
        if len(found) == _MOST:
            break
    return found, airline
