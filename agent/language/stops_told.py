"""Knows a stop at a field that is named, with what it is for and how long: "a lunch stop of an hour at Kemble"."""

from __future__ import annotations

from agent import regex as re

_STOP = (
    r"(?:stops?(?:-? ?over)?|stopping(?: off)?|break|halts?|halte|pause|arrêt|escale|étape|"
    r"(?:zwischen|tank|mittags|kaffee|lunch|essens)?(?:stopp?|halt|pause|landung|aufenthalt))"
)
_MEAL = (
    r"(?:lunch|brunch|breakfast|coffee|tea|fuel|customs|mittag(?:essen)?|frühstück|kaffee|tanken|zoll|"
    r"déjeuner|café|repas|essence|plein|douane)"
)
_LONG = (
    r"(?:(?:about|around|some|roughly|etwa|ca\.?|rund|environ) )?"
    r"(?:\d+(?:[.,]\d+)?|an?|one|two|three|four|half an?|eine[rnms]?|einer halben|zwei|drei|vier|une?|une demi|deux|trois|quatre)[ -]?"
    r"(?:hours?|hrs?|h|min(?:ute)?s?|std\.?|stunden?|minuten|heures?)(?:['’]s)?(?: et demie| and a half)?"
)
_LINKS = r"(?:(?:an?|the|for|of|to|and|with|quick|short|von|für|zum|zur|mit|eine[rnms]?|kurze[rnms]?|de|d['’]|du|pour|un|une|le|la|petite?|avec) ?)"
_AT = r"(?:at|in|on|auf|bei|à|a|au|aux|en)"
STOP_AT = re.compile(
    rf"\b(?:(?:with|mit|avec)\s+{_LINKS}*(?:{_LONG}|{_MEAL})(?:\s+(?:{_LINKS}*)(?:{_LONG}|{_MEAL}|{_STOP}))*"
    rf"|(?:{_LONG}\s+(?:{_LINKS}*{_MEAL}[\s-]+)?)?{_STOP}(?:,?\s+{_LINKS}*(?:{_LONG}|{_MEAL}))*)"
    rf"\s+{_AT}\s+(?:the |le |la |l['’]|der |dem )?"
)
"""What stands before the name of a field where one stops."""
_BEFORE_IT = re.compile(rf"{STOP_AT.pattern}$")


def stop_told(before: str) -> re.Match[str] | None:
    """The words that make the field behind them a stop, without "via": in small letters, up to its name."""
    return _BEFORE_IT.search(before)
