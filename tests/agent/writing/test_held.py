"""What one answer bears out, and what it does not: figures, hours, names, signs, subjects, in three languages."""

from __future__ import annotations

import pytest

from agent.writing.held.bears import bears
from agent.writing.held.units import answer_of

RUNWAYS = """LFMD Cannes Mandelieu, runways:
17/35: 5,052 ft (1,540 m) × 148 ft wide, hard, lights
17L/35R: 1,804 ft (550 m) × 164 ft wide, grass
AIP: 17: 1540 x 45 m, asph; TORA 1540, TODA 1600, ASDA 1540, LDA 1420 m; 35: 1540 x 45 m, asph; TORA 1540, \
TODA 1740, ASDA 1540, LDA 1260 m (AD 2.12, 2.13, Sep 2026)
""".replace("\\\n", "")
LIST = """3 fields within 50 nm of Strasbourg are known to have Jet A-1.
For 65 I have no data.

1. LFST Strasbourg · 5.4 nm · 2,400 m hard · Fuel: AVGAS 100LL, Jet A-1 (bank card, cash) · Customs: 0500-2200
2. EDSB Karlsruhe Baden-Baden · 18 nm · 2,983 m hard · Fuel: AVGAS 100LL, Jet A-1 · Customs: no
3. LFGA Colmar Houssen · 32 nm · 1,610 m hard · Fuel: Jet A-1 (H24, partly on request)
"""
NOTICE = """Douane et Immigration (lun.–ven.) : 8 h avant.
LFSD Dijon Longvic
1 Douane et Immigration (sam., dim.) : avant 10:00 (UTC en hiver, une heure plus tôt en été) le vendredi précédent.
"""
FUEL = "Kraftstoff in LFST Strasbourg: **AVGAS 100LL, Jet A-1 (Bankkarte, bar)** (VAC item 10)."
SUN = """LFBH La Rochelle, Saturday 28 Nov: sunset 17:21 local (16:21 UTC), sunrise 08:23 local (07:23 UTC).
Night begins 17:51 local (16:51 UTC) (the French complement): VFR by day ends then."""
FUEL_SUM = """64.9 l for EGTF Fairoaks → LFAT Le Touquet, 97 nm.
out 28.1 (53 min) + contingency 2.8 (10 % of the trip) + alternate 16.0 (30 min) + taxi 2.0 (2 l each start)
Climb and the way to the runway not included."""
SIDES = """LFRG and LFRC differ in elevation and restaurant.
LFRG Deauville Normandie · LFRC Cherbourg Manche
Elevation: LFRG 479 ft · LFRC 459 ft
Fuel: AVGAS 100LL, Jet A-1
Restaurant: LFRG in the vicinity · LFRC at the field
"""
RULE = """Germany: VFR at night is permitted under the conditions of SERA.5005(c) only.
On “Is VFR at night allowed?” · § 36 LuftVO, reviewed 21 Nov 2026"""


@pytest.mark.parametrize(
    ("material", "question", "true", "false"),
    [
        (
            RUNWAYS,
            "runways at Cannes",
            "The main runway is 1,540 m long and lit.",
            "The main runway is 550 m long.",
        ),
        (
            RUNWAYS,
            "runways at Cannes",
            "When you land on 35, 1,260 m are available.",
            "On 35 you have 1,420 m to land.",
        ),
        (RUNWAYS, "runways at Cannes", "Runway 17L/35R is grass.", "Runway 17/35 is grass."),
        (
            LIST,
            "jet fuel near Strasbourg",
            "Strasbourg is the nearest, 5.4 nm away.",
            "Colmar is the nearest, 32 nm away.",
        ),
        (LIST, "jet fuel near Strasbourg", "Karlsruhe has a hard runway of 2,983 m.", "Karlsruhe has customs."),
        (LIST, "jet fuel near Strasbourg", "For 65 others I have no data.", "The other 65 have no jet fuel."),
        (LIST, "jet fuel near Strasbourg", "At Strasbourg you can pay in cash.", "At Colmar you can pay in cash."),
        (
            NOTICE,
            "préavis de douane à Dijon ?",
            "En semaine, la douane demande 8 heures.",
            "Le dimanche, la douane demande 8 heures.",
        ),
        (
            FUEL,
            "Welchen Kraftstoff gibt es in Straßburg?",
            "Bezahlt wird mit Bankkarte oder bar.",
            "Mogas gibt es auch.",
        ),
        (SIDES, "compare the two", "Both fields sell AVGAS 100LL.", "Both fields have a restaurant at the field."),
        (SIDES, "compare the two", "Deauville is 20 ft higher.", "Cherbourg is 20 ft higher."),
        (SUN, "sunset at La Rochelle", "VFR by day ends at 17:51 local.", "VFR by day ends at 17:21 local."),
        (FUEL_SUM, "how much fuel", "The alternate takes 16 litres.", "The contingency takes 16 litres."),
        (
            RULE,
            "night VFR in Germany",
            "Night VFR is allowed only under the conditions of SERA.5005(c).",
            "Night VFR is allowed in Germany.",
        ),
        (
            RULE,
            "night VFR in Germany",
            "VFR is permitted at night under the conditions of SERA.5005(c) only.",
            "VFR is forbidden at night under the conditions of SERA.5005(c) only.",
        ),
    ],
)
def test_what_it_says_is_borne_out_and_its_like_is_not(
    material: str, question: str, true: str, false: str
) -> None:
    answer = answer_of(material, question)
    assert bears(true, answer)
    assert not bears(false, answer)


def test_what_goes_on_speaks_of_the_field_named_before() -> None:
    answer = answer_of(LIST, "jet fuel near Strasbourg")
    assert bears("Its runway is 1,610 m long.", answer, ("LFGA",))
    assert not bears("Its runway is 1,610 m long.", answer, ("EDSB",))
    assert not bears("Its runway is 1,610 m long.", answer)
