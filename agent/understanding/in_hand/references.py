"""Finds what "there", "number 2" and "the last one" stand for in a chat."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pydantic import JsonValue

from agent import regex as re
from agent.aviation.names import fold
from agent.language.burning import find_burning
from agent.language.months import MONTH
from agent.language.wording import plain, word_set, words_of
from agent.protocol import Conversation, Plan, ToolCall
from agent.understanding.in_hand.that_day import with_days
from agent.understanding.reader.unread import LISTS, WITHIN

ORDINALS = {
    "first": 1,
    "top": 1,
    "1st": 1,
    "second": 2,
    "2nd": 2,
    "2eme": 2,
    "2nde": 2,
    "1er": 1,
    "1ere": 1,
    "1ier": 1,
    "third": 3,
    "3rd": 3,
    "3eme": 3,
    "fourth": 4,
    "4th": 4,
    "4eme": 4,
    "fifth": 5,
    "5th": 5,
    "5eme": 5,
    "sixth": 6,
    "seventh": 7,
    "eighth": 8,
    "ninth": 9,
    "tenth": 10,
    "last": -1,
    "one before the last": -2,
    "one before last": -2,
    "last but one": -2,
    "second to last": -2,
    "second last": -2,
    "next to last": -2,
    "penultimate": -2,
    "avant-dernier": -2,
    "avant-derniere": -2,
    "vorletzte": -2,
    "vorletzten": -2,
    "vorletzter": -2,
    "zweitletzte": -2,
    "zweitletzten": -2,
    "premier": 1,
    "premiere": 1,
    "deuxieme": 2,
    "second ": 2,
    "seconde": 2,
    "troisieme": 3,
    "quatrieme": 4,
    "cinquieme": 5,
    "2e": 2,
    "3e": 3,
    "4e": 4,
    "5e": 5,
    "dernier": -1,
    "derniere": -1,
    "erste": 1,
    "ersten": 1,
    "erster": 1,
    "erstes": 1,
    "zweite": 2,
    "zweiten": 2,
    "zweiter": 2,
    "zweites": 2,
    "dritte": 3,
    "dritten": 3,
    "dritter": 3,
    "vierte": 4,
    "vierten": 4,
    "funfte": 5,
    "funften": 5,
    "letzte": -1,
    "letzten": -1,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "eins": 1,
    "zwei": 2,
    "drei": 3,
    "vier": 4,
    "funf": 5,
    "un": 1,
    "deux": 2,
    "trois": 3,
    "quatre": 4,
    "cinq": 5,
}
ORDINAL = re.compile(
    r"\b(?:the |that |le |la |l'|der |die |das |den |dem )?(?P<o>one before (?:the )?last|last but one|second (?:to )?last|next to last|penultimate|avant-derni[eè]re?|vorletzte[nr]?|zweitletzten?|first|1st|second|2nd|(?<!first )(?<!last )(?<!final )(?<!middle )(?<!one )(?<!two )third|top(?= one)|"
    r"3rd|fourth|4th|fifth|5th|sixth|seventh|eighth|ninth|tenth|last|premi[eè]re?|deuxième|seconde?|troisième|quatrième|"
    r"cinquième|1er|1[eè]re|1ier|2nde|[2-5](?:[eè]me|e)|derni[eè]re?|erste[nrs]?|zweite[nrs]?|dritte[nrs]?|vierte[nrs]?|fünfte[nrs]?|"
    r"letzte[nrs]?)(?: (?:one|airfield|airport|field|aerodrome|option|result|place|on the "
    r"list|of them|flugplatz|platz|flughafen|terrain|aérodrome|aéroport|choix))?\b(?! (?:leg|"
    r"third|half|quarter|bit|part|stretch|drittel|viertel|hälfte|tiers|quart|moitié|call|contact|time|class|day|page|landing|week|year|month|\d|of \w+ \d|reviews?|"
    r"bewertungen|avis|lights?|licht|lueurs?|lumières?|minute|hours?|stunden?|heures?|thing|metars?|tafs?|reports?|forecasts?|"
    r"updates?|orders|train|bus|ferry|departures?|arrivals?|take-?offs?|flights?|notams?|sigmets?))|"
    r"(?:\b(?:number|no\.?|nr\.?|option|#|numéro|nummer|num|result|item|"
    r"(?:the|le|la|die|der|das)(?=\s[1-9]\s*,?\s*(?:il(?! fait| y)|elle|c['’]est|est[- ](?:il|elle|ce)|a[- ]t[- ]|on peut|hat|ist|"
    r"haben|is|has|does)\b))|#)\s?(?P<n>\d{1,2}|"
    r"one|two|three|four|five|un|deux|trois|eins|zwei|drei)\b",
    re.IGNORECASE,
)
_THERE = re.compile(
    (
        r"\b(?:(?:at|in|to|of|for|from|about|near|around)\s+)?(?:that (?:one(?! of my| of our| of the pass?engers)|field|airfield|"
        r"airport|place|aerodrome|town|city)|this (?:one|field|airfield|airport|place|aerodrome|"
        r"town|city)|the (?:same )?(?:field|airfield|airport|aerodrome|destination))\b|\b(?:over |"
        r"up |down )?there\b(?! (?:is|are|any|a|an|be|was|were|been|and back)\b)|\bl[àa][ -]?bas\b|\bcet "
        r"(?:aérodrome|aéroport|endroit)\b|\bce terrain\b|\bdort(?:hin)?\b|\bdahin\b|(?:(?<=\bvon )|(?<=\bab ))da\b(?! (?:bis|an|nach|wo)\b)|(?:(?<=ich )|(?<=wir )|(?<=man ))hin(?=\W*$)|\bdiese[mnr]? (?:platz|"
        r"flugplatz|flughafen|ort|feld)\b|"
        r"\b(?:on|auf|sur) (?:the|der|die|l['’]) ?(?:island|insel|[iî]le)\b(?! (?:of|von|d['’e]|du|(?-i:[A-Z])))"
    ),
    re.IGNORECASE,
)
_TOWARDS = ("dahin", "dorthin", "hin")
_LED = re.compile(r"\b(?:from|to|in|near|around|of|for|von|ab|bei|nach|de|depuis|vers)\s$", re.IGNORECASE)
""" "A flight home from there": the word that leads it stands already."""
_AROUND_IT = re.compile(
    r"\b(?:near|around|close to|next to|round|within \d+ ?(?:nm|miles|km) of|autour d[e']|près d[e']|à côté d[e']|aux environs d[e']|um|rund um|nahe|in der nähe von)\s*$",
    re.IGNORECASE,
)
_NEAR_BEHIND = re.compile(
    r"\s+(?:in der (?:nähe|umgebung|gegend)|drumherum|ringsum|nearby|round about|aux alentours|dans les (?:environs|alentours|parages)|à côté)\b",
    re.IGNORECASE,
)
""" "Fields near there", "Plätze dort in der Nähe": around it, and no fact of it."""
_THE_FIELD = re.compile(r"(?:\w+ )?the (?:same )?(?:field|airfield|airport|aerodrome)\b", re.IGNORECASE)


def _is_a_list(conversation: Conversation) -> bool:
    """Whether airfields were listed last."""
    last = conversation.last_plan
    return bool(last and last.steps and _lists_fields(last.steps[-1]))


def _lists_fields(call: ToolCall) -> bool:
    """Whether an answer lists airfields: of what is in reach too, "lunch within an hour"."""
    return call.tool in LISTS or WITHIN in call.arguments


def _of_the_list(said: str, conversation: Conversation) -> str | None:
    """The field of the list that "there" stands for: its only one; "that one" also the first of one in an order."""
    if not _is_a_list(conversation) or not conversation.shown or conversation.last_plan is None:
        return None
    given = conversation.last_plan.steps[-1].arguments
    nearest = measured_from(conversation.last_plan) is not None
    one = "one" in said.lower().split()
    in_order = nearest or (one and "priority_strategy" in given)
    along = one and "to_location" in given  # an end of the route is none of its fields
    return conversation.shown[0] if in_order or along or len(conversation.shown) == 1 else None


SEARCHED = "search_airports"
"""The list of an area, or of a name."""


def measured_from(plan: Plan) -> str | None:
    """The place by whose distance the fields of the last list are told, which is none of them."""
    last = plan.steps[-1] if plan.steps else None
    if last is None or last.tool not in LISTS:
        return None
    place = last.arguments.get("measured_from") or (last.arguments.get("near") if last.tool == SEARCHED else None)
    return place if isinstance(place, str) else None


_IS_THERE = re.compile(
    (
        r"\b(?:is|are|was|were|isn't|aren't|will|would|can) there\b|^\s*there\b|\bthere(?:'s| is| "
        r"are)\b|\bwhat(?:'s| is) there (?:to|in|near|around|at)\b|\bget there\b$"
    ),
    re.IGNORECASE,
)


_ADVERB = re.compile(r"first|last|zuerst|dernier", re.IGNORECASE)
"""Alone behind other words these say when, not which: "cheapest first", "if we stop in Lydd first"."""
_ALL_OF_THEM = re.compile(
    r"\b(?:(?P<ends>both ends)|(?:both|the two|the three|the pair)(?: of)? (?:them|['’]?em|those|these|places|fields|airfields|airports)|"
    r"all(?: of)? (?:them|['’]?em|those|these)|all(?: of)?(?: the| these| those)? (?:places|fields|airfields|airports)(?=\W*$)|"
    r"(?:both|the two|the pair|those two|these two|those three|these three|all three|all four|the three)(?: ends)?|"
    r"(?:(?<=does )|(?<=do )|(?<=are )|(?<=is )|(?<=can ))either(?: of (?:them|['’]?em|those|the two))?\b|either(?: of (?:them|['’]?em|those|the two))?(?=\W*$)|each(?: of (?:them|['’]?em|those|the two|the three))?(?=\W*$)|the lot(?=\W*$)|(?:(?<=does )|(?<=do ))each(?: of (?:them|['’]?em|those))?\b|between them|them both|les deux|les trois|chacune?(?: des deux)?(?=\W*$)|(?:die|den|alle[nr]?) (?:beiden?|drei)|beiden?)\b(?! (?:the )?(?:ways?|legs?|sides|of us|countries|weeks?|days?|hours?|nights?|"
    r"people|persons?|runways|directions|times|sectors?|flights?|trips?|journeys?|tage|wochen|stunden|strecken|wege|flügen?|"
    r"fluege|etappen|teilstrecken|jours|sens|pays|trajets|vols|branches|étapes|etapes|parcours|directions|länder|richtungen))",
    re.IGNORECASE,
)
_SEVERAL = ("icao_codes", "places")


def with_names(
    text: str,
    conversation: Conversation,
    field_of: Callable[[str], str | None] = lambda name: None,
    paper: str | None = None,
    own: Sequence[int] = (),
) -> tuple[str, str]:
    """The text with "number 2", "both" and "there" replaced by what they stand for, and which of them it was.

    `field_of` is the code of the airfield that a name stands for, `paper` what the last question was about, `own`
    where the places end that the message itself names: "they" and "there" behind one are that place.
    """
    found = ""
    listed = places_in_hand(conversation)
    shown = (
        listed
        or (conversation.shown if _is_a_list(conversation) else ())
        or _list_flown_to(conversation, field_of)
        or places_in_hand(conversation, ends=True)
        or (conversation.shown if len(conversation.shown) > 1 else _one_by_one(conversation))
        or conversation.shown
    )
    text = _BOTH_NUMBERS.sub(r"number \g<first>\g<between>number \g<second>", text)
    match = ORDINAL.search(text)
    if match and _is_adverb(match, text):
        match = None
    few = _FIRST_FEW.search(text)
    many = _count(few["n"] or few["fr"]) if few else 0
    listing = shown if len(shown) >= many else conversation.shown
    from_its_end = few is not None and (few["end"] or few["fr_end"]) is not None
    if few and len(first := listing[:SEEN][-many:] if from_its_end else listing[:many]) > 1:
        names = f"{', '.join(first[:-1])} and {first[-1]}"
        text = f"{text[: few.start()]}{names}{text[few.end() :]}"
        found = "number"
    elif match and number_of(match, len(shown)):
        told = _tells_of_one(text, match)
        text = _each_by_number(text, shown)
        text = f"tell me about {shown[number_of(match, len(shown)) - 1]}" if told else text
        found = "number"
    elif (
        (match := _ALL_OF_THEM.search(text))
        and sum(end <= match.start() or match["ends"] is not None for end in own) < _TWO_NAMED
        and not _OF_THOSE_ABOARD.search(text[: match.start()])
        and find_burning(text.lower()).burn_lph is None  # "fuel for both at 36 litres an hour": both ways
        and len(whole := _all_of_them(match, conversation)) > 1
    ):
        names = f"{', '.join(whole[:-1])} and {whole[-1]}"
        text = f"{text[: match.start()]}{names}{text[match.end() :]}"
        found = "number"
    one_by_one = listed or _one_by_one(conversation)
    if (
        not found
        and not own
        and _asked_beside(conversation)
        and len(one_by_one) > 1
        and (match := _FOR_THEM.search(text))
    ):
        names = " and ".join((listed or one_by_one)[-2:])
        text = f"{text[: match.start()]}{match['for']} {names}{text[match.end() :]}"
        found = "number"
    if not found and not own and len(one_by_one) > 1 and (match := _ANY_OF_THEM.search(text)):
        names = f"{', '.join(one_by_one[:-1])} and {one_by_one[-1]}"
        text = f"{text[: match.start()]}{names}{text[match.end() :]}"
        found = "number"
    if not found and len(one_by_one) > 1 and (match := _THEIRS.search(text)):
        names = f"{', '.join(one_by_one[:-1])} and {one_by_one[-1]}"
        text = f"{text[: match.start()]}{match['what']} {names}{text[match.end() :]}"
        found = "number"
    if not found and not own and len(one_by_one) > 1 and (match := _COMPARE_THEM.search(text)):
        names = " and ".join((listed or one_by_one[-2:])[:MOST_MENTIONED])
        text = f"{text[: match.start()]}{match['how']} {names}{text[match.end() :]}"
        found = "number"
    if not found and len(own) == 1 and (match := _COMPARE_IT.search(text)) and (place := last_place(conversation)):
        text = f"{text[: match.start()]}{match['how']} {place} {match['with']}{text[match.end() :]}"
        found = "number"
    if not found and len(listed) > 1 and (match := _THEY.search(text)) and not (own and _SUBJECT.match(match[0])):
        names = f"{', '.join(listed[:-1])} and {listed[-1]}"
        text = f"{text[: match.start()]}{names}{text[match.end() :]}"
        found = "number"
    pair = listed or places_in_hand(conversation, ends=True) or _one_by_one(conversation)[-2:]
    if not found and len(pair) > 1 and (match := _FORMER.search(text)):
        text = f"{text[: match.start()]} {pair[0] if match['former'] else pair[-1]} {text[match.end() :]}"
        found = "number"
    if not found and (match := _AT_AN_END.search(text)) and (pair := _places_of_weather(conversation)) and not own:
        text = f"{text[: match.start()]} at {pair[0 if match['start'] else -1]} {text[match.end() :]}"
        found = "there"
    if not found and (place := last_place(conversation) or _place_before_a_rule(text, conversation)) is not None:
        for match in _THERE.finditer(text):
            if _THE_FIELD.match(match.group()) and _is_a_list(conversation):
                continue  # "which of those has a restaurant on the aerodrome?"
            if any(end <= match.start() for end in own) or (own and _THE_FIELD.search(match.group())):
                continue  # "TAF for Wick, and is there a café at the place?"
            if _IS_THERE.search(text[max(0, match.start() - 8) : match.end() + 6]):
                continue
            told = _TOLD_TO_ITS_END.match(text, match.end())
            if told is not None and any(end > told.end() for end in own):
                continue  # "we leave it there, then. What is the parking fee at Jersey?"
            place = _where_the_plane_stands(text, conversation) or place
            place = _of_the_list(match.group(), conversation) or place
            before = match.group().split()[0].lower()
            word = before if before in ("at", "in", "to", "of", "for", "from", "about", "near", "around") else "at"
            if before in _TOWARDS:
                word = "nach"
            led = _LED.search(text[: match.start()]) or _AROUND_IT.search(text[: match.start()])
            behind = _NEAR_BEHIND.match(text, match.end())
            word = "near" if behind else word
            ahead = "" if led and word == "at" else f"{word} "
            text = f"{text[: match.start()]}{ahead}{place}{text[behind.end() if behind else match.end() :]}"
            found = "there"
            break
    if (word := _asked_for(conversation)) and (match := _ANY.search(text)):
        text = f"{text[: match.end()]} {word}{text[match.end() :]}"  # "any on the way between them?"
    if (term := _term_in_hand(conversation) or paper) and (match := _NEEDS_IT.search(text)):
        text = f"{text[: match.start('it')]}{term}{text[match.end('it') :]}"  # "what is a PPR?", "do I need it at Lydd?"
    if not found and len(terms := _terms_in_hand(conversation)) > 0 and (match := _ONE_OF_THOSE.search(text)):
        text = f"{text[: match.start()]}{' / '.join(terms)}{text[match.end() :]}"
    return plain(with_days(text, conversation)), found


_AT_AN_END = re.compile(
    r"\b(?:(?P<start>(?:at|on) (?:the )?(?:departure|start)|(?:au|à|a) (?:départ|depart)|beim? (?:start|abflug)|am (?:start|abflug)(?:ort|platz)?)"
    r"|(?:at|for) (?:the )?(?:destination|other end|far end)|(?:on|at) arrival|(?:à|a) (?:l['’ ]\s?)?(?:arriv[ée]e|destination)|am ziel(?:ort|platz|flughafen)?|bei (?:der )?ankunft)(?!\w)",
    re.IGNORECASE,
)
""" "And on arrival?" behind the weather of where one starts and of where one flies."""


def _places_of_weather(conversation: Conversation) -> tuple[str, ...]:
    """The places whose weather was asked last, where they are several."""
    last = conversation.last_plan
    call = last.steps[-1] if last and last.steps else None
    places = call.arguments.get("places") if call and call.tool in ("get_weather", "get_outlook") else None
    return tuple(map(str, places)) if isinstance(places, list) and len(places) > 1 else ()


_ONE_OF_THOSE = re.compile(
    r"\b(?:(?:any|one|either|both|each|all)(?: of)? (?:them|['’]?em|those|these)|(?:une? |l['’]une? )?(?:de |d['’]|dans )?(?:celles|ceux)(?:-là|-ci)?|"
    r"(?:une? |l['’]une? )d['’](?:elles|eux)|(?:in |für )?(?:(?:so )?eine[rnms]?|welche|beide[nr]?) davon|so (?:eine[rnms]?|eine[rnms]? zone))\b",
    re.IGNORECASE,
)
""" "What do I need to enter one of those in Germany?" behind what terms mean."""


def _terms_in_hand(conversation: Conversation) -> list[str]:
    """The terms that were explained last, one question each: "what is an RMZ", "and a TMZ"."""
    last = _term_in_hand(conversation)
    if last is None:
        return []
    texts = [turn.text for turn in conversation.turns[-2:]]
    before = _SHORT_TERM.findall(texts[0]) if len(texts) > 1 and _ASKED_TOO.match(texts[1]) else []
    return [*(term for term in before[-1:] if term.casefold() != last.casefold()), last]


_SHORT_TERM = re.compile(r"\b[A-Z]{3,5}\b")
_ASKED_TOO = re.compile(r"\W*(?:and|what about|how about|und|et|pis|puis)\b", re.IGNORECASE)


_TELLING = word_set(
    "dis dites parle parlez raconte racontez infos info informations detail details detaille fiche quoi erzahl erzahle erzahlen mehr angaben "
    "einzelheiten datenblatt tell more about details sheet"
)
_BESIDE_TELLING = word_set(
    "m en moi me plus davantage d sur propos a du de le la l et c est comme terrain voir montre donne donnez stp svp s il te vous plait sag sage zeig "
    "zeige mir uber zu zum vom von dem den das die der was ist mit und gib gibt bitte show give on the of please and what is one platz field"
)


def _tells_of_one(text: str, match: re.Match[str]) -> bool:
    """Whether it is asked what one of several is, and nothing else: "dis-m'en plus sur le deuxième", "mehr vom zweiten"."""
    words = {word.key for word in words_of(f"{text[: match.start()]} {text[match.end() :]}")}
    return bool(words & _TELLING) and words <= _TELLING | _BESIDE_TELLING


_BESIDE = re.compile(r"\W*(?:and|what about|how about|et|und)\b|\W*[\w'’ -]{3,24}\?\W*$", re.IGNORECASE)


def _asked_beside(conversation: Conversation) -> bool:
    """Whether the last question was the one before it, of another field: "and Old Buckenham?"."""
    last = conversation.last_plan
    before = conversation.turns[-1].text if conversation.turns else ""
    return last is not None and (last.made_by == "followup" or _BESIDE.match(before) is not None)


def _each_by_number(text: str, shown: Sequence[str]) -> str:
    """The text with each ordinal that points at one of these in its place: "compare the first and the third"."""
    at = 0
    while match := ORDINAL.search(text, at):
        index = 0 if _is_adverb(match, text) else number_of(match, len(shown))
        put = f" {shown[index - 1]} " if index else match[0]
        text, at = f"{text[: match.start()]}{put}{text[match.end() :]}", match.start() + len(put)
    return text


def beyond(text: str, conversation: Conversation) -> tuple[str, ...]:
    """The ordinals of a message that point beyond the list in hand, where another points into it: "the second and the fourth" of three."""
    shown = places_in_hand(conversation) or (conversation.shown if _is_a_list(conversation) else ())
    told = [m for m in ORDINAL.finditer(text) if not _is_adverb(m, text)]
    into = [m for m in told if number_of(m, len(shown))]
    return tuple(m[0].strip() for m in told if m not in into) if into else ()


def _one_by_one(conversation: Conversation) -> tuple[str, ...]:
    """The fields that were asked about one after the other, the latest last, while the last question is of one."""
    last = conversation.last_plan
    if last is None or not last.steps or last.steps[-1].tool not in _OF_A_FIELD:
        return ()
    several = tuple(dict.fromkeys(conversation.mentioned))
    return several if len(several) > 1 else ()


_BOTH_NUMBERS = re.compile(
    r"\b(?:numbers?|nos?\.?|nr\.?|nummern?|numéros?|options?)\s(?P<first>\d{1,2})(?P<between> (?:and|or|to|und|oder|bis|et|ou|à) )(?P<second>\d{1,2})\b",
    re.IGNORECASE,
)
""" "Compare number 2 and 4"."""
_OF_A_FIELD = frozenset(
    ("get_airport_details", "get_airport_pricing", "get_fuel_prices", "get_notams", "get_notification_for_airport")
)
_THEIRS = re.compile(
    r"\b(?:their|leurs|ihre)\s+(?P<what>phones|phone numbers|numbers|telephones|runways|frequencies|elevations|websites|hours|"
    r"téléphones|numéros|pistes|fréquences|telefonnummern|nummern|bahnen|pisten|frequenzen)\b(?: of)?",
    re.IGNORECASE,
)
""" "And their phones?": of several fields, asked together or one by one."""
_FOR_THEM = re.compile(
    r"\b(?P<for>for|of|from|at|für|von|pour|de) (?:them|those|these|those two|ihnen|eux|elles)\b(?! (?:with|that|which))",
    re.IGNORECASE,
)
""" "Phone numbers for them" of two that were asked one after the other."""
_ANY_OF_THEM = re.compile(
    r"\b(?:any of (?:them|['’]?em|those|these|the (?:two|three|four))|one of them|(?:welche|eine[rs]?|irgendeine[rs]?) (?:von ihnen|davon)|l['’]un d['’]eux|certains d['’]entre eux)\b",
    re.IGNORECASE,
)
""" "Do any of them take visitors?": of the fields asked about one by one."""
_COMPARE_THEM = re.compile(
    r"\b(?P<how>compare|vergleiche?|comparer?)[ -](?:them|the two|both|these|those|sie|die beiden|beide|les|les deux)(?: with each other| side by side| miteinander)?(?=\W*$)",
    re.IGNORECASE,
)
_COMPARE_IT = re.compile(
    r"\b(?P<how>compare|vergleiche?|comparer?)[ -](?:it|this|that|this one|that one|this field|ihn|es|das|den|sie|le|la|ça|cela) (?P<with>with|to|against|mit|avec|à)\b",
    re.IGNORECASE,
)
""" "Compare it with Bembridge": the field in hand and that."""
_FIRST_FEW = re.compile(
    r"\b(?:the |those |die |den |der |les |des )?(?:(?:first|top|ersten|(?P<end>last|letzten)) (?P<n>two|three|2|3|zwei|beiden|drei)|(?P<fr>deux|trois) (?:premi(?:er|ère)s|(?P<fr_end>derni(?:er|ère)s)))\b(?: (?:ones|of (?:them|those|these)|fields|airfields|plätze|terrains))?"
    r"(?! (?:days?|hours?|weeks?|legs?|miles?|tage|stunden|wochen|jours|heures|pages?|countries|länder|pays|metars?|tafs?|reports?|nights?|nächte|nuits|months?|monate|mois|flights?|vols|flüge))",
    re.IGNORECASE,
)
""" "Phones of the first two", "of the last two": of what was listed."""


def _count(word: str | None) -> int:
    return 3 if word and word.lower() in ("three", "3", "drei", "trois") else 2


_OF_THOSE_ABOARD = re.compile(
    r"\b(?:passengers?|pax|people|persons?|of us|kids|children|friends|adults?|pilots?|mates?|passagers?|personnes?|amis|enfants|passagiere?n?|personen|leute|freunde|kinder)\b[\s,;:–-]*(?:they are |who are |sont |die )?$",
    re.IGNORECASE,
)
""" "Two passengers, both British": of those aboard, no two places."""
_THEY = re.compile(
    r"\b(?:they|(?:of|to|from|between|at|in|for|about|are|do|have) them|sie beide|ils|elles|eux|(?:von|zu|mit|für) ihnen|d'eux|d'elles)\b",
    re.IGNORECASE,
)
"""Stands for several places in hand: "how far are they from Weston"."""
_SUBJECT = re.compile(r"(?:they|ils|elles)\b", re.IGNORECASE)
_WHICH = re.compile(
    r"\b(?:which(?: one)? of (?:them|those|these|(?:the )?two|(?:the )?three|both)|laquelle|lequel|welche[rsn]? (?:von|der|davon)(?: beiden| ihnen)?|de laquelle|lesquelles|lesquels|(?:des|de ces) (?:deux|trois)|of (?:the|all|these|those) (?:two|three)|von (?:den|diesen) (?:zweien|dreien|zwei|drei|beiden))\b",
    re.IGNORECASE,
)


def _ends_of_one_start(conversation: Conversation) -> tuple[str, ...]:
    """Where the last flights spoken of went, from one start, while the last question is of the latest of them."""
    last = conversation.last_plan
    arguments = last.steps[-1].arguments if last and last.steps else {}
    flown = [t for t in conversation.told.values() if t.start == arguments.get("from_location") and t.start]
    ends = flown[0].ends if len(flown) == 1 else ()
    return ends if ends and ends[-1] == arguments.get("to_location") else ()


def ends_in_hand(text: str, conversation: Conversation) -> tuple[str, ...]:
    """The ends of the last flights from one start, where a message asks which of them: the latest last."""
    ends = _ends_of_one_start(conversation)[-2:]
    return ends if len(ends) > 1 and _WHICH.search(text) else ()


def which_of(text: str) -> int:
    """How many are meant by "which of the three", "welcher von ihnen"; 0 where a message asks nothing of the kind."""
    match = _WHICH.search(text)
    if match is None:
        return 0
    low = match[0].lower()
    if re.search(r"three|trois|drei", low):
        return 3
    return 2 if re.search(r"two|both|beiden|deux|zwei", low) else MOST_MENTIONED


_OF_NO_FIELDS = frozenset(
    ("browse_rules", "compare_rules_between_countries", "search_pois", "search_flights", "build_itinerary")
)
"""Tools whose answers list other things: their second one is no airfield."""


def _ordinal_alone(text: str, may_stand: Callable[[str], bool]) -> re.Match[str] | None:
    """The ordinal that is all a message says: "the first one please", "le deuxième"."""
    match = ORDINAL.search(text)
    if match is None or _is_adverb(match, text):
        return None
    rest = re.findall(r"\w+", f"{text[: match.start()]} {text[match.end() :]}")
    return match if all(may_stand(word) for word in rest) else None


def is_ordinal_alone(text: str, conversation: Conversation, may_stand: Callable[[str], bool]) -> str | None:
    """The field of what was listed or compared that a message only points at."""
    match = _ordinal_alone(text, may_stand)
    several = places_in_hand(conversation) or (conversation.shown if _is_a_list(conversation) else ())
    index = number_of(match, len(several)) if match else 0
    return several[index - 1] if index else None


def points_nowhere(text: str, conversation: Conversation, may_stand: Callable[[str], bool], named: bool) -> bool:
    """Whether a message points at one of several, and none or fewer are in hand: "the second one" of one field.

    After a list that holds too for what is asked of it, "the third, phone?", unless the message has a name of its own.
    """
    match = _ordinal_alone(text, may_stand)
    if match is None and not named and _is_a_list(conversation):
        match = ORDINAL.search(text)
        match = None if match and _is_adverb(match, text) else match
    last = conversation.last_plan.steps[-1:] if conversation.last_plan else ()
    of_others = any(step.tool in _OF_NO_FIELDS and not _lists_fields(step) for step in last)
    listed = () if of_others else places_in_hand(conversation) or conversation.shown
    many = (
        len(listed) if len(listed) > 1 or (_is_a_list(conversation) and not of_others) else 0
    )  # a list of one has a first
    return match is not None and not conversation.pending and not number_of(match, many)


_ANY = re.compile(
    r"^\W*(?:and |und |et |so |ok )?(?:(?:is|are) there |gibt es |y en a[- ]t[- ]il |do you have |have you )?(?:any|some|welche|y en a[- ]t[- ]il)(?= (?:on|along|between|near|at|in|for|from|to|en|sur|entre|auf|bei|zwischen|für|am|im)\b|\W*$)",
    re.IGNORECASE,
)
_WORD_OF = {"get_notams": "NOTAM", "get_sigmets": "SIGMET"}


def _asked_for(conversation: Conversation) -> str | None:
    """What "any" stands for: the warnings or notices that the last question was about or whose name was explained."""
    last = conversation.last_plan
    if last is None or not last.steps:
        return None
    term = _term_in_hand(conversation)
    return _WORD_OF.get(last.steps[-1].tool) or (term if term and term.upper() in _WORD_OF.values() else None)


def both(text: str) -> bool:
    """Whether two places in hand are meant by "both", "les deux", "die beiden"."""
    match = _ALL_OF_THEM.search(text)
    return (
        match is not None and not match["ends"] and not re.search(r"three|four|trois|drei|all", match[0].lower())
    )


_NEEDS_IT = re.compile(
    r"\b(?:need|require|want|must|should|get|file|send|have|use|enter|cross|close|closes|closed|forget|forgot|skip|miss|submit|fill in|fill out|amend|"
    r"change|cancel|activate|open|delay|without|brauche|braucht|benötige|schließt|schließe|vergesse|sende|schicke|"
    r"faut(?:-il)?|ai besoin d[e']|need for|oublie|ferme|envoie|dépose)\s+"
    r"(?P<it>it|one|that|them|das|eine?[ns]?|ça|cela|le|la|en)\b",
    re.IGNORECASE,
)


def _term_in_hand(conversation: Conversation) -> str | None:
    """The term that was explained last."""
    last = conversation.last_plan
    term = (
        last.steps[-1].arguments.get("term")
        if last and last.steps and last.steps[-1].tool == "explain_term"
        else None
    )
    return term if isinstance(term, str) else None


def _all_of_them(match: re.Match[str], conversation: Conversation) -> tuple[str, ...]:
    """What "both" or "all three" stand for: where flights from one start went, else what the last question was about."""
    number = next(
        (
            n
            for n, words in ((4, "four"), (3, "three|trois|drei"), (2, "."))
            if re.search(words, match[0], re.IGNORECASE)
        ),
        2,
    )
    if not match["ends"] and (several := _ends_of_one_start(conversation)[-number:])[1:]:
        return several
    whole = places_in_hand(conversation, ends=True)
    return (
        whole
        if len(whole) >= number
        else conversation.mentioned[-number:]
        if len(conversation.mentioned) >= number
        else ()
    )


_TWO_NAMED = 2
"""Places that a message names before its "the two", which are those then."""
_FORMER = re.compile(
    r"\b(?:the|le|la|der|die|das|den|dem)\s+(?:(?P<former>former|premier nommé|erstere[nrs]?)|latter|dernier nommé|letztere[nrs]?)\b",
    re.IGNORECASE,
)
_TIMES = re.compile(r"\s*(?:time|times|mal|male|fois)\b", re.IGNORECASE)


_OF_A_DATE = re.compile(
    rf"\s*(?:(?:of|im|de)? ?(?:{MONTH})\b|mon(?:day|tag)|tues|dien|wed|mitt|thurs|donn|fri|frei|sat|sams|sonnab|sun|sonnt)",
    re.IGNORECASE,
)
"""Behind an ordinal: "the 1st of November", "letzten Sonntag" are days."""


def _is_adverb(match: re.Match[str], text: str) -> bool:
    """Whether "first" or "last" stands without an article or noun behind other words, or says which day."""
    word = match["o"]
    if _TIMES.match(text, match.end()) or _OF_A_DATE.match(text, match.end()):
        return True
    if word is None or not _ADVERB.fullmatch(word) or match[0].strip().lower() != word.lower():
        return False
    return bool(text[: match.start()].strip())


def places_in_hand(conversation: Conversation, *, ends: bool = False) -> tuple[str, ...]:
    """The places that the last question was about where they are several; with `ends`, also those of a flight."""
    last = conversation.last_plan
    if last is None or not last.steps:
        return ()
    each = [name for step in last.steps for name in _only_place(step.arguments)]
    starts = {str(step.arguments.get("from_location", "")) for step in last.steps}
    if not each and len(starts) == 1 and "" not in starts:  # how far each of several is
        each = [end for step in last.steps if isinstance(end := step.arguments.get("to_location"), str)]
    goals = {str(step.arguments.get("to_location", "")) for step in last.steps}
    if not each and len(goals) == 1 and "" not in goals:  # which of several is nearer to it
        each = [start for step in last.steps if isinstance(start := step.arguments.get("from_location"), str)]
    if len(set(each)) > 1:
        return tuple(dict.fromkeys(each))
    arguments = last.steps[-1].arguments
    for name in _SEVERAL:
        value = arguments.get(name)
        if isinstance(value, list) and len(value) > 1:
            return tuple(str(v) for v in value)
    if ends:
        via = arguments.get("via")
        start, end = arguments.get("from_location"), arguments.get("to_location")
        if isinstance(start, str) and isinstance(end, str):
            return (start, *(str(v) for v in (via if isinstance(via, list) else [])), end)
    return ()


def _list_flown_to(conversation: Conversation, field_of: Callable[[str], str | None]) -> tuple[str, ...]:
    """The list that a flight's end was taken from: "how far is the first", then "and the second?"."""
    ends = places_in_hand(conversation, ends=True)
    is_of_it = bool(ends) and {ends[-1], field_of(ends[-1])} & {*conversation.shown}
    return conversation.shown if is_of_it and len(conversation.shown) > 1 else ()


def countries_of(plan: Plan, before: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The countries of the last questions with those of a plan, the latest last, each once."""
    codes = list(before)
    for step in plan.steps:
        value = step.arguments.get("countries")
        one = step.arguments.get("country_code")
        for code in [*([one] if isinstance(one, str) else []), *(value if isinstance(value, list) else [])]:
            codes = [*(c for c in codes if c != code), str(code)]
    return tuple(codes[-MOST_MENTIONED:])


def _only_place(arguments: dict[str, JsonValue]) -> list[str]:
    """The one airfield that a call is about, if it is about one."""
    listed = arguments.get("places")
    only = listed[0] if isinstance(listed, list) and len(listed) == 1 else arguments.get("icao_code")
    return [only] if isinstance(only, str) else []


MOST_MENTIONED = 4
"""Places, or countries, of the last questions that are remembered."""
_OF_ONE = ("icao_code", "to_location", "near", "location_query")


def mentioned(plan: Plan, before: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The places of the last questions with those of a plan, the latest last, each once."""
    names: list[str] = list(before)
    for step in plan.steps:
        said = [v for key in (*_SEVERAL, *_OF_ONE) if (v := step.arguments.get(key))][:1]
        for value in said:
            for name in [str(v) for v in value] if isinstance(value, list) else [str(value)]:
                names = [*(n for n in names if n != name), name]
    return tuple(names[-MOST_MENTIONED:])


SEEN = 5
"""Fields of a list that stand in the answer: "the last one" is the last of these."""


def number_of(match: re.Match[str], count: int) -> int:
    """Which of `count` things an ordinal means, from 1; 0 when it means none."""
    word = fold(match["o"] or match["n"])
    number = int(word) if word.isdigit() else ORDINALS.get(word, 0)
    number = min(count, SEEN) + 1 + number if number < 0 else number
    return number if 1 <= number <= count else 0


_TOLD_TO_ITS_END = re.compile(r"[^.?!]*[.!](?=\s)")
_OF_THE_PLANE = re.compile(
    r"\b(?:mechanics?|engineers?|maintenance|repair\w*|workshop|park\w*|hangar\w*|stand|leave (?:it|her|the)|tie ?down|mechaniker|werft|werkstatt|"
    r"abstell\w*|stehen|halle|mécano\w*|mécanicien\w*|atelier|garer|laisser|abri)\b",
    re.IGNORECASE,
)


def _where_the_plane_stands(text: str, conversation: Conversation) -> str | None:
    """Behind a look for an airline home, what is asked of the own aircraft is asked of where it was left."""
    last = conversation.last_plan
    if last is None or not last.steps or last.steps[0].tool != "search_flights" or not _OF_THE_PLANE.search(text):
        return None
    origin = last.steps[0].arguments.get("origin")
    return origin if isinstance(origin, str) else None


_OF_NO_PLACE = frozenset(("answer_rules_question", "explain_term"))
_A_FACT = re.compile(
    r"\b(?:open(?:ing)?|hours|fuel|avgas|runways?|sunset|weather|metar|food|caf[eé]|phone|frequency|fees?|"
    r"piste|ouverte?|horaires|essence|météo|fréquence|offen|geöffnet|sprit|bahn|piste|wetter|telefon|sonnenuntergang)\b",
    re.IGNORECASE,
)


def _place_before_a_rule(text: str, conversation: Conversation) -> str | None:
    """The place spoken of before a rule or a term was asked: "what's the opening time there" behind "do I need a GAR"."""
    last = conversation.last_plan
    if last is None or not last.steps or not _A_FACT.search(text):
        return None
    plans = [last, *conversation.earlier]
    while plans and all(step.tool in _OF_NO_PLACE for step in plans[0].steps):
        plans = plans[1:]
    return last_place(conversation.model_copy(update={"last_plan": plans[0]})) if plans else None


def last_place(conversation: Conversation) -> str | None:
    last = conversation.last_plan
    if last is None or not last.steps:
        return conversation.shown[0] if len(conversation.shown) == 1 else None
    for step in last.steps:
        if isinstance(stays := step.arguments.get("stays"), str):
            return stays
        for key in ("icao_code", "to_location", "near", "location_query", "city", "destination", "origin"):
            value = step.arguments.get(key)
            if isinstance(value, str) and not (key == "destination" and value == "home"):
                return value  # who looks for a seat home is stuck where it starts
        listed = step.arguments.get("places")
        if isinstance(listed, list) and listed:
            return str(listed[-1])  # of a start and where one flies to the latter
    return None
