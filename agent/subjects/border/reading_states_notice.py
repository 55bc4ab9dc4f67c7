"""Reads how early a state's own officers want to know, where no field is named: "how many hours' notice does Border Force want"."""

from __future__ import annotations

from pydantic import JsonValue

from agent import regex as re
from agent.language.said import Said

_LEAD = re.compile(
    r"\b(?:how (?:long|early|soon|far|much|many)|by when|when|notice|lead time|in advance|wie (?:lange|früh|viel|viele)|bis wann|wann|vorlauf\w*|frist\w*"
    r"|voranmeld\w*|anmeld\w*|\w*voranmeldung|combien|quand|préavis|délais?|avance)\b"
)
_OFFICERS = r"(?:customs|border (?:force|guards?|police|people|agency)|immigration|zoll\w*|douanes?|douaniers?|grenz(?:polizei|schutz|wache)|hmrc)"
_OFFICE = re.compile(rf"\b{_OFFICERS}\b|\bzoll\w*")
_OF_THE_UK = re.compile(r"\b(?:border force|hmrc)\b")
_OUT_OF = re.compile(r"\b(?:from|out of|aus|von|depuis|de|d['’])\s*(?:the |der |den |la |le |l['’])?$")
_NEAR = 12


def notice_of_a_state(said: Said) -> dict[str, JsonValue]:
    """The customs notice of the state whose officers are meant; {} where a field is named or nothing of a lead is asked."""
    low = said.slots.low
    office = _OFFICE.search(low)
    if office is None or _LEAD.search(low) is None or any(s.kind != "country" for s in said.slots.spots):
        return {}
    if said.has("gendec", "flight_plan", "police", "both_ways") or len(said.slots.countries) > 2:
        return {}
    if any(word.key in ("gar", "gars") for word in said.slots.words):
        return {}
    left = [c for c in said.slots.countries if _OUT_OF.search(low[: c.start])]
    others = [c for c in said.slots.countries if c not in left]
    beside = [c for c in others if min(abs(c.end - office.start()), abs(c.start - office.end())) <= _NEAR]
    uk = _OF_THE_UK.search(low) is not None
    if (not uk and len(beside) != 1) or len(left) > 1:
        return {}
    whose = "GB" if uk else beside[0].country.code
    report = "GAR" if uk else "customs"
    given: dict[str, JsonValue] = {"report": report, "country_code": whose}
    if left and left[0].country.code != whose:
        given = {"report": report, "from_location": left[0].country.name, "to_location": _name(whose, said)}
    if said.slots.days:
        given["day"] = said.slots.days[0].when.isoformat()
    return given


def _name(code: str, said: Said) -> str:
    country = said.deps.countries.get(code)
    return country.name if country else code
