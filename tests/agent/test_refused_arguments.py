"""What a pilot reads when a tool's arguments are not in order: words for a pilot, whichever tool and argument."""

from __future__ import annotations

import re

import pytest
from pydantic import JsonValue

from agent import registry
from agent.errors import InvalidQuestion
from tongue import speaking

_INTERNAL = re.compile(
    r"\w_\w|[Ff]ield required|Input should|valid (?:string|number|list|dict)|pydantic|\bNone\b|Extra inputs"
)
_ODD: tuple[JsonValue, ...] = ({"odd": []}, [[]], "", -1e9, 1e9, [], "x" * 5000)


@pytest.mark.parametrize("tool", sorted(registry.tools()))
def test_no_refusal_speaks_of_the_program(tool: str) -> None:
    known = registry.tools()[tool]
    tried: list[dict[str, JsonValue]] = [{}, {"odd_argument": 1}]
    tried += [{name: odd} for name in known.arguments.model_fields for odd in _ODD]
    told: set[str] = set()
    for arguments in tried:
        try:
            known.parse(arguments)
        except InvalidQuestion as error:
            told.add(error.user_message)
    assert not [words for words in told if _INTERNAL.search(words)]


@pytest.mark.parametrize("language", ["fr", "de"])
def test_a_refusal_is_in_the_language_of_the_question(language: str) -> None:
    refused: list[tuple[str, str]] = []
    for name, arguments in (
        ("search_pois", {"near": "LFAT", "fly_within_hours": 17}),
        ("find_airports_near_location", {"location_query": "LFAT", "max_distance_nm": 99_999}),
        ("compare_airfields", {"icao_codes": ["LFAT", "LFAT"]}),
    ):
        said: list[str] = []
        for spoken in ("en", language):
            with speaking(spoken), pytest.raises(InvalidQuestion) as error:
                registry.find(name).parse(arguments)
            said.append(error.value.user_message)
        refused.append((said[0], said[1]))
    assert all(english != other for english, other in refused), refused


def test_a_program_is_told_which_argument_is_wrong() -> None:
    with pytest.raises(InvalidQuestion) as refused:
        registry.find("answer_rules_question").parse({"question": "what of it"})
    assert refused.value.user_message == "For which country?"
    assert str(refused.value) == "answer_rules_question: country_code: Field required."
