"""Puts the name of a trip's field where a message says only what it is: "PPR for the stop", "which alternates"."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pydantic import JsonValue

from agent import regex as re
from agent.language.alternates import AN_ALTERNATE

_ARTICLE = r"(?:the|our|my|that|unser\w*|de[rnm]|die|das|dies\w*|notre|cette|la|l['’])"
_STOP = re.compile(
    rf"(?P<lead>\b(?:at|for|of|in|from|about|on|does|do|is|has|will|für|an|auf|von|bei|in|über|braucht|hat|ist|verlangt|pour|à|de|sur)\s+){_ARTICLE}\s*"
    r"(?:(?P<which>first|second|last|erste[nrm]?|zweite[nrm]?|letzte[nrm]?|première|premier|deuxième|dernière)\s+)?(?:fuel[- ]?|lunch |tank-?|mittags)?"
    r"(?:stop(?:over)?|zwischenstopp?|zwischenlandung|zwischenhalt|stopp?|halt|escale|étape)\b"
    r"(?:\s+(?:on the way|en route|in between|unterwegs|auf dem weg|en chemin|sur le chemin|en route))?"
    r"|(?P<fused>\b(?:beim|vom|zum|am)\s+)(?:tank-?|mittags)?(?:zwischenstopp?|zwischenlandung|zwischenhalt|stopp?|halt)\b(?:\s+(?:unterwegs|auf dem weg))?",
    re.IGNORECASE,
)
_CHANGES = re.compile(
    r"\b(?:skip\w*|drop\w*|without|cancel\w*|leave out|add\w*|move\w*|change\w*|instead|longer|shorter|minutes?|hours?|min|long|stay\w*|"
    r"ohne|streich\w*|lass\w*|verschieb\w*|länger|kürzer|stunden?|minuten?|statt|sans|annul\w*|supprim\w*|déplac\w*|plus long\w*|heures?|"
    r"far|distance|weit|loin|which|where|what (?:is|are) the|welche\w*|wo|où|quel\w*)\b",
    re.IGNORECASE,
)
_PLACES = (
    ("first", 0),
    ("erste", 0),
    ("premi", 0),
    ("second", 1),
    ("zweite", 1),
    ("deuxi", 1),
    ("l", -1),
    ("derni", -1),
)


def with_the_stop_named(text: str, trip: Mapping[str, JsonValue]) -> str:
    """The message with the stop's name; as it is where it may be of another one, or where the stop is changed."""
    over = [v for name in ("via", "return_via") if isinstance(v := trip.get(name), list)]
    stops = list(dict.fromkeys(str(one) for way in over for one in way))
    match = _STOP.search(text)
    if match is None or not stops or _CHANGES.search(text):
        return text
    which = (match["which"] or "").lower()
    if which and match.group().lower().endswith("étape"):
        return text  # "la dernière étape" is a leg
    place = next((at for begins, at in _PLACES if which.startswith(begins)), None) if which else 0
    if place is None or (not which and len(stops) > 1) or not -len(stops) <= place < len(stops):
        return text
    lead = match["lead"] or _ALONE.get((match["fused"] or "").strip().lower(), "at ")
    return f"{text[: match.start()]}{lead}{stops[place]}{text[match.end() :]}"


_THERE = re.compile(r"\b(?:there|dort|là-bas|sur place)\b(?! (?:and|or|und|et) )", re.IGNORECASE)
_MOST_WORDS = 9


def with_the_stop_put_in(text: str, trip: Mapping[str, JsonValue], last: JsonValue, *, names: bool) -> str:
    """ "And if we go via Sumburgh?", then "what's the fuel there": the stop that the `last` trip had not."""
    before = last if isinstance(last, dict) else {}
    now, then = (v if isinstance(v := one.get("via"), list) else [] for one in (trip, before))
    new = [str(one) for one in now if one not in then]
    alone = _THERE.search(text)
    if (
        len(new) != 1
        or not before
        or names
        or alone is None
        or len(text.split()) > _MOST_WORDS
        or _CHANGES_IT.search(text)
    ):
        return text
    return f"{text[: alone.start()]}at {new[0]}{text[alone.end() :]}"


_CHANGES_IT = re.compile(
    r"\b(?:stay\w*|hours?|minutes?|min|nights?|leave|leaving|land\w*|arriv\w+|how (?:far|long)|when|bleib\w*|stunden?|minuten|nacht|wann|wie (?:weit|lange)|"
    r"rest\w+|heures?|nuits?|quand|combien)\b",
    re.IGNORECASE,
)
_ALTERNATES = re.compile(
    AN_ALTERNATE
    + r"(?! (?:near|around|for|at|close|within|along|bei|um|für|in|an|entlang|près|autour|à|pour|le long)\b)",
    re.IGNORECASE,
)
_IF_THE_WEATHER = re.compile(
    r"^\W*(?:(?:and|und|et|ok) )?(?:what if|if|was (?:is|ist|passiert)?,? ?wenn|wenn|falls|et si|si|s(?=['’]il)|et s(?=['’]il))\b[^,.;?!]*\b(?:weather|wx|bad|poor|crap\w*|rubbish|fog\w*|cloud\w*|vis\w*|rain\w*|schlecht\w*|mauvaise?|pourri\w*|bouché\w*|wetter|nebel\w*|regen\w*|wolken|sicht|météo|meteo|temps|brouillard|pluie|plafond)\b[^,.;?!]*[,.;?!]\s*",
    re.IGNORECASE,
)


_WHERE_ELSE = re.compile(
    r"\b(?:where else|where instead|wo sonst|wohin sonst|wohin dann|où d['’]autre|où sinon|sinon où|où alors)\b(?! (?:can|could|would|should|might))",
    re.IGNORECASE,
)
_IF_BEFORE = re.compile(
    r"^\W*(?:(?:and|und|et|ok) )?(?:if|wenn|falls|si|s(?=['’]il))\b[^,.;?!]*?\b(?:weather|wx|bad|poor|crap\w*|rubbish|fog\w*|wetter|schlecht\w*|nebel\w*|météo|meteo|temps|mauvaise?|brouillard)\b[^,.;?!]*?"
    r"(?=\b(?:what['’]?s?|which|where|was|welche\w*|wo|wohin|quel\w*|où)\b)",
    re.IGNORECASE,
)
""" "If wx goes downhill whats the alternate": no comma ends the condition."""
_IF_IT_TURNS = re.compile(
    r"\s*,?\s*\b(?:if|in case|should|wenn|falls|si|au cas où)\b[^,.;?!]*\b(?:weather|wx|bad|poor|crap\w*|rubbish|fog\w*|clouds?|vis\w*|rain\w*|schlecht\w*|mauvaise?|pourri\w*|bouché\w*|clos\w*|shut\w*|wetter|nebel\w*|neblig|regen\w*|zu ist|météo|meteo|temps|brouillard|pluie|plafond|fermé\w*)\b[^,.;?!]*(?=[?.!]*$)",
    re.IGNORECASE,
)


def with_where_alternates_are(text: str, goal: JsonValue, names_a_place: Callable[[str], bool]) -> str:
    """ "If the weather turns, which alternates with lights?" of a flight in hand: around where it goes."""
    said = _WHERE_ELSE.sub("which alternates", text) if is_if_the_weather(text) else text
    if _ALTERNATES.search(said) is None or not isinstance(goal, str) or names_a_place(text):
        return text
    said = _IF_IT_TURNS.sub("", _IF_THE_WEATHER.sub("", _IF_BEFORE.sub("", said)))
    if (match := _ALTERNATES.search(said)) is None:
        return text
    word = match.group().lower()
    near = "bei" if word.startswith("ausweich") else "près de" if " de " in word else "near"
    stop = "?" if _ASKS_MORE.match(said, match.end()) else ""
    return f"{said[: match.end()]} {near} {goal}{stop}{said[match.end() :]}"


_ASKS_MORE = re.compile(
    r"\s*,?\s*(?:and|und|et)\s+(?:can|could|is|are|how|what|where|do|does|kann|können|gibt|wie|was|wo|est|peut|y a|comment|où|combien)\b",
    re.IGNORECASE,
)
""" "… and can we get a flight home": a question of its own behind it."""


def is_if_the_weather(text: str) -> bool:
    """Whether what is asked is asked for bad weather: "if it's bad", "s'il fait mauvais"."""
    return any(one.search(text) for one in (_IF_BEFORE, _IF_IT_TURNS, _IF_THE_WEATHER))


_ALONE = {"beim": "bei ", "vom": "von ", "zum": "für ", "am": "in "}
