"""Reads a question for what a term means."""

from __future__ import annotations

from itertools import pairwise

from pydantic import JsonValue

from agent import regex as re
from agent.language.ends import field_of
from agent.language.said import Said
from agent.language.slot_words import FUNCTION
from agent.language.wording import word_set, words_of
from agent.registry import reads
from agent.subjects.rules.said import past_year
from agent.weather.codes import group_words
from tongue import later

_ASKS = (
    r"what(?:'s| is| are| was| on earth is| exactly is| the hell is| does| do you mean by| do they mean by)?|whats|define|explain|meaning of|"
    r"definition of|remind me what|tell me what|wat is|qu'est[- ]ce qu(?:e|'un|'une)(?: c'est)?(?: que?)?|c'est quoi|ça veut dire quoi|"
    r"que (?:veut dire|signifie)|was (?:ist|bedeutet|heißt|heisst|sind|meint)|wofür steht|was genau ist|erklär\w*(?: mir)?(?: mal)?"
)
_FRAME = re.compile(
    rf"\b(?:{_ASKS})\b[\s:,]*(?:does |is |are |was |the |an? |eine?[nr]? |das |die |der |une? |l[ea] |l'|des |d'|qu'|an? |eigentlich |genau |da |dort |darin |denn |dabei |there |then )*"
    r"(?P<t>[\w/.&'-]+(?: [\w/.&'-]+){0,4}?)"
    r"(?=\s+(?:means?|stands?|short|again|exactly|actually|even|please|in |on |for |when|and|to |anyway|then|bedeutet|ist|hei(?:ß|ss)t|exactement|veut|"
    r"signifie|svp|genau|eigentlich|nochmal|sur|dans|auf|bei|im)\b|\s*[?!.,;]|\s*$)",
    re.IGNORECASE,
)
_TERM = r"[\w/.-]+(?: (?!vs\b|v\b|versus\b|and\b|or\b|und\b|et\b|ou\b|oder\b|differen\w*|unterschied)[\w/.-]+)?"
_PAIR = re.compile(
    rf"(?:\b(?:between|zwischen|entre|from|von|de|is|are|des|the|le|la|an?)\s+|^)(?P<t>{_TERM})\s+(?:different\s+|anders\s+)?(?:vs\.?|v\.?|versus|and|or|und|et|ou|oder|from)\s+(?:an? |the |le |la )?(?P<o>{_TERM}?)"
    r"(?=\s+(?:difference|unterschied|diff\w*|what|please|mean\w*|bedeutung|signification)\b|\s*[?!.,;]|\s*$)",
    re.IGNORECASE,
)
"""Two terms to be told apart: "difference between PPR and PN", "pan pan vs mayday"."""
_TOLD_APART = (
    r"\b(?:diff[eé]r\w*|vs|versus|v|unterschied\w*|unterscheide\w*|gegensatz|gegenüber|im vergleich|contrairement|par rapport|compared (?:to|with)|opposed to|distinction|distinguish\w*|separates?|unlike|apart from|as against|nuance|contre|"
    r"same as|tell apart|diff|which is which|which one is which|was ist was|lequel est lequel|laquelle est laquelle)\b"
)
_EQUALS = re.compile(r"(?P<t>[\w/.-]+(?: [\w/.-]+)?)\s*=\s*")
""" "pn = ?": as it is typed in a hurry."""
_CAPITALS = re.compile(r"\b(?:[A-Z]{1,4}/[A-Z]{1,4}|[A-Z][A-Z0-9]{1,6}(?:-[A-Z0-9]{1,3})?(?: [A-Z]{3,6})?)\b")


_ARTICLE = re.compile(
    r"^(?:(?:an?|the|une?|l[ea]|(?:ei)?ne?[nrm]?|der|die|das|dem|and|und|et|or|oder|denn|mal|so|ok|the word)\s+|l['’]\s*)+",
    re.IGNORECASE,
)
_STANDS_FOR = re.compile(
    r"it|that|this|they|them|which|one|all|short|déjà|denn|das|es|ça|cela|difference|unterschied|différence|what|please|bitte|me|mir|moi|was",
    re.IGNORECASE,
)
"""What stands in the frame for a term that is named elsewhere: "what is it"."""
_DIFFERENCE = re.compile(r"(?:differences?|unterschiede?|différences?)", re.IGNORECASE)
_MEANT_BY = re.compile(
    r"\b(?:mean(?:s|t|ing)? (?:by|with)|meant by|meinen (?:die |sie )?mit|entend(?:-on|ent)? par)\s+(?:an? |the )?[\"']?(?P<t>[\w/.-]+(?: [A-Z][\w/.-]+)?)",
    re.IGNORECASE,
)
_BETWEEN_TERMS = re.compile(
    r"(?:[. ]{0,2}\d{4,5}(?=[\s,;?!]))?[\s,;?!/&+]*(?:(?:and|und|et|or|oder|ou|what(?:'s| is| does| do)?|is|was|ist|an?|the|une?|eine?|means?|stands? for|bedeutet|c'est quoi|"
    r"plus|also|then|hei(?:ß|ss)t)[\s,;?!]+)*",
    re.IGNORECASE,
)
_SAID_BEFORE = re.compile(
    r"\b(?:an?|the|une?|eine?|le|la)\s+(?P<t>[\w-]+(?: [\w-]+)?)\s*[?.!,;]\s*(?:\w+ ){0,3}$", re.IGNORECASE
)
"""The thing that "what does it mean" is about, where the glossary does not know it: "an overhead join?"."""
_WORD = re.compile(r"[\w/.&'-]*\w")
_LONGEST_TERM = 4
_ASKS_FOR = word_set(
    "need want get know enter tell say brauche braucht faut back first second third last one ones cost costs card cash"
)
"""Words of a question that is about no term: "what do I need to enter it?", "what about the second one?"."""
_SOMEBODY = frozenset(
    ("they", "we", "you", "i", "he", "she", "ils", "elles", "on", "nous", "wir", "ich", "sie", "man")
)
_ORDINARY = 2
"""Letters of a word that, not in capitals, is no term: "in", "to"."""


def _bare(term: str) -> str:
    return _ARTICLE.sub("", term.strip()).strip() or term.strip()


def _named(said: Said) -> list[tuple[int, int, str]]:
    """The terms that a question names, those of the glossary and abbreviations in capitals, where, the longest first of those that overlap; in order."""
    text = said.slots.text
    words = list(_WORD.finditer(text))
    found: list[tuple[int, int, str]] = []
    for length in range(_LONGEST_TERM, 0, -1):
        for first in range(len(words) - length + 1):
            a, b = words[first].start(), words[first + length - 1].end()
            term = text[a:b]
            if (len(term) <= _ORDINARY and not term.isupper()) or any(x < b and a < y for x, y, _ in found):
                continue
            if _ARTICLE.match(term) or not said.deps.glossary.meanings(term):
                continue
            found.append((a, b, term))
    if not text.isupper():
        for match in _CAPITALS.finditer(text):  # what the glossary does not hold is asked for as well
            if not any(x < match.end() and match.start() < y for x, y, _ in found):
                found.append((*match.span(), match[0]))
    return sorted(found)


def _listed(named: list[tuple[int, int, str]], first: int, text: str) -> list[str]:
    """The terms asked for side by side with one, from it on: "GAR? gendec?", "what is a PPR and a PN"."""
    terms = [named[first][2]]
    for (_, end, _), (start, _, term) in pairwise(named[first:]):
        if not _BETWEEN_TERMS.fullmatch(text[end:start]):
            break
        terms.append(term)
    return list(dict.fromkeys(terms))


def _asked(terms: list[str]) -> dict[str, JsonValue]:
    """One term, two in one answer, more in answers of their own."""
    if len(terms) == 2:
        return {"term": terms[0], "other_term": terms[1]}
    others: list[JsonValue] = [*terms[1:]]
    return {"term": terms[0], **({"beside": {"term": others}} if others else {})}


_A_FACT = re.compile(r"(?:l[ea]s? |l['’]|the |der |die |das )(?P<t>[^?!.,;]+)", re.IGNORECASE)
_FACTS = ("contact", "website", "fee", "hours", "frequency", "elevation", "parking", "restaurant")
"""What a field has and whose word nobody asks the meaning of."""


def is_a_fact(said: Said) -> bool:
    """ "C'est quoi le tel": the one of the field in hand, and no term."""
    frame = _FRAME.search(said.slots.text.strip(" ?!."))
    asked = _A_FACT.search(said.slots.text, frame.start() if frame else 0)
    if frame is None or asked is None or said.deps.glossary.meanings(asked["t"].strip()):
        return False
    start, end = asked.start("t"), asked.start("t") + len(asked["t"].strip())
    if said.slots.text[end:].strip(" ?!."):
        return False  # more is asked behind it
    return any((m.start, m.end) == (start, end) for m in said.mentions if m.concept in _FACTS)


def _are_fields(said: Said) -> bool:
    """ "The difference between Sywell and Turweston": two airfields are compared, no terms."""
    spots = said.slots.spots
    if len(spots) < 2 or any(spot.kind == "country" for spot in spots):
        return False  # before any name is looked for: that costs the memory of all names
    fields = all(spot.kind == "code" or field_of(spot.name, said.deps) for spot in spots)
    return fields and not _known_to_glossary(said)


_ASKS_ABOUT = re.compile(
    r"\W*(?:and |und |et )?(?:(?:what|how) about|was ist mit|qu'en est-il de)\b", re.IGNORECASE
)


def _is_about_a_field(said: Said) -> bool:
    """ "What about Lydd?": a field, no term."""
    if len(said.slots.spots) != 1 or not _ASKS_ABOUT.match(said.slots.text):
        return False
    (spot,) = said.slots.spots
    return (spot.kind == "code" or bool(field_of(spot.name, said.deps))) and not _known_to_glossary(said)


def _is_about_something_else(said: Said) -> bool:
    """ "Was ist mit dem Hund?", "what about my passengers": a word that no glossary holds is asked of the last answer."""
    asks = _ASKS_ABOUT.match(said.slots.text)
    return asks is not None and not any(
        said.deps.glossary.meanings(said.slots.text[word.start : word.end])
        for word in said.slots.words
        if word.start >= asks.end()
    )


def _known_to_glossary(said: Said) -> bool:
    return any(said.deps.glossary.meanings(said.slots.text[spot.start : spot.end]) for spot in said.spots)


_IS_IT = re.compile(
    r"\W*(?:(?:and|so|ok|und|et)\W+)*(?:is it|is that|are they|is there|do they (?:need|want|require)|do i need|does it (?:need|want|require)|"
    r"ist (?:er|es|das|der)|sind (?:sie|die)|brauch\w* (?:ich|man|wir)|est-ce|c'est|il faut|faut-il|faut)(?:\s+(?:a|an|on|by|the|un|une|du|de|ein|eine|da|dort|y|all))*\s+"
)


def _is_asked_of_a_field(said: Said) -> bool:
    """ "And is it PPR?": what holds at the field in hand, and no term."""
    asked = _IS_IT.match(said.slots.low)
    if asked is None:
        return _is_of_its_notice(said)
    end = asked.end() + len(said.slots.low[asked.end() :].rstrip(" ?!."))
    states = (m for m in said.mentions if m.concept in _STATES)
    return any(m.start <= asked.end() and m.end == end for m in states)


def _is_of_its_notice(said: Said) -> bool:
    """ "Et là-bas c'est quoi le préavis douane": two words of what a field asks, of which no term is made."""
    frame = _FRAME.search(said.slots.text.strip(" ?!."))
    asked = _A_FACT.search(said.slots.text, frame.start() if frame else 0)
    if frame is None or asked is None or said.deps.glossary.meanings(asked["t"].strip()):
        return False
    inside = {m.concept for m in said.mentions if asked.start("t") <= m.start and m.end <= asked.end("t")}
    return {"notice", "customs"} <= inside


def _is_a_rule(said: Said) -> bool:
    """ "C'est quoi la hauteur mini au-dessus d'une ville": words that mean a question of the rules, and hold no term."""
    if _FRAME.search(said.slots.text) is None or _named(said):
        return False
    return said.deps.rules.corpus.named_in(said.slots.text) is not None


_STATES = ("access", "no_ppr", "notice", "customs")
"""What is so at a field or not, in words that are terms too."""


_REGULATION = re.compile(r"\bSERA(?:[. ]?\d{4,5})?\b|\b923/2012\b")


_PROVISION = re.compile(r"\bSERA[. ]{0,2}(?P<n>\d{4,5})\b", re.IGNORECASE)
_IS_A_PROVISION = re.compile(rf"\W*{_PROVISION.pattern}\W*", re.IGNORECASE)
""" "SERA.6005?": a provision and nothing else."""


def _of_then(said: Said) -> dict[str, JsonValue]:
    """A document of the past, or SERA as it stood in a year: what is asked of it is not what holds now."""
    text = said.slots.text
    if (gone := said.deps.glossary.past(text)) is not None:
        return {"term": gone.term}
    year = past_year(text, said.today.year)
    return {"term": "SERA", "as_of": year} if year is not None and _REGULATION.search(text) else {}


def _is_bare_term(said: Said) -> bool:
    """ "ASDA?": a term of the glossary and nothing else, that is no word for what a field has."""
    text = said.slots.text.strip(" ?!.=:")
    alone = len(said.slots.words) <= _LONGEST_TERM and not (said.mentions or said.slots.spots or said.slots.days)
    return alone and len(text) > _ORDINARY and bool(said.deps.glossary.meanings(text))


_CODE_TOLD = re.compile(
    r"\b(?:(?<!from )(?<!to )7[567]00(?!\s?(?:ft|feet|m\b|to\b|down\b))|121[.,]5(?:00)?|mayday|pan[- ]pan)\b",
    re.IGNORECASE,
)
_COMMON_FREQUENCY = re.compile(r"\b(?:safety ?com|(?<![\d/])123[.,]450?)\b", re.IGNORECASE)
""" "Is 123.45 ok to chat on": frequencies of no field."""


def _is_of_a_code(said: Said) -> bool:
    """A code or frequency of distress in a tale or an exam, with no flight and no country: "he once squawked 7700"."""
    slots = said.slots
    if _COMMON_FREQUENCY.search(slots.text) and not (said.spots or slots.days):
        return True
    return bool(_CODE_TOLD.search(slots.text)) and not (slots.spots or slots.countries or slots.days)


_WHAT_IS_A = re.compile(
    r"\b(?:what(?:'s| is| are)|c'est quoi|qu'est[- ]ce qu(?:e c'est qu)?'|was ist)\s*(?:an?|une?|eine?)\s+(?P<t>[\w/]+(?: [\w/]+)?)"
    r"(?=\s+(?:in|en|au|aux|im)\b|\s*[?!.,]|\s*$)",
    re.IGNORECASE,
)


def _is_defined_there(said: Said) -> bool:
    """ "En Angleterre c'est quoi un A/G radio": an abbreviation's meaning beside a country, and no rule."""
    asked = _WHAT_IS_A.search(said.slots.text)
    if asked is None or not said.slots.countries or said.spots:
        return False
    abbreviated = any(part.isupper() and len(part) > 1 for part in asked["t"].split())
    return abbreviated and bool(said.deps.glossary.meanings(asked["t"]))


_APART_AT_ONCE = re.compile(
    r"^\W*(?:please |can you |could you )?(?:explain|expli\w*|erklär\w*)\b[^.?!]*\b(?:vs|versus|gegen|contre)\b|"
    r"\b(?:which is which|which one is which|was ist was|lequel est lequel|laquelle est laquelle)\b",
    re.IGNORECASE,
)


_A_CLASS = r"(?:class|classe|klasse|luftraum)"
_TWO_CLASSES = re.compile(
    rf"\b(?:{_A_CLASS}\s+)(?P<one>[a-g])\b(?:\s+airspace)?\s*(?:,|/|and|or|to|from|vs\.?|versus|und|oder|zu|gegen|et|ou|de|par rapport à)+\s*"
    rf"(?:(?:the|la|der|den|dem|im|in)\s+)*(?:{_A_CLASS}\s+)?(?P<other>[a-g])\b",
    re.IGNORECASE,
)
""" "Class E vs class G", of no country: what each is."""
_WHAT_CHANGES = re.compile(r"\b(?:chang\w*|ändert sich|anders|different|differs?)\b", re.IGNORECASE)


def _two_classes(said: Said) -> tuple[str, ...]:
    """Two classes of airspace that are set side by side where no country is named."""
    both = _TWO_CLASSES.search(said.slots.text)
    apart = re.search(_TOLD_APART, said.slots.text, re.IGNORECASE) or _WHAT_CHANGES.search(said.slots.text)
    if both is None or not apart or said.slots.countries or said.spots:
        return ()
    one, other = both["one"].upper(), both["other"].upper()
    return (f"class {one}", f"class {other}") if one != other else ()


def _is_of_two_apart(said: Said) -> bool:
    """ "Explain general declaration vs GAR", "GAR? gendec? which is which": two terms, and no rule or deadline."""
    told = _APART_AT_ONCE.search(said.slots.text)
    return told is not None and len({known for _, _, known in _named(said)}) == 2


_WHO_MAY_TELL = re.compile(
    r"\b(?:who|which|what|was|wer|welche\w*|qui|lequel|laquelle)\b[^.?!]*\b(?:tell|order|instruct\w*|clear\w*|means?|anweis\w*|sagen|freigab\w*|ordre\w*|dire|autorise\w*)\b",
    re.IGNORECASE,
)


def _are_several(said: Said) -> bool:
    """ "AFIS, A/G, FISO, tower: who can tell me what to do": three terms or more in a row, at no field and of no country."""
    if said.slots.countries or said.slots.days or any(spot.kind != "code" for spot in said.spots):
        return False
    text = said.slots.text
    named = [one for one in _named(said) if said.deps.glossary.meanings(one[2])]
    row = _listed(named, 0, text) if named else []
    if len(row) <= _MOST_APART:
        return False
    behind = text[next(end for _, end, term in named if term == row[-1]) :].strip(" ?!.,;:")
    return not behind or _WHO_MAY_TELL.search(behind) is not None


_MOST_APART = 2


def _asks_of_a_row(said: Said) -> bool:
    """ "Was heißt NOTAM, SNOWTAM und BIRDTAM", "explain MATZ, LARS and DACS": terms one behind the other, two known."""
    text = said.slots.text
    frame = _FRAME.match(text)
    if frame is None or said.slots.days or said.slots.countries:
        return False
    named = [one for one in _named(said) if one[0] >= frame.start("t")]
    row = _listed(named, 0, text) if named else []
    if len(row) < _MOST_APART or text[named[len(row) - 1][1] :].strip(" ?!.,") or named[0][0] > frame.start("t"):
        return False
    return sum(bool(said.deps.glossary.meanings(term)) for term in row) >= _MOST_APART


_AREAS = re.compile(
    r"\b(?P<lead>zones?|areas?|gebiete?n?|zonen)\s+(?P<letters>[PDR](?:\s*(?:,|/|et|and|und|ou|or|oder|vs\.?)\s*[PDR])+)\b"
    r"|\b(?P<before>[PDR](?:\s*(?:,|/|et|and|und|ou|or|oder|vs\.?)\s*[PDR])+)[- ](?:zones?|areas?|gebiete?n?|zonen)\b"
)


def _areas(said: Said) -> list[str]:
    """ "Une zone P, D et R": each as a term of its own."""
    found = _AREAS.search(said.slots.text)
    if found is None or said.slots.countries:
        return []
    return [
        f"zone {letter}" for letter in dict.fromkeys(re.findall(r"\b[PDR]\b", found["letters"] or found["before"]))
    ]


_ASKED_ALONE = re.compile(
    r"\b(?P<icing>carb(?:urett?or|uretter)?s?[- ]?(?:ic(?:e[ds]?|ing)|heat)|vergaser(?:vereisung|eis|vorwärmung|heizung)|vereisung (?:des|im) vergasers?|(?:giv?r(?:e|age)|réchauff\w+) (?:du |au )?carbu(?:rateur)?)\b"
    r"|\b(?P<guard>(?:emergency|distress|guard|notfall|notruf)[- ]?(?:radio )?fre(?:quency|quencies|q|quenz)\b|notfrequenz|fréquence (?:radio )?(?:de détresse|d'urgence))"
    r"|\b(?P<code>(?:frequency[- ]monitoring|listening(?:[- ]out)?|monitoring) (?:codes?|squawks?))\b"
    r"|\b(?P<item>(?:item|field|feld|box|case|champ|rubrique|punkt) (?:18|eighteen|achtzehn|dix-huit))\b",
    re.IGNORECASE,
)
_ASKS_WHEN = re.compile(
    r"\b(?:temperatur\w*|température\w*|when|wann|quand|humid\w*|worst|likely)\b", re.IGNORECASE
)


_TOLD_AIR = re.compile(
    r"(?:\b(?:dew ?-?point|taupunkt|point de rosée|temp\w*)\D{0,12}-?\d|-?\d+ ?(?:°|degrees|deg|grad|degrés)).{0,60}\b(?:dew ?-?point|taupunkt|point de rosée|temp\w*|spread)\b"
    r"|\b(?:dew ?-?point|taupunkt|point de rosée)\D{0,12}-?\d",
    re.IGNORECASE,
)
""" "6 °C and a dew point of 4": the air is told, and no report is looked for."""


_ASKS_WHICH = re.compile(
    r"\b(?:what|what's|whats|which|tell me|give me|remind me|was|wie|welche|quel\w*|c'est quoi)\b"
)
_HAS_TO = re.compile(
    r"\b(?:monitor\w*|listen\w*|must|have to|required|need|muss|abhören|obligatoire|dois|doit|surveiller|écouter)\b"
)
""" "Must I monitor the emergency frequency": a rule, and not which it is."""


_OF_WHICH_COUNTRIES = re.compile(
    r"\b(?:which|what|welche\w*|quels?) (?:\w+ )?(?:countries|states|länder\w*|staaten|pays)\b"
)


def _asked_alone(said: Said) -> str:
    """A thing of which only the glossary speaks: the codes of a radar unit, when a carburettor ices."""
    found = _ASKED_ALONE.search(said.slots.text)
    if found is None or said.slots.countries or _OF_WHICH_COUNTRIES.search(said.slots.low):
        return ""
    if found["guard"] is not None:
        asks = _ASKS_WHICH.search(said.slots.low) and not (said.spots or _HAS_TO.search(said.slots.low))
        return "emergency frequency" if asks else ""
    if found["item"] is not None:
        return "item 18"
    if found["icing"] is not None:
        elsewhere = [
            spot for spot in said.spots if not found.start() <= spot.start < found.end()
        ]  # "bei Vereisung"
        somewhere = elsewhere or said.slots.days or said.home
        alone = not somewhere or _TOLD_AIR.search(said.slots.text) or _ASKS_WHEN.search(said.slots.text)
        return "carb icing" if alone else ""
    return "FMC"


_HOW_OR_WHEN = re.compile(r"(?:when|how|where|wann|wie|wo|quand|comment|combien|où)\b", re.IGNORECASE)
""" "Was ist das und wann kommt der nächste": what is asked beside a term, and no term."""


_OF_IT = re.compile(
    r"\b(?:radius|diameter|size|dimensions?|height|ceiling|upper limit|lower limit|frequency|q[- ]?line|fine|cost|price|validity|rayon|taille|"
    r"hauteur|fréquence|amende|prix|größe|höhe|durchmesser|frequenz|bußgeld|preis|gültigkeit)\b",
    re.IGNORECASE,
)
"""What is asked of a thing beside its meaning, which the glossary does not hold: "what's an ATZ radius"."""


@reads(
    "explain_term",
    "term",
    unless=lambda said: (
        _are_fields(said)
        or _is_about_a_field(said)
        or _is_about_something_else(said)
        or is_a_fact(said)
        or _is_asked_of_a_field(said)
        or _is_a_rule(said)
    ),
    called=later("What a term means"),
    claims=lambda said: (
        _is_bare_term(said)
        or (_is_of_groups_alone(said.slots.text) and bool(_groups_of_a_report(said)))
        or _holds_a_change(said)
        or _asks_when_a_change_is(said)
        or _IS_A_PROVISION.fullmatch(said.slots.text) is not None
        or bool(_of_then(said))
        or _is_of_a_code(said)
        or bool(_asked_alone(said))
        or _is_defined_there(said)
        or _is_of_two_apart(said)
        or _are_several(said)
        or _asks_of_a_row(said)
        or len(_areas(said)) > 1
        or bool(_two_classes(said))
    ),
)
def term(said: Said) -> dict[str, JsonValue]:
    """The terms, in the pilot's letters; beside one alone what is asked of it that is no meaning."""
    if groups := _groups_of_a_report(said):
        there = said.field() if _asks_when_a_change_is(said) else None
        said.take_all()
        return {
            "term": groups[0],
            **({"groups": [*groups[1:]]} if groups[1:] else {}),
            **({"local_at": there} if there else {}),
        }
    if len(areas := _areas(said)) > 1:
        said.take_all()
        return _asked(areas)
    if classes := _two_classes(said):
        said.take_all()
        return {"term": classes[0], "other_term": classes[1]}
    given = _terms(said)
    if (
        str(given.get("term")).upper() == "SERA"
        and given.keys() <= {"term", "other_term"}
        and (provision := _PROVISION.search(said.slots.text))
    ):
        return {**given, "term": "SERA", "provision": f"SERA.{provision['n']}"}
    of_it = _OF_IT.search(said.slots.text)
    alone = (
        given.keys() == {"term"}
        and not _asked_alone(said)
        and of_it is not None
        and of_it[0].casefold() not in str(given["term"]).casefold()
    )
    return {**given, "of_it": of_it[0]} if alone and of_it else given


_GROUP = r"[-+]?[A-Z0-9/]*[A-Z0-9]"
_GROUPS = re.compile(rf"(?<!\S){_GROUP}(?:\s+{_GROUP})+(?![^\s?!.,:;\"'»”])")
_MOST_GROUPS = 12
_CHANGES = ("TEMPO", "BECMG", "PROB")


def _is_of_groups_alone(text: str) -> bool:
    """ "PROB30 TEMPO 0410 1200 BR": a change of a forecast and nothing beside it."""
    text = text.strip(" ?!.=")
    return text.startswith(_CHANGES) and " " in text and _GROUPS.fullmatch(text) is not None


def _groups_of_a_report(said: Said) -> list[str]:
    """ "TEMPO 3000 BR BKN008": groups one behind the other as a report has them, each with a meaning of its own."""
    text = said.slots.text
    if text.isupper() and not _is_of_groups_alone(text):
        return []
    for run in _GROUPS.finditer(text):
        groups = run[0].split()[:_MOST_GROUPS]
        of_a_taf = groups[0].startswith(_CHANGES)  # "ANO 2009" is a year
        decoded = [
            (of_a_taf or not group.isdigit())
            and group_words(group, in_report=True, before=before, after=after) is not None
            for group, before, after in zip(groups, ["", *groups], [*groups[1:], ""], strict=False)
        ]
        known = (said.deps.glossary.meanings(group) for group in groups)
        if sum(decoded) and sum(a or bool(b) for a, b in zip(decoded, known, strict=True)) > 1:
            return groups
    alone = [word[0] for word in _ONE_GROUP.finditer(text) if group_words(word[0]) is not None]
    return alone[:_MOST_GROUPS]


def _holds_a_change(said: Said) -> bool:
    """ "Was heisst BECMG 2412/2414 26015G28KT 4000 -SHRA BKN012": a change of a forecast, whatever is asked of it."""
    groups = _groups_of_a_report(said)
    return len(groups) >= _GROUPS_OF_A_CHANGE and groups[0].startswith(_CHANGES)


_GROUPS_OF_A_CHANGE = 3
_HOURS_OF_A_CHANGE = re.compile(r"(?<!\S)(?:[0-3]\d[0-2]\d/[0-3]\d[0-2]\d|FM[0-3]\d[0-2]\d[0-5]\d)(?![\w/])")
_WHEN = re.compile(
    r"\b(?:when|what (?:time|day|hours?)|local|zulu|utc|lunch\w*|tomorrow|today|tonight|until when|wann|um wie ?viel|welche[rn]? (?:uhrzeit|tag)|"
    r"ortszeit|lokalzeit|heute|morgen|bis wann|quand|à quelle heure|quelle heure|quel jour|heure locale|locale|demain|aujourd'hui|jusqu'à quand)\b"
)


def _asks_when_a_change_is(said: Said) -> bool:
    """ "The TAF for Dinard says BECMG 2512/2514: tomorrow lunchtime is it, local or zulu?"."""
    text = said.slots.text
    if _HOURS_OF_A_CHANGE.search(text) is None or re.search(r"\d{6}Z", text):
        return False  # a whole report is decoded
    return _WHEN.search(said.slots.low) is not None and bool(_groups_of_a_report(said))


_ONE_GROUP = re.compile(r"(?<!\S)[-+]?(?=[A-Z0-9/]*\d)[A-Z0-9]+(?:/[A-Z0-9]+)?(?![^\s?!.,:;\"'»”])")
""" "What does 2906/2915 mean in a TAF": one group that is no word."""


_QUOTED = re.compile(r"[\"'«]([^\"'«»]{2,30})[\"'»](?!\w)")


def _terms(said: Said) -> dict[str, JsonValue]:
    """The terms: those the glossary knows, else what stands in the question's frame."""
    text = said.slots.text.strip(" ?!.")
    then = _of_then(said)
    said.take_all()
    if then:
        return then
    if _IS_A_PROVISION.fullmatch(text):
        return {"term": "SERA"}
    if _is_bare_term(said):
        return {"term": text.strip(" =:")}
    if alone := _asked_alone(said):
        return {"term": alone}
    if _is_of_a_code(said) and (codes := list(dict.fromkeys(_CODE_TOLD.findall(text)))):
        return _asked(codes[:2])
    told_of_two = re.search(_TOLD_APART, text, re.IGNORECASE)
    if not told_of_two and (quoted := list(dict.fromkeys(_QUOTED.findall(text)))):
        return _asked(quoted)
    if meant := _MEANT_BY.search(text):
        return {"term": _bare(meant["t"])}
    is_told_apart = re.search(_TOLD_APART, text, re.IGNORECASE)
    named = _named(said)
    if is_told_apart and len(terms := list(dict.fromkeys(known for _, _, known in named))) > 1:
        return _asked(terms)
    pair = _PAIR.search(text)
    if pair and _DIFFERENCE.fullmatch(_bare(pair["o"])):
        return {"other_term": named[-1][2] if named else _bare(pair["t"])}  # "what is QFE, and the difference?"
    if pair and is_told_apart and _STANDS_FOR.fullmatch(_bare(pair["t"])):
        return {"other_term": _bare(pair["o"])}  # "in what way is that different from a TMZ?"
    if pair and is_told_apart:
        return {"term": _bare(pair["t"]), "other_term": _bare(pair["o"])}
    frame = _FRAME.search(text)
    if is_told_apart and (both := list(dict.fromkeys(_CAPITALS.findall(text)))):
        if len(both) > 1:
            return {"term": both[0], "other_term": both[1]}
        if frame is None or both[0] not in frame["t"] or frame.start() > is_told_apart.start():
            return {"other_term": both[0]}  # not "what's an AFISO, is it the same as air traffic"
    if equals := _EQUALS.fullmatch(text):
        return {"term": equals["t"]}
    framed = _bare(frame["t"]) if frame else ""
    if frame is None or _STANDS_FOR.fullmatch(framed) or (named and _HOW_OR_WHEN.match(framed)):
        if named:
            return _asked(_listed(named, 0, said.slots.text))
        if before := _SAID_BEFORE.search(text[: frame.start()] if frame else ""):
            return {"term": before["t"]}
        words = _bare(text).split()
        is_asked = frame is not None or _bare(text) != text  # "and dacs?"; "asdf" alone asks nothing
        names_one = 0 < len(words) <= 2 and not (_says_nothing(_bare(text)) or said.slots.days)
        return {"term": " ".join(words)} if is_asked and names_one else {}
    for first, (start, _, known) in enumerate(named):
        if start >= frame.start("t") and known.casefold() in frame["t"].casefold():
            return _asked(_listed(named, first, said.slots.text))
    later_on = [i for i, (start, _, _) in enumerate(named) if start >= frame.start("t")]
    if later_on:
        return _asked(_listed(named, later_on[0], said.slots.text))
    return {} if said.slots.days or _says_nothing(framed) else {"term": framed}


def _says_nothing(term: str) -> bool:
    """Whether words can be no term: "what papers do they want", "what about the other", "class is it"."""
    keys = [word.key for word in words_of(term)]
    is_clause = any(key in _SOMEBODY for key in keys) or keys[-2:] in (["is", "it"], ["it", "is"])
    return is_clause or keys[:1] == ["it"] or all(key in FUNCTION or key in _ASKS_FOR for key in keys)
