"""Whether a message under a card is of another outing, or said in jest: then it is left to the others."""

from __future__ import annotations

from agent import regex as re
from agent.language.months import MONTH, MONTHS
from bot.outings.evidence import Evidence
from bot.outings.outing import Outing

OF_PEOPLE = (
    "say",
    "alone",
    "along",
    "seat",
    "cancel",
    "withdraw",
    "report",
    "mine",
    "guest_out",
    "flying",
    "not_flying",
)
"""What is said of this outing alone; another day or place may be what it is moved to."""
OF_ITS_STATE = ("who", "seats", "todo", "cost", "paid")
"""What is asked of this outing, or was spent on it, unless another is named: "who is in for June?"."""
_OF_A_MONTH = re.compile(
    rf"\b(?:for|in|the|next|last|für|im|den|letzten|nächsten|en|de|d'|pour)\s*({MONTH})\b", re.IGNORECASE
)
_YEAR = re.compile(
    r"(?<![\d.:,/])(?:19[5-9]\d|20[0-4]\d)(?![\d:.,/]|\s*(?:m\b|ft|feet|kg|rpm|z\b|euro|€|£|quid|pounds))",
    re.IGNORECASE,
)
_FOR = re.compile(r"\b(?:for|für|pour)\s+(?:the\s+|den\s+|die\s+|das\s+|la\s+|le\s+)?$", re.IGNORECASE)
_TRIP_TO = re.compile(
    r"\b(?:trip|outing|tour|run|ausflug|reise|sortie|voyage|balade)\s+(?:to|nach|auf|à|au|en|vers)\s+$",
    re.IGNORECASE,
)
_ITS_TRIP = re.compile(
    r"^[ -](?:trip|weekend|outing|run|do|thing|one|tour|flight|fly-?(?:in|out)|ausflug|wochenende|reise)\b",
    re.IGNORECASE,
)
_NOW = re.compile(
    r"\b(?:this (?:time|one|year|week|saturday|sunday)|now|but|so|diesmal|dieses mal|jetzt|aber|also|deshalb"
    r"|cette fois|maintenant|mais|donc|alors)\b",
    re.IGNORECASE,
)
""" "Last year I was ill, this time I'm in"."""


def is_of_another_outing(e: Evidence, outing: Outing) -> bool:
    """Whether another trip is named: by its month, by where it goes, or as the one that was or will be."""
    if _NOW.search(e.text):
        return False
    if e.has("other.trip") or (e.has("other.time") and not e.asks and not e.has("answer.regret")):
        return True
    years = {int(m[0]) for m in _YEAR.finditer(e.text)}
    if years and outing.days and not years & {day.year for day in outing.days}:
        return True  # "I thought about coming in 2018"
    months = {day.month for day in outing.days}
    named = {MONTHS[m[1].lower()] for m in _OF_A_MONTH.finditer(e.text)}
    return bool(named and months and not named & months) or any(
        not outing.goes_to(spot.name)
        and (
            _FOR.search(e.text[: spot.start])
            or _TRIP_TO.search(e.text[: spot.start])
            or _ITS_TRIP.match(e.text[spot.end :])
        )
        for spot in e.said.slots.spots
        if spot.kind not in ("here", "unknown")
    )


_MIGHT_HAVE_BEEN = re.compile(
    r"\b(?:would|could|might|should)(?:n't| not)?(?: (?:gladly|happily|love to|well|easily))?(?: have|'ve)"
    r"(?: (?:gladly|happily|loved to|liked to|well|easily|all))?"
    r" (?:been|come|gone|done|taken|brought|flown|joined|made|had|given|fit|fitted|squeezed|offered|loved|liked)\b"
    r"|\b(?:i|we)'d(?: have|'ve) (?!to\b)\w+"
    r"|\b(?:if i (?:still )?had|had i)\b[^.!?]{0,60}\b(?:i could|i would|i'd|we could|we'd)\b"
    r"|\b(?:wäre|wär|wären|wärn)\b[^.!?]{0,40}\b(?:gewesen|gekommen|mitgekommen|geflogen|mitgeflogen)\b"
    r"|\b(?:hätte|hätt|hätten)\b[^.!?]{0,60}\b(?:können|gekonnt|genommen|mitgenommen|gebracht|mitgebracht|gemacht)\b"
    r"|(?:^|[.,;!–-]\s*)hätte? (?:ich|wir)\b[^.!?]{0,60}\b(?:könnte?n?|würde?n?|nähme?n?|wäre?n?|hätte?n?)\b"
    r"|\bwenn (?:ich|wir)\b[^.!?]{0,60}\b(?:hätten?|wären?)\b[^.!?]{0,10}[, ]\s*(?:dann )?"
    r"(?:könnten?|würden?|wären?|nähmen?)\b"
    r"|\b(?:aurais|aurait|aurions|serais|serait|serions)(?: (?:bien|volontiers|aimé|tous|vraiment))*"
    r" (?:venue?s?|pu|pris|emmenée?s?|amenée?s?|aimé|été|voulu|dû)\b"
    r"|\bsi j'avais\b[^.!?]{0,60}\b(?:je (?:pourrais|prendrais|viendrais|serais)"
    r"|j'(?:emmènerais|amènerais))\b",
    re.IGNORECASE,
)
"""What was not, and so is no answer and no offer: "I could have taken three if …", "wäre gern dabei gewesen"."""
BARE_REGRET = 6
"""So few words alone ("I would have been in") answer, and are asked about."""
_OTHERS_SHOULD = re.compile(
    r"\b(?:some(?:one|body)|any(?:one|body)|jemand|einer|irgendwer|quelqu'un)(?: \w+)?"
    r" (?:should|must|needs to|ought to|has to|had better|sollte|müsste|muss|devrait|doit|ferait bien)\b"
    r"|\bil (?:faut|faudrait) que quelqu'un\b",
    re.IGNORECASE,
)
_OF_MINE = re.compile(
    r"\b(?:i'll|i will|i'm on|i've|i can|ich mach\w*|ich kann|je m'en|je le fais|je peux)\b", re.IGNORECASE
)


def might_have_been(e: Evidence) -> bool:
    """Whether somebody says what was not: of an answer that stands beside it that one counts."""
    return (
        not e.asks
        and len(e.words) > BARE_REGRET
        and _MIGHT_HAVE_BEEN.search(e.text) is not None
        and not e.has("answer.in", "answer.out", "answer.alone", "change.cancel")
    )


def is_put_to_others(e: Evidence) -> bool:
    """Whether somebody else is wished for: "someone should really do the GAR, I am not it"."""
    return not e.asks and _OTHERS_SHOULD.search(e.text) is not None and not _OF_MINE.search(e.text)


_QUOTED = re.compile(r"“[^”]{2,}”|«[^»]{2,}»|„[^“”]{2,}[“”]|(?<!\w)\"[^\"]{2,}\"(?!\w)")
_LINE_QUOTED = re.compile(r"(?m)^\s*(?:>|&gt;).*$\n?")


def without_quotes(text: str) -> str:
    """What somebody says themselves, without the words of another that they set in marks or behind ">"; a text
    that is nothing else is theirs."""
    own = _LINE_QUOTED.sub("", _QUOTED.sub(" ", text)).strip()
    return own if re.search(r"\w", own) else text


def is_of_the_last(e: Evidence) -> bool:
    """Whether what was spent was spent on the one before: "last time I paid 48"."""
    return e.has("other.before") and not _NOW.search(e.text)


def is_in_jest(e: Evidence) -> bool:
    """Whether it says the contrary of its words, laughs, or supposes: "in your dreams", "if it were up to me"."""
    if e.has("other.unreal") and not e.has("answer.out"):
        return True
    return (e.has("other.irony") and not e.has("answer.in")) or (e.has("other.laughs") and len(e.words) <= 2)


_LAUGHS = re.compile(r"[😂🤣😆😹😏🙃😜]")


def laughs(text: str) -> bool:
    """Whether a sign of laughter stands in a message as it was written."""
    return _LAUGHS.search(text) is not None
