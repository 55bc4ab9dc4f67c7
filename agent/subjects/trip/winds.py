"""Reads the headwind or tailwind that a pilot says of a trip: of the way out, of the way home, or of both."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import JsonValue

from agent import regex as re
from agent.language.quantities import Quantity
from agent.language.said import Said

Given = dict[str, JsonValue]
_THE = r"(?:on |for |auf |au |à |sur |beim )?(?:the |our |my |dem |den |le |la |l['’])?"
_HOME = (
    rf"(?:{_THE}(?:way (?:home|back)|return(?: leg| flight)?|homeward\w*|rück(?:weg|flug)|heim(?:weg|flug)|"
    r"retour|leg (?:home|back)|trip (?:home|back))|back|home|zurück|heim|coming back|going home)"
)
_OUT = (
    rf"(?:{_THE}(?:way (?:out|there)|outbound|out|there|hinweg|hinflug|hin|à l['’]aller|aller)|"
    r"going(?! (?:home|back))(?: out| there)?)"
)
_BOTH = re.compile(
    r"\b(?:both ways|each way|either way|all the way|in beide richtungen|beide wege|hin und zurück|"
    r"dans les deux sens)\b"
)
_BEHIND = (
    r"^[\s,]*(?:(?:kts?|knots|knoten|nœuds|noeuds|headwind|tailwind|gegenwind|rückenwind|"
    r"on the (?:nose|tail)|wind)\s+)*"
)
_SENTENCE = re.compile(r"[.;!?]")


def blanked(text: str, spans: Sequence[Quantity]) -> str:
    """The text without what these amounts say."""
    for one in spans:
        text = f"{text[: one.start]}{' ' * (one.end - one.start)}{text[one.end :]}"
    return text


def wind_said(said: Said, *, returns: bool) -> Given:
    """`headwind_kts` and `return_headwind_kts`; a wind of which no way is told is that of the way out."""
    low, given = said.slots.low, Given()
    for wind in said.slots.of("wind"):
        said.take([wind])
        before = _SENTENCE.split(low[: wind.start])[-1]
        behind = _SENTENCE.split(low[wind.end :])[0]
        knots = round(wind.value)
        if returns and _BOTH.search(f"{before[-30:]} {behind[:30]}"):
            given |= {"headwind_kts": knots, "return_headwind_kts": knots}
        elif _is_of(_HOME, before, behind) and (returns or _BEHIND_HOME.match(behind)):
            given.setdefault("return_headwind_kts", knots)
        else:
            given.setdefault("headwind_kts", knots)
    other = _THEN_HOME.search(low)
    if returns and other is not None and "headwind_kts" in given and "return_headwind_kts" not in given:
        said.used.add(other.span())
        knots = abs(int(str(given["headwind_kts"])))
        given["return_headwind_kts"] = -knots if other["tail"] else knots
    same = _SAME.search(low)
    if returns and same is not None and "headwind_kts" in given and "return_headwind_kts" not in given:
        said.used.add(same.span())
        knots = abs(int(str(given["headwind_kts"])))
        given["return_headwind_kts"] = -knots if same["tail"] or same["de"] else knots
    return given


_THEN_HOME = re.compile(
    rf"\b(?:and|then|und|et|,)\s+(?:then |dann |puis )?(?:(?P<tail>on the tail|behind|from behind|tailwind|"
    rf"von hinten|rückenwind|dans le dos|arrière)|"
    rf"on the nose|against|ahead|headwind|von vorn|gegenwind|de face)\s+{_HOME}\b"
)
""" "15 on the tail going and on the nose coming back": the same wind of the other way."""
_SAME = re.compile(
    r"\b(?:the )?same (?:amount )?(?:(?P<tail>on the tail|tailwind|behind)|on the nose|headwind|against)\b|"
    r"\b(?:genauso viel|das gleiche|gleich viel|autant)\b[^.;,]{0,20}?"
    r"(?:(?P<de>hinten|rückenwind|arrière)|vorn|gegenwind|face)",
)


_BEHIND_HOME = re.compile(rf"{_BEHIND}{_HOME}\b")


def _is_of(way: str, before: str, behind: str) -> bool:
    """Whether words for this way stand right behind the wind, or before it and nearer than those of the other."""
    if re.match(rf"{_BEHIND}{way}\b", behind):
        return True
    if re.match(rf"{_BEHIND}{_OUT}\b", behind):
        return False
    last = list(re.finditer(rf"\b(?:(?P<home>{_HOME})|{_OUT})\b", before))
    return bool(last) and last[-1]["home"] is not None and len(before) - last[-1].end() < 25
