"""Who sits where: seats are kept as they were given, and free ones go to those who wait, in their order."""

from __future__ import annotations

from collections.abc import Iterator

from bot.outings.outing import Answer, Outing


def seated(outing: Outing) -> Outing:
    """The outing with every seat valid, and every free seat given to who waits for one.

    Somebody keeps the seat they have while it exists. After that each in the order of their answers, with their
    guests or not at all; a wish comes first where there is room.
    """
    outing = _valid(outing)
    if outing.status == "frozen":
        return outing  # lists of people are sent: a pilot decides
    for waiting in outing.waiting:
        found = next(_rooms(outing, waiting), "")
        if found:
            outing = _given(outing, waiting.member.id, found)
    return outing


def given(outing: Outing, person: str, registration: str) -> Outing:
    """The person in that aircraft; "" lets them wait."""
    return _given(outing, person, registration)


def promoted(before: Outing, after: Outing) -> tuple[Answer, ...]:
    """Who waited before and has a seat now."""
    waited = {a.member.id for a in before.waiting}
    return tuple(a for a in after.coming if a.aircraft and a.member.id in waited)


def unseated(before: Outing, after: Outing) -> tuple[Answer, ...]:
    """Who had a seat, still comes, and waits now."""
    had = {a.member.id for a in before.coming if a.aircraft}
    return tuple(a for a in after.waiting if a.member.id in had)


def _valid(outing: Outing) -> Outing:
    """Without seats of people who do not come, of aircraft that are gone, and above what is offered."""
    kept: list[Answer] = []
    for answer in outing.answers:
        pilot = outing.aircraft_of(answer.member.id) is not None
        craft = outing.craft(answer.aircraft) if answer.aircraft else None
        stays = answer.state == "in" and not pilot and craft is not None and craft.flying is not False
        kept.append(answer if stays or not answer.aircraft else answer.model_copy(update={"aircraft": ""}))
    outing = outing.model_copy(update={"answers": tuple(kept)})
    for craft in outing.aircraft:
        while outing.taken(craft.registration) > craft.seats and outing.aboard(craft.registration):
            last = max(outing.aboard(craft.registration), key=lambda a: a.at)
            outing = _given(outing, last.member.id, "")
    return outing


def _rooms(outing: Outing, waiting: Answer) -> Iterator[str]:
    names = [a.registration for a in outing.aircraft if a.registration not in waiting.not_with]
    for name in sorted(names, key=lambda n: (n != waiting.wish, names.index(n))):
        if outing.free(name) >= waiting.heads:
            yield name


def _given(outing: Outing, person: str, registration: str) -> Outing:
    answers = tuple(
        a.model_copy(update={"aircraft": registration}) if a.member.id == person else a for a in outing.answers
    )
    return outing.model_copy(update={"answers": answers})
