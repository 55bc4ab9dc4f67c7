"""Whose people, papers or aircraft a nationality names ("my German passengers"): no country that is flown in."""

from __future__ import annotations

from collections.abc import Iterable

from agent import regex as re
from agent.aviation.names import fold
from agent.language.slots import Named

_PERSONS = (
    r"(?:friends?|mates?|budd(?:y|ies)|pals?|kumpels?|wife|husband|girlfriend|boyfriend|partner|guests?|pass?engers?|pax|nationals?|citizens?|copilots?|co-pilots?"
    r"|colleagues?|students?|couple|family|kids?|children|son|daughter|mother|father|man|woman|girls?|boys?|lads?|in-laws?|cousins?|uncles?|aunts?|brother|sister|neighbours?|boss|clients?|people|person|lady|gentleman"
    r"|freund\w*|gäste?n?|gast|fluggäst\w*|passagier\w*|mitflieg\w*|(?:staats)?bürger(?:in|innen|n|s)?|staatsangehörig\w*|bekannte\w*|kolleg\w*|frau|mann"
    r"|copilot\w*|kopilot\w*|familie|kinder|living)"
)
_PAPERS = (
    r"(?:passports?|nationality|id|ids|id cards?|identity cards?|dni|papers|residence (?:card|permit)s?|ausweis [bcgl]|aufenthalts\w*|niederlassungs\w*|visas?|reisep[aä]ss\w*|p[aä]ss\w*"
    r"|ausweis\w*|personalausweis\w*|nationalität|staatsangehörigkeit)"
)
_PEOPLE_BEHIND = re.compile(rf"\s*(?:[\w-]+ )?(?:{_PERSONS}|{_PAPERS})\b")
_PEOPLE_BEFORE = re.compile(
    r"\b(?:passagers?|passagères?|amie?s?|invité\w*|copilotes?|ressortissante?s?|passeports?|permis (?:[bcgl]|de séjour)|titre de séjour|carte de séjour|nationalité|femme|mari|collègues?|élèves?"
    r"|citoyen\w*|famille|couple|copains?|copines?|carte d['’]identité|visa)\s+$"
)
_LISTED_BEHIND = re.compile(rf"\s*(?:,|and|und|et|or|oder|ou)\s+\w+\s+{_PERSONS}\b")
_LISTED_BEFORE = re.compile(
    r"\b(?:passagers?|passagères?|amie?s?|invité\w*|copains?|copines?|passeports?)\s+(?:\w+\s*(?:,|et|ou)\s+)+$"
)
"""One of several: "passagers marocain et suisse", "Irish and Swiss friends"."""
_SAID_OF_SOMEBODY = re.compile(
    r"\b(?:(?:is|are|am|was|we['’]re|they['’]re|i['’]m|she['’]s|he['’]s|isn['’]t|aren['’]t|being|both|all|half|est|sont|suis|sommes|ist|sind|bin)"
    r" (?:an? |all |both |also |not |only |un |une |alle |beide |ein |eine |tous |toutes )*|\ban? |\bun |\bune |\bein |\beine? "
    r"|\b(?:she|he|me|him|her|of (?:them|us)|elle|lui|moi|ich|er) |\b(?:one|two|three|eine?r?|zwei|drei|une?|deux|trois) )$"
)
_AS_ONE = re.compile(
    r"\b(?:als|(?<!same )(?<!known )as|en tant que|moi,?|ich bin|i am|i['’]m|je suis) (?:an? |eine? |une? )?$"
)
""" "As an American", "als Schweizer"."""
_SENTENCE_GOES_ON = re.compile(
    r"\s*(?:$|[,.;:?!)]|and\b|but\b|with\b|so\b|mit\b|avec\b|et\b|mais\b|und\b|aber\b|on board\b|aboard\b|living\b)"
)
_MANY = re.compile(
    r"(?:\w+ians|brit|briton|irishman|frenchman|dutchman|spaniard|schweizer|österreicher|franzosen|engländer|briten|polen|türken|dänen|schweden|finnen|griechen|spanier|italiener|amerikaner|holländer|belgier|\w*icans|poles|turks|danes|swedes|finns|brits|britons|germans|spaniards|greeks|czechs|slovaks|slovenes|croats|serbs|israelis)"
)
"""Those of a country as English calls them; without "the", as with it the country is meant."""
_THE = re.compile(r"\b(?:the|die|der|den|les|des|chez les)\s+$")

_CREDENTIALS = re.compile(
    r"\s*(?:-?issued )?(?:(?:class [123] |easa |part-fcl |flying |visitors?'? |visiting |private |pilot'?s? |pilotes? |national |sport )*(?:ppl|lapl|ulm|nppl|licen[cs]es?|licen[cs]ed|certificates?|brevets?|licence|lizenz\w*|schein|spl|"
    r"[a-z]{1,2}-reg(?:istered)?|crew|rating|ir\b(?:\(r\))?|imc|medical|elp|insurance|pilots?|registered|aircraft|plane|permit|microlights?|ultralights?|uls?|ultraleicht\w*|gliders?|homebuilt|helicopter|language endorsement|night rating|"
    r"flugschüler|piloten?|zulassung|kennzeichen|registrierung|zugelassen\w*))\b",
    re.IGNORECASE,
)
_CREDENTIALS_BEFORE = re.compile(
    r"\b(?:brevet|licence|licences|lizenz|schein|l?a?ppl|lapl|spl|cpl|pilote|ulm|avion|aéronef|planeur|hélico\w*|autogire|multiaxe|pendulaire)\s+(?:\w+\s+)?$",
    re.IGNORECASE,
)
_ISSUED_IN = re.compile(
    r"\b(?:ppl|lapl|nppl|licen[cs]e|licenced?|brevet|lizenz|schein)\b,? (?:(?:was |is )?(?:issued|granted|délivrée?|ausgestellt) (?:in|by|en|au|par|von) |from |aus )"
    r"(?:the |la |le |der |den |dem )?$",
    re.IGNORECASE,
)


_INITIALS = 4
"""A state by its initials is said like an adjective: "my UK friend", "a U.S. passport"."""


_NAME_AND_ADJECTIVE = frozenset({"suisse"})
"""A country's name that is its adjective too: "un pilote suisse"."""
_PEOPLE_FROM = re.compile(
    rf"\b(?:{_PERSONS}|passagers?|invités?|amie?s?)\s+(?:aus|from|de|du|des|d['’])\s*(?:der |den |the |l['’])?$"
)
_SHOWN = re.compile(r"\b(?:visas?|visum|eta|passports?|pass|reisepass|passeports?|ausweis\w*|einreise\w*)\b")
"""What people show at a border: where it is asked for, who comes from a country is of it."""
_GOES_TO = re.compile(r"\s+(?:to|into|nach|vers|à|en|and back)\b")
"""Behind the country that a flight leaves: "passengers from France to England"."""


def of_people(named: Named, low: str) -> bool:
    """Whether an adjective is said of persons or of their passports: "two Indians", "she is Polish"."""
    word = low[named.start : named.end]
    before, behind = low[: named.start], low[named.start + len(word.rstrip(".")) :]  # "and one is American."
    if _GROUND_BEHIND.match(behind):
        return False
    if not named.demonym:
        behind = low[named.end :]
        bare = low[named.start : named.end].rstrip(".")
        adjective = bare in _NAME_AND_ADJECTIVE or fold(bare) in map(fold, named.country.demonyms)
        if adjective and (
            _PEOPLE_BEFORE.search(before) or _LISTED_BEFORE.search(before) or _AS_ONE.search(before)
        ):
            return True
        if adjective and _SAID_OF_SOMEBODY.search(before) and _SENTENCE_GOES_ON.match(behind):
            return True  # "mon passager est algérien", which is the German name of the country but for its accent
        if _PEOPLE_FROM.search(before) and (_SHOWN.search(low) or not _GOES_TO.match(behind)):
            return True
        return named.end - named.start <= _INITIALS and bool(_PEOPLE_BEHIND.match(behind))
    if _PEOPLE_BEHIND.match(behind) or _PEOPLE_BEFORE.search(before):
        return True
    if _LISTED_BEHIND.match(behind) or _LISTED_BEFORE.search(before):
        return True
    if _AS_ONE.search(before) and not _CREDENTIALS.match(behind):
        return True
    if _MANY.fullmatch(low[named.start : named.end]) and not _THE.search(before):
        return True
    if _COUNTED.search(before) and _GOES_ON_BEHIND_PEOPLE.match(behind):
        return True
    if _IS_BEHIND.match(behind) and (_ONE_OF_THEM.search(before) or _IF_SOMEBODY.search(before)):
        return True
    of_somebody = _SAID_OF_SOMEBODY.search(before) or _ONE_OF_THEM.search(before)
    return bool(of_somebody and _SENTENCE_GOES_ON.match(behind))


_IS_BEHIND = re.compile(r"\s+(?:ist|sind|wäre|wären|bin)\b")
_ONE_OF_THEM = re.compile(
    r"\b(?:eine?[rs]?|zwei|drei|jemand|one|two|three|une?|deux|trois)\s+(?:davon|von (?:uns|ihnen|denen)|of (?:us|them)|d['’]entre (?:nous|eux))"
    r"\s+(?:an? |une? |eine? )?$"
)
""" "Was, wenn einer davon Serbe ist": of people by number."""
_IF_SOMEBODY = re.compile(r"\b(?:wenn|falls|weil|da|dass|ob|obwohl)\b[^.?!;,]*\s$")
"""Where the verb stands last: "falls mein Kollege Thailänder ist"."""
_GROUND_BEHIND = re.compile(
    r"\s*(?:gebiet\w*|territor\w*|luftraum\w*|airspace|soil|boden|ground|side|seite|border|grenze|fields?|airfields?|airports?|(?:flug)?pl[aä]tze?)\b"
)
""" "Über Schweizer Gebiet": the country, and nobody of it."""
_COUNTED = re.compile(
    r"\b(?:two|three|four|five|[2-6]|zwei|drei|vier|fünf|deux|trois|quatre|cinq|a couple of|some)\s+$"
)
""" "Two Brits", "drei Schweizern": people by number."""
_GOES_ON_BEHIND_PEOPLE = re.compile(
    rf"{_SENTENCE_GOES_ON.pattern}|\s+(?:from|to|von|nach|ab|de|vers|pour|à|in|im|an|going|flying|mit|as|dabei|zu|ist|are|und|is)\b"
)
_TONGUES = frozenset(
    ("english", "french", "german", "italian", "spanish", "dutch", "anglais", "français", "allemand", "italien")
) | frozenset(("espagnol", "deutsch", "englisch", "französisch", "italienisch", "spanisch", "niederländisch"))
_COUNTRIES_TOO = frozenset(("italien",))
"""German for a country: "und in Italien?"."""
_SPOKEN_IN_FRENCH = re.compile(r"(?:\b(?:en|parle\w*|seulement|uniquement|aussi)|l['’])\s*$")
_SPOKEN_BEFORE = re.compile(
    r"\b(?:auf|nur|only|speak|speaking|talk|spreche?n?|funken|funke|parler|parle|seulement|uniquement)\s+(?:(?:also|auch|aussi|in|only|nur|en)\s+)?$"
)
_SPOKEN_LAST = re.compile(
    r"\b(?:geht(?:['’]?s)?|ginge|klappt|möglich|possible|reicht|in|en|auf)\s+(?:(?:also|auch|aussi|in|en|auf)\s+)?$"
)
_SENTENCE_ENDS = re.compile(r"\s*(?:(?:auch|too|aussi|also|as well|dort|there|là-bas)\s*)?(?:[?.!,;]|$)")
""" "Geht Deutsch?", "en allemand ?", "in German too": a language with nothing behind it."""
_SPOKEN_BEHIND = re.compile(
    r"\s+(?:(?:im|am|on the|over the|à la|sur la) (?:funk|radio|frequen\w*|fréquence\w*)|funken|sprechen|gesprochen|spoken|ok|enough|parlé)\b"
)


def of_a_tongue(named: Named, low: str) -> bool:
    """Whether a language is meant that is spoken: "ist Deutsch im Funk ok", "can I speak English"."""
    word, before = low[named.start : named.end], low[: named.start]
    if word not in _TONGUES or (word in _COUNTRIES_TOO and not _SPOKEN_IN_FRENCH.search(before)):
        return False
    if _SPOKEN_LAST.search(before) and _SENTENCE_ENDS.match(low, named.end):
        return True
    return bool(_SPOKEN_BEFORE.search(before) or _SPOKEN_BEHIND.match(low, named.end))


def of_credentials(named: Named, low: str) -> bool:
    """Whether a country is that of a licence, a rating or an aircraft: "a French PPL", "UK permit aircraft"."""
    behind, before = low[named.end :], low[: named.start]
    if of_a_tongue(named, low):
        return True
    if named.demonym or low[named.start : named.end] in _NAME_AND_ADJECTIVE:
        return bool(_CREDENTIALS.match(behind) or _CREDENTIALS_BEFORE.search(before))
    return bool((named.end - named.start == 2 and _CREDENTIALS.match(behind)) or _ISSUED_IN.search(before))


_PERMIT = re.compile(
    r"\b(?:permis (?:[bcgl]\b|de séjour)|(?:titre|carte) de séjour|residence (?:card|permit)s?|permit [bcgl]\b|[bcgl][- ]permits?\b"
    r"|(?:ausweis|bewilligung) [bcgl]\b|[bcgl][- ](?:ausweis|bewilligung)|aufenthalts(?:titel|bewilligung|erlaubnis)|niederlassungs\w*)"
)
""" "Avec permis B suisse": where somebody lives, of whatever nationality."""
_BESIDE_A_PERMIT = re.compile(rf"{_PERMIT.pattern}\s*(?:de |of |der |aus )?$")


def permit_said(low: str) -> bool:
    """Whether a residence permit is spoken of: "mit C-Ausweis", "avec permis B"."""
    return _PERMIT.search(low) is not None


def of_a_permit(named: Named, low: str) -> bool:
    """Whether a country is the one that issued a residence permit."""
    return bool(
        _BESIDE_A_PERMIT.search(low[: named.start]) or re.match(rf"\s*{_PERMIT.pattern}", low[named.end :])
    )


def peoples(named: Iterable[Named], low: str) -> tuple[Named, ...]:
    """Those that are said of people."""
    return tuple(one for one in named if of_people(one, low))


REGISTRATION = re.compile(
    r"\b(?P<m>[A-Z]|[A-Z][A-Z0-9]|[2-9][A-Z]?)(?:-(?:reg(?:istered|istriert\w*)?\b|[A-Z]{3,4}\b)|(?-i:(?<=[A-Z]) )reg(?:istered)?\b)",
    re.IGNORECASE,
)
"""A nationality mark with "reg" behind it, or a whole registration: "N-reg", "G-ABCD"."""
