"""German as it is spoken in Switzerland, Austria and Bavaria."""

from __future__ import annotations

import pytest

from agent.language.dialect import written_german


@pytest.mark.parametrize(
    ("spoken", "written"),
    [
        ("mir wänd am Sunntig uf Samedan flüüge", "wir wollen am Sonntag nach Samedan fliegen"),
        ("gits det Benzin?", "gibt's dort Benzin?"),
        ("wie lang gaht's?", "wie lang geht es?"),
        ("müss ma zum Zoll?", "müssen wir zum Zoll?"),
        ("Wos kost de Landung in Straubing", "was kostet de Landung in Straubing"),
        ("wia vui kost a Landung", "wie viel kostet ein Landung"),
        ("i mecht mitn Flieger nach LOWG", "ich möchte mit dem Flieger nach LOWG"),
        ("Isch morn guets Flugwätter z'Bärn?", "ist morgen gutes Flugwetter in Bern?"),
        ("Bruch i det PPR?", "brauche ich dort PPR?"),
        ("Wie isch s Wätter i de Schwiiz?", "Wie ist das Wetter in de Schwiiz?"),
        ("Wia vui Grad hods in Salzburg grad?", "wie viel Grad hat es in Salzburg gerade?"),
        ("Kon i in Landshut tanken?", "kann ich in Landshut tanken?"),
        ("Was kost's mi wenn i in Straubing land", "Was kostet es mich wenn ich in Straubing land"),
    ],
)
def test_a_dialect_is_written_as_german_is(spoken: str, written: str) -> None:
    assert written_german(spoken) == written


@pytest.mark.parametrize(
    "other",
    [
        "can i fly there and do i need a permit",
        "is it far to Mir and what's the wind",
        "servus, wie weit ist es nach Linz?",
        "hoi, hoe ver is het naar Texel",
        "ma mère veut voler à Vo",
        "via Oda, wat kost de landing in Ham",
        "von A nach CH mit dem Flieger",
        "Bruch, wie weit ist das von Trier?",
    ],
)
def test_other_words_stay(other: str) -> None:
    assert written_german(other) == other
