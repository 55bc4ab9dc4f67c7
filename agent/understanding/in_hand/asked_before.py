"""A short message that asks the last questions in another way: of another month, wind or country, of both, of "it"."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pydantic import JsonValue

from agent import regex as re
from agent import registry
from agent.language.courtesy import CHAT
from agent.language.ends import field_of
from agent.language.lexicon import load_lexicon
from agent.language.months import month_said
from agent.language.said import Said
from agent.language.slot_words import FUNCTION
from agent.language.wording import words_of
from agent.protocol import Conversation, ToolCall
from agent.subjects.border.report_asked import matter_of
from agent.understanding.in_hand.context import Known
from agent.understanding.reader.reading import PLACE_NAMES, field_in
from agent.understanding.reader.unread import CARD, LISTS

if TYPE_CHECKING:
    from agent.understanding.reader.reader import Reader

_DISTANCE, _WIND, _DEADLINE, _FUEL = (
    "calculate_flight_distance",
    "get_runway_wind",
    "get_report_deadline",
    "get_fuel_plan",
)
_EXPLAIN = "explain_term"
_OF_COUNTRIES = frozenset(("answer_rules_question", "browse_rules", "compare_rules_between_countries"))
_TURNS_BACK = 4
"""Messages in which what "it" stands for is looked for."""


def asked_before(said: Said, memory: Known, conversation: Conversation, reader: Reader) -> tuple[ToolCall, ...]:
    """The calls that a message means by what was asked before; () where it is none of that kind."""
    if memory.call is None:
        return ()
    ways: tuple[Callable[[], ToolCall | None], ...] = (
        lambda: _in_a_month(said, memory, reader),
        lambda: _in_a_wind_from(said, memory),
        lambda: _apart(said, memory),
        lambda: _terms_apart(said, memory, conversation, reader),
        lambda: _of_the_report(said, memory),
        lambda: _at_a_clock(said, memory, reader),
    )
    for way in ways:
        if (call := way()) is not None:
            return (call,)
    if elsewhere := _all_elsewhere(said, memory):
        return elsewhere
    if (plan := memory.plan) is not None and _asks_the_sum(said) and memory.tool in (_DISTANCE, _FUEL):
        return plan.steps  # "total?" of a flight there and back: its answer tells it
    return ()


def _all_elsewhere(said: Said, memory: Known) -> tuple[ToolCall, ...]:
    """ "Und in Mannheim?" behind the weather and the runway of Egelsbach: both, there."""
    steps = memory.plan.steps if memory.plan is not None else ()
    spots = said.slots.spots
    if len(steps) < 2 or len(spots) != 1 or spots[0].kind not in ("place", "code") or spots[0].is_area:
        return ()
    spot = spots[0]
    now = said.field_of_spot(spot)
    if spot.role in ("from", "via") or now is None or not _says_only(said, (spot.start, spot.end)):
        return ()
    held = [
        {
            name: f
            for name, value in step.arguments.items()
            if name in PLACE_NAMES and (f := field_in(value, said.deps))
        }
        for step in steps
    ]
    shared = [field for field in held[0].values() if all(field in fields.values() for fields in held)]
    if len(shared) != 1 or any(now in fields.values() for fields in held):
        return ()
    (there,) = shared
    moved: list[ToolCall] = []
    for step, fields in zip(steps, held, strict=True):
        given: dict[str, JsonValue] = {
            name: [now] if isinstance(step.arguments[name], list) else now
            for name, field in fields.items()
            if field == there
        }
        moved.append(step.varied(**given))
    return tuple(moved)


def _says_only(said: Said, *spans: tuple[int, int]) -> bool:
    """Whether nothing is said beside these spans but words that ask nothing."""
    rest = [w for w in said.slots.words if not any(a < w.end and w.start < b for a, b in spans)]
    return all(w.key in FUNCTION or w.key in CHAT for w in rest)


# --- another month, another wind -----------------------------------------------------------------


def _in_a_month(said: Said, memory: Known, reader: Reader) -> ToolCall | None:
    """ "And in June?" of a sunset: in the middle of that month."""
    if memory.call is None or memory.call.arguments.get("about") != ["sun"] or said.slots.days or said.spots:
        return None
    if month_said(said.slots.text) is None or len(said.slots.words) > _SHORT:
        return None
    anew = registry.readings()[CARD].read(reader.said(f"sunset {said.slots.text}", said.today))
    when = anew.get("date")
    return memory.call.varied(date=when) if when else None


_SHORT = 5
_FROM = re.compile(r"(?<![\d.,])(?P<from>0[1-9]0|[12]\d0|3[0-6]0)(?:°| degrees| grad| degrés)?(?![\d.,])")


_CORRECTS = re.compile(
    r"\b(?:no|wait|sorry|oops|rather|mean|meant|make|nein|moment|halt|doch|quatsch|meine|non|attends?|pardon|plutôt|veux dire|wind|vent|instead|stattdessen)\b"
)
""" "No wait 270"."""


def _in_a_wind_from(said: Said, memory: Known) -> ToolCall | None:
    """ "And if it's 270?" of the wind on the runways: from there, as strong as before."""
    wind = memory.call.arguments.get("wind") if memory.call else None
    match = _FROM.search(said.slots.text)
    if (
        memory.tool != _WIND
        or memory.call is None
        or match is None
        or not isinstance(wind, str)
        or "/" not in wind
    ):
        return None
    if said.spots or not _says_only(
        said, match.span(), *((m.start(), m.end()) for m in _CORRECTS.finditer(said.slots.low))
    ):
        return None
    return memory.call.varied(wind=f"{match['from']}/{wind.partition('/')[2]}")


_FOUR_DIGITS = re.compile(
    r"^\W*(?:(?:and|or|what if|what about|if|und|oder|et|ou)\W+)*(?:at|by|around|for|um|gegen|à|vers)\s(?P<h>[01]\d|2[0-3])(?P<m>[0-5]\d)(?: local| hrs?| hours)?\W*$"
)
""" "At 1900": alone it may be any figure, behind what is asked for a time it is one."""


def _at_a_clock(said: Said, memory: Known, reader: Reader) -> ToolCall | None:
    """ "And at 1900?" of what is asked for a time: then."""
    known = registry.readings().get(memory.tool)
    if (four := _FOUR_DIGITS.match(said.slots.low)) is not None:
        said = reader.said(f"at {four['h']}:{four['m']}", said.today)
    clocks = said.slots.of("clock")
    if memory.call is None or known is None or len(clocks) != 1 or said.slots.days or said.spots:
        return None
    if not _says_only(said, (clocks[0].start, clocks[0].end)):
        return None
    when = known.read(said.again()).get("time")
    return memory.call.varied(time=when, until=None) if when else None


# --- both of what was spoken of one by one ---------------------------------------------------------

_APART = re.compile(
    r"\W*(?:(?:and|und|et|ok|so|how|what(?:'s| is)?)\W+)*(?:far apart(?: are (?:they|those|the two))?|far (?:is it )?(?:between them|from (?:one|each) (?:to the|to) other)|"
    r"(?:the )?distance (?:between (?:them|the two)|apart)|wie weit (?:(?:sind|liegen) (?:sie|die)(?: beiden?)? )?(?:auseinander|voneinander(?: entfernt)?)|"
    r"(?:die )?entfernung (?:dazwischen|zwischen (?:ihnen|beiden|den beiden))|"
    r"far apart are the (?:first|top) two(?: of them)?|wie weit sind die ersten (?:beiden|zwei) (?:auseinander|voneinander(?: entfernt)?)|quelle distance entre les deux premi(?:ers|ères)|"
    r"(?:à )?quelle distance (?:entre (?:les deux|eux|elles)|l'un de l'autre)|(?:la )?distance entre (?:les deux|eux|elles))\W*",
    re.IGNORECASE,
)


def _apart(said: Said, memory: Known) -> ToolCall | None:
    """ "How far apart are they?" of two fields spoken of one after the other."""
    flown = _AT_SPEED.search(said.slots.low)
    match = _APART.fullmatch(said.slots.low[: flown.start()] if flown else said.slots.low)
    if match is None:
        return None
    listed = memory.tool in LISTS or _OF_A_LIST.search(match[0])
    fields = [*memory.shown[:2]] if listed else list(dict.fromkeys(memory.fields or memory.mentioned))[-2:]
    if len(fields) < 2:
        return None
    speed: dict[str, JsonValue] = {"cruise_speed_kts": int(flown["n"])} if flown else {}
    return ToolCall(tool=_DISTANCE, arguments={"from_location": fields[0], "to_location": fields[1], **speed})


_AT_SPEED = re.compile(
    r"[\s?.,;]*\b(?:at|with|flown at|doing|mit|bei|à|avec)\s+(?P<n>[4-9]\d|[1-3]\d\d)\s*(?:kts?|kn|knots?|knoten|n(?:œ|oe)uds)?\W*$"
)
_OF_A_LIST = re.compile(r"first|top|ersten|premi")


_DIFFERENCE = re.compile(
    r"\W*(?:(?:and|und|et|so|ok|what(?:'s| is)?|was ist|quelle est|c'est quoi|the|der|la|denn da|a)\W+)*(?:differences?|unterschiede?|différences?)"
    r"(?:\W+(?:between|zwischen|entre|them|the two|beiden?|den|ihnen|les deux|then|please|bitte|alors|dazwischen))*\W*",
    re.IGNORECASE,
)


def _terms_apart(said: Said, memory: Known, conversation: Conversation, reader: Reader) -> ToolCall | None:
    """ "The difference?" of two terms that were explained one after the other."""
    term = memory.call.arguments.get("term") if memory.call and memory.tool == _EXPLAIN else None
    if not isinstance(term, str) or _DIFFERENCE.fullmatch(said.slots.low) is None:
        return None
    read = registry.readings()[_EXPLAIN].read
    for turn in reversed(conversation.turns[-_TURNS_BACK:]):
        other = read(reader.said(turn.text, said.today)).get("term")
        if isinstance(other, str) and other.casefold() != term.casefold() and said.deps.glossary.meanings(other):
            return ToolCall(tool=_EXPLAIN, arguments={"term": other, "other_term": term})
    return None


# --- what of the report, and how much in all -------------------------------------------------------


def _of_the_report(said: Said, memory: Known) -> ToolCall | None:
    """ "What if I forget it?" of a GAR whose deadline was told."""
    if memory.tool != _DEADLINE or memory.call is None or memory.call.arguments.get("report") != "GAR":
        return None
    known = any(field_of(spot.name, said.deps, far=False) for spot in said.spots)  # "penalty?" is no place
    if known or said.slots.countries or said.slots.days or len(said.slots.words) > _FEW:
        return None
    if _WHEN.fullmatch(said.slots.low):
        return memory.call.varied(about=None)
    matter = matter_of(said.slots.text, said.deps.settings.data / "language")
    return memory.call.varied(about=matter) if matter is not None else None


_FEW = 7
_WHEN = re.compile(
    r"\W*(?:(?:and|und|et|so|ok|by)\W+)*(?:when|how early|how late|until when|by when|wann|bis wann|wie früh|quand|jusqu'à quand|avant quand)\W*",
    re.IGNORECASE,
)
_SUM = re.compile(
    r"\W*(?:(?:and|und|et|so|ok|what(?:'s| is)|the|le|das|wie viel|combien|how much|is that|ist das|ça fait)\W+)*"
    r"(?:total|in total|in all|all told|altogether|all in|au total|en tout|insgesamt|zusammen|gesamt|summe)"
    r"(?:\W+(?:then|please|bitte|alors|time|fuel|distance))*\W*",
    re.IGNORECASE,
)


def _asks_the_sum(said: Said) -> bool:
    return _SUM.fullmatch(said.slots.low) is not None


# --- a rule of "it", and not of one country but another ---------------------------------------------

_IT = re.compile(
    r"\b(?P<with>(?:for|with|under|during|about|pour|avec|für|mit|bei) )(?P<it>it|that|this|ça|ca|cela|das|dies)\b(?! \w+)|\b(?P<de>dafür|dabei|damit)\b|"
    r"^(?P<lead>\W*(?:and |but |so |et |mais |und |aber )?(?:is|are|ist|gilt) )(?P<subject>it|that|this|das|es)\b(?= (?:allowed|permitted|legal|ok|possible|required|needed|mandatory|compulsory|"
    r"erlaubt|zulässig|möglich|vorgeschrieben|pflicht|nötig))",
    re.IGNORECASE,
)


_LEFT_UNDONE = re.compile(
    r"\W*(?:(?:and|so|but|et|und|mais|aber)\W+)*(?:what (?:happens|if)(?: if)? (?:i|we) (?:forget|don['’]?t|do not|am late|are late|['’]m late|miss it|fail to)(?: it| to)?|"
    r"(?:qu['’]est-ce qui se passe |que se passe-t-il )?(?:et )?si (?:j['’]|on |nous )(?:oublie|oublions)|(?:was (?:passiert|ist),? )?wenn (?:ich|wir|man) (?:es |das |ihn )?(?:vergesse|vergessen|vergisst))\W*",
    re.IGNORECASE,
)
""" "What happens if I forget?": to do what was asked about."""


def with_its_subject(text: str, memory: Known, conversation: Conversation, reader: Reader) -> str:
    """A question of rules with what "it" stands for: "do I need a flight plan for it?" of night VFR."""
    match = _IT.search(text) or _LEFT_UNDONE.fullmatch(text)
    if memory.tool not in _OF_COUNTRIES:
        return text
    if match is None:
        return _of_the_pilot_too(text, memory, reader)
    lexicon = load_lexicon(reader.deps.settings.data / "language", "ruled")
    own = {mention.concept for mention in lexicon.mentions(words_of(text))}
    told = [memory.topic or "", *(turn.text for turn in reversed(conversation.turns[-_TURNS_BACK:]))]
    for before in told:
        for mention in lexicon.mentions(words_of(before)):
            if mention.concept not in own and match.re.pattern == _LEFT_UNDONE.pattern:
                return f"{text.strip(' ?!.')} {before[mention.start : mention.end]}"
            if mention.concept == _PLAN and _OF_A_PILOT.search(text):
                continue  # "does he need a night rating for that": for the flight, not for its plan
            if mention.concept not in own:
                named = _as_a_subject(mention.concept, before[mention.start : mention.end])
                if match["de"]:
                    return f"{text[: match.start()]}für {named}{text[match.end() :]}"
                head = match["with"] or match["lead"]
                return f"{text[: match.start()]}{head}{named}{text[match.end() :]}"
    return text


def _of_the_pilot_too(text: str, memory: Known, reader: Reader) -> str:
    """ "Il me faut quoi comme qualification", "which rating do I need" behind night VFR or aerobatics: for that."""
    words = words_of(text)
    if len(words) > _OF_PILOT_MOST or not _OF_A_PILOT.search(text) or _NAMES_A_RATING.search(text):
        return text
    lexicon = load_lexicon(reader.deps.settings.data / "language", "ruled")
    own = {mention.concept for mention in lexicon.mentions(words)} - {"subject.licence"}
    before = memory.topic or memory.before
    told = next((m for m in lexicon.mentions(words_of(before)) if m.concept in _ASK_A_RATING), None)
    if own or told is None:
        return text
    named = _as_a_subject(told.concept, before[told.start : told.end])
    link = "pour" if _FRENCH.search(text) else "für" if _GERMAN.search(text) else "for"
    return f"{text.strip(' ?!.')} {link} {named}"


_OF_PILOT_MOST = 9
_ASK_A_RATING = frozenset(("subject.night", "subject.aerobatics"))
"""What a pilot needs a rating of its own for."""
_NAMES_A_RATING = re.compile(r"\b(?:ppl|lapl|sep|tmg|ulm?|cpl|ir|instrument|class|klasse|classe)\b", re.IGNORECASE)
_FRENCH = re.compile(r"\b(?:il|me|faut|quelle?|comme|ai|je|on|une?|la|avoir|besoin)\b", re.IGNORECASE)
_GERMAN = re.compile(r"\b(?:ich|welche\w*|brauche?|brauchen|eine|man|dafür|muss|was)\b", re.IGNORECASE)
_PLAN = "subject.flight_plan"
_OF_A_PILOT = re.compile(
    r"\b(?:ratings?|licen[cs]es?|qualifications?|medicals?|berechtigung\w*|\w*schein\b|lizenz\w*|brevets?)\b",
    re.IGNORECASE,
)


def _as_a_subject(concept: str, said: str) -> str:
    """A subject of rules as a noun: "fly at night" is night VFR."""
    if concept != "subject.night":
        return said
    return "VFR de nuit" if "nuit" in said.lower() else "VFR bei Nacht" if "nacht" in said.lower() else "night VFR"


_NOT_BEFORE = re.compile(
    r"\b(?:not|pas|nicht|non|rather than|instead of|statt|plutôt que|au lieu de)\s+(?:for |in |of |pour |en |für |de )?(?:the |la |le |les |l['’]|die |der )?$",
    re.IGNORECASE,
)


def not_of_that_country(said: Said, memory: Known) -> ToolCall | None:
    """ "Not Germany, Italy": the last question with the one country in the place of the other."""
    named = said.slots.countries
    if memory.call is None or any(spot.kind != "country" for spot in said.slots.spots) or len(named) != 2:
        return None
    gone = [c for c in named if _NOT_BEFORE.search(said.slots.text[: c.start])]
    if len(gone) != 1 or not _says_only(said, *((c.start, c.end) for c in named), *_denials(said)):
        return None
    (new,) = (c for c in named if c is not gone[0])

    def other(value: JsonValue) -> JsonValue:
        if isinstance(value, list):
            return [other(one) for one in value]
        country = said.deps.countries.named(value) if isinstance(value, str) else None
        if value == gone[0].country.code:
            return new.country.code
        return new.country.name if country is not None and country.code == gone[0].country.code else value

    changed = {
        name: other(value) if name in _HOLD_COUNTRIES else value for name, value in memory.call.arguments.items()
    }
    if changed == memory.call.arguments:  # a comparison, or what was asked of the country before it
        return None
    return ToolCall(tool=memory.tool, arguments=changed)


_HOLD_COUNTRIES = frozenset(("country", "country_code", "countries", "query", "from_location", "to_location"))


def _denials(said: Said) -> list[tuple[int, int]]:
    return [(m.start, m.end) for m in said.all_of("not", "instead")]
