"""Published telephone numbers as they are dialled from any country.

The plans are those of the countries' regulators as libphonenumber 9.0 restates them, narrowed to numbers of
subscribers; what does not fit its country's plan is no number to dial.
"""

from __future__ import annotations

from dataclasses import dataclass

from agent import regex as re


@dataclass(frozen=True, slots=True)
class _Plan:
    """A country's code, what is dialled inside it before a number, and what a number looks like after that."""

    code: str
    trunk: str
    subscriber: str


_BRITISH = _Plan("44", "0", r"[1-357-9]\d{9}")
_AMERICAN = _Plan("1", "1?", r"[2-9]\d{2}[2-9]\d{6}")
_ITALIAN = _Plan("39", "", r"0\d{7,10}|3\d{8,9}")
_FRENCH = ("FR", "RE", "YT", "GP", "BL", "MF", "MQ", "GF")
_PLANS = {
    **dict.fromkeys(("GB", "GG", "JE", "IM"), _BRITISH),
    **dict.fromkeys(("US", "CA"), _AMERICAN),
    **dict.fromkeys(("IT", "VA"), _ITALIAN),
    **dict.fromkeys(_FRENCH, _Plan("33", "0", r"[1-9]\d{8}")),
    "AT": _Plan("43", "0", r"1\d{6,11}|[2-7]\d{6,11}"),
    "BE": _Plan("32", "0", r"4\d{8}|[1-9]\d{7}"),
    "CH": _Plan("41", "0", r"[2-9]\d{8}"),
    "CY": _Plan("357", "", r"[29]\d{7}"),
    "CZ": _Plan("420", "", r"[2-7]\d{8}"),
    "DE": _Plan("49", "0", r"1[5-7]\d{8,9}|[2-9]\d{5,11}"),
    "DK": _Plan("45", "", r"[2-9]\d{7}"),
    "ES": _Plan("34", "", r"[6-9]\d{8}"),
    "FI": _Plan("358", "0", r"[1-9]\d{5,9}"),
    "GR": _Plan("30", "", r"[26]\d{9}"),
    "HR": _Plan("385", "0", r"[1-9]\d{7,8}"),
    "HU": _Plan("36", "06", r"[1-9]\d{7}|[2357]\d{8}"),
    "IE": _Plan("353", "0", r"1\d{7}|[24-79]\d{6,8}|8\d{8}"),
    "IS": _Plan("354", "", r"[4-9]\d{6}"),
    "LU": _Plan("352", "", r"6\d{8}|[2-9]\d{5}|2\d{7}"),
    "MC": _Plan("377", "", r"[4-9]\d{7}|6\d{8}"),
    "MT": _Plan("356", "", r"[279]\d{7}"),
    "NC": _Plan("687", "", r"[2-57-9]\d{5}"),
    "NL": _Plan("31", "0", r"[1-8]\d{8}"),
    "NO": _Plan("47", "", r"[2-9]\d{7}"),
    "PF": _Plan("689", "", r"[48]\d{7}"),
    "PL": _Plan("48", "", r"[1-9]\d{8}"),
    "PT": _Plan("351", "", r"[239]\d{8}"),
    "SE": _Plan("46", "0", r"[1-9]\d{6,8}"),
    "SI": _Plan("386", "0", r"[1-7]\d{7}"),
    "SK": _Plan("421", "0", r"[2-9]\d{8}"),
}
_BY_CODE = {plan.code: plan for plan in _PLANS.values()}
_OVERSEAS = {
    **dict.fromkeys(("262", "263", "269", "639", "692", "693"), "262"),
    **dict.fromkeys(("590", "690", "691"), "590"),
    **dict.fromkeys(("594", "694"), "594"),
    **dict.fromkeys(("596", "696", "697"), "596"),
}
"""How a French number begins that is subscribed overseas, and the code under which it is called from abroad."""
_OVERSEAS_CODES = frozenset(_OVERSEAS.values())
_ONE = re.compile(r"(?:\+|\(\+?|00)?[ ]?\d[\d .\-]*(?:\([ ]?\d{1,5}[ ]?\)[\d .\-]*)?\d|\(\+?\d{1,5}\)[\d .\-]*\d")
"""One telephone number and nothing else."""
_FRENCH_FORM = re.compile(r"\b0[1-9](?:[ .]\d\d){4}\b(?![ .]?\d)")
_PART_BEFORE = re.compile(r"[\d+.(/-][ .]?$")


def dialled(text: str, country: str | None) -> str:
    """ "09 70 27 15 51" of a French field → "+33970271551"; "" where it cannot be read as one of the country."""
    said = text.strip().rstrip(".;,")
    if not _ONE.fullmatch(said):
        return ""
    digits = re.sub(r"\D", "", said)
    if said.startswith("+") or re.match(r"\(\+", said):
        return _abroad(said.partition("+")[2])
    if digits.startswith("00"):
        return _abroad(re.sub(r"^\D*0\D*0", "", said))
    plan = _PLANS.get(country or "")
    if plan is None:
        return ""
    national = re.fullmatch(f"{plan.trunk}({plan.subscriber})", digits)
    if national is None:
        written = re.match(r"\((\d+)\)", said)
        return _abroad(said) if written and written[1] == plan.code else ""
    number = national[1]
    return _french(number, country or "") if plan.code == "33" else f"+{plan.code}{number}"


def found_in(text: str, country: str | None) -> tuple[tuple[str, str], ...]:
    """The numbers in French spelling that stand in a text, each with what is dialled for it."""
    each = (m for m in _FRENCH_FORM.finditer(text) if not _PART_BEFORE.search(text, 0, m.start()))
    return tuple((m.group(), number) for m in each if (number := dialled(m.group(), country)))


def _abroad(said: str) -> str:
    """A number that begins with a country's code; "(0)" is dialled inside the country only, but in Italy."""
    digits, bare = re.sub(r"\D", "", said), re.sub(r"\D", "", re.sub(r"\( ?0 ?\)", "", said))
    plan = next((_BY_CODE[digits[:n]] for n in (3, 2, 1) if digits[:n] in _BY_CODE), None)
    if plan is None:
        if bare[:3] in _OVERSEAS_CODES:
            return f"+{bare}" if re.fullmatch(r"\d{3}[1-9]\d{8}", bare) else ""
        return f"+{bare}" if "(0" not in said and 8 <= len(bare) <= 15 else ""
    number = (digits if plan is _ITALIAN else bare).removeprefix(plan.code)
    if plan.code == "33" and re.fullmatch(plan.subscriber, number):
        return _french(number, "FR")
    return f"+{plan.code}{number}" if re.fullmatch(plan.subscriber, number) else ""


def _french(number: str, country: str) -> str:
    if code := _OVERSEAS.get(number[:3]):
        return f"+{code}{number}"
    shared = number[0] in "89" or number.startswith("709")  # one beginning for France and for overseas
    return "" if number.startswith("709") or (shared and country != "FR") else f"+33{number}"
