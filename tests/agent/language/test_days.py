"""Days are read as a pilot says them; a weekday beside a date is that date. Expected days are of a printed calendar."""

from __future__ import annotations

from datetime import date

import pytest

from agent.aviation.hours import resolve_day
from agent.language.days import find_days
from agent.language.weekends import saturday_meant

SUNDAY = date(2026, 11, 22)


@pytest.mark.parametrize(
    ("text", "month", "day"),
    [
        ("What notice for LFAQ on Monday 30 November at 10:00 from UK", 11, 30),
        ("Saturday 5 December", 12, 5),
        ("customs EGKB to LFAT on Sunday 29 November at 10:00", 11, 29),
        ("Sunday week", 11, 29),
        ("Saturday week", 12, 5),
        ("a week on Saturday", 12, 5),
        ("two weeks on Friday", 12, 11),
        ("samedi dans 3 semaines", 12, 19),
        ("Freitag in drei Wochen", 12, 18),
        ("Mon 30 Nov", 11, 30),
        ("30 November, a Monday", 11, 30),
        ("Sat 5/12", 12, 5),
        ("Sunday the 29th", 11, 29),
        ("Tuesday the 29th", 12, 29),
        ("on Saturday the 5th of December 2026", 12, 5),
        ("Wednesday, December 2nd", 12, 2),
        ("Wednesday 2026-12-02", 12, 2),
        ("LFAT 2026/12/02", 12, 2),
        ("LFAT 2-12-2026", 12, 2),
        ("samedi 5 décembre", 12, 5),
        ("Sam. 5 déc.", 12, 5),
        ("Samstag, 5. Dezember", 12, 5),
        ("am Sonntag, den 29.", 11, 29),
        ("So. 29.11. 9 Uhr", 11, 29),
        ("Samstag in einer Woche", 12, 5),
        ("next Friday", 11, 27),
        ("this Friday", 11, 27),
        ("next Sunday", 11, 29),
        ("Friday week", 12, 4),
        ("in a fortnight", 12, 6),
        ("two weeks today", 12, 6),
        ("tomorrow week", 11, 30),
        ("the day after tomorrow", 11, 24),
        ("tomorrow, Monday", 11, 23),
        ("on christmas day", 12, 25),
        ("boxing day", 12, 26),
        ("28 Nov 1400", 11, 28),
        ("28 Nov 2026", 11, 28),
        ("28 Nov 2030", 11, 28),
        ("egkb sat?", 11, 28),
        ("sat 9am", 11, 28),
        ("Sa. 9 Uhr", 11, 28),
        ("28/11 0930", 11, 28),
    ],
)
def test_one_day_is_read(text: str, month: int, day: int) -> None:
    assert [(found.when, found.note[:6]) for found in find_days(text, SUNDAY)] in (
        [(date(2026, month, day), "")],
        [(date(2026, month, day), "I took")],
    )


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("new year's day", date(2027, 1, 1)),
        ("good friday", date(2027, 3, 26)),
        ("easter monday", date(2027, 3, 29)),
        ("lundi de Pâques", date(2027, 3, 29)),
        ("whit monday", date(2027, 5, 17)),
        ("Pfingstmontag", date(2027, 5, 17)),
        ("14 July", date(2027, 7, 14)),
    ],
)
def test_a_day_with_a_name_is_its_next_date(text: str, when: date) -> None:
    assert [found.when for found in find_days(text, SUNDAY)] == [when]


@pytest.mark.parametrize("text", ["30 November, a Sunday", "Sunday 30 November", "Sunday the 30th of November"])
def test_a_weekday_that_disagrees_gives_way_to_the_date_and_is_told(text: str) -> None:
    [day] = find_days(text, SUNDAY)
    assert (day.when, day.weekday) == (date(2026, 11, 30), None)
    assert day.note == "30 November 2026 is a Monday, not a Sunday: I took the date."


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("from Friday to 5 December", (27, 5)),
        ("leave Saturday 28 November, return Monday 30 November", (28, 30)),
        ("Friday 27 November to Sunday 29 November", (27, 29)),
        ("leaving tomorrow, Saturday back", (23, 28)),
        ("go on 28 November, Monday back", (28, 23)),
        ("28/11 to 30/11", (28, 30)),
        ("28/11-30/11", (28, 30)),
        ("vom 28.11. bis 30.11.", (28, 30)),
        ("28.-30.11.", (28, 30)),
        ("von 28. bis 30.11. nach Le Touquet", (28, 30)),
        ("du 28 au 30/11", (28, 30)),
        ("from 5/12 till 7/12", (5, 7)),
        ("28/12 to 2/1", (28, 2)),
        ("Nov 28-30", (28, 30)),
        ("Sa-Mo", (28, 30)),
        ("Fr bis So", (27, 29)),
    ],
)
def test_two_days_stay_two(text: str, days: tuple[int, int]) -> None:
    assert tuple(day.when.day for day in find_days(text, SUNDAY)) == days


@pytest.mark.parametrize(
    "text",
    [
        "we sat in the sun",
        "more sun?",
        "mon avion",
        "so 9 people",
        "week",
        "runway 27/09",
        "RWY 29/11",
        "fuel 24/7",
        "tanks 1/2",
        "from 10.5 to 12.5 litres",
        "EGTF to LFAT on 30 feb",
        "am 31. April nach Texel",
        "le 31 juin à Dinard",
        "2026-02-30 at 10",
    ],
)
def test_other_words_are_no_days(text: str) -> None:
    assert find_days(text, SUNDAY) == []


@pytest.mark.parametrize(
    ("text", "month", "day"),
    [
        ("Wednesday 25 November", 11, 25),
        ("Wednesday 2 December", 12, 2),
        ("Monday, 30th of November 2026", 11, 30),
        ("Saturday week", 12, 5),
        ("a week on Saturday", 12, 5),
        ("next Sunday", 11, 29),
        ("Sunday", 11, 22),
        ("Sat", 11, 28),
    ],
)
def test_a_tool_reads_a_day_the_same_way(text: str, month: int, day: int) -> None:
    assert resolve_day(text, SUNDAY) == date(2026, month, day)


@pytest.mark.parametrize(
    ("text", "today", "saturday"),
    [
        ("this weekend", SUNDAY, date(2026, 11, 28)),
        ("next weekend", date(2026, 11, 28), date(2026, 12, 5)),
        ("nächstes Wochenende", date(2026, 11, 28), date(2026, 12, 5)),
        ("le week-end prochain", date(2026, 11, 28), date(2026, 12, 5)),
        ("this weekend", date(2026, 11, 28), date(2026, 11, 28)),
        ("next weekend", date(2026, 11, 24), date(2026, 11, 28)),
        ("the weekend after next", SUNDAY, date(2026, 12, 5)),
        ("am übernächsten Wochenende", date(2026, 11, 25), date(2026, 12, 5)),
        ("the weekend after next", date(2026, 11, 28), date(2026, 12, 12)),
    ],
)
def test_a_weekend_is_its_saturday(text: str, today: date, saturday: date) -> None:
    assert saturday_meant(text, today) == saturday


def test_a_short_day_before_a_question_is_a_day() -> None:
    assert [day.when.day for day in find_days("day out with mates sat what can we do there", SUNDAY)] == [28]
    assert not find_days("he sat down in the cafe", SUNDAY)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("the weekend of 12 December: off Saturday at 9, home Sunday", ["12-12", "12-12", "12-13"]),
        ("weekend of 12 december to Deauville, back Monday", ["12-12", "12-14"]),
        ("to le touquet in may on the 12th, back the 14th", ["05-12", "05-14"]),
        ("pour le pont du 8 mai 2027, départ vendredi midi, retour dimanche", ["05-07", "05-07", "05-09"]),
        ("first of may, return 3rd of may", ["05-01", "05-03"]),
        ("le week-end du 19 décembre, départ vendredi, retour lundi", ["12-18", "12-18", "12-21"]),
        ("am Wochenende vom 13. Dezember, Samstag hin, Sonntag zurück", ["12-12", "12-12", "12-13"]),
        ("the weekend after Thanksgiving, off Friday, home Sunday", ["11-27", "11-27", "11-29"]),
        ("for Whit weekend, Saturday to Monday", ["05-15", "05-17"]),
        ("the weekend after next, down Friday, back Sunday", ["12-04", "12-06"]),
        ("die Woche nach Weihnachten, Dienstag hin, Freitag zurück", ["12-29", "12-29", "01-01"]),
        ("at Christmas, say on the 24th", ["12-24", "12-24"]),
        ("first weekend in May, down Saturday the 1st, home on the Monday", ["05-01", "05-01", "05-03"]),
        ("über Pfingsten, Samstag hin, Montag zurück", ["05-15", "05-15", "05-17"]),
        ("over Easter, out Friday, back Monday", ["03-26", "03-26", "03-29"]),
        ("à Pâques, départ samedi, retour lundi", ["03-27", "03-27", "03-29"]),
        ("Easter Monday", ["03-29"]),
        ("Saturday out, back Sunday", ["11-28", "11-29"]),
        ("on Sunday the 6th", ["12-06"]),
    ],
)
def test_weekdays_are_of_the_weekend_that_is_told(text: str, days: list[str]) -> None:
    assert [f"{day.when:%m-%d}" for day in find_days(text, SUNDAY)] == days


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("Fr 4. Dezember nach Speyer, So zurück", ["4. Dezember", "So"]),
        ("Sa hin, Mo zurück", ["Sa", "Mo"]),
        ("am 5. Dezember, Rückflug Mo", ["5. Dezember,", "Mo"]),
        ("wir fliegen jetzt so zurück", []),
    ],
)
def test_a_short_day_beside_a_way_home_is_a_day(text: str, days: list[str]) -> None:
    found = [text[day.start : day.end].strip(", ") for day in find_days(text, SUNDAY)]
    assert [word for word in found if word != "jetzt"] == [word.strip(",") for word in days]
