"""Reads what can be asked of a journey alone, whatever was asked since: all it takes, a checklist, its light at an hour."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import JsonValue

from agent import regex as re
from agent.language.courtesy import CHAT
from agent.language.ends import country_of, field_of
from agent.language.nationality import peoples
from agent.language.said import Said
from agent.language.slot_words import FUNCTION
from agent.language.wording import keys_of, words_of
from agent.protocol import ToolCall
from agent.subjects.trip.clocks import clocks_of, hour_said
from agent.subjects.trip.reading_people import CARD_ALONE, passports_said
from agent.subjects.trip.reading_takes import HOW_TO_FILE, asked_for_all, without
from agent.subjects.trip.times import SAME_DAY

Trip = Mapping[str, JsonValue]
Given = dict[str, JsonValue]
_MOST_WORDS = 18
_A_LIST = re.compile(
    r"\b(?:fass\w*\b[^.?!]{0,20}\bzusammen(?:fassen)?\b|sum (?:it|that|this|everything|all) (?:all )?up\b|put (?:it|that|everything|all) together\b|r(?:é|e)capitule\w*|r(?:é|e)sume\w*|"
    r"check[ -]?list(?:e[ns]?|s)?\b|to[- ]?do(?:[ -]?liste?)?\b|summary|recap|overview|zusammenfassung|merkzettel|übersicht|"
    r"aufgabenliste|liste de contrôle|résumé|récap(?:itulatif)?|aide[- ]mémoire|pense[- ]bête|(?:a |the |eine? |une |la |die )(?:short |kurze |petite |quick )?(?:list|liste)\b(?! of the (?:fields|airfields)))"
)
_OF_A_LIST = keys_of(
    """
    make write give send draw draft put do want need can could you please me us my our up out now then a an the short quick simple brief little of for it that this all
    everything we i have has to into in on with what i'd like copy paste post share forward send can could the whole trip flight journey fly-out flyout flying out club group chat
    whatsapp telegram slack members member pilots pilot crew crews other others everyone everybody them guys lads one page list points bullet together and so ok okay just as
    mach mache schreib schreibe gib schick erstell erstelle stell stelle bitte mir uns eine einen kurze kurzen kleine für die den das der unsere meine gruppe chat verein
    vereinsgruppe kollegen piloten alle alles dazu daraus davon zum teilen posten kopieren weiterleiten die ich in der kann können reise flug ausflug zusammen noch als und also
    fais faites fais-moi fais-nous donne donnez donne-moi écris rédige prépare moi nous une un le la les petite petit courte court simple pour groupe club membres pilotes tous tout tous
    à que je peux puisse on peut partager publier poster envoyer copier coller dans du de des vol voyage sortie stp svp et alors
    what's needed needed takes sur auf an over plaît vous deadlines fristen délais échéances times avec mit by when coup du
    """
)
_BEFORE_LEAVING = re.compile(
    r"\b(?:before(?:hand)?(?: (?:we|i) (?:go|leave|depart|set off|take off|fly)| (?:leaving|departing|departure|take[- ]?off|going|setting off|the flight|the trip))?|in advance|ahead|"
    r"(?:be)?vor(?: dem)? (?:abflug|start|flug|losfliegen)|(?:be)?vor (?:wir|ich) (?:los)?fliegen|bevor (?:wir|ich) los(?:fliegen|fliege)?|im voraus|vorab|"
    r"avant (?:de |d['’])?(?:partir|décoller|(?:le )?(?:départ|vol))|à l['’]avance|au préalable|"
    r"for (?:it|this|that|the (?:trip|flight)|this (?:trip|flight))|on the day|dafür|pour (?:ça|cela|ce vol|ce voyage))(?!\w)"
)
_SENDS = re.compile(
    r"\b(?:what|which|was|que|qu['’]est-ce que|quoi)\b[^.?!;]{0,40}?\b(?:send|file|submit|(?:ab|ver|hin|ein|los)?schicken|senden|einsenden|einreichen|abgeben|envoyer|déposer|transmettre)\b"
    r"(?: off| in)?|\bwas\b[^.?!;]{0,30}\b(?:(?:ab|ver|ein)?zuschicken|einzureichen)\b"
)
_SMALL = (
    FUNCTION
    | CHAT
    | keys_of(
        "and so ok und also et alors please bitte svp stp all alles tout do we i have to vorher noch ich wir muss müssen everything each every pilot pilots one captain"
    )
)


def of_the_journey(said: Said, trip: Trip) -> ToolCall | None:
    """The trip with what is asked of it; None where the message names another place or asks something else."""
    slots = said.slots
    whole = ToolCall(tool="plan_trip", arguments={name: value for name, value in trip.items() if name != "about"})
    if len(slots.words) <= _MOST_WORDS and _wants_a_list(slots.low):
        return whole
    if len(slots.words) <= _MOST_WORDS and (at := _list_with_an_hour(said, trip)) is not None:
        return whole.varied(off_block=at)
    if len(slots.words) > _MOST_WORDS or _names_another(said, trip):
        return None
    named = slots.days or slots.of("clock") or slots.spots or slots.countries
    if not named and _asks_for_all(slots.low) and not said.has("police"):
        return whole
    there = without(slots.low, [(spot.start, spot.end) for spot in slots.spots])
    at_a_field = bool(slots.spots) and not (slots.days or slots.of("clock") or slots.countries)
    if at_a_field and _asks_for_all(there):  # "what do I need at Cherbourg?"
        return ToolCall(tool="plan_trip", arguments={**trip, "about": "border"})
    if _WHERE_TO_CLEAR.fullmatch(slots.low):
        return ToolCall(tool="plan_trip", arguments={**trip, "about": "border"})
    return _with_a_passport(said, trip) or _out_by_light(said, trip) or _latest_out(said, trip)


_WHERE_TO_CLEAR = re.compile(
    r"\W*(?:(?:and|so|und|et|ok|then|also|alors) )*(?:where|which (?:field|airfield|airport)|what|wo|welcher platz|où|quel terrain)(?:['’]s| is| would| will| might| should| do| could| can| est| serait| ist| wäre)?"
    r"(?: (?:be|it|we|i|es|the|am|der|le|la|ce|c['’]est|serait))* (?:best|easiest|better|good|sensible|besten?|einfachsten?|mieux|plus simple)(?: (?:place|field|airport|spot|platz|endroit|terrain))?"
    r"(?: (?:for us|für uns|pour nous))? ?,?(?:to |for |zu |um |zum |für |den |die |pour |de |d['’]|la |le |faire |passer |machen |clear(?:ing)?|do(?:ing)?|get(?:ting)?|through|with|entry|in|out|and|und|et|customs|immigration|zoll(?: machen| zu machen|abfertigung)?|verzollen|abfertigen(?: lassen)?|dédouaner|douane|les formalités| )+\W*"
)
""" "Where would be best to clear customs" of the flight in hand: its ends, and what field is known to clear it."""


def asks_for_all(said: Said) -> bool:
    """Whether nothing is asked but all that a journey takes, or a list of it."""
    low = said.slots.low
    return len(said.slots.words) <= _MOST_WORDS and (_wants_a_list(low) or _asks_for_all(low))


def speaks_of_somebody(said: Said) -> bool:
    """ "One member is American with a British residence": somebody aboard, and nothing else."""
    if not peoples(said.slots.countries, said.slots.low) or said.slots.days or said.slots.of("clock"):
        return False
    taken = [(one.start, one.end) for one in said.slots.countries]
    words = words_of(without(said.slots.low, taken))
    return all(word.key in _OF_SOMEBODY or word.key in FUNCTION for word in words)


def _names_another(said: Said, trip: Trip) -> bool:
    over = [str(one) for name in ("via", "return_via") if isinstance(v := trip.get(name), list) for one in v]
    own = [str(one) for one in (trip.get("from_location") or said.home, trip.get("to_location")) if one]
    fields = {field_of(one, said.deps) or one for one in (*own, *over)}
    people = {one.start for one in peoples(said.slots.countries, said.slots.low)}
    spots = [s for s in said.slots.spots if s.kind != "here" and s.name != "home" and s.start not in people]
    return any((field_of(said.name(s), said.deps) or said.name(s)) not in fields for s in spots)


def _wants_a_list(low: str) -> bool:
    """ "Make me a short checklist I can post in the group"."""
    found = [match.span() for match in _A_LIST.finditer(low)]
    return bool(found) and all(
        word.key in _OF_A_LIST or word.key in FUNCTION for word in words_of(without(low, found))
    )


_LEAVING = keys_of(
    "depart departing departure leave leaving off blocks take takeoff local time times zulu utc abflug start starten ab los losfliegen um uhr uhrzeit uhrzeiten zeiten lokal ortszeit départ décollage heure heures locale locales horaires"
)


def _list_with_an_hour(said: Said, trip: Trip) -> str | None:
    """The hour of leaving beside the wish for a list: "sum it all up, departure 8:30 local"."""
    clocks = clocks_of(said.again(), dict(trip))
    found = [match.span() for match in _A_LIST.finditer(said.slots.low)]
    if len(clocks) != 1 or not found or said.slots.days or said.slots.spots:
        return None
    rest = without(said.slots.low, sorted([*found, (clocks[0].start, clocks[0].end)]))
    small = all(w.key in _OF_A_LIST or w.key in FUNCTION or w.key in _LEAVING for w in words_of(rest))
    if small:
        said.take_all()
    return clocks[0].at if small else None


def _asks_for_all(low: str) -> bool:
    """ "What do I have to send before leaving", "was muss ich vorher abschicken"."""
    if HOW_TO_FILE.fullmatch(low):
        return False  # of the one paper that was asked about
    asked = [*asked_for_all(low), *(match.span() for match in _SENDS.finditer(low))]
    rest = without(low, [*asked, *(match.span() for match in _BEFORE_LEAVING.finditer(low))])
    return bool(asked) and all(word.key in _SMALL for word in words_of(rest))


_OF_SOMEBODY = keys_of(
    """
    one two three of us them is are has have holds hold a an the my our passenger passengers pax guest guests member members friend friends wife husband partner son daughter mate mates co-pilot copilot
    passport passports on with aboard board comes coming along too also by way anything special for him her them any need needed needs visa eta etas only id card cards identity problem problems issue permit residence is there what about does do it matter change changes that and
    citizen citizens national nationals british residence resident living lives in permit card who someone somebody person people if
    ist sind hat haben ein eine einer einem einen der die das problem macht was aus davon von ihnen aufenthaltstitel aufenthaltsbewilligung niederlassungsbewilligung bewilligung b-ausweis c-ausweis l-ausweis g-ausweis b-bewilligung c-bewilligung l-bewilligung b c l g ausweis personalausweis nur mein meine unser unsere von uns passagier passagiere gast gäste mitflieger freund freundin frau mann sohn tochter pass pässe mit an bord dabei
    kommt auch noch übrigens braucht brauchen er sie etwas besonderes visum was und staatsbürger bürger wenn nehm nehme nehmen hab habe habn ich wir
    est sont a ont l' un une de d'entre nous passager passagère passagers ami amie amis femme mari fils fille invité invités passeport avec à bord vient aussi au fait il elle lui faut-il faut quelque chose visa eta papiers papier moi que carte d'identité identité identite copine copain seulement juste problème pose titre séjour permis ses mes
    spécial et citoyen citoyenne si j'emmène emmène nous on quoi pour
    """
)


def passports_asked(said: Said) -> str:
    """The question of the rules on those aboard, with the card in place of a passport where one is spoken of."""
    aboard = peoples(said.slots.countries, said.slots.low)
    whose = " and ".join(dict.fromkeys((*one.country.demonyms, one.country.name)[0] for one in aboard))
    card = ", with only an identity card" if CARD_ALONE.search(said.slots.low) else ""
    return f"Which passport or visa do {whose} passengers need{card}?"


def _with_a_passport(said: Said, trip: Trip) -> ToolCall | None:
    """ "One of us is American", "ein Passagier ist Amerikaner": the trip, with what that passport asks for."""
    if not speaks_of_somebody(said):
        return None
    if CARD_ALONE.search(said.slots.low) and (entered := country_of(str(trip.get("to_location")), said.deps)):
        return ToolCall(
            tool="answer_rules_question", arguments={"question": passports_asked(said), "country_code": entered}
        )
    codes = passports_said(said).get("nationals")
    kept = trip.get("nationals")
    both: list[JsonValue] = [
        *(kept if isinstance(kept, list) else []),
        *(codes if isinstance(codes, list) else []),
    ]
    whole = {name: value for name, value in trip.items() if name != "about"}
    nationals: list[JsonValue] = [*dict.fromkeys(map(str, both))]
    return ToolCall(tool="plan_trip", arguments={**whole, "nationals": nationals, "about": "travellers"})


def _latest_out(said: Said, trip: Trip) -> ToolCall | None:
    """ "What's the latest I can set off" of a way that was only flown in its wind: by the light there."""
    low = said.slots.low
    named = said.slots.days or said.slots.of("clock") or said.slots.spots
    if named or not _LATEST.search(low) or not _SETS_OFF.search(low) or _HOMEWARD.search(low):
        return None
    kept = {name: value for name, value in trip.items() if name not in ("arrive_by", "taken", "off_block")}
    if said.slots.of("speed") and (knots := said.amount("speed")) is not None:
        kept["cruise_speed_kts"] = round(knots)  # "the latest we can leave at 85 knots"
    return ToolCall(tool="plan_trip", arguments={**kept, "about": "off_blocks"})


_LATEST = re.compile(
    r"\b(?:latest|how late|no later|until when|spätestens|bis wann|wie spät|au plus tard|jusqu['’]à (?:quand|quelle heure))\b"
)
_SETS_OFF = re.compile(r"\b(?:set off|leave|go|depart|start|los\w*|abfliegen|partir|décoller|m['’]en aller)\b")
_LIGHT = re.compile(
    r"\b(?:before|by|in|vor|bei|avant|de)\s+(?:the |der |dem |la |le |it['’]s |it gets? |qu['’]il fasse )?(?:dark\w*|sunset|nightfall|night|daylight|dunkelheit|sonnenuntergang|tageslicht|tag|nuit|jour|coucher(?: du soleil)?)\b|"
    r"\b(?:(?:too|be|get|getting|still) (?:dark|light)|dark (?:by then|when)|dunkel|noch hell|im hellen|im dunkeln|fera nuit|fait nuit|daylight)\b"
)
_HOMEWARD = re.compile(
    r"\b(?:back|home|return\w*|zurück\w*|rückflug\w*|heim\w*|daheim|retour\w*|rentr\w+|reven\w+)\b"
)
_OWN_LIMITS = re.compile(r"\b(?:minim(?:a|ums?)|limits?|limites?|grenzwerte?|mindest\w*)\b")
_AT_HOUR = re.compile(r"\b(?:at|um|à|vers|gegen|around|about)\s+(?P<h>\d{1,2})\b(?!\s*(?:kt|nm|knots|ft|%|l\b))")


def _out_by_light(said: Said, trip: Trip) -> ToolCall | None:
    """ "Will I make it before dark if I leave at 0930": the way out at that hour, and the latest one."""
    low = said.slots.low
    if _OWN_LIMITS.search(low):
        return None  # "my minima: crosswind 12 gusting 15, an hour before night": no hour of leaving
    if not _LIGHT.search(low) or _HOMEWARD.search(low) or len(said.slots.days) > 1 or said.slots.of("speed"):
        return None
    clocks = clocks_of(said.again(), dict(trip))
    bare = _AT_HOUR.search(low)
    at = clocks[0].at if len(clocks) == 1 else hour_said(bare["h"], None, "") if bare and not clocks else None
    if at is None:
        return None
    day = said.again().day() if said.slots.days else trip.get("day") or said.today.isoformat()
    back = trip.get("return_day")
    if said.slots.days and day == back and day != trip.get("day"):
        home = clocks[0].back if clocks else at
        whole = {name: value for name, value in trip.items() if name != "return_by"}
        return ToolCall(tool="plan_trip", arguments={**whole, "return_off_block": home, "about": "off_blocks"})
    kept = {name: value for name, value in trip.items() if name not in ("arrive_by", "taken")}
    if kept.get("return_day") == SAME_DAY:
        kept["return_day"] = day
    return ToolCall(tool="plan_trip", arguments={**kept, "day": day, "off_block": at, "about": "off_blocks"})
