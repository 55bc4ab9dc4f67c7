"""What is said to a club's desk: its fleet, digest and calendar in a group, a pilot's own dates in private.

reply = await desk.command("fleet", rest, message)
reply = await desk.heard(heard, message)          # "is G-ABCD free Saturday?", "am I current?"
reply = await desk.opened("o_…", message)         # through a private link
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo

from adapters.markdown import escape
from adapters.protocol import Button, ChannelError, ChatRef, IncomingMessage, Reply, Text
from agent.aviation.hours import zone_of
from agent.aviation.quiet import QuietHours
from agent.deps import Deps
from agent.language.wording import word_set
from bot.actions import DropDates, KeepDate
from bot.club.calendar import PATH
from bot.club.dates_desk import OTHERS, PRIVATELY, DatesDesk
from bot.club.doors import PREFIX, Behind, Doors, Link, no_link
from bot.club.fleet_desk import ADMINS, FleetDesk
from bot.club.once import Wish, read_wish, too_long
from bot.club.settings import ClubSettings, Weekly
from bot.club.wishes import HOW_TO_SET, Wishes, lines, setting
from bot.forget_desk import Administers
from bot.note_desk import NoteDesk
from bot.outings.ground import LONGEST_COMMAND
from bot.outings.outing import LIVE
from bot.outings.papers import paper, until
from bot.outings.private import PrivateReminders
from bot.outings.records import OutingRecords, heading_of
from bot.outings.retention import RETENTION
from bot.outings.taps import OutingTap
from bot.outings.words import Ear, Heard
from bot.store import PersonRef, Store
from tongue import later, say

COMMANDS = word_set("fleet digest calendar currency remind club")
REMINDERS = "r_"
"""How the link on a card begins; what follows is the outing's id, and its people alone may use it."""

IN_A_GROUP = later("That belongs to a group: write it in your club's.")
NO_ADDRESS = later("A calendar needs an address that the internet reaches: the operator sets FLYFUN_PUBLIC_URL.")
OLD_LINK = later("That link is not yours, or too old.")
ADDRESS_ENDS = later(
    "Give it to nobody. Asking again makes a new one, and the old one ends; leaving the group ends it."
)
NOT_IN = later("Those reminders are for who has answered on the outing's card.")


Opened = Callable[[Behind, IncomingMessage], Awaitable[Reply]]


async def nothing_kept(behind: Behind, message: IncomingMessage) -> Reply:
    """Where no reminders are kept."""
    return Reply((Text(say(OLD_LINK)),))


Keeps = Callable[[Wish, str, IncomingMessage], Awaitable[Reply]]


async def keeps_none(wish: Wish, zone: str, message: IncomingMessage) -> Reply:
    """Where no reminders are kept."""
    return Reply((Text(say("Reminders are not set up here.")),))


@dataclass
class ClubDesk:
    """The club's part of the desk. `link` is set once the channels are there."""

    clubs: ClubSettings
    outings: OutingRecords
    private: PrivateReminders
    fleet: FleetDesk
    dates: DatesDesk
    store: Store
    deps: Callable[[], Deps]
    ear: Callable[[], Ear]
    administers: Callable[[], Administers]
    public_url: str = ""
    quiet: QuietHours = QuietHours()
    link: Link = no_link
    trip_reminders: Opened = nothing_kept
    own_reminder: Keeps = keeps_none

    def now(self) -> datetime:
        """The clock."""
        return self.deps().now()

    async def command(self, name: str, rest: str, message: IncomingMessage) -> Reply:
        """One of `COMMANDS`."""
        match name:
            case "fleet":
                return await self.fleet.command(rest, await self.zone(message), message)
            case "digest":
                return await self._digest(rest, message)
            case "calendar":
                return await self._calendar(message)
            case "remind":
                return await self._remind(rest, message)
            case "club":
                return await self._club(rest, message)
            case _:
                if not message.private:
                    return await self._privately("/currency", message)
                return await self._dates_told(rest, message)

    async def heard(self, heard: Heard, message: IncomingMessage) -> Reply | None:
        """Plain words for the club's desk; None when they are for another."""
        if heard.kind == "remind":
            return await self._remind(heard.what, message)
        if heard.kind == "booked" and message.private:
            return Reply((Text(say("A club's aircraft belong to its group: ask me there.")),))
        if heard.kind == "booked":
            return await self.fleet.on(heard.craft, heard.day, await self.zone(message), message)
        if heard.kind in ("note", "notes"):
            desk = NoteDesk(self.fleet.notes, self.store, self.administers())
            return await desk.command(f"{heard.craft} {heard.what}", message)
        if heard.kind != "current":
            return None
        if heard.state == "others":
            return Reply((Text(say(OTHERS)),), ephemeral=True)
        if not message.private:
            return await self._privately(heard.what or "am I current?", message, heard.day)
        match heard.state:
            case "tell":
                return await self.dates.command(heard.what, heard.name, heard.day, message)
            case "drop":
                return await self.dates.command(f"{heard.name} off".strip(), heard.name, None, message)
            case "all":
                return await self.dates.on(None, message)
            case _:
                return await self.dates.on(heard.day or await self._next_day(message), message)

    async def _dates_told(self, rest: str, message: IncomingMessage) -> Reply:
        """`/currency medical 3 March 2027`."""
        said = self.ear().evidence(rest, self.now().date())
        return await self.dates.command(rest, paper(said), until(said), message)

    async def tapped(self, action: KeepDate | DropDates, message: IncomingMessage) -> Reply:
        """The consent to keep a date, or its end."""
        return await self.dates.tapped(action, message)

    async def _remind(self, rest: str, message: IncomingMessage) -> Reply:
        """One reminder of a person's own, by the clock of the group's last outing, else of their home."""
        zone = await self.zone(message)
        if len(rest) > LONGEST_COMMAND:
            return Reply((Text(too_long()),), ephemeral=True)
        today = self.now().astimezone(zone).date()
        wish = read_wish(self.ear().figures(rest, today), self.now(), zone, await self._at_hand(message))
        if isinstance(wish, str):
            return Reply((Text(wish),), ephemeral=True)
        return await self.own_reminder(wish, zone.key, message)

    async def _at_hand(self, message: IncomingMessage) -> str:
        """The flight that a reminder without words is of: the one that lies ahead, or the trip of the chat."""
        held = (
            await self.outings.of_person(PersonRef.of(message))
            if message.private
            else [one for one in await self.outings.in_room(message.chat) if one.outing.status in LIVE]
        )
        if held:
            return heading_of(held[0].outing) if len(held) == 1 else ""
        chat, _ = await self.store.load(message.chat)
        arguments: object = (chat.flight_trip or {}).get("arguments")
        if not isinstance(arguments, dict):
            return ""
        return " → ".join(str(arguments[end]) for end in ("from_location", "to_location") if arguments.get(end))

    # --- from a group into private --------------------------------------------------------------------

    async def _privately(self, text: str, message: IncomingMessage, day: date | None = None) -> Reply:
        """Nothing of it is said in the group: a link into a private chat, where there is one."""
        asks = f"am I current on {day.isoformat()}?" if day and not text.startswith("/") else text
        link = await self._door(message, Behind(what="question", chat=str(message.chat), text=asks[:200]))
        words = say("I answer that privately: [open our chat]({link}).", link=link) if link else say(PRIVATELY)
        return Reply((Text(words),), ephemeral=True)

    async def _door(self, message: IncomingMessage, behind: Behind) -> str:
        try:
            if not await self.link(message.chat, PREFIX):
                return ""
            return await self.link(message.chat, await Doors(self.store).made(message, behind))
        except ChannelError:
            return ""

    async def opened(self, token: str, message: IncomingMessage) -> Reply | str:
        """Through a link into private: the reply, or what is asked there."""
        if token.startswith(REMINDERS):
            return await self.remind(token.removeprefix(REMINDERS), message)
        behind = await Doors(self.store).opened(token, message)
        if behind is None:
            return Reply((Text(say(OLD_LINK)),))
        if behind.what == "question":
            return behind.text
        if behind.what == "reminders":
            return await self.trip_reminders(behind, message)
        return await self._address(ChatRef.parse(behind.chat), message)

    async def remind(self, outing: str, message: IncomingMessage) -> Reply:
        """Private reminders of an outing, for who has a part in it; `message` stands in their direct chat."""
        held = await self.outings.get(outing)
        person = PersonRef.of(message)
        same = held is not None and (held.chat.channel, held.chat.tenant) == (person.channel, person.tenant)
        if held is None or not same or held.outing.status not in LIVE:
            return Reply((Text(say("That outing is gone or over.")),))
        if held.outing.answer_of(person.id) is None and not held.outing.leads(person.id):
            return Reply((Text(say(NOT_IN)),), ephemeral=True)
        direct = message.chat if message.private else ChatRef(person.channel, person.tenant, person.id)
        await self.private.want(held, person, direct)
        stop = OutingTap(outing=outing, do="unprivate").model_dump_json()
        token = await self.store.put_button(direct if message.private else message.chat, stop, person=person)
        flight = heading_of(held.outing)
        words = (
            say("I remind you here of what is yours: **{flight}**.", flight=flight)
            if message.private
            else say("I remind you in a direct message of what is yours: **{flight}**.", flight=flight)
        )
        return Reply((Text(words),), (Button(say("Not any more"), token),), ephemeral=not message.private)

    async def unremind(self, outing: str, message: IncomingMessage) -> Reply:
        """The group's reminders are enough."""
        await self.private.stop(outing, PersonRef.of(message))
        return Reply((Text(say("Done: your reminders come in the group again.")),), ephemeral=True)

    # --- the calendar and the digest ------------------------------------------------------------------

    async def _calendar(self, message: IncomingMessage) -> Reply:
        if message.private:
            return Reply((Text(say(IN_A_GROUP)),))
        if message.person.anonymous:
            return Reply((Text(say("Write it as yourself: the address is a person's own.")),), ephemeral=True)
        if not self.public_url:
            return Reply((Text(say(NO_ADDRESS)),), ephemeral=True)
        link = await self._door(message, Behind(what="calendar", chat=str(message.chat)))
        if link:
            words = say(
                "Your own address of this group's calendar, privately: [open our chat]({link}).", link=link
            )
            return Reply((Text(words),))
        return await self._address(message.chat, message)

    async def _address(self, room: ChatRef, message: IncomingMessage) -> Reply:
        """A new address for this person; the one before is dead."""
        secret = await self.clubs.address(room, PersonRef.of(message), self.now())
        address = f"`{self.public_url.rstrip('/')}{PATH}/{secret}.ics`"
        head = say("**Your own address of the club's outings**, for a calendar program:")
        words = "\n".join((head, address, say(ADDRESS_ENDS)))
        return Reply((Text(words),), ephemeral=True)

    async def _digest(self, rest: str, message: IncomingMessage) -> Reply:
        if message.private:
            return Reply((Text(say(IN_A_GROUP)),))
        weekly, zone = await self.clubs.digest(message.chat)
        words = " ".join(rest.lower().split())
        if not words:
            now = (
                say("It comes {when} ({zone}).", when=weekly.words, zone=zone) if weekly else say("There is none.")
            )
            words = say("The weekly digest: what lies ahead. {now} /digest thu 18:00, or /digest off", now=now)
            return Reply((Text(words),))
        if not await self._may(message):
            return Reply((Text(say(ADMINS)),), ephemeral=True)
        if words == "off":
            await self.clubs.set_digest(message.chat, None, zone, self.now())
            return Reply((Text(say("No digest comes any more.")),))
        wanted = Weekly.parse(words)
        if wanted is None:
            return Reply((Text(say("Say the day and the time: /digest thu 18:00")),), ephemeral=True)
        clock = await self.zone(message)
        await self.clubs.set_digest(message.chat, wanted, clock.key, self.now())
        said = say(
            "Every **{when}** ({zone}): what lies ahead, or nothing when it is empty.",
            when=wanted.words, zone=escape(clock.key),
        )  # fmt: skip
        return Reply((Text(said),))

    async def _club(self, rest: str, message: IncomingMessage) -> Reply:
        """What is set here; an admin sets it."""
        if message.private:
            return Reply((Text(say(IN_A_GROUP)),))
        wanted = setting(rest)
        if rest.strip() and wanted is None:
            return Reply((Text(say(HOW_TO_SET)),), ephemeral=True)
        if wanted is not None:
            if not await self._may(message):
                return Reply((Text(say(ADMINS)),), ephemeral=True)
            await self.clubs.set(message.chat, wanted)
            if wanted.name == "quiet":
                await self.outings.reschedule(message.chat, self.now())
        weekly, _ = await self.clubs.digest(message.chat)
        zone, fleet = await self.zone(message), await self.fleet.fleet.all(message.chat)
        admins = await self.clubs.admins_start(message.chat)
        told = (
            say("**This group**"),
            say("- Fly-outs are started by admins alone: /club create members")
            if admins
            else say("- Fly-outs are started by everybody: /club create admins"),
            say("- Weekly digest: {when} · /digest", when=weekly.words if weekly else say("none")),
            say("- Fleet: {count} aircraft · /fleet", count=len(fleet)),
            say("- Clock: {zone}, of the last outing or of your home base", zone=escape(zone.key)),
            *lines(await self.clubs.wishes(message.chat), self.quiet),
            say("- Outings that are over are deleted after {days} days", days=RETENTION.days),
            say("Admins change it; /mydata and /forget are for everybody."),
        )
        return Reply((Text("\n".join(told)),))

    async def wishes(self, chat: ChatRef) -> Wishes:
        """The group's own language, currency and quiet hours."""
        return await self.clubs.wishes(chat)

    async def may_start(self, message: IncomingMessage) -> bool:
        """Whether this person may start an outing here."""
        return not await self.clubs.admins_start(message.chat) or await self._may(message)

    async def _may(self, message: IncomingMessage) -> bool:
        try:
            return await self.administers()(message)
        except ChannelError:
            return False

    # --- days and zones -------------------------------------------------------------------------------

    async def zone(self, message: IncomingMessage) -> ZoneInfo:
        """The group's: of its last outing, else of who writes at home; UTC where neither is known."""
        for held in reversed(await self.outings.in_room(message.chat, over=True)):
            if held.outing.flight is not None and held.outing.flight.zone:
                return held.outing.flight.clock
        profile = await self.store.profile(PersonRef.of(message))
        home = self.deps().airports.get(profile.home_base) if profile.home_base else None
        return (zone_of(home.time_zone) if home is not None else None) or ZoneInfo("UTC")

    async def _next_day(self, message: IncomingMessage) -> date | None:
        """The day of the next outing that a person is in."""
        held = await self.outings.of_person(PersonRef.of(message))
        return next((one.outing.flight.day for one in held if one.outing.flight is not None), None)
