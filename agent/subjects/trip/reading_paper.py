"""Reads whether a flight is told for one of its papers alone: "by when must the GAR be in if I leave at half ten?"."""

from __future__ import annotations

from agent import regex as re
from agent.language.said import Said
from agent.subjects.trip.stops import PURPOSE
from agent.subjects.trip.timeline import About

ABOUT: dict[str, About] = {
    "gar": "report",
    "gendec": "report",
    "police": "report",
    "customs": "border",
    "immigration": "border",
    "flight_plan": "flight_plan",
    "notice": "everything",
    "no_ppr": "permission",
}
"""What of a trip a word asks for; notice is customs', police's and the field's alike, so all of it."""
_GARDA = re.compile(r"\bgarda[ií]?\b")
""" "Do I have to tell the Gardai?": what is reported, and what is known of Ireland's own."""
_BY_WHEN = re.compile(
    r"\b(?:when|what time|(?:the )?latest|last moment|deadline|cut-?off|how (?:early|long|soon|late|far ahead|many hours|much (?:notice|warning))|"
    r"needs? telling|wann|wieviel uhr|wie (?:früh|spät|lange|viele stunden)|spätestens|frist|"
    r"quand|quelle heure|au plus tard|dernier (?:délai|moment)|délai|combien (?:de temps|d'heures))\b"
)
_ALL_OF_IT = re.compile(
    r"\b(?:formalit\w+|formalités|paperwork|papierkram|everything|else|deadlines|fristen|délais|all (?:the|of)|alles|sonst noch|tout|"
    r"(?:what|was|que|qu')(?: all)? (?:do|must|should|shall|muss|soll|brauche?n?|dois|faut)\b[^.;?!,]{0,14}\b(?:need|file|send|do|sort|arrange|tun|machen|wir|ich|faire|il)?)\b|"
    r"\b(?:what|which|welche\w*|quel(?:le)?s?)\b[^.;?!,]{0,20}\b(?:papers|documents|notices|permissions|papiere?|dokumente|unterlagen|meldungen|"
    r"papiers|préavis|démarches|déclarations)\b|"
    r"\bqu'(?:est-ce qu'il|est ce qu'il) (?:me |nous )?faut\b|"
    r"\bwhat (?:all )?(?:has|have|needs?) (?:got )?to be (?:filed|done|sent|sorted)\b|"
    r"\bwas muss (?:alles )?(?:wann )?(?:gemeldet|geschickt|eingereicht|erledigt) werden\b|\bce qui doit être (?:envoyé|déposé|fait)\b|"
    r"\b(?:what|which)(?: else| all)? (?:\w+ )?(?:has|have|needs?|is|are|must|should|ought)(?: still)? (?:to )?(?:be )?(?:sent|filed|done|told|arranged|submitted|sorted|booked)\b|"
    r"\b(?:was|welche \w+)(?: alles)? (?:\w+ ){0,3}(?:muss|müssen|ist|sind)\b[^.;?!,]{0,30}\b(?:geschickt|gemeldet|eingereicht|erledigt|gesendet|schicken|melden|einreichen|erledigen)\b|"
    r"\b(?:que|qu'est-ce qu'il|quoi|ce qu'il)\b[^.;?!,]{0,14}\b(?:envoyer|déposer|transmettre|remplir|prévenir)\b|"
    r"\b(?:and|n|&|und|et) (?:all (?:that|the rest|this|those)|the rest|the lot|so|so weiter|all das|all dem|tout (?:ça|cela|le reste|le toutim)|le reste)\b|\betc\b"
)


def one_paper_asked(said: Said) -> About | None:
    """The one paper of which it is asked by when it is due; None where all that the flight takes is asked."""
    low = said.slots.low
    papers = {mention.concept for mention in said.all_of(*ABOUT)}
    abouts: set[About] = {ABOUT[concept] for concept in papers - ({"notice"} if len(papers) > 1 else set[str]())}
    if len(abouts) != 1 or _ALL_OF_IT.search(low):
        return None
    return abouts.pop() if _BY_WHEN.search(low) or _GARDA.search(low) else None


_IS_NEEDED = re.compile(
    r"\b(?:need\w*|required?|necessary|must|have to|brauch\w*|nötig|muss|müssen|pflicht|faut|falloir|besoin|obligatoire|nécessaire|exigée?)\b|\?\s*$"
)


def paper_beside(said: Said, low: str) -> About | None:
    """ "Si je passe par Albenga, faut la douane ?": the one paper that is asked beside a change of the trip."""
    told = [
        m for m in said.all_of(*ABOUT) if not any(a.start() <= m.start < a.end() for a in PURPOSE.finditer(low))
    ]
    abouts: set[About] = {ABOUT[mention.concept] for mention in told}
    return abouts.pop() if len(abouts) == 1 and _IS_NEEDED.search(low) and not _ALL_OF_IT.search(low) else None


_CLAUSE = re.compile(r"[^,;.?!]+")


def clauses_of_papers(said: Said) -> list[tuple[int, int]]:
    """The clauses that speak of a paper, behind others."""
    papers = [mention.start for mention in said.all_of(*ABOUT)]
    clauses = [match.span() for match in _CLAUSE.finditer(said.slots.low)]
    return [(a, b) for a, b in clauses[1:] if any(a <= at < b for at in papers)]
