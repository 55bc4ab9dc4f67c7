"""What a message leans on that is not said in it: the last question, the fields and countries in hand, the way back."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from pydantic import JsonValue

from agent import regex as re
from agent import registry
from agent.aviation.spelling import place_key
from agent.language.courtesy import CHAT, courtesy
from agent.language.ends import field_of
from agent.language.lexicon import load_lexicon
from agent.language.nationality import of_credentials, of_people
from agent.language.said import Said
from agent.language.slot_words import FUNCTION
from agent.language.slots import Named, Spot
from agent.language.wording import keys_of, words_of
from agent.protocol import ToolCall
from agent.understanding.in_hand.context import FIELD, START, Given, Known, changed
from agent.understanding.reader.unread import LISTS

NO_STOP = re.compile(
    r"\b(?:without (?:the |that |any |a )?(?:stops?|stopover|landing)|non-?stop|no stops?|skip the stop|straight|direct(?:ly)?|"
    r"sans (?:l'|l’)?(?:escale|arrêt|étape)|ohne (?:den )?(?:zwischen)?(?:stopp|landung|halt))\b"
)
_HOMEWARD = re.compile(
    r"\b(?:back|home|homeward|return\w*|zurück|heim\w*|rückflug|retour|rentr\w+|rev(?:iens|ient|enons))\b"
)


def leaves_stops_out(low: str) -> bool:
    """Whether the stops are left out; "coming back Sunday at 2, direct" is of the way home alone."""
    return NO_STOP.search(low) is not None and _HOMEWARD.search(low) is None


LEAVES_OUT = re.compile(
    r"\b(?:leave|leaving|drop|dropping|forget(?: about)?|skip|skipped|skipping|miss out|cut out|bypass|remove|without|not|minus|except|"
    r"enlève|enlever|retire|retirer|saute|sauter|sautons|oublie|évite|sans|sauf|ohne|lass|lasse|lassen|streich|streiche|spare|sparen)\s+"
    r"(?:wir |ich |uns |mir )?(?:the |the stop (?:at|in) |la |le |l'|l'escale (?:à|de) )?$"
)
_LEFT_OUT_BEHIND = re.compile(
    r"\W*(?:(?:doch|dann|einfach|lieber) )?(?:weg|auslassen|auslasse|weglassen|weglasse|überspringen|überspringe|streichen|out(?: of it)?)\b"
)
_IS_OUT = re.compile(
    r"(?:'s| is| are|,)? (?:out(?! of (?:fuel|avgas|hours))|cancelled|no go|gestrichen|est (?:out|annulée?|exclue?))\b(?!\s+(?:at|to|from|for)\b)"
)
""" "Popham's out": no stop any more."""
_SPEAKS_OF_LEAVING = re.compile(
    r"\b(?:leave|leaving|left|drop|dropping|lass\w*|wenn|weglass\w*|auslass\w*|überspring\w*|streich\w*)\b"
)
"""Out behind a name is of a take-off too."""


def is_left_out(spot: Spot, said: Said) -> bool:
    """ "Skip Calais", "wenn wir Calais auslassen": a place that shall not be among them."""
    low = said.slots.low
    behind = _LEFT_OUT_BEHIND.match(low, spot.end) is not None and _SPEAKS_OF_LEAVING.search(low) is not None
    behind = behind or _IS_OUT.match(low, spot.end) is not None
    return behind or LEAVES_OUT.search(low[: spot.start]) is not None


LEAVES_OUT_AROUND = re.compile(
    r"\b(?:not|no|nowhere|except|without|pas|sauf|sans|nicht|kein\w*|außer|ohne)\s+(?:(?:too|trop|zu) )?"
    r"(?:in|at|near|around|over|inside|(?:(?:to the )?(?:north|south|east|west) of)|beyond|past|à|au|en|dans|près de|autour de|au (?:nord|sud) d[eu]|à l'(?:est|ouest) d[eu]|"
    r"bei|um|nahe|rund um|(?:nördlich|südlich|östlich|westlich)(?: von)?)\s+(?:the |la |le |l'|les |der |den |dem )?$"
)
""" "Not in Paris", "not north of the Thames": around a place, none of it."""
CONTINUES = re.compile(
    r"\W*(?:and|et|und|also|or|ou|oder|what about|how about|quid (?:de|des|du)|qu['’]en est-il|wie (?:ist|steht|sieht) (?:es|das) (?:denn )?(?:mit|in|bei))\b",
    re.IGNORECASE,
)
_UNDER = re.compile(
    r"\W*(?:(?:and |is it |et |und )?(?:the )?same (?=for|with|if|at|in|when|by|on)|(?:et )?(?:pareil|idem|la même chose|c'est pareil) (?=pour|avec|si|en|de nuit|la nuit)|"
    r"(?:und )?(?:das gleiche|dasselbe|genauso|gilt das(?: auch)?) (?=für|mit|bei|im|in|nachts|wenn))?(?:in|at|with|for|by|even|when|if|bei|mit|für|im|als|en|avec|pour|la nuit|de nuit)\b",
    re.IGNORECASE,
)
"""Begins a condition, whatever it names: "with passengers"."""
_FEW = 5
_CONDITIONS = frozenset(
    ("night", "international", "microlight", "gliding", "permit aircraft", "water", "uncontrolled")
)
"""Subjects of rules that are asked of another: "do I need a flight plan", then "and at night?"."""


_OF_ANY_RULE = keys_of(
    "above below over under up height high altitude level feet age old weight distance far long hours time paperwork papers exceptions exception exemption exemptions limit limits penalty fine that this it true always "
    "sunday sundays weekend weekends night day "
    "höhe hoch hoehe alter gewicht entfernung weit lange stunden papiere ausnahme ausnahmen grenze strafe das dies nachts tagsüber tagsueber sonntags wochenende immer "
    "partir dessus dessous hauteur haut altitude niveau âge age poids distance loin longtemps heures papiers exception exceptions limite amende ça ca cela nuit jour dimanche toujours"
)
"""What can be asked of any rule, and is none: "above what height?", "wie ist das nachts?"."""

OF_PEOPLE = re.compile(
    r"\W*(?:but |and )?(?:they|he|she|we|i|one|both|all)(?:['’](?:re|s|m)| are| is| am)\b|\W*(?:ils|elles) sont\b|\W*(?:il|elle) est\b"
    r"|\W*sie (?:sind|ist)\b|\W*er ist\b"
    r"|\W*(?:and |what about |und |et )(?:for |für |pour )?(?:the |my |die |meine |les |mes )?(?:passengers?|passagiere|passagers)\W*$"
)
"""Who they are that were asked about: "they are French" is no other country to ask of."""
_CLASS_SAID = re.compile(r"\b((?:class|classe|klasse|luftraum) )[a-g]\b", re.IGNORECASE)


_OF_IT = re.compile(
    r"\b(?:ones|on (?:it|that|this|the same)|about (?:it|that|this)|l[àa][- ]?dessus|là[- ]dessus|dazu|darüber|davon|à ce sujet)(?![\w])",
    re.IGNORECASE,
)


def asks_on_it(said: Said) -> bool:
    """Whether the subject spoken of is meant: "show us all the French ones on it", not "show me the French rules"."""
    return _OF_IT.search(said.slots.low) is not None


_ANOTHER_THING = re.compile(
    r"^\W*(?:and|or|und|oder|et|ou|what about|how about)\s+(?P<it>(?:an?|any|eine?n?|une?)\s+[\w' /-]+?)\W*$",
    re.IGNORECASE,
)
_A_THING = re.compile(
    r"\b(?:need|needs|require|have|carry|brauche|brauchen|braucht|faut-il|faut)(?: ich| man| wir| to have| to carry| to file)?(?: in [\w-]+| im [\w-]+)?\s+"
    r"(?P<it>(?:an?|any|eine?n?|une?) (?:(?!(?:in|for|to|when|if|across|from|at|on|over|by|nach|pour|en|au|aux|bei|für|über|zum|zur)\b)[\w-]+\s?){1,3})",
    re.IGNORECASE,
)
"""The thing a question is about, for which another one is put: "need I a flight plan in Ireland?", "and a transponder?"."""


def continued(before: str, said: Said) -> str:
    """The last question with what is added: "… and at night?"; another class of airspace stands for the first."""
    other = _CLASS_SAID.search(said.slots.text)
    if other is not None and _CLASS_SAID.search(before):
        return _CLASS_SAID.sub(lambda match: f"{match[1]}{other[0][-1]}", before)
    another, first = _ANOTHER_THING.match(said.slots.text), _A_THING.search(before)
    if another is not None and first is not None:
        return f"{before[: first.start('it')]}{another['it']} {before[first.end('it') :]}".replace(" ?", "?")
    return f"{before} {said.slots.text}"


_WHAT_OF_ONE = re.compile(
    r"\W*(?:(?:and|und|et|but|aber|mais|ok)\W+)*(?:(?:what|how) about|was ist mit|wie ist es mit|qu'en est-il d[e']|et pour)\W+"
    r"(?=(?:an?|my|our|his|her|if|eine[mnr]?|meine[mnr]?|une?|mon|ma|mes)\b)",
    re.IGNORECASE,
)


def continues(said: Said, subjects: Collection[str], before: str = "") -> bool:
    """Whether a message adds to the last question and is none by itself: "and at the border?", "in single engine?".

    What names one of the other `subjects` of rules asks anew: "what about medical".
    """
    opener = _WHAT_OF_ONE.match(said.slots.text)
    if len([w for w in said.slots.words if w.start >= (opener.end() if opener else 0)]) > _FEW:
        return False
    if _UNDER.match(said.slots.text):
        return True
    figures = [(q.start, q.end) for q in said.slots.quantities]
    keys = {
        word.key
        for word in said.slots.words
        if word.key not in FUNCTION and not any(a < word.end and word.start < b for a, b in figures)
    }
    if keys and keys <= _OF_ANY_RULE and not said.slots.spots:
        return True
    if CONTINUES.match(said.slots.text) is None or _A_SUBJECT.match(said.slots.text):
        return False
    if _names_another_subject(said, before):
        return False
    named = {word.key for word in said.slots.words} | {word.key.removesuffix("s") for word in said.slots.words}
    return not named & (set(subjects) - _CONDITIONS)


def _names_another_subject(said: Said, before: str) -> bool:
    """ "What about special VFR?" of the visibility minima: a subject that the last question did not name, and no condition."""
    lexicon = load_lexicon(said.deps.settings.data / "language", "ruled")
    told = {mention.concept for mention in lexicon.mentions(words_of(before))}
    return any(m.concept not in told and m.concept != "subject.night" for m in lexicon.mentions(said.slots.words))


_ONLY_OF = re.compile(
    r"\W*(?:(?:and|und|et|ok|what about|how about)\s+)?(?:for|with|if it(?:'s| is)|as|pour|avec|für|mit|bei)\s+(?:an? |the |my |our |une? |mon |ma |le |la |l['’]|eine?n? |mein\w* )?[\w'’-]+(?: [\w'’-]+)?\W*$",
    re.IGNORECASE,
)


def is_only_of_another(said: Said) -> bool:
    """Whether nothing is said but of whom or of what it is asked: "and for a helicopter", "avec un planeur"."""
    return (
        _ONLY_OF.match(said.slots.text) is not None and "rules" not in said.concepts and not said.slots.countries
    )


_A_SUBJECT = re.compile(
    r"\W*(?:and|et|und|what about|how about|quid)\s+(?:the |le |la |les |l['’]|du |des |der |die |das |den )\w[\w'’-]*(?:\s+(?:de |of |d['’])?\w[\w'’-]*)?\W*$",
    re.IGNORECASE,
)
""" "And the transponder?", "et le transpondeur ?": another subject, with nothing that says under what."""


_NO_THAT = re.compile(r"\W*(?:no|nope|nein|nee|non)\s*[,.!–-]", re.IGNORECASE)


def corrects(said: Said) -> bool:
    """Whether nothing is said but what stands in the place of something: "no, I meant Tiree", "not Oban, Tiree"."""
    slots = said.slots
    instead = [(m.start, m.end) for m in said.all_of("instead", "not")]
    if not (
        said.all_of("instead") or slots.taken_back or _NO_THAT.match(slots.text)
    ) or slots.text.rstrip().endswith("?"):
        return False
    named = [
        (s.start, s.end) for s in (*slots.spots, *slots.countries, *slots.days, *slots.crafts, *slots.quantities)
    ]
    spans = [*named, *instead, *slots.taken_back]
    rest = [w for w in slots.words if not any(a < w.end and w.start < b for a, b in spans)]
    return bool(named) and all(w.key in FUNCTION or w.key in CHAT for w in rest)


ASKS_IF_ALIKE = re.compile(
    r"\b(?:the same|different|differs?|anders|gleich|genauso|dasselbe|pareil|différente?s?|la même chose|identique) (?:than|from|as|to|for|als|wie|que|de|à|in|at|für|pour)\b"
)
_TAKES_ITS_PLACE = re.compile(
    r"\b(?:rather than|instead of|in place of|not|statt|anstatt|anstelle von|nicht|au lieu de|à la place d[e']|plutôt que|pas|"
    r"(?:the same|different|differs?|any different|other|anders|gleich|genauso|dasselbe|pareil|différente?s?|la même chose|identique) (?:than|from|as|to|for|als|wie|que|de|à|in|at|für|pour))\s*(?:via |over |über |par |in |for |at )?$"
)
""" "And for Guernsey is it different from Jersey": what was asked of the one, of the other."""


def in_its_place(said: Said, memory: Known, named_last: Sequence[str] = ()) -> Given:
    """ "Shobdon rather than Welshpool", "not Oban, Tiree": the last call's arguments with the one field for the other.

    `named_last` are the fields of the message before: "non, Limoges" stands in the place of the only one. {} where two
    fields are not said so, or the one that is not meant is none of the last call's.
    """
    slots, low = said.slots, said.slots.low
    fields = [s for s in slots.spots if s.kind in ("code", "iata", "place") and not s.is_area]
    gone = [s.name for s in fields if _TAKES_ITS_PLACE.search(low[: s.start])]
    new = [s for s in fields if s.name not in gone]
    if not gone and len(slots.taken_back) == 1 and len(fields) == 1:
        start, end = slots.taken_back[0]
        gone = [slots.text[start : fields[0].start if fields[0].end == end else end].strip(" ,;.")]
    bare = len(new) == 1 and new[0].role in ("", "comma", "and")
    if not gone and bare and len(named_last) == 1 and corrects(said):
        gone = [*named_last]
    if memory.call is None or len(gone) != 1 or len(new) != 1:
        return {}
    codes = {gone[0].casefold(), (field_of(gone[0], said.deps) or gone[0]).casefold()}

    def other(value: JsonValue) -> JsonValue:
        if isinstance(value, list):
            return [other(one) for one in value]
        same = isinstance(value, str) and {value.casefold(), (field_of(value, said.deps) or "").casefold()} & codes
        if not same:
            return value
        return said.name(new[0])

    before = memory.call.arguments
    changed_places: Given = {n: other(v) if n in _HOLD_PLACES else v for n, v in before.items()}
    return changed_places if changed_places != before else {}


_HOLD_PLACES = frozenset(
    (
        "from_location",
        "to_location",
        "via",
        "icao_code",
        "icao_codes",
        "places",
        "near",
        "location_query",
        "origin",
        "destination",
    )
)


def names_alone(said: Said) -> bool:
    """Whether nothing but names or the way is said beside words without a subject: "and what about Luxembourg?"."""
    return _named_beside(said, FUNCTION | _ALIKE)


def _is_an_area(spot: Spot, said: Said) -> bool:
    if spot.kind == "country":
        return not said.has_field_of_its_own(spot)
    if _AT_IT.search(said.slots.low[: spot.start]) and field_of(spot.name, said.deps, far=False) is not None:
        return False
    lies_in = spot.role == "in" and _WHAT_ABOUT.search(said.slots.low[: spot.start]) is None
    return spot.is_area and (lies_in or field_of(spot.name, said.deps, far=False) is None)


_AT_IT = re.compile(r"\b(?:at|bei|à)\s+(?:the )?$")
""" "And at Alderney": its field, no area."""
_WHAT_ABOUT = re.compile(r"\b(?:what|how) about (?:the )?$")
""" "How about Fife?" says no more of lying in it than "and Fife?"."""


def names_an_area_alone(said: Said) -> bool:
    """Whether areas are named that hold no field of that name, and nothing beside them: "non plutôt en Corse"."""
    spots = said.slots.spots
    areas = all(_is_an_area(spot, said) for spot in spots)
    held = [(s.start, s.end) for s in (*spots, *said.slots.countries, *said.all_of("instead", "not"))]
    rest = [w for w in said.slots.words if not any(a < w.end and w.start < b for a, b in held)]
    return bool(spots) and areas and all(w.key in FUNCTION or w.key in CHAT or w.key in _ALIKE for w in rest)


def _named_beside(said: Said, others: Collection[str]) -> bool:
    """Whether names or the way are said, and nothing beside them but these words."""
    slots = said.slots
    named = [(s.start, s.end) for s in (*slots.spots, *slots.countries, *said.all_of("reverse", "both_ways"))]
    own = [w for w in slots.words if not any(a < w.end and w.start < b for a, b in named)]
    return bool(named) and all(w.key in others for w in own)


_ALIKE = keys_of(
    "c c'est identical similar different differently likewise pareil pareille pareils identique identiques idem semblable "
    "différent différente autrement gleich gleiche gleichen genauso ebenso identisch ähnlich anders auch now maintenant jetzt please bitte svp"
)
"""Words that ask whether it is the same elsewhere: "et pour l'Italie c'est pareil ?"."""


_LIKEWISE = _ALIKE | keys_of(
    "question frage same again ditto differ too also apply applies true case it's thing about there for to from compared rule rules "
    "ca ça cela meme même aussi depuis quid cas vaut valable chez cote côté regle règle gilt aus fall das dort dasselbe dieselbe sieht's aussieht "
    "was were war waren wars nochmal nochmals noch mal gleich quoi deja déjà etait était c'était comment"
)
""" "Does that apply in Spain too?", "depuis l'Espagne ?": beside a country these ask the last question again."""


def asks_the_same(said: Said) -> bool:
    """Whether countries are named beside words that ask nothing of a rule: "from Spain?", "gilt das auch in Polen?"."""
    return _named_beside(said, FUNCTION | CHAT | _LIKEWISE)


def field_in_passing(said: Said, in_hand: Sequence[str]) -> str | None:
    """The field that is all that is said, by its code or out of those in hand, beside small talk: "ok Caen then"."""
    spots, slots = said.spots, said.slots
    if len(spots) != 1 or courtesy(slots.text) in ("thanks", "farewell"):
        return None
    if spots[0].kind != "code" and not {spots[0].name, field_of(spots[0].name, said.deps)} & {*in_hand}:
        return None
    others = [w for w in slots.words if not spots[0].start <= w.start < spots[0].end]
    passing = all(w.key in CHAT or w.key in _CHOSEN or courtesy(w.text) for w in others)
    return said.name(spots[0]) if passing else None


def place_alone(said: Said) -> Spot | None:
    """The place that is all a message says, spelt as a table has it: "Tarbes", "Bromley?", "Jersey"; no whole country."""
    slots = said.slots
    named = [*slots.spots, *slots.weak] or _a_word_too(said)
    if len(named) != 1 or (slots.text[: named[0].start] + slots.text[named[0].end :]).strip(" ?!.,"):
        return None
    spot = named[0]
    if spot.kind == "country":
        return spot if said.has_field_of_its_own(spot) else None
    if spot.kind != "place" and not spot.name.istitle():
        return None
    return spot if said.deps.places.resolve(spot.name).matched == "exact" else None


def _a_word_too(said: Said) -> list[Spot]:
    """A word that is also a town's or field's name, alone and with a capital: "Tours", "Knock"; no small talk."""
    slots, places = said.slots, said.deps.places
    if len(slots.words) != 1 or said.concepts or slots.countries:
        return []
    word = slots.words[0]
    is_talk = word.key in CHAT or word.key in FUNCTION or courtesy(word.text)
    if is_talk or not (
        word.text.istitle() and (places.is_field_or_town(word.text) or places.field_called(word.text))
    ):
        return []
    found = places.resolve(word.text)
    if found.ambiguous or found.best is None or place_key(word.text) not in place_key(found.best.name).split():
        return []
    return [Spot(word.start, word.end, word.text, "place", "")]


_CHOSEN = keys_of("then so let's let us go for with take it is dann also nehmen wir alors donc va pour prenons")


def of_one_place(arguments: Mapping[str, JsonValue]) -> list[JsonValue]:
    """The place of a call that is about one."""
    places = arguments.get("places")
    listed = places if isinstance(places, list) and len(places) == 1 else []
    return [*listed, *(arguments.get(name) for name in ("icao_code", "location_query", "near"))]


def notice_in_hand(given: Given, said: Said, memory: Known) -> Given | None:
    """ "Customs from UK" of the field in hand: the notice it asks of flights from there."""
    field, country = memory.places.get(FIELD), given.get("country")
    left = [c for c in said.slots.countries if _FROM.search(said.slots.low[: c.start])]
    if field is None or not left or len(left) != len(said.slots.countries) or said.spots:
        return None
    return {"icao_code": field, "from_country": country}


_FROM = re.compile(r"\b(?:from|aus|von|depuis|de|en provenance d[eu'])\s+(?:the |la |l['’])?$")


_OF_MANY = re.compile(
    r"\b(?:cheapest|longest|biggest|highest|lowest|shortest|dearest|best|least|most|\w+st(?:en|e|er|es)|(?:le|la) (?:plus|moins|meilleure?))\b"
)
_OF_ONE_FIELD = frozenset(("get_airport_pricing", "get_fuel_prices", "get_airport_details"))


def of_two(said: Said, memory: Known) -> list[JsonValue]:
    """The fields spoken of before, where one of them is asked for: "which has cheaper fuel?"."""
    one_of_them = said.has("which_of_two") and not said.spots and memory.tool not in LISTS
    if one_of_them and len(memory.fields) > 2:
        return [*memory.fields]  # of all that were compared
    if one_of_them and _OF_MANY.search(said.slots.low) and memory.tool in _OF_ONE_FIELD:
        return [*memory.mentioned]  # "which is cheapest?" of three asked one by one
    return [*memory.mentioned[-2:]] if one_of_them and len(memory.mentioned) > 1 else []


def to_each(said: Said, memory: Known) -> Given:
    """How far it is to each of two places spoken of before: "which is closer to Lydd?"; {} where they are not two."""
    named = [
        spot for spot in said.spots if spot.name not in memory.mentioned[-2:]
    ]  # "which of the two is shorter"
    if len(named) > 1:
        return {}
    start = said.name(named[0]) if named else memory.home or memory.places.get(START)
    ends: list[JsonValue] = [*[name for name in memory.mentioned if name != start][-2:]]
    if start is None or len(ends) < 2:
        return {}
    said.take(said.all_of("closer", "which_of_two"))
    return {"from_location": start, "to_location": ends[0], "beside": {"to_location": ends[1:]}}


ON_THE_WAY = re.compile(
    r"\b(?:on the way|en[- ]route|on route|under ?way|along the (?:route|way|track)|enroute|unterwegs|auf (?:dem weg|der strecke)|sur la route|"
    r"en chemin|sur le (?:trajet|parcours))\b"
)


def turns_home(said: Said, end: str | None = None) -> bool:
    """Whether the way back of a flight in hand is meant, and no place is said but the one it leaves from."""
    over = {*said.stops(), "home"}  # "and to come home by way of Dunkeswell"
    low = said.slots.low
    left = any(spot.name == end and _LEAVES_AT.search(low[: spot.start]) for spot in said.spots)
    turned = said.has("reverse") or left or _LEAVES_THERE.search(low) is not None
    return turned and all(spot.name == end or said.name(spot) in over for spot in said.spots)


_LEAVES_THERE = re.compile(
    r"\b(?:leav(?:e|es|ing)|departing|depart|off|taking off|setting off) (?:from )?there\b|\b(?:ab|abflug|start) (?:von )?dort\b|"
    r"\b(?:repart\w*|décoll\w* de là|quitt\w* là)\b"
)
_LEAVES_AT = re.compile(
    r"\b(?:leav(?:e|es|ing)|depart(?:ing)?|off|set(?:ting)? off|ab|abflug) (?:at|from|in|von) $"
)
""" "The GAR for when we leave there on Sunday", which is read as "leave at Dinard"."""


def asks_another_thing(said: Said, readings: Iterable[registry.Reads]) -> bool:
    """Whether a message names a fact, a day, a country or a way that no argument of its reading holds."""
    of_facts = {concept for known in readings for concept in (*known.named, known.word or "")}
    facts = said.all_of(*of_facts, "reverse", "both_ways")
    spans = [(m.start, m.end) for m in facts] + said.unused()
    return any(not any(a < end and start < b for a, b in said.used) for start, end in spans)


def one_of_a_list(memory: Known, said: Said) -> bool:
    """Whether "phone?" may be of any field of the list in hand: it is not that of the place they lie around."""
    return memory.tool in LISTS and FIELD not in memory.places and len(memory.shown) > 1 and not said.slots.spots


_OF_AN_AREA = frozenset(("query", "country", "countries", "part"))
_AROUND = frozenset(("find_airports_near_location", "find_airports_near_route"))


def list_to_count(given: Given, memory: Known) -> ToolCall | None:
    """The list around a place or along a way whose fields are counted: "how many is that?"; it says how many."""
    if memory.call is None or memory.tool not in _AROUND or given.keys() & _OF_AN_AREA:
        return None
    return ToolCall(tool=memory.tool, arguments=changed(memory.call.arguments, given))


def of_the_list(known: registry.Reads, given: Given, said: Said, memory: Known) -> Given:
    """The wishes of the list in hand, where its fields are spoken of: "which one is closest to Dover?"."""
    if known.tool not in LISTS or memory.tool not in LISTS or memory.call is None or not said.has("of_them"):
        return given
    said.take(said.all_of("of_them"))
    before, wished = memory.call.arguments.get("filters"), given.get("filters")
    if not isinstance(before, dict):
        return given
    return {**given, "filters": {**before, **(wished if isinstance(wished, dict) else {})}}


def with_more(given: Given, before: Given) -> Given:
    """ "Add Tiree": what is listed, beside what was listed before."""
    more = dict(given)
    for name in ("places", "icao_codes"):
        old, new = before.get(name), given.get(name)
        if isinstance(old, list) and isinstance(new, list):
            more[name] = [*old, *(value for value in new if value not in old)]
    return more


COMPARED, MOST_COMPARED = "compare_airfields", 4


def with_one_more(given: Given, said: Said, memory: Known) -> Given:
    """ "What about Lydd?" of two that were compared: beside them."""
    before = memory.call.arguments.get("icao_codes") if memory.call and memory.tool == COMPARED else None
    if isinstance(before, list) and corrects(said) and len(other := said.fields()) == 1:
        return {**given, "icao_codes": [*before[:-1], *other]}  # "no I meant Tiree": in the place of the last
    if not isinstance(before, list) or "icao_codes" in given or not names_alone(said):
        return given
    new = [code for code in said.fields() if code not in before]
    return {**given, "icao_codes": [*before[: MOST_COMPARED - len(new)], *new]} if new else given


_ELSEWHERE = re.compile(
    r"\W*(?:(?:and )?(?:the )?same|what about|how about|et (?:pour|en)|pareil|und (?:in|für)|das gleiche|genauso)\b"
)


def listed_elsewhere(given: Given, said: Said, memory: Known) -> ToolCall | None:
    """ "Same for Germany" of a list around a place: the fields of that country, with the same wishes."""
    wished = given.get("filters")
    if memory.call is None or memory.tool != "find_airports_near_location" or given.keys() != {"filters"}:
        return None
    if not isinstance(wished, dict) or wished.keys() != {"country"} or not _ELSEWHERE.match(said.slots.low):
        return None
    named = said.deps.countries.get(str(wished["country"]))
    filters = memory.call.arguments.get("filters")
    if isinstance(filters, dict) and "country" in filters:
        return memory.call.varied(filters={**filters, **wished}, offset=None)
    where: Given = {"query": named.name if named else wished["country"]}
    return ToolCall(tool="search_airports", arguments={**where, **({"filters": filters} if filters else {})})


LEAVES_OUT_TOO = re.compile(
    r"\b(?:instead of|rather than|in place of|statt|anstelle von|au lieu de|plutôt que)\s+"
)
_IN_PLACE_OF = re.compile(rf"{LEAVES_OUT_TOO.pattern}(?:the )?$")
_HOW_MANY = re.compile(r"\b(?:(?P<three>three|trois|drei)|(?P<four>four|quatre|vier))\b")


_WITH = re.compile(r"\b(?:with|to|against|mit|zu|gegen|avec|à|au|aux|contre)\s+(?:the |la |le |l['’]|der |dem )?$")


def _compared_with(said: Said) -> bool:
    """Whether all countries stand behind "with": "compare with Germany and UK" has its other side in the chat."""
    countries = said.slots.countries
    return bool(countries) and _WITH.search(said.slots.low[: countries[0].start]) is not None


def _asked_of(memory: Known, said: Said) -> tuple[str, ...]:
    """The countries that the rule in hand was asked of in its own words: "night VFR in Germany", then "in France"."""
    if memory.call is None or memory.tool != "answer_rules_question" or not memory.topic:
        return ()
    names, low = said.deps.countries, memory.topic.lower()
    named = [Named(a, b, c, names.named(memory.topic[a:b]) is None) for a, b, c in names.find_all(memory.topic)]
    flown = [c for c in named if not of_people(c, low) and not of_credentials(c, low)]
    return tuple(dict.fromkeys(c.country.code for c in flown))


def with_other_countries(given: Given, memory: Known, said: Said) -> Given:
    """One country to compare is compared with those in hand: the last two, or as many as are said.

    So are several that stand behind "with", and those that the rule in hand was asked of before.
    """
    many = _HOW_MANY.search(said.slots.low)
    number = 2 if many is None else 3 if many["three"] else 4
    own = given.get("countries")
    behind = _compared_with(said)
    if isinstance(own, list) and len(own) > 1 and not LEAVES_OUT_TOO.search(said.slots.low) and not behind:
        return given
    gone = {c.country.code for c in said.slots.countries if _IN_PLACE_OF.search(said.slots.low[: c.start])}
    new = [c for c in own if isinstance(c, str) and c not in gone] if isinstance(own, list) else []
    if tuple(new) == memory.countries:
        new = []  # of the chat, not said
    before = memory.countries if len(memory.countries) >= number or new else memory.of_late[-number:]
    before = (*(_asked_of(memory, said) if new else ()), *before)
    countries: list[JsonValue] = [c for c in dict.fromkeys((*before, *new)) if c not in gone]
    return {**given, "countries": countries} if len(countries) > 1 else given
