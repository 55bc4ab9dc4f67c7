"""Words for the fields of a country that clear flights."""

from __future__ import annotations

from agent.protocol import Answer, Choice
from agent.subjects.border.crossing import CrossingAirports
from agent.subjects.border.tool import EntryField
from agent.subjects.measures import with_article
from agent.subjects.offered import notice
from agent.writing.write import Talk, write
from tongue import later, say, say_many

_SHOWN = 5


@write.register
def _(result: CrossingAirports, talk: Talk) -> Answer:
    if not result.found:
        return Answer(text=result.message or say("I have no border crossing airports."), choices=result.choices)
    cleared = [f for f in result.airports if f.customs_known]
    points = [f for f in result.airports if not f.customs_known]
    known = say_many("{count} field", "{count} fields", len(cleared))
    if points and not cleared:
        counted = say_many("{count} border point", "{count} border points", len(points))
        where = with_article(result.country) if result.country else ""
        first = (
            say(
                "I know **{points}** in {country} for persons; of customs I know nothing there, ask.",
                points=counted,
                country=where,
            )
            if where
            else say("I know **{points}** for persons; of customs I know nothing there, ask.", points=counted)
        )
    elif result.country:
        where = with_article(result.country)
        first = say("I know **{fields}** in {country} with customs and immigration.", fields=known, country=where)
    else:
        first = say("I know **{fields}** with customs and immigration.", fields=known)
    if points and cleared:
        more = say_many(
            "{count} more is a border point for persons: ask for customs.",
            "{count} more are border points for persons: ask for customs.",
            len(points),
        )
        first = f"{first} {more}"
    limits = say("It is for flights from outside Schengen and the EU; the list is not complete.")
    lines = [f"{first} {limits}"]
    shown = [*cleared, *points, *result.limited][:_SHOWN]
    for number, field in enumerate(shown, start=1):
        kind = (
            "" if field in cleared else say(" · border point, customs: ask") if field in points else _only(field)
        )
        lines.append(f"{number} {field.icao} {field.name} · {_dated(field)}{kind}")
    if rest := [f for f in cleared if f not in shown]:
        lines.append(say("{count} more: {codes}", count=len(rest), codes=_codes(rest)))
    if points:
        lines.append(
            say_many(
                "{count} border point: {codes}",
                "{count} border points: {codes}",
                len(points),
                codes=_codes(points),
            )
        )
    if result.limited:
        some = ", ".join(f"{f.icao}{_only(f)}" for f in result.limited)
        lines.append(say("{count} for some flights only: {fields}", count=len(result.limited), fields=some))
    lines.append(say("Each asks notice of its own: ask me for one of them."))
    return Answer(
        text="\n".join(lines),
        choices=tuple(
            Choice(label=f.icao, text=say("What notice does {icao} need?", icao=f.icao), call=notice(f.icao))
            for f in shown
        ),
    )


def _codes(fields: list[EntryField]) -> str:
    return f"{', '.join(f.icao for f in fields[:25])}{' …' if len(fields) > 25 else ''}"


def _dated(field: EntryField) -> str:
    return say("{day:%b} {day.year}", day=field.as_of) if field.dated else say("not dated")


_ONLY = {
    "schengen_eu": later("Schengen and EU"),
    "schengen_only": later("Schengen outside the EU"),
    "customs_only": later("EU outside Schengen"),
}


def _only(field: EntryField) -> str:
    kinds = ", ".join(say(_ONLY[c]) if c in _ONLY else c for c in field.classes)
    return say(" (only {kinds})", kinds=kinds)
