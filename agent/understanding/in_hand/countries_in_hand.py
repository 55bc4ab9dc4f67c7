"""Reads what is asked of the countries that a chat has spoken of: which is strictest, how they differ."""

from __future__ import annotations

from pydantic import JsonValue

from agent import regex as re
from agent.language.said import Said
from agent.protocol import ToolCall
from agent.subjects.rules.reading import subject_of
from agent.subjects.rules.reading_ranked import ranked_in
from agent.understanding.in_hand import references
from agent.understanding.in_hand.context import Known

_OF_COUNTRIES = frozenset(("answer_rules_question", "compare_rules_between_countries", "browse_rules"))
_WHICH_IS = re.compile(
    r"\W*(?:and |so |und |et |ok )*(?:which|who|where|welche[sr]?|wer|wo|lequel|laquelle|quel pays|qui|où)\b[^?]{0,20}\b(?:is|are|has|ist|sind|hat|est|a)\b[^?]{0,20}?"
    r"\b(?:strict\w*|easi\w*|simpl\w*|toler\w*|liberal\w*|relaxed|streng\w*|einfach\w*|locker\w*|sévères?|strictes?|simples?|souples?)\W*"
)
""" "Which is strictest?": of the countries in hand, by what is known of each; the answer ranks none."""
_ALL_OF = re.compile(
    r"\ball (?:two|three|of them)\b|\b(?:both|them all) (?:with|to|against)\b|\btou(?:s|tes) les (?:deux|trois)\b|\balle (?:zwei|drei)\b|\bbeide\b"
)
""" "Compare all three with the UK": the countries spoken of, and another one."""
_DIFFER = re.compile(
    r"\W*(?:(?:and|so|ok|both|(?:die )?beide[n]?|les deux|what|what['’]s|is|are|any|the|und|so|et|alors|quelles?|sont|est|was|ist|sind|gibt es|gibt es da|les?|la|der|die|il y a des|y a-t-il des|des|how do they)\W+)*"
    r"(?:differences?|différences?|unterschiede?|compare|vergleiche?n?|comparer?|compare[sz]|differ)"
    r"(?:\W+(?:between|them|both|the two|then|entre|les deux|eux|zwischen|beiden?|den|ihnen|die|there|denn|alors|stp|please|bitte))*\W*",
    re.IGNORECASE,
)
""" "Differences?", "vergleiche die beiden": of the last two countries."""
_ALIKE = re.compile(
    r"\W*(?:(?:and|so|is it|are|is|und|ist das|sind|et|c['’]est)\W+)*(?:(?:they|both|the two|these|beide|die beiden|les deux)(?: countries)?(?: are| sind| sont)?(?: the| das)? "
    r"(?:same|alike|gleich|dasselbe|pareils?|identiques?)|(?:the )?same (?:in|for) (?:both|the two|them)|(?:in|bei) beiden(?: das)? (?:gleiche?|dasselbe)|pareil (?:dans|pour) les deux)\W*"
)
""" "Both the same?" of the last two countries."""
_FIRST_TWO = re.compile(r"\b(?:first two|ersten (?:beiden|zwei)|beiden ersten|deux premi(?:er|ère)s)\b")
_SPOKEN_OF = 4
"""Countries of which the first two are those that the thread began with."""
_AGAINST = re.compile(
    r"\W*(?:(?:and|und|et|so)\W+)?(?:vs\.?|versus|against|compared (?:to|with)|gegen|gegenüber|contre|par rapport à)\s"
)

_COMPARES_IT = re.compile(
    r"\b(?:how (?:does|do|would) (?:it|that|this|they|those)(?: all)? compare|compare (?:it|that|this|them)|vergleich\w* (?:das|es|dies|sie)"
    r"|wie (?:ist|sieht) (?:das|es)(?: aus)? (?:im vergleich|verglichen)|(?:ça|cela) (?:se )?compare|compare[rz]? (?:ça|cela|le|la|les))\b"
)
""" "How does it compare with France for that": the last rule, there and in the country it was asked of."""


def _is_against(said: Said) -> bool:
    """ "Compared to Denmark?", "how does that compare with France": what is in hand, beside another country."""
    behind = said.slots.low[said.slots.countries[-1].end :] if said.slots.countries else ""
    at_the_end = not behind.strip(" ?!.")
    return bool((_AGAINST.match(said.slots.low) and at_the_end) or _COMPARES_IT.search(said.slots.low))


def of_the_countries(text: str, said: Said, memory: Known) -> ToolCall | None:
    """The last rule beside itself in the countries it was asked of: "so which of the three is the easiest?"."""
    if memory.tool not in _OF_COUNTRIES or said.spots:
        return None
    if not memory.topic:
        return _of_the_books(text, said, memory) or _beside_the_book(said, memory)
    if said.slots.countries:
        new = said.countries()
        against = _is_against(said) and not {*new} & {*memory.countries}
        match = _ALL_OF.search(said.slots.low)
        many = (2 if re.search(r"two|both|deux|zwei|beide", match[0]) else 3) if match else 0
        beside = [*memory.of_late[-many:]] if many else [*memory.countries[:1]] if against else []
        codes: list[JsonValue] = [*dict.fromkeys([*beside, *new])] if beside else []
    else:
        low = said.slots.low
        compared = _WHICH_IS.fullmatch(low) or _DIFFER.fullmatch(low) or _ALIKE.fullmatch(low)
        set_beside = _SET_BESIDE.search(low)
        many = (
            references.which_of(text) or (2 if compared else 0) or (_many(set_beside["many"]) if set_beside else 0)
        )
        codes = [*memory.of_late[-many:]] if many else []
        if _DIFFER.match(low) and _FIRST_TWO.search(low) and len(memory.of_late) <= _SPOKEN_OF:
            codes = [*memory.of_late[:2]]
    if len(codes) < 2:
        return None
    more = _INCLUDING.search(text)
    topic = f"{memory.topic}, {more['what']}" if more and not said.slots.countries else memory.topic
    if references.which_of(text) and (own := subject_of(said)):
        topic = own  # "which of them needs a flight plan at night": another subject than the one in hand
    ranked = ranked_in(said.slots.low)
    asked: dict[str, JsonValue] = {"ranked": ranked} if ranked else {}
    return ToolCall(
        tool="compare_rules_between_countries", arguments={"countries": codes, "topic": topic, **asked}
    )


def _of_the_books(text: str, said: Said, memory: Known) -> ToolCall | None:
    """ "Which of them needs a flight plan?", "and the transponder?" behind the books of several: that, of all of them."""
    if said.slots.countries or len(memory.countries) < 2 or memory.tool != "browse_rules":
        return None
    of_them = references.which_of(text) or references.both(text) or len(said.slots.words) <= _SHORT
    topic = subject_of(said) if of_them else ""
    if not topic:
        return None
    codes: list[JsonValue] = [*memory.countries]
    return ToolCall(tool="compare_rules_between_countries", arguments={"countries": codes, "topic": topic})


_SHORT = 5
"""Words of a message that only goes on from what is open: "and the transponder?"."""


def _beside_the_book(said: Said, memory: Known) -> ToolCall | None:
    """ "Compared to Denmark?" behind all rules of one country: both rule books."""
    new = said.countries()
    if memory.tool != "browse_rules" or len(new) != 1 or not _is_against(said):
        return None
    codes: list[JsonValue] = [*dict.fromkeys([*memory.countries[:1], *new])]
    if len(codes) < 2:
        return None
    return ToolCall(tool="compare_rules_between_countries", arguments={"countries": codes})


_SET_BESIDE = re.compile(
    r"\b(?:compar\w*|vergleich\w*|side by side|nebeneinander|table)\b[^.?!]*?\b(?:the|all|those|these|les|tous les|die|alle) "
    r"(?P<many>two|three|deux|trois|zwei|drei|beiden)\b"
)
""" "Could you compare the three in one table": the countries in hand."""
_INCLUDING = re.compile(
    r",?\s*\b(?:including|together with|as well as|y compris|ainsi que|einschließlich|samt|inklusive)\s+(?:the |les |der |die )?"
    r"(?P<what>[^,.?!]{3,40}?)(?:\s+(?:rules?|regeln|règles))?\W*$",
    re.IGNORECASE,
)
"""A further subject of the comparison."""


def _many(word: str) -> int:
    return 3 if word in ("three", "trois", "drei") else 2
