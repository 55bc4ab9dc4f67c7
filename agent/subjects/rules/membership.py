"""Whether a country is in Schengen and in the EU customs territory, from the table of borders."""

from __future__ import annotations

from collections.abc import Sequence

from agent import regex as re
from agent.aviation.borders import Territory
from agent.deps import Deps
from agent.language.slot_words import FUNCTION
from agent.language.wording import words_of
from agent.protocol import Source
from agent.subjects.rules.shapes import NamedCountry
from agent.subjects.rules.uncleared import lands_uncleared
from tongue import country_name, later, say

_UNION = r"(?:e\.?u\.?|ue|european union|europäischen union|union européenne)"
_AREA = (
    r"(?:schengen[\w-]*(?: (?:area|zone|states?))?|(?:[\w']+ )?customs (?:union|territory|area|zone)"
    rf"|(?:eu-|\w+ )?zoll(?:union|gebiets?)|union douanière|territoire douanier|{_UNION})"
)
_OF_IT = rf"(?: (?:of|de|der|des) (?:the |l['’])?(?:{_UNION}|union))?"
_WHERE = (
    r"(?:in|part of|a (?:member|part) of|member of|belong(?:s|ing)? to|inside|within|outside(?: of)?"
    r"|count(?:s|ed)? as|treated as|considered|zählt (?:zum|als)|im|ins?|teil|mitglied"
    r"|zum|zur|zu|außerhalb|ausserhalb|dans|partie de|membre de|hors(?: de)?|en dehors de)"
)
_STEM = (
    r"(?:is|are|isn['’]t|aren['’]t|does|do|ist|sind|gehört|gehören|liegt|liegen|est-ce qu(?:e|['’])|est|sont"
    r"|fait|font)"
)
_AFTER = r"(?:is|are|ist|sind|liegt|liegen|gehört|gehören|(?:est|sont|fait|font)(?:-(?:il|elle|ils|elles))?)"
_EVEN = (
    r"(?:still|yet|now|already|actually|even|not|also|really|noch|schon|nicht|eigentlich|auch"
    r"|encore|toujours|déjà|pas)"
)
_NAMES = r"(?P<names>[^\W\d_][\w'’-]*(?: [\w'’-]+){0,5}?)"
_LINK = (
    rf"(?: {_EVEN})* {_WHERE}(?: (?:the|der|des|dem|den|la|le|l['’]?|eu|european|espace|zone))*"
    r" (?:l['’])?(?:espace )?"
)
_ASKED = re.compile(
    rf"^\W*(?:(?:and|so|und|et|is it true that) )?"
    rf"(?:{_STEM}(?: |(?<=['’]))(?!there\b|it\b|this\b|that\b){_NAMES}(?: {_AFTER})?"
    rf"|{_NAMES.replace('names', 'before')} {_AFTER})"
    rf"{_LINK}{_AREA}(?:,? (?:and|or|und|oder|et|ou) (?:the |der |die |l['’])?{_AREA})?{_OF_IT}"
    r"(?: (?:yet|now|still|already|or not|noch|encore|too|auch|aussi))*"
    r"(?: (?:for|für|pour|when|with|on) [\w' -]{2,40})?\W*$",
    re.IGNORECASE,
)
_TURNED = re.compile(
    rf"^\W*(?P<area>{_AREA})\W+(?:and )?(?:is|are|ist|sind|est|sont) (?P<names>[\w'’ -]+?)"
    r" (?:in|inside|part of|a member|drin|dabei|dedans|dans)\W*$",
    re.IGNORECASE,
)
"""The area first: "schengen: is Cyprus in?"."""
_ITSELF = re.compile(
    r"^\W*(?:(?:is|are|ist|sind|est|sont) )?(?P<names>[\w'’ -]+?) (?:(?:eu-)?zoll(?:gebiet|ausland)|zollfrei\w*"
    r"|(?:eu|ue) (?:customs|douane)(?: (?:territory|area|union))?|(?:eu|schengen) or not"
    r"|(?<!from )(?<!to )schengen(?:land|gebiet|raum)?|customs[- ]free|duty[- ]free|hors douane)\W*$",
    re.IGNORECASE,
)
""" "Ist Helgoland Zollgebiet?"."""
_FORMALITY = re.compile(r"\b(?:customs|zoll\w*|verzoll\w*|douanes?|douanier\w*|schengen|duty)\b", re.IGNORECASE)
_ON_THE_WAY = re.compile(r"\b(?:from|to|into|nach|von|aus|vers|depuis|towards)\b", re.IGNORECASE)
_NO_AIRFIELD = "No airfield is known here."
_CHANNEL_ISLANDS = re.compile(r"(?:channel islands|îles anglo[- ]normandes|kanalinseln)", re.IGNORECASE)
_JOINED = re.compile(r"\s+(?:and|und|et|or|oder|ou)\s+", re.IGNORECASE)
_ASIDE = re.compile(rf"^(?:(?:the|der|die|das|la|le|les|l['’])\s*)+|\s+{_EVEN}$", re.IGNORECASE)
_ITS_UNION = re.compile(rf"{_WHERE} (?:the |der |l['’])?{_UNION}\W*(?:\w+\W*)?$", re.IGNORECASE)
AREA = re.compile(rf"\b{_AREA}\b", re.IGNORECASE)
"""Schengen, the customs territory, or the Union, by name."""
_EU = "EU"
_MOST_WORDS = 8
_SAID_ANYWAY = "In Schengen, outside the EU customs territory."


_AS_KNOWN = re.compile(
    r"\b(?:doch|ja|jetzt|mittlerweile|inzwischen|now|nowadays|these days|maintenant|désormais|bien)\b ?",
    re.IGNORECASE,
)
_IS_IT_SO = re.compile(
    r"[\s,]*\b(?:oder(?: (?:nicht|etwa))?|odr|gell|nicht wahr|stimmt['’]?s|right|correct|isn['’]?t it|yes|no|innit"
    r"|n['’]est-ce pas|hein|non|c['’]est (?:ça|bien ça)|pas vrai)\W*$",
    re.IGNORECASE,
)
_IS_SCHENGEN = re.compile(rf"\b{_AFTER}(?= schengen\b)", re.IGNORECASE)


def _plainly(question: str) -> str:
    """What is told to be confirmed as it would be asked: "Kroatien ist doch jetzt Schengen, oder?"."""
    plain = _IS_IT_SO.sub("", _AS_KNOWN.sub("", _SINCE.sub("", question))).rstrip(" ,.;!?")
    return _IS_SCHENGEN.sub(lambda match: f"{match[0]} in", plain)


def asked_of(question: str, deps: Deps) -> tuple[Territory, ...]:
    """The territories whose membership is asked ("Is Norway in Schengen?"); none where a flight or a rule is."""
    if AREA.search(question) and (told := _plainly(question)) != question and (found := _asked_of(told, deps)):
        return found
    return _asked_of(question, deps)


_CHECKED = re.compile(
    r"(?:immigration\w*|passport|passports|pass\w*kontrolle\w*|\w*kontrolle\w*|grenzpolizei|einreise\w*|einreisekontrolle\w*"
    r"|controls?|checks?|contr[oô]les?|police|fronti[eè]res?|trotzdem|dann|da|still|anyway|quand|m[eê]me|there|also|auch|noch|plus|passer|dédouaner|dedouaner|no|any)",
    re.IGNORECASE,
)
_SENTENCES = re.compile(r"(?<=[?!.;,])\s+|\s+(?:and|und|et|so|donc)\s+")
_SINCE = re.compile(
    r"^\W*(?:comme|puisque|si|since|as|given that|if)\s+(?=[\w'’ -]+ (?:is|are|est|sont)\b)", re.IGNORECASE
)


def with_its_formalities(question: str, deps: Deps) -> Territory | None:
    """ "Croatia is in Schengen now, right? Do I still need customs": whose customs or checks are asked too."""
    if len(question) > _LONGEST or not AREA.search(question):
        return None
    if (both := _BOTH_AREAS.match(question)) is not None and (own := _territory(both["names"], deps)) is not None:
        rest = question[both.end() :]
        asks = _CUSTOMS_SAID.search(rest) is not None and not deps.countries.find_all(rest)
        return own if asks else None
    parts = [part for part in _SENTENCES.split(question) if part.strip()]
    for cut in range(1, len(parts)):
        asked = asked_of(" ".join(parts[:cut]), deps)
        rest = [word.key for part in parts[cut:] for word in words_of(part)]
        if len(asked) == 1 and any(_CUSTOMS.fullmatch(w) or _CHECKED.fullmatch(w) for w in rest):
            known = all(
                w in FUNCTION or any(words.fullmatch(w) for words in (_CUSTOMS, _NEEDED, _CHECKED)) for w in rest
            )
            return asked[0] if known else None
    return None


_LONGEST = 160
_BOTH_AREAS = re.compile(
    r"^\W*(?:(?:so|and|und|et|since|as|given that|da|weil|vu que|comme|puisque|if|wenn|si) )?"
    r"(?:the |die |der |la |le |l['’])?(?P<names>[^\W\d_][\w'’-]*(?: [\w'’-]+){0,2}?)"
    r" (?:is|isn['’]?t|are|aren['’]?t|ist|est|n['’]est|fait partie|gehört)\b(?: [\w'’]+){0,4}? (?:[ld]e? ?['’])?"
    rf"{_AREA}\W+(?:but|and|though|although|yet|aber|und|sondern|mais|et)\b[^?.!;,]{{0,24}}?\b{_AREA}",
    re.IGNORECASE,
)
""" "Norway isn't EU but is Schengen, so …": how it stands to both is told before what follows is asked."""
_CUSTOMS_SAID = re.compile(
    r"\b(?:customs|zoll\w*|verzoll\w*|douan\w*|immigration|passports?|border|pass\w*kontrolle\w*|grenz\w*"
    r"|einreise\w*|contr[oô]les?|police|clear\w*)\b",
    re.IGNORECASE,
)


def _asked_of(question: str, deps: Deps) -> tuple[Territory, ...]:
    if (match := _ASKED.search(question)) is not None:
        named = match["names"] or match["before"]
    elif (match := _TURNED.search(question) or _ITSELF.search(question)) is not None:
        named = match["names"]
    else:
        return _nothing_but_names(question, deps) or _enclave(question, deps)
    said = _CHANNEL_ISLANDS.sub("Jersey and Guernsey", named)
    names = [_ASIDE.sub("", name.strip()) for name in _JOINED.split(said)]
    found = [_territory(name, deps) for name in names]
    return tuple(t for t in found if t) if all(found) else ()


def _nothing_but_names(question: str, deps: Deps) -> tuple[Territory, ...]:
    """Of countries and an area alone: "Schengen: is Croatia in it? And Ireland? Bulgaria?"."""
    if not (area := AREA.search(question)):
        return ()
    named = deps.countries.find_all(question)
    taken = [area.span(), *((a, b) for a, b, _ in named)]
    rest = [w for w in words_of(question) if not any(a <= w.start < b for a, b in taken)]
    if len(named) < 2 or not all(w.key in FUNCTION or w.key in _STANDING for w in rest):
        return ()
    return tuple(deps.borders.of_country(country.code) for country in dict.fromkeys(c for _, _, c in named))


_STANDING = frozenset(
    [
        "part",
        "member",
        "members",
        "including",
        "c",
        "l",
        "inside",
        "outside",
        "still",
        "yet",
        "also",
        "teil",
        "mitglied",
        "drin",
        "dabei",
        "membre",
        "dedans",
    ]
)


def asked_beside(question: str, deps: Deps) -> tuple[str, str] | None:
    """The part of several that asks it, and of which country: "is Jersey in the EU, and how long its runway"."""
    parts = PARTS.split(question)
    for part in parts if len(parts) > 1 else ():
        if AREA.search(part) and (asked := asked_of(part, deps)):
            return part.strip(), asked[0].country
    return None


PARTS = re.compile(r"[,;?]\s*(?:(?:and|und|et)\s+)?|\s(?:and|und|et)\s")


def _territory(name: str, deps: Deps) -> Territory | None:
    if (own := deps.borders.named(name)) is not None:
        return own
    if (country := deps.countries.named(name)) is not None:
        return deps.borders.of_country(country.code)
    first, _, rest = name.partition(" ")
    if rest and deps.countries.find_all(first) and (own := deps.borders.named(rest)) is not None:
        return own  # "German Heligoland"
    found = deps.places.resolve(name)
    if found.matched != "exact" or found.best is None or found.best.country is None:
        return None
    return deps.borders.of_country(found.best.country)


def _enclave(question: str, deps: Deps) -> tuple[Territory, ...]:
    """A territory without an airfield whose customs are asked about, and no flight: "customs in Campione"."""
    named = {c.code for a, b, c in deps.countries.find_all(question) if deps.countries.named(question[a:b])}
    several = len(named) > 1
    if not _FORMALITY.search(question) or _ON_THE_WAY.search(question) or several:
        return ()  # "Flug Schweiz Liechtenstein, Zoll": of the way between them
    words = list(re.finditer(r"[\w'’-]+", question))
    if len(words) > _MOST_WORDS:
        return ()
    for length in (3, 2, 1):
        for first, last in zip(words, words[length - 1 :], strict=False):
            name = question[first.start() : last.end()]
            territory = deps.borders.named(name)
            if territory is not None and _NO_AIRFIELD in (territory.note or ""):
                return (territory,)
            if (state := _without_airfield(name, deps)) is not None:
                return (state,)
    return ()


def _without_airfield(name: str, deps: Deps) -> Territory | None:
    """The state of the table in which no airfield is known, by its name or a town's: "Liechtenstein", "Vaduz"."""
    country = deps.countries.named(name)
    code = country.code if country else None
    if code is None and name[:1].isupper():
        found = deps.places.resolve(name)
        code = found.best.country if found.matched == "exact" and found.best else None
    territory = deps.borders.of_country(code) if code else None
    return territory if territory is not None and _has_no_airfield(territory, deps) else None


def _has_no_airfield(territory: Territory, deps: Deps) -> bool:
    """Whether no airfield is known in a state of the table; of what is part of a state its note says so."""
    if territory.code != territory.country or territory.code not in {t.code for t in deps.borders.territories()}:
        return False
    return not deps.airports.has_coded_in(territory.code)


def membership(
    question: str, countries: Sequence[NamedCountry], deps: Deps
) -> tuple[str, tuple[Source, ...]] | None:
    """How each stands to Schengen and to the EU's customs territory, and where that was read; None: not asked."""
    asked = asked_of(question, deps)
    if not asked:
        return None
    told = [
        standing(territory, country.name if territory.code == country.code else territory.name, deps)
        for country in countries
        for territory in [t for t in asked if t.country == country.code] or [deps.borders.of_country(country.code)]
    ]
    if _ITS_UNION.search(question):
        told.append(say("Membership of the EU itself is not in my table."))
    return "\n".join(told), deps.borders.membership_sources


_LONGEST_NAME = 3
"""Words of a territory's name."""


def territory_spoken_of(question: str, country: str, deps: Deps) -> Territory:
    """The part of a state that stands otherwise and is named ("customs on Heligoland"); else the state."""
    words = [word.text for word in words_of(question)]
    for long in range(_LONGEST_NAME, 0, -1):
        for at in range(len(words) - long + 1):
            part = deps.borders.named(" ".join(words[at : at + long]))
            if part is not None and part.country == country:
                return part
    return deps.borders.of_country(country)


def standing(territory: Territory, name: str, deps: Deps) -> str:
    """How a territory stands to Schengen and to the EU's customs territory, in a line."""
    home = deps.borders.of_country(territory.country)
    schengen = {
        "yes": say("in Schengen"),
        "no": say("outside Schengen"),
        "verify": say("I am not certain about Schengen: ask"),
    }[territory.schengen]
    if (home.schengen, territory.schengen) == ("yes", "no"):
        schengen = say("persons are checked as from outside Schengen")
    note = f" {say(territory.note)}" if territory.note and territory.note != _SAID_ANYWAY else ""
    if _has_no_airfield(territory, deps):
        note += f" {say(_NO_AIRFIELD)}"
    if territory.customs == "verify" and territory.note:
        return say("{name}: {value}", name=country_name(name), value=f"**{schengen}.**{note}")
    if territory.customs == _EU:
        customs = say("in the EU customs territory")
    elif territory.customs == "verify":
        customs = say("I am not certain about the EU customs territory: ask")
    else:
        customs = say("outside the EU customs territory")
    return say(
        "{name}: {value}",
        name=country_name(name),
        value=say("**{schengen}; {customs}.**", schengen=schengen, customs=customs) + note,
    )


_CUSTOMS = re.compile(r"(?:customs|zoll|verzollung|verzollen|douanes?)", re.IGNORECASE)
_NEEDED = re.compile(
    r"(?:need(?:ed)?|required|necessary|must|brauch\w*|ben[öo]tig\w*|n[öo]tig|notwendig|muss|faut(?:-il)?|n[ée]cessaire|besoin)",
    re.IGNORECASE,
)
_COMING_FROM = re.compile(r"\b(?:from|von|aus|vom|depuis|out of|leaving)\b", re.IGNORECASE)


def customs_asked(question: str, deps: Deps, *, needed: bool = False) -> Territory | None:
    """The country of which nothing but its customs is asked: "zoll für die Schweiz"; `needed`: in such words."""
    named = deps.countries.find_all(question)
    if len({country.code for _, _, country in named}) != 1 or _COMING_FROM.search(question):
        return None
    if lands_uncleared(question):
        return deps.borders.of_country(named[0][2].code)
    rest = [w.key for w in words_of(question) if not any(a <= w.start < b for a, b, _ in named)]
    if not any(_CUSTOMS.fullmatch(word) for word in rest) or (needed and not any(map(_NEEDED.fullmatch, rest))):
        return None
    if not all(word in FUNCTION or _CUSTOMS.fullmatch(word) or _NEEDED.fullmatch(word) for word in rest):
        return None
    return deps.borders.of_country(named[0][2].code)


def formalities_by_membership(
    territory: Territory,
    name: str,
    deps: Deps,
    *,
    start_asked: bool = False,
    customs_told: bool = False,
    question: str = "",
) -> str:
    """What customs and immigration follow from how a country stands, whatever country one comes from.

    `start_asked`: where one comes from is asked for beside it; `customs_told`: its customs stand above it; a
    `question` may say where one comes from.
    """
    told = [standing(territory, name, deps)]
    if territory.customs == _EU and not customs_told:
        told.append(say("Customs: not needed from the EU customs territory, needed from elsewhere."))
    elif territory.customs != "verify" and not customs_told:
        told.append(say("Customs: needed from the EU."))
    if territory.schengen == "yes":
        told.append(
            say("Immigration: from Schengen only where controls were brought back; needed from elsewhere.")
        )
    elif territory.schengen == "no":
        told.append(say("Immigration: needed from Schengen."))
    if not start_asked and not (question and _COMING_FROM.search(question)):
        told.append(say("Tell me where you come from, and I tell the rest."))
    return "\n".join(told)


_NOT_EUROPE = frozenset({"IL", "PS", "GL", "FK", "PM"})
"""States that share Europe's prefixes of airfield codes and lie elsewhere."""


_WITHOUT_A_PREFIX = frozenset({"AD", "SJ"})
"""Parts of Europe whose airfields, where they have any, bear no code or another state's."""


def _is_european(country: NamedCountry, deps: Deps) -> bool:
    known = deps.countries.get(country.code)
    return country.code in _WITHOUT_A_PREFIX or (
        known is not None
        and any(
            prefix[:1] in ("E", "L") or prefix[:2] in ("BK", "UK", "UM", "GI") for prefix in known.icao_prefixes
        )
    )


def members(countries: Sequence[NamedCountry], deps: Deps) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The countries by how they stand to Schengen and to the EU's customs territory."""
    groups: dict[str, list[str]] = {}
    for country in countries:
        territory = deps.borders.of_country(country.code)
        if territory.schengen == "verify" or territory.customs == "verify":
            group = later("I am not certain: ask")
        elif territory.schengen == "yes":
            both, alone = later("In Schengen and in the EU customs territory"), later("In Schengen alone")
            group = both if territory.customs == _EU else alone
        elif territory.customs == _EU:
            group = later("In the EU customs territory alone")
        elif country.code in _NOT_EUROPE or not _is_european(country, deps):
            continue
        else:
            group = later("Outside both, in Europe")
        groups.setdefault(group, []).append(country.name)
    return tuple((group, tuple(names)) for group, names in sorted(groups.items()))
