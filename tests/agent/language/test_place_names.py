"""What is a place in a sentence and what is a word: small letters, verbs, German nouns, abbreviations."""

from __future__ import annotations

import time
from datetime import date

import pytest

from agent.deps import Deps
from agent.language.spans import read_slots
from agent.language.vocabulary import Vocabulary
from agent.language.wording import plain

TODAY = date(2026, 11, 21)


def names(text: str, deps: Deps) -> list[str]:
    slots = read_slots(plain(text), TODAY, deps, Vocabulary.load(deps.settings))
    return [spot.name for spot in sorted(slots.spots, key=lambda spot: spot.start) if spot.kind != "here"]


@pytest.mark.parametrize(
    "text",
    [
        "what can I do to sort this out",
        "how early does the field want to hear from me",
        "is there anything to fill in",
        "a walk from the aeroplane to the seafront",
        "sors moi la liste de ce que tu as sur le plan de vol",
        "rappelle moi d'envoyer le plan demain",
        "les pieds dans l'eau",
        "Masse und Schwerpunkt bitte",
        "max 22 Böen",
        "Servas zusammen",
        "Dichtehöhe 1500 m 25 Grad QNH 1013",
        "wieviel Zeit am Boden wenn ich 11:30 lande",
        "Unterschiede bei den Mindestflughöhen",
        "what does the POH say",
        "do I pay VAT on fuel",
        "show me a map",
        "wind 20 kt westerly",
        "is there a kro to sleep in",
        "Tak for help with all this",
        "des consignes particulières a connaitre ?",
        "up to date opening hours",
        "what is Bed and Breakfast near the field",
    ],
)
def test_words_are_no_places(text: str, deps: Deps) -> None:
    assert names(text, deps) == []


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("headcorn to abbeville", ["headcorn", "abbeville"]),
        ("what's in store over the Pas-de-Calais", ["Pas-de-Calais"]),
        ("any strip near Newcastle-upon-Tyne", ["Newcastle-upon-Tyne"]),
        ("grass near hay-on-wye", []),
        ("we lost the engine in the sim and the candidate did well", []),
        ("I recommend it to sixty members", []),
        ("airfields in east anglia with a museum", ["east anglia"]),
        ("longest runway in the Channel Islands", ["Channel Islands"]),
        ("METAR KSBS KEGE KGUC", ["KSBS", "KEGE", "KGUC"]),
        ("from nice to ams", ["nice", "ams"]),
        ("lhr to nice", ["lhr", "nice"]),
        ("airports near Bad Salzuflen", ["Bad Salzuflen"]),
        ("fuel near east kilbride", ["east kilbride"]),
        ("hotel near Dundee airport", ["Dundee"]),
        ("vannes cork combien de temps", ["vannes", "cork"]),
        ("vol nantes - cork le 5 decembre", ["nantes", "cork"]),
        ("Plätze an der Nordsee", ["Nordsee"]),
        ("plätze in der eifel", ["eifel"]),
        ("Plätze auf den ostfriesischen Inseln", ["ostfriesischen Inseln"]),
        ("grass strips in the Home Counties", ["Home Counties"]),
        ("fuel at good wood", ["goodwood"]),
        ("phone of pop ham", ["popham"]),
        ("fuel at kirk bride", ["kirkbride"]),
        ("phone of duns well", ["dunswell"]),
        ("from shore ham to head corn", ["shoreham", "headcorn"]),
        ("is there fuel at the south end of the runway", []),
        ("any sigmet over the North Sea", []),
        ("anything around Garda with a hotel", ["Garda"]),
        ("to biarritz via rennes", ["biarritz", "rennes"]),
        ("gamston avgas", ["gamston"]),
        ("préavis pour la Grande-Bretagne", ["Grande-Bretagne"]),
        ("Do Gloucester?", ["Gloucester"]),
        ("and Amber Fort?", ["Amber Fort"]),
        ("from Blorptown to EGTF", ["Blorptown", "EGTF"]),
        ("airfields near qwertzheim", ["qwertzheim"]),
        ("Newport Isle of Wight", ["Newport, Isle of Wight"]),
        ("duxfor", ["duxfor"]),
        ("G-LYDD from Lydd", ["Lydd"]),
        ("lasbordes - castres - millau - gap, combien de milles", ["lasbordes", "castres", "millau", "Gap"]),
        ("headcorn - abbeville - tours?", ["headcorn", "abbeville", "Tours"]),
        ("toussus - auxerre - lens", ["toussus", "auxerre", "Lens"]),
        ("distance millau gap", ["millau", "Gap"]),
        ("distance lyon nice", ["lyon", "Nice"]),
        ("distance de millau à gap", ["millau", "Gap"]),
        ("et a gap", ["Gap"]),
        ("je pars de gap a 18h", ["Gap"]),
        ("headcorn - nice!", ["headcorn"]),
        ("what is the gap", []),
        ("headcorn - best restaurant", ["headcorn"]),
        ("wake turbulence from a gap of two minutes", []),
    ],
)
def test_places_are_found_however_they_are_written(text: str, wanted: list[str], deps: Deps) -> None:
    assert names(text, deps) == wanted


def test_general_aviation_is_not_gabon(deps: Deps) -> None:
    slots = read_slots("Find GA airports with IFR", TODAY, deps, Vocabulary.load(deps.settings))
    assert slots.countries == () and slots.spots == ()


@pytest.mark.parametrize(
    "flood",
    [
        "Shoreham Lydd Calais Biggin Hill Redhill Elstree Denham Goodwood Sandown Caen ",
        "what about the weather and the fuel near a field with ",
        "shorham to lid via calay and bigin hul then ",
    ],
)
@pytest.mark.thorough
def test_four_times_the_letters_cost_no_sixteen_times_the_time(flood: str, deps: Deps) -> None:
    """Each word is looked at with few others, not with the whole message before it."""
    vocabulary = Vocabulary.load(deps.settings)

    def seconds(letters: int) -> float:
        text = plain((flood * 100)[:letters])
        best = float("inf")
        for _ in range(3):
            began = time.process_time()
            read_slots(text, TODAY, deps, vocabulary)
            best = min(best, time.process_time() - began)
        return best

    seconds(500)
    assert seconds(4000) < 12 * seconds(1000)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("UL91 in Kent, Sussex or the Pas-de-Calais?", ["Kent", "Sussex", "Pas-de-Calais"]),
        ("grass strips in Devon, Cornwall or Dorset", ["Devon", "Cornwall", "Dorset"]),
        ("how far is Kent, Washington from KSEA", ["Kent, Washington", "KSEA"]),
    ],
)
def test_two_counties_with_a_comma_are_two_and_a_town_in_its_state_is_one(
    text: str, said: list[str], deps: Deps
) -> None:
    assert names(text, deps) == said


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("METAR LOWI LOWS LOWZ", ["LOWI", "LOWS", "LOWZ"]),
        ("TAF LOWS LOWI", ["LOWS", "LOWI"]),
        ("METAR LOWI LESS WIND", ["LOWI"]),
        ("Knock, Sligo and Donegal: TAFs for all three", ["Knock", "Sligo", "Donegal"]),
        ("Nice, Lydd it is", ["Lydd"]),
        ("passport control from Roskilde to Kaliningrad... just kidding, to Palanga", ["Roskilde", "Palanga"]),
        ("Zoll von Konstanz nach Moskau, Quatsch, nach Altenrhein", ["Konstanz", "Altenrhein"]),
        ("when must I hand in the General Aviation Report thing", []),
    ],
)
def test_a_word_among_codes_is_one_and_a_trade_is_no_airfield(text: str, wanted: list[str], deps: Deps) -> None:
    assert names(text, deps) == wanted
