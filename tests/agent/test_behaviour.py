"""The configuration: what it may hold, who wins, and that every key of it changes something."""

from __future__ import annotations

import dataclasses
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from servers.openai import KEY, openai_server

from agent.behaviour import DEFAULT_MODEL, Behaviour, load_behaviour
from agent.config import AgentSettings
from agent.deps import Deps
from agent.errors import DataProblem
from agent.llm.model import Component, Message, Meter
from agent.llm.openai_model import OpenAIModel
from agent.llm.scripted import ScriptedModel
from agent.pipeline import answer
from agent.protocol import Conversation, Done, Planned, Question

REPO = Path(__file__).resolve().parents[2]
RULES = "Do I need a flight plan for VFR in France?"
VAGUE = "that seaside aerodrome by the lighthouse, what of it"
PLAN = '{"steps": [{"tool": "get_airport_details", "arguments": {"icao_code": "LFAT"}}]}'
ROUTE = '{"path": "database", "confidence": 0.9}'

Configured = Callable[..., Deps]


def _set(whole: dict[str, Any], key: str, value: Any) -> None:
    *parents, last = key.split(".")
    for parent in parents:
        whole = whole[parent]
    whole[last] = value


@pytest.fixture
def configured(deps: Deps, tmp_path: Path) -> Configured:
    """Dependencies whose configuration differs in some keys; the data is the real one."""

    def make(changes: dict[str, Any] | None = None, **script: Any) -> Deps:
        root = tmp_path / "root"
        shutil.copytree(REPO / "configs", root / "configs", dirs_exist_ok=True)
        for name in ("data", "index"):
            if not os.path.lexists(root / name):  # a clone that has searched nothing yet has no index
                (root / name).symlink_to(REPO / name)
        file = root / "configs" / "aviation_agent" / "default.json"
        whole = json.loads((REPO / "configs" / "aviation_agent" / "default.json").read_text())
        for key, value in (changes or {}).items():
            _set(whole, key, value)
        file.write_text(json.dumps(whole))
        settings = dataclasses.replace(deps.settings, root=root)
        scripted = (
            ScriptedModel({cast("Component", name): told for name, told in script.items()}) if script else None
        )
        return dataclasses.replace(deps, settings=settings, given_model=scripted)

    return make


async def _ask(text: str, deps: Deps) -> tuple[Any, Done]:
    question = Question(text=text, at=deps.now())
    events = [event async for event in answer(question, Conversation(), deps)]
    plan = next(event.plan for event in events if isinstance(event, Planned))
    return plan, next(event for event in events if isinstance(event, Done))


def _asked(deps: Deps) -> list[tuple[str, str]]:
    assert isinstance(deps.model, ScriptedModel)
    return [(component, messages[0].content) for component, messages in deps.model.asked]


# --- the file --------------------------------------------------------------------------------------


def test_the_shipped_file_holds_every_key_at_its_default() -> None:
    shipped = json.loads((REPO / "configs" / "aviation_agent" / "default.json").read_text())
    assert shipped == json.loads(Behaviour().model_dump_json())


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"llms.planer": {}}, "llms.planer: there is no such key"),
        ({"rag.retrieval.top_k": "many"}, "rag.retrieval.top_k"),
        ({"rag.retrieval.top_k": "5"}, "rag.retrieval.top_k"),
        ({"routing.enabled": "yes"}, "routing.enabled"),
        ({"llms.rules.temperature": 3}, "llms.rules.temperature"),
        ({"reranking.provider": "somebody"}, "reranking.provider"),
        ({"reranking.cohere.modell": "x"}, "reranking.cohere.modell: there is no such key"),
        ({"prices.default.input": -1}, "prices.default.input"),
        ({"prompts.planner": 3}, "prompts.planner"),
        ({"extra": {}}, "extra: there is no such key"),
    ],
)
def test_a_wrong_key_or_type_is_named(configured: Configured, change: dict[str, Any], says: str) -> None:
    with pytest.raises(DataProblem) as caught:
        _ = configured(change).behaviour
    assert "default.json" in caught.value.user_message
    assert says in caught.value.user_message


def test_a_file_that_is_no_json_and_one_that_is_not_there_are_named(configured: Configured) -> None:
    deps = configured()
    (deps.settings.configs / "aviation_agent" / "odd.json").write_text("{")
    with pytest.raises(DataProblem, match=r"odd\.json cannot be used"):
        load_behaviour(dataclasses.replace(deps.settings, behaviour="odd"))
    with pytest.raises(DataProblem, match=r"no configuration gone.*Known: default, odd"):
        load_behaviour(dataclasses.replace(deps.settings, behaviour="gone"))


def test_a_file_that_an_editor_began_with_a_mark_is_read(configured: Configured) -> None:
    deps = configured()
    file = deps.settings.configs / "aviation_agent" / "marked.json"
    file.write_bytes(b"\xef\xbb\xbf" + b'{"comparison": {"max_questions": 3}}')
    read = load_behaviour(dataclasses.replace(deps.settings, behaviour="marked"))
    assert read.comparison.max_questions == 3


async def test_a_missing_prompt_costs_the_prose_and_nothing_else(configured: Configured) -> None:
    deps = configured({"prompts.rules_agent": "prompts/gone.md"}, rules=["France asks."])
    _, done = await _ask(RULES, deps)
    assert done.answer.text
    assert not _asked(deps)
    assert any("gone.md" in note for note in done.notes)


# --- who wins --------------------------------------------------------------------------------------


def _model_of(component: Any, named: str | None, environment: str) -> str:
    settings = AgentSettings(planner_model=environment, formatter_model=environment, router_model=environment)
    behaviour = Behaviour.model_validate({"llms": {component: {"model": named}}})
    return OpenAIModel(settings, behaviour).model_of(component)


@pytest.mark.parametrize("component", ["planner", "router", "formatter", "rules"])
def test_the_file_wins_over_the_environment_and_that_over_the_default(component: str) -> None:
    assert _model_of(component, "from-file", "from-env") == "from-file"
    assert _model_of(component, None, "from-env") == "from-env"
    assert _model_of(component, None, "") == DEFAULT_MODEL


def test_the_rules_have_a_model_of_their_own_or_the_formatters() -> None:
    environ = {"AVIATION_AGENT_FORMATTER_MODEL": "writes", "ROUTER_MODEL": "older"}
    both = {"AVIATION_AGENT_RULES_MODEL": "knows", "AVIATION_AGENT_ROUTER_MODEL": "sorts"}
    old, new = (OpenAIModel(AgentSettings.from_environ(given), Behaviour()) for given in (environ, environ | both))
    assert (old.model_of("rules"), old.model_of("router")) == ("writes", "older")
    assert (new.model_of("rules"), new.model_of("router")) == ("knows", "sorts")


def test_a_model_that_is_handed_over_wins_over_all(configured: Configured) -> None:
    given = ScriptedModel({})
    deps = dataclasses.replace(configured({"llms.planner.model": "x"}), given_model=given)
    assert deps.model is given


def test_without_key_and_address_there_is_no_model(deps: Deps) -> None:
    assert deps.model is None


# --- every key does something: models --------------------------------------------------------------


@pytest.mark.parametrize("component", ["planner", "router", "formatter", "rules"])
async def test_a_components_settings_are_in_its_request(component: Any) -> None:
    wanted = {"model": "large", "temperature": 0.7, "streaming": True, "max_tokens": 33}
    behaviour = Behaviour.model_validate(
        {"llms": {component: wanted}, "prices": {"large": {"input": 1e6, "output": 0}}}
    )
    prompt = [Message("user", "Say it in JSON.")]
    async with openai_server(reply='{"enabled": true}') as server:
        model = OpenAIModel(AgentSettings(openai_api_key=KEY, openai_base_url=server.url), behaviour)
        meter = Meter()
        if component in {"planner", "router"}:
            from agent.behaviour import Routing

            await model.choose(component, prompt, Routing, meter)
        else:
            assert [piece async for piece in model.write(component, prompt, meter)]
        await model.aclose()
    body = server.bodies[-1]
    assert (body["model"], body["temperature"], body["max_tokens"], body["stream"]) == ("large", 0.7, 33, True)
    assert meter.usd == meter.prompt_tokens  # a dollar a token, as configured


async def test_prose_that_is_not_streamed_comes_in_one_piece() -> None:
    behaviour = Behaviour.model_validate({"llms": {"rules": {"streaming": False}}})
    async with openai_server(reply="One two three four five.") as server:
        model = OpenAIModel(AgentSettings(openai_api_key=KEY, openai_base_url=server.url), behaviour)
        pieces = [piece async for piece in model.write("rules", [Message("user", "Go.")], Meter())]
        await model.aclose()
    assert pieces == ["One two three four five."]
    assert "stream" not in server.bodies[-1]


# --- every key does something: features ------------------------------------------------------------


async def test_planning_can_be_switched_off_and_its_threshold_moved(configured: Configured) -> None:
    plan, _ = await _ask(VAGUE, configured({"planning.ask_below": 1.0}, router=[ROUTE], planner=[PLAN]))
    assert plan.made_by == "model"
    for off in ({"planning.enabled": False}, {"planning.ask_below": 0.0}):
        deps = configured(off, router=[ROUTE], planner=[PLAN])
        plan, _ = await _ask(VAGUE, deps)
        assert plan.made_by == "reader"
        assert "planner" not in dict(_asked(deps))


async def test_the_router_narrows_the_tools_and_can_be_switched_off(configured: Configured) -> None:
    on = configured(
        {"planning.ask_below": 1.0}, router=['{"path": "rules", "confidence": 0.9}'], planner=[PLAN] * 2
    )
    plan, _ = await _ask(VAGUE, on)
    assert plan.made_by == "reader"  # the planner chose a tool that the router had ruled out, twice
    prompts = dict(_asked(on))
    assert "answer_rules_question(" in prompts["planner"]
    assert "get_airport_details(" not in prompts["planner"]
    off = configured({"planning.ask_below": 1.0, "routing.enabled": False}, planner=[PLAN])
    plan, _ = await _ask(VAGUE, off)
    assert plan.made_by == "model"
    assert set(dict(_asked(off))) == {"planner"}
    assert "answer_rules_question(" in dict(_asked(off))["planner"]


async def test_prose_can_be_switched_off(configured: Configured) -> None:
    deps = configured({"prose.enabled": False}, rules=["France asks."])
    _, done = await _ask(RULES, deps)
    assert not done.answer.text.startswith("France asks.")
    assert not _asked(deps)


async def test_suggestions_can_be_switched_off_and_counted(configured: Configured) -> None:
    _, done = await _ask("Tell me about LFAT", configured())
    assert len(done.suggestions) > 1
    _, none = await _ask("Tell me about LFAT", configured({"next_query_prediction.enabled": False}))
    assert none.suggestions == ()
    _, one = await _ask("Tell me about LFAT", configured({"next_query_prediction.max_suggestions": 1}))
    assert len(one.suggestions) == 1


async def test_a_models_wording_of_suggestions_is_kept_where_it_means_the_same(configured: Configured) -> None:
    _, plain = await _ask("Tell me about LFAT", configured())
    texts = [s.text for s in plain.suggestions]
    worded = [f"{texts[0].rstrip('?')} please?", *("Sing me a song" for _ in texts[1:])]
    reply = json.dumps({"questions": worded})
    on = configured({"next_query_prediction.model_wording": True, "prose.enabled": False}, formatter=[reply])
    _, done = await _ask("Tell me about LFAT", on)
    assert [s.text for s in done.suggestions] == [worded[0], *texts[1:]]
    off = configured({"prose.enabled": False}, formatter=[reply])
    _, done = await _ask("Tell me about LFAT", off)
    assert [s.text for s in done.suggestions] == texts
    assert not _asked(off)


async def test_a_model_rewords_what_the_search_does_not_find(configured: Configured) -> None:
    from agent import registry
    from agent.protocol import ToolCall

    async def use(deps: Deps) -> Any:
        call = ToolCall(
            tool="answer_rules_question", arguments={"country_code": "FR", "question": "zorp quux blib"}
        )
        context = registry.ToolContext(deps, Question(text="", at=deps.now()))
        return await registry.run(call, context)

    reply = '{"question": "Do I need a flight plan for VFR?"}'
    on = configured({}, rules=[reply])
    found = await use(on)
    assert found.found
    assert found.message.startswith("I read it as: ")
    assert [component for component, _ in _asked(on)] == ["rules"]
    off = configured({"query_reformulation.enabled": False}, rules=[reply])
    assert not (await use(off)).found
    assert not _asked(off)


async def test_reformulation_writes_shorthand_out(configured: Configured) -> None:
    asked = "Can I use a mil field?"
    assert configured().rules._cleaned(asked) == "Can I use a military field?"  # pyright: ignore[reportPrivateUsage]
    assert configured({"query_reformulation.enabled": False}).rules._cleaned(asked) == asked  # pyright: ignore[reportPrivateUsage]


@pytest.mark.parametrize(
    "name",
    ["planner", "router", "rules_agent", "formatter", "comparison_synthesis", "query_reformulation", "next_query"],
)
async def test_a_prompts_file_is_what_the_model_is_told(configured: Configured, name: str) -> None:
    changes = {f"prompts.{name}": "prompts/mine.md", "planning.ask_below": 1.0}
    changes["next_query_prediction.model_wording"] = name == "next_query"
    changes["planning.enabled"] = name in {"planner", "router"}
    replies = ['{"question": "flight plan"}', "x", "x", "x"]
    deps = configured(changes, router=[ROUTE], planner=[PLAN], rules=replies, formatter=["x", "x", "x"])
    (deps.settings.configs / "aviation_agent" / "prompts" / "mine.md").write_text(f"Mine for {name}.")
    questions = {
        "comparison_synthesis": "Compare VFR rules of France and Germany",
        "rules_agent": RULES,
        "query_reformulation": "zorp quux blib rules in France",
        "next_query": "Tell me about LFAT",
        "formatter": "Show me airfields in Portugal",
    }
    if name == "formatter":
        from agent.writing.prose import opening

        asked = Question(text="x", at=deps.now())
        assert deps.model is not None
        told = opening(("formatter", "formatter"), asked, "x", deps, deps.model, deps.behaviour, Meter())
        assert [piece async for piece in told]
    elif name == "query_reformulation":
        from agent.rules.reformulation import reformulated

        assert await reformulated("zorp", deps.settings, deps.behaviour, deps.model, Meter()) == "flight plan"
    else:
        await _ask(questions.get(name, VAGUE), deps)
    assert f"Mine for {name}." in [prompt for _, prompt in _asked(deps)]


# --- every key does something: the search ----------------------------------------------------------


async def test_top_k_and_the_threshold_bound_what_is_found(configured: Configured) -> None:
    assert len((await configured({"rag.retrieval.top_k": 2}).rules.ask(RULES, ["FR"])).hits) == 2
    assert len((await configured().rules.ask(RULES, ["FR"])).hits) == 5
    assert not (await configured({"rag.retrieval.similarity_threshold": 1.0}).rules.ask(RULES, ["FR"])).hits


async def test_another_embedding_model_needs_its_key(configured: Configured) -> None:
    with pytest.raises(Exception, match=r"text-embedding-3-small.*OPENAI_API_KEY"):
        _ = configured({"rag.embedding_model": "text-embedding-3-small"}).embedder


async def test_the_reranker_is_the_configured_one_with_its_candidates(configured: Configured) -> None:
    def reranker(changes: dict[str, Any]) -> Any:
        deps = configured(changes)
        keyed = dataclasses.replace(deps.settings, cohere_api_key="k", openai_api_key="k")
        return dataclasses.replace(deps, settings=keyed).rules._reranker  # pyright: ignore[reportPrivateUsage]

    assert type(reranker({})).__name__ == "CohereReranker"
    assert type(reranker({"reranking.provider": "openai"})).__name__ == "EmbeddingReranker"
    assert reranker({"reranking.provider": "none"}) is None
    assert reranker({"reranking.enabled": False}) is None
    assert reranker({"reranking.cohere.model": "mine"})._model == "mine"
    other = reranker({"reranking.provider": "openai", "reranking.openai.model": "mine"})
    assert other._embedder.id == "openai-mine"


@pytest.mark.parametrize(("multiplier", "sent"), [(1, 5), (3, 15)])
async def test_the_candidates_are_a_multiple_of_what_is_wanted(
    configured: Configured, multiplier: int, sent: int
) -> None:
    class Counting:
        seen = 0

        async def order(self, query: str, texts: list[str]) -> list[int]:
            self.seen = len(texts)
            return list(range(len(texts)))

    book = configured({"rag.retrieval.rerank_candidates_multiplier": multiplier}).rules
    vars(book)["_reranker"] = counting = Counting()
    await book.ask(RULES, ["FR"])
    assert counting.seen == sent


async def test_a_comparison_is_bounded_as_configured(configured: Configured) -> None:
    from agent import registry
    from agent.protocol import ToolCall

    async def compared(changes: dict[str, Any]) -> Any:
        deps = configured(changes)
        call = ToolCall(tool="compare_rules_between_countries", arguments={"countries": ["FR", "DE"]})
        return await registry.run(call, registry.ToolContext(deps, Question(text="", at=deps.now())))

    few = await compared({"comparison.max_questions": 3})
    assert len(few.comparison) == 3
    loose, strict = (
        await compared({"comparison.min_difference": 0.0}),
        await compared({"comparison.min_difference": 2.0}),
    )
    assert loose.counts["different"] > strict.counts["different"] == 0


# --- imported only when used -----------------------------------------------------------------------


def test_a_distance_imports_neither_the_models_sdk_nor_the_vector_store(data_dir: Path) -> None:
    script = (
        "import asyncio, sys\n"
        "from agent.config import AgentSettings\nfrom agent.deps import Deps\nfrom agent.pipeline import answer\n"
        "from agent.protocol import Conversation, Done, Question\nfrom pathlib import Path\n"
        "deps = Deps(settings=AgentSettings(data_dir=Path(sys.argv[1]), openai_api_key='k'))\n"
        "async def go():\n"
        "    q = Question(text='How far from EGTF to LFMD', at=deps.now())\n"
        "    return [e async for e in answer(q, Conversation(), deps)][-1]\n"
        "done = asyncio.run(go())\n"
        "assert isinstance(done, Done) and '559 nm' in done.answer.text and not done.model_calls\n"
        "assert not {'openai', 'chromadb'} & set(sys.modules), 'imported'\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", script, str(data_dir)], cwd=REPO, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
