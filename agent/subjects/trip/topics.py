"""Reads what of the trip in hand a few words ask: its subject, and beside it only words that ask or say little."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pydantic import JsonValue

from agent import regex as re
from agent.language.courtesy import CHAT
from agent.language.ends import country_of, field_of
from agent.language.said import Said
from agent.language.slot_words import FUNCTION
from agent.language.wording import keys_of
from agent.protocol import ToolCall
from agent.subjects.trip.timeline import About

Trip = Mapping[str, JsonValue]
MOST_WORDS = 9
_SMALL = (
    FUNCTION
    | CHAT
    | keys_of(
        """
        where when how long far early late now still also please possible possibly ok fine need needed needs
        required necessary compulsory have make do done get go going come coming leave land home back way leg
        legs both trip flight deadline deadlines time times show me tell give return
        outbound inbound outward flights only just nothing i'm we're it's what's that's wo
        wohin müssen brauchen brauche braucht machen mache kommen komme geht gehen noch schon jetzt nötig
        notwendig pflicht mal nochmal einmal beide strecke strecken etappe etappen jede jeden flug reise heim
        zurück rückflug rückweg hinflug hinweg nur landen bitte denn dann lange vorher alles das ganze
        où faut-il faut il besoin besoins obligatoire
        obligatoires nécessaire faire peut-on on peut encore chaque étape étapes deux sens aller retour vol
        trajet rentre rentrer rentrons atterrir poser maintenant alors c'est longtemps avant svp
        """
    )
)
_HOMEWARD = r"home|back|return|heim\w*|zurück|rückflug|rückweg|retour|rentr\w+"
_SUBJECTS: tuple[tuple[re.Pattern[str], About | None], ...] = (
    (
        re.compile(
            r"\btoo late\b|\btrop tard\b|\bzu spät\b|\b(?:at the )?latest\b|\bspätestens\b|\bau plus tard\b|"
            r"\blast slot\b|\bbeat (?:the )?(?:sunset|dark|night)\b|\b(?:last|latest) (?:take-?off|departure|"
            r"off[- ]blocks)\b|\bderniers? (?:décollages?|départs?)\b|"
            r"\bletzte[rn]? (?:start|abflug|abblockzeit)\b|"
            r"\b(?:by|in|before|bei|vor|avant|de) (?:the |der |dem |la |le )?"
            r"(?:dark|daylight|nightfall|sunset|tageslicht|dunkelheit|nuit|jour)\b|"
            rf"\b(?:night|dark|dunkel|nachts?|nuit)\b(?=.*\b(?:{_HOMEWARD})\b)"
        ),
        "off_blocks",
    ),
    (
        re.compile(
            r"\b(?:gars?|gendecs?|general declarations?|generaldeklaration\w*|déclarations? générales?|"
            r"police|polizei|special branch)\b"
        ),
        "report",
    ),
    (re.compile(r"\b(?:customs|immigration|zoll\w*|douanes?|dédouane\w*|verzoll\w*)\b"), "border"),
    (re.compile(r"\b(?:international|domestic|auslandsflug|inlandsflug)\b"), "border"),
    (re.compile(r"\b(?:flight ?plans?|fpl|flugpl[aä]ne?|plans? de vol)\b"), "flight_plan"),
    (re.compile(r"\b(?:ppr|(?<!last )slots?|permission|autorisation|genehmigung)\b"), "permission"),
    (
        re.compile(
            r"\b(?:all together|recap|summary|overview|deadlines|fristen|échéances|résumé|récap\w*|zusammen\w*|"
            r"übersicht|anmelden|préavis|prévenir|avertir|notify)\b|"
            r"^\W*(?:(?:and|so|ok|und|et) )*(?:when|wann|quand|next|(?:what(?:'s| is) )?next|then what|after that|"
            r"dann|danach|ensuite|après|same times?|gleiche zeit(?:en)?|gleiche uhrzeit|mêmes? heures?)\W*$"
        ),
        None,
    ),
)
_TOO_LATE = re.compile(r"\b(?:too late|trop tard|zu spät)\b")
_REMINDERS = re.compile(r"\b(?:reminders?|erinnerungen|rappels)\b")


_PAPER_SAID = (
    r"(?:gars?|gendecs?|customs|immigration|zoll\w*|douanes?|flight ?plans?|fpl|flugpl[aä]ne?|plans? de vol|ppr)"
)
_ONLY = r"(?:only|just|nothing but|nur|bloß|bloss|lediglich|ausschließlich|uniquement|seulement|juste|rien que)"
_ONLY_IT = re.compile(
    rf"\b{_ONLY}\b(?:[ :]+(?!and\b|und\b|et\b)[\w'’]+){{0,6}}?[ :]+(?P<after>{_PAPER_SAID})\b"
    rf"|\b(?P<before>{_PAPER_SAID})(?: bitte| please| stp| svp)?,?[ (]+"
    r"(?:only|alone|nur|allein|uniquement|seulement|seul|(?:and )?nothing else|(?:und )?sonst nichts|"
    r"rien d['’]autre)\b"
)


def only_paper(low: str) -> tuple[About, tuple[int, int]] | None:
    """What of a flight is asked alone, and where that is said: "flight plan only", "nur der Zoll"."""
    if (found := _ONLY_IT.search(low)) is None:
        return None
    name = found["after"] or found["before"]
    named: list[About] = [about for pattern, about in _SUBJECTS if about and pattern.search(name)]
    others = {about for pattern, about in _SUBJECTS if about in _PAPERS and pattern.search(low)}
    return (named[0], found.span()) if named and others <= {*named} else None


_PAPERS = frozenset(("report", "border", "flight_plan", "permission"))


def about_subject(said: Said, trip: Trip) -> ToolCall | None:
    """The trip by its one subject that is named, the whole of it for its deadlines; None where more is said."""
    slots = said.slots
    if len(slots.words) > MOST_WORDS:
        return None
    if (asked := _REMINDERS.search(slots.low)) and _is_all(said, [asked.span()]):
        return ToolCall(tool="set_reminders", arguments={})
    found = [(match.span(), about) for pattern, about in _SUBJECTS for match in pattern.finditer(slots.low)]
    abouts = {about for _, about in found}
    if _TOO_LATE.search(slots.low) and len(asked_of := abouts - {None, "off_blocks"}) == 1:
        abouts = asked_of  # "too late for customs?": of customs
    if len(abouts) != 1 or not _is_all(said, [span for span, _ in found]):
        return None
    (about,) = abouts
    if about == "permission" and (stop := _at_a_stop(said, trip)) is not None:
        return stop
    return ToolCall(tool="plan_trip", arguments={**trip, **({"about": about} if about else {})})


def _at_a_stop(said: Said, trip: Trip) -> ToolCall | None:
    """ "PPR at Shoreham?" of a trip over Shoreham: of that field alone, on the day of the way on which it lies."""
    if len(said.slots.spots) != 1:
        return None
    name = said.name(said.slots.spots[0])
    code = field_of(name, said.deps) or name
    for way, day in (("via", "day"), ("return_via", "return_day")):
        stops = v if isinstance(v := trip.get(way), list) else []
        if code not in [field_of(str(stop), said.deps) for stop in stops]:
            continue
        start = trip.get("from_location") or said.home
        abroad = country_of(str(start), said.deps) if start else None
        when = {"date": dated} if isinstance(dated := trip.get(day), str) and dated[:1].isdigit() else {}
        whence = {"from_country": abroad} if abroad else {}
        arguments: dict[str, JsonValue] = {"about": "ppr", "icao_code": code, **whence, **when}
        return ToolCall(tool="get_notification_for_airport", arguments=arguments)
    return None


def _is_all(said: Said, spans: Iterable[tuple[int, int]]) -> bool:
    """Whether every other word says little by itself."""
    taken = [*spans, *((spot.start, spot.end) for spot in said.slots.spots)]
    rest = [w for w in said.slots.words if not any(a < w.end and w.start < b for a, b in taken)]
    return all(word.key in _SMALL for word in rest)
