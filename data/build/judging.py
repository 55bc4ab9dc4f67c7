"""Compares a plan with the plan that a hand wrote beside its sentence, in forms in which the same is the same."""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections import Counter
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any, cast

import numpy as np

from agent.deps import Deps
from agent.language.ends import field_of
from agent.protocol import Conversation, Location, MissingInfo, Pending, Plan, Profile, Question, ToolCall, Turn
from agent.told import as_told, with_told
from agent.understanding.in_hand import references
from agent.understanding.reader.asking import CLARIFY
from agent.understanding.reader.encoder import load_encoder

UNDERSTANDING = Path(__file__).resolve().parents[1] / "understanding"
AT = datetime(2026, 11, 22, 10, 0, tzinfo=UTC)
POSITION, HOME = Location(lat=50.5, lon=0.25), "EGTC"
"""Where the hands are who say "here", and what they call home."""
SHOWN = ("EGTB", "EGKA", "EGHR", "EGLD", "EGMD", "EGHP")
"""Stands for the airfields that a list showed: "#2" in a labelled plan is the second."""
FREE = {
    "question",
    "text",
    "interests",
    "constraints",
    "transfer",
    "pace",
    "start_time",
    "coming_from",
    "going_to",
    "edit",
    "about_report",
    "way_back",
    "elements",
}
PRESENT = {"position", "topic", "query_text", "near_what", "part_text"}
PLACES = {
    "icao_code", "from_location", "to_location", "location_query", "near", "city", "origin", "destination", "place",
    "home_base", "query",
}  # fmt: skip
COMPASS = ("north_east", "north_west", "south_east", "south_west", "north", "south", "east", "west")
LISTS = {"places", "icao_codes", "via"}
LOOSE = {
    "build_itinerary",
    "search_pois",
    "retrieve_city_guidance",
    "set_minima",
    "search_flights",
    "get_outlook",
    "get_fuel_plan",
    "set_reminders",
    "about_flyfun",
}
"""Tools of which only the labelled arguments are compared."""
NEVER_SAID = {
    "watch_flight": {"from_location", "time"},
    "answer_rules_question": {"before"},
    "get_notification_for_airport": {"about"},
    "get_runway_wind": {"day", "time", "verdict", "crosswind_limit_kt"},
    "get_aircraft_figures": {"crosswind"},
    "set_profile": {"fuel_in", "burn_lph", "registration"},
    "get_wind_plan": {"aircraft_type"},
    "calculate_flight_distance": {"off_block"},
}
"""Arguments that the chat knows and the hands' guide has no name for."""
TRUE_AIRSPEED = {"get_wind_plan", "get_fuel_plan"}
"""Tools whose argument for the speed has this name; the labels know one name for all."""
LIST_TOOLS = {
    "search_airports",
    "find_airports_near_location",
    "find_airports_near_route",
    "get_border_crossing_airports",
}
DATED = {"hours", "sun", "customs", "access", "tower", "restaurant", "notices"}
"""Facts of an airfield that a day matters to."""
PLAIN = ("talk", "distress", "ask", "change", "nothing")
"""Labels that are no tools."""
_PLACES: dict[str, str] = {}


def place(value: str, deps: Deps) -> str:
    """One form for a code, a name and a country."""
    if value not in _PLACES:
        low = " ".join(value.casefold().split())
        country = deps.countries.named(value) or (deps.countries.get(value) if len(value) == 2 else None)
        if value.startswith("#") and value[1:].isdigit():
            found = SHOWN[int(value[1:]) - 1]
        elif value in ("#last",):
            found = SHOWN[-1]
        elif low in ("here", f"{POSITION.lat:g}, {POSITION.lon:g}"):
            found = "here"
        elif low in ("home", HOME.casefold()):
            found = "home"
        else:
            found = country.code if country else (field_of(value, deps) or low)
            found = "home" if found == HOME else found
        _PLACES[value] = found
    return _PLACES[value]


def field(value: str, deps: Deps) -> str:
    """One form for an airfield: "Jersey" is its airport, and a code of letters and digits is itself."""
    if value.startswith("#") or value in ("here", "home"):
        return place(value, deps)
    airport = deps.airports.get(value)
    if airport is not None and airport.ident == value:
        return "home" if value == HOME else value
    found = field_of(value, deps) or value.casefold()
    return "home" if found == HOME else found


def canonical(call: dict[str, Any], deps: Deps) -> dict[str, Any]:
    """Arguments in the form in which they are compared."""
    found: dict[str, Any] = {}
    given = dict(call["arguments"])
    if call["tool"] == "get_report_deadline":
        given = _of_the_report(given, deps)
    if "start_time" in given:
        given["window"] = {"from": given["start_time"], **(given.get("window") or {})}  # the hands have one word
    for name, value in given.items():
        if name in FREE or value in (None, [], {}, "") or name in NEVER_SAID.get(call["tool"], ()):
            continue
        if name in ("day", "date") and value == "weekend":
            found[name] = _plain((AT.date() + timedelta(days=(5 - AT.weekday()) % 7)).isoformat())
            continue
        if name == "kind" and value == "any":
            continue
        if name == "report":
            found[name] = "flight_plan" if value == "closing" else _plain(value)  # the hands have one word
            continue
        if name == "date" and call["tool"] == "get_airport_details":
            about = set(call["arguments"].get("about") or DATED)
            if not DATED & about:
                continue  # the answer is the same on every day
        if name in ("time", "until") and call["tool"] == "get_weather" and "until" in given:
            continue  # "this afternoon": the guide names the day alone, the plan its hours as well
        if name == "part":
            if not any(c in str(value).casefold().replace("-", "_").replace(" ", "_") for c in COMPASS):
                continue  # "coast" is a filter of the list
            low = (
                str(value)
                .casefold()
                .replace("-", "_")
                .replace(" ", "_")
                .replace("eastern", "east")
                .replace("western", "west")
            )
            found[name] = next((c for c in COMPASS if c in low), low)
            continue
        if name in PRESENT:
            found[name] = True
        elif name == "query" and call["tool"] == "retrieve_city_guidance":
            continue
        elif name == "icao_code" and isinstance(value, str):
            found[name] = field(value, deps)
        elif name in PLACES and isinstance(value, str):
            found[name] = place(value, deps)
        elif name in LISTS:
            found[name] = sorted(place(v, deps) for v in value)
        elif name in ("countries", "about"):
            found[name] = sorted(value)
        elif name == "aircraft_type":
            resolved = deps.aircraft.resolve(str(value)) or deps.aircraft.resolve(f"C{value}")  # "the 182"
            found[name] = sorted(a.designator for a in resolved) or str(value).casefold()
        elif name in ("term", "other_term"):
            found[name] = "".join(c for c in value.casefold() if c.isalnum())
        elif name == "filters":
            filters = {k: _plain(v) for k, v in value.items() if k != "near_what"}
            for side in ("hotel", "restaurant"):
                if filters.get(side) in ("at_airport", "vicinity"):
                    pass
            for length in ("min_runway_length_ft", "max_runway_length_ft"):
                if length in filters:
                    filters[length] = round(filters[length] / 30)
            if filters:
                found[name] = filters
        elif name == "wind":
            found[name] = [int(n) for n in re.findall(r"\d+", str(value))]
        elif name == "units":
            is_metric = any(word in str(value).casefold() for word in ("metric", "km", "kilo", "met"))
            found[name] = "metric" if is_metric else "aviation"
        elif name == "true_airspeed_kts":
            found["cruise_speed_kts"] = _plain(value)
        elif name == "runway":
            found[name] = str(value).upper().zfill(2)
        else:
            found[name] = _plain(value)
    return found


def _of_the_report(given: dict[str, Any], deps: Deps) -> dict[str, Any]:
    """A report with its country alone, however that is said; a GAR is asked for by one country only."""
    out = dict(given)
    end = out.get("to_location")
    if isinstance(end, str) and "from_location" not in out and (country := deps.countries.named(end)):
        out["country_code"] = country.code
        del out["to_location"]
    if _plain(out.get("report")) == "gar" and out.get("country_code") == "GB":
        del out["country_code"]
    return out


def _plain(value: Any) -> Any:
    if isinstance(value, str):
        return " ".join(value.casefold().replace("-", "_").split())
    if isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        return round(float(value), 1)
    if isinstance(value, list | tuple):
        return sorted(_plain(v) for v in cast("list[Any]", value))
    if isinstance(value, dict):
        return {k: _plain(v) for k, v in cast("dict[str, Any]", value).items()}
    return value


def joined(steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """As one: a rules question on several countries, legs of a journey, two terms, facts of one airfield."""
    out: list[dict[str, Any]] = []
    if len(steps) > 1:
        steps = [step for step in steps if step["tool"] != "talk"]
    for step in steps:
        step = {"tool": step["tool"], "arguments": dict(step["arguments"])}  # noqa: PLW2901
        arguments = step["arguments"]
        again = bool(out) and out[-1]["tool"] == step["tool"]
        if again and step["tool"] == "explain_term" and "other_term" not in out[-1]["arguments"]:
            out[-1]["arguments"]["other_term"] = arguments.get("term")
            continue
        if again and step["tool"] == "get_airport_details":
            before = out[-1]["arguments"]
            same = [{k: str(v).casefold() for k, v in one.items() if k != "about"} for one in (before, arguments)]
            if same[0] == same[1]:
                about = dict.fromkeys([*before.get("about", []), *arguments.get("about", [])])
                before["about"] = list(about)
                continue
        if "country_code" in arguments and step["tool"] in ("answer_rules_question", "browse_rules"):
            arguments["countries"] = [arguments.pop("country_code"), *arguments.get("countries", [])]
            if out and out[-1]["tool"] == step["tool"]:
                out[-1]["arguments"]["countries"] += arguments["countries"]
                continue
        if step["tool"] == "calculate_flight_distance" and out and out[-1]["tool"] == step["tool"]:
            before = out[-1]["arguments"]
            if before.get("to_location") == arguments.get("from_location") and "via_legs" not in arguments:
                before.setdefault("via", []).append(before["to_location"])
                before["to_location"] = arguments["to_location"]
                continue
        out.append(step)
    return out


class Remembering:
    """The shipped encoder with its figures kept in the temporary folder: scoring again costs no reckoning again."""

    def __init__(self, file: Path = UNDERSTANDING / "encoder.npz") -> None:
        self.inner = load_encoder(file)
        self.classes = self.inner.classes
        self.path = (
            Path(tempfile.gettempdir()) / f"flyfun-scored-2-{sha256(file.read_bytes()).hexdigest()[:12]}.npz"
        )
        self.known: dict[str, Any] = {}
        self.vectors: dict[str, Any] = {}
        if self.path.exists():
            with np.load(self.path) as kept:
                self.known = dict(zip([str(t) for t in kept["texts"]], kept["logits"], strict=True))
                self.vectors = dict(zip([str(t) for t in kept["meant"]], kept["vectors"], strict=True))
        self.new = 0

    def logits(self, text: str, last: str) -> Any:
        key = f"{last}\n{text}"
        if key not in self.known:
            self.known[key] = self.inner.logits(text, last)
            self.new += 1
        return self.known[key]

    def meaning(self, text: str) -> Any:
        if text not in self.vectors:
            self.vectors[text] = self.inner.meaning(text)
            self.new += 1
        return self.vectors[text]

    def keep(self) -> None:
        if self.new:
            whole = self.path.with_name(f"{self.path.stem}.{os.getpid()}.npz")
            np.savez(
                whole,
                texts=np.array(list(self.known)),
                logits=np.array(list(self.known.values())),
                meant=np.array(list(self.vectors)),
                vectors=np.array(list(self.vectors.values())),
            )
            whole.replace(self.path)


def asked(text: str, wanted: list[dict[str, Any]], conversation: Conversation) -> Question:
    """The message as it is sent: with a position or a home base where its plan leans on one, and what its chat was told."""
    said = json.dumps(wanted)
    question = Question(
        text=text,
        at=AT,
        place=POSITION if '"here"' in said else None,
        profile=Profile(home_base=HOME if '"home"' in said else None),
    )
    return as_told(question, conversation)


def then(
    question: Question,
    wanted: list[dict[str, Any]],
    conversation: Conversation,
    deps: Deps,
    made: Plan | None = None,
) -> Conversation:
    """The chat after a turn as it is labelled; where it asks back, and the plan `made` did, what was asked waits."""
    if wanted and wanted[-1]["tool"] == "ask" and made is not None and made.steps[:1]:
        asks = made.steps[0].tool == CLARIFY and made.steps[0].arguments.get("missing")
        missing = MissingInfo(key="other", reason="", prompt=str(made.steps[0].arguments.get("question")))
        waiting = Pending(plan=made, missing=missing, asked_at=AT)
        return conversation.model_copy(update={"pending": {"me": waiting}}) if asks else conversation
    if not wanted or wanted[-1]["tool"] in PLAIN:
        return conversation
    plan = labelled(question.text, wanted, deps)
    trip = next((dict(step.arguments) for step in plan.steps if step.tool == "plan_trip"), None)
    return Conversation(
        turns=(Turn(text=question.text, answer="", at=AT),),
        last_plan=plan,
        shown=shown_by(wanted, conversation, deps),
        mentioned=references.mentioned(plan, conversation.mentioned),
        countries=references.countries_of(plan, conversation.countries),
        flight_trip={"arguments": trip} if trip else conversation.flight_trip,
        told=with_told(conversation, question, plan, Profile()),
    )


def labelled(text: str, wanted: list[dict[str, Any]], deps: Deps) -> Plan:
    """The plan that should have been made, with real airfields for "#2", and a rule's question in its words."""
    steps: list[ToolCall] = []
    for step in wanted[:4]:
        arguments = {
            k: (SHOWN[int(v[1:]) - 1] if isinstance(v, str) and v.startswith("#") and v[1:].isdigit() else v)
            for k, v in step["arguments"].items()
        }
        if "cruise_speed_kts" in arguments and step["tool"] in TRUE_AIRSPEED:
            arguments["true_airspeed_kts"] = arguments.pop("cruise_speed_kts")
        if "icao_code" in arguments:
            arguments["icao_code"] = field(arguments["icao_code"], deps)
            if len(arguments["icao_code"]) == 4:
                arguments["icao_code"] = arguments["icao_code"].upper()
        if step["tool"] == "answer_rules_question":
            arguments.setdefault("question", text)
        steps.append(ToolCall(tool=step["tool"], arguments=arguments))
    return Plan(steps=tuple(steps))


def shown_by(wanted: list[dict[str, Any]], before: Conversation, deps: Deps) -> tuple[str, ...]:
    """What the answer showed: some airfields for a list, the airfield itself for a question about one."""
    last = wanted[-1]
    if last["tool"] in LIST_TOOLS:
        return SHOWN
    code = last["arguments"].get("icao_code")
    return before.shown if not isinstance(code, str) or before.shown else (place(code, deps).upper(),)


def as_known(arguments: dict[str, Any], profile: Profile, deps: Deps) -> dict[str, Any]:
    """Arguments without what every tool takes from the pilot's profile by itself, and with "home" for its field."""
    own = canonical(
        {"tool": "", "arguments": {"aircraft_type": profile.aircraft, "home_base": profile.home_base}}, deps
    )
    own["cruise_speed_kts"], own["burn_lph"] = profile.cruise_speed_kts, profile.burn_lph
    at_home = own.pop("home_base", None)
    return {
        name: "home" if at_home is not None and value == at_home else value
        for name, value in arguments.items()
        if value is None or value != own.get(name)
    }


_PAPERS = {"report": "GAR", "flight_plan": "flight_plan"}
_FAR = "calculate_flight_distance"
_FACTS = "get_airport_details"
_LOOKS_AHEAD_DAYS = 2
"""Days from which on the weather of a day is its outlook: no TAF reaches it."""


def _told_alike(got: list[dict[str, Any]], want: list[dict[str, Any]], deps: Deps) -> list[dict[str, Any]]:
    """The calls in the form of the label, where they tell the very same in another one."""
    got = _what_is_kept_last(got) if [s["tool"] for s in want[:1]] != ["set_profile"] else _what_is_kept_first(got)
    if [s["tool"] for s in want] == [_FAR, *(s["tool"] for s in got)]:
        first, flown = want[0]["arguments"], want[1]["arguments"]
        if want[1]["tool"] == "get_fuel_plan" and first.items() <= flown.items():
            return [want[0], *got]  # the fuel of a flight begins with how far it is
    got = _each_of_two(got, want)
    if len(got) != len(want):
        return got
    return [_as_named(one, asked_for, deps) for one, asked_for in zip(got, want, strict=True)]


def _what_is_kept_last(steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(steps, key=lambda step: step["tool"] == "set_profile")


def _what_is_kept_first(steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What is told of oneself is offered to be kept behind the answer; the hands have it in the order of the words."""
    return sorted(steps, key=lambda step: step["tool"] != "set_profile")


def _each_of_two(got: list[dict[str, Any]], want: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same facts of each of two fields, where they stand side by side in one call."""
    out: list[dict[str, Any]] = []
    for step in got:
        at = len(out)
        codes = cast("list[str]", step["arguments"].get("icao_codes") or [])
        if step["tool"] == "compare_airfields" and [s["tool"] for s in want[at : at + len(codes)]] == [
            _FACTS
        ] * len(codes):
            rest = {name: value for name, value in step["arguments"].items() if name != "icao_codes"}
            out += [{"tool": _FACTS, "arguments": {**rest, "icao_code": code}} for code in codes]
        else:
            out.append(step)
    return out


def _as_named(one: dict[str, Any], asked_for: dict[str, Any], deps: Deps) -> dict[str, Any]:
    """A call by the tool of the label: a trip that begins with the deadline of one paper, a border brief that begins with
    that of a report, the permission of a field, the weather of a day that no TAF reaches, a distance either way round."""
    given, tools = one["arguments"], (one["tool"], asked_for["tool"])
    if tools == ("plan_trip", "get_report_deadline") and given.get("about") in _PAPERS:
        named = {"from_location": "from_location", "to_location": "to_location", "day": "day", "off_block": "time"}
        same = {named[name]: value for name, value in given.items() if name in named}
        return {"tool": tools[1], "arguments": {**same, "report": _PAPERS[given["about"]]}}
    if tools == ("get_border_brief", "get_report_deadline") and given.get("about_report"):
        same = {name: given[name] for name in ("from_location", "to_location") if name in given}
        day = {"day": given["date"]} if given.get("date") else {}
        return {"tool": tools[1], "arguments": {**same, **day, "report": given["about_report"]}}
    if tools == ("get_notification_for_airport", _FACTS) and given.get("about") == "ppr":
        if asked_for["arguments"].get("about") == ["access"]:
            same = {name: given[name] for name in ("icao_code", "date") if name in given}
            return {"tool": _FACTS, "arguments": {**same, "about": ["access"]}}
    if tools == ("get_outlook", "get_weather") and asked_for["arguments"].get("kind") in (None, "any"):
        day = asked_for["arguments"].get("day")
        if day and day > (AT.date() + timedelta(days=_LOOKS_AHEAD_DAYS)).isoformat():
            same = {name: given[name] for name in ("places", "day", "time") if name in given}
            return {"tool": "get_weather", "arguments": same}
    if tools == (_FAR, _FAR) and not given.keys() & {"headwind_kts", "via", "wind", "off_block", "arrive_by"}:
        ends = [place(str(given.get(end)), deps) for end in ("to_location", "from_location")]
        asked_ends = [
            place(str(asked_for["arguments"].get(end)), deps) for end in ("from_location", "to_location")
        ]
        if ends == asked_ends:
            turned = {"from_location": given["to_location"], "to_location": given["from_location"]}
            return {"tool": _FAR, "arguments": {**given, **turned}}
    return one


def judge(question: Question, plan: Plan, wanted: list[dict[str, Any]], deps: Deps, keys: Counter[str]) -> str:
    """ "" for a right plan, "tool" or "args" for what is wrong with it."""
    if len(wanted) > 1:
        wanted = [step for step in wanted if step["tool"] != "talk"]
    first = wanted[0]["tool"] if wanted else "nothing"
    if first in ("talk", "nothing"):
        return "" if not plan.steps and not plan.emergency else "tool"
    if first == "distress":
        return "" if plan.emergency else "tool"
    if first == "ask":
        return "" if plan.steps and plan.steps[0].tool == "ask_clarifying_question" else "tool"
    if (
        first == "answer_rules_question"
        and not wanted[0]["arguments"].get("countries")
        and len(wanted) == 1
        and any(s.tool == "ask_clarifying_question" for s in plan.steps)
    ):
        return ""
    if first == "change":
        return "" if (plan.made_by == "followup" or not plan.steps) and not plan.emergency else "tool"
    got = joined([{"tool": s.tool, "arguments": dict(s.arguments)} for s in plan.steps])
    want = joined(wanted)
    got = _told_alike(got, want, deps)
    if [s["tool"] for s in got] != [s["tool"] for s in want]:
        return "tool"
    verdict = ""
    for a, b in zip(got, want, strict=True):
        ca, cb = (as_known(canonical(one, deps), question.profile, deps) for one in (a, b))
        names = set(cb) if a["tool"] in LOOSE else {*ca, *cb}
        for key in sorted(k for k in names if ca.get(k) != cb.get(k)):
            verdict = "args"
            if key == "filters":
                fa, fb = ca.get(key, {}), cb.get(key, {})
                for inner in sorted({*fa, *fb}):
                    if fa.get(inner) != fb.get(inner):
                        keys[f"{a['tool']}.filters.{inner}"] += 1
            else:
                keys[f"{a['tool']}.{key}"] += 1
    return verdict
