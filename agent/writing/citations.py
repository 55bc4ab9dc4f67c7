"""Names a document in the pilot's language: the words that are ours in it; a title stays as it was published."""

from __future__ import annotations

from datetime import date
from functools import cache

from agent import regex as re
from agent.protocol import Source
from agent.regex import longest_first
from tongue import SOURCE, country_name, later, say, speaking, spoken

_SURVEY = "Pilot survey "
_BETWEEN_REFERENCES = re.compile(r"(?<=[\d)]) and (?=[A-Z(]?[A-Z.]*\d|[A-Z]{2,}[.])")
"""Of two paragraphs; a title keeps its own "and"."""
_MONTHS: list[str] = [date(2000, month, 1).strftime("%B") for month in range(1, 13)]
_BEFORE_A_DAY = r"(?:state|version|edition|consolidation|amendment|force (?:from|since)|up to)(?: of)? "
_DAY = re.compile(rf"\b({_BEFORE_A_DAY})(\d{{1,2}}) ({'|'.join(_MONTHS)}) (\d{{4}})\b")
"""A day behind words of ours; that of a title stays with it."""
_SHORT_MONTHS: list[str] = [date(2000, month, 1).strftime("%b") for month in range(1, 13)]
_MONTH = re.compile(rf"\b(page read|parsed set of) ({'|'.join(_SHORT_MONTHS)}) (\d{{4}})\b")
"""A month behind words of ours."""
_OURS = (
    later("as reproduced at"),
    later("as reproduced in"),
    later("as reproduced by"),
    later("as summed up at"),
    later("as quoted at"),
    later("as quoted in"),
    later("as quoted by"),
    later("as reported by"),
    later("as restated by"),
    later("as restated in"),
    later("as summarised by"),
    later("as amended by"),
    later("as amended up to"),
    later("in the version of"),
    later("in force since"),
    later("later changes were not read"),
    later("the change of 2023 was not read"),
    later("version of"),
    later("edition of"),
    later("consolidation of"),
    later("amendment of"),
    later("amendment"),
    later("undated"),
    later("edition undated"),
    later("undated page read"),
    later("page read"),
    later("home page"),
    later("a copy without address"),
    later("flying without an operations manager"),
    later("PPR outside the published hours"),
    later("summary of"),
    later("the aero club"),
    later("Duty to carry"),
    later("wording in force from"),
    later("Definitions of the units"),
    later("an older page"),
    later("frequencies"),
    later("approach charts"),
    later("addresses of pages"),
    later("published fees"),
    later("parsed set of"),
    later("list of border crossing points"),
    later("Official Journal"),
    later("EU Commission on the Schengen area"),
    later("Finnish Customs on EU territories"),
    later("French complement to the European rules of the air, definition 97"),
    later("UK Regulation (EU) No"),
    later("Delegated Regulation (EU)"),
    later("Regulation (EU) No"),
    later("Regulation (EC) No"),
    later("Regulation (EU)"),
    later("The operator of"),
    later("Articles"),
    later("Article"),
    later("on UK GAR times"),
    later("on UK AIP ENR 1.10"),
    later("GA guidance"),
    later("FlyFun aircraft table (typical figures)"),
    later("the States' policy was not read"),
    later("state of"),
)


def named(name: str) -> str:
    """A document's name as it is said."""
    if spoken() == SOURCE:
        return name
    if name.startswith(_SURVEY):
        country, *more = name.removeprefix(_SURVEY).split("; ")
        return say("; ").join((say("Pilot survey {country}", country=country_name(country)), *more))
    name = _BETWEEN_REFERENCES.sub(say(" and "), name.replace("; ", say("; ")))
    name = _MONTH.sub(_month_said, _DAY.sub(_in_the_language, name))
    return _own_words().sub(lambda found: say(found[0]), name)


def _in_the_language(found: re.Match[str]) -> str:
    """ "state of 24 April 2020" with its day as the language writes it."""
    words, day, month, year = found.groups()
    return words + say("{day:%-d %B %Y}", day=date(int(year), _MONTHS.index(month) + 1, int(day)))


def _month_said(found: re.Match[str]) -> str:
    words, month, year = found.groups()
    return words + say(" {as_of:%b %Y}", as_of=date(int(year), _SHORT_MONTHS.index(month) + 1, 1))


def dated(source: Source) -> tuple[str, str]:
    """A document's name, without the month where it ends with it, and its month."""
    if source.as_of is None:
        return named(source.name), ""
    with speaking(SOURCE):
        month = say("{as_of:%b %Y}", as_of=source.as_of)
    name = source.name.removesuffix(month).rstrip(" ,")
    return named(name), say("{as_of:%b %Y}", as_of=source.as_of)


@cache
def _own_words() -> re.Pattern[str]:
    longest = longest_first(_OURS)
    return re.compile("|".join(rf"\b{re.escape(one)}(?!\w)" for one in longest))
