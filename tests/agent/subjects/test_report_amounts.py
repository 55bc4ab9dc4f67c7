"""What a member's report says was paid, and what for."""

from __future__ import annotations

import pytest

from agent.subjects.reports.amounts import amounts, chief
from agent.subjects.reports.tool import kind_of


@pytest.mark.parametrize(
    ("text", "amount", "currency", "unit"),
    [
        ("24 euros", 24, "EUR", None), ("€24.50", 24.5, "EUR", None), ("£18 landing", 18, "GBP", None), ("CHF 35", 35, "CHF", None),
        ("2,45 €/l", 2.45, "EUR", "litre"), ("essence 2,30 € le litre", 2.3, "EUR", "litre"), ("Sprit 2,49 Euro pro Liter", 2.49, "EUR", "litre"),
        ("avgas was 2.45 per litre", 2.45, None, "litre"), ("1,200 euros", 1200, "EUR", None), ("ten pounds", 10, "GBP", None),
        ("Landegebühr 80 Euro, das Personal war unfreundlich", 80, "EUR", None), ("40 francs", 40, "CHF", None),
    ],
)  # fmt: skip
def test_an_amount_is_kept_as_given(text: str, amount: float, currency: str | None, unit: str | None) -> None:
    (paid,) = amounts(text)
    assert (paid.amount, paid.currency, paid.unit) == (amount, currency, unit)


@pytest.mark.parametrize("text", ["nice place", "runway 24", "at 10 we left", "3 of us"])
def test_no_amount_is_made_up(text: str) -> None:
    assert amounts(text) == ()


@pytest.mark.parametrize(
    ("text", "kind", "amount"),
    [
        ("I paid 24 euros", "fee", 24), ("avgas was 2.45 per litre", "fuel_price", 2.45),
        ("EDTF: Landung 12 Euro, Sprit 2,49 Euro pro Liter, Kuchen lecker", "fee", 12),
        ("Avgas at LFMD yesterday 2.95 a litre, landing 55 euros", "fee", 55),
        ("hotel at EGHR 120 pounds, landing 15 pounds", "fee", 15), ("Handling 180 CHF, Landung 60 CHF", "fee", 60),
        ("25 pounds, no fuel, taxi 10 pounds, bacon roll excellent", "fee", 25), ("Parken 20 Euro, Landung 35 Euro", "fee", 35),
        ("landing 12 quid, the bacon sandwich 8 quid", "fee", 12), ("taxe 15 euros, taxi 20 euros", "fee", 15),
        ("the taxi cost 30 euros", "note", None), ("Taxi in LFAT hat 30 Euro gekostet", "note", None),
        ("lunch 18 euros, very friendly", "review", None), ("filled up, 90 euros of avgas", "note", 90),
        ("lovely people", "review", None), ("the café is shut on Mondays", "note", None),
    ],
)  # fmt: skip
def test_a_report_is_filed_under_what_the_field_was_paid(text: str, kind: str, amount: float | None) -> None:
    paid = chief(amounts(text))
    assert (kind_of(text, paid), paid.amount if paid else None) == (kind, amount)
