"""How the agent behaves: models, prompts and features, read from `configs/aviation_agent/<name>.json`.

`AVIATION_AGENT_CONFIG` names the file; without `default.json` the defaults below hold (the same). A model
that is null is the one of the environment, else `DEFAULT_MODEL`; a model that is handed over wins.
"""

from __future__ import annotations

from codecs import BOM_UTF8
from pathlib import Path
from typing import Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from agent.config import AgentSettings
from agent.errors import DataProblem

DEFAULT_MODEL = "gpt-4o-mini"
"""Where neither the file nor the environment names a model."""

PromptName = Literal[
    "planner",
    "router",
    "formatter",
    "rules_agent",
    "comparison_synthesis",
    "query_reformulation",
    "next_query",
    "notice",
]
PROMPTS: tuple[PromptName, ...] = get_args(PromptName)


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class ComponentModel(_Part):
    """One component's model. `deadline_seconds` bounds a whole call, `max_tokens` its reply."""

    model: str | None = None
    temperature: float = Field(default=0.0, ge=0, le=2)
    streaming: bool = True
    max_tokens: int = Field(default=700, ge=16, le=8000)
    deadline_seconds: float = Field(default=12.0, gt=0, le=120)


class Models(_Part):
    """Who plans, routes, formats and writes about rules."""

    planner: ComponentModel = ComponentModel(streaming=False, max_tokens=500, deadline_seconds=8)
    router: ComponentModel = ComponentModel(streaming=False, max_tokens=200, deadline_seconds=6)
    formatter: ComponentModel = ComponentModel(temperature=0.2)
    rules: ComponentModel = ComponentModel(temperature=0.0)


class Routing(_Part):
    """Before a model plans, a model says whether rules or airfields are asked about."""

    enabled: bool = True


class Prose(_Part):
    """A model opens rules answers, comparisons, guidance and long lists in its own, checked words."""

    enabled: bool = True


class Planning(_Part):
    """`ask_below`: what the reader is less sure of than this is planned by the model; without one, asked back."""

    enabled: bool = True
    ask_below: float = Field(default=0.4, ge=0, le=1)


class NextQuery(_Part):
    """Suggested questions under an answer; `model_wording` lets a model put them in better words."""

    enabled: bool = True
    max_suggestions: int = Field(default=4, ge=0, le=8)
    model_wording: bool = False


class QueryReformulation(_Part):
    """Pilots' shorthand is written out before the rules search ("mil" → "military").

    Where the search is unsure and a model is set up, the model puts the question into the terms of the law.
    """

    enabled: bool = True


class NoticeReading(_Part):
    """A model reads what the parser of prior notice leaves open; what it says is held against the words."""

    enabled: bool = True


class Retrieval(_Part):
    """`similarity_threshold` replaces the calibrated one: a cosine, so it belongs to one embedding model."""

    top_k: int = Field(default=5, ge=1, le=50)
    similarity_threshold: float | None = Field(default=None, ge=-1, le=1)
    rerank_candidates_multiplier: int = Field(default=2, ge=1, le=10)


class Rag(_Part):
    """`embedding_model` null is the embedded model; another name is a model of the OpenAI endpoint."""

    embedding_model: str | None = None
    retrieval: Retrieval = Retrieval()


class RerankModel(_Part):
    """A reranker's model; null is its documented default."""

    model: str | None = None


class Reranking(_Part):
    """Which reranker sorts the candidates again; without its key the retrieval's own order stays."""

    enabled: bool = True
    provider: Literal["cohere", "openai", "none"] = "cohere"
    cohere: RerankModel = RerankModel()
    openai: RerankModel = RerankModel()


class Comparison(_Part):
    """`min_difference` (a cosine distance) null is the one calibrated for the embedder."""

    max_questions: int = Field(default=15, ge=1, le=200)
    min_difference: float | None = Field(default=None, ge=0, le=2)


class Price(_Part):
    """US dollars for a million tokens. "default" is a cautious assumption, no provider's list: set your own."""

    input: float = Field(ge=0)
    output: float = Field(ge=0)


class Prompts(_Part):
    """Files of prompts, relative to the folder of this configuration."""

    planner: str = "prompts/planner_v1.md"
    router: str = "prompts/router_v1.md"
    formatter: str = "prompts/formatter_v1.md"
    rules_agent: str = "prompts/rules_agent_v1.md"
    comparison_synthesis: str = "prompts/comparison_synthesis_v1.md"
    query_reformulation: str = "prompts/query_reformulation_v1.md"
    next_query: str = "prompts/next_query_v1.md"
    notice: str = "prompts/notice_v1.md"


class Behaviour(_Part):
    """One configuration file, whole."""

    llms: Models = Models()
    planning: Planning = Planning()
    routing: Routing = Routing()
    prose: Prose = Prose()
    next_query_prediction: NextQuery = NextQuery()
    prices: dict[str, Price] = Field(default_factory=lambda: {"default": Price(input=5.0, output=15.0)})
    prompts: Prompts = Prompts()
    query_reformulation: QueryReformulation = QueryReformulation()
    notice_reading: NoticeReading = NoticeReading()
    rag: Rag = Rag()
    reranking: Reranking = Reranking()
    comparison: Comparison = Comparison()

    def price(self, model: str) -> Price:
        """A model's price; one that is not listed costs what "default" says: our guess, no provider's price."""
        return self.prices.get(model) or self.prices.get("default") or Price(input=0, output=0)


def folder(settings: AgentSettings) -> Path:
    """Where configurations and prompts are."""
    return settings.configs / "aviation_agent"


def load_behaviour(settings: AgentSettings) -> Behaviour:
    """The chosen configuration. Raises `DataProblem` that names the file and the key."""
    path = folder(settings) / f"{settings.behaviour}.json"
    if not path.is_file():
        if settings.behaviour == AgentSettings.behaviour:
            return Behaviour()
        known = ", ".join(sorted(file.stem for file in folder(settings).glob("*.json"))) or "none"
        raise DataProblem(
            f"There is no configuration {settings.behaviour} (AVIATION_AGENT_CONFIG). Known: {known}."
        )
    try:
        return Behaviour.model_validate_json(path.read_bytes().removeprefix(BOM_UTF8), strict=True)
    except OSError as error:
        raise DataProblem(f"The configuration {path.name} cannot be read: {error.strerror}.") from error
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "the file"
        says = "there is no such key" if first["type"] == "extra_forbidden" else first["msg"]
        raise DataProblem(f"The configuration {path.name} cannot be used: {where}: {says}.") from error


def load_prompt(settings: AgentSettings, behaviour: Behaviour, name: PromptName) -> str:
    """A prompt's text. Raises `DataProblem` when the file is missing."""
    path = folder(settings) / str(getattr(behaviour.prompts, name))
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DataProblem(f"The prompt {path.name} cannot be read. Restore it or name another.") from error
