"""Reads a question that asks for a figure in another unit and for nothing else."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from pydantic import JsonValue

from agent import regex as re
from agent.aviation.units import Units
from agent.language.corrections import meant_at_last
from agent.language.number_words import in_digits
from agent.language.said import Said
from agent.protocol import ToolCall
from agent.registry import goes_on, reads
from tongue import SOURCE, later, spoken

_NUMBER = r"[-+−]?\d{1,3}(?:[ .,'’]\d{3})+(?:[.,]\d+)?(?!\d)|[-+−]?\d+(?:[.,]\d+)?|[-+−]?[.,]\d+"
_BETWEEN = r"[\s?!.;:,()\"»«'’]*"
_INCHES_OF_MERCURY = (25.0, 32.5)
"""A bare QNH in these is in inches of mercury, "QNH 29.92"; from 800 on in hectopascals."""
_LEAST_HPA = 800.0
_OF_AN_ALTIMETER = frozenset(("hpa", "mb", "mbar", "millibar", "millibars", "hectopascal", "hectopascals", "inhg"))
_SET_IN_HPA, _INCHES = (940.0, 1060.0), frozenset(("in", "inch", "inches", "zoll", "pouces", "pouce"))
""" "What's 998 in inches": a figure that an altimeter is set to."""
_MOST_UNITS = 4


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question in pieces: the figure, its unit's spelling, and what it is wanted in."""

    value: float
    unit: str
    to: tuple[str, ...]
    fuel: str | None
    an_hour: bool = False


def figure(said: str) -> float:
    """1,013 and 3.785 in English; 1.013 and 29,92 in French and German; 1 500 in all."""
    text = said.replace("−", "-").replace(" ", "").replace("'", "").replace("’", "")
    if "," in text and "." in text:
        decimal = max(text.rfind(","), text.rfind("."))
        return float(re.sub(r"[.,]", "", text[:decimal]) + "." + text[decimal + 1 :])
    mark = "," if "," in text else "."
    whole, _, behind = text.partition(mark)
    thousands = mark == ("," if spoken() == SOURCE else ".")
    if text.count(mark) > 1 or (thousands and len(behind) == 3 and whole.strip("+-") not in ("", "0")):
        return float(text.replace(mark, ""))
    return float(text.replace(mark, "."))


ELIDED = re.compile(r"\b[dl]['’](?=\w)|\bs['’]il (?:te|vous) pla[iî]t\b")
"""French "d'avgas", and its please."""


@cache
def _pieces(spellings: tuple[str, ...]) -> re.Pattern[str]:
    named = "|".join(re.escape(one).replace(r"\ ", r"[\s-]") for one in spellings)
    return re.compile(
        rf"{_BETWEEN}(?:(?P<u>(?:{named})(?![\w/'’]))|(?P<n>{_NUMBER})|(?P<w>=|[\w/-]+))", re.IGNORECASE
    )


def asked(text: str, units: Units) -> _Asked | None:
    """The conversion that a text asks for; None where it says anything else."""
    text = meant_at_last(text)
    pieces = _pieces(tuple(units.longest_first()))
    numbers: list[tuple[int, float]] = []
    named: list[tuple[int, str]] = []
    ones: list[int] = []
    fuel: str | None = None
    is_weighed = False
    at, order = 0, 0
    low = ELIDED.sub("", text.casefold().rstrip(' ?!.;:,)»"')).strip()
    while at < len(low):
        piece = pieces.match(low, at)
        if piece is None:
            return None
        at, order = piece.end(), order + 1
        word = re.sub(r"[\s-]+", " ", piece["u"] or "") if piece["u"] else ""
        if piece["n"]:
            numbers.append((order, figure(piece["n"])))
        elif piece["u"] and (piece["u"] in units.fuels or word in units.fuels):
            fuel = piece["u"]
        elif piece["u"]:
            named.append((order, piece["u"]))
        elif piece["w"] in units.articles:
            ones.append(order)
        elif (w := piece["w"]) in units.may_stand or all(part in units.may_stand for part in w.split("-")):
            is_weighed = is_weighed or w in units.weighs
        else:
            return None
    return _put_together(numbers, named, ones, fuel, units, is_weighed=is_weighed, low=low)


def _put_together(
    numbers: list[tuple[int, float]],
    named: list[tuple[int, str]],
    ones: list[int],
    fuel: str | None,
    units: Units,
    *,
    is_weighed: bool,
    low: str,
) -> _Asked | None:
    if len(numbers) > 1 or len(named) > _MOST_UNITS or not named:
        return None
    if not numbers:
        value = 1.0
        of = next((name for order, name in named if order - 1 in ones), None)
        if of is None:
            return None
    else:
        order, value = numbers[0]
        of = next((name for at, name in named if at == order + 1), None)
    others = [name for _, name in named if name != of]
    if of is None:
        if len(named) > 1 or not (of := _bare_qnh(value, low, others)):
            return None
        if not units.pairs(of, others[0]):
            return None
    if others and is_weighed and units.spelt[of][0].kind == "volume":
        others = [*others, *(["kg"] if not any(u.kind == "mass" for o in others for u in units.spelt[o]) else [])]
    if not others and not numbers and not is_weighed:
        return None  # "what is a litre of Jet there": its price
    unit = units.spelt[of][0]
    if not others and (
        (unit.kind == "volume" and is_weighed) or (unit.kind in ("volume", "mass") and fuel is not None)
    ):
        others = ["kg" if unit.kind == "volume" else "l"]
    if not others and not (is_weighed or re.search(r"\bconver|\bumrech|\bumger", low)):
        return None
    if not all(units.pairs(of, to, weighed=True) for to in others or [None]):
        return None
    return _Asked(value, of, tuple(others), fuel)


def _bare_qnh(value: float, low: str, others: list[str]) -> str | None:
    """The unit of a pressure that is said without one: "QNH 29.92 in hPa", "altimeter 1013 in inches", "29.92 to hPa"."""
    in_inches = _SET_IN_HPA[0] <= value <= _SET_IN_HPA[1] and {*others} <= _INCHES
    is_set = re.search(r"\bqnh\b|\baltimeter\b|\bpressure\b", low) or {*others} <= _OF_AN_ALTIMETER or in_inches
    if not others or not is_set:
        return None
    if _INCHES_OF_MERCURY[0] <= value <= _INCHES_OF_MERCURY[1]:
        return "inhg"
    return "hpa" if value >= _LEAST_HPA else None


_AN_HOUR = re.compile(
    r"(?:(?<!km)(?<!nm)(?<!sm)(?<!mi)(?<!\bm)(?<!miles)\s*/\s*h(?:r|our)?\b|\b(?:an|per|each|every|the|pro|die|je|in der|par|de l['’]|à l['’]|a l['’]|l['’])\s*(?:hour|hr|h|stunde|std|heure)\b)|"
    r"\b(?:stündlich|hourly)\b"
)
_BURNT = re.compile(
    r"\b(?:(?:my |the |our |meine? |die |unsere? |mon |ma |le |la )?(?:plane|aircraft|engine|flieger|maschine|motor|avion|moteur|archer|cessna|robin)?\s*(?:burn(?:s|ing)?|us(?:es|ing)|consum\w+|drinks?|verbrauch\w*|braucht?|schluckt|säuft|consomm\w+|conso|brûle|brule|fuel flow|fuel burn|ff)\b)"
)


def _without_the_hour(text: str) -> tuple[str, bool]:
    """A text without "an hour" and the word for what is burnt, and whether a figure of an hour was told."""
    rate = _AN_HOUR.search(text.casefold())
    if rate is None:
        return text, False
    left = text[: rate.start()] + " " + text[rate.end() :]
    burnt = _BURNT.search(left.casefold())
    return (left[: burnt.start()] + " " + left[burnt.end() :] if burnt else left), True


def _of(said: Said) -> _Asked | None:
    text, an_hour = _without_the_hour(in_digits(said.slots.text))
    if said.slots.days or not re.search(r"\d|\b(?:an?|one|eine?[mr]?|une?)\b", text.casefold()):
        return None
    found = asked(text, said.deps.units)
    return None if found is None else replace(found, an_hour=an_hour)


@reads(
    "convert_units",
    "value",
    "unit",
    called=later("A figure in another unit"),
    claims=lambda said: _of(said) is not None,
    unless=lambda said: _of(said) is None,
    calm=lambda said: _of(said) is not None,
)
def conversion(said: Said) -> dict[str, JsonValue]:
    """The figure, its unit, and what it is wanted in."""
    found = _of(said)
    if found is None:
        return {}
    said.take_all()
    return {
        "value": found.value,
        "unit": found.unit,
        **({"to": found.to[0]} if found.to else {}),
        **({"beside": {"to": [*found.to[1:]]}} if found.to[1:] else {}),
        **({"fuel": found.fuel} if found.fuel else {}),
        **({"an_hour": True} if found.an_hour else {}),
    }


_ANOTHER_FIGURE = re.compile(
    rf"\W*(?:(?:and|und|et|or|oder|ou|what about|how about|what if|now|then|was ist mit|make it|for|für|pour)\W+)*(?P<n>{_NUMBER})\W*(?:then|dann|alors|please|bitte|stp)?\W*"
)
_IN_ANOTHER = re.compile(
    r"\W*(?:(?:and|und|et|or|oder|ou|what about|was ist|wie viel ist das)\W+)*(?:that |das |ça )?(?:in|en|to|zu) (?P<unit>[\w ]{1,20}?)\W*"
)
_HOW_HEAVY = re.compile(
    r"\b(?:how heavy|what does (?:that|it) weigh|how much does (?:that|it) weigh|weight of (?:that|it)|wie schwer|was wiegt (?:das|es)|combien ça pèse|ça pèse combien|quel poids)\b"
)
_A_MASS = "kg"


@goes_on
def of_the_figure_told(said: Said, last: ToolCall, answer: str) -> ToolCall | None:
    """ "And 60?", "how heavy is that", "in litres" behind a figure in another unit: the same with that."""
    if last.tool != "convert_units" or said.slots.days or _of(said) is not None:
        return None
    low, units = said.slots.low, said.deps.units
    if (another := _ANOTHER_FIGURE.fullmatch(low)) is not None:
        said.take_all()
        return last.varied(value=figure(another["n"]))
    of = units.spelt.get(str(last.arguments.get("unit")).casefold(), ())
    if _HOW_HEAVY.search(low) and len(said.slots.words) <= _FEW and any(unit.kind == "volume" for unit in of):
        said.take_all()
        return last.varied(to=_A_MASS)
    other = _IN_ANOTHER.fullmatch(low)
    kinds = {unit.kind for unit in units.spelt.get(other["unit"], ())} if other else set[str]()
    if other is not None and kinds & {unit.kind for unit in of}:
        said.take_all()
        return last.varied(to=other["unit"])
    return None


_FEW = 8
