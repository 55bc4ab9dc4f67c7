"""Reads what is asked about a report in hand: a code that stands in it, its other half, how it will be."""

from __future__ import annotations

from pydantic import JsonValue

from agent import regex as re
from agent.language.ends import field_of
from agent.language.flight_levels import find_levels
from agent.language.limits import find_limits, mean_and_gust, named_limits
from agent.language.number_words import spelt
from agent.language.runways_said import find_bare_runway, find_further_runways, find_runway
from agent.language.said import Said
from agent.language.winds import find_sector, find_strength, find_turn, find_wind
from agent.protocol import ToolCall
from agent.subjects.weather.moments import bare_clock, parts_of_day, read_hour, read_until
from agent.subjects.weather.reading_elements import asks_which, read_elements, weighed
from agent.subjects.weather.reading_held import held_against_own
from agent.subjects.weather.reading_wind_in_hand import changed_wind, forecast_wind, runway_beside, told_wind
from agent.weather.codes import group_words

_AFTER = frozenset(("get_weather", "explain_term"))
_LONGEST = 11
"""Words of a message that still leans on what was just told."""
_CHANGES = "BECMG|TEMPO|PROB30|PROB40|NOSIG|CAVOK|NSC|NCD|NSW|SKC|SCT|BKN|OVC|TCU|VRB|RMK|AUTO|FM|VC|CB"
_CODE = re.compile(
    rf"(?<![\w/])(?P<c>(?:{_CHANGES})(?![\w/])|9999(?![\w/])|[-+]?[A-Z0-9/]*[A-Z0-9](?![\w/]))", re.IGNORECASE
)
_FIGURES = re.compile(
    r"\W*(?:and |und |et |what (?:is|does) |what's |was ist |c'est quoi )?(?:the )?(?P<f>\d{4})(?: mean)?\W*"
)
"""Four figures alone are a visibility where the report that was shown has them."""
_ASKS = re.compile(
    r"\b(?:what(?:'s| is| does| do| are)?|whats|wot|explain|mean(?:s|ing)?|is|why|huh|was (?:ist|heißt|heisst|bedeutet)|heißt|bedeutet|"
    r"c'est quoi|veut dire|signifie|good|bad|ok)\b|\?\?|\bin the (?:taf|metar|report|forecast)\b|\b(?:im|dans le) (?:taf|metar)\b",
    re.IGNORECASE,
)
_BOTH = re.compile(
    r"\W*(?:and |und |et |also |show me |what about )*(?:the |das |le |la |its |der )?(?P<k>metar|taf)s?\W*(?:please|then|there|too|bitte|svp)?\W*"
)
_HOW = re.compile(
    r"\b(?:vfr|vmc|imc|sichtflug)\b|\b(?:clear(?:s|ing)?(?: up)?|lift(?:s|ing)?|improv\w+|better|worse|deteriorat\w+|break(?:s|ing)? up|burn(?:s|ing)? off|"
    r"best (?:time|to|window)|hold(?:s|ing)?|stay(?:s|ing)?|last(?:s|ing)?|besser|schlechter|aufklaren|reißt|reisst|aufreißen|am besten|mieux|s'améliore|dégage\w*|lève|stops?|starts?|begins?|ends?|over|aufhör\w*|hört|arrête\w*)\b",
    re.IGNORECASE,
)  # fmt: skip
_FORECAST = re.compile(
    r"\b(?:will|is|does|when|going to|gonna|any|how long|wann|wird|ist|bleibt|quand|est-ce|va)\b", re.IGNORECASE
)
_ELEMENT = re.compile(
    r"\b(?:wind|winds|vent|cloud\w*|ceiling|base|plafond|wolken\w*|vis\w*|sicht|rain\w*|regen|pluie|weather|wetter|météo|fog|nebel|brouillard)\b"
)
_OF_ONE_ELEMENT = re.compile(
    r"\W*(?:and |und |et |ok |any |is there (?:any )?|what about |how about |what's |what is |how's |gibt es |gibt's |y a-t-il |quel(?:le)? est |wie ist |wie sind |"
    r"(?:how|wie) (?:high|low|hoch|tief|niedrig|strong|stark) (?:is |are |ist |sind |hängen |liegen |liegt )?|à quelle hauteur (?:est |sont )?)*"
    r"(?:the |a |das |die |der |den |le |la |les |l'|du |de la |des |l’)?"
    r"(?:winds?|vents?|clouds?|cloud ?base|ceilings?|base|plafonds?|wolken\w*|untergrenze|vis\w*|sicht\w*|rain|regen|pluie|fog|nebel|brouillard|gusts?|böen?|rafales?|"
    r"cbs?|tcu|thunderstorms?|storms?|gewitter|orages?|qnh|pressure|temperature|temp|dew ?point|luftdruck|température)"
    r"(?: there| then| dort| là| now| jetzt| maintenant)?\W*"
)
_HOURS = "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf"
_AT = re.compile(
    rf"\b(?:at|by|um|bis|à|vers|around|about|gegen)\s+(?P<h>[01]?\d|2[0-3]|{_HOURS})(?![\w:.,/]|\s*(?:kt|kts|knots|ft|nm|km|°|degrees))"
)
_OF_MINIMA = re.compile(
    r"\b(?:my|our|meinen?|meiner|mes)\s+(?:own |personal |eigenen |propres )?(?:minima|minimums?|limits?|limiten|grenzen|limites)\b\W*(?:then|now|there|dort|là)?\W*$"
)
_TELLS_MINIMA = re.compile(
    r"\W*(?:please |bitte |and |ok )*(?:forget|clear|delete|remove|reset|scrap|set|change|update|show|keep|what are|lösch\w*|vergiss|zeig\w*|setz\w*|was sind|oublie\w*|efface\w*|montre\w*|change\w*|quels? sont)\b"
)
""" "Forget my minima", "what are my minima?": of the minima themselves."""
_AN_HOUR = re.compile(
    rf"\W*(?:and |und |et |what about |how about |ok )*(?:at|by|um|bis|à|vers|pour|gegen|around)?\s*(?:\d{{1,2}}|{_HOURS})(?:[:.h]\d\d)?\s*(?:am|pm|h|uhr|heures?|z|utc|local|lt|o'clock)?\W*(?:then|instead|dann|alors)?\W*"
)
_NOW = re.compile(r"\W*(?:so |and |ok )?(?:is it|is that|ist es|ist das|c'est|est-ce)\b")
_AGE = re.compile(
    r"\b(?:any|anything|something|nothing) (?:fresher|newer|more recent)\b|\b(?:gibt es )?(?:was|etwas) neueres\b|\bplus récent\b|\bhow (?:old|fresh|recent)\b|\bwie alt\b|\bquel âge\b|\bde quand\b|\bwhen was (?:that|it)\b"
)
_SHORT = 6
_OF_A_FIELD = frozenset(("runway", "crosswind", "surface", "elevation", "nearest"))
_OTHER = frozenset(("customs", "fee", "fuel", "food", "hours", "rules", "night", "flight_plan", "licence"))


def of_the_report(said: Said, last: ToolCall, answer: str) -> ToolCall | None:
    """What a short message without a place asks of the report that was just shown; None for anything else."""
    places = last.arguments.get("places" if last.tool == "get_weather" else "reports_of")
    slots = said.slots
    if last.tool not in _AFTER or not isinstance(places, list) or not places:
        return None
    if (
        slots.countries
        or slots.of("distance")
        or slots.of("speed")
        or len(slots.words) > _LONGEST
        or said.concepts & _OTHER
    ):
        return None
    low = slots.low
    if last.tool == "get_weather" and _TELL_ME_WHEN.match(low) and not _FIGURE.search(low) and not said.spots:
        day = said.slots.days[0].when.isoformat() if said.slots.days else last.arguments.get("day")
        said.take_all()
        return ToolCall(tool="watch_flight", arguments={"to_location": places[0], **({"day": day} if day else {})})
    if (both := _BOTH.fullmatch(low)) is not None:
        of_now = _is_term(last) or both["k"] == "metar"  # a report is of now, whatever day was asked about
        return ToolCall(tool="get_weather", arguments={"places": places, "kind": both["k"]}) if of_now else None
    if (
        last.tool == "get_weather"
        and asks_which(said, len(places))
        and not (said.spots or said.concepts & _OF_A_FIELD)
    ):
        at = {n: last.arguments[n] for n in ("time", "until") if last.arguments.get(n)} if not slots.days else {}
        when = {**at, **_when(said, last, kind=False), **read_hour(said.again())}
        return ToolCall(
            tool="get_weather", arguments={"places": places, **when, **weighed(said, {"places": places})}
        )
    if (
        _WORST.search(low)
        and not _OF_ONE_ELEMENT.fullmatch(low)
        and not said.spots
        and not slots.days
        and not _FIGURE.search(low)
    ):
        day = last.arguments.get("day")
        return ToolCall(
            tool="get_weather", arguments={"places": places, **({"day": day} if day else {"kind": "taf"})}
        )
    figures = _FIGURES.fullmatch(low)
    shown = figures is not None and (_is_term(last) or f" {figures['f']} " in answer)
    if (code := figures["f"] if figures and shown else _code(said)) is not None:
        told: dict[str, JsonValue] = {"term": code, "reports_of": places}
        said.take_all()
        return ToolCall(tool="explain_term", arguments=told)
    if said.spots:
        other: list[JsonValue] = [said.name(spot) for spot in said.spots]
        only = _is_term(last) and len(slots.words) <= len(other) + 2  # "and EGTF?"
        return ToolCall(tool="get_weather", arguments={"places": other}) if only else None
    if "freezing_level" in said.concepts and not slots.days:
        of_its_day = {"day": last.arguments.get("day") or said.today.isoformat()}
        return ToolCall(tool="get_outlook", arguments={"places": places, **of_its_day})
    if "crosswind" in said.concepts and len(slots.words) <= _SHORT:
        blown = find_sector(said.slots.text) or find_wind(said.slots.text)
        named = runway_beside(said, bare=True)
        on: dict[str, JsonValue] = {"runway": named} if named else {}
        when = _when(said, last, kind=False)
        hour = last.arguments.get("time")
        if "time" not in when and hour and not last.arguments.get("until") and not _AT_PRESENT.search(low):
            when["time"] = hour  # "and at 1 pm", "crosswind then?"
        at = places[-1] if _FAR_END.search(low) else places[0]
        if blown is not None:
            when = {"wind": blown[2]}  # "xw 27 300/25": a wind of one's own
        return ToolCall(tool="get_runway_wind", arguments={"icao_code": at, **on, **when})
    if _AGE.search(low):
        return ToolCall(tool="get_weather", arguments={"places": places, "kind": "metar"})
    if _OF_MINIMA.search(low) and not find_limits(low) and not _TELLS_MINIMA.match(low):
        when = _when(said, last, kind=False)
        return ToolCall(tool="get_weather", arguments={"places": places, **when, "held": True})
    if last.tool == "get_weather" and _OF_ONE_ELEMENT.fullmatch(low):
        same = {
            name: value for name, value in last.arguments.items() if name not in ("verdict", "category", "held")
        }
        return ToolCall(tool="get_weather", arguments=same | read_elements(said))
    if _is_term(last) and _ELEMENT.search(low) and _FORECAST.search(low):
        return ToolCall(tool="get_weather", arguments={"places": places, **_when(said, last, kind=False)})
    if _AN_HOUR.fullmatch(low) and _hour(said) is not None:
        return ToolCall(tool="get_weather", arguments={"places": places, **_when(said, last)})
    if _OF_SEVERAL.search(low):
        return None  # "which of the two is better": of both
    at_an_hour = _hour(said) is not None and _ELEMENT.search(low) is not None
    if not at_an_hour and not (_HOW.search(low) and _FORECAST.search(low)):
        return None
    if _NOW.match(low) and _hour(said) is None:
        return ToolCall(tool="get_weather", arguments={"places": places})
    return ToolCall(tool="get_weather", arguments={"places": places, **_when(said, last)})


_TELL_ME_WHEN = re.compile(
    r"\W*(?:(?:and|so|then|ok|okay|please|can you|could you|und|bitte|et|kannst du|peux-tu)\W+)*"
    r"(?:(?:tell|let|warn|alert|ping|message|text) (?:me|us)(?: know)? (?:when|if|once|as soon as)\b|"
    r"(?:sag|gib|melde?|schreib|informier\w*)\b[^.?!]{0,25}\b(?:wenn|sobald|falls)\b|"
    r"(?:pr[ée]vien\w*|dis|avert\w*|alerte)[- ](?:moi|nous)\b[^.?!]{0,12}\b(?:quand|dès|si|lorsque)\b)"
)
""" "Tell me when it gets better than that": a watch, no report."""
_A_RUNWAY = re.compile(
    r"\W*(?:and |und |et |so |is |ist |est |what about |how about |can i (?:use|take|land on) |ok |for |for the |on |the |la |die |bahn |piste |runway |rwy )*"
    r"(?P<n>(?:0[1-9]|[12]\d|3[0-6])[lrc]?)(?P<rest>\b(?![:/.]).*)"
)
_A_LIMIT = re.compile(
    r"\W*(?:be )?(?:ok|okay|fine|good|usable|within|under|below|in|unter|innerhalb|dans|sous|moins de|possible|then|please|for|with|a|my|of|limits?|kts?|knots?|knoten|n(?:œ|oe)uds|crosswind|across|(?P<n>\d{1,2})|\W)*"
)


def of_a_runway_there(said: Said, last: ToolCall, answer: str) -> ToolCall | None:
    """ "Is 31 within 15 knots" of the report in hand: a figure that is a runway of that field, and a limit."""
    places = last.arguments.get("places")
    found = _A_RUNWAY.fullmatch(said.slots.low) if last.tool == "get_weather" else None
    if found is None or not isinstance(places, list) or len(places) != 1:
        return None
    limit = _A_LIMIT.fullmatch(found["rest"])
    airport = said.deps.airports.get(field_of(str(places[0]), said.deps) or "")
    if limit is None or airport is None:
        return None
    ends = said.deps.weather_tables.runway_headings(airport, said.deps.airports)
    runway = found["n"].upper()
    if not any(end.ident.startswith(runway) for end in ends):
        return None
    most = {"crosswind_limit_kt": int(limit["n"])} if limit["n"] else {}
    kept = {name: last.arguments[name] for name in ("day", "time") if last.arguments.get(name)}
    said.take_all()
    return ToolCall(
        tool="get_runway_wind", arguments={"icao_code": airport.ident, "runway": runway, **most, **kept}
    )


def at_the_hour_said(call: ToolCall, said: Said) -> ToolCall:
    """The weather in hand at the hour that is said beside a limit: "does it stay above 1500 ft until 4pm"."""
    if call.tool != "get_weather":
        return call
    fresh = said.again()
    if until := read_until(fresh):
        return call.varied(time=None, **until)
    hour = _hour(fresh)
    return call.varied(time=hour, until=None) if hour else call


def of_a_pasted_forecast(said: Said, last: ToolCall, answer: str) -> ToolCall | None:
    """ "And at 9 tomorrow?" of a TAF that was pasted."""
    if last.tool != "get_weather" or not last.arguments.get("report") or said.spots:
        return None
    if len(said.slots.words) > _LONGEST or said.concepts & _OTHER or said.has("runway", "crosswind"):
        return None  # "runway at 3pm?": told by its wind
    if until := read_until(said):
        return last.varied(time=None, day=said.day() or last.arguments.get("day"), **until)
    hour = _hour(said)
    if hour is None:
        return None
    return last.varied(time=hour, until=None, day=said.day() or last.arguments.get("day"))


_FIGURE = re.compile(r"\d")
_OF_SEVERAL = re.compile(
    r"\bwhich (?:one |field )?of (?:the|them|those|these)\b|\bwelche[rs]? (?:von|der) (?:den |die )?(?:beiden|zwei|denen)\b|\b(?:lequel|laquelle) des (?:deux|trois)\b"
)
_WORST = re.compile(
    r"\b(?:worst|lowest|how bad|how low|schlimmste|schlechteste|schlimmstenfalls|tiefste|au pire|le pire|pire cas|plus mauvais)\b"
)
""" "What's the worst it gets" of a forecast in hand: all of it, with what it has at times."""
_FAR_END = re.compile(
    r"\bother (?:end|side|one)\b|\bdestination\b|\banderen (?:ende|seite)\b|\bautre bout\b|\barrivée\b|\bziel\b"
)
""" "And the crosswind at the other end": of two places the second."""
_AT_PRESENT = re.compile(r"\b(?:now|currently|at the moment|jetzt|gerade|momentan|maintenant|actuellement)\b")
_VERDICT = re.compile(
    r"\b(?:safe|dangerous|dangereux|gefährlich|yes or no|ja oder nein|oui ou non|good to go|go[ /-]+(?:or )?no[ -]?go|no[ -]?go|flyable|doable|go for it|fit to fly|(?:too|very) (?:windy|gusty|low|risky)|risky|"
    r"good enough|bad idea|good idea|worth (?:it|a try|trying)|legal|(?:should|shall|would|can|could|may) (?:we|i|you) (?:still )?(?:go|fly|make it|do it|risk it)|"
    r"(?:ok|okay|fine) (?:to (?:go|fly)|for (?:me|us|vfr|a student))|what would you do|your (?:call|opinion|advice|verdict)|"
    r"sicher|fliegbar|machbar|zu (?:windig|böig|riskant)|reicht (?:das|es|mir)|geht das|würdest du|(?:puis-je|peut-on|pouvons-nous|peux-tu me dire si) (?:y aller|voler|partir)|(?:soll|sollen|kann|können|darf|dürfen) (?:ich|wir|man)\b.{0,12}(?:fliegen|los|starten|hin)|riskant|legal|"
    r"faisable|volable|trop (?:de vent|venteux|bas|risqué)|risqué|ça passe|on y va|j['’]y vais|(?:y aller|partir|voler) ou (?:pas|non)|bon pour y aller|c'est bon|tu irais|on peut (?:y aller|partir|voler)|prudent)(?![^\W_])"
)
"""Words that ask for a decision, which is never given."""
_OF_A_TRIP = {
    "from_location": "from_location",
    "to_location": "to_location",
    "day": "day",
    "time": "off_block",
    "return_time": "return_off_block",
    "cruise_speed_kts": "cruise_speed_kts",
    "aircraft_type": "aircraft_type",
}
"""What a day's brief takes of a planned trip, and how it is called there."""
_DECIDED_ON = frozenset(("get_day_brief", "get_weather"))
_LONGEST_VERDICT = 10


_MAY_I_LAND = re.compile(
    r"\W*(?:and |so |then |ok |also |dann |und |alors |donc )*(?:can|could|may|should|do|shall|kann|darf|soll|puis|peut|on peut|je peux)[ -]"
    r"(?:i|we|you|man|ich|wir|je|on)?\s*(?:still |safely |legally |da |dort |noch |y )*(?:land|landen|atterrir|me poser|se poser|take off|starten|fly|fliegen|voler|go)"
    r"(?: there| in (?:that|this)| with (?:that|this)| then| dann| damit| mit dem wind)?\W*"
)


_STILL_FINE = re.compile(
    r"\W*(?:(?:and|so|then|but|also|dann|und|aber|alors|donc|et|mais|du coup)\W+)*"
    r"(?:is (?:it|that|this) (?:still )?(?:ok|okay|fine|alright|doable|within limits)|does (?:it|that) (?:still )?(?:work|fit)|"
    r"passt (?:das|es|s)(?: so| jetzt)?(?: noch)?|geht (?:das|es|sich das)(?: noch| so)*(?: aus)?|ist (?:das|es) (?:noch )?(?:ok|okay|in ordnung|machbar)|"
    r"reicht das(?: noch)?|(?:ça|ca) (?:passe|va|le fait)(?: encore| toujours| quand même)?|c['’]est (?:encore |toujours )?(?:bon|ok|jouable|faisable|dans les limites))\W*"
)
""" "Passt das noch?", "ça passe ?" of a wind that was told."""
_TOO_MUCH = re.compile(
    r"\W*(?:(?:is|isn't|ist|c'est|est-ce|and|so|that|it|das|es|a bit|etwas|un peu|not|nicht|pas)\W+)*(?:too (?:much|strong|gusty)|zu (?:viel|stark|böig)|trop(?: fort| de vent)?)\W*(?:then|for me|für mich|pour moi)?\W*"
)


_FLYABLE = re.compile(
    r"\b(?:can|could|may|should|would) (?:i|we|one|you) (?:still )?(?:go|fly|leave|depart|take off|do (?:it|that))\b[^.?!]{0,30}\b(?:vfr|in (?:that|this|it)|with (?:that|this)|then)\b"
    r"|\b(?:good|fine|ok|okay|clear|high|legal|enough) (?:enough )?(?:for|to fly|to go) ?(?:vfr)?\b|\bflyable\b|\bvfr (?:in|with) (?:that|this|it)\b"
    r"|\b(?:kann|könnte|darf|könnten?|können) (?:ich|man|wir)\b[^.?!]{0,30}\b(?:vfr|fliegen|starten|los)\b|\bfliegbar\b|\breicht (?:das|es)\b[^.?!]{0,12}\b(?:vfr|sichtflug)\b|\bvfr[- ]tauglich\b"
    r"|\b(?:peut-on|on peut|je peux|puis-je|peux-tu)\b[^.?!]{0,30}\b(?:voler|vfr|partir|y aller|décoller)\b|\bvolable\b|\bsuffi\w*\b[^.?!]{0,12}\bvfr\b"
)
""" "Can I go VFR in that", of a report that was pasted."""


def of_a_verdict(said: Said, last: ToolCall, answer: str) -> ToolCall | None:
    """ "So it's safe?" after a brief or a report: the same facts again, and whose decision it is."""
    slots = said.slots
    alone = (
        not (said.spots or slots.countries or slots.days or slots.quantities)
        and len(slots.words) <= _LONGEST_VERDICT
    )
    if last.tool == "get_weather" and last.arguments.get("report") and alone and _FLYABLE.search(slots.low):
        return last.varied(verdict=True)
    asked = any(p.match(slots.low) for p in (_LIMIT_OF_IT, _WITHIN_ITS_LIMIT, _FINE_FOR_IT))
    of_an_aircraft = bool(slots.crafts) and asked
    if last.tool == "get_runway_wind" and (_TOO_MUCH.fullmatch(slots.low) or of_an_aircraft):
        return last.varied(verdict=True)
    if (
        last.tool == "get_runway_wind"
        and last.arguments.get("wind")
        and any(asks.fullmatch(slots.low) for asks in (_MAY_I_LAND, _STILL_FINE))
    ):
        return last  # the same wind, beside the pilot's own limits
    if last.tool == "get_runway_wind" and last.arguments.get("icao_code"):
        when = {name: last.arguments[name] for name in ("day", "time") if last.arguments.get(name)}
        last = ToolCall(tool="get_weather", arguments={"places": [last.arguments["icao_code"]], **when})
    if last.tool == "plan_trip":
        kept = {
            name: last.arguments[said_as] for name, said_as in _OF_A_TRIP.items() if last.arguments.get(said_as)
        }
        last = ToolCall(tool="get_day_brief", arguments=kept)
    if last.tool not in _DECIDED_ON or not (last.arguments.get("places") or last.arguments.get("to_location")):
        return None
    lasts = slots.of("duration")  # "if I only want 2 hours local"
    if said.spots or slots.countries or slots.days or len(slots.words) > _LONGEST_VERDICT + 2 * len(lasts):
        return None
    others = _OTHER - {"hours"} if lasts else _OTHER
    if len(slots.quantities) > len(lasts) or said.concepts & others or _VERDICT.search(slots.low) is None:
        return None
    return ToolCall(tool=last.tool, arguments={**last.arguments, "verdict": True})


_BACK = re.compile(
    r"\W*(?:and |und |et |ok |now )*(?:the |le |der )?(?:way |rück)?(?:back|home|return|heim\w*|zurück|weg|retour)\W*(?:again|please|then)?\W*"
)


_HEIGHT_ALONE = re.compile(
    r"\W*(?:(?:and|und|et|what|about|how|if|we|i|go|going|went|climb|up|down|lower|higher|stay|at|to|in|on|auf|à|au|a|à|"
    r"then|instead|please|rather|make|it|is|there|anything|be|gained|by|any|better|worse|sur|en|oder|or|ou|plutôt|lieber|tiefer|höher|et|si)\W+)*"
    r"(?:fl\s?\d{2,3}|\d{1,2}[,.']?\d00)\s*(?:ft|feet|fuß|fuss|pieds?)?\W*(?:(?:then|instead|please|rather|alors|dann|plutôt)\W*)*"
)
""" "2000 instead", "what about going up to 7,500?", "et au FL85": the wind in hand at another height."""


_BACK_AT = re.compile(
    r"\W*(?:(?:and|und|et|ok|now|what about|how about|if (?:i|we)|was ist mit|for|the)\W+)*"
    r"(?:(?:coming|going|flying|fly|come|go|leav\w+)\W+)?(?:(?:the |der |le )?(?:way )?back|home|return\w*|heim\w*|zurück|rück\w*|retour)\b.{0,24}"
)


_AHEAD_ALONE = re.compile(
    r"\W*(?:(?:and|und|et|what|if|how|about|long|then|with|mit|avec|a|an|le|un|de|of|bei|in|at|einem|wie|lange|ist|es|was|wenn|wäre|si|combien|i|have|we|ich|habe|j'ai|is|there)\W+)*"
    r"(?:\d{1,2}\s*(?:kts?|kn|knots?|knoten|n(?:œ|oe)uds?)(?:\W+(?:of|de))?\W+(?:head ?wind|on the nose|gegenwind|(?:vent )?de face)|"
    r"(?:head ?wind|gegenwind|vent de face)(?:\W+(?:of|von|de))?\W+\d{1,2}(?:\s*(?:kts?|kn|knots?|knoten|n(?:œ|oe)uds?))?)\W*"
)
""" "And with 20 knots headwind?"."""
_SLOWEST_FLOWN_KT = 50
"""Less is the wind in hand at another strength: "and at 30 kt"."""


def of_the_wind_plan(said: Said, last: ToolCall, answer: str) -> ToolCall | None:
    """Of the wind plan in hand: the way back, or another height or hour, for which a wind that was said is not known."""
    if last.tool != "get_wind_plan" or said.spots or said.slots.countries or len(said.slots.words) > _LONGEST:
        return None
    kept = dict(last.arguments)
    if _BACK.fullmatch(said.slots.low) and kept.get("from_location") and kept.get("to_location"):
        turned = {"from_location": kept["to_location"], "to_location": kept["from_location"]}
        return ToolCall(tool=last.tool, arguments={**kept, **turned})
    ends = kept.get("to_location"), kept.get("from_location")
    if _BACK_AT.fullmatch(said.slots.low) and said.clocks() and "wind" not in kept and all(ends):
        turned = {"from_location": ends[0], "to_location": ends[1]}
        return ToolCall(tool=last.tool, arguments={**kept, **turned, **_when(said, last, kind=False)})
    wind = kept.get("wind")
    if _AHEAD_ALONE.fullmatch(said.slots.low) and all(ends) and (ahead := said.amount("wind")):
        knots = {"cruise_speed_kts": kept.get("true_airspeed_kts"), "aircraft_type": kept.get("aircraft_type")}
        flown = {name: value for name, value in knots.items() if value is not None}
        way = {"from_location": ends[1], "to_location": ends[0], "headwind_kts": round(ahead)}
        return ToolCall(tool="calculate_flight_distance", arguments={**way, **flown})
    stronger = _STRENGTH_ALONE.fullmatch(said.slots.low)
    if stronger and isinstance(wind, str) and "," not in wind and int(stronger["n"]) < _SLOWEST_FLOWN_KT:
        return last.varied(wind=f"{wind.partition('/')[0]}/{int(stronger['n']):02d}")
    fresh = said.again()
    levels = find_levels(fresh)
    if not levels and _HEIGHT_ALONE.fullmatch(said.slots.low):
        levels = find_levels(fresh, bare=True)
    forecast = forecast_wind(said) if isinstance(wind, str) and find_wind(said.slots.text) is None else None
    if forecast is not None:
        del kept["wind"]
        if (knots := fresh.amount("speed")) is not None:
            kept["true_airspeed_kts"] = round(knots)
        height: dict[str, JsonValue] = {"level_ft": levels[0]} if levels else {}
        when = read_hour(fresh)
        said.take_all()
        return ToolCall(tool=last.tool, arguments={**kept, **when, **height})
    if find_wind(said.slots.text) is not None or not levels or said.has("runway"):
        return None
    if "wind" not in kept:
        alone = _HEIGHT_ALONE.fullmatch(said.slots.low)
        return last.varied(level_ft=levels[0]) if alone else None
    del kept["wind"]
    if (knots := fresh.amount("speed")) is not None:
        kept["true_airspeed_kts"] = round(knots)  # "at 5000 and 108 kt"
    return ToolCall(tool=last.tool, arguments={**kept, **_when(fresh, last, kind=False), "level_ft": levels[0]})


_FLOWN = frozenset(("get_wind_plan", "get_day_brief", "get_fuel_plan", "plan_trip"))
_LONGEST_AIR = 6


def of_the_still_air(said: Said, last: ToolCall, answer: str) -> ToolCall | None:
    """Of a flight in hand: its time without any wind."""
    if last.tool not in _FLOWN or not said.has("still_air") or said.spots or len(said.slots.words) > _LONGEST:
        return None
    if last.tool == "plan_trip" and last.arguments.get("via"):
        return last.varied(about="distance")
    ends = {n: last.arguments.get(n) or said.home for n in ("from_location", "to_location")}
    knots = last.arguments.get("true_airspeed_kts") or last.arguments.get("cruise_speed_kts")
    speeds = {"cruise_speed_kts": knots, "aircraft_type": last.arguments.get("aircraft_type")}
    if not all(ends.values()):
        return None
    given: dict[str, JsonValue] = {name: value for name, value in (ends | speeds).items() if value}
    return ToolCall(tool="calculate_flight_distance", arguments=given)


def of_the_air(said: Said, last: ToolCall, answer: str) -> ToolCall | None:
    """ "Take-off roll?" after a density altitude: the same air, and that no distance is reckoned from it."""
    if last.tool != "get_density_altitude" or not said.has("take_off_distance") or said.spots or said.slots.crafts:
        return None
    if len(said.slots.words) > _LONGEST_AIR:
        return None
    return last.varied(distances=True)


def of_the_watch(said: Said, last: ToolCall, answer: str) -> ToolCall | None:
    """Both ends alone after a day that is watched: the flight that is meant."""
    start, end = said.ends()
    if last.tool != "watch_flight" or not start or not end or said.bare_words > _LONGEST_ENDS:
        return None
    return last.varied(from_location=start, to_location=end)


_LONGEST_ENDS = 2
_EITHER = re.compile(
    r"\b(?:either|each|both|any|one) (?:one|of (?:them|those|these|the two))\b|\b(?:to|at|for) (?:either|both)\b|"
    r"\b(?:eine[mrs] (?:der|von) (?:beiden|denen)|(?:zu|nach) beiden|l'une? ou l'autre|les deux)\b"
)


_IS_FINE = re.compile(r"\b(?:ok|okay|fine|alright|good|possible|gut|bien|bon|machbar|jouable)\b")


def of_either(said: Said, last: ToolCall, answer: str) -> ToolCall | None:
    """ "Will Saturday be ok to fly to either?" of fields that were compared: the day's brief to each."""
    low = said.slots.low
    if said.spots or not said.slots.days or not _EITHER.search(low):
        return None
    if not (said.has("brief", "weather") or _IS_FINE.search(low)):
        return None
    ends = {n: last.arguments[n] for n in ("from_location", "to_location") if n in last.arguments}
    if len(ends) == 2:
        return ToolCall(tool="get_day_brief", arguments={**ends, "day": said.day()})
    lists = (last.arguments.get(n) for n in ("icao_codes", "places"))
    named: list[JsonValue] = next((v for v in lists if isinstance(v, list)), list[JsonValue]())
    if len(named) < 2:
        return None
    given: dict[str, JsonValue] = {"to_location": named[0], "beside": {"to_location": [*named[1:]]}}
    return ToolCall(tool="get_day_brief", arguments={**given, "day": said.day()})


def of_the_wind(said: Said, last: ToolCall, answer: str) -> ToolCall | None:
    """ "What if it backs to 210": the wind that was said, from another direction."""
    wind = last.arguments.get("wind") or (told_wind(answer) if last.tool == "get_runway_wind" else None)
    if last.tool not in ("get_runway_wind", "get_wind_plan") or not isinstance(wind, str) or said.spots:
        return None
    if said.has("clear_limits", "forget_it"):
        return None  # "forget my limit"
    if last.tool == "get_runway_wind" and _OF_MINIMA.search(said.slots.low):
        return last
    if find_turn(said.slots.text) is None and find_wind(said.slots.text) is not None:
        return None  # "goes round to 190 gusting 24": a wind of its own, laid over the last one
    changed = changed_wind(said, wind) if len(said.slots.words) <= _LONGEST else None
    if changed is None:
        return None
    kept = {name: value for name, value in last.arguments.items() if name not in ("day", "time")}
    runway = runway_beside(said) if last.tool == "get_runway_wind" else None
    beside = {"runway": runway} if runway else {}  # "and on 20 with 25 gusting 35"
    return ToolCall(tool=last.tool, arguments={**kept, **beside, "wind": changed})


_OTHER_END = re.compile(
    r"\b(?:other (?:end|runway|rwy)|other way round|opposite (?:end|direction|runway)|andere(?:s|n)? (?:ende|richtung|bahn|piste)|gegenbahn|gegenrichtung|umgekehrte?n? richtung|andere (?:bahn|lande)richtung|qfu (?:inverse|opposée?|contraire)|contre[- ]qfu|sens (?:inverse|opposé|contraire)|(?:autre|l'autre) (?:bout|sens|qfu|piste)|piste (?:opposée|inverse))\b"
)
_STRENGTH_ALONE = re.compile(
    r"\W*(?:(?:and|und|et|what|if|about|how|with|mit|avec|at|à|a|bei|it's|it|is|goes|up|to|say|only|now|more like|when|wenn|falls|si|then|dann|alors|the|wind|der|er|es|auf|le|vent|ça|ca|il|"
    r"drops|falls|dies|down|increases|freshens|picks|strengthens|rises|gets|becomes|nur|sinkt|steigt|wird|forcit|monte|passe|tombe|baisse|seulement)\W+)*"
    r"(?P<n>\d{1,2})\s*(?:kts?|kn|knots?|knoten|n(?:œ|oe)uds?)(?:\W+(?:auffrischt|zunimmt|abnimmt|sinkt|steigt|nachlässt|now|instead|then|dann))*\W*"
)


_LIMIT_OF_IT = re.compile(
    r"\W*(?:and |so |und |et )*(?:what(?:'s| is| are)?|was ist|wie (?:hoch|groß|viel) ist|wo liegt|quelle? est|c'est quoi)\b[^.?!]{0,30}"
    r"\b(?:limit\w*|max(?:imum)?|demonstrated|grenze|demonstrier\w*|démontré\w*)\b"
)
""" "What is the limit for my Jodel", of the wind on a runway: its handbook's, which is not held."""
_FINE_FOR_IT = re.compile(
    r"\W*(?:(?:and|so|but|ok|und|et|alors)\W+)*(?:(?:is|would|will) (?:that|it|this)(?: be)?|(?:ist|wäre|geht) (?:das|es)|c['’]est|est-ce(?: que c['’]est)?|ça va)\b[^.?!]{0,20}"
    r"\b(?:ok|okay|fine|good|safe|all ?right|in order|gut|bon|possible|möglich)?\s*(?:for|in|with|für|mit|pour|avec|en)\b"
)
""" "Is that ok for a Tiger Moth?", of the wind on a runway."""
_WITHIN_ITS_LIMIT = re.compile(
    r"\W*(?:and |so |but |ok |und |et )*(?:(?:is|would|will|can|could|does|isn['’]t|ist|wäre|liegt|bleibt|kann|darf|schafft|verträgt|geht|hält|est|est-ce|c['’]est|ça|peut)\b)[^.?!]*"
    r"\b(?:limit\w*|limite\w*|grenz\w+|demonstrated|demonstrier\w*|démontré\w*|too (?:much|strong)|zu (?:viel|stark)|trop)\b"
)
""" "Is that within the limits of a Super Cub?", of the wind on a runway."""
_WITHIN = re.compile(
    r"\W*(?:and |so |but |und |et )*(?:(?:will|would) (?:it|that) be|is (?:it|that)|does (?:it|that) (?:stay|fit)|(?:ist|wäre|bleibt|liegt) (?:das|es)|(?:est-ce|c'est|ça reste)(?: que c'est)?)\b.{0,20}"
    r"\b(?:within|inside|above|better than|over|in|innerhalb|über|besser als|dans|au-dessus de|mieux que)\b"
)
""" "Will it be within 1500 ft and 5 km" of what was told: limits, with which it is compared."""
_OWN_LIMIT = re.compile(
    r"\b(?:my|our|mein\w*|unser\w*|mes|mon|ma|notre)\s+(?:\w+ ){0,3}?(?:limit\w*|max(?:imum)?|minim\w+|grenz\w+)\b"
    r"(?:\s*(?:is|are|of|at|=|:|liegt bei|ist|sind|c['’]est|est|de|à))*\s*(?P<n>\d{1,2})?\b"
)


def names_an_own_limit(low: str) -> bool:
    """Whether a text says "my limits", "mes minima"."""
    return _OWN_LIMIT.search(low) is not None


_HELD = re.compile(
    r"\b(?:above|below|within|inside|outside|under|over|meets?|against|beyond|exceeds?|breaks?|busts?|unter|über|innerhalb|außerhalb|gegen|sous|au-dessus|dans|contre|respecte)\b"
    r"[^.?!]{0,20}\b(?:my|our|meinen?|meiner|mes)\s+(?:own |personal |eigenen |propres )?(?:minima|minimums?|limits?|limiten|grenzen|limites)\b(?!\W*(?:of |is |von |de |:)?\s*\d)"
)


def is_held_against_own(said: Said) -> bool:
    """ "Vis 3000 m and 800 ft, is that below my minima": the figures are the day's, not the limits."""
    return _HELD.search(said.slots.low) is not None or _SET_BESIDE.search(said.slots.low) is not None


_SET_BESIDE = re.compile(
    r"\b(?:my|our|meine|unsere|mes|nos) (?:own |personal )?(?:minima|minimums?|limits?|limites?)\b[^.?!]{0,12}\b(?:allow|permit|let me|erlauben|zulassen|permett\w+|autoris\w+)|"
    r"\b(?:erlauben|permettent|autorisent)\b[^.?!]{0,12}\b(?:meine|mes) (?:minima|limits?|limites?)\b|"
    r"\b(?:compar\w+|check|vergleich\w*|prüf\w*)\b[^.?!]{0,40}\b(?:my|our|meinen?|meiner|mes) (?:own |personal )?(?:minima|minimums?|limits?|limiten|grenzen|limites)\b(?!\W*(?:of |is |von |de |:)?\s*\d)"
)


_MAKE_IT = re.compile(
    r"\W*(?:ok |then |and |no )*(?:make|set|change|raise|lower|put) (?:it|that|mine|the (?:limit|minimum|crosswind|ceiling|vis\w*))\b|"
    r"\W*(?:mach|setz|ändere) (?:es|das|daraus)\b|\W*(?:mets|change|passe)[ -](?:le|la|moi|à)\b"
)
""" "Make it 18 crosswind" beside what was compared with one's own limits."""
_BARE_LIMIT = re.compile(
    r"\W*(?:and |und |et |ok )*(?:the |die |das |la |my |mein\w* |ma )?(?:limit(?:['’]s\b|\w*)|grenze|max(?:imum)?)\W*(?:is |of |at |ist |liegt bei |est |c['’]est |de |à |bei )*(?P<n>[1-9]|[1-4]\d)\s*(?:kts?|kn|knots?|knoten|n(?:œ|oe)uds?)?\W*"
)
""" "Grenze 15" after the wind at a runway."""
_COMPARED_WITH_LIMITS = frozenset(("set_minima", "get_runway_wind", "get_weather", "get_day_brief", "get_outlook"))


def of_an_own_limit(said: Said, last: ToolCall, answer: str) -> ToolCall | None:
    """ "My limit is 12, so can I land?" of a wind that was just told: the limit; of a runway's wind that across."""
    if last.tool not in _COMPARED_WITH_LIMITS or said.spots or said.slots.countries or is_held_against_own(said):
        return None
    if held := held_against_own(said):
        said.take_all()
        return ToolCall(tool="set_minima", arguments=held)
    limits: dict[str, JsonValue] = {**find_limits(said.slots.low)}
    if last.tool == "get_runway_wind" and (bare := _BARE_LIMIT.fullmatch(said.slots.low)) is not None:
        said.take_all()
        return ToolCall(tool="set_minima", arguments={"crosswind_kt": int(bare["n"])})
    if limits and _MAKE_IT.match(said.slots.low) and last.tool != "get_runway_wind":
        said.take_all()
        return ToolCall(tool="set_minima", arguments=limits)
    if limits and _WITHIN.match(said.slots.low) and last.tool != "get_runway_wind":
        said.take_all()
        return ToolCall(tool="set_minima", arguments=limits)
    if (match := _OWN_LIMIT.search(said.slots.low)) is None:
        return None
    if last.tool == "get_runway_wind" and (both := mean_and_gust(said.slots.low)) is not None:
        limits = {"crosswind_kt": both[0], "gust_kt": both[1]}
    elif not limits and last.tool == "get_runway_wind" and match["n"]:
        limits = {"crosswind_kt": int(match["n"])}
    if not limits:
        return None
    asked = {kept: limits[name] for name, kept in _HELD_AGAINST.items() if name in limits}
    first = find_runway(said.slots.text) if last.tool == "get_runway_wind" and asked else None
    others = find_further_runways(said.slots.text, first[2]) if first else []
    said.take_all()
    if first and others:  # "my max is 12, which runway is better, 04 or 29"
        beside: dict[str, JsonValue] = {"runway": [*others]}
        return last.varied(runway=first[2], beside=beside, **asked)
    only_asks = "?" in said.slots.text and not _TELLS_A_LIMIT.search(said.slots.low)
    if last.tool == "get_runway_wind" and only_asks and asked:
        return last.varied(**asked)
    return ToolCall(tool="set_minima", arguments=limits)


_HELD_AGAINST = {"crosswind_kt": "crosswind_limit_kt", "gust_kt": "gust_limit_kt"}
"""The limits that a runway's wind is held against in one answer, and are not kept for it."""
_TELLS_A_LIMIT = re.compile(
    r"\b(?:my|our|mein\w*|unser\w*|mes|mon|ma|notre)\b[^.?!,;]{0,40}?(?:\b(?:is|are|ist|sind|liegt|est|sont|c'est)\b|[:=])"
)
""" "My limit is 12, so can I land?" tells one; "is that within my limit of 12?" only asks of it."""


def of_another_day_back(said: Said, last: ToolCall, answer: str) -> ToolCall | None:
    """ "And back on Sunday?" of the brief of a flight: the way home is on another day."""
    slots = said.slots
    if last.tool != "get_day_brief" or said.spots or len(slots.days) != 1 or len(slots.words) > _SHORT:
        return None
    if not said.has("reverse", "both_ways") or not last.arguments.get("day"):
        return None
    said.take_all()
    return last.varied(return_day=slots.days[0].when.isoformat())


_SAME_WIND = re.compile(
    r"\b(?:(?:(?:with|in|at) )?(?:the )?same wind|(?:bei |mit )?(?:gleiche[rnms]?|selbe[rn]?|derselbe|demselben) wind|(?:avec |par )?(?:le )?même vent)\b"
)


def of_the_same_wind(said: Said, last: ToolCall, answer: str) -> ToolCall | None:
    """ "What about Sandown 05, same wind": the wind that was said, on the runways of another field."""
    match = _SAME_WIND.search(said.slots.low)
    wind = last.arguments.get("wind") or (told_wind(answer) if last.tool == "get_runway_wind" else None)
    if last.tool != "get_runway_wind" or match is None or not isinstance(wind, str) or len(said.spots) > 1:
        return None
    text = said.slots.text[: match.start()] + " " * len(match[0]) + said.slots.text[match.end() :]
    for spot in said.slots.spots:
        text = text[: spot.start] + " " * (spot.end - spot.start) + text[spot.end :]
    runway = find_runway(text) or find_bare_runway(text)
    if not said.spots and runway is None:
        return None
    where = {"icao_code": said.field()} if said.spots else {}
    said.take_all()
    return last.varied(**where, wind=wind, runway=runway[2] if runway else None, day=None, time=None)


def of_the_runway(said: Said, last: ToolCall, answer: str) -> ToolCall | None:
    """ "And if they give me 03?", "the other end?", "with 25 knots": the runway's wind in hand with one thing changed."""
    if last.tool != "get_runway_wind" or said.spots or said.slots.countries or said.slots.days:
        return None
    low, wind = said.slots.low, last.arguments.get("wind")
    if last.arguments.get("day") and wind is None and _AN_HOUR.fullmatch(low) and not said.clocks():
        small = bare_clock(low)
        return last.varied(time=small, until=None) if small else None  # "at 4"
    if len(said.slots.words) > _LONGEST or said.clocks() or find_wind(said.slots.text) is not None:
        return None
    stronger = find_strength(said.slots.text)
    alone = _STRENGTH_ALONE.fullmatch(low)
    blown = wind if isinstance(wind, str) else told_wind(answer)  # that of a report keeps its direction
    if (stronger or alone) and blown and "," not in blown:
        strength = stronger[2] if stronger else f"/{int(alone['n']) if alone else 0:02d}"
        return last.varied(wind=f"{blown.partition('/')[0]}{strength}", day=None, time=None)
    runway = last.arguments.get("runway")
    if _BEST_END.fullmatch(low):
        return last.varied(runway=None)  # all ends, the most into wind first
    if _OTHER_END.search(low) and not isinstance(runway, str):
        return last  # both ends are told
    if _OTHER_END.search(low) and isinstance(runway, str):
        number = int(re.sub(r"\D", "", runway)) % 36
        side = {"L": "R", "R": "L"}.get(runway[-1], "")
        return last.varied(runway=f"{(number + 17) % 36 + 1:02d}{side}")
    found = find_runway(said.slots.text) or find_bare_runway(said.slots.text)
    if found is None and said.has("crosswind") and not said.concepts - _OF_A_RUNWAY and not said.slots.quantities:
        return last  # "and the crosswind then?": it is among what was told
    if found is None or said.concepts - _OF_A_RUNWAY:
        return None
    said.used.add(found[:2])
    return last.varied(runway=found[2])


_BEST_END = re.compile(
    r"\W*(?:and |so |und |et )*(?:what(?:'s| is)? (?:the )?best(?: runway| end| one)?(?: (?:with|in|for) (?:that|this)(?: wind)?)?|which (?:one |end |runway )?(?:is |would be )?(?:the )?(?:best|better)|welche (?:ist|wäre) (?:die )?(?:beste|besser|am besten)|"
    r"laquelle est (?:la )?(?:meilleure|mieux))(?: one| end| then)?\W*"
)
_OF_A_RUNWAY = frozenset(("runway", "crosswind", "instead", "not", "and", "also", "there"))


def of_the_minima(said: Said, last: ToolCall, answer: str) -> ToolCall | None:
    """ "Forget the ceiling", "clear all" after one's minima."""
    if last.tool != "set_minima" or said.spots or len(said.slots.words) > _SHORT or find_limits(said.slots.low):
        return None
    if not said.has("clear_limits"):
        return None
    only: list[JsonValue] = [*named_limits(said.slots.low)]
    return ToolCall(tool="set_minima", arguments={"forget": only} if only else {"clear": True})


_LONGEST_ELEMENT = 5
_ALOFT = re.compile(
    r"\baloft\b|\bupper winds?\b|\bhöhenwind\w*|\bwind in der höhe\b|\bvents? en altitude\b|\bwinds? (?:up high|higher up)\b"
)
_WIND_ALOFT = re.compile(r"\b(?:winds?|vents?|höhenwinde?)\b")


def _aloft(said: Said, last: ToolCall) -> ToolCall | None:
    """ "And the wind at 3000 feet around ten?" of an outlook: over the same places, on its day."""
    fresh, places = said.again(), last.arguments.get("places")
    if len(said.slots.words) > _LONGEST or not _WIND_ALOFT.search(said.slots.low) or not isinstance(places, list):
        return None
    levels, day = find_levels(fresh, bare=True), last.arguments.get("day")
    if (
        (not levels and not _ALOFT.search(said.slots.low))
        or day == "weekend"
        or said.slots.of("speed")
        or said.has("crosswind", "runway")
    ):
        return None
    hour = _hour(fresh)
    heights: dict[str, JsonValue] = {"levels_ft": [*dict.fromkeys(levels)]} if levels else {}
    when = {name: value for name, value in (("day", day), ("time", hour)) if value}
    said.take_all()
    return ToolCall(tool="get_winds_aloft", arguments={**heights, "places": places, **when})


def of_the_outlook(said: Said, last: ToolCall, answer: str) -> ToolCall | None:
    """Of the outlook in hand: "any rain", "wind?" are told in it, the wind across by the runways."""
    slots = said.slots
    places = last.arguments.get("places")
    if last.tool != "get_outlook" or said.spots or slots.countries or slots.days:
        return None
    if aloft := _aloft(said, last):
        return aloft
    of_several = (
        isinstance(places, list) and asks_which(said, len(places)) and not said.concepts & (_OF_A_FIELD | _OTHER)
    )
    if of_several and len(slots.words) <= _LONGEST:
        when = read_hour(said.again())
        return last.varied(**{"elements": None, **when, **weighed(said, {"places": places})})
    if slots.quantities:
        return None
    if "freezing_level" in said.concepts and len(slots.words) <= _LONGEST:
        return last  # each half of the day tells it
    if parts_of_day(said) > 1 and len(slots.words) <= _LONGEST:
        return last.varied(part=None)  # "better in the morning or the afternoon": both are told
    if len(slots.words) > _LONGEST_ELEMENT or said.concepts & _OTHER:
        return None
    if "crosswind" in said.concepts:
        day = last.arguments.get("day")
        one = isinstance(places, list) and len(places) == 1 and day not in (None, "weekend")
        field = {"icao_code": places[0], "day": day} if one and isinstance(places, list) else None
        return ToolCall(tool="get_runway_wind", arguments=field) if field else None
    return last if _ELEMENT.search(slots.low) else None


def _is_term(last: ToolCall) -> bool:
    return last.tool == "explain_term"


def _when(said: Said, last: ToolCall, *, kind: bool = True) -> dict[str, JsonValue]:
    """At the hour that is said, on the day in hand; without one the whole forecast is asked."""
    given: dict[str, JsonValue] = {}
    if (day := said.day() or last.arguments.get("day")) is not None:
        given["day"] = day
    if until := read_until(said):
        return given | until
    if (at := _hour(said)) is not None:
        return {**given, "time": at}
    return {**given, "kind": "taf"} if kind else given


def _hour(said: Said) -> str | None:
    """The hour that is said: "by noon", "at 15"."""
    if said.clocks():
        return said.clock(said.clocks()[0])
    bare = _AT.search(said.slots.low)
    hour = (int(bare["h"]) if bare["h"].isdigit() else spelt(bare["h"])) if bare else None
    if bare is None or hour is None:
        return None
    return f"{hour + 12 if hour < _FORENOON_FROM and bare['h'][0] != '0' else hour:02d}:00"


_FORENOON_FROM = 7
"""Who says "at 4" means the afternoon."""


def _code(said: Said) -> str | None:
    """The group of a report that a message asks about: "tempo?? in the taf", "is 9999 good", "what's BR"."""
    text = said.slots.text
    asks = _ASKS.search(text) is not None
    alone = len(said.slots.words) <= 1
    if not asks and not alone:
        return None
    for match in _CODE.finditer(text):
        group = match["c"]
        change = re.fullmatch(_CHANGES, group, re.IGNORECASE) is not None and len(group) > 2
        written = group.isupper() or any(sign.isdigit() for sign in group)
        if (change and group.upper() != "AUTO") or (written and _is_group(group, said)):
            return group.upper()
    return None


def _is_group(group: str, said: Said) -> bool:
    known = re.fullmatch(_CHANGES, group) is not None or group_words(group) is not None
    return known and not any(
        s.start <= said.slots.text.find(group) < s.end for s in said.spots if s.kind == "code"
    )
