"""The taps under an answer: other readings and examples first, then the next questions."""

from __future__ import annotations

from agent.protocol import Choice, Done

MOST_BUTTONS = 10
LONGEST_LABEL = 60


def taps(done: Done) -> tuple[Choice, ...]:
    """What can be tapped under an answer, each with the question it stands for; no two alike."""
    offered = [*done.answer.choices, *(Choice(label=s.text, text=s.text) for s in done.suggestions)]
    distinct = {choice.text.casefold(): choice for choice in reversed(offered)}
    ordered = [choice for choice in offered if distinct[choice.text.casefold()] is choice]
    return tuple(_short(choice) for choice in ordered[:MOST_BUTTONS])


def labels(done: Done) -> tuple[str, ...]:
    """The labels of the taps."""
    return tuple(choice.label for choice in taps(done))


def _short(choice: Choice) -> Choice:
    if len(choice.label) <= LONGEST_LABEL:
        return choice
    return choice.model_copy(update={"label": choice.label[: LONGEST_LABEL - 1].rstrip() + "…"})
