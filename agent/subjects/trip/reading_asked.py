"""What is asked of the trip in hand: rules and papers, the latest off blocks, the fuel, a fact of the field flown to."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from pydantic import JsonValue

from agent import regex as re
from agent.language.burning import is_of_the_way_out
from agent.language.days import Day
from agent.language.ends import country_of, field_of
from agent.language.leisure import return_day
from agent.language.said import Said
from agent.protocol import ToolCall
from agent.subjects.trip.asked_again import left_to_do
from agent.subjects.trip.clocks import clocks_of, hour_said
from agent.subjects.trip.moved import back_on
from agent.subjects.trip.reading_paper_asked import notice_at
from agent.subjects.trip.reading_takes import HOW_TO_FILE
from agent.subjects.trip.stops import over_stops
from agent.subjects.trip.timeline import About
from agent.subjects.trip.times import SAME_DAY
from agent.subjects.trip.topics import about_subject

MOST_WORDS = 12
_TELLS = re.compile(
    r"\b(?:which|who|whom|e-?mail|write|phone|call|welche|wen|wem|quelle|qui|écrire|tell|notify|inform|notice|need|sagen|melden|anmelden|informieren|muss|prévenir|avertir|faut-il)\b"
)
FIRST = re.compile(
    r"\b(?:first (?:thing|step|job|task)|(?:what|which)(?: one| of (?:those|these|them))?(?: comes| is|'s)? first|"
    r"most (?:urgent|pressing)|(?:due|closes) (?:first|soonest)|(?:am )?dringend(?:st\w*)|eilt am meisten|(?:le |la )?plus (?:urgent|pressé)e?|do first|(?:tell|call|phone|notify|inform|ask|contact|ring) first|start with|begin with|where do (?:i|we) start|first up|zuerst|als erstes|womit (?:fange|beginne|muss)|"
    r"(?:was|welches) (?:ist|wäre|kommt) (?:denn )?(?:das |als )?erstes?|der erste schritt|"
    r"par quoi|en premier|d'abord|(?:première|1re) (?:chose|étape|démarche))\b"
)
LATEST = re.compile(
    r"\b(?:latest|last (?:moment|time|minute|take[ -]?off|departure)|derni(?:er|ère) (?:d[ée]collage|d[ée]part|moment|minute|heure)|letzte[rn]? (?:start|abflug|moment|zeitpunkt)|späteste[rn]? (?:start|abflug)|how late|at the latest|no later|"
    r"(?:when|what time) (?:do|must|should|shall) (?:i|we)|by when|(?:how long|until when|till when) can (?:i|we)|"
    r"spätestens|bis wann|wann müssen|wie lange (?:können|kann|dürfen)|"
    r"wann muss|wie spät|au plus tard|heure limite|jusqu['’ ]?[àa] (?:quand|quelle heure)|"
    r"(?:quand|à quelle heure) (?:faut-il|doit-on|devons-nous|dois-je))\b"
)
OFF = re.compile(
    r"\b(?:off blocks|off-blocks|take[ -]?off|be off|get off|get away|get out of|"
    r"leave|leaving|depart|departure|quitter|be airborne|set off|be back|go home|(?:be|get) home|stay|"
    r"los|weg|losfliegen|abfliegen|wegfliegen|heimfliegen|zurückfliegen|abheben|abblocken|(?<!gar )(?<!plan )(?<!ppr )(?<!meldung )raus|starten|abflug|zurück|daheim|zuhause|zu hause|bleiben|"
    r"partir|repartir|d[ée]coller|d[ée]colle|parte?|parti|rentrer|rentrée?s?|rester|décollage|d[ée]collage|d[ée]part|start)\b"
)
_RULES = re.compile(
    r"\W*(?:(?:and |und |et )?(?:what about |what are |show me |which |welche |quelles sont )?(?:the |die |les )?"
    r"(?:vfr[ -]?)?(?:rules|regeln|règles)(?: there| (?:of|for) (?:it|that|this|the trip)| dort| là-bas)?)\W*"
)
_HOME = re.compile(
    r"\W*(?:(?:and|und|et) )?(?:what about |how about |was ist mit |wie ist es mit |qu'en est-il )?"
    r"(?:(?:for |on |pour |auf )?(?:the |my |our |der |dem |den |das |le |du |au )?"
    r"(?:coming back|coming home|way back|way home|going back|flying back|flying home|return|"
    r"return (?:leg|flight|trip)|back|home|going home|zurück|heim|nach hause|heimwärts|rückflug|rückweg|heimflug|retour|vol retour|revenir|rentrer))\W*"
)
_ALONE: tuple[tuple[re.Pattern[str], About], ...] = (
    (re.compile(r"\W*(?:and |und |et )?(?:do (?:i|we) need )?(?:a |any )?(?:ppr|permission)\W*"), "permission"),
    (
        re.compile(
            r"\W*(?:and |und |et )?(?:do (?:i|we) (?:need|have) (?:to file )?|must (?:i|we) file |brauchen? (?:ich|wir) |"
            r"muss ich |müssen wir |(?:me |nous )?faut-il (?:déposer )?)?"
            r"(?:the |a |der |einen |le |un )?(?:flight plans?|flugpl[aä]ne?|plans? de vol)(?: aufgeben)?\W*"
        ),
        "flight_plan",
    ),
    (
        re.compile(
            r"\W*(?:and |und |et )?(?:do (?:i|we) need |is there |what about |brauche? (?:ich|wir) |muss ich zum |"
            r"gibt es |faut-il |et pour )?(?:the |der |die |den |la )?(?:customs|zoll|douane)"
            r"(?: there| dort| là-bas)?\W*"
        ),
        "border",
    ),
    (
        re.compile(
            r"\W*(?:and |und |et )?(?:the |das |le )?gars?(?: (?:for the |pour le |für den )?(?:return|way home|way back|retour|rückflug|rückweg))?\W*"
        ),
        "report",
    ),
    (
        re.compile(
            r"\W*(?:and |und |et )?(?:who (?:clears|does|handles)(?: (?:us|me|customs|immigration|in|through|there))*|can (?:they|we|i|you|it) (?:clear|do)(?: (?:us|me|customs|immigration|in|through))*(?: (?:there|here))?|"
            r"können (?:die|wir) (?:dort |da )?(?:abgefertigt werden|verzollen|zoll)|peut-on (?:y )?(?:dédouaner|passer la douane)(?: là-bas)?)\W*"
        ),
        "border",
    ),
    (
        re.compile(
            r"\W*(?:and |und |et |what's |what is |which |how much |was ist |quelle )*(?:the |my |your |die |meine |la |ma )?"
            r"(?:margin|safety margin|reserve time|marge|zeitreserve|sicherheitsreserve)(?: did you take| ist das)?\W*"
        ),
        "off_blocks",
    ),
    (
        re.compile(
            r"\W*(?:and |so |und |et )*(?:what(?:'s| is| are)(?: still)? (?:the )?(?:not known|unknowns?|unclear|uncertain)|what (?:don't|do) (?:you|we|i) (?:not )?know|"
            r"(?:was|what) (?:ist|wissen wir|weißt du|weiß man) (?:noch |alles )*(?:nicht(?: bekannt)?|unbekannt|unklar|offen)|was ist unklar|"
            r"qu'est-ce (?:qu'on|que tu|que vous|qui) (?:ne |n')?(?:sait|sais|savez|manque|est|connaît)(?: pas| inconnu| connu| encore)*|que ne sait-on pas|quelles inconnues)"
            r"(?: (?:about it|yet|still|encore|noch))?\W*"
        ),
        "details",
    ),
    (re.compile(r"\W*(?:and |at |und |et )?(?:what time|à quelle heure|um wie ?viel uhr)\W*"), "off_blocks"),
    (
        re.compile(
            r"\W*(?:and |so |und |et )*(?:where (?:can|could|do|must|should|would) (?:i|we) (?:have to )?clear(?: (?:customs|in|out|us|immigration))*|"
            r"wo (?:können|kann|müssen|muss) (?:wir|ich) (?:den |zum )?(?:zoll|verzollen|abgefertigt werden|abfertigen)(?: \w+)?|"
            r"où (?:peut-on|faut-il|peut on|doit-on|on peut) (?:passer la douane|dédouaner))(?: then| denn| alors)?\W*"
        ),
        "border",
    ),
    (
        re.compile(
            r"\W*(?:how and why|wie und warum|comment et pourquoi|why(?: is that)?|(?:all |more |the )*details|sources?|warum(?: das)?|wieso|"
            r"(?:mehr |alle )?(?:einzelheiten|details)|quellen|pourquoi|(?:plus de |les )?détails)"
            r"(?: (?:of|about) (?:it|that|that trip|the trip|this trip))?\W*"
        ),
        "details",
    ),
)
_HOW_FAR: tuple[tuple[re.Pattern[str], About], ...] = (
    (
        re.compile(
            r"\b(?:(?:total|whole|overall) (?:distance|mileage|way|flight time|flying time|time)|"
            r"^\W*(?:and |so |und |et )*how (?:far|long) (?:is it|is that|is this|is (?:the|that|this|our|each) (?:flight|leg|trip|hop)|will it be|does it take|does the flight take|will it take)"
            r"(?: now| then| in all)?\W*$|(?:how (?:far|long|many miles)|distance|miles|time|hours?) (?:is it |is that |will it be |does it take )?"
            r"(?:in total|in all|altogether|all together|overall)|there and back together|"
            r"gesamt(?:strecke|distanz|flugzeit|zeit|entfernung)|wie (?:weit|lange) (?:ist es |dauert es )?insgesamt|"
            r"^\W*(?:und )?wie (?:weit|lange) (?:ist|dauert|fliegt man|fliegen wir|brauchen wir|brauche ich)(?: (?:das|es|der flug|dahin|dorthin))?"
            r"(?: (?:denn|jetzt|dann))*\W*$|^\W*(?:und )?(?:die )?(?:flugzeit|entfernung|strecke)\W*$|"
            r"^\W*(?:et )?(?:combien de temps(?: de vol)?|c'est (?:loin|à combien)|quelle distance|(?:le )?temps de vol|(?:la )?durée du vol|"
            r"ça (?:prend|dure) combien(?: de temps)?)(?: (?:ça prend|faut-il|ça dure|y a-t-il|c'est|maintenant|alors))*\W*$|"
            r"^\W*(?:and |so )?(?:the )?(?:flight|flying) time(?: now| then)?\W*$|"
            r"(?:distance|durée|temps) total\w*|"
            r"^(?:(?!\b(?:carburant|essence|fuel|litres?|co[uû]t\w*|prix|kilos?))[^?.!])*?\ben tout(?!.*(?:\bcarburant|\bessence|\blitres?|l/h)))(?!\w)"
        ),
        "distance",
    ),
    (
        re.compile(
            r"\b(?:(?:what time|when) (?:do|will|would|are|am) (?:i|we) (?:land|arrive|get (?:there|back|home)|be (?:there|back|home)|"
            r"there|back|home)|wann (?:sind|wären|bin) (?:wir|ich) (?:dort|da|zurück|zuhause|daheim)|"
            r"wann (?:landen|kommen) wir(?: an)?|when (?:do|will|would|am|are) (?:i|we) (?:get|be|reach|arrive|land)?\s?(?:to|in|at|into)\b|"
            r"when(?:'s| is) (?:the )?(?:arrival|landing)\b|wann (?:bin|sind) (?:ich|wir) (?:in|an|am)\b|"
            r"(?:à quelle heure|quand) (?:est-ce qu'on |on |j'arrive|arrive|serons-nous |atterri)\w*)"
        ),
        "flights",
    ),
    (
        re.compile(
            r"\b(?:is it|will it be|is it going to be|will it get|are we (?:going to )?be|will we be|do we (?:land|get \w+)|"
            r"(?:can|could|will|would|shall) (?:i|we) (?:still |all )*(?:be|get|make it|land)|(?:schaffen?|kommen?) (?:wir|ich)(?: es| das)?|sind wir|"
            r"ist es|wird es|wird's|fait-il|fera-t-il|va-t-il faire|il fera|il va faire|on sera de|ce sera la|is that|that's|that is|is this|won't (?:that|it) be|isn't that|isn't it|"
            r"(?:reicht|langt|passt|klappt|schaffen wir) (?:das|es)|ça passe|ça ira) "
            r"(?:still |already |back |home |there |in the |in |by |before |after |at |schon |noch |déjà |encore |vor |nach |bei |zurück |heim |der |dem |avant |après |la |le |de )*"
            r"(?:dark|light|daylight|night(?:fall)?|sunset|dunkel|dunkelheit|hell|nacht|nuit|jour|sonnenuntergang)\b"
        ),
        "off_blocks",
    ),
)
_FUEL = re.compile(
    r"\W*(?:and |so |ok |und |et |alors )*(?:how much (?:fuel|avgas)(?: (?:do|will|would) (?:i|we) (?:need|use|burn))?|(?:the )?fuel (?:needed|required|plan|burn)|"
    r"(?:can|could|will|would) (?:i|we|it|that) (?:make it|do (?:it|that|this|both ways)|get there(?: and back)?|go there and back) (?:without (?:refuel\w*|fuel|filling up|stopping for fuel)|on (?:one tank|full tanks|a tank))|"
    r"(?:do|will|must) (?:i|we) (?:need|have) to (?:refuel|fill up|take fuel)|(?:is|will) one tank (?:be )?enough|"
    r"wie ?viel (?:sprit|kraftstoff|benzin|avgas)(?: (?:brauchen|verbrauchen|brauche) (?:wir|ich))?|(?:reicht|langt) (?:der sprit|ein tank|das|eine tankfüllung)|"
    r"müssen wir (?:dort |unterwegs |da )?(?:nach)?tanken|schaffen wir (?:das|es) ohne (?:zu )?tanken|"
    r"combien (?:de (?:carburant|litres)|d'essence)(?: (?:faut-il|il faut|nous faut-il))?|faut-il (?:ravitailler|refaire le plein)|"
    r"(?:on|ça) (?:peut )?(?:passe\w?|faire l'aller-retour|y aller) sans (?:ravitailler|refaire le plein))"
    r"(?:,? (?:there|for (?:it|that|this)|in all|in total|all in|all told|altogether|overall|roughly|both ways|there and back|"
    r"for (?:the|all|both) (?:whole |entire )?(?:thing|lot|trip|flight|way|day|legs?|three|of it)|in the \w+|"
    r"dafür|insgesamt|zusammen|gesamt|ungefähr|alles in allem|in summe|für (?:alles|die ganze (?:strecke|reise)|hin und zurück)|dort|unterwegs|"
    r"en tout|au total|tout compris|en gros|pour (?:ça|le tout|tout le (?:trajet|voyage)|l'aller-retour|l'ensemble)|là-bas))*\W*"
)
""" "How much fuel?", "can I make it without refuelling": the sum of the flights in hand."""
_HOW_LONG = re.compile(
    r"\b(?:how long|how much time|what time|time|hours?|wie lange|flugzeit|zeit|combien de temps|quelle durée|durée|temps)\b"
)


def asked_in_few_words(said: Said, trip: Mapping[str, JsonValue]) -> ToolCall | None:
    """What a few words ask of the trip in hand that name no other place, day or time: "sunset?", "fuel there?"."""
    slots = said.slots
    if len(slots.words) > MOST_WORDS:
        return None
    low = slots.low
    if _HOME.fullmatch(low):
        return _way_home(said, trip)
    if (craft := said.aircraft()) is not None:
        if _FUEL_IN_IT.search(low):
            return _fuel(
                said, {**{n: v for n, v in trip.items() if n != "cruise_speed_kts"}, "aircraft_type": craft}
            )
        flown = {name: value for name, value in trip.items() if name != "cruise_speed_kts"}
        return trip_about({**flown, "aircraft_type": craft}, "distance") if _HOW_LONG.search(low) else None
    if HOW_TO_FILE.fullmatch(low):
        return None
    if said.has("police") and _TELLS.search(low):
        return trip_about(trip, "report")
    if (call := left_to_do(said, trip)) is not None:
        return call
    if WHOLE_PLAN.fullmatch(low):
        return ToolCall(tool="plan_trip", arguments={**trip})
    for pattern, about in _HOW_FAR:
        if pattern.search(low):
            return latest_off_blocks(said, trip) if about == "off_blocks" else trip_about(trip, about)
    if _FUEL.fullmatch(low):
        return _fuel(said, trip)
    if _STOP_WHERE.fullmatch(low):
        return _along(said, trip)
    if _RULES.fullmatch(low):
        return _rules(said, trip)
    for pattern, about in _ALONE:
        if pattern.fullmatch(low):
            return trip_about(trip, about)
    if FIRST.search(low) and not said.all_of("reverse"):
        return trip_about(trip, "first")
    if (about := _deadline(said)) is not None:
        return trip_about(trip, about)
    return _of_the_field(low, said, trip) or about_subject(said, trip)


def asks_latest(said: Said) -> bool:
    low = said.slots.low
    return len(said.slots.words) <= _LONGEST and bool(LATEST.search(low) and OFF.search(low))


_LONGEST = 24
WHOLE_PLAN = re.compile(
    r"\W*(?:(?:ok|so|and|und|et|please|bitte|now|just|can you|could you|alors) )*"
    r"(?:what(?:'s|s| is| are) |welche |was sind |quels sont |quelles sont |(?:give|show|send|tell|read|repeat|get) (?:me |us )?|(?:zeig|gib|schick|sag)\w* (?:mir |uns )?|wiederhole?\w* |"
    r"(?:montre|donne|redonne|remontre|envoie|répète)[- ]?(?:moi |nous )?|back to |zurück zum |retour au )?"
    r"(?:all (?:of )?|alle |toute?s |tous )?(?:the |that |my |our |a |den |die |das |le |la |les |tout le )?(?:whole |full |entire |complete |ganzen? |gesamten? |kompletten? )?"
    r"(?:deadlines?|fristen|termine|délais|échéances|plan|list|thing|everything|it all|all of it|alles|trip|brief|timeline|liste|reise|programme|voyage|todo|to-do list)"
    r"(?: (?:of (?:what|everything|(?:all )?(?:the )?things) (?:(?:i|we) (?:have|need) )?to do|what to do|(?:with|and|including) (?:all )?(?:the |their )?(?:deadlines?|times)|"
    r"(?:in|at) (?:\w+ )?(?:local )?(?:time|utc)|was (?:alles )?zu tun ist|(?:mit|samt) (?:allen |den )?(?:fristen|terminen|zeiten)|in (?:\w+ )?(?:ortszeit|zeit|utc)|"
    r"de (?:tout )?ce qu['’]il (?:faut|reste à) faire|avec (?:tous )?(?:les )?(?:délais|échéances|heures)|en (?:heures? )?(?:locales?|utc|\w+)|"
    r"then|there|gibt es|sind das|entier|complet|en entier|au complet|again|once more|please|now|nochmal|noch mal|noch einmal|bitte|encore|encore une fois|svp|de nouveau))*\W*"
)
""" "Give me the whole plan again"."""
_AT_A_STOP = re.compile(
    r"\s*\b(?:at|for|beim|am|an der|à) (?:the |our |l'|la |le |unserem? )?"
    r"(?:(?:fuel )?stop(?:over)?|halfway stop|zwischenstopp?|zwischenlandung|stopp|escale|étape|arrêt)\b"
)
_THERE = (
    r"(?: (?:there|at the other end|at (?:the )?destination|of (?:the )?(?:field|airfield|airport)|dort|vor ort|"
    r"là-bas|sur place))?"
)
_LEAD_IN = (
    r"\W*(?:and |und |et |ok |what about |how about |what's |what is |when is |wann ist |is there |do they have |"
    r"have they got |can i get |gibt es |was ist mit |y a-t-il |quel est |quand est )*"
    r"(?:the |their |any |a |der |die |das |le |la |l'|du |de l')?"
)
_AT_HOME = re.compile(
    r"\s(?:(?:back )?at (?:home|the start)|back home|zu ?hause|daheim|à la maison|au départ)(?=\W*$)"
)
_OF_THE_FIELD: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(rf"{_LEAD_IN}(?:{words}){_THERE}\W*"), about)
    for words, about in (
        ("fuel|sprit|treibstoff|carburant|essence", "fuel"),
        ("avgas|100ll", "avgas"),
        ("mogas", "mogas"),
        (
            "phone(?: number)?|number|telephone(?: number)?|contacts?|telefon(?:nummer)?|téléphone|numéro"
            "(?: de téléphone)?",
            "contact",
        ),
        (
            "sunset|sonnenuntergang|coucher du soleil|(?:la nuit|le jour) tombe (?:à quelle heure|quand)|(?:à quelle heure|quand) "
            "(?:tombe la nuit|fait-il nuit|la nuit tombe)|wann wird es (?:dort )?dunkel|when does it get dark",
            "sun",
        ),
        (
            "opening hours|hours|öffnungszeiten|betriebszeiten|horaires|(?:when|what time|until when) (?:do|does|are|is) (?:they|it|the field|the airfield) "
            "(?:open|close|shut|opened|closed)|wann (?:macht|machen|schließt|schliesst|öffnet) (?:der platz|die|das|es)(?: (?:zu|auf|dort))?|bis wann (?:haben die|ist der platz) (?:auf|offen|geöffnet)|"
            "(?:à quelle heure|quand) (?:ça|ils|le terrain|l'aérodrome) (?:ferme(?:nt)?|ouvre(?:nt)?)|(?:jusqu'à quand|à quelle heure) (?:c'est ouvert|sont-ils ouverts)",
            "hours",
        ),
        (
            "(?:hard |paved |grass |longest )?runways?(?: length)?|which runway is (?:the )?longest|welche bahn ist (?:am längsten|die längste)|quelle piste est la plus longue|how long is the runway|piste(?: en (?:dur|herbe))?|longueur de (?:la )?piste|landebahn|bahn|bahnlänge|hartbahn|graspiste",
            "runway",
        ),
        (
            "restaurant|caf[eé]|food|(?:something|anything|somewhere) to eat|etwas zu essen|quelque chose à manger|de quoi manger",
            "restaurant",
        ),
    )
)
""" "Fuel there?", "phone?": of the field where the trip goes, on its day."""
_NOTICE = re.compile(
    r"\W*(?:and |so |und |et |alors )*(?:what(?:'s| is| are)|how much|how long(?: is)?|c'est quoi|quel est|combien de|was ist|wie lang ist|welche|wie viel)? ?"
    r"(?:the |le |la |les |die |der |das )?(?:notice(?: periods?)?|lead times?|préavis|delai de préavis|délai de préavis|voranmeldung|vorlaufzeit|voranmeldefrist|anmeldefrist)"
    r"(?: (?:again|there|required|needed|là-bas|dort|nochmal|déjà|encore))*\W*"
)


def _of_the_field(low: str, said: Said, trip: Mapping[str, JsonValue]) -> ToolCall | None:
    if _NOTICE.fullmatch(low):
        goal = str(trip.get("to_location"))
        return notice_at(field_of(goal, said.deps) or goal, said, trip)
    at_home = _AT_HOME.search(low)
    low = low[: at_home.start()] if at_home else low
    goal = (trip.get("from_location") or said.home) if at_home else trip.get("to_location")
    over = trip.get("via")
    if (halt := _AT_A_STOP.search(low)) and isinstance(over, list) and len(over) == 1:
        low, goal = low[: halt.start()] + low[halt.end() :], over[0]
    if len(said.slots.spots) == 1 and said.slots.spots[0].kind in ("code", "iata", "place"):
        (named,) = said.slots.spots
        goal = said.name(named)  # "phone for Jersey?": of the end that is named
        low = f"{_BEFORE_A_NAME.sub('', low[: named.start])} {low[named.end :]}".strip()
    for pattern, about in _OF_THE_FIELD:
        if pattern.fullmatch(low):
            code = field_of(str(goal), said.deps) or str(goal)
            given: dict[str, JsonValue] = {"icao_code": code, "about": [about]}
            back = trip.get("return_day")
            day = back if at_home and back and back != SAME_DAY else trip.get("day")
            if about == "fuel" and said.deps.facts.of(code).first("hours") is None:
                day = None  # nobody knows the hours at which it is sold
            return ToolCall(tool="get_airport_details", arguments={**given, **({"date": day} if day else {})})
    return None


_BEFORE_A_NAME = re.compile(
    r"\s*\b(?:at|for|of|in|to|from|à|de|du|d'|pour|in|von|für|bei|am)?\s*(?:the |le |la |l')?$"
)
_WHEN = re.compile(
    r"\b(?:when(?:'s)?|what time|how (?:late|early|soon|long before)|last (?:moment|minute|time)|latest|deadline|"
    r"wann|frist|spätestens|letzte[rn]? (?:moment|zeitpunkt)|quand|(?:avant |jusqu'à )?quelle heure|combien de temps avant|by when|bis wann|um wie ?viel uhr|"
    r"dernier (?:délai|moment)|(?:la |heure |date )?limite|échéance|au plus tard)\b"
)
_DEADLINES: tuple[tuple[str, About], ...] = (
    ("gar", "report"), ("flight_plan", "flight_plan"), ("customs", "border"), ("immigration", "border"),
    ("notice", "everything"),
)  # fmt: skip


def _deadline(said: Said) -> About | None:
    """ "When do I have to send the GAR?": until when one thing of the trip must be done."""
    if not (said.has("deadline") or _WHEN.search(said.slots.low)):
        return None
    found: list[About] = [about for concept, about in _DEADLINES if said.all_of(concept)]
    return found[0] if len(set(found)) == 1 else None


def trip_about(trip: Mapping[str, JsonValue], about: About) -> ToolCall:
    return ToolCall(tool="plan_trip", arguments={**trip, "about": about})


_BY_LIGHT = re.compile(
    r"\b(?:before|by|in|vor|bei|avant|de)\s+(?:the |der |dem |la |le )?(?:dark|sunset|nightfall|daylight|dunkelheit|tageslicht|nuit|jour)\b|"
    r"\b(?:still|already|noch|schon|encore|déjà)\s+(?:be |bei |de |le |la |in )?(?:dark|(?:day)?light|night|hell|dunkel|tag(?:eslicht)?|jour|nuit)\b|"
    r"\bfer[ao](?:it)?[- ]t[- ]il (?:encore |déjà )?(?:nuit|jour)\b"
)


def home_by_light(said: Said, trip: Mapping[str, JsonValue]) -> ToolCall | None:
    """ "Can I get back before dark if I leave at 2": the way home at that hour, and the latest one."""
    low = said.slots.low
    base = trip.get("from_location") or said.home
    ends = {field_of(str(end), said.deps) for end in (base, trip.get("to_location"))}
    others = [s for s in said.slots.spots if s.kind != "here" and field_of(said.name(s), said.deps) not in ends]
    if others or len(said.slots.days) > 1 or not (_BY_LIGHT.search(low) and HOMEWARD.search(low)):
        return None
    clocks = clocks_of(said.again(), dict(trip))
    bare = _AT_HOUR.search(low)
    at = clocks[0].back if len(clocks) == 1 else hour_said(bare["h"], None, "") if bare and not clocks else None
    if at is None:
        return None
    back = back_on(said, trip) if said.slots.days else trip.get("return_day") or trip.get("day") or SAME_DAY
    kept = {name: value for name, value in trip.items() if name != "return_by"}
    return trip_about({**kept, "return_day": back, "return_off_block": at}, "off_blocks")


_AT_HOUR = re.compile(r"\b(?:at|um|à|vers|gegen)\s+(?P<h>\d{1,2})\b(?!\s*(?:kt|nm|knots|ft|%|l\b))")
HOMEWARD = re.compile(
    r"\b(?:back|home|return\w*|zurück\w*|rückflug\w*|rückweg\w*|heim\w*|daheim|zuhause|retour\w*|rentr\w+|reven\w+)\b"
)


def latest_off_blocks(said: Said, trip: Mapping[str, JsonValue]) -> ToolCall:
    """The latest off blocks; of a way home that was not planned yet, on the day of the way out."""
    flown_home = trip.get("to_location") in ("home", said.home)
    one_way = trip.get("return_day") is None and trip.get("return_off_block") is None and not flown_home
    if one_way and (HOMEWARD.search(said.slots.low) or _names_the_ends_turned(said, trip)):
        return trip_about({**trip, "return_day": trip.get("day") or SAME_DAY}, "off_blocks")
    return trip_about(trip, "off_blocks")


def _names_the_ends_turned(said: Said, trip: Mapping[str, JsonValue]) -> bool:
    """ "Latest I can leave Elba to be in Landshut by day" of a trip from Landshut to Elba: the way home."""
    ends = (trip.get("from_location") or said.home, trip.get("to_location"))
    base, goal = (field_of(str(end), said.deps) for end in ends)
    start, end = (one and field_of(one, said.deps) for one in said.again().ends())
    if base is None or goal is None or base == goal:
        return False
    return (start == goal and end in (base, None)) or (end == base and start is None)


def latest_home_on(day: Day, trip: Mapping[str, JsonValue]) -> ToolCall:
    """ "Rückflug am Sonntag, wann muss ich spätestens abheben?": the way home on that day, the first after the way out."""
    out = trip.get("day")
    home = (
        return_day(day, date.fromisoformat(out)) if isinstance(out, str) and _ISO_DAY.fullmatch(out) else day.when
    )
    return trip_about({**trip, "return_day": home.isoformat()}, "off_blocks")


_ISO_DAY = re.compile(r"\d{4}-\d\d-\d\d")


def home_from(place: str, trip: Mapping[str, JsonValue]) -> ToolCall:
    """ "Latest we can leave Land's End to be home before dark" of a trip to somewhere else: from there to where it began."""
    flown = {name: trip[name] for name in ("cruise_speed_kts", "aircraft_type", "people") if name in trip}
    day = trip.get("return_day") or trip.get("day")
    dated = {"day": day} if day else {}
    way = {"from_location": place, "to_location": trip.get("from_location"), **dated, **flown}
    return trip_about(way, "off_blocks")


def _way_home(said: Said, trip: Mapping[str, JsonValue]) -> ToolCall | None:
    """What the border asks on the way home; where none was planned, the trip with one."""
    day, at = trip.get("return_day"), trip.get("return_off_block")
    if trip.get("return_via"):
        return trip_about(trip, "flights")
    if day is None and at is None:
        return ToolCall(tool="plan_trip", arguments={**trip, "return_day": trip.get("day") or SAME_DAY})
    goal, base = trip.get("to_location"), trip.get("from_location") or said.home
    if base is None:
        return None
    day = trip.get("day") if day in (None, SAME_DAY) else day
    when = " ".join(str(part) for part in (day, at) if part) if day else None
    start, end = (field_of(str(one), said.deps) or one for one in (goal, base))
    arguments = {"from_location": start, "to_location": end, "date": when}
    return ToolCall(tool="get_border_brief", arguments={k: v for k, v in arguments.items() if v is not None})


_STOP_WHERE = re.compile(
    r"\W*(?:and |und |et )?(?:where (?:to|could (?:we|i)|can (?:we|i)|should (?:we|i)|would you) (?:stop|land|refuel|break it)|"
    r"wo (?:können wir |kann ich |sollen wir |am besten )*(?:zwischenlanden|zwischenstoppen|anhalten)|"
    r"où (?:peut-on |pourrait-on |on peut )?(?:faire escale|s'arrêter|se poser))"
    r"(?: (?:on the way|en route|unterwegs|en chemin|sur le chemin))?\W*"
)


def _along(said: Said, trip: Mapping[str, JsonValue]) -> ToolCall | None:
    """The fields along the way out: "wo zwischenlanden"."""
    start = trip.get("from_location") or said.home
    kept = {name: trip[name] for name in ("to_location", "aircraft_type") if trip.get(name)}
    return ToolCall(tool="find_airports_near_route", arguments={"from_location": start, **kept}) if start else None


_FUEL_IN_IT = re.compile(
    r"\b(?:fuel|litres?|liters?|gallons?|burn\w*|sprit|benzin|kraftstoff|verbrauch\w*|essence|carburant|conso\w*)\b(?! (?:price|prix|cost|there|dort|là-bas|available))"
)
""" "Combien d'essence en DR400": of the flights in hand."""


def _fuel(said: Said, trip: Mapping[str, JsonValue]) -> ToolCall | None:
    """The fuel of the flights, there and back where a way home is planned and not the way out alone is asked."""
    start = trip.get("from_location") or said.home
    kept = {name: trip[name] for name in ("to_location", "aircraft_type", "cruise_speed_kts") if trip.get(name)}
    back: dict[str, JsonValue] = {"return": True} if trip.get("return_day") or trip.get("return_off_block") else {}
    if is_of_the_way_out(said.slots.low):
        trip, back = {name: value for name, value in trip.items() if not name.startswith("return")}, {}
    call = ToolCall(tool="get_fuel_plan", arguments={"from_location": start, **kept, **back})
    return over_stops(call, trip) if start else None


def countries_of_trip(said: Said, trip: Mapping[str, JsonValue]) -> list[JsonValue]:
    ends = [v for n in ("from_location", "to_location") if isinstance(v := trip.get(n), str)]
    return list(dict.fromkeys(c for e in ends if (c := country_of(field_of(e, said.deps) or e, said.deps))))


def _rules(said: Said, trip: Mapping[str, JsonValue]) -> ToolCall | None:
    """The VFR rules of the countries at both ends, side by side where there are two."""
    countries = countries_of_trip(said, trip)
    if not countries:
        return None
    if len(countries) == 1:
        return ToolCall(tool="browse_rules", arguments={"country_code": countries[0], "category": "VFR"})
    return ToolCall(tool="compare_rules_between_countries", arguments={"countries": countries, "category": "VFR"})
