""" "Does my UK PPL count there" behind the rules or the border of a country: whether it is accepted in that country."""

from __future__ import annotations

from agent import regex as re
from agent.language.ends import country_of
from agent.language.nationality import of_credentials
from agent.language.said import Said
from agent.protocol import ToolCall
from agent.understanding.in_hand.context import Known
from agent.understanding.reader.tool_names import BORDER, DEADLINE, RULE

_LICENCE = re.compile(
    r"\b(?:ppl|lapl|nppl|cpl|licen[cs]es?|ratings?|lizenz\w*|\w*schein|\w*berechtigung\w*|brevet|qualif\w*)\b",
    re.IGNORECASE,
)
_COUNTS = re.compile(
    r"\b(?:counts?|valid|accept(?:s|ed)?|recogni[sz]ed?s?|take|takes|good|enough|ok|okay|work|works|hold|holds|any good|"
    r"gilt|gelten|zählt|gültig|anerkannt|anerkennen|erkennen|akzeptieren|nehmen|reicht|taugt|akzeptiert|"
    r"compte|vaut|valables?|valide|reconnue?s?|reconnaissent|acceptent|acceptée?s?|marche|suffit|passe)\b"
)
_THERE = re.compile(r"\b(?:(?:over )?there|in that country|dort|da|drüben|là[- ]?bas|là|y)\b")
_ITS_AUTHORITY = re.compile(r"\s*(?:['’]s )?(?:caa|faa|authority|behörde|lba|dgac|autorité)\b")
_RULES = frozenset((RULE, "compare_rules_between_countries", "browse_rules"))
_ACCEPTED, _MEDICAL_ABROAD = "licence-abroad", "medical-abroad"
_MEDICAL = re.compile(r"\b(?:medical|tauglichkeit\w*|flugtauglichkeit|certificat médical|aptitude|médical)\b")


def licence_there(said: Said, memory: Known) -> ToolCall | None:
    """The rule on licences from abroad, of the country in hand that did not issue it."""
    call, slots, low = memory.call, said.slots, said.slots.low
    medical = _MEDICAL.search(low) is not None
    if call is None or (slots.spots and any(s.kind != "country" for s in slots.spots)):
        return None
    if not ((medical or _LICENCE.search(low)) and _COUNTS.search(low) and _THERE.search(low)):
        return None
    held = said.deps.rules.corpus.questions.get(_MEDICAL_ABROAD if medical else _ACCEPTED)
    if held is None:
        return None
    named = slots.countries
    issued = [c for c in named if of_credentials(c, low) or _ITS_AUTHORITY.match(low, c.end)]
    if len(issued) != len(named):
        return None
    issuers = {c.country.code for c in issued}
    there = next((code for code in _in_hand(call, said) if code not in issuers), None)
    if there is None:
        return None
    said.take_all()
    return ToolCall(tool=RULE, arguments={"question": held.text, "country_code": there})


def _in_hand(call: ToolCall, said: Said) -> list[str]:
    """The countries that the last question was about, where one flies first."""
    given = call.arguments
    if call.tool in _RULES:
        more = given.get("countries")
        codes = [given.get("country_code"), *(more if isinstance(more, list) else [])]
        return [code for code in codes if isinstance(code, str)]
    if call.tool in (BORDER, DEADLINE):
        ends = [given.get("to_location"), given.get("from_location"), given.get("country_code")]
        found = [country_of(end, said.deps) for end in ends if isinstance(end, str)]
        return [code for code in found if code]
    return []
