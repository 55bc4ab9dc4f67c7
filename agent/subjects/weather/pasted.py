"""A whole report in a message: where it ends, and what is asked about it beside."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, time

from agent import regex as re
from agent.language.runways_said import find_bare_runway, find_runway
from agent.language.said import Said
from agent.protocol import ToolCall
from agent.subjects.weather.moments import Given, read_when
from agent.subjects.weather.reading_limits import is_asked_of_an_own_limit
from agent.weather.decode import AHEAD, decode
from agent.weather.report import Forecast, Report

_BEGINS = re.compile(
    r"(?:\b(?:METAR|SPECI|TAF)\s+)?(?:\b(?:COR|AMD|METAR|SPECI|TAF)\s+)*\b[A-Z][A-Z0-9]{3}\s+\d{6}Z(?!\w)"
    r"|\bTAF\s+[A-Z][A-Z0-9]{3}\s+\d{4}/\d{4}(?!\w)",
    re.IGNORECASE,
)
_GROUP = re.compile(r"[A-Z0-9+\-/]+")
_WITHOUT_FIGURE = frozenset(
    ("AUTO", "COR", "AMD", "NIL", "CNL", "CAVOK", "NSC", "NCD", "SKC", "CLR", "NOSIG", "BECMG", "TEMPO", "INTER",
     "NSW", "VRB", "WS", "ALL", "RWY", "RMK", "FROST", "SNOCLO", "MOD", "SEV")
)  # fmt: skip
_WEATHER = re.compile(
    r"[+-]?(?:VC|RE)?(?:MI|PR|BC|DR|BL|SH|TS|FZ)*(?:DZ|RA|SN|SG|IC|PL|GR|GS|UP|BR|FG|FU|VA|DU|SA|HZ|PY|SQ|FC|SS|DS|PO|TS|SH|//)*"
)
_BESIDE = ".,;:!?=()[]\"'“”–—"


@dataclass(frozen=True)
class Pasted:
    """Start and end of a report in a text, and its groups."""

    start: int
    end: int
    report: str


def find_pasted(text: str) -> Pasted | None:
    """The first METAR, SPECI or TAF of a message; it ends where its groups end."""
    begins = _BEGINS.search(text)
    if begins is None:
        return None
    end, groups, remarks = begins.end(), [begins[0]], False
    small = begins[0].split()[-2].islower()
    for token in re.finditer(r"\S+", text[begins.end() :]):
        group = token[0].strip(_BESIDE)
        group = group.upper() if small and _has_figure(group) else group
        if not group and token[0] not in ("=", "-"):
            break
        is_group = _GROUP.fullmatch(group) and (
            remarks or _has_figure(group) or group in _WITHOUT_FIGURE or (group and _WEATHER.fullmatch(group))
        )
        if not is_group or group == "-":
            break
        groups.append(group)
        end = begins.end() + token.end()
        remarks = remarks or group == "RMK"
        if token[0][-1] in "?!" or token[0].endswith("="):
            break
    if len(groups) < 2:
        return None
    return Pasted(begins.start(), end, " ".join(" ".join(groups).upper().split()))


def _has_figure(group: str) -> bool:
    return any(letter.isdigit() for letter in group) or "//" in group


def report_of(pasted: str, said: Said) -> Report | None:
    """The pasted text as a report of now; None for a forecast."""
    read = decode(pasted, datetime.combine(said.today, time(12), UTC), ahead=AHEAD)
    return read if isinstance(read, Report) and not read.missing else None


def forecast_of(pasted: str, said: Said) -> Forecast | None:
    """The pasted text as a TAF that is in force; None for a report of now."""
    read = decode(pasted, datetime.combine(said.today, time(12), UTC), ahead=AHEAD)
    if not isinstance(read, Forecast) or read.missing or read.cancelled or read.from_ is None:
        return None
    return read if any(group.wind for group in read.groups) else None


def is_of_its_runways(said: Said) -> bool:
    """A report or TAF with a wind, and a runway or the wind across it asked about beside."""
    pasted = find_pasted(said.slots.text)
    if pasted is None or not _asks_of_runways(said, pasted):
        return False
    if wind_of(report_of(pasted.report, said)) is not None:
        return True
    forecast = forecast_of(pasted.report, said)
    return forecast is not None and bool(_field(forecast, said))


def _asks_of_runways(said: Said, pasted: Pasted) -> bool:
    beside = [m for m in said.mentions if not (pasted.start <= m.start < pasted.end)]
    text = _beside(said.slots.text, pasted)
    named = find_runway(text) is not None or _USABLE.search(text.lower()) is not None
    return named or any(m.concept in ("crosswind", "runway") for m in beside)


def _runway_of(said: Said, pasted: Pasted) -> str | None:
    """The runway that is said beside the report: "on 34", "runway 22"."""
    text = _beside(said.slots.text, pasted)
    if (usable := _USABLE.search(text.lower())) is not None:
        return usable["n"].upper()
    found = find_runway(text) or find_bare_runway(text)
    return found[2] if found else None


_USABLE = re.compile(
    r"\b(?:is|are|can i (?:use|take)|use|ist|geht|est-ce que|est|la|die)\s+(?:the )?"
    r"(?P<n>(?:0[1-9]|[12]\d|3[0-6])[lrc]?)\b(?![/:.]|\s?(?:kt|kn|ft|%))"
    r"[^.?!]{0,12}\b(?:usable|us(?:e|ing)|ok|okay|good|possible|within|fine|in limits?|at|"
    r"nutzbar|brauchbar|möglich|utilisable|praticable)\b"
)
""" "Is 30 usable at 1400": a runway that is not called one."""


def _beside(text: str, pasted: Pasted) -> str:
    return text[: pasted.start] + " " * (pasted.end - pasted.start) + text[pasted.end :]


def is_of_its_air(said: Said) -> bool:
    """A report with a temperature, and the density altitude asked about beside."""
    pasted = find_pasted(said.slots.text)
    if pasted is None or not said.has("density_altitude"):
        return False
    report = report_of(pasted.report, said)
    return report is not None and report.temperature_c is not None


def wind_of(report: Report | None) -> str | None:
    """The wind of a report as it is asked with."""
    wind = report.wind if report else None
    if wind is None or wind.speed_kt is None or (wind.direction_deg is None and not wind.variable):
        return None
    if wind.calm:
        return "calm"
    direction = "VRB" if wind.direction_deg is None else f"{wind.direction_deg or 360:03d}"
    gust = f"G{wind.gust_kt:02d}" if wind.gust_kt is not None else ""
    sector = (
        f" {wind.from_deg:03d}V{wind.to_deg:03d}" if wind.from_deg is not None and wind.to_deg is not None else ""
    )
    return f"{direction}/{wind.speed_kt:02d}{gust}{sector}"


def _field(report: Report | Forecast, said: Said) -> Given:
    known = said.deps.airports.get(report.station or "")
    return {"icao_code": known.ident} if known else {}


def of_its_runways(said: Said) -> Given:
    """The field, wind and runway of a pasted report and what is asked beside it."""
    pasted = find_pasted(said.slots.text)
    if pasted is None:
        return {}
    runway = _runway_of(said, pasted)
    report, forecast = report_of(pasted.report, said), forecast_of(pasted.report, said)
    if report is None and forecast is not None:
        when = read_when(said, but=(pasted.start, pasted.end))
        if "time" not in when and (hour := _FOUR.search(_beside(said.slots.low, pasted))) is not None:
            when["time"] = f"{hour['h']}{hour['m']}Z"  # as the TAF writes it
        if not any(d.start < pasted.start or d.start >= pasted.end for d in said.slots.days):
            when.pop("day", None)
        said.take_all()
        on = {"runway": runway} if runway else {}
        return {**_field(forecast, said), "report": pasted.report, **on, **when}
    if report is None:
        return {}
    said.take_all()
    return {**_field(report, said), "wind": wind_of(report), **({"runway": runway} if runway else {})}


def of_its_air(said: Said) -> Given:
    """The field, temperature, dew point and QNH of a pasted report."""
    pasted = find_pasted(said.slots.text)
    report = report_of(pasted.report, said) if pasted else None
    if report is None:
        return {}
    said.take_all()
    return {**_field(report, said), **_air(report)}


def _air(report: Report) -> Given:
    told = {"temperature_c": report.temperature_c, "dewpoint_c": report.dewpoint_c, "qnh_hpa": report.qnh_hpa}
    return {name: value for name, value in told.items() if value is not None}


def of_a_pasted_report(said: Said, last: ToolCall, answer: str) -> ToolCall | None:
    """ "Which runway then?", "density altitude?" of a report that was pasted before."""
    given = last.arguments.get("report")
    if not isinstance(given, str) or said.spots:
        return None
    if last.tool == "get_runway_wind":
        return _of_its_wind(said, given, last)
    if last.tool != "get_weather" or said.slots.days:
        return None
    if len(said.slots.words) > _LONGEST or said.concepts & _OF_ANOTHER:
        return None
    if _OF_ITS_ELEMENTS.fullmatch(said.slots.low):
        return last
    report = report_of(given, said)
    if report is None:
        return _of_a_pasted_taf(said, given, last)
    if said.has("density_altitude") and report.temperature_c is not None:
        return ToolCall(tool="get_density_altitude", arguments={**_field(report, said), **_air(report)})
    found = find_runway(said.slots.text)
    if (wind := wind_of(report)) is None or not (said.has("crosswind", "runway") or found):
        return None
    found = found or find_bare_runway(said.slots.text)
    runway = {"runway": found[2]} if found else {}
    return ToolCall(tool="get_runway_wind", arguments={**_field(report, said), "wind": wind, **runway})


def _of_a_pasted_taf(said: Said, given: str, last: ToolCall) -> ToolCall | None:
    """ "Crosswind on 31 at 14z?" of a TAF that was pasted; without an hour at the one in hand."""
    forecast = forecast_of(given, said)
    found = find_runway(said.slots.text)
    if forecast is None or not (said.has("crosswind", "runway") or found) or not _field(forecast, said):
        return None
    found = found or find_bare_runway(said.slots.text)
    kept = {name: last.arguments[name] for name in ("day", "time") if last.arguments.get(name)}
    on = {"runway": found[2]} if found else {}
    return ToolCall(
        tool="get_runway_wind",
        arguments={**_field(forecast, said), "report": given, **on, **(read_when(said) or kept)},
    )


def _of_its_wind(said: Said, given: str, last: ToolCall) -> ToolCall | None:
    """Of a pasted TAF whose wind at the runways was told: its other elements, another hour with another runway."""
    if len(said.slots.words) > _LONGEST or said.concepts & _OF_ANOTHER:
        return None
    when = read_when(said)
    if is_asked_of_an_own_limit(said) or _HELD_AGAINST.search(said.slots.low):
        kept = {name: last.arguments[name] for name in ("day", "time") if last.arguments.get(name)}
        return ToolCall(tool="get_weather", arguments={"report": given, **kept, "held": True})
    if _OF_ITS_ELEMENTS.fullmatch(said.slots.low):
        kept = {name: last.arguments[name] for name in ("day", "time") if last.arguments.get(name)}
        return ToolCall(tool="get_weather", arguments={"report": given, **(when or kept)})
    text = said.slots.text
    for clock in said.clocks():
        text = text[: clock.start] + " " * (clock.end - clock.start) + text[clock.end :]
    if "time" not in when or said.concepts - {"runway", "crosswind", "and", "instead", "also"}:
        return None
    found = find_runway(text) or find_bare_runway(text)
    return last.varied(**when, **({"runway": found[2]} if found else {}))


_HELD_AGAINST = re.compile(
    r"\b(?:above|below|within|under|over|unter|über|sous|au-dessus)\b[^.?!]{0,12}\b(?:my|mein\w*|mon|ma|mes)\b"
    r"[^.?!]{0,12}\b(?:ceiling|minim\w+|limits?|plafond|\w*untergrenze|visibility|vis|sicht)\b"
)
_OF_ITS_ELEMENTS = re.compile(
    r"\W*(?:(?:and|und|et|so|ok|what(?:'s| is| are)?|whats|how(?:'s| is)?|where(?:'s| is)?|low|high|hoch|"
    r"wie|wo|ist|sind|was|quel(?:le)?s?|est|sont|the|die|der|das|le|la|les|l'|à|"
    r"combien|lowest|forecast|in it|then|there|dort|là|now)\W+)*"
    r"(?:winds?|vents?|clouds?|cloud ?base|ceilings?|base|plafonds?|wolken\w*|(?:haupt)?wolkenuntergrenze|"
    r"untergrenze|vis\w*|sicht\w*|gusts?|böen?|rafales?|qnh|pressure|"
    r"temperature|temp|dew ?point|taupunkt|luftdruck|température)(?: there| then| dort| là| now)?\W*"
)
""" "What's the ceiling?" after a report that was pasted: it is told again, as it stands."""
_FOUR = re.compile(
    r"\b(?:at|by|around|um|gegen|à|vers) (?P<h>[01]\d|2[0-3])(?P<m>[0-5]\d)\b(?!\s*(?:ft|feet|m\b|kt))"
)
_LONGEST = 12
_OF_ANOTHER = frozenset(
    ("notam", "taf", "watch", "brief", "outlook", "fuel", "fee", "lights", "surface", "length")
)
