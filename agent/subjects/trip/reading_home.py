"""Reads where the way home leads over, or from which other field it begins: "back via Dinard", "home from Lydd"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from agent import regex as re
from agent.language.ends import field_of
from agent.language.said import Said
from agent.language.slots import Spot
from agent.language.wording import keys_of
from agent.subjects.trip.clocks import TURN, clocks_of
from agent.subjects.trip.moved import back_on
from agent.subjects.trip.times import SAME_DAY

Given = dict[str, JsonValue]
Trip = Mapping[str, JsonValue]
_THE = r"(?:(?:the|le|la|l'|den|die|der|das)\s*)?"
_STOP = (
    r"(?:via|over|by way of|through|routing|par|en passant par|über|ueber|uber|with (?:a )?(?:\w+ )?stop (?:at|in)|"
    r"(?:stop\w*|land\w*|refuel\w*|clear\w*|call\w*|customs|fuel|lunch|overnight\w*)(?: \w+)? (?:at|in)|"
    r"(?:mit )?(?:zwischen)?(?:stopp|halt|landung|zwischenlandung|tankstopp) (?:in|bei)|"
    r"(?:(?:auf|nach|voll|be)?tanken|verzollen|sprit|zoll) (?:in|bei)|"
    r"(?:re)?(?:le )?plein (?:d['’]essence )?(?:à|au|aux|en)|(?:ravitaill\w+|dédouan\w+|essence|carburant|douane) (?:à|au|aux|en)|"
    r"(?:re)?f(?:aire|ais|aisons) (?:le plein|du carburant|de l'essence) (?:à|au|aux|en)|"
    r"(?:avec )?(?:un |une )?(?:escale|arrêt|étape|stop)(?: \w+)? (?:à|au|aux)|"
    r"(?:je |on |nous )?(?:m'|s'|nous )?(?:arrêt\w+|pos\w+|pass\w+) (?:à|au|aux|par))"
)
_HOME = (
    rf"(?:{TURN}|(?:the |our |my )?way (?:back|home)|(?:auf dem |beim )?(?:rück|heim)(?:weg|flug)|"
    r"(?:au |le |sur le )?(?:chemin du |vol )?retour)"
)
_TURNED_OVER = re.compile(rf"\b{_HOME}\b(?P<between>[^.;?!]*?)\b{_STOP}\s+{_THE}$", re.IGNORECASE)
"""Before a field: "back on Sunday via"."""
_AND_MORE = re.compile(rf"\s*(?:,|and|then|und|dann|et|puis)\s+(?:{_STOP}\s+)?{_THE}", re.IGNORECASE)
"""Between two stops of the way home."""
_OVER_AND_HOME = re.compile(
    r"\s*(?:on |for |auf |au |sur )?(?:the |our |my |dem |le |chemin du |vol )*"
    r"(?:way (?:back|home)|return(?: leg| flight| trip)?|rück(?:weg|flug)|heim(?:weg|flug)|retour)\b|"
    r"\s*(?:zurück|heim|back|home)\b",
    re.IGNORECASE,
)
"""Behind a field over which one goes: "via Dinard on the way back", "über Lydd zurück"."""
_AND_OUT = re.compile(
    r"\s*(?:on |for |auf |beim |à |sur |pour )?(?:the |our |my |dem |der |l'|le chemin (?:de l'|d'))*(?:way (?:out|there|over|up|down)|outbound(?: leg| flight)?|"
    r"hin(?:weg|flug|reise)|aller)\b(?! (?:et|and|und|retour|back))",
    re.IGNORECASE,
)
"""Behind a field over which one goes: "a stop in Gdansk on the way out"."""
_OVER = re.compile(rf"\b{_STOP}\s+{_THE}$", re.IGNORECASE)
_IN = rf"(?:in|bei|am|an|auf|à|au|aux)\s+{_THE}$"
_TURNED_IN = re.compile(rf"\b{_HOME}\b[^.;?!]*?\b{_IN}", re.IGNORECASE)
_STANDS_IN = re.compile(rf"\b{_IN}", re.IGNORECASE)
_STOPS_THERE = re.compile(
    r"\s*(?:(?:noch|kurz|erst|auch|volltanken und|etwas|was|zum|zu|für|eine?n?|mittag|sprit|avgas|mogas|pour)\s+)*"
    r"(?:(?:auf|nach|voll|be)?tanken|tanke|tankt|tanken wir|(?:zwischen)?(?:landen|lande|stoppen|halten)|anhalten|halte|essen|verzollen|"
    r"tankstopp|(?:re)?faire le plein|refaire du plein|ravitailler|prendre de l['’]essence)\b",
    re.IGNORECASE,
)
"""Behind a field where one stops, the verb last: "auf dem Rückweg in Zell am See tanken"."""
_LEAVES_FROM = re.compile(
    r"\b(?:leav\w*|depart\w*|fly\w*|start\w*|return\w*|(?:come|coming|go|going) (?:back|home)|back|home|"
    r"abfl\w+|zurück|rückflug|heimflug|repart\w*|part\w*|rentr\w+|revien\w*|reven\w+|retour)\s+"
    r"(?:[^.;,?!]*?\s)?(?:from|out of|von|ab|aus|de|depuis|d')\s*$|\b(?:leav(?:e|ing)|quitt\w+)\s+$",
    re.IGNORECASE,
)
_GOES_HOME = re.compile(rf"\b{_HOME}\b", re.IGNORECASE)


def fields_said(said: Said) -> list[Spot]:
    return [s for s in said.slots.spots if s.kind in ("code", "iata", "place") and s.name != "home"]


def over_on_the_way_home(said: Said) -> list[Spot]:
    """The fields over which the way home leads, as they are said."""
    text, found = said.slots.text, list[Spot]()
    spots = fields_said(said)
    for place, spot in enumerate(spots):
        before = text[spots[place - 1].end if place else 0 : spot.start]
        listed = bool(found) and found[-1] is spots[place - 1] and _AND_MORE.fullmatch(before)
        behind = text[spot.end : spots[place + 1].start if place + 1 < len(spots) else len(text)]
        over = _OVER.search(before) is not None and _OVER_AND_HOME.match(behind)
        if (_TURNED_OVER.search(before) or over or listed or _verb_behind(before, behind)) and not _AND_OUT.match(
            behind
        ):
            found.append(spot)
    return found


def _verb_behind(before: str, behind: str) -> bool:
    """ "Auf dem Rückweg in Zell am See tanken", "in Zell am See tanken auf dem Rückweg"."""
    stops = _STOPS_THERE.match(behind)
    if stops is None:
        return False
    turned = _OVER_AND_HOME.match(behind, stops.end()) is not None
    return _TURNED_IN.search(before) is not None or (turned and _STANDS_IN.search(before) is not None)


def home_from_elsewhere(said: Said, over: Sequence[Spot]) -> Spot | None:
    """ "EBAW to Oxford on Saturday, leave from Lydd at two on Sunday": the other field that the way home begins at."""
    text = said.slots.text
    spots = [spot for spot in fields_said(said) if spot not in over]
    if len(spots) != 3 or len({said.name(spot) for spot in spots}) < 3:
        return None
    last = spots[-1]
    before, behind = text[spots[1].end : last.start], text[last.end :]
    turns = _GOES_HOME.search(before) or _GOES_HOME.search(behind)
    another_day = len({day.when for day in said.slots.days}) > 1
    return last if _LEAVES_FROM.search(before) and (turns or another_day) else None


def with_way_home(way: Given, said: Said, over: Sequence[Spot], elsewhere: Spot | None) -> Given:
    """The fields of a trip with those of its way home where they belong; the field `elsewhere` is flown to before it."""
    home = [said.name(spot) for spot in over]
    if elsewhere is not None:
        out = [said.name(spot) for spot in fields_said(said) if spot not in over]  # "A to B, leave from C"
    else:
        stops = v if isinstance(v := way.get("via"), list) else []
        named = [str(one) for one in (way.get("from_location"), *stops, way.get("to_location")) if one]
        out = [one for one in dict.fromkeys(named) if one not in home]
        if len(out) < 2 and said.home and out != [said.home]:
            out = [said.home, *out]
    rest = {name: value for name, value in way.items() if name not in ("from_location", "to_location", "via")}
    if len(out) < 2:
        return {**rest, **({"to_location": out[0]} if out else {}), "return_via": [*home]}
    start, *between, goal = out
    stops_out: Given = {"via": [*between]} if between else {}
    stops_home: Given = {"return_via": [*home]} if home else {}
    return {**rest, "from_location": start, "to_location": goal, **stops_out, **stops_home}


_SMALL = keys_of(
    """
    and what if we i i'll we'll let's lets let us come came coming go going fly flying flew return returning back home on the way our my
    leg flight for at in to by via stop stops stopping land landing fuel refuel refuelling customs clear clearing lunch a an with then instead please
    can could how about would like rather want ok so of from s ll d through routing over route
    et si je on nous j' reviens revient revenons revenir rentre rentrons rentrer rentrait revenais revenait retour par le la les l' au à aux de en
    peut peux pouvons pourrait pourrions possible passer passe passons est-ce
    passant s'arrête arrête s' m' escale arrêt étape pour douane essence déjeuner plutôt finalement vol chemin du un une avec alors dédouaner
    und wenn wir ich auf dem den der die das rückweg rückflug heimweg heimflug zurück heim fliegen fliege über ueber uber mit stopp halt
    zwischenstopp zwischenlandung zum tanken zoll verzollen lieber doch dann beim in von was ist kommen stattdessen
    will willst wollen möchte möchten muss müssen soll sollte kann können noch kurz erst auch tanken tanke auftanken nachtanken volltanken
    landen lande zwischenlanden halten anhalten essen tankstopp tankstop an bei faire refaire plein veux voulons dois
    m' am um uhr h local lt
    """
)


def changed_way_home(said: Said, trip: Trip) -> Given | None:
    """ "Et si je reviens par Dinard ?" of the trip in hand: its way home leads over there, on that day, at that hour."""
    over = over_on_the_way_home(said)
    spots = fields_said(said)
    ends = [
        _field(str(end), said) for end in (trip.get("from_location") or said.home, trip.get("to_location")) if end
    ]
    others = [spot for spot in spots if spot not in over and _field(said.name(spot), said) not in ends]
    names = [said.name(spot) for spot in over]
    if not over or others or any(_field(name, said) in ends for name in names):
        return None
    slots = said.slots
    clocks = clocks_of(said, dict(trip))
    taken = [(one.start, one.end) for one in (*slots.spots, *clocks, *slots.days)]
    rest = [w for w in slots.words if not any(a < w.end and w.start < b for a, b in taken)]
    if len(clocks) > 1 or len(slots.days) > 1 or any(w.key not in _SMALL and not w.key.isdigit() for w in rest):
        return None
    day = back_on(said, trip) if slots.days else trip.get("return_day") or trip.get("day") or SAME_DAY
    hour: Given = {"return_off_block": clocks[0].back} if clocks else {}
    return {"return_via": [*names], "return_day": day, **hour}


def flown_back(said: Said, trip: Trip) -> Given | None:
    """ "Rückflug Sonntag 15 UTC ab Basel nach Friedrichshafen": the trip in hand turned round, on that day."""
    spots, slots = fields_said(said), said.slots
    start, goal = trip.get("from_location") or said.home, trip.get("to_location")
    if len(spots) != 2 or not (
        isinstance(start, str) and isinstance(goal, str) and (slots.days or slots.of("clock"))
    ):
        return None
    named = [_field(said.name(spot), said) for spot in spots]
    if named != [_field(goal, said), _field(start, said)] or len(slots.days) > 1:
        return None
    clocks = clocks_of(said, dict(trip))
    taken = [(one.start, one.end) for one in (*spots, *clocks, *slots.days)]
    turn = _GOES_HOME.search(slots.text[: spots[0].start])
    rest = [w for w in slots.words if not any(a < w.end and w.start < b for a, b in taken)]
    if len(clocks) > 1 or any(
        w.key not in _SMALL and not w.key.isdigit() and w.key not in _OF_A_BACK for w in rest
    ):
        return None
    day = back_on(said, trip) if slots.days else trip.get("return_day") or trip.get("day")
    if day is None or (turn is None and str(day) < str(trip.get("day") or "")):
        return None
    return {"return_day": day, **({"return_off_block": clocks[0].back} if clocks else {})}


_OF_A_BACK = keys_of("ab nach von then dann puis retour off utc z departing leaving depart from de vers")


def _field(name: str, said: Said) -> str:
    return field_of(name, said.deps) or name
