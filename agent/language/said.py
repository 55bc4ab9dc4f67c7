"""One question as its words say it: places with their parts, days, amounts, countries and concepts, and what was used.

A tool's reading takes from it what the tool can use; every taking is noted, so that what nobody took can be
weighed when tools are compared, and named to the pilot.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time
from functools import cached_property
from itertools import pairwise

from agent import regex as re
from agent.aviation.airports import Point
from agent.aviation.hours import zone_of
from agent.aviation.names import fold
from agent.deps import Deps
from agent.language.days import Day
from agent.language.ends import Ends, Having, country_of, field_of, find_ends, find_place
from agent.language.gaps import gaps_between
from agent.language.lexicon import Mention
from agent.language.people import find_people
from agent.language.quantities import Quantity
from agent.language.slot_words import FRENCH, GERMAN
from agent.language.slots import Craft, Named, Slots, Spot
from agent.language.stops_told import stop_told
from agent.language.weekends import saturday_meant
from agent.language.wording import Word, word_set
from agent.protocol import Location

Span = tuple[int, int]
_BETWEEN_WORDS = 3
"""Words that may stand between a "no" and what it denies: "no need for any grass"."""
_AND_IN = re.compile(r"\s*,\s*(?:and|und|et|plus)\s+(?:in|im|en|au|around|near|um|bei|vers)\b")
_PAUSE = 3
"""Letters that may stand between a "no" and the words that set it right: "no, I meant"."""
_OWN_NO = re.compile(r"(?:sans|pas de|ohne|kein\w*|without|no)\b")
"""A phrase that holds its own no: "sans tour", where "tour" alone is a trip."""
_AND_NOT_OR = re.compile(r"(?:\b(?:and|und|et|plus|with|mit|avec)\b|&|\+)\s*(?:[\w']+ )?$")
_COMFORTS = frozenset(
    [
        "avgas",
        "jet_a1",
        "mogas",
        "ul91",
        "fuel",
        "self_service",
        "restaurant",
        "food",
        "hotel",
        "lights",
        "hard_runway",
        "ils",
        "rnp",
        "procedures",
        "parking",
        "taxi",
        "hangar",
        "maintenance",
        "bicycle",
        "camping",
        "transport",
    ]
)
"""What is wished for at a field: behind "and" it is not denied with a hindrance, as a tower or a fee is."""
_ON_ITS_OWN = re.compile(r"\b(?:on|onto|auf|sur)\s+(?:[\w']+ )?$")
""" "No avgas on hard runways": where it is, behind what is denied."""
_STRAIGHT = re.compile(r"\s*(?:-|->|→|–|\bto\b|\bnach\b|\bvers\b)\s*")
_ROAD = re.compile(r"\s*(?:to|nach|vers|a|à|-|->|→|–|>|/|<->)?\s*")
_STAYS = re.compile(r"zu ?hause\b|bei (?:mir|uns)\b|chez\b|at (?:my place|ours)\b")
"""Home as a place where something is, by its own words."""
_AT_HOME = re.compile(r"(?:\b(?:of|round|around|within|with|route|airline|brief|compare|and at)\s+|[-/]\s?)$")
_FROM_HOME = re.compile(r"\s*(?:to|nach|vers|-|/|und|and|vs)\s*(?!(?:back|again|then|how|what|on)\b)\w")
_HOME_WHEN = re.compile(
    r"\s*(?:on|at|by|before|after|until|till|in time|for (?:tea|dinner|lunch|supper)|around|again|the \d|\d|(?:same|next|that)\b|(?:mon|tue|wed|thu|fri|sat|sun)|(?:mo|di|mi|do|fr|sa|so)\b|tomorrow|lun|mar|mer|jeu|ven|sam|dim)"
)
"""Behind "home": when one is back there, "…, home on Monday"."""
_BEFORE_ILS = frozenset(
    ("an", "the", "any", "un", "l", "d", "le", "une", "approche", "procedure", "cet", "avec", "sans")
)
_HARD_TO = re.compile(
    r"\b(?:how|too|so|very|that|quite|really|as|not) \||\|\s+(?:to\b(?! land)|work|going|time|for\b|enough|on (?:me|the)|cash)"
)
""" "Is it hard to get into": no surface of a runway."""
_THEY_DO = re.compile(
    r"\s+(?:[^\W\d_]+ent|(?:s|f|v)?ont|ne|y|en|me|nous|vous|se|les?|la|aussi|veulent|peuvent)\b|\s+(?:n|m|s|l)['’]"
)
_DO_THEY = re.compile(r"(?:ent|ont)-(?:t-)?$")
""" "Ils demandent", "ont-ils": what the people of a field do, and no approach."""
_FRENCH = FRENCH | word_set("ont sont font quelle heure ouvrent prochain sur aussi encore")
_TO_A_NAME = re.compile(r"\s*(?:the |le |la |l'|den |dem |der )?")
_LISTED = re.compile(r"\s*(?:,|and|et|und|&|then|puis|dann|,\s*(?:and|then|et|und))\s*")
_LISTED_OR = re.compile(rf"{_LISTED.pattern}|\s*,?\s*(?:or|oder|ou)\s*")
_ONWARD = re.compile(
    r"[\s,;/>→-]*(?:(?:and |then |und |et |dann |puis |ensuite |danach )*(?:on |onward |then |continuing |back |zurück |zurueck |weiter |wieder |retour )*"
    r"(?:to|via|through|nach|über|ueber|vers|à|par|stopp?ing (?:at|in)|with a stop (?:at|in)|then|dann|puis))?"
    r"[\s,;/>→-]*(?:on )?(?:to )?"
)
_NEEDLESS = re.compile(
    r"\s*(?:is |are |ist |sind |est |w[äa]e?re?n? |serait )?(?:not? (?:needed|necessary|required|important|essential|compulsory|mandatory|obligatory)|unnecessary|"
    r"not\b(?=\W*(?:[.;!?]|$))|irrelevant|optional|doesn't matter|does not matter|(?:is |are |would be |will be )?(?:(?:also |just as )?(?:fine|all ?right|acceptable|ok(?:ay)?)|(?:also |just as )good)\b|(?:will|would) do\b|works too|egal|"
    r"(?:auch )?(?:ok|okay|in ordnung)\b|(?:geht|ginge|reicht|passt|tut'?s)(?: auch)?\b(?! (?:gar |leider |überhaupt )?nicht)|auch (?:gut|m[oö]glich)"
    r"|nicht (?:nötig|noetig|wichtig)|pas (?:n[eé]cessaires?|importante?s?|obligatoires?|besoin)"
    r"|(?:ç|c)a (?:me |nous )?va|(?:me |nous )?(?:va|vont|convien(?:t|nent)|passe(?:nt)?) aussi|c'est bon(?: aussi)?)"
)
_NO_MATTER = re.compile(
    r"\b(?:(?:don'?t|doesn'?t|do not|does not|not) (?:mind|matter|care|bother(?:ed)?)|never mind|peu importe|pas grave|egal|wurst)"
    r"(?:,? (?:if|about|whether|que|si|ob|es))*(?: (?:it'?s|it is|its|they'?re|c'est|es|das|die))?(?: (?:on|a|the|du|de la|en))?\s+$"
)
_TAKEN_BACK = re.compile(
    r"\b(?:forget(?: about)?|never ?mind|scratch|scrap|ignore|drop|lose|vergiss|streich|oublie[rz]?|laisse[rz]? tomber|tant pis pour)\s+(?:(?:the|that|die|das|den|le|la|les)\s+|l['’])?$"
)
_ASKED_OF_ONE = frozenset(("no_ppr", "notice", "access", "handling", "fee"))
"""What a field asks of who comes: "we don't need handling" is a field without."""
_NEED_NONE = re.compile(
    r"(?:^|[,;.:!]\s*|\b(?:and|but|aber|und|mais|et)\s+)(?:(?:(?:i|we) )?(?:really |also )?(?:don['’]?t|do not) need|no need (?:for|of)|(?:(?:ich|wir) )?brauche?n? (?:ich |wir )?kein\w*"
    r"|(?:(?:je|on|nous) )?(?:n['’](?:ai|a|avons) )?pas besoin d[e'’])\s*(?:any |an? |the |(?:[\w-]+ ){1})?$"
)
""" "Don't need fuel, just grass": no wish; "fields that don't need PPR" is one."""
_NOT_ONLY = re.compile(r"\b(?:not|nicht|pas) (?:just|only|nur|que|seulement) (?:the |a )?$")
_BUT_TOO = re.compile(r"\b(?:but|sondern|mais)\b")
_NOT_THOSE_WITHOUT = re.compile(
    r"\b(?:not|no|drop|skip|without|leave out|exclude|remove|pas|nicht) (?:the |those |any |les |die )?(?:ones?|ceux|fields?|airfields?|places|strips?)? ?"
    r"(?:with|that have|which have|having|mit|avec|sans|ohne)?\s*(?:no|without|not|kein\w*|sans|ohne)\s+$"
)
""" "Not the ones with no customs": two noes are a yes."""
_NONE_OF_THEM = re.compile(
    r"\b(?:none|nothing) of (?:them|these|those|the|your|yer|that|this)\s+(?!(?:has|have|had|do|does|is|are|was|take|takes|sell|sells|offer|offers|with)\b)(?:\w+\s+)?$"
)
""" "None of them big airports", "none of this PPR faff"; "none of them has avgas" tells of a list."""
_AND_THE_LIKE = re.compile(
    r"\b(?:drop|skip|leave out|leaving out|lose|ditch|forget|avoid|exclude|excluding|except|without|not|no|ohne|außer|kein\w*|lass|sans|sauf|évite|oublie|enlève)\s+"
    r"(?:\w+\s+){1,3}(?:and|or|und|oder|et|ou|nor)\s+(?:all\s+)?(?:the|die|les|any)?\s*(?:(?:other|others|rest of the|anderen|andere|autres)\s+)?$"
)
""" "Drop Edinburgh and the other big ones"."""
_ANYTHING_THAT = re.compile(
    r"\s*(?:(?:anything|anywhere|everything|any|all|those|the|ones?|places?|fields?|airfields?|strips?|that|which|is|are|s|has|have|of|a|an|alle|alles|plätze|die|was|ist|sind|mit|"
    r"tout|tous|toutes|les|ceux|terrains|ce|qui|est|sont|en|ont)\s+)*"
)
""" "Leave out anything that is grass"."""
_WITH_OR_WITHOUT = re.compile(r"\b(?:with or without|mit oder ohne|avec ou sans)\s+(?:an?\s+|the\s+)?$")
_NOT_FAR = re.compile(
    r" (?:(?:too|very|that|so|all that|terribly|zu|allzu|so|sehr|trop|très|tres|si|bien) )*(?:far|loin|weit)\b"
)
_OR_NONE = re.compile(r"\s*,?\s*(?:or (?:not|none)|oder (?:nicht|keine?n?)|ou (?:pas|non))\b")
_OR_ELSE = re.compile(
    r"\s*,?\s*(?:or|oder|ou) (?!(?:avgas|ul ?9|mogas|100))[^\s,]+(?: [^\s,]+)?\s*,?\s*(?:(?:das |it |that |c['’ ]?)?(?:ist |is |est )?(?:mir |uns )?(?:egal|wurst)|whatever|(?:i |we )?(?:don['’]?t|do not) (?:care|mind)|doesn['’]?t matter|peu importe|n['’]importe)\b"
)
""" "UL-Gelände oder Verkehrslandeplatz, egal": either."""
_OR_NO = re.compile(r"\s*,?\s*(?:or|oder|ou)\s+(?:(?:no|not|without|kein\w*|ohne|pas de|pas|sans)\s+)(?:an?\s+)?")
_NEEDED = re.compile(r"\s*(?:is |are )?(?:needed|necessary|required|nötig|notwendig|nécessaires?|requise?s?)\b")
_LEFT_OUT = re.compile(
    r"(?:[- ](?:free|frei)\b(?! of)|\s*(?:\w+\s)?(?:(?:are |is )?(?:excluded|excepted|no thanks)|ausgeschlossen|ausgenommen|exclue?s?)\b"
    r"|\s*(?:(?:isn't|aren't) any (?:good|use)\b|(?:is |are |would be )?(?:(?:not? |not any )(?:good|use|option)|out of the question|a no[- ]go|unusable))\b|\s*(?:won't|wont|will not|wouldn't) do\b"
    r"|\s*(?:geht|gehen|kommt|kommen|taugt|nützt|hilft|passt) (?:mir |uns |leider |gar |überhaupt )*(?:nicht|nichts|nix)\b|\s*scheide\w* aus\b"
    r"|\s*(?:ne |n')?(?:me |nous |m'|est )?(?:convien\w*|va|vont|arrange\w*|est|possibles?) (?:pas|exclue?s?)\b)"
)
"""What behind a thing says that it shall not be: "tower-free", "military fields excluded"."""
_AT_IN_FRENCH = re.compile(r"\b(?:à|a|au|aux)\s+$")
""" "Taxe au Touquet et à Dieppe": at them, no flight there."""
_BESIDE = re.compile(
    r"(?=.*\S)\s*(?:,|/|&|\+|;|\?)?\s*(?:(?:and|or|und|oder|et|ou|vs\.?|versus|against|compared (?:to|with)|im vergleich (?:zu|mit)|verglichen mit|gegenüber|gegen|contre|par rapport [àa]|comparée? [àa]|y|e|plus|then|also|auch)\b"
    r"(?:\s+(?:near|around|round|close to|um|bei|nahe)\b|\s+(?:autour|pr[eè]s)\b)?)?"
    r"\s*(?:(?:what (?:i|we) pay|what it costs|those|the (?:one|price|prices))\b)?\s*(?:(?:at|in|im|on|auf|am|an|for|of|from|von|vom|für|auch|à|au|aux|dans|sur|de|du|des|en|pour|that of)\b|d['’])?"
    r"\s*(?:(?:the|der|die|das|den|dem|le|la|les)\b|l['’])?\s*"
)
_LEFT = re.compile(
    r"\b(?:depart(?:s|ed|ing)?|leav(?:e|es|ing)|quitt(?:e|er|ant|ons|é)|(?:take|takes|taking) off at)\s+$"
)
_IS_LEFT = re.compile(r"(?:\s+[\w:]+){0,4}?\s+(?:zu )?verlass(?:e|en)\b")
""" "If he departs Shoreham at ten": where the flight begins."""
FROM_THERE = re.compile(
    r"\b(?:home|back|away|off|out|leav\w*|depart\w*|return\w*|start\w*|fly\w*|com(?:e|ing)) (?:again )?from (?:there|it)\b|\bfrom there\b[^.?!]{0,20}\b(?:home|back)\b|"
    r"\bvon (?:dort|da) (?:aus |wieder )*(?:heim\w*|zurück\w*|nach hause|starte\w*|los\w*|abflieg\w*)|\b(?:rentr\w*|retour|repart\w*|revien\w*|pars|partant) de (?:là|là-bas)\b"
)
""" "…, if I come home from there": the field in hand is where the flight begins."""
_FAR_FROM = re.compile(r"\b(?:loin|combien|distance)\b[^?]*\b(?:d['’]|(?:de|du|des) )$")
""" "C'est à combien de Lognes ?": what is far is not named, and Lognes is where one starts."""
_ANY_OF = re.compile(r"\s*,?\s*(?:or|oder|ou)\b\s*(?:(?:from|to|von|ab|nach|de|depuis|vers|à)\b|d['’])?\s*")
_COMMA_OR_AND = re.compile(r"\s*,?\s*(?:(?:and|or|und|oder|et|ou|&)\b)?\s*")
_EITHER = re.compile(
    r"\s*(?:,|/|&|\+)?\s*(?:and|or|und|oder|et|ou|vs\.?|v|versus|against|with|y|e)?\s*(?:the )?\s*"
)
_OF_A_PLACE = re.compile(r"\s*(?:of\b|corner|part|$)")
_RATHER_THAN = re.compile(
    r"\b(?:rather than|instead of|other than|excluding|minus|except(?: for)?|apart from|anything but|but not|without|not|(?<=[,;] )(?:no|keine?)|ohne|sans|statt|anstatt|nicht|außer|ausser|plutôt que|plutot que|au lieu de|sauf|à part|pas|(?:don['’]?t|do not) (?:want|fancy|like)|no more|ne veu[xt] pas|(?:will|möchte|mag) (?:ich |wir )?nicht)"
    r"\s+(?:to |from |at |near |in |staying in |around |going to |to go to |von |nach |in |im |bei |um |à |de |en |dans |autour de |aller à )?(?:the |la |le |les |l['’]|der |dem |den )?$"
)
"""Before a place: the one that is not meant, "Campbeltown rather than Islay", "not Exeter, Newquay"."""
_AND = re.compile(r"\s*(?:,?\s*\b(?:and|or|nor|und|oder|et|ou|ni)\s+|,?\s*&\s*)")
_ARRIVING = re.compile(
    r"\beta\b|\bj?arriv\w*|\bland(?:ing|s|e|ung|en|ed)?\b|\btouch(?:ing)? ?down\b|\bon[- ]?blocks?\b|\batterri\w*|"
    r"\bankunft\b|\bankomm\w*|\b(?:get|gets|getting) (?:in|into|there|to)\b|\bthere (?:at|by|for)\b|"
    r"\b(?:to|must|should|can|i am|we are) be (?:back (?:in|at|there)|in(?! (?:for|by|before)\b)|at|there)\b(?! \d)|\bêtre (?:de retour )?(?:à|au|aux|là)\b(?! \d)|"
    r"\b(?:sois|soit|soyons|soyez|serai|serons|sera) (?:de retour )?(?:à|au|aux|là|sur place)\b(?! \d)"
)
_LEAVING = re.compile(
    r"\b(?:etd|eobt|dep)\b|\boff[- ]?blocks?\b|\bleav(?:e|es|ing)\b|\bleft(?= [\w-]+(?: [\w-]+)? at\b)|\bdepart\w*|\bdépart\b|\bdécoll\w*|"
    r"\btak(?:e|es|ing)[- ]?off\b|\bairborne\b|\babfl(?:ug|ieg\w*)\b|\bwheels up\b|\bsetting off\b"
)
_SAID_BEHIND = re.compile(
    r"(?:[^\w,;.?!]+[\w-]+){0,5}?[^\w,;.?!]+(?:(?P<arriving>lande[nt]?|gelandet|(?:da|dort|(?:in|an|auf) [\w-]+) (?:zu )?(?:sein|sind|bin|seid)|ankomm\w*|ankunft|eta|arrivals?|arrivée)"
    r"|(?P<leaving>abflieg\w*|abflug|losflieg\w*|starte[nt]?|etd|departures?|départ))\b"
)
"""The word that says which time it is, where it stands behind it: "um 16 Uhr in Southend lande", "16:00 ETA"."""
_TO_ARRIVE = re.compile(
    r"(?:[^\w,;.?!]+[\w-]+){0,4}?\s+(?:zu (?:landen|sein)|anzukommen|sein (?:muss|müssen|will|wollen|möchten?))\b"
)
""" "Abfliegen, um spätestens 17:30 in Bern zu landen": the time of the end, whatever word stood before."""


@dataclass(frozen=True)
class Said:
    """One question (or part of one). `used` grows as its spans are taken; a fresh reading begins with none."""

    slots: Slots
    mentions: tuple[Mention, ...]
    deps: Deps
    today: date
    place: Location | None = None
    home: str | None = None
    used: set[Span] = field(default_factory=set[Span], compare=False)

    def again(self) -> Said:
        """The same question with nothing taken yet."""
        return replace(self, used=set())

    def without(self, spots: Sequence[Spot]) -> Said:
        """The same question as if these places were not said; what is taken of it is noted of this one too."""
        if not spots:
            return self
        kept = tuple(spot for spot in self.slots.spots if spot not in spots)
        return replace(self, slots=replace(self.slots, spots=kept), used=self.used)

    def with_weak_beside(self) -> Said:
        """The same with its weak places among the others, in their order: "replace caen with dinard"."""
        spots = tuple(sorted((*self.slots.spots, *self.slots.weak), key=lambda spot: spot.start))
        return replace(self, slots=replace(self.slots, spots=spots, weak=()), used=self.used)

    def with_weak(self) -> Said:
        """The same question with the names that are only perhaps places as places, where no others are said."""
        if self.slots.spots or not self.slots.weak:
            return self
        return replace(self, slots=replace(self.slots, spots=self.slots.weak), used=self.used)

    def without_parts(self, parts: Iterable[Span]) -> Said:
        """The same question as if these parts were not said; what is taken of it is noted of this one too."""
        spans = [*parts]
        if not spans:
            return self
        text = self.slots.text
        for a, b in spans:
            text = f"{text[:a]}{' ' * (b - a)}{text[b:]}"

        def kept(one: Word | Mention | Quantity | Day | Craft | Named | Spot) -> bool:
            return not any(a < one.end and one.start < b for a, b in spans)

        slots = self.slots
        left = replace(
            slots,
            text=text,
            words=tuple(filter(kept, slots.words)),
            quantities=tuple(filter(kept, slots.quantities)),
            days=tuple(filter(kept, slots.days)),
            crafts=tuple(filter(kept, slots.crafts)),
            countries=tuple(filter(kept, slots.countries)),
            spots=tuple(filter(kept, slots.spots)),
            weak=tuple(filter(kept, slots.weak)),
        )
        return replace(self, slots=left, mentions=tuple(filter(kept, self.mentions)), used=self.used)

    # --- concepts ------------------------------------------------------------------------------------

    @cached_property
    def free_mentions(self) -> tuple[Mention, ...]:
        """Mentions outside places, aircraft and countries: "Hard" is also a town."""
        spots = [s for s in self.slots.spots if not self._is_homeward(s)]
        taken = [(s.start, s.end) for s in (*spots, *self.slots.crafts, *self.slots.countries)]
        free = (m for m in self.mentions if not any(a < m.end and m.start < b for a, b in taken))
        return tuple(m for m in free if not self._is_little_word(m))

    def _is_little_word(self, mention: Mention) -> bool:
        """ "ils" is "they" in French, "vor" is "before" and "da" is "there" in German, but for an article or capitals."""
        said = self.slots.text[mention.start : mention.end]
        if said == "ne" and mention.concept == "north_east":
            return not _OF_A_PLACE.match(self.slots.low[mention.end :])  # "ne Hartbahn", "je ne sais pas"
        if said.casefold() == "hard":
            around = f"{self.slots.low[max(0, mention.start - 12) : mention.start]}|{self.slots.low[mention.end : mention.end + 12]}"
            return _HARD_TO.search(around) is not None
        if said.casefold() == "kitchen":
            return self.slots.low[: mention.start].endswith(("in the ", "in my ", "at the "))
        if mention.concept == "ils" and said in ("ils", "Ils"):
            if _THEY_DO.match(self.slots.low[mention.end :]) or _DO_THEY.search(self.slots.low[: mention.start]):
                return True
            before = self.slots.words[mention.first - 1].key if mention.first else ""
            named = [(s.start, s.end) for s in (mention, *self.slots.spots)]
            others = [w for w in self.slots.words if not any(a < w.end and w.start < b for a, b in named)]
            return before not in _BEFORE_ILS and any(w.key in _FRENCH for w in others)
        german = {"vor": ("vor", "Vor"), "density_altitude": ("da", "Da")}.get(mention.concept, ())
        return said in german and any(w.key in GERMAN for w in self.slots.words)

    @cached_property
    def concepts(self) -> frozenset[str]:
        """The names of all concepts said."""
        return frozenset(m.concept for m in self.free_mentions)

    def all_of(self, *concepts: str) -> list[Mention]:
        """The mentions of these concepts, in order."""
        return [m for m in self.free_mentions if m.concept in concepts]

    def has(self, *concepts: str) -> bool:
        """Whether one of these is said, and not denied; what is asked for is taken."""
        found = [m for m in self.all_of(*concepts) if not self.denied(m)]
        self.take(found)
        return bool(found)

    def wanted(self, concept: str) -> bool | None:
        """True when a concept is asked for, False when it is denied ("no grass"), None when it is not said."""
        found = self.all_of(concept)
        if not found:
            return None
        self.take(found)
        if all(self.needless(m) or (self.denied(m) and self._not_needed(m)) for m in found):
            return None
        if len(found) > 1 and _TAKEN_BACK.search(self.slots.low[: found[-1].start]):
            return None  # "with lights, no, forget the lights"
        return not self.denied(found[-1])  # "we were stung for handling: who does without handling?"

    @property
    def denials(self) -> list[Mention]:
        """The words that deny what follows, without a "no" that takes back the last answer: "no I meant Scotland".

        Nor is "pas loin", "not too far" one: "pas loin avec mogas" wants the mogas.
        """
        turns = [m.start for m in self.all_of("instead")]
        noes = [no for no in self.all_of("not") if not _NOT_FAR.match(self.slots.low[no.end :])]
        return [no for no in noes if not any(0 <= at - no.end <= _PAUSE for at in turns)]

    def denied(self, mention: Mention) -> bool:
        """Whether a "no" or "without" stands right before a mention, or "not needed" behind it."""
        if _NOT_THOSE_WITHOUT.search(self.slots.low[: mention.start]):
            return False
        if mention.concept == "tower" and _OWN_NO.match(self.slots.low[mention.start : mention.end]):
            return True
        before = self.slots.low[: mention.start]
        if _NONE_OF_THEM.search(before) or (mention.concept == "big" and _AND_THE_LIKE.search(before)):
            return True
        for no in self.denials:
            near = mention.first - no.last - 1 < _BETWEEN_WORDS or _ANYTHING_THAT.fullmatch(before[no.end :])
            if near and mention.first > no.last and not self._between(no, mention):
                return True
        return bool(_LEFT_OUT.match(self.slots.low[mention.end : mention.end + 44]))

    def _not_needed(self, mention: Mention) -> bool:
        """Whether a denied thing is only said not to be needed: "no customs needed"."""
        return bool(_NEEDED.match(self.slots.low[mention.end : mention.end + 20]))

    def needless(self, mention: Mention) -> bool:
        """Whether "not needed" or "irrelevant" stands behind a mention: then it is no wish either way."""
        before = self.slots.low[max(0, mention.start - 40) : mention.start]
        behind = self.slots.low[mention.end :]
        if _NOT_ONLY.search(before) and not _BUT_TOO.search(behind):
            return True  # "avgas and not just jet"
        if (
            _WITH_OR_WITHOUT.search(before)
            or _OR_NONE.match(behind)
            or _OR_ELSE.match(behind)
            or self._is_said_with_its_no(mention)
        ):
            return True
        if mention.concept not in _ASKED_OF_ONE and _NEED_NONE.search(before):
            return True
        return bool(_NEEDLESS.match(behind[:28]) or _NO_MATTER.search(before))

    def _is_said_with_its_no(self, mention: Mention) -> bool:
        """ "Tower or no tower": the same on both sides of the "or"."""
        low = self.slots.low
        others = [m for m in self.all_of(mention.concept) if m is not mention]
        return any(_OR_NO.fullmatch(low[min(m.end, mention.end) : max(m.start, mention.start)]) for m in others)

    def _between(self, no: Mention, mention: Mention) -> bool:
        """Whether something else that a "no" may mean stands between the two, or a new clause begins."""
        between = self.slots.low[no.end : mention.start]
        if re.search(r"[.;:?!]|\b(?:but|just|only|mais|aber|sondern|nur)\b|,\s*(?!or\b|no\b)", between):
            return True
        before = [m for m in self.free_mentions if no.end <= m.start and m.end <= mention.start]
        if _ON_ITS_OWN.search(between) and any(m.concept not in (mention.concept, "not") for m in before):
            return True
        joined = mention.concept in _COMFORTS and _AND_NOT_OR.search(between)
        if joined and any(m.concept not in _COMFORTS and m.concept != "not" for m in before):
            return True  # "no tower and avgas": nobody wishes for no avgas
        spans = [(s.start, s.end) for s in (*self.slots.spots, *self.slots.countries)]
        return any(no.end <= a and b <= mention.start for a, b in spans)

    @cached_property
    def bare_words(self) -> int:
        """How many words stand outside of places, countries, aircraft, days, amounts and courtesy."""
        slots = self.slots
        named = [
            (s.start, s.end)
            for s in (*slots.spots, *slots.countries, *slots.crafts, *slots.quantities, *slots.days)
        ]
        return sum(not any(a < w.end and w.start < b for a, b in named) for w in slots.words)

    # --- what is used --------------------------------------------------------------------------------

    def take(self, spans: Iterable[Mention | Spot | Quantity | Day]) -> None:
        """Note that these are in the plan."""
        self.used.update((span.start, span.end) for span in spans)

    def take_all(self) -> None:
        """Note that all of the question is in the plan: its own words are an argument."""
        self.used.add((0, len(self.slots.text) + 1))

    def unused(self) -> list[Span]:
        """Spans of places, countries, aircraft, amounts and days that no argument holds."""
        slots = self.slots
        spans = {
            (s.start, s.end)
            for s in (*slots.spots, *slots.countries, *slots.crafts, *slots.quantities, *slots.days)
        }
        return sorted(s for s in spans if not any(a < s[1] and s[0] < b for a, b in self.used))

    # --- places --------------------------------------------------------------------------------------

    @cached_property
    def spots(self) -> tuple[Spot, ...]:
        """The places said that are no whole countries; weak ones count when there are no others."""
        found = tuple(s for s in self.slots.spots if s.kind != "country" and not self._is_homeward(s))
        return self._with_listed(self._meant(found)) or self._meant(self.slots.weak)

    def _meant(self, spots: tuple[Spot, ...]) -> tuple[Spot, ...]:
        """Without those another is named instead of: "Brest au lieu de Vannes"; all where nothing would be left, but
        for areas: "lunch within an hour, but not in Kent" is around home.
        """
        kept = tuple(s for s in spots if s.start not in self.not_meant)
        return kept or (() if self.slots.countries or all(s.is_area for s in spots) else spots)

    @cached_property
    def left_out(self) -> tuple[Spot, ...]:
        """The places that are said not to be meant: "in the Netherlands, not Schiphol"."""
        found = (s for s in self.slots.spots if s.kind in ("code", "iata", "place"))
        out = tuple(s for s in found if s not in self.spots and s.start in self.not_meant)
        return tuple(s for s in out if not s.is_area) and out

    @cached_property
    def not_meant(self) -> frozenset[int]:
        """Where places begin that another is named instead of, and those that "and" joins to one: "except A and B"."""
        found: set[int] = set()
        before: Spot | None = None
        for spot in sorted(self.slots.spots, key=lambda s: s.start):
            joined = before is not None and before.start in found
            if _RATHER_THAN.search(self.slots.low[: spot.start]) or (
                joined and before is not None and _AND.fullmatch(self.slots.low[before.end : spot.start])
            ):
                found.add(spot.start)
            before = spot
        return frozenset(found)

    @cached_property
    def areas_left_out(self) -> tuple[Spot, ...]:
        """The counties and regions that are said not to be meant: "near Brest, not in Finistère"."""
        out = (s for s in self.slots.spots if s.kind == "place" and s.start in self.not_meant)
        return tuple(s for s in out if s not in self.left_out and self.deps.areas.find(s.name) is not None)

    def take_left_out(self) -> None:
        """Note that the places that are not meant are heeded, with the words that say so."""
        self.take((*self.left_out, *self.areas_left_out))
        for spot in (*self.left_out, *self.areas_left_out):
            if (words := _RATHER_THAN.search(self.slots.low[: spot.start])) is not None:
                self.used.add(words.span())

    def _with_listed(self, spots: tuple[Spot, ...]) -> tuple[Spot, ...]:
        """Places, and weak ones that are listed beside them: "texel vs Ameland"."""
        found = sorted((*spots, *self.slots.weak), key=lambda s: s.start) if spots else []
        low = self.slots.low
        listed = {
            spot
            for a, b in pairwise(found)
            if _BESIDE.fullmatch(low[a.end : b.start])
            for spot in (a, b)
            if (a in spots) is not (b in spots)
        }
        return tuple(spot for spot in found if spot in spots or spot in listed)

    def _is_homeward(self, spot: Spot) -> bool:
        """ "home" as where one goes back to, not as a place that is named: "and home again"."""
        if spot.name != "home" or spot.role not in ("", "and", "comma"):
            return False
        if spot.role == "comma" and not _HOME_WHEN.match(self.slots.low[spot.end :]):
            return False
        if _STAYS.match(self.slots.low, spot.start):
            return False
        before, after = self.slots.low[: spot.start], self.slots.low[spot.end :]
        return not (_AT_HOME.search(before) or _FROM_HOME.match(after))

    def name(self, spot: Spot) -> str:
        """How a tool is told of a place: codes and names as said, a shared position as coordinates."""
        self.take([spot])
        if spot.kind == "here" and spot.name == "here" and self.place is not None:
            return f"{self.place.lat:g}, {self.place.lon:g}"
        return spot.name

    def field(self, *, far: bool = True, having: Having | None = None, beside: Point | None = None) -> str | None:
        """The airfield that a question is about: a code, else the field that stands for a place, else its name.

        Not `far`: a place whose field lies some way off is given by its name, so that the answer can say so.
        """
        spot = self._field_spot()
        return None if spot is None else self.field_of_spot(spot, far=far, having=having, beside=beside)

    def field_of_spot(
        self, spot: Spot, *, far: bool = True, having: Having | None = None, beside: Point | None = None
    ) -> str | None:
        """The airfield that one place said stands for; of namesakes the one within a flight of `beside`."""
        self.take([spot])
        if spot.kind == "here":
            return self.home if spot.name == "home" else self.name(spot)
        return (
            spot.name
            if spot.kind == "code"
            else field_of(spot.name, self.deps, far=far, having=having, beside=beside) or spot.name
        )

    def _field_spot(self) -> Spot | None:
        spots = [s for s in self.spots if s.kind != "coordinates"]
        ranked = sorted(
            spots,
            key=lambda s: (
                s.kind == "here",
                s.role in ("from", "near") and len(spots) > 1,
                s.kind not in ("code", "iata"),
                s.kind == "unknown",
                s.start,
            ),
        )
        leg = self._leg()
        return leg[1] if leg else (ranked[0] if ranked else None)

    def has_field_of_its_own(self, spot: Spot) -> bool:
        """Whether a country or island is also the name of its airport: "Jersey", "Gibraltar"."""
        country = self.deps.countries.named(spot.name)
        code = field_of(spot.name, self.deps) if country else None
        airport = self.deps.airports.get(code) if code else None
        names = tuple(fold(name) for name in (spot.name, country.name, *country.names)) if country else ()
        return airport is not None and fold(airport.name).startswith(names)

    def fields(self) -> list[str]:
        """All airfields said, in order."""
        found: list[str] = []
        for spot in self.spots:
            self.take([spot])
            code = spot.name if spot.kind == "code" else field_of(spot.name, self.deps) or spot.name
            found.append(code)
        return list(dict.fromkeys(found))

    def listed_fields(self) -> list[str]:
        """The airfields said side by side, where others are said apart: "EDFE or EDFZ for a meeting in Frankfurt"."""
        spots = [s for s in self.spots if s.kind in ("code", "iata", "place")]
        low = self.slots.low
        groups: list[list[Spot]] = [[]]
        for spot in spots:
            if groups[-1] and not _EITHER.fullmatch(low[groups[-1][-1].end : spot.start]):
                groups.append([])
            groups[-1].append(spot)
        longest = max(groups, key=len)
        if len(longest) < 2 or len(longest) == len(spots):
            return []
        self.take(spots)
        return list(dict.fromkeys(self.field_of_spot(s) or s.name for s in longest))

    def asked_of(self) -> list[str]:
        """The airfields that one question is asked of: those said side by side, without where one comes from."""
        spots = [
            s
            for s in self.spots
            if s.kind in ("code", "iata", "place")
            and (s.role not in ("from", "to", "via", "between") or _AT_IN_FRENCH.search(self.slots.low[: s.start]))
        ]
        if len(spots) < 2 or self._leg() is not None:
            return []
        asked = set(re.findall(r"\w+", self.slots.low[: spots[0].start]))
        if not all(_BESIDE.fullmatch(g) or _says_again(g, asked) for g in self._gaps(spots)):
            return []
        self.take(spots)
        found = [s.name if s.kind == "code" else field_of(s.name, self.deps) or s.name for s in spots]
        return list(dict.fromkeys(found))

    def listed_places(self) -> list[tuple[int, int]]:
        """The spans of three places and more that are listed, "Lelystad, Teuge or Rotterdam"; of areas also two."""
        chains: list[list[Spot]] = []
        for spot in sorted(self.spots, key=lambda s: s.start):
            gap = self.slots.low[chains[-1][-1].end : spot.start] if chains else "."
            of_areas = bool(chains) and spot.is_area and chains[-1][-1].is_area
            if (
                chains
                and not self.wished_apart(chains[-1][-1])
                and (_COMMA_OR_AND.fullmatch(gap) or (of_areas and _BESIDE.fullmatch(gap)))
            ):
                chains[-1].append(spot)
            else:
                chains.append([spot])
        return [
            (chain[0].start, chain[-1].end)
            for chain in chains
            if len(chain) > 2 or (len(chain) > 1 and all(spot.is_area for spot in chain))
        ]

    def wished_apart(self, spot: Spot) -> bool:
        """Whether a place and the one behind it have each a wish: "UL91 in Brittany, and in Normandy a beach"."""
        if not _AND_IN.match(self.slots.low[spot.end :]):
            return False
        wishes = [m for m in self.mentions if m.concept not in ("show", "airfields", "also")]
        return any(m.end <= spot.start for m in wishes) and any(m.start > spot.end for m in wishes)

    def beside(self, spot: Spot, among: Sequence[Spot]) -> list[Spot]:
        """The places that are said side by side with one, behind it: "Devon or Somerset"."""
        found = [spot]
        for other in among:
            if other.start > found[-1].end and _BESIDE.fullmatch(self.slots.low[found[-1].end : other.start]):
                found.append(other)
        return found[1:]

    def _gaps(self, spots: list[Spot]) -> list[str]:
        return [self.slots.low[a.end : b.start] for a, b in pairwise(spots)]

    def centre(self) -> str | None:
        """The place around which to look."""
        meant = tuple(s for s in self.slots.spots if not (s.is_area and s.start in self.not_meant))
        spot = find_place(replace(self.slots, spots=meant, weak=() if self.slots.spots else self.slots.weak))
        return None if spot is None else self.name(spot)

    def ends(self) -> tuple[str | None, str | None]:
        """Start and end of a flight; a single place is its end unless "from" stands before it; a stop is neither."""
        slots = replace(
            self.slots,
            spots=tuple(
                s for s in self.slots.spots if (s in self.spots or s.kind == "country") and s not in self._stops
            ),
            weak=self._meant(self.slots.weak),
        )
        found = find_ends(slots) if len(slots.spots) + len(slots.weak) >= 2 else None
        if len(slots.spots) > 2 and (leg := _only_leg(slots)) is not None:
            found = leg  # "stuck in Cannes. Nice - Brussels on the 26th"
        if found is not None:
            return self.name(found.start), self.name(found.end)
        places = [*self.spots, *(s for s in self.slots.spots if s.kind == "country")]
        places = [s for s in places if s not in self._stops]
        if not places:
            return None, None
        only = next((s for s in places if s.role == "to"), places[0])
        before, behind = slots.low[: only.start], slots.low[only.end :]
        starts = only.role == "from" or any(words.search(before) for words in (_FAR_FROM, _LEFT))
        starts = starts or (only.role != "to" and bool(_IS_LEFT.match(behind) or FROM_THERE.search(behind)))
        return (self.name(only), None) if starts else (None, self.name(only))

    def ends_of_one_start(self) -> tuple[str, list[str]] | None:
        """One start and several ends said side by side: "how far from Weston to Swansea and Pembrey"."""
        spots = [s for s in self.slots.spots if s.kind in ("code", "iata", "place") and s in self.spots]
        starts = [s for s in spots if s.role == "from"]
        ends = [s for s in spots if s not in starts]
        if len(starts) != 1 or len(ends) < 2:
            return None
        listed = all(_BESIDE.fullmatch(gap) or not gap.strip() for gap in self._gaps(ends))
        if not listed or any(s in self._stops for s in ends):
            return None
        return self.name(starts[0]), [self.name(s) for s in ends]

    def starts_of_one_end(self) -> tuple[list[str], str] | None:
        """Several starts to choose from and one end: "Lydd or Headcorn to Calais, which is quicker"."""
        spots = [s for s in self.slots.spots if s.kind in ("code", "iata", "place") and s in self.spots]
        ends = [s for s in spots if s.role == "to"]
        starts = [s for s in spots if s not in ends]
        if len(ends) != 1 or len(starts) < 2 or any(s in self._stops for s in starts):
            return None
        if not all(_ANY_OF.fullmatch(gap) for gap in self._gaps(starts)) or ends[0] not in (spots[0], spots[-1]):
            return None
        return [self.name(s) for s in starts], self.name(ends[0])

    def stops(self) -> list[str]:
        """Places said to lie on the way: "via Cherbourg and Rennes", "with a stop at Calais"."""
        return [self.name(s) for s in self.spots if s in self._stops]

    def is_stop(self, spot: Spot) -> bool:
        """Whether a place is said to lie on the way."""
        return spot in self._stops

    @cached_property
    def _stops(self) -> tuple[Spot, ...]:
        """Spots behind a word for a way point ("via"), and those that are listed behind such a one."""
        ends = [m.end for m in self.all_of("via")]
        found: list[Spot] = []
        for spot in self.slots.spots or self.slots.weak:
            gaps = [self.slots.low[end : spot.start] for end in ends if end <= spot.start]
            is_stop = bool(gaps) and _TO_A_NAME.fullmatch(gaps[-1]) is not None
            is_stop = is_stop or self._is_stopped_at(spot)
            listed = bool(found) and _LISTED_OR.fullmatch(self.slots.low[found[-1].end : spot.start])
            if (is_stop or listed) and spot.kind != "country":
                found.append(spot)
        return tuple(found)

    def _is_stopped_at(self, spot: Spot) -> bool:
        """ "Shoreham to Caernarfon with a lunch stop of an hour at Kemble": of three places a stop on the way, and alone one of the way in hand."""
        others = [s for s in self.slots.spots if s is not spot and s.kind in ("code", "iata", "place", "here")]
        return len(others) != 1 and stop_told(self.slots.low[: spot.start]) is not None

    def names_a_stop(self) -> bool:
        """Whether one of the stops is told as such, with a place: no field is looked for then."""
        return any(self._is_stopped_at(spot) for spot in self._stops)

    def journey(self) -> list[str]:
        """All places of a journey in the order they are flown; "A to C via B" is A, B, C; [] below two."""
        spots = [
            s
            for s in self.slots.spots
            if s.kind in ("code", "iata", "place", "here", "unknown", "coordinates")
            and not self._is_homeward(s)
            and s not in self.left_out
        ]
        if len(spots) < 2:
            start, end = self.ends()
            return [start, end] if start and end else []
        via = [s for s in spots if s in self._stops]
        straight = [s for s in spots if s not in via]
        if len(spots) == 2 or len(straight) < 2:
            return [p for p in self.ends() if p]
        starts = [s for s in straight if s.role == "from"]
        if starts and straight[0] is not starts[-1] and straight.index(starts[-1]) == len(straight) - 1:
            straight = [starts[-1], *straight[:-1]]
        ordered = [*straight[:-1], *via, straight[-1]] if len(straight) >= 2 and via else spots
        gaps = gaps_between(self.slots, spots)
        if not via and not all(_ONWARD.fullmatch(gap) for gap in gaps):
            return [p for p in self.ends() if p]
        return [self.name(s) for s in ordered]

    def _leg(self) -> tuple[Spot, Spot] | None:
        """Start and end of "EGKB to LFAT", "EGKB-LFAT": two places with nothing but "to" between."""
        places = [s for s in self.slots.spots if s.kind in ("code", "iata", "place")]
        if len(places) != 2 or not _ROAD.fullmatch(self.slots.low[places[0].end : places[1].start]):
            return None
        return places[0], places[1]

    def origin(self, but: str | None = None) -> Spot | None:
        """The place one comes from, when that is said."""
        leg = self._leg()
        if leg is not None:
            return leg[0]
        return next((s for s in self.slots.spots if s.role == "from" and s.name != but), None)

    def countries(self) -> list[str]:
        """ISO codes of all countries said, in order; of a place's country only when nothing else is said."""
        inside = [(s.start, s.end) for s in self.slots.spots if s.kind in ("place", "code")]
        found: list[str] = []
        for named in self.slots.countries:
            if any(a <= named.start < b and (a, b) != (named.start, named.end) for a, b in inside):
                continue
            self.used.add((named.start, named.end))
            found.append(named.country.code)
        return list(dict.fromkeys(found))

    def countries_of_places(self) -> list[str]:
        """The countries in which the places said lie."""
        found: list[str] = []
        for spot in self.spots:
            if spot.kind == "here":  # and no town of that name
                continue
            code = spot.country or country_of(spot.name, self.deps)
            if code:
                self.take([spot])
                found.append(code)
        return list(dict.fromkeys(found))

    def are_listed(self, countries: Sequence[Named]) -> bool:
        """Whether countries are named one after the other: "Spain, Portugal or the Azores"."""
        return all(_BESIDE.fullmatch(self.slots.low[a.end : b.start]) for a, b in pairwise(countries))

    # --- when ----------------------------------------------------------------------------------------

    def day(self, which: int = 0) -> str | None:
        """A day said, as an ISO date."""
        if len(self.slots.days) > which:
            self.take([self.slots.days[which]])
            return self.slots.days[which].when.isoformat()
        weekends = [q for q in self.slots.of("days") if q.unit == "weekend"]
        if which or not weekends:
            return None
        self.take(weekends)
        saturday = saturday_meant(self.slots.low, self.today)
        return saturday.isoformat() if saturday else None

    def clocks(self) -> list[Quantity]:
        """The times of day said."""
        return self.slots.of("clock")

    def clock(self, which: Quantity, at: str | None = None) -> str | None:
        """A time of day as HH:MM at a place; a UTC time is turned into that place's own, None when that is unknown."""
        self.take([which])
        text = f"{int(which.value) % 24:02d}:{round(which.value % 1 * 60):02d}"
        if which.unit != "utc":
            return text
        code = field_of(at, self.deps) if at else None
        airport = self.deps.airports.get(code) if code else None
        zone = zone_of(airport.time_zone) if airport else None
        if zone is None:
            return None
        day = self.slots.days[0].when if self.slots.days else self.today
        return f"{datetime.combine(day, time.fromisoformat(text), UTC).astimezone(zone):%H:%M}"

    def is_arrival(self, clock: Quantity) -> bool | None:
        """Whether a time is one of arriving, by the last word before it that says so, else by one close behind it.

        None when none does.
        """
        if _TO_ARRIVE.match(self.slots.low, clock.end):
            return True
        before = self.slots.low[: clock.end]
        for spot in self.slots.spots:  # "Lands End to Cork 0900": a name lands nowhere
            before = before[: spot.start] + " " * len(before[spot.start : spot.end]) + before[spot.end :]
        arriving, leaving = (
            max((m.start() for m in words.finditer(before)), default=-1) for words in (_ARRIVING, _LEAVING)
        )
        if arriving != leaving:
            return arriving > leaving
        behind = _SAID_BEHIND.match(self.slots.low, clock.end)
        return behind["arriving"] is not None if behind else None

    # --- amounts -------------------------------------------------------------------------------------

    def amount(self, kind: str, which: int = 0) -> float | None:
        """An amount of one kind in its unit."""
        found = [q for q in self.slots.of(kind) if not any(a < q.end and q.start < b for a, b in self.used)]
        if len(found) <= which:
            return None
        self.take([found[which]])
        return found[which].value

    def near(self, quantity: Quantity, *concepts: str, words: int = 4) -> bool:
        """Whether one of these concepts stands within some words of an amount, in its own clause."""
        for mention in self.all_of(*concepts):
            a, b = (
                (mention.end, quantity.start) if mention.end <= quantity.start else (quantity.end, mention.start)
            )
            gap = self.slots.low[a:b] if a <= b else ""
            if len(gap.split()) <= words and not re.search(r"[;?!]", gap):
                return True
        return False

    def people(self) -> int | None:
        """How many people fly, the speaker included."""
        letters = list(self.slots.text)
        times = [q for q in self.slots.of("clock") if (q.start, q.end) in self.used]
        for span in (*self.slots.spots, *self.slots.crafts, *self.slots.countries, *times):
            letters[span.start : span.end] = "#" * (
                span.end - span.start
            )  # a place is no companion, "for 11" a time
        found = find_people("".join(letters))
        if found is None:
            return None
        self.used.add((found.start, found.end))
        self.take([q for q in self.slots.of("count") if found.start <= q.start < found.end])
        return found.number

    def aircraft(self) -> str | None:
        """The aircraft said."""
        if not self.slots.crafts:
            return None
        craft = self.slots.crafts[0]
        self.used.add((craft.start, craft.end))
        return craft.name


def _only_leg(slots: Slots) -> Ends | None:
    """The one pair of places with nothing but "to" or a dash between them, where there is one such pair."""
    places = [s for s in slots.spots if s.kind in ("code", "iata", "place")]
    legs = [(a, b) for a, b in pairwise(places) if _STRAIGHT.fullmatch(slots.low[a.end : b.start])]
    return Ends(*legs[0]) if len(legs) == 1 else None


def _says_again(gap: str, asked: set[str]) -> bool:
    """Whether the words between two places only repeat the question: "ILS at Dundee and is there an ILS at Humberside"."""
    words = re.findall(r"\w+", gap)
    return len(words) > 1 and all(word in asked or _BESIDE.fullmatch(word) for word in words)


def whole(value: float) -> float:
    """Hours as they are said: 2, not 2.0, and no more than two decimals."""
    return int(value) if value == int(value) else round(value, 2)
