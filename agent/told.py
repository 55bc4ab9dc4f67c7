"""What a chat was told of somebody's own flying counts for each question after it, before it is kept.

"My 172 does 105 knots and burns 34 litres an hour" is proposed to be kept; the next question reckons with it at
once. A figure said beside a question ("at 95 knots") serves where neither was told nor kept.
"""

from __future__ import annotations

from pydantic import JsonValue, ValidationError

from agent.protocol import Conversation, Minima, Plan, Profile, Question, Told, ToolCall

_SPEEDS = ("aircraft", "cruise_speed_kts", "burn_lph")
_ARGUMENTS = {
    "aircraft": ("aircraft_type",),
    "cruise_speed_kts": ("cruise_speed_kts", "true_airspeed_kts"),
    "burn_lph": ("burn_lph",),
    "home_base": ("home_base",),
}
TELLS, LIMITS = "set_profile", "set_minima"
MOST_ENDS = 4


def as_told(question: Question, conversation: Conversation) -> Question:
    """The question with the profile that its chat was told; what was kept since then wins."""
    told = conversation.told.get(question.person)
    if told is None:
        return question
    kept = question.profile
    new: dict[str, object] = {}
    if told.profile.home_base and _as_then(told, kept, "home_base"):
        new["home_base"] = told.profile.home_base
    if all(_as_then(told, kept, name) for name in _SPEEDS):
        own = {name: getattr(told.profile, name) for name in _SPEEDS}
        if own["aircraft"]:  # another aeroplane: the speed and the burn kept are not its
            new |= own
        else:
            new |= {name: value for name, value in own.items() if value}
    known = kept.model_copy(update=new)
    if known.cruise_speed_kts is None and known.aircraft is None:
        known = known.model_copy(
            update={"aircraft": told.beside.aircraft, "cruise_speed_kts": told.beside.cruise_speed_kts}
        )
    if known.burn_lph is None:
        known = known.model_copy(update={"burn_lph": told.beside.burn_lph})
    if told.minima is not None and told.minima_kept == kept.minima:
        known = known.model_copy(update={"minima": told.minima})
    return question.model_copy(update={"profile": known})


def _as_then(told: Told, kept: Profile, name: str) -> bool:
    """Whether what is kept is still what was kept when it was told."""
    return getattr(told.kept, name) == getattr(kept, name)


def with_told(conversation: Conversation, question: Question, plan: Plan, kept: Profile) -> dict[str, Told]:
    """What the chat was told by each person, after this question; `kept` is the person's profile."""
    before = conversation.told.get(question.person) or Told(kept=kept)
    after = before
    for step in plan.steps:
        after = _after(after, step, kept)
    return conversation.told if after == before else {**conversation.told, question.person: after}


def _after(told: Told, step: ToolCall, kept: Profile) -> Told:
    said = {
        name: value
        for name, arguments in _ARGUMENTS.items()
        for argument in arguments
        if (value := step.arguments.get(argument)) is not None
    }
    start = step.arguments.get("from_location")
    end = step.arguments.get("to_location")
    changed: dict[str, object] = {"start": start} if isinstance(start, str) else {}
    if isinstance(start, str) and isinstance(end, str):
        before = told.ends if start == told.start else ()
        changed["ends"] = (*(one for one in before if one != end), end)[-MOST_ENDS:]
    if step.tool == LIMITS:
        changed |= {"minima": _limits_after(told, step, kept), "minima_kept": kept.minima}
    if step.tool == TELLS and said:
        same = all(_as_then(told, kept, name) for name in _ARGUMENTS)
        base = told.profile if same and not said.get("aircraft") else Profile(home_base=told.profile.home_base)
        changed |= {"profile": _profile({**_fields(base), **said}), "kept": kept}
    elif said:
        is_another = bool(said.keys() & {"aircraft", "cruise_speed_kts"})
        base = Profile(burn_lph=told.beside.burn_lph) if is_another else told.beside
        changed["beside"] = _profile({**_fields(base), **said})
    return told.model_copy(update=changed) if changed else told


def _limits_after(told: Told, step: ToolCall, kept: Profile) -> Minima:
    """The own limits after they were told, changed or given up."""
    given = step.arguments
    if given.get("clear"):
        return Minima()
    before = told.minima if told.minima is not None and told.minima_kept == kept.minima else kept.minima
    gone = given.get("forget")
    names = {str(name) for name in gone} if isinstance(gone, list) else set[str]()
    new = {} if given.get("unplaced") else {name: given[name] for name in Minima.model_fields if name in given}
    try:
        return Minima.model_validate({**before.model_dump(exclude=names), **new})
    except ValidationError:
        return before  # "wind 300" is no limit


def _fields(profile: Profile) -> dict[str, JsonValue]:
    return {name: value for name in _ARGUMENTS if (value := getattr(profile, name)) is not None}


def _profile(fields: dict[str, JsonValue]) -> Profile:
    return Profile.model_validate(fields)
