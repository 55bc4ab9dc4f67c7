"""Every sentence of the code stands in every catalogue, with the same names in its braces."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from datetime import date
from functools import cache

import pytest
from babel import Locale

from data.build import tongues
from data.build.tongues import FOLDER, PACKAGES, ROOT, kept, names, save, typography, updated, wrong
from tongue import SOURCE, country_name, languages, say, say_many, speaking, spoken
from tongue.catalogue import contracted, elided, shipped


@pytest.fixture(autouse=True, scope="module")
def code_read_once() -> Iterator[None]:
    """The code's sentences are the same for every language."""
    read = tongues.extracted
    tongues.extracted = cache(read)
    yield
    tongues.extracted = read


@pytest.mark.parametrize("language", shipped())
def test_every_sentence_is_translated(language: str) -> None:
    """Run `make tongues` and fill what is empty; a doubtful (fuzzy) one counts as missing."""
    assert list(wrong(language)) == []


@pytest.mark.parametrize("language", shipped())
def test_a_catalogue_holds_the_sentences_of_the_code_and_no_others(language: str) -> None:
    ids = {str(message.id) for message in kept(language) if message.id}
    assert ids == {str(message.id) for message in updated(language) if message.id}


@pytest.mark.parametrize("language", shipped())
def test_bold_text_and_lines_stay_as_they_are(language: str) -> None:
    """A star or a line lost would spoil the drawing of the answer."""
    for message in kept(language):
        if not isinstance(message.id, str) or not message.id:
            continue
        said = str(message.string)
        assert said.count("**") == message.id.count("**"), message.id
        assert said.startswith("\n") == message.id.startswith("\n"), message.id
        assert re.findall(r"https?://\S+", said) == re.findall(r"https?://\S+", message.id)


def test_english_is_the_code_itself() -> None:
    assert spoken() == SOURCE
    assert say("{length:,.0f} ft on {day:%a} {day.day} {day:%b}", length=5577.4, day=date(2026, 11, 28)) == (
        "5,577 ft on Sat 28 Nov"
    )


@pytest.mark.parametrize(
    ("language", "figure", "day"),
    [("fr", "1\u00a0234,5", "sam."), ("de", "1.234,5", "Sa")],
)
def test_figures_and_days_follow_the_language(language: str, figure: str, day: str) -> None:
    with speaking(language):
        assert say("{x:,.1f}", x=1234.5) == figure
        assert say("{day:%a}", day=date(2026, 11, 28)) == day
    assert spoken() == SOURCE


def test_a_code_or_a_frequency_in_braces_keeps_its_point() -> None:
    """Only figures are written otherwise: 118.450 is a text."""
    with speaking("de"):
        assert say("{frequency} MHz", frequency="118.450").startswith("118.450")


def test_countries_are_named_in_the_language() -> None:
    with speaking("de"):
        assert country_name("United Kingdom") == Locale.parse("de").territories["GB"]
        assert country_name("Atlantis") == "Atlantis"


def test_a_language_without_a_catalogue_is_english() -> None:
    with speaking("xx"):
        assert spoken() == SOURCE


def test_a_new_language_is_a_file() -> None:
    assert set(languages()) == {SOURCE, *(path.stem for path in FOLDER.glob("*.po"))}
    assert callable(save)
    assert names("{a} and {b.c:,.0f}") == {"a", "b.c"}
    with speaking("fr"):
        assert say_many("{count} of a sentence nobody wrote", "{count} of such", 2) == "2 of such"


def test_no_sentence_stands_inside_another_string() -> None:
    """What extracts the sentences does not look into an f-string: say it first, then put it in braces."""
    found: list[str] = []
    for package in PACKAGES:
        for file in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if not isinstance(node, ast.JoinedStr):
                    continue
                for call in ast.walk(node):
                    if isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
                        literal = call.args and isinstance(call.args[0], ast.Constant)
                        if call.func.id in {"say", "later", "say_many"} and literal:
                            found.append(f"{file}:{call.lineno}")
    assert found == []


def test_a_shortened_month_at_the_end_of_a_sentence_has_one_stop() -> None:
    with speaking("fr"):
        assert say("{day:%d %b}.", day=date(2026, 11, 23)) == "23 nov."
        assert say("{more} …", more="and so on...") == "and so on... …"


@pytest.mark.parametrize(
    ("plain", "set_"),
    [
        ("Quel jour ?", "Quel jour\u00a0?"),
        ("« oui » : 3 %", "«\u00a0oui\u00a0»\u00a0: 3\u00a0%"),
        ("{name} : {value}", "{name}\u00a0: {value}"),
        ("à 10:30, http://x", "à 10:30, http://x"),
    ],
)
def test_french_keeps_its_high_marks_with_their_word(plain: str, set_: str) -> None:
    assert typography("fr", plain) == set_
    assert typography("de", plain) == plain


def test_the_french_catalogue_has_no_space_that_breaks_before_a_high_mark() -> None:
    for message in kept("fr"):
        for said in [message.string] if isinstance(message.string, str) else message.string or ():
            assert not re.search(r"[^\s:] [:;!?»](?:\s|$)", said), said


@pytest.mark.parametrize(
    ("place", "told"), [("Annecy", "à moins de 50 nm d'Annecy"), ("EGTF", "à moins de 50 nm de EGTF")]
)
def test_french_shortens_de_before_a_name_that_begins_with_a_vowel(place: str, told: str) -> None:
    assert elided("à moins de 50 nm de {place}", {"place": place}).format(place=place) == told


@pytest.mark.parametrize(
    ("place", "told"),
    [
        ("Le Touquet", "autour du Touquet, au sol"),
        ("Les Sables-d'Olonne", "autour des Sables-d'Olonne, au sol"),
        ("La Rochelle", "autour de La Rochelle, au sol"),
        ("LFAT Le Touquet", "autour de LFAT Le Touquet, au sol"),
    ],
)
def test_an_article_of_a_french_town_is_contracted(place: str, told: str) -> None:
    sentence, values = contracted("autour de {place}, au sol", {"place": place})
    assert sentence.format(**values) == told


def test_how_long_something_takes_is_written_as_the_language_does() -> None:
    for language in ("fr", "de"):
        with speaking(language):
            assert say("{time}", time="1h 38m") == "1 h 38 min"
            assert say("{time}", time="45m") == "45 min"
            assert say("{time}", time="2h") == "2 h"
            assert say("{time}", time="PPR 2h 30m before") == "PPR 2h 30m before"


_TO_A_FRIEND = re.compile(r"\b(?:du|dich|dir|dein\w*|euch|euer|eure\w*|hast|kannst|willst|musst|bist)\b", re.I)
_TO_A_STRANGER = re.compile(r"(?<=\w )\bSie\b|\bIhnen\b|\bIhre?[mnrs]?\b")
_QUOTED = re.compile(r"„[^“]*“")


def test_german_says_du_in_a_club_and_sie_everywhere_else() -> None:
    """Among the members of a club one says du; what a pilot may say to the bot stands in quotes and is free."""
    from babel.messages.extract import extract_from_dir

    found: dict[str, set[str]] = {}
    for package in PACKAGES:
        for file, _, message, *_ in extract_from_dir(
            ROOT / package, [("**.py", "python")], keywords=tongues.KEYWORDS, comment_tags=()
        ):
            said = str(message if isinstance(message, str) else message[0])
            found.setdefault(said, set()).add(f"{package}/{file}")
    wrong_form: list[str] = []
    for message in kept("de"):
        said = str(message.id if isinstance(message.id, str) else message.id[0])
        of_a_club = any("outings" in file or "club" in file for file in found.get(said, ()))
        strings = [message.string] if isinstance(message.string, str) else [*(message.string or ())]
        told = _QUOTED.sub("", " ".join(strings))
        if (_TO_A_STRANGER if of_a_club else _TO_A_FRIEND).search(told):
            wrong_form.append(said)
    assert [said for said in wrong_form if said] == []
