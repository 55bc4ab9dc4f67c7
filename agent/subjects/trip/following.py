"""Reads what is asked about the trip in hand: what comes first, the latest off blocks, the way home, the rules."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from pydantic import JsonValue

from agent import regex as re
from agent.language.carried import CLOSING, NO_TOWER
from agent.language.days import Day
from agent.language.ends import country_of, field_of
from agent.language.leisure import return_day
from agent.language.said import Said
from agent.protocol import ToolCall
from agent.subjects.trip.asked_again import about_reminders, earlier, left_to_do
from agent.subjects.trip.clocks import clocks_of, hour_said
from agent.subjects.trip.flown_on import flown_on
from agent.subjects.trip.homeward import landing_home, of_the_way_home, told_home
from agent.subjects.trip.moved import back_on, moved, named_again
from agent.subjects.trip.own_moments import own_moment
from agent.subjects.trip.reading_deadlines import deadlines_asked, is_day_of
from agent.subjects.trip.reading_end import is_called_off
from agent.subjects.trip.reading_home import changed_way_home, flown_back
from agent.subjects.trip.reading_home_elsewhere import home_elsewhere, home_of_the_chain
from agent.subjects.trip.reading_hour_and_place import hour_and_place
from agent.subjects.trip.reading_journey import of_the_journey
from agent.subjects.trip.reading_leg import of_one_flight
from agent.subjects.trip.reading_paper import clauses_of_papers, paper_beside
from agent.subjects.trip.reading_paper_asked import notice_at, paper_asked
from agent.subjects.trip.reading_people import joined_on_the_way, papers_of
from agent.subjects.trip.reading_takes import HOW_TO_FILE, asked_for_all
from agent.subjects.trip.reading_told_freely import cleared_elsewhere, told_freely
from agent.subjects.trip.reading_without_start import without_start
from agent.subjects.trip.refined import made_another_hour, refined
from agent.subjects.trip.rerouted import (
    goes_elsewhere,
    is_one_way,
    leaves_out,
    only_countries,
    rerouted,
)
from agent.subjects.trip.sides import of_one_side
from agent.subjects.trip.stops import over_stops
from agent.subjects.trip.timeline import About
from agent.subjects.trip.times import SAME_DAY
from agent.subjects.trip.topics import about_subject

MOST_WORDS = 12
_FEW_WORDS = 6
_TELLS = re.compile(
    r"\b(?:which|who|whom|e-?mail|write|phone|call|welche|wen|wem|quelle|qui|écrire|tell|notify|inform|notice|need|sagen|melden|anmelden|informieren|muss|prévenir|avertir|faut-il)\b"
)
_FIRST = re.compile(
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


_LIT_BESIDE = re.compile(
    r"[,;.]\s*(?:(?:is|will|would|can|could|do|does|geht|schaff\w*|reicht|passt|klappt|komm\w*|ist|sind|wird|est-ce|c'est|ça|on|je|fait-il|il)\b)[^,;.?!]{0,40}?"
    r"\b(?:dark|light|daylight|by day|night(?:fall)?|sunset|dunkel\w*|hell\w*|tag|tageslicht|nacht|sonnenuntergang|nuit|jour|coucher)\W*$"
)
""" "…, geht das noch bei Tag?" behind a change of the way home: the plan that is changed tells the light."""


_REMIND_ME = re.compile(
    r"\W*(?:ok |please |und |bitte |et )*(?:remind (?:me|us)|erinner[e]? (?:mich|uns)|rappelle[- ](?:moi|nous)(?:-le)?)"
    r"(?: (?:of it|about it|please|daran|bitte|svp))*\W*"
)


def of_trip_alone(
    said: Said, trip: Mapping[str, JsonValue], before: Mapping[str, Mapping[str, JsonValue]]
) -> ToolCall | None:
    """What can be said of nothing but the trip, when another field was asked about meanwhile: "par quoi je commence"."""
    if _OF_THE_WHOLE.search(said.slots.low) and (moves := moved(said, trip)) is not None:
        return ToolCall(tool="plan_trip", arguments={**trip, **moves})
    if (asked := of_the_journey(said, trip) or deadlines_asked(said, trip)) is not None:
        return asked
    if len(said.slots.words) > MOST_WORDS:
        return None
    if (call := about_reminders(said)) is not None:
        return call
    if asks_of_holiday(said, trip):
        return _with(trip, "holiday")
    if is_one_way(said) or goes_elsewhere(said) or leaves_out(said, trip):
        return rerouted(said, trip)
    if _OF_FLYING.search(said.slots.low) and (times := named_again(said, trip)) is not None:
        return _at_times(times, trip)  # "back on Sunday at 14:00", whatever was asked of the field meanwhile
    if said.slots.spots or said.slots.days or said.slots.countries or said.slots.of("clock"):
        return None
    if _WHOLE_PLAN.fullmatch(said.slots.low):
        return ToolCall(tool="plan_trip", arguments={**trip})
    if _FIRST.search(said.slots.low):
        return _with(trip, "first")
    return left_to_do(said, trip)


def about_trip(
    said: Said, trip: Mapping[str, JsonValue], before: Mapping[str, Mapping[str, JsonValue]]
) -> ToolCall | None:
    """The call a short message means that names no place, day or time of its own. `before`: how the trip was planned."""
    slots = said.slots
    if _WHAT_IT_MEANS.match(slots.low):
        return None
    if is_called_off(slots.low) and not (said.has("undo") and before.get("last") and len(slots.words) <= _UNDONE):
        return ToolCall(tool="set_reminders", arguments={"called_off": True})
    if _WITH_IT.fullmatch(slots.low):
        return ToolCall(tool="plan_trip", arguments={n: v for n, v in trip.items() if n != "about"})
    if (due := deadlines_asked(said, trip)) is not None:
        return due
    if (asked := without_start(said, trip)) is not None:
        return asked
    if (stop := joined_on_the_way(said, trip) or hour_and_place(said, trip)) is not None:
        return stop
    if (closed := _closed_how(said, trip)) is not None:
        return closed
    if _OF_RESIDENCE.search(slots.low) and len(slots.words) <= MOST_WORDS:
        said.take_all()
        held = {name: value for name, value in trip.items() if name != "nationals"}
        return ToolCall(tool="plan_trip", arguments={**held, "about": "travellers"})
    if (papers := papers_of(said, trip, _countries(said, trip))) is not None:
        return papers
    if (both := _paper_of_both_ways(said, trip)) is not None:
        return both
    if (onward := flown_on(said, trip) or home_of_the_chain(said, trip, before)) is not None:
        return onward
    if _is_of_the_police(said, trip):
        return _with(trip, "report")
    if (asked := of_the_journey(said, trip)) is not None:
        return asked
    if (paper := paper_asked(said, trip)) is not None:
        return paper
    if (again := made_another_hour(said, trip)) is not None:
        return _at_times(again, trip)
    if (times := _told_beside(said, trip)) is not None:
        return _at_times(times, trip)
    if (call := about_reminders(said) or earlier(said, trip, before)) is not None:
        return call
    if (knots := said.amount("speed")) is not None and slots.of("speed"):
        trip = {**trip, "cruise_speed_kts": round(knots)}  # "when's the latest we can leave at 85 knots"
    if asks_of_holiday(said, trip):
        return _with(trip, "holiday")
    if _REMIND_ME.fullmatch(slots.low):
        return ToolCall(tool="set_reminders", arguments={})
    if (one := of_one_flight(said, trip)) is not None:
        return one
    if (homeward := changed_way_home(said, trip) or flown_back(said, trip)) is not None:
        return _at_times(homeward, trip)
    if (elsewhere := home_elsewhere(said, trip, before)) is not None:
        return elsewhere
    routed = said.with_weak() if len(slots.words) <= _FEW_WORDS else said  # "then caen"
    asked_of = paper_beside(said.again(), slots.low)
    changed = cleared_elsewhere(said, trip) or rerouted(routed, trip) or told_freely(said, trip)
    if changed is None and asked_of is not None:  # "and over Friedrichshafen, do I need a flight plan then?"
        changed = rerouted(said.without_parts(clauses_of_papers(said.again())), trip)
    if changed is not None:
        asked_of = asked_of if changed.tool == "plan_trip" else None
        return changed.varied(about=asked_of) if asked_of and "about" not in changed.arguments else changed
    times = of_the_way_home(said, trip, before) or named_again(said, trip)
    if times is None and (lit := [match.span() for match in _LIT_BESIDE.finditer(slots.low)]):
        times = of_the_way_home(said.without_parts(lit), trip, before) or named_again(
            said.without_parts(lit), trip
        )
    if times is None and (asked := asked_for_all(slots.low)):  # "and back on Sunday at 4, what do the French want"
        told = said.without_parts(asked)
        times = of_the_way_home(told, trip, before) or named_again(told, trip)
    if times is None:
        times = told_home(said, trip)
    if times is not None:
        return _at_times(landing_home(times, trip), trip)
    if (more := refined(said, trip)) is not None:
        return more
    if (side := of_one_side(said, trip)) is not None:
        return side
    over = trip.get("via")
    base = trip.get("from_location") or said.home
    of_it = [base, trip.get("to_location"), *(over if isinstance(over, list) else ())]
    ends = {field_of(str(name), said.deps) for name in of_it if name}
    others = [s for s in slots.spots if s.kind != "here" and field_of(s.name, said.deps) not in ends]
    other_days = [d for d in slots.days if not is_day_of(d, trip)]
    if (light := _home_by_light(said, trip)) is not None:
        return light
    if not (others or other_days or slots.of("clock")) and _asks_latest(said):
        return latest_off_blocks(said, trip)
    if (
        len(others) == 1
        and not (other_days or slots.of("clock"))
        and _asks_latest(said)
        and _HOMEWARD.search(slots.low)
    ):
        return _home_from(said.name(others[0]), {**trip, "from_location": base})
    if (
        len(other_days) == 1
        and not others
        and not slots.of("clock")
        and _asks_latest(said)
        and _HOMEWARD.search(slots.low)
    ):
        return _latest_home_on(other_days[0], trip)
    told_to = {one.country.code for one in slots.countries}
    if (
        told_to
        and _DECLARES.search(slots.low)
        and all(s.kind == "country" for s in slots.spots)
        and not other_days
    ):
        within = told_to <= {*map(str, _countries(said, {**trip, "from_location": base}))}
        if within and not said.has("pets", "goods", "cash"):
            return _with(trip, "border")  # "was muss ich in Dänemark anmelden"
    named = {one.country.code for one in only_countries(said)}
    if named and named <= {*map(str, _countries(said, {**trip, "from_location": base}))} and not other_days:
        return left_to_do(said, trip)  # "and what do the Irish want beforehand?"
    if others or named or other_days or slots.of("clock"):
        return None
    if (moves := moved(said, trip)) is not None:
        return ToolCall(tool="plan_trip", arguments={**trip, **moves})
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
        return _with({**flown, "aircraft_type": craft}, "distance") if _HOW_LONG.search(low) else None
    if HOW_TO_FILE.fullmatch(low):
        return None
    if said.has("police") and _TELLS.search(low):
        return _with(trip, "report")
    if (call := left_to_do(said, trip)) is not None:
        return call
    if _WHOLE_PLAN.fullmatch(low):
        return ToolCall(tool="plan_trip", arguments={**trip})
    for pattern, about in _HOW_FAR:
        if pattern.search(low):
            return latest_off_blocks(said, trip) if about == "off_blocks" else _with(trip, about)
    if _FUEL.fullmatch(low):
        return _fuel(said, trip)
    if _STOP_WHERE.fullmatch(low):
        return _along(said, trip)
    if _RULES.fullmatch(low):
        return _rules(said, trip)
    for pattern, about in _ALONE:
        if pattern.fullmatch(low):
            return _with(trip, about)
    if _FIRST.search(low) and not said.all_of("reverse"):
        return _with(trip, "first")
    if (about := _deadline(said)) is not None:
        return _with(trip, about)
    return _of_the_field(low, said, trip) or about_subject(said, trip)


_PAPER_OF: tuple[tuple[str, About], ...] = (
    ("police", "report"),
    ("gar", "report"),
    ("gendec", "report"),
    ("customs", "border"),
    ("flight_plan", "flight_plan"),
)


def _paper_of_both_ways(said: Said, trip: Mapping[str, JsonValue]) -> ToolCall | None:
    """ "And the police thing for both ways?" of a trip there and back: that paper, and no other day of the way home."""
    slots = said.slots
    if not (trip.get("return_day") and said.has("both_ways")) or len(slots.words) > MOST_WORDS:
        return None
    if slots.spots or slots.days or slots.of("clock") or slots.countries:
        return None
    asked: set[About] = {about for concept, about in _PAPER_OF if said.all_of(concept)}
    return _with(trip, asked.pop()) if len(asked) == 1 else None


_WHAT_IT_MEANS = re.compile(
    r"\W*(?:and |so |but |und |et )*(?:what(?:['’]?s| is| are) an? \w+|what does (?:an? )?\w+ (?:mean|stand for)|"
    r"was (?:ist|heißt|bedeutet) (?:denn )?(?:ein\w* )?\w+|qu['’]est[- ]ce qu['’](?:une? |est )?\w+|c['’]est quoi,? une? \w+)"
    r"(?: (?:form|again|eigentlich|überhaupt|nochmal|déjà|exactly|genau))*\W*$"
)
""" "What is a GAR?": what the word means, and no part of the plan."""
_UNDONE = 2
"""Words of "cancel that", which takes back the last change where there was one."""
_HOLIDAY = re.compile(
    r"\b(?:(?:bank|public|national|legal) holidays?|(?:is|it's|that's|that is|it is|be) (?:a )?holidays?|a holiday|holiday there|feiertags?|feiertage|jours? fériés?|férié)\b"
)


def asks_of_holiday(said: Said, trip: Mapping[str, JsonValue]) -> bool:
    """ "What if it's a bank holiday in France?": of the days in hand, whatever country of the trip is named."""
    slots = said.slots
    if len(slots.words) > MOST_WORDS or slots.of("clock") or not _HOLIDAY.search(slots.low):
        return False
    ends = {field_of(str(trip.get(name)), said.deps) for name in ("from_location", "to_location")}
    return all(s.kind in ("country", "here") or field_of(said.name(s), said.deps) in ends for s in slots.spots)


_REMINDS = re.compile(r"\b(?:remind\w*|erinner\w*|rappel\w*)\b")


def _told_beside(said: Said, trip: Mapping[str, JsonValue]) -> Mapping[str, JsonValue] | None:
    """ "Wir fliegen erst Sonntag zurück, erinner mich dran": the way home is planned before one is reminded of it."""
    if _REMINDS.search(said.slots.low) is None:
        return None
    days = said.slots.days
    named = any(spot.name != "home" for spot in said.slots.spots)
    if "on" in own_moment(said):
        return None  # "remind me Sunday morning of the GAR home"
    if len(days) != 1 or named or said.slots.of("clock") or not _HOMEWARD.search(said.slots.low):
        return None
    return {"return_day": back_on(said, trip)}


def _at_times(times: Mapping[str, JsonValue], trip: Mapping[str, JsonValue]) -> ToolCall:
    """The trip at these times; what is None is not said any more."""
    dropped = {name for name, value in times.items() if value is None}
    return ToolCall(tool="plan_trip", arguments={**trip, **times}).varied(**dict.fromkeys(dropped))


_WITH_IT = re.compile(
    r"\W*(?:(?:and|und|et|ok|please|bitte|so|now|alors|then|dann|me|us|mir|uns|moi|nous|tous|toutes|all|alle|the|die|les|my|our|tell|give|show|send|list|what|are|which|donne|dis|montre|gib|zeig|nenn|sag|welche|quels|quelles|sont|sind)\W+)*"
    r"(?:deadlines?|time limits|délais?|delais?|échéances?|fristen|termine)\b[^.?!]{0,12}"
    r"\b(?:(?:including|incl\.?|with|inklusive|inkl\.?|samt|mit|einschließlich|inclus|y compris|avec)\W+(?:the |das |dem |der |le |la )?gar|(?:the |le |das )?gar (?:too|included|as well|compris|inclus|inklusive|auch))\W*(?:please|bitte|stp|svp)?\W*"
)
""" "Donne-moi les délais, GAR compris": all of them, not the one that is named."""


def _asks_latest(said: Said) -> bool:
    low = said.slots.low
    return len(said.slots.words) <= _LONGEST and bool(LATEST.search(low) and OFF.search(low))


_LONGEST = 24
_OF_THE_WHOLE = re.compile(
    r"\b(?:(?:the|our|this) (?:whole|entire) (?:trip|thing|journey|flight|plan|lot)|the trip|everything|"
    r"(?:die|der) (?:ganze )?(?:reise|ausflug|trip)|das ganze|alles|(?:le |tout le )?(?:voyage|vol)|tout)\b"
)
""" "We must move the whole thing one week later": the trip, whatever was asked meanwhile."""
_OF_FLYING = re.compile(
    r"\b(?:return\w*|back|home|leav\w+|depart\w*|take[- ]?off|off[- ]?blocks|rück(?:flug|kehr|weg)|zurück|heim\w*|abflug|"
    r"starten|losfliegen|retour|rentr\w+|reven\w+|repart\w+|départ|décoll\w+)\b"
)
"""Words that a time of day is of a flight, not of a field's hours."""
_WHOLE_PLAN = re.compile(
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


def closing_told(question: str, countries: list[JsonValue]) -> ToolCall:
    """How a flight plan is closed where no tower is, in each of the countries."""
    if len(countries) == 1:
        return ToolCall(
            tool="answer_rules_question", arguments={"question": question, "country_code": countries[0]}
        )
    return ToolCall(
        tool="get_answers_for_questions", arguments={"question_ids": [CLOSING], "country_codes": countries}
    )


def _closed_how(said: Said, trip: Mapping[str, JsonValue]) -> ToolCall | None:
    """ "How do I close it when there is no tower": by the rule of each state in which the trip lands."""
    held = said.deps.rules.corpus.questions.get(CLOSING)
    if held is None or not said.all_of("closing") or said.slots.countries or not NO_TOWER.search(said.slots.low):
        return None
    start, *lands = _countries(said, trip)
    back = [start] if trip.get("return_day") or not lands else []
    return closing_told(held.text, [*lands, *back])


def _with(trip: Mapping[str, JsonValue], about: About) -> ToolCall:
    return ToolCall(tool="plan_trip", arguments={**trip, "about": about})


_BY_LIGHT = re.compile(
    r"\b(?:before|by|in|vor|bei|avant|de)\s+(?:the |der |dem |la |le )?(?:dark|sunset|nightfall|daylight|dunkelheit|tageslicht|nuit|jour)\b|"
    r"\b(?:still|already|noch|schon|encore|déjà)\s+(?:be |bei |de |le |la |in )?(?:dark|(?:day)?light|night|hell|dunkel|tag(?:eslicht)?|jour|nuit)\b|"
    r"\bfer[ao](?:it)?[- ]t[- ]il (?:encore |déjà )?(?:nuit|jour)\b"
)


def _home_by_light(said: Said, trip: Mapping[str, JsonValue]) -> ToolCall | None:
    """ "Can I get back before dark if I leave at 2": the way home at that hour, and the latest one."""
    low = said.slots.low
    base = trip.get("from_location") or said.home
    ends = {field_of(str(end), said.deps) for end in (base, trip.get("to_location"))}
    others = [s for s in said.slots.spots if s.kind != "here" and field_of(said.name(s), said.deps) not in ends]
    if others or len(said.slots.days) > 1 or not (_BY_LIGHT.search(low) and _HOMEWARD.search(low)):
        return None
    clocks = clocks_of(said.again(), dict(trip))
    bare = _AT_HOUR.search(low)
    at = clocks[0].back if len(clocks) == 1 else hour_said(bare["h"], None, "") if bare and not clocks else None
    if at is None:
        return None
    back = back_on(said, trip) if said.slots.days else trip.get("return_day") or trip.get("day") or SAME_DAY
    kept = {name: value for name, value in trip.items() if name != "return_by"}
    return _with({**kept, "return_day": back, "return_off_block": at}, "off_blocks")


_AT_HOUR = re.compile(r"\b(?:at|um|à|vers|gegen)\s+(?P<h>\d{1,2})\b(?!\s*(?:kt|nm|knots|ft|%|l\b))")
_HOMEWARD = re.compile(
    r"\b(?:back|home|return\w*|zurück\w*|rückflug\w*|rückweg\w*|heim\w*|daheim|zuhause|retour\w*|rentr\w+|reven\w+)\b"
)


def latest_off_blocks(said: Said, trip: Mapping[str, JsonValue]) -> ToolCall:
    """The latest off blocks; of a way home that was not planned yet, on the day of the way out."""
    flown_home = trip.get("to_location") in ("home", said.home)
    one_way = trip.get("return_day") is None and trip.get("return_off_block") is None and not flown_home
    if one_way and (_HOMEWARD.search(said.slots.low) or _names_the_ends_turned(said, trip)):
        return _with({**trip, "return_day": trip.get("day") or SAME_DAY}, "off_blocks")
    return _with(trip, "off_blocks")


def _names_the_ends_turned(said: Said, trip: Mapping[str, JsonValue]) -> bool:
    """ "Latest I can leave Elba to be in Landshut by day" of a trip from Landshut to Elba: the way home."""
    ends = (trip.get("from_location") or said.home, trip.get("to_location"))
    base, goal = (field_of(str(end), said.deps) for end in ends)
    start, end = (one and field_of(one, said.deps) for one in said.again().ends())
    if base is None or goal is None or base == goal:
        return False
    return (start == goal and end in (base, None)) or (end == base and start is None)


def _latest_home_on(day: Day, trip: Mapping[str, JsonValue]) -> ToolCall:
    """ "Rückflug am Sonntag, wann muss ich spätestens abheben?": the way home on that day, the first after the way out."""
    out = trip.get("day")
    home = (
        return_day(day, date.fromisoformat(out)) if isinstance(out, str) and _ISO_DAY.fullmatch(out) else day.when
    )
    return _with({**trip, "return_day": home.isoformat()}, "off_blocks")


_ISO_DAY = re.compile(r"\d{4}-\d\d-\d\d")


def _home_from(place: str, trip: Mapping[str, JsonValue]) -> ToolCall:
    """ "Latest we can leave Land's End to be home before dark" of a trip to somewhere else: from there to where it began."""
    flown = {name: trip[name] for name in ("cruise_speed_kts", "aircraft_type", "people") if name in trip}
    day = trip.get("return_day") or trip.get("day")
    dated = {"day": day} if day else {}
    way = {"from_location": place, "to_location": trip.get("from_location"), **dated, **flown}
    return _with(way, "off_blocks")


def _way_home(said: Said, trip: Mapping[str, JsonValue]) -> ToolCall | None:
    """What the border asks on the way home; where none was planned, the trip with one."""
    day, at = trip.get("return_day"), trip.get("return_off_block")
    if trip.get("return_via"):
        return _with(trip, "flights")
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


_OF_RESIDENCE = re.compile(
    r"\b(?:non[- ]?|no |not (?:an? )?|isn['’]?t (?:an? )?|aren['’]?t |without (?:an? )?|kein\w* |nicht |ohne |pas (?:un |une |de |d['’])?|sans )(?:[a-z]{2,12}[- ])?"
    r"(?:residents?|citizens?|nationals?|passport|bürger\w*|staatsbürger\w*|staatsangehörig\w*|pass|citoyen\w*|ressortissante?s?|résidente?s?|passeport)\b|"
    r"\b[a-z]{2,12} residents?\b|\bwohnsitz\b|\brésidente?s? (?:en|au|aux)\b"
)
""" "One of them is non UK resident": somebody aboard whose nationality is not said, and no other end."""
_DECLARES = re.compile(
    r"\b(?:what|whom?|was|wen|wem|wo|que|qui|quoi|qu['’]est-ce que|anything|etwas)\b[^.?!]{0,40}\b(?:declare|report|notify|tell|inform|anmelden|melden|anzumelden|anzeigen|déclarer|annoncer|prévenir|notifier)\b"
)
_FUEL_IN_IT = re.compile(
    r"\b(?:fuel|litres?|liters?|gallons?|burn\w*|sprit|benzin|kraftstoff|verbrauch\w*|essence|carburant|conso\w*)\b(?! (?:price|prix|cost|there|dort|là-bas|available))"
)
""" "Combien d'essence en DR400": of the flights in hand."""


def _fuel(said: Said, trip: Mapping[str, JsonValue]) -> ToolCall | None:
    """The fuel of the flights, there and back where a way home is planned."""
    start = trip.get("from_location") or said.home
    kept = {name: trip[name] for name in ("to_location", "aircraft_type", "cruise_speed_kts") if trip.get(name)}
    back: dict[str, JsonValue] = {"return": True} if trip.get("return_day") or trip.get("return_off_block") else {}
    call = ToolCall(tool="get_fuel_plan", arguments={"from_location": start, **kept, **back})
    return over_stops(call, trip) if start else None


def _is_of_the_police(said: Said, trip: Mapping[str, JsonValue]) -> bool:
    """ "Do I have to tell the Irish police", "what about the UK police": of the trip, in a country of it."""
    slots = said.slots
    if not said.has("police") or not slots.countries or len(slots.words) > MOST_WORDS:
        return False
    named = {one.country.code for one in slots.countries}
    others = any(s.kind != "country" for s in slots.spots)
    return not (others or slots.days or slots.of("clock")) and named <= {*map(str, _countries(said, trip))}


def _countries(said: Said, trip: Mapping[str, JsonValue]) -> list[JsonValue]:
    ends = [v for n in ("from_location", "to_location") if isinstance(v := trip.get(n), str)]
    return list(dict.fromkeys(c for e in ends if (c := country_of(field_of(e, said.deps) or e, said.deps))))


def _rules(said: Said, trip: Mapping[str, JsonValue]) -> ToolCall | None:
    """The VFR rules of the countries at both ends, side by side where there are two."""
    countries = _countries(said, trip)
    if not countries:
        return None
    if len(countries) == 1:
        return ToolCall(tool="browse_rules", arguments={"country_code": countries[0], "category": "VFR"})
    return ToolCall(tool="compare_rules_between_countries", arguments={"countries": countries, "category": "VFR"})
