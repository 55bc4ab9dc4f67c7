"""Reads what is told and asked of people aboard a trip in hand.

Which papers they carry ("passports for the kids?"), and where somebody joins ("a friend joins us at Lydd").
"""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import JsonValue

from agent import regex as re
from agent.language.carried import of_the_parents, papers_asked
from agent.language.ends import field_of
from agent.language.nationality import of_a_permit, peoples
from agent.language.said import Said
from agent.protocol import ToolCall
from agent.subjects.trip.stops import kept_stays

Given = dict[str, JsonValue]
_MOST_WORDS = 14
_TRAVELLERS = ["travel-documents"]
_MINORS = "minors-abroad"
_AND_WHEN = re.compile(r"\b(?:and|und|et) (?:by |bis |pour )?(?:when|wann|quand)\b")
""" "What papers and when for that": all that the trip takes."""
CARD_ALONE = re.compile(
    r"\b(?:id(?:entity)?[- ]?cards?|(?<![bclg][- ])(?:personal)?ausweis(?! [bclg]\b)|perso|identitätskarte|carte d['’ ]?identit[ée]|cni)\b"
)
"""What somebody carries in place of a passport."""
_PEOPLE_NEED = re.compile(
    r"\b(?:what|which \w+|anything)(?: (?:papers|documents|else|special))? (?:do|does|would|will|should) (?:the |my |our |a )?"
    r"(?:kids?|children|child|bab(?:y|ies)|infants?|toddlers?|sons?|daughters?|wife|husband|girlfriend|boyfriend|mates?|friends?|passengers?|pax|guests?) need\b|"
    r"\bwas (?:brauch\w*|benötig\w*) (?:die |der |das |mein\w* |unser\w* )?(?:kind\w*|baby|säugling|frau|mann|sohn|tochter|passagiere?|gäste?|freund\w*|mitflieger)\b|"
    r"\b(?:de quoi|qu['’]est-ce (?:que|dont)|(?:que |qu['’]est-ce qu['’]il )?faut(?:-il)? (?:pour|aux?)) (?:les |le |la |mes |mon |ma |nos |l['’])?(?:enfants?|bébés?|femme|mari|fils|fille|passagers?|amie?s?|invités?)\b"
)
""" "What do the kids need?": which papers people carry."""


_CARD_ENOUGH = re.compile(
    r"\b(?:identity cards?|id[- ]?cards?|ids?|(?:personal)?ausweis\w*|perso|identitätskarte\w*|cartes? (?:nationale )?d['’ ]?identité|cni)\b"
)
""" "Is an ID card enough": told of the card, and not of papers at large."""


def papers_of(said: Said, trip: Mapping[str, JsonValue], countries: list[JsonValue]) -> ToolCall | None:
    """ "What papers must be aboard?", "do my passengers need passports?": by the law of the state that is entered."""
    slots = said.slots
    meant = said.deps.rules.corpus.named_in(slots.text) if of_the_parents(slots.low) else None
    if countries and meant is not None and meant.id == _MINORS and not slots.spots and not slots.countries:
        of_each: Given = {"question_ids": [_MINORS], "country_codes": countries}
        return ToolCall(tool="get_answers_for_questions", arguments=of_each)
    asked = [one for one, _ in papers_asked(slots.low)] or (_TRAVELLERS if _PEOPLE_NEED.search(slots.low) else [])
    if (
        not asked
        or slots.spots
        or slots.countries
        or slots.days
        or slots.of("clock")
        or len(slots.words) > _MOST_WORDS
        or _AND_WHEN.search(slots.low)
    ):
        return None
    held = said.deps.rules.corpus.questions.get(asked[0])
    if not countries or held is None:
        return None
    if CARD_ALONE.search(slots.low) and "GB" in countries:
        into_uk: Given = {"question": f"{held.text} Identity card?", "country_code": "GB"}
        return ToolCall(tool="answer_rules_question", arguments=into_uk)
    if asked == _TRAVELLERS and len(countries) > 1 and trip.get("return_day"):
        both: Given = {"question_ids": [*_TRAVELLERS], "country_codes": countries}  # home again over a border too
        return ToolCall(tool="get_answers_for_questions", arguments=both)
    question = slots.text if asked == _TRAVELLERS and _CARD_ENOUGH.search(slots.low) else held.text
    return ToolCall(tool="answer_rules_question", arguments={"question": question, "country_code": countries[-1]})


NOBODY_ELSE = re.compile(
    r"\b(?:(?:with(?:out)?|no|zero|with no) (?:any )?(?:passengers?|pax)|(?:ohne|keine) (?:passagiere?|fluggäste?|pax|mitflieger)|(?:sans|aucun|pas de) (?:passagers?|pax))\b"
)
""" "No passengers", of a flight to the maintenance: it changes nothing that the plan tells."""


def passports_said(said: Said) -> Given:
    """ "One of us is Indian", "deux passagers américains": whose passports are aboard."""
    aboard = peoples(said.slots.countries, said.slots.low)
    if not aboard:
        return {}
    said.take([spot for spot in said.slots.spots if any(one.start == spot.start for one in aboard)])
    said.used.update((one.start, one.end) for one in aboard)
    said.used.update(match.span() for match in _RESIDES.finditer(said.slots.low))
    own = [one for one in aboard if not of_a_permit(one, said.slots.low)]
    codes: list[JsonValue] = [*dict.fromkeys(one.country.code for one in own)]
    return {"nationals": codes[:6]} if codes else {}


_RESIDES = re.compile(
    r"\b(?:(?:with|on|mit|avec|has|hat|a) )?(?:(?:an? |his |her |their |einem |einer |un |une |son |sa )?(?:\w+ )?)(?:residence (?:permits?|cards?)|permit [bcl]|permis (?:de séjour|[bcl])(?:\s+\w+)?|"
    r"(?:titres?|cartes?) de séjour(?:\s+\w+)?|aufenthalts(?:titel|erlaubnis|bewilligung)|ausweis [bcl])\b"
)
"""A right to live somewhere: what is said of a passport says what it counts for."""
_JOINS = re.compile(
    r"\b(?:join\w*|pick(?:ing)? (?:\w+ ){0,3}up|collect\w*|drop(?:ping)? (?:\w+ ){0,3}off|zusteig\w*|abhol\w*|mitnehm\w*|aufnehm\w*|"
    r"holen|absetzen|rejoi\w+|embarqu\w+|récupér\w+|dépos\w+)\b"
)
_ASKS_OF_PAPERS = re.compile(
    r"\b(?:gars?|customs|police|flight ?plan|zoll|flugplan|douane|plan de vol|formalit\w+|papers?|deadlines?|fristen|délais)\b"
)
_FEW = 9


def joined_on_the_way(said: Said, trip: Mapping[str, JsonValue]) -> ToolCall | None:
    """ "A friend wants to join us at Lydd; does that change the GAR?": the trip with a stop there."""
    slots = said.slots
    named = [s for s in slots.spots if s.kind in ("code", "iata", "place") and s.name != "home"]
    if len(named) != 1 or not _JOINS.search(slots.low) or slots.days or slots.of("clock"):
        return None
    if not (_ASKS_OF_PAPERS.search(slots.low) or len(slots.words) <= _FEW):
        return None
    stop = said.name(named[0])
    kept = [str(one) for one in v] if isinstance(v := trip.get("via"), list) else []
    of_it = [trip.get("from_location") or said.home, trip.get("to_location"), *kept]
    if any(_code(str(one), said) == _code(stop, said) for one in of_it if one):
        return None
    said.take_all()
    stops: list[JsonValue] = [*kept, stop]
    return ToolCall(tool="plan_trip", arguments={**trip, "via": stops, **kept_stays(trip, stops, said)})


def _code(name: str, said: Said) -> str:
    return field_of(name, said.deps) or name


_SOMEBODY = r"(?:(?:my|our|one of (?:us|them)|the|mein\w*|unser\w*|eine[rn]? von uns|mon|ma|notre|l'un de nous|le|la)\s*[\w-]*|(?!it\b|that\b|this\b|there\b)[\w-]+)"
ONE_LESS = re.compile(
    rf"\W*(?:(?:oh|and|ok|also|actually|so|und|et|ach|aber|but|mais|now|jetzt)\W+)*(?:(?:what )?if|was(?:,)? wenn|wenn|et si|si)?\s*(?:"
    rf"{_SOMEBODY} (?:doesn't|won't|isn't|can't|does not|will not|is not|cannot) (?:come|coming|join\w*|make it|fly\w*)|"
    rf"{_SOMEBODY} (?:stays? (?:at )?home|drops? out|(?:has )?cried off|(?:is |has )?(?:cancelled|dropped out|ill|sick))|"
    rf"{_SOMEBODY} (?:nicht mit(?:kommt|fliegt)|(?:kommt|fliegt) (?:(?:doch|leider|jetzt|auch|nun) )*nicht mit|ausfällt|fällt aus|absagt|zu ?hause bleibt|bleibt zu ?hause|hat abgesagt)|"
    rf"{_SOMEBODY} (?:ne vient (?:pas|plus)|vient (?:pas|plus)|ne peut pas venir|reste (?:à la maison|chez \w+)|annule)|"
    rf"(?:without|ohne|sans) {_SOMEBODY}"
    r")(?: (?:after all|then|now|along|with us|doch|finalement|alors))*\W*"
)
""" "And if Bob doesn't come?", "my wife stays home": one less than were told."""
