"""A long answer on a phone in Telegram: its first lines stand open, its end is folded, nothing is lost."""

from __future__ import annotations

import re

from adapters.meaning import apart, rooms
from adapters.protocol import (
    Block,
    Contact,
    Contacts,
    Deadline,
    Deadlines,
    Fact,
    Facts,
    Headline,
    Moment,
    Reply,
    Row,
    Rows,
    Sources,
    Text,
    Timeline,
)
from adapters.telegram.layout import LETTERS, SCREEN, Words, layout

PROSE = " ".join(f"Sentence number {n} of a long rule stands here." for n in range(40))


def said(*blocks: Block) -> str:
    [message] = layout(Reply(blocks=blocks, final=True), private=True)
    assert isinstance(message, Words)
    return message.html


def open_lines(html: str) -> int:
    shown = re.sub(r"<blockquote expandable>.*?</blockquote>", "\n1\n2\n3\n", html, flags=re.S)
    words = re.sub(r"<[^>]+>", "", shown)
    return sum(-(-len(line) // LETTERS) for line in words.splitlines() if line.strip())


def test_the_end_of_a_long_answer_is_folded_and_none_of_it_is_lost() -> None:
    told = said(Headline("**France: allowed.**"), Text(PROSE), Sources("AIP France"))
    folded = re.search(r"<blockquote expandable>(.*?)</blockquote>", told, re.S)
    assert folded and open_lines(told.replace("AIP France", "")) <= SCREEN
    words = " ".join(re.sub(r"<[^>]+>", " ", told).split())
    assert all(f"Sentence number {n} of a long rule stands here." in words for n in range(40))
    assert told.rstrip().endswith("AIP France")


def test_a_short_answer_is_not_folded() -> None:
    assert "blockquote" not in said(Headline("**559 nm**", "EGTF to LFMD"), Sources("OurAirports"))


def test_what_is_to_be_done_stands_before_the_conditions_of_the_first() -> None:
    note = (
        "Only by e-mail and only where the staff of the border police are not always there, on working days. " * 3
    )
    tasks = Deadlines(tuple(Deadline(f"Task {n}", f"Sat {n}:00", note) for n in range(1, 4)))
    told = said(Headline("**EGTF → LFAT**"), tasks)
    before, _, after = told.partition("<blockquote expandable>")
    assert all(f"Task {n}" in before and f"Sat {n}:00" in before for n in range(1, 4))
    assert after.count("Only by e-mail") == 9


def test_a_list_shows_all_its_rows_with_what_they_warn_of_and_folds_their_further_facts() -> None:
    rows = tuple(
        Row(
            f"LFA{c} Somewhere",
            "12 nm · 800 m hard · Fuel: AVGAS 100LL, by card and in cash, Jet A-1 on request, H24",
            note,
            number,
        )
        for number, (c, note) in enumerate(zip("ABCDE", ("", "", "military: ask", "", ""), strict=True), start=1)
    )
    before, _, after = said(Headline("**7 fields**"), Rows(rows)).partition("<blockquote expandable>")
    assert all(f"LFA{c} Somewhere</b> · 12 nm" in before for c in "ABCDE") and "military: ask" in before
    assert before.count("800 m hard") == 4, "what has room in the row's line stands there"
    assert "3. 800 m hard · Fuel" in after and "5. Fuel: AVGAS 100LL" in after


def test_a_call_for_help_stands_whole() -> None:
    assert "expandable" not in said(Text(f"> **Fly the aircraft.** Call 121.5.\n\n{PROSE}"), Sources("none"))


def test_each_answer_of_a_message_shows_its_first_line_and_folds_by_itself() -> None:
    tasks = Deadlines((Deadline("E-mail the customs", "Fri 27 Nov"), Deadline("GAR online", "48 h before")))
    told = said(
        Headline("**103 nm**"),
        Headline("**Customs: 24 h before.**", "LFAT on Saturday"),
        tasks,
        Text(PROSE),
        Headline("**France: allowed.**"),
        Text(PROSE.replace("Sentence", "Article")),
    )
    opened = re.sub(r"<blockquote expandable>.*?</blockquote>", "", told, flags=re.S)
    for line in ("103 nm", "Customs: 24 h before.", "E-mail the customs", "Fri 27 Nov", "France: allowed."):
        assert line in opened, line
    first, second = re.findall(r"<blockquote expandable>(.*?)</blockquote>", told, re.S)
    assert "Sentence number 39" in first and "Article number 39" in second and "Article" not in first


def test_whom_to_call_stands_open_however_long_the_sheet() -> None:
    facts = Facts(tuple(Fact(f"Fact {n}", "so it is published in the text of the field") for n in range(12)))
    told = said(
        Headline("**LFBZ Biarritz**"), facts, Contacts((Contact("phone", "05 59 43 83 83", "", "+33559438383"),))
    )
    before = told.partition("<blockquote expandable>")[0]
    assert "05 59 43 83 83" in before and open_lines(told) <= SCREEN


def test_the_hours_of_a_stay_stand_together_before_whom_to_call() -> None:
    hours = Timeline(
        (
            Moment("11:38–11:58", "Canche lighthouse", "13 min by taxi"),
            Moment("12:17–13:07", "Restaurant at Le Touquet airport", "14 min by taxi"),
            Moment("13:11", "back at the field"),
        )
    )
    reached = Contacts((Contact("phone", "03 21 05 03 99", "", "+33321050399"),), note="open 0800-1800 " * 4)
    about = "On blocks 11:10 CET (1010 UTC), off blocks 14:00 CET."
    told = said(Headline("**1h 20m** free on the ground at LFAT Le Touquet.", about), hours, reached, Text(PROSE))
    before, _, after = told.partition("<blockquote expandable>")
    assert before.index("13:11") < before.index("03 21 05 03 99")
    assert "by taxi" not in before and "12:17–13:07 · 14 min by taxi" in after and "open 0800-1800" in after


def test_what_a_short_answer_leaves_is_the_others() -> None:
    assert rooms([2, 30], 12) == (2, 10) and rooms([30], 12) == (12,)
    assert rooms([20, 1, 20, 20], 12) == (8, 1, 8, 8), "each has some lines at least"


def test_words_before_the_first_headline_belong_to_the_first_answer() -> None:
    blocks = (Text("Wednesday is a holiday."), Headline("One"), Text("a"), Headline("Two"))
    assert apart(blocks) == [blocks[:3], blocks[3:]]
