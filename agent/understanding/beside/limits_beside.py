"""Limits that are told beside a question are compared with in the chat, and kept only by a tap."""

from __future__ import annotations

from agent import regex as re
from agent.protocol import Plan, ToolCall

MINIMA = "set_minima"
_KEEPS = re.compile(
    r"\b(?:keep|save|store|remember|note|set|change|make|raise|lower|put|update|behalte?n?|merke?|speicher\w*|setze?|ändere?|mach|"
    r"garde[rz]?|retiens|retenez|enregistre[rz]?|note[rz]?|mets|mettez|change[rz]?|passe[rz]?)\b[^.?!]{0,40}"
    r"(?:\b(?:it|that|them|mine|these|minim\w+|limit\w*|grenz\w+|das|es|le|la|les)\b|\d)|\bmerk dir\b"
)
_ARE = re.compile(
    r"^\W*(?:my|our|meine|unsere|mes|nos) minim(?:a|ums?|as)\b"
    r"(?![^?]*\b(?:weather|wx|metars?|tafs?|can|how|what|will|wetter|kann|wie|geht|m[ée]t[ée]o|peut|comment|quel\w*|at|in|bei|à)\b)[^?]*$"
)
""" "My minima: ceiling 1500": told to be kept, whatever was asked before it."""


def offered_beside(plan: Plan, text: str) -> Plan:
    """The plan whose limits, told beside what is asked, are offered to be kept; those asked to be kept are."""
    answers = any(step.tool not in (MINIMA, "set_profile") for step in plan.steps)
    if not answers or _KEEPS.search(text.casefold()) is not None or _ARE.match(text.casefold()) is not None:
        return plan
    return plan.model_copy(update={"steps": tuple(_offered(step) for step in plan.steps)})


def _offered(step: ToolCall) -> ToolCall:
    given = step.arguments
    if step.tool != MINIMA or not given or given.keys() & {"clear", "forget", "unplaced"}:
        return step
    return step.model_copy(update={"arguments": {**given, "offered": True}})
