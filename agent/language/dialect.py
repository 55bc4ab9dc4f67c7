"""Writes German as it is spoken in Switzerland, Austria and Bavaria as it is written: "wie lang goht das", "i mecht … mitn"."""

from __future__ import annotations

from agent import regex as re


def _words(table: str) -> frozenset[str]:
    return frozenset(table.split())


_SHARP_S = {
    "weiss": "weiß", "weisst": "weißt", "ausser": "außer", "ausserhalb": "außerhalb", "draussen": "draußen", "dreissig": "dreißig",
    "schliesst": "schließt", "schliessen": "schließen", "grösser": "größer", "grösste": "größte", "grössten": "größten", "grösse": "Größe", "grosser": "großer",
    "grosses": "großes", "grossen": "großen", "strasse": "Straße", "regelmässig": "regelmäßig", "gemäss": "gemäß", "süss": "süß",
}  # fmt: skip
"""Written with "ss" in Switzerland, and on keyboards without the letter; none of them is a word of English or French ("gross", "grosse" and "fuss" are)."""
_SWISS = {
    "hoi": "hallo", "z": "in", "dür": "durch", "gaht's": "geht es", "goht's": "geht es", "goht": "geht", "gaht": "geht", "gönd": "gehen", "gömmer": "gehen wir", "isch": "ist", "bisch": "bist", "vielmal": "vielmals danke", "hät": "hat", "gits": "gibt's", "git's": "gibt's", "git": "gibt",
    "chan": "kann", "chani": "kann ich", "chammer": "kann man", "chönd": "können", "chönnd": "können", "chömed": "kommen", "chunnt": "kommt",
    "wänd": "wollen", "wämmer": "wollen wir", "wend": "wollen", "wott": "will", "möcht": "möchte", "müend": "müssen", "muess": "muss", "muemer": "müssen wir",
    "müemer": "müssen wir", "mir": "wir", "mer": "wir", "nöd": "nicht", "ned": "nicht", "nüt": "nichts", "öppis": "etwas", "öpper": "jemand", "zäme": "zusammen",
    "vo": "von", "uf": "nach", "ufe": "hinauf", "uff": "auf", "gäge": "gegen", "wäge": "wegen", "zrugg": "zurück", "zruck": "zurück",
    "wiit": "weit", "wyt": "weit", "flüüge": "fliegen", "flüge": "fliegen", "flüügt": "fliegt", "flüg": "fliege",
    "sunntig": "Sonntag", "samschtig": "Samstag", "samstig": "Samstag", "fritig": "Freitag", "friitig": "Freitag", "frytig": "Freitag", "dunnschtig": "Donnerstag",
    "donnschtig": "Donnerstag", "mittwuch": "Mittwoch", "zischtig": "Dienstag", "ziischtig": "Dienstag", "mäntig": "Montag", "hüt": "heute", "morn": "morgen",
    "übermorn": "übermorgen", "znacht": "Abendessen", "zmittag": "Mittagessen", "zmorge": "Frühstück", "wätter": "Wetter",
    "dött": "dort", "det": "dort", "wänn": "wenn", "bruuch": "brauche", "bruucht": "braucht", "bruuched": "brauchen",
    "bruuchi": "brauche ich", "bruucht's": "braucht es", "chöi": "können", "mues": "muss", "bruch": "brauche", "i": "ich", "cha": "kann", "hälfe": "helfen", "em": "dem",
    "guet": "gut", "guets": "gutes", "guete": "guter", "flugwätter": "Flugwetter", "wätterbricht": "Wetterbericht", "hei": "heim", "wele": "welcher", "weli": "welche", "weles": "welches", "nöcher": "näher",
    "choscht": "kostet", "choschtet": "kostet", "gsi": "gewesen", "sött": "sollte", "söll": "soll", "chunt": "kommt", "lande": "landen", "tanke": "tanken", "öb": "ob", "ois": "uns", "üs": "uns",
    "bärn": "Bern", "grenche": "Grenchen", "züri": "Zürich", "luzärn": "Luzern", "lozärn": "Luzern", "gänf": "Genf", "sanggalle": "St. Gallen", "soledurn": "Solothurn", "änedine": "Engadin",
}  # fmt: skip
_SURELY_SWISS = _words(
    "goht gaht goht's gaht's gönd gömmer isch bisch hät gits git's chan chani chammer chönd chönnd wänd wämmer wott müend muess muemer müemer nöd öppis öpper zäme "
    "gäge wäge zrugg wiit flüüge flüügt sunntig samschtig fritig friitig frytig dunnschtig donnschtig mittwuch zischtig ziischtig mäntig morn "
    "det bruch bruuch bruucht bruuchi bruuched dött grüezi hoi chunnt chömed wätter flugwätter guets cha hälfe choscht choschtet weles sött bärn grenche züri luzärn lozärn gänf sanggalle"
)
_BAVARIAN = {
    "i": "ich", "mecht": "möchte", "mechat": "möchte", "mecht'n": "möchten", "mechten": "möchten", "hob": "habe", "hamma": "haben wir", "samma": "sind wir",
    "kemma": "können wir", "kömma": "können wir", "kimm": "komme", "kimmt": "kommt", "kumm": "komme", "kummt": "kommt", "müss'ma": "müssen wir", "miassn": "müssen",
    "miass": "müssen", "brauchma": "brauchen wir", "fliang": "fliegen", "fliagn": "fliegen", "fliag": "fliege", "geht's": "geht es", "ned": "nicht", "net": "nicht",
    "nix": "nichts", "wos": "was", "des": "das", "dees": "das", "mitn": "mit dem", "mit'n": "mit dem", "aufn": "auf den", "af": "auf", "eini": "hinein", "aussi": "hinaus",
    "umi": "hinüber", "obi": "hinunter", "auffi": "hinauf", "zruck": "zurück", "z'ruck": "zurück", "schaugt": "schaut", "dahoam": "daheim", "meim": "meinem", "dei": "dein",
    "mei": "mein", "do": "da", "heit": "heute", "morgn": "morgen", "wieda": "wieder", "weida": "weiter", "guad": "gut", "is": "ist", "san": "sind", "hom": "haben",
    "wann's": "wenn es", "wiad": "wird", "wead": "wird", "kost": "kostet", "a": "ein",
    "kost's": "kostet es", "kosts": "kostet es", "mi": "mich", "hod": "hat", "hods": "hat es", "hots": "hat es", "kon": "kann", "ko": "kann", "deaf": "darf", "derf": "darf", "weid": "weit", "vo": "von", "schee": "schön", "scho": "schon", "moing": "morgen", "gehd": "geht", "gehts": "geht es", "wiavui": "wie viel", "wievui": "wie viel",
    "neune": "neun", "zehne": "zehn", "elfe": "elf", "zwölfe": "zwölf", "viere": "vier", "fünfe": "fünf", "sechse": "sechs", "siebene": "sieben",
    "wia": "wie", "vui": "viel", "oda": "oder", "koa": "kein", "koan": "keinen", "hoaßt": "heißt", "hoam": "heim", "ham": "haben", "zrück": "zurück", "landn": "landen",
}  # fmt: skip
_SURELY_BAVARIAN = _words(
    "mecht mechat mechten hob hamma samma kemma kömma kimm kimmt kummt miassn miass brauchma fliang fliagn fliag wos dees mitn mit'n eini aussi auffi obi umi schaugt dahoam "
    "hod hods kost's kosts weid kon deaf wiavui wievui moing gehd meim heit wieda weida griaß griass servus pfiat wia vui koa koan hoaßt hoam"
)
_BAVARIAN_TOO = frozenset(
    (
        "mi",
        "i",
        "ma",
        "mei",
        "vo",
        "af",
        "ned",
        "net",
        "des",
        "is",
        "zruck",
        "kost",
        "de",
        "ham",
        "hom",
        "oda",
        "zrück",
        "do",
        "a",
    )
)
"""Words of it that are words of other languages as well: they count beside a sure one."""
_WE = re.compile(
    r"\b(?P<verb>müss|brauch|könn|kenn|woll|fliag|fliang|hab|san|sin|wer|werd|soll|derf|dürf)(?:n|en)?['’ ]?ma\b",
    re.IGNORECASE,
)
""" "Müss ma", "brauch ma": the verb and "we"."""
_VERBS = {
    "müss": "müssen", "brauch": "brauchen", "könn": "können", "kenn": "können", "woll": "wollen", "fliag": "fliegen", "fliang": "fliegen", "hab": "haben",
    "san": "sind", "sin": "sind", "wer": "werden", "werd": "werden", "soll": "sollen", "derf": "dürfen", "dürf": "dürfen",
}  # fmt: skip
_IN_A_TOWN = re.compile(r"\b[zZ]['’](?=[A-ZÄÖÜ](?!(?:Mittag|Morge|Nacht|Abig)\b))")
""" "Z'Bärn": in that town."""
_ARTICLE = re.compile(r"\b(?P<article>[sd])['’ ](?=[A-ZÄÖÜ][a-zäöü])")
""" "S'Wätter", "d Schwiiz": the Swiss article."""
_IN_THE = re.compile(r"\bi (?=d(?:[er]\b|['’ ](?=[A-ZÄÖÜ])))")
""" "I de Schwiiz", "i d'Berge": "in"."""
_JUST_NOW = re.compile(r"(?<!\d )(?<!\d)\bgrad\b")
""" "Grad" in small letters and with no figure: "gerade"."""
_IF_WE = re.compile(r"\b(?P<if>wenn|wann|weil|dass|ob|wo|was|wie) ma\b", re.IGNORECASE)
_WORD = re.compile(r"(?<![\w.@/-])[^\W\d_]+(?:['’][^\W\d_]+)?(?![\w@/-]|\.\w)")
_GERMAN = re.compile(
    r"\b(?:der|die|das|den|dem|ein|eine|und|nach|von|über|mit|zum|zur|am|im|um|bei|wie|was|wann|gibt|wetter|zoll|sprit|flugplan|platz|piste|fliegen|muss|geht|lang)\b",
    re.IGNORECASE,
)
_UNMISTAKABLE = _words(
    "goht gaht goht's gaht's flüüge flüügt sunntig samschtig dunnschtig zischtig wänd wämmer müemer chönd zäme nöd öppis vielmal bisch bruuched wätter flugwätter bärn grenche züri luzärn lozärn"
)
"""Words of it that are none of any other language: one is enough."""
_FEWEST = 2
"""Words of a dialect by which a message is known to be in it."""


def written_german(text: str) -> str:
    """`text` in written German where two of its words or more are of one of these dialects; as it is elsewhere."""
    text = _in(_SHARP_S, text)
    plain = _IN_A_TOWN.sub("in ", text)
    words = {match[0].casefold().replace("’", "'") for match in _WORD.finditer(plain)}
    ours = len(_WE.findall(text)) + len(_IF_WE.findall(text))
    swiss, sure = len(words & _SURELY_SWISS), len(words & _SURELY_BAVARIAN) + ours
    if (swiss >= _FEWEST or words & _UNMISTAKABLE) and swiss >= sure:
        return _in(
            _SWISS, _ARTICLE.sub(lambda m: "das " if m["article"] == "s" else "die ", _IN_THE.sub("in ", plain))
        )
    if sure and (sure + len(words & _BAVARIAN_TOO) >= _FEWEST or (ours and _GERMAN.search(text))):
        text = _WE.sub(lambda m: f"{_VERBS[m['verb'].casefold()]} wir", text)
        text = _JUST_NOW.sub("gerade", text)
        return _in(_BAVARIAN, _IF_WE.sub(lambda m: f"{m['if']} wir", text))
    return text


def _in(dialect: dict[str, str], text: str) -> str:
    def written(match: re.Match[str]) -> str:
        word = match[0]
        if word.isupper() and word != "I":
            return word  # a code, or a country by its letter
        return dialect.get(word.casefold().replace("’", "'"), word)

    return _WORD.sub(written, text)
