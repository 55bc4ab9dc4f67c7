"""The contract suite against the paper channel: the suite itself is tried before a real channel is."""

from __future__ import annotations

from pathlib import Path

import pytest
from contracts.channel import ChannelContract, ChannelUnderTest
from contracts.paper import BadCall, PaperApp, PaperChannel, shown_text


class TestThePaperChannelKeepsTheContract(ChannelContract):
    @pytest.fixture
    def channel(self, tmp_path: Path) -> ChannelUnderTest:
        return PaperChannel(PaperApp(tmp_path / "calls.jsonl"))


@pytest.mark.parametrize(
    "markup", ["<b>open", "</b>", "<b><i></b></i>", "a < b", "<script>", '<b class="x">y</b>']
)
def test_the_paper_app_refuses_what_a_strict_platform_refuses(markup: str) -> None:
    with pytest.raises(BadCall):
        shown_text(markup)
