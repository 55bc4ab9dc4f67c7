"""What the words of an AIP row mean: fuel grades, hotels and restaurants, customs, kinds of approach."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from agent import regex as re
from tongue import later

Place = Literal["at_airport", "vicinity"]

_GRADES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("100LL", re.compile(r"100\s?LL", re.IGNORECASE)),
    ("UL91", re.compile(r"UL\s?91", re.IGNORECASE)),
    ("UL94", re.compile(r"UL\s?94", re.IGNORECASE)),
    ("100UL", re.compile(r"(?:G)?100\s?UL", re.IGNORECASE)),
    ("UL AERO SUPER+", re.compile(r"UL AERO SUPER", re.IGNORECASE)),
    ("jet_a", re.compile(r"JET\s?-?A\s?-?\s?1?|AVTUR|\bTR0\b|\bTRO\b", re.IGNORECASE)),
    ("mogas", re.compile(r"MOGAS|\bSP\s?9[58]|SUPER PLUS|EUROSUPER", re.IGNORECASE)),
)
_AVGAS = re.compile(r"AVGAS(?!\s*\(?(?:100|UL))", re.IGNORECASE)
_NOTHING = re.compile(
    r"^\W*(?:NIL|N[EÉ]ANT|NONE|NOT AVBL|NOT AVAILABLE|NO|AUCUNE?|KEINE?|[-–])\W*$", re.IGNORECASE
)
_FIELD = r"(?:AD|A/D|aerodrome|a[ée]rodrome|airport|a[ée]roport|AP|site|field|base)"
_AT = re.compile(
    rf"\b(?:(?:on|at|sur|[àa])\s+(?:the\s+|l['’]\s?)?{_FIELD}|in (?:the )?(?:AD|airport|(?:air )?terminals?)|"
    r"at and near|Flughafenrestaurant|"
    r"A[DP] (?:restaurant|terminal))\b(?! (?:vicinity|VCY))",
    re.IGNORECASE,
)
_SERVED = re.compile(r"^\W*(?:restaurants?|caf[eé]|bar|buffet|bistrot?|snack)\b", re.IGNORECASE)
_EXISTS = re.compile(r"^\W*(?:available|AVBL|yes|oui)\b", re.IGNORECASE)
_NEAR = re.compile(
    r"vicinity|\bVCY\b|near|nearby|\bin (?:the )?(?:city|town|village)|en ville|downtown|cit(?:y|ies)\b|\btown|"
    r"village|proximit|surrounding|neighbou?r|conurbation|within\s+[\d.]+|within a radius|"
    r"\d\s?k?ms?\b|Umgebung|in \w+: unlimited",
    re.IGNORECASE,
)
_TOWN = re.compile(
    rf"\b(?:[Ii]n|[Aa]t|[àÀA])\s+(?:la |le |les )?(?!{_FIELD}\b|the\b|terminal|MIL\b)[A-ZÉÎ][\w'-]+"
)
_OF_FIELD = re.compile(
    rf"^\W*(?:(?:hotels?|restaurants?)(?:\(s\))? )?(?:(?:at|on|in) (?:the )?)?{_FIELD}(?: terminal)?\s*[:-]",
    re.IGNORECASE,
)
_OF_TOWN = re.compile(
    r"^\W*(?:(?:in|nearby) )?(?:(?:hotels?|restaurants?)(?:\(s\))? )?"
    r"(?:city|cities|town|nearby|CIV|surroundings?)\b[^:;]{0,20}[:-]",
    re.IGNORECASE,
)
_PIECES = re.compile(r"[;|\n]|(?<=[a-z)])\.(?=\s)|(?<=\w), (?=in |on |at )")
_NOT_FOR_VISITORS = re.compile(r"\bMIL\b|military|\bmess\b|DFAC|defence staff|troops", re.IGNORECASE)
_ASKED = re.compile(
    r"\bPPR|\bPNR?\b|prior (?:permission|notice|approval|request|arrangement|authori[sz]ation|consent)|"
    r"(?:permission|authori[sz]ation|notice|approval) (?:is |are |must |shall |has to )?(?:be )?(?:required|requested|obtained|given)|"  # noqa: E501
    r"by (?:prior )?(?:arrangement|appointment)|in advance|O/R\b|(?<!up)on request|"
    r"pr[ée]avis|pr[ée]alable|sur demande|autorisation d[eu]|"
    r"vorherige[rn]?|Voranmeldung|Genehmigung|Zustimmung|auf Anfrage|auf Anforderung|"
    r"previo aviso|autorizaci[óo]n previa|preavviso|su richiesta",
    re.IGNORECASE,
)
_FORBIDDEN = re.compile(
    r"\breserved (?:for|to)\b|\brestricted (?:to|for)\b|\blimited to\b|"
    r"\bonly (?:for|by|available|permitted|open)\b|\bprohibited\b|\bforbidden\b|"
    r"\bnot (?:\w+ )?(?:available|permitted|allowed|accepted|authori[sz]ed|admitted|AVBL)\b|"
    r"\bclosed\b|\b(?:may|will) close\b|\bmandatory\b|\bcompulsory\b|\bobligatory\b|\bexcluded\b|\bslot|"
    r"r[ée]serv[ée]e?s? aux?\b|interdit|ferm[ée]e?s?\b|obligatoire|limit[ée]e?s? aux?\b|"
    r"verboten|untersagt|unzul[äa]ssig|nicht (?:gestattet|erlaubt|zugelassen|zul[äa]ssig)|gesperrt|geschlossen|"
    r"vorbehalten|verpflichtend|Pflicht\b|prohibid|cerrado|vietat|chiuso|riservato",
    re.IGNORECASE,
)
_LANGUAGES: dict[str, re.Pattern[str]] = {
    "en": re.compile(
        r"\b(?:the|and|of|for|to|is|are|not|must|be|with|from|by|at|or|only|shall|all|reserved|prohibited|aircraft|"
        r"request|when|between|outside|see|due|fuel|payment|cash|cards?|bank|sked|required|before|without|this|these)\b"
    ),
    "fr": re.compile(
        r"\b(?:le|la|les|des|du|est|sont|aux|sur|pour|avec|par|et|une|dans|ou|sauf|hors|entre|en|au|de|hor|voir|"
        r"interdit|réservé|carburants?|lubrifiants|paiement|comptant|cartes?|chèques?|avant|sans)\b"
    ),
    "de": re.compile(
        r"\b(?:der|die|das|und|ist|nicht|für|mit|von|nur|auf|bei|werden|sind|den|dem|zu|oder|eine|einer|siehe|"
        r"zwischen|ausserhalb|außerhalb|vor|ohne|durch|am|im|des)\b"
    ),
    "es": re.compile(r"\b(?:el|los|las|del|para|y|con|por|se|es|no|una|de|solo|salvo|debe)\b"),
    "it": re.compile(r"\b(?:il|gli|della|di|per|con|sono|del|dei|le|è|non|una|solo|deve|nei)\b"),
}
"""Words by which a language is told; one that several share speaks for each of them."""
_LABELS = re.compile(r"((?:^|[.;]\s)\W*)([^\W\d][\w' ]{2,30}?) / ([^\W\d][\w' ]{2,30}?)(?=\s*:|\s+\d)")
_LETTERS = (("fr", "[éèêàçùôîû]"), ("de", "[äöüß]"))
_APPROACH = re.compile(r"\b(ILS|LOC|LDA|GLS|RNP|RNAV|VOR|NDB|SRA|PAR)\b")

GRADE_NAMES: dict[str, str] = {
    "100LL": "AVGAS 100LL",
    "jet_a": "Jet A-1",
    "mogas": "mogas",
    "avgas": later("AVGAS, grade not stated"),
}


def says_nothing(text: str) -> bool:
    """Is the row empty or "NIL"?"""
    return not text.strip() or bool(_NOTHING.match(text))


def fuel_grades(text: str) -> tuple[str, ...] | None:
    """The grades of a fuel row, () for NIL, None when no grade is recognised.

    AVGAS without its grade is "avgas": it is not taken for 100LL.
    """
    if says_nothing(text):
        return ()
    found = [name for name, pattern in _GRADES if pattern.search(text)]
    if _AVGAS.search(text):
        found.append("avgas")
    if "100LL" in found and "avgas" in found:
        found.remove("avgas")
    return tuple(found) or None


def places_of(text: str) -> tuple[Place, ...] | None:
    """Where a hotel or restaurant is: at the field, near it, () for NIL; None when the row does not say."""
    if says_nothing(text):
        return () if text.strip() else None
    pieces = [piece for piece in _PIECES.split(text) if piece.strip(" .\\")]
    found = {place for piece in pieces for place in _places_of_piece(piece)}
    if found:
        return tuple(place for place in ("at_airport", "vicinity") if place in found)
    return () if any(_OF_FIELD.search(piece) for piece in pieces) else None


def _places_of_piece(piece: str) -> tuple[Place, ...]:
    """One part of a row. What the military keeps to itself, and "AD: NIL", is nothing for a visitor."""
    of_field = _OF_FIELD.search(piece)
    if of_field is not None:
        rest = piece[of_field.end() :]
        return () if says_nothing(rest) or _NOT_FOR_VISITORS.search(rest) else ("at_airport",)
    if _OF_TOWN.search(piece):
        return () if _NOTHING.match(piece.partition(":")[2]) else ("vicinity",)
    if _NOT_FOR_VISITORS.search(piece):
        return ()
    found: list[Place] = []
    if _AT.search(piece):
        found.append("at_airport")
    if _NEAR.search(_AT.sub("", piece)) or _TOWN.search(piece):
        found.append("vicinity")
    if not found and _SERVED.search(piece):
        return ("at_airport",)
    if not found and _EXISTS.search(piece):
        return ("vicinity",)
    return tuple(found)


def asks_or_forbids(text: str) -> int:
    """How many words of a text ask for permission or notice, or shut somebody out."""
    return len(_ASKED.findall(text)) + len(_FORBIDDEN.findall(text))


def asks(text: str) -> bool:
    """Does the text ask for permission, notice or arrangement before coming?"""
    return bool(_ASKED.search(text))


def forbids(text: str) -> bool:
    """Does the text shut somebody out, or demand something of who comes?"""
    return bool(_FORBIDDEN.search(text))


def language(text: str) -> str | None:
    """The language of a text: en, fr, de, es, it; None when its words do not tell."""
    counts = {code: len(words.findall(text.casefold())) for code, words in _LANGUAGES.items()}
    best = max(counts, key=lambda code: counts[code])
    if counts[best] and list(counts.values()).count(counts[best]) == 1:
        return best
    return next((code for code, letters in _LETTERS if re.search(letters, text.casefold())), None)


def one_language(text: str) -> str:
    """A wording in two languages ("Sur demande / On request") in one of them: English when it asks as much.

    The text as it is when what would be left out holds a number or an address that the rest does not.
    """
    pieces = re.split(r"(?<=[.;])\s+(?:/\s+)?|\s+/\s+", _LABELS.sub(r"\1<\2|\3>", text))
    spoken = [language(re.sub(r"<.+?>", "", piece)) for piece in pieces]
    local = {code for code in spoken if code not in (None, "en")}
    if "en" not in spoken or len(local) != 1:
        return _LABELS.sub(r"\1\2" if local else r"\1\3", text)
    said = {code: [p for p, s in zip(pieces, spoken, strict=True) if s == code] for code in ("en", *local)}
    asked = {code: (asks_or_forbids(" ".join(words)), len(" ".join(words))) for code, words in said.items()}
    (other,) = local
    english = asked["en"][0] >= asked[other][0] and asked["en"][1] * 2 >= asked[other][1]
    kept_code = "en" if english else other
    kept = [p for p, s in zip(pieces, spoken, strict=True) if s in (None, kept_code)]
    whole = " ".join(p if p.endswith((".", ";", ":")) else f"{p}." for p in kept)
    lost = [p for p, s in zip(pieces, spoken, strict=True) if s not in (None, kept_code)]
    told = set(re.findall(r"\d+|\S+@\S+", whole))
    cut = whole.count("(") != whole.count(")")
    if cut or any(set(re.findall(r"\d+|\S+@\S+", piece)) - told for piece in lost):
        return text
    return re.sub(r"<(.+?)\|(.+?)>", r"\2" if english else r"\1", whole)


def shortened(text: str, longest: int) -> str:
    """The beginning of a text, cut between two words and marked with "…" when it is longer."""
    if len(text) <= longest:
        return text
    kept = text[: longest - 1].rsplit(" ", 1)[0] if " " in text[: longest - 1] else text[: longest - 1]
    return f"{kept.rstrip(' ,;:–-')} …"


def approach_titles(names: Iterable[str]) -> tuple[str, ...]:
    """Each title once; the second page of a chart ("VOR-A, CONT.1") is no approach of its own."""
    return tuple(dict.fromkeys(name for name in names if name and ", CONT." not in name))


def approach_type(name: str) -> str | None:
    """The kind of approach a chart's name gives: its most precise aid first."""
    found = _APPROACH.findall(name.upper())
    for kind in ("ILS", "GLS", "LOC", "RNP", "RNAV", "VOR", "NDB"):
        if kind in found:
            return kind
    return found[0] if found else None


def normal_grade(name: str) -> str:
    """The canonical name of a grade as pilots say it ("avgas" is 100LL, "jet" is jet_a)."""
    key = re.sub(r"[\s_-]", "", name).lower()
    if key in ("avgas", "100ll", "avgas100ll", "100"):
        return "100LL"
    if key.startswith(("jet", "avtur", "kerosene")):
        return "jet_a"
    if key in ("ul91", "avgasul91", "91ul"):
        return "UL91"
    if key in ("ul94", "94ul"):
        return "UL94"
    return "mogas" if key in ("mogas", "sp98", "sp95", "super") else name
