"""Reads a change of where the trip in hand goes or how long it stays: "via Lydd", "two nights", "one way"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from pydantic import JsonValue

from agent import regex as re
from agent.aviation.areas import members
from agent.language.ends import field_of
from agent.language.said import Said
from agent.language.slots import Named, Spot
from agent.language.wording import keys_of
from agent.protocol import ToolCall
from agent.subjects.trip.clocks import clocks_of
from agent.subjects.trip.moved import back_on, by_days, way_home_of
from agent.subjects.trip.reading_goals import other_goals
from agent.subjects.trip.stops import PURPOSE, Stay, is_town_of_next, kept_stays
from agent.subjects.trip.stops_swapped import stops_swapped
from agent.subjects.trip.times import SAME_DAY, nights_of
from tongue import say

Given = dict[str, JsonValue]
MOST_WORDS = 12
_SMALL = keys_of(
    """
    leave leaving depart departing off again ab los wieder weiter onward onwards um gegen
    partir repartir repart repartons vers
    start starting starten begin beginning set off take takeoff after next this nächstes übernächstes prochain ce
    s ll d and then also too as well ok okay but so now instead please rather a an the at in on to of for with
    by via over stop stops stopping stopover fuel call calling go going fly flying we we'll we'd i i'll
    let's let us can could make it that what if about how way out there skip drop leave without no not
    don't do cut remove one night nights two three four stay staying overnight want would like add put
    und dann auch noch ja aber doch lieber bitte ein eine einen der die das den dem in im am zu mit über
    uber ueber stopp halt zwischenstopp zwischenlandung tanken wir ich fliegen ohne kein keinen nicht
    übernachtungen vier fünf trois quatre cinq sur place four five
    lass weg weglassen nacht nächte zwei drei bleiben übernachten übernachtung dort hin was wenn ist et
    puis aussi mais plutôt un une le la les l' à au aux en par de d' du avec escale arrêt étape on nous
    dors dormons on je y
    passe passer sans pas nuit nuits deux trois reste restons rester dormir là si là-bas y
    push carry continue continuing poussait pousser pousse poussons poussions jusqu jusqu'à continuer weiterfliegen
    ensuite change switch saute sautons sauter ajoute ajouter ajoutons füge hinzu einen stattdessen statt
    nach allons allait allions vole volons volait va finalement
    than place lieu pas statt anstatt anstelle
    tanke tankt refuel refuelling refueling fill filling up get pick some avgas ravitaille ravitailler ravitaillons
    fais faire fait plein essence
    zwischenlanden zwischenzulanden halten anhalten nachtanken auftanken machen landen
    aller l'aller hinweg hinflug outbound
    another second autre autres deuxième weiteren weitere encore
    actually take took do did choose chose pick switch change destination nehmen nehme wählen prenons prend
    choisissons choisit alors eigentlich
    ça ca donne donnerait quoi dirait look looks like work works sieht aus wäre das
    ginge geht marche marcherait comment flieg flieg's fliegs fahr flögen
    use using used try nimm nimmst benutze benutzen utilise utilisons utiliser prends prendre essaie essayons
    """
)
_ONE_WAY = re.compile(
    r"\W*(?:(?:and|ok|but|no|cancel that|forget that|und|nein|et|non)\W+)?"
    r"(?:without (?:the |a |any )?(?:return|way back|flight (?:back|home))|"
    r"no return|(?:cancel|drop|forget|scrap|skip|leave out|lose) (?:the |that |our |my )?"
    r"(?:return(?: (?:leg|flight|trip))?|way (?:back|home)|flight (?:back|home))|"
    r"(?:lass|streich|vergiss) (?:den )?rück(?:flug|weg)(?: weg)?|"
    r"(?:annule|laisse tomber|oublie|supprime) (?:le )?(?:vol )?retour|"
    r"(?:just |only )?one[- ]way(?: only)?|(?:just|only) (?:the )?(?:way out|outbound(?: leg| flight)?)|"
    r"ohne (?:den |einen )?rück(?:flug|weg)|"
    r"(?:doch )?kein(?:en)? rück(?:flug|weg)|wir (?:fliegen|kommen) (?:doch )?nicht (?:mehr )?zurück|"
    r"(?:we(?:'re| are) not|i'm not|not) (?:coming|flying|going) (?:back|home)|"
    r"nur (?:hin|hinflug|der hinflug|den hinflug)|(?:sans|pas de) (?:le )?(?:vol )?retour|aller simple|"
    r"juste l'aller|"
    r"on ne (?:rentre|revient) pas)"
    r"(?: (?:then|instead|please|after all|bitte|lieber|doch|ist das|finalement|svp|alors))*(?:,? (?:oder|right|"
    r"hein))?\W*"
)
_DIRECT = re.compile(
    r"\W*(?:(?:and|ok|but|und|et|finalement|actually|doch|alors) )?"
    r"(?:(?:what about |what if we (?:go|fly) |let's (?:go|fly) |we (?:go|fly) )?"
    r"(?:direct(?:ly)?|non-?stop)|"
    r"(?:without|no|drop|skip|cut|forget|scrap|leave out|lose) "
    r"(?:the |a |any |our |that )?(?:fuel )?(?:stops?|stopovers?)|"
    r"direkt|nonstop|(?:ohne|streich|vergiss|lass) (?:den |die |das )?"
    r"(?:zwischenstopps?|zwischenlandung(?:en)?|stopps?|halt)(?: weg)?|"
    r"(?:en )?direct|(?:sans|saute|annule|oublie|supprime) (?:l'|les )?(?:escales?|arrêts?))"
    r"(?: then| instead| please| bitte| lieber| plutôt)?\W*"
)
_STOPS_OF_IT = ("via", "via_off_block", "return_via")
_INSTEAD_OF = re.compile(
    r"\W*(?:rather than|instead of|in place of|not|statt|anstatt|anstelle von|au lieu d[eu']|plutôt que|et pas|"
    r"und nicht)\W*"
    r"(?:(?:to|from|nach|von|de|à|the|le|la) )*"
)
""" "Kortrijk rather than Ostend"."""
_PREFERS = re.compile(
    r"\b(?:pr[eé]f[eéè]r\w*|aim\w+ mieux|prefer\w*|rather|sooner|lieber|eher|bevorzug\w*|plut[oô]t)\b"
)
_TO_THE_OTHER = re.compile(
    r"\W*(?:lieber |eher |rather |plut[oô]t )?(?:to|over|than|als|à|a|vor|que|qu['’])\W*"
    r"(?:(?:to|nach|zu|in|von|de|à|a|the|le|la) )*"
)
""" "Lieber Calvi als Ajaccio", "plutôt Calvi qu'Ajaccio": behind a word that prefers."""
_GIVEN_UP = re.compile(
    r"\b(?:rather than|instead of|in place of|statt|anstatt|anstelle von|au lieu d[eu']|plut[oô]t qu[e'’]|"
    r"pas|not|nicht)\W*"
    r"(?:(?:to|nach|de|d['’]|à|the|le|la) ?)*$"
)
_REPLACES = re.compile(
    r"\b(?:replac\w+|swap\w*|exchang\w+|substitut\w+|chang(?:e|ing)|switch\w*|ersetz\w*|tausch\w*|wechsle?|"
    r"remplac\w*|échang\w+|echang\w+|troqu\w+)\s+"
    r"(?:(?:the|stop|leg|at|in|den|die|das|stopp|halt|l['’]|le|la|escale|étape|etape|de|d['’]|à|a) ?)*$"
)
_REPLACING = re.compile(
    r"\W*(?:please |bitte |lieber )?(?:replac|swap|exchang|substitut|ersetz|tausch|remplac|échang)\w*\b"
)
_REPLACED_BY = re.compile(
    r"\W*(?:by|with|for|to|durch|gegen|mit|zu|par|pour|contre)\W+"
    r"(?:(?:the|den|die|das|le|la|l['’]|une|un|a|one|at|in|à) ?)*"
)
""" "Remplace Figari par Propriano": the one named first is given up."""
_NOT_OVER = re.compile(
    r"\b(?:rather than|instead of|in place of|not|statt|anstatt|nicht|au lieu (?:de|d['’])|plut[oô]t que|et pas)"
    r"\s*"
    r"(?:via|over|through|by|über|ueber|durch|par|passer par|(?:going|flying) (?:via|over|through))\s+"
    r"(?:the |la |le |les |l['’])?$"
)
""" "Statt über Italien": a way that is not flown is no place of the trip."""
_CUSTOMS_THERE = re.compile(
    r"[\s,;.:–-]*(?:(?:and|und|et|what about|how about|how is|y a|il y a|"
    r"gibt es|is there|are there|wie ist|haben die) )*"
    r"(?:the |der |die |den |la |les |une? |ein\w* )*"
    r"(?:customs|immigration|douanes?|zoll)(?: (?:there|l[aà][ -]bas|l[aà]|sur place|dort|da|here))*\W*$"
)
""" "…, douane là-bas ?" behind a change of the goal: the plan that is changed tells it."""
_GOES = re.compile(
    r"\b(?:(?:what if|if|and if|suppose) (?:we|i) (?:go|fly|went|flew)|let'?s (?:go|fly)|wenn (?:wir|"
    r"ich)\b.*\b(?:fliegen|fliege|gehen)|"
    r"fliegen wir|et si (?:on|nous) (?:va|vole|allait|volait|allions|volions)|allons|volons|on va|"
    r"make (?:it|that)|(?:if|let's|suppose|rather|instead) "
    r"(?:(?:we|i) )?(?:take|took|do|did|choose|chose|pick|picked)|"
    r"switch (?:it |that )?to|change (?:it|that|the destination|our destination) to|"
    r"(?:nehmen|nehme|wählen) (?:wir|ich)|wenn (?:wir|ich)\b.*\b(?:nehmen|nehme|nähmen)|"
    r"à la place|prenons|choisissons|(?:si )?(?:on|nous) (?:prend|prenait|prenons|prenions|choisit))\b"
)
""" "Und wenn wir nach Straßburg fliegen?": another goal, though no word says "instead"."""
_FROM_THERE = re.compile(r"\b(?:from|out of|ab|von|aus|de|depuis|over|über|via|par)\s+(?:the |le |la |l')?$")
_ONWARD = re.compile(
    r"\b(?:(?:then|and) (?:on|onward|onwards|continue|carry on)? ?to|(?:go|push|carry|continue|fly) on to|"
    r"onwards? to|continue to|^\W*(?:(?:and|und|et) )?(?:then|after that|dann|danach|anschließend|puis|ensuite)|"
    r"(?:dann |und )*weiter (?:nach|bis)|weiterfliegen (?:nach|bis)|"
    r"(?:puis|ensuite)(?: (?:vers|à))?|pouss\w+ jusqu['’]à|continu\w+ (?:vers|jusqu['’]à|à))\s+(?:the |le |la |"
    r"l')?$"
)
""" "Dann weiter nach Danzig": a leg more, behind the one that the trip ended with."""
_ADDS = re.compile(
    r"\b(?:add|put in|insert|with an?|ajout\w+|avec une?|füge|mit)\b.*"
    r"\b(?:stop|stopover|arrêt|escale|stopp|halt|zwischenstopp|"
    r"zwischenlandung)\b"
)
""" "Ajoute un arrêt au Touquet"."""
_STOPS_THERE = re.compile(
    r"\b(?:zwischen(?:ge)?land\w*|zwischenstopp\w*|zwischenhalt\w*|anhalten|halten|(?:nach|auf|voll)?tank(?:en|e|t)|"
    r"refuel\w*|(?:fill(?:ing)?|fuel(?:l?ing)?) up|(?:get|take|pick up) (?:some )?(?:fuel|avgas)|"
    r"stop(?:ping|ped)? (?:off )?(?:at|in)|break (?:the|our) (?:flight|journey)|"
    r"(?:fais|faire|fait|faisons|refais|refaire) (?:le plein|escale)|prend\w* de l['’]essence|"
    r"ravitaill\w*|s'arrêt\w*)\b"
)
""" "Wenn wir in Straßburg zwischenlanden"."""
_ANOTHER = re.compile(
    r"^\W*(?:(?:and|und|et|then|dann|puis|plus|also) )*(?:(?:one|another|a second)(?: one| stop)?(?: more)?|"
    r"(?:noch |gleich )?(?:einen?|einen weiteren)|(?:encore )?une? (?:autre|deuxième)?)\s*(?:at|in|à|au|aux)\b"
)
""" "And another one at Le Touquet": a stop beside those that there are."""
_LEFT_OUT = re.compile(
    r"\bleave\b.*\bout\b|\bsaut(?:e|ons|er|ez)\b|\bomit\b|\blass\w*\b.*\b(?:weg|aus)\b|\b(?:without|skip|drop|"
    r"leave out|cut|remove|not via|"
    r"no stop|ohne|nicht über|lass|weglassen|sans|pas par)\b"
)
_NIGHT = re.compile(
    r"\b(?:nights?|overnight|nächte|nacht|übernacht\w*|nuits?|dormir|"
    r"(?:on|je|nous) (?:y )?(?:dort|dors|dormons))\b"
)
_WEEKEND_AFTER = re.compile(
    r"\b(?:weekend after(?: that)?(?! next)|(?:following|next but one) weekend|week-?end (?:d'après|suivant)|"
    r"wochenende (?:darauf|danach|drauf)|(?:folgende[sn]?|darauffolgende[sn]?) wochenende)\b"
)
_WEEK_AFTER = re.compile(
    r"\W*(?:(?:and|or|und|et|make it|(?:what|how) about|was ist mit|qu'en est-il de) )*"
    r"(?:the |a |der |die |in der |la )?"
    r"(?:week (?:after(?: that)?|later)|following week|next week(?: instead of this(?: one| week)?)?|"
    r"nächste woche(?: statt diese[rn]?)?|semaine prochaine(?: au lieu de celle-ci)?|"
    r"(?:darauf)?folgenden? woche|woche (?:darauf|danach|drauf)|"
    r"semaine (?:suivante|d'après))(?: instead| then| lieber| plutôt)?\W*"
)
_WAY_HOME = re.compile(
    r"\b(?:on |for )?(?:the |our |my )?(?:way|flight|leg) (?:home|back)|on the return|"
    r"\b(?:en )?(?:revenant|rentrant)\b|"
    r"(?:auf dem )?(?:rückweg|rückflug|heimweg|heimflug)|(?:au |le |sur le )?(?:chemin du |vol )?retour\b"
)
_LEAVES = re.compile(
    r"\b(?:leav\w+|depart\w*|off|from|ab|von|los|start\w*|part\w*|repart\w*|décoll\w*|quitt\w*)\b"
)
_STARTS = re.compile(
    r"\b(?:(?:start(?:ing|en|et)?|begin(?:ning)?|set(?:ting)? off|take ?off) (?:at|in)|out of|au départ d[eu])\s+$"
)
_STAY = r"\b(?:stay(?:ing)?|bleiben?|reste[rz]?|restons)\b"
_AS_LATE_AS = r"\b(?:until|till|til|to|bis|jusqu['’]?\w*)\b"
_UNTIL = re.compile(rf"{_STAY}.*{_AS_LATE_AS}|{_AS_LATE_AS}.*{_STAY}")
_WEEKEND_DAYS = (4, 5, 6)


def only_countries(said: Said) -> list[Named]:
    """The countries named that are no field as well: "Jersey" is where one lands."""
    fields = [(spot.start, spot.end) for spot in said.slots.spots]
    return [one for one in said.slots.countries if (one.start, one.end) not in fields]


def rerouted(said: Said, trip: Mapping[str, JsonValue]) -> ToolCall | None:
    """The trip with other stops, more nights or no way back; None where the message asks something else."""
    if len(said.slots.spots) == len(said.slots.weak) == 1 and _REPLACING.match(said.slots.low):
        said = said.with_weak_beside()
    low, slots = said.slots.low, said.slots
    if len(slots.words) > MOST_WORDS or only_countries(said):
        return None
    if is_one_way(said):
        kept = {name: value for name, value in trip.items() if not name.startswith("return")}
        return ToolCall(tool="plan_trip", arguments=kept)
    if _DIRECT.fullmatch(low) and (trip.get("via") or trip.get("return_via")):
        return _plan({name: value for name, value in trip.items() if name not in _STOPS_OF_IT})
    if (stayed := _at_a_stop(said, trip)) is not None:
        return stayed
    if slots.of("clock"):
        return None
    if _WEEKEND_AFTER.search(low) and not slots.spots:
        return _a_week_on(trip)
    if _WEEK_AFTER.fullmatch(low) and (moves := by_days(trip, 7, home=False)) is not None:
        return _plan({**trip, **moves})
    if (
        not (slots.spots or slots.days)
        and any(q.unit == "weekend" for q in slots.of("days"))
        and _nothing_else(said)
    ):
        saturday = said.again().day()
        return _plan({**trip, "day": saturday, **way_home_of(trip, saturday)}) if saturday else None
    if _UNTIL.search(low) and not slots.spots and len(slots.days) == 1:
        return _plan({**trip, "return_day": back_on(said, trip)}) if trip.get("day") else None
    if slots.days:
        return None
    homeward = _WAY_HOME.search(low)
    not_over = {s: match.start() for s in slots.spots if (match := _NOT_OVER.search(low[: s.start]))}
    named = [s for s in slots.spots if s.kind in ("code", "iata", "place") and s.name != "home"]
    named = [s for s in named if s not in not_over]
    named = [s for s in named if not is_town_of_next(s, said)]
    if (swapped := stops_swapped(said, trip, named) or _one_for_another(said, trip, named)) is not None:
        return swapped
    if (ordered := _first_of_the_stops(said, trip, named)) is not None:
        return ordered
    towns = [s for s in slots.spots if is_town_of_next(s, said)]
    others = [s for s in slots.spots if s not in (*named, *towns) and not (homeward and s.name == "home")]
    others = [s for s in others if s not in not_over]
    left = [(start, s.end) for s, start in not_over.items()]
    left += [match.span() for s in named[:1] if (match := _ONWARD.search(low[: s.start]))]
    if others or len(named) > 2 or not _nothing_else(said, left):
        return None
    if len(named) == 1 and _STARTS.search(low[: named[0].start]):
        return _plan({**trip, "from_location": said.name(named[0])})
    if homeward:
        return _homeward(said, trip, [said.name(s) for s in named])
    if _NIGHT.search(low):
        return _nights(said, trip, [said.name(s) for s in named])
    return _stops(said, trip, [said.name(s) for s in named])


def _one_for_another(said: Said, trip: Mapping[str, JsonValue], named: Sequence[Spot]) -> ToolCall | None:
    """ "Kortrijk rather than Ostend", "lieber Calvi als Ajaccio": the end that is given up becomes the other."""
    if len(named) != 2:
        return None
    low, (new, old), replaces = said.slots.low, named, None
    between = low[new.end : old.start]
    if _GIVEN_UP.search(low[: new.start]):
        new, old = old, new  # "statt Ajaccio lieber Calvi"
    elif replaces := _REPLACES.search(low[: new.start]):
        if not _REPLACED_BY.fullmatch(between):
            return None
        new, old = old, new
    elif not _INSTEAD_OF.fullmatch(between) and not (
        _PREFERS.search(low[: old.start]) and _TO_THE_OTHER.fullmatch(between)
    ):
        return None
    beside = _CUSTOMS_THERE.search(low, max(new.end, old.end))
    prefers = [match.span() for match in (*_PREFERS.finditer(low), *_GIVEN_UP.finditer(low[: old.start]))]
    prefers += [replaces.span()] if replaces else []
    prefers.append((min(new.end, old.end), max(new.start, old.start)))
    if not _nothing_else(said.again(), [*prefers, *([beside.span()] if beside else [])]):
        return None
    gone = _field(said.name(old), said)
    kept = {name: value for name, value in trip.items() if name != "about"}
    for end in ("to_location", "from_location"):
        place = str(trip.get(end) or "")
        if place and (_field(place, said) == gone or (end == "to_location" and _lies_in(gone, place, said))):
            return _plan({**kept, end: said.name(new)})
    over = trip.get("via")
    stops = [str(one) for one in over] if isinstance(over, list) else []
    if gone not in (fields := [_field(one, said) for one in stops]):
        return None
    stops[fields.index(gone)] = said.name(new)
    return _plan(_over(kept, stops, said))


def _lies_in(field: str, area: str, said: Said) -> bool:
    """Whether a field is one of the region that the trip goes to by name: "Ajaccio" of a trip to Corsica."""
    place = said.deps.places.resolve(area).best
    found = said.deps.areas.find(place.name if place else area)
    return found is not None and any(one.ident == field for one in members(found, said.deps.airports))


_FIRST_BEFORE = re.compile(r"\b(?:first|erst|zuerst|d['’]abord)\s+(?:to |nach |in |à |au |le |la )*$")
_FIRST_BEHIND = re.compile(r"\s*(?:first|zuerst|als erstes|d['’]abord|en premier)\b")


def _first_of_the_stops(said: Said, trip: Mapping[str, JsonValue], named: Sequence[Spot]) -> ToolCall | None:
    """ "No, LFAT first", "lieber erst Texel": the stop that is named before the others."""
    over, goal = trip.get("via"), trip.get("to_location")
    if len(named) != 1 or len(said.slots.spots) != 1 or not isinstance(over, list) or not over:
        return None
    (spot,), low = named, said.slots.low
    behind = _FIRST_BEHIND.match(low, spot.end)
    before = _FIRST_BEFORE.search(low[: spot.start])
    said_first = [match.span() for match in (behind, before) if match is not None]
    if not said_first or not _nothing_else(said.again(), said_first):
        return None
    stops = [str(one) for one in (*over, goal)]
    first = next((one for one in stops if _field(one, said) == _field(said.name(spot), said)), None)
    if first is None or first == stops[0]:
        return None
    ordered: list[JsonValue] = [first, *(one for one in stops if one != first)]
    rest = {name: value for name, value in trip.items() if name != "via_off_block"}
    return _plan({**rest, "via": ordered[:-1], "to_location": ordered[-1], **kept_stays(trip, ordered[:-1], said)})


def _plan(arguments: Mapping[str, JsonValue]) -> ToolCall:
    return ToolCall(tool="plan_trip", arguments=dict(arguments))


def _nothing_else(said: Said, told: Sequence[tuple[int, int]] = ()) -> bool:
    """Is every word a stop, its name, or small? `told`: where times of day stand."""
    slots = said.slots
    taken = [*told, *((s.start, s.end) for s in (*slots.spots, *slots.quantities))]
    taken += [(m.start, m.end) for m in said.all_of("via", "also", "not")]
    taken += [found.span() for pattern in (_WAY_HOME, PURPOSE) for found in pattern.finditer(slots.low)]
    rest = [w for w in slots.words if not any(a < w.end and w.start < b for a, b in taken)]
    return all(word.key in _SMALL or word.key.isdigit() for word in rest)


def _stops(said: Said, trip: Mapping[str, JsonValue], named: Sequence[str]) -> ToolCall | None:
    """A stop on the way put in or left out."""
    if not named:
        return None
    kept = trip.get("via")
    before = [stop for stop in kept if isinstance(stop, str)] if isinstance(kept, list) else []
    fields = [_field(name, said) for name in named]
    if _LEFT_OUT.search(said.slots.low):
        if (
            (home := trip.get("return_via"))
            and isinstance(home, list)
            and not {*fields} & {_field(s, said) for s in before}
        ):
            kept_home = [str(stop) for stop in home if _field(str(stop), said) not in fields]
            if len(kept_home) < len(home):
                return _plan(without_home_stops(trip, kept_home, said))
        left = [stop for stop in before if _field(stop, said) not in fields]
        if len(left) == len(before) and before and fields == [_field(str(trip.get("to_location")), said)]:
            shorter = {**trip, "to_location": before[-1]}  # "skip Dieppe", where the trip turned round
            return _plan({**_over(shorter, before[:-1], said)})
        if len(left) == len(before):
            return None
        return _plan(_over(trip, left, said))
    ends = [_field(str(end), said) for end in (trip.get("from_location"), trip.get("to_location")) if end]
    others = other_goals(
        [str(one) for one in v] if isinstance(v := trip.get("taken"), list) else [], str(trip.get("to_location"))
    )
    if len(named) == 1 and fields[0] in [_field(other, said) for other in others]:
        return _plan({**trip, "to_location": named[0]})  # "Ostend or Kortrijk", then "and to Kortrijk?"
    if len(named) == 1 and fields[0] not in ends and _goes_on(said):
        on: list[JsonValue] = [*before, trip.get("to_location")]
        return _plan({**trip, "via": on, "to_location": named[0], **kept_stays(trip, on, said)})
    another = bool(before) and _ANOTHER.search(said.slots.low) is not None
    elsewhere = said.all_of("instead") or goes_elsewhere(said)
    if not said.has("via") and not another and elsewhere and len(named) == 1 and fields[0] not in ends:
        return _plan(
            {**{name: value for name, value in trip.items() if name != "via_off_block"}, "to_location": named[0]}
        )
    another = bool(before) and _ANOTHER.search(said.slots.low) is not None
    stops_there = _STOPS_THERE.search(said.slots.low) or _ADDS.search(said.slots.low)
    if not (said.has("via") or another or stops_there) or any(field in ends for field in fields):
        return None
    more = (
        another
        or said.has("also")
        or _ADDS.search(said.slots.low) is not None
        or said.slots.low.lstrip().startswith(("and ", "und ", "et ", "puis ", "then "))
    )
    stops: list[JsonValue] = [*(before if more else ()), *named]
    rest = {name: value for name, value in trip.items() if name != "via_off_block"}
    return _plan({**rest, "via": stops, **kept_stays(trip, stops, said)})


def _goes_on(said: Said) -> bool:
    fields = [s for s in said.slots.spots if s.kind in ("code", "iata", "place") and s.name != "home"]
    if said.all_of("instead"):
        return False  # "and to Donaueschingen instead"
    return len(fields) == 1 and _ONWARD.search(said.slots.low[: fields[0].start]) is not None


def goes_elsewhere(said: Said) -> bool:
    """Whether another goal is said with a word of going there: "allons plutôt à Ostende"."""
    fields = [s for s in said.slots.spots if s.kind in ("code", "iata", "place") and s.name != "home"]
    before = said.slots.low[: fields[0].start] if len(fields) == 1 else ""
    return bool(fields) and _GOES.search(said.slots.low) is not None and not _FROM_THERE.search(before)


def leaves_out(said: Said, trip: Mapping[str, JsonValue]) -> bool:
    """Whether a field of the trip is to be left out: "skip Cherbourg"."""
    over, home = (v if isinstance(v := trip.get(name), list) else [] for name in ("via", "return_via"))
    fields = {_field(str(one), said) for one in (*over, *home, trip.get("to_location"))}
    named = {_field(said.name(s), said) for s in said.slots.spots}
    return bool(over or home) and bool(named) and named <= fields and _LEFT_OUT.search(said.slots.low) is not None


def is_one_way(said: Said) -> bool:
    """ "Without the return"."""
    return _ONE_WAY.fullmatch(said.slots.low) is not None


def _over(trip: Mapping[str, JsonValue], stops: Sequence[str], said: Said) -> Given:
    """The trip over these stops and no others."""
    rest = {name: value for name, value in trip.items() if name not in ("via", "via_off_block")}
    return {**rest, "via": [*stops], **kept_stays(trip, [*stops], said)} if stops else rest


def _at_a_stop(said: Said, trip: Mapping[str, JsonValue]) -> ToolCall | None:
    """ "Leave Dinard at 14:00", "a night in Dinard": when a stop that is on the way is left."""
    ways = (trip.get("via"), trip.get("return_via"))
    over = [stop for stops in ways if isinstance(stops, list) for stop in stops]
    named = {said.name(s) for s in said.slots.spots if s.kind in ("code", "iata", "place")}
    stops = [stop for stop in over if isinstance(stop, str)]
    stop = next((s for s in stops if _field(s, said) in {_field(name, said) for name in named}), None)
    clocks = clocks_of(said, dict(trip))
    nights = nights_of(said.slots.low) or (1 if _NIGHT.search(said.slots.low) else 0)
    taken = [(clock.start, clock.end) for clock in clocks]
    goal = str(trip.get("to_location"))
    turns = trip.get("return_day") is not None and {_field(name, said) for name in named} == {_field(goal, said)}
    if turns and len(clocks) == 1 and _LEAVES.search(said.slots.low) and _nothing_else(said, taken):
        return _plan({**trip, "return_off_block": clocks[0].at})  # "leave Granville at 11", where the trip turns
    if stop is None or len(named) != 1 or len(clocks) > 1 or not (clocks or nights) or said.slots.days:
        return None
    if not _nothing_else(said, taken) or _LEFT_OUT.search(said.slots.low):
        return None
    told = trip.get("via_off_block")
    before = dict(told) if isinstance(told, dict) else {}
    kept = Stay.parse(str(before.get(stop, "")))
    stay = Stay(nights or kept.nights, clocks[0].at if clocks else kept.at)
    return _plan({**trip, "via_off_block": {**before, stop: stay.text}})


def _nights(said: Said, trip: Mapping[str, JsonValue], named: Sequence[str]) -> ToolCall | None:
    """So many nights where the trip goes; elsewhere, it is asked whether on the way or instead."""
    day, goal = trip.get("day"), trip.get("to_location")
    nights = nights_of(said.slots.low) or 1
    back: Given = {}
    if isinstance(day, str):
        back = {"return_day": (date.fromisoformat(day) + timedelta(days=nights)).isoformat()}
    if not named or (isinstance(goal, str) and _field(named[0], said) == _field(goal, said)):
        return _plan({**trip, **back}) if back else None
    if len(named) > 1 or not isinstance(goal, str) or (not said.has("via") and "with" not in said.slots.low):
        return None
    place = named[0]
    kept, told = trip.get("via"), trip.get("via_off_block")
    before: list[JsonValue] = [*kept] if isinstance(kept, list) else []
    stays: Given = {
        "via": [*before, place],
        "via_off_block": {**(told if isinstance(told, dict) else {}), place: f"+{nights}"},
    }
    later = by_days(trip, nights, home=True) or {}
    meanings: list[JsonValue] = [
        _meaning(say("{goal} via {stop}, a night there", goal=goal, stop=place), {**trip, **stays, **later}),
        _meaning(say("To {place}, a night there", place=place), {**trip, **back, "to_location": place}),
    ]
    question = say("A night in {place}: on the way out, or there instead?", place=place)
    return ToolCall(tool="ask_clarifying_question", arguments={"question": question, "meanings": meanings})


def _homeward(said: Said, trip: Mapping[str, JsonValue], named: Sequence[str]) -> ToolCall | None:
    """A stop on the way home put in, or left out: "on the way home via Lydd", "skip Lydd on the way back"."""
    ends = [
        _field(str(end), said) for end in (trip.get("from_location") or said.home, trip.get("to_location")) if end
    ]
    fields = [_field(name, said) for name in named]
    kept = trip.get("return_via")
    before: list[JsonValue] = [*kept] if isinstance(kept, list) else []
    if not named or any(field in ends for field in fields):
        return None
    rest = {name: value for name, value in trip.items() if name != "return_via"}
    if _LEFT_OUT.search(said.slots.low):
        left = [str(stop) for stop in before if _field(str(stop), said) not in fields]
        return _plan(without_home_stops(trip, left, said)) if len(left) < len(before) else None
    more = before if said.has("also") else []
    back = trip.get("return_day") or trip.get("day") or SAME_DAY
    told = v if isinstance(v := trip.get("via_off_block"), dict) else {}
    nights = nights_of(said.slots.low) or (1 if _NIGHT.search(said.slots.low) else 0)
    stays: Given = {"via_off_block": {**told, **dict.fromkeys(named, f"+{nights}")}} if nights else {}
    return _plan({**rest, **stays, "return_via": [*more, *named], "return_day": back})


def without_home_stops(trip: Mapping[str, JsonValue], left: Sequence[str], said: Said) -> Given:
    """The trip with these stops on its way home and no others."""
    rest = {name: value for name, value in trip.items() if name not in ("return_via", "via_off_block")}
    home: Given = {"return_via": [*left]} if left else {}
    out = v if isinstance(v := trip.get("via"), list) else []
    told = kept_stays({**rest, **home, "via_off_block": trip.get("via_off_block")}, out, said)
    return {**rest, **home, **told}


def _meaning(label: str, arguments: Mapping[str, JsonValue]) -> JsonValue:
    return {"label": label, "call": {"tool": "plan_trip", "arguments": dict(arguments)}}


def _a_week_on(trip: Mapping[str, JsonValue]) -> ToolCall | None:
    """A trip of a weekend on the weekend that follows."""
    day = trip.get("day")
    if not isinstance(day, str) or date.fromisoformat(day).weekday() not in _WEEKEND_DAYS:
        return None
    moved: Given = {}
    for name in ("day", "return_day"):
        kept = trip.get(name)
        if isinstance(kept, str) and kept != SAME_DAY:
            moved[name] = (date.fromisoformat(kept) + timedelta(days=7)).isoformat()
    return _plan({**trip, **moved})


def _field(name: str, said: Said) -> str:
    return field_of(name, said.deps) or name
