"""Knows a question of whether one may land at a field without being asked: no rule of its country tells it."""

from __future__ import annotations

from agent import regex as re
from agent.language.said import Said

_LEAVE_TO_LAND = re.compile(
    r"\b(?:autorisations?|permission|genehmigung|(?:lande)?erlaubnis)\b[^.?!]{0,25}"
    r"\b(?:to land|poser|atterrir|landen)\b|\blandeerlaubnis\b|"
    r"\b(?:poser|atterrir|landen|land)\b[^.?!]{0,30}"
    r"\b(?:sans (?:autorisation|permission|demander)|ohne (?:genehmigung|erlaubnis|zu fragen)|"
    r"without (?:permission|asking))\b"
)
_OF_WHO_MAY = re.compile(
    r"\b(?:qualif\w*|licen[cs]e\w*|lizenz|rating|berechtigung|altiports?|passeport|passport|reisepass|visa|visum)\b"
)


def asks_leave_to_land(said: Said) -> bool:
    """ "Faut-il une autorisation pour se poser à Propriano": of one field, who may come."""
    spots = [s for s in said.slots.spots if s.kind in ("code", "iata", "place") and not s.is_area]
    low = said.slots.low
    if len(spots) != 1 or said.slots.countries or said.slots.days or _OF_WHO_MAY.search(low):
        return False
    return _LEAVE_TO_LAND.search(low) is not None and said.again().field_of_spot(spots[0], far=False) is not None
