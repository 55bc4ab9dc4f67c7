"""Reads what is asked about a trip in words of no place: its reminders, what is left to do, an earlier plan."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import JsonValue

from agent import regex as re
from agent.language.said import Said
from agent.protocol import ToolCall
from agent.subjects.trip.own_moments import own_moment
from agent.subjects.trip.reading_takes import asked_for_all, without_asking
from agent.subjects.trip.times import SAME_DAY

MOST_WORDS = 10
_REMINDER = r"(?:reminders?|nudges?|erinnerung(?:en)?|rappels?)"
_REMINDERS = re.compile(rf"\b{_REMINDER}\b")
_REMIND = re.compile(
    r"\b(?:remind|nudge|ping) (?:me|us)\b|\berinner\w* (?:mich|uns)\b|\brappel\w*[- ](?:moi|nous)\b|"
    r"\b(?:kannst|könntest|würdest|magst|sollst)(?: du)? (?:mich|uns)\b[^.?!]{0,60}\berinnern\b|"
    r"\b(?:me|nous) rappeler\b"
)
_WARN = re.compile(
    r"\b(?:warn|alert|tell|notify|prompt) (?:me|us)\b|"
    r"\b(?:préviens|prévenez|avertis|avertissez|alerte[z]?)[- ](?:moi|nous)\b|"
    r"\b(?:sag|gib|gebt) (?:mir|uns)\b.*\bbescheid\b|\b(?:benachrichtig|warn|weck)\w* (?:mich|uns)\b"
)
_BEFORE_EACH = re.compile(
    r"\b(?:each|every|all|before|when|jede[mnrs]?|alle[n]?|vor|wenn|chaque|tout(?:e?s)?|tous|avant|quand)\b.*"
    r"\b(?:deadlines?|steps?|(?:is|are|it's) due|fristen|frist|termine?|schritte?|fällig|échéances?|délais?|"
    r"étapes?)\b"
)
""" "Préviens-moi avant chaque échéance": a reminder, though no word says so."""
_TELL_ME = re.compile(
    r"remind|nudge|\bping|alert|notif|alarm|shout|prompt|heads[- ]up|poke|"
    r"erinner|bescheid|weck|melde|rappel|penser|prév[ei]|avert|alerte"
)
_OF_ALL = re.compile(
    r"\b(?:each|every|everything|all|them|jede[mnrs]?|alle[ms]?|daran|chaque|tout(?:e?s)?|tous)\b"
)
_SET = re.compile(
    rf"\b(?:set|make|add|create|want|need|give|like|send|setz\w*|stell\w*|mach\w*|richte|brauche?n?|hätte\w*|möchte\w*|"
    rf"mets|mettre|mettez|fais|faites|crée\w*|voudrais|veux|"
    rf"an?|one|eine|un|please|bitte) (?:\w+ ){{0,3}}?{_REMINDER}\b"
)
_FOR_IT = re.compile(
    rf"\b{_REMINDER} (?:for (?:that|this|it|the (?:trip|flight))|dafür|dazu|"
    r"für (?:den|diesen) (?:flug|ausflug)|pour (?:ça|cela|ce (?:vol|voyage)))\b"
)
_KEPT = re.compile(
    rf"\b(?:which|what|my|your|any|list|show|how many|welche|was für|meine|unsere|zeig\w*|habe|"
    rf"quels|mes|nos|liste|montre\w*|combien de) (?:\w+ ){{0,3}}?{_REMINDER}\b|"
    rf"\b{_REMINDER} (?:have i|do i|are|habe|ai|sont)\b"
)
_STOP = re.compile(
    r"\b(?:cancel|delete|remove|stop|clear|drop|scrap|kill|turn off|switch off|forget|no more|don't want|"
    r"lösch\w*|loesch\w*|storniere\w*|stopp\w*|streich\w*|entfern\w*|abbestell\w*|keine|ohne|"
    r"annul\w*|supprim\w*|arrêt\w*|efface\w*|enl[eè]v\w*|plus de|sans)\b"
)
_LEFT_TO_DO = re.compile(
    r"\b(?:(?:anything|what|something) else\b.*\b(?:do|file|send|book|tell|need|arrange|sort|prepare|submit)|"
    r"(?:anything|what) else (?:for|on|before) (?:it|this trip|that trip|the trip|we go|i go)|"
    r"(?:do|have) (?:i|we) (?:have|got) (?:everything|it all)|"
    r"(?:is that|was that|that's) (?:all|everything)\b.*\b(?:do|need|file)|"
    r"^\W*(?:and |is there |und |et )?(?:anything|what|something) else\W*$|"
    r"^\W*(?:and |so |ok |und |also |et |alors )*(?:what (?:all )?(?:do|will) (?:i|we) (?:all )?"
    r"(?:need|have to do)(?: to do| for (?:it|that))?|"
    r"was (?:brauche|brauchen) (?:ich|wir)(?: (?:dafür|alles|dazu))*|"
    r"(?:que|qu'est-ce qu'il) (?:me |nous )?faut(?:[- ]il)?(?: faire| prévoir)?)\W*$|"
    r"^\W*(?:und )?(?:sonst )?noch (?:et)?was\W*$|"
    r"^\W*(?:et )?(?:autre chose|quoi d'autre|rien d'autre)\W*$|"
    r"^\W*(?:and |so |ok |right |then )*(?:what(?:'s| is) (?:still )?(?:left|open|outstanding|"
    r"missing)(?: to (?:do|file|send))?|"
    r"what (?:do|must|should) (?:i|we) (?:still (?:have to |need to )?(?:do|file|send)|(?:have to |"
    r"need to )?(?:do|send|file) (?:and )?(?:by )?when)|"
    r"what (?:do|have) (?:i|we) still (?:have|got|need) to (?:do|file|send)|what(?:'s|"
    r" is) to be done)(?: and (?:by )?when)?\W*$|"
    r"^\W*(?:und |also )*was (?:bleibt|fehlt|ist) (?:noch|(?:jetzt )?(?:noch )?(?:alles )?(?:zu tun|"
    r"offen))(?: zu tun)?\W*$|"
    r"^\W*(?:et |alors )*(?:qu'est-ce qu'il (?:me |nous )?reste à faire|que (?:me |nous )?reste-t-il à faire|"
    r"(?:qu'est-ce que je dois|que dois-je) (?:faire|envoyer)(?: et (?:pour )?quand)?)\W*$|"
    r"^\W*(?:and |so )?who (?:all )?(?:has|needs|is) to "
    r"(?:be (?:told|notified|informed|called|phoned)|know)(?: first)?\W*$|"
    r"^\W*(?:and |so )?who(?:m)? (?:do|must|should|shall) (?:i|we) (?:have to |need to )?"
    r"(?:tell|notify|inform|warn|phone|call)\W*$|"
    r"^\W*(?:und )?we[nm] (?:muss|müssen|soll|sollen) (?:ich|wir) "
    r"(?:informieren|anrufen|verständigen|bescheid (?:geben|sagen))\W*$|"
    r"^\W*(?:et )?qui (?:dois-je|doit-on|faut-il|devons-nous) (?:prévenir|avertir|appeler|informer)\W*$|"
    r"was (?:muss|müssen|brauche|brauchen|soll) (?:ich|wir) (?:sonst )?noch|"
    r"(?:muss|müssen) (?:ich|wir) (?:sonst )?noch (?:etwas|was)|"
    r"sonst noch (?:etwas|was)|"
    r"(?:autre chose|quoi d'autre|rien d'autre) (?:à|qu'il faut|que je dois|que nous devons)\b|"
    r"que (?:faut-il|dois-je|doit-on|reste-t-il)\b.*\b(?:encore|d'autre|à faire))"
)
_AS_FIRST = re.compile(
    r"\b(?:first|original|initial|earlier|very first) (?:plan|version|idea|trip|one|times?)\b|"
    r"\b(?:as|how|what) (?:it was|we had it|i had it|we had|we said) "
    r"(?:at )?(?:first|the start|originally|to begin with)\b|"
    r"\b(?:erste[nr]?|ursprüngliche[nr]?|anfängliche[nr]?) (?:plan|planung|version|idee)\b|"
    r"\bwie (?:am anfang|ursprünglich|zuerst)\b|"
    r"\b(?:premi[eè]re?|ancien(?:ne)?) (?:plan|version|idée|programme)\b|"
    r"\bplan (?:initial|d'origine|de départ)\b|\bcomme au (?:début|départ)\b"
)
_BACK_TO = re.compile(
    r"\b(?:back|go with|keep|stick|use|take|restore|return|revert|again|prefer|"
    r"zurück|doch|lieber|wieder|nehmen|bleiben|"
    r"revien\w*|reven\w*|retour\w*|reprend\w*|gard\w*|finalement|plutôt)\b"
)


_A_WAY_HOME = re.compile(r"\b(?:retour|rück(?:flug|weg)|return|way (?:back|home)|flight (?:back|home))\b")
""" "Annule le retour" takes back no change."""


_TELL_AGAIN = re.compile(
    r"\b(?:remind (?:me|us)|erinner\w* (?:mich|uns)|rappel\w*[- ](?:moi|nous))\b[\s,:]*"
    r"(?:(?:please|again|bitte|nochmal|svp|encore|of)\b[\s,:]*)*"
    r"(?:what(?:['’]s)?|which|how|who|whether|was|wie|wer|welche\w*|"
    r"ce (?:que|qu['’])|c['’]est quoi|quel\w*|comment)\b"
)
""" "Remind me, what GAR stands for": told once more, now."""
_MOST_WITH_A_DAY = 16
""" "Remind me on Friday at 7 in the evening to send the GAR"."""


def asks_of_kept(low: str) -> bool:
    """ "Which reminders do I have", "cancel the reminders": about those that are set."""
    if not _REMINDERS.search(low) or len(low.split()) > MOST_WORDS:
        return False
    return _STOP.search(low) is not None or (_KEPT.search(low) is not None and _SET.search(low) is None)


def speaks_of_none(said: Said) -> bool:
    """Whether no word is of being told in time."""
    return _TELL_ME.search(said.slots.low) is None


def about_reminders(said: Said) -> ToolCall | None:
    """ "A reminder for each step" proposes them; "which reminders do I have" is about those that are kept."""
    low = said.slots.low
    if len(said.slots.words) > (_MOST_WITH_A_DAY if said.slots.days and not said.slots.spots else MOST_WORDS):
        return None
    if asks_of_kept(low):
        return ToolCall(tool="set_reminders", arguments={"kept": True})
    if _TELL_AGAIN.search(low):
        return None
    if _REMINDERS.search(low):
        wanted = _SET.search(low) or _OF_ALL.search(low) or _FOR_IT.search(low)
    else:
        wanted = (_REMIND.search(low) and (_OF_ALL.search(low) or own_moment(said))) or (
            _WARN.search(low) and _BEFORE_EACH.search(low)
        )
    return ToolCall(tool="set_reminders", arguments=own_moment(said)) if wanted else None


def earlier(
    said: Said, trip: Mapping[str, JsonValue], before: Mapping[str, Mapping[str, JsonValue]]
) -> ToolCall | None:
    """The trip as it was planned at first ("back to the first plan"), or before its last change ("undo")."""
    low = said.slots.low
    if len(said.slots.words) > MOST_WORDS or said.slots.days or said.slots.of("clock"):
        return None
    if _AS_FIRST.search(low) and (_BACK_TO.search(low) or len(said.slots.words) <= 4):
        return ToolCall(tool="plan_trip", arguments=dict(before.get("first") or trip))
    if said.all_of("undo") and not _A_WAY_HOME.search(low) and (last := before.get("last")):
        return ToolCall(tool="plan_trip", arguments=dict(last))
    return None


def left_to_do(said: Said, trip: Mapping[str, JsonValue]) -> ToolCall | None:
    """ "Anything else I must file?": the whole list once more."""
    low = said.slots.low
    home = _COMING_HOME.search(low)
    asked = low if home is None else f"{low[: home.start()]}{' ' * len(home[0])}{low[home.end() :]}"
    whole = _LEFT_TO_DO.search(low) or (asked_for_all(asked) and _NO_MORE.fullmatch(without_asking(asked)))
    back = trip.get("return_day") or trip.get("day") or SAME_DAY
    way_home = {"return_day": back} if home is not None and not trip.get("return_off_block") else {}
    return ToolCall(tool="plan_trip", arguments={**trip, **way_home}) if whole else None


_NO_MORE = re.compile(
    r"(?:\W|\b(?:and|so|ok|und|also|et|alors|please|bitte|svp|beforehand|in advance|"
    r"there|then|too|vorher|im voraus|dort|dann|avant|à l['’]avance|là-bas)\b)*"
)
_COMING_HOME = re.compile(
    r"\b(?:plus|and|und|et|sowie)\s+(?:(?:for|für|pour|the|den|le|us|when|wenn|quand|we(?:'re)?|wir|on|nous)\s+)*"
    r"(?:(?:coming|going|flying) (?:back|home)|(?:the )?way (?:back|home)|return(?: (?:leg|flight))?|"
    r"rück(?:flug|weg)|heimflug|zurück|retour|(?:on )?revient|(?:on )?rentre)\b"
)
""" "What do the Irish want, plus us coming back": of both ways."""
