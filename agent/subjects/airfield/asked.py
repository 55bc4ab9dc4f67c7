"""What of one airfield a question is about: its fuel, its hours, its elevation … in English, French and German."""

from __future__ import annotations

import re
from datetime import date
from typing import Literal, get_args

from agent.aviation.hours import resolve_day

Attribute = Literal[
    "elevation",
    "runway",
    "lights",
    "fuel",
    "avgas",
    "jet_a",
    "ul91",
    "ul94",
    "mogas",
    "hours",
    "sun",
    "restaurant",
    "hotel",
    "approaches",
    "ils",
    "rnp",
    "vor",
    "ndb",
    "customs",
    "contact",
    "website",
    "status",
    "time_zone",
    "position",
    "iata",
    "handling",
    "frequency",
    "tower",
    "circuit",
    "parking",
    "maintenance",
    "transport",
]
ATTRIBUTES: tuple[Attribute, ...] = get_args(Attribute)

# Order matters: a word that one pattern has read is not read again ("jet fuel" is no fuel in general).
_WORDS: tuple[tuple[Attribute, str], ...] = (
    (
        "circuit",
        r"\b(?:traffic )?circuits?\b(?: (?:height|altitude|direction))?|"
        r"\b(?:traffic )?pattern(?: altitude| height)?\b|\bplatzrunde\w*|\btours? de piste\b|\bcircuit height\b",
    ),
    (
        "frequency",
        r"\b(?:tower |approach |ground |radio |info(?:rmation)? )?(?:frequenc\w+|freqs?\b)|\bfréquences?\b|"
        r"\b\w*frequenz\w*|\batis\b|\bmhz\b|\bcall ?signs?\b|\bradio\b|\bfunk\b",
    ),
    ("tower", r"\btowers?\b|\bcontrolled\b|\bafis\b|\batc\b|\btour de contrôle\b|\bturm\b"),
    (
        "contact",
        r"\b(?:tele)?phone(?: number)?s?\b|"
        r"\b(?:who|whom) (?:do|should|can|shall) (?:i|we) (?:ring|call|phone|ask)\b|"
        r"\btel\b|\be-?mails?\b|\bcontacts?\b(?: details| number)?|"
        r"\btéléphone\b|\btelefon\w*|\bnuméro\b|\bkontakt\w*",
    ),
    ("website", r"\bweb ?(?:sites?|pages?)\b|\bhomepage\b|\bsite (?:web|internet)\b"),
    (
        "time_zone",
        r"\btime ?zones?\b|\blocal time\b|\bfuseau\b|\bzeitzone\b|\bortszeit\b|\butc offset\b|\bheure locale\b",
    ),
    ("iata", r"\biata\b"),
    (
        "lights",
        r"\b(?:runway |night |approach )?light(?:s|ing|ed)?\b|\blit\b|\bpapi\b|\billuminat\w*|"
        r"\bnight (?:landings?|ops|operations?|flying|vfr)\b|\bat night\b|\bafter dark\b|\bby night\b|"
        r"\bbefeuer\w*|\bbeleucht\w*|\bnachts\b|\bbalis\w*|\béclair\w*|\bde nuit\b",
    ),
    (
        "maintenance",
        r"\bmaintenance\b|\brepairs?\b|\bmechanics?\b|\bworkshops?\b|\bwartung\w*|\bwerft\b|\bentretien\b|"
        r"\bmécanicien\b|\boxygen\b",
    ),
    (
        "transport",
        r"\btaxis?\b(?! ?ways?)|\b(?:car|bike) (?:hire|rental)\b|\b(?:hire|rent) (?:a|an) \w+|\bbus\b|\btrains?\b|"
        r"\btransport\w*|\bmietwagen\b|\bcourtesy car\b|\bbikes?\b|\blocation de voiture\b|\bleihwagen\b",
    ),
    (
        "parking",
        r"\bparking\b|\bparked\b|\b(?:i|we|to) park\b|\bhangar\w*|"
        r"\btie-?downs?\b|\babstell\w*|\bstationnement\b|\bparken\b|\bunterstell\w*",
    ),
    ("handling", r"\bhandling\b|\bhandlers?\b|\bfbo\b"),
    (
        "customs",
        r"\bcustoms\b|\bimmigration\b|\bdouan\w*|\bzoll\w*|\bports? of entry\b|\bborder (?:control|police)\b|"
        r"\bpassport\w*",
    ),
    (
        "jet_a",
        r"\bjet[ -]?a ?-?1?\b|\bjet[ -]?(?:fuel|kerosene?)\b|\bk[eé]ros[eiè]ne?\b|\bkerosin\b|\bturbine fuel\b|"
        r"(?<=du )jet\b|(?<=sells )jet\b|(?<=has )jet\b|(?<=have )jet\b",
    ),
    ("avgas", r"\bavga[sz]\w*|\b100 ?-?ll\b|\bflugbenzin\b"),
    ("ul91", r"\bul ?-?91\b"),
    ("ul94", r"\bul ?-?94\b"),
    ("mogas", r"\bmogas\b|\bsp ?9[58]\b|\bsuper ?plus\b|\bcar fuel\b|\bautogas\b"),
    (
        "fuel",
        r"\bfuel(?:s|ling)?\b|\brefuel\w*|\btank(?:en|stelle)?\b|\bsprit\b|\bbenzin\b|\bkraftstoff\w*|"
        r"\bcarburants?\b|\bessence\b|\bpompes?\b|\bfill up\b|\btop up\b",
    ),
    ("ils", r"\bils\b"),
    ("rnp", r"\b(?:rnp|rnav|lpv|gnss|gps)\b"),
    ("vor", r"\bvor\b(?! ort| de[mnr]\b)"),
    ("ndb", r"\bndb\b"),
    (
        "approaches",
        r"\bapproach\w*|\bapproches?\b|\biaps?\b|\bifr\b|\binstrument\w*|\bprocedures?\b|\bprocédures?\b|"
        r"\banfl[uü]g\w*|\banflugverfahren\b",
    ),
    (
        "sun",
        r"\bsun ?(?:set|rise|down|up)\b|\b(?:civil )?twilight\b|\bnightfall\b|\b(?:get(?:ting)?|is it) dark\b|"
        r"\b(?:coucher|lever) (?:de|du) soleil\b|\bsonnen(?:auf|unter)gang\w*|\bbcmt\b|\bect\b",
    ),
    (
        "hours",
        r"\bopening\b|\bhours?\b|\bopen (?:today|tonight|tomorrow|now|on|at|until|till|from|this|next|all|late|"
        r"early|every|when|to|sundays?|saturdays?|weekends?|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?)\b|"
        r"\b(?:is|are|be|still|will|was)\b[^.?]{0,60}\bopen\b|"
        r"\bwhen (?:does|is|do|are)\b[^.?]{0,60}\b(?:open|close\w*)\b|"
        r"\bclos(?:es?|ed|ing)\b|\bhoraires?\b|\bouver\w*|\bouvre\b|\bferm[eé]\w*|\böffnungszeit\w*|\bgeöffnet\b|"
        r"\boffen\b|\bgeschlossen\b|\b24 ?(?:h|hours?|/7)\b|\bbetriebszeit\w*|\bh24\b|"
        r"\bwann (?:hat|macht|öffnet)\b|"
        r"\bhat\b[^.?]{0,60}\bauf\W*$",
    ),
    (
        "restaurant",
        r"\brestaurants?\b|\bcaf[eé]s?\b|\bbistros?\b|\bcanteen\b|\bfood\b|\blunch\b|\bgaststätte\b|\bto eat\b|"
        r"\bcoffee\b|\bmeals?\b|\bbreakfast\b|\bmanger\b|\bzu essen\b",
    ),
    (
        "hotel",
        r"\bhotels?\b|\bhôtels?\b|\baccommodation\b|\bplace to stay\b|\bunterk\w+|\bübernacht\w*|\bhébergement\b|"
        r"\bstay overnight\b|\bto sleep\b",
    ),
    (
        "elevation",
        r"\belevations?\b|\bhow high\b|\baltitudes?\b|\bhöhe\b|\bplatzhöhe\b|\bwie hoch\b|\bélévation\b",
    ),
    (
        "runway",
        r"\brunways?\b|\brwys?\b|\b\w*landebahn\w*|\bpisten?\b|\bpistes?\b|\bpistenlänge\w*|\bbahn\b|\basphalt\w*|"
        r"\btarmac\b|\bconcrete\b|\bpaved\b|\bsurface\b|\bhard or\b|\bgrass\b|\bherbe\b|\ben dur\b|\bgras\w*|"
        r"\bsuitable for\b|\blong enough\b|\bcan (?:an?|my) [\w -]{2,30} land\b",
    ),
    ("status", r"\bmilitary\b|\bprivate\b|\bcivil(?:ian)?\b|\bmilitaire\b|\bprivée?\b|\bmilitär\w*|\bprivat\w*"),
    (
        "position",
        r"\bwhere(?:abouts)?(?: exactly| precisely)?(?: is| are|'s)\b|"
        r"\bcoordinates\b|\bposition\b|\bl(?:at|ong)itude\b|"
        r"\bcoordonnées\b|\bkoordinaten\b|\boù (?:est|se trouve)\b|\bwo (?:ist|liegt)\b",
    ),
)
_COMPILED: tuple[tuple[Attribute, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern)) for name, pattern in _WORDS
)
_EVERYTHING = re.compile(
    r"\beverything\b|\ball (?:you|the (?:facts|details|data))\b|\bfull (?:details|sheet)\b|\bwhole sheet\b|"
    r"\btout\b|\balles\b"
)
_OVERRULED: dict[Attribute, frozenset[Attribute]] = {
    "tower": frozenset({"hours", "lights"}),
    "frequency": frozenset({"tower", "approaches", "ils", "vor", "ndb"}),
    "customs": frozenset({"hours"}),
    "circuit": frozenset({"elevation", "runway"}),
    "approaches": frozenset({"runway"}),
    "lights": frozenset({"runway"}),
}
"""What a word means beside another: the tower's night hours are no opening hours of the field."""
MOST_ASKED = 4


def asked_in(text: str) -> tuple[Attribute, ...]:
    """The attributes that a question names, in its order; () for the airfield as a whole."""
    low = text.lower().replace("’", "'")
    if _EVERYTHING.search(low):
        return ()
    found: dict[Attribute, int] = {}
    for name, pattern in _COMPILED:
        for match in pattern.finditer(low):
            found.setdefault(name, match.start())
        low = pattern.sub(lambda m: "\0" * len(m[0]), low)
    out = {weak for strong in found for weak in _OVERRULED.get(strong, ())}
    kept: list[Attribute] = [name for name in sorted(found, key=lambda n: found[n]) if name not in out]
    if {"ils", "rnp", "vor", "ndb"} & set(kept):
        kept = [name for name in kept if name != "approaches"]
    if {"avgas", "jet_a", "ul91", "ul94", "mogas"} & set(kept):
        kept = [name for name in kept if name != "fuel"]
    if len(kept) > 1:  # "where is the restaurant": not where the field is
        kept = [name for name in kept if name != "position"]
    return tuple(kept[:MOST_ASKED])


def rest_of(text: str) -> str:
    """A question without the words that name attributes."""
    low = text.lower().replace("’", "'")
    for _, pattern in _COMPILED:
        low = pattern.sub(" ", low)
    return low


_CONTINUES = re.compile(
    r"^\W*(?:and|what about|how about|also|et|und|qu'en est-il|wie (?:ist|sieht) es)\b|^\W*same\b", re.IGNORECASE
)


def asked_before(text: str, earlier: tuple[str, ...]) -> tuple[Attribute, ...]:
    """What "and EGKB?" asks again: the attributes that the last question named. `earlier` is oldest first."""
    for said in reversed(earlier):
        if not _CONTINUES.match(text) or len(text.split()) > 5:
            return ()
        if asked := asked_in(said):
            return asked
        text = said
    return ()


_FOREIGN_DAYS = {
    "aujourd'hui": "today", "heute": "today", "demain": "tomorrow", "morgen": "tomorrow", "now": "today",
    "right now": "today", "tonight": "today", "jetzt": "today", "maintenant": "today", "ce soir": "today",
    "lundi": "monday", "mardi": "tuesday", "mercredi": "wednesday", "jeudi": "thursday", "vendredi": "friday",
    "samedi": "saturday", "dimanche": "sunday", "montag": "monday", "dienstag": "tuesday", "mittwoch": "wednesday",
    "donnerstag": "thursday", "freitag": "friday", "samstag": "saturday", "sonntag": "sunday",
}  # fmt: skip
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec"
_DAY = re.compile(
    r"\b(?:day after tomorrow|today|tomorrow|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:mon|tue|wed|thu|fri|sat|sun)(?=\W*$)|\d{4}-\d{2}-\d{2}|"
    rf"\d{{1,2}}(?:st|nd|rd|th)?(?: of)? (?:{_MONTHS.replace(' ', '|')})[a-z]*(?: \d{{4}})?|"
    rf"(?:{_MONTHS.replace(' ', '|')})[a-z]* \d{{1,2}}(?:st|nd|rd|th)?|"
    + "|".join(sorted((re.escape(name) for name in _FOREIGN_DAYS), key=len, reverse=True))
    + r")\b"
)


def day_in(text: str, today: date) -> date | None:
    """The day that a question about hours names; None when it names none."""
    match = _DAY.search(text.lower().replace("’", "'"))
    return resolve_day(_FOREIGN_DAYS.get(match[0], match[0]), today) if match else None
