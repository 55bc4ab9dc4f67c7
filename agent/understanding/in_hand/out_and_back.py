""" "If I leave at 2pm can I be back before dark, 84 nm each way at 100 kt": the light when one is back at the field in hand."""

from __future__ import annotations

from agent import regex as re
from agent.language.ends import field_of
from agent.language.quantities import Quantity
from agent.language.said import Said
from agent.protocol import ToolCall
from agent.subjects.route.speed import format_hours
from agent.understanding.in_hand.context import CENTRE, END, FIELD, START, Known
from agent.understanding.reader.tool_names import CARD
from tongue import later, say

BACK_AT = later("{leg} each way: {flown} in still air{ground}. Off blocks {off}, back at {back} at the earliest.")
FLOWN = later("{leg} each way: {flown} in still air{ground}. So long before dark you must be off blocks.")
ON_THE_GROUND = later(" and {minutes} min on the ground")
_DARK = re.compile(
    r"\b(?:sunset|dark(?:ness)?|dusk|nightfall|night|last light|daylight|sonnenuntergang|dunkel\w*|nacht|tageslicht|hell|nuit|jour|coucher|crépuscule)\b"
)
_EACH_WAY = re.compile(
    r"\b(?:each (?:way|direction|leg)|(?:one|per) (?:way|leg|direction)|there and back|both ways|out and back|way out and (?:back|home)|return trip|"
    r"(?:pro|je|jede|einfache) (?:strecke|weg|richtung)|hin und (?:zurück|her)|je hin|einfach|(?:par|chaque|à chaque) (?:trajet|sens)|dans chaque sens|aller[- ]retour|l['’]aller)\b"
)
_BACK = re.compile(
    r"\b(?:back|home|return\w*|zurück|heim|daheim|zu ?hause|retour|rentr\w+|reven\w+|reviens|revenu\w*)\b"
)
_GROUND = re.compile(
    r"\b(?:ground|stop\w*|stay|lunch|coffee|break|turn ?(?:a)?round|there for|aufenthalt|pause|boden|mittag\w*|kaffee|stehen|sur place|escale|déjeuner|repas|arrêt|sol)\b"
)
_LATEST = re.compile(
    r"\b(?:latest|how late|by when|(?:when|what time) (?:do|must|should|would) (?:i|we)|spätestens|bis wann|wann muss|wann müssen|au plus tard|"
    r"(?:quand|à quelle heure) (?:faut-il|dois-je|doit-on|il faut|je dois|on doit|partir))\b"
)
_NEAR_IT = 24
"""Letters between a time and the words that say what it is for."""


def out_and_back(said: Said, memory: Known) -> tuple[ToolCall, str] | None:
    """The card of the field one comes back to, at the hour of the return, and the sum in words; None where it is no such sum."""
    low, slots = said.slots.low, said.slots
    far, clocks, times = slots.of("distance"), slots.of("clock"), slots.of("duration")
    if not (_DARK.search(low) and _EACH_WAY.search(low) and _BACK.search(low)) or len(clocks) > 1:
        return None
    grounded = [t for t in times if _is_on_the_ground(t, low)]
    legs = [t for t in times if t not in grounded]
    speed = next((q.value for q in slots.of("speed")), None) or _speed_of(memory)
    if len(far) == 1 and speed and not legs:
        hours, leg = far[0].value / speed, say("{far:.0f} nm at {speed:.0f} kt", far=far[0].value, speed=speed)
    elif len(legs) == 1 and not far:
        hours, leg = legs[0].value, format_hours(legs[0].value)
    else:
        return None
    field = _field(said, memory)
    if field is None:
        return None
    rest = sum(t.value for t in grounded)
    minutes = round((2 * hours + rest) * 60)
    ground = say(ON_THE_GROUND, minutes=round(rest * 60)) if rest else ""
    told = {"leg": leg, "flown": format_hours(2 * hours), "ground": ground}
    when = {"date": said.day()} if slots.days else {"date": memory.day} if memory.day else {}
    card = ToolCall(tool=CARD, arguments={"icao_code": field, "about": ["sun"], **when})
    if clocks:
        off = said.clock(clocks[0], field)
        if off is None or (at := int(off[:2]) * 60 + int(off[3:]) + minutes) >= 24 * 60:
            return None
        back = f"{at // 60:02d}:{at % 60:02d}"
        return card.varied(time=back), say(BACK_AT, off=off, back=back, **told)
    if not _LATEST.search(low):
        return None
    return card.varied(minutes_before=minutes), say(FLOWN, **told)


def _is_on_the_ground(time: Quantity, low: str) -> bool:
    """Whether a time is said of the stop, not of a flight."""
    around = low[max(time.start - _NEAR_IT, 0) : time.end + _NEAR_IT]
    return _GROUND.search(around) is not None and not _EACH_WAY.search(low[time.end : time.end + _NEAR_IT])


def _speed_of(memory: Known) -> float | None:
    speed = memory.speeds.get("cruise_speed_kts")
    return float(speed) if isinstance(speed, int | float) else None


def _field(said: Said, memory: Known) -> str | None:
    """Where one leaves from and comes back to: named, in hand, else home."""
    spots = [s for s in said.slots.spots if s.kind in ("code", "iata", "place") and s.name != "home"]
    if len(spots) > 1:
        return None
    if spots:
        return field_of(said.name(spots[0]), said.deps)
    in_hand = (memory.places.get(role) for role in (START, FIELD, CENTRE, END))
    name = next((one for one in in_hand if one), None) or memory.home
    last = memory.mentioned[-1] if memory.mentioned else None
    name = name or last
    return field_of(name, said.deps) if name else None
