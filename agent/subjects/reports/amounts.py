"""What a member's report says was paid: each amount with its currency, its unit, and what it was paid for."""

from __future__ import annotations

from typing import Literal

from agent import regex as re
from agent.language.quantities import find_quantities
from agent.protocol import Value

Unit = Literal["litre", "US gal", "kg"]
For = Literal["landing", "something", "parking", "handling", "fuel", "else"]

_CURRENCIES: tuple[tuple[str, str], ...] = (
    ("EUR", r"€|euros?|eur"),
    ("GBP", r"£|pounds?|quid|gbp|sterling"),
    ("CHF", r"chf|swiss francs?|francs?|franken|sfr\.?"),
    ("USD", r"\$|dollars?|usd"),
    ("SEK", r"sek"),
    ("NOK", r"nok"),
    ("DKK", r"dkk"),
    ("PLN", r"pln|zł|zloty"),
    ("CZK", r"czk|kč"),
)
_NUMBER = r"\d{1,5}(?:[.,]\d{3})*(?:[.,]\d{1,3})?"
_AMOUNT = re.compile(
    rf"(?P<before>€|£|\$|chf|eur|gbp|usd)\s?(?P<a>{_NUMBER})"
    rf"|(?<![\d.,])(?P<b>{_NUMBER})\s?(?P<after>€|£|\$|euros?|eur|pounds?|quid|gbp|chf|swiss francs?|francs?"
    r"|franken|dollars?|usd|sek|nok|dkk|pln|zloty|czk)(?![a-z])",
    re.IGNORECASE,
)
_PER = r"\s?(?:/|\b(?:per|an?|the|pro|par|le|je|der)\b)\s?(?P<unit>l\b|lit(?:re|er)s?\b|us ?gal\w*|gal\w*|kg\b)"
_PER_UNIT = re.compile(_PER, re.IGNORECASE)
_UNIT_PRICE = re.compile(rf"(?<![\d.,])(?P<price>\d{{1,2}}(?:[.,]\d{{1,3}})?){_PER}", re.IGNORECASE)

_WORDS_FOR: dict[For, str] = {
    "landing": r"land(?:ing|ed|e|egeb\w*|ung\w*)?\b|gelandet|atterri\w+|touch(?:down|ed)|pos[ée]",
    "parking": r"park\w*|stellplatz|stationnement|hangar\w*|overnight|abstell\w*",
    "handling": r"handling|handler|assistance|abfertigung",
    "fuel": (
        r"avgas|100\s?ll|ul\s?9[14]|mogas|jet\s?-?a|fuel\w*|sprit|benzin|kraftstoff|getankt|essence|carburant"
    ),
    "else": (
        r"taxi\w*|cab|uber|bus|train|zug|ferry|f[äa]hre|tickets?|eintritt|museum|car|auto|voiture|bikes?"
        r"|fahrr[äa]d\w*|v[ée]los?|h[oô]tel\w*|room|zimmer|chambre|lunch|dinner|breakfast|meal|food|coffee|kaffee"
        r"|caf[ée]|kuchen|cake|pie|\w*sandwich\w*|rolls?|burger|beer|bier|men[uü]|restaurant|essen|fr[üu]hst[üu]ck"
        r"|repas|d[ée]jeuner|d[îi]ner"
    ),
}
_PAID_FOR: dict[For, re.Pattern[str]] = {
    what: re.compile(rf"\b(?:{words})", re.IGNORECASE) for what, words in _WORDS_FOR.items()
}
_ANY_THING = "|".join(_WORDS_FOR.values())
_RIGHT_BEHIND = re.compile(
    rf"\s+(?:for |für |pour |de |the |die |das |le |la |l['’])*(?:{_ANY_THING})", re.IGNORECASE
)
_RIGHT_BEFORE = re.compile(
    rf"\b(?:{_ANY_THING})(?:\W|\b(?:was|is|cost|costs|fee|fees|for|war|kostet|kostete|gebühr|à|coûte|taxe|at|of)\b)*$",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[,;:!?\n]|\.(?!\d)|\b(?:and|plus|und|et|puis|then|dann)\b", re.IGNORECASE)
_IN_ORDER: tuple[For, ...] = ("landing", "something", "fuel", "parking", "handling", "else")


class Paid(Value):
    """One amount, None as currency where none is said."""

    amount: float
    currency: str | None = None
    unit: Unit | None = None
    what: For = "something"


def amounts(text: str) -> tuple[Paid, ...]:
    """Every amount of a text, in its order."""
    spans: list[tuple[int, int, float, str | None]] = []
    for match in _AMOUNT.finditer(text):
        per_unit = _PER_UNIT.match(text, match.end()) is not None
        number = float(_plain(match["a"] or match["b"], per_unit=per_unit))
        spans.append((*match.span(), number, _currency(match["before"] or match["after"])))
    for match in _UNIT_PRICE.finditer(text):  # "2.60 a litre": a price whose currency is not said
        spans.append((*match.span("price"), float(_plain(match["price"], per_unit=True)), None))
    for said in find_quantities(text):  # in words: "ten pounds", "a tenner"
        if said.kind == "money":
            spans.append((said.start, said.end, said.value, said.unit or None))
    found: list[Paid] = []
    end = 0
    for start, stop, number, currency in sorted(spans, key=lambda span: span[0]):
        if start < end:
            continue
        per = _PER_UNIT.match(text, stop)
        what: For = "fuel" if per else _what(text, start, stop, end)
        found.append(Paid(amount=number, currency=currency, unit=_unit(per), what=what))
        end = per.end() if per else stop
    return tuple(found)


def chief(paid: tuple[Paid, ...]) -> Paid | None:
    """The amount that a report is filed under: the landing's first, never a taxi's or a meal's."""
    ranked = sorted(paid, key=lambda one: _IN_ORDER.index(one.what))
    return ranked[0] if ranked and ranked[0].what != "else" else None


def _what(text: str, start: int, stop: int, before: int) -> For:
    """By the words of the amount's own clause: those before it, else those behind it."""
    breaks = [match.end() for match in _CLAUSE.finditer(text, before, start)]
    close = _CLAUSE.search(text, stop)
    ahead = text[breaks[-1] if breaks else before : start]
    right_behind = _RIGHT_BEHIND.match(text, stop)
    if right_behind is not None and not _RIGHT_BEFORE.search(ahead):
        ahead = ""  # "Kaffee gut Bahn holprig 12 Euro Landung"
    for words in (ahead, text[stop : close.start() if close else len(text)]):
        named: list[tuple[int, For]] = [
            (match.start(), what) for what, said in _PAID_FOR.items() for match in said.finditer(words)
        ]
        if named:
            return max(named)[1]
    return "something"


def _plain(number: str, *, per_unit: bool) -> str:
    """ "1,200" is thousands, "2,35" cents; a price per litre has three decimals ("1.899")."""
    if not per_unit and re.fullmatch(r"\d{1,3}(?:[.,]\d{3})+", number):
        return re.sub(r"[.,]", "", number)
    whole, mark, cents = number.replace(",", ".").rpartition(".")
    return f"{whole.replace('.', '')}{mark}{cents}"


def _currency(sign: str) -> str | None:
    return next((code for code, pattern in _CURRENCIES if re.fullmatch(pattern, sign, re.IGNORECASE)), None)


def _unit(match: re.Match[str] | None) -> Unit | None:
    if match is None:
        return None
    word = match["unit"].lower()
    return "US gal" if "gal" in word else "kg" if word == "kg" else "litre"
