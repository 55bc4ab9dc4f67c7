"""Puts back the apostrophe that is left out in typed French: "ya lavgas a megeve", "pas loin dannecy"."""

from __future__ import annotations

from collections.abc import Callable

from agent import regex as re
from agent.aviation.names import fold
from agent.language.slot_words import FRENCH, FUNCTION
from agent.language.spoken import written_in
from agent.language.wording import word_set

_ELIDED = re.compile(r"(?<!-)\b(?P<head>[ld])(?P<rest>[aeiouyhàâéèêëîïôœ][\w-]{2,})(?!['’\w])", re.IGNORECASE)
_BEHIND_OF = re.compile(r"\b(?:de|du|des)\s$", re.IGNORECASE)
_FIXED = (
    (re.compile(r"\bya\b(?! que)", re.IGNORECASE), "y a"),
    (re.compile(r"\b([cC])est\b"), r"\1'est"),
    (re.compile(r"\b([jJ])ai\b"), r"\1'ai"),
    (re.compile(r"\b(moins|plus|près|loin|autour|rayon) dune\b", re.IGNORECASE), r"\1 d'une"),
    (re.compile(r"\b([qQ]u)(il|on|un|une)\b"), r"\1'\2"),
    (
        re.compile(
            r"\bd(?=une (?:journ|demi|heure|semaine|piste|autre|escale|balade|sortie|plage|ville|île|après)"
            r"|un (?:jour|terrain|avion|week|autre|restaurant|hôtel|hotel|aéro|aero))"
        ),
        "d'",
    ),
    (re.compile(r"\bleau\b"), "l'eau"),
)
"""What is written so in French alone; "dune" is a word of its own but behind what measures."""
_APART = re.compile(
    r"(?<![\w'’])(?<!classe )(?<!class )(?<!\d )(?P<head>[ldnjcmst]|qu) (?=[aeiouyhàâéèêëîïôœ])(?!à |a |et |ou |en |h\d)",
    re.IGNORECASE,
)
"""A blank for the apostrophe: "a l ile d yeu"; "classe d au dessus" is an airspace's."""
_MORE_FRENCH = word_set(
    "est ce que qui quoi combien il elle on faut ou pas ca sur en autour pres loin vers entre terrains altisurfaces altiports sans chez au aux une et terrain piste ya cest jai"
)
_ARTICLED = word_set(
    "ete hiver automne apres-midi altitude heure huile essence avgas aeroport aerodrome aeroclub atterrissage approche approches "
    "arrivee ouverture horaire horaires immigration autonomie espagne italie allemagne autriche angleterre irlande ecosse "
    "altisurfaces altisurface altiport hotel hotels endroit escale ulm ifr ils avion eau ile iles ouest est"
)
"""What a pilot writes behind l' and d'."""


def with_apostrophes(text: str, is_word: Callable[[str], bool], is_place: Callable[[str], bool]) -> str:
    """The text with what is run together parted, where the message is French and the whole is nothing that is known."""
    words = {fold(word) for word in re.findall(r"[^\W\d_]+", text)}
    is_french = words & (FRENCH | _MORE_FRENCH) or written_in(text) == "fr"
    if not is_french or not words - FUNCTION:
        return text
    for run, parted in _FIXED:
        text = run.sub(parted, text)
    text = _APART.sub(lambda found: found[0] if found["head"].isupper() else f"{found['head']}'", text)

    def part(found: re.Match[str]) -> str:
        whole, rest = found[0], found["rest"]
        key = fold(rest)
        if _BEHIND_OF.search(text, 0, found.start()):
            return whole  # "le Puy de Dome"
        if whole.isupper() or key in ("es", "une") or is_word(fold(whole)):
            return whole
        if key in _ARTICLED or (not is_place(whole) and (is_word(key) or is_place(rest))):
            return f"{found['head']}'{rest}"
        return whole

    return _ELIDED.sub(part, text)
