"""QFE from QNH and elevation, against the standard atmosphere."""

from __future__ import annotations

import pytest

from agent.subjects.weather.qfe import qfe_hpa


@pytest.mark.parametrize(
    ("qnh", "elevation_ft", "qfe"), [(1013.25, 0, 1013.25), (1013.25, 5000, 843.07), (1013.25, 10000, 696.8)]
)
def test_qfe_is_the_standard_pressure_of_the_height(qnh: float, elevation_ft: float, qfe: float) -> None:
    assert qfe_hpa(qnh, elevation_ft) == pytest.approx(qfe, abs=0.3)
