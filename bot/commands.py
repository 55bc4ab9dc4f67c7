"""The commands of a chat: what FlyFun can do, and what it remembers about a person."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC

from adapters.protocol import Button, IncomingMessage, Reply, Text
from agent import regex as re
from agent.deps import Deps
from agent.language.wording import word_set
from agent.pipeline import NOTICE, WELCOME, WELCOME_EXAMPLES
from agent.protocol import Choice, Conversation, Profile
from agent.subjects.route.speed import FASTEST_KTS, SLOWEST_KTS
from agent.taps import choice
from bot.actions import Ask, ask
from bot.club.desk import COMMANDS as CLUB_COMMANDS
from bot.command_words import QUESTION_COMMANDS, question_of
from bot.outings.desk import COMMANDS as OUTING_COMMANDS
from bot.sources import sources_text
from bot.store import NewButton, PersonRef, Store
from tongue import later, say

_SPEED = re.compile(r"\d\s*(?:kts?|knots?|mph|km/?h)\b", re.IGNORECASE)
_WITH_SPEED = re.compile(r"[,\s]+(?:at\s+|@\s*)?\d+(?:[.,]\d+)?\s*(?:kts?|knots?|mph|km/?h)\s*$", re.IGNORECASE)


LONGEST_MARGIN = 240


@dataclass(frozen=True)
class Command:
    """A command and the line that a menu shows for it, in English."""

    name: str
    summary: str


COMMANDS = (
    Command("start", later("What I can do")),
    Command("help", later("How to ask, and the commands")),
    Command("aircraft", later("Your aircraft or cruise speed: /aircraft SR22, /aircraft 140 kt")),
    Command("home", later("Your home base: /home EGTF")),
    Command("margin", later("Minutes kept before sunset and closing hours: /margin 45")),
    Command("units", later("Metres or feet first: /units metric, /units aviation")),
    Command("language", later("The language I answer in: /language de, /language auto")),
    Command("settings", later("What I know about your flying")),
    Command("reminders", later("The reminders that are set here, and how to stop them")),
    Command("remind", later("One reminder of your own: /remind fri 9:00 send GAR")),
    Command("watches", later("The flights that are watched here, and how to stop that")),
    Command("flyout", later("In a group: a fly-out, /flyout LFAT sat 10:00 back 15:30")),
    Command("flyouts", later("The fly-outs that lie ahead")),
    Command("in", later("Come along, with guests: /in +1")),
    Command("maybe", later("Perhaps you come along")),
    Command("out", later("You cannot come")),
    Command("plane", later("Bring an aircraft and offer seats: /plane G-ABCD 3")),
    Command("seat", later("The seat you would like: /seat G-ABCD")),
    Command("task", later("What is left to do, or take it: /task ppr")),
    Command("sent", later("A task is sent: /sent ppr")),
    Command("received", later("A permission is there: /received ppr ref 17")),
    Command("move", later("Move the fly-out: /move sunday, /move one hour later")),
    Command("answerby", later("Until when you ask for answers: /answerby thu 18:00")),
    Command("planb", later("What you do on the ground instead: /planb Old Warden by car")),
    Command("cancel", later("Call the fly-out off: /cancel weather")),
    Command("freeze", later("Close the lists of people now")),
    Command("deputy", later("Who may change it beside you: /deputy Ben")),
    Command("cost", later("What you paid: /cost 186.40 fuel G-ABCD")),
    Command("settle", later("All is paid")),
    Command("note", later("A remark about an aircraft, or those that are open: /note G-ABCD left brake soft")),
    Command("fleet", later("In a group: its aircraft and what their calendars say: /fleet G-ABCD https://…")),
    Command("calendar", later("In a group: your own address of its outings, for a calendar program")),
    Command("club", later("In a group: what is set for it, and by whom it is changed")),
    Command("digest", later("In a group: what lies ahead, once a week: /digest thu 18:00, /digest off")),
    Command("currency", later("In private: your medical, licence and ratings: /currency medical 3 March 2027")),
    Command("sources", later("Where the data comes from, and how old it is")),
    Command("reset", later("Drop your open question; in private the conversation, but not your settings")),
    Command("mydata", later("In private: what is kept about you")),
    Command("forget", later("Delete everything about you or this chat")),
)
AMONG_PEOPLE = word_set(
    "help flyout flyouts fleet note calendar club digest remind reminders watches sources reset forget"
)
"""What is of use in a group; settings are a person's own."""


def split_command(text: str) -> tuple[str, str]:
    """`("home", "EGTF")` from "/home EGTF"; `("", text)` when it is no command of ours."""
    stripped = text.strip()
    if not stripped.startswith("/"):
        return "", stripped
    name, _, rest = stripped[1:].partition(" ")
    name = name.split("@", 1)[0].lower()
    if name in QUESTION_COMMANDS:
        return ("", rest.strip()) if rest.strip() else ("help", "")
    if name in {command.name for command in COMMANDS}:
        return name, rest.strip()
    return "", stripped.lstrip("/")


_ASKED = re.compile(
    r"\?|^\W*(?:what|where|when|which|who|why|how|can|could|do|does|is|are|(?:has|have) (?:it|they|the)"
    r"|tell|show|find|list|compare|plan|give|any"
    r"|quels?|quelles?|où|ou|quand|comment|combien|est|montre|trouve|y a"
    r"|was|wo|wann|welche[rs]?|wer|wie|warum|kann|gibt|ist|sind|zeig|finde|hat (?:der|das|die|es)"
    r"|haben (?:die|sie)|darf (?:ich|man)|muss (?:ich|man)|brauch(?:e|t) (?:ich|man))\b",
    re.IGNORECASE,
)
_CODE = re.compile(r"\b[A-Z]{4}\b")


def looks_asked(text: str) -> bool:
    """Whether a message among people looks like a question to us: a question mark, a code, a word that asks."""
    return bool(_ASKED.search(text) or _CODE.search(text))


_TALK = {"lol", "haha", "ha", "nice", "cool", "great", "thanks", "thank", "cheers", "merci", "danke", "count"}
_BESIDE_TALK = {
    "you",
    "me",
    "in",
    "it",
    "one",
    "good",
    "very",
    "much",
    "so",
    "a",
    "lot",
    "too",
    "that",
    "all",
    "i",
}


def is_talk(text: str) -> bool:
    """Whether a message is nothing but talk among people: "lol nice", "thanks!", "count me in"."""
    words = re.findall(r"[a-z']+", text.lower())
    rest = re.sub(r"[A-Za-z'\s.,!;:)(-]", "", text)
    return any(word in _TALK for word in words) and not rest.isalnum() and {*words} <= _TALK | _BESIDE_TALK


_WHETHER_SO = re.compile(
    r"^\W*(?:(?:is|was) (?:that|this|it) (?:right|true|correct|so)|(?:right|true|correct|really)\?"
    r"|stimmt das|ist das (?:richtig|so|wahr|korrekt)"
    r"|c'est (?:vrai|juste|exact|correct)|est-ce (?:vrai|exact))\W*$",
    re.IGNORECASE,
)


def asks_whether_so(text: str) -> bool:
    """Whether a message asks if what somebody else said is so: "is that right?"."""
    return _WHETHER_SO.search(question_of(text)) is not None


def says_nothing(text: str) -> bool:
    """Whether a message only calls the bot: empty, or a command for a question without one."""
    name, _, rest = text.strip().partition(" ")
    return not rest.strip() and (not name or name.lstrip("/").split("@", 1)[0].lower() in QUESTION_COMMANDS)


async def run_command(name: str, rest: str, message: IncomingMessage, store: Store, deps: Deps) -> Reply:
    """The reply to one command; among people what it says of a person's own is for that person alone."""
    reply = await _ran(name, rest, message, store, deps)
    return reply if message.private or name == "start" else replace(reply, ephemeral=True)


async def _ran(name: str, rest: str, message: IncomingMessage, store: Store, deps: Deps) -> Reply:
    person = PersonRef.of(message)
    match name:
        case "start":
            return await _welcome(message, store)
        case "help":
            if not message.private:
                return Reply((Text(help_among_people()),))
            return Reply((Text(help_text()),), await _asks(message, store, _examples()))
        case "aircraft":
            return await _aircraft(rest, person, message, store, deps)
        case "home":
            return await _home(rest, person, message, store, deps)
        case "margin":
            return await _margin(rest, person, message, store)
        case "units":
            return await _units(rest, person, message, store)
        case "reminders":
            return Reply((Text(say("Reminders are not set up here.")),))
        case "note":
            return Reply((Text(say("Notes are not set up here.")),))
        case "watches":
            return Reply((Text(say("Watching is not set up here.")),))
        case _ if name in CLUB_COMMANDS:
            return Reply((Text(say("A club's fleet, calendar and dates are not set up here.")),))
        case _ if name in OUTING_COMMANDS:
            return Reply((Text(say("Fly-outs are not set up here.")),))
        case "settings":
            return Reply((Text(settings_text(await store.profile(person))),))
        case "sources":
            return Reply((Text(sources_text(deps, rest)),))
        case _:
            return await _reset(message, store)


def _examples() -> tuple[Choice, ...]:
    """What may be asked first, in the language that is spoken."""
    said = ({"label": say(one.label), "text": say(one.text)} for one in WELCOME_EXAMPLES)
    return tuple(one.model_copy(update=words) for one, words in zip(WELCOME_EXAMPLES, said, strict=True))


def help_text() -> str:
    """How to ask, and every command."""
    lines = [say("Ask as you would a briefing officer:")]
    lines += [f"- {example.text}" for example in _examples()]
    lines += ["", say("Commands:")]
    lines += [f"- /{command.name} · {say(command.summary)}" for command in COMMANDS]
    return "\n".join([*lines, "", say(NOTICE)])


def help_among_people() -> str:
    """How to ask where others read along, and the commands that belong there."""
    lines = [
        say("Ask me here with /fly and your question: `/fly {example}`", example=_examples()[1].text),
        say(
            "Or name me, reply to one of my messages, or tap a button under one. To everything else I keep quiet."
        ),
        "",
        say("Commands here:"),
    ]
    lines += [
        f"- /{command.name} · {say(command.summary)}" for command in COMMANDS if command.name in AMONG_PEOPLE
    ]
    return "\n".join([*lines, "", say("Your own settings are made in a private chat with me."), "", say(NOTICE)])


def settings_text(profile: Profile) -> str:
    """What a person told us about their flying, and how to change it."""
    speed = _speed_and_burn(profile)
    return "\n".join(
        [
            say("Home base: **{base}** · /home and a code", base=profile.home_base or say("not set")),
            say(
                "Aircraft: **{aircraft}**{speed} · /aircraft and a type or speed",
                aircraft=profile.aircraft or say("not set"),
                speed=speed,
            ),
            say("Lengths: **{units}** first · /units metric or aviation", units=_units_word(profile)),
        ]
    )


def _speed_and_burn(profile: Profile) -> str:
    speed = say(" at {knots:g} kt", knots=profile.cruise_speed_kts) if profile.cruise_speed_kts else ""
    return speed + (f", {profile.burn_lph:g} l/h" if profile.burn_lph else "")


async def _welcome(message: IncomingMessage, store: Store) -> Reply:
    chat, version = await store.load(message.chat)
    today = message.sent_at.astimezone(UTC).date()
    if (
        message.private or version
    ) and chat.disclaimed != today:  # said here, so not again under today's first answer
        await store.save(message.chat, chat.model_copy(update={"disclaimed": today}), version)
    return Reply((Text(f"✈ {say(WELCOME)}\n\n{say(NOTICE)}"),), await _asks(message, store, _examples()))


async def _asks(message: IncomingMessage, store: Store, choices: tuple[Choice, ...]) -> tuple[Button, ...]:
    asker = PersonRef.of(message)
    asks = [NewButton(ask(choice).model_dump_json(), about=asker) for choice in choices]
    tokens = await store.put_buttons(message.chat, asks)
    return tuple(Button(choice.label, token) for choice, token in zip(choices, tokens, strict=True))


def type_said(rest: str) -> str:
    """The type of "Robin DR400 120 kt", without the speed behind it."""
    return _WITH_SPEED.sub("", rest)


async def _aircraft(rest: str, person: PersonRef, message: IncomingMessage, store: Store, deps: Deps) -> Reply:
    from agent.aviation.aircraft import parse_speed_kts
    from agent.language.burning import without_burn

    profile = await store.profile(person)
    if not rest:
        known = profile.aircraft or say("not set")
        told = f"**{known}**{_speed_and_burn(profile)}"
        return Reply(
            (Text(say("Your aircraft: {told}. Change it with /aircraft and a type or speed.", told=told)),)
        )
    rest, burn = without_burn(rest)
    if burn is not None and not rest:
        await store.save_profile(person, profile.model_copy(update={"burn_lph": burn}))
        return Reply((Text(say("Kept: **{burn:g} l/h**. I use it for fuel from now on.", burn=burn)),))
    speed_said = parse_speed_kts(rest)
    absurd = speed_said is None and _SPEED.search(rest) is not None
    if absurd or (speed_said is not None and not SLOWEST_KTS <= speed_said <= FASTEST_KTS):
        refused = say(
            "{said} is not a cruise speed I can use. Give one from {least:g} to {most:g} kt.",
            said=rest[:20],
            least=SLOWEST_KTS,
            most=FASTEST_KTS,
        )
        return Reply((Text(refused),))
    types = deps.aircraft.resolve(type_said(rest))
    if len(types) > 1:
        buttons = tuple(
            [
                Button(
                    t.name, await store.put_button(message.chat, Ask(text=f"/aircraft {t.name}").model_dump_json())
                )
                for t in types[:4]
            ]
        )
        return Reply((Text(say("Which {type} is it?", type=rest)),), buttons)
    if not types and speed_said is None:
        unknown = say(
            "I don't know the type {type}. Give a type such as SR22, or a speed: /aircraft 140 kt", type=rest[:40]
        )
        return Reply((Text(unknown),))
    aircraft = types[0].name if types else profile.aircraft
    profile = profile.model_copy(update={"aircraft": aircraft, "cruise_speed_kts": speed_said, "burn_lph": burn})
    await store.save_profile(person, profile)
    burning = f", {burn:g} l/h" if burn else ""
    typical = say("{knots} kt typical", knots=types[0].cruise_kts) if types and types[0].cruise_kts else ""
    speed = f"{speed_said:g} kt" if speed_said else typical
    if not speed:
        slow = say(
            "Kept: **{aircraft}**. I hold no cruise speed of it: say yours, such as /aircraft 100 kt",
            aircraft=aircraft,
        )
        return Reply((Text(slow),))
    known = aircraft or say("your aircraft")
    kept = f"**{known}**, {speed}{burning}"
    return Reply((Text(say("Kept: {kept}. I use it for times from now on.", kept=kept)),))


async def _home(rest: str, person: PersonRef, message: IncomingMessage, store: Store, deps: Deps) -> Reply:
    profile = await store.profile(person)
    if not rest:
        base = profile.home_base or say("not set")
        return Reply((Text(say("Your home base: **{base}**. Change it with /home and a code.", base=base)),))
    airport = deps.airports.get(rest) or deps.places.field_called(rest)
    if airport is None:
        close = ", ".join(f"{a.ident} {a.name}" for a in deps.airports.close_codes(rest))
        if close:
            return Reply((Text(say("I don't know {base}. Did you mean {close}?", base=rest[:40], close=close)),))
        return Reply((Text(say("I don't know {base}. Give its ICAO code.", base=rest[:40])),))
    await store.save_profile(person, profile.model_copy(update={"home_base": airport.ident}))
    near = choice(
        say("Airports near {icao}", icao=airport.ident),
        "find_airports_near_location",
        location_query=airport.ident,
    )
    return Reply(
        (Text(say("Kept: home base **{base}**.", base=f"{airport.ident} {airport.name}")),),
        await _asks(message, store, (near,)),
    )


async def _units(rest: str, person: PersonRef, message: IncomingMessage, store: Store) -> Reply:
    profile = await store.profile(person)
    wanted = rest.lower()
    if wanted not in {"metric", "aviation"}:
        both = tuple(Choice(label=said, text=said) for said in ("/units metric", "/units aviation"))
        return Reply(
            (
                Text(
                    say(
                        "Lengths are shown {units} first. Say /units metric or /units aviation.",
                        units=_units_word(profile),
                    )
                ),
            ),
            await _asks(message, store, both),
        )
    profile = profile.model_copy(update={"units": wanted})
    await store.save_profile(person, profile)
    return Reply((Text(say("Kept: **{units}** first.", units=_units_word(profile))),))


async def _margin(rest: str, person: PersonRef, message: IncomingMessage, store: Store) -> Reply:
    profile = await store.profile(person)
    minutes = rest.lower().removesuffix("minutes").removesuffix("min").strip()
    if not rest:
        margin = say(
            "Your margin before sunset and closing hours: **{minutes} min**.", minutes=profile.margin_minutes
        )
        return Reply((Text(margin),))
    if not minutes.isdecimal() or int(minutes) > LONGEST_MARGIN:
        return Reply((Text(say("Give minutes from 0 to {most}: /margin 45", most=LONGEST_MARGIN)),))
    profile = profile.model_copy(update={"margin_minutes": int(minutes)})
    await store.save_profile(person, profile)
    return Reply(
        (Text(say("Kept: **{minutes} min** before sunset and closing hours.", minutes=profile.margin_minutes)),)
    )


def _units_word(profile: Profile) -> str:
    return say("metres") if profile.units == "metric" else say("feet")


async def _reset(message: IncomingMessage, store: Store) -> Reply:
    """In private the conversation; among people what the asker was asked, and nobody else's."""
    kept, version = await store.load(message.chat)
    if message.private:
        await store.save(message.chat, Conversation(tongue=kept.tongue), version)
        return Reply((Text(say("This conversation is forgotten. Your settings are kept.")),))
    pending = {person: asked for person, asked in kept.pending.items() if person != message.person.id}
    await store.save(message.chat, kept.model_copy(update={"pending": pending}), version)
    return Reply((Text(say("Your open question is dropped. What others asked here stays.")),))
