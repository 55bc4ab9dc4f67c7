"""Tables as pages of files: the same figures, taken out of the process when it is told, kept where none can be written."""

from __future__ import annotations

import mmap
import sys
import tempfile
from pathlib import Path

import numpy as np
import pytest

from agent import paging


def test_arrays_are_the_same_as_pages() -> None:
    given = {
        "names": np.frombuffer(b"Calais\nDeauville\n", dtype=np.uint8),
        "none": np.zeros((0, 4), dtype=np.float32),
        "turned": np.arange(12, dtype=np.float64).reshape(3, 4).T,
    }
    kept = paging.mapped(given)
    assert {name: (array.dtype, array.shape) for name, array in kept.items()} == {
        name: (array.dtype, array.shape) for name, array in given.items()
    }
    assert all(np.array_equal(kept[name], given[name]) for name in given)
    with pytest.raises(ValueError, match="read-only"):
        kept["turned"][0, 0] = 1


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what is resident")
def test_what_was_read_of_them_is_let_go_and_comes_back() -> None:
    kept = paging.mapped({"figures": np.arange(2_000_000)})["figures"]
    total = int(kept.sum())
    read = _resident_of_files()
    paging.let_go()
    assert read - _resident_of_files() > 14_000
    assert int(kept.sum()) == total


def test_where_no_file_can_be_written_they_stay_as_they_are(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    given = {"figures": np.arange(3)}
    assert paging.mapped(given)["figures"] is given["figures"]
    assert paging.mapped_bytes(b"EGTF\t") == b"EGTF\t"


def test_bytes_are_searched_as_pages() -> None:
    kept = paging.mapped_bytes(b"EGTF\tfuel\nLFAC\tcustoms\n")
    assert isinstance(kept, mmap.mmap)
    assert kept.find(b"LFAC\t") == 10 and kept[10:14] == b"LFAC"
    assert paging.mapped_bytes(b"") == b""


def _resident_of_files() -> int:
    """In kB."""
    status = Path("/proc/self/status").read_text()
    return sum(int(line.split()[1]) for line in status.splitlines() if line.startswith(("RssFile:", "RssShmem:")))
