"""What people say to each other under an answer: it is left to them, whatever could be read into it.

Nobody called us: a message is for us where it names something of flying and asks for it, or varies what was asked.
"""

from __future__ import annotations

from pathlib import Path

from agent import regex as re
from agent.aviation.names import fold
from agent.language.apostrophes import with_apostrophes
from agent.language.courtesy import CHAT
from agent.language.distress import load_distress
from agent.language.said import Said
from agent.language.wording import plain, word_set
from agent.protocol import Plan
from bot.commands import looks_asked

_CODE = re.compile(r"(?<![\w-])[A-Z]{4}\b")
"""An airfield's, not the end of a registration."""

_YEAR = re.compile(r"\b(?:in|en) (?:19|20)\d\d\b", re.IGNORECASE)
"""When somebody was there, which is no figure of a question."""

SHORT = 3
"""As many words are a variation of the question rather than a remark: "LFAT instead", "saturday morning"."""
SHORT_ON = 6
"""As many, where they go on with what was answered: "and on Saturday morning then"."""
BEFORE_ITS_SUBJECT = 2
"""Words before what a request without a question mark is about: "the landing fee", "tell me customs"."""
SURE = 0.6
SURE_OF_WHAT_IS_TOLD = 0.5
"""Of the own flying: "my home base is White Waltham"."""
SURE_OF_A_RULE = 0.65

_OF_RULES = ("answer_rules_question", "get_answers_for_questions")
_OF_NOTHING = word_set(
    "all also at_least at_most both_ways closer count explain forget_it here home instead keep_clear more not "
    "of_them only or reverse second share stop_it there undo which_of_two people calendar town errand about_me "
    "at_length in_short local_flight coming_days coming_week next_week central east north south west "
    "density_altitude status"
)
"""Concepts whose words are those of any talk too; all others are of flying."""
_ANY_AMOUNT = ("clock", "count", "days", "money")

_VARIES = re.compile(
    r"^\W*(?:ok,? )?(?:show|list|find|sort|order|rank|sortier\w*|trie|zeig|liste|finde|montre|trouve"
    r"|and|but|with|without|on|at|for|from|to|via|in|by|if|then|instead|also|or|only|more|now|same|next"
    r"|not(?! (?:sure|me|bad|really))|any(?:thing|where)?|what about|how about"
    r"|the (?:\w+(?:st|nd|rd|th)|first|second|third|next|last|others?)"
    r"|et|mais|avec|sans|pour|de|depuis|vers|par|plus|moins|le (?:premier|deuxième|troisième|dernier)"
    r"|und|aber|mit|ohne|am|um|nach|von|für|über|näher|weiter|was ist mit"
    r"|d(?:er|en|ie|as) (?:erste|zweite|dritte|nächste|letzte)n?)\b"
    r"|\b(?:please|pls|plz|svp|bitte|instead|closer|nearer|nearest|näher|nächste[rnms]?"
    r"|plus (?:près|proche)|stattdessen|plutôt)\b|s'il (?:te|vous) pla[iî]t",
    re.IGNORECASE,
)
"""How somebody goes on with what was answered, or asks kindly."""

_HOW = re.compile(
    r"\b(?:how (?:far|long|high|much|many|late|big|wide|steep|busy|noisy)|what time|what if"
    r"|what(?:'?s| is) there|wie (?:weit|lange?|hoch|viel|teuer|spät)"
    r"|combien|quelle (?:distance|longueur|altitude|heure))\b",
    re.IGNORECASE,
)
_OF_A_RULE = re.compile(
    r"\b(?:need|must|may|allowed|legal|have to|faut|doit|dois|droit|obligé|obligatoire"
    r"|brauch\w*|muss|müssen|darf|dürfen|erlaubt|pflicht"
    r"|(?:send|file|submit|notify|close|cancel|apply|report) (?:it|that|one|this|for it)"
    r"|(?:l'|le )?(?:envoi\w*|envoyer|dépose\w*|transmet\w*|clôtur\w*)"
    r"|(?:schick\w*|gebe|einreichen|aufgeben|abgeben|schließ\w*|melde\w*))\b",
    re.IGNORECASE,
)
"""Words of what a rule asks of a pilot, and of what is done for it: "who do I send it to?"."""

_OF_PEOPLE = re.compile(
    r"\b(?:i|i'm|i'll|i'd|me|my|mine|we|we're|we'll|us|our|you|your|guys|folks|he|she|his|her|them|their"
    r"|lovely|gorgeous|awesome|brilliant|haha|lol|gone|needs|says|again|flies|fliegt|is|was|were|has|have|had|will|would"
    r"|je|j'ai|moi|mon|ma|nous|tu|toi|vous|elle|ils|est|était|sera"
    r"|ich|mir|mich|mein|meine|wir|uns|du|dir|dich|ihr|euch|ist|war|hat|wird)\b",
    re.IGNORECASE,
)
"""Words of remarks about people: a question to us in a group names the field and what is wanted."""
_TOLD = re.compile(
    r"\b(?:show|tell|give|find) (?:me|us)\b|\b(?:zeig|gib|sag) (?:mir|uns)\b|\b(?:is|are) there\b", re.IGNORECASE
)

_OF_ONE_OF_THEM = re.compile(
    r"\b(?:any(?:one|body) (?:got|seen|have|left|need|needs)\b"
    r"|(?:could|can|will|would) (?:someone|somebody|anyone|anybody)\b"
    r"|noch \w+ (?:da|übrig)\b"
    r"|(?:did|are|were|was|will|would|have|has|had|shall|should)"
    r" (?:you|i|we|he|she|they|anyone|anybody|somebody|someone)\b"
    r"|(?:do|can|could) you (?!(?:tell|show|find|list|give|check|compare|know|have|see|look|suggest|draw|plan)\b)"
    r"|(?:your|his|her|their)\b"
    r"|thought (?:that )?(?:it was )?you\b|(?:croyais|pensais) que (?:c'était )?(?:tu|toi|vous)\b"
    r"|dachte,? (?:das )?(?:machst |macht )?(?:du|ihr)\b"
    r"|(?:as|avez|es|êtes|peux|pouvez|veux|voulez|viens|venez|prends|prenez)[- ](?:tu|vous)\b"
    r"|(?:tu|vous) (?!(?:pouvez|peux|sa[iv]\w+|connaiss\w+)\b)\w+"
    r"|on (?:part|prend|se|va|y|mange|boit|rentre|dort|paie)\b"
    r"|on peut (?!(?:y |s'y )?(?:dormir|manger|camper|louer|atterrir|se poser|avoir|payer|ravitailler)\b)"
    r"|(?:hast|bist|kannst|kommst|willst|machst|nimmst|fährst|warst) du"
    r"|(?:habt|seid|könnt|kommt|wollt|macht|nehmt|fahrt) ihr"
    r"|(?:soll|kann) ich|(?:sollen|wollen) wir|(?:fahren|treffen|fliegen|nehmen) wir|macht das\b)",
    re.IGNORECASE,
)
"""What is asked of a person, not of who knows airfields: "did you fix the radio?", "on part à quelle heure ?"."""

_TO_THE_OTHERS = re.compile(
    r"\b(?:see (?:you|ya|u)|count me|save me|i'?ll (?:be|come|join|bring|drive)|i'?m (?:in|out|late|coming)"
    r"|we'?ll (?:be|meet|come)|can'?t (?:make it|come)|sounds like a plan"
    r"|who else (?:thinks|reckons|fancies|wants|feels|is|has|would)"
    r"|who(?:'s| is|'ll| will| on earth| the (?:hell|heck)| in their right mind)"
    r"|any(?:one|body) (?:else|coming|up|fancy|fancies|keen|game|free|wants?)"
    r"|you (?:guys|all|lot)|lads|folks"
    r"|meet(?:ing)? (?:up|at|by|in|outside)\b"
    r"|(?:let'?s|we'?ll) (?:wait and )?see"
    r"(?: (?:tomorrow|later|then|nearer|closer|on (?:the day|\w+day)))?(?=\W*$)"
    r"|let'?s (?:talk|chat|discuss|speak|meet|have a (?:chat|word|beer|pint))|talk (?:later|tonight|tomorrow|soon)"
    r"|(?:call|ring|text|message|ping) me|on (?:en (?:re)?(?:parle|discute)|verra|s'appelle|s'en (?:re)?parle)"
    r"|(?:je (?:te|vous) (?:appelle|rappelle|dis|redis|écris)|(?:appelle|écris)[- ]moi)"
    r"|(?:reden|sprechen|quatschen|schnacken|telefonieren) wir"
    r"|wir (?:reden|sprechen|quatschen|schnacken|telefonieren)"
    r"|(?:mal|schauen wir|sehen wir) (?:sehen|mal)(?=\W*$|,| wie)|warten wir(?:'s| es)? ab"
    r"|(?:ruf|schreib) mi[rc]h?|ich (?:ruf|schreib)e? (?:dich|dir|euch)"
    r"|(?:hi|hello|hey|morning|evening|afternoon) (?:all|everyone|everybody|team)"
    r"|(?:bonjour|salut|coucou|bonsoir) (?:à tous|tout le monde|la compagnie)"
    r"|(?:hallo|moin|servus|hi|guten (?:tag|morgen|abend)) (?:zusammen|alle|allerseits|leute)"
    r"|(?:rendez-vous|rdv|treffpunkt|treffen) (?:à|au|um|am|beim|\d)"
    r"|(?:habt|seid|könnt|kommt|nehmt|bringt) ihr|vous avez (?:tous|un|une|des)"
    r"|(?:have|are|do) you (?:all|guys|lot)"
    r"|à (?:demain|bientôt|samedi|dimanche)|on (?:se voit|se retrouve|prend)|je (?:viens|serai)"
    r"|qui (?:vient|conduit|prend|ramène|apporte|amène|emmène|paie|paye|s'occupe)"
    r"|bis (?:dann|morgen|samstag|sonntag)|wir sehen uns|ich komme|bin dabei"
    r"|wer zum|qui diable|wer (?:kommt|fährt|nimmt|bringt|holt|zahlt))\b"
    r"|^\W*(?:sorry,? |leider |désolée?,? )?(?:i )?(?:can'?t|cannot|kann nicht|peux pas)\s*[,.;–-]"
    r"|\b(?:j'(?:amène|apporte)|je (?:ramène|rapporte|porte)) (?:le|la|les|du|de|des|l')"
    r"|^\W*(?:what time|when|where|who|wann|wo|wer|um wie ?viel uhr|quand|où|qui|à quelle heure)\W*$",
    re.IGNORECASE,
)
"""What one says to a person, whatever figures stand beside it."""

_OPINION = re.compile(
    r"\b(?:same here|me (?:too|neither)|moi (?:aussi|non plus)|ich auch"
    r"|(?:next|another|some other) time|(?:das )?nächstes? mal|ein andermal|la prochaine fois|une autre fois"
    r"|loved?|hated?|(?!(?:what|where|when|how|it|that|there|here)'s)\b\w+'s [a-z]+ing"
    r"|sounds (?:good|great|fun|lovely)"
    r"|(?:good|great|gute|super|tolle|schöne|bonne) (?:shout|idea|plan|call|idee|sache|idée)"
    r"|(?:so|bit|very|wow) (?:pricey|expensive|dear|steep)|si cher|ganz schön teuer"
    r"|(?:too|trop|zu) \w+(?=\W*(?:$|,|for|pour|für)))\b",
    re.IGNORECASE,
)
"""What one thinks of an answer; a question where it goes on with one ("too dear, what else is near?")."""


_TELLS_OF_ONE = re.compile(
    r"\b(?:first|second|third|fourth|last|number \w+|premi(?:er|ère)|deuxième|troisième|derni(?:er|ère)"
    r"|erste|zweite|dritte|letzte)(?: one)?"
    r"\s+(?:is|has|was|had|looks|does|would|will|est|a|était|ist|hat|war|wäre)\b",
    re.IGNORECASE,
)
""" "The second one has the best crêpes"."""


_WAS_THERE = re.compile(
    r"\b(?:i|we) (?:was|were|used to|went|flew|landed|learnt|learned)\b|\b(?:i've|we've) been\b"
    r"|\b(?:ich war|wir waren|war ich)\b"
    r"|\b(?:j'étais|j'y étais|on était|nous étions|j'y suis allée?|on y est allé)",
    re.IGNORECASE,
)
"""A memory, and no question: "I was there in 98 with my dad"; what it tells of the field may be a report."""


_BY_NAME = re.compile(
    r"^\W*(?!(?:FlyFun|Hey|Hi|Hello|Hallo|Bonjour|Ok|Okay|And|So|Also|Please|Yes|No|Thanks|Merci|Danke)\b)[A-ZÀ-Ý][\w'’-]+"
    r",\s+(?:can|could|will|would|do|did|are|were|have|shall|when|what time|tu|peux|pourrais|vous|as|es"
    r"|kannst|könntest|hast|bist|machst|wann)\b"
)
"""A person is called by name and asked: "Ben, can you book the 172?"."""


_CALLED_AT_LAST = re.compile(
    r"(?:,|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day|\b(?:morgen|montag|dienstag|mittwoch|donnerstag|freitag"
    r"|samstag|sonntag|demain|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|it|that|tomorrow))"
    r" (?P<name>[A-ZÀ-Ý][a-zà-ÿ]{1,11})\s?[?!.]*$"
)
_INVITES = re.compile(
    r"\b(?:fanc(?:y|ies) (?:it|that|one|coming|joining)|up for (?:it|that|this)"
    r"|(?:wanna|want to|care to) (?:come|join)"
    r"|lust (?:drauf|mitzukommen)|kommst (?:du )?mit|(?:ça|ca) (?:te|vous) (?:dit|tente))\b",
    re.IGNORECASE,
)
"""A clubmate is asked along, by name or not: "fancy it Saturday Tom?"."""


def is_to_the_others(text: str) -> bool:
    """Whether the words alone say that a clubmate is meant."""
    text = with_apostrophes(text)
    to_them = _TO_THE_OTHERS.search(text) or _BY_NAME.search(text) or _INVITES.search(text)
    return to_them is not None and not _CODE.search(text)


def comes_late(text: str, folder: Path) -> bool:
    """Whether one tells the others that the field is not reached, and nothing else is wrong."""
    return load_distress(folder).is_of_who_is_late(plain(text))


def _calls_a_person(text: str, said: Said) -> bool:
    """Whether it ends with a name that is no place's: "is it far, Tom?"."""
    called = _CALLED_AT_LAST.search(text)
    names = (*said.slots.spots, *said.slots.crafts, *said.slots.countries)
    return called is not None and not any(one.end > called.start("name") for one in names)


def murmurs(text: str, plan: Plan, said: Said) -> bool:
    """Whether a message under an answer, which says `said`, is more likely meant for the others than for us."""
    text = with_apostrophes(text)
    if _CODE.search(text):
        return False
    asked, few = looks_asked(text), len(text.split())
    if is_to_the_others(text) or _calls_a_person(text, said) or (_OPINION.search(text) and not asked):
        return True
    if _TELLS_OF_ONE.search(text) and not asked:
        return True
    if _WAS_THERE.search(text) and not asked and not (plan.steps and plan.steps[0].tool == "propose_report"):
        return True
    if plan.steps and plan.steps[0].tool == "set_profile" and plan.confidence >= SURE_OF_WHAT_IS_TOLD:
        return False
    goes_on = _VARIES.search(text) is not None
    where = of_flying(said)
    if where is None and not _HOW.search(text):
        of_a_rule = plan.steps and plan.steps[0].tool in _OF_RULES and _OF_A_RULE.search(text)
        if of_a_rule and asked and not _OF_ONE_OF_THEM.search(text):
            return plan.confidence < SURE_OF_A_RULE
        varies = (goes_on or (said.slots.days and not plan.left_aside)) and few <= SHORT_ON
        of_people = _OF_PEOPLE.search(_TOLD.sub("", text)) or _OF_ONE_OF_THEM.search(text)
        return not (varies and not of_people and not _is_chat(text))
    if _OF_ONE_OF_THEM.search(text):
        return True
    if asked or goes_on or few <= SHORT or _figures(text, said):
        return False
    late = len(text[:where].split()) > BEFORE_ITS_SUBJECT
    return late or _OF_PEOPLE.search(text) is not None or not plan.steps or plan.confidence < SURE


def _figures(text: str, said: Said) -> bool:
    """Whether a figure is said that is neither a year nor of an aircraft's name ("a long way in a 152!")."""
    told = said.slots.text
    for craft in said.slots.crafts:
        told = f"{told[: craft.start]}{' ' * (craft.end - craft.start)}{told[craft.end :]}"
    return re.search(r"\d", _YEAR.sub("", told)) is not None


def of_flying(said: Said) -> int | None:
    """Where a message names an airfield or place, an aircraft, a country, a speed, or what is asked of them."""
    slots = said.slots
    at = [s.start for s in slots.spots if s.kind != "unknown" and slots.text[s.start : s.start + 1].isupper()]
    at += [one.start for one in (*slots.crafts, *slots.countries)]
    at += [quantity.start for quantity in slots.quantities if quantity.kind not in _ANY_AMOUNT]
    at += [mention.start for mention in said.free_mentions if mention.concept not in _OF_NOTHING]
    return min(at, default=None)


def asks_of_flying(said: Said) -> bool:
    """Whether something that is asked of fields or flights is named, whatever place or name stands beside it."""
    return any(mention.concept not in _OF_NOTHING for mention in said.free_mentions)


def _is_chat(text: str) -> bool:
    return {fold(word) for word in re.findall(r"[^\W\d_]+", text)} <= CHAT
