"""Whether a flight between two states needs a flight plan: both states' texts read together into one line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from agent import regex as re
from agent.registry import ToolContext
from agent.rules.book import RuleHit
from agent.rules.corpus import OverBorder
from agent.rules.same_question import is_turned
from agent.subjects.measures import with_article
from agent.subjects.rules.said import (
    GONE_INTO,
    LEFT,
    countries_in,
    crosses_a_border,
    is_about_a_crossing,
    names_in,
)
from agent.subjects.rules.side_by_side import and_all
from tongue import SOURCE, country_name, say, spoken

QUESTION, _AT_HOME = "fpl-border-crossing", "vfr-flight-plan-required"
Stand = Literal["due", "none", "advised", "silent", "unread"]
_ALL, _SCHENGEN = "*", "schengen"
_WITHIN = frozenset((frozenset(("GB", "IM")),))
"""Flights whose border the texts held here do not mean."""


def entered(question: str, codes: Sequence[str], context: ToolContext) -> str:
    """Which of two countries a flight goes into, by the words before their names; "" where these do not tell."""
    left, gone_to = set[str](), set[str]()
    for one in names_in(question, context):
        before = question[: one.start]
        if LEFT.search(before):
            left.add(one.country.code)
        elif GONE_INTO.search(before):
            gone_to.add(one.country.code)
    for code in codes:
        others = {other for other in codes if other != code}
        if code not in left and (others & left or (code in gone_to and not others & gone_to)):
            return code
    return ""


def verdict(question: str, codes: Sequence[str], context: ToolContext, into: str = "") -> str:
    """What the states come to, of which flight it is said first where the question names none: "for both"."""
    told = _verdict(question, codes, context, into)
    if not told or len(codes) != 2 or into or not _OF_BOTH.search(question):
        return told
    one, other = (_named(code, context) for code in codes)
    return "\n".join((say("For a flight between {one} and {other}:", one=one, other=other), told))


_THROUGH = re.compile(
    r"\b(?:fly\w*|pass\w*|cross\w*|transit\w*) (?:straight |just |only )?(?:through|over|across)|overfl\w+"
    r"|without (?:ever )?landing|(?:don['’]?t|do not|not) land\w*|in transit"
    r"|durch(?:zu)?flieg\w*|durchflug|überflieg\w*|überflug|ohne (?:zu landen|(?:zwischen)?landung)|nicht lande\w*"
    r"|travers\w*|survol\w*|en transit|sans (?:(?:me|m['’]|se|nous|s['’]) ?)?(?:poser|atterrir)\b",
    re.IGNORECASE,
)
_ANOTHER = re.compile(
    r"\b(?:customs|zoll\w*|douane|passport\w*|transponder\w*|ppr|night|nachts?|nuit|funk\w*|radio|by radio)\b",
    re.IGNORECASE,
)


def flown_through(question: str, before: Sequence[str], codes: Sequence[str], context: ToolContext) -> str:
    """The question on a plan over the border that one on flying through goes on from; "" else."""
    if not before or not _THROUGH.search(question) or _ANOTHER.search(question) or names_in(question, context):
        return ""
    asked = before[0]
    of_it = crosses_a_border(asked, context) or is_about_a_crossing(asked, codes, context)
    return asked if of_it else ""


_OF_BOTH = re.compile(
    r"\b(?:for|in) (?:both|each)\b|\b(?:pour|dans) (?:les deux|chacun)|\b(?:für|in) beiden?\b"
    r"|\b(?:for|in|pour|en|für) [\w' ]+ (?:and|et|und) ",
    re.IGNORECASE,
)
"""Both states are asked about, and no flight from one into the other."""


def _verdict(question: str, codes: Sequence[str], context: ToolContext, into: str = "") -> str:
    """Yes, no, or file one all the same: what the states of a flight over their border come to; "" where unknown.

    `into`: the state flown into, where it is known. By SERA.4001 a flight plan is due over a border unless the
    states concerned say otherwise. "May I go without one" is answered by the rule, and by no yes to the duty.
    """
    if not 0 < len(codes) < 3 or frozenset(codes) in _WITHIN:
        return ""
    into = into or (entered(question, codes, context) if len(codes) == 2 else "")
    stands: dict[Stand, list[str]] = {}
    for code in codes:
        other = next((one for one in codes if one != code), "")
        stands.setdefault(_stand(code, other, code == into, context), []).append(_named(code, context))
    due, none, advised, silent = (and_all(stands.get(one, [])) for one in ("due", "none", "advised", "silent"))
    if is_turned(question, ""):
        return "" if stands.get("unread") and not due else _without_one(due, none, advised, silent, len(codes))
    if len(codes) == 1:
        return (
            say(
                "**Over the border yes, unless both states waive it: I hold no waiver by {silent}.**",
                silent=silent,
            )
            if silent
            else ""
        )
    if due and none:
        told = say("**The two do not agree: {none} asks for no flight plan, {due} does.**", none=none, due=due)
        why = say(
            "It falls away only where both waive it: file one, unless you have read that {due} does too.", due=due
        )
        return f"{told} {why}"
    if due:
        return say("**Yes, a flight plan is due: so says {due}.**", due=due)
    if stands.get("unread"):
        return ""
    if none and silent:
        return say(
            "**Yes, unless both states waive it: {none} does, but I hold no waiver by {silent}.**",
            none=none,
            silent=silent,
        )
    controlled = say(
        "Where air traffic control serves the flight, at a field or on the way, it is due all the same."
    )
    if none and advised:
        told = say(
            "**No must by these texts, but advised: {none} asks for none, {advised} highly recommends one.**",
            none=none,
            advised=advised,
        )
        return f"{told} {controlled}"
    if none:
        told = say("**No, by what {none} say**, on the conditions below.", none=none)
        return f"{told} {controlled}"
    return say(
        "**Yes, unless both states waive it: for this flight I hold no waiver by {silent}.**",
        silent=silent or advised,
    )


def _without_one(due: str, none: str, advised: str, silent: str, states: int) -> str:
    """The rule as a statement, for who asks whether the flight may go without a flight plan; "" where unknown."""
    if due:
        return say("**Not without a flight plan: so says {due}.**", due=due)
    if none and silent:
        return say(
            "**Not without a flight plan, unless both states waive it: {none} does, but I hold no waiver by"
            " {silent}.**",
            none=none,
            silent=silent,
        )
    if none and advised:
        return say(
            "**A flight plan is no must by these texts, but advised: {none} asks for none, {advised} highly"
            " recommends one.**",
            none=none,
            advised=advised,
        )
    if none:
        return say("**By what {none} say a flight plan is not due**, on the conditions below.", none=none)
    if states == 1 and not silent:
        return ""
    return say(
        "**Over the border not without a flight plan, unless both states waive it: I hold no waiver by"
        " {silent}.**",
        silent=silent or advised,
    )


def _stand(code: str, other: str, entering: bool, context: ToolContext) -> Stand:
    answers = context.deps.rules.corpus.answers(QUESTION, code)
    own = [answer for answer in answers if not answer.regime]
    if not own:
        return "silent" if code in context.deps.rules.corpus.countries else "unread"
    said = own[0].over_border
    if said is None or not other:
        return "unread"
    return _of(said, other, entering, context)


def _of(said: OverBorder, other: str, entering: bool, context: ToolContext) -> Stand:
    in_schengen = context.deps.borders.of_country(other).schengen == "yes"
    if other in said.none or (other not in said.due and _ALL in said.none):
        return "none"
    if in_schengen and _SCHENGEN in said.none and other not in said.due:
        return "none"
    if entering and {other, _ALL} & set(said.none_into):
        return "none"
    if {other, _ALL} & set(said.due):
        return "due"
    return "advised" if other in said.advised else "silent"


def _named(code: str, context: ToolContext) -> str:
    known = context.deps.countries.get(code)
    name = known.name if known else code
    return with_article(name) if spoken() == SOURCE else country_name(name)


def inside(hits: tuple[RuleHit, ...], asked: str, country: str, context: ToolContext) -> tuple[RuleHit, ...]:
    """What was found, without the border's entry on flight plans in front where no border is asked about."""
    corpus = context.deps.rules.corpus
    at_home = corpus.questions.get(_AT_HOME)
    lone = len(countries_in(asked, context)) < 2
    if not hits or hits[0].question_id != QUESTION or not lone or at_home is None:
        return hits
    own = any(not answer.regime for answer in corpus.answers(_AT_HOME, country))
    return (replace(hits[0], question_id=_AT_HOME), *hits[1:]) if own else hits
