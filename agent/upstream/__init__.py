"""Asking other people's servers: services, the one client, and what it remembers.

reply = await upstream.ask(service, params={...})            one answer, with retries
found = await upstream.memory.remember(key, fetch)           the same, through the cache, once at a time
"""

from __future__ import annotations

from agent.upstream.client import TURN_SECONDS, Upstream, turn_budget
from agent.upstream.memory import Fresh, Memory, Remembered, TextCache, cache_key
from agent.upstream.servers import Failure, Reply, Service, asked_to_wait, in_one_sentence, judge_status

__all__ = [
    "TURN_SECONDS",
    "Failure",
    "Fresh",
    "Memory",
    "Remembered",
    "Reply",
    "Service",
    "TextCache",
    "Upstream",
    "asked_to_wait",
    "cache_key",
    "in_one_sentence",
    "judge_status",
    "turn_budget",
]
