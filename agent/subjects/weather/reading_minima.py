"""Reads a pilot's own minima: told alone, told with a flight that they are for, asked for, given up."""

from __future__ import annotations

from dataclasses import replace

from pydantic import JsonValue

from agent import regex as re
from agent.language.limits import find_limits, limit_letters, named_limits, unplaced_figures
from agent.language.said import Said
from agent.language.winds import find_wind
from agent.registry import reads
from agent.subjects.weather.moments import Given
from agent.subjects.weather.pasted import find_pasted
from agent.subjects.weather.reading_held import held_against_own
from agent.subjects.weather.reading_limits import is_asked_of_an_own_limit
from agent.subjects.weather.reading_report import (
    is_held_against_own,
    names_an_own_limit,
)
from tongue import later

_OWN_MINIMA = re.compile(
    r"^\W*(?:(?:set|change|update|show|keep|delete|clear|remove|forget|these are|what are|setze|zeig|lösche|vergiss|was sind|wie sind|mets|change|montre|efface|supprime|oublie|quels? sont|quelles sont|c'est quoi)\s+)?"
    r"(?:my|meine|mes|own|eigene)\s+(?:own |personal |pers[öo]nlichen? |eigenen? |propres |personnels )?"
    r"(?:weather |wetter|m[ée]t[ée]o )?(?:minima|minimums?|minimas|limits?|limiten|grenzwerte|grenzen|limites?)\b"
)
_FORGET = re.compile(
    r"\W*(?:please |bitte )?(?:forget|clear|delete|remove|reset|scrap|lösche?|vergiss|oublie|efface|supprime)\b"
)
_MINIMA_SET = re.compile(
    r"\W*(?:do i have|have i|did i|do you (?:have|know)|ai-je|est-ce que j'ai|j'ai|habe ich|hast du|kennst du)\b.{0,24}\b(?:minim(?:a|ums?|as)|limits?|limiten|limites)(?: (?:set|saved|kept|stored|gesetzt|gespeichert|enregistrés?|réglés?))?\W*"
)
_MINIMA_GIVEN = re.compile(
    r"^\W*(?:what|which)(?:'s| is| are| were| was)?\b.{0,30}\b(?:minim(?:a|ums?)|limits?)\b.{0,8}\b(?:i|we)(?:'ve| have)? (?:set|gave|given|told|saved|kept)\b|"
    r"^\W*(?:welche|was)\b.{0,30}\b(?:minima|limits?|grenzen)\b.{0,8}\bhabe ich\b|^\W*quel(?:le)?s?\b.{0,30}\b(?:minima|limites?)\b.{0,8}\bai-je\b|"
    r"\b(?:what|which|show)\b.{0,30}\b\w*(?:minima|minimums?|limits?)\b.{0,12}\b(?:you|do you|have you)\b.{0,20}\b(?:for|of|about|on|from) (?:me|us|mine)\b|"
    r"\b(?:welche[rs]?|was)\b.{0,30}\w*(?:minima|limits?|grenzen?)\b.{0,12}\b(?:hast|kennst|merkst|speicherst) du\b.{0,15}\b(?:für|von|über) mich\b|"
    r"\bquel(?:le)?s?\b.{0,30}\b(?:minimas?|limites?)\b.{0,12}\btu (?:as|gardes|connais)\b.{0,15}\b(?:pour|sur|de) moi\b"
)
""" "What's the crosswind limit I set"."""
_MINIMA_ALONE = re.compile(
    r"\W*(?:show |set |change |zeig(?:e)? |montre )?(?:the |die |les )?minim(?:a|ums?|as)\W*"
)


def is_own_minima(said: Said) -> bool:
    """ "my minima: …" in whatever follows, or "minima" alone."""
    low = said.slots.low
    if (
        _OWN_MINIMA.search(low)
        or _MINIMA_ALONE.fullmatch(low)
        or _MINIMA_SET.fullmatch(low)
        or _MINIMA_GIVEN.search(low)
    ):
        return True
    return _is_given_up(said) and bool(named_limits(low))


def _is_given_up(said: Said) -> bool:
    """ "No crosswind limit any more": told, not asked, and of no field or aeroplane."""
    low = said.slots.low
    of_another = said.spots or said.slots.crafts or low.rstrip().endswith("?")
    return not of_another and bool(_A_LIMIT.search(low)) and bool(said.has("clear_limits") or _NO_MORE.search(low))


_A_LIMIT = re.compile(r"limit|minim|grenze")
_NO_MORE = re.compile(r"\bno\b.*\b(?:any ?more|longer)\b|\bkeine?\b.*\bmehr\b|\bplus de\b")


_ASKS = re.compile(
    r"\W*(?:what|which|how|is|are|does|do|can|may|must|why|when|where|quel\w*|combien|est-ce|puis|faut|wie|was|welche\w*|darf|ist|muss)\b"
)


def _only_asks(said: Said) -> bool:
    """ "what's the speed limit below 10000 ft": a question, and not of the pilot's own minima.

    Nor is "my limit is 15 kt, wind 300/22 at Popham, can I land?", which a runway answers.
    """
    if find_wind(said.slots.text) and said.spots and not find_pasted(said.slots.text):
        return True
    return not is_own_minima(said) and not is_with_a_flight(said) and _ASKS.match(said.slots.low) is not None


_FLIES_ONLY = re.compile(
    r"\b(?:i|we) (?:won't|won’t|will not|would not|wouldn't|don't|don’t|do not|never|only|can't|cannot)\b[^.?!]{0,20}\b(?:fly|go|launch|take off|set off|land)\b|"
    r"\b(?:ceiling|cloud ?base|cloud|base|vis(?:ibility)?|wind|crosswind|gusts) (?:must|has to|have to|needs? to|should) (?:not )?(?:be|stay|exceed)\b|"
    r"\b(?:untergrenze|sicht|wind|seitenwind|böen)\b[^.?!]{0,30}\b(?:muss|müssen|soll|darf)\b|"
    r"\b(?:plafond|visibilité|visi|vent)\b[^.?!]{0,12}\b(?:doit|doivent|ne doit)\b|"
    r"\b(?:with|for|at|bei|mit|avec|pour) (?:an? |einem |einer |un |une )(?:ceiling |cloud |vis\w* |crosswind )?\d[\d,.]*\s?(?:ft|foot|feet|km|kts?|knots?|knoten|pieds)\s?(?:ceiling |cloud |vis\w* |crosswind )?(?:minim\w+|limit\w*|max\w*|grenze)\b|"
    r"\bi(?:'m|’m| am) not (?:flying|going|happy)\b[^.?!]{0,30}\b(?:below|above|under|over|with|in)\b|"
    r"\b(?:i|we) (?:need|want|require|insist on)\b[^.?!]{0,20}\b(?:at least|minimum|no (?:more|less) than|max(?:imum)?)\b|"
    r"\b(?:ich|wir) (?:fliege?n?|starte?n?|brauche?n?|will|wollen) [^.?!]{0,20}\b(?:nur|nicht|nie|mindestens|höchstens|maximal)\b|"
    r"\b(?:je|on|nous) (?:ne )?(?:vole|volons|pars|partons|part|décolle|décollons) (?:pas|jamais|que)\b|"
    r"\b(?:il me faut|il nous faut|je veux|j'exige) [^.?!]{0,15}\b(?:au moins|au minimum|minimum|maximum|maxi)\b"
)
""" "I won't fly below 1000 ft of cloud": a limit that is told without its name."""
_SENTENCE = re.compile(r"[^.?!;\n]*(?:[.](?=\d)[^.?!;\n]*)*[.?!;\n]*")


def _limits_told(said: Said) -> str:
    """The sentences that tell the pilot's own limits; all of a message that is one."""
    low, told = said.slots.low, ""
    for sentence in _SENTENCE.finditer(low):
        own = _tells_a_limit(sentence[0])
        bare = told and not any(sentence.start() <= s.start < sentence.end() for s in said.spots)
        if (own or bare) and find_limits(sentence[0]):
            told += sentence[0] + " "
    return told


def is_with_a_flight(said: Said) -> bool:
    """ "My limits are 15 kt across and 1500 ft. Is tomorrow ok for Biggin to Le Touquet?": limits, and what they are for."""
    sure = [spot for spot in said.spots if spot not in said.slots.weak]  # "Knoten quer": no Quer is meant
    if not sure or is_held_against_own(said) or find_wind(said.slots.text) or find_pasted(said.slots.text):
        return False
    if not _tells_a_limit(said.slots.low) or said.concepts & _OF_ANOTHER:
        return False
    when = said.slots.days or said.clocks() or said.has("weather", "brief", "metar", "taf", "outlook")
    when = when or _THE_DAY.search(said.slots.low)
    return bool(when or "?" in said.slots.text) and bool(find_limits(_limits_told(said)))


_BARE_MINIMA = re.compile(r"\b(?:minimas?|minimums)\b\W*(?:(?:are|of|sind|sont|de)\W+)?(?=\w*\W*\w*\W*\d)")
""" "Weather at Popham tomorrow, minima 1500 ft and 8 km"."""
_THE_DAY = re.compile(r"\b(?:my|our|the) day\b|\b(?:mein|unser|der) tag\b|\b(?:ma|notre|la) journée\b")


def _tells_a_limit(low: str) -> bool:
    """ "My limits are", "I won't fly below", "minima 1500 ft": what the weather is to be held against."""
    if names_an_own_limit(low) or _FLIES_ONLY.search(low) or _AT_MOST.search(low):
        return True
    return _BARE_MINIMA.search(low) is not None and _RULED.search(low) is None


_BLOWN = r"(?:(?:cross[- ]?|x-?|surface )?winds?|gusts?|gusting|b[öo]en?|(?:seiten|quer)?wind|rafales?|vent(?: de travers)?|travers)"
_FIGURE = r"\d{1,2}(?!\d|:)(?:\s*(?:kts?|knots?|knoten|n(?:œ|oe)uds?))?"
_BOUND = r"(?:max(?:imum|imal|i)?|höchstens|(?:not |no )?more than|nicht (?:mehr als|über)|pas plus de|not (?:over|above))"
_AT_MOST = re.compile(
    rf"\b{_BOUND}\W{{1,3}}(?:of |de )?(?:{_BLOWN}\W{{1,3}}(?:of |to |de |bis )?{_FIGURE}|{_FIGURE}\W{{1,3}}(?:of |de )?{_BLOWN})\b|"
    rf"\b{_BLOWN}\W{{1,3}}(?:{_FIGURE}\W{{1,3}}(?:max(?:imum|imal|i)?|höchstens|at most|au plus)|{_BOUND}\W{{1,3}}{_FIGURE})\b"
)
""" "Gusts 22 max, is Shoreham ok", "max 22 Böen": a limit of its own by the word that bounds it; "Böen bis 45" are told."""
_RULED = re.compile(
    r"\b(?:vfr|vmc|class|klasse|classe|sera|special|legal|night|approach|ils|landing|takeoff)\b[^.?!]{0,12}\bminim"
)
""" "VFR minima" are a rule's."""
_OF_ANOTHER = frozenset(("runway", "notam", "customs", "fuel", "fee", "watch", "flight_plan", "hotel"))


def without_limits(said: Said) -> Said:
    """What is said, less the figures of the limits: "Untergrenze 1500" is no hour."""
    if not is_with_a_flight(said):
        return said
    held = limit_letters(said.slots.low)
    text = "".join(" " if at in held else letter for at, letter in enumerate(said.slots.text))
    rest = tuple(q for q in said.slots.quantities if q.start not in held)
    return replace(said, slots=replace(said.slots, text=text, quantities=rest))


def is_for_a_way(said: Said) -> bool:
    """Limits told with a flight: between two places, or to one from home."""
    if not is_with_a_flight(said) or _WEATHER_AT.search(said.slots.low):
        return False
    start, end = said.again().ends()
    return bool(end and (start or said.home))


_WEATHER_AT = re.compile(
    r"\b(?:weather|wx|conditions|report|wetter|m[ée]t[ée]o|metars?|tafs?) (?:at|in|for|bei|à|pour|für)\b(?![^.?!]*\b(?:from|von|nach|to|depuis)\b)"
)
""" "My limit is 12 kt, weather at EGKB": of that place, and of no flight there."""


def is_for_a_place(said: Said) -> bool:
    """Limits told with the weather of one place."""
    return is_with_a_flight(said) and not is_for_a_way(said) and not is_for_a_runway(said)


def is_for_a_runway(said: Said) -> bool:
    """ "My crosswind limit is 10 kt, can I land at Jersey this afternoon?": nothing but the wind across, of one field."""
    if (
        not is_with_a_flight(said)
        or is_for_a_way(said)
        or said.field() is None
        or _WEATHER_AT.search(said.slots.low)
    ):
        return False
    return {*find_limits(_limits_told(said))} <= {"crosswind_kt", "gust_kt"}


_ACROSS = re.compile(r"\bcross ?-?winds?\b|\bx-?wind\b|\bacross\b|\bquer\w*|\bseitenwind\w*|\btravers\w*")
_WIND_OVER = re.compile(
    r"\b(?:winds?|gusts?|vents?|rafales?|b[öo]en|crosswind|seitenwind|travers)\b[^.?!]{0,40}\b(?:over|above|more than|exceeds?|past|beyond|über|mehr als|dépasse|au-dessus de|plus de)\s+(?P<n>[1-9]\d)\b(?!\s*(?:°|ft|nm|km|:))"
)
_GUSTS = re.compile(r"\bgust\w*|\bb[öo]en?\b|\brafales?\b")
_MEAN = re.compile(r"\b(?:winds?|vents?)\b")
_FOG = re.compile(r"\b\w*fog(?:gy)?\b|\b\w*nebel\w*|\bneblig\b|\bbrouillards?\b")
_BARE_HEIGHT = re.compile(
    r"\b(?:below|under|beneath|above|over|better than|less than|more than|unter|über|besser als|höher als|sous|en dessous de|au-dessus de|passe sous|plus de|moins de)\s+"
    r"(?P<n>[3-9]00|[1-9][05]00|[1-9]\d00)\b(?!\s*(?:m\b|met|mèt|km|kt|kn|z\b|utc|uhr|h\b|local|[:/]))"
)
""" "Shout if it drops below 1000": a bare height is the ceiling's."""
_SIGHT = re.compile(r"\b(?:vis\w*|viz|sicht\w*|rvr)\b(?!.*\b(?:ceiling|base|plafond|untergrenze)\b)")
FOG_M = 1000
"""Fog is a visibility below a kilometre."""


def read_watched_limits(said: Said) -> dict[str, JsonValue]:
    """ "Tell me if it drops below 1500 ft", "when the wind at Lydd exceeds 20 kt": figures of this watch alone."""
    low = said.slots.low
    found = find_limits(low)
    if "crosswind_kt" in found and not _ACROSS.search(low):
        found["wind_kt"] = found.pop("crosswind_kt")
    if not found and (over := _WIND_OVER.search(low)) is not None:
        found["crosswind_kt" if _ACROSS.search(low) else "wind_kt"] = int(over["n"])
    if "wind_kt" in found and _GUSTS.search(low) and not _MEAN.search(low):
        found["wind_gust_kt"] = found.pop("wind_kt")
    bare = _BARE_HEIGHT.search(low) if not found.keys() & {"ceiling_ft", "wind_kt"} else None
    if bare is not None and int(bare["n"]) != found.get("visibility_m") and not _SIGHT.search(low[: bare.start()]):
        found["ceiling_ft"] = int(bare["n"])
        said.used.add(bare.span())
    if not found and _FOG.search(low):
        found["visibility_m"] = FOG_M
    if found:
        held = limit_letters(low)
        said.take([q for q in said.slots.quantities if q.start in held or q.unit in ("ft", "kt", "km", "m")])
        said.has("weather", "crosswind", "runway")
    found.pop("light_margin_minutes", None)
    return {**found}


@reads(
    "set_minima",
    claims=lambda said: is_own_minima(said) or is_with_a_flight(said) or bool(held_against_own(said)),
    unless=lambda said: _only_asks(said) and not held_against_own(said),
    called=later("Your minima"),
    calm=lambda said: is_asked_of_an_own_limit(said) or bool(held_against_own(said)),
)
def minima(said: Said) -> Given:
    """The pilot's own limits, as far as they are said, and whether they are to be cleared."""
    if held := held_against_own(said):
        said.take_all()
        return held
    if is_with_a_flight(said):
        said.take_all()
        return {**find_limits(_limits_told(said))}
    low = _without_report(said)
    limits = find_limits(low)
    if limits and is_held_against_own(said):
        said.take_all()  # "vis 3000 m and 800 ft, is that below my minima": they are shown, and stay
        return {}
    said.take([*said.slots.quantities])
    if not limits and (said.has("clear_limits") or _is_given_up(said) or _FORGET.match(said.slots.low)):
        only: list[JsonValue] = [*named_limits(said.slots.low)]
        return {"forget": only} if only else {"clear": True}
    extra: list[JsonValue] = [*unplaced_figures(low)]
    return {**limits, "unplaced": extra} if extra else {**limits}


def _without_report(said: Said) -> str:
    """The text in small letters less a report that is pasted in it, and the hour beside: their figures are no limits."""
    low = said.slots.low
    pasted = find_pasted(said.slots.text)
    if pasted is None:
        return low
    spans = [(pasted.start, pasted.end), *((clock.start, clock.end) for clock in said.clocks())]
    for start, end in spans:
        low = low[:start] + ";".center(end - start) + low[end:]
    return low
