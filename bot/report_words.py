"""What a person types to a report just shown or just saved: yes, undo, forget my report."""

from __future__ import annotations

from agent import regex as re

_YES = frozenset(
    {
        *(
            "yes",
            "y",
            "yes please",
            "save",
            "save it",
            "save report",
            "save the report",
            "save my report",
            "keep it",
            "ok",
        ),
        *("oui", "enregistre", "enregistrer", "enregistrer le rapport", "garde le", "ja", "ja bitte", "speichern"),
        *("speichere es", "bericht speichern"),
    }
)
_IT = r"(?:it|this|that|the last (?:one|report)|ça|cela|das|es)"
_MINE = (
    r"(?:(?:my|the|that|this|mein\w*|den|diesen|mon|ma|le|ce) (?:last |letzten? |dernier )?"
    r"(?:report|review|note|bericht|meldung|rapport|signalement|avis|compte[- ]rendu))"
)
_OF_A_FIELD = r"(?: (?:about|of|on|from|for|at|über|zu|von|aus|sur|de|d'|à)\s*(?P<field{n}>[^,;?!]{{2,40}}))?"
_UNDO = re.compile(
    rf"undo(?: {_IT}| {_MINE})?|(?:take|pull) (?:{_IT}|{_MINE}) back|take back (?:{_IT}|{_MINE})|"
    rf"(?:forget|delete|remove|withdraw|retract|cancel) (?:{_MINE}|the last report){_OF_A_FIELD.format(n=1)}|"
    rf"annule[rz]?(?: {_IT}| {_MINE})?|(?:supprime[rz]?|retire[rz]?|efface[rz]?) {_MINE}{_OF_A_FIELD.format(n=2)}|"
    rf"rückgängig(?: machen)?|(?:mach|nimm) (?:{_IT}|{_MINE}) (?:rückgängig|zurück)|"
    rf"lösche? {_MINE}{_OF_A_FIELD.format(n=3)}"
)
_NAMES_IT = re.compile(_MINE)


def is_yes(text: str) -> bool:
    """Whether this says yes to a draft, and nothing else."""
    return _plain(text) in _YES


def is_undo(text: str) -> bool:
    """Whether this takes the last thing back, and says nothing else."""
    return _UNDO.fullmatch(_plain(text)) is not None


def field_of_undo(text: str) -> str:
    """The field whose report is to be taken back, as it is said; "" for none."""
    match = _UNDO.fullmatch(_plain(text))
    return next((name for name in match.groups() if name), "") if match else ""


def names_report(text: str) -> bool:
    """Whether an undo says that it means a report: "forget my report"."""
    return _NAMES_IT.search(_plain(text)) is not None


def _plain(text: str) -> str:
    plain = re.sub(r"^please[ ,]+|[ ,]+please$|^s'il (?:te|vous) plaît[ ,]+|[ ,]+bitte$", "", _bare(text))
    return _bare(plain)


def _bare(text: str) -> str:
    return " ".join(text.casefold().replace("’", "'").strip(" .!?").split())
