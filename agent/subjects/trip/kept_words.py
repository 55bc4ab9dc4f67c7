"""Words for what is kept of a trip: its reminders and its file for a calendar."""

from __future__ import annotations

from agent.protocol import Answer
from agent.subjects.trip.calendar_tool import TripCalendar
from agent.subjects.trip.clock_words import full_moment
from agent.subjects.trip.reminding import TripReminders
from agent.writing.write import Talk, write
from tongue import say, say_many

_REMINDERS_SHOWN = 8


@write.register
def _(result: TripReminders, talk: Talk) -> Answer:
    if not result.found:
        return Answer(text=result.message or say("I have no trip to remind you of."), choices=result.choices)
    if not result.reminders and result.undated:
        return Answer(text=say("{trip}: at what time do you leave? I count back from it.", trip=result.heading))
    if not result.reminders:
        return Answer(text=say("{trip}: no moment to remind you of lies ahead.", trip=result.heading))
    lines = [
        say_many(
            "**{count} reminder** for {trip}:",
            "**{count} reminders** for {trip}:",
            len(result.reminders),
            trip=result.heading,
        )
    ]
    for reminder in result.reminders[:_REMINDERS_SHOWN]:
        lines.append(f"- {full_moment(reminder.at, reminder.zone)} · {reminder.words.partition(':')[0]}")
    if result.missed:
        lines.append("**" + say("Due before that: {tasks}.", tasks=say("; ").join(result.missed)) + "**")
    if more := len(result.reminders) - _REMINDERS_SHOWN:
        lines += [say("{count} more.", count=more)] if more > 0 else []
    return Answer(text="\n".join(lines))


@write.register
def _(result: TripCalendar, talk: Talk) -> Answer:
    if not result.found:
        return Answer(text=result.message or say("I have no trip for a calendar."), choices=result.choices)
    return Answer(
        text=say_many(
            "**{name}**: {count} entry for {trip}, in the local time of each field. "
            "Taken in again after a change it moves them.",
            "**{name}**: {count} entries for {trip}, in the local time of each field. "
            "Taken in again after a change it moves them.",
            result.events,
            name=result.name,
            trip=result.heading,
        )
    )
