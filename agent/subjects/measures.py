"""How places, distances and lengths are said, and what a route's ends bring with them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from urllib.parse import urlsplit

from agent import regex as re
from agent.aviation.airports import Airport
from agent.aviation.spelling import place_key
from agent.aviation.stand_in import FAR_NM
from agent.aviation.telephones import dialled, found_in
from agent.errors import AgentError
from agent.locate import Substitution
from agent.protocol import Reach, Suggestion
from agent.regex import longest_first
from agent.subjects.finding.airport_list import contested, in_closed_airspace
from agent.subjects.offered import call
from agent.writing.write import Talk
from tongue import SOURCE, country_name, say, spoken


def reach(
    *, country: str | None, phone: str | None = None, email: str | None = None, page: str | None = None
) -> tuple[Reach, ...]:
    """Whom to call first, then where to write and to read; `country` is that of who is called."""
    found = _phones(phone, country) if phone else []
    found += [Reach(kind="email", value=email)] if email else []
    return (*found, *([Reach(kind="page", value=page)] if page else []))


def tapped(reached: Sequence[Reach]) -> str:
    """The first of some ways to reach somebody, as a link where it is one."""
    if not reached:
        return ""
    first = reached[0]
    to = f"tel:{first.dialled}" if first.dialled else f"mailto:{first.value}" if first.kind == "email" else ""
    return f"[{first.value}]({to})" if to else first.value


def link_to(url: str) -> str:
    """An address as a link under its host's name."""
    return f"[{urlsplit(url).netloc or url}]({url})"


def _phones(text: str, country: str | None) -> list[Reach]:
    """The first number; where each of several stands behind whose it is, all of them with their names."""
    number = first_number(text)
    if not (called := dialled(number, country)):
        alone = _NAME_AND_NUMBER.fullmatch(text.strip())
        found = [alone] if alone else _WHOSE_NUMBER.finditer(text)
        each = [(m["whose"].strip(), m["number"]) for m in found]
        named = [(whose, one, dialled(one, country)) for whose, one in each]
        if named and all(to for *_, to in named):
            return [Reach(kind="phone", value=one, label=whose, dialled=to) for whose, one, to in named]
    return [Reach(kind="phone", value=number, dialled=called)] if number else []


_WHOSE_NUMBER = re.compile(r"(?P<whose>[^\W\d_][^\d:;,/()]{1,24}?)\s?:\s?(?P<number>[+(]?\d[\d ().-]{5,22}\d)")
_NAME_AND_NUMBER = re.compile(
    r"(?!(?i:fax))(?P<whose>[^\W\d_][^\d:;,/()+]{1,48})\s(?P<number>[+(]?\d[\d ().-]{5,22}\d)"
)
_NUMBER = re.compile(r"\+?\d[\d ().-]{5,18}\d(?=\s*(?:$|[;,/(\[A-Za-z]))")


def first_number(text: str) -> str:
    """The first telephone number of a text that may name more; the text itself where none stands apart."""
    found = _NUMBER.match(text.strip())
    return found.group() if found else text.strip()


_MAIL = r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+"


def tappable(words: str, *, country: str | None, named: Iterable[str] = ()) -> str:
    """Words of an answer, Markdown, in which each number and mail address is a link; a quotation stays as it is.

    `named` are the texts of contacts: a number in a spelling that is no country's own is known by them alone.
    """
    if "“" in words or "](" in words:
        return words
    numbers = dict(found_in(words, country))
    for one in (first_number(piece) for text in named for piece in re.split(r" · |; ", text)):
        if opened := dialled(one, country):
            numbers[one.rstrip(" .")] = opened
    wanted = [rf"(?<![\w+]){re.escape(one)}(?!\d)" for one in longest_first(numbers)]

    def linked(found: re.Match[str]) -> str:
        said = found.group()
        return f"[{said}](tel:{numbers[said]})" if said in numbers else f"[{said}](mailto:{said})"

    return re.sub("|".join([*wanted, _MAIL]), linked, words)


def country_of(icao: str | None, talk: Talk) -> str | None:
    """The country of a field; None where there is none."""
    airport = talk.deps.airports.get(icao) if icao else None
    return airport.country if airport else None


def with_article(country: str) -> str:
    """ "United Kingdom" → "the United Kingdom", as it stands inside a sentence."""
    return in_english(country) if spoken() == SOURCE else country_name(country)


def in_english(country: str) -> str:
    """A country inside an English sentence, whatever is spoken."""
    begins = ("United ", "Isle of ", "Faroe ", "Channel ", "Canary ", "UK bases")
    takes_the = country.startswith(begins) or country == "Netherlands"
    return f"the {country}" if takes_the else country


def nm(distance: float) -> str:
    """559.2 → "559 nm"; below ten with one decimal."""
    return (
        say("{distance:.1f} nm", distance=distance)
        if distance < 10
        else say("{distance:,.0f} nm", distance=distance)
    )


def feet(length: int | float | None, talk: Talk) -> str:
    """A length in feet, and in metres beside it (pilots in Europe think in both)."""
    if not length:
        return say("length unknown")
    return say("{feet:,.0f} ft ({metres:,} m)", feet=length, metres=round(length * 0.3048))


def is_closed(codes: Sequence[str | None], talk: Talk) -> bool:
    airports = [talk.deps.airports.get(code) for code in codes if code]
    return any(airport is not None and in_closed_airspace(airport, talk.deps) for airport in airports)


_LIST_CODE = re.compile(r"[A-Z]{2}-[0-9A-Z]+")
"""A code that only a list of airfields has given ("GB-0954"): nobody says it and no chart has it."""


def contested_ends(codes: Sequence[str | None], talk: Talk) -> list[str]:
    """What is said of two ends between which no flight is let through, and of each whose control is contested."""
    airports = [airport for code in codes if code and (airport := talk.deps.airports.get(code)) is not None]
    borders = talk.deps.borders
    barred = borders.barred(*map(borders.territory, airports)) if len(airports) == 2 else None
    if barred:
        return [say(barred[0])]
    return list(dict.fromkeys(told for one in airports if (told := contested(one, talk.deps)) is not None))


def named_end(icao: str | None, name: str) -> str:
    """How a field is called in a sentence: its code and its name, a list's code left out."""
    return f"{icao} {name}" if icao and not _LIST_CODE.fullmatch(icao) else name


def code_or_name(icao: str | None, name: str) -> str:
    """How a field is called where one word stands: its code, unless only a list has given it one."""
    return icao if icao and not _LIST_CODE.fullmatch(icao) else name


def speed_source(source: str) -> str:
    """Where a speed comes from, as a result names it in English, in words."""
    if source == "your profile":
        return say("as you told me")
    if source == "assumed":
        return say("assumed")
    name = source.removeprefix("typical ").removesuffix(" book cruise")
    return say("typical {aircraft} book cruise", aircraft=name) if name != source else source


def _bears(airport: Airport, said: str) -> bool:
    """Whether a field is called as was said."""
    return place_key(said.partition(",")[0]) in place_key(airport.name)


def substituted(substitutions: dict[str, Substitution], talk: Talk, *, far: bool | None = None) -> list[str]:
    """ "Paris: I took LFPN Toussus, 11 nm away.": the field that stands for a town, said; `far` ones only, or the
    others only."""
    lines: list[str] = []
    for found in substitutions.values():
        if far is not None and (found.distance_nm > FAR_NM) is not far:
            continue
        airport = talk.deps.airports.get(found.resolved)
        if airport is not None and found.distance_nm <= FAR_NM and _bears(airport, found.original):
            continue  # "Texel": EHTX Texel, as the heading says
        name = f" {airport.short_name}" if airport else ""
        lines.append(
            say(
                "{original}: I took {resolved}{name}, {nm} away.",
                original=found.original,
                resolved=found.resolved,
                name=name,
                nm=nm(found.distance_nm),
            )
        )
    return lines


def rules_of(talk: Talk, codes: Sequence[str]) -> list[Suggestion]:
    """The rules of a country that is crossed, when they are in the corpus."""
    for code in reversed(codes):
        airport = talk.deps.airports.get(code)
        country = talk.deps.countries.get(airport.country) if airport else None
        if country and _says_of_flight_plans(country.code, talk):
            asked = f"Do I need a flight plan for VFR in {in_english(country.name)}?"  # the rules are in English
            return [
                Suggestion(
                    text=say("Do I need a flight plan for VFR in {country}?", country=with_article(country.name)),
                    call=call("answer_rules_question", country_code=country.code, question=asked),
                    category="rules",
                    label=say("Flight plan in {country}", country=with_article(country.name)),
                )
            ]
    return []


def _says_of_flight_plans(country: str, talk: Talk) -> bool:
    """Whether the rules answer the question that is offered; a distance is told without rules too."""
    try:
        return talk.deps.rules_answer("vfr-flight-plan-required", country)
    except AgentError:
        return False


def flag(country: str) -> str:
    """The flag of an ISO-2 code as its two regional letters; "" for anything else."""
    if len(country) != 2 or not country.isascii() or not country.isalpha():
        return ""
    return "".join(chr(0x1F1E6 + ord(letter) - ord("A")) for letter in country.upper())
