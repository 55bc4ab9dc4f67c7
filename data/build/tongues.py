"""Brings the catalogues up to the code: `python -m data.build.tongues`; new sentences wait empty, old ones go.

Of the texts of rules and terms (`tongue/held`) those that the tables no longer hold go; the rest is told in English.
With `--missing LANGUAGE` it lists what is not translated yet.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Formatter
from typing import cast

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from agent.writing.parts import sentences
from tongue.catalogue import FOLDER, HELD, held_sentences, shipped

ROOT = Path(__file__).parents[2]
PACKAGES = ("adapters", "agent", "bot")
KEYWORDS = {"say": None, "later": None, "say_many": (1, 2)}
TABLES = {
    "borders.toml": ("text", "note", "name"),
    "report_times.toml": ("text",),
    "night.toml": ("text", "holds_for"),
    "rules/*.toml": ("short",),
    "rules/questions.toml": ("text",),
}
"""Tables of our own words in `data`, and the keys of their sentences; a source's name stays as it is."""
HELD_TABLES = {"rules/[A-Z][A-Z].toml": ("text",), "glossary.toml": ("says", "where")}
"""Tables of texts that are translated sentence by sentence, as far as somebody has."""
_OTHER_NAMES = {"Czech Republic": "CZ", "Turkey": "TR", "Bosnia and Herzegovina": "BA", "Ivory Coast": "CI"}
_ALIKE = re.compile(
    r"(?:\{[^{}]*\}|[\W\d_]|\b(?:nm|kt|ft|m|km|h|min|kg|l|hPa|MHz|UTC|VFR|IFR|METAR|TAF|PPR|LT|C|Q|FL|AIP|NOTAM)\b)*"
)
"""What every language writes alike: units, codes, and what stands in braces."""


def extracted() -> Catalog:
    """Every sentence of the code."""
    found = Catalog(charset="utf-8")
    for package in PACKAGES:
        for _, _, message, _, _ in extract_from_dir(
            ROOT / package, [("**.py", "python")], keywords=KEYWORDS, comment_tags=()
        ):
            if message:
                found.add(message)
    for table, keys in TABLES.items():
        for path in sorted((ROOT / "data").glob(table)):
            for sentence in _sentences(tomllib.loads(path.read_text(encoding="utf-8")), keys):
                found.add(sentence)
    return found


def _sentences(value: object, keys: tuple[str, ...]) -> Iterator[str]:
    """The sentences of a table, however deep they stand; documents are named as they are."""
    table: Mapping[str, object] = cast(dict[str, object], value) if isinstance(value, dict) else {}
    for key, inner in table.items():
        if key in ("source", "sources") and not isinstance(inner, str):
            continue
        if isinstance(inner, str) and key in keys:
            yield inner
        yield from _sentences(inner, keys)
    for inner in cast(list[object], value) if isinstance(value, list) else ():
        yield from _sentences(inner, keys)


def held_in_tables() -> set[str]:
    """Every sentence of the tables of rules and terms."""
    return {
        sentence
        for table, keys in HELD_TABLES.items()
        for path in (ROOT / "data").glob(table)
        for text in _sentences(tomllib.loads(path.read_text(encoding="utf-8")), keys)
        for sentence in sentences(text)
    }


def kept(language: str) -> Catalog:
    """A language's catalogue as it is in the repository."""
    with (FOLDER / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language)


def updated(language: str) -> Catalog:
    """The catalogue with exactly the sentences of the code; what is there is kept."""
    before, after = kept(language), Catalog(locale=language, charset="utf-8", fuzzy=False)
    for message in sorted_messages(extracted()):
        old = before.get(message.id if isinstance(message.id, str) else message.id[0])
        said = old.string if old is not None and bool(old.pluralizable) == bool(message.pluralizable) else None
        if not said and isinstance(message.id, str) and alike(message.id):
            said = message.id
        if isinstance(said, str):
            said = typography(language, said)
        elif said:
            said = tuple(typography(language, one) for one in said)
        after.add(message.id, said or ("" if isinstance(message.id, str) else ("",) * after.num_plurals))
    return after


_HIGH = re.compile(r"(?<=[^\s\u00a0:/]) (?=[:;!?»%](?!\d))|(?<=«) ")


def typography(language: str, text: str) -> str:
    """French sets a space that does not break before : ; ! ? » % and after «."""
    return _HIGH.sub("\u00a0", text) if language == "fr" else text


def alike(text: str) -> bool:
    """Whether nothing of it is to be translated. A date is: its order differs."""
    return "%" not in text and _ALIKE.fullmatch(text) is not None


def sorted_messages(catalog: Catalog) -> list[Message]:
    """In the order of their text, so that a landing touches few lines."""
    return sorted((m for m in catalog if m.id), key=lambda m: m.id if isinstance(m.id, str) else m.id[0])


def names(text: str) -> set[str]:
    """What stands in the braces of a sentence."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def wrong(language: str) -> Iterator[str]:
    """What a catalogue lacks: sentences without a translation, doubtful ones, ones whose braces differ."""
    catalog = kept(language)
    for message in sorted_messages(extracted()):
        ids = cast(tuple[str, ...], message.id if isinstance(message.id, tuple) else (message.id,))
        found = catalog.get(ids[0])
        string = found.string if found is not None else None
        said = [string] if isinstance(string, str) else [*(string or ())]
        if not said or not all(said):
            yield f"not translated: {ids[0]!r}"
        elif found is not None and found.fuzzy:
            yield f"doubtful: {ids[0]!r}"
        else:
            yield from (f"braces differ: {ids[0]!r}" for text in said if not _fits(ids, text))


def _fits(ids: tuple[str, ...], text: str) -> bool:
    wanted = [names(one) for one in ids]
    try:
        return names(text) in wanted
    except ValueError:
        return False


def save(language: str, catalog: Catalog) -> None:
    """Write it: no days, no places in the code, no widths, so that only what changed differs."""
    lines = [_heading(language)]
    lines[0] += f'\n"Plural-Forms: {catalog.plural_forms}\\n"\n'
    for message in sorted_messages(catalog):
        if isinstance(message.id, tuple):
            entry = [f"msgid {_quoted(message.id[0])}", f"msgid_plural {_quoted(message.id[1])}"]
            entry += [f"msgstr[{n}] {_quoted(said)}" for n, said in enumerate(message.string or ())]
        else:
            entry = [f"msgid {_quoted(str(message.id))}", f"msgstr {_quoted(str(message.string or ''))}"]
        lines.append("\n".join(entry) + "\n")
    (FOLDER / f"{language}.po").write_text("\n".join(lines), encoding="utf-8")


def save_held(language: str) -> None:
    """Write what the tables still hold of the translated texts."""
    still = held_in_tables()
    entries = [
        f"msgid {_quoted(source)}\nmsgstr {_quoted(typography(language, said))}\n"
        for source, said in sorted(held_sentences(language).items())
        if source in still
    ]
    if entries:
        (HELD / f"{language}.po").write_text("\n".join([f"{_heading(language)}\n", *entries]), encoding="utf-8")


def _heading(language: str) -> str:
    return f'msgid ""\nmsgstr ""\n"Language: {language}\\n"\n"Content-Type: text/plain; charset=utf-8\\n"'


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["--missing"]:
        told = list(wrong(arguments[1]))
        sys.stdout.write("".join(f"{line}\n" for line in told))
        return bool(told)
    for language in shipped():
        save(language, updated(language))
        save_held(language)
        names_of = json.dumps(cldr(language), ensure_ascii=False, indent=0, sort_keys=True)
        (FOLDER / f"{language}.json").write_text(f"{names_of}\n", encoding="utf-8")
    return 0


def cldr(language: str) -> dict[str, object]:
    """Figures, days, months and countries of a language, from the CLDR that babel carries."""
    locale, english = Locale.parse(language), Locale.parse("en")
    # Inside a date French has "nov.", German alone "Nov" and "Sa".
    short = "stand-alone" if language == "de" else "format"
    territories, own = (cast(dict[str, str], one.territories) for one in (english, locale))
    codes = {name.casefold(): code for code, name in territories.items() if len(code) == 2}
    codes |= {name.casefold(): code for name, code in _OTHER_NAMES.items()}
    symbols = locale.number_symbols["latn"]
    return {
        # A narrow space is no space in every font, and no tool that copies a figure knows it.
        "thousands": str(symbols["group"]).replace("\u202f", "\u00a0"),
        "decimal": str(symbols["decimal"]),
        "days": {
            "a": [locale.days[short]["abbreviated"][n] for n in range(7)],
            "A": [locale.days["format"]["wide"][n] for n in range(7)],
        },
        "months": {
            "b": [locale.months[short]["abbreviated"][n] for n in range(1, 13)],
            "B": [locale.months["format"]["wide"][n] for n in range(1, 13)],
        },
        "countries": {name: own[code] for name, code in codes.items() if code in own},
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
