"""Reads what a message names by look-up in tables, longest match first: the typed spans of `Slots`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from itertools import pairwise

from agent import regex as re
from agent.aviation.geometry import geodesic_nm
from agent.aviation.names import fold
from agent.aviation.place_lookup import AREA_KINDS
from agent.aviation.place_words import is_common_word
from agent.aviation.spelling import place_key
from agent.deps import Deps
from agent.language.corrections import WORDS_BEFORE, standing, taken_back
from agent.language.courtesy import courtesy
from agent.language.days import NUMBERED, Day, find_days
from agent.language.hours_meant import with_hours_meant
from agent.language.one_place import are_legs, here_told, of_one_field
from agent.language.page import Page
from agent.language.place_names import ONE_FIELD, PlaceNames
from agent.language.quantities import Quantity, find_quantities
from agent.language.reasons import without_reasons
from agent.language.slot_words import (
    ABBREVIATIONS,
    BEFORE_AIRCRAFT,
    FUNCTION,
    NO_COUNTRIES,
    NOT_AIRCRAFT,
    NOT_CODES,
    TERSE_COUNTRIES,
    WEATHER_GROUP,
    WORDLIKE_AIRCRAFT,
    WORDLIKE_COUNTRIES,
)
from agent.language.slots import Craft, Named, Slots, Spot
from agent.language.spoken_codes import registrations, spelt_out
from agent.language.vocabulary import Vocabulary
from agent.language.within_area import within_their_areas
from agent.language.wording import Word, word_set, words_of

_ID = re.compile(r"\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b|\b[a-z]+(?:-[a-z]+){1,}-\d+\b|\bq\d+\b", re.IGNORECASE)
_UNTIL = re.compile(
    r"\s+(?:à )?(?:\d{1,2}\s?(?:h|:|heures?|min|jours?|semaines?)|demain|midi|minuit|là\b|ce (?:soir|midi|matin)|cet après|"
    r"(?:une|deux|trois|quelques|la fin|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|le (?:week|soir))\b)",
    re.I,
)
""" "D'ici demain", "d'ici une heure": no place."""
_HERE = re.compile(
    r"\b(?:here|my (?:current |present |actual )?(?:position|location)|(?<=nearest )to me(?= now)?|where (?:i am|we are)(?: now)?|ici|ma position|hier(?! "
    r"et\b)|meine[rm]? (?:position|standort)|"
    r"(?:my )?home(?: base| field| airfield)?(?! counties)|my base|at (?:my place|ours)(?! (?:in|near)\b)|chez (?:moi|nous)|bei uns|zu ?hause|meine[mr]? "
    r"(?:heimat\w*|basis)|near me|around me|autour de moi|près de moi|around us|near us|autour de nous|près de nous|in meiner nähe|in unserer nähe|um mich (?:herum|rum)|um uns (?:herum|rum)|rund um (?:mich|uns)\b|bei "
    r"mir)\b",
    re.IGNORECASE,
)
_DOES = re.compile(
    r"\s+(?:(?:has|have|had|is|are|was|may|might|will|would|can't|cannot|won't|wants? to|hat|haben|ist|will|kann|a|ont|est|veut) )?"
    r"(?:join(?:s|ing|ed)?|cried off|coming (?:too|along|with)|dropped out|pulled out|bailed|fallen ill|ill|sick|abgesagt|krank|"
    r"malade|annulé|se désiste)\b",
    re.IGNORECASE,
)
"""What people do, behind a name: "Geoffrey has cried off", "the Hendersons may join us"."""
_SO_MUCH = re.compile(
    r"\s+\d{1,3}\s*(?:kts?|kn|knots?|knoten|n(?:œ|oe)uds?|min\w*|nm|miles|ft|feet|l|litres?|liters?|hours?|h)\b",
    re.IGNORECASE,
)
_IS_A_FIELD = re.compile(
    r"\s+(?:on (?:the )?(?:isle|island)\b|(?:air(?:field|port|strip)|aerodrome|flugplatz|flughafen|strip)\b)",
    re.IGNORECASE,
)
""" "Andreas on the Isle of Man", "Andreas airfield"."""
_TO_ME = re.compile(r"\b(?:nearest|closest|nearby)\b.*?\b(to me)\b", re.IGNORECASE)
_HOME = re.compile(r"home|base|chez|haus|heimat|basis|bei (?:mir|uns)|at (?:my|ours)", re.IGNORECASE)
_BEHIND_RULES = re.compile(r"\bnight (?:v|i)fr\s+$|\bmode s\s+$|\brules\s+$")
_NOTHING_BEHIND = re.compile(r"\s*(?:$|[?!.,;]|(?:and|vs|v|please|pls)\b)")
""" "Night vfr at" is Austria's, "night vfr at Gloucester" is not."""
_COUNTRY_CODE = re.compile(
    r"\b(?:[Rr]ules?|[Rr]egulations?|[Aa]irports?|[Aa]irfields?|[Ee]ntry|VFR|IFR|[Cc]ountry|"
    r"[Rr]egeln|[Rr]ègles)\s+([A-Z]{2})\b(?![.-])"
)
_HYPHENED = re.compile(r"(?<![\w-])(?P<code>[A-Z]{2}-[A-Z0-9]{2,6})(?![\w-])", re.IGNORECASE)
"""As the table lists fields without an ICAO code: "MA-0009"."""
_TAPPED = re.compile(
    r"(?i:^(?:tell me about|airports near|find|what notice does|how far from|airports between)|\bnm of) "
    r"(?P<code>[A-Z0-9]{3,7})(?=$|[,?.!]| (?:to|and|need|with|please)\b)"
)
_TAPPED_END = re.compile(r"^(?:How far from \S+ to|Airports between \S+ and) (?P<code>[A-Z0-9]{3,7})$")
"""Our own next questions, where "26MI" is a field and not a distance."""
_BARE = re.compile(r"^(?![0-3]\d[LRC]$)(?P<code>\d[A-Z0-9]{2,3})$")
"""A code alone that begins with a digit, as no type of aircraft does; "28R" is a runway."""
_DIRECTED = re.compile(r"(?:0[1-9]|[12]\d|3[0-6])0\s?/\s?\d{2}(?!\d)")
_BLOWN_FROM = re.compile(
    r"\b(?:winds?|vent|kts?|kn|knots?|knoten|n(?:œ|oe)uds?) (?:(?:is|at) )?(?:from|aus|du|out of) $", re.IGNORECASE
)
""" "20 kt wind aus 210": no Cessna."""
_BEFORE_IT = 24
"""Letters before a figure that tell that it is a wind's."""
_MEASURED = re.compile(
    r"\s*(?:kts?|kn|knots?|knoten|n(?:œ|oe)uds?|km/?h|mph|ft|feet|fuss|fuß|m|metres?|meters?|meter|l|litres?|liters?|liter|nm|miles?|meilen)\b",
    re.IGNORECASE,
)
_CODE_BESIDE = re.compile(r"\s*[(\[,]?\s*")
_NOT_THAT_DAY = re.compile(
    r"\b(?:not|rather than|instead of|nicht|statt|anstatt|pas|plutôt que|au lieu de)\s+(?:on |am |the |le |la |du |de |von )?$",
    re.IGNORECASE,
)
BARE_TYPES = {n: f"C{n}" for n in ("150", "152", "172", "177", "182", "206", "210")} | {
    n: f"PA28-{n}" for n in ("151", "161", "181")
}
"""Types that pilots call by their bare number: "in the 172"."""
_OF_A_TYPE = frozenset(
    ("qui", "which", "that", "burns", "burning", "brule", "consomme", "verbraucht", "der", "die", "braucht")
)
_TERSE = 6
"""Words of a message in which "it to be" may be two countries."""
_LISTED = (_HYPHENED, _TAPPED, _TAPPED_END, _BARE)


def read_slots(text: str, today: date, deps: Deps, vocabulary: Vocabulary) -> Slots:
    """The spans of a plain text (see `wording.plain`)."""
    reader = _Reader(text, today, deps, vocabulary)
    return reader.read()


_OWNED = re.compile(
    r"\b(?:in|with|on|take|taking|mit|en|avec|dans)\s+(?:my|our|his|her|their|meine[rnm]?|unsere[rnm]?|mon|ma|notre)\s+$",
    re.IGNORECASE,
)


_WITH_HIM = re.compile(r"\b(?:with|mit|avec)\s+$", re.IGNORECASE)
"""Before a name that no table knows: "going there with Steve"."""
_BESIDE_ME = re.compile(r"\b(?:me|i|us|moi|ich)\s+(?:and|&|et|und|plus)\s+$", re.IGNORECASE)
_COMPANION = (
    r"(?:dog|doggo|pup|puppy|collie|spaniel|labrador|lab|retriever|terrier|whippet|cocker|poodle|dachshund|pug|beagle|hound|greyhound|"
    r"lurcher|cockapoo|cat|hund|hündin|welpe|dackel|pudel|katze|kater|chien|chienne|chiot|chat|chatte|épagneul|caniche|teckel|"
    r"wife|husband|son|daughter|brother|sister|mate|friend|colleague|frau|mann|sohn|tochter|bruder|schwester|freund|freundin|"
    r"kumpel|femme|mari|fils|fille|frère|sœur|soeur|copain|copine|ami|amie|instructor|student|fluglehrer|schüler|élève)"
)
_IS_SOMEBODY = re.compile(
    rf",?\s+(?:the|my|our|his|her|mein\w*|unser\w*|mon|ma|notre|le|la|der|die)\s+(?:\w+\s+)?{_COMPANION}\b",
    re.IGNORECASE,
)
""" "Bran the collie", "Rex, notre chien"."""
_NAMES_SOMEBODY = re.compile(
    rf"\b(?:the|my|our|his|her|mein\w*|unser\w*|mon|ma|notre)\s+(?:\w+\s+)?{_COMPANION},?\s+(?:called\s+|named\s+|namens\s+|appelée?\s+)?$",
    re.IGNORECASE,
)
""" "Our dog Bran", "mein Dackel Otto"."""
_FEAST = re.compile(r"\s*(?:weekend|week-end|day|thursday|holidays?|break|bank holiday)\b", re.IGNORECASE)
_OF_A_FEAST = re.compile(r"\b(?:pont|week-?end|jeudi|vendredi|samedi|lundi|fête)\s+de\s+l['’]$", re.IGNORECASE)
_FEASTS = frozenset(("ascension",))
_LONG_WEEKENDS = frozenset(("pont", "le pont"))
_OF_A_DATE = re.compile(
    r"\s+(?:du (?:\d|1er|premier|onze|huit|quinze|lundi|jeudi|mardi|vendredi)|de (?:la |l['’])?(?:ascension|pentec|toussaint|no[ëe]l|mai\b|novembre\b|assomption))",
    re.IGNORECASE,
)
""" "Le pont du 8 mai": a long weekend, and no village of that name."""
_SPLITS = re.compile(
    r"\s+(?:(?:the|our|my|a|an|all|this)\s+(?:\w+\s+)?)?"
    r"(?:costs?|fuel|fees?|bills?|price|rent|hire|tank|it|them|up|between|among|evenly|equally|with)\b"
)
""" "To split costs" is no way to Split."""
_ARTICLE = re.compile(r"\b(?:the|le|la|les|der|die|das|dem|den|du|au)\s+$", re.IGNORECASE)
_OFFICES = frozenset(
    ("guardia", "carabinieri", "gendarmerie", "gendarmes", "marechaussee", "polizia", "policia", "politie")
)
"""Whom one tells something, and no place to fly to."""
_VERBS = frozenset(("split", "deal", "tour", "battle", "hook"))
_CLAUSE_ENDS = re.compile(r"[,;(]\s*$")
_CLAUSE_BEGINS = re.compile(
    r"\s*(?:$|[,;)]|\.(?!\d)|(?:at |@ ?)?\d{2,4}\s?(?:kts?|knots?|kn|kgs?|kilos?|lbs?)\b)", re.IGNORECASE
)
_FUELLED = re.compile(
    r"\s+(?:(?:mit|with|avec|hat|has|burns|verbraucht|consomme|,)\s+)?\d{2,3}\s?(?:l|litern?|litres?|liters?|usg|gal\w*)\b",
    re.IGNORECASE,
)
""" "Aquila mit 109 Litern": what carries or burns fuel is no town."""
_WITH_ANOTHER = 3
_ONE_TOWN_NM = 20.0
_SAME_NM = 10.0
_ABBREVIATION = 4
"""Letters of an abbreviation that may also be the code or a part of the name of some field."""


_FARMS = frozenset(("manor", "farm", "hall", "house", "lodge", "grange", "priory", "airstrip"))
_REFUSED = re.compile(r"\s*,?\s+(?:no|nope|nein|non)\s*[.,;!]\s*\w", re.IGNORECASE)
_ON_AN_ISLAND = re.compile(r"\s*,?\s+(?:on|auf|sur)\s+(?:the |der |dem |l['’]|la |le )?", re.IGNORECASE)
_ISLES = ("isle of ", "island of ", "insel ", "ile de ", "île de ", "l'île ")
_ISLAND_NM = 40.0
_AVOIDED = re.compile(
    r"\b(?:avoid(?:ing)?|(?:steering|staying|keeping|steer|stay|keep) (?:well )?clear of|skirting|bypassing|(?:without|not) (?:flying |going |crossing |passing )*(?:over|through)|"
    r"(?:en )?[ée]vit(?:ant|er)(?: (?:de |d['’])?(?:passer|voler|survoler|traverser)(?: (?:au[- ]dessus|par[- ]dessus|par|dans|d[ue]s?))*)?|en contournant|sans (?:passer par|survoler|traverser)|ohne (?:über|durch)|nicht (?:über|durch)|vermeid\w*)\s+(?:the |la |les? |l['’]|die |den |das )?$",
    re.IGNORECASE,
)
_BUT_NO = re.compile(r"[^?;\n]{0,60}?[\s,.]no\s+", re.IGNORECASE)
_HOME_IN = re.compile(r" (?:in|near|at|en|à|près de|bei) ", re.IGNORECASE)
"""Between "from home" and where that is: "from home in Cornwall"."""
_AROUND = re.compile(r"\b(?:near|around|close to|round)\s+(?:the )?$", re.IGNORECASE)
"""Between a town around which is looked and a field of it that is not meant, and before the town."""


_TOLD_BY = re.compile(
    r"\b(?:decide|tell|say|let \w+ know|commit|confirm|reply|answer|rsvp|order|cancel|choose|entscheiden|zusagen|absagen|antworten|bescheid (?:geben|sagen)|"
    r"décider|répondre|confirmer|prévenir|trancher)\b(?![^.;?!]*\b(?:customs|border|police|gars?|zoll|polizei|douanes?)\b)[^.;?!,]{0,30}\b(?:by|until|before|no later than|bis|avant|d'ici)\s+$",
    re.IGNORECASE,
)
_BY_THEN = re.compile(
    r"[^.;?!,]{0,20}\b(?:zusagen|absagen|entscheiden|antworten|bescheid (?:geben|sagen)|confirmer|répondre|décider)\b",
    re.IGNORECASE,
)


def _is_told_by(day: Day, text: str) -> bool:
    """ "I have to tell the caterers by Wednesday": when one makes up one's mind, and no day of the flight."""
    if _TOLD_BY.search(text, 0, day.start):
        return True
    return bool(
        re.search(r"\b(?:bis|avant|d'ici)\s+$", text[: day.start], re.IGNORECASE) and _BY_THEN.match(text, day.end)
    )


_TWO_ENDS, _TOWN_OF_A_FIELD_NM = 2, 22.0


def _is_weekend_of(quantity: Quantity, days: Sequence[Day]) -> bool:
    """ "Whit weekend": the day that begins it, and no weekend of its own."""
    return quantity.unit == "weekend" and any(d.start < quantity.end and quantity.start < d.end for d in days)


class _Reader:
    """One pass over one text: what is taken by one kind of span is no longer seen by the next."""

    def __init__(self, text: str, today: date, deps: Deps, vocabulary: Vocabulary) -> None:
        self._page = Page(text)
        self._places = PlaceNames(self._page, deps, vocabulary)
        self.today, self.deps, self.vocabulary = today, deps, vocabulary

    def read(self) -> Slots:
        text = self._page.text
        ids = self._ids()
        listed = self._spelt_out() + self._listed_codes()
        self._leave_registrations()
        crafts = list(self._crafts())
        named = find_days(self._page.text, self.today)
        quantities = [q for q in find_quantities(self._page.text) if self._page.free(q.start, q.end)]
        quantities = [q for q in quantities if not _is_weekend_of(q, named)]
        numbered = [d for d in named if d.weekday is None and NUMBERED.fullmatch(self._page.text[d.start : d.end])]
        quantities = [
            q
            for q in quantities
            if q.kind != "clock" or not any(d.start < q.end and q.start < d.end for d in numbered)
        ]
        for quantity in quantities:
            self._page.take(quantity.start, quantity.end)
        days = [d for d in named if self._page.free(d.start, d.end)]
        for day in days:
            self._page.take(day.start, day.end)
        spots = [
            Spot(q.start, q.end, q.text, "coordinates", self._page.role(q.start))
            for q in quantities
            if q.kind == "coordinates"
        ]
        spots += self._here()
        spots += self._places.in_pieces()
        spots += listed + self._codes()
        long_names = self._places.names(2)
        countries = self._countries()
        spots += long_names + self._places.starts() + self._places.names(1)
        spots += self._places.before_a_dash(sorted(spots, key=lambda spot: spot.start), dated=bool(days))
        spots = self._places.with_countries(spots, countries)
        spots += self._places.announced(spots, countries)
        spots += self._places.misspelt_small(announced=True)
        weak = tuple(self._places.weak())
        spots += (beside := self._places.in_a_row(spots, weak))
        weak = tuple(spot for spot in weak if spot not in beside)
        if not (spots or countries or weak):
            countries = self._misspelt_countries()
            spots = self._places.alone() if not countries else []
            weak = tuple(self._places.misspelt()) if not (spots or countries) else ()
            if not (spots or countries or weak):
                weak = tuple(self._places.unknown())
        quantities = with_hours_meant(quantities, text)
        kinds = dict.fromkeys(q.kind for q in quantities if q.kind != "coordinates")
        alike = [[q for q in quantities if q.kind == kind] for kind in kinds]
        denied = [d for d in days if _NOT_THAT_DAY.search(text[: d.start]) or _is_told_by(d, text)]
        denied = denied if len(denied) < len(days) else []  # "sorry, Saturday not Friday"
        days = [d for d in days if d not in denied]
        spots = [part for spot in spots for part in self._areas_apart(spot)]
        left_out = self._left_out(spots)
        others = [spot for spot in spots if spot not in left_out]
        gone = [span for spans in (days, others, *alike) for span in taken_back(spans, text)]
        gone += [(day.start, day.end) for day in denied]
        quantities = [q for quantities in alike for q in standing(quantities, text)]
        weak = tuple(
            self._with_areas(
                [s for s in weak if not (self._is_person(s) or self._is_owned(s) or self._is_bridge(s))]
            )
        )
        spots = [*standing(others, text), *left_out]
        spots = [s for s in spots if not (self._is_person(s) or self._is_courtesy(s) or self._is_word(s))]
        spots = [s for s in spots if not self._is_owned(s) and not self._is_term(s) and not _is_mainland(s)]
        spots = self._without_refused(self._with_their_farms(sorted(spots, key=lambda s: s.start)))
        spots = here_told(text, of_one_field(text, without_reasons(spots, text.lower()), self.deps))
        spots = within_their_areas(text, spots, self.deps)
        spots = self._without_their_towns(self._without_avoided(self._without_their_islands(spots)))
        return Slots(
            text=text,
            words=tuple(self._page.words),
            quantities=tuple(sorted(quantities, key=lambda q: q.start)),
            days=tuple(standing(days, text)),
            crafts=tuple(crafts),
            countries=tuple(countries),
            spots=tuple(
                self._with_areas(
                    self._without_towns(
                        self._with_their_codes(self._without_owners(sorted(spots, key=lambda s: s.start)))
                    )
                )
            ),
            ids=ids,
            weak=weak,
            taken_back=tuple(gone),
        )

    def _with_their_farms(self, spots: list[Spot]) -> list[Spot]:
        """ "Baxby Manor": what a strip is called after is no place of its own behind its name."""
        text, found = self._page.text, list[Spot]()
        for spot in spots:
            last = found[-1] if found else None
            is_farm = text[spot.start : spot.end].lower() in _FARMS and spot.kind in ("place", "unknown")
            if last is not None and is_farm and last.kind == "place" and text[last.end : spot.start] == " ":
                found[-1] = replace(last, end=spot.end)
            else:
                found.append(spot)
        return found

    def _without_refused(self, spots: list[Spot]) -> list[Spot]:
        """ "Brussels no. Antwerp?": of two places the first is refused."""
        text = self._page.text
        if len(spots) < 2 or text[: spots[0].start].strip() or not _REFUSED.match(text, spots[0].end):
            return spots
        return spots[1:]

    def _without_their_islands(self, spots: list[Spot]) -> list[Spot]:
        """ "Sandown on the Isle of Wight": the island on which a field lies is no second field."""
        text = self._page.text
        islands = [
            island
            for field, island in pairwise(spots)
            if field.kind in ("place", "code")
            and island.kind == "place"
            and _ON_AN_ISLAND.fullmatch(text[field.end : island.start])
            and self._is_island(island.name)
            and self._is_near(field, island, _ISLAND_NM)
        ]
        return [spot for spot in spots if spot not in islands]

    def _is_island(self, name: str) -> bool:
        best = self.deps.places.resolve(name).best
        return (best is not None and best.kind in ("island", "region")) or name.lower().startswith(_ISLES)

    def _without_avoided(self, spots: list[Spot]) -> list[Spot]:
        """ "From Shoreham to Duxford, avoiding London": what a flight keeps clear of is no place of it."""
        if not {"from", "to"} & {spot.role for spot in spots}:
            return spots
        gone = [s for s in spots if _AVOIDED.search(self._before(s))]
        return [spot for spot in spots if spot not in gone] if len(spots) - len(gone) > 1 else spots

    def _without_owners(self, spots: list[Spot]) -> list[Spot]:
        """ "Palma's Son Bonet": of a town and what is its own, the latter is meant."""
        owners = [
            town
            for town, field in pairwise(spots)
            if town.kind == field.kind == "place" and self._page.text[town.end : field.start] in ("'s ", "’s ")
        ]
        return [spot for spot in spots if spot not in owners]

    def _without_towns(self, spots: list[Spot]) -> list[Spot]:
        """ "Caen am Samstag von Wien Vöslau aus", "Palma's Son Bonet": a town right before its own field is part of its
        name."""
        found = list(spots)
        for town, field in pairwise(spots):
            alone = sum(spot.kind in ("place", "code", "iata") for spot in found) < _WITH_ANOTHER
            if alone:
                return found
            if town.kind != "place" or field.kind != "place":
                continue
            gap = self._page.text[town.end : field.start]
            if town.role not in ("from", "to") or field.role or gap.strip() or not self._is_near(town, field):
                continue
            found = [
                replace(field, start=town.start, role=town.role) if s == field else s for s in found if s != town
            ]
        return found

    def _with_their_codes(self, spots: list[Spot]) -> list[Spot]:
        """ "Antwerp EBAW", "Le Touquet (LFAT)", "EGKH Headcorn": a name and the code of its field are one place."""
        found: list[Spot] = []
        for at, spot in enumerate(spots):
            last = found[-1] if found else None
            between = self._page.text[last.end : spot.start] if last is not None else ""
            behind = self._page.text[spot.end : spots[at + 1].start] if at + 1 < len(spots) else ""
            is_called = (between.strip() == "," and behind.strip() != ",") or _HOME_IN.fullmatch(
                between
            ) is not None
            if (
                last is not None
                and last.name == "home"
                and last.role == "from"
                and is_called
                and spot.role != "to"
            ):
                found[-1] = replace(spot, start=last.start, role="from")  # "from home, Popham"
                continue
            in_brackets = "(" in between and _CODE_BESIDE.fullmatch(between)
            if last is not None and in_brackets and last.name == "home" and spot.kind == "code" and last.role:
                found[-1] = replace(spot, start=last.start, role=last.role)  # "from home (EGTF)"
                continue
            if last is None or {last.kind, spot.kind} != {"place", "code"}:
                found.append(spot)
                continue
            gap = self._page.text[last.end : spot.start]
            is_one = self._is_near(last, spot, _SAME_NM) or self._is_in_its_name(last, spot)
            if not _CODE_BESIDE.fullmatch(gap) or not is_one:
                found.append(spot)
                continue
            code = last if last.kind == "code" else spot
            found[-1] = replace(code, start=last.start, end=spot.end, role=last.role or spot.role)
        return [spot for spot in found if not self._is_said_by_code(spot, found)]

    def _is_in_its_name(self, name: Spot, code: Spot) -> bool:
        """ "Rockland, KRKD": the town of which the field with that code has its name, though another is better known."""
        airport = self.deps.airports.get(code.name) if name.kind == "place" and code.kind == "code" else None
        called = f"{airport.name} {airport.municipality or ''}" if airport is not None else ""
        return {*place_key(name.name).split()} <= {*place_key(called).split()}

    def _is_said_by_code(self, spot: Spot, spots: list[Spot]) -> bool:
        """Whether the field of a name is given by its code as well: "Is Son Bonet open? LESB"."""
        if spot.kind != "place" or spot.role not in ("", "in"):
            return False
        codes = {other.name for other in spots if other.kind == "code" and other.role == ""}
        field = self.deps.places.resolve(spot.name).best if codes else None
        return field is not None and field.airport is not None and field.airport.ident in codes

    def _areas_apart(self, spot: Spot) -> list[Spot]:
        """ "Kent, Sussex or Surrey": two counties of one land are listed, and none lies in the other."""
        first, comma, second = spot.name.partition(",")
        if spot.kind != "place" or not comma or self._page.text[spot.start : spot.end] != spot.name:
            return [spot]
        one, other = self.deps.areas.find(first.strip()), self.deps.areas.find(second.strip())
        if one is None or other is None or (one.kind, one.country) != (other.kind, other.country):
            return [spot]
        end = spot.start + len(first)
        start = spot.end - len(second.lstrip())
        return [
            replace(spot, end=end, name=first.strip()),
            replace(spot, start=start, name=second.strip(), role="comma"),
        ]

    def _left_out(self, spots: list[Spot]) -> list[Spot]:
        """ "Near Amsterdam, no Schiphol": a town's field is left out, it takes the town not back."""
        text = self._page.text
        return [
            field
            for town, field in pairwise(sorted(spots, key=lambda spot: spot.start))
            if _BUT_NO.fullmatch(text[town.end : field.start])
            and _AROUND.search(text[: town.start])
            and self._is_near(town, field)
        ]

    def _without_their_towns(self, spots: list[Spot]) -> list[Spot]:
        """ "From Berlin-Schönhagen to Sylt": a town written in one with a field near it, where the flight goes elsewhere."""
        one = {
            field.start: town
            for town, field in pairwise(spots)
            if len(spots) > _TWO_ENDS
            and self._page.text[town.end : field.start] == "-"
            and {town.kind, field.kind} == {"place"}
            and (place := self.deps.places.resolve(town.name).best) is not None
            and place.airport is None
            and not are_legs(self._page.text, spots, town, self.deps)
            and self._is_near(town, field, _TOWN_OF_A_FIELD_NM)
        }
        named = [replace(s, start=t.start, role=t.role) if (t := one.get(s.start)) else s for s in spots]
        return [spot for spot in named if spot not in one.values()]

    def _is_near(self, town: Spot, field: Spot, nm: float = _ONE_TOWN_NM) -> bool:
        places = [self.deps.places.resolve(spot.name).best for spot in (town, field)]
        a, b = places
        return a is not None and b is not None and geodesic_nm(a.lat, a.lon, b.lat, b.lon) <= nm

    def _is_person(self, spot: Spot) -> bool:
        """Whether a first name is said of somebody: "Peter and Margaret are taking the Warrior"; "to Nancy" is a place."""
        possessive = self._page.text[spot.end : spot.end + 2] in ("'s", "’s")  # "in Ben's plane"
        if spot.kind in ("place", "unknown", "nickname") and _NAMES_SOMEBODY.search(self._before(spot)):
            return True
        beside_me = _BESIDE_ME.search(self._before(spot)) is not None
        is_free = possessive or beside_me or spot.role in ("", "and", "comma")
        if spot.kind not in ("place", "unknown") or not is_free:
            return False
        if _DOES.match(self._page.text, spot.end) or _IS_SOMEBODY.match(self._page.text, spot.end):
            return True
        if _IS_A_FIELD.match(self._page.text, spot.end):
            return False
        first_name = fold(self._page.text[spot.start : spot.end]) in self.vocabulary.first_names
        if spot.kind == "unknown":
            return first_name or (" " not in spot.name and _WITH_HIM.search(self._before(spot)) is not None)
        return first_name

    def _before(self, spot: Spot) -> str:
        """The words that lead to a place."""
        return self._page.text[max(0, spot.start - WORDS_BEFORE) : spot.start]

    def _is_owned(self, spot: Spot) -> bool:
        """Whether a name is somebody's: "in my Bulldog" is an aeroplane, known or not, and no place."""
        return spot.kind in ("place", "unknown") and bool(_OWNED.search(self._before(spot)))

    def _is_term(self, spot: Spot) -> bool:
        """Whether letters that are no code are an abbreviation of the glossary: "tmz and rmz"; "TODA", a town's name too."""
        said = self._page.text[spot.start : spot.end]
        capitals = said.isupper() and spot.kind == "place" and spot.role not in ("from", "to", "via", "near")
        short = spot.kind != "code" and (said.islower() or capitals) and len(said) <= _ABBREVIATION
        return short and any(term.term.isupper() for term in self.deps.glossary.meanings(said))

    def _is_word(self, spot: Spot) -> bool:
        """Whether a name is a verb or a feast where it stands: "to split costs", "Ascension weekend"."""
        said, text = self._page.text[spot.start : spot.end], self._page.text
        if spot.kind == "unknown" and fold(said) in _OFFICES:
            return True
        letters = spot.kind in ("iata", "place") and said.isupper() and len(said) <= _ABBREVIATION
        if letters and _ARTICLE.search(self._before(spot)) and self.deps.glossary.meanings(said):
            return True  # "talk to the SIV"
        if spot.kind != "place":
            return False
        if said in _VERBS and _SPLITS.match(text, spot.end):
            return True
        if self._is_bridge(spot):
            return True
        behind, before = _FEAST.match(text, spot.end), _OF_A_FEAST.search(self._before(spot))
        return said.lower() in _FEASTS and bool(behind or before)

    def _is_bridge(self, spot: Spot) -> bool:
        said, text = self._page.text[spot.start : spot.end].lower(), self._page.text
        return said in _LONG_WEEKENDS and _OF_A_DATE.match(text, spot.end) is not None

    def _is_courtesy(self, spot: Spot) -> bool:
        """Whether a message begins with a word of thanks or greeting that is a name too: "Tak for the help"."""
        return not (spot.kind == "code" or spot.role or self._page.text[: spot.start].strip()) and bool(
            courtesy(self._page.text[spot.start : spot.end])
        )

    def _with_areas(self, spots: list[Spot]) -> Iterator[Spot]:
        """Places, those marked that are counties, regions or states."""
        for spot in spots:
            yield replace(spot, is_area=True) if spot.kind == "place" and self._is_area(spot.name) else spot

    def _is_area(self, name: str) -> bool:
        """Whether it is one by this name, or by the English one: "Bayern", "Toskana"."""
        areas, places = self.deps.areas, self.deps.places
        if areas.find(name) is not None or not places.is_area(name):
            return areas.find(name) is not None
        best = places.resolve(name).best
        return best is not None and best.kind in AREA_KINDS and areas.find(best.name, best.country) is not None

    def _ids(self) -> tuple[str, ...]:
        found: list[str] = []
        for match in _ID.finditer(self._page.text):
            if match.group().lower() in ("question_id", "question_ids", "rule_id", "rule_ids"):
                continue
            found.append(match.group())
            self._page.take(match.start(), match.end())
        return tuple(found)

    def _here(self) -> list[Spot]:
        found: list[Spot] = []
        if (to_me := _TO_ME.search(self._page.text)) and not _HERE.search(self._page.text):
            self._page.take(*to_me.span(1))
            found.append(Spot(*to_me.span(1), "here", "here", "near"))
        for match in _HERE.finditer(self._page.text):
            if not self._page.free(match.start(), match.end()):
                continue
            if _UNTIL.match(self._page.text[match.end() :]) and match.group().lower().endswith("ici"):
                continue  # "d'ici 15h": a time
            follows = re.match(r"\s+(?:to|from|by)\b", self._page.text[match.end() :], re.I)
            if (
                re.match(r"home", match.group(), re.I)
                and follows
                and re.search(
                    r"\b(?:get|getting|fly|flying|flight|go|going|come|coming|back|us|me|him|her|them|way|route|return\w*|head\w*|airline|ticket|(?:make|made|making|do) it|be|being|land\w*|arriv\w*|safely)\s+$",
                    self._page.text[: match.start()],
                    re.I,
                )
            ):
                continue  # "how do we get home to Zurich"
            name = "home" if _HOME.search(match.group()) else "here"
            role = (
                "near"
                if re.match(r"near|around|autour|près|in meiner", match.group(), re.I)
                else self._page.role(match.start())
            )
            found.append(Spot(match.start(), match.end(), name, "here", role))
            self._page.take(match.start(), match.end())
        return found

    def _crafts(self) -> Iterator[Craft]:
        names = self.vocabulary.aircraft_words(self.deps)
        pairs = self.vocabulary.aircraft_pairs(self.deps)
        at = 0
        while at < len(self._page.words):
            word = self._page.words[at]
            mixed = any(c.isdigit() for c in word.text) and any(c.isalpha() for c in word.text)
            if word.text.isdigit() and (_MEASURED.match(self._page.text[word.end :]) or self._is_wind(word.start)):
                at += 1
                continue  # "with 150 kt", "for 210/20"
            called = BARE_TYPES.get(word.text)
            if (
                called
                and (self._has_article(at) or self._opens_and_burns(at) or self._is_listed_type(at))
                and self._page.free(word.start, word.end)
            ):
                self._page.take(word.start, word.end)
                yield Craft(word.start, word.end, called)
                at += 1
                continue
            follows = self._page.words[at + 1].key if at + 1 < len(self._page.words) else ""
            if not mixed and self._ends_a_compound(at, names):
                at += 1
                continue  # "Mont-Dauphin"
            is_first = mixed or word.key in names or (word.key, follows) in pairs
            if is_first and self._page.free(word.start, word.end):
                found = self._craft_at(at)
                if found is not None:
                    end, craft = found
                    self._page.take(craft.start, craft.end)
                    yield craft
                    at = end
                    continue
            at += 1

    def _ends_a_compound(self, at: int, names: frozenset[str]) -> bool:
        """Whether a word hangs by a hyphen on a name with a capital that no aircraft has: no "Piper-Cub"."""
        if at == 0:
            return False
        word, before = self._page.words[at], self._page.words[at - 1]
        glued = self._page.text[before.end : word.start] == "-" and word.text.isalpha()
        return glued and before.text.isalpha() and before.text.istitle() and before.key not in names

    def _is_wind(self, start: int) -> bool:
        text = self._page.text
        return bool(_DIRECTED.match(text, start) or _BLOWN_FROM.search(text[max(0, start - _BEFORE_IT) : start]))

    def _craft_at(self, at: int) -> tuple[int, Craft] | None:
        table = self.deps.aircraft
        for length in range(min(6, len(self._page.words) - at), 0, -1):
            last = self._page.words[at + length - 1]
            span = self._page.text[self._page.words[at].start : last.end]
            if len(span) > 40 or "," in span or not self._page.joined(at, length):
                continue
            only = words_of(span)
            if (any(w.key in NOT_AIRCRAFT for w in only) and only[-1].key != "ranger") or (
                length > 1 and only[-1].key in FUNCTION
            ):
                continue
            if length > 1 and last.text.isdigit() and _MEASURED.match(self._page.text[last.end :]):
                continue  # "DR400 120 kt" is no DR400/120
            if length == 1 and span.isalpha() and len(span) < 4 and not self._has_article(at):
                continue
            plural = span[:-1] if span.endswith("s") and any(map(str.isdigit, span)) else ""
            if plural and table.resolve(plural):  # "our C152s"
                return at + length, Craft(self._page.words[at].start, last.end, _craft_name(plural))
            if table.resolve(span):
                if length == 1 and only[0].key in WORDLIKE_AIRCRAFT and not self._is_aircraft_here(at):
                    return None
                return at + length, Craft(self._page.words[at].start, last.end, _craft_name(span))
        return None

    def _is_aircraft_here(self, at: int) -> bool:
        """Behind an article, or alone between commas: "3 up, arrow, back by two", "Warrior, 105 knots"."""
        word, text = self._page.words[at], self._page.text
        if word.key == "extra" and _SO_MUCH.match(text, word.end):
            return False  # "an extra 10 kt"
        words = self._page.words
        if at == 1 and words[0].key == "l" and len(words) == 2:
            return False  # "L'Aquila" and nothing more is the town
        alone = _CLAUSE_ENDS.search(text[: word.start]) and _CLAUSE_BEGINS.match(text, word.end)
        fuelled = _FUELLED.match(text, word.end) is not None
        return self._has_article(at) or fuelled or (bool(alone) and word.key not in self.vocabulary.first_names)

    def _has_article(self, at: int) -> bool:
        return at > 0 and self._page.words[at - 1].key in BEFORE_AIRCRAFT

    def _is_listed_type(self, at: int) -> bool:
        """ "Depuis Yverdon, 172, 3 personnes", "172 yverdon annecy": a bare type alone; 150 may be a figure."""
        word, text = self._page.words[at], self._page.text
        if word.text.endswith("0"):
            return False
        behind = self._page.words[at + 1 : at + 3]
        opens = at == 0 and len(behind) > 1 and all(w.text.isalpha() for w in behind)
        between = _CLAUSE_ENDS.search(text[: word.start]) and re.match(r"\s*(?:$|[,;)])", text[word.end :])
        return opens or bool(between)

    def _opens_and_burns(self, at: int) -> bool:
        """ "172 qui brûle 34 l/h": the type in the first word, and what it burns behind."""
        return at == 0 and len(self._page.words) > 1 and self._page.words[1].key in _OF_A_TYPE

    def _spelt_out(self) -> list[Spot]:
        """Codes said letter by letter, as dictation writes them."""
        found: list[Spot] = []
        for start, end, code in spelt_out(self._page.text, self._is_ident):
            if self._page.free(start, end):
                found.append(Spot(start, end, code, "code", self._page.role(start)))
                self._page.take(start, end)
        return found

    def _is_ident(self, code: str) -> bool:
        airport = self.deps.airports.get(code)
        return airport is not None and airport.ident == code

    def _leave_registrations(self) -> None:
        """ "G-ABCD" and "N172SP" are aircraft, whatever their letters spell."""
        for start, end in registrations(self._page.text):
            if self._page.free(start, end):
                self._page.take(start, end)

    def _listed_codes(self) -> list[Spot]:
        """Codes with digits that only the airport table knows, where nothing else can be meant by them."""
        found: list[Spot] = []
        text = self._page.text
        for match in (m for pattern in _LISTED for m in pattern.finditer(text)):
            start, end = match.span("code")
            code = match["code"].upper()
            airport = self.deps.airports.get(code) if any(map(str.isdigit, code)) else None
            if airport is None or airport.ident != code or not self._page.free(start, end):
                continue
            if match.re.pattern == _HYPHENED.pattern and self.deps.aircraft.resolve(code):
                continue  # "PA-28"
            if match.re.pattern == _BARE.pattern and find_quantities(text):
                continue  # "90KT"
            found.append(Spot(start, end, code, "code", self._page.role(start)))
            self._page.take(start, end)
        return found

    def _codes(self) -> list[Spot]:
        found: list[Spot] = []
        for word in self._page.words:
            if not self._page.free(word.start, word.end):
                continue
            if self._is_iata(word):
                found.append(Spot(word.start, word.end, word.text, "iata", self._page.role(word.start)))
                self._page.take(word.start, word.end)
                continue
            if not self._is_code(word):
                continue
            found.append(Spot(word.start, word.end, word.text.upper(), "code", self._page.role(word.start)))
            self._page.take(word.start, word.end)
        return found

    def _is_iata(self, word: Word) -> bool:
        """Three capitals that are an airline airport's code; a word in capitals only after "from" or "to"."""
        code = word.text
        if len(code) != 3 or not (code.isascii() and code.isalpha() and code.isupper()) or self._page.shouted:
            return False
        if code in ABBREVIATIONS:
            return False
        airport = self.deps.airports.get(code)
        if airport is None or airport.iata != code or code in NOT_CODES:
            return False
        if self._page.role(word.start) not in ("from", "to", "and") and self.deps.glossary.meanings(code):
            return False  # "ANO 2009", "JAR-FCL": a term before it is an airline airport's code
        is_word = word.key in self.vocabulary.words or is_common_word(word.key, word.key)
        return not is_word or self._page.role(word.start) in ("from", "to", "and")

    def _is_code(self, word: Word) -> bool:
        code = word.text.upper()
        if not code.isascii():
            return False
        if len(code) == 4 and code.isalpha():
            if code in NOT_CODES:
                return False
            airport = self.deps.airports.get(code)
            known = airport is not None and airport.ident == code
            if not known and WEATHER_GROUP.fullmatch(code):
                return False  # "-SHRA BKN012"
            if known and self._beside_its_like(word):
                return True
            if word.text.isupper() and not self._page.shouted:
                is_word = is_common_word(word.key, word.key) or word.key in self.vocabulary.words
                a_code = known or (
                    self.deps.countries.of_icao(code) is not None and not self.deps.glossary.meanings(code)
                )  # "TODA" is a length of a runway, and no field of Japan's
                return a_code and (not is_word or (known and word.text.startswith(("E", "L"))))  # "EDLE Zoll"
            if not known or word.key in self.vocabulary.words or is_common_word(word.key, word.key):
                return False
            if word.text.isupper() and self._beside_a_report(word):
                return True
            # "spot", "seen" and "know" are codes of far away: a code in small letters begins as Europe's do.
            # "Customs at faro" is of Portugal's, as "wick" is of Scotland's: these codes are of far away too.
            called = not self._page.role(word.start) or (
                word.text.islower() and self.deps.places.is_known(word.text)
            )
            if code[0] not in "ELBGU" and len(self._page.words) > 1 and called:
                return False
            if word.text[0].isupper() and not word.text.isupper():
                return not self.deps.places.is_name(word.text)
            return self.deps.countries.of_icao(code) is not None
        if len(code) in (6, 7) and re.fullmatch(r"[A-Z]{2}-?\d{4}", code):
            return self.deps.airports.get(code) is not None
        return False

    def _beside_its_like(self, word: Word) -> bool:
        """ "METAR LOWI LOWS LOWZ": a word in capitals, in a row with a code of the same country."""
        near = [other for other in self._page.neighbours(word.start) if other is not None]
        return word.text.isupper() and any(
            other.text[:2] == word.text[:2]
            and other.key not in self.vocabulary.words
            and self._is_ident(other.text)
            for other in near
        )

    def _beside_a_report(self, word: Word) -> bool:
        """ "METAR KSBS KEGE KGUC": codes in a row behind the name of a report."""
        before, after = self._page.neighbours(word.start)
        near = [other for other in (before, after) if other is not None and other.text.isupper()]
        return any(
            other.text in ("METAR", "METARS", "TAF", "TAFS") or self._is_ident(other.text) for other in near
        )

    def _misspelt_countries(self) -> list[Named]:
        """A country said in capitals that is nearly spelt right: "Germny", "Frnace"."""
        return [
            Named(word.start, word.end, country, False)
            for word in self._page.words[1:]
            if len(word.text) > 4
            and word.text[0].isupper()
            and word.text[1:].islower()
            and word.key not in self.vocabulary.words
            and not is_common_word(word.key, word.key)
            and self._page.free(word.start, word.end)
            and self.deps.areas.find(word.text) is None
            and (country := self.deps.countries.closest(word.text, first=True)) is not None
        ]

    def _terse_countries(self) -> list[Named]:
        """Countries by two small letters, as who is in a hurry writes them: "nl", "rules ch", "de→at", "be?"."""
        found: list[Named] = []
        words = self._page.words
        for at, word in enumerate(words):
            if len(word.text) != 2 or not word.text.islower() or not self._page.free(word.start, word.end):
                continue
            before = self._page.text[max(0, word.start - 12) : word.start]
            is_meant = word.text in TERSE_COUNTRIES or (
                word.text in WORDLIKE_COUNTRIES
                and (
                    len(words) == 1
                    or (_BEHIND_RULES.search(before) and _NOTHING_BEHIND.match(self._page.text[word.end :]))
                    or self._beside_a_country(at, -1)
                    or self._beside_a_country(at, 1)
                )
            )
            country = self.deps.countries.get(word.text.upper().replace("UK", "GB")) if is_meant else None
            if country is not None:
                found.append(Named(word.start, word.end, country, False))
                self._page.take(word.start, word.end)
        return found

    def _beside_a_country(self, at: int, step: int) -> bool:
        """Whether only "to", "vs" or a slash stands between this and another country's two letters."""
        words, other = self._page.words, at + step
        if len(words) > _TERSE:
            return False  # "I should prefer it to be half way"
        if 0 <= other < len(words) and words[other].key in ("to", "vs", "v"):
            other += step
        if not 0 <= other < len(words) or words[other].text not in TERSE_COUNTRIES | WORDLIKE_COUNTRIES:
            return False
        first, second = sorted((at, other))
        between = self._page.text[words[first].end : words[second].start]
        return bool(re.fullmatch(r"\s*(?:to|vs\.?|v|/|\+|&|-)\s*", between))

    def _with_rows_apart(self) -> str:
        """The text, letter for letter, with spaces in "Dinard-Jersey-Dinard": names in a row, one of them an island's."""
        text = self._page.text.replace("'", " ")
        for row in _ROW.finditer(text):
            names = row[0].split("-")
            countries = [self.deps.countries.named(name) for name in names]
            islands = [country for country in countries if country is not None and country.code in ONE_FIELD]
            named = all(
                country is not None or self.deps.places.is_name(name)
                for name, country in zip(names, countries, strict=True)
            )
            if islands and named:
                text = f"{text[: row.start()]}{row[0].replace('-', ' ')}{text[row.end() :]}"
        return text

    def _countries(self) -> list[Named]:
        found: list[Named] = []
        for start, end, country in self.deps.countries.find_all(self._with_rows_apart()):
            said = self._page.text[start:end]
            if not self._page.free(start, end) or said in NO_COUNTRIES:
                continue
            if said.lower().rstrip(".") == "island" and not self._page.german:
                continue  # of the sea, not Iceland
            named = self.deps.countries.named(said) is not None or len(said) == 2
            found.append(Named(start, end, country, not named))
            self._page.take(start, end)
        found += self._terse_countries()
        for match in _COUNTRY_CODE.finditer(self._page.text):
            start, end = match.span(1)
            country = self.deps.countries.get(match[1])
            if country is not None and self._page.free(start, end) and not self._page.shouted:
                found.append(Named(start, end, country, False))
                self._page.take(start, end)
        return sorted(found, key=lambda n: n.start)


_ROW = re.compile(r"(?<![\w-])[^\W\d_]{3,}(?:-[^\W\d_]{3,})+(?![\w-])")
"""Words that hyphens join."""


def _craft_name(span: str) -> str:
    bare = span.strip()
    return bare.upper() if any(c.isdigit() for c in bare) and " " not in bare else bare


_MAINLAND = word_set("continent mainland festland kontinent")


def _is_mainland(spot: Spot) -> bool:
    """ "From the Continent to Lydd": no name of a place, and which of its countries is not said."""
    return spot.kind == "place" and all(w.key in _MAINLAND | {"the", "le", "du"} for w in words_of(spot.name))
