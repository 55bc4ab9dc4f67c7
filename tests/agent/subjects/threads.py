"""Asks threads of questions on local weather servers and prints the answers, for reading by eye.

`python tests/agent/subjects/threads.py FILE` (or - for standard input): one message a line, a blank line begins a new chat,
`:at 2026-11-25T09:10` moves the clock, `:home EGTF` and `:minima ceiling_ft=1500 crosswind_kt=12` set the profile, `:storm` and
`:calm` change the weather, `:down` and `:up` the servers, `#` is a comment.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

HERE = Path(__file__).resolve()
sys.path[:0] = [str(HERE.parents[3]), str(HERE.parents[2])]

from servers.aviationweather import AviationWeatherServer  # noqa: E402
from servers.open_meteo import OpenMeteoServer, calm_day  # noqa: E402

from agent.config import AgentSettings  # noqa: E402
from agent.deps import Deps, MemoryCache  # noqa: E402
from agent.pipeline import answer  # noqa: E402
from agent.protocol import Conversation, Done, Failed, Minima, Profile, Question  # noqa: E402

METARS = {
    "EGLL": "{t} 24012KT 9999 SCT028 11/06 Q1018", "EGKK": "{t} 23010G21KT 8000 -RA BKN012 10/08 Q1017",
    "EGLF": "{t} 22009KT 9999 FEW030 10/05 Q1018", "EGKB": "{t} 23011KT 9000 BKN016 10/07 Q1018",
    "EGMD": "AUTO {t} 25018KT 9999 ////// 10/07 Q1017", "LFAT": "{t} AUTO 24018G28KT 9999 BKN014 11/07 Q1016",
    "LFAQ": "{t} 24010KT CAVOK 09/04 Q1017", "LFRG": "{t} 26012KT 9999 SCT020 11/07 Q1018",
    "LFRK": "{t} 25011KT 9999 BKN018 10/07 Q1018", "EDDM": "{t} 27008KT 4500 BR OVC006 04/03 Q1022",
    "EDNY": "{t} 24004KT 3000 BR BKN005 03/02 Q1023", "LSZH": "{t} VRB02KT 6000 FEW004 BKN040 03/02 Q1023",
    "LSGS": "{t} 25006KT CAVOK 06/M01 Q1021", "LSGG": "{t} 22004KT 9999 FEW040 05/02 Q1022",
    "EDDF": "{t} 23010KT 9999 SCT030 07/04 Q1020", "EGJJ": "{t} 26014KT 9999 SCT014 11/09 Q1015",
    "EIDW": "{t} 25015KT 9999 SCT022 10/06 Q1009", "LFPB": "{t} 23008KT CAVOK 09/05 Q1019",
    "LFMD": "{t} 32008KT CAVOK 15/04 Q1014", "EBAW": "{t} 24010KT 9999 BKN020 09/06 Q1017",
}  # fmt: skip
TAFS = {
    "EGLL": "{w} 24012KT 9999 SCT028 TEMPO {a} 6000 RA BKN012",
    "EGKK": "{w} 23010KT 9999 BKN014 PROB30 TEMPO {a} 3000 +RA BKN006",
    "EGLF": "{s} 22010KT 9999 SCT025", "EGKB": "{s} 23011KT 9999 BKN018",
    "LFAT": "{w} 24016G26KT 9999 BKN014 BECMG {a} 20012KT SCT025",
    "LFRG": "{w} 26012KT 9999 SCT020 PROB40 {a} 1500 BR BKN004",
    "EDNY": "{w} 24004KT 3000 BR BKN005 BECMG {a} 9999 SCT030", "EDDM": "{w} 27008KT 4500 BR OVC006",
    "LSZH": "{w} VRB02KT 6000 FEW004", "LFMD": "{w} 32008KT CAVOK",
}  # fmt: skip


def storm(name: str, model: str, hour: datetime) -> float | None:
    """Low cloud, rain and a strong wind."""
    told = {
        "wind_speed_10m": 26.0, "wind_gusts_10m": 41.0, "cloud_base": 250.0, "cloud_cover_low": 95.0,
        "precipitation": 1.2, "weather_code": 63.0,
    }  # fmt: skip
    calm = calm_day(name, model, hour)
    return told[name] if name in told and calm is not None else calm


def fill(awc: AviationWeatherServer, now: datetime) -> None:
    """Reports of the last half an hour and forecasts that began at the last six."""
    awc.metars.clear()
    awc.tafs.clear()
    at = now.replace(minute=20 if now.minute >= 30 else 0, second=0)
    for code, words in METARS.items():
        awc.metar(code, f"METAR {code} " + words.format(t=f"{at:%d%H%M}Z"), at.timestamp())
    start = now.replace(hour=now.hour // 6 * 6, minute=0, second=0)
    for code, words in TAFS.items():
        hours = 9 if "{s}" in words else 30
        valid = f"{start:%d%H}/{start + timedelta(hours=hours):%d%H}"
        part = f"{start + timedelta(hours=5):%d%H}/{start + timedelta(hours=8):%d%H}"
        raw = f"TAF {code} {start - timedelta(hours=1):%d%H}00Z " + words.format(w=valid, s=valid, a=part)
        awc.taf(code, raw, start.timestamp())


async def main(lines: list[str]) -> None:
    clock = [datetime(2026, 11, 25, 9, 40, tzinfo=UTC)]
    async with AviationWeatherServer() as awc, OpenMeteoServer() as meteo:
        meteo.allowance = 1e9
        fill(awc, clock[0])
        settings = replace(
            AgentSettings(data_dir=Path(tempfile.gettempdir()) / "flyfun-threads"),
            awc_url=awc.endpoint, open_meteo_url=meteo.endpoint,
        )  # fmt: skip
        deps = Deps(settings=settings, now=lambda: clock[0], cache=MemoryCache())
        memory, profile, count = Conversation(disclaimed=clock[0].date()), Profile(), 0
        for raw in [*lines, ""]:
            line = raw.strip()
            word, _, rest = line.partition(" ")
            if not line:
                memory = Conversation(disclaimed=clock[0].date())
            elif line.startswith("#"):
                print(f"\n{line}")
            elif word == ":at":
                clock[0] = datetime.fromisoformat(rest).replace(tzinfo=UTC)
                fill(awc, clock[0])
                deps.__dict__.pop("aviation_weather", None)
            elif word == ":home":
                profile = replace_profile(profile, home_base=rest)
            elif word == ":minima":
                values = {k: float(v) for k, v in (pair.split("=") for pair in rest.split())}
                profile = replace_profile(profile, minima=Minima.model_validate(values))
            elif line in (":storm", ":calm"):
                meteo.tell = storm if line == ":storm" else calm_day
            elif line in (":down", ":up"):
                awc.down = meteo.down = line == ":down"
            else:
                count += 1
                memory = await ask(line, memory, profile, deps, clock[0], count)
        await deps.aclose()


def replace_profile(profile: Profile, **values: object) -> Profile:
    return profile.model_copy(update=values)


async def ask(
    line: str, memory: Conversation, profile: Profile, deps: Deps, now: datetime, count: int
) -> Conversation:
    began = time.perf_counter()
    *_, last = [e async for e in answer(Question(text=line, at=now, profile=profile), memory, deps)]
    took = (time.perf_counter() - began) * 1000
    print(f"\n{'=' * 20} {count}. {line}   [{took:.0f} ms]")
    if isinstance(last, Failed):
        print("FAILED:", last.message)
        return memory
    assert isinstance(last, Done)
    plan = last.conversation.last_plan
    for step in plan.steps if plan else ():
        print(f"  > {step.tool} { ({k: v for k, v in step.arguments.items() if v not in (None, [], ())}) }")
    print(last.answer.text)
    taps = [choice.label for choice in last.answer.choices] + [f"~{s.label or s.text}" for s in last.suggestions]
    print("  [" + "] [".join(taps) + "]")
    return last.conversation


if __name__ == "__main__":
    told = sys.stdin.read() if sys.argv[1:] in ([], ["-"]) else Path(sys.argv[1]).read_text(encoding="utf-8")
    asyncio.run(main(told.splitlines()))
