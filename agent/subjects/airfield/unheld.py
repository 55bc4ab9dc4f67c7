"""What pilots ask of a field that no table here holds: each is said to be unknown, with whom to ask."""

from __future__ import annotations

from typing import Literal

from agent import regex as re
from agent.language.said import Said
from tongue import later, say

Unheld = Literal["tide", "after hours", "washing", "wifi", "noise", "insurance"]
_HOURS_FR = r"(?:des? )?(?:heures|horaires)(?: d['’]ouverture)?"
_AFTER_HOURS = (
    r"out[ -]of[ -]hours|after hours|after (?:they(?:'ve)?|it(?:'s)?) (?:close[sd]?|shuts?|has closed)",
    r"after closing(?: time)?|outside (?:the |their |its )?(?:opening |operating |published )?hours",
    r"when (?:it|they)(?:'s| is|'re| are) (?:closed|shut)",
    rf"hors {_HOURS_FR}|en dehors {_HOURS_FR}|apr[èe]s la fermeture|quand c['’]est fermé",
    r"au(?:ß|ss)erhalb der (?:öffnungs|betriebs|dienst|platz)?zeiten",
    r"nach (?:betriebs|dienst|platz)?schlu(?:ss|ß)|nach (?:der )?schlie(?:ß|ss)ung",
    r"wenn (?:die |der platz |sie )?(?:zu|geschlossen) (?:ist|sind|haben)",
)
_WORDS: dict[Unheld, tuple[str, ...]] = {
    "tide": (
        r"(?:when (?:does )?)?(?:the )?tides?(?: times?| table)?|high water|low water",
        r"(?:horaires? des? )?mar[ée]es?|tiden?|gezeiten|ebbe|flut",
    ),
    "after hours": _AFTER_HOURS,
    "washing": (
        r"showers?|toilets?|loos?|washrooms?|douches?|toilettes|sanitaires",
        r"duschen?|toiletten?|wcs?|klos?",
    ),
    "wifi": (r"wi-?fi|wlan|internet",),
    "noise": (
        r"noise (?:abatement|rules?|restrictions?|certificate)|lärm(?:zeugnis|schutz\w*|zertifikat)",
        r"nuisances? sonores?|moindre bruit",
    ),
    "insurance": (r"crash cover|indemnity",),
}
_ASKED: tuple[tuple[Unheld, re.Pattern[str]], ...] = tuple(
    (name, re.compile(rf"\b(?:{'|'.join(words)})(?!\w)")) for name, words in _WORDS.items()
)
_SAID: dict[Unheld, str] = {
    "tide": later(
        "**When the tide lets you land at {icao}: not in what I have.** Ask the field, and its tide table."
    ),
    "after hours": later(
        "**Landing at {icao} outside its hours: not in what I have.** Ask the field before you go."
    ),
    "washing": later("**Showers and toilets at {icao}: not in what I have.** Ask the field."),
    "wifi": later("**Internet at {icao}: not in what I have.** Ask the field."),
    "noise": later("**Noise rules of {icao}: not in what I have.** Its AIP page has them."),
    "insurance": later("**What cover {icao} asks for: not in what I have.** Ask the field."),
}


def unheld_wishes(said: Said) -> list[Unheld]:
    """Those that a message names, in their order; their words are taken."""
    found: list[tuple[int, Unheld]] = []
    for name, words in _ASKED:
        if (one := words.search(said.slots.low)) is not None:
            said.used.add(one.span())
            found.append((one.start(), name))
    return [name for _, name in sorted(found)]


def unheld_lines(wishes: tuple[Unheld, ...], icao: str) -> list[str]:
    """A line for each."""
    return [say(_SAID[wish], icao=icao) for wish in wishes]
