"""What the issue's own sentences say to the weather tools."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from agent.deps import Deps
from agent.pipeline import answer
from agent.protocol import Conversation, Plan, Question, ToolCall
from agent.understanding import make_plan
from agent.weather.codes import group_words
from bot.transcript import gather

A_TUESDAY = datetime(2026, 11, 24, 10, tzinfo=UTC)


async def arguments_of(text: str, deps: Deps, tool: str) -> dict[str, Any]:
    plan = await make_plan(Question(text=text, at=A_TUESDAY), Conversation(), deps)
    (step,) = plan.steps
    assert step.tool == tool
    return step.arguments


async def test_each_of_several_places_may_have_its_own_time(deps: Deps) -> None:
    text = "weather at EGLL at 11 and at EGKK at 13"
    plan = await make_plan(Question(text=text, at=deps.now()), Conversation(), deps)
    assert [(s.arguments["places"], s.arguments["time"]) for s in plan.steps] == [
        (["EGLL"], "11:00"),
        (["EGKK"], "13:00"),
    ]


@pytest.mark.parametrize(
    ("text", "tool", "said"),
    [
        (
            "my minima: ceiling 1500, vis 5 km, crosswind 12 gusting 15, an hour before night", "set_minima",
            {"ceiling_ft": 1500, "visibility_m": 5000, "crosswind_kt": 12, "gust_kt": 15, "light_margin_minutes": 60},
        ),
        (
            "how much fuel for EGTF–LFAT and back without refuelling at 34 l/h, 140 usable", "get_fuel_plan",
            {"from_location": "EGTF", "to_location": "LFAT", "burn_lph": 34, "usable_l": 140, "return": True},
        ),
        (
            "wind EGTF to LFAT at 3000 ft tomorrow 10:00 at 110 kt", "get_wind_plan",
            {"from_location": "EGTF", "to_location": "LFAT", "time": "10:00", "level_ft": 3000, "true_airspeed_kts": 110},
        ),
        ("which runway at EGTF with 200/15G25?", "get_runway_wind", {"icao_code": "EGTF", "wind": "200/15G25"}),
        ("sat strip for EGKB", "get_outlook", {"places": ["EGKB"]}),
        ("Meteogramm Egelsbach Sonntag", "get_outlook", {"places": ["Egelsbach"]}),
        ("weather map EGKB to LFAT", "get_day_brief", {"from_location": "EGKB", "to_location": "LFAT"}),
        ("carte météo Lognes Le Touquet demain", "get_day_brief", {"from_location": "Lognes", "to_location": "Le Touquet"}),
        ("wind Wick saturday week afternoon", "get_outlook", {"places": ["Wick"]}),
        (
            "temperature at 5000 ft over Kassel", "get_winds_aloft",
            {"places": ["Kassel"], "levels_ft": [5000], "temperature": True},
        ),
        ("wie kalt ist es in FL80 über Graz", "get_winds_aloft", {"levels_ft": [8000], "temperature": True}),
        ("mountain wave over Scotland", "get_sigmets", {"place": "Scotland", "hazards": ["mountain_wave"]}),
        ("rotor behind Snowdon tomorrow?", "get_sigmets", {"hazards": ["mountain_wave"]}),
        ("sea fog in the Bristol Channel", "get_weather", {"places": ["Bristol Channel"]}),
        ("Vereisung über der Nordsee", "get_weather", {"places": ["North Sea"], "hazards": ["icing"]}),
        ("fog on the North Sea coast", "get_weather", {"places": ["North Sea coast"]}),
        ("runway at Deauville tomorrow at 2pm", "get_runway_wind", {"icao_code": "LFRG", "time": "14:00"}),
        ("do I have minima set", "set_minima", {}),
        ("what's the crosswind limit I set", "set_minima", {}),
        ("steer for 045 at 95 knots with 350/20", "get_wind_plan", {"track_deg": 45, "wind": "350/20"}),
        ("wind 2000 ft Kendal tonight", "get_winds_aloft", {"places": ["Kendal"], "levels_ft": [2000]}),
        ("Sprit für 1:50 bei 22 l/h", "get_fuel_plan", {"flight_minutes": 110, "burn_lph": 22}),
        ("is it still light at 5pm in Exeter tomorrow", "get_airport_details", {"about": ["sun"]}),
        ("Wann geht die Sonne in Husum unter", "get_airport_details", {"icao_code": "EDXJ", "about": ["sun"]}),
        ("mes minima : plafond 1500, visi 5 km, travers 12", "set_minima", {"crosswind_kt": 12}),
        ("orages prévus entre Lyon et Nice demain", "get_day_brief", {"hazards": ["thunderstorm"]}),
        ("da LSGS 28 deg q1008", "get_density_altitude", {"temperature_c": 28, "qnh_hpa": 1008}),
        ("Leewellen Vogesen morgen?", "get_sigmets", {"hazards": ["mountain_wave"]}),
        ("low cloud over the Irish Sea", "get_weather", {"places": ["Irish Sea"]}),
        ("givrage sur la Manche demain", "get_weather", {"places": ["English Channel"], "hazards": ["icing"]}),
        ("fog over Scotland", "get_weather", {"places": ["Scotland"]}),
        (
            "what heading to fly 090 at 90 kt wind 030 at 18", "get_wind_plan",
            {"track_deg": 90, "wind": "030/18", "true_airspeed_kts": 90},
        ),
        ("compare saturday and sunday for Elstree to Alderney", "get_outlook", {"places": ["Elstree", "Alderney"], "days": 2}),
        ("when's it dark at Wick tomorrow", "get_airport_details", {"icao_code": "EGPC", "about": ["sun"]}),
        (
            "Kurs 245 TAS 100 Wind 310/25", "get_wind_plan",
            {"track_deg": 245, "wind": "310/25", "true_airspeed_kts": 100},
        ),
        (
            "cap pour route 090 à 110 kt avec vent 360/20", "get_wind_plan",
            {"track_deg": 90, "wind": "360/20", "true_airspeed_kts": 110},
        ),
        (
            "TAS 105 track 215 wind 280/30 heading?", "get_wind_plan",
            {"track_deg": 215, "true_airspeed_kts": 105, "wind": "280/30"},
        ),
        ("Wochenendwetter Allgäu", "get_outlook", {"places": ["Allgäu"]}),
        ("vis 3000 m and 800 ft, is that below my minima", "set_minima", {}),
        ("cb's near Bergerac?", "get_weather", {"places": ["Bergerac"]}),
        (
            "Rückenwind nach Borkum von Münster morgen um 9 in 4000 Fuß bei 110 Knoten?", "get_wind_plan",
            {"from_location": "Münster", "to_location": "Borkum", "level_ft": 4000},
        ),
        ("essence pour 1h40 à 34 l/h", "get_fuel_plan", {"flight_minutes": 100, "burn_lph": 34}),
        ("fuel for 2 hours at 40 l/h", "get_fuel_plan", {"flight_minutes": 120, "burn_lph": 40}),
        ("vent à Jersey", "get_weather", {"places": ["Jersey"]}),
        ("wind over Jersey", "get_winds_aloft", {"places": ["Jersey"]}),
        ("Scheint in Freiburg die Sonne?", "get_weather", {"places": ["Freiburg"]}),
        ("c'est quoi le plafond à Deauville", "get_weather", {"places": ["Deauville"]}),
        ("da Samedan tomorrow 2pm", "get_density_altitude", {"icao_code": "LSZS", "time": "14:00"}),
        ("xwind limit 17, is Le Touquet under that", "get_runway_wind", {"icao_code": "LFAT", "crosswind_limit_kt": 17}),
        ("is the crosswind at LFAT under 12", "get_runway_wind", {"crosswind_limit_kt": 12}),
        ("wind 27015 rwy 31 xwind", "get_runway_wind", {"wind": "270/15", "runway": "31"}),
        (
            "watch EGTF to LFAT on Saturday at 10:00, back at 14:00", "watch_flight",
            {"from_location": "EGTF", "to_location": "LFAT", "time": "10:00", "return_time": "14:00"},
        ),
        (
            "surveille samedi pour moi, départ 9h EGKB pour LFAT retour 16h", "watch_flight",
            {"from_location": "EGKB", "to_location": "LFAT", "time": "09:00", "return_time": "16:00"},
        ),
        (
            "behalte Donnerstag EDNY nach LSZS im Auge, ab 9 Uhr, zurück 15 Uhr", "watch_flight",
            {"from_location": "EDNY", "to_location": "LSZS", "time": "09:00", "return_time": "15:00"},
        ),
        ("wind two four zero at one eight, runway two one left or right?", "get_runway_wind", {"wind": "240/18", "runway": "21"}),
        ("Wind zwo sieben null mit fünfzehn, Piste 31", "get_runway_wind", {"wind": "270/15", "runway": "31"}),
        ("vent deux quatre zéro pour quinze noeuds piste 31", "get_runway_wind", {"wind": "240/15", "runway": "31"}),
        ("crosswind component 30 degrees off 22 knots", "get_runway_wind", {"off_deg": 30, "wind": "22"}),
        ("which runway at Lydd tomorrow lunchtime", "get_runway_wind", {"icao_code": "EGMD", "time": "12:00", "until": "14:00"}),
        ("welche Piste in Egelsbach morgen Vormittag", "get_runway_wind", {"icao_code": "EDFE", "time": "08:00", "until": "12:00"}),
        (
            "Can I land at Le Mans with 16 knots across, runway 02, wind from 290 at 16?", "get_runway_wind",
            {"icao_code": "LFRM", "wind": "290/16", "runway": "02", "verdict": True, "crosswind_limit_kt": None},
        ),
        ("xwind 21 if it's 260 at 20 gusting 30 please", "get_runway_wind", {"wind": "260/20G30", "runway": "21"}),
        ("I have 15 knots from the right at 50 degrees, crosswind?", "get_runway_wind", {"off_deg": 50, "wind": "15"}),
        (
            "crosswind for 13 at Le Touquet tomorrow 1500 local", "get_runway_wind",
            {"icao_code": "LFAT", "runway": "13", "day": "2026-11-25", "time": "15:00"},
        ),
        ("cross at Lydd tomorrow at 2", "get_runway_wind", {"icao_code": "EGMD", "time": "14:00"}),
        ("bis wann bleibt der Nebel in Friedrichshafen", "get_weather", {"places": ["Friedrichshafen"], "hazards": ["fog"]}),
        ("when does Gatwick go below 1000 ft", "get_weather", {"places": ["Gatwick"]}),
        ("Le Touquet now?", "get_weather", {"places": ["Le Touquet"]}),
        ("kann man morgen über den Brenner fliegen", "get_weather", {"places": ["Brenner"], "hazards": ["pass"]}),
        ("München oder Salzburg am Samstag besser vom Wetter?", "get_outlook", {"places": ["München", "Salzburg"]}),
        (
            "brief me for EGLF LFRG tomorrow 1000 return 1500 at 120 kt", "get_day_brief",
            {"from_location": "EGLF", "time": "10:00", "return_time": "15:00", "cruise_speed_kts": 120},
        ),
        ("Landebahn nass, wie viel länger?", "get_density_altitude", {"factors": True}),
        ("how fast am I really going at 7500 ft, indicated 118, OAT 3", "get_density_altitude", {"indicated_kts": 118}),
        ("latest landing at Redhill if I want 30 minutes before sunset", "get_airport_details", {"minutes_before": 30}),
        ("30 minutes avant le coucher du soleil à Dinard demain", "get_airport_details", {"minutes_before": 30}),
        (
            "Hangelar hin und zurück nach Baden-Oos bei 110 kt und 20 kt wind aus 210, zeit?", "get_wind_plan",
            {"from_location": "Hangelar", "wind": "210/20", "true_airspeed_kts": 110},
        ),
        ("Wind aus zwo drei null Grad, achtzehn Knoten, Bahn zwo sechs", "get_runway_wind", {"wind": "230/18", "runway": "26"}),
        ("crosswind for 05 with 340 degrees 12 to 20 knots", "get_runway_wind", {"wind": "340/12G20", "runway": "05"}),
        ("how much cross at 45 degrees with 20 knots", "get_runway_wind", {"off_deg": 45, "wind": "20"}),
        (
            "can I take 22 in 270 gusting 30, limit 18", "get_runway_wind",
            {"wind": "270/G30", "runway": "22", "crosswind_limit_kt": 18},
        ),
        ("which way will they be landing at Biggin at noon", "get_runway_wind", {"icao_code": "EGKB", "time": "12:00"}),
        ("Piste in Betrieb Friedrichshafen heute Nachmittag", "get_runway_wind", {"icao_code": "EDNY", "until": "17:00"}),
        ("piste probable à Deauville vers 15h", "get_runway_wind", {"icao_code": "LFRG", "time": "15:00"}),
        ("wind between 1 and 4 at Lydd today", "get_weather", {"places": ["Lydd"], "time": "13:00", "until": "16:00"}),
        ("givrage au-dessus de Lyon à 7000 ft cet après-midi", "get_weather", {"hazards": ["icing"]}),
        ("Föhnlage am Sonntag in Altenrhein?", "get_outlook", {"hazards": ["local_wind"]}),
        ("point de rosée à Cannes ?", "get_weather", {"places": ["Cannes"]}),
        ("how long is it light at Sylt in July", "get_airport_details", {"about": ["sun"], "date": "2027-07-15"}),
        ("Sonnenuntergang minus 30 Minuten in Egelsbach am 6. Dezember", "get_airport_details", {"minutes_before": 30}),
        ("outlook Jersey for the week", "get_outlook", {"days": 7}),
        ("sigmet over the North Sea", "get_sigmets", {"place": "North Sea"}),
        ("avis aux navigants Le Touquet", "get_notams", {"icao_code": "LFAT"}),
        ("Deauville this afternoon?", "get_weather", {"places": ["Deauville"], "time": "12:00"}),
        ("spread is 9, cumulus base above Sion", "get_density_altitude", {"spread_c": 9}),
        ("composante de face piste 30 vent 260/20", "get_runway_wind", {"wind": "260/20", "runway": "30"}),
        ("tailwind component 23 with 040 at 8", "get_runway_wind", {"wind": "040/08", "runway": "23"}),
        ("Jersey crosswind at 1430", "get_runway_wind", {"icao_code": "EGJJ", "time": "14:30", "crosswind_limit_kt": None}),
        ("Gefriergrenze am Montag über Salzburg", "get_outlook", {"day": "2026-11-30"}),
        ("can I get through the Gotthard tomorrow at 10", "get_weather", {"hazards": ["pass"]}),
        ("longest day sunset at Wick", "get_airport_details", {"about": ["sun"], "date": "2027-06-21"}),
        ("letzter Landezeitpunkt in Mainz heute", "get_airport_details", {"about": ["sun"]}),
        ("base with 20 and 12?", "get_density_altitude", {"temperature_c": 20, "dewpoint_c": 12}),
        (
            "time from Wycombe to Caen with 20 kt tailwind at 105", "calculate_flight_distance",
            {"from_location": "Wycombe", "to_location": "Caen", "headwind_kts": -20, "cruise_speed_kts": 105},
        ),
        (
            "how long Redhill Deauville at 110 with 25 on the tail", "calculate_flight_distance",
            {"headwind_kts": -25, "cruise_speed_kts": 110},
        ),
        ("crosswind on 99 at LFAT", "get_runway_wind", {"icao_code": "LFAT", "runway": "99"}),
        ("föhn in Innsbruck tomorrow?", "get_weather", {"hazards": ["local_wind"]}),
        ("mistral à Avignon demain ?", "get_weather", {"hazards": ["local_wind"]}),
        ("is the Gotthard open for VFR today", "get_weather", {"places": ["Gotthard"], "hazards": ["pass"]}),
        ("gibt es morgen früh Nebel in Friedrichshafen", "get_weather", {"hazards": ["fog"]}),
        ("y a combien de noeuds au Touquet là", "get_weather", {"places": ["Le Touquet"]}),
        ("weather over the Brenner saturday week", "get_outlook", {"places": ["Brenner"]}),
        (
            "can I fly Fairoaks to Le Touquet on Saturday at 110 kt", "get_day_brief",
            {"to_location": "Le Touquet", "cruise_speed_kts": 110},
        ),
        ("headwind on 21 at Biggin at 1700", "get_runway_wind", {"runway": "21", "time": "17:00"}),
        ("any rain at Le Touquet between 4 and 6", "get_weather", {"time": "16:00", "until": "18:00"}),
        ("0 degree isotherm Innsbruck tomorrow", "get_outlook", {"places": ["Innsbruck"]}),
        ("what's FL45 at 1025", "get_density_altitude", {"flight_level": 45, "qnh_hpa": 1025}),
        ("density altitude Sion 30", "get_density_altitude", {"icao_code": "LSGS", "temperature_c": 30}),
        ("Wie tief hängen die Wolken in Augsburg", "get_weather", {"places": ["Augsburg"]}),
        ("supprime mes minima", "set_minima", {"clear": True}),
        ("VRB05G16 at Biggin", "get_runway_wind", {"icao_code": "EGKB", "wind": "VRB/05G16"}),
        ("wind calm, which runway at Sandown", "get_runway_wind", {"icao_code": "EGHN", "wind": "calm"}),
        ("350V040 12 knots at Bembridge", "get_runway_wind", {"icao_code": "EGHJ", "wind": "VRB/12 350V040"}),
        (
            "heading for 302 track at 120 kt TAS wind 250/20", "get_wind_plan",
            {"track_deg": 302, "wind": "250/20", "true_airspeed_kts": 120},
        ),
        ("track 000 tas 100 wind 090/20", "get_wind_plan", {"track_deg": 360, "true_airspeed_kts": 100}),
        ("what's FL65 in feet with qnh 1003", "get_density_altitude", {"flight_level": 65, "qnh_hpa": 1003}),
        (
            "fields within 30 min of EGTF at 110 kt wind 240/20", "find_airports_near_location",
            {"within_minutes": 30, "cruise_speed_kts": 110, "wind": "240/20"},
        ),
        ("will it be above 1000 ft at Heathrow around 9 tonight", "get_weather", {"time": "21:00"}),
        ("Gibt es Nebel in Friedrichshafen?", "get_weather", {"places": ["Friedrichshafen"]}),
        ("any CBs at Jersey", "get_weather", {"hazards": ["thunderstorm"]}),
        ("outlook for Le Touquet on Thursday afternoon", "get_outlook", {"part": "afternoon"}),
        (
            "TAF EGLL 241100Z 2412/2518 22013KT 9999 BKN020 BECMG 2422/2508 26012KT, what's it at 9am tomorrow",
            "get_weather", {"time": "09:00"},
        ),
        ("my minima are 1200 ft and 8 k, max crosswind 15", "set_minima", {"visibility_m": 8000, "ceiling_ft": 1200}),
        ("which runway is into wind at EGKB with VRB05G16?", "get_runway_wind", {"icao_code": "EGKB", "wind": "VRB/05G16"}),
        (
            "wind EGTF LFAT 110 kt 240/18, 245/20, 250/24, 255/26", "get_wind_plan",
            {"wind": "240/18, 245/20, 250/24, 255/26", "true_airspeed_kts": 110},
        ),
        ("taf for EGKB tomorrow at 1400Z", "get_weather", {"places": ["EGKB"], "kind": "taf", "time": "1400Z"}),
        (
            "Dichtehöhe in EDDB bei 35 Grad, QNH 1008, Taupunkt 20", "get_density_altitude",
            {"temperature_c": 35, "dewpoint_c": 20, "qnh_hpa": 1008},
        ),
        (
            "fuel EGKB to LFAT and back at 110 kt, 34 l/h, 140 usable", "get_fuel_plan",
            {"true_airspeed_kts": 110, "burn_lph": 34, "usable_l": 140, "return": True},
        ),
        ("icing between EGTF and LFAT at 5000 ft?", "get_day_brief", {"from_location": "EGTF", "to_location": "LFAT"}),
        ("sigmets for turbulence between EGKB and EDDB", "get_sigmets", {"from_location": "EGKB"}),
        ("Vereisung zwischen EDNY und LOWI morgen", "get_day_brief", {"from_location": "EDNY", "to_location": "LOWI"}),
        ("taf EGKK at 14z", "get_weather", {"time": "1400Z"}),
        ("quel vent au sol à Calais à 14h ?", "get_weather", {"places": ["Calais"], "time": "14:00"}),
        ("will it rain at Gatwick tonight?", "get_weather", {"time": "17:00", "until": "21:00"}),
        ("quel temps au Touquet cet après-midi ?", "get_weather", {"time": "12:00", "until": "17:00"}),
        ("il fait quel temps à Dinard ?", "get_weather", {"places": ["Dinard"]}),
        ("Wetter in Friedrichshafen morgen früh", "get_weather", {"time": "08:00", "until": "12:00"}),
        ("isotherme zéro à Sion demain", "get_outlook", {"places": ["Sion"]}),
        ("Nullgradgrenze in Samedan", "get_outlook", {"places": ["Samedan"]}),
        ("is 17 kt crosswind ok in a PA28?", "get_aircraft_figures", {"aircraft_type": "PA28", "crosswind_kt": 17}),
        ("wind 999/99 at EGKB", "get_runway_wind", {"icao_code": "EGKB", "wind": "999/99"}),
        ("crosswind on runway 45 at EGKB with 240/20", "get_runway_wind", {"icao_code": "EGKB", "runway": "45"}),
        ("my minima: crosswind 20 gusting 10", "set_minima", {"crosswind_kt": 20, "gust_kt": 10}),
        ("mes minima : vent de travers 10, plafond 1800", "set_minima", {"crosswind_kt": 10, "ceiling_ft": 1800}),
        ("notams from EGTF to LFAT", "get_notams", {"from_location": "EGTF", "to_location": "LFAT"}),
        ("any sigmets between EGKB and EDDB", "get_sigmets", {"from_location": "EGKB", "to_location": "EDDB"}),
        ("wind aloft EGBB 4000", "get_winds_aloft", {"places": ["EGBB"], "levels_ft": [4000]}),
        ("winds aloft LFAT 2000 and 5000", "get_winds_aloft", {"levels_ft": [2000, 5000]}),
        ("wind aloft at EGBB at five thousand", "get_winds_aloft", {"levels_ft": [5000]}),
        ("vents en altitude LFAT 3000 et 5000", "get_winds_aloft", {"levels_ft": [3000, 5000]}),
        ("is next week any good at Old Sarum", "get_outlook", {"days": 7}),
        (
            "fuel EGTF LFAT and back 110 kt, 34 l/h, 140 usable, 45 min reserve, 5 l taxi, 15% contingency, wind 240/20",
            "get_fuel_plan",
            {"usable_l": 140, "reserve_minutes": 45, "taxi_l": 5, "contingency_percent": 15, "wind": "240/20"},
        ),
        (
            "minimum fuel for Leicester to Duxford at 100 kt, 25 l/h with 20 kt headwind", "get_fuel_plan",
            {"headwind_kt": 20, "burn_lph": 25, "true_airspeed_kts": 100},
        ),
        ("Limits: Sicht 5 km, Untergrenze 1500, 12 Knoten quer", "set_minima", {"crosswind_kt": 12}),
        ("crosswind landing 08 at Redhill with 270/8", "get_runway_wind", {"icao_code": "EGKR", "runway": "08"}),
        ("wind at FL80 over Sion this afternoon", "get_winds_aloft", {"time": "14:00", "levels_ft": [8000]}),
        ("what are the next 4 days like at Popham", "get_outlook", {"days": 4}),
        ("les 5 prochains jours à Granville", "get_outlook", {"days": 5}),
        ("is there a weather station near Popham?", "get_weather", {"places": ["Popham"]}),
        ("icing between Southampton and Guernsey tomorrow?", "get_day_brief", {"to_location": "Guernsey"}),
        ("can we go from EGTF to LFAT tomorrow at 11", "get_day_brief", {"time": "11:00"}),
        ("thinking of Oban from Carlisle on Sunday, how does it look", "get_day_brief", {"to_location": "Oban"}),
        ("plafond à Rennes ?", "get_weather", {"places": ["Rennes"]}),
        ("what was the last observation at Prestwick", "get_weather", {"kind": "metar"}),
        ("quel est le vent à Quiberon demain midi", "get_weather", {"time": "12:00"}),
        ("foggy at Sywell first thing tomorrow?", "get_weather", {"time": "06:00", "until": "09:00"}),
        ("gust 30 from 230 on Perth 21, crosswind", "get_runway_wind", {"wind": "230/G30", "runway": "21"}),
        ("minima 1500 foot and 5 kilometres", "set_minima", {"ceiling_ft": 1500, "visibility_m": 5000}),
        ("weather EGKB in 3 days", "get_outlook", {"day": "2026-11-27"}),
        ("Wetter in Kassel in 4 Tagen", "get_outlook", {"day": "2026-11-28"}),
        ("taf EGKB on 30 February", "get_weather", {"day": "30 February"}),
        ("outlook for EGKB on 32 December", "get_outlook", {"day": "32 December"}),
        ("winds aloft EGKB FL900", "get_winds_aloft", {"levels_ft": [90_000]}),
        ("density altitude EGKB 400 degrees", "get_density_altitude", {"temperature_c": 400}),
        ("wind EGTF LFAT 110 kt tomorrow at 25:00", "get_wind_plan", {"time": "25:00"}),
        ("sigmets over EGKB", "get_sigmets", {"place": "EGKB"}),
        ("sigmet XXXX", "get_sigmets", {"place": "XXXX"}),
        ("20 knots at 350 on runway 24 at Wycombe", "get_runway_wind", {"wind": "350/20", "runway": "24"}),
        ("my wind limits: 14 across and 20 gusting", "set_minima", {"crosswind_kt": 14, "gust_kt": 20, "wind_kt": None}),
        ("Lasham wx tomorrow am", "get_weather", {"time": "08:00", "until": "12:00"}),
        ("Wie hoch sind die Wolken in Egelsbach?", "get_weather", {"places": ["Egelsbach"]}),
        ("what time is it dark at Benbecula tomorrow", "get_airport_details", {"about": ["sun"]}),
        ("no crosswind limit any more please", "set_minima", {"forget": ["crosswind_kt"]}),
        ("Fenland, wind two four zero at fifteen, runway 18 crosswind?", "get_runway_wind", {"wind": "240/15"}),
        ("190 gusting 28 at Sandown, crosswind on 23?", "get_runway_wind", {"wind": "190/G28", "runway": "23"}),
        ("anything significant in the Manchester TAF for 1400", "get_weather", {"time": "14:00"}),
        ("wind at 2500ft over Lydd at 1600", "get_winds_aloft", {"time": "16:00", "levels_ft": [2500]}),
        ("winds at 2000 over Lydd", "get_winds_aloft", {"time": None, "levels_ft": [2000]}),
        ("give me a 5 day outlook for Bembridge", "get_outlook", {"days": 5}),
        ("brief: EGHR LFRC Friday dep 0900 ret 1700", "get_day_brief", {"time": "09:00", "return_time": "17:00"}),
        ("clear my crosswind minimum", "set_minima", {"forget": ["crosswind_kt"], "clear": None}),
        ("lösche meine Sichtgrenze", "set_minima", {"forget": ["visibility_m"], "clear": None}),
        ("forget my limits", "set_minima", {"clear": True}),
        ("EGKB wx", "get_weather", {"places": ["EGKB"]}),
        ("density altitude at Samedan at 30 °C", "get_density_altitude", {"icao_code": "LSZS", "temperature_c": 30}),
    ],
)  # fmt: skip
async def test_the_figures_of_a_sentence_reach_the_tool(
    text: str, tool: str, said: dict[str, Any], shared: Deps
) -> None:
    found = await arguments_of(text, shared, tool)
    assert {name: found.get(name) for name in said} == said


@pytest.mark.parametrize(
    ("last", "text", "tool", "said"),
    [
        ({"places": ["LFAT"], "kind": "taf"}, "tempo?? in the taf", "explain_term", {"term": "TEMPO", "reports_of": ["LFAT"]}),
        ({"places": ["LFAT"]}, "what does that BECMG mean", "explain_term", {"term": "BECMG"}),
        ({"places": ["EGKB"]}, "is 9999 good", "explain_term", {"term": "9999", "reports_of": ["EGKB"]}),
        ({"places": ["EGKB"]}, "was heißt NSC", "explain_term", {"term": "NSC"}),
        ({"places": ["EGKB"]}, "will it be VFR by noon?", "get_weather", {"places": ["EGKB"], "time": "12:00"}),
        ({"places": ["EGKB"]}, "when is it best to land", "get_weather", {"places": ["EGKB"], "kind": "taf"}),
        ({"places": ["EGKB"]}, "what's the wind doing at 15", "get_weather", {"places": ["EGKB"], "time": "15:00"}),
        ({"places": ["EGKB"]}, "crosswind?", "get_runway_wind", {"icao_code": "EGKB"}),
        ({"places": ["EGKB"], "time": "13:00"}, "crosswind then?", "get_runway_wind", {"time": "13:00"}),
        ({"places": ["EGKB"], "time": "13:00"}, "crosswind now?", "get_runway_wind", {"time": None}),
        ({"places": ["EGKB"]}, "worst ceiling between 11 and 2?", "get_weather", {"time": "11:00", "until": "14:00"}),
        ({"places": ["EGKB"], "day": "2026-11-28"}, "metar", "get_weather", {"kind": "metar", "day": None}),
        ({"places": ["EGKB"], "day": "2026-11-28"}, "freezing level?", "get_outlook", {"day": "2026-11-28"}),
        ({"places": ["EDNY"]}, "wann reißt es auf?", "get_weather", {"places": ["EDNY"], "kind": "taf"}),
        ({"places": ["LFMD"]}, "puis-je y aller ?", "get_weather", {"places": ["LFMD"], "verdict": True}),
        ({"places": ["EGKB"]}, "my watches?", None, {}),
        ({"places": ["EGKB"]}, "runway length", "get_airport_details", {"icao_code": "EGKB"}),
    ],
)  # fmt: skip
async def test_a_short_question_goes_on_from_the_report_in_hand(
    last: dict[str, Any], text: str, tool: str | None, said: dict[str, Any], shared: Deps
) -> None:
    before = Conversation(last_plan=Plan(steps=(ToolCall(tool="get_weather", arguments=last),)))
    plan = await make_plan(Question(text=text, at=shared.now()), before, shared)
    if tool is None:
        assert not plan.steps and "/watches" in plan.reasoning
        return
    (step,) = plan.steps
    assert step.tool == tool
    assert {name: step.arguments.get(name) for name in said} == said


@pytest.mark.parametrize(
    ("last", "text", "said"),
    [
        (("get_runway_wind", {"icao_code": "LFAT", "wind": "240/18G28"}), "what if it backs to 210", {"wind": "210/18G28"}),
        (("get_runway_wind", {"icao_code": "LFAT", "wind": "240/18"}), "und wenn er auf 270 dreht", {"wind": "270/18"}),
        (("get_runway_wind", {"icao_code": "LFAT", "wind": "240/18"}), "und dreht auf 270", {"wind": "270/18"}),
        (
            ("plan_trip", {"from_location": "EGTF", "to_location": "EGKA", "day": "2026-11-28", "off_block": "10:00"}),
            "is it safe?", {"to_location": "EGKA", "time": "10:00", "verdict": True},
        ),
        (("get_day_brief", {"to_location": "LFAT"}), "just tell me yes or no", {"to_location": "LFAT", "verdict": True}),
        (("get_outlook", {"places": ["LFAT"], "day": "2026-11-29"}), "any rain", {"places": ["LFAT"], "day": "2026-11-29"}),
        (("get_outlook", {"places": ["LFAT"], "day": "2026-11-29"}), "crosswind?", {"icao_code": "LFAT", "day": "2026-11-29"}),
    ],
)  # fmt: skip
async def test_a_wind_that_turns_and_an_outlook_are_gone_on_with(
    last: tuple[str, dict[str, Any]], text: str, said: dict[str, Any], shared: Deps
) -> None:
    before = Conversation(last_plan=Plan(steps=(ToolCall(tool=last[0], arguments=last[1]),)))
    plan = await make_plan(Question(text=text, at=shared.now()), before, shared)
    (step,) = plan.steps
    assert {name: step.arguments.get(name) for name in said} == said


@pytest.mark.parametrize(
    ("group", "words"),
    [
        ("9999", "visibility 10 km or more"), ("q1012", "QNH 1012"), ("-SHRA", "light showers of rain"),
        ("FZFG", "freezing fog"), ("24018G28KT", "wind 240° 18 kt gusting 28"), ("12", None), ("hello", None), ("1500", None),
    ],
)  # fmt: skip
def test_a_group_of_a_report_is_told_alone(group: str, words: str | None) -> None:
    assert group_words(group) == words


@pytest.mark.parametrize(
    ("before", "group", "after", "begins"),
    [
        ("TEMPO", "0612", "BKN004", "the hours of that change, 06:00 to 12:00 UTC"),
        ("PROB30", "0410", "", "the hours of that change, 04:00 to 10:00 UTC"),
        ("BECMG", "0600", "2000", "the hours of that change, 06:00 to 00:00 UTC"),
        ("TEMPO", "2000", "BR", "visibility 2 km; in an older TAF, which wrote no days, the hours 20:00"),
        ("TEMPO", "3000", "BR", "visibility 3 km"),
        ("0612", "3000", "BR", "visibility 3 km"),
    ],
)  # fmt: skip
def test_four_figures_behind_a_change_are_its_hours(before: str, group: str, after: str, begins: str) -> None:
    assert (group_words(group, in_report=True, before=before, after=after) or "").startswith(begins)


def test_no_visibility_is_told_in_single_metres() -> None:
    assert group_words("0612", in_report=True) is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("and at 2000 ft", {"level_ft": 2000, "wind": None, "true_airspeed_kts": 110, "from_location": "EGTF"}),
        ("at 5000 it is 270/38", {"wind": "270/38", "true_airspeed_kts": 110, "from_location": "EGTF", "to_location": "LFAT"}),
        ("and back?", {"from_location": "LFAT", "to_location": "EGTF", "true_airspeed_kts": 110}),
    ],
)  # fmt: skip
async def test_a_wind_plan_goes_on_with_its_speed_and_way(text: str, said: dict[str, Any], shared: Deps) -> None:
    arguments: dict[str, Any] = {
        "from_location": "EGTF", "to_location": "LFAT", "true_airspeed_kts": 110, "wind": "240/20"
    }  # fmt: skip
    before = Conversation(last_plan=Plan(steps=(ToolCall(tool="get_wind_plan", arguments=arguments),)))
    plan = await make_plan(Question(text=text, at=shared.now()), before, shared)
    (step,) = plan.steps
    assert step.tool == "get_wind_plan"
    assert {name: step.arguments.get(name) for name in said} == said


@pytest.mark.parametrize("text", ["will I be back before dark?", "sind wir vor der Dunkelheit zurück?"])
async def test_being_back_by_day_turns_no_trip_round(text: str, shared: Deps) -> None:
    kept: dict[str, Any] = {
        "from_location": "EGTF", "to_location": "LFAT", "day": "2026-11-26", "return_off_block": "15:30"
    }  # fmt: skip
    call = ToolCall(tool="plan_trip", arguments=kept)
    before = Conversation(last_plan=Plan(steps=(call,)), flight_trip={"arguments": kept})
    (step,) = (await make_plan(Question(text=text, at=shared.now()), before, shared)).steps
    assert (step.tool, step.arguments) == ("plan_trip", {**kept, "about": "off_blocks"})


@pytest.mark.parametrize(
    ("text", "tool", "said"),
    [
        ("tailwind component if I land 09 with 250 at 9?", "get_runway_wind", {"wind": "250/09", "runway": "09"}),
        ("Rückenwind auf 09 bei 250/9?", "get_runway_wind", {"wind": "250/09", "runway": "09"}),
        ("25 knots from 240, down 20, crosswind?", "get_runway_wind", {"wind": "240/25", "runway": "20"}),
        ("zero degree level between Lyon and Turin tomorrow", "get_outlook", {"places": ["Lyon", "Turin"]}),
        ("is it a flying day on Thursday at Sleap", "get_day_brief", {"from_location": "Sleap", "to_location": "Sleap"}),
        ("Wetterbriefing Mannheim nach Norderney morgen 9 Uhr", "get_day_brief", {"time": "09:00"}),
        (
            "keep an eye on Deauville for Saturday and tell me if it goes below my minima", "watch_flight",
            {"to_location": "Deauville", "day": "2026-11-28"},
        ),
        ("last landing at Redhill", "get_airport_details", {"about": ["sun", "hours"]}),
        ("how much daylight is left at Fairoaks", "get_airport_details", {"about": ["sun"]}),
        ("max crosswind of a PA28", "get_aircraft_figures", {"crosswind": True}),
        ("I've 18 knots at 60 degrees to the runway, how much is across?", "get_runway_wind", {"off_deg": 60, "wind": "18"}),
        ("18 gusting 29, 40 degrees off the runway, gust crosswind?", "get_runway_wind", {"off_deg": 40, "wind": "18G29"}),
        ("20 Knoten 30 Grad zur Bahn, Seitenwindkomponente?", "get_runway_wind", {"off_deg": 30, "wind": "20"}),
        ("30 gusting 38 straight across, headwind?", "get_runway_wind", {"off_deg": 90, "wind": "30G38"}),
        (
            "runway 13 at Le Touquet right now, how much crosswind?", "get_runway_wind",
            {"icao_code": "LFAT", "runway": "13"},
        ),
        (
            "is 240/17 ok for runway 20 if my limit is 12?", "get_runway_wind",
            {"wind": "240/17", "runway": "20", "crosswind_limit_kt": 12},
        ),
        ("wind and temp at 6000ft over Clermont at 15z", "get_winds_aloft", {"temperature": True, "levels_ft": [6000]}),
        ("gefriert es heute auf 5000 ft über Kassel", "get_winds_aloft", {"temperature": True, "levels_ft": [5000]}),
        ("Wetter auf der Strecke Kassel - Erfurt - Jena heute", "get_weather", {"places": ["Kassel", "Erfurt", "Jena"]}),
        ("compare my minima with the weather at Lydd", "get_weather", {"places": ["Lydd"], "held": True}),
        ("cest quoi le vent a chambery la maintenant", "get_weather", {"places": ["chambery"]}),
        ("wie is der wind in juist grad", "get_weather", {"places": ["juist"]}),
        ("quel vent a Dinard la tout de suite", "get_weather", {"places": ["Dinard"]}),
        ("Saturday or Sunday for Sandown?", "get_outlook", {"places": ["Sandown"], "days": 2}),
        ("my limits: 2000 ft, max 12 across, 20 total wind", "set_minima", {"crosswind_kt": 12, "wind_kt": 20}),
    ],
)  # fmt: skip
async def test_what_fresh_pilots_asked_is_read(text: str, tool: str, said: dict[str, Any], deps: Deps) -> None:
    assert said.items() <= (await arguments_of(text, deps, tool)).items()


async def after(told: str, text: str, deps: Deps) -> ToolCall:
    first = await gather(answer(Question(text=told, at=A_TUESDAY), Conversation(), deps))
    plan = await make_plan(Question(text=text, at=A_TUESDAY), first.conversation(Conversation()), deps)
    (step,) = plan.steps
    return step


async def test_a_runway_is_asked_of_the_report_in_hand(deps: Deps) -> None:
    step = await after("metar LFAT", "is 31 within 15 knots", deps)
    asked: dict[str, Any] = {"icao_code": "LFAT", "runway": "31", "crosswind_limit_kt": 15}
    assert step == ToolCall(tool="get_runway_wind", arguments=asked)


async def test_a_limit_of_several_words_goes_on_from_the_wind_in_hand(deps: Deps) -> None:
    first = await gather(answer(Question(text="wind at Jersey", at=A_TUESDAY), Conversation(), deps))
    memory = first.conversation(Conversation())
    text = "is that ok with my 12 knot crosswind limit"
    plan = await make_plan(Question(text=text, at=A_TUESDAY), memory, deps)
    assert [step.tool for step in plan.steps] == ["set_minima", "get_weather"]
    assert plan.steps[0].arguments == {"crosswind_kt": 12}


async def test_the_worst_of_a_forecast_is_all_of_it(deps: Deps) -> None:
    step = await after("taf EGKK at 14z", "what's the worst it gets", deps)
    assert step == ToolCall(tool="get_weather", arguments={"places": ["EGKK"], "kind": "taf"})


async def test_a_wind_that_picks_up_keeps_its_direction(deps: Deps) -> None:
    step = await after("which runway at EGJJ with 260/14", "and if it picks up to 35 knots?", deps)
    assert step.arguments == {"icao_code": "EGJJ", "wind": "260/35"}


@pytest.mark.parametrize(
    ("thread", "tool", "said"),
    [
        (("sunset at Sandown today", "and in June"), "get_airport_details", {"about": ["sun"], "date": "2027-06-15"}),
        (("Sonnenuntergang Kempten heute", "und im Juli?"), "get_airport_details", {"date": "2027-07-15"}),
        (
            ("can I fly Fairoaks to Le Touquet on Saturday at 110 kt", "and the wind on the way back?"), "get_wind_plan",
            {"from_location": "Le Touquet", "to_location": "Fairoaks", "day": "2026-11-28", "cruise_speed_kts": 110},
        ),
        (
            ("plan EGKB to LFRG saturday 10:00 back at 16:00, 100 kt", "wind on the way home?"), "get_wind_plan",
            {"from_location": "LFRG", "to_location": "EGKB", "time": "16:00"},
        ),
        (
            ("brief Fairoaks to Le Touquet tomorrow at 10, home at 3", "and the wind at 2000"), "get_wind_plan",
            {"level_ft": 2000, "time": "10:00", "from_location": "Fairoaks"},
        ),
        (("weather at Le Touquet now", "and at Biggin", "which of the two is better"), "get_weather", {"places": ["Le Touquet", "Biggin"]}),
        (("270/20G30 on 31 at Le Touquet", "too much?"), "get_runway_wind", {"runway": "31", "verdict": True}),
        (("sunset at Lydd on Sunday", "and one hour before that?"), "get_airport_details", {"minutes_before": 60}),
        (("cross at Lydd tomorrow at 2", "at 4"), "get_runway_wind", {"icao_code": "EGMD", "time": "16:00"}),
    ],
)  # fmt: skip
async def test_a_short_message_turns_what_is_in_hand(
    thread: tuple[str, ...], tool: str, said: dict[str, Any], deps: Deps
) -> None:
    chat = Conversation()
    plan = None
    for text in thread:
        found = await gather(answer(Question(text=text, at=A_TUESDAY), chat, deps))
        chat, plan = found.conversation(chat), found.plan
    assert plan is not None
    (step,) = plan.steps
    assert step.tool == tool
    assert {name: step.arguments.get(name) for name in said} == said


@pytest.mark.parametrize(
    "text",
    ["which of Deauville, Le Havre and Rouen has the best runway for 210/20",
     "210/20, welche Bahn ist besser, Deauville, Le Havre oder Rouen?"],
)  # fmt: skip
async def test_a_wind_that_is_told_is_set_on_the_runways_of_each_field(text: str, deps: Deps) -> None:
    """ "210" is no Cessna where it is a wind's direction."""
    plan = await make_plan(Question(text=text, at=A_TUESDAY), Conversation(), deps)
    assert [(s.tool, s.arguments) for s in plan.steps] == [
        ("get_runway_wind", {"icao_code": code, "wind": "210/20"}) for code in ("LFRG", "LFOH", "LFOP")
    ]


async def test_a_bare_limit_is_no_runway(deps: Deps) -> None:
    """ "Grenze 15" turned the wind in hand on runway 15."""
    chat = Conversation()
    calls: tuple[str, ...] = ()
    for text in ("Wind 250/16 Böen 25, Bahn 31", "Grenze 15"):
        found = await gather(answer(Question(text=text, at=A_TUESDAY), chat, deps))
        chat = found.conversation(chat)
        assert found.plan is not None
        calls = tuple(step.tool for step in found.plan.steps)
    assert calls == ("set_minima", "get_runway_wind")


@pytest.mark.parametrize(
    ("text", "places", "day"),
    [
        (
            "ça donne quoi le temps samedi prochain sur Vannes et Quiberon, en gros ?",
            ["Vannes", "Quiberon"],
            "2026-11-28",
        ),
        (
            "Großwetterlage kommendes Wochenende Schwarzwald und Schweizer Mittelland?",
            ["Schwarzwald", "Schweizer Mittelland"],
            "weekend",
        ),
        ("general weather picture for Mallorca and Ibiza on Saturday?", ["Mallorca", "Ibiza"], "2026-11-28"),
        (
            "I have to tell the caterers by Wednesday. How does next Saturday look in general for Normandy?",
            ["Normandy"],
            "2026-11-28",
        ),
    ],
)
async def test_the_weather_of_places_listed_is_no_flight(
    deps: Deps, text: str, places: list[str], day: str
) -> None:
    given = await arguments_of(text, deps, "get_outlook")
    assert given["places"] == places and given["day"] == day


@pytest.mark.parametrize(
    "text", ["TAF only for EGLL, I've got the METAR", "TAF nur für EDDF, METAR hab ich schon"]
)
async def test_a_report_that_is_held_is_not_asked(deps: Deps, text: str) -> None:
    assert (await arguments_of(text, deps, "get_weather"))["kind"] == "taf"


@pytest.mark.parametrize(
    ("text", "country"),
    [
        ("chez les anglais, il faut une licence radio ?", "GB"),
        ("what distance must be kept from the Belarusian border when VFR in Lithuania?", "LT"),
        (
            "I asked about Ireland last week, this is nothing to do with it: do you need a radio licence to fly in Norway?",
            "NO",
        ),
        ("Nicht Frankreich, das hatte ich schon: Flugplanpflicht in Belgien?", "BE"),
    ],
)
async def test_a_country_told_aside_is_not_asked(deps: Deps, text: str, country: str) -> None:
    given = await arguments_of(text, deps, "answer_rules_question")
    assert given["country_code"] == country and "countries" not in given
