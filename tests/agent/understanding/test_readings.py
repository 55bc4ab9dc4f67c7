"""What the readings of the tools take from sentences as pilots type them: each tool is given, its arguments are checked."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from agent import registry
from agent.config import AgentSettings
from agent.deps import Deps
from agent.understanding.reader.reader import Reader

SUNDAY = date(2026, 11, 22)


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(Deps(settings=AgentSettings.from_environ({})))


@pytest.mark.parametrize(
    ("tool", "text", "expected"),
    [
        (
            "get_runway_wind",
            "a crosswind check for a student limited to 12 knots: Lee-on-Solent, runway 23, wind 280 at 16.",
            {"icao_code": "EGHF", "runway": "23", "wind": "280/16"},
        ),
        (
            "get_runway_wind",
            "Wind on LKTB is 190 on 14 gusting 22, which runway?",
            {"icao_code": "LKTB", "wind": "190/14G22"},
        ),
        (
            "plan_trip",
            "taking our archer down to biarritz via rennes on the 12th dec",
            {"to_location": "biarritz", "via": ["rennes"], "day": "2026-12-12"},
        ),
        (
            "get_report_deadline",
            "GAR, landing Wick on Friday kl. 13.30. latest time to send?",
            {
                "report": "GAR",
                "to_location": "Wick",
                "day": "2026-11-27",
                "time": None,
            },  # it counts from the take-off
        ),
        (
            "find_airports_near_location",
            "what can I make in an hour and a half from EGBJ at 110, not staying in the uk",
            {"location_query": "EGBJ", "within_minutes": 90, "filters": {"not_country": ["GB"]}},
        ),
        (
            "find_airports_near_location",
            "grass strips near Chester, not in Wales",
            {"location_query": "Chester", "filters": {"has_soft_runway": True, "not_country": ["GB-WLS"]}},
        ),
        (
            "find_airports_near_route",
            "jet A stops Roskilde to Inverness, before the North Sea",
            {"position": "before the north sea", "filters": {"has_jet_a": True}},
        ),
        (
            "calculate_flight_distance",
            "how far am I from Thruxton",
            {"from_location": "here", "to_location": "Thruxton"},
        ),
        (
            "plan_trip",
            "on part a Jersey samedi a 4",
            {"to_location": "Jersey", "from_location": None, "day": "2026-11-28"},
        ),
        ("watch_flight", "look out for the weather to Alderney on the twelfth for us", {"day": "2026-12-12"}),
        (
            "show_map",
            "is Sleap upside down, never mind: Sleap, Shobdon and Welshpool",
            {"places": ["Sleap", "Shobdon", "Welshpool"]},
        ),
        ("browse_rules", "all the Dutch rules pls", {"topic": None}),
        (
            "browse_rules",
            "May I have the complete rules for Switzerland? I shall print them and put them in the binder.",
            {"topic": None, "countries": ["CH"]},
        ),
        (
            "compare_rules_between_countries",
            "Germany and Denmark compared as regards airspace for a visiting pilot.",
            {"topic": "airspace"},
        ),
        (
            "answer_rules_question",
            "Best way to carry a dog on a private flight from England to France and back?",
            {"countries": ["FR", "GB"]},
        ),
        ("answer_rules_question", "Can I take my dog from England to France?", {"countries": ["FR"]}),
        (
            "compare_rules_between_countries",
            "Please compare Norway and Ireland for a visiting private pilot: flight plan, customs and so on.",
            {"topic": "flight plan, customs"},
        ),
        (
            "compare_rules_between_countries",
            "Vergleiche bitte Norwegen und Irland für ausländische Privatpiloten: Flugplan, Zoll usw.",
            {"topic": "Flugplan, Zoll"},
        ),
        (
            "compare_rules_between_countries",
            "Difference between Germany and Belgium for microlights: insurance, radio, flight plan?",
            {"topic": "microlights, insurance, radio, flight plan"},
        ),
        (
            "build_itinerary",
            "We have 1130 to 1500 in Rouen, suggest a programme",
            {"near": "Rouen", "window": {"from": "11:30", "to": "15:00"}},
        ),
        (
            "build_itinerary",
            "on se pose à 12h à Dinard, retour 16h30, fais un petit programme",
            {"window": {"from": "12:00", "to": "16:30"}},
        ),
        ("build_itinerary", "long weekend Gdansk, 3 days", {"duration_days": 3}),
        (
            "find_airports_near_location",
            "pistes en herbe à 1h de Saumur, en Savannah",
            {"location_query": "Saumur", "within_minutes": 60},
        ),
        ("find_airports_near_location", "Plätze im Umkreis von hier mit Mogas", {"location_query": "here"}),
        (
            "find_airports_near_location",
            "airports within 30 nm of Moosehead Lake with a paved runway",
            {"filters": {"has_hard_runway": True}},
        ),
        ("search_airports", "German fields on the Baltic with avgas", {"query": "Germany"}),
        ("get_day_brief", "vfr sat ehrd→lfat doable?", {"day": "2026-11-28", "from_location": "EHRD"}),
        ("show_map", "a map of Enstone and Lydd. I want to paste it somewhere", {"places": ["Enstone", "Lydd"]}),
        ("search_pois", "lunch 45 min flt from ehrd", {"near": "EHRD", "fly_within_hours": 0.75}),
        (
            "calculate_flight_distance",
            "Freiburg, Mengen, Schwäbisch Hall und zurück nach Freiburg mit 100 kt",
            {
                "from_location": "Freiburg",
                "to_location": "Freiburg",
                "via": ["Mengen", "Schwäbisch Hall"],
                "return": None,
            },
        ),
        ("explain_term", "afis vs a/g meaning", {"term": "afis", "other_term": "a/g"}),
        ("explain_term", "What's an AFISO? Is it the same as air traffic?", {"term": "AFISO", "other_term": None}),
        ("explain_term", "pn = ?", {"term": "pn"}),
        (
            "plan_trip",
            "Redhill to Ostend on Friday 4 December, two friends with me, home Sunday at noon",
            {
                "from_location": "Redhill",
                "to_location": "Ostend",
                "day": "2026-12-04",
                "return_day": "2026-12-06",
                "return_off_block": "12:00",
                "people": 3,
            },
        ),
        (
            "plan_trip",
            "Elstree to Antwerp Friday noon, back Sunday evening at six",
            {
                "from_location": "Elstree",
                "to_location": "Antwerp",
                "day": "2026-11-27",
                "off_block": "12:00",
                "return_day": "2026-11-29",
                "return_off_block": "18:00",
            },
        ),
        (
            "plan_trip",
            "taking two friends from Lognes to Headcorn on Saturday and staying the night",
            {
                "from_location": "Lognes",
                "to_location": "Headcorn",
                "day": "2026-11-28",
                "return_day": "2026-11-29",
                "people": 3,
            },
        ),
        (
            "plan_trip",
            "EKRK - ESMS on 4 December, off 0830, back 6th",
            {
                "from_location": "EKRK",
                "to_location": "ESMS",
                "day": "2026-12-04",
                "off_block": "08:30",
                "return_day": "2026-12-06",
            },
        ),
        (
            "plan_trip",
            "Lydd to Abbeville wednesday, no wait, thursday",
            {"from_location": "Lydd", "to_location": "Abbeville", "day": "2026-11-26"},
        ),
        (
            "calculate_flight_distance",
            "Sandown to Cherbourg against 25 knots, 5 hours of fuel, at 110",
            {
                "from_location": "Sandown",
                "to_location": "Cherbourg",
                "headwind_kts": 25,
                "cruise_speed_kts": 110,
                "endurance_hours": 5,
            },
        ),
        ("calculate_flight_distance", "via Alderney please", {"via": ["Alderney"]}),
        ("set_profile", "give me feet and nautical miles, not metres", {"units": "aviation"}),
        ("set_profile", "I want kilometres instead of nautical miles", {"units": "metric"}),
        ("explain_term", "what do they mean by NOSIG", {"term": "NOSIG"}),
        ("explain_term", "what is a TMZ, and what's an RMZ?", {"term": "TMZ", "other_term": "RMZ"}),
        ("explain_term", "und Gendec?", {"term": "Gendec"}),
        (
            "search_airports",
            "the 4 longest runways in Wales, no fee above a tenner, nothing to do with the army",
            {
                "query": "Wales",
                "filters": {"military": False, "max_landing_fee": 10, "max_landing_fee_currency": "GBP"},
                "priority_strategy": "longest_runway",
                "max_results": 4,
            },
        ),
        (
            "compare_airfields",
            "Egelsbach or Mainz for a meeting in Frankfurt, which has an ILS",
            {"icao_codes": ["EDFE", "EDFZ"], "about": ["ils"]},
        ),
        (
            "get_airport_details",
            "elevation and circuit at Elstree",
            {"icao_code": "EGTR", "about": ["elevation", "circuit"]},
        ),
        (
            "get_weather",
            "TAFs for Guernsey, Alderney and Jersey",
            {"places": ["Guernsey", "Alderney", "Jersey"], "kind": "taf"},
        ),
        ("get_airport_details", "has Ærø grass?", {"icao_code": "EKAE", "about": ["runway"]}),
        (
            "get_airport_details",
            "When's sunrise at Compton Abbas on 5 December, we want to do a breakfast run",
            {"icao_code": "EGHA", "about": ["sun"], "date": "2026-12-05"},
        ),
        (
            "get_airport_details",
            "is their hotel at Sywell right beside the runway as I remember it? and the telephone number",
            {"icao_code": "EGBK", "about": ["hotel", "contact"]},
        ),
        (
            "get_airport_details",
            "We'll have dinner in Deauville, are there lights on the runway and till when are they open?",
            {"icao_code": "LFRG", "about": ["lights", "hours"]},
        ),
        (
            "get_airport_details",
            "is there a tower at Connemara or only a radio?",
            {"icao_code": "EICA", "about": ["tower"]},
        ),
        (
            "get_airport_details",
            "is EPBC open for foreign pilots? or private",
            {"icao_code": "EPBC", "about": ["access", "status"]},
        ),
        (
            "get_airport_details",
            "I'm at Biggin on Saturday, do they have self service fuel at Le Touquet?",
            {"icao_code": "LFAT", "about": ["self_service", "fuel"], "date": "2026-11-28"},
        ),
        (
            "get_airport_details",
            "Just landed at Lydd, next stop Calais, do they have avgas there",
            {"icao_code": "LFAC", "about": ["avgas"]},
        ),
        (
            "get_airport_details",
            "is there a train from Southend airport to London",
            {"icao_code": "EGMC", "about": ["transport"]},
        ),
        ("get_airport_details", "does LFRD have noise rules", {"icao_code": "LFRD", "about": ["notices"]}),
        (
            "find_airports_near_location",
            "find me a field near amsterdam for my motor glider, no schiphol",
            {"location_query": "amsterdam", "filters": {"not_fields": ["EHAM"]}},
        ),
        ("find_airports_near_location", "fields near Lyon for a touring motor glider", {"location_query": "Lyon"}),
        (
            "find_airports_near_location",
            "Which fields in the Netherlands with customs are within 90 minutes of EGSV at 120 knots?",
            {
                "location_query": "EGSV",
                "within_minutes": 90,
                "cruise_speed_kts": 120,
                "filters": {"point_of_entry": True, "country": "NL"},
            },
        ),
        (
            "find_airports_near_route",
            "What would be the cheapest fuel stop between Old Buckenham and Le Mans?",
            {
                "from_location": "Old Buckenham",
                "to_location": "Le Mans",
                "filters": {"has_fuel": True},
                "priority_strategy": "cheapest",
            },
        ),
        (
            "search_airports",
            "which fields on the Basque coast have UL91 or avgas",
            {"query": "Basque coast", "filters": {"any_fuel": ["ul91", "avgas"]}},
        ),
        (
            "calculate_flight_distance",
            "how far is abbey ville from old buck num",
            {"from_location": "old buck num", "to_location": "abbey ville"},
        ),
        (
            "calculate_flight_distance",
            "If I leave Duxford for Reims at 100 knots with a 20 knot headwind, how long out and how long home?",
            {"cruise_speed_kts": 100, "headwind_kts": 20, "return": True},
        ),
        ("search_airports", "fields in Kent happy with a day's notice", {"query": "Kent", "max_hours_notice": 24}),
        (
            "search_airports",
            "which airfields in Brittany have customs? We are considering a September tour.",
            {"query": "Brittany", "filters": {"point_of_entry": True}},
        ),
        (
            "search_airports",
            "which fields on Zealand have gliding, I want to stay clear of them",
            {"query": "Zealand", "filters": {"gliding": True}},
        ),
        ("set_profile", "set units to metric please", {"units": "metric"}),
        (
            "search_airports",
            "welche Plätze in Bayern haben Zoll",
            {"query": "Bayern", "filters": {"point_of_entry": True}},
        ),
        (
            "find_airports_near_location",
            "fields within 40 nm of EGKA where I can buy unleaded",
            {"location_query": "EGKA", "max_distance_nm": 40, "filters": {"any_fuel": ["ul91", "mogas"]}},
        ),
        (
            "search_airports",
            "airfields in Kent sorted by runway length",
            {"query": "Kent", "priority_strategy": "longest_runway"},
        ),
        (
            "get_airport_details",
            "need to know asap: LFBD closing time and customs",
            {"icao_code": "LFBD", "about": ["hours", "customs"]},
        ),
        (
            "find_airports_near_location",
            "airports near Bordeaux excluding Mérignac",
            {"location_query": "Bordeaux", "filters": {"not_fields": ["LFBD"]}},
        ),
        (
            "find_airports_near_location",
            "cheap landing near Deauville",
            {"location_query": "Deauville", "priority_strategy": "cheapest"},
        ),
        (
            "find_airports_near_route",
            "airfields along EGKA to LFBI with avgas every 100 miles",
            {"from_location": "EGKA", "to_location": "LFBI", "filters": {"has_avgas": True}},
        ),
        ("get_airport_details", "is Old Sarum closed for good?", {"icao_code": "EGLS", "about": ["status"]}),
        (
            "get_airport_details",
            "who do I ring at Sandown about ppr",
            {"icao_code": "EGHN", "about": ["contact", "access"]},
        ),
        (
            "build_itinerary",
            "what can we do on Texel from 11 till 15",
            {"near": "Texel", "window": {"from": "11:00", "to": "15:00"}},
        ),
        (
            "get_border_brief",
            "Lydd to Ostend on Saturday, say 10 o'clock",
            {"from_location": "Lydd", "to_location": "Ostend", "date": "2026-11-28 10:00"},
        ),
        ("explain_term", "what's the difference between a QNH and a QFE?", {"term": "QNH", "other_term": "QFE"}),
        ("explain_term", "was ist der unterschied von ppr und pn", {"term": "ppr", "other_term": "pn"}),
        ("explain_term", "my student mixes up ATO and DTO. Difference?", {"term": "ATO", "other_term": "DTO"}),
        (
            "get_notams",
            "notams sur Brest Cork jeudi",
            {"from_location": "Brest", "to_location": "Cork", "day": "2026-11-26"},
        ),
        (
            "search_airports",
            "Plätze in Kroatien mit ner Hartbahn über 800m",
            {"query": "Croatia", "filters": {"has_hard_runway": True, "min_runway_length_ft": 2625}},
        ),
        (
            "get_airport_pricing",
            "was kostet LOWI für ne 172",
            {"icao_code": "LOWI", "aircraft_type": "C172"},
        ),
        (
            "build_itinerary",
            "Wir landen um 11 auf Juist und müssen um 16 Uhr wieder weg",
            {"near": "Juist", "window": {"from": "11:00", "to": "16:00"}},
        ),
        (
            "build_itinerary",
            "on se pose a 11h a Noirmoutier et on repart a 16h",
            {"near": "Noirmoutier", "window": {"from": "11:00", "to": "16:00"}},
        ),
        (
            "find_airports_near_route",
            "etapes entre Valenciennes et Propriano, DR400 a 110, plutot a mi chemin",
            {
                "from_location": "Valenciennes",
                "to_location": "Propriano",
                "aircraft_type": "DR400",
                "cruise_speed_kts": 110,
                "position": "a mi chemin",
            },
        ),
        ("browse_rules", "Liste des regles espagnoles svp", {"countries": ["ES"]}),
        (
            "answer_rules_question",
            "Is English enough on the radio at small Spanish fields?",
            {"question": "Is English enough on the radio at small Spanish fields?", "countries": ["ES"]},
        ),
        (
            "answer_rules_question",
            "Can I fly my Dutch microlight to Slovenia?",
            {"question": "Can I fly my Dutch microlight to Slovenia?", "countries": ["SI"]},
        ),
        (
            "answer_rules_question",
            "Do Americans need an ETA for Northern Ireland?",
            {"question": "Do Americans need an ETA for Northern Ireland?", "countries": ["GB"]},
        ),
        (
            "answer_rules_question",
            "Brauchen meine deutschen Gäste für Guernsey einen Reisepass?",
            {"question": "Brauchen meine deutschen Gäste für Guernsey einen Reisepass?", "countries": ["GG"]},
        ),
        (
            "answer_rules_question",
            "my lot are all irish, passports for scotland?",
            {"question": "my lot are all irish, passports for scotland?", "countries": ["GB"]},
        ),
        (
            "answer_rules_question",
            "Mes passagers algériens ont-ils besoin d'un visa pour l'Angleterre ?",
            {
                "question": "Mes passagers algériens ont-ils besoin d'un visa pour l'Angleterre ?",
                "countries": ["GB"],
            },
        ),
        (
            "answer_rules_question",
            "We've a Polish friend coming along in the back seat, what does she need to show at Le Touquet?",
            {
                "question": "We've a Polish friend coming along in the back seat, what does she need to show at Le Touquet?",
                "countries": ["FR"],
            },
        ),
        (
            "answer_rules_question",
            "Can I bring my Jack Russell from Waterford to Haverfordwest?",
            {"question": "Can I bring my Jack Russell from Waterford to Haverfordwest?", "countries": ["GB"]},
        ),
        (
            "answer_rules_question",
            "do the french speak english on the radio?",
            {"question": "do the french speak english on the radio?", "countries": ["FR"]},
        ),
        (
            "answer_rules_question",
            "Am I allowed to fly to Tel Aviv in a Piper?",
            {"question": "Am I allowed to fly to Tel Aviv in a Piper?", "countries": ["IL"]},
        ),
        (
            "answer_rules_question",
            "is my uk night rating good in france and germany",
            {"question": "is my uk night rating good in france and germany", "countries": ["FR", "DE"]},
        ),
        (
            "list_rule_countries",
            "Which countries accept UK permit aircraft?",
            {"question": "Which countries accept UK permit aircraft?"},
        ),
        (
            "answer_rules_question",
            "my dog back from France to Kent, allowed?",
            {"question": "my dog back from France to Kent, allowed?", "countries": ["GB"]},
        ),
        (
            "answer_rules_question",
            "Overflying Belarus from Poland to Lithuania ok?",
            {"question": "Overflying Belarus from Poland to Lithuania ok?", "countries": ["BY", "PL", "LT"]},
        ),
        (
            "answer_rules_question",
            "Brauchen Schweizer eine ETA für Schottland?",
            {"question": "Brauchen Schweizer eine ETA für Schottland?", "countries": ["GB"]},
        ),
        (
            "list_rule_countries",
            "Which countries allow English at uncontrolled fields?",
            {"question": "Which countries allow English at uncontrolled fields?"},
        ),
        (
            "answer_rules_question",
            "Which squawk code for lost comms?",
            {"question": "Which squawk code for lost comms?", "countries": ["FR", "GB"]},
        ),
        (
            "answer_rules_question",
            "can I fly VFR from Kharkiv to Poland",
            {"question": "can I fly VFR from Kharkiv to Poland", "countries": ["UA", "PL"]},
        ),
        (
            "get_airport_details",
            "can I clear customs at Rouen Vallée de Seine?",
            {"icao_code": "LFOP", "about": ["customs"]},
        ),
        (
            "plan_trip",
            "am Freitag um 9:30 von EDKB nach LOWZ und am Sonntag um 14 Uhr zurück",
            {
                "from_location": "EDKB",
                "to_location": "LOWZ",
                "day": "2026-11-27",
                "off_block": "09:30",
                "return_day": "2026-11-29",
                "return_off_block": "14:00",
            },
        ),
        ("plan_trip", "Sonntag mit Frau und Hund nach Texel", {"people": 2}),
        ("get_weather", "weather at Dinard and Jersey", {"places": ["Dinard", "Jersey"]}),
        (
            "get_fuel_plan",
            "combien d'essence pour aller a Bastia depuis Cuers et revenir, on brule 28 l/h",
            {"from_location": "Cuers", "to_location": "Bastia", "burn_lph": 28, "return": True},
        ),
        (
            "set_profile",
            "our aircraft are C152s that cruise at 90",
            {"aircraft_type": "C152", "cruise_speed_kts": 90},
        ),
        ("set_profile", "I mostly fly the club's Warrior", {"aircraft_type": "Warrior"}),
        ("propose_report", "Back from Abbeville. Nice chap in the clubhouse", {"icao_code": "LFOI"}),
        ("get_airport_details", "Flying round London is a pain, is Redhill open", {"icao_code": "EGKR"}),
        ("get_airport_details", "Is Manston open these days?", {"icao_code": "Manston"}),
        (
            "get_airport_statistics",
            "in Switzerland, how many are above 1500 ft?",
            {"country": "CH", "filters": None},
        ),
        (
            "get_weather",
            "wether at le touqet tomorow at 10",
            {"places": ["le touqet"], "day": "2026-11-23", "time": "10:00"},
        ),
        ("get_weather", "Poprad tomorrow on 9 in morning", {"day": "2026-11-23", "time": "09:00"}),
        ("get_weather", "Westerland morgen nachmittags um drei?", {"day": "2026-11-23", "time": "15:00"}),
        ("get_weather", "rain stop by 2 at haverfordwest u reckon", {"time": "14:00"}),
        ("get_runway_wind", "EDKA, 25, wind 290/20", {"icao_code": "EDKA", "wind": "290/20", "runway": "25"}),
        ("get_runway_wind", "17 knots from 310, landing on 36. Crosswind?", {"wind": "310/17", "runway": "36"}),
        ("get_runway_wind", "18 at Sleap with it 250 and 19", {"icao_code": "EGCV", "wind": "250/19"}),
        (
            "get_fuel_plan",
            "Fuel Wycombe to Dinard and back, 36 l/h, 182 usable",
            {
                "from_location": "Wycombe",
                "to_location": "Dinard",
                "burn_lph": 36,
                "usable_l": 182,
                "return": True,
                "aircraft_type": None,
            },
        ),
        ("get_fuel_plan", "Uetersen nach Bornholm bei 36 l/h, beide Wege?", {"burn_lph": 36, "return": True}),
        ("plan_trip", "to Rügen on sat, wife and dog, back sunday at 14", {"people": 2}),
        ("plan_trip", "On va à Headcorn dimanche à 2 depuis Abbeville", {"people": 2, "off_block": None}),
        ("plan_trip", "Texel on 5 December, one passenger, off at 0800", {"people": 2, "off_block": "08:00"}),
        ("plan_trip", "we are 3 airplanes, LKCM to Gdansk 4th december", {"people": None}),
        ("plan_trip", "to Guernsey saturday, five of us in the Jet Ranger", {"aircraft_type": "Jet Ranger"}),
        (
            "plan_trip",
            "Fife to Sherburn sunday, 3 up, arrow, back by two",
            {"aircraft_type": "arrow", "people": 3},
        ),
        (
            "plan_trip",
            "three of us, Stapleford to Ostend, Sat, off 10, off Ostend 15:30",
            {"day": "2026-11-28", "off_block": "10:00", "return_off_block": "15:30"},
        ),
        (
            "plan_trip",
            "Sleap, Caernarfon, Weston, back to Sleap, Saturday at 9",
            {"to_location": "Weston", "day": "2026-11-28", "off_block": "09:00", "return_off_block": None},
        ),
        (
            "plan_trip",
            "from Rochester to Calais and on to Ostend Saturday 9:30, home sunday",
            {"via": ["Calais"], "via_off_block": None, "day": "2026-11-28", "off_block": "09:30"},
        ),
        (
            "plan_trip",
            "Demain Strasbourg Baden-Baden et retour, on décolle à 10h",
            {"day": "2026-11-23", "off_block": "10:00", "return_off_block": None},
        ),
        ("plan_trip", "EDKB EBOS Fr 1000 zurück 1600", {"day": "2026-11-27", "off_block": "10:00"}),
        ("plan_trip", "Sa früh Schönhagen nach Stettin, abends wieder heim", {"day": "2026-11-28"}),
        ("set_minima", "my limits: 1200 ft, 6 km, 15 kt crosswind", {"ceiling_ft": 1200, "visibility_m": 6000}),
        ("get_density_altitude", "hot and high at Sion, thirty degrees they say", {"temperature_c": 30}),
        ("get_density_altitude", "it's going to be 35 in Granada, density altitude?", {"temperature_c": 35}),
        ("get_weather", "is it VFR at EGKB now?", {"places": ["EGKB"], "vmc": True}),
        ("get_weather", "wind at Popham at lunchtime sunday", {"time": "12:00", "until": "14:00"}),
        (
            "get_day_brief",
            "ça passe dimanche Toussus Quiberon vers 10h ?",
            {"from_location": "Toussus", "to_location": "Quiberon", "time": "10:00"},
        ),
        ("get_wind_plan", "EGTF to LFMD saturday at 10 winds at 5000 ft", {"time": "10:00", "level_ft": 5000}),
        (
            "plan_trip",
            "Caen Shoreham le 12/12 à 10h retour le 13 à 14h",
            {"day": "2026-12-12", "off_block": "10:00", "return_day": "2026-12-13", "return_off_block": "14:00"},
        ),
        ("get_airport_details", "sunset at LFAT 2026-12-01", {"date": "2026-12-01"}),
        (
            "plan_trip",
            "me and Dave to Middelburg on saturday from Andrewsfield, off 8.45",
            {"from_location": "Andrewsfield", "to_location": "Middelburg", "via": None, "people": 2},
        ),
    ],
)
def test_the_arguments_that_are_said(reader: Reader, tool: str, text: str, expected: dict[str, Any]) -> None:
    given = registry.readings()[tool].read(reader.said(text, SUNDAY).again())
    assert {name: given.get(name) for name in expected} == expected
