"""Reads a question for what a term means."""

from __future__ import annotations

import re

from pydantic import JsonValue

from agent.language.said import Said
from agent.registry import reads
from tongue import later

_ASKS = (
    r"what(?:'s| is| are| was| on earth is| exactly is| the hell is| does| do you mean by| do they mean by)?|whats|define|explain|meaning of|"
    r"definition of|remind me what|tell me what|wat is|qu'est[- ]ce qu(?:e|'un|'une)(?: c'est)?(?: que?)?|c'est quoi|ça veut dire quoi|"
    r"que (?:veut dire|signifie)|was (?:ist|bedeutet|heißt|heisst|sind|meint)|wofür steht|was genau ist|erklär\w*(?: mir)?(?: mal)?"
)
_FRAME = re.compile(
    rf"\b(?:{_ASKS})\b[\s:,]*(?:does |is |are |was |the |an? |eine?[nr]? |das |die |der |une? |l[ea] |l'|des |d'|qu'|an? |eigentlich |genau )*"
    r"(?P<t>[\w/.&'-]+(?: [\w/.&'-]+){0,4}?)"
    r"(?=\s+(?:means?|stands?|short|again|exactly|actually|even|please|in |on |for |when|and|to |anyway|then|bedeutet|ist|heißt|exactement|veut|"
    r"signifie|svp|genau|eigentlich|nochmal|sur|dans|auf|bei|im)\b|\s*[?!.,;]|\s*$)",
    re.IGNORECASE,
)
_TERM = r"[\w/.-]+(?: (?!vs\b|v\b|versus\b|and\b|or\b|und\b|et\b|ou\b|oder\b|differen\w*|unterschied)[\w/.-]+)?"
_PAIR = re.compile(
    rf"(?:\b(?:between|zwischen|entre|from|von|de|is|are|des|the|le|la|an?)\s+|^)(?P<t>{_TERM})\s+(?:different\s+|anders\s+)?(?:vs\.?|v\.?|versus|and|or|und|et|ou|oder|from)\s+(?:an? |the |le |la )?(?P<o>{_TERM}?)"
    r"(?=\s+(?:difference|unterschied|diff\w*|what|please)\b|\s*[?!.,;]|\s*$)",
    re.IGNORECASE,
)
"""Two terms to be told apart: "difference between PPR and PN", "pan pan vs mayday"."""
_TOLD_APART = (
    r"\b(?:differen\w*|vs|versus|v|unterschied\w*|différence|distinction|differ|same as|tell apart|diff)\b"
)
_CAPITALS = re.compile(r"\b(?:[A-Z]{1,4}/[A-Z]{1,4}|[A-Z][A-Z0-9]{1,6}(?: [A-Z]{3,6})?)\b")


_ARTICLE = re.compile(r"^(?:an?|the|une?|l[ea]|l'|eine?[nrm]?|der|die|das|dem)\s+", re.IGNORECASE)


def _bare(term: str) -> str:
    return _ARTICLE.sub("", term.strip())


@reads("explain_term", "term", called=later("What a term means"))
def term(said: Said) -> dict[str, JsonValue]:
    """The term, in the pilot's letters: the abbreviation in capitals, else what stands in the question's frame."""
    text = said.slots.text.strip(" ?!.")
    said.take_all()
    if quoted := re.search(r"[\"'«](?P<t>[^\"'«»]{2,30})[\"'»](?!\w)", text):
        return {"term": quoted["t"]}
    frame = _FRAME.search(text)
    if (pair := _PAIR.search(text)) and re.search(_TOLD_APART, text, re.IGNORECASE):
        return {"term": _bare(pair["t"]), "other_term": _bare(pair["o"])}
    if re.search(_TOLD_APART, text, re.IGNORECASE) and (both := list(dict.fromkeys(_CAPITALS.findall(text)))):
        return {"term": both[0], "other_term": both[1]} if len(both) > 1 else {"other_term": both[0]}
    if capitals := _CAPITALS.search(text, frame.start("t") if frame else 0):
        return {"term": capitals[0]}
    if frame is not None:
        return {"term": frame["t"]}
    capitals = _CAPITALS.search(text)
    if capitals:
        return {"term": capitals[0]}
    words = [w.text for w in said.slots.words]
    return {"term": " ".join(words)} if 0 < len(words) <= 2 else {}
