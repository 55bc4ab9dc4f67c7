"""The tables of the records, as SQLAlchemy reads them; `bot/migrations` brings a database to their shape.

Whose each row is, and what becomes of it when a person or a chat is forgotten, is in `bot/ownership.py`.
"""

from __future__ import annotations

from datetime import date, datetime

from sqlalchemy import Dialect, Float, Index, String, Text, TypeDecorator
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Words(TypeDecorator[str]):
    """What people write: cut to the column's length, without NUL. PostgreSQL refuses both, SQLite keeps both."""

    impl = String
    cache_ok = True

    def __init__(self, length: int) -> None:
        super().__init__(length)
        self.longest = length

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        if value is None:
            return None
        value = value.replace("\x00", "").encode("utf-8", "replace").decode()
        return value if len(value) <= self.longest else f"{value[: self.longest - 1]}…"


class Table(DeclarativeBase):
    """The tables of the records; `bot/migrations` brings a database to their shape."""


class ReportRow(Table):
    """One member's report, as given."""

    __tablename__ = "reports"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    icao: Mapped[str] = mapped_column(String(12), index=True)
    kind: Mapped[str] = mapped_column(String(16))
    text: Mapped[str] = mapped_column(Words(2000))
    reported_on: Mapped[date]
    amount: Mapped[float | None] = mapped_column(Float)
    currency: Mapped[str | None] = mapped_column(String(3))
    unit: Mapped[str | None] = mapped_column(Words(16))
    aircraft: Mapped[str | None] = mapped_column(Words(60))
    fuel: Mapped[str | None] = mapped_column(Words(16))
    rating: Mapped[int | None]
    author: Mapped[str] = mapped_column(String(200), index=True)
    author_name: Mapped[str] = mapped_column(Words(100))
    room: Mapped[str] = mapped_column(String(200), index=True)
    created_at: Mapped[datetime]


class FeedbackRow(Table):
    """A thumb up or down."""

    __tablename__ = "feedback"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    person: Mapped[str] = mapped_column(String(200), index=True)
    room: Mapped[str] = mapped_column(String(200), index=True)
    good: Mapped[bool]
    question: Mapped[str] = mapped_column(Words(500))
    created_at: Mapped[datetime]


class ClubRow(Table):
    """A chat that agreed to share its reports with every club."""

    __tablename__ = "clubs"

    room: Mapped[str] = mapped_column(String(200), primary_key=True)
    shares: Mapped[bool]


class ReminderRow(Table):
    """One reminder; `bot.reminders` keeps and claims them. `state`: pending, sent, stopped, superseded, gone,
    merged, skipped. `kind`: trip or own (a person's own), or of an outing: due (a deadline), news, say, urgent.
    `moment`: before its flight, where a person chose it ("1 18:00", "3 h")."""

    __tablename__ = "reminders"
    __table_args__ = (Index("ix_reminders_due", "state", "due"),)

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    trip: Mapped[str] = mapped_column(String(32), index=True)
    version: Mapped[int]
    room: Mapped[str] = mapped_column(String(200), index=True)
    chat: Mapped[str] = mapped_column(String(300))
    person: Mapped[str] = mapped_column(String(200), index=True)
    person_id: Mapped[str] = mapped_column(String(120))
    private: Mapped[bool]
    heading: Mapped[str] = mapped_column(Words(300))
    words: Mapped[str] = mapped_column(Words(2000))
    kind: Mapped[str] = mapped_column(String(16), default="trip")
    zone: Mapped[str | None] = mapped_column(String(64))
    language: Mapped[str] = mapped_column(String(8), default="")
    moment: Mapped[str] = mapped_column(String(16), default="")
    due: Mapped[datetime]
    latest: Mapped[datetime | None]
    state: Mapped[str] = mapped_column(String(16))
    claimed_until: Mapped[datetime | None]
    tries: Mapped[int]
    sent_at: Mapped[datetime | None]
    created_at: Mapped[datetime]


class WatchRow(Table):
    """One watched flight; `bot.watches` keeps and claims them. `state`: on, stopped, over, gone."""

    __tablename__ = "watches"
    __table_args__ = (Index("ix_watches_due", "state", "due"),)

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    room: Mapped[str] = mapped_column(String(200), index=True)
    chat: Mapped[str] = mapped_column(String(300))
    person: Mapped[str] = mapped_column(String(200), index=True)
    person_id: Mapped[str] = mapped_column(String(120))
    private: Mapped[bool]
    heading: Mapped[str] = mapped_column(Words(300))
    flight: Mapped[str] = mapped_column(String(2000))
    memory: Mapped[str] = mapped_column(Text)
    zone: Mapped[str | None] = mapped_column(String(64))
    leaves: Mapped[datetime]
    ends: Mapped[datetime]
    due: Mapped[datetime]
    state: Mapped[str] = mapped_column(String(16))
    sent: Mapped[int]
    failing_since: Mapped[datetime | None]
    failure_told: Mapped[bool]
    claimed_until: Mapped[datetime | None]
    created_at: Mapped[datetime]


class OutingRow(Table):
    """One outing of a group; `bot.outings.records` keeps it. `state` is the whole of it as JSON.

    `card` is where its card stands, `card_version` the version it shows; it is drawn again when that is older,
    not before `draw_after`. `done` are the last messages that changed it, each with what followed: tried again
    after a crash, a message changes nothing twice.
    """

    __tablename__ = "outings"
    __table_args__ = (Index("ix_outings_room_status", "room", "status"),)

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    room: Mapped[str] = mapped_column(String(200), index=True)
    chat: Mapped[str] = mapped_column(String(300))
    number: Mapped[int]
    status: Mapped[str] = mapped_column(String(16), index=True)
    version: Mapped[int]
    off_blocks: Mapped[datetime | None]
    ends: Mapped[datetime | None]
    freezes: Mapped[datetime | None]
    state: Mapped[str] = mapped_column(Text)
    done: Mapped[str] = mapped_column(Text)
    card: Mapped[str] = mapped_column(Text)
    card_version: Mapped[int]
    draw_after: Mapped[datetime]
    paused: Mapped[bool]
    made_at: Mapped[datetime]
    changed_at: Mapped[datetime]


class OutingPersonRow(Table):
    """Who is in an outing in whatever part, so that a person's outings are found; see `OutingRow`."""

    __tablename__ = "outing_people"

    outing: Mapped[str] = mapped_column(String(32), primary_key=True)
    person: Mapped[str] = mapped_column(String(200), primary_key=True, index=True)


class ClubSettingsRow(Table):
    """What a group has set: its digest, who starts an outing ("" or "admins"), and what `bot.club.wishes` says."""

    __tablename__ = "club_settings"

    room: Mapped[str] = mapped_column(String(200), primary_key=True)
    chat: Mapped[str] = mapped_column(String(300))
    digest: Mapped[str] = mapped_column(String(16))
    digest_due: Mapped[datetime | None]
    calendar: Mapped[str] = mapped_column(String(64), index=True)
    zone: Mapped[str | None] = mapped_column(String(64))
    create_by: Mapped[str] = mapped_column(String(8), default="", server_default="")
    language: Mapped[str] = mapped_column(String(8), default="", server_default="")
    currency: Mapped[str] = mapped_column(String(3), default="", server_default="")
    quiet: Mapped[str] = mapped_column(String(16), default="", server_default="")


class FleetRow(Table):
    """An aircraft of a club, and the calendar its bookings are read from, sealed."""

    __tablename__ = "fleet"

    room: Mapped[str] = mapped_column(String(200), primary_key=True)
    registration: Mapped[str] = mapped_column(String(16), primary_key=True)
    type: Mapped[str] = mapped_column(Words(40))
    seats: Mapped[int]
    feed: Mapped[str] = mapped_column(Text)
    bookings: Mapped[str] = mapped_column(Text)
    read_at: Mapped[datetime | None]
    due: Mapped[datetime]
    problem: Mapped[str] = mapped_column(Words(200))


class AircraftNoteRow(Table):
    """A remark about an aircraft; never an entry of a tech log."""

    __tablename__ = "aircraft_notes"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    room: Mapped[str] = mapped_column(String(200), index=True)
    registration: Mapped[str] = mapped_column(String(16))
    text: Mapped[str] = mapped_column(Words(500))
    person: Mapped[str] = mapped_column(String(200), index=True)
    person_name: Mapped[str] = mapped_column(Words(100))
    open: Mapped[bool]
    made_at: Mapped[datetime]


class PilotDateRow(Table):
    """A date of somebody's licence or medical, sealed; kept with consent, shown to that person alone."""

    __tablename__ = "pilot_dates"

    person: Mapped[str] = mapped_column(String(200), primary_key=True)
    kind: Mapped[str] = mapped_column(String(40), primary_key=True)
    sealed: Mapped[str] = mapped_column(Text)
    consent_at: Mapped[datetime]
    direct: Mapped[str] = mapped_column(String(300), default="")


class CalendarAddressRow(Table):
    """Somebody's own address of a club's calendar; only its digest is kept."""

    __tablename__ = "calendar_addresses"

    room: Mapped[str] = mapped_column(String(200), primary_key=True)
    person: Mapped[str] = mapped_column(String(200), primary_key=True, index=True)
    digest: Mapped[str] = mapped_column(String(64), index=True)
    made_at: Mapped[datetime]


class PrivateReminderRow(Table):
    """Somebody who wants an outing's reminders of their own, and the direct chat they come in."""

    __tablename__ = "outing_private"

    outing: Mapped[str] = mapped_column(String(32), primary_key=True)
    person: Mapped[str] = mapped_column(String(200), primary_key=True, index=True)
    room: Mapped[str] = mapped_column(String(200), index=True)
    direct: Mapped[str] = mapped_column(String(300))
