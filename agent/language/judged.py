"""Whether a message asks if the weather is enough: "and is it any good for VFR?", which nobody judges here."""

from __future__ import annotations

from agent import regex as re

_FOR_IT = r"vfr|vmc|ifr|imc|mvfr|solo\w*|students?|schüler\w*|élèves?|circuits?|platzrunden?|tours? de piste|fly\w*|flights?|fliegen|voler|cub|microlights?|ul|ulm|me|mich|moi|us|uns|nous|beginners?"
_ENOUGH = re.compile(
    rf"\b(?:good|fit|fine|ok|okay|suitable|enough|alright|all right|flyable|doable|decent|safe|usable|gut|genug|geeignet|brauchbar|reicht\w*|taugt|permet\w*|allows?|erlaubt|erlauben|bon|assez|suffisant|correct)\b"
    rf"(?: (?:enough|genug|es|das))?[^.?!,;]{{0,24}}\b(?:for|to|für|zum|pour|à|un|einen|a)\b[^.?!,;]{{0,24}}\b(?:{_FOR_IT})\b|"
    r"\b(?:is|are|was|ist|sind|est(?:-ce)?|c['’]est)\b[^.?!,;]{0,16}\b(?:vfr|vmc|imc|ifr|mvfr)\b(?! (?:only|approach\w*|plan|traffic|field|airport))|"
    r"\b(?:geht|ging|reichts?|taugt|klappt)\b[^.?!,;]{0,20}\b(?:vfr|solo\w*|fliegen)\b|"
    r"\breicht(?:['’]?s)?\b[^.?!,;]{0,24}\b(?:für|zum|auf|nach)\s+(?:sicht|sichtflug\w*)\b(?![- ]?weite)|"
    r"\b(?:on|je|nous) (?:peut|peux|pouvons)\b[^.?!,;]{0,16}\b(?:voler|y aller|partir|passer)\b|"
    r"\b(?:can|could|may|shall|should) (?:i|we|one|you) (?:fly|go|launch)\b(?: (?:vfr|in (?:it|that)))?|\bça passe\b|\bca passe\b|"
    r"\bwould you (?:fly|go)\b(?: (?:vfr|in (?:it|that)))?|\bwürde(?:st|n)? (?:du|sie|ihr|man)\b[^.?!,;]{0,16}\b(?:fliegen|starten|losfliegen)\b|"
    r"\b(?:tu volerais|vous voleriez|volerais[- ]tu|voleriez[- ]vous|tu irais|tu partirais|partirais[- ]tu|vous partiriez)\b(?: (?:en )?(?:vfr|à vue))?"
)


def judgement_asked(low: str) -> tuple[int, int] | None:
    """Where that is asked."""
    found = _ENOUGH.search(low)
    return found.span() if found is not None else None


def wants_a_judgement(low: str) -> bool:
    """Whether it is asked if the weather will do."""
    return _ENOUGH.search(low) is not None
