"""Goods that those aboard carry from one EU state into another: the limits of the text held do not hold there."""

from __future__ import annotations

from agent import regex as re
from agent.registry import ToolContext
from agent.subjects.measures import with_article
from agent.subjects.rules.said import names_in
from tongue import SOURCE, country_name, say, spoken

QUESTION = "traveller-allowances"
_FROM = re.compile(
    r"\b(?:(?:from|out of|aus|von|depuis|de|bought in|gekauft in)\s+|d['’]\s*)(?:the |der |den |la |le |l['’])?$"
)

_DRINK_OR_SMOKE = (
    r"(?:wine|wein|vin|beer|bier|bière|alcohol|alkohol|alcool"
    r"|bottles?|flaschen?|bouteilles?"
    r"|cigarettes|zigaretten|spirits|whisky|tobacco|tabak|tabac"
    r"|ham|schinken|jambon|sausages?|würste?|saucisson|cheese|käse|fromage)"
)
_LIMITS = (
    r"(?:allowances?|limits?|quotas?|freigrenzen?|freimengen?|franchises?|quantit[ée]s?|höchstmengen?|einfuhr\w*)"
)
_GOODS = re.compile(
    r"\b(?:duty[- ]?free(?! (?:fuel|avgas|mogas|jet))|(?<!carburant )(?<!avgas )hors taxes?|en franchise"
    r"|(?:reise)?freimengen?|zollfrei\w*)\b"
    rf"|\b(?:duty|customs|zoll|douane|tax|vat|tva|mwst)\b.*\b{_DRINK_OR_SMOKE}\b"
    rf"|\b{_DRINK_OR_SMOKE}\b.*\b(?:bring|back|duty|customs|declare|zoll|verzollen|douane"
    r"|déclare[rsz]?|(?:mit|heim)bringen|mitnehmen|rapporter|ramener)\b"
    rf"|\b(?:bring|rapporter|rapporte|ramener|ramène|ramene)\b.*\b{_DRINK_OR_SMOKE}\b"
    rf"|\b{_DRINK_OR_SMOKE}\b.*\b{_LIMITS}\b|\b{_LIMITS}\b.*\b{_DRINK_OR_SMOKE}\b"
    rf"|\b(?:how (?:much|many)|combien d(?:e|['’])|wie ?viele?)\b.{{0,20}}\b{_DRINK_OR_SMOKE}\b"
    r"(?!.*\b(?:price|cost\w*|kostet|coûte\w*)\b)"
)


def of_goods(low: str) -> bool:
    """Whether it asks of goods that those aboard carry over a border: the rules are those of where they land."""
    return _GOODS.search(low) is not None


def inside_the_union(question: str, into: str, context: ToolContext) -> str:
    """One line where goods come from one state of the customs union into another; "" else."""
    low, borders = question.lower(), context.deps.borders
    left = [one.country.code for one in names_in(question, context) if _FROM.search(low[: one.start])]
    inside = [code for code in left if code != into and borders.of_country(code).customs == "EU"]
    if not left or inside != left or borders.of_country(into).customs != "EU":
        return ""
    return say(
        "**From {start} into {end}, both in the EU's customs territory, these limits do not hold:** they are for"
        " what comes from outside it. What a state counts as for your own use was not read: ask its customs.",
        start=_named(left[0], context),
        end=_named(into, context),
    )


def _named(code: str, context: ToolContext) -> str:
    known = context.deps.countries.get(code)
    name = known.name if known else code
    return with_article(name) if spoken() == SOURCE else country_name(name)
