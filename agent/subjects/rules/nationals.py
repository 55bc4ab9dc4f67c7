"""What a passport asks for where one flies: the general text read for the nationality that a question names."""

from __future__ import annotations

from collections.abc import Sequence

from agent import regex as re
from agent.aviation.countries import Country
from agent.deps import Deps
from agent.language.nationality import of_a_permit, of_people, permit_said
from agent.language.slots import Named
from agent.registry import ToolContext
from agent.subjects.measures import with_article
from agent.subjects.rules.residents import lives_in_ireland
from agent.subjects.rules.said import names_in
from tongue import SOURCE, country_name, say, spoken

_COMMON_TRAVEL = frozenset(("GB", "IE"))
_CROWN = frozenset(("GG", "JE", "IM"))
_EU = frozenset(
    (
        "AT",
        "BE",
        "BG",
        "HR",
        "CY",
        "CZ",
        "DK",
        "EE",
        "FI",
        "FR",
        "DE",
        "GR",
        "HU",
        "IE",
        "IT",
        "LV",
        "LT",
        "LU",
        "MT",
    )
) | frozenset(("NL", "PL", "PT", "RO", "SK", "SI", "ES", "SE"))
VISA_NEEDED = frozenset(
    (
        "AF",
        "AO",
        "AM",
        "AZ",
        "BH",
        "BD",
        "BY",
        "CN",
        "CU",
        "EG",
        "IN",
        "ID",
        "IR",
        "IQ",
        "KE",
        "MA",
        "NG",
        "PK",
        "PH",
    )
) | frozenset(("RU", "SA", "ZA", "LK", "TH", "TN", "TR", "VN"))
"""The states of Annex I that the entry `visa-list` names."""
_ALSO_IN_ANNEX_I = frozenset(
    (
        *("BF", "BI", "BJ", "BO", "BT", "BW", "BZ", "CD", "CF", "CG", "CI", "CM", "CV", "DJ", "DO", "DZ"),
        *("EC", "ER", "SZ", "ET", "FJ", "GA", "GH", "GM", "GN", "GQ", "GW", "GY", "HT", "JM", "JO", "KG"),
        *("KH", "KM", "KP", "KW", "KZ", "LA", "LB", "LR", "LS", "LY", "MG", "ML", "MM", "MN", "MR", "MV"),
        *("MW", "MZ", "NA", "NE", "NP", "OM", "PG", "QA", "RW", "SD", "SL", "SN", "SO", "SR", "SS", "ST"),
        *("SY", "TD", "TG", "TJ", "TM", "TZ", "UG", "UZ", "YE", "ZM", "ZW"),
    )
)
"""The rest of that list, Regulation (EU) 2018/1806 as reproduced at lexparency.de, read 29 Nov 2026."""
VISA_FREE = frozenset(("GB", "US", "CA", "AU", "NZ", "JP", "KR", "IL", "BR", "AR", "CL", "MX", "SG", "UA", "RS"))
"""States of Annex II (13 October 2024), and the United Kingdom, as the entry `visa-list` names them."""


_WHO_FLIES = re.compile(r"\s+(?:pilots?|crews?|instructors?|piloten|besatzung|fluglehrer\w*|équipages?)\b")


def of_their_passport(
    question: str, countries: Sequence[str], context: ToolContext, before: Sequence[str] = ()
) -> str:
    """One line for each nationality aboard that a question names: an ETA, a visa, a passport, or none of them.

    `before`: what was asked before, where the question itself names none: "she only has her identity card".
    """
    low = question.lower()
    people = _people(question, context)
    for said in before:
        people = people or _people(said, context)
    codes = list(dict.fromkeys(one.country.code for one in people))
    if not codes:
        alone = _CARD.search(low) is not None and "GB" in countries[:2]
        return (
            say(
                "**Identity card alone: no for the United Kingdom, a passport; the card only in some cases, "
                "named below.**"
            )
            if alone
            else ""
        )
    lines: list[str] = []
    card = _CARD.search(low) is not None
    in_ireland = "GB" in countries[:2] and lives_in_ireland((question, *before), context.deps)
    for country in countries[:2]:
        cards = [_of_card(code, country, context) for code in codes[:3]] if card else []
        told = [
            _living_in_ireland(code, context.deps) if in_ireland and country == "GB" else "" for code in codes[:3]
        ]
        told = [
            line or of_one_passport(code, country, context.deps) for line, code in zip(told, codes, strict=False)
        ]
        told = [line for line in told if line]
        told = [*filter(None, cards), *told]
        third = any(code not in EASA_STATES for code in codes[:3])
        if third and permit_said(low) and context.deps.borders.of_country(country).schengen == "yes":
            told.append(
                say(
                    "A valid residence permit of a Schengen state stands in for a visa; Swiss permits B, C, "
                    "L and Ci count, for up to 90 days (ch.ch, not dated, read Nov 2026). "
                    "The passport comes along."
                )
            )
        known = context.deps.countries.get(country)
        if told and len(countries) > 1 and known is not None:
            lines.append(say("{name}: {value}", name=country_name(known.name), value=" ".join(told)))
        else:
            lines += told
    return "\n".join(lines)


def _people(question: str, context: ToolContext) -> list[Named]:
    """The nationalities of those aboard."""
    low = question.lower()
    return [
        one
        for one in names_in(question, context)
        if (of_people(one, low) or (one.demonym and _WHO_FLIES.match(low, one.end))) and not of_a_permit(one, low)
    ]


_CARD = re.compile(
    r"\b(?:(?:national |their |an? |my )?identity cards?|id[- ]?cards?"
    r"|(?:with|on|only|just) (?:an? |my |their |his |her )?ids?"
    r"|(?:personal)?ausweis\w*|perso|identitätskarte\w*|cartes? (?:nationale )?d['’ ]?identité|cni)\b"
)
EASA_STATES = _EU | {"CH", "NO", "IS", "LI"}


def _of_card(code: str, country: str, context: ToolContext) -> str:
    """Whether the identity card of a nationality will do, which a question asks."""
    known = context.deps.countries.get(code)
    if known is None or code not in EASA_STATES:
        return ""
    whose = _whose(known)
    if country == "GB" and code not in _COMMON_TRAVEL:
        return say(
            "**Identity card of {whose}: no, a passport; the card only in some cases, named below.**", whose=whose
        )
    if country == "JE" and code not in _COMMON_TRAVEL:
        return say(
            "**Identity card of {whose}: not from outside the Common Travel Area, but for what is named below.**",
            whose=whose,
        )
    if code in _EU and context.deps.borders.of_country(country).schengen == "yes":
        return say("**Identity card of {whose}: yes.**", whose=whose)
    return ""


def between_schengen_states(code: str, deps: Deps) -> str:
    """What a passport asks for where the flight stays among the Schengen states."""
    known = deps.countries.get(code)
    if known is None:
        return ""
    whose = _whose(known)
    if code in _EU:
        return say("**Passport of {whose}, or its identity card: carried, not normally shown.**", whose=whose)
    if code in VISA_NEEDED | _ALSO_IN_ANNEX_I:
        return say(
            "**Passport of {whose}, with its visa or a residence permit of a Schengen state: "
            "carried, not normally shown.** "
            "Swiss permits B, C, L and Ci count, for up to 90 days (ch.ch, not dated, read Nov 2026).",
            whose=whose,
        )
    return say("**Passport of {whose}: carried, not normally shown.**", whose=whose)


def _whose(country: Country) -> str:
    return with_article(country.name) if spoken() == SOURCE else country_name(country.name)


def _on_the_lists(code: str, country: str, whose: str, deps: Deps) -> str:
    """A visa or an ETA for the United Kingdom or an island of the Crown, by the UK's two lists."""
    needed, day = deps.visas.of_passport(code), deps.visas.as_of
    if country in _CROWN:
        if needed == "visa":
            return say(
                "**Passport of {whose}: on the UK's visa list ({day:%-d %b %Y}), so no ETA: "
                "ask the island which visa it wants.**",
                whose=whose,
                day=day,
            )
        return say(
            "**Passport of {whose}: from outside the Common Travel Area an ETA may be due, if no visa is.**",
            whose=whose,
        )
    if needed == "visa":
        return say(
            "**Passport of {whose}: a visa for the UK before travel; no ETA stands in for it.** By the UK's visa "
            "list of {day:%-d %b %Y}, which goes by nationality, not by residence; "
            "its few exceptions are on GOV.UK.",
            whose=whose,
            day=day,
        )
    if needed == "eta":
        return say("**Passport of {whose}: an ETA before travel, and no visa for a visit.**", whose=whose)
    return say(
        "**Passport of {whose}: a visa or an ETA, I do not hold which: "
        "ask GOV.UK (“Check if you need a UK visa”).**",
        whose=whose,
    )


def _living_in_ireland(code: str, deps: Deps) -> str:
    """Who would need an ETA needs none as a resident of Ireland; a visa is not changed by that."""
    known = deps.countries.get(code)
    if known is None or code in _COMMON_TRAVEL or deps.visas.of_passport(code) != "eta":
        return ""
    return say(
        "**Passport of {whose}, legally resident in Ireland: no ETA on coming from Ireland, Guernsey, Jersey or "
        "the Isle of Man; an ETA from elsewhere.** Carry evidence of living there, which may be asked for.",
        whose=_whose(known),
    )


def of_one_passport(code: str, country: str, deps: Deps) -> str:
    """What a passport asks for on entering a country, in a line; "" where nothing is held on it."""
    known = deps.countries.get(code)
    if known is None:
        return ""
    whose = _whose(known)
    if country == "GB" or country in _CROWN:
        if code in _COMMON_TRAVEL:
            return say("**Passport of {whose}: no ETA.**", whose=whose)
        return _on_the_lists(code, country, whose, deps)
    if country == "IE" and code in _COMMON_TRAVEL:
        return say(
            "**Passport of {whose}: not needed from the UK, the Channel Islands or the Isle of Man, photo "
            "identification is; the passport is the surest.**",
            whose=whose,
        )
    if country == "IE" and code in _EU:
        return say("**Passport of {whose}, or its identity card: one of them, and no visa.**", whose=whose)
    if deps.borders.of_country(country).schengen != "yes":
        return ""
    if code in _EU:
        return say("**Passport of {whose}, or its identity card: no visa.**", whose=whose)
    if code in VISA_NEEDED | _ALSO_IN_ANNEX_I:
        return say(
            "**Passport of {whose}: a visa for the Schengen states, or a valid residence permit of one of them.** "
            "(Schengen Borders Code on entry, as quoted in a handbook of 2020.)",
            whose=whose,
        )
    if code in VISA_FREE:
        return say("**Passport of {whose}: no visa for up to 90 days in any 180.**", whose=whose)
    return say("**Passport of {whose}: not named in the lists held here, ask the border police.**", whose=whose)
