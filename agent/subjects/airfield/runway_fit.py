"""Whether a field's runways are as long, and of the surface, as one asks: "I need 600 m, is it enough?"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from agent import regex as re
from agent.aviation.airports import Runway
from agent.aviation.surfaces import is_hard, material
from agent.protocol import Value
from tongue import later, say

Surface = Literal["hard", "grass", "sand"]
_NAMES: dict[str, str] = {
    "hard": later("hard runway"),
    "grass": later("grass runway"),
    "sand": later("sand runway"),
}
_DECLARED = re.compile(r"(?P<what>LDA|TORA) (?P<m>\d{3,4})\b")
_STATED = re.compile(r"\bm, (?P<surface>[A-Za-z][\w /-]*)")
_METRES_PER_FOOT = 0.3048


class RunwayFit(Value):
    """The longest open runway of the surface asked for, against the metres that are needed.

    `fits` is None where no length is known. `declared` is the shortest declared distance that is less than needed,
    where the runway itself is long enough, `doubt` what a page says otherwise than the airport table.
    """

    needed_m: int | None = None
    surface: Surface | None = None
    idents: str | None = None
    length_m: int | None = None
    fits: bool | None = None
    declared: str | None = None
    doubt: str | None = None
    named: str | None = None


def of_those_named(runways: Sequence[Runway], named: Sequence[str]) -> Sequence[Runway]:
    """The runways that a message names ("12/30", "12"); all of them where none is."""
    wanted = {end for one in named for end in one.split("/")}
    return [r for r in runways if {r.le_ident, r.he_ident} & wanted] or runways


def runway_fit(
    runways: Sequence[Runway],
    stated: Sequence[str],
    needed_m: int | None,
    surface: Surface | None,
    doubt: str | None = None,
    named: Sequence[str] = (),
) -> RunwayFit | None:
    """What is asked of the runways, or of those `named`; None where nothing of the kind is.

    `stated` is what the AIP says of each end.
    """
    if needed_m is None and surface is None:
        return None
    asked = of_those_named(runways, named)
    usable = [r for r in asked if not r.closed]
    only = ", ".join(named) if asked is not runways and needed_m is None else None
    fitting = [r for r in usable if surface is None or _is_of(r, surface, stated)]
    best = max(fitting, key=lambda r: r.length_ft or 0, default=None)
    if best is None:
        unclear = not usable or any(r.hard is None for r in usable)
        return RunwayFit(needed_m=needed_m, surface=surface, fits=None if unclear else False, named=only)
    idents = "/".join(ident for ident in (best.le_ident, best.he_ident) if ident) or "?"
    length = round(best.length_ft * _METRES_PER_FOOT) if best.length_ft else None
    fits = True if needed_m is None else None if length is None else length >= needed_m
    short = _declared_short(best, stated, needed_m) if fits and needed_m is not None else None
    return RunwayFit(
        needed_m=needed_m, surface=surface, idents=idents, length_m=length, fits=fits, declared=short, doubt=doubt
    )


def _is_of(runway: Runway, surface: Surface, stated: Sequence[str]) -> bool:
    """Whether a runway is of a surface: by the AIP where that names one, else by the airport table."""
    ends = [end for end in (runway.le_ident, runway.he_ident) if end]
    told = [
        m["surface"]
        for text in stated
        for end in ends
        if text.startswith(f"{end}:") and (m := _STATED.search(text))
    ]
    raw = next((one for one in told if is_hard(one) is not None), runway.surface)
    hard = is_hard(raw) if raw is not runway.surface else runway.hard
    if surface == "hard":
        return hard is True
    made = material(raw)
    return hard is False and (made == "sand" if surface == "sand" else made not in ("sand", "gravel", "water"))


def _declared_short(runway: Runway, stated: Sequence[str], needed_m: int) -> str | None:
    """The shortest distance declared of one of its ends that is less than needed: "22: LDA 508 m"."""
    ends = [end for end in (runway.le_ident, runway.he_ident) if end]
    told = [
        (int(found["m"]), f"{end}: {found['what']} {found['m']} m")
        for text in stated
        for end in ends
        if text.startswith(f"{end}:")
        for found in _DECLARED.finditer(text)
    ]
    least = min(told, default=None)
    return least[1] if least is not None and least[0] < needed_m else None


def fit_words(fit: RunwayFit | None) -> list[str]:
    """Yes or no, with the runway that decides it."""
    if fit is None:
        return []
    kind = say(_NAMES[fit.surface]) if fit.surface else None
    if fit.idents is None:
        if kind and fit.named and fit.fits is False:
            return [say("**No: by the airport table {runway} is no {kind}.**", runway=fit.named, kind=kind)]
        return (
            [
                say("**No: the airport table has no {kind} there.**", kind=kind)
                if fit.fits is False
                else say("**Whether there is a {kind} I do not know.**", kind=kind)
            ]
            if kind
            else []
        )
    if fit.needed_m is None:
        asks = [say("Sand may be a beach that the tide covers: ask the field when it may be used.")]
        return [
            say("**Yes: {idents} is a {kind}.**", idents=fit.idents, kind=kind),
            *asks[: fit.surface == "sand"],
        ]
    if fit.length_m is None:
        return [
            say(
                "**Whether it has {needed} m I do not know: no length of {idents}.**",
                needed=fit.needed_m,
                idents=fit.idents,
            )
        ]
    what = say("{idents} ({kind})", idents=fit.idents, kind=kind) if kind else fit.idents
    if fit.fits and fit.doubt:
        return [say("**Do not count on it: {what} has {length:,} m in the airport table, but {doubt}.**",
                    what=what, length=fit.length_m, doubt=fit.doubt)]  # fmt: skip
    if not fit.fits:
        short = fit.needed_m - fit.length_m
        return [say("**No: the longest, {what}, has {length:,} m, {short:,} m less than {needed:,} m.**",
                    what=what, length=fit.length_m, short=short, needed=fit.needed_m)]  # fmt: skip
    if fit.declared is not None:
        return [say("**Not each way: {what} has {length:,} m, but {declared} is declared: under {needed:,} m.**",
                    what=what, length=fit.length_m, declared=fit.declared, needed=fit.needed_m)]  # fmt: skip
    over = fit.length_m - fit.needed_m
    if over == 0:
        return [say("**Exactly {needed:,} m: {what}, by its physical length.**", needed=fit.needed_m, what=what)]
    return [say("**Yes: {what} has {length:,} m, {over:,} m more than {needed:,} m.**",
                what=what, length=fit.length_m, over=over, needed=fit.needed_m)]  # fmt: skip
