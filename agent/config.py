"""Where the agent finds its data and the services it may ask: the agent's part of the settings."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import time
from pathlib import Path

import platformdirs

from agent.errors import UnreadableSetting

_SHIPPED = Path(__file__).resolve().parent / "shipped"
"""Where an installed wheel has `data/` and `configs/`; a clone has them beside the packages."""

_ROOT = _SHIPPED if _SHIPPED.is_dir() else _SHIPPED.parent.parent


@dataclass(frozen=True)
class AgentSettings:
    """Paths, addresses and keys, read from the environment once. Keys never appear in `repr`."""

    root: Path = _ROOT
    data_dir: Path = field(default_factory=lambda: Path(platformdirs.user_data_dir("flyfun")))
    airports_db: Path | None = None
    rules_json: Path | None = None
    vector_db_path: Path | None = None
    vector_db_url: str = ""
    behaviour: str = "default"
    planner_model: str = ""
    formatter_model: str = ""
    router_model: str = ""
    rules_model: str = ""
    openai_api_key: str = field(default="", repr=False)
    openai_base_url: str = ""
    cohere_api_key: str = field(default="", repr=False)
    cohere_base_url: str = "https://api.cohere.com"
    daily_budget_usd: float = 0.0
    duffel_api_key: str = field(default="", repr=False)
    duffel_base_url: str = "https://api.duffel.com"
    overpass_url: str = "https://overpass-api.de/api/interpreter"
    wikivoyage_api_url: str = "https://en.wikivoyage.org/w/api.php"
    wikipedia_api_url: str = "https://en.wikipedia.org/w/api.php"
    awc_url: str = "https://aviationweather.gov/api/data"
    open_meteo_url: str = "https://api.open-meteo.com/v1/forecast"
    open_meteo_api_key: str = field(default="", repr=False)
    notam_uk_url: str = ""
    ourairports_url: str = "https://davidmegginson.github.io/ourairports-data"
    openaip_url: str = "https://storage.googleapis.com/29f98e10-a489-4c82-ae5e-489dbcd4912f"
    openaip_api_key: str = field(default="", repr=False)
    openaip_countries: tuple[str, ...] = ()
    osm_countries: tuple[str, ...] = ()
    nasr_url: str = ""
    dtpp_url: str = ""
    dfs_aixm_url: str = ""
    sia_aixm_url: str = ""
    eu_points_url: str = ""
    uk_ports_url: str = ""
    aip_dir: Path | None = None
    auto_update: bool = True
    contact: str = ""
    quiet_hours: str = "21:30-07:30"

    @property
    def services(self) -> tuple[str, ...]:
        """The addresses of outside services that may be asked; no other is ever reached."""
        return tuple(
            url
            for url in (
                self.overpass_url,
                self.wikivoyage_api_url,
                self.wikipedia_api_url,
                self.duffel_base_url,
                self.cohere_base_url,
                self.awc_url,
                self.open_meteo_url,
                self.notam_uk_url,
                self.ourairports_url,
                self.openaip_url,
                self.nasr_url,
                self.dtpp_url,
                self.dfs_aixm_url,
                self.sia_aixm_url,
                self.eu_points_url,
                self.uk_ports_url,
            )
            if url
        )

    @property
    def data(self) -> Path:
        """The compiled reference data that ships with the project."""
        return self.root / "data"

    @property
    def configs(self) -> Path:
        """Behaviours, prompts and suggestion rules."""
        return self.root / "configs"

    @classmethod
    def from_environ(cls, environ: Mapping[str, str]) -> AgentSettings:
        """Settings from environment variables; names as in the README. Empty means: not set."""

        def path(name: str) -> Path | None:
            return Path(environ[name]).expanduser() if environ.get(name) else None

        def text(name: str, default: str = "") -> str:
            return environ.get(name) or default

        defaults = cls()
        return cls(
            root=path("FLYFUN_ROOT") or defaults.root,
            data_dir=path("FLYFUN_DATA_DIR") or defaults.data_dir,
            airports_db=path("AIRPORTS_DB"),
            rules_json=path("RULES_JSON"),
            vector_db_path=path("VECTOR_DB_PATH"),
            vector_db_url=text("VECTOR_DB_URL"),
            behaviour=text("AVIATION_AGENT_CONFIG", "default").removesuffix(".json"),
            planner_model=text("AVIATION_AGENT_PLANNER_MODEL"),
            formatter_model=text("AVIATION_AGENT_FORMATTER_MODEL"),
            router_model=text("AVIATION_AGENT_ROUTER_MODEL") or text("ROUTER_MODEL"),
            rules_model=text("AVIATION_AGENT_RULES_MODEL"),
            openai_api_key=text("OPENAI_API_KEY"),
            openai_base_url=text("OPENAI_BASE_URL"),
            cohere_api_key=text("COHERE_API_KEY"),
            cohere_base_url=text("COHERE_BASE_URL", defaults.cohere_base_url),
            daily_budget_usd=_dollars("FLYFUN_DAILY_BUDGET_USD", text("FLYFUN_DAILY_BUDGET_USD", "0")),
            duffel_api_key=text("DUFFEL_API_KEY"),
            duffel_base_url=text("DUFFEL_BASE_URL", defaults.duffel_base_url),
            overpass_url=text("OVERPASS_URL", defaults.overpass_url),
            wikivoyage_api_url=text("WIKIVOYAGE_API_URL", defaults.wikivoyage_api_url),
            wikipedia_api_url=text("WIKIPEDIA_API_URL", defaults.wikipedia_api_url),
            awc_url=text("AWC_URL", defaults.awc_url),
            open_meteo_url=text("OPEN_METEO_URL", defaults.open_meteo_url),
            open_meteo_api_key=text("OPEN_METEO_API_KEY"),
            notam_uk_url=text("NOTAM_UK_URL"),
            ourairports_url=text("OURAIRPORTS_URL", defaults.ourairports_url),
            openaip_url=text("OPENAIP_URL", defaults.openaip_url),
            openaip_api_key=text("OPENAIP_API_KEY"),
            openaip_countries=tuple(_codes("OPENAIP_COUNTRIES", text("OPENAIP_COUNTRIES").lower())),
            osm_countries=tuple(_codes("OSM_COUNTRIES", text("OSM_COUNTRIES").upper())),
            nasr_url=text("NASR_URL"),
            dtpp_url=text("DTPP_URL"),
            dfs_aixm_url=text("DFS_AIXM_URL"),
            sia_aixm_url=text("SIA_AIXM_URL"),
            eu_points_url=text("EU_POINTS_URL"),
            uk_ports_url=text("UK_PORTS_URL"),
            aip_dir=path("AIP_DIR"),
            auto_update=_switch("FLYFUN_AUTO_UPDATE", text("FLYFUN_AUTO_UPDATE", "on")),
            contact=text("FLYFUN_CONTACT"),
            quiet_hours=_span(text("FLYFUN_QUIET_HOURS", defaults.quiet_hours)),
        )


def _switch(name: str, text: str) -> bool:
    """ "on" or "off"; raises `UnreadableSetting` for anything else."""
    match text.strip().lower():
        case "on" | "1" | "yes" | "true":
            return True
        case "off" | "0" | "no" | "false":
            return False
        case _:
            raise UnreadableSetting(name, f"is {text!r}", "give on or off")


def _codes(name: str, text: str) -> list[str]:
    """ "at, de" as codes; raises `UnreadableSetting` for what is no list of ISO-2 codes."""
    codes = [code.strip() for code in text.split(",") if code.strip()]
    if not all(len(code) == 2 and code.isascii() and code.isalpha() for code in codes):
        raise UnreadableSetting(name, f"is {text!r}", "give countries by their two letters, such as FR, DE")
    return list(dict.fromkeys(codes))


def _span(text: str) -> str:
    """ "21:30-07:30" as it stands; raises `UnreadableSetting` for what is no span of clock times."""
    try:
        ends = [time.fromisoformat(part.strip()) for part in text.split("-")]
    except ValueError:
        ends = []
    if len(ends) != 2:
        raise UnreadableSetting("FLYFUN_QUIET_HOURS", f"is {text!r}", "give two times, such as 21:30-07:30")
    return text


def _dollars(name: str, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not (math.isfinite(value) and value >= 0):
        raise UnreadableSetting(name, f"is {text!r}", "give US dollars a day, like 2.50, or 0 for no limit")
    return value
