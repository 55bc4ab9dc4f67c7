"""Checks every setting before anything starts: what is wrong with it, what that means, what to do."""

from __future__ import annotations

import difflib
import ipaddress
import json
import os
import sqlite3
import string
from collections.abc import Iterator, Mapping
from functools import cache
from inspect import getsource
from pathlib import Path

from agent import regex as re
from agent.aviation.countries import Countries
from agent.behaviour import PROMPTS, load_behaviour, load_prompt
from agent.config import AgentSettings
from agent.errors import AgentError, DataProblem, UnreadableSetting, why_unreadable
from bot import channel_checks
from bot.environ import SECRETS
from bot.faults import Fault, address_of
from bot.reach import is_loopback
from bot.settings import Settings
from bot.tokens import SHORTEST

CHANNELS = frozenset({"telegram", "slack", "web"})
SHORTEST_KEY, FEWEST_SIGNS = 16, 6
_HOST = re.compile(r"(?!-)[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})*\.?")
_TELEGRAM_CHAT = re.compile(r"\d+:(?:-?\d+|\*)")
_TABLES = frozenset({"airports", "runways"})
_OURS = ("FLYFUN_", "TELEGRAM_", "SLACK_", "AVIATION_AGENT_", "OPENAI_", "COHERE_", "DUFFEL_", "VECTOR_DB_")
_ELSEWHERE = frozenset({"OPENAI_ORG_ID", "OPENAI_PROJECT_ID", "OPENAI_ORGANIZATION"})
_NAMES_OF_OLD = {"OPENAI_API_BASE": ["OPENAI_BASE_URL"]}
"""What other programs call a setting of ours: the nearest name would be another one, here that of the key."""

_NAMES_OF_CODE = re.compile(r'(?:text|path)\(\s*"([A-Z][A-Z0-9_]+)"')


def faults(settings: Settings, environ: Mapping[str, str]) -> list[Fault]:
    """Everything wrong with the settings that can be seen without asking anybody."""
    found: list[Fault] = []
    for check in (
        *(_names, _data, _countries, _behaviour),
        *(channel_checks.telegram, channel_checks.slack),
        *(_access, _served, _addresses, _databases, _keys, _models),
    ):
        found += check(settings, environ)
    return found


def read(environ: Mapping[str, str]) -> tuple[Settings, list[Fault]]:
    """The settings and everything wrong with them; what cannot be read at all is told and left out."""
    said, unread = dict(environ), list[Fault]()
    while True:
        try:
            settings = Settings.from_environ(said)
        except UnreadableSetting as error:
            if not said.pop(error.setting, None):
                raise
            unread.append(Fault(error.setting, error.says, f"{error.do[0].upper()}{error.do[1:]}"))
        else:
            return settings, unread + faults(settings, said)


@cache
def known_names() -> frozenset[str]:
    """Every name that the code reads."""
    names = {
        name
        for source in (getsource(Settings), getsource(AgentSettings))
        for name in _NAMES_OF_CODE.findall(source)
    }
    return frozenset(names | {f"{name}_FILE" for name in SECRETS})


def _names(settings: Settings, environ: Mapping[str, str]) -> Iterator[Fault]:
    """A name that is nearly one of ours sets nothing, in silence."""
    for name in sorted(environ):
        if name in known_names() or name in _ELSEWHERE:
            continue
        ours = name.startswith(_OURS)
        near = _NAMES_OF_OLD.get(name) or difflib.get_close_matches(
            name, known_names(), n=1, cutoff=0.75 if ours else 0.88
        )
        if not ours and not (near and near[0] not in environ):
            continue
        do = f"Did you mean {near[0]}?" if near else "The README lists every setting"
        yield Fault(name, "is no setting of FlyFun and does nothing", do, stops=False)


def _data(settings: Settings, environ: Mapping[str, str]) -> Iterator[Fault]:
    agent = settings.agent
    if not (agent.data / "manifest.json").is_file():
        where = f"is {agent.root}, which" if environ.get("FLYFUN_ROOT") else f"is not set, and {agent.root}"
        yield Fault(
            "FLYFUN_ROOT",
            f"{where} holds no data/manifest.json",
            "Leave it out, or name the folder of data and configs",
        )
    elif lacking := _lacking(agent.data):
        yield Fault(
            "FLYFUN_ROOT",
            f"is {agent.root}, and its data is not whole ({lacking})",
            "Leave it out, or put the release's data and configs there again",
        )
    for name, file in (("AIRPORTS_DB", agent.airports_db), ("RULES_JSON", agent.rules_json)):
        if file is None:
            continue
        try:
            with file.open("rb") as content:
                start = content.read(64)
        except OSError as error:
            yield Fault(name, f"is {file}, and {why_unreadable(error)}", "Give a file that this user may read")
            continue
        if name == "RULES_JSON":
            yield from _rules(agent, file, start)
        elif not start.startswith(b"SQLite format 3\0"):
            yield Fault(
                name, f"is {file}, which is not an SQLite database", "Give one with the OurAirports tables"
            )
        elif lacking := ", ".join(sorted(_TABLES - _tables(file))):
            yield Fault(name, f"is {file}, which lacks {lacking}", "Give one with the OurAirports tables")
    if settings.conversation_log and not _can_be_written(Path(settings.conversation_log).expanduser()):
        yield Fault(
            "FLYFUN_CONVERSATION_LOG",
            f"is {settings.conversation_log}, which cannot be written",
            "Name a folder that can, or leave it out to keep no log",
        )
    if agent.vector_db_path is not None and agent.vector_db_path.exists() and not agent.vector_db_path.is_dir():
        says = f"is {agent.vector_db_path}, which is no folder"
        yield Fault("VECTOR_DB_PATH", says, "Name a folder for the index of rules, or leave it out")
    if agent.aip_dir is not None and not agent.aip_dir.is_dir():
        yield Fault(
            "AIP_DIR", f"is {agent.aip_dir}, which is no folder", "Name the folder of AIP pages", stops=False
        )


def _countries(settings: Settings, environ: Mapping[str, str]) -> Iterator[Fault]:
    """Two letters that are no country's: their file is asked for at each update, and never there."""
    agent = settings.agent
    lists = (("OPENAIP_COUNTRIES", agent.openaip_countries), ("OSM_COUNTRIES", agent.osm_countries))
    if not any(codes for _, codes in lists):
        return
    try:
        countries = Countries.load(agent)
    except DataProblem:
        return  # what is wrong is the root, and that is told
    known = {country.code for country in countries}
    for name, codes in lists:
        for code in (code.upper() for code in codes):
            if code not in known:
                meant = countries.named(code)
                do = (
                    f"Did you mean {meant.code}?"
                    if meant
                    else "Give a country's two letters of ISO 3166, or leave it out"
                )
                yield Fault(name, f"names {code}, which is no country's code", do)


def _can_be_written(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


def _lacking(data: Path) -> str:
    """A file that the manifest names and that is not there, or that there is no manifest to be read."""
    if not (data.parent / "configs" / "aviation_agent").is_dir():
        return "there is no configs/aviation_agent"
    try:
        names = list(json.loads((data / "manifest.json").read_bytes())["files"])
    except (OSError, ValueError, KeyError, TypeError):
        return "its manifest.json cannot be read"
    return next((f"there is no {name}" for name in names if not (data / name).is_file()), "")


def _rules(agent: AgentSettings, file: Path, start: bytes) -> Iterator[Fault]:
    if start.lstrip()[:1] not in (b"{", b"[", b"\xef"):
        yield Fault("RULES_JSON", f"is {file}, which is not JSON", "Give a file of rules as JSON")
        return
    from agent.rules.own_files import Wordings  # both are slow to import, and seldom needed here
    from agent.rules.survey_file import read_survey

    try:
        read_survey(file, Wordings.read(agent.data / "rules"))
    except DataProblem as error:
        problem = error.user_message.partition(" cannot be used: ")[2].partition(". ")[0]
        yield Fault("RULES_JSON", f"is {file}, and {problem}", "Mend it, or leave it out for FlyFun's own rules")


def _tables(file: Path) -> set[str]:
    try:
        with sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True) as database:
            return {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
    except sqlite3.Error:
        return set()


def _behaviour(settings: Settings, environ: Mapping[str, str]) -> Iterator[Fault]:
    if not environ.get("AVIATION_AGENT_CONFIG") and not (settings.agent.configs / "aviation_agent").is_dir():
        return  # what is wrong is the root, and that is told
    try:
        behaviour = load_behaviour(settings.agent)
        for prompt in PROMPTS:
            load_prompt(settings.agent, behaviour, prompt)
    except AgentError as error:
        said = error.user_message.rstrip(".").replace(" (AVIATION_AGENT_CONFIG)", "")
        yield Fault(
            "AVIATION_AGENT_CONFIG",
            f"is {settings.agent.behaviour}: {said}",
            f"Name a file of {settings.agent.configs / 'aviation_agent'}, or mend this one",
        )


def _access(settings: Settings, environ: Mapping[str, str]) -> Iterator[Fault]:
    for chat in settings.allowed_chats:
        parts = chat.split(":")
        if len(parts) != 3 or not all(parts) or parts[0] not in CHANNELS:
            yield Fault(
                "FLYFUN_ALLOWED_CHATS",
                f"has {chat!r}, which names no chat, so nobody would be served by it",
                "Write channel:tenant:chat, like telegram:123456:-100200 or web:local:*",
            )
        elif parts[0] == "telegram" and not _TELEGRAM_CHAT.fullmatch(":".join(parts[1:])):
            yield Fault(
                "FLYFUN_ALLOWED_CHATS",
                f"has {chat!r}: bots and chats of Telegram are numbers",
                "Write telegram:the number before the colon of the token:the chat's number (or *)",
            )
    if environ.get("FLYFUN_ALLOWED_CHATS") and not settings.allowed_chats:
        yield Fault(
            "FLYFUN_ALLOWED_CHATS",
            "names no chat, so every chat would be served",
            "Write channel:tenant:chat, or leave it out to serve all",
        )
    key = min((part.strip() for part in settings.secret_key.split(",")), key=len)
    if settings.secret_key and len(key) < SHORTEST_KEY:
        yield Fault(
            "FLYFUN_SECRET_KEY",
            f"has {len(key)} signs: a key that short is guessed",
            f"Give {SHORTEST_KEY} or more at random, or leave it out: one is made in the data folder",
        )
    elif settings.secret_key and len(set(key)) < FEWEST_SIGNS:
        yield Fault(
            "FLYFUN_SECRET_KEY",
            f"is made of {len(set(key))} different signs: such a key is guessed",
            "Give one at random, or leave it out: one is made in the data folder",
        )
    if settings.api_token and len(settings.api_token) < SHORTEST:
        yield Fault(
            "FLYFUN_API_TOKEN",
            f"has {len(settings.api_token)} signs: a token that short is guessed",
            f"Give {SHORTEST} or more at random (flyfun mcp token NAME makes one)",
            stops=not is_loopback(settings.host),
        )
    if settings.oauth_issuer:
        issuer = address_of(settings.oauth_issuer)
        inner = issuer is not None and is_loopback(issuer.hostname or "")
        if issuer is None or not issuer.hostname or (issuer.scheme != "https" and not inner):
            says = "is no https address: a token that anybody on the way can read or forge lets all in"
            yield Fault("FLYFUN_OAUTH_ISSUER", says, "Write it as the server's own metadata names it")
        if not settings.public_url:
            says = "is set without FLYFUN_PUBLIC_URL: no token can be meant for this FlyFun"
            yield Fault("FLYFUN_OAUTH_ISSUER", says, "Set FLYFUN_PUBLIC_URL to the address that clients use")
    if not is_loopback(settings.host) and not settings.tokens and not settings.oauth_issuer:
        yield Fault(
            "FLYFUN_API_TOKEN",
            f"is not set and FLYFUN_HOST is {settings.host}: /mcp stays closed, the page is open to all",
            "Set a token, or keep the address behind your own door",
            stops=False,
        )


def _served(settings: Settings, environ: Mapping[str, str]) -> Iterator[Fault]:
    """Where we listen, and by which address others come."""
    host = settings.host
    try:
        ipaddress.ip_address(host)
    except ValueError:
        if not _HOST.fullmatch(host) or host.rsplit(".")[-1].isdecimal():
            yield Fault(
                "FLYFUN_HOST",
                f"is {host!r}, which is no address to listen on",
                "Give one of this machine's own, like 127.0.0.1, or 0.0.0.0 for all of them",
            )
    public = address_of(settings.public_url)
    if public and public.hostname:
        if public.path.strip("/") or public.query or public.fragment:
            yield Fault(
                "FLYFUN_PUBLIC_URL",
                "is more than scheme and host",
                "Write it like https://fly.example",
                stops=False,
            )
        if public.scheme == "http" and not is_loopback(public.hostname):
            yield Fault(
                "FLYFUN_PUBLIC_URL",
                "begins with http://: what is read there can be read on the way",
                "Put it behind https",
                stops=False,
            )
    for feed in sorted(settings.feed_hosts):
        if not _HOST.fullmatch(feed) and not _is_address(feed):
            yield Fault(
                "FLYFUN_FEED_HOSTS", f"has {feed!r}, which is no host's name", "Write hosts alone, like nas.lan"
            )


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _addresses(settings: Settings, environ: Mapping[str, str]) -> Iterator[Fault]:
    """Each address is one: a scheme that is spoken there, and a host."""
    for name, value in environ.items():
        if not value or name not in known_names() or not name.endswith(("_URL", "_BASE_FILE_URL", "_ENDPOINT")):
            continue
        if name == "DATABASE_URL":  # the database says for itself what it cannot read
            continue
        schemes = {"redis", "rediss", "unix"} if name == "REDIS_URL" else {"http", "https"}
        address = address_of(value)
        local = address is not None and address.scheme == "unix"
        host = (address.hostname or "") if address else ""
        if (
            address is None
            or address.scheme not in schemes
            or not (local or _HOST.fullmatch(host) or _is_address(host))
        ):
            spoken = " or ".join(f"{scheme}://" for scheme in sorted(schemes))
            yield Fault(name, "is no address", f"Begin with {spoken}, then the host")
    tiles = settings.map_tiles_url
    if tiles:
        try:
            blanks = {field for _, field, _, _ in string.Formatter().parse(tiles) if field}
        except ValueError:
            blanks = set[str]()
        if not {"x", "y", "z"} <= blanks:
            yield Fault("MAP_TILES_URL", "has no {z}, {x} and {y}, so every tile is the same", "Put them in")
        elif unknown := ", ".join(sorted(blanks - {"x", "y", "z"})):
            yield Fault("MAP_TILES_URL", f"has {{{unknown}}}, which nothing fills", "Write only {z}, {x} and {y}")


def _databases(settings: Settings, environ: Mapping[str, str]) -> Iterator[Fault]:
    redis = address_of(settings.redis_url)
    number = redis.path.strip("/") if redis and redis.scheme in ("redis", "rediss") else ""
    if number and not number.isdecimal():
        yield Fault("REDIS_URL", f"ends with /{number}, and databases there are numbers", "End it with /0")
    if settings.agent.vector_db_url and settings.agent.vector_db_path:
        yield Fault(
            "VECTOR_DB_PATH",
            "is set beside VECTOR_DB_URL and is not used: the server there keeps the vectors",
            "Leave one of the two out",
            stops=False,
        )


_PLACEHOLDER = re.compile(
    r"\b(?:your|my)[-_ ](?:\w+[-_ ])?(?:key|token|secret)|\bchange[-_ ]?me\b|<[^>]*>|^x{4,}$", re.I
)


def _keys(settings: Settings, environ: Mapping[str, str]) -> Iterator[Fault]:
    """Keys that cannot be right: blanks inside, quotes around, another service's."""
    for name in sorted(SECRETS):
        value = environ.get(name, "")
        if value != value.strip() or any(sign in value for sign in "\n\r\t\"'") or " " in value.strip():
            yield Fault(name, "has blanks or quotes in it", "Copy it again, without them")
        elif _PLACEHOLDER.search(value):
            yield Fault(name, "stands as an example does, not as a key", "Put the key there, or leave it out")
        if value and environ.get(f"{name}_FILE"):
            says = f"is set beside {name}_FILE, and that file is not read"
            yield Fault(name, says, "Leave one of the two out", stops=False)
    if environ.get("COHERE_BASE_URL") and not environ.get("COHERE_API_KEY"):
        says = "is set without COHERE_API_KEY, and nothing is asked there"
        yield Fault("COHERE_BASE_URL", says, "Set the key too, or leave it out", stops=False)
    duffel = settings.agent.duffel_api_key
    if duffel and not duffel.startswith("duffel_"):
        yield Fault(
            "DUFFEL_API_KEY", "does not begin with duffel_", "Copy the access token from Duffel's dashboard"
        )


def _models(settings: Settings, environ: Mapping[str, str]) -> Iterator[Fault]:
    """What is said of models where there is none to be asked."""
    agent = settings.agent
    if agent.openai_api_key or agent.openai_base_url:
        return
    names = ("PLANNER_MODEL", "FORMATTER_MODEL", "RULES_MODEL", "ROUTER_MODEL")
    for setting in (*(f"AVIATION_AGENT_{name}" for name in names), "ROUTER_MODEL"):
        if environ.get(setting):
            says = "is set, and there is no model to ask"
            yield Fault(setting, says, "Set OPENAI_API_KEY or OPENAI_BASE_URL too, or leave it out", stops=False)
