"""What a pilot reads when a tool's arguments are not in order: words for a pilot, whichever tool and argument."""

from __future__ import annotations

import re

import pytest
from pydantic import JsonValue

from agent import registry
from agent.errors import InvalidQuestion

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


def test_a_program_is_told_which_argument_is_wrong() -> None:
    with pytest.raises(InvalidQuestion) as refused:
        registry.find("answer_rules_question").parse({"question": "what of it"})
    assert refused.value.user_message == "For which country?"
    assert str(refused.value) == "answer_rules_question: country_code: Field required."
