"""Turns the pages of the last answer, or takes back what was said: "more", "next page", "undo"."""

from __future__ import annotations

from collections import Counter
from datetime import date, datetime, timedelta

from agent import regex as re
from agent.aviation.hours import zone_of
from agent.language.courtesy import CHAT
from agent.language.said import Said
from agent.language.slot_words import FUNCTION
from agent.language.wording import word_set
from agent.protocol import Conversation, Plan, ToolCall
from agent.understanding.in_hand.context import Known
from agent.understanding.reader.unread import LISTS
from tongue import country_name, later, say

_SHOWN_LISTS = LISTS - {"get_airport_statistics"}
_PAGED = frozenset(("browse_rules", "compare_rules_between_countries"))
_SHOWN = 5
"""Airfields on one page of a list."""
_RULES_SHOWN = 3
_PAGE_OF = re.compile(r"\b(?P<first>\d+)(?:–(?P<last>\d+))? (?:of|sur|von) [\d,.]+")
"""How an answer says which page it is."""
_FROM = re.compile(r"\bfrom (?P<first>\d{1,6})\b", re.IGNORECASE)
_BACK = re.compile(
    r"\b(?:previous|prior|last) page\b|^\W*back\W*$|\bpage précédente\b|\bvorige seite\b", re.IGNORECASE
)
_BACK_ALONE = re.compile(r"^\W*back\W*$")
_TOWARDS = re.compile(
    r"\b(?:further|farther|more|weiter|plus)\s+(?:to the |towards? the |im |nach |in den |au |à l['’]|vers (?:le |l['’]))?(?:north|south|east|west|norden|süden|osten|westen|nördlich|südlich|östlich|westlich|nord|sud|est|ouest)\w*\b"
)
_LONGER = {"search_pois": "max_results", "search_flights": "max_results", "get_pilot_reviews": "limit"}
MORE_BY = 10


CHANGES = ("more", "undo", "stop_it", "forget_it")
"""What a message must say to turn, take back, stop or forget something."""
TOLD = {
    "undo": later("There is no trip here whose last change I could undo."),
    "stop_it": later("/watches and /reminders list what I send by myself, each with a button that stops it."),
    "forget_it": later("/mydata shows what I keep of you, /forget deletes it."),
}


KEPT_BY_A_TAP = later(
    "Nothing of it is kept without a tap on its button. Was it tapped: /mydata shows and deletes it."
)
_MORE_ON = re.compile(
    r"\b(?:more|plus|mehr)\s+(?:d['’]\s?|de |of )?(?:info\w*|details?|détails?|précisions?|einzelheiten)\s+(?:on|about|of|sur|de|du|à propos|über|zu[mr]?)\b"
)
""" "More info on the 2nd": of one that was shown, and no further page."""


def is_change(said: Said, last: str = "") -> bool:
    """Whether a message says that something shall be turned, taken back, stopped or forgotten.

    "Back?" alone turns a page where the `last` tool's answer has pages, else the flight.
    """
    if last and last not in _SHOWN_LISTS | _PAGED and _BACK_ALONE.match(said.slots.low):
        return False
    if _TOWARDS.search(said.slots.low) or _MORE_ON.search(said.slots.low):
        return False  # "further south" turns no page
    return bool(said.all_of(*CHANGES) or _BACK.search(said.slots.low) or _FROM.search(said.slots.text))


def whole_change(said: Said) -> str | None:
    """What the whole message says and nothing else: "my watches?"; no name of a place is looked for in it."""
    for change in said.all_of(*TOLD):
        around = said.slots.low[: change.start] + said.slots.low[change.end :]
        if not re.search(r"\w", around):
            return change.concept
    return None


_WHY = word_set("why pourquoi warum wieso weshalb how come")
_BESIDE_WHY = word_set(
    "not nicht pas denn eigentlich exactly no only just so the others other ones rest any more die anderen keine nur les autres seulement"
)


def asks_why(said: Said) -> bool:
    """Whether nothing is asked but for what the last answer stands on: "why?", "and why is that?", "warum nicht"."""
    keys = {word.key for word in said.slots.words}
    return bool(keys & (_WHY - {"how"})) and keys <= FUNCTION | CHAT | _WHY | _BESIDE_WHY


_SOURCE = re.compile(
    r"\W*(?:(?:and|und|et|ok|please|bitte|svp|stp|what(?:'s| is)|was ist|quelle est|welche|your|the|die|der|la|deine|ta|which|wo steht das|where does (?:it|that) say(?: (?:so|that))?|(?:where|wo) (?:is|steht) (?:that|das|it)(?: written)?|"
    r"(?:c'est|ça) (?:vient d'où|écrit où)|où est-ce écrit|where (?:does|did) that come from|woher (?:kommt|hast du|stammt) das|d'où (?:vient|sort) ça)\W*)*"
    r"(?:sources?|quellen?|quellenangabe|références?|references?|fundstelle)?(?:\W+(?:please|then|again|for (?:that|this|it)|bitte|dafür|dazu|denn|s'il (?:te|vous) pla[iî]t|stp|svp|alors|pour ça))*\W*"
)
_ASKS_A_SOURCE = re.compile(
    r"\b(?:sources?|quellen?|quellenangabe|références?|references?|fundstelle|written|where|wo steht|woher|d'où|écrit où|est-ce écrit)\b"
)


def asks_a_source(said: Said) -> bool:
    """Whether nothing is asked but where the last answer is written: "source?", "wo steht das?", "d'où vient ça ?"."""
    return bool(_SOURCE.fullmatch(said.slots.low)) and _ASKS_A_SOURCE.search(said.slots.low) is not None


_TO_READ = re.compile(
    r"\W*(?:(?:and|so|ok|please|und|et|alors|bitte) )*(?:"
    r"where (?:can|could|do|would|should) (?:i|we|you|one) (?:officially )?(?:read|find|check|verify|look|see)(?: (?:that|it|this|them|these|those))?(?: up)?"
    r"|where (?:is|are) (?:that|it|this|they|those)(?: (?:rules?|texts?))? (?:officially )?(?:published|written|laid down)"
    r"|(?:do you have |have you got |is there )?(?:an?|the|any) (?:official )?(?:link|source|text|page)|links?"
    r"|wo (?:kann|könnte|darf) (?:ich|man) (?:das|es|dies|die)(?: (?:regeln?|texte?))?(?: offiziell| amtlich)? (?:nach)?(?:lesen|schauen|schlagen|prüfen|finden)"
    r"|wo (?:ist|sind|steht|stehen) (?:das|es|die)(?: (?:regeln?|texte?))? (?:offiziell|amtlich)(?: veröffentlicht)?"
    r"|(?:hast du |haben sie |gibt es )?(?:dazu |dafür )?(?:einen?|den|die) (?:offizielle[nr]? |amtliche[nr]? )?(?:link|quelle|text|seite)"
    r"|(?:je peux|on peut) (?:lire|trouver|vérifier|consulter|voir) (?:ça|cela|ce texte) où"
    r"|où (?:est[- ]ce que )?(?:(?:puis[- ]je|peut[- ]on|pouvons[- ]nous|je peux|on peut) )?(?:lire|trouver|vérifier|consulter|voir)?(?: (?:ça|cela|le texte))?(?: (?:officiellement|publié))?"
    r"|(?:tu as |vous avez |y a-t-il )?(?:un|le) (?:lien|texte|source)(?: officielle?)?"
    r")(?:\W+(?:officially|offiziell|amtlich|officiellement|in writing|in black and white|myself|selbst|moi-même|schwarz auf weiß|for (?:that|this|it)|to (?:that|this|it)|on (?:that|this|it)|dazu|dafür|pour ça|please|bitte|svp|stp|then|online|official))*\W*"
)


def asks_where_to_read(said: Said) -> bool:
    """Whether nothing is asked but where the last answer can be read: "where can I read that officially?"."""
    return _TO_READ.fullmatch(said.slots.low) is not None and _READS.search(said.slots.low) is not None


_READS = re.compile(
    r"\b(?:read|find|check|verify|look|see|published|written|laid down|links?|source|text|page|lesen|nach\w+|prüfen|finden|offiziell|amtlich"
    r"|quelle|seite|lire|trouver|vérifier|consulter|voir|publié|lien|texte|officiel\w*)\b"
)


_DOUBT = re.compile(
    r"\W*(?:(?:and|but|ok|hm+|so|und|aber|et|mais|alors|euh|really|wirklich|vraiment)\W+)*"
    r"(?:(?:are|r) (?:you|u) (?:really |quite |absolutely )?(?:sure|certain)|(?:you )?sure|really|you certain|is (?:that|this|it) (?:really |still )?(?:right|correct|true|current|up to date|reliable)|"
    r"(?:can|should) i (?:trust|rely on) (?:that|this|it)|who (?:says|said) (?:so|that|it)|says who|how (?:do|can) you know(?: that)?|how (?:old|current|recent|reliable|up to date) is (?:that|this|it)|"
    r"when was (?:that|this|it) (?:reviewed|checked|updated|published|written)|"
    r"(?:tu es|t['’ ]?es|vous êtes|es[- ]tu|êtes[- ]vous) (?:bien |vraiment )?(?:sûre?s?|sure?s?|certaine?s?)|(?:c['’ ]?est|ça c['’ ]?est) (?:bien |vraiment )?(?:sûr|sur|vrai|certain|à jour|fiable)|sûr|vraiment|"
    r"qui (?:le |l['’])?dit(?: ça)?|qui a dit ça|comment (?:tu|vous) (?:le )?sa(?:is|vez)(?: ça)?|(?:de quand (?:ça )?date|ça date de quand|de quand c['’ ]?est)(?: ça)?|"
    r"(?:bist du|bist du dir|sind sie|sind sie sich|ist das|du bist)(?: da)? (?:wirklich |noch |ganz )?(?:sicher|richtig|aktuell|korrekt)|sicher|wirklich|echt|stimmt das(?: (?:noch|wirklich|so))?|wer sagt das|"
    r"wie (?:alt|aktuell|sicher) ist das|von wann ist das)"
    r"(?:\W+(?:about (?:that|this|it)|of (?:that|this|it)|de ça|darüber|now|then|maintenant|jetzt|denn|already|though))*\W*"
)


def asks_again_surely(said: Said) -> bool:
    """Whether nothing is asked but how sure the last answer is, and who says so: "are you sure?", "stimmt das?"."""
    return _DOUBT.fullmatch(said.slots.low) is not None


_LAW = (
    r"(?:the law|law|a law|legal(?:ly binding)?|binding|mandatory|compulsory|official|a (?:hard )?rule|a must|a regulation|a legal requirement|obligatory|"
    r"(?:la|une) loi|obligatoire|légal|réglementaire|un texte officiel|une obligation|"
    r"(?:das |ein )?gesetz|gesetzlich(?: vorgeschrieben)?|vorschrift|pflicht|verbindlich|rechtlich bindend)"
)
_ADVICE = (
    r"(?:advice|advisory|guidance|a recommendation|recommended|a suggestion|good practice|best practice|custom|an opinion|a pilot'?s opinion|a should|"
    r"un conseil|une recommandation|recommandé|conseillé|un usage|une coutume|une bonne pratique|"
    r"(?:eine )?empfehlung|empfohlen|(?:ein )?rat(?:schlag)?|gewohnheit|(?:eine )?meinung|gute praxis)"
)
_ONLY = r"(?:(?:actually|really|just|only|merely|more of|in fact|juste|seulement|vraiment|plutôt|nur|bloß|wirklich|eigentlich|eher) )*"
_EITHER = rf"{_ONLY}(?:{_LAW}|{_ADVICE})"
_OR_THE_OTHER = rf"\s*,?\s*(?:or|ou|oder)\s+(?:is it |est-ce |c['’]est )?{_EITHER}"
_ITS_BASIS = re.compile(
    r"\W*(?:(?:and|but|ok|so|hm+|und|aber|et|mais|alors)\W+)*(?:"
    r"(?:(?:is|was) (?:that|this|it|all that)|est-ce(?: que c['’]est)?|c['’]est(?: dans)?|ist (?:das|dies)|steht das im)\s+"
    rf"{_EITHER}(?:{_OR_THE_OTHER})?|{_EITHER}{_OR_THE_OTHER}"
    r"|who (?:says|said|decides|decided|wrote) (?:so|that|it|this)|says who|qui (?:le |l['’])?dit(?: ça)?|qui a dit ça|qui l['’]a décidé|wer sagt das|wer schreibt das vor|wer hat das entschieden"
    r")(?:\W+(?:then|though|now|alors|donc|denn|jetzt))*\W*"
)


def asks_its_basis(said: Said) -> bool:
    """Whether nothing is asked but what the last answer rests on: "is that the law or advice?", "wer sagt das?"."""
    return _ITS_BASIS.fullmatch(said.slots.low) is not None


_ANOTHER_CLOCK = re.compile(
    r"\W*(?:(?:and|und|et|ok|in|en|auf|as|the|all|those|these|that|this|is|are|times?|what time|what['’]?s?|how much|was|wie ?viel|wäre|sind|combien|fait|quoi|est|when|wie spät|um wieviel uhr|quelle heure|zeiten|heures?|what about|ist|das|c'est|ça|please|bitte)\W+)*"
    r"(?:utc|zulu|gmt|local|lokal(?:zeit)?|ortszeit|locales?)"
    r"(?:\W+(?:times?|zeit|please|bitte|svp|s'il (?:te|vous) plaît|instead|then|too|or|oder|ou|utc|zulu|local|lokal|locale|ortszeit|lokalzeit))*\W*"
)
_A_TIME = re.compile(r"\b\d\d:\d\d\b")


def asks_another_clock(said: Said, told: str) -> bool:
    """Whether nothing is said but a clock, of an answer that told times: "in UTC please", "in Lokalzeit"; it tells both."""
    return _ANOTHER_CLOCK.fullmatch(said.slots.low) is not None and _A_TIME.search(told) is not None


_CLOCK_THERE = re.compile(
    r"(?:\W*(?:give|show|tell|put|list|make|me|us|my|our|one|again|whole|deadlines?|gib|zeig|mach|mir|uns|alle[ns]?|fristen|termine|liste|donne[rz]?|fais|moi|nous|tou(?:te)?s|délais|échéances|and|und|et|ok|in|en|auf|as|the|all|those|these|that|this|is|are|what|when|die|der|das|ist|à|please|bitte|svp|not|nicht|pas|now|then|dann|rather|lieber|plutôt|instead|local|uhr|l['’]?))*"
    r"\W*(?:times?|zeit(?:en)?|uhrzeit(?:en)?|heures?|clock)?"
    r"(?:\W*(?:and|und|et|in|à|not|nicht|pas|please|bitte|svp|then|dann|instead|rather|time|zeit|heure|le|la|the|those|l['’]?))*\W*"
)
""" "In British time, please, not Norwegian": nothing beside the countries but the clock."""
_SAYS_TIME = re.compile(r"\b(?:time|times|\w*zeit|heure|clock)\b")
_NOT_THAT = re.compile(r"\b(?:not|nicht|pas)\b[^,.;]*$")
CLOCK_THERE = later("{country}, {day:%a} {day.day} {day:%b}: the clock is UTC{offset}.")


def clock_of_a_country(said: Said, told: str, day: date) -> str | None:
    """How far the clock of a country stands from UTC on that day, where nothing else is said; the answer tells UTC."""
    low, countries = said.slots.low, said.slots.countries
    tells_times = _A_TIME.search(told) is not None or speaks_of_deadlines(said)
    if not countries or said.slots.days or not (_SAYS_TIME.search(low) and tells_times):
        return None
    for one in (*countries, *said.slots.spots):
        low = low[: one.start] + " " * (one.end - one.start) + low[one.end :]
    meant = [c for c in countries if not _NOT_THAT.search(said.slots.low[: c.start])]
    code = meant[0].country.code if len({c.country.code for c in meant}) == 1 else None
    if code is None or _CLOCK_THERE.fullmatch(low) is None:
        return None
    zones = Counter(field.time_zone for field in said.deps.airports.in_country(code) if field.time_zone)
    zone = zone_of(zones.most_common(1)[0][0]) if zones else None
    named = said.deps.countries.get(code)
    if zone is None or named is None:
        return None
    offset = datetime(day.year, day.month, day.day, 12, tzinfo=zone).utcoffset() or timedelta()
    minutes = round(offset.total_seconds() / 60)
    apart = f"{minutes // 60:+d}" + (f":{minutes % 60:02d}" if minutes % 60 else "") if minutes else "±0"
    return say(CLOCK_THERE, country=country_name(named.name), day=day, offset=apart)


NO_OTHER_REASON = later("I know no reason beyond what stands here.")
_DEADLINES = re.compile(r"\b(?:deadlines?|fristen|termine|délais|échéances)\b")


def speaks_of_deadlines(said: Said) -> bool:
    """ "All the deadlines in Irish time": those of the trip, whatever was asked since."""
    return _DEADLINES.search(said.slots.low) is not None


AS_SURE_AS = later("As sure as the sources and dates that stand here; I know nothing beyond them.")


def in_detail(plan: Plan, said: Said | None = None) -> Plan:
    """The last answer with all it stands on; of why and how sure it is, that there is nothing beyond."""
    told = "" if said is None else say(AS_SURE_AS if asks_again_surely(said) else NO_OTHER_REASON)
    made_by = "reader" if told else "followup"
    return plan.model_copy(update={"answer_style": "detailed", "made_by": made_by, "reasoning": told})


def changed_plan(said: Said, memory: Known, conversation: Conversation) -> Plan | None:
    """The last list read on; None when there is nothing to turn."""
    call = memory.call
    if call is None or memory.plan is None or said.all_of(*TOLD):
        return None
    if call.tool in _SHOWN_LISTS or call.tool in _PAGED:
        return _as(memory.plan, call, {**call.arguments, "offset": _offset(said, call, conversation)})
    if call.tool in _LONGER:
        name = _LONGER[call.tool]
        now = call.arguments.get(name)
        return _as(memory.plan, call, {**call.arguments, name: (now if isinstance(now, int) else 10) + MORE_BY})
    if not said.all_of("at_length", "more"):
        return None  # no word asks for more of it: "asdf" is not the last question again
    return in_detail(memory.plan)


def _offset(said: Said, call: ToolCall, conversation: Conversation) -> int:
    """How many entries stand before the page that is asked for."""
    if named := _FROM.search(said.slots.text):
        return max(0, int(named["first"]) - 1)
    offset, most = call.arguments.get("offset"), call.arguments.get("max_results")
    read = offset if isinstance(offset, int) else 0
    page = min(most if isinstance(most, int) else _SHOWN, _SHOWN) if call.tool in _SHOWN_LISTS else _RULES_SHOWN
    answer = conversation.turns[-1].answer if conversation.turns else ""
    shown = _PAGE_OF.search(answer) if call.tool in _PAGED else None
    if _BACK.search(said.slots.low):
        return max(0, (int(shown["first"]) - 1 if shown else read) - page)
    return int(shown["last"] or shown["first"]) if shown else read + page


def _as(plan: Plan, call: ToolCall, arguments: dict[str, object]) -> Plan:
    step = ToolCall.model_validate({"tool": call.tool, "arguments": arguments})
    return plan.model_copy(
        update={"steps": (step,), "made_by": "followup", "confidence": 0.95, "reasoning": "", "emergency": False}
    )
