"""What of an airfield a question is about: one ordered decision over the words of the lexicon.

Every word that names an attribute counts, but for those that only tell ("we are off for a breakfast run"), those
that are faint beside a firm one ("is the cafe still open"), and those that another in the same breath says more
narrowly.
"""

from __future__ import annotations

from pydantic import JsonValue

from agent import regex as re
from agent.language.corrections import standing
from agent.language.lexicon import Mention, load_lexicon
from agent.language.said import Said
from agent.language.slots import Spot
from agent.subjects.airfield.asked import ATTRIBUTES

_AS = {
    "border_point": "customs", "takes_flights": "customs", "open_to_all": "access",
    "hard_runway": "runway", "grass": "runway", "no_ppr": "access", "military": "status",
    "town": "transport", "longest_runway": "runway",
    "shortest_runway": "runway",
}  # fmt: skip
"""Concepts of lists that ask for an attribute when one airfield is meant."""
_NARROWER = {
    "tower": ("lights",),
    "frequency": ("tower", "approaches", "ils", "vor", "ndb", "contact", "circuit"),
    "customs": ("hours", "access", "status"),
    "restaurant": ("hours", "transport", "parking"),
    "hotel": ("hours", "transport", "runway"),
    "circuit": ("elevation", "runway"),
    "notices": ("circuit", "access", "approaches"),
    "approaches": ("runway",),
    "ils": ("runway", "status", "approaches"),
    "rnp": ("runway", "status", "approaches"),
    "vor": ("status", "approaches"),
    "ndb": ("status", "approaches"),
    "lights": ("runway",),
    "transport": ("position", "contact"),
    "contact": ("website",),
    "website": ("status",),
    "handling": ("status",),
    "access": ("hours",),
    "parking": ("position", "sun", "access"),
    "sun": ("hours", "time_zone", "status"),
    "maintenance": ("hours", "website"),
    "time_zone": ("hours",),
    "status": ("hours",),
    "avgas": ("fuel",),
    "jet_a": ("fuel",),
    "ul91": ("fuel",),
    "ul94": ("fuel",),
    "mogas": ("fuel",),
    "radio_language": ("frequency", "contact"),
    "non_radio": ("access", "frequency"),
    "payment": ("fee",),
    "touch_and_go": ("circuit",),
}
"""What a word means beside another in one breath: the restaurant that opens is not the field's hours."""
_WHOLE = ("fuel", "elevation")
"""What is meant more narrowly wherever the other stands: the fuel beside avgas, the height of a circuit."""
_APART = re.compile(r"[,;:?!+&/]|\b(?:and|und|et|plus|also|auch|aussi)\b")
"""Between two things that are asked for one by one."""
_OR = re.compile(r"\b(?:or|ou|oder)\b")
_CLAUSE = re.compile(r"[,;:.?!\n]+|\s[-–]+\s|\b(?:and|but|because|und|aber|weil|et|mais)\b")
_WHEN = re.compile(r"when|wann|quand|late|what time|quelle heure|till|until", re.IGNORECASE)
"""Words of hours that may ask for the light or the clock."""
MOST = 6


def asked_of(said: Said) -> list[Mention]:
    """The words of a question that name an attribute and ask for it."""
    mentions = said.all_of(*ATTRIBUTES, *_AS)
    said.take(mentions)
    asked = [m for m in mentions if not _is_other_word(m, said)]
    asked = [m for m in standing([*asked, *said.all_of("fee")], said.slots.text) if m in asked] or asked
    if len({_of(m) for m in asked}) > 1:
        grades = _Grades(said)
        asked = [m for m in asked if not _is_scenery(m, said)] or asked
        asked = [m for m in asked if not grades.is_told(m)] or asked
        asked = [m for m in asked if not grades.is_faint(m)] or asked
        asked = [m for m in asked if grades.is_firm(m) or not _is_wider(m, asked, said)]
    return asked


def about(said: Said) -> dict[str, JsonValue]:
    """`about`: the attributes that a question names, in its order; none for the airfield as a whole."""
    names: list[JsonValue] = list(dict.fromkeys(_of(m) for m in asked_of(said)))
    return {"about": names[:MOST]} if names else {}


def is_faint(mention: Mention, said: Said) -> bool:
    """Whether a word asks only where nothing else is asked: "pas loin de la piste", "nothing steep"."""
    return _Grades(said).is_faint(mention)


def field_asked(said: Said) -> Spot | None:
    """Of several places the one whose clause holds what is asked: "I'm at Biggin, is there fuel at Lydd".

    "They" and "there" are of the place named last before; of "the train from Southend to London" the field
    is meant that one leaves.
    """
    spots = [s for s in said.spots if s.kind not in ("coordinates", "here")]
    asked = asked_of(said)
    if len(spots) < 2 or not asked:
        return None
    if {_of(m) for m in asked} == {"transport"}:
        left = [s for s in spots if s.role == "from"]
        return left[0] if len(left) == 1 else None
    clauses = clauses_of(said)
    holding = [(a, b) for a, b in clauses if any(a <= m.start < b for m in asked)]
    named = [s for s in spots if any(a <= s.start < b for a, b in holding)]
    if not named and any(a <= m.start < b for m in said.all_of("there") for a, b in holding):
        named = [s for s in spots if s.start < holding[0][0] and s.role != "from"][-1:]
    return named[0] if len(named) == 1 else None


def clauses_of(said: Said) -> list[tuple[int, int]]:
    """Where the clauses of a question stand."""
    cuts = [m.span() for m in _CLAUSE.finditer(said.slots.low)]
    ends = [*(a for a, _ in cuts), len(said.slots.low)]
    return list(zip([0, *(b for _, b in cuts)], ends, strict=True))


def _of(mention: Mention) -> str:
    """The attribute that a word names."""
    return _AS.get(mention.concept, mention.concept)


class _Grades:
    """How much the words of one question ask, by `[asked.*]` of `data/language`."""

    def __init__(self, said: Said) -> None:
        self._said = said
        self._found = load_lexicon(said.deps.settings.data / "language", "asked").mentions(said.slots.words)
        self._clauses = clauses_of(said)

    def is_told(self, mention: Mention) -> bool:
        """Whether its clause only tells what the pilot does or has heard."""
        clause = next(((a, b) for a, b in self._clauses if a <= mention.start < b), None)
        if clause is None or self._said.slots.low[clause[1] : clause[1] + 1] == "?":
            return False
        if _ASKS_IF.match(self._said.slots.low, *clause):
            return False  # "but can my husband buy his fuel there and …"
        return any(m.concept == "told.words" and clause[0] <= m.start < clause[1] for m in self._found)

    def is_faint(self, mention: Mention) -> bool:
        """Whether its words count only where nothing else is asked."""
        if _of(mention) == "frequency" and _IN_A_LIST.search(self._said.slots.low[: mention.start]):
            return False  # "circuit height and radio"
        name = f"faint.{_of(mention)}"
        return any(m.concept == name and m.first <= mention.first and mention.last <= m.last for m in self._found)

    def is_firm(self, mention: Mention) -> bool:
        """Whether its words name the attribute itself, whatever stands beside them."""
        name = f"firm.{_of(mention)}"
        return any(m.concept == name and mention.first <= m.first and m.last <= mention.last for m in self._found)


def _is_scenery(mention: Mention, said: Said) -> bool:
    """ "A gentleman in the café", "admiring the hangars", "not a taxi ride away": named, and not asked for."""
    return _SCENE.search(said.slots.low[: mention.start]) is not None


_PEOPLE = (
    r"(?:somebody|someone|gentlem[ae]n|chaps?|blokes?|guys?|friends?|mates?|fellow|lady|ladies|people|everyone|"
    r"nobody|sitting|sit|sat|standing|waiting|talk\w*|argu\w*|word|quelqu'un|un (?:gars|type|monsieur|copain)|"
    r"jemand|einer|ein (?:herr|freund|typ)|sitze\w*|stehe\w*)"
)
_SCENE = re.compile(
    rf"(?:\b{_PEOPLE}\b[^,.;?!]{{0,25}}\b(?:in|at|from|over|outside|about|by|au|à|im|in|am|beim|vom) ?"
    r"(?:the |a |our |my |la |le |l['’]|der |dem |unserer? )?"
    r"|\badmir\w+ (?:the |those |your |its |la |le |les |l['’])?(?:\w+ ){0,2}"
    r"|\bnot (?:a|an|the|even a|some) |\b(?:instead of|rather than) (?:a |the )?"
    r"|\b(?:don't|do not|doesn't|didn't) (?:care|mind)\b[^,.;?!]*)$"
)
_ASKS_IF = re.compile(
    r"\s*(?:(?:can|could|may|do|does|is|are|has|have|will|would) (?!you\b|to\b)"
    r"|(?:kann|darf|hat|ist|gibt|gibts|peut|puis|est-ce|y a-t-il)\b)"
)
""" "Can my husband buy fuel", "is it grass": a clause that asks, though no mark ends it."""
_IN_A_LIST = re.compile(r"(?:[,;&+]|\b(?:and|und|et|plus))\s*(?:the |la |die |le |l['’])?$")
_IN_A_BOX = re.compile(r"\b(?:in(?:to)?|on|dans|sur|ins?|im)\s*(?:the |my |our |a |le |mon |un |das |mein )?$")
_RAILS = re.compile(r"\b[su]-?$|\bstra(?:ß|ss)en-?$")


_SO_LONG = re.compile(
    r"(?:\d|\b(?:couple(?: of)?|few|several|some|half|spare|one|two|three|four|five|six|seven|eight))\s*$"
)
""" "Anything to do there for a couple of hours": how long one stays."""
_GETS_INTO = ("get into", "get us into")
_FROM_THE_FIELD = re.compile(
    r"\bfrom (?:the |this |that )?(?:field|airfield|airport|aerodrome|strip|there|here)\b"
)
""" "How do we get into Brighton from the field": no flight into a zone."""


_TAKES = re.compile(
    r"e?\s+(?:dauer\w*|brauch\w*|flieg\w*|geht|gehen|sind wir|bin ich|bleib\w*|"
    r"habt|haben|hat|kann|können|darf)\b"
)
""" "Wie lang brauchen wir da": of time."""


_WHERE_MORE = re.compile(
    r"\s*(?:(?:die|der|das|es|the|la|le|l['’])\s*)?(?:\w+ )?"
    r"(?:länger|kürzer|breiter|billiger|günstiger|besser|teurer|longer|shorter|cheaper|better|"
    r"plus (?:longue?|courte?|chère?|large))\b"
)
""" "Wo ist die Piste länger?": which of them, and no position."""


def _is_other_word(mention: Mention, said: Said) -> bool:
    """ "S-Bahn" is no runway, "in the GPS" no approach, "c'est ou" no place within a sentence."""
    text = said.slots.text[mention.start : mention.end]
    before = said.slots.low[: mention.start]
    if text.lower() == "bahn" and _RAILS.search(before):
        return True
    if text.lower() in ("hours", "hrs") and _SO_LONG.search(before):
        return True
    if text.lower() == "gps" and _IN_A_BOX.search(before):
        return True
    if text.lower() in _GETS_INTO and not _FROM_THE_FIELD.search(said.slots.low, mention.end):
        return True
    if text.lower() in ("wie lang", "lang") and _TAKES.match(said.slots.low, mention.end):
        return True
    if mention.concept == "position" and _WHERE_MORE.match(said.slots.low, mention.end):
        return True
    return (
        mention.concept == "position"
        and text.lower().endswith("est ou")
        and bool(said.slots.text[mention.end :].strip(" ?!."))
    )


def _is_wider(mention: Mention, asked: list[Mention], said: Said) -> bool:
    """Whether another attribute is what is meant by this one: a kind of it, or one said in the same breath."""
    name = _of(mention)
    for other in asked:
        if name not in _NARROWER.get(_of(other), ()):
            continue
        if name == "hours" and _WHEN.search(said.slots.low[mention.start : mention.end]):
            if _of(other) in ("sun", "time_zone"):
                return True
        elif name in _WHOLE or _together(mention, other, said):
            return True
    return False


def _together(one: Mention, other: Mention, said: Said) -> bool:
    """Whether nothing sets two mentions apart."""
    first, second = sorted((one, other), key=lambda m: m.start)
    if {_of(one), _of(other)} == {"tower", "frequency"} and _OR.search(said.slots.low[first.end : second.start]):
        return False  # "is it a tower or just a radio"
    return not _APART.search(said.slots.low[first.end : second.start])
