"""Reads what is to be aboard: people by their masses, bags and tanks, and whether that is too much or leaves fuel."""

from __future__ import annotations

from functools import cache

from pydantic import JsonValue

from agent import regex as re
from agent.language.burning import find_burning
from agent.language.number_words import in_digits
from agent.language.said import Said
from agent.protocol import ToolCall
from agent.subjects.sums.tool import worked_out_with

Given = dict[str, JsonValue]
_KILO = r"(?:kg|kgs|kilos?|kilogram\w*)"
_POUND = r"(?:lbs?|pounds|pfund)"
_A_MASS = re.compile(
    rf"(?<![\w.,/:-])(?P<n>\d{{1,3}}(?:[.,]\d)?)(?![\d:/]|[.,]\d|-\w)\s*(?P<u>{_KILO}|{_POUND})?(?![\w'’])"
)
_NO_MASS = re.compile(
    r"\s*(?:%|°|l|lit(?:er|re)s?n?|usg|us|gal\w*|imp|kts?|kn|knots|knoten|nœuds|noeuds|nm|km|h|hours?|std|stunden?|heures?|min\w*|ft|fu(?:ss|ß)|m|z|uhr|euros?|€|£|ps|hp|cv|ch)(?![\w'’])"
)
"""What a figure is of that is no mass: litres, knots, hours."""
_TYPICAL = (12.0, 160.0)
"""A person, child or bag whose mass is told without a unit, in kilograms."""
_PERSON = r"(?:people|persons?|adults?|pax|passengers?|souls?|kids?|children|mates?|pals?|friends?|guys|men|women|leuten?|personen?|erwachsenen?|mann|passagieren?|kindern?|freunden?|insassen|personnes?|adultes?|passagers?|enfants?|gosses?|potes?|copains?)"
_HEADS = {
    word: count
    for count, words in enumerate(
        ("two zwei zweit deux", "three drei dritt trois", "four vier viert quatre", "five fünf fünft cinq", "six sechs sechst"), 2
    )
    for word in words.split()
}  # fmt: skip
_FEW = rf"(?P<{{0}}>[2-9]|{'|'.join(_HEADS)})"
_HOW_MANY = re.compile(
    rf"(?<![\w.,-]){_FEW.format('a')}\s+(?:(?:more|big|adult|other|weitere|autres)\s+)?{_PERSON}\b|(?<![\w.,-]){_FEW.format('b')}\s*(?:up|of us|on ?board|aboard|an bord|à bord|a bord)\b|"
    rf"\bzu (?P<c>zweit|dritt|viert|fünft|sechst)\b|\b(?:wir sind|sind wir|on est|on sera|nous sommes|we are|we're|à|a) {_FEW.format('d')}(?!\w|[.,]\d|\s*(?:l|kg|kt|nm|h|kilos?)\b)"
)
_EACH = re.compile(
    rf"(?<![\w.,-]){_FEW.format('k')}\s+(?:[^\W\d]+\s+){{0,3}}?(?:of|at|à|a|de|zu|mit|je|with|avec|@)\s*(?:je\s+|jeweils\s+)?(?P<n>\d{{2,3}})\s*(?P<u>{_KILO}|{_POUND})\b"
)
_EVERYONE = re.compile(
    rf"\b(?:everyone|everybody|all|each|jede[rs]?|alle|je|jeweils|chacun|chaque|tous)\s+(?:of us\s+|is\s+|at\s+|à\s+|de\s+|zu\s+|mit\s+|fait\s+|pèse\s+|wiegt\s+)*(?P<n>\d{{2,3}})\s*(?:{_KILO}|{_POUND})?\b|"
    rf"\b(?P<m>\d{{2,3}})\s*(?:{_KILO}|{_POUND})?\s+(?:each|apiece|a head|chacune?|jeweils|pro (?:kopf|person|nase)|par personne)\b"
)
_BAG = r"(?:bags?|baggage|luggage|kit|gear|gepäck|koffer|taschen?|bagages?|valises?|sacs?|affaires)"
_BAGS = re.compile(
    rf"(?<![\w.,-])(?P<n>\d{{1,3}})\s*(?P<u>{_KILO}|{_POUND})?\s*(?:of |an |de |d['’]|von )?{_BAG}\b|\b{_BAG}\s*(?:of|von|de|:|=)?\s*(?P<m>\d{{1,3}})\s*(?:{_KILO}|{_POUND})"
)
_BAGS_NAMED = re.compile(rf"\b{_BAG}\b")
_FULL = re.compile(
    r"\b(?:full (?:fuel|tanks?)|tanks? full|brimmed|to the brim|voll(?:e[nrm]?)? tanks?|tanks? (?:ganz )?voll|voll ?getankt|voll ?betankt|vollem tank|le plein|plein complet|pleins complets|pleins? faits?|réservoirs? pleins?|reservoirs? pleins?)\b"
)
_HALF = re.compile(
    r"\b(?:half (?:full )?(?:fuel|tanks?)|tanks? half(?: full)?|half[- ]full|halb ?voll(?:e[nrm]?)?(?: tanks?)?|halbe[nrm]? tanks?|moitié (?:du )?plein|demi[- ]pleins?|réservoirs? à moitié)\b"
)
_TOO_MUCH = re.compile(
    r"\b(?:over ?weight|overloaded|too heavy|too much|are we over|over (?:the )?(?:limit|weight|gross|mtow|max)|within (?:weight|limits?|mass)|ok(?:ay)? (?:on|for|with) (?:the )?weight|weight ok|"
    r"does (?:that|it) (?:work|fit|go)|is (?:that|it) (?:ok|okay|fine|legal)|will it (?:fly|lift|carry)|can (?:we|i|it) (?:take|carry|lift|go)|"
    r"geht (?:das|es|sich)|passt (?:das|es)|klappt das|zu schwer|überladen|noch ok|im limit|zuladung|beladung|"
    r"ça passe|ca passe|passe-t|trop lourds?|trop lourde?s?|surcharge\w*|en surcharge|ça va|chargement|charger?|dans les limites|c['’]est bon)\b"
)
_MAY_GO = re.compile(
    r"\b(?:(?:can|could|may|will|would)\b(?! you)|ok(?:ay)?\b|possible|feasible|doable|legal|enough|kann|können|dürfen|darf|schaffen|schafft|geht|reicht|möglich|machbar|"
    r"peut|peuvent|peux|pouvons|puis-je|possible|faisable|suffit)"
)
""" "Can four of 75 kg go there?": whose masses are told one by one asks of the load."""
_FUEL_LEFT = re.compile(
    r"\b(?:how much|how many|combien|quelle quantité|wie ?viel\w*)\b[^.?!]{0,60}\b(?:fuel|avgas|mogas|lit(?:re|er)s?n?|gallons?|usg|gas|sprit|benzin|kraftstoff|tanken|essence|carburant|d['’]essence|rein|mitnehmen|emporter|mettre|carry|take)\b"
)
_MAX_NAMED = r"(?:mtow|mtom|mauw|maum|max\w*|höchst\w*|abflugmasse|startmasse|gross)"
_EMPTY_NAMED = r"(?:empty|bew|leer\w*|rüstmasse|(?:masse )?[àa] vide|vide)"
_BEHIND, _BEFORE = r"\b{0}\b[^\d,;]{{0,24}}?(?P<n>\d{{3,4}})\b", r"\b(?P<n>\d{{3,4}})\s*(?:kg|kilos?)?\s*{0}\b"
_MOST = tuple(re.compile(of.format(_MAX_NAMED)) for of in (_BEHIND, _BEFORE))
_EMPTY = tuple(re.compile(of.format(_EMPTY_NAMED)) for of in (_BEHIND, _BEFORE))
"""The aircraft's own masses: the figure behind the word in its clause, else the one before it."""
_LB = 0.45359237


def _count(word: str) -> int:
    return _HEADS.get(word) or int(word)


def _cleared(low: str, found: re.Match[str]) -> str:
    return low[: found.start()] + ";" + " " * (len(found[0]) - 1) + low[found.end() :]


def loaded(said: Said) -> Given | None:
    """What is told to be aboard, where it is asked whether that is too much or how much fuel it leaves."""
    low = in_digits(said.slots.low)
    for craft in sorted(said.slots.crafts, key=lambda one: -one.start):
        low = low[: craft.start] + " " * (craft.end - craft.start) + low[craft.end :]
    full, half = _FULL.search(low), _HALF.search(low)
    asks = bool(_TOO_MUCH.search(low) or _FUEL_LEFT.search(low) or said.has("loading"))
    if not asks and not said.slots.days:
        asks = bool(
            (_EACH.search(low) or (_HOW_MANY.search(low) and _EVERYONE.search(low))) and _MAY_GO.search(low)
        )
    if find_burning(low).burn_lph is not None or not (asks or full) or said.slots.of("distance"):
        return None
    given = aboard_of(low)
    masses = given.get("masses")
    counted = len(masses) if isinstance(masses, list) else 0
    if counted + ("bags_kg" in given) < _LEAST_MASSES:
        if not said.slots.crafts or said.spots or said.slots.days or not (full or said.has("loading")):
            return None
        if "people" not in given or not (full or _NAMED_LOAD.search(low)):
            return None
    if len({said.name(spot) for spot in said.spots if said.field_of_spot(spot, far=False)}) > 1:
        return None  # a flight, whose people it carries
    craft = said.aircraft()
    tanks: Given = {"tanks": "half" if half else "full"} if half or full else {}
    return {"what": "load", **given, **_own_masses(low), **tanks, **({"aircraft_type": craft} if craft else {})}


_LEAST_MASSES = 2
_NAMED_LOAD = re.compile(rf"\b(?:weight|mass\w*|load\w*|chargement|charger|beladung|zuladung|{_BAG})\b")


def aboard_of(low: str) -> Given:
    """People, their masses and the bags that a text tells, all in kilograms."""
    pounds = bool(re.search(rf"\d\s*{_POUND}\b", low)) and not re.search(rf"\d\s*{_KILO}\b", low)
    factor = _LB if pounds else 1.0
    low = _without_own(low)
    masses, bags = list[float](), None
    if (found := _BAGS.search(low)) is not None:
        bags = float(found["n"] or found["m"]) * factor
        low = _cleared(low, found)
    heads = [_count(next(v for v in one.groupdict().values() if v)) for one in _HOW_MANY.finditer(low)]
    people = max(heads) if heads else None
    for each in [*_EACH.finditer(low)]:
        masses += [float(each["n"]) * factor] * _count(each["k"])
        low = _cleared(low, each)
    if not masses and people and (everyone := _EVERYONE.search(low)) is not None:
        masses += [float(everyone["n"] or everyone["m"]) * factor] * people
        low = _cleared(low, everyone)
    free = [one for one in _A_MASS.finditer(low) if one["u"] or not _NO_MASS.match(low, one.end("n"))]
    named = [one for one in free if one["u"] or _is_typical(one)]
    if not any(one["u"] for one in named) and not masses and bags is None:
        named = named if people is not None and len(named) == people else []
    masses += [float(one["n"].replace(",", ".")) * factor for one in named]
    given: Given = {}
    if masses:
        given["masses"] = [round(one, 1) for one in masses]
    if bags is not None:
        given["bags_kg"] = round(bags, 1)
    elif _BAGS_NAMED.search(low):
        given["bags_kg"] = 0.0
    if people is not None or masses:
        given["people"] = max(people or 0, len(masses))
    return given


def _is_typical(one: re.Match[str]) -> bool:
    return _TYPICAL[0] <= float(one["n"].replace(",", ".")) <= _TYPICAL[1] and len(one["n"]) > 1


def _own_masses(low: str) -> Given:
    """The greatest and the empty mass of the aircraft, as told."""
    given: Given = {}
    for name, of in (("max_kg", _MOST), ("empty_kg", _EMPTY)):
        if (found := next(filter(None, (one.search(low) for one in of)), None)) is not None:
            given[name] = float(found["n"])
    return given if len({str(mass) for mass in given.values()}) == len(given) else {}


def _without_own(low: str) -> str:
    for of in (*_MOST, *_EMPTY):
        while (found := of.search(low)) is not None:
            low = _cleared(low, found)
    return low


@cache
def _litres(spellings: tuple[str, ...]) -> re.Pattern[str]:
    named = "|".join(re.escape(one) for one in spellings)
    return re.compile(rf"(?<![\w.,/])(?P<n>\d+(?:[.,]\d+)?)\s*(?P<u>{named})(?![\w/])")


def fuel_told(said: Said) -> Given:
    """The fuel that is or goes into the tanks: "48 us gal", "180 l"."""
    units = said.deps.units
    spelt = tuple(s for s in units.longest_first() if any(u.kind == "volume" for u in units.spelt.get(s, ())))
    found = _litres(spelt).search(said.slots.low)
    return {"volume": float(found["n"].replace(",", ".")), "volume_unit": found["u"]} if found else {}


def what_is_aboard(said: Said) -> Given | None:
    """The whole reading of a load: who and what is aboard, the fuel that is told, the aircraft's own masses."""
    given = loaded(said)
    if given is None and not said.spots and (own := _own_masses(in_digits(said.slots.low))).keys() == _BOTH:
        given = {"what": "load", **own}  # the weighing report alone: what it leaves for people, bags and fuel
    return None if given is None else _with_fuel(given, fuel_told(said))


def _with_fuel(given: Given, fuel: Given) -> Given:
    """Litres that are told are those aboard, however full that makes the tanks."""
    return {**given, **fuel, **({"tanks": "full"} if fuel and given.get("tanks") == "half" else {})}


_BOTH = {"max_kg", "empty_kg"}


_BARE = re.compile(r"(?<![\w.,])(?P<n>\d{3,4})(?:\s*(?:kg|kilos?))?(?![\w.,])")


def of_the_load_told(said: Said, last: ToolCall, answer: str) -> ToolCall | None:
    """ "Max 1157, empty 750, 180 l", "and with half tanks" behind a load: the same load with that."""
    if last.tool != "work_out_figures" or last.arguments.get("what") != "load" or said.slots.days:
        return None
    if said.aircraft() is not None and (
        said.aircraft() != last.arguments.get("aircraft_type") or loaded(said) is not None
    ):
        return None  # of another aircraft neither the masses nor the fuel count; a whole load stands alone
    low = in_digits(said.slots.low)
    given = _own_masses(low)
    free = _without_own(low)
    figures = [float(one["n"]) for one in _BARE.finditer(free) if not _NO_MASS.match(free, one.end("n"))]
    if not given and len(figures) == 2 and not last.arguments.get("max_kg"):
        given = {"max_kg": max(figures), "empty_kg": min(figures)}
    given = _with_fuel({"tanks": last.arguments.get("tanks"), **given}, fuel_told(said))
    if given.get("tanks") == last.arguments.get("tanks"):
        del given["tanks"]
    if _HALF.search(low) or _FULL.search(low):
        given["tanks"] = "half" if _HALF.search(low) else "full"
    told = aboard_of(low) if not given.keys() & {"max_kg", "empty_kg", "volume"} else Given()
    if told.get("masses"):
        given |= told
    if "bags_kg" in told and not told.get("masses") and told["bags_kg"]:
        given["bags_kg"] = told["bags_kg"]
    people, known = told.get("people"), last.arguments.get("masses")
    if not told.get("masses") and isinstance(people, int) and isinstance(known, list | tuple):
        given["people"] = max(people, len(known))
    if (call := worked_out_with(last, given)) is not None:
        said.take_all()
    return call
