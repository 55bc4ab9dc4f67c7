"""Whether a message asks for leave to fly over a border: "arriving at Le Touquet from Lydd, OK?"."""

from __future__ import annotations

from agent import regex as re
from agent.language.ends import country_of
from agent.language.lexicon import load_lexicon
from agent.language.said import Said
from agent.language.slot_words import FUNCTION
from agent.language.slots import Spot
from agent.language.wording import word_set, words_of

_ENDS = 2
_ABLE = word_set("can could kann konnen peut pouvons peux")
_LANDS = word_set(
    "land landing arrive arriving enter landen ankommen einreisen einfliegen atterrir poser arriver entrer"
)
_SO = word_set("and so und also et alors on wir ich je")

_TELLING_NOBODY = re.compile(
    r"\bwithout (?:first )?\w+ing (?:(?:any(?:one|body)|a soul|them|customs|ahead|first|in advance)\b ?)+"
    r"(?:know\b)?|"
    r"\bohne (?:(?:vorher|jemande[mn]|irgendwe[mn]|den zoll|dem zoll|etwas|bescheid|es) )*"
    r"(?:zu \w+|an\w+|voranmeldung)\b|"
    r"\bsans (?:(?:rien|en) )*\w+(?:er|ir|re)(?: (?:personne|qui que ce soit|la douane|avant))*\b"
)
""" "Without ringing anybody": whether it is so is what the border's papers answer."""


def asks_leave(said: Said) -> bool:
    """Whether leave is asked for a flight from one country to another, and nothing else is asked or told."""
    spots = [s for s in said.slots.spots if s.kind in ("code", "iata", "place", "country")]
    if len(spots) != _ENDS or said.slots.crafts or not {s.role for s in spots} - {""}:
        return False
    if len(said.clocks()) != len(said.slots.quantities):
        return False
    lexicon = load_lexicon(said.deps.settings.data / "language", "leave")
    mentions = lexicon.mentions(words_of(said.slots.text))
    if not any(mention.concept == "leave.asked" for mention in mentions):
        return False
    keys = [word.key for word in said.slots.words]
    if (said.slots.days or said.clocks()) and keys[0] in _ABLE | _SO and _ABLE & {*keys} and not _LANDS & {*keys}:
        return False  # "can we go to Le Touquet from Stapleford on Wednesday?" asks for the day
    spans = [(s.start, s.end) for s in (*spots, *said.slots.days, *said.slots.quantities, *mentions)]
    spans += [match.span() for match in _TELLING_NOBODY.finditer(said.slots.low)]
    words = [w for w in said.slots.words if not any(a <= w.start < b for a, b in spans)]
    if any(word.key not in FUNCTION for word in words):
        return False
    first, second = (_country(spot, said) for spot in spots)
    return first is not None and second is not None and first != second


def asks_leave_at_an_hour(said: Said) -> bool:
    """ "Arriving Dinard 22:00 from Jersey allowed?": whether they come at that hour is the field's matter."""
    clocks = said.clocks()
    return bool(clocks) and said.is_arrival(clocks[0]) is not False and asks_leave(said)


def _country(spot: Spot, said: Said) -> str | None:
    """The country or territory of an end."""
    if (own := said.deps.borders.named(spot.name)) is not None:
        return own.code
    country = said.deps.countries.named(spot.name) if spot.kind == "country" else None
    return country.code if country else spot.country or country_of(spot.name, said.deps)
