""" "Lieber weiter nördlich", "plus à l'est", "nearer the far end" of a list along a way: on which part of it."""

from __future__ import annotations

from agent import regex as re
from agent.language.courtesy import CHAT
from agent.language.said import Said
from agent.language.slot_words import FUNCTION
from agent.language.wording import keys_of
from agent.protocol import ToolCall
from agent.subjects.finding.position import OF_ITS_MIDDLE
from agent.subjects.finding.reading_around import COMPASS

_ROUTE = "find_airports_near_route"
_LATER = re.compile(
    r"\b(?:(?:further|farther|later) (?:along|on)|(?:nearer|closer) (?:to )?(?:the|my|our) (?:far end|end|destination)|more (?:towards?|to) the (?:end|destination)|a bit later|"
    r"weiter (?:hinten|am ende)|näher am (?:ziel|ende)|später auf der strecke|eher (?:am ende|hinten|später)|"
    r"plus loin (?:sur|le long d\w) (?:la |le |l['’])?(?:route|trajet|parcours|chemin)|plus (?:tard|vers la fin)|plus près de (?:l['’]arrivée|la fin|la destination)|vers la fin)\b"
)
_SOONER = re.compile(
    r"\b(?:(?:earlier|sooner)(?: (?:along|on))?|(?:nearer|closer) (?:to )?(?:the|my|our) (?:start|beginning|departure)|more (?:towards?|to) the (?:start|beginning)|"
    r"weiter vorne?|näher am (?:start|anfang)|eher (?:am anfang|vorne?|früher)|früher auf der strecke|"
    r"plus (?:tôt|tot)|plus près d(?:u|e la|e l['’]) ?(?:départ|début)|vers le début)\b"
)
_BESIDE = keys_of(
    "further farther more rather better instead then only just somewhere a bit little lot the to towards in on of part side half end but and same thing search list please make it them those ones stop stops field fields one "
    "i we d would prefer want need like something looking look "
    "lieber doch eher etwas wenig bisschen weiter mehr nach im in den der die das ein nur und aber dann bitte teil hälfte richtung gleiche dasselbe stopp stop platz plätze welche ich wir hätte hätten gern gerne "
    "plutôt plutot un peu plus vers le la les au à du côté cote mais et alors même meme mêmes chose recherche liste seulement terrain terrains arrêt escale stp svp je on préfère voudrais quelque part"
)
_PARTS = ((_LATER, "last half"), (_SOONER, "first half"))


def on_that_part(said: Said, call: ToolCall) -> ToolCall | None:
    """The list along the way on the part that is all a message says; None where anything else is said."""
    slots = said.slots
    if call.tool != _ROUTE or slots.spots or slots.countries or slots.quantities or slots.days:
        return None
    sides = [m for m in said.all_of(*COMPASS) if not said.denied(m)]
    part = next(((m, p) for w, p in _PARTS if (m := w.search(slots.low))), None)
    if len({m.concept for m in sides}) + (part is not None) != 1:
        return None
    spans = [part[0].span()] if part else [(m.start, m.end) for m in sides]
    own = [w for w in slots.words if not any(a < w.end and w.start < b for a, b in spans)]
    if not all(w.key in FUNCTION or w.key in CHAT or w.key in _BESIDE for w in own):
        return None
    where = part[1] if part else sides[0].concept + OF_ITS_MIDDLE
    return call.varied(position=where, max_leg_time_hours=None, offset=None)
