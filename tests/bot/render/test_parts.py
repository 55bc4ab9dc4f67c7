"""The parts of an answer as blocks: what is known of a document stands beside its name."""

from __future__ import annotations

from datetime import date

from adapters.protocol import Sources
from agent.protocol import Source, SourceList
from bot.render.parts import part_blocks
from tongue import speaking


def test_a_document_that_is_old_says_so_beside_its_month_in_the_pilots_language() -> None:
    old = Source(name="AIP France, AD 2 LFAT", as_of=date(2023, 6, 1), stale=True)
    fresh = Source(name="VAC, Aug 2026", as_of=date(2026, 8, 1))
    told: dict[str, list[str]] = {}
    for language in ("en", "fr"):
        with speaking(language):
            (block,) = part_blocks([SourceList(markdown="x", documents=(old, fresh))], {})
        assert isinstance(block, Sources)
        told[language] = [one.when for one in block.documents]
    assert told["en"] == ["Jun 2023 (old: check)", "Aug 2026"]  # behind the name, which no longer ends with it
    assert told["fr"][0].replace("\u00a0", " ") == "juin 2023 (ancien : à vérifier)"
