"""Writes a region's adjective beside airfields as its name: "terrains corses", "bayerische Plätze", "aérodromes bretons"."""

from __future__ import annotations

from agent import regex as re
from agent.language.spoken import written_in
from agent.regex import longest_first

_FRENCH = {
    "cors": "Corse", "breton": "Bretagne", "bretonn": "Bretagne", "normand": "Normandie", "alsacien": "Alsace", "alsacienn": "Alsace",
    "lorrain": "Lorraine", "bourguignon": "Bourgogne", "bourguignonn": "Bourgogne", "savoyard": "Savoie", "vendéen": "Vendée",
    "vendéenn": "Vendée", "picard": "Picardie", "auvergnat": "Auvergne", "provencaux": "Provence", "provençaux": "Provence",
    "provençal": "Provence", "champenois": "Champagne", "limousin": "Limousin", "toscan": "Toscane",
    "sicilien": "Sicile", "sicilienn": "Sicile", "sard": "Sardaigne", "bavarois": "Bavière", "catalan": "Catalogne", "andalou": "Andalousie",
    "alpin": "Alpes", "pyrénéen": "Pyrénées", "pyrénéenn": "Pyrénées", "vosgien": "Vosges", "vosgienn": "Vosges", "francilien": "Île-de-France",
    "francilienn": "Île-de-France", "jurassien": "Jura", "wallon": "Wallonie", "wallonn": "Wallonie", "flamand": "Flandre", "jurassienn": "Jura", "tyrolien": "Tyrol", "tyrolienn": "Tyrol",
}  # fmt: skip
_GERMAN = {
    "bayerisch": "Bayern", "bayrisch": "Bayern", "sächsisch": "Sachsen", "hessisch": "Hessen", "thüringisch": "Thüringen",
    "niedersächsisch": "Niedersachsen", "brandenburgisch": "Brandenburg", "westfälisch": "Westfalen", "fränkisch": "Franken",
    "schwäbisch": "Schwaben", "ostfriesisch": "Ostfriesland", "nordfriesisch": "Nordfriesland", "saarländisch": "Saarland",
    "bretonisch": "Bretagne", "normannisch": "Normandie", "korsisch": "Korsika", "elsässisch": "Elsass", "lothringisch": "Lothringen",
    "burgundisch": "Burgund", "savoyisch": "Savoyen", "sizilianisch": "Sizilien", "sardisch": "Sardinien", "toskanisch": "Toskana",
    "katalanisch": "Katalonien", "andalusisch": "Andalusien", "istrisch": "Istrien", "dalmatinisch": "Dalmatien",
    "steirisch": "Steiermark", "burgenländisch": "Burgenland", "oberösterreichisch": "Oberösterreich",
    "niederösterreichisch": "Niederösterreich", "vorarlbergisch": "Vorarlberg", "wallonisch": "Wallonien", "flämisch": "Flandern",
}  # fmt: skip
_PLACES = {"tiroler": "Tirol", "kärntner": "Kärnten", "salzburger": "Salzburg", "vorarlberger": "Vorarlberg", "thüringer": "Thüringen",
           "saarländer": "Saarland", "brandenburger": "Brandenburg"}  # fmt: skip
_FIELDS_FR = (
    r"(?:terrains?|a[ée]rodromes?|a[ée]roports?|pistes?|plate-?formes?|altiports?|altisurfaces?|a[ée]roclubs?)"
)
_FIELDS_DE = r"(?:(?:gras|flug|lande|ul-?|zoll|segelflug|militär|militärflug)?(?:plätzen?|platz|häfen|flughäfen|flughafen)|(?:gras)?(?:bahnen|pisten))"


def _folded(adjectives: dict[str, str]) -> dict[str, str]:
    bare = str.maketrans("éèçöäü", "eecoau")
    return {**{word.translate(bare): name for word, name in adjectives.items()}, **adjectives}


_OF_FRENCH, _OF_GERMAN = _folded(_FRENCH), {**_GERMAN, **_PLACES}
_BEHIND = re.compile(
    rf"\b(?P<field>{_FIELDS_FR}) (?P<of>{'|'.join(longest_first(_OF_FRENCH))})(?:e?s|e)?(?![^\W_])",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    rf"(?<![^\W_])(?P<of>{'|'.join(longest_first(_OF_GERMAN))})(?:e[nrsm]?)? (?P<field>{_FIELDS_DE})(?![^\W_])",
    re.IGNORECASE,
)


_ELBE = re.compile(r"(?:\bl['’]|(?<= [àa] )|(?<= (?:de|et) )|(?<= sur )|(?<= vers ))elbe\b", re.IGNORECASE)
_A_RIVER = re.compile(
    r"\b(?:fleuve|rivière|riviere|long de|bords? de|rives? de|vallée de|vallee de|estuaire|embouchure|hamb(?:o)?urg|dresde|magdebourg|cuxhaven|allemagne|saxe)\b",
    re.IGNORECASE,
)
""" "Le long de l'Elbe": the German river, which in French is called as the island is."""


def _with_the_island(text: str) -> str:
    """ "La piste de l'Elbe", "à Elbe": French pilots mean the island."""
    if "elbe" not in text.casefold() or _A_RIVER.search(text) or written_in(text) != "fr":
        return text
    return _ELBE.sub("l'île d'Elbe", text)


def with_regions_named(text: str) -> str:
    """The text with such an adjective as "en Corse", "in Bayern"."""
    text = _with_the_island(text)
    text = _BEHIND.sub(lambda m: f"{m['field']} en {_OF_FRENCH[m['of'].lower()]}", text)
    return _BEFORE.sub(lambda m: f"{m['field']} in {_OF_GERMAN[m['of'].lower()]}", text)
