"""What a question about rules says beside its subject: countries, and whether it crosses a border."""

from __future__ import annotations

from collections.abc import Sequence

from agent import regex as re
from agent.aviation.countries import Country
from agent.language.nationality import of_credentials, of_people
from agent.language.slot_words import FUNCTION
from agent.language.slots import Named
from agent.language.wording import word_set, words_of
from agent.registry import ToolContext

_IN_THE_PAST = re.compile(
    r"\b(?:(?:back )?in|during|en|im jahr|im jahre|l['’]an|anno|(?:before|until|vor|bis|avant|jusqu['’]en)"
    r" (?:(?:january|february|march|april|may|june|july|august|september|october|november"
    r"|december"
    r"|januar|februar|märz|mai|juni|juli|oktober|dezember"
    r"|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre)"
    r"|the year|dem jahr|l['’]an))"
    r" (?:the year )?(?P<year>19[4-9]\d|20[0-4]\d)\b"
    r"(?!\s*(?:ft|feet|m|kg|nm|h|hours?|local|utc|z|rpm)\b|[/.:]\d)",
    re.IGNORECASE,
)


def past_year(question: str, today: int) -> int | None:
    """The year gone by whose rules are asked: "VFR minima in 2010", "avant octobre 2025"."""
    found = _IN_THE_PAST.search(question)
    return int(found["year"]) if found and int(found["year"]) < today else None


def years_of(topic: str | None) -> str:
    """A subject's words as `past_year` reads them: its preposition is not kept ("vol 1990")."""
    return " ".join(f"in {word}" for word in (topic or "").split())


def countries_in(text: str, context: ToolContext) -> list[str]:
    """ISO codes of the countries in a question, by name or by an airfield's code, in its order."""
    deps = context.deps
    found = [(start, country.code) for start, _, country in deps.countries.find_all(text)]
    for word in re.finditer(r"\b[A-Z]{4}\b", text):
        if (airport := deps.airports.get(word[0])) is not None:
            found.append((word.start(), airport.country))
    return list(dict.fromkeys(code for _, code in sorted(found)))


def names_in(text: str, context: ToolContext) -> list[Named]:
    """The countries of a question, by their names or by the adjective."""
    countries = context.deps.countries
    return [Named(a, b, c, demonym=countries.named(text[a:b]) is None) for a, b, c in countries.find_all(text)]


def flown_in(text: str, context: ToolContext) -> list[str]:
    """The countries of a question without those of people's papers: "my wife has a Ukrainian passport"."""
    low = text.lower() if len(text.lower()) == len(text) else text
    named = names_in(text, context)
    of_others = {one.country.code for one in named if of_people(one, low) or of_credentials(one, low)}
    kept = {one.country.code for one in named if not (of_people(one, low) or of_credentials(one, low))}
    return [code for code in countries_in(text, context) if code in kept or code not in of_others]


_LISTED = re.compile(
    r"(?:\s*(?:,|/|&|\b(?:and|or|und|oder|sowie|et|ou)\b))+"
    r"\s*(?:\b(?:in|for|für|en|au|aux|dans|pour|the|der|die|den|dem|la|le|les)\b\s*|l['’])*",
    re.IGNORECASE,
)
"""Between the countries of one list: "in the UK, France and in Germany"."""


def of_one(question: str, country: str, context: ToolContext) -> str:
    """A question on several countries as it is put of one of them: "night VFR in the UK and Germany"."""
    groups: list[list[tuple[int, int, Country]]] = []
    for one in context.deps.countries.find_all(question):
        if groups and _LISTED.fullmatch(question[groups[-1][-1][1] : one[0]]):
            groups[-1].append(one)
        else:
            groups.append([one])
    for group in reversed(groups):
        own = next((one for one in group if one[2].code == country), None)
        if len(group) > 1 and own is not None:
            name = question[own[0] : own[1]]
            question = f"{question[: group[0][0]]}{name}{question[group[-1][1] :]}"
    return _without_the_tail(question, country, context)


_JOINED_LAST = re.compile(
    r"[\s,?]*\b(?:and|or|und|oder|sowie|et|ou)\s+(?:(?:also|auch|aussi|what about|how about|was ist mit)\s+)?"
    r"(?:(?:in|for|für|en|au|aux|dans|pour)\s+)?(?:(?:the|der|die|den|dem|la|le|les)\s+|l['’])?$",
    re.IGNORECASE,
)
_ENDS = re.compile(r"[\s?!.]*(?:too|also|auch|aussi)?[\s?!.]*$", re.IGNORECASE)


def _without_the_tail(question: str, country: str, context: ToolContext) -> str:
    """ "How high in France, and in Switzerland?": the last country in the first one's place, or left out."""
    named = context.deps.countries.find_all(question)
    if len(named) != 2 or named[0][2].code == named[1][2].code:
        return question
    (start, end, _), (tail, last, other) = named
    joined = _JOINED_LAST.search(question[:tail])
    if joined is None or joined.start() <= end or not _ENDS.fullmatch(question[last:]):
        return question
    name = question[tail:last] if other.code == country else question[start:end]
    return f"{question[:start]}{name}{question[end : joined.start()]}?"


_ASKS_FOR_IT = word_set("need needed required have brauche brauch brauchen brauchts braucht faut besoin auch too")


def names_only(text: str, context: ToolContext) -> bool:
    """Whether no subject is said beside countries: "France, Germany?", "brauch ich das nach Holland"."""
    rest = list(text)
    for start, end, _ in context.deps.countries.find_all(text):
        rest[start:end] = " " * (end - start)
    words = words_of("".join(rest))
    return rest != list(text) and all(word.key in FUNCTION or word.key in _ASKS_FOR_IT for word in words)


_WHO = (
    r"(?:student|pupil|friend|mate|colleague|instructor|flug(?:schüler|lehrer)\w*|schüler\w*|freund\w*|kolleg\w*"
    r"|élève|amie?|collègue|instructeur)"
)
_ASKS = (
    r"(?:(?:is |was )?(?:ask(?:s|ed|ing)?|wondering|wonders|wants to know)|fragt\w*|will wissen|wollte wissen"
    r"|demande|m'a demandé|veut savoir)"
)
_REPORTED = re.compile(
    r"^\W*(?:(?:my|an?|one of my|(?:m|d)?eine?|une?|mon|ma) )?(?:\w+ )?"
    rf"{_WHO}\s+{_ASKS}(?: me| mich)?\s*,?\s*(?:if|whether|ob|si)?\s+",
    re.IGNORECASE,
)
_TOLD_ON = re.compile(
    r"[.,;!?]\s*(?:was (?:sag|antworte|soll) ich (?:dem|ihm|ihr|denen|da)\b[^?]*"
    r"|(?:what|how) (?:do|should|shall) i (?:tell|answer|say to) (?:him|her|them)\b[^?]*"
    r"|(?:the |my |meine? )?(?:students|pupils|schüler|élèves)[^.?!]*(?:ask|fragen|demandent)[^.?!]*"
    r"|que (?:lui|leur) (?:dire|répondre)[^?]*)\??\W*$",
    re.IGNORECASE,
)


def without_who_asks(question: str) -> str:
    """A question without the tale of who asked it: "a student asks whether he may …, what do I tell him"."""
    plain = _TOLD_ON.sub("", _REPORTED.sub("", question)).strip()
    return plain if len(plain.split()) > 2 else question


_AT = re.compile(
    r"\b(?:at|in|into|for|near|bei|nach|für|à|a|sur|pour) (?P<place>[A-ZÀ-Ý][\w'’-]+(?: [A-ZÀ-Ý][\w'’-]+)?)"
)
_FIELD_TAGS = frozenset({"airfield", "language"})


def is_of_one_field(question: str, tags: Sequence[str], context: ToolContext) -> bool:
    """Is a matter that each field settles for itself asked about one field: "is PPR needed at Sylt"?"""
    if not _FIELD_TAGS & set(tags):
        return False
    deps = context.deps
    if any(deps.airports.get(word) is not None for word in re.findall(r"\b[A-Z]{4}\b", question)):
        return True
    said = [name for found in _AT.finditer(question) for name in (found["place"], found["place"].split()[0])]
    return any(deps.countries.get(name) is None and deps.places.is_name(name) for name in said)


_PLAN = re.compile(
    r"flight ?plans?|\bfpl\b|\bfil(?:e|ing) (?:a |the |my |any )?plans?\b|\bplan (?:filed|required|needed)\b"
    r"|flugpl[aä]n|plans? de vol|without filing|sans déposer",
    re.IGNORECASE,
)
_ACROSS = re.compile(
    r"\b(?:abroad|borders?|cross-border|frontiers?|international(?:ly|e|en|es|er)?|internationa(?:l|ux)|ausland\w*|(?:landes)?grenzen?|grenz(?:über)?(?:fl[uü]g\w*|schreitend\w*|tritt\w*)|frontières?|étranger"
    r"|cross\w*(?: over)?(?: the)?(?: english)? channel|traverse\w* la manche|(?:über|quer) den ärmelkanal)\b",
    re.IGNORECASE,
)
"""A border of states: a river or a zone is crossed without one, and so is a cross-country flight flown."""
_TOWARDS = re.compile(
    r"(?:\b(?:to|into|towards|nach|vers|pour|aller|rejoindre|von|aus|from|depuis|leaving|departing"
    r"|provenance de)\s+(?:en\s+|au\s+|aux\s+|the\s+|la\s+|l['’])*"
    r"|\b(?:all(?:en?|er|ons|ant)|vais|va|vont|pass\w*|part(?:ir|ons|ant)?|pars|entr\w*|rentr\w*|retourn\w*|revenir|revien\w*|rendre"
    r"|traverser|bascul\w*)\s+(?:d['’]ici\s+|vfr\s+)?(?:en|au|aux)\s+"
    r"|\bin\s+die\s+)$",
    re.IGNORECASE,
)
_LED = r"\s+(?:the\s+|der\s+|die\s+|den\s+|la\s+|le\s+|les\s+|l['’])?$"
LEFT = re.compile(
    rf"\b(?:from|leaving|out of|von|aus|ab|de|depuis|du|des|quitter){_LED}|\b(?:de |d['’]|depuis )l?['’]?$",
    re.IGNORECASE,
)
GONE_INTO = re.compile(rf"\b(?:to|into|towards|nach|in|vers|pour|en|au|aux|à){_LED}", re.IGNORECASE)


def asks_of_a_plan(question: str) -> bool:
    """Whether a flight plan is what is asked about."""
    return _PLAN.search(question) is not None


def of_a_plan(question: str, context: ToolContext) -> str:
    """A question about a flight plan without the field flown to: "Flugplan nach Lüttich EBLG"; "" for others."""
    if not _PLAN.search(question):
        return ""
    codes = [word for word in re.findall(r"\b[A-Z]{4}\b", question) if context.deps.airports.get(word) is not None]
    if not codes:
        return ""
    return re.sub(rf"\s*\b(?:(?:to|nach|vers|à|a) )?(?:{'|'.join(codes)})\b", "", question)


_WHERE = (
    r"(?:between|from|to|at|in|into|near|on|bei|nach|von|ab|aus|am|auf|zwischen|zu|à|a|de|depuis|vers|pour|entre"
    r"|sur)"
)
_PLACED = re.compile(
    rf"\s*(?:\b{_WHERE}\s+(?:(?:the|la|le|les|der|dem|den)\s+|l['’])?|\bd['’]|[-–>→]\s*)"
    r"(?P<name>[A-ZÀ-Ý][\w'’-]*(?:\s+(?:(?:de|la|le|les|of|on|sur|an der)\s+)*[A-ZÀ-Ý][\w'’-]*){0,3})"
)
_AS_A_WAY = re.compile(
    r"\s*\b(?:from|von|de|depuis)\s+(?P<first>[\w'’-]+)\s+(?:to|nach|à|a|vers)\s+(?P<last>[\w'’-]+)"
)
_OF_A_ZONE = re.compile(
    r"\s*(?:CTR|TMA|CTA|ATZ|FIR|RMZ|TMZ|zone|control|Kontrollzone|Luftraum|airspace)\b", re.IGNORECASE
)


def without_places(question: str, codes: Sequence[str], context: ToolContext) -> str:
    """A question without where it is asked of: fields, towns, and countries whose rules are not the ones wanted.

    "May I land at night in EDTZ", "a flight plan from Cornwall to Scilly", and what was asked of Belgium and is
    now asked of the Netherlands. A zone by its name stays: the rule of all zones is not the rule there.
    """
    places, countries = context.deps.places, context.deps.countries
    own = set(countries_in(question, context)) & set(codes)

    def placed(found: re.Match[str]) -> str:
        if _OF_A_ZONE.match(question[found.end() :]):
            return found[0]
        words = found["name"].split()
        for count in range(len(words), 0, -1):
            name, rest = " ".join(words[:count]), words[count:]
            if _is_place(name):
                return " ".join(("", *rest))
        return found[0]

    def _is_place(name: str) -> bool:
        if (country := countries.get(name)) is not None:
            return not own and country.code not in codes and countries.named(name) is not None
        return (len(name) > 3 or not name.isupper()) and places.is_name(name)

    def as_a_way(found: re.Match[str]) -> str:
        ends = (found["first"], found["last"])
        of_country = any(countries.get(name) is not None for name in ends)
        return "" if not of_country and all(map(places.is_name, ends)) else found[0]

    plain = _AS_A_WAY.sub(as_a_way, _PLACED.sub(placed, question)).strip()
    return plain if len(plain.split()) > 1 else question


_BETWEEN = re.compile(r"\b(?:between|entre|zwischen)\s+(?:the\s+|la\s+|le\s+|l['’])?$", re.IGNORECASE)
_COMPARED = re.compile(r"\b(?:diff[eé]r\w*|unterschied\w*|compar\w*|vergleich\w*)\b", re.IGNORECASE)
_ENDED = re.compile(
    r"\b(?:clos(?:e[sd]?|ing)|cancel\w*|delay\w*|cl[oô]tur\w*|annul\w*|schlie(?:ß|ss)\w*|geschlossen|stornier\w*)\b",
    re.IGNORECASE,
)
"""Of a plan that is filed: to close it, to cancel it, to delay it."""
_NEEDED = re.compile(
    r"\b(?:need|required?|mandatory|compulsory|brauch\w*|nötig|pflicht|faut|obligatoire)\b"
    r"(?! to (?:close|cancel|delay))",
    re.IGNORECASE,
)
""" "Do I need a flight plan, and who closes it": whether one is due is asked too."""
_OF_REGIONS = re.compile(r"\bFIRs?\b|\bflight information regions?\b|\bFIR-Grenze", re.IGNORECASE)
"""A boundary of airspace is no border of a state."""


_IN_FORMATION = re.compile(
    r"\b(?:formations?|formationsfl[uü]g\w*|verbandsfl[uü]g\w*|im verband|patrouilles?)\b", re.IGNORECASE
)
"""How many plans several aircraft file, which is another question than whether one is due."""


def crosses_a_border(question: str, context: ToolContext) -> bool:
    """Whether a question about flight plans speaks of flying into or out of a country, not inside it."""
    text = question
    if not _PLAN.search(text) or _OF_REGIONS.search(text) or _ENDED.search(text) or _IN_FORMATION.search(text):
        return False
    countries, airports = context.deps.countries, context.deps.airports
    named = countries.find_all(text)
    codes = {a.country for word in re.findall(r"\b[A-Z]{4}\b", text) if (a := airports.get(word)) is not None}
    return (
        _ACROSS.search(text) is not None
        or len(codes) > 1
        or (len(named) > 1 and not _COMPARED.search(text) and _BETWEEN.search(text[: named[0][0]]) is not None)
        or _as_a_way(text, named)
        or _out_of_one_into_another(text, named)
        or any(_TOWARDS.search(text[:start]) is not None for start, _, _ in named)
    )


_SIDE_BY_SIDE = re.compile(r"\s*(?:[-–—>→/]\s*)*")
_LEFT = re.compile(r"(?:\b(?:from|von|aus|de|du|des|depuis)\s+(?:the\s+|la\s+|l['’])?|\bd['’])$", re.IGNORECASE)
_REACHED = re.compile(
    r"\s+(?:to|into|nach|in|en|au|aux|vers|à)\s+(?:the\s+|die\s+|la\s+|le\s+|l['’])?", re.IGNORECASE
)
_RULES = re.compile(r"\b(?:rules?|regulations?|regeln?|vorschriften|règles?|réglementation)\b", re.IGNORECASE)


def _as_a_way(text: str, named: Sequence[tuple[int, int, Country]]) -> bool:
    """Whether two countries are named like the ends of a flight: "Belgique France ?", "de France en Belgique"."""
    if len(named) != 2 or _COMPARED.search(text) or _RULES.search(text):
        return False
    (begin, end, first), (start, _, second) = named
    between = text[end:start]
    way = _LEFT.search(text[:begin]) and _REACHED.fullmatch(between)
    return first != second and bool(way or _SIDE_BY_SIDE.fullmatch(between))


def _out_of_one_into_another(text: str, named: Sequence[tuple[int, int, Country]]) -> bool:
    """Whether a country is left and another one gone into: "passer de Suisse en France"."""
    if _COMPARED.search(text) or _RULES.search(text):
        return False
    left = {country.code for start, _, country in named if LEFT.search(text[:start])}
    into = {country.code for start, _, country in named if GONE_INTO.search(text[:start])}
    return any(one != other for one in left for other in into - left)


def is_about_a_crossing(question: str, countries: Sequence[str], context: ToolContext) -> bool:
    """Whether flight plans are asked for of the countries of a flight, which the question itself does not name."""
    by_name = {country.code for _, _, country in context.deps.countries.find_all(question)}
    if len(countries) < 2 or _PLAN.search(question) is None or by_name & set(countries):  # "ID?" is no Indonesia
        return False
    if (_ENDED.search(question) and not _NEEDED.search(question)) or _OF_REGIONS.search(question):
        return False
    if _IN_FORMATION.search(question) or (_AT_NIGHT.search(question) and _ACROSS.search(question) is None):
        return False  # "night VFR, flight plan needed?": by night in each of them
    # "A flight plan at night in France?", then "and in Belgium and Italy": asked of each, and of no border.
    return not any(
        one.country.code not in countries and not one.demonym and _IN.search(question[: one.start])
        for one in names_in(question, context)
    )


_AT_NIGHT = re.compile(
    r"\b(?:(?:at|by) night|night (?:vfr|flights?|flying)|nvfr|nachts?|nachtfl[uü]ge?n?|de nuit|la nuit)\b",
    re.IGNORECASE,
)
_IN = re.compile(
    r"\b(?:in|inside|within|en|au|aux|dans|innerhalb)\s+(?:the\s+|der\s+|den\s+|la\s+|les?\s+|l['’])?$",
    re.IGNORECASE,
)


OF_ALL_COUNTRIES = re.compile(
    r"\b(?:which|what) (?:european |eu |schengen |other )?(?:countries|states|nations)\b"
    r"|\bin which (?:countries|states)\b"
    r"|\b(?:where|wo|où) (?:else )?(?:in|en) europ[ae]\b"
    r"|\bwhere (?:abroad |else )?(?:can|may|could|am|is it|do|must|would) (?:i|we|you|one|ok|legal|legally)\b"
    r"(?=[^?]*\b(?:without|legal\w*|allowed|across a border|mandatory|compulsory|required)\b)"
    r"|\bany (?:european )?(?:country|countries) (?:where|that|which|in europe)\b"
    r"|\b(?:quels|dans quels) pays\b|\b(?:in )?welche[nr]? (?:ländern?|staaten)\b",
    re.IGNORECASE,
)
"""A question that is asked of all countries, none of them named."""
IN_EUROPE = re.compile(
    r"\b(?:in|across|throughout|within|all over|dans|en) (?:the |l['’])?"
    r"(?:eu|ue|europ[ae]|easa(?:[- ]?land| states| countries)?|european union)\b",
    re.IGNORECASE,
)
"""Where a rule is asked of no country but of Europe: each country's answer to it is told."""
