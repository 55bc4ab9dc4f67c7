"""What thumbs shorten: "wot r the hrs 2moz", "fone no", "cn u", written out before anything is read."""

from __future__ import annotations

from agent import regex as re

_SHORT = {
    "u": "you", "ur": "your", "r": "are", "wot": "what", "wots": "what's", "wat": "what", "wats": "what's",
    "bout": "about", "abt": "about", "frm": "from", "wen": "when", "hw": "how", "cn": "can", "cud": "could",
    "wud": "would", "shud": "should", "pls": "please", "plz": "please", "thx": "thanks",
    "any1": "anyone", "every1": "everyone", "some1": "somebody", "nr": "near", "wana": "want to", "wanna": "want to",
    "gota": "got to", "gotta": "got to", "gona": "going to", "gonna": "going to", "fone": "phone", "nxt": "next",
    "b4": "before", "hve": "have", "hav": "have", "aswell": "as well", "dunno": "don't know", "evrythin": "everything",
    "tho": "though", "thru": "through", "anywere": "anywhere", "feild": "field", "feilds": "fields", "longst": "longest",
    "wich": "which", "whitch": "which", "witch": "which", "calender": "calendar", "lite": "light", "comming": "coming",
    "mornin": "morning", "arvo": "afternoon", "sarvo": "this afternoon", "nothin": "nothing", "somethin": "something",
    "srry": "sorry", "sry": "sorry", "soz": "sorry", "nt": "not", "cnt": "can't", "tonite": "tonight", "nite": "night",
    "anythin": "anything", "owt": "anything", "nowt": "nothing", "summat": "something", "everythin": "everything", "goin": "going", "comin": "coming", "landin": "landing",
    "flyin": "flying", "arival": "arrival", "arivals": "arrivals", "ariving": "arriving", "depature": "departure", "leavin": "leaving", "lookin": "looking", "thinkin": "thinking", "parkin": "parking",
    "watchin": "watching", "gustin": "gusting", "doin": "doing", "gettin": "getting", "takin": "taking",
    "plannin": "planning", "stayin": "staying", "openin": "opening", "walkin": "walking",
    "jsp": "je ne sais pas", "stp": "s'il te plaît", "svp": "s'il vous plaît", "bjr": "bonjour", "slt": "salut",
    "pr": "pour", "qd": "quand", "tjs": "toujours", "auj": "aujourd'hui", "bcp": "beaucoup", "ds": "dans",
    "koi": "quoi", "kel": "quel", "kelle": "quelle", "pkoi": "pourquoi", "keske": "qu'est-ce que", "kesako": "c'est quoi",
    "tps": "temps", "tt": "tout", "qq": "quelques", "qqn": "quelqu'un", "qqch": "quelque chose", "pb": "problème",
    "jrs": "jours", "dsl": "désolé", "biz": "bises", "chui": "je suis", "chuis": "je suis", "jvais": "je vais", "jdois": "je dois",
    "jsais": "je sais", "jai": "j'ai", "yaurait": "y aurait", "yavait": "y avait", "aprem": "après-midi", "aprèm": "après-midi",
    "atterro": "atterrissage", "attero": "atterrissage", "aterro": "atterrissage", "deco": "décollage", "mtn": "maintenant", "jsuis": "je suis", "jpeux": "je peux", "jveux": "je veux", "jviens": "je viens", "jvien": "je viens", "ptet": "peut-être", "ptetre": "peut-être", "dac": "d'accord",
    "nich": "nicht", "nit": "nicht", "isses": "ist es", "issn": "ist ein", "habn": "haben", "wg": "wegen",
    "aufm": "auf dem", "ausm": "aus dem", "mitm": "mit dem", "fürn": "für einen", "übern": "über den", "vorm": "vor dem",
    "nem": "einem", "nen": "einen", "vllt": "vielleicht", "brauch": "brauche", "krieg": "kriege", "evtl": "eventuell", "bzgl": "bezüglich", "zw": "zwischen",
}  # fmt: skip
"""English, then French and German; none is an airfield's code, an abbreviation of flying or another word."""
_LETTERS = re.compile(
    rf"(?<![\w.'’/-])(?<!\d )(?<!\dkt )(?<!\dkts )(?<!\dkn )(?<!\d kt )(?<!\d kts )(?<!\d kn )(?:{'|'.join(_SHORT)})(?![\w'’/-]|\.\w)"
)
""" "20kt hw" is a headwind, and "5 d" so many days."""
_NO_HOUR = (
    r"(?<!\bat )(?<!\bby )(?<!till )(?<!until )(?<!from )(?<!about )(?<!around )(?<!before )(?<!after )(?<!\bto )"
)
_FOUR = re.compile(rf"(?<=[a-z] ){_NO_HOUR}4(?= (?:me|us|a|an|the|you|it|my|our|that|any\w*)\b)")
_COUNT = re.compile(r"(?<![\w'’-])cnt (?=(?:me|us|him|her)\b)")
""" "Cnt me in"."""
_AFT = re.compile(r"(?<=\bthis )aft(?![\w'’-])|(?<=\btomorrow )aft(?![\w'’-])|(?<=day )aft(?![\w'’-])")
""" "This aft": no tail of an aircraft."""
_TWO = re.compile(rf"(?<=[a-z] ){_NO_HOUR}2(?= (?:the|my|be|go|get|see|know|land|fly|a)\b)")


_GERMAN = re.compile(
    r"\b(?:der|das|dem|den|ist|sind|wie|für|und|von|nach|bei|vom|zum|zur|morgen|heute|auf|welche\w*|wo|wann|brauch\w*|gibt|haben|hat|ich|muss|nicht|"
    r"wetter|zoll|sprit|flugplan|plätze|bahn|landegebühr\w*)\b|[äöüß]",
    re.IGNORECASE,
)
_AND = re.compile(r"(?<=[\w?!,.] )u\.?(?= \w)")
_YOU = re.compile(
    r"\b(?:can|cn|do|did|are|r|if|will|would|could|cud|wud|have|had|that|what|thank|tell|you|hope|when|how|wie|habt|hast)\s$"
)
""" "Can u", "r u": what stands before an English "you"."""


def _and(text: str) -> str:
    """ "Wetter Kassel u Öffnungszeiten Bad Pyrmont": German's "und", where English's "you" cannot stand."""

    def is_and(at: re.Match[str]) -> bool:
        return not _YOU.search(text[: at.start()]) and (
            _GERMAN.search(text) is not None or text[at.end() + 1].isupper()
        )

    return _AND.sub(lambda at: "und" if is_and(at) else at[0], text)


_IT_IS = re.compile(
    r"(?:(?<=^)|(?<=[?!.,] )|(?<=\bet ))(?:c|cé|ces) (?=(?:quoi|koi|où|quand|combien|possible|obligatoire|mieux|ch[eè]re?|loin|bon|bien|long|jouable|faisable|ouvert\w*|ferm[ée]\w*|douanier)\b)"
)
""" "C koi un SSALR": French's "c'est" as it sounds."""


_WEEK_END = re.compile(r"\bweek end(?=s?\b)", re.IGNORECASE)
_COMPARED = r"(?:tard|t[ôo]t|proches?|pr[èe]s|longue?s?|courte?s?|grande?s?|petite?s?|ch[eè]re?s?|loin|vite|rapides?|haute?s?|basse?s?|facile)\b"
_MORE = re.compile(rf"(?<=[^\W\d_]) \+ ?(?={_COMPARED})")
_LESS = re.compile(rf"(?<=[^\W\d_]) - ?(?={_COMPARED})|(?<=\b[àa]) - (?=d[e'’] ?\w)")
""" "Au + tard", "le - cher", "à - de 30 nm"."""


_WHOM = re.compile(
    r"\bwen (?:\w*ruf\w*|\w*frag\w*|informier\w*|verständig\w*|kontaktier\w*|benachrichtig\w*|soll\w*|muß)\b"
)
""" "Zürich Basel, wen anrufen": German for whom, and no English "when"."""


def written_out(text: str) -> str:
    """`text` with such words in full; only where they stand in small letters."""
    text = _WEEK_END.sub("week-end", text)
    text = _LESS.sub(" moins ", _MORE.sub(" plus ", text))
    text = _COUNT.sub("count ", _IT_IS.sub("c'est ", _and(text)))  # before "cnt" is "can't"
    text = _AFT.sub("afternoon", text)
    whom = _WHOM.search(text) is not None or _GERMAN.search(text) is not None
    full = _LETTERS.sub(lambda m: m[0] if whom and m[0] == "wen" else _SHORT[m[0]], text)
    return _TWO.sub("to", _FOUR.sub("for", full))
