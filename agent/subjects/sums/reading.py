"""Reads a sum of figures that are all told: nothing else may be named, no place and no field."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from pydantic import JsonValue, ValidationError

from agent import regex as re
from agent.aviation.units import Units
from agent.language.burning import burning_spans, find_burning, find_own
from agent.language.quantities import Quantity
from agent.language.said import Said
from agent.language.wording import word_set
from agent.protocol import ToolCall
from agent.registry import goes_on, reads
from agent.subjects.conversion.reading import ELIDED, figure
from agent.subjects.sums.reading_loads import of_the_load_told, what_is_aboard
from agent.subjects.sums.reading_tanks import CURRENCY, fuel_by_mass, of_free_words
from agent.subjects.sums.tool import SumArguments, worked_out_with
from tongue import later

Given = dict[str, JsonValue]
_NUMBER = r"(?<![\w.,/])\d+(?:[.,]\d+)?"
_PER = r"(?:/|\ba|\ban|\bper|\bthe|\bpro|\bje|\bder|\bdie|\bpar|\beach|\ble|\bla|\bdu|\bde l['’]|\bl['’])\s*"
_HOUR = r"(?:h|hr|hour|heure|stunde|std|flight hour|flugstunde|heure de vol)"
_CLOCK = re.compile(r"\b(?P<h>\d{1,2})(?:h|:)(?P<m>[0-5]\d)\b")
_BARE_PRICE = re.compile(
    r"(?:\bat|@|\bà|\bzu|\bfür|\bje)\s*(?P<n>\d{1,2}[.,]\d{1,2})(?![\w.,])(?!\s*(?:kt|h\b|l\b))"
)
_AN_HOUR = re.compile(
    rf"(?P<n>{_NUMBER})\s*(?P<c>€|£|\$|euros?|eur|pounds?|quid|dollars?|chf|franken|francs?)\s*{_PER}{_HOUR}\b"
)
_EACH = re.compile(r"(?:\bat|@|\bà|\bzu|\bbei|\bfür je|\bje)\s*$")
_RATE = re.compile(
    r"(?P<n>\d[\d.,' ]*?)\s*(?:fpm|ft ?/ ?min|feet (?:a|per) min(?:ute)?|ft (?:a|per) min(?:ute)?|"
    r"fu(?:ss|ß) (?:pro|die) minute|pieds?(?: par|/|/ )? ?min(?:ute)?)\b"
)
_HEIGHT = re.compile(
    rf"\bfl ?(?P<fl>\d{{2,3}})\b|(?P<ft>(?<![\w.,/])\d{{1,2}}[,. ']?\d{{3}}|(?<![\w.,/])\d{{3}}(?= (?:up |down )?(?:to|auf|bis|à) \d)|{_NUMBER}(?= ?(?:ft|feet|fu(?:ss|ß)|pieds?)\b))"
    r"(?: ?(?:ft|feet|fu(?:ss|ß)|pieds?))?\b"
)
"""A height beside a rate of climb or descent, with or without its unit: "from 6500 down to 1000 ft", "FL75"."""
_ASKS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("speed", re.compile(r"\b(?:how fast|speed|ground ?speed|what speed|average speed|gs|wie schnell|geschwindigkeit|vitesse)\b")),
    ("burn", re.compile(r"\b(?:burn\w*|consum\w*|per hour|an hour|verbrauch\w*|pro stunde|consomm\w*|conso|à l['’]heure|par heure)\b")),
    ("price", re.compile(r"\b(?:(?:per|a|pro|je|the|der|le|au|par|du) (?:litre|liter|gallon|gallone|usg|l)|/ ?l)\b")),
)  # fmt: skip


@cache
def _of_volume(spellings: tuple[str, ...]) -> re.Pattern[str]:
    """An amount of fuel: "45 l"."""
    named = "|".join(re.escape(one) for one in spellings)
    return re.compile(rf"(?P<n>{_NUMBER})\s*(?P<u>{named})(?![\w/])")


def _volume_spellings(units: Units) -> tuple[str, ...]:
    found = [said for said in units.longest_first() if any(u.kind == "volume" for u in units.spelt.get(said, ()))]
    return tuple(found)


class _Pieces:
    """The figures of a message, each with where it stands."""

    def __init__(self, said: Said) -> None:
        self.said, self.low = said, said.slots.low
        self.given: Given = {}
        self.spans: list[tuple[int, int]] = []

    def of(self, kind: str) -> list[Quantity]:
        return [
            q
            for q in self.said.slots.quantities
            if q.kind == kind and not any(a < q.end and q.start < b for a, b in self.spans)
        ]

    def keep(self, span: tuple[int, int], **given: JsonValue) -> None:
        self.spans.append(span)
        self.given |= given


def _prices(pieces: _Pieces, units: Units) -> None:
    low = pieces.low
    for money in pieces.of("money"):
        behind = low[money.end :]
        hour = re.match(rf"\s*{_PER}{_HOUR}\b", behind)
        per = re.match(rf"\s*{_PER}(?P<u>{'|'.join(map(re.escape, _volume_spellings(units)))})(?!\w)", behind)
        found = per or hour
        what: Given = {"money_per": per["u"]} if per else {"money_per": "h"} if hour else {}
        amount = _of_volume(_volume_spellings(units)).search(low)
        if not what and amount and _EACH.search(low[: money.start]):
            what = {"money_per": amount["u"]}  # "120 litres at 1.95 pounds"
        pieces.keep(
            (money.start, money.end + (found.end() if found else 0)),
            money=money.value, currency=money.unit, **what,
        )  # fmt: skip
        return
    if (an_hour := _AN_HOUR.search(low)) is not None:  # "210 Euro pro Stunde" is no amount of money elsewhere
        currency = CURRENCY.get(an_hour["c"][0], "")
        pieces.keep(an_hour.span(), money=figure(an_hour["n"]), currency=currency, money_per="h")
        return
    bare = re.search(
        rf"(?P<n>{_NUMBER})\s*{_PER}(?P<u>{'|'.join(map(re.escape, _volume_spellings(units)))})(?!\w)", low
    )
    if bare:
        pieces.keep(bare.span(), money=figure(bare["n"]), money_per=bare["u"])


_HEADS = r"(?P<{0}>\d{{1,2}}|two|three|four|five|six|zwei|drei|vier|fünf|sechs|deux|trois|quatre|cinq|six)"
_PERSONS = r"(?:people|persons?|pilots?|members?|friends|ways|of us|pax|leuten?|personen|piloten|mitglieder\w*|köpfe|freunden?|personnes|pilotes|membres|amis)"
_SHARED = re.compile(
    rf"(?:how much (?:is (?:that|it) )?)?\b(?:(?:split|shared?|divided?|sharing|splitting)\b(?: (?:it|that|the (?:cost|bill)|this|equally|evenly))*(?: (?:by|between|among|amongst|with|into|over|for|the))* {_HEADS.format('n')}(?: {_PERSONS})?"
    rf"|(?:between|among|amongst|for) (?:the |all )?{_HEADS.format('of_us')} (?:of us|people|pilots|persons)|{_HEADS.format('way')}[- ]ways?\b|(?:we are|we're|there are|there's|with) {_HEADS.format('are')}(?: (?:of us|people|pilots))?(?! ?(?:h|nm|kt|l)\b)"
    rf"|(?:durch|auf|unter|für|bei) (?:uns )?{_HEADS.format('auf')}(?: {_PERSONS})?(?: (?:aufgeteilt|verteilt|geteilt|teilen|aufteilen))|(?:geteilt|aufgeteilt|verteilt|teilen) (?:durch|auf|unter) (?:uns )?{_HEADS.format('durch')}(?: {_PERSONS})?"
    rf"|(?:durch|bei|für) {_HEADS.format('pers')} {_PERSONS}|zu (?P<zu>zweit|dritt|viert|fünft|sechst)(?: sind)?|(?:wir sind|sind wir|sind) {_HEADS.format('sind')}(?: (?:leute|personen|piloten))?"
    rf"|(?:divis[ée]e?s?|divise|partag[ée]e?s?|partage|partager|réparti\w*)(?: (?:par|entre|à|en|nous|les|la|somme))* {_HEADS.format('par')}(?: {_PERSONS})?|(?:pour|entre|à) (?:nous )?{_HEADS.format('pour')} {_PERSONS}|(?:on est|nous sommes|on sera|on vole à) {_HEADS.format('on')}(?: {_PERSONS})?"
    rf"|(?<=[ \d])(?:by|between|among|durch|entre|par) {_HEADS.format('by')}(?= ?(?:[?.!,]|$)))"
    r"(?!\w)"
)
""" "Split by 4", "auf 3 Leute aufgeteilt", "partagé entre trois": how many share what it costs."""
_TO_EACH = re.compile(
    r"\b(?:each|everyone|(?:per|pro|par) (?:person\w*|head|kopf|nase|pilot\w*|pax|tête)|apiece|jede[rnm]?|jeweils|chacune?|split\w*|shar\w+|divid\w+|teil\w*|geteilt|aufgeteilt|partag\w+|divis\w+)\b"
)
_MANY = {word: count for count, words in enumerate((("two", "zwei", "zweit", "deux"), ("three", "drei", "dritt", "trois"), ("four", "vier", "viert", "quatre"), ("five", "fünf", "fünft", "cinq"), ("six", "sechs", "sechst")), 2) for word in words}  # fmt: skip


def _shared(pieces: _Pieces) -> None:
    """How many share the cost, where that is told."""
    found, asked = _SHARED.search(pieces.low), [*_TO_EACH.finditer(pieces.low)]
    if found is not None and (found["by"] is None or asked):
        for word in asked:
            pieces.keep(word.span())
        heads = next(value for value in found.groupdict().values() if value is not None)
        pieces.keep(found.span(), people=_MANY.get(heads) or int(heads))


_A_MINUTE = 1 / 60
_ON_TOP = re.compile(r"(?:\b(?:plus|and|und|et|with|mit|avec|keeping|keep|leaving)|\+)\s*(?:a |an |my |still )?$")


def _figures(said: Said, beside: frozenset[str] = frozenset()) -> Iterator[Given]:
    """The one reading of a message as a sum; nothing where it says anything else."""
    units = said.deps.units
    pieces = _Pieces(said)
    own, low = find_own(pieces.low)
    if own.keys() - {"reserve_minutes"}:
        return  # a contingency or an alternate is a fuel plan's
    pieces.low = low
    pieces.given |= own
    burning = find_burning(low)
    for span in burning_spans(low) if burning.burn_lph is not None else ():
        pieces.keep(span)
    if burning.burn_lph is not None:
        pieces.given["burn_lph"] = burning.burn_lph
        if burning.usable_l is not None:
            return  # how long tanks last is reckoned elsewhere
    for rate in _RATE.finditer(low):
        pieces.keep(rate.span(), rate_fpm=figure(rate["n"].strip()))
    _shared(pieces)
    _prices(pieces, units)
    volume = _of_volume(_volume_spellings(units))
    for amount in volume.finditer(low):
        if "volume" in pieces.given:
            return
        if not any(a < amount.end() and amount.start() < b for a, b in pieces.spans):
            pieces.keep(amount.span(), volume=figure(amount["n"]), volume_unit=amount["u"])
    if "volume" in pieces.given and "money" not in pieces.given and (bare := _BARE_PRICE.search(low)):
        pieces.keep(bare.span(), money=figure(bare["n"]), money_per=pieces.given["volume_unit"])
    for kind, name in (
        ("wind", "headwind_kts"),
        ("speed", "speed_kts"),
        ("distance", "distance_nm"),
        ("duration", "hours"),
    ):
        found = pieces.of(kind)
        if len(found) > 1:
            return
        for one in found:
            value = round(one.value * 60) / 60 if kind == "duration" else one.value
            pieces.keep((one.start, one.end), **{name: value})
    if {"hours", "distance_nm", "speed_kts"} <= pieces.given.keys() and "reserve_minutes" not in pieces.given:
        told = float(str(pieces.given["hours"]))
        times = [q for q in said.slots.of("duration") if abs(q.value - told) < _A_MINUTE]
        if times and _ON_TOP.search(low[: times[0].start]):  # "140 nm at 95 kt plus 45 minutes"
            pieces.given["reserve_minutes"] = round(60 * float(str(pieces.given.pop("hours"))))
    if "hours" not in pieces.given and (clock := _CLOCK.search(low)):  # "after 2h10" is no time of day here
        pieces.keep(clock.span(), hours=int(clock["h"]) + int(clock["m"]) / 60)
    heights = list(_HEIGHT.finditer(low)) if "rate_fpm" in pieces.given else []
    heights = [h for h in heights if not any(a < h.end() and h.start() < b for a, b in pieces.spans)]
    if heights:
        values = [100 * figure(h["fl"]) if h["fl"] else figure(h["ft"]) for h in heights]
        if len(values) > 2:
            return
        for one in heights:
            pieces.keep(one.span())
        pieces.given["height_ft"] = abs(values[0] - values[1]) if len(values) > 1 else values[0]
    rest = low
    for first, last in pieces.spans:
        rest = rest[:first] + " " * (last - first) + rest[last:]
    rest = ELIDED.sub(" ", rest)
    allowed = units.may_stand | units.may_be_reckoned | {*units.fuels} | beside
    if all(word in allowed for word in re.findall(r"[^\W_]+(?:['’-][^\W_]+)*|[$€£%]", rest)):
        for what, asks in _ASKS:
            if asks.search(rest):
                yield {**pieces.given, "what": what}
        yield pieces.given


_WHEN_THERE = re.compile(
    r"\b(?:(?:what|which) time|when|eta|arriv\w*|land(?:ing|ed)?\b|touch ?down|wann|um wie ?viel uhr|ankunft\w*|ankomm\w*|lande\w*|"
    r"à quelle heure|quelle heure|quand|heure d['’]arrivée|atterri\w*|pos[ée]\w*)"
)
_BY_THEN = re.compile(
    r"\b(?:by|before|land(?:ing)?(?: at)?|arriv\w*(?: at)?|there (?:at|for)|be (?:there|back|home)(?: at)?|bis|vor|landung(?: um)?|lande(?: um)?|da sein um|ankunft(?: um)?|"
    r"avant|pour|arriv\w*(?: à)?|atterri\w*(?: à)?|posé\w*(?: à)?)\s+$"
)
_WHEN_OFF = re.compile(
    r"\b(?:when|what time|wann|um wie ?viel uhr|quand|à quelle heure)\b(?:(?!\b(?:if|wenn|si|land\w*|arriv\w*|atterri\w*|when i|da)\b)[^?.!])*\b(?:leave|take ?off|off blocks|depart|go|set off|los|starten|abfliegen|losfliegen|partir|décoller|pars|décolle)\b"
)
_MOMENT = re.compile(
    r"(?:(?<![\w.,:/])(?:à|at|um|vers|gegen)\s(?P<h3>[01]?\d|2[0-3])\s?(?:h|uhr|heures)(?![\w:])|(?<![\w.,:/])(?P<h>[01]?\d|2[0-3])(?:(?::|h|\.)(?P<m>[0-5]\d)|(?P<m2>[0-5]\d)(?=\s*(?:z\b|utc|zulu|local|lt\b|loc\b|lokal|ortszeit|heure locale|uhr))))"
    r"\s*(?P<z>z\b|utc\b|zulu\b)?"
)


def landed(said: Said) -> Iterator[Given]:
    """ "Leave EBAW 08:45 local, 265 nm at 148 kt: when do I land": a time of miles and knots from when one leaves."""
    low = said.slots.low
    fields = [code for spot in said.spots if (code := said.field_of_spot(spot, far=False))]
    moments = [*_MOMENT.finditer(low)]
    far, fast, wind = (said.slots.of(kind) for kind in ("distance", "speed", "wind"))
    if len(moments) != 1 or len(far) != 1 or len(fast) != 1 or len(wind) > 1 or not _WHEN_THERE.search(low):
        return
    if len(said.spots) > 1 or len(fields) != len(said.spots) or said.slots.countries or said.slots.of("duration"):
        return
    if _BY_THEN.search(low[: moments[0].start()]) or _WHEN_OFF.search(low):
        return  # the hour to be there by
    clock = moments[0]
    given: Given = {"distance_nm": far[0].value, "speed_kts": fast[0].value}
    if wind:
        given["headwind_kts"] = wind[0].value
    given["off_block"] = (
        f"{int(clock['h'] or clock['h3']):02d}:{clock['m'] or clock['m2'] or '00'}{'Z' if clock['z'] else ''}"
    )
    yield {**given, **({"off_at": fields[0]} if fields else {})}


def summed(said: Said) -> Given | None:
    """The figures of a message that is a sum and nothing beside; None for any other."""
    if said.slots.days or not (re.search(r"\d", said.slots.low) or said.slots.crafts):
        return None
    load = None if fuel_by_mass(said) is not None else what_is_aboard(said)
    for given in (*([load] if load else of_free_words(said)), *landed(said), *_figures(said)):
        try:
            SumArguments.model_validate(given)
        except ValidationError:
            continue
        return given
    return None


_LITRES_TOLD = re.compile(r"\*\*(?P<n>\d+(?:[.,]\d)?) l\*\*")


def of_the_fuel_told(said: Said, last: ToolCall, answer: str) -> ToolCall | None:
    """ "And what is that at 2.95 a litre" behind a fuel plan: the litres it told at that price."""
    told = _LITRES_TOLD.search(answer)
    if last.tool != "get_fuel_plan" or told is None or said.slots.spots or said.slots.days:
        return None
    pieces = _Pieces(said)
    _prices(pieces, said.deps.units)
    gallons = _GALLONS_TOLD.search(answer)
    if "money" not in pieces.given and (bare := _BARE_PRICE.search(pieces.low)) is not None:
        pieces.keep(bare.span(), money=figure(bare["n"]))  # "at 2.40 each" of what was told last
    if "money" in pieces.given and "money_per" not in pieces.given:
        pieces.given["money_per"] = gallons["unit"] if gallons else "l"
    if pieces.given.get("money_per") in (None, "h"):
        return None
    rest = pieces.low
    for first, end in pieces.spans:
        rest = rest[:first] + " " * (end - first) + rest[end:]
    may_stand = said.deps.units.may_stand | said.deps.units.may_be_reckoned | {*said.deps.units.fuels, "each"}
    if not all(word in may_stand for word in re.findall(r"[^\W_]+(?:['’-][^\W_]+)*", ELIDED.sub(" ", rest))):
        return None
    said.take_all()
    given: Given = {**pieces.given, "volume": figure(told["n"]), "volume_unit": "l"}
    if gallons is not None and given["money_per"] == gallons["unit"]:
        given |= {"volume": figure(gallons["n"]), "volume_unit": gallons["unit"]}
    return ToolCall(tool="work_out_figures", arguments=given)


_GALLONS_TOLD = re.compile(r"\*\*(?P<n>\d+(?:[.,]\d)?) (?P<unit>US gal|imp gal)\*\*")
_BARE_BURN = re.compile(
    r"\W*(?:(?:and|what if|or|und|oder|et|ou|si|was|wenn|what about|how about|at|with|if|make it|say|it|its|it's|it is|burns?|mit|bei|à|avec|es|sind|c'est|disons|more like|rather|lieber|eher|plutôt)\W+)+"
    r"(?P<n>\d{1,3}(?:[.,]\d)?)\W*(?:instead|then|stattdessen|plutôt|sind|wären|an hour|per hour|pro stunde|à l['’]heure)?\W*"
)
_ALIKE = 1.7
"""A bare figure is another burn where it is at most that many times the one told, or a part of it that large."""


def of_another_burn(said: Said, last: ToolCall, answer: str) -> ToolCall | None:
    """ "What if it's 34" behind fuel at 30 litres an hour: that burn, where the figure may be no other of the plan."""
    match, low = _BARE_BURN.fullmatch(said.slots.low), said.slots.low
    burn = last.arguments.get("burn_lph")
    if (
        last.tool not in ("get_fuel_plan", "work_out_figures")
        or match is None
        or not isinstance(burn, int | float)
    ):
        return None
    value = figure(match["n"])
    others = [v for n, v in last.arguments.items() if n != "burn_lph" and isinstance(v, int | float) and v > 1]
    if not _may_be(value, burn) or any(_may_be(value, other) for other in others) or "%" in low:
        return None
    said.take_all()
    return last.varied(burn_lph=value)


def _may_be(value: float, told: float) -> bool:
    return told / _ALIKE <= value <= told * _ALIKE


_IN_THAT_TIME = re.compile(
    r"\b(?:(?:in|with|for) (?:that|this|the same) time|in (?:der|dieser) zeit|pendant ce temps|(?:dans|en) ce temps)\b"
)


def of_the_time_in_hand(said: Said, last: ToolCall, answer: str) -> ToolCall | None:
    """ "How far do I get in that time at 118 kt" behind fuel for a time or a sum of hours: the miles of that time."""
    minutes = last.arguments.get("flight_minutes") if last.tool == "get_fuel_plan" else None
    hours = minutes / 60 if isinstance(minutes, int | float) else last.arguments.get("hours")
    speed = said.slots.of("speed")
    if last.tool not in ("get_fuel_plan", "work_out_figures") or not isinstance(hours, int | float):
        return None
    if said.slots.spots or said.slots.days or len(speed) != 1 or not _IN_THAT_TIME.search(said.slots.low):
        return None
    wind = said.slots.of("wind")
    said.take_all()
    ahead: Given = {"headwind_kts": wind[0].value} if wind else {}
    return ToolCall(tool="work_out_figures", arguments={"hours": hours, "speed_kts": speed[0].value, **ahead})


_BARE_SPEED = re.compile(
    r"^\W*(?:(?:and|what if|or|und|oder|et|ou|what about|how about|at|doing|flown at|mit|bei|à|avec)\s+)+(?P<n>[4-9]\d|[1-3]\d\d)\W*(?:instead|then|stattdessen|plutôt)?\W*$"
)
_BARE_MONEY = re.compile(r"\b(?:at|zu|bei|à|for)\s(?P<n>\d[.,]\d\d)(?!\d|\s*(?:nm|kt|h\b|l\b))")
_GALLONS = re.compile(
    r"^\W*(?:(?:and|und|et|so|what is (?:that|it)|how much is that)\W+)*(?:in|en)\s+(?:(?P<imp>imp\w*|uk|british)\s+)?(?:us |u\.s\. |american )?(?:gall?on(?:s|en)?|gals?|usg)(?: am[eé]ricains| us)?\W*$"
)
_TOLD_OF_IT = re.compile(r"\*\*(?P<n>\d+(?:[.,]\d+)?) l\*\*")
_OF_A_CHANGE = word_set(
    "make what if about how instead rather say and only but no sorry more extra it use have add keep with headwind tailwind reserve "
    "mach daraus wenn lieber stattdessen aber mit gegenwind rückenwind mehr plutôt disons sinon mais avec réserve vent face arrière de en"
)
"""What may stand beside a figure that changes a sum."""


_ON_THE_NOSE = re.compile(
    r"\W*(?:(?:and|but|with|und|mit|et|avec|what if|say)\W+)*(?P<n>\d{1,2})\s*(?:kts?|knots|knoten|kn|nœuds|noeuds)?\W*"
    r"(?:(?P<head>(?:on the |on my )?nose|headwind|gegenwind|von vorne?|auf der nase|de face|vent de face)|(?:on the )?tail(?:wind)?|rückenwind|von hinten|dans le dos|arrière|vent arrière)\W*"
)
_AND_HOME = re.compile(
    r"\W*(?:(?:and|so|ok|what about|und|et|was ist mit)\W+)*(?:the |der |den |le )?(?:way (?:home|back)|back|return|coming back|rückweg|rückflug|zurück|retour|au retour|le retour)\W*"
)


def of_the_wind_of_the_sum(said: Said, last: ToolCall, answer: str) -> ToolCall | None:
    """ "With 15 on the nose" behind miles at a speed, and "the way home" in that wind turned round."""
    wind = last.arguments.get("headwind_kts")
    if last.tool != "work_out_figures" or "speed_kts" not in last.arguments or said.slots.days:
        return None
    if (told := _ON_THE_NOSE.fullmatch(said.slots.low)) is not None:
        knots = figure(told["n"])
        said.take_all()
        return last.varied(headwind_kts=knots if told["head"] else -knots)
    if isinstance(wind, int | float) and wind and _AND_HOME.fullmatch(said.slots.low):
        said.take_all()
        return last.varied(headwind_kts=-wind)
    return None


def of_the_sum_told(said: Said, last: ToolCall, answer: str) -> ToolCall | None:
    """ "With 20 kt headwind", "and 45 min reserve", "make it 300 nm" behind a sum: the same sum with that figure."""
    if last.tool != "work_out_figures" or said.slots.days or summed(said) is not None:
        return None
    low, given, burnt = said.slots.low, Given(), _TOLD_OF_IT.search(answer)
    if (gallons := _GALLONS.match(low)) and burnt is not None:
        said.take_all()
        unit = "imp gal" if gallons["imp"] else "US gal"
        return ToolCall(tool="convert_units", arguments={"value": figure(burnt["n"]), "unit": "l", "to": unit})
    if said.slots.countries or said.slots.spots:
        return None
    if (speed := _BARE_SPEED.match(low)) and "speed_kts" in last.arguments:
        given = {"speed_kts": figure(speed["n"])}
    else:
        given = next(_figures(said, _OF_A_CHANGE), Given())
    if not given and (price := _BARE_MONEY.search(low)) is not None:
        given = {"money": figure(price["n"]), "money_per": "l"}
    given.pop("what", None)
    if "reserve_minutes" in given:
        given.pop("hours", None)  # the minutes kept are no time of flight
    if "money" in given and "volume" not in last.arguments and "hours" not in given and burnt is not None:
        per = given.get("money_per") or "l"
        given = {"money": given["money"], "money_per": per, "volume": figure(burnt["n"]), "volume_unit": "l"}
        said.take_all()
        return ToolCall(tool=last.tool, arguments=given)
    if (call := worked_out_with(last, given)) is not None:
        said.take_all()
    return call


goes_on(of_the_load_told)
goes_on(of_the_fuel_told)
goes_on(of_another_burn)
goes_on(of_the_wind_of_the_sum)
goes_on(of_the_time_in_hand)
goes_on(of_the_sum_told)


@reads(
    "work_out_figures",
    ("distance_nm", "speed_kts", "money", "height_ft", "volume", "max_kg", "masses", "people"),
    called=later("A sum of figures"),
    claims=lambda said: summed(said) is not None,
    unless=lambda said: summed(said) is None,
    calm=lambda said: (summed(said) or {"what": "glide"}).get("what") != "glide",
)
def work_out(said: Said) -> Given:
    """All figures of the sum."""
    given = summed(said)
    if given is None:
        return {}
    said.take_all()
    return given
