"""Whether a trip can be done as told: that it is asked ("geht sich das aus"), and yes or no with the sum."""

from __future__ import annotations

from datetime import UTC, datetime

from agent import regex as re
from agent.aviation.hours import zone_of
from agent.subjects.trip.clock_words import zulu
from agent.subjects.trip.flight_words import light_at_the_hour
from agent.subjects.trip.timeline import TripLeg, TripPlan
from tongue import say

IN_TIME = "in_time"
_THAT = r"(?:das|es|des|dies|alles)"
_STILL = r"(?:noch|so|denn|dann|zeitlich|überhaupt|mit (?:dem |der )?(?:licht|zeit|tageslicht))"
_SOMEONE = r"(?:sich |wir |ich |man |ma |i |mir )?"
_ENDS = r"(?=\s*(?:$|[.?!,;]|(?:oder|bei|vor|mit|wenn|und)\b))"
_DARK = r"(?:before|by|in) (?:the |it gets |it's )?(?:dark|sunset|dusk|nightfall|daylight|light)"
_DUNKEL = r"(?:vor (?:der )?(?:dunkelheit|nacht)|vor (?:dem )?sonnenuntergang|im hellen|bei tageslicht)"
ASKS_IN_TIME = re.compile(
    rf"\b(?:geht|ginge|klappt|reicht|haut|passt|schaff\w*|kommt) "
    rf"{_SOMEONE}{_THAT}(?: {_STILL})*(?: (?:aus|hin))?{_ENDS}|"
    rf"\b(?:geht|reicht|klappt) (?:sich )?{_THAT} (?:{_STILL} )*(?:aus|hin|noch)\b|"
    r"\b(?:machbar|zu schaffen)\b|\bist (?:das|es) (?:noch |so |zeitlich )*(?:möglich|drin)\b|"
    r"\breich(?:t|en) (?:uns |mir )?(?:die zeit|das (?:tages)?licht|der tag)\b|"
    rf"\b(?:kann|können|kommen|komme|schaffen|schaff|sind|bin) (?:wir|ich|ma|i)\b[^.;?!]{{0,60}}\b{_DUNKEL}\b|"
    r"\b(?:is|would|will) (?:it|that|this) (?:still |even |be |all |really )*"
    r"(?:doable|feasible|possible|realistic|enough (?:time|daylight|light))\b|"
    r"\b(?:does|will|would|can|could) (?:it|that|this) (?:still |all )?(?:work|fit)(?: out)?(?! (?:for|with)\b)|"
    r"\b(?:can|could|will|would|do) (?:we|i) (?:still )?make it\b|\b(?:doable|feasible)\b|"
    r"\benough (?:daylight|light|time)\b|"
    rf"\b(?:can|could|will) (?:we|i) (?:still |just )?(?:get|fly|go|be|do)\b[^.;?!]{{0,60}}\b{_DARK}\b|"
    r"\b(?:ça|cela) (?:passe|marche|colle|le fait|rentre)\b|\b(?:faisable|jouable|réalisable)\b|"
    r"\b(?:c['’]est|est-ce(?: que c['’]est)?) (?:encore )?possible\b|"
    r"\b(?:on|nous|j['’]) ?(?:a|avons|ai) (?:encore )?(?:assez de|le) (?:temps|jour|lumière)\b|"
    r"\b(?:peut-on|on peut|est-ce qu['’]on peut|je peux|puis-je)\b[^.;?!]{0,60}"
    r"\b(?:avant (?:la nuit|le coucher)|de jour)\b"
)
""" "Geht sich das aus", "can we get there before dark", "c'est jouable"; no "does that work for customs"."""


def in_time(result: TripPlan, passed: str) -> str:
    """ "Yes, by day: off blocks EGTF 13:00Z …": whether all is flown by day and in the hours known, and the sum.

    `passed`: the deadlines that are over, which no light mends.
    """
    by = [
        say("off blocks {icao} by {clock}", icao=leg.from_.icao, clock=_by(leg, leg.latest.latest, result))
        for leg in result.legs
        if leg.latest is not None and (leg.off_blocks is None or leg.expected)
    ]
    late = [w for leg in result.legs for w in leg.warnings if not leg.expected and not _is_of_a_field(w, result)]
    late = [*(_dark_by_then(result)), *dict.fromkeys(late)]
    if late:
        left = by if not any(leg.off_blocks and not leg.expected for leg in result.legs) else []
        return say("No, not as told: {why}.", why=say("; ").join((*late, *left)))
    told = light_at_the_hour(result)
    if any(leg.latest is None for leg in result.legs) or not (told or by):
        return ""
    total = say("; ").join(one for one in (told, *by) if one)
    if passed:
        return say("By the light yes: {sum}. But a deadline has passed: {what}.", sum=total, what=passed)
    return say("Yes, by day: {sum}.", sum=total)


def _by(leg: TripLeg, at: datetime, result: TripPlan) -> str:
    """The hour, with its weekday where the trip is of several days."""
    several = len({one.day for one in result.legs}) > 1
    hour = zulu(at, leg.from_zone)
    return say("{day:%a} {hour}", day=leg.day, hour=hour) if several and leg.day else hour


def _dark_by_then(result: TripPlan) -> list[str]:
    """ "LFAT by 18:00 is after sunset, 16:50": of an hour to be there that no day reaches to."""
    found: list[str] = []
    for direction, by in (("out", result.there_by), ("home", result.home_by)):
        last = next((leg for leg in reversed(result.legs) if leg.direction == direction), None)
        sky = next((one for one in last.skies if one.icao == last.to.icao), None) if last else None
        if by is None or last is None or last.day is None or sky is None or sky.sunset is None:
            continue
        then = datetime.combine(last.day, by, zone_of(last.to_zone) or UTC)
        if then > sky.sunset:
            found.append(
                say(
                    "{icao} at {clock} is after sunset, {sunset}",
                    icao=last.to.icao,
                    clock=f"{by:%H:%M}",
                    sunset=zulu(sky.sunset, last.to_zone),
                )
            )
    return found


def _is_of_a_field(warning: str, result: TripPlan) -> bool:
    """Whether a warning is a field's own word on aircraft, and none of hours: "EGXX: no jets"."""
    codes = {code for leg in result.legs for code in (leg.from_.icao, leg.to.icao) if code}
    return any(re.match(rf"{code}\s*:", warning) for code in codes)
