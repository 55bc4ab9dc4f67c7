"""Says in one sentence how an answer is presented: for whoever draws it, never a part of the answer."""

from __future__ import annotations

from agent.protocol import Done


def presented(done: Done) -> str:
    """What an answer is made of and who may have worded it, counted from the answer itself."""
    answer = done.answer
    asked = "a model was asked in vain" if done.model_calls else "without a model"
    worded = "with the help of a model" if done.helped else f"by templates, {asked}"
    counted = [
        _many(number, noun)
        for number, noun in (
            (len(answer.cards), "card"),
            (len(answer.tables), "table"),
            (len(answer.choices), "button"),
        )
        if number
    ]
    views = sum(result.visualization is not None for result in done.results)
    shown = ["words", *counted, *([_many(views, "map")] if views else [])]
    listed = " and ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)
    made_of = f"from {_many(len(done.results), 'result')} and {_many(len(done.sources), 'source')}"
    return f"Made {worded}, {made_of if done.results else 'without a tool'}; shown as {listed}."


def _many(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
