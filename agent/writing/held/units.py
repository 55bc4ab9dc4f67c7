"""An answer as units: each row, sentence and clause of it, of whom it is said, and what its heading lends it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from agent import regex as re
from agent.regex import longest_first
from agent.writing.held.items import Item, marked
from agent.writing.held.scan import read
from agent.writing.held.terms import Tongue, countries, tongue_of

_MARKUP = re.compile(r"\]\([^)]*\)|[*_`\[\]]")
_NAME = r"(?:[A-ZÀ-Ý][^\W\d_]*[\w'’]*|d['’][A-Z]\w*)"
_LINK = r"[ -](?:(?:de|la|le|les|du|sur|am|an|der|in|im|en|aux|St|St\.)[ -])?"
_FIELD = re.compile(rf"\b([A-Z]{{4}}) ({_NAME}(?:{_LINK}{_NAME})*)")
_NO_FIELD = frozenset(
    [
        "ATIS",
        "AFIS",
        "NOTAM",
        "METAR",
        "TORA",
        "TODA",
        "ASDA",
        "CTAF",
        "SERA",
        "ICAO",
        "AVGAS",
        "CAVOK",
        "LVR",
        "UTC",
        "AOPA",
    ]
)
_TAKEN = re.compile(
    r"^([A-ZÀ-Ý][\w' -]+?)\s?: (?:I took|j'ai pris|je prends|ich (?:habe|nehme)) ([A-Z]{4})\b", re.MULTILINE
)
_NUMBERED = re.compile(r"^\d+\.? (?=[A-ZÀ-Ý⟦])")
_AROUND = re.compile(
    r"(?:\bwithin \d+ nm of|\bà moins de \d+ nm de|\binnerhalb von \d+ nm um|\bnear|\baround) "
    r"([A-Z]{4} )?([A-ZÀ-Ý][\w-]+)(?! →)"
)


@dataclass(frozen=True, eq=False)
class Unit:
    """What is said together. `subject`: of whom, any of these; `head`: what its label says; `row`: its parts stand
    beside each other, so that any may be left out; `lent`: what its heading, question and answer's title say."""

    items: tuple[Item, ...]
    subject: frozenset[str] = frozenset()
    head: frozenset[str] = frozenset()
    lent: frozenset[str] = frozenset()
    row: bool = False
    text: str = ""
    line: int = -1
    asks: frozenset[str] = frozenset()
    asked: frozenset[str] = frozenset()
    narrows: frozenset[str] = frozenset()
    bare: str = ""


@dataclass(frozen=True, eq=False)
class Answer:
    """An answer, read."""

    units: tuple[Unit, ...]
    names: Names
    subjects: frozenset[str]
    centre: str
    tokens: frozenset[str] = frozenset()
    runways: frozenset[str] = frozenset()
    alone: str = ""
    main: str = ""
    asked: frozenset[str] = frozenset()
    route: frozenset[str] = frozenset()
    by_line: Mapping[int, frozenset[str]] = field(default_factory=dict[int, frozenset[str]])
    bares: Mapping[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])


def keys_of(items: Sequence[Item]) -> frozenset[str]:
    return frozenset(item.key for item in items if item.kind in {"label", "value", "word", "ent", "sign", "name"})


class Names(dict[str, re.Pattern[str]]):
    """Patterns of what fields are called, and the language of the answer."""

    tongue: Tongue = "en"


def names_of(material: str, question: str) -> tuple[Names, str]:
    """Of each field the pattern of what it is called; and the code of the field that the list lies around."""
    own: dict[str, list[str]] = {}
    for code, name in _FIELD.findall(material):
        if code not in _NO_FIELD and not name.isupper():
            own.setdefault(code, []).append(name)
    for code in re.findall(r"\b[A-Z]{4}\b", material):
        if code in question and code not in _NO_FIELD:
            own.setdefault(code, [])
    words = {code: {w for name in names for w in re.split(r"[ -]", name)} | {code} for code, names in own.items()}
    spoken = {place: code for place, code in _TAKEN.findall(material) if code in own}
    around = _AROUND.search(material)
    centre = ""
    found = Names()
    found.tongue = tongue_of(question, tongue_of(material))
    for code, its in words.items():
        others = {word for other, theirs in words.items() if other != code for word in theirs}
        telling = {w for w in its if (w not in others and len(w) > 3) or w == code}
        telling |= {place for place, other in spoken.items() if other == code}
        if len(words) == 1:
            asked = re.findall(rf"\b(?:at|of|in|for|near|à|de|in|von|nach) ({_NAME}(?: {_NAME})*)", question)
            telling |= {name for name in asked if name not in countries()[1]}
        if around and around[1] == f"{code} ":
            centre = code
        elif around and not around[1] and around[2] in its and (own[code][0] == around[2] or len(words) == 1):
            telling.add(around[2])
            centre = code
        any_of = "|".join(longest_first(map(re.escape, its | telling)))
        tells = "|".join(longest_first(map(re.escape, telling)))
        run = rf"(?:(?:{any_of}){_LINK})*(?:{tells})(?:{_LINK}(?:{any_of}))*"
        found[code] = re.compile(rf"(?<![\w-]){run}(?!\w)")
    return found, centre


@lru_cache(maxsize=16)
def answer_of(material: str, question: str) -> Answer:
    """The units of an answer."""
    lines = [_MARKUP.sub("", line).strip() for line in material.splitlines()]
    plain = "\n".join(lines)
    names, centre = names_of(plain, question)
    alone = next(iter(names)) if len(names) == 1 else ""
    asked = keys_of(read(marked(question, names)))
    units = _of_both(list(_units(plain.splitlines(), names, asked, alone)))
    units += _reckoned(units, names, centre)
    subjects = frozenset(one for unit in units for one in unit.subject)
    tokens = frozenset(item.key for unit in units for item in unit.items)
    by_line: dict[int, frozenset[str]] = {}
    for unit in units:
        by_line[unit.line] = by_line.get(unit.line, frozenset()) | {item.key for item in unit.items}
    runways = frozenset(
        re.sub(r"^rwy", "", item.key) for unit in units for item in unit.items if item.key.startswith("rwy")
    )
    main = next((one for unit in units for one in unit.subject if one == "main"), "")
    main = next(
        (one[3:] for unit in units if "main" in unit.subject for one in unit.subject if one.startswith("rwy")),
        main,
    )
    return Answer(
        tuple(units),
        names,
        subjects,
        centre,
        tokens,
        runways,
        alone,
        main,
        asked,
        _route_of(plain, names),
        by_line,
        _bares(units),
    )


_SIDE_BY_SIDE = re.compile(r"\s*⟦([A-Z]{4})⟧\s*·\s*⟦([A-Z]{4})⟧\s*$")


def _of_both(units: Sequence[Unit]) -> list[Unit]:
    """The units of a comparison: a row without sides is said of both fields."""
    title = next((found for unit in units if (found := _SIDE_BY_SIDE.match(unit.text))), None)
    if title is None:
        return list(units)
    both = frozenset(title.groups())
    sided = {unit.line for unit in units if any(item.kind == "ent" for item in unit.items)}
    return [
        replace(unit, subject=both) if unit.head and not unit.subject and unit.line not in sided else unit
        for unit in units
    ]


def _route_of(plain: str, names: Names) -> frozenset[str]:
    """The two fields of the one way that an answer is of."""
    ends = {
        tuple(re.findall(r"⟦([A-Z]{4})⟧", m))
        for m in re.findall(r"⟦[A-Z]{4}⟧[^→\n]*→\s*⟦[A-Z]{4}⟧", marked(plain, names))
    }
    return frozenset(next(iter(ends))) if len(ends) == 1 else frozenset()


_RAW_REPORT = re.compile(r"(?:METAR|SPECI|TAF) (?:AMD |COR )?[A-Z]{4} \d{6}Z ")
_QUOTED = re.compile(r"^(?:On|Sur|Zu|Über) [“«„]")
_SHORT = (
    r"(?<!\b(?:lun|mar|mer|jeu|ven|sam|dim|avr|oct|nov|déc|jan|feb|mär|apr|jun|jul|aug|sep|okt|dez)\.)"
    r"(?<!\b(?:sept|janv|juil)\.)(?<!\bfévr\.)(?<!\b(?:Mo|Di|Mi|Do|Fr|Sa|So)\.)(?<!\b\d\.)(?<!\b\d\d\.)"
)
"""Not behind a short day or month, nor behind the number of a day."""
_MONTH_NEXT = r"(?:Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)"
_SENTENCE = re.compile(
    r"(?<=[.!?])(?<!\be\.g\.)(?<!\bi\.e\.)(?<!No\.)(?<!z\. B\.)(?<! art\.)"
    rf"(?:\s+(?=[A-ZÀ-Ý«“„])(?!{_MONTH_NEXT})|(?i:{_SHORT})\s+(?=\d))"
)
_QUESTION = re.compile(r"^([A-ZÀ-Ý][^?.;·]+\?)(?: \([^()]*\))?:?(?: |$)")


def _lent_by(asks: str, names: Names) -> frozenset[str]:
    """What a question lends its answer: its labels; of one thing alone its values too."""
    items = read(marked(asks, names))
    plain = ":" not in asks
    return frozenset(
        f"={item.key}" if item.kind == "value" else item.key
        for item in items
        if item.kind in {"label", "sign"} or (item.kind == "value" and (plain or item.group == "move"))
    )


def _narrows(asks: str, names: Names) -> frozenset[str]:
    """What a question is about and its answer does not say again: a class of airspace, the night."""
    items = read(marked(asks, names)) if asks and ":" not in asks else ()
    return frozenset(i.key for i in items if (len(i.key) == 1 and i.kind == "word") or i.group == "daytime")


def _country(name: str) -> str:
    return countries()[1].get(re.sub(r"^(?:and |the |et |und )+", "", name.strip()), "")


def _heading(line: str) -> tuple[list[str], str]:
    """The countries that a line begins with, and the rest."""
    head, colon, rest = line.partition(":")
    if colon and len(head) < 80:
        codes = [_country(one) for one in re.split(r", | and | et | und ", head.removeprefix("- "))]
        if codes and all(codes):
            return [f"C:{code}" for code in codes], rest.strip()
    return [], line


def _units(lines: Sequence[str], names: Names, asked: frozenset[str], alone: str) -> Iterator[Unit]:
    holding: list[str] = []
    question = ""
    for number, line in enumerate(lines):
        if not line:
            holding, question = [], ""
            continue
        if _RAW_REPORT.match(line):
            continue  # the line above says it in words
        if _QUOTED.match(line):
            quoted, _, source = line.partition("”" if "”" in line else "»")
            yield from _made(
                source, names, asked | keys_of(read(marked(quoted, names))) | _SOURCE, (), number, row=True
            )
            for one in holding:
                yield from _made(source, names, asked | _SOURCE, (one,), number, row=True)
            continue
        listed = _NUMBERED.match(line) is not None and " · " in line
        own, body = _heading(line)
        if own:
            holding = own
        asks = ""
        if inside := _QUESTION.match(body):
            asks, body = inside[1], body[inside.end() :]
            if not body.strip():
                question = asks
                continue
        if (
            number
            and lines[number - 1].endswith(":")
            and len(lines[number - 1]) < 120
            and not own
            and not _RUNWAY.match(body)
        ):
            yield from _made(f"{lines[number - 1][:-1]} · {_of_report(body)}", names, asked, (), number, row=True)
        after = next((one for one in lines[number + 1 :] if not one or _QUOTED.match(one) or _heading(one)[0]), "")
        if not asks and _QUOTED.match(after):
            asks = re.split(r"[“”«»„]", after)[1]
        asks = asks or question
        lent = asked | _lent_by(asks, names)
        sides = _sides(body) if asks or own else []
        if sides:
            for codes, told in sides:
                for one in codes:
                    yield from _of_body(told, names, lent, (one,), number, asks)
            continue
        if listed:
            yield from _of_row(_NUMBERED.sub("", line), names, asked, number)
            continue
        if holding:
            for one in holding:
                yield from _of_body(body, names, lent, (one,), number, asks)
            continue
        yield from _of_body(_NUMBERED.sub("", body), names, lent, (), number, asks)


_SOURCE = frozenset(["source"])


def _sides(body: str) -> list[tuple[list[str], str]]:
    """Each country's answer of a row that sets them side by side; cut-off ones too."""
    found: list[tuple[list[str], str]] = []
    for part in body.split(" · "):
        codes, told = _heading(part)
        if codes:
            found.append((codes, told))
        elif found:
            found[-1] = (found[-1][0], f"{found[-1][1]} · {part}")
        else:
            return []
    return found


def _made(
    text: str,
    names: Names,
    lent: frozenset[str],
    subject: Sequence[str],
    line: int,
    *,
    row: bool = False,
    asks: str = "",
    head: str = "",
) -> Iterator[Unit]:
    text = re.sub(r"(?<=\d{4}-\d{4}) (?=[A-Z][a-z])", " · ", re.sub(r"\s*…", " zzcut", text))
    text = marked(text, names)
    items = _whole(read(text, tongue_of(text, names.tongue)))
    row = row or _DATED.search(text) is not None
    if items:
        headed = keys_of(read(marked(head, names))) if head else frozenset[str]()
        yield Unit(
            items,
            frozenset(subject),
            headed,
            lent | headed,
            row,
            text,
            line,
            keys_of(read(marked(asks, names))) if asks else frozenset(),
            lent,
            _narrows(asks, names),
        )


def _whole(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Without the part that was cut off."""
    cut = {item.part for item in items if item.key == "zzcut"}
    return tuple(item for item in items if item.part not in cut) if cut else items


_DATED = re.compile(r"^[A-Z§].{3,80} [A-ZÀ-Ý]?[a-zäéû]{2,4}\.? \d{4}(?: \([^)]*\))?$")


def _bares(units: Sequence[Unit]) -> dict[str, frozenset[str]]:
    """Of each country, or of none, the bare yes and no that its lines begin with."""
    found: dict[str, frozenset[str]] = {}
    for unit in units:
        if unit.bare:
            for one in unit.subject or {""}:
                found[one] = found.get(one, frozenset()) | {unit.bare}
    return found


_BARE = re.compile(
    r"^(?:in general |im allgemeinen |en général )?(yes|no|oui|non|ja|nein)\b(?:\s*[,;.:]\s*|$)", re.IGNORECASE
)
_WH = re.compile(
    r"(?:which|what|how|when|where|who|quel|quelle|comment|quand|où|qui|welche|was|wie|wann|wo|wer)\b", re.I
)
_ROW = re.compile(r"^([A-ZÀ-Ý⟦][^:?.·()]{1,60}?(?:\([^()]*\))?)\s?: (.+)$")
_SHEET_RUNWAYS = re.compile(r"^(Runways|Pistes|Bahnen) ?: (\d\d[LRC]?/\d\d[LRC]? \d[^;]*(?:; \d\d[LRC]?/[^;]+)*)$")
_RUNWAY = re.compile(r"^(?:AIP: )?(\d{2}[LRC]?(?:/\d{2}[LRC]?)?): (.*)$")


def _of_body(
    body: str,
    names: Names,
    lent: frozenset[str],
    subject: Sequence[str],
    number: int,
    asks: str,
) -> Iterator[Unit]:
    """Units of one line: whole, each sentence, each clause with its head; a bare yes or no with its question."""
    body = re.sub(r"(?: · \S+\.\S+)+$", "", body).strip()
    if " · METAR" in body or _METAR.search(body):
        body = _of_report(body)
    if _SUM.match(body):
        yield from _of_sum(body, names, lent, number)
        return
    if sheet := _SHEET_RUNWAYS.match(body):
        for part in sheet[2].split("; "):
            told = re.sub(r"^(\S+) ", r"\1: ", part)
            yield from _of_runways(re.sub(r"(\)|\bm|ft) (?=[a-zà-ÿ])", r"\1, ", told), names, lent, number)
        return
    if _RUNWAY.match(body):
        yield from _of_runways(body, names, lent, number)
        return
    bare = _BARE.match(body)
    if bare:
        yes = bare[1].casefold() in {"yes", "oui", "ja"}
        yield Unit((), frozenset(subject), line=number, bare="yes" if yes else "no")
    if bare and asks and not _WH.match(asks):
        asserted = re.sub(r"\?$", "", asks)
        rest = body[bare.end() :]
        first = re.split(r"[;.]", rest)[0]
        no = bare[1].casefold() in {"no", "non", "nein"}
        hedge = "generally " if re.match(r"in general|im allg|en gén", body, re.I) else ""
        first = re.sub(r"^(?:not|never)\b\s*", "", first) if no else first
        if not any(
            item.kind == "sign" and item.key in {"NEG", "MUST", "MAY"} for item in read(marked(first, names))
        ):
            told = f"{hedge}{'not ' if no else ''}{asserted}{', ' if first else ''}{first}"
            yield from _made(told, names, lent - _lent_by(asks, names), subject, number)
        if no:
            lent, asks = lent - {"MUST", "MAY"}, ""
    if bare and (rest := body[bare.end() :]):
        body = rest
    if night := _NIGHT.match(body):
        ends = night["ends"].replace("VFR am Tag", "VFR am Tag bis")
        yield from _made(f"{ends} {night['moment']}", names, lent, subject, number, row=True)
    row = _ROW.match(body)
    head = row[1] if row and len(row[1].split()) < 9 else ""
    sentences = _SENTENCE.split(body)
    if len(sentences) == 1 or " · " in body:
        yield from _made(body, names, lent, subject, number, row=" · " in body, asks=asks, head=head)
    referred = frozenset[str]()
    for sentence in sentences:
        if re.match(r"(?:It|They|This|That|These|Those|There|Elle|Il|Es|Sie)\b", sentence):
            lent = lent | referred
        topic: list[str] = []
        for item in read(marked(sentence, names)):
            if item.kind == "sign":
                break
            topic.append(f"={item.key}" if item.kind == "value" else item.key)
        referred = frozenset(topic)
        own = _ROW.match(sentence)
        label = own[1] if own and len(own[1].split()) < 9 else ""
        if len(sentences) > 1:
            yield from _made(sentence, names, lent, subject, number, asks=asks, head=label)
        parts = re.split(r"; | · ", sentence)
        if len(parts) > 1:
            for n, part in enumerate(parts):
                if _REFERS.search(" ".join(parts[n + 1 :])):
                    continue
                yield from _made(part, names, lent, subject, number, asks=asks, head=label if not n else "")
                if n and label:
                    yield from _made(f"{label}: {part}", names, lent, subject, number, asks=asks, head=label)


_NIGHT = re.compile(
    r"(?:Night begins|Die Nacht beginnt|La nuit commence à) (?P<moment>\d\d:\d\d [^()]+\([^()]+\)).*: "
    r"(?:bis dahin |le )?(?P<ends>VFR by day ends|VFR de jour finit|VFR am Tag)"
)
"""When day flying ends, as it is printed of the night."""
_SUM = re.compile(r"^[^\W\d]+ [\d.,]+ \([^()]*\)(?: \+ [^+]+ [\d.,]+(?: \([^()]*\))?)+$")


def _of_sum(body: str, names: Names, lent: frozenset[str], number: int) -> Iterator[Unit]:
    """Each part of a sum of litres: "out 28.1 (53 min) + taxi 2.0 (2 l each start)"."""
    for n, part in enumerate(body.split(" + ")):
        told = re.sub(r"^([^\d(]+?) ([\d.,]+)(?= \(|$)", r"\1 \2 l", part)
        told = re.sub(r"\((\d[\d.,]* ?(?:%|(?:min|h|l)\b)) [^()]*\)", r"(\1)", told)
        line = 1000 * (number + 1) + n  # each stands for itself
        yield from _made(told, names, lent, (), line, row=True, head=re.split(r"\d", part)[0])


def _of_row(line: str, names: Names, lent: frozenset[str], number: int) -> Iterator[Unit]:
    """A row of a list: its cells, each with its label; all of them of its field."""
    cells = line.split(" · ")
    subject = [item.key for item in read(marked(cells[0], names)) if item.kind == "ent"][:1]
    subject = subject or [item.key for item in read(marked(cells[0], names)) if item.kind == "word"]
    told: list[str] = []
    for cell in cells[1:]:
        if re.match(r"[\d.,]+ nm\b", cell):
            told.append(f"distance {cell}")
        elif re.match(r"[\d\s.,]+ m\b", cell):
            told.append(re.sub(r" m\b", " m,", f"runway length {cell}", count=1))
        else:
            told.append(cell)
    yield from _made(" · ".join([cells[0], *told]), names, lent, subject, number, row=True)
    for cell in told:
        label = _ROW.match(cell)
        yield from _made(cell, names, lent, subject, number, row=True, head=label[1] if label else "")


def _of_runways(line: str, names: Names, lent: frozenset[str], number: int) -> Iterator[Unit]:
    for part in re.split(r"; (?=\d{2}[LRC]?: )", re.sub(r"^AIP: ", "", line)):
        row = _RUNWAY.match(part)
        if row is None:
            yield from _made(part, names, lent, (), number, row=True)
            continue
        told = re.sub(r"^(\d+) x (\d+) m\b", r"length \1 m, width \2 m", row[2])
        told = re.sub(r"\b(TORA|TODA|ASDA|LDA) (\d+)\b(?! m)", r"\1 \2 m", told)
        told = told.replace("LDA", "landing distance available LDA").replace("TORA", "take-off run available TORA")
        told = re.sub(r"×\s?(\d+) ft (?:wide|breit|de large)", r", width \1 ft", told)
        told = re.sub(r"^(?=[\d,.\s]+ ft\b)", "length ", told)
        designator = f"RWY{row[1]}"
        subject = [f"rwy{row[1].casefold()}"]
        yield from _made(
            f"runway {designator}, {told}",
            names,
            lent | {"length", "runway", "distance"},
            subject,
            number,
            row=True,
        )


_REFERS = re.compile(
    r"\b(?:unless|except|provided|only|last|otherwise|both|not read|sauf|außer|nur|seulement)\b", re.I
)
_METAR = re.compile(r"\b(?:[Ww]ind|vent) (?:\d{3}°|variable|wechselnd|umlaufend)[^·]* kt\b.* · ")


_CLOUDS = (
    "few|broken|scattered|overcast|gering bewölkt|aufgelockert|durchbrochen|bedeckt|peu nuageux|épars|fragmenté"
    "|couvert"
)


def _of_report(line: str) -> str:
    """A report's figures with the names of what they measure."""
    line = re.sub(r"(?:gusting|Böen|rafales(?: à)?) (\d+)(?! kt)", r", gust \1 kt", line)
    line = re.sub(r"· (\d+ k?m\b)", r"· visibility \1", line, count=1)
    line = re.sub(r"(-?\d+)/(-?\d+) °C", r"temperature \1 °C · dew point \2 °C", line)
    return re.sub(rf"({_CLOUDS}) (?=[\d,.\s]+ ft)", r"\1 clouds layer ", line)


def _reckoned(units: Sequence[Unit], names: Names, centre: str) -> Iterator[Unit]:
    """What follows from the rows of a list: the nearest, the longest runway, how many; of runways likewise."""
    rows = [unit for unit in units if unit.row and unit.subject and " · " in unit.text]
    rows = [unit for unit in rows if any(i.kind == "num" and i.unit == "nm" for i in unit.items)]
    for measure, most, least, nearer, farther in (
        ("nm", "FARTHEST", "NEAREST", "FARTHER", "NEARER"),
        ("m", "LONGEST", "SHORTEST", "LONGER", "SHORTER"),
    ):
        valued: list[tuple[float, Unit]] = []
        for unit in rows:
            figure = next((i for i in unit.items if i.kind == "num" and i.unit == measure), None)
            if figure:
                valued.append((figure.value, unit))
        if len(valued) < 2 or len(valued) < len(rows):
            continue
        valued.sort(key=lambda one: one[0])
        for sign, (value, unit) in ((least, valued[0]), (most, valued[-1])):
            told = [v for v, _ in valued]
            if told.count(value) > 1:
                continue
            extra = (Item("sign", sign, 0), Item("num", "num", -1, float(len(valued)), clause=-1, part=-1))
            yield Unit(
                (*extra, *unit.items),
                unit.subject,
                unit.head,
                unit.lent | {"field", "runway", "list"},
                True,
                unit.text,
            )
        del nearer, farther
    yield from _compared(units)
    runways = [u for u in units if u.row and any(s.startswith("rwy") and "/" in s for s in u.subject)]
    by: dict[str, float] = {}
    for unit in runways:
        figure = next((i for i in unit.items if i.kind == "num" and i.unit == "m"), None)
        if figure:
            by.setdefault(next(iter(unit.subject)), figure.value)
    if by:
        count = Item("num", "num", 0, float(len(by)))
        yield Unit(
            (count, Item("label", "runway", 0)), frozenset(), frozenset(), frozenset(names) | {"field"}, True
        )
        for sign, pick in (("LONGEST", max), ("SHORTEST", min)):
            value = pick(by.values())
            those = [one for one, v in by.items() if v == value]
            if len(those) == 1:
                for unit in runways:
                    if those[0] in unit.subject:
                        main = (
                            (Item("sign", sign, 0), Item("word", "main", 0))
                            if sign == "LONGEST"
                            else (Item("sign", sign, 0),)
                        )
                        yield Unit(
                            (*main, *unit.items),
                            unit.subject | {sign, "main"} if sign == "LONGEST" else unit.subject | {sign},
                            unit.head,
                            unit.lent,
                            True,
                            unit.text,
                        )


_COMPARED = {
    "elevation": ("HIGHER", "LOWER"),
    "LONGEST": ("LONGER", "SHORTER"),
}
"""By the label of a row, or the sign in it, what the greater and the smaller of its two figures are."""


def _compared(units: Sequence[Unit]) -> Iterator[Unit]:
    """Of a row that sets one figure of two fields side by side, which is greater: "LFAT 36 ft · LFRG 479 ft"."""
    rows: dict[int, dict[str, Unit]] = {}
    for unit in units:
        ents = [item.key for item in unit.items if item.kind == "ent"]
        if len(ents) == 1 and unit.head and sum(item.kind == "num" for item in unit.items) == 1:
            rows.setdefault(unit.line, {})[ents[0]] = unit
    for sides in rows.values():
        labels = {item.key for unit in sides.values() for item in unit.items} & set(_COMPARED)
        if len(sides) != 2 or len(labels) != 1:
            continue
        figures = [(next(i for i in unit.items if i.kind == "num"), ent, unit) for ent, unit in sides.items()]
        if figures[0][0].unit != figures[1][0].unit or figures[0][0].value == figures[1][0].value:
            continue
        figures.sort(key=lambda one: -one[0].value)
        for sign, (figure, ent, unit) in zip(_COMPARED[labels.pop()], figures, strict=True):
            told = replace(figure, kind="sign", key=sign, value=0.0, unit="")
            apart = replace(figure, value=abs(figures[0][0].value - figures[1][0].value))
            items = tuple(
                one
                for i in unit.items
                if i.key != "LONGEST"
                for one in ((apart, told, i) if i is figure else (i,))
            )
            yield replace(unit, items=items, subject=frozenset([ent]), row=True)
