"""The font of the maps: DejaVu Sans, the letters of European names only."""

from __future__ import annotations

import io
from datetime import date
from pathlib import Path

from fontTools import subset, ttLib

from data.build.dataset import DataFile, source_file

MATPLOTLIB = "3.11.2"
DEJAVU = "2.37"
LETTERS = [
    *range(0x20, 0x7F),
    *range(0xA0, 0x180),
    *range(0x370, 0x400),
    *range(0x400, 0x460),
    0x2019,
    0x2013,
    0x2026,
]


def build(out: Path) -> list[DataFile]:
    """Write `font.ttf` and `font-bold.ttf`."""
    found: list[DataFile] = []
    for name, target in (("DejaVuSans.ttf", "font.ttf"), ("DejaVuSans-Bold.ttf", "font-bold.ttf")):
        path = source_file("matplotlib", MATPLOTLIB, "mpl-data", "fonts", "ttf", name)
        font = ttLib.TTFont(path, recalcTimestamp=False)
        options = subset.Options()
        options.recalc_timestamp = False
        options.layout_features = ["kern"]
        cutter = subset.Subsetter(options)
        cutter.populate(unicodes=LETTERS)
        cutter.subset(font)
        buffer = io.BytesIO()
        font.save(buffer)
        (out / target).write_bytes(buffer.getvalue())
        found.append(
            DataFile(
                path=target,
                source="DejaVu Sans",
                version=DEJAVU,
                as_of=date(2016, 7, 30),
                licence="Bitstream Vera and DejaVu (free to embed)",
                rows=len(LETTERS),
                url="https://dejavu-fonts.github.io",
            )
        )
    return found
