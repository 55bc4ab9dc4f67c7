"""Data updates are whole or nothing: the old set is in use until the new one is, and there is a way back."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from servers.overpass import OverpassServer

from agent.aviation.airfield_facts import AirfieldFacts
from agent.aviation.airports import Airports
from agent.aviation.fact_records import Fact, FactSource
from agent.aviation.facts import Facts
from agent.aviation.reference import current_set
from agent.config import AgentSettings
from agent.errors import AgentError, DataProblem
from agent.importers import fetch
from agent.importers.generations import Generations
from agent.importers.update import update

pytestmark = pytest.mark.thorough

AIRPORTS = (
    '"id","ident","type","name","latitude_deg","longitude_deg","elevation_ft","continent","iso_country","iso_region",'
    '"municipality","scheduled_service","icao_code","iata_code","gps_code","local_code","home_link","wikipedia_link",'
    '"keywords"\n'
    '1,"LFAT","medium_airport","Le Touquet Airport",50.517385,1.620588,36,"EU","FR","FR-HDF","Le Touquet","no",'
    '"LFAT","LTQ","LFAT",,,,\n'
    '2,"EGKB","medium_airport","Biggin Hill Airport",51.330799,0.0325,599,"EU","GB","GB-ENG","London","no",'
    '"EGKB","BQH","EGKB",,,,\n'
    '3,"KJFK","large_airport","John F Kennedy Airport",40.639447,-73.779317,13,"NA","US","US-NY","New York","yes",'
    '"KJFK","JFK","KJFK","JFK",,,\n'
    '4,"LFXZ","closed","Gone",50.0,1.0,10,"EU","FR","FR-HDF","Nowhere","no",,,,,,,\n'
    '5,"LFQA","small_airport","Reims Prunay Airport",49.208699,4.15658,313,"EU","FR","FR-GES","Reims","no",'
    '"LFQA",,"LFQA",,,,\n'
)
RUNWAYS = (
    '"id","airport_ref","airport_ident","length_ft","width_ft","surface","lighted","closed","le_ident",'
    '"le_displaced_threshold_ft","he_ident","he_displaced_threshold_ft"\n'
    '9,1,"LFAT",6070,98,"ASP",1,0,"13",,"31",\n'
    '8,2,"EGKB",5912,148,"ASP",1,0,"03",,"21",\n'
)
NASR = 'EFF_DATE,ARPT_ID,ICAO_ID,FUEL_TYPES\n2026/10/29,JFK,KJFK,"100LL,A"\n2026/10/29,XYZ,,\n'
OPENAIP: list[dict[str, Any]] = [
    {"name": "LE TOUQUET", "icaoCode": "LFAT", "ppr": True, "private": False, "services": {"fuelTypes": [1, 3]}},
    {"name": "BIGGIN", "icaoCode": "EGKB", "services": {"fuelTypes": [4]}},
    {"name": "NOT OURS", "icaoCode": "EDZZ", "ppr": True, "services": {}},
    {"name": "NO CODE", "icaoCode": None, "ppr": False, "private": True, "services": {}},
]
EU_LIST = (
    "<html><body><p>FRANCE</p><p>Land borders</p><p>(1) Modane</p><p>Air borders</p><p>(1) Le Touquet</p>"
    "<p>(2) Reims-Prunay</p><p>(3) Atlantis-sur-Mer</p></body></html>"
)
UK_LIST = "<table><tr><th>Name</th></tr><tr><td>Biggin Hill</td><td>EGKB</td><td>Yes</td></tr></table>"


class Source:
    """A local server of the data sources that can be told to fail."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {
            "/airports.csv": AIRPORTS.encode(),
            "/runways.csv": RUNWAYS.encode(),
            "/nasr.csv": NASR.encode(),
            "/eu.html": EU_LIST.encode(),
            "/uk.html": UK_LIST.encode(),
        }
        self.status: dict[str, int] = {}
        self.hang: set[str] = set()
        self.stop = threading.Event()
        source = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                if self.path in source.hang:
                    source.stop.wait(20)
                    return
                body = source.files.get(self.path)
                code = source.status.get(self.path, 200 if body is not None else 404)
                body = body or b""
                self.send_response(code)
                self.send_header("content-length", str(len(body) + (50 if code == 206 else 0)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture
def source() -> Iterator[Source]:
    running = Source()
    yield running
    running.stop.set()
    running.server.shutdown()
    running.server.server_close()


@pytest.fixture
def settings(source: Source, tmp_path: Path) -> AgentSettings:
    """A root with a table of three airfields, and every source on this machine."""
    data = tmp_path / "root" / "data"
    data.mkdir(parents=True)
    real = AgentSettings().data
    for name in ("countries.json",):
        (data / name).write_bytes((real / name).read_bytes())
    lines = gzip.decompress((real / "airports.tsv.gz").read_bytes()).decode().splitlines()
    kept = [lines[0], *(line for line in lines if line.split("\t")[0] in {"LFAT", "EGKB", "KJFK"})]
    (data / "airports.tsv.gz").write_bytes(gzip.compress("\n".join([*kept, ""]).encode(), mtime=0))
    (data / "runways.tsv.gz").write_bytes((real / "runways.tsv.gz").read_bytes())
    manifest = json.loads((real / "manifest.json").read_text("utf-8"))
    for name in ("airports.tsv.gz", "runways.tsv.gz"):
        content = (data / name).read_bytes()
        import hashlib

        manifest["files"][name] |= {
            "bytes": len(content),
            "sha256": hashlib.sha256(content).hexdigest(),
            "rows": 3,
        }
    (data / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    return AgentSettings(
        root=tmp_path / "root",
        data_dir=tmp_path / "data",
        ourairports_url=source.url,
        nasr_url=f"{source.url}/nasr.csv",
        eu_points_url=f"{source.url}/eu.html",
        uk_ports_url=f"{source.url}/uk.html",
    )


async def test_an_update_brings_every_source_and_says_what_changed(settings: AgentSettings) -> None:
    summary = await update(settings)
    assert summary.lines["OurAirports"].startswith("4 airfields (+1)")
    assert "2 names not matched" in summary.lines["EU list of border crossing points"]
    airports = Airports.load(settings)
    assert {airport.ident for airport in airports} == {"LFAT", "EGKB", "KJFK", "LFQA"}
    lfat = airports.get("LFAT")
    assert lfat is not None
    assert lfat.time_zone == "Europe/Paris"  # kept from the table before: it has not moved
    facts = Facts.load(settings)
    assert facts.check("KJFK", "has_avgas", True) is True
    assert facts.check("KJFK", "has_jet_a", True) is True
    assert facts.check("LFAT", "point_of_entry", True) is True
    assert facts.check("EGKB", "point_of_entry", True) is True
    assert [source.name for source in facts.sources("KJFK")] == ["FAA NASR"]


@pytest.mark.parametrize(
    ("path", "content", "words"),
    [
        ("/airports.csv", AIRPORTS[:-40].encode(), "cut off or damaged"),
        ("/airports.csv", b'"id","name"\n1,"x"\n', "another layout"),
        ("/airports.csv", AIRPORTS.splitlines(keepends=True)[0].encode(), "only 0 airfields"),
        ("/airports.csv", b"\xff\xfe\x00", "cut off or damaged"),
        ("/airports.csv", b"", "is empty"),
        ("/airports.csv", AIRPORTS.replace("50.517385", "north").encode(), "no number"),
        ("/nasr.csv", b"A,B\n1,2\n", "another layout"),
        ("/nasr.csv", NASR.splitlines(keepends=True)[0].encode(), "empty"),
        ("/nasr.csv", f"{NASR}2026/10/29,JFK".encode(), "cut off or damaged"),
        ("/nasr.csv", f'{NASR}2026/10/29,JFK,KJFK,"100LL'.encode(), "cannot be read"),
        ("/eu.html", b"<html><p>Welcome</p></html>", "another layout"),
        ("/uk.html", b"<html><table><tr><td>1</td></tr></table></html>", "another layout"),
        ("/uk.html", b"", "is empty"),
        ("/eu.html", b"%PDF-1.4\xff\xfe", "no web page, text or CSV"),
    ],
)
async def test_a_broken_source_changes_nothing(
    settings: AgentSettings, source: Source, path: str, content: bytes, words: str
) -> None:
    source.files[path] = content
    with pytest.raises(DataProblem, match=words):
        await update(settings)
    assert current_set(settings.data_dir) is None
    assert Generations(settings.data_dir).all() == []


@pytest.mark.parametrize(
    ("code", "words"), [(500, "error \\(500\\)"), (403, "refuses"), (206, "cannot be reached|broke off")]
)
async def test_a_source_that_fails_is_named_and_the_old_data_stays(
    settings: AgentSettings, source: Source, code: int, words: str
) -> None:
    await update(settings)
    before = current_set(settings.data_dir)
    source.status["/runways.csv"] = code
    with pytest.raises(AgentError) as caught:
        await update(settings)
    assert re.search(words, caught.value.user_message)
    assert "The data in use stays" in caught.value.user_message
    assert current_set(settings.data_dir) == before


async def test_a_source_that_hangs_is_given_up(
    settings: AgentSettings, source: Source, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetch, "SILENCE_SECONDS", 0.3)
    source.hang.add("/airports.csv")
    with pytest.raises(AgentError, match="in time"):
        await asyncio.wait_for(update(settings), 10)


async def test_a_rollback_goes_to_the_set_before_and_then_to_the_shipped_data(
    settings: AgentSettings, source: Source
) -> None:
    first = await update(settings)
    source.files["/nasr.csv"] = NASR.replace("100LL,A", "A").encode()
    second = await update(settings)
    assert Facts.load(settings).check("KJFK", "has_avgas", True) is not True
    sets = Generations(settings.data_dir)
    assert sets.current is not None
    assert sets.current.name == second.name != first.name
    assert sets.rollback() == first.name
    assert Facts.load(settings).check("KJFK", "has_avgas", True) is True
    assert sets.rollback() == "the shipped data"
    with pytest.raises(DataProblem, match="nothing to go back to"):
        sets.rollback()


async def test_openaip_is_read_only_when_asked_and_codes_nobody_knows_satisfy_no_filter(
    settings: AgentSettings, source: Source, monkeypatch: pytest.MonkeyPatch
) -> None:
    import dataclasses

    monkeypatch.setattr("agent.importers.update.OPENAIP_COUNTRIES", ("fr",))
    source.files["/fr_apt.json"] = json.dumps(OPENAIP).encode()
    opted_in = dataclasses.replace(settings, openaip_url=source.url, openaip_api_key="canary-key")
    summary = await update(opted_in)
    assert "openAIP" in summary.lines
    facts = Facts.load(opted_in)
    assert facts.of("LFAT").first("fuel_codes") is None
    fuel = facts.of("LFAT").first("fuel")
    assert fuel is not None and fuel.source.name == "openAIP" and fuel.value == ("avgas", "jet_a")
    assert "2 names not matched: EDZZ NOT OURS; NO CODE" in summary.lines["openAIP"]
    assert facts.of("EGKB").first("fuel_codes").value == "openAIP fuel codes 4"  # type: ignore[union-attr]
    assert facts.check("EGKB", "has_avgas", True) is None


async def test_restaurants_around_the_fields_of_a_country_come_from_the_map_and_never_before_the_aip(
    settings: AgentSettings,
) -> None:
    import dataclasses

    async with OverpassServer(base=datetime.now(UTC).isoformat()) as server:
        chosen = dataclasses.replace(settings, osm_countries=("FR",), overpass_url=server.endpoint)
        summary = await update(chosen)
        assert summary.lines["OpenStreetMap"].startswith("1 facts about 1 airfields")
        found = Facts.load(chosen).of("LFAT").first("restaurant")
        assert found is not None and found.value == ("vicinity",) and found.source.volunteer
        assert found.item.startswith("Field Bistro, 0.3 km") and "ODbL" in found.source.licence
        before = current_set(chosen.data_dir)
        server.base = "2024-01-01T00:00:00Z"
        with pytest.raises(DataProblem, match="copy of 01 Jan 2024"):
            await update(chosen)
        server.base, server.elements = datetime.now(UTC).isoformat(), []
        with pytest.raises(DataProblem, match=r"says only 0 facts|says nothing of any field"):
            await update(chosen)
        assert current_set(chosen.data_dir) == before
    official = Fact("LFAT", "restaurant", ("at_airport",), FactSource("AIP", "", ""), date(2020, 1, 1), 0.9)
    assert AirfieldFacts("LFAT", [found, official]).all("restaurant") == (official,)


async def test_two_updates_at_once_are_refused(settings: AgentSettings) -> None:
    with Generations(settings.data_dir).building() as staging:
        (staging / "manifest.json").write_text("{}", "utf-8")
        with pytest.raises(DataProblem, match="Another update"):
            await update(settings)


async def test_documents_that_cannot_be_read_are_told_and_their_earlier_facts_stay(
    settings: AgentSettings, tmp_path: Path
) -> None:
    import dataclasses

    folder = tmp_path / "aip"
    folder.mkdir()
    page = (
        '<html><head><title>AD 2 LFQA</title><meta name="EM.effectiveDateStart" content="2026-10-29"/></head><body>'
        "<table><tr><td>1</td><td>AD administration</td><td>ATS SKED.</td></tr>"
        "<tr><td>2</td><td>Customs and immigration</td><td>PPR 24 HR</td></tr></table></body></html>"
    )
    (folder / "LFQA.html").write_text(page, "utf-8")
    with_folder = dataclasses.replace(settings, aip_dir=folder)
    assert (await update(with_folder)).lines["AIP documents"] == "1 read"
    (folder / "LFQA.html").write_text(page[:200], "utf-8")
    with pytest.raises(DataProblem, match="cut off"):  # nothing was read at all
        await update(with_folder)
    (folder / "LFAT.html").write_text(page.replace("LFQA", "LFAT"), "utf-8")
    summary = await update(with_folder)
    assert summary.lines["AIP documents"] == "1 read, 1 left out (earlier facts stay: LFQA)"
    assert summary.left_out == ("LFQA.html is cut off: it does not end as an HTML page does.",)
    asked = [text.raw for text in Facts.load(with_folder).of("LFQA").notices if "updated" not in text.source.name]
    assert "PPR 24 HR" in asked


async def test_a_source_that_suddenly_says_much_less_is_refused(settings: AgentSettings, source: Source) -> None:
    rows = ["2026/10/29,JFK,KJFK,100LL\n"] * 20
    source.files["/nasr.csv"] = "".join([NASR, *rows]).encode()
    await update(settings)
    before = current_set(settings.data_dir)
    source.files["/nasr.csv"] = NASR.encode()
    with pytest.raises(DataProblem, match="FAA NASR says only 1 facts where 21 are known"):
        await update(settings)
    assert current_set(settings.data_dir) == before


async def test_a_source_with_less_than_four_fifths_or_from_a_day_to_come_is_refused(
    settings: AgentSettings, source: Source
) -> None:
    rows = ["2026/10/29,JFK,KJFK,100LL\n"] * 19
    source.files["/nasr.csv"] = "".join([NASR, *rows]).encode()
    await update(settings)
    before = current_set(settings.data_dir)
    source.files["/nasr.csv"] = "".join([NASR, *rows[:14]]).encode()
    with pytest.raises(DataProblem, match="says only 15 facts where 20 are known"):
        await update(settings)
    ahead = [row.replace("2026/10/29", "2126/10/29") for row in rows]
    source.files["/nasr.csv"] = "".join([NASR.replace("2026/10/29", "2126/10/29"), *ahead]).encode()
    with pytest.raises(DataProblem, match="still to come"):
        await update(settings)
    assert current_set(settings.data_dir) == before


async def test_codes_of_the_faa_are_ours_or_named(settings: AgentSettings, source: Source) -> None:
    rows = "2026/10/29,JFK,,100LL\n2026/10/29,LFAT,LFAT,A\n2026/10/29,7B3,,A\n"
    source.files["/nasr.csv"] = f"{NASR.splitlines(keepends=True)[0]}{rows}".encode()
    summary = await update(settings)
    assert "2 names not matched: LFAT; 7B3" in summary.lines["FAA NASR"]
    facts = Facts.load(settings)
    assert facts.check("KJFK", "has_avgas", True) is True  # by its local code
    assert facts.check("LFAT", "has_jet_a", True) is None


async def test_a_list_that_denies_what_it_leaves_out_is_held_against_what_was_known(
    settings: AgentSettings, source: Source
) -> None:
    record = "<record><chart_code>IAP</chart_code><chart_name>ILS RWY 0{n}</chart_name></record>"
    listed = "".join(record.format(n=n) for n in range(1, 3))
    begin = '<digital_tpp cycle="2610" from_edate="0901Z  10/01/26">'
    with_it = replace(settings, dtpp_url=f"{source.url}/dtpp.xml")
    source.files["/dtpp.xml"] = (
        f'{begin}<airport_name apt_ident="JFK" icao_ident="">{listed}</airport_name></digital_tpp>'.encode()
    )
    await update(with_it)
    assert Facts.load(settings).check("KJFK", "approach_type", "ILS") is True
    before = current_set(settings.data_dir)
    gone = f'<airport_name apt_ident="ZZZ">{listed}</airport_name>'
    source.files["/dtpp.xml"] = f"{begin}{gone}</digital_tpp>".encode()
    with pytest.raises(DataProblem, match=r"empty|only 0 facts"):
        await update(with_it)
    assert current_set(settings.data_dir) == before


async def test_a_source_of_foreign_codes_alone_is_named_with_them(settings: AgentSettings, source: Source) -> None:
    with_it = replace(settings, openaip_countries=("fr",), openaip_url=source.url)
    source.files["/fr_apt.json"] = json.dumps([row | {"icaoCode": "ZZZZ"} for row in OPENAIP]).encode()
    with pytest.raises(
        DataProblem, match=r"openAIP says nothing of any field I know\. Not matched: ZZZZ LE TOUQUET"
    ):
        await update(with_it)
    assert current_set(settings.data_dir) is None


async def test_a_kind_of_fact_that_vanishes_is_a_changed_layout(settings: AgentSettings, source: Source) -> None:
    head = '<AIXM-Snapshot effective="2026-10-01T00:00:00" version="4.5"><Ahp><AhpUid><codeId>LFAT</codeId></AhpUid></Ahp>'
    phone = (
        "<Aha><AhaUid><AhpUid><codeId>LFAT</codeId></AhpUid><codeType>PHONE</codeType></AhaUid>"
        "<txtAddress>0321 00 00 00</txtAddress></Aha>"
    )
    asked = "".join(
        f"<Ahs><AhsUid><AhpUid><codeId>LFAT</codeId></AhpUid><codeType>CUST</codeType></AhsUid>"
        f"<txtRmk>PPR {n} HR</txtRmk></Ahs>"
        for n in range(1, 25)
    )
    with_it = replace(settings, sia_aixm_url=f"{source.url}/sia.xml")
    source.files["/sia.xml"] = f"{head}{asked}{phone}</AIXM-Snapshot>".encode()
    await update(with_it)
    before = current_set(settings.data_dir)
    changed = asked.replace("<codeType>CUST", "<codeType>DOUANE")
    source.files["/sia.xml"] = f"{head}{changed}{phone}</AIXM-Snapshot>".encode()
    with pytest.raises(DataProblem, match="only 1 facts where 25 are known"):
        await update(with_it)
    assert current_set(settings.data_dir) == before


async def test_the_german_data_set_is_read_only_where_it_is_switched_on(
    settings: AgentSettings, source: Source
) -> None:
    source.files["/dfs.xml"] = (
        b'<m xmlns:aixm="http://www.aixm.aero/schema/5.1.1" xmlns:gml="http://www.opengis.net/gml/3.2">'
        b"<aixm:AirportHeliport><aixm:timeSlice><aixm:AirportHeliportTimeSlice><gml:validTime><gml:TimeInstant>"
        b"<gml:timePosition>2026-09-03T00:00:00Z</gml:timePosition></gml:TimeInstant></gml:validTime>"
        b"<aixm:locationIndicatorICAO>EGKB</aixm:locationIndicatorICAO><aixm:contact><aixm:ContactInformation>"
        b"<aixm:phoneFax><aixm:TelephoneContact><aixm:voice>+49 30 1234567</aixm:voice></aixm:TelephoneContact>"
        b"</aixm:phoneFax></aixm:ContactInformation></aixm:contact></aixm:AirportHeliportTimeSlice></aixm:timeSlice>"
        b"</aixm:AirportHeliport></m>"
    )
    await update(settings)
    assert Facts.load(settings).of("EGKB").contact("phone") is None
    with_it = replace(settings, dfs_aixm_url=f"{source.url}/dfs.xml")
    summary = await update(with_it)
    assert summary.lines["AIP Germany, AIXM data set (DFS)"].startswith("1 facts about 1 airfields, 03 Sep 2026")
    assert Facts.load(settings).of("EGKB").contact("phone") == "+49 30 1234567"
    source.files["/dfs.xml"] = source.files["/dfs.xml"][:-60]  # cut off: the whole update is refused
    with pytest.raises(DataProblem) as refused:
        await update(with_it)
    assert "The data in use stays" in refused.value.user_message
    assert Facts.load(settings).of("EGKB").contact("phone") == "+49 30 1234567"
