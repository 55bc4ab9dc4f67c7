"""Reads where along a route is meant, in the words it is said with: "half way", "before the Channel"."""

from __future__ import annotations

from agent import regex as re
from agent.language.lexicon import Mention
from agent.language.quantities import Quantity
from agent.language.said import Said
from agent.subjects.finding.position import A_BORDER, HOW_FAR_ON, PAST_A_PLACE

POSITION = re.compile(
    r"\b(?:about |roughly |around |more or less )?(?:(?:half[- ]?way|mid[- ]?way|midpoint|middle of the route|in the middle)"
    r"|(?:the )?(?:first|second|last|middle|final) (?:third|half|quarter)|(?:one|two|a) thirds? (?:of the way|in|along)|"
    r"(?:a|one|three) quarters? (?:of the way|in|along)|"
    r"(?:before|after|past|beyond|this side of|the other side of|just (?:before|after)) (?:the )?"
    r"(?:channel|alps|border|water|(?:north |irish |baltic )?sea|baltic|crossing|pyrenees|coast|manche|alpen|grenze|frontière|pyrénées|ärmelkanal|kanal)(?: crossing)?|"
    rf"{HOW_FAR_ON}|{A_BORDER}|"
    r"(?:in |only in )?(?:the )?(?:last|first|middle|second) (?:bit|part|stretch)(?: of (?:the )?(?:route|way|track|flight))?|"
    r"before (?:we |i |you )?(?:coast(?:ing)? out|leav(?:e|ing) (?:the )?\w+ coast|cross(?:ing)?(?: over)? (?:the )?\w+)|"
    r"after (?:we |i |you )?(?:coast(?:ing)? in|cross(?:ing)?(?: over)? (?:the )?\w+)|"
    r"vers le milieu(?: du (?:trajet|parcours|vol|chemin))?|(?:dans le )?(?:premier|dernier|deuxième) (?:tiers|quart)|"
    r"(?:(?:dans |sur )?la )?(?:première|premiere|seconde|deuxième|dernière) moitié|(?:in der )?(?:erste[nr]?|zweite[nr]?|letzte[nr]?) hälfte|"
    r"(?:vor|nach) de[mnr] (?:alpen)?hauptkamm|vor dem (?:alpenhauptkamm|kanal|meer)|"
    r"(?:near|towards?|close to|closer to) the (?:start|end|beginning|destination)|"
    r"[àa] mi[- ]?(?:chemin|parcours|route)|half of (?:the )?way|au milieu|avant (?:la manche|les alpes|la frontière|les pyrénées)|"
    r"après (?:la manche|les alpes|la frontière|les pyrénées)|auf halbem weg|auf halber strecke|auf der hälfte|etwa? (?:in der )?mitte|"
    r"in der mitte|vor (?:den alpen|der grenze|dem kanal)|nach (?:den alpen|der grenze|dem kanal)|"
    r"(?:im )?(?:ersten|letzten|mittleren) drittel)\b",
    re.IGNORECASE,
)


def is_of_the_way(span: Quantity | Mention, said: Said) -> bool:
    """Whether a word or figure belongs to where along a route is meant: "after 200 nm", "before the North Sea"."""
    match = POSITION.search(said.slots.text)
    return match is not None and match.start() <= span.start < match.end()


_A_STOP = re.compile(
    r"\b(?:stops?|stop-?overs?|stopping|break|\w*stopp|halt|zwischenlandung|pause|escales?|arrêt|étape|refuel\w*|tanken|ravitaill\w*)\b"
)


def is_a_stop_along(said: Said) -> bool:
    """ "Lunch stop about halfway to Newquay": a field on the way, and no lunch where the way ends."""
    low = said.slots.low
    return POSITION.search(low) is not None and _A_STOP.search(low) is not None and bool(said.spots)


def position_along(said: Said) -> str | None:
    """Where along a route, in the pilot's words: "half way", "before the Channel", "after 200 nm"."""
    match = POSITION.search(said.slots.text)
    if match is None:
        return _beside_a_place(said)
    said.used.add(match.span())
    last = _THE_LAST.search(said.slots.text)
    if last is not None and _BEFORE_IT.match(match[0]):
        said.used.add(last.span())
        return f"last {match[0].lower()}"
    return match[0].lower()


_THE_LAST = re.compile(
    r"\b(?:last|final|letzte[rsn]?|derni[eè]re?)\b(?! (?:third|half|quarter|drittel|tiers|quart|bit|part|stretch))",
    re.IGNORECASE,
)
_BEFORE_IT = re.compile(r"\s*(?:just )?(?:before|this side of|avant|vor)\b", re.IGNORECASE)


def _beside_a_place(said: Said) -> str | None:
    """ "Past Belfast", "after Toulouse": of three places or more the one that such a word stands before."""
    spots = [s for s in said.slots.spots if s.kind in ("place", "code", "iata")]
    spots += said.slots.weak if len(spots) > 1 else ()
    for spot in spots if len(spots) > 2 else ():
        if (words := PAST_A_PLACE.search(said.slots.text[: spot.start])) is not None:
            said.take([spot])
            said.used.add((words.start(), spot.end))
            return f"{words[0].strip().lower()} {spot.name}"
    return None


_BETWEEN_STOPS = re.compile(
    r"\W*(?:n?m|nautical miles|miles|km)?\W*(?:max(?:imum)?\W+|at most\W+)?"
    r"(?:apart|auseinander|(?:between|from) (?:each|the|two|any|one)?\W*(?:stops?|fields?|of them|them|fuel|to the next)"
    r"|(?:legs?|hops?|sectors?|[ée]tapes?|etappen?|teilstrecken?)\b"
    r"|entre (?:les |chaque |deux )*(?:arr[êe]ts?|escales?|terrains?|d'eux)|zwischen (?:den |zwei )*(?:stopps?|pl[äa]tzen|landungen|tankstopps?))",
    re.IGNORECASE,
)
_STOPS_EVERY = re.compile(
    r"\b(?:every|each|alle|tous les|toutes les"
    r"|(?:legs?|hops?|sectors?|[ée]tapes?|etappen?|teilstrecken?)\W+(?:(?:of|de|d'|von|under|below|no|not|more|longer|than|max(?:imum)?|maximal|at most|h[öo]chstens|up to|bis|zu|unter|moins|pas|plus)\W+)*)\s*$",
    re.IGNORECASE,
)


def between_stops(said: Said) -> Quantity | None:
    """How far stops may lie apart: "not more than 250 nm apart", "avgas every 100 miles", "Etappen von höchstens 150 nm"."""
    low = said.slots.low
    return next(
        (
            far
            for far in said.slots.of("distance")
            if _BETWEEN_STOPS.match(low[far.end :]) or _STOPS_EVERY.search(low[: far.start])
        ),
        None,
    )
