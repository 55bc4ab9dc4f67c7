"""Reads how many people fly: "3 up", "me and two friends", "just us two", "on est quatre", "zu dritt", "solo"."""

from __future__ import annotations

from dataclasses import dataclass

from agent import regex as re

_NUMBERS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "un": 1, "une": 1, "deux": 2, "trois": 3, "quatre": 4, "cinq": 5,
    "ein": 1, "eine": 1, "einen": 1, "einem": 1, "einer": 1, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6,
    "zweit": 2, "dritt": 3, "viert": 4, "fünft": 5, "sechst": 6, "both": 2, "twee": 2, "drie": 3,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16,
    "sieben": 7, "acht": 8, "neun": 9, "zehn": 10, "zwölf": 12, "sept": 7, "huit": 8, "neuf": 9, "dix": 10, "douze": 12,
}  # fmt: skip
_N = r"(?P<n>1\d|20|[1-9]|a couple of|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|sept|huit|neuf|dix|douze|sieben|acht|neun|zehn|zwölf|deux|trois|quatre|cinq|zwei|drei|vier|fünf|sechs|twee|drie)"
_ALL = r"(?:up|pob|souls|of us|people|persons?|aboard|on board|in all|in total|personnes|[àa] bord|personen|leuten?|mann|personnen|grown[- ]?ups?|adults?|adultes?|erwachsene[rn]?|pilots?|pers\b\.?)"
_COMPANION = (
    r"(?:friends?|mates?|buddies|buddy|colleagues?|pals?|students?|passengers?|pax|kids?|children|boys|girls|sons?|daughters?|"
    r"guests?|twins|gosses?|gamins?|gamines?|mômes?|momes?|minots?|bambins?|bébés?|babys?|babies|neveux|nièces?|jungs|mädels|enkeln?|amis?|amies?|copains?|copines?|passagers?|passagères?|élèves?|enfants?|collègues?|fils|filles?|"
    r"freunden?|freund(?:in(?:nen)?)?|kumpels?|schülern?|flugschülern?|schülerin(?:nen)?|passagieren?|gästen?|kindern?|"
    r"kollegen?|mitfliegern?|teenagers?|clubmates?|others?)"
)
_ONE = (
    r"(?:wife|husband|boyfriend|girlfriend|partner|dad|mum|mom|mother|father|brother|sister|son|daughter|friend|mate|buddy|"
    r"colleague|instructor|student|passenger|passager|passagère|passagier|mitflieger|fluggast|nephew|niece|uncle|aunt|cousin|grandma|grandpa|girlfriend|other half|missus|kid|"
    r"femme|épouse|époux|conjointe?|compagne|compagnon|fiancée?|mari|copain|copine|parents|grandparents|in-laws|eltern|großeltern|schwiegereltern|beaux-parents|grands-parents|père|mère|pere|mere|frère|frere|sœur|soeur|belle-mère|beau-père|beau-frère|belle-sœur|belle-soeur|fils|fille|ami|amie|élève|collègue|"
    r"frau|mann|ehefrau|ehemann|gattin|gatte|gatten|verlobte|verlobten|lebensgefährtin|lebensgefährte|lebensgefährten|freundin|freund|vater|mutter|bruder|schwester|sohn|tochter|schüler|schülerin|kollege|kollegen|kollegin|partnerin)"
)
_MY = r"(?:my|our|the|a|an|one|his|her|their|mon|ma|mes|sa|son|ses|leur|nos|notre|un|une|mein\w*|unser\w*|ein\w*|dem|der|einem?|einer)"
_NO_UNIT = r"(?!\s*(?:days?|nights?|hours?|h\b|nm|miles|kts?|knots|(?:air|aero)?planes?|aircraft|machines?|maschinen?|appareils?|avions?|flugzeuge?|flieger|weeks?|legs?|jours?|nuits?|heures?|tage|nächte|stunden|am\b|pm\b|:|\.\d|/|-\d|%|o'clock|runways?|minutes?|min\b|times|litres?|l\b|ft|m\b|km))"
_AND_OTHERS = (
    r"(?!\s+[\w#-]+\s+(?:und|and|et|plus)\s+(?:an?|one|two|three|ein\w*|zwei|drei|une?|deux|trois|[1-4])\b)"
)
""" "Wir sind zwei Deutsche und ein Amerikaner": not all of them."""
_TOO_MANY = re.compile(
    r"\s*(?:(?:is|are|would be|sind|wären|waeren|ist|wäre|c'est|c’est|serait|seraient|sont)\s+)(?:(?:uns|mir|for us|for me|pour nous|just|simply|einfach|clearly)\s+)*"
    r"(?:too (?:many|heavy|much)|zu (?:schwer|viele?)|trop(?: lourds?| nombreux)?)\b",
    re.IGNORECASE,
)
""" "Vier Leute sind uns zu schwer, also zu dritt": not so many."""
_TOTAL = (
    re.compile(rf"\b{_N}[ -]?(?:{_ALL})(?![^\W_])", re.IGNORECASE),
    re.compile(
        rf"\b(?:pob|pax|people|persons?|souls|persons on board|personnes|personen|nombre de personnes|anzahl)\s*(?:on board)?\s*[:=]?\s*{_N}\b",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?:there (?:are|is|will be)|there's|we are|we're|we'd be|we'll be|we will be|nous sommes|nous serons|on est|on sera|on serait|wir sind|we zijn(?: met)?|we are with|we're with)\s+(?:just |only |nur |à |zu |going to be )?{_N}\b{_NO_UNIT}{_AND_OTHERS}",
        re.IGNORECASE,
    ),
    re.compile(rf"\b(?:just |only )?us {_N}\b", re.IGNORECASE),
    re.compile(rf"^\W*(?:(?:oh|ok|so|well|and|make that|that's|that makes)\W+)*{_N} now\b", re.IGNORECASE),
    re.compile(r"\b(?:à|zu) (?P<n>deux|trois|quatre|cinq|zweit|dritt|viert|fünft|sechst)\b", re.IGNORECASE),
    re.compile(
        r"\b(?P<n>two|three|four|five|six|2|3|4|5|6|zwei|drei|vier|deux|trois|quatre) (?:of (?:our|the|my)|unserer?|de nos) "
        r"(?:club |flying )?(?:members|pilots|students|mates|friends|lads|mitglieder|piloten|freunde|membres|pilotes|amis)\b",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?<!retour )(?<!départ )(?<!arrivée )(?<!vers )(?<!décolle )(?<!décollage )(?<!atterrit )\b[àa] (?P<n>[2-6])(?=\s*(?:$|[?.!,]|en\b|dans\b|depuis\b|de [A-Z#]|d['’][A-Z#]|avec\b|pour\b|sur\b|(?:et )?(?:on )?(?:retour|rentre)\b|et retour\b|lundi\b|mardi\b|mercredi\b|jeudi\b|vendredi\b|samedi\b|dimanche\b|demain\b))"
    ),
    re.compile(
        rf"(?<!back )(?<!home )(?<!there )(?<!retour )(?<!zurück )\b(?:for|pour|für)\s+(?:the |us )?{_N}(?=\s*(?:$|[?.!,]))",
        re.IGNORECASE,
    ),
)
_ADDED = re.compile(
    rf"\b(?:me|us|moi|myself|mich|i|ich)\s*(?:\+|plus|and|et|und|&)\s*{_N}\b{_NO_UNIT}", re.IGNORECASE
)
"""Beside the speaker: "me and three"."""
_WITH = re.compile(
    rf"\b(?:with|w/?|taking|take|bringing|bring|carrying|plus|and|avec|emmène|emmener|et|mit|und|nehme|mitnehmen|for|\+)\s+"
    rf"(?:the |my |our |mes |nos |les |des |meine[nr]? |den )?(?P<n>[1-9]|a couple of|one|two|three|four|five|six|un|une|deux|trois|quatre|ein\w*|zwei|drei|vier|fünf)\s+"
    rf"(?:\w+ )?{_COMPANION}\b",
    re.IGNORECASE,
)
_WITH_ME = re.compile(
    rf"\b{_N}\s+(?:\w+ )?{_COMPANION}\s+(?:with me|along|on board|aboard|avec moi|dabei)\b", re.IGNORECASE
)
_WITH_TOO = re.compile(rf"\b(?:{_MY}\s+)?(?:{_ONE})\s*,?\s*$", re.IGNORECASE)
"""Right before those who are counted: "wife and two boys"."""
_CHILDREN = re.compile(
    rf"\b(?P<n>an?|une?|ein\w*|{_N.removeprefix('(?P<n>')}\s+(?:small |young |little )?(?:kids?|child(?:ren)?|people|ones|teenagers?|teens?|enfants?|ados?|kind(?:er)?n?|toddlers?|bab(?:y|ies))\b",
    re.IGNORECASE,
)
_SELF = re.compile(r"\b(?:me|i|us|moi|myself|ich|mich|nous|wir|we)\b", re.IGNORECASE)
_WITH_ONE = re.compile(
    rf"\b(?:with|taking|take|bringing|bring|fly|avec|emmène|emmener|mit|nehme)\s+"
    rf"(?P<who>(?:{_MY}\s+)?(?:\w+ )?(?:{_ONE}|student|schüler|élève)\b(?:\s*(?:,|and|&|plus|et|und)\s+{_MY} (?:\w+ )?{_ONE}\b)*)",
    re.IGNORECASE,
)
_COUPLE = re.compile(
    r"\b(?:another|a second|one more|ein (?:weiteres|befreundetes|zweites|anderes)|einem (?:weiteren|befreundeten|zweiten|anderen)|un autre|un second) "
    r"(?:married )?(?:couple|(?:ehe)?paar)\b|\b(?:another|a) couple of (?:our )?friends\b",
    re.IGNORECASE,
)
""" "With the wife and another couple": two more than are named."""
_NAMED = r"(?-i:[A-ZÄÖÜÉ][a-zäöüéèß]+)"
_PERSON = rf"(?:{_MY} (?:\w+ )?{_ONE}(?: {_NAMED})?|{_NAMED}|him|her|them|(?:the )?twins|grandma|grandpa|mum|mom|dad|granny)"
_SPEAKER = r"(?:me|i|myself|moi|ich|mich)"
_LIST = re.compile(
    rf"\b(?:just |only )?(?:{_SPEAKER})\s*(?:,|and|plus|\+|&|et|und)\s*(?:and )?(?P<a>{_PERSON}(?:\s*(?:,|and|plus|&|et|und|,\s*and)\s*{_PERSON})*)(?![^\W_])|"
    rf"\b(?P<b>{_PERSON}(?:\s*(?:,|and|&|et|und)\s*{_PERSON})*)\s*(?:,\s*)?(?:and|&|plus|et|und)\s+(?:{_SPEAKER})\b",
    re.IGNORECASE,
)
_BESIDE_ME = re.compile(
    rf"[,;]\s*(?:the |my |our )?(?:{_ONE})(?:\s*(?:and|&|\+|plus|und|et)\s*(?:the |my |our |a )?(?:dog|spaniel|labrador|terrier|hund|chien))?\s*(?=[,;.!?]|$)",
    re.IGNORECASE,
)
"""Named alone between commas: "to Rügen on sat, wife and dog, back sunday"."""
_TWO_NAMED = re.compile(
    rf"^\W*{_NAMED} (?:and|und|et|&) {_NAMED} (?:are|want|will|would|fly|plan|need|fliegen|wollen|möchten|vont|veulent|partent)\b"
)
""" "Peter and Margaret are taking the Warrior"."""
_ALONE = re.compile(
    r"\b(?:solo|(?:just|only) myself|on my own|by myself|just me|only me|alone|tout seul|toute seule|en solo|allein|alleine|seule? [àa] bord)\b",
    re.IGNORECASE,
)
_PAIR = re.compile(
    r"\b(?:both of us|(?:a )?pair of (?:seats|tickets)|me (?:and|n|&|\+) (?:the|my) (?:missus|mrs|gf|girlfriend|bf|boyfriend|other half|better half)|the pair of us|couple of us|my wife and (?:me|i)|my husband and (?:me|i)|à deux|zu zweit|meine frau und ich|mein mann und ich|ma femme et moi|mon mari et moi)\b",
    re.IGNORECASE,
)


_CREW = re.compile(
    rf"\b{_N}\s+(?:instructors?|pilots?|adults?)\s*(?:,|and|\+|&|plus)\s*{_N.replace('?P<n>', '?P<m>')}\s+(?:students?|passengers?|pupils?)\b",
    re.IGNORECASE,
)
"""Counted apart, and nobody beside them: "one instructor and two students"."""
_PASSENGERS = re.compile(rf"\b{_N}[ -]?(?:passengers?|passagers?|passagiere?)\b", re.IGNORECASE)
"""Beside who flies."""
_PAX = re.compile(rf"\b{_N}[ -]?(?:pax|seats? taken)\b", re.IGNORECASE)
"""Without a "with" the pilot counts among them."""


_RATHER = re.compile(
    r"[\s?.,;:!–—-]*(?:aboard|on board|an bord|[àa] bord)?[\s?.,;:!–—-]*\b(?:(?:no|nein|non|sorry|wait|actually|rather|i mean|i meant|ich meine|je voulais dire|doch|plutôt)\b[\s?.,;:!–—-]*)+"
    rf"(?:only |just |nur |seulement |it's |we are |we're )?{_N}\b(?!\s*(?:o'clock|uhr|h\b|am\b|pm\b|kt|nm|[:.]\d))",
    re.IGNORECASE,
)
"""Behind a number of people the one that takes its place: "five people? no - three"."""


_TAKEN_BACK = re.compile(
    r"\b(?:ach (?:ne+|nein|nö)|ne+|nee|nein|no(?:pe)?|wait|sorry|scratch that|actually|ah non|euh non|non|pardon|en fait|oups|oops)\b[^?!\n]{0,80}?\b"
    r"(?:(?:also|so|donc|then|makes? (?:that|it)|ça fait|macht) (?:nur |doch |just |only |plutôt |que )?|(?:only|just|nur|seulement|doch nur) )"
    rf"(?P<n>1\d|20|[1-9]|einer|eine|einem|one|un|une|{_N.removeprefix('(?P<n>').removesuffix(')')})\b(?!\s*(?:day|night|hour|h\b|uhr|tag|nacht|stunde|stop|jour|nuit|heure|kt|nm|l\b|seat|sitz|place|siège|plätz|platz))",
    re.IGNORECASE,
)
""" "With two friends, oh no, it has two seats only, so one": the number behind the one that is taken back."""


@dataclass(frozen=True, slots=True)
class People:
    """How many fly, the speaker included, and where it is said."""

    number: int
    start: int
    end: int


_SOME_OF_US = re.compile(
    r"\b(?:one of (?:us|them)|l['’]une? (?:de|d['’]entre) nous|eine[rms]? von uns)\b"
    r"|\b\w+ (?:of us|of them|d['’]entre nous|de nous|von uns)(?= (?:is|are|has|have|holds?|est|sont|a|ont|ist|sind|hat|haben)(?: an?| une?| eine?n?)? #)",
    re.IGNORECASE,
)
""" "One of us is American", "two of us have a # passport": some of those aboard, not how many they are."""


_KIN = (
    rf"(?:{_ONE}|oma|opa|mamie|papi|papy|mémé|pépé|mama|maman|papa|mummy|daddy|gran|granny|nan|grandad|granddad)"
)
_ONES = (
    rf"(?:{_SPEAKER}|(?:(?:{_MY}|the|la|le|les|die|der|das|den)\s+|l['’])(?:(?:[1-9]|two|three|four|deux|trois|quatre|zwei|drei|vier)\s+)?(?:\w+ )?(?:{_KIN}|{_COMPANION})"
    rf"|(?:[1-9]|two|three|four|deux|trois|quatre|zwei|drei|vier)\s+(?:\w+ )?{_COMPANION}|{_KIN}|(?:un|une|a|ein|eine[nm]?)\s+(?:bébé|baby))(?![^\W_])"
)
_ALL_NAMED = re.compile(
    rf"(?<![\w'’-]){_ONES}(?:(?:\s*,\s*|\s*(?:,\s*)?\b(?:and|n|plus|et|und|avec|with|mit)\s+|\s*[&+]\s*){_ONES})+(?![\w-])",
    re.IGNORECASE,
)
""" "Ma femme et les 2 gosses", "mes parents, mon mari et moi", "Oma und Opa": each of them is told."""
_EACH_NAMED = re.compile(_ONES, re.IGNORECASE)
_MANY = re.compile(
    r"\b(?:kids|children|friends|mates|pals|buddies|sons|daughters|guests|boys|girls|gosses|gamins|gamines|mômes|momes|enfants|filles|amis|amies|copains|copines|"
    r"kinder|kindern|freunde|freunden|söhne|töchter|gäste|gästen|jungs|mädels|others)\b",
    re.IGNORECASE,
)
"""Of whom it is not told how many, unless a number stands before them."""
_A_NUMBER = re.compile(r"\b(?P<n>[1-9]|two|three|four|deux|trois|quatre|zwei|drei|vier)\b", re.IGNORECASE)


_TAKEN_ALONG = re.compile(
    rf"\b(?:with|taking|bringing|avec|emmène|emmener|emmenons|mit|nehme|nehmen)\s+(?P<who>{_ONES})(?![\w-])",
    re.IGNORECASE,
)


_LED_BY = re.compile(
    r"\b(?:with|taking|bringing|avec|emmène|emmener|emmenons|mit|nehme|nehmen)\s+$", re.IGNORECASE
)


def _all_named(text: str) -> People | None:
    """Everybody of the lists of those aboard, and who flies; None where a part of them is of no number."""
    lists = [*_ALL_NAMED.finditer(text)]
    alone = [
        m for m in _TAKEN_ALONG.finditer(text) if not any(a.start() <= m.start("who") < a.end() for a in lists)
    ]
    told: dict[str, int] = {}
    speaks = False
    for one in (one for m in (*lists, *alone) for one in _EACH_NAMED.finditer(text, *m.span())):
        number = _A_NUMBER.search(one[0])
        if re.fullmatch(_SPEAKER, one[0], re.IGNORECASE):
            speaks = True
        elif number is None and _MANY.search(one[0]):
            return None
        else:
            told[one[0].lower()] = _value(number["n"]) if number else 2 if _BY_TWOS.search(one[0]) else 1
    if not lists or not told or not (speaks or sum(told.values()) > 1):
        return None
    led = _LED_BY.search(text[: lists[0].start()])
    return People(sum(told.values()) + 1, led.start() if led else lists[0].start(), lists[-1].end())


_AND_A_BABY = re.compile(
    r"\s*(?:,|\+|plus|et|and|und|avec|with|mit)\s*(?:(?:a|an|un|une|ein|eine[nm]?|le|the|das)\s+)?(?:bébé|bebe|baby|infant|toddler|säugling|kleinkind|nourrisson)\b",
    re.IGNORECASE,
)


def find_people(text: str) -> People | None:
    """How many people a plain text says fly; None when it does not say."""
    text = _SOME_OF_US.sub(lambda some: "#" * len(some.group()), text)
    if match := _CREW.search(text):
        return _found(match, _value(match["n"]) + _value(match["m"]))
    for pattern in _TOTAL:
        if match := next((m for m in pattern.finditer(text) if not _TOO_MANY.match(text, m.end())), None):
            if (corrected := _RATHER.match(text, match.end())) is not None:
                return People(_value(corrected["n"]), match.start(), corrected.end())
            young = _children_behind(text, match) or int(_AND_A_BABY.match(text, match.end()) is not None)
            return _found(match, _value(match["n"]) + young)
    if (named := _all_named(text)) is not None:
        return named
    if match := _ADDED.search(text):
        return _found(match, _value(match["n"]) + 1)
    if match := _PAIR.search(text):
        return _found(match, 2)
    if match := _LIST.search(text):
        return _found(match, 1 + _heads(match["a"] or match["b"]))
    if match := _WITH.search(text):
        also = _WITH_TOO.search(text[: match.start()]) is not None
        if (other := _TAKEN_BACK.search(text, match.end())) is not None:
            return People(1 + also + _value(other["n"]), match.start(), other.end())
        return _found(match, 1 + also + _value(match["n"]))
    if match := _WITH_ME.search(text):
        return _found(match, 1 + _value(match["n"]))
    if match := _WITH_ONE.search(text):
        couple = _COUPLE.search(text, match.end())
        heads = 1 + _heads(match["who"]) + (2 if couple else 0)
        return People(heads, match.start(), couple.end() if couple else match.end())
    if match := _PASSENGERS.search(text):
        return _found(match, 1 + _value(match["n"]))
    if match := _PAX.search(text):
        return _found(match, max(2, _value(match["n"])))  # one passenger, and who flies
    if match := _BESIDE_ME.search(text) or _TWO_NAMED.search(text):
        return _found(match, 2)
    if match := _ALONE.search(text):
        return _found(match, 1)
    return None


def _children_behind(text: str, match: re.Match[str]) -> int:
    """ "two grown ups, two kids": those who are counted apart."""
    if not re.search(r"adult|adulte|erwachsen|grown", match[0], re.IGNORECASE):
        return 0
    return sum(_value(m["n"]) for m in _CHILDREN.finditer(text))


def _heads(listed: str) -> int:
    """How many a list of people counts: "my dad and our friend Ollie" two, "the twins" two."""
    heads = [h for h in re.split(r"\s*,\s*(?:and\s+)?|\s+(?:and|plus|et|und)\s+|\s*&\s*", listed) if h.strip()]
    return sum(2 if _BY_TWOS.search(head) else 1 for head in heads)


_BY_TWOS = re.compile(
    r"\b(?:twins|(?:grand|beaux-|grands-)?parents|in-laws|(?:groß|schwieger)?eltern)\b", re.IGNORECASE
)


def _value(word: str) -> int:
    low = word.lower()
    return int(low) if low.isdigit() else 2 if low.startswith("a couple") else _NUMBERS.get(low, 1)


def _found(match: re.Match[str], number: int) -> People:
    return People(number, match.start(), match.end())
