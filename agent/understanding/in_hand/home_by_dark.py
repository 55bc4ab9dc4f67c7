""" "When do I have to leave there to be home in daylight" behind a sum of the flight: the latest off blocks on the way home."""

from __future__ import annotations

from agent import regex as re
from agent.language.ends import field_of
from agent.language.said import Said
from agent.protocol import Conversation, ToolCall
from agent.understanding.in_hand.context import Given, Known
from agent.understanding.reader.tool_names import BRIEF, DISTANCE, ENDS, FUEL_PLAN, SPEEDS, TRIP

_DARK = re.compile(
    r"\b(?:sunset|dark|darkness|dusk|nightfall|night|last light|daylight|light|sonnenuntergang|dunkel\w*|nacht|tageslicht|hellen?|nuit|jour|coucher|crépuscule)\b"
)
_HOMEWARD = re.compile(
    r"\b(?:back|home|return|rentr\w+|revien\w*|reven\w+|retour|chez (?:moi|nous)|maison|heim\w*|daheim|zurück\w*|zu ?hause)\b"
)
_WHEN = re.compile(
    r"\b(?:when|what time|latest|how late|by when|wann|spätestens|bis wann|wie spät|um wie ?viel uhr|quand|à quelle heure|au plus tard)\b"
)
_LEAVES = re.compile(
    r"\b(?:leave|depart|take[- ]?off|set off|off[- ]?blocks?|be off|get away|go|start|los\w*|weg|abflieg\w*|abfliegen|starten?|"
    r"partir|pars|part|repartir|repars|décoll\w+|redécoll\w+)\b"
)
_FLOWN = (FUEL_PLAN, DISTANCE, BRIEF, "get_wind_plan")


_LATEST = re.compile(r"\b(?:latest|how late|spätestens|wie spät|(?:au|le) plus tard)\b")


def home_by_dark(said: Said, memory: Known, conversation: Conversation, *, bare: bool = False) -> ToolCall | None:
    """The trip there and back on that day, asked for its last departures; None where no flight from home is in hand.

    `bare`: only until when is asked, and no word says what: "le plus tard pour rentrer de jour ?".
    """
    low, slots = said.slots.low, said.slots
    if slots.of("clock") or slots.of("distance") or slots.countries or any(s.name != "home" for s in slots.spots):
        return None
    if bare != (_LEAVES.search(low) is None) or not all(one.search(low) for one in (_DARK, _HOMEWARD)):
        return None
    if not (_LATEST if bare else _WHEN).search(low):
        return None
    plans = [plan for plan in (conversation.last_plan, *conversation.earlier) if plan is not None and plan.steps]
    flown = next((plan.steps[-1] for plan in plans if plan.steps[-1].tool in (*_FLOWN, TRIP)), None)
    if flown is None or flown.tool == TRIP or flown.arguments.get("to_location") is None:
        return None
    start = flown.arguments.get("from_location") or memory.home
    if not isinstance(start, str):
        return None
    if memory.home and field_of(start, said.deps) != field_of(memory.home, said.deps):
        return None  # home is elsewhere
    kept: Given = {n: flown.arguments[n] for n in (*sorted(ENDS), *SPEEDS) if n in flown.arguments}
    if (knots := flown.arguments.get("true_airspeed_kts")) is not None:
        kept["cruise_speed_kts"] = knots
    told = flown.arguments.get("day") or memory.day
    day = said.day() if slots.days else told or said.today.isoformat()
    said.take_all()
    return ToolCall(
        tool=TRIP, arguments={"from_location": start, **kept, "day": day, "return_day": day, "about": "off_blocks"}
    )
