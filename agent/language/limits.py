"""Reads the limits that pilots set themselves: "ceiling 1500, vis 5 km, crosswind 12 gusting 15, an hour before night"."""

from __future__ import annotations

from agent import regex as re
from agent.language.number_words import WORDS, in_digits, spelt
from agent.language.quantities import number

_NUMBER = (
    r"(?:must |has to |have to |needs? to |should |be |stay |muss |müssen |soll |sein |darf |doit |doivent |être |rester |of |is |at |to |not |below |above |under |limits? |limite |max(?:imum)? |min(?:imum)? |est |à |a |de |ist |auf |von |: ?|= ?|"
    r"no more than |no less than |over |up to |bis |at least |at most |more than |less than |maximal |minimal |höchstens |mindestens |nicht mehr als |"
    r"au plus |au moins |moins de |plus de |maxi |mini )*"
    r"(?P<n>(?<!\w)(?<!fl )\d[\d.,]*)\s*(?P<u>km|kilom\w+|k\b|m\b|met(?:er|re)s?|mètres?|ft|feet|foot|fuß|fuss|pieds?|kts?|knots?|knoten|nœuds?|noeuds?)?"
)
_NAMED = (
    (
        "crosswind_kt",
        r"cross ?winds?(?: component)?|x-?wind|seitenwind(?:limit|grenze)?|querwind|vent de travers|traversier|xwind|(?:(?:right|straight|directly) )?across|quer zur bahn|quer|en travers|travers",
    ),
    ("gust_kt", r"gust(?:ing|s)?(?: to)?|(?:in )?b[öo]en|b[öo]ig|boeig|(?:en )?rafales?"),
    ("ceiling_ft", r"ceilings?|cloud ?base|clouds?|base|untergrenze|plafond|hauptwolkenuntergrenze|wolken|nuages"),
    ("visibility_m", r"vis(?:ibility|i|ib)?|(?:flug)?sicht(?:weite)?|visibilit[ée]|viz"),
)
_OF_ANOTHER = {
    "ceiling_ft": re.compile(r"\s*(?:kts?|kn|knots?|knoten|n(?:œ|oe)uds?|k|km)\b"),
    "visibility_m": re.compile(r"\s*(?:kts?|kn|knots?|knoten|n(?:œ|oe)uds?|ft|feet|fuß|pieds?)\b"),
}
"""Units by which a figure behind the name of a limit is another's."""
_BY_UNIT = (
    ("ceiling_ft", re.compile(r"(?P<n>\d{3,5})\s*(?:ft|feet|foot|fuß|fuss|pieds?)\b"), 1.0),
    ("visibility_m", re.compile(r"(?P<n>\d+(?:[.,]\d+)?)\s*(?:k|km|kilomet(?:er|re)s?|kilomètres?)\b"), 1000.0),
    ("visibility_m", re.compile(r"(?P<n>\d{3,5})\s*(?:m|metres?|meters?|meter|mètres?)\b"), 1.0),
    ("crosswind_kt", re.compile(r"(?<![\d.,])(?P<n>\d{1,2})\s*(?:kts?|knots?|knoten|nœuds|noeuds)\b"), 1.0),
)
"""Each unit is of one limit alone: "my personal limits are 1500 ft and 5 km"."""
_OF_A_RUNWAY = re.compile(
    r"\b(?:runways?|rwys?|strips?|grass|tarmac|asphalt|concrete|hard|length|bahn\w*|landebahn\w*|gras\w*|piste\w*|beton|länge|herbe|dur|longueur)\b"
)
_PLAIN_WIND = re.compile(
    rf"(?<!cross)(?<!cross )(?<!x-)(?<!x)(?<!seiten)(?<!quer)(?<!gegen)(?<!rücken)(?<!head)(?<!head )(?<!tail)(?<!tail )"
    rf"\b(?:surface |total |mean |steady |boden|mittel)?(?:winds?|vents?)\b(?! de travers)(?: speed| limits?| total)?\s*{_NUMBER}(?!\d|\s*(?:right )?across|\s*quer|\s*en travers)"
)
_MOST_KNOTS = re.compile(
    r"\b(?P<n>\d{1,2})\s*(?:kts?|knots?|knoten|nœuds?|noeuds?)?\s*"
    r"(?:of |de |d')?(?:surface |total |boden|gesamt)?(?:wind|vent)\b(?! de travers)(?! (?:across|quer))"
)
_GUSTING = re.compile(
    rf"\s*(?:kts?|knots?|knoten|nœuds)?[\s,]*(?:and |und |et |or )?(?:{dict(_NAMED)['gust_kt']})\s*{_NUMBER}"
)
_BEFORE_NIGHT = re.compile(
    r"\b(?P<n>half an|an?|one|two|\d{1,3}|eine halbe|eine|une demi-|une demi|une|zwei|deux)\s*(?P<u>hours?|h|minutes?|mins?|stunden?|minuten|heures?)\s*"
    r"(?:before|vor|avant|prior to)\s*(?:the |la |der |dem |le )?(?:night|dark|nacht|nuit|sunset|last light|coucher|sonnenuntergang|dunkelheit)",
)
_BARE_CEILING = re.compile(
    r"\b(?:minima|minimums?|limits?|limiten|limites?)\b\W*(?:are |is |of |sind |von |sont |de |: ?)*(?P<n>[5-9]00|[1-4][05]00)\b(?!\s*(?:m\b|km|met|mèt|kt|/|:))"
)
""" "My minima 1500 and 5k": the first figure is feet of ceiling."""
_ACROSS = re.compile(rf"\b(?:{_NAMED[0][1]})|cross|quer|travers")
_COUNTS = {"a": 1.0, "an": 1.0, "one": 1.0, "half an": 0.5, "two": 2.0, "eine": 1.0, "une": 1.0, "eine halbe": 0.5, "une demi-": 0.5, "une demi": 0.5, "zwei": 2.0, "deux": 2.0}  # fmt: skip


def find_limits(low: str) -> dict[str, int]:
    """The limits of a text in small letters, under the names that the profile keeps them by."""
    return _read(low)[0]


def unplaced_figures(low: str) -> list[int]:
    """The figures that are of no limit: the 2000 of "ceiling 1500, over the sea 2000"."""
    found, rest = _read(low)
    return (
        [round(number(one) or 0.0) for one in re.findall(r"(?<![\w.,])\d[\d.,]*\d|(?<![\w.,])\d", rest)]
        if found
        else []
    )


_BEFORE_UNIT = re.compile(rf"\b{WORDS}(?=\s*(?:km|k|kilom\w+|kts?|kn|knots?|knoten|nœuds?|noeuds?)\b)")


def _figure(match: re.Match[str]) -> str:
    value = spelt(match[0])
    return match[0] if value is None else str(value).ljust(len(match[0]))


def _read(low: str) -> tuple[dict[str, int], str]:
    """The limits, and the text without what was read of them."""
    found: dict[str, int] = {}
    low = _BEFORE_UNIT.sub(_figure, in_digits(low))  # "a ceiling of fifteen hundred feet, vis eight km"
    if (plain := _PLAIN_WIND.search(low) or _MOST_KNOTS.search(low)) is not None:
        found["wind_kt"] = round(number(plain["n"].rstrip(".,")) or 0.0)
        end = plain.end()
        if (gusting := _GUSTING.match(low, end)) is not None:
            found["wind_gust_kt"] = round(number(gusting["n"].rstrip(".,")) or 0.0)
            end = gusting.end()
        low = low[: plain.start()] + ";".center(end - plain.start()) + low[end:]
    rest = low
    for name, words in _NAMED:
        match = re.search(rf"\b(?:{words})\s*{_NUMBER}", low)
        if match and name in _OF_ANOTHER and _OF_ANOTHER[name].match(low, match.end("n")):
            match = None  # "5k vis 15 kts crosswind", "1500 ft base 8k vis"
        match = match or re.search(
            rf"{_NUMBER}\s*(?:of |in |bei |en |for (?:the |my )?|pour (?:le |la |mon |ma )?|für (?:den |die |meinen |meine )?|au |de )?(?:{words})\b",
            low,
        )
        if match:
            value = number(match["n"].rstrip(".,")) or 0.0
            if name == "visibility_m" and ((match["u"] or "").startswith("k") or value < 50):
                value *= 1000
            found[name] = round(value)
            rest = _without(rest, match)
    if "ceiling_ft" not in found and (bare := _BARE_CEILING.search(low)) is not None:
        found["ceiling_ft"] = int(bare["n"])
        rest = _without(rest, bare)
    if "gust_kt" in found and not found.keys() & {"crosswind_kt", "wind_gust_kt"} and not _ACROSS.search(low):
        found["wind_gust_kt"] = found.pop("gust_kt")  # "not with more than 20 kt gusts": from anywhere
    of_runway = _OF_A_RUNWAY.search(low) is not None
    for name, pattern, factor in _BY_UNIT[:2] if found else _BY_UNIT:  # feet and kilometres are of one limit alone
        if of_runway and name == "visibility_m":
            continue  # "no grass, min 700 m": of that nothing is kept
        if name not in found and (match := pattern.search(rest)):
            found[name] = round(float(match["n"].replace(",", ".")) * factor)
            rest = _without(rest, match)
    if (night := _BEFORE_NIGHT.search(low)) is not None:
        value = _COUNTS.get(night["n"]) or float(night["n"])
        found["light_margin_minutes"] = round(value if night["u"].startswith("m") else value * 60)
        rest = _without(rest, night)
    return found, rest


_OWN_IN_GUSTS = re.compile(
    r"\b(?:limit\w*|max(?:imum)?|minim\w+|grenz\w+)\W*(?:(?:is|are|of|at|ist|sind|von|liegt|bei|est|sont|de|à|um|kt|kn)\W+)*"
    r"(?P<n>[1-9]|[1-5]\d)(?![\d:.])" + _GUSTING.pattern.replace("(?P<n>", "(?P<g>").replace("(?P<u>", "(?P<v>")
)


def mean_and_gust(low: str) -> tuple[int, int] | None:
    """ "My limit of 12 gusting 20": two knots that name no wind; which one it is the question says."""
    match = _OWN_IN_GUSTS.search(low)
    return (int(match["n"]), round(number(match["g"].rstrip(".,")) or 0.0)) if match else None


def limit_letters(low: str) -> set[int]:
    """Where in a text the letters of its limits stand."""
    rest = _read(low)[1]
    held = {at for at, (before, after) in enumerate(zip(low, rest, strict=True)) if before != after}
    gusting = _OWN_IN_GUSTS.search(low)
    return held | set(range(*gusting.span())) if gusting else held


def _without(text: str, match: re.Match[str]) -> str:
    return text[: match.start()] + " " * (match.end() - match.start()) + text[match.end() :]


def named_limits(low: str) -> list[str]:
    """The limits that a text names, with or without a figure: "clear my crosswind minimum"."""
    found = [name for name, words in _NAMED if re.search(rf"\b(?:{words})", low)]
    if re.search(r"(?<!cross)(?<!cross )(?<!x-)\b(?:winds?|vents?)\b(?! de travers)", low):
        found.append("wind_kt")
    return [*found, *(["light_margin_minutes"] if re.search(r"\b(?:night|nacht|nuit|dark|light)\b", low) else [])]
