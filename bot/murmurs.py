"""What people say to each other under an answer: it is left to them, whatever could be read into it."""

from __future__ import annotations

import re

from agent.protocol import Conversation, Plan
from bot.commands import looks_asked

_CODE = re.compile(r"(?<![\w-])[A-Z]{4}\b")
"""An airfield's, not the end of a registration."""

_YEAR = re.compile(r"\b(?:in|en) (?:19|20)\d\d\b", re.IGNORECASE)
"""When somebody was there, which is no figure of a question."""

SHORT = 3
"""As many words are a variation of the question rather than a remark: "LFAT instead", "saturday morning"."""
SURE = 0.6
PLACES = ("icao_code", "from_location", "to_location", "location_query", "near")

_GOES_ON = re.compile(
    r"^\W*(?:and|but|with|without|on|at|for|from|to|via|in|by|if|then|instead|also|or|only|not|no|more|now|same|next"
    r"|et|mais|avec|sans|pour|de|depuis|vers|par|und|aber|mit|ohne|am|um|nach|von|für|über)\b"
    r"|\b(?:please|pls|plz|svp|bitte)\b|s'il (?:te|vous) pla[iî]t",
    re.IGNORECASE,
)
"""How somebody goes on with what was answered, or asks kindly."""
_OF_PEOPLE = re.compile(
    r"\b(?:i|i'm|i'll|i'd|me|my|mine|we|we're|we'll|us|our|you|your|guys|folks|he|she|his|her|they|them|their"
    r"|lovely|gorgeous|awesome|brilliant|haha|lol|is|was|were|has|have|had|will|would"
    r"|je|j'ai|moi|mon|ma|nous|tu|toi|vous|elle|ils|est|était|sera"
    r"|ich|mir|mich|mein|meine|wir|uns|du|dir|dich|ihr|euch|ist|war|hat|wird)\b",
    re.IGNORECASE,
)
"""Words of remarks about people: a question to us in a group names the field and what is wanted."""


_TO_THE_OTHERS = re.compile(
    r"\b(?:see (?:you|ya|u)|count me|save me|i'?ll (?:be|come|join|bring|drive)|i'?m (?:in|out|late|coming)"
    r"|we'?ll (?:be|meet|come)|can'?t (?:make it|come)|sounds like a plan"
    r"|who(?:'s| is|'ll| will)|anyone (?:else|coming|up)|you (?:guys|all|lot)|lads|folks"
    r"|à (?:demain|bientôt|samedi|dimanche)|on (?:se voit|se retrouve|prend)|je (?:viens|serai)"
    r"|qui (?:vient|conduit|prend)"
    r"|bis (?:dann|morgen|samstag|sonntag)|wir sehen uns|ich komme|bin dabei|wer (?:kommt|fährt|nimmt))\b",
    re.IGNORECASE,
)
"""What one says to a person, whatever figures stand beside it."""

_OPINION = re.compile(
    r"\b(?:same here|me (?:too|neither)|moi (?:aussi|non plus)|ich auch"
    r"|loved?|hated?|\w+'s (?:bringing|coming|driving|going|paying|joining)|sounds (?:good|great|fun|lovely)"
    r"|(?:good|great|gute|super|bonne) (?:shout|idea|plan|call|idee|idée)"
    r"|(?:too|so|bit|very|wow) (?:pricey|expensive|dear|steep)|(?:trop|si) cher|(?:zu|ganz schön) teuer)\b",
    re.IGNORECASE,
)
"""What one thinks of an answer; a question where it goes on with one ("too dear, what else is near?")."""


_BY_NAME = re.compile(
    r"^\W*(?!(?:FlyFun|Hey|Hi|Hello|Hallo|Bonjour|Ok|Okay|And|So|Also|Please|Yes|No|Thanks|Merci|Danke)\b)[A-ZÀ-Ý][\w'’-]+"
    r",\s+(?:can|could|will|would|do|did|are|were|have|shall|when|what time|tu|peux|pourrais|vous|as|es"
    r"|kannst|könntest|hast|bist|machst|wann)\b"
)
"""A person is called by name and asked: "Ben, can you book the 172?"."""


def is_to_the_others(text: str) -> bool:
    """Whether the words alone say that a clubmate is meant."""
    return bool(_TO_THE_OTHERS.search(text) or _BY_NAME.search(text)) and not _CODE.search(text)


def murmurs(text: str, plan: Plan, conversation: Conversation) -> bool:
    """Whether a message under an answer is more likely meant for the others than for us."""
    if is_to_the_others(text):
        return True
    if _OPINION.search(text) and not looks_asked(text):
        return True
    if (
        looks_asked(text)
        or re.search(r"\d", _YEAR.sub("", text))
        or _GOES_ON.search(text)
        or len(text.split()) <= SHORT
    ):
        return False
    return _OF_PEOPLE.search(text) is not None or not _is_surely_asked(plan, conversation)


def _is_surely_asked(plan: Plan, conversation: Conversation) -> bool:
    """A question of its own, or another of the same place."""
    if plan.confidence < SURE or not plan.steps:
        return False
    if plan.made_by == "reader":
        return True
    before = conversation.last_plan.steps if conversation.last_plan else ()
    return bool(before) and all(
        plan.steps[0].arguments.get(name) == before[0].arguments.get(name) for name in PLACES
    )
