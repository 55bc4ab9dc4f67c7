"""Reads an hour and a field said in one breath of the trip in hand: "10h et escale Biarritz", "off at half eight from the farm near Ludlow"."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import JsonValue

from agent import regex as re
from agent.language.said import Said
from agent.language.wording import keys_of
from agent.protocol import ToolCall
from agent.subjects.trip.clocks import clocks_of, hour_said
from agent.subjects.trip.stops import kept_stays

_MOST_WORDS = 14
_OVER = re.compile(
    r"\b(?:(?:fuel |short |quick )?(?:stop|stopover|stopping|landing)|escale(?: carburant)?|arrêt|étape|(?:zwischen|tank)?stopp?|zwischenlandung|via|over|über|ueber|par)"
    r"\s+(?:(?:at|in|on|à|a|au|aux|auf)\s+)?(?:the |le |la |l')?$"
)
_FROM = re.compile(
    r"\b(?:from|out of|ab|von|aus|de|depuis|d'|départ de)\s+(?:the |our |my |le |la |l'|dem |der )?"
    r"(?:(?:\w+ ){1,2}(?:near|at|outside|by|in|close to|bei|près de|à côté de|à)\s+(?:the |le |la )?)?$"
)
_AT = re.compile(r"\b(?:at|around|about|um|gegen|à|vers)\s+(?P<h>[01]?\d|2[0-3])(?![\d:.h]|\s*(?:kt|nm|ft|min|h))")
_SMALL = keys_of(
    """
    er erm um euh heu äh ah and et und ok so then dann alors puis now we we'll we're i i'm i'd on nous je wir ich est is at about around gegen um à a
    vers off leave leaving set setting start starting departing départ partir part partons décolle décollons depart take takeoff abflug los starten
    with avec mit a an the un une einem einer ein stop stopover stopping stopp zwischenstopp zwischenlandung tankstopp escale arrêt étape fuel landing
    short quick via over über ueber par in dans auf from out of de depuis ab von aus our my le la l' the farm strip field place near outside by bei
    près côté terrain platz hof please bitte svp make it that uhr h o'clock local am pm
    """
)


def hour_and_place(said: Said, trip: Mapping[str, JsonValue]) -> ToolCall | None:
    """The trip with the hour of leaving, and the stop or the field where it begins."""
    slots = said.slots
    spots = [s for s in slots.spots if s.kind in ("code", "iata", "place")]
    if len(spots) != 1 or len(slots.spots) != 1 or slots.days or slots.countries or len(slots.words) > _MOST_WORDS:
        return None
    (spot,), clocks = spots, [(c.start, c.end, c.at) for c in clocks_of(said.again(), dict(trip))]
    if not clocks and len(re.findall(r"\d+", slots.low)) == 1 and (bare := _AT.search(slots.low)) is not None:
        clocks = [(*bare.span(), hour_said(bare["h"], None, ""))]
    before = slots.low[: spot.start]
    begins, over = _FROM.search(before), _OVER.search(before)
    if len(clocks) != 1 or not (begins or over):
        return None
    taken = [(spot.start, spot.end), clocks[0][:2]]
    rest = [w for w in slots.words if not any(a < w.end and w.start < b for a, b in taken)]
    if any(w.key not in _SMALL and not w.key.isdigit() for w in rest):
        return None
    kept = {name: value for name, value in trip.items() if name not in ("about", "arrive_by")}
    name = said.name(spot)
    said.take_all()
    if begins:
        return ToolCall(tool="plan_trip", arguments={**kept, "off_block": clocks[0][2], "from_location": name})
    told = trip.get("via")
    stops = [*dict.fromkeys([*(map(str, told) if isinstance(told, list) else ()), name])]
    stays = kept_stays(trip, stops, said)
    return ToolCall(tool="plan_trip", arguments={**kept, "off_block": clocks[0][2], "via": [*stops], **stays})
