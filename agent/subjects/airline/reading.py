"""Reads a wish for an airline: from where to where, when, with how many."""

from __future__ import annotations

from datetime import date

from pydantic import JsonValue

from agent import regex as re
from agent.language import leisure
from agent.language.courtesy import CHAT
from agent.language.said import Said
from agent.language.slot_words import FUNCTION
from agent.language.wording import keys_of
from agent.protocol import ToolCall
from agent.registry import goes_on, reads
from agent.subjects.airline.stays import STUCK, gets_home_without_it, is_broken, where_it_stays
from tongue import later

_HOME = re.compile(r"\b(?:home|nach hause|heim|rentrer|à la maison)\b")


_TRAVELS = re.compile(
    r"\b(?:flights|flüge|vols|cheap\w*|fares?|prices?|book\w*|business|economy|adults?|return ticket|one[- ]way|non-?stop|"
    r"billig\w*|günstig\w*|buch\w*|preis\w*|erwachsene\w*|prix|moins cher|réserv\w*|adultes?)\b"
)


def _flies_oneself(said: Said) -> bool:
    """Whether nothing is of an airline in a message that tells both its day and its hour, as who flies oneself does."""
    slots = said.slots
    if said.has("airline") or STUCK.search(slots.low) or _TRAVELS.search(slots.low):
        return False
    return len(slots.of("clock")) > 1 and bool(slots.days)


@reads(
    "search_flights",
    "origin",
    "destination",
    word="airline",
    claims=gets_home_without_it,
    called=later("An airline"),
    unless=_flies_oneself,
)
def flights(said: Said) -> dict[str, JsonValue]:
    """Both ends and what is said of the travel."""
    start, end = said.ends()
    given: dict[str, JsonValue] = {}
    stuck = where_it_stays(said)
    others = [s for s in said.spots if s is not stuck and s.kind != "here"]
    others = others or list(said.slots.weak)  # "bloqué à Figari, un vol pour genève"
    if stuck is not None and len(others) <= 1:
        start, end = said.name(stuck), said.name(others[0]) if others else None
    elif stuck is not None and len(behind := [spot for spot in others if spot.start > stuck.end]) == 1:
        start, end = (
            said.name(stuck),
            said.name(behind[0]),
        )  # "retour de Corse annulé, bloqué à Ajaccio, un vol pour Paris"
    if (start is None or end is None) and (codes := _both_codes(said)) is not None:
        start, end = codes
    if end is None and _HOME.search(said.slots.low):
        end = "home"
    if start:
        given["origin"] = start
    if end:
        given["destination"] = end
        first, others = _either(said, start, end)
        given["destination"] = first
        if others:
            given["beside"] = {"destination": others}
    if stuck is not None and start and is_broken(said):
        given["stays"] = start
    said.take([*said.slots.days, *said.slots.quantities])
    said.take(said.all_of("airline"))
    travel = leisure.read_travel(said.slots)
    people = None if _BESIDE_A_PILOT.search(said.slots.low) else said.people()
    if people is not None and people > int(str(travel.get("adults") or 0)) and not _YOUNG.search(said.slots.low):
        travel["adults"] = people  # "one instructor and two students", "a pair of seats"
    return {**given, **travel}


_BESIDE_A_PILOT = re.compile(r"\b(?:passengers?|pax|passag\w+|with (?:me|us)|plus me)\b")
_YOUNG = re.compile(
    r"\b(?:child\w*|kids?|bab(?:y|ies)|infants?|toddlers?|teen\w*|kind(?:er)?n?|enfants?|bébés?)\b"
)


def _either(said: Said, start: str | None, end: str) -> tuple[str, list[JsonValue]]:
    """The ends that are said side by side, the first apart: "to Strasbourg or Basle"."""
    spots = [spot for spot in said.spots if spot.kind != "here"]
    for spot in spots:
        names = [said.name(one) for one in (spot, *said.beside(spot, spots))]
        if end in names and len(names) > 1 and start not in names:
            return names[0], [*names[1:]]
    return end, []


_PAIR = re.compile(r"(?<![\w-])([a-z]{3}) ?(?:-|–|>|/|to) ?([a-z]{3})(?![\w-])", re.IGNORECASE)


def _both_codes(said: Said) -> tuple[str, str] | None:
    """ "rtm-lcy": two airlines' codes with a line between them, whatever their case."""
    for pair in _PAIR.finditer(said.slots.text):
        codes = (pair[1].upper(), pair[2].upper())
        found = [said.deps.airports.get(code) for code in codes]
        if all(airport is not None and airport.iata == code for airport, code in zip(found, codes, strict=True)):
            said.used.add(pair.span())
            return codes
    return None


_AGAIN = re.compile(
    r"\W*(?:please |can you |could you )?(?:(?:search|look|check|try|ask|run it|do it)(?: (?:it|them|that|for flights|the airlines))? "
    r"(?:again|anew|once more)|refresh(?: (?:it|them|that|the (?:list|search|prices|offers)))?|(?:a )?(?:new|fresh) search|update the prices|"
    r"(?:cherche|recherche|vérifie)r? (?:encore|à nouveau)|(?:une )?nouvelle recherche|(?:actualise|rafraîchi)\w*|"
    r"(?:nochmal|noch einmal|erneut)(?: (?:suchen|prüfen))?|such(?:e|en)? (?:nochmal|noch einmal|erneut)|(?:eine )?neue suche|aktualisier\w*)"
    r"(?: please| bitte|,? s'il (?:te|vous) plaît| stp| svp)?\W*"
)
_TURNS_DOWN = re.compile(
    r"\b(?:not|no|none|dont|reject|drop|skip|without|except|rule out|leave out|too (?:early|late|expensive|dear|long)|nicht|kein\w*|ohne|"
    r"zu (?:früh|spät|teuer|lang)|pas|sans|trop (?:tôt|tard|cher|long)\w*)\b|n't\b"
)
_PLACES: tuple[tuple[int, re.Pattern[str]], ...] = (
    (1, re.compile(r"\b(?:first|1st|number (?:one|1)|cheapest|premi(?:er|ère)|erste\w*|günstigste\w*)\b|#1\b")),
    (2, re.compile(r"\b(?:second|2nd|number (?:two|2)|deuxième|zweite\w*)\b|#2\b")),
    (3, re.compile(r"\b(?:third|3rd|number (?:three|3)|last one|troisième|dritte\w*)\b|#3\b")),
)
_ALL_OF_THEM = re.compile(r"\b(?:none|any|all|these|those|them|keine\w*|aucun\w*|ceux-là|alle)\b")
_THAT_ONE = re.compile(
    r"\b(?:that|this|it|the) (?:one|flight)\b|\b(?:that|it)\b|\bcelui(?:-là)?\b|\b(?:den|der|das|diesen)\b"
)
_OFFER = re.compile(r"^([1-9]) \*\*")
_FLIGHT = re.compile(r"\b(?=[A-Z0-9]?[A-Z])[A-Z0-9]{2}\d{1,4}\b")
_LONGEST = 10


def of_the_offers(said: Said, last: ToolCall, told: str) -> ToolCall | None:
    """The same search asked anew, or without an offer that is turned down; None for anything else."""
    if last.tool != "search_flights" or said.slots.days or len(said.slots.words) > _LONGEST:
        return None
    low = said.slots.low.strip()
    if _AGAIN.fullmatch(low):
        return last.varied(new_search=True)
    offers = _offers(told)
    if not offers or not _TURNS_DOWN.search(low):
        return None
    flights = set(_FLIGHT.findall(said.slots.text.upper()))
    down = [numbers for numbers in offers.values() if flights & set(numbers.split())]
    down = down or [offers[place] for place, named in _PLACES if place in offers and named.search(low)]
    if not down and (_ALL_OF_THEM.search(low) or (len(offers) == 1 and _THAT_ONE.search(low))):
        down = list(offers.values())
    if not down:
        return None
    before = last.arguments.get("without")
    earlier: list[JsonValue] = list(before) if isinstance(before, list) else []
    return last.varied(new_search=None, without=[*earlier, *down])


def _offers(told: str) -> dict[int, str]:
    """The offers of an answer by their place: the numbers of their flights."""
    found: dict[int, str] = {}
    place = 0
    for line in told.splitlines():
        opens = _OFFER.match(line)
        place = int(opens[1]) if opens else place if line.startswith("   ") else 0
        if place:
            found[place] = " ".join([*found.get(place, "").split(), *_FLIGHT.findall(line)])
    return {number: flights for number, flights in found.items() if flights}


_BACK = re.compile(
    r"\b(?:back|return(?:ing)?|coming home|zurück|rückflug|heim|retour|reven\w+|revien\w*|rentr\w+|(?:the|our|my) way home)\b"
)
_BESIDE_A_RETURN = keys_of(
    "and then with a the way flight one coming fly flying home i we us me d'd would like come und dann wieder fliegen wir ich mich uns will wollen möchte möchten mit dem der nach hause"
    " et puis pour un le vol on je nous en se me plutôt rather lieber please bitte svp what about how was ist quid"
)


def with_a_way_back(said: Said, last: ToolCall, told: str) -> ToolCall | None:
    """ "Und am Sonntag zurück?": the same search with the way back on that day; None where more is said."""
    slots, leaves = said.slots, last.arguments.get("departure_date")
    if last.tool != "search_flights" or len(slots.days) != 1 or slots.countries or slots.quantities:
        return None
    if any(spot.name != "home" for spot in slots.spots):
        return None
    if not isinstance(leaves, str) or not _BACK.search(slots.low):
        return None
    day = slots.days[0]
    rest = [w for w in slots.words if not day.start <= w.start < day.end and not _BACK.fullmatch(w.text.lower())]
    if not all(w.key in FUNCTION or w.key in CHAT or w.key in _BESIDE_A_RETURN for w in rest):
        return None
    back = leisure.return_day(day, date.fromisoformat(leaves)).isoformat()
    if back < leaves:
        return None
    said.take_all()
    return last.varied(return_date=back, new_search=None)


goes_on(of_the_offers)
goes_on(with_a_way_back)
