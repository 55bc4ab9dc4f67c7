"""What a message changes of the rule asked last: where the flight goes, which of them, what it is narrowed to."""

from __future__ import annotations

from pydantic import JsonValue

from agent import regex as re
from agent.language.courtesy import CHAT
from agent.language.ends import country_of
from agent.language.nationality import of_a_tongue
from agent.language.said import Said
from agent.language.slot_words import FUNCTION
from agent.language.wording import keys_of
from agent.protocol import ToolCall
from agent.subjects.rules.reading import GAR_STATES, subject_of
from agent.understanding.in_hand import references
from agent.understanding.in_hand.context import Known
from agent.understanding.reader.leaning import continued, names_alone

_RULE, _COMPARED, _BROWSED = "answer_rules_question", "compare_rules_between_countries", "browse_rules"
_TO = re.compile(
    r"\b(?:to|into|towards|nach|vers|en|au|aux|à|pour|for|in die|ins)\s+(?:the |la |le |les |l['’]|die )?$"
)
_FROM = re.compile(
    r"\b(?:from|out of|coming from|leaving|aus|von|depuis|venant d[eu]|en provenance d[eu]|de|d['’])\s+(?:the |la |le |les |l['’]|der |den )?$"
)
_NARROWS = keys_of(
    "below above under over beneath up feet foot ft knots knot kt kts i mean meant only by day class at the minimum limit "
    "unter über unterhalb oberhalb fuss fuß knoten meine meinte nur bei "
    "sous dessous dessus au-dessous au-dessus pieds noeuds nœuds veux dire seulement moins"
)


_CLASS_ALONE = re.compile(
    r"\W*(?:(?:and|what about|how about|or|und|oder|et|ou|was ist mit|pour|for|für|same for)\W+)*(?:in |en |im )?(?:class |klasse |classe |luftraum |airspace )?(?P<class>[A-G])\W*",
    re.IGNORECASE,
)
_A_CLASS = re.compile(r"\b(?P<named>(?:class|classe|klasse|luftraum|airspace)\s+)[A-G]\b", re.IGNORECASE)
_HOLDS_TOO = re.compile(r"\b(?:gilt|gelten|appl(?:y|ies)|holds?|valid|valables?|vaut|valent|pareil|same|gleich)\b")


def of_the_rule_waiting(asked: ToolCall, said: Said) -> ToolCall | None:
    """ "And in G?", "does that apply in Hungary too?" behind a rule that was told for all and asked for a country."""
    inner = asked.arguments.get("arguments")
    if asked.arguments.get("tool") != _RULE or not isinstance(inner, dict) or said.spots:
        return None
    question = inner.get("question")
    if not isinstance(question, str):
        return None
    other = _CLASS_ALONE.fullmatch(said.slots.text)
    if other is not None and _A_CLASS.search(question):
        anew = _A_CLASS.sub(lambda match: f"{match['named']}{other['class'].upper()}", question)
        said.take_all()
        return asked.varied(arguments={**inner, "question": anew})
    if said.slots.countries and _HOLDS_TOO.search(said.slots.low):
        code, *others = said.countries()
        more: list[JsonValue] = [*others]
        said.take_all()
        beside = {"countries": more} if more else {}
        return ToolCall(tool=_RULE, arguments={"question": question, "country_code": code, **beside})
    so = _TURNED_SO.fullmatch(said.slots.low)
    if so is not None:  # "und nachts?": asked again, under that condition
        said.take_all()
        anew = f"{question.rstrip(' ?.!')}, {so['so']}?"
        return asked.varied(arguments={**inner, "question": anew})
    return None


_DEADLINE = "get_report_deadline"
_FLIGHT_PLAN = re.compile(r"\b(?:flight ?plans?|fpl|flugpl[aä]n\w*|plans? de vol)\b", re.IGNORECASE)
_POINTS_AT_IT = re.compile(r"\b(?:it|that|this one|den|ihn|diesen|le|la)\b|\bl['’]")


_HOW_CLOSED = "How do I close my flight plan after landing at an uncontrolled airfield?"
_NO_TOWER = re.compile(
    r"\b(?:no|without|uncontrolled|ohne|unkontrolliert\w*|sans|non contrôlée?s?|pas de|kein\w*)\b(?: \w+){0,2}? ?"
    r"(?:tower|atc|controllers?|fields?|strips?|airfields?|turm|lotsen?|plätze|platz|flugplatz|tour|contrôle\w*|terrains?)?\b"
)


def closing_of_the_plan(said: Said, memory: Known) -> ToolCall | None:
    """ "And how do I close it there?" behind the flight plan: by when, and to whom, in the country in hand.

    Where no tower is, how it is closed is a rule of each country in hand.
    """
    if memory.call is None or memory.tool not in (_RULE, _DEADLINE) or said.spots:
        return None
    asked = memory.call.arguments
    in_hand = asked.get("report") == "flight_plan" or bool(_FLIGHT_PLAN.search(memory.topic or ""))
    if not in_hand or not said.all_of("closing") or not _POINTS_AT_IT.search(said.slots.low):
        return None
    named = said.countries()
    end = asked.get("to_location")
    entered = country_of(end, said.deps) if isinstance(end, str) else None
    country = named[0] if named else asked.get("country_code") or entered or next(iter(memory.countries), None)
    if country is None:
        return None
    said.take_all()
    if memory.tool == _RULE and _NO_TOWER.search(said.slots.low):
        others = asked.get("countries")
        more: list[JsonValue] = [*others] if isinstance(others, list) and not named else []
        return ToolCall(
            tool=_RULE, arguments={"question": _HOW_CLOSED, "country_code": country, "countries": more}
        )
    return ToolCall(tool=_DEADLINE, arguments={"report": "closing", "country_code": country})


def _of_another_class(said: Said, call: ToolCall) -> ToolCall | None:
    """ "Class E", "and in G?" behind a rule of class D: the same rule of that class."""
    question, other = call.arguments.get("question"), _CLASS_ALONE.fullmatch(said.slots.text)
    if call.tool != _RULE or other is None or not isinstance(question, str) or not _A_CLASS.search(question):
        return None
    said.take_all()
    anew = _A_CLASS.sub(lambda match: f"{match['named']}{other['class'].upper()}", question)
    return call.varied(question=anew)


_THE_GAR = re.compile(r"\bgar\b|\bgeneral aviation report\b", re.IGNORECASE)


def _of_its_report(said: Said, call: ToolCall) -> ToolCall | None:
    """ "And for Guernsey" behind whether a GAR is due for Jersey: the report of the same state, for that flight."""
    question, named = call.arguments.get("question"), said.slots.countries
    if call.tool != _RULE or not isinstance(question, str) or not _THE_GAR.search(question) or len(named) != 1:
        return None
    told = said.deps.countries.find_all(question)
    if (
        len(told) != 1
        or named[0].country.code in GAR_STATES
        or call.arguments.get("country_code") not in GAR_STATES
    ):
        return None
    if told[0][2].code in GAR_STATES or not names_alone(said):
        return None
    start, end, _ = told[0]
    anew = f"{question[:start]}{said.slots.text[named[0].start : named[0].end]}{question[end:]}"
    said.take_all()
    return call.varied(question=anew)


def of_the_rule(text: str, said: Said, memory: Known) -> ToolCall | None:
    """The rule asked last with what a message changes of it; None where it asks something else."""
    if memory.call is not None and (reported := _of_its_report(said, memory.call)) is not None:
        return reported
    if memory.call is None or memory.tool not in (_RULE, _COMPARED) or not memory.topic or said.spots:
        return None
    if (same := _of_another_class(said, memory.call)) is not None:
        return same
    if memory.tool == _RULE and (spoken := _in_a_tongue(said, memory.call)) is not None:
        return spoken
    if (subject := _subject_alone(text, said, memory)) is not None:
        return subject
    kept = _of_one_alone(said, memory) or _with_one_more(text, said, memory) or _turned_about(said, memory)
    kept = kept or _other_register(said, memory) or _is_one_of_them(said, memory) or _of_several_more(said, memory)
    if kept is not None or memory.tool == _COMPARED:
        return kept
    elsewhere = _flown_elsewhere(said, memory.call) or _elsewhere_so(said, memory) or _there_too(said, memory.call)
    kept = _which_of_them(text, said, memory) or elsewhere or _narrowed(said, memory)
    return kept or _at_night(said, memory)


def _subject_alone(text: str, said: Said, memory: Known) -> ToolCall | None:
    """ "Transponder?" behind a rule of a country: the rule of that there, and not what the word means."""
    slots = said.slots
    if (
        memory.tool != _RULE
        or memory.call is None
        or not {"country_code", "countries"} & memory.call.arguments.keys()
    ):
        return None
    if slots.countries or slots.quantities or slots.days or not memory.topic:
        return None
    words = [w for w in slots.words if w.key not in FUNCTION and w.key not in CHAT]
    if len(words) != 1 or words[0].text.isupper() or said.concepts or not subject_of(said):
        return None  # "und Zoll?" is asked of the flight
    return memory.call.varied(question=text, before=[memory.topic])


_RADIO_LANGUAGE = "radio-language"
_BESIDE_A_TONGUE = keys_of(
    "geht geht's ginge auch in en auf klappt moglich possible c est et aussi and also too as well ok okay"
)


def _in_a_tongue(said: Said, call: ToolCall) -> ToolCall | None:
    """ "Geht Deutsch?" behind a rule of a country: the language of the radio there, and no rule of Germany."""
    named, held = said.slots.countries, said.deps.rules.corpus.questions.get(_RADIO_LANGUAGE)
    if held is None or len(named) != 1 or not of_a_tongue(named[0], said.slots.low):
        return None
    rest = [w for w in said.slots.words if not named[0].start <= w.start < named[0].end]
    if not all(w.key in FUNCTION or w.key in CHAT or w.key in _BESIDE_A_TONGUE for w in rest):
        return None
    said.take_all()
    return call.varied(question=held.text)


_SO = (
    r"(?:(?:at|by) (?:night|day)|in the dark|after (?:dark|sunset)|on (?:a )?(?:weekends?|sundays?)|(?:under |in )?ifr"
    r"|nachts|bei (?:nacht|tag)|am wochenende|nach sonnenuntergang|de (?:nuit|jour)|le week-?end|après le coucher du soleil"
    r"|(?:in|with|for|mit|im|für|en|pour) (?:an? |my |the |eine[mnr]? |meine[mnr]? |un |mon )?"
    r"(?:helicopters?|gliders?|motor ?gliders?|microlights?|ultralights?|balloons?|hubschrauber|segelflugzeuge?|ul|ulm"
    r"|hélicoptère|planeur|(?:class|klasse|classe) [a-g]))"
)
_AND_SO = re.compile(rf"[\s,]*(?:{_SO})(?:\W+(?:too|also|auch|aussi|then|dann))*\W*", re.IGNORECASE)


_TURNED_SO = re.compile(
    rf"\W*(?:(?:and|what about|how about|but|und|was ist|aber|et|mais)\W+)*(?P<so>{_SO})(?:\W+(?:too|also|auch|aussi|then|dann))*\W*",
    re.IGNORECASE,
)


_IS_THERE = re.compile(r"\b(?:exist\w*|gibt|gibt's|gilt|have|has|got|y a|a[- ]t[- ]on|trouve)\b")
_IS_THERE_TOO = keys_of(
    "do does they it that this those these them exist exists have has got there are is any too also as well and so then in the one ones same thing "
    "ça cela existe existent t il aussi en au aux à pis puis et ils elles est ce que qu on y a trouve même chose "
    "gibt gibt's gilt es das auch die sie sowas so was eine und dann in im der den denn existiert existieren dort"
)


def _there_too(said: Said, call: ToolCall) -> ToolCall | None:
    """ "Do they exist in France too?" behind a rule: the same rule of that country."""
    named = said.slots.countries
    if len(named) != 1 or not _IS_THERE.search(said.slots.low):
        return None
    rest = [w for w in said.slots.words if not named[0].start <= w.start < named[0].end]
    if not all(word.key in _IS_THERE_TOO for word in rest):
        return None
    (code,) = said.countries() or ("",)
    said.take_all()
    return call.varied(country_code=code, countries=None) if code else None


_REGISTER = re.compile(r"\b(?P<m>[a-z]{1,2})[- ]?reg(?:istered|istration|istriert\w*)?\b", re.IGNORECASE)


def _other_register(said: Said, memory: Known) -> ToolCall | None:
    """ "And a G-reg in France?" behind what may be flown on an N-reg: the same of that aircraft, and there."""
    now, before = _REGISTER.search(said.slots.text), _REGISTER.search(memory.topic or "")
    if now is None or before is None or memory.call is None or memory.tool != _RULE or memory.topic is None:
        return None
    named = said.slots.countries
    held = [now.span(), *((c.start, c.end) for c in named)]
    rest = [w for w in said.slots.words if not any(a <= w.start < b for a, b in held)]
    if len(named) > 1 or not all(w.key in FUNCTION or w.key in CHAT for w in rest):
        return None
    asked = f"{memory.topic[: before.start('m')]}{now['m']}{memory.topic[before.end('m') :]}"
    codes = [*said.countries()]
    spoken = [(found[0], found[1]) for found in said.deps.countries.find_all(asked)]
    if codes and named and len(spoken) == 1:
        start, end = spoken[0]
        lead = re.sub(r"\bthe $", "", asked[:start])
        asked = f"{lead}{named[0].country.name}{asked[end:]}"
    said.take_all()
    if not codes:
        return memory.call.varied(question=asked)
    return memory.call.varied(question=asked, country_code=codes[0], countries=None)


_ONE_OF_THEM = keys_of(
    "included covered concerned part of these those them it that this one among in is does do it too also belong belongs count counts with and what about "
    "inclus incluse compris comprise concernée concerné fait partie en dedans est elle il aussi et avec "
    "inbegriffen enthalten dabei drin mit eingeschlossen gehört zählt dazu auch ist und"
)
_INCLUDED = re.compile(
    r"\b(?:included|covered|concerned|part of|belongs?|counts?|inclus|incluse|comprise?|concernée?|fait partie|inbegriffen|enthalten|dabei|drin"
    r"|eingeschlossen|gehört|zählt)\b"
)


def _is_one_of_them(said: Said, memory: Known) -> ToolCall | None:
    """ "Is Norway included?" behind a rule: the same rule of that country."""
    named = said.slots.countries
    if len(named) != 1 or not _INCLUDED.search(said.slots.low):
        return None
    rest = [w for w in said.slots.words if not named[0].start <= w.start < named[0].end]
    if not all(word.key in _ONE_OF_THEM or word.key in FUNCTION or word.key in CHAT for word in rest):
        return None
    (code,) = said.countries() or ("",)
    if not code or memory.topic is None:
        return None
    said.take_all()
    return ToolCall(tool=_RULE, arguments={"question": memory.topic, "country_code": code})


def _of_several_more(said: Said, memory: Known) -> ToolCall | None:
    """ "Germany and Denmark?" behind a rule of one country: the same rule of each of these."""
    call, topic = memory.call, memory.topic
    if call is None or topic is None or memory.tool != _RULE or call.arguments.get("countries"):
        return None
    if len(said.slots.countries) < 2 or said.denials or not names_alone(said):  # "pas les Pays-Bas, le Luxembourg"
        return None
    before = said.slots.low
    if any(_TO.search(before[: c.start]) or _FROM.search(before[: c.start]) for c in said.slots.countries):
        return None
    first, *others = said.countries()
    more: list[JsonValue] = [*others]
    return call.varied(country_code=first, countries=more) if more else None


def _elsewhere_so(said: Said, memory: Known) -> ToolCall | None:
    """ "And in the UK, at night?" behind a rule: the same rule of that country, under that condition."""
    named, topic = said.slots.countries, memory.topic
    if len(named) != 1 or topic is None or memory.tool != _RULE or memory.call is None:
        return None
    before, behind = said.slots.low[: named[0].start], said.slots.text[named[0].end :]
    if not _IN_ANOTHER.match(before) or not (so := _AND_SO.fullmatch(behind)):
        return None
    (code,) = said.countries() or ("",)
    asked = topic
    spoken = [
        one for one in said.deps.countries.find_all(topic) if said.deps.countries.named(topic[one[0] : one[1]])
    ]
    if len(spoken) == 1 and spoken[0][2].code != code:
        asked = f"{topic[: spoken[0][0]]}{named[0].country.name}{topic[spoken[0][1] :]}"
    said.take_all()
    question = f"{asked.rstrip(' ?.!')}, {so[0].strip(' ,?.!')}?"
    return memory.call.varied(country_code=code, countries=None, question=question)


_IN_ANOTHER = re.compile(
    r"^\W*(?:(?:and|what about|how about|or|und|was ist mit|wie ist es|oder|et|ou|qu'en est-il)\W+)+"
    r"(?:in |for |für |en |au |aux |dans |pour |à )?(?:the |la |le |l['’]|les |der |den )?$"
)


_NIGHT = re.compile(
    r"\W*(?:(?:and|what about|how about|but|so|und|aber|et|mais)\W+)*(?:(?:at|by|de|bei) )?(?:night|nacht|nachts|nuit)(?: vfr| flights?)?\W*"
)


def _at_night(said: Said, memory: Known) -> ToolCall | None:
    """ "Night?" behind a rule: the same rule at night, and no term to explain."""
    if memory.call is None or memory.topic is None or _NIGHT.fullmatch(said.slots.low) is None:
        return None
    return memory.call.varied(question=f"{memory.topic.rstrip(' ?.!')}, at night?")


_ALONE = re.compile(
    r"^\W*(?:(?:and|so|ok|no|well|now|und|also|nein|gut|et|alors|non|bon)\W+)*(?:only|just|back to|go back to|let's go back to|return to|nur(?: noch)?|zurück (?:zu|nach)|wieder|"
    r"seulement|uniquement|juste|revenons (?:à|en|au)|retour (?:à|en|au))\s+(?:for |in |to |für |in |à |en |au |the |la |le |l['’]|die |der )*$"
)
_OUT = re.compile(
    r"^\W*(?:(?:and|so|ok|no|now|und|et)\W+)*(?:without|leave|drop|forget|skip|not|ohne|lass|vergiss|sans|oublie|enlève|pas)\s+(?:the |la |le |l['’]|die |der )?$"
)
_OUT_REST = keys_of("out away off it please then aside weg aus raus bitte mal de côté stp")


def _of_one_alone(said: Said, memory: Known) -> ToolCall | None:
    """ "Back to the UK", "only Portugal", "leave Spain out" of what was asked of several: of the one that is left."""
    named, slots = said.slots.countries, said.slots
    if len(named) != 1 or len(memory.of_late) < 2 or memory.topic is None:
        return None
    before = slots.low[: named[0].start]
    rest = [w for w in slots.words if w.start >= named[0].end]
    (code,) = said.countries() or ("",)
    if _ALONE.match(before) and all(w.key in FUNCTION or w.key in CHAT for w in rest):
        return ToolCall(tool=_RULE, arguments={"question": memory.topic, "country_code": code})
    if memory.tool != _COMPARED or memory.call is None or not _OUT.match(before):
        return None
    if not all(w.key in FUNCTION or w.key in CHAT or w.key in _OUT_REST for w in rest):
        return None
    compared = memory.call.arguments.get("countries")
    left: list[JsonValue] = [one for one in compared if one != code] if isinstance(compared, list) else []
    if not left or not isinstance(compared, list) or len(left) == len(compared):
        return None
    if len(left) == 1:
        return ToolCall(tool=_RULE, arguments={"question": memory.topic, "country_code": left[0]})
    return memory.call.varied(countries=left)


_BESIDE_ONE_MORE = re.compile(
    r"^\W*(?:(?:and|what about|how about|plus|now|or|und|oder|et|ou)\W+)+(?:the |in |for |für |la |le |l['’]|en |die |der )*$"
)


def _with_one_more(text: str, said: Said, memory: Known) -> ToolCall | None:
    """ "And Switzerland, which of the three is highest?": that country beside those that were asked before."""
    named, many = said.slots.countries, references.which_of(text)
    if len(named) != 1 or not many or memory.topic is None:
        return None
    if not _BESIDE_ONE_MORE.match(said.slots.low[: named[0].start]):
        return None
    new = said.countries()
    before = [code for code in memory.of_late if code not in new][-(many - 1) :]
    if not before:
        return None
    countries: list[JsonValue] = [*before, *new]
    return ToolCall(tool=_COMPARED, arguments={"countries": countries, "topic": memory.topic})


_OTHER_SIDE: tuple[tuple[str, str, str], ...] = (
    (r"(?:by|during the|in the) day(?:time|light)?|in daylight|daytime|bei tag|am tag|tagsüber|de jour|le jour", r"\b(?:at |by |during the )?night(?:[- ]time)?\b", "by day"),
    (r"(?:at|by) night(?:[- ]time)?|in the dark|nachts|bei nacht|de nuit|la nuit", r"\b(?:by |during the |in the )day(?:time|light)?\b", "at night"),
    (r"(?:above|over|higher)(?: (?:that|it|them))?(?: height| altitude)?|darüber|au[- ]dessus|plus haut", r"\b(?:below|under|up to|unter|unterhalb|sous|en dessous de)(?= (?:fl ?)?\d)", "above"),
    (r"(?:below|under|lower)(?: (?:that|it|them))?|darunter|en[- ]dessous|plus bas", r"\b(?:above|over|über|oberhalb|au[- ]dessus de)(?= (?:fl ?)?\d)", "below"),
    (r"(?:under |for |in |bei |unter |en )?ifr", r"\bVFR\b", "IFR"),
    (r"(?:under |for |in |bei |unter |en )?vfr", r"\bIFR\b", "VFR"),
)  # fmt: skip
"""What is said alone, what of the last question it stands against, and what stands there then."""
_AND_THEN = r"\W*(?:(?:and|what about|how about|what if|but|so|or|und|was ist|wie ist es|aber|et|mais|qu'en est-il|pour)\W+)*(?:it is |it's |flown |i fly )?"


def _turned_about(said: Said, memory: Known) -> ToolCall | None:
    """ "And by day?", "what about IFR": the other side of what was asked."""
    if memory.call is None or memory.topic is None or said.slots.countries:
        return None
    for alone, against, put in _OTHER_SIDE:
        if re.fullmatch(rf"{_AND_THEN}(?:{alone})(?:\W+(?:then|instead|only|dann|alors))*\W*", said.slots.low):
            topic, changed = re.subn(against, put, memory.topic, count=1, flags=re.IGNORECASE)
            if not changed:
                return None
            name = "topic" if memory.tool == _COMPARED else "question"
            return memory.call.varied(**{name: " ".join(topic.split())})
    return None


def _which_of_them(text: str, said: Said, memory: Known) -> ToolCall | None:
    """ "Which of them needs a flight plan when coming from Germany?": of the countries asked one by one."""
    many, named = references.which_of(text), said.slots.countries
    if not many or not named or not all(_FROM.search(said.slots.low[: c.start]) for c in named):
        return None
    start = {*said.countries()}
    asked = [code for code in memory.of_late if code not in start][-many:]
    countries: list[JsonValue] = [*asked]
    if len(countries) < 2:
        return None
    return ToolCall(tool=_COMPARED, arguments={"countries": countries, "topic": text})


_BOTH_COUNTRIES = re.compile(
    r"\b(?P<lead>in|for|of|between|by|en|dans|pour|entre|für|bei|zwischen) (?:both(?: of (?:them|those))?|(?P<all>all (?:of )?(?:them|those|these)|allen?|tous|toutes|chacun)|the two|them(?: both)?(?=\W*$)|(?:den )?beiden|ihnen(?: beiden)?|les deux|eux)"
    r"(?: countries| ländern| pays)?(?=\W|$)",
    re.IGNORECASE,
)


def with_both_countries(text: str, said: Said, memory: Known) -> str:
    """A question of rules "in both" with the names of the two countries asked last; unchanged where they are not two."""
    match = _BOTH_COUNTRIES.search(text)
    many = len(memory.of_late) if match is not None and match["all"] else 2
    two = [said.deps.countries.get(code) for code in memory.of_late[-many:]]
    if (
        match is None
        or memory.tool not in (_RULE, _COMPARED, _BROWSED)
        or said.slots.countries
        or said.spots
        or len(two) != max(many, 2)
    ):
        return text
    names = " and ".join(country.name for country in two if country is not None)
    return f"{text[: match.start()]}{match['lead']} {names}{text[match.end() :]}"


_INSIDE = re.compile(
    r"\W*(?:(?:and|what about|how about|but|und|aber|et|mais)\W+)*(?:if (?:i|we) (?:stay|fly) )?(?:just |only |purely |wholly |nur |seulement )?"
    r"(?:inside|within|innerhalb(?: von)?|à l['’]intérieur de)\s+(?:the |la |le |l['’]|der )?$"
)
""" "And inside France?" of a rule for a flight over the border."""
_GOING = r"(?:\s+(?:(?:to|when|if|for) )?(?:i |we )?(?:go|going|fly|flying|flights?|cross|crossing))?"


def _flown_elsewhere(said: Said, call: ToolCall) -> ToolCall | None:
    """ "And to the Isle of Man?" of a rule for a flight from one country to another: from the same one."""
    named, other = said.slots.countries, call.arguments.get("countries")
    one, asked = call.arguments.get("country_code"), call.arguments.get("question")
    if not isinstance(other, list) or len(other) != 1 or len(named) != 1 or not isinstance(asked, str):
        return None
    (new,) = said.countries()
    before = said.slots.low[: named[0].start]
    names = said.deps.countries
    spoken = [*names.find_all(asked)]
    rest = [w for w in said.slots.words if w.start >= named[0].end]
    if _INSIDE.fullmatch(before) and all(w.key in FUNCTION or w.key in CHAT for w in rest):
        domestic = asked
        for a, b, _ in reversed(spoken):
            bare = re.sub(
                rf"{_GOING}\s+(?:to|into|from|over to)\s+(?:the )?$", "", domestic[:a], flags=re.IGNORECASE
            )
            domestic = f"{bare}{domestic[b:]}"
        question = f"{domestic.rstrip(' ?')} inside {named[0].country.name}?"
        return ToolCall(tool=_RULE, arguments={"question": question, "country_code": new})
    to = _TO.search(before) or (
        _BESIDE_ONE_MORE.match(before) and not re.search(r"\b(?:in|en|for|für)\s+(?:the )?$", before)
    )
    ends = {country.code for a, _, country in spoken if _TO.search(asked[:a].lower())}
    starts = {country.code for a, _, country in spoken if _FROM.search(asked[:a].lower())}
    turned = one in ends and other[0] in starts  # "to France from the UK"
    gone = one if turned else other[0]
    if not to or not names_alone(said) or new in (one, other[0]):
        return None
    for a, b, country in reversed(spoken):
        if country.code == gone:
            article = re.sub(r"\bthe $", "", asked[:a])
            asked = f"{article}{named[0].country.name}{asked[b:]}"
    if turned:
        return call.varied(country_code=new, question=asked)
    return call.varied(countries=[new], question=asked)


_BARE_HEIGHT = re.compile(
    r"\W*(?:(?:and|what about|or|but|und|aber|et|mais)\W+)*(?:above|below|over|under|at|up to|über|unter|oberhalb|unterhalb|au-dessus de|au-dessous de|sous)\s\d{1,2}[ ,.']?\d{3}(?:\s?(?:ft|feet|fuss|fuß|pieds))?\W*"
)
""" "Above 13000?": of a rule so many feet."""


def _narrowed(said: Said, memory: Known) -> ToolCall | None:
    """ "Below 3000 feet I meant, at 100 knots": the rule asked last, whose text says what holds there."""
    slots = said.slots
    if _BARE_HEIGHT.fullmatch(slots.low) and memory.call is not None:
        return memory.call.varied(question=continued(str(memory.call.arguments.get("question")), said))
    if not slots.quantities or slots.countries or slots.spots or slots.days or memory.call is None:
        return None
    held = [(q.start, q.end) for q in slots.quantities]
    rest = [w for w in slots.words if not any(a < w.end and w.start < b for a, b in held)]
    if not all(w.key in FUNCTION or w.key in CHAT or w.key in _NARROWS or w.key.isdigit() for w in rest):
        return None
    if len(slots.quantities) > 1 or len(rest) > 1:
        return memory.call
    return memory.call.varied(
        question=continued(str(memory.call.arguments.get("question")), said)
    )  # "above FL100?"
