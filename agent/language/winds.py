"""Reads a wind said by direction and speed: "240/18G25", "210 at 14 gusting 22", "from 310 degrees 12 knots"."""

from __future__ import annotations

from functools import lru_cache

from agent import regex as re
from agent.language.number_words import WORDS, spelt
from agent.language.wording import words_in
from agent.regex import longest_first

_KNOTS = r"(?:\s*(?:kts?|kn|knots?|knoten|n(?:œ|oe)uds?))?"
_GUST = rf"(?:\s*(?:,\s*)?(?:(?:and |with |und |mit |et |avec )?(?:des |in |it )?(?:g|max|gust(?:ing|s)?(?:\s+(?:to|of|up to))?|b[öo]e[nr]?(?: bis| von| mit)?|rafales?(?: [aà]| de)?)|(?:to|bis|-|–)(?=\s*\d\d\s*(?:kts?|kn|knots?|knoten|n(?:œ|oe)uds?)\b))\s*(?P<gust>\d{{1,2}}){_KNOTS})?"
_WIND = re.compile(
    rf"(?<![\w.])(?P<from>[0-3]\d\d|vrb|variable)\s*(?:°|deg(?:rees)?|grad|degr[ée]s?)?\s*(?:/|@|at|and|on|with|mit|und|[aà]|pour|,|\s)\s*(?P<speed>\d{{1,3}})"
    rf"{_KNOTS}{_GUST}{_KNOTS}(?!\w|[.:]\d)(?!\s*(?:h|hrs?|hours?|heures?|std|stunden|min\w*|l|lit\w+|gal\w*|nms?|km|miles?|"
    r"kgs?|ft|feet|people|pax|pob|personen|personnes|of us|aboard|on board|stops?|legs?)\b)",
    re.IGNORECASE,
)
""" "120 with three hours of fuel" is a speed and a length of time."""
_PACKED = re.compile(
    r"(?<!\w)(?:(?P<from>[0-3]\d\d|VRB)(?P<speed>\d\d)(?:G(?P<gust>\d\d))?KT?\b"
    r"|(?P<from2>[0-3]\d\d(?=\d\dG)|VRB|(?<=(?:wind|vent) )[0-3]\d0)(?P<speed2>\d\d)(?:G(?P<gust2>\d\d))?\b)",
    re.IGNORECASE,
)
"""As reports write it; without its unit where VRB, a gust or "wind" before it tells what it is."""


_FROM_BEHIND = re.compile(
    rf"(?<![\w.])(?P<speed>\d{{1,2}}){_KNOTS}{_GUST}(?:\s+(?:of )?(?:wind|vent))?\s+(?:from|aus|du|out of)\s+(?:the )?(?P<from>[0-3]\d\d)(?!\d)"
    rf"|(?<![\w.])(?P<speed2>\d{{1,2}})\s*(?:kts?|kn|knots?|knoten|n(?:œ|oe)uds?)\s+(?:at|on)\s+(?P<from2>[0-3]\d\d)(?P<gust2>)(?!\d|\s?(?:ft|feet|m\b))",
    re.IGNORECASE,
)
""" "17 knots from 310", "20 knots at 350"."""
_SPOKEN = {
    word: str(digit)
    for digits in (
        "zero one two three four five six seven eight nine",
        "null eins zwei drei vier fünf sechs sieben acht neun",
        "zéro un deux trois quatre cinq six sept huit neuf",
    )
    for digit, word in enumerate(words_in(digits))
} | {"niner": "9", "oh": "0", "zwo": "2"}
_STRONG = re.compile(
    rf"\b(?P<at>at|with|gusting|gusts|mit|böen(?: bis)?|pour|avec|rafales?(?: [aà])?) (?P<n>{WORDS})\b(?! hundred| thousand)",
    re.IGNORECASE,
)
_IN_KNOTS = re.compile(rf"\b(?P<n>{WORDS})(?=\s(?:knots|knoten|kts?|n(?:œ|oe)uds)\b)", re.IGNORECASE)
_SPELT = re.compile(rf"\b(?:{'|'.join(_SPOKEN)})(?: (?:{'|'.join(_SPOKEN)}))+\b", re.IGNORECASE)
_POINTS = {
    "north": 360, "south": 180, "east": 90, "west": 270, "north east": 45, "north-east": 45, "northeast": 45, "south east": 135,
    "south-east": 135, "southeast": 135, "south west": 225, "south-west": 225, "southwest": 225, "north west": 315,
    "north-west": 315, "northwest": 315, "nord": 360, "süd": 180, "sud": 180, "ost": 90, "est": 90, "ouest": 270, "süden": 180,
    "norden": 360, "osten": 90, "westen": 270, "nordost": 45, "südost": 135, "südwest": 225, "nordwest": 315,
}  # fmt: skip
_POINT = re.compile(
    rf"\b(?:from|out of|aus|de|du)\s+(?:the |dem |l'|straight )?(?P<p>{'|'.join(longest_first(_POINTS))})\s+(?=(?:at|with|mit|à|,)?\s*\d{{1,2}}\b(?![,.']?\d| ?(?:ft|feet|nm|miles|000)))",
    re.IGNORECASE,
)


_OF_POINTS = "|".join(longest_first(_POINTS))
_KT = r"(?:kts?|kn|knots?|knoten|n(?:œ|oe)uds?)"
_BY_NAME = re.compile(
    rf"(?<![\w.])(?P<speed>\d{{1,2}})\s*(?:{_KT})?{_GUST}[\s-]*(?:wind\s+|vent\s+)?(?:from |of (?:an? )?|aus |du |de |d')?(?:the |dem |l')?"
    rf"(?P<from>{_OF_POINTS})[\s-]?(?P<wind>erly|wind)"
    rf"|(?<![\w.])(?P<speed2>\d{{1,2}})\s*{_KT}\s+(?:(?:of |de )?(?:wind|vent)\s+)?(?:coming |blowing )?(?:from |aus |du |de |d'|out of )(?:the |dem |l')?(?P<from2>{_OF_POINTS})\b(?=\s*(?:$|[,.;?!)]|(?:and|wind|und|et|today|tomorrow|then|at|on|in|for|how|what|to|do|does|would|make|makes|mean|means|macht|bringt|fait|ferait)\b))"
    rf"|\b(?P<from3>{_OF_POINTS})[\s-]?(?:erly|wind)(?:\s+(?:wind|component))?\s*(?:of|at|,|with|von|mit)?\s*(?:about |around |some )?(?P<speed3>\d{{1,2}})\s*(?:{_KT})?\b"
    rf"|\b(?:with|in|against|mit|bei|avec|,)\s+(?:an? |some |about )*(?P<speed5>[1-9]\d?)\s+(?:coming |blowing )?(?:from|out of|aus|du|de)\s+(?:the |dem |l')?(?P<from5>{_OF_POINTS})\b"
    rf"|\b(?:wind|vent)\s+(?:from |aus |du |de |d'|is |of )*(?:the |dem |l')?(?P<from4>{_OF_POINTS})[\s-]?(?:erly)?\s*(?:of|at|,|with|von|mit|à)?\s*(?P<speed4>\d{{1,2}})\s*(?:{_KT})?\b",
    re.IGNORECASE,
)
""" "a 20 kt westerly", "15 knots from the south-west", "with 25 from the west", "westerly at 20", "vent d'ouest 20 kt", "20 kt Westwind"."""


def _by_name(text: str) -> tuple[int, int, str] | None:
    for match in _BY_NAME.finditer(text):
        groups = match.groupdict()
        point = next(groups[n] for n in ("from", "from2", "from3", "from4", "from5") if groups[n])
        speed = next(groups[n] for n in ("speed", "speed2", "speed3", "speed4", "speed5") if groups[n])
        gust = f"G{int(groups['gust']):02d}" if groups["gust"] else ""
        return match.start(), match.end(), f"{_POINTS[point.lower()]:03d}/{int(speed):02d}{gust}"
    return None


_SPELT_WIND = re.compile(
    rf"\b(?P<a>{WORDS})(?P<at>(?: degrees| grad| degr[ée]s)? (?:at|and|with|mit|und|pour|à|avec) )(?P<b>{WORDS})",
    re.IGNORECASE,
)


def _spelt_wind(match: re.Match[str]) -> str:
    if match["at"] == " and " and re.search(r"hundred$|cent$|hundert$", match["a"], re.IGNORECASE):
        return match[0]  # "a hundred and ten knots" is one number
    direction, speed = spelt(match["a"].lower()), spelt(match["b"].lower())
    if direction is None or speed is None or not (100 <= direction <= 360 and 0 < speed <= 99):
        return match[0]
    return f"{direction}{match['at']}{speed:02d}".ljust(len(match[0]))


@lru_cache(maxsize=128)
def in_digits(text: str) -> str:
    """ "two niner zero at one five", "zwo sieben null mit fünfzehn" as digits, in as many letters."""
    text = _SPELT_WIND.sub(_spelt_wind, text)
    text = _SPELT.sub(lambda m: "".join(_SPOKEN[w] for w in m[0].lower().split()).ljust(len(m[0])), text)
    text = _IN_KNOTS.sub(lambda m: str(spelt(m["n"].lower()) or m["n"]).ljust(len(m["n"])), text)
    return _STRONG.sub(lambda m: f"{m['at']} {spelt(m['n'].lower()) or m['n']}".ljust(len(m[0])), text)


def _in_degrees(text: str) -> str:
    """ "from the west at 20" as degrees, in as many letters."""
    return _POINT.sub(lambda m: f"{_POINTS[m['p'].lower()]:03d}°".ljust(len(m[0])), text)


_WRITTEN = re.compile(
    r"(?<![\w./])(?P<from>\d{3})\s?/\s?(?P<speed>\d{2,3})(?:G\d{2,3})?(?:\s?KT)?(?![\w/]|[.:]\d)", re.IGNORECASE
)
_ABOUT_WIND = re.compile(r"wind|\bvent\b|\bx-?wind|seiten", re.IGNORECASE)


def find_impossible_wind(text: str) -> tuple[int, int, str] | None:
    """A wind written as one that cannot be, "999/99": as it was said, so that it is refused and not passed over."""
    if not _ABOUT_WIND.search(text):
        return None
    for match in _WRITTEN.finditer(text):
        if int(match["from"]) > 360 or int(match["speed"]) > 120:
            return match.start(), match.end(), match[0]
    return None


_IN_A_SECTOR = re.compile(
    rf"(?<![\w.])(?P<a>[0-3]\d\d)V(?P<b>[0-3]\d\d)\s*(?:/|at|with|mit|à|,)?\s*(?P<speed>\d{{1,2}}){_KNOTS}{_GUST}{_KNOTS}(?!\w|[.:]\d)",
    re.IGNORECASE,
)
""" "350V040 12 knots": anywhere in the sector."""
_SECTOR_BEHIND = re.compile(r"(?:KT)?[\s,]+(?P<sector>[0-3]\d\dV[0-3]\d\d)(?!\w)", re.IGNORECASE)
_CALM = re.compile(
    r"(?<!is the )(?<!is )\bwinds? (?:is |was |are |being )?calm\b|\bcalm winds?\b|\bin (?:a )?calm\b|\b(?:bei )?windstille\b|\bvent (?:nul|calme)\b",
    re.IGNORECASE,
)


def find_sector(text: str) -> tuple[int, int, str] | None:
    """A wind with the sector it varies in, as reports write it: "VRB/12 350V040", "240/18G28 200V280"."""
    if (match := _IN_A_SECTOR.search(text)) is not None:
        gust = f"G{int(match['gust']):02d}" if match["gust"] else ""
        return *match.span(), f"VRB/{int(match['speed']):02d}{gust} {match['a']}V{match['b']}"
    wind = find_wind(text)
    behind = _SECTOR_BEHIND.match(text, wind[1]) if wind else None
    if wind is None or behind is None:
        return None
    return wind[0], behind.end(), f"{wind[2]} {behind['sector'].upper()}"


def find_calm(text: str) -> tuple[int, int, str] | None:
    """No wind at all, told and not asked: "wind calm, which runway"."""
    match = _CALM.search(text)
    return (*match.span(), "calm") if match else None


_ALONG = re.compile(
    rf"{_KNOTS}\s*(?:of )?(?:on (?:the|my|our) (?:nose|tail)|(?:head|tail)[- ]?winds?|gegenwind|rückenwind|von (?:vorn|hinten)|de face|dans le dos|arrière)\b",
    re.IGNORECASE,
)


_IN_THE_CRAFT = re.compile(
    r"\b(?:in|fly|flying|take|taking|with|mit|dans|avec|en) (?:the|a|an|my|our|der|dem|einer?|meiner|unserer|le|un|une|la|mon|ma|notre) (?:\w+ )?$"
    r"|\b(?:cessna|reims|piper|robin|jodel|diamond|cirrus|beech\w*|grumman|mooney|socata|tecnam|aquila)[ -]?(?:[a-z]{1,2}[ -]?)?$",
    re.IGNORECASE,
)
""" "In the 152 at 85 kt", "mit der 172, 110 kt", "a Cessna 172, 105 kt": three figures that are a type."""
_OF_A_WIND = re.compile(
    r"\b(?:wind|vent|with it|it's|it is|with|avec|mit|par|bei)\W*(?:is |from |aus |du |un |des |le )?$",
    re.IGNORECASE,
)


@lru_cache(maxsize=128)
def find_wind(text: str) -> tuple[int, int, str] | None:
    """Start, end and the wind as "240/18G25" ("VRB/05"); None when none is said."""
    text = _in_degrees(in_digits(text))
    behind = {match.start("from") for match in _FROM_BEHIND.finditer(text) if match["from"]}
    for pattern in (_PACKED, _WIND, _FROM_BEHIND):
        for match in pattern.finditer(text):
            told = match.groupdict()
            direction = (told["from"] or told.get("from2") or "").upper()
            speed, gust = told["speed"] or told.get("speed2") or "", told["gust"] or told.get("gust2")
            if direction.startswith("VAR"):
                direction = "VRB"
            if direction != "VRB" and not 0 <= int(direction) <= 360:
                continue
            if pattern is _WIND and match.start("from") in behind and int(speed) >= _SLOW_FLIGHT:
                continue  # "25 kt from 240 at 110 kt": the strength stands before, and how fast one flies behind
            if "/" not in match[0] and _IN_THE_CRAFT.search(text[: match.start()]):
                continue
            of_a_wind = _OF_A_WIND.search(text[: match.start()])
            if "," in match[0] and int(speed) >= _SLOW_FLIGHT and not of_a_wind:
                continue  # "at 172, 110 kt": no wind of so much is told without the word
            if (
                " " in text[match.start() : match.end()]
                and not re.search(
                    r"/|@|\bat\b|\bwith\b|\bmit\b|\bpour\b|°|deg|grad|kt|kn|n(?:œ|oe)ud|gust|böe",
                    match[0],
                    re.IGNORECASE,
                )
                and not of_a_wind
            ):
                continue
            if int(speed) > 120 or _ALONG.match(text, match.end()):
                continue  # "at 110 with 25 on the tail": a speed, and no direction
            said = direction if direction == "VRB" else f"{int(direction):03d}"
            return (
                match.start(),
                match.end(),
                f"{said}/{int(speed):02d}" + (f"G{int(gust):02d}" if gust else ""),
            )
    return _gust_alone(text) or _by_name(text)


_SLOW_FLIGHT = 60
"""Knots under which a figure beside a wind is no cruising speed."""
_BLOWS = r"(?:winds?|vents?|blow(?:s|ing)?|howl(?:s|ing)?|gust(?:s|ing)?|souffl\w+|bl[äa]e?st|weht|pfeift|b[öo]en?|rafales?)"
_ON_THE_WAY_TO_IT = (
    r"(?:(?:(?:at|in|here|there|à|a|au|in) \w+ (?:is|was|est|ist|war)|of|is|are|at|was|to|from|up|von|mit|bis|zu|de|d['’]|à|a|jusqu['’]à|with|about|"
    r"around|nearly|over|currently|now|gerade|heute|today|aujourd['’]hui|actuellement|en ce moment|environ|etwa|the|force|est|ist|"
    rf"sind|sont|{_BLOWS})\s+|(?:d|jusqu)['’](?:à |environ )?)*"
)
_SO_STRONG = re.compile(
    rf"(?<!cross)(?<!cross[ -])\b{_BLOWS}\s+{_ON_THE_WAY_TO_IT}(?P<after>\d{{1,2}})\s*{_KT}\b"
    rf"|(?<![\w.,])(?P<before>\d{{1,2}})\s*{_KT}\s+(?:of |de |d['’]|starke[rn]? |steady |in )?(?:winds?|vents?|gust(?:s|ing)?|b[öo]en?|rafales?|(?:{_OF_POINTS})[\s-]?(?:erly|winds?))\b",
    re.IGNORECASE,
)
""" "Le vent souffle à 40 kt", "it's blowing 35 knots", "Böen bis 45 kt", "30 Knoten Wind"."""


def strengths_of_wind(text: str) -> list[tuple[int, int]]:
    """Where a text says how strong the wind is, with or without its direction: no speed of an aeroplane."""
    spans = [match.span() for match in _SO_STRONG.finditer(text)]
    wind = find_wind(text)
    return spans if wind is None else [*spans, wind[:2]]


def is_of_the_wind(start: int, end: int, knots: float, text: str) -> bool:
    """Whether an amount in knots is the strength of a wind: "25 kt from 240", "20 kt of wind"."""
    return knots < _SLOW_FLIGHT and any(a < end and start < b for a, b in strengths_of_wind(text))


_GUST_ALONE = re.compile(
    r"(?<![\w.])(?P<from>[0-3]\d\d)\s?(?:°|deg(?:rees)?|grad)?\s*(?:,\s*)?"
    rf"(?:gust(?:ing|s)?(?:\s+(?:to|of|up to))?|g(?=\d)|(?:in )?b[öo]e[nr]?(?: bis| von)?|rafales?(?: [aà])?)\s*(?P<gust>\d{{1,2}}){_KNOTS}(?!\w|[.:]\d)",
    re.IGNORECASE,
)
""" "190 gusting 24": a direction and a gust; the mean wind is not said, and is not invented."""


_GUST_FROM = re.compile(
    r"\b(?:gust(?:ing|s)?(?:\s+(?:to|of|up to))?|b[öo]en?(?: bis| von)?|rafales?(?: [aà]| de)?)\s*"
    rf"(?P<gust>\d{{1,2}}){_KNOTS}\s*(?:from|aus|du|de)\s+(?P<from>[0-3]\d\d)(?!\w|[.:]\d)",
    re.IGNORECASE,
)
""" "gust 30 from 230"."""


_FROM_ALONE = re.compile(
    r"\b(?:winds?|vents?)\s*(?:is |from |du |aus |de |: ?)*(?P<from>[0-3]\d\d)\b(?!\s*(?:°|deg\w*|grad|degr\w*)?\s*(?:/|@|at\b|with\b|mit\b|pour\b|à\b|,)?\s*\d)",
    re.IGNORECASE,
)
_GUST_APART = re.compile(
    rf"\b(?:gust(?:ing|s)?(?:\s+(?:to|of|up to))?|b[öo]en?(?: bis| von)?|rafales?(?: [aà]| de)?)\s*(?P<gust>\d{{1,2}}){_KNOTS}(?![\w°]|[.:]\d)",
    re.IGNORECASE,
)
""" "Gusting 30 at Lydd, … wind 250": the gust and the direction apart from one another."""


def _gust_alone(text: str) -> tuple[int, int, str] | None:
    match = _GUST_ALONE.search(text) or _GUST_FROM.search(text)
    if match is None or int(match["from"]) > 360:
        side, gust = _FROM_ALONE.search(text), _GUST_APART.search(text)
        if side is None or gust is None or int(side["from"]) > 360:
            return None
        return *side.span(), f"{int(side['from']):03d}/G{int(gust['gust']):02d}"
    return match.start(), match.end(), f"{int(match['from']):03d}/G{int(match['gust']):02d}"


_STRENGTH = re.compile(
    r"\b(?:freshens?|picks? up|increases?|rises?|strengthens?|drops?|eases?|dies? down|goes (?:up|down)|is only|auffrischt|zunimmt|nachlässt|"
    rf"forcit|monte|tombe|faiblit) (?:to|auf|à) (?P<speed>\d{{1,2}}){_KNOTS}{_GUST}(?!\w|[.:]\d)",
    re.IGNORECASE,
)

_STRENGTH_ALONE = re.compile(
    r"(?<![\w./°,-])(?<!runway )(?<!rwy )(?<!piste )(?<!bahn )(?<!from )(?<!aus )(?P<speed>[1-9]\d?)"
    rf"{_KNOTS}\s*(?:,\s*)?(?:g(?=\d)|gust(?:ing|s)?(?:\s+(?:to|of|up to))?|(?:in )?b[öo]e[nr]?(?: bis| von)?|(?:en )?rafales?(?: [aà])?)"
    rf"\s*(?P<gust>\d{{1,2}}){_KNOTS}(?!\w|[.:]\d)",
    re.IGNORECASE,
)
""" "What if 25 gusting 32": the mean wind and the gust, with no direction before them."""


def find_mean_and_gust(text: str) -> str | None:
    """Both strengths of a wind whose direction is not said, "/25G32"."""
    match = _STRENGTH_ALONE.search(text)
    return f"/{int(match['speed']):02d}G{int(match['gust']):02d}" if match else None


def find_strength(text: str) -> tuple[int, int, str] | None:
    """A wind of the same direction with another speed, "/22G30": "if it freshens to 22"."""
    match = _STRENGTH.search(text)
    if match is None:
        return None
    gust = f"G{int(match['gust']):02d}" if match["gust"] else ""
    return match.start(), match.end(), f"/{int(match['speed']):02d}{gust}"


_KNOTS_SAID = r"(?:kts?|kn|knots?|knoten|n(?:œ|oe)uds?)"
_BY_SO_MUCH = re.compile(
    rf"\b(?:(?:an? |another )?(?P<extra>extra|additional|another|zusätzliche?|weitere)\s+(?P<a>\d{{1,2}})\s*{_KNOTS_SAID}"
    rf"|(?P<b>\d{{1,2}})\s*(?:{_KNOTS_SAID}\s*)?(?P<way>more|extra|stronger|less|weaker|lighter|mehr|stärker|weniger|schwächer|de plus|en plus|de moins|en moins|plus fort|moins fort)(?:\s*{_KNOTS_SAID})?)\b",
    re.IGNORECASE,
)
_LESS = re.compile(r"less|weaker|lighter|weniger|schwächer|moins", re.IGNORECASE)


def find_more(text: str) -> tuple[int, int, int] | None:
    """Start, end and the knots by which a wind is another: "an extra 10 kt", "5 Knoten weniger"."""
    match = _BY_SO_MUCH.search(text)
    if match is None:
        return None
    knots = int(match["a"] or match["b"])
    return match.start(), match.end(), -knots if _LESS.match(match["way"] or "") else knots


_TURNS = re.compile(
    r"\b(?:backs?|backed|backing|veers?|veered|veering|swings?|shifts?|turns?|goes|comes|dreht|tourne|passe|bascule)\s+"
    r"(?:(?:a)?round\s+)?(?:to|auf|à|au)\s+(?P<from>[0-3]\d\d)(?:\s?°|\s?degrees|\s?grad|\s?degrés)?(?![\w/.:]|\s?(?:kt|ft|g\d|gust)|\s(?:at|with|and|mit|bei|und|à|avec|pour|et) \d)"
    r"|\b(?:auf|nach) (?P<behind>[0-3]\d\d)(?:\s?°|\s?grad)? (?:dreht|springt|rückdreht)\b",
    re.IGNORECASE,
)


def find_turn(text: str) -> tuple[int, int, int] | None:
    """Start, end and the direction to which a wind turns with the same strength: "if it backs to 210"."""
    match = _TURNS.search(text)
    degrees = int(match["from"] or match["behind"]) if match else 361
    return None if match is None or degrees > 360 else (match.start(), match.end(), degrees)


_ONE_WIND = re.compile(r"\b[0-3]\d\d/\d{1,3}\b")
_WINDS = re.compile(r"\b[0-3]\d\d/\d{1,3}(?:\s*(?:,|;|then|dann|puis|und|et|and)\s*[0-3]\d\d/\d{1,3}\b)+")


def find_winds(text: str) -> tuple[int, int, str] | None:
    """Start, end and winds for equal parts of a way, one after the other: "240/18, 250/24"; None below two."""
    match = _WINDS.search(text)
    return None if match is None else (*match.span(), ", ".join(_ONE_WIND.findall(match[0])))
