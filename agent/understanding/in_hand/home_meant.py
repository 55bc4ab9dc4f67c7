"""What weather or light is asked of one's home by a word for it: "wie siehts aus zuhause", "coucher du soleil chez moi"."""

from __future__ import annotations

from agent import regex as re

_HOME = re.compile(
    r"\b(?:chez (?:moi|nous)|à la maison|(?:bei (?:mir|uns) )?(?:zu ?hause|daheim)|bei (?:mir|uns)(?: am platz)?|"
    r"(?<!back )(?:at|over|here at) home|(?:at |à |an |auf )?(?:my|mon|ma|mein\w*) (?:home (?:field|base|airfield)|own field|terrain|base|heimatplatz|platz))\b",
    re.IGNORECASE,
)
_OF_THE_AIR = re.compile(
    r"\b(?:weather|wx|metar|taf|wind\w*|vis\w*|cloud\w*|ceiling|fog|rain|sun\w*|night|dark|light|looking|look like|"
    r"wetter|sicht|wolken|nebel|regen|sonne\w*|nacht|dunkel|hell|(?:sieht|siehts|schaut|schauts|sieht's|schaut's)\b.{0,20}\baus|"
    r"m[ée]t[ée]o|temps|vents?|plafond|brouillard|pluie|soleil|nuit|jour a[ée]ro|ça donne quoi|crépuscule)\b",
    re.IGNORECASE,
)
_A_WAY = re.compile(
    r"\b(?:back|return\w*|leav\w+|depart\w*|arriv\w*|from|to|fly|flying|flight|be|zurück|wieder|heim|ankomm\w*|ankunft|von|nach|flieg\w*|flug|rückflug|"
    r"retour|rentr\w*|depuis|partir|pars|vol|arriver|near|nahe|around|autour|umkreis|within|hotel\w*|club)\b",
    re.IGNORECASE,
)


def with_home_by_its_code(text: str, home: str | None) -> str:
    """The text with the code of the home base where its weather or light is asked, and no way there or from there."""
    if home is None or _A_WAY.search(text) or not _OF_THE_AIR.search(text):
        return text
    return _HOME.sub(home, text, count=1)
