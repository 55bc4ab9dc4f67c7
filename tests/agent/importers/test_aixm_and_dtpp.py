"""Official data sets are read feature by feature: hours as they stand, permission, phones, approaches; or refused."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from agent.aviation.fact_files import read_folders
from agent.aviation.facts import Facts
from agent.errors import DataProblem
from agent.importers.aixm import read_aixm
from agent.importers.dtpp import read_dtpp

NIL = 'xsi:nil="true" nilReason="unknown"'


def sheet(
    day: str, start: str, end: str, *, season: tuple[str, str] | None = None, note: str = "", **more: str
) -> str:
    dates = (
        f"<aixm:startDate>{season[0]}</aixm:startDate><aixm:endDate>{season[1]}</aixm:endDate>" if season else ""
    )
    extra = "".join(f"<aixm:{name}>{value}</aixm:{name}>" for name, value in more.items())
    return (
        "<aixm:timeInterval><aixm:Timesheet><aixm:timeReference>UTC</aixm:timeReference>"
        f"{dates}<aixm:day>{day}</aixm:day><aixm:startTime>{start}</aixm:startTime>"
        f"{f'<aixm:endTime>{end}</aixm:endTime>' if end else f'<aixm:endTime {NIL}/>'}{extra}"
        f"<aixm:excluded {NIL}/>{noted('', note) if note else ''}</aixm:Timesheet></aixm:timeInterval>"
    )


def noted(about: str, text: str) -> str:
    name = f"<aixm:propertyName>{about}</aixm:propertyName>" if about else ""
    return (
        f"<aixm:annotation><aixm:Note>{name}<aixm:purpose>REMARK</aixm:purpose><aixm:translatedNote>"
        f"<aixm:LinguisticNote><aixm:note>{text}</aixm:note></aixm:LinguisticNote></aixm:translatedNote></aixm:Note>"
        "</aixm:annotation>"
    )


def aerodrome(code: str, sheets: str, *, usage: str = "", voice: str = "", control: str = "CIVIL") -> str:
    phone = f"<aixm:TelephoneContact>{noted('voice', voice)}{noted('facsimile', '+49 1 9999999 OPS')}</aixm:TelephoneContact>"
    return (
        "<message:hasMember><aixm:AirportHeliport><aixm:timeSlice><aixm:AirportHeliportTimeSlice><gml:validTime>"
        "<gml:TimeInstant><gml:timePosition>2026-09-03T00:00:00Z</gml:timePosition></gml:TimeInstant></gml:validTime>"
        f"<aixm:name>A FIELD</aixm:name><aixm:locationIndicatorICAO>{code}</aixm:locationIndicatorICAO>"
        f"<aixm:designatorIATA {NIL}/><aixm:controlType>{control}</aixm:controlType><aixm:abandoned>NO</aixm:abandoned>"
        f"<aixm:contact><aixm:ContactInformation><aixm:phoneFax>{phone}</aixm:phoneFax></aixm:ContactInformation>"
        f"</aixm:contact><aixm:availability><aixm:AirportHeliportAvailability>{sheets}"
        f"{noted('usage', usage) if usage else ''}<aixm:operationalStatus>NORMAL</aixm:operationalStatus>"
        "</aixm:AirportHeliportAvailability></aixm:availability></aixm:AirportHeliportTimeSlice></aixm:timeSlice>"
        "</aixm:AirportHeliport></message:hasMember>"
    )


def message(*aerodromes: str) -> str:
    return (
        '<?xml version="1.0" encoding="UTF-8"?><message:AIXMBasicMessage '
        'xmlns:message="http://www.aixm.aero/schema/5.1.1/message" xmlns:aixm="http://www.aixm.aero/schema/5.1.1" '
        'xmlns:gml="http://www.opengis.net/gml/3.2" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
        f"{''.join(aerodromes)}</message:AIXMBasicMessage>"
    )


SUMMER, WINTER = ("SDLST", "EDLST"), ("EDLST", "SDLST")
TWO_SEASONS = sheet(
    "ANY", "07:00", "18:00", season=SUMMER, note="O/T PPR", endEvent="SS", endEventInterpretation="EARLIEST"
) + sheet("ANY", "09:00", "", season=WINTER, note="O/T PPR", endEvent="SS")
OURS = frozenset({"EDAZ", "EDWO", "EDKB", "ETNG"})


def written(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "dataset.xml"
    file.write_text(text, "utf-8")
    return file


def facts_of(found: object, tmp_path: Path) -> Facts:
    found.write(tmp_path / "facts" / "dfs.json")  # type: ignore[attr-defined]
    tables, records = read_folders(tmp_path / "facts")
    return Facts({}, tables, records)


def test_hours_keep_season_clock_and_sun_and_permission_is_asked(tmp_path: Path) -> None:
    text = message(
        aerodrome(
            "EDWO",
            TWO_SEASONS,
            usage="5700 kg, UL PPR",
            voice="+49 541 125240 \n+49 541 125240 OPS\n+49 171 4153768 OPS",
        ),
        aerodrome("EDAZ", sheet("MON", "06:00", "18:00", dayTil="FRI"), voice="+49 33 73 13 05 0 \n12 345"),
        aerodrome("EDKB", sheet("ANY", "00:00", "24:00", note="PPR")),
        aerodrome("ETNG", "", control="MILITARY"),
        aerodrome("EDXX", sheet("ANY", "06:00", "18:00")),
    )
    found = read_aixm(written(tmp_path, text), "https://example.org/ad.xml", OURS)
    assert found.observed_on == date(2026, 9, 3)
    assert found.unmatched == ("EDXX",)
    facts = facts_of(found, tmp_path)
    osnabrueck = facts.of("EDWO")
    said = str(osnabrueck.first("hours").value)  # type: ignore[union-attr]
    assert said == "SUM: daily 0700-1800 or SS, the earlier (UTC); O/T PPR; WIN: daily 0900-SS UTC; O/T PPR"
    assert osnabrueck.contact("phone") == "+49 541 125240 · +49 171 4153768 OPS"
    assert [r.value for r in osnabrueck.restrictions] == ["Limits: 5700 kg, UL PPR"]
    assert [n.raw for n in osnabrueck.notices] == ["O/T PPR"]
    assert facts.of("EDAZ").first("hours").value == "MON-FRI 0600-1800 UTC"  # type: ignore[union-attr]
    assert facts.of("EDAZ").contact("phone") == "+49 33 73 13 05 0"
    assert facts.of("EDKB").needs_permission is True
    assert facts.of("ETNG").access == "military"
    assert facts.of("EDXX").as_of is None


@pytest.mark.parametrize(
    "unclear",
    [
        sheet("ANY", "07:00", "18:00", season=("01-05", "30-09")),
        sheet("OTHER", "07:00", "18:00"),
        sheet("ANY", "25:00", "18:00"),
        sheet("ANY", "24:00", "18:00"),
        sheet("ANY", "7:00", "18:00"),
        sheet("ANY", "soon", "late"),
        sheet("ANY", "07:00+02:00", "18:00"),  # another clock than the one of the row
        sheet("ANY", "07:00", "18:00", endEvent="SS"),  # which of the two is not said
        sheet("ANY", "07:00", ""),
        sheet("ANY", "06:00", "18:00")
        + sheet("SUN", "07:00", "18:00").replace(f"<aixm:excluded {NIL}/>", "<aixm:excluded>YES</aixm:excluded>"),
    ],
)
def test_hours_that_are_not_understood_are_left_unknown(tmp_path: Path, unclear: str) -> None:
    found = read_aixm(written(tmp_path, message(aerodrome("EDAZ", unclear, voice="+49 33731 305-0"))), "u", OURS)
    assert {fact.field for fact in found.facts} == {"phone"}


def test_what_holds_for_a_while_only_is_no_fact_of_the_field(tmp_path: Path) -> None:
    changed = "<aixm:interpretation>TEMPDELTA</aixm:interpretation><aixm:name>"
    passing = aerodrome("EDAZ", sheet("ANY", "09:00", "12:00")).replace("<aixm:name>", changed)
    lasting = aerodrome("EDWO", sheet("ANY", "06:00", "18:00"))
    found = read_aixm(written(tmp_path, message(passing, lasting)), "u", OURS)
    assert [(fact.icao, fact.value) for fact in found.facts] == [("EDWO", "daily 0600-1800 UTC")]


@pytest.mark.parametrize(
    "broken",
    [
        message(aerodrome("EDAZ", TWO_SEASONS))[:-200],
        "",
        "<html><body>maintenance</body></html>",
        message(),
        message(aerodrome("EDAZ", "")).replace("2026-09-03T00:00:00Z", "soon"),
    ],
)
def test_a_cut_or_changed_data_set_is_refused(tmp_path: Path, broken: str) -> None:
    with pytest.raises(DataProblem) as refused:
        read_aixm(written(tmp_path, broken), "u", OURS)
    assert "The data in use stays" in refused.value.user_message


# --- the FAA's procedures ------------------------------------------------------------------------------

METAFILE = """<?xml version="1.0" encoding="utf-8"?>
<digital_tpp cycle="2609" from_edate="0901Z  09/03/26" to_edate="0901Z  10/01/26">
  <state_code ID="VT" state_fullname="VERMONT"><city_name ID="MONTPELIER" volume="NE-1">
    <airport_name ID="EDWARD F KNAPP STATE" military="N" apt_ident="MPV" icao_ident="KMPV" alnum="1">
      <record><chart_code>APD</chart_code><chart_name>AIRPORT DIAGRAM</chart_name><useraction/><pdf_name>1AD.PDF</pdf_name></record>
      <record><chart_code>IAP</chart_code><chart_name>ILS OR LOC RWY 17</chart_name><useraction/><pdf_name>1IL17.PDF</pdf_name></record>
      <record><chart_code>IAP</chart_code><chart_name>ILS OR LOC RWY 17, CONT.1</chart_name><useraction/><pdf_name>1IL17_C.PDF</pdf_name></record>
      <record><chart_code>IAP</chart_code><chart_name>RNAV (GPS) RWY 35</chart_name><useraction>C</useraction><pdf_name>1R35.PDF</pdf_name></record>
      <record><chart_code>IAP</chart_code><chart_name>VOR RWY 35</chart_name><useraction>D</useraction><pdf_name>DELETED_JOB.PDF</pdf_name></record>
    </airport_name></city_name>
    <city_name ID="X"><airport_name ID="SMALL" military="N" apt_ident="7B3" icao_ident="" alnum="2">
      <record><chart_code>IAP</chart_code><chart_name>RNAV (GPS) RWY 02</chart_name><useraction/><pdf_name>2R.PDF</pdf_name></record>
    </airport_name></city_name>
  </state_code>
</digital_tpp>
"""


def test_approaches_are_read_and_a_field_off_the_list_has_none(tmp_path: Path) -> None:
    found = read_dtpp(written(tmp_path, METAFILE), "u", {"KMPV": "KMPV", "KVSF": "KVSF", "VSF": "KVSF"})
    assert (found.observed_on, found.unmatched) == (date(2026, 9, 3), ("7B3",))
    values = {fact.icao: fact.value for fact in found.facts}
    assert values == {"KMPV": ("ILS OR LOC RWY 17", "RNAV (GPS) RWY 35"), "KVSF": ()}
    found.write(tmp_path / "facts" / "dtpp.json")
    assert json.loads((tmp_path / "facts" / "dtpp.json").read_text())["sources"]["document"]["complete"] is True
    tables, records = read_folders(tmp_path / "facts")
    facts = Facts({}, tables, records)
    assert facts.check("KMPV", "approach_type", "ILS") is True
    assert facts.check("KVSF", "has_procedures", value=True) is False


@pytest.mark.parametrize(
    "broken", [METAFILE[:-40], "<digital_tpp/>", "", METAFILE.replace("<chart_code>IAP", "<chart_code>OTHER")]
)
def test_a_cut_or_changed_list_of_procedures_is_refused(tmp_path: Path, broken: str) -> None:
    with pytest.raises(DataProblem) as refused:
        read_dtpp(written(tmp_path, broken), "u", {"KMPV": "KMPV"})
    assert "The data in use stays" in refused.value.user_message
