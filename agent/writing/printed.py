"""What the printed rows of an answer say besides their own words: texts that hold whenever the rows do.

"Customs: no" says that there is no customs; "Sat, Sun and PH 0800-2200" gives the hours of each; of a list in the
order of its distances the first is the nearest; a quotation of the AIP is a row for each of its days.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent import regex as re

_DAY = r"(?:MON|TUE|WED|THU|FRI|SAT|SUN|PH|HOL|public HOL|public holidays?)"
_DAYS = rf"{_DAY}(?:(?: ?- ?|, ?|,? and | & ){_DAY})*"
_OF_DAYS = re.compile(
    rf"\b({_DAYS}) ?:? ?(\d{{4}}-\d{{4}}(?: ?/ ?\d{{4}}-\d{{4}})?(?: with PN \d+ ?HR)?)"
    r"(?=\s*(?:$|[.;…)]| - |, (?:MON|TUE|WED|THU|FRI|SAT|SUN|PH|HOL)))",
    re.IGNORECASE,
)
_ROW = re.compile(r"([A-Z][^:·.?]{2,24}): (.+)")
_PHONE = re.compile(r"\+?[\d(][\d ()/-]{6,}\d")
_NO = re.compile(r"(?:no|none)\.?$")
_YES = re.compile(r"yes\b(?:,? see .*)?$")
_LISTED = re.compile(r"\d+\.? (Ent[A-Z]{4})\b")
_HEAD = re.compile(
    r"(Ent[A-Z]{4})\b[^,:]*, ((?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]* \d{1,2} [A-Z][a-z]{2}(?: \d{4})?)"
    r"(?:, (arriving from [A-Z][\w ]+?))?[,.]"
)
_RUNWAY = re.compile(r"(\d{2}[LRC]?(?:/\d{2}[LRC]?)?): (.*)")
_DECLARED = re.compile(r"\b(TORA|TODA|ASDA|LDA) (\d+)\b")
_ALIKE = re.compile(r"(.+\?) \(same European text, national rules not known\): (.+)")


@dataclass(frozen=True)
class Printed:
    """A text that holds; `lends`: words that may be said with it; `of`: the field that it must be said of."""

    text: str
    lends: str = ""
    of: str = ""


def said_by_rows(lines: Sequence[str]) -> Iterator[Printed]:
    """What the rows say besides their words."""
    for line in lines:
        yield from _of_row(line)
        yield from _of_days(line)
        yield from _of_runway(line)
    yield from _first_and_longest(lines)
    yield from _counted(lines)


def _of_row(line: str) -> Iterator[Printed]:
    row = _ROW.fullmatch(line)
    if row is None or line.startswith("Not "):
        return
    label, value = row[1], row[2]
    if label == "Elevation" and re.match(r"-?\d[\d,]* ft$", value):
        yield Printed(f"{value} above sea level", "elevation high amsl")
    elif label == "Ask the field" and (number := _PHONE.match(value)):
        yield Printed(f"phone field {number[0]}", "call reach")
    elif _NO.match(value):
        yield Printed(f"no {label}")
    elif _YES.match(value):
        yield Printed(f"{label} available")
    elif re.match(r"(?:at|in|near) the (?:field|vicinity)\b", value):
        yield Printed(f"{label} {value}")


def _of_days(line: str) -> Iterator[Printed]:
    """Each day of published hours by itself, with what stands with it."""
    head = re.match(r"(Ent[A-Z]{4})[:,]", line)
    by_aip = "AIP text published hours" if re.search(r"AIP|AD 2", line) else "published hours"
    for row in _OF_DAYS.finditer(line):
        lends = f"{by_aip} open local" if "PN" not in row[2] else f"{by_aip} customs immigration open"
        for day in re.split(r", ?|,? and | & ", row[1]):
            for text in (f"{day} {row[2]}", *_notice(day, row[2])):
                yield Printed(text, f"{lends} {head[1] if head else ''}", "")


def _notice(day: str, hours: str) -> Iterator[str]:
    if notice := re.search(r"PN (\d+)", hours):
        yield f"{day} required {notice[1]} h before"


def _of_runway(line: str) -> Iterator[Printed]:
    """Each declared distance of a runway, and its length, width and surface."""
    for part in re.split(r"; (?=\d{2}[LRC]?: )|(?<=AIP): ", line):
        row = _RUNWAY.match(part)
        if row is None:
            continue
        for name, metres in _DECLARED.findall(row[2]):
            yield Printed(f"{row[1]} {name} {metres} m", "AIP runway")
        if size := re.match(r"(\d+) x (\d+) m\b", row[2]):
            yield Printed(f"{row[1]} {size[1]} m, {size[2]} m", "AIP runway long wide length width")


def _first_and_longest(lines: Sequence[str]) -> Iterator[Printed]:
    """The nearest and the longest of a list, where each has its figure."""
    listed = [(at[1], line) for line in lines if (at := _LISTED.match(line)) and " · " in line]
    if len(listed) < 2:
        return
    more = any(re.match(r"\d+ more\b", line) for line in lines)
    for pattern, tells, least in (
        (r" · (\d+(?:\.\d+)?) nm(?= ·|$)", "nearest", True),
        (r" · ([\d,]+) m\b", "longest runway", False),
    ):
        found = [
            (float(at[1].replace(",", "")), field, line)
            for field, line in listed
            if (at := re.search(pattern, line))
        ]
        if len(found) < len(listed) or (more and not least):
            continue
        ranked = sorted(found, reverse=not least)
        if more and [one for one, _, _ in found] != [one for one, _, _ in ranked]:
            continue
        if ranked[0][0] != ranked[1][0]:
            unit = "nm" if least else "m"
            yield Printed(f"{ranked[0][1]} {tells}, {ranked[0][0]:g} {unit}", "field list", ranked[0][1])


_RUNWAYS = re.compile(r"(Ent[A-Z]{4})\b.*, runways:$")


def _counted(lines: Sequence[str]) -> Iterator[Printed]:
    """How many runways stand below, and which is the longest."""
    for place, line in enumerate(lines):
        if not (head := _RUNWAYS.match(line)):
            continue
        found: list[tuple[float, str]] = []
        rows: list[str] = []
        for row in lines[place + 1 :]:
            if not (at := re.match(r"(\d{2}[LRC]?/\d{2}[LRC]?): .*?\(?([\d,]+) m\b", row)):
                break
            found.append((float(at[2].replace(",", "")), at[1]))
            rows.append(row)
        if found:
            yield Printed(f"{head[1]} {len(found)} runways")
        if len(rows) == 1:
            for row in (rows[0], *variants(rows[0])):
                yield Printed(row, f"{head[1]} runway long wide length width")
        ranked = sorted(found, reverse=True)
        if len(ranked) > 1 and ranked[0][0] != ranked[1][0]:
            yield Printed(f"longest runway {ranked[0][1]}, {ranked[0][0]:g} m", head[1])


def about(lines: Sequence[str]) -> str:
    """The day that the whole answer is about and where one comes from, where one line says it of one field."""
    found = {(at[1], at[2], at[3] or "") for line in lines if (at := _HEAD.match(line))}
    if len(found) != 1:
        return ""
    _, day, whence = found.pop()
    return f"{day} {whence} since" + (" when" if whence else "")


_AROUND = re.compile(r"\bwithin \d+ nm of ([A-Z][\w-]+)(?! → )")


def centre(text: str) -> str:
    """The one place that the fields of a list lie around; "" where there is none."""
    found = set(_AROUND.findall(text))
    around = found.pop() if len(found) == 1 else ""
    return "" if around.startswith("Ent") else around


def alike(line: str) -> tuple[str, str] | None:
    """The question and the answer that hold for all by one European text."""
    found = _ALIKE.fullmatch(line)
    return (found[1], found[2]) if found else None


_IN_UTC = re.compile(r" ?\((?:[^()]*\d(?: UTC|Z)|[A-Z][a-z]{2} \d\d:\d\d UTC)\)")


_TWICE = re.compile(r"(\d[\d,.]* (?:ft|nm)) \((\d[\d,.]* k?m)\)")


_OF_HELICOPTERS = re.compile(r" \(helicopters\b[^()]*\)")


def variants(line: str) -> Iterator[str]:
    """The line without what its local times are in UTC, without an aside on helicopters, with one of two units."""
    bare = _IN_UTC.sub("", line)
    if bare != line and "local" in bare:
        yield bare
    aeroplanes = _OF_HELICOPTERS.sub("", line)
    if aeroplanes != line:
        yield aeroplanes
    for of_it in (r"\1", r"\2"):
        one = _TWICE.sub(of_it, line)
        if one != line:
            yield one


_NOT_ITEMS = re.compile(
    r"[:;]|\b(?:no|not|never|none|only|unless|except|without|if|when|where|provided|both|either|otherwise|each)\b",
    re.I,
)
_LEANS = re.compile(
    r"(?:and|or|but|in|on|at|for|by|with|from|to|of|as|which|who|that|then|also|more|less)\b", re.I
)


def items_of(sentence: str) -> Iterator[str]:
    """The items of a row of measures, each with its own name and figure: "Ceiling 1 500 ft, visibility 5 km"."""
    items = re.split(r", (?![^()]*\))", sentence.rstrip("."))
    bare = [re.sub(r"\([^()]*\)", "", item) for item in items]
    if len(items) < 2 or any(_NOT_ITEMS.search(item) or _LEANS.match(item.strip()) for item in bare):
        return
    if all(
        re.match(r"[A-Za-z]", item) and re.search(r"\d", item) and not re.search(r"\band\b", item) for item in bare
    ):
        yield from items
