"""A message that changes what is in hand and then asks: "make it 11, and is there a restaurant there?"."""

from __future__ import annotations

from collections.abc import Callable

from agent import regex as re
from agent.protocol import Conversation, Plan, Question
from agent.understanding.clauses.clauses import asks, questions
from agent.understanding.in_hand.start_waiting import with_waiting_trip
from agent.understanding.in_hand.the_other import OTHER_ONE
from agent.understanding.reader.asking import CLARIFY
from agent.understanding.reader.each import MOST_STEPS

_JOINED = re.compile(r"[\s,;.!]+(?P<and>and|und|et)\s*$|[,;.!]\s*$", re.IGNORECASE)
_CHANGES = re.compile(
    r"^\W*(?:(?:and|und|et|ok)\W+)*(?:what about|how about|what if|was ist mit|wie (?:wäre|wärs|wär's) (?:es )?mit|et si|et pour"
    r"|make (?:it|that)|mach(?:s| es| daraus)?|mets|disons|lieber|plutôt|rather|actually)\b",
    re.IGNORECASE,
)
""" "What about Saint-Brieuc instead": put as a question, and changes what is in hand."""
_MOST_WORDS = 7
_SURE, _ASKED = 0.8, 0.5


def changed_and_asked(
    question: Question,
    text: str,
    conversation: Conversation,
    plan: Callable[[Question, Conversation], Plan],
) -> Plan | None:
    """What is in hand, changed as the first clause says, and what the others ask of it then; None for anything else."""
    last = conversation.last_plan
    if last is None or not last.steps or conversation.pending.get(question.person) is not None:
        return None
    starts = [start for start, _ in questions(text) if start]
    if not starts:
        return None
    joined = _JOINED.search(text[: starts[0]])
    first = text[: joined.start()].strip() if joined else ""
    changes = _CHANGES.match(first) is not None and OTHER_ONE.search(first) is None
    if (
        joined is None
        or not first
        or not (changes or (joined["and"] and not asks(first)))
        or len(first.split()) > _MOST_WORDS
    ):
        return None
    changed = plan(question.model_copy(update={"text": first}), conversation)
    tool = last.steps[-1].tool
    varies = changed.made_by == "followup" and changed.confidence >= _SURE and changed.steps != last.steps
    if not varies or not changed.steps or any(step.tool != tool or tool == CLARIFY for step in changed.steps):
        return None
    then = with_waiting_trip(conversation, changed)
    more = plan(question.model_copy(update={"text": text[starts[0] :]}), then)
    steps = (*changed.steps, *(step for step in more.steps if step not in changed.steps))
    asked = more.confidence >= _ASKED and not any(step.tool == CLARIFY for step in more.steps)
    if not more.steps or not asked or not len(changed.steps) < len(steps) <= MOST_STEPS:
        return None
    if any(step.tool == tool for step in more.steps):
        return None  # one question, told in two clauses
    return more.model_copy(update={"steps": steps, "made_by": "followup", "others": ()})


_CUT = re.compile(
    r"[?!.]\s+(?=\w)|\s*[,;]?\s+(?:and|und|et)\s+|\s*[,;]\s+(?=(?:is|are|can|do|does|how|what|when|où|y a|est-ce|wie|was|wann|gibt|kann|geht)\b)",
    re.IGNORECASE,
)
_MOST_CUTS = 3


def asked_both(
    whole: Plan,
    question: Question,
    text: str,
    conversation: Conversation,
    plan: Callable[[Question, Conversation], Plan],
    names_a_place: Callable[[str], bool],
) -> Plan:
    """The plan with the clause that the chat alone explains: "and in Poland, and what is the weather in Krakow".

    Where the whole message leads to one call, each of its halves is read behind the chat; both are asked where they
    surely lead to two.
    """
    last = conversation.last_plan
    if last is None or not last.steps or whole.emergency or len(whole.steps) > 1 or len(text.split()) > _MOST_SAID:
        return whole
    if conversation.pending.get(question.person) is not None:
        return whole
    if OTHER_ONE.search(text) or _REFUSES.search(text):
        return whole
    if [step.tool for step in whole.steps] == ["work_out_figures"]:
        return whole  # a sum takes all that is told: "SR20 four up with bags and full tanks, is that all right?"
    told = whole.steps[0].tool if whole.steps and whole.confidence >= _ASKED else CLARIFY
    for cut in [*_CUT.finditer(text)][:_MOST_CUTS]:
        halves = [text[: cut.start()].strip(), text[cut.end() :].strip()]
        asked = all(halves) and (asks(halves[1]) or _THING.match(halves[1]) is not None)
        goes_on = asked and (_GOES_ON.match(halves[0]) is not None or not names_a_place(halves[0]))
        if not goes_on or not (_LEANS.search(halves[0]) or _LEANS.search(halves[1])):
            continue
        first, second = (plan(question.model_copy(update={"text": half}), conversation) for half in halves)
        tools = [{step.tool for step in one.steps} for one in (first, second)]
        sure = all(one.steps and one.confidence >= _SURE_OF_EACH and not one.emergency for one in (first, second))
        if not sure or CLARIFY in tools[0] | tools[1] or tools[0] & tools[1]:
            continue
        if told in (CLARIFY, *tools[0], *tools[1]) and len(first.steps) + len(second.steps) <= MOST_STEPS:
            return second.model_copy(update={"steps": (*first.steps, *second.steps), "others": ()})
    return whole


_REFUSES = re.compile(
    r"^\W*(?:(?:and|und|et|ok)\W+)*(?:no|not|nope|neither|none|never mind|nein|nee|nicht|keine[rs]?|weder|non|pas|aucune?|ni)\b",
    re.IGNORECASE,
)
_THING = re.compile(r"(?:the|la|le|les|die|der|das)\s+\w+|l['’]\w+", re.IGNORECASE)
""" "La météo à Portoroz": a thing is asked for by its name."""
_GOES_ON = re.compile(r"\W*(?:and|und|et)\b", re.IGNORECASE)
_MOST_SAID, _SURE_OF_EACH = 22, 0.6
_LEANS = re.compile(
    r"^\W*(?:and|und|et)\b|\b(?:there|it|its|that|this|one|da|dort|das|der|die|es|dahin|là(?:-| )?bas|ça|ca|elle|il|celui|l['’]autre|alternates?|home|heim|rentrer)\b",
    re.IGNORECASE,
)
