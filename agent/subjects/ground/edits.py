"""Reads changes to a trip: "remove day 1 morning", "more relaxed", "swap Saturday for indoors", "undo"."""

from __future__ import annotations

from pydantic import JsonValue

from agent import regex as re
from agent.language import leisure
from agent.language.slots import Slots
from agent.regex import longest_first

Arguments = dict[str, JsonValue]

_REDO = re.compile(
    r"\bredo\b|\bundo (?:the|that|this|my last) undo\b|\bun-?undo\b|\brétabli\w*|\bwiederherstell\w*|"
    r"\bdo it again\b|\bput (?:the|that) change back\b"
)
_EVERYTHING = re.compile(
    r"\b(?:everything|all (?:of it|changes|edits|my changes)|all the (?:changes|edits)|start over|"
    r"tout|alles|alle änderungen|(?:the )?original plan|the first plan)\b"
)
_UNDO = re.compile(
    r"\bundo\b|\brevert\b|\bgo back\b|\bas it was\b|\bput it back\b|\bannule\w*|\bdéfai\w+|"
    r"\brückgängig\b|\bmach(?:e)? das zurück\b|\btake that back\b|\bprevious version\b"
)
_REMOVE = re.compile(
    r"\b(?:remove|delete|drop|cancel|skip|clear|take out|leave out|no more|get rid of|free up|"
    r"keep\b.*\bfree|ditch|scrap|enlève\w*|enlever|supprime\w*|retire\w*|sans|lösche|entferne|streich\w*|"
    r"weglassen|lass\b.*\bweg|ohne)\b"
)
_SWAP = re.compile(
    r"\b(?:swap|replace|change|exchange|substitute|switch|instead|something else|indoors? "
    r"instead|rather than|remplace\w*|échange\w*|à la place|tausch\w*|ersetz\w*|stattdessen|wechsle)\b"
)
_MORE = re.compile(r"\b(?:more|add|another|additional|extra|include|plus de|ajoute|mehr|noch ein\w*|füge)\b")
_RELAX = re.compile(
    r"\b(?:more relaxed|relax\w*|less (?:packed|busy|stress\w*|rushed|full|hectic|walking)|"
    r"slower|slow down|easier|calmer|lighter|fewer (?:stops|places|visits|things)|too (?:busy|"
    r"packed|much|full|many|hectic|rushed)|plus (?:calme|tranquille|détendu|cool|relax\w*)|"
    r"moins (?:chargé|rempli|de marche|marcher|de visites)\w*|plus léger\w*|allège\w*|lockerer|"
    r"leichter|weniger (?:laufen|zu fuß|gehen)|entspannter|ruhiger|gemütlicher|weniger (?:programm|stress|"
    r"stopps)|zu (?:viel|voll))\b"
)
_PACK = re.compile(
    r"\b(?:more packed|busier|fuller|pack(?:ed)? (?:it|more)|more (?:stops|places|visits|"
    r"things|sights)|squeeze in|faster|tighter|plus chargée?|plus de visites|voller|mehr "
    r"(?:programm|stopps|orte)|too (?:empty|slow|relaxed|little))\b"
)
_BLOCKS = (
    ("morning", re.compile(r"\bmornings?\b|\bmatin(?:ée)?\b|\bvormittags?\b|\b(?<!guten )morgens?\b")),
    ("afternoon", re.compile(r"\bafternoons?\b|\baprès-midi\b|\bnachmittags?\b")),
    ("evening", re.compile(r"\bevenings?\b|\bnights?\b(?! ?life)|\bdinner\b|\bsoir(?:ée)?\b|\babends?\b")),
)
_ORDINALS = {
    "first": 1, "1st": 1, "premier": 1, "première": 1, "1er": 1, "erste": 1,
    "second": 2, "2nd": 2, "deuxième": 2, "seconde": 2, "2e": 2, "2ème": 2, "zweite": 2,
    "third": 3, "3rd": 3, "troisième": 3, "3e": 3, "dritte": 3,
    "fourth": 4, "4th": 4, "quatrième": 4, "vierte": 4,
    "fifth": 5, "5th": 5, "cinquième": 5, "fünfte": 5,
    "sixth": 6, "6th": 6, "sixième": 6, "sechste": 6,
    "seventh": 7, "7th": 7, "septième": 7, "siebte": 7,
    "last": "last", "final": "last", "dernier": "last", "dernière": "last", "letzte": "last",
}  # fmt: skip
_COUNTS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "un": 1, "deux": 2, "trois": 3, "quatre": 4, "cinq": 5,
    "eins": 1, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5,
}  # fmt: skip
_ORDINAL = "|".join(longest_first(_ORDINALS))
_DAY = re.compile(
    rf"\b(?:day|jour|tag)\s*(?P<n>\d|{'|'.join(_COUNTS)})\b|"
    rf"\b(?P<o>{_ORDINAL})[nrms]?\s+(?:days?|jour(?:née)?|tage?s?|mornings?|afternoons?|evenings?|nights?|"
    rf"matin(?:ée)?|après-midi|soir(?:ée)?|vormittags?|nachmittags?|abends?)\b"
)
_INDOOR = re.compile(
    r"\bindoors?\b|\binside\b|\bunder a roof\b|\bà l'intérieur\b|\bdrinnen\b|\bindoor\b|"
    r"\brain(?:s|ing|y)?\b"
)
_OUTDOOR = re.compile(r"\boutdoors?\b|\boutside\b|\bfresh air\b|\bdraußen\b|\ben plein air\b")
_PLACE = re.compile(
    r"\b(?:remove|delete|drop|skip|cancel|replace|swap|exchange|change|switch|leave out|take out|get rid of|ditch|"
    r"scrap|enlève|supprime|retire|remplace|échange|lösche|entferne|streiche?|ersetze?|tausche?|lass)\s+"
    r"(?P<p>[^,.?!]+?)"
    r"(?:\s+(?:from|on|for|with|by|against|in the|please|of day|of the|par|pour|contre|par|durch|gegen|am|an|vom|"
    r"aus|du|le|weg)\b.*)?[.?!]*$"
)
_ARTICLE = re.compile(r"^(?:(?:the|a|an|my|our|la|le|les|un|une|den|die|das|der|ein|eine|einen|that|this)\s+|l')+")
_ALL = re.compile(r"^(?:(?:all|every|both|any|tous|toutes|alle|sämtliche)\s+(?:of\s+)?)")
_NOT_A_PLACE = re.compile(
    r"(?:for|with|it|that|this|to|in|indoors?|something|them|day|jour|tag|tage|first|second|third|last|morning|"
    r"afternoon|evening|matin\w*|après-midi|soir\w*|vormittag|nachmittag|abend|everything|tout|alles|quelque|"
    r"etwas|dates?|pace|stops?|places?|visits?|plan|trip|half)\b"
)
_KIND_WORDS: tuple[tuple[str, str], ...] = (
    ("museum", r"museums?|museen|mus[ée]es?"),
    ("gallery", r"galler(?:y|ies)|galeries?|galerien?"),
    ("castle", r"castles?|châteaux?|burg(?:en)?|schloss|schlösser"),
    ("fort", r"forts?|fortress(?:es)?|forteresses?|festung(?:en)?"),
    ("palace", r"palaces?|palais|paläste?|palast"),
    ("cathedral", r"cathedrals?|cathédrales?|dome?"),
    ("church", r"church(?:es)?|églises?|kirchen?"),
    ("temple", r"temples?|tempel"),
    ("restaurant", r"restaurants?|lokale?"),
    ("cafe", r"caf[ée]s?|tea ?rooms?"),
    ("pub", r"pubs?|kneipen?"),
    ("beach", r"beach(?:es)?|plages?|str(?:and|ände)"),
    ("park", r"parks?|gardens?|parcs?|jardins?|gärten|garten"),
    ("market", r"markets?|marchés?|märkte?|markt"),
    ("lighthouse", r"lighthouses?|phares?|leuchtt(?:urm|ürme)"),
    ("viewpoint", r"viewpoints?|aussichtspunkte?|points? de vue"),
    ("zoo", r"zoos?|aquariums?"),
    ("monument", r"monuments?|memorials?|denkm(?:al|äler)"),
    ("ruins", r"ruins?|ruines?|ruinen?"),
)
_MEALS = (
    ("afternoon", re.compile(r"lunch(?:es)?|déjeuner|mittagessen")),
    ("evening", re.compile(r"dinners?|supper|dîner|abendessen")),
)
"""When a meal is eaten: lunch starts at noon or later."""
_KIND = {name: re.compile(rf"\b(?:{pattern})\b") for name, pattern in _KIND_WORDS}
_INSTEAD = re.compile(
    r"\b(?:for|with|by|against|par|pour|contre|durch|gegen|add|ajoute\w*|more|plus de|mehr|another)\b(.*)$"
)


_INSTEAD_OF = re.compile(
    r"\b(?:instead of|rather than|statt|anstatt|anstelle von|à la place d[eu']|au lieu d[eu'])"
    r"\s*(?P<p>[^,.?!]+?)[.?!]*$"
)
_NONE_OF = re.compile(
    r"\b(?:no(?: more)?|keine?|pas de|plus de|aucune?)\s+(?P<p>[^\W\d_]+)"
    r"(?:\s+(?:please|bitte|s'il\b.*))?\W*$"
)


def read_edit(slots: Slots) -> Arguments | None:
    """The `edit` of a trip that a message asks for, None when it asks for none."""
    low = slots.low
    if _REDO.search(low):
        return {"action": "redo"}
    if _UNDO.search(low):
        return {"action": "undo", **({"everything": True} if _EVERYTHING.search(low) else {})}
    day, block = _day(slots), _block(low)
    where: Arguments = {**({"day": day} if day is not None else {}), **({"block": block} if block else {})}
    named = bool(where) and len(slots.words) <= 12
    interests = leisure.read_interests(slots)
    if _RELAX.search(low) and not _PACK.search(low) and len(slots.words) <= 10:
        return {"action": "relax", **where}
    if _PACK.search(low) and len(slots.words) <= 10:
        return {"action": "pack", **where}
    if _SWAP.search(low) and len(slots.words) <= 14:
        return _swap(slots, where, interests)
    if named and re.search(r"\bindoors?\b|\binside\b|\bdrinnen\b|\bà l'intérieur\b", low):
        return {"action": "swap", **where, "indoor": True}
    if (none := _NONE_OF.search(low)) and len(slots.words) <= 5:
        kind = next((name for name, pattern in _KIND.items() if pattern.fullmatch(none["p"])), None)
        if kind is not None and not low.startswith("plus"):
            return {"action": "remove", "place": kind, "everything": True}
    if _REMOVE.search(low) and len(slots.words) <= 10:
        place = _place(slots)
        return {"action": "remove", **where, **place} if where or place else None
    if _MORE.search(low) and interests and len(slots.words) <= 10:
        return {"action": "more", **where, "interest": interests[0], **_wanted(low)}
    return None


def day_of_trip(slots: Slots) -> JsonValue:
    """The day that a reply names by its number: 2 of "day 2" or "the second day"; None for anything else."""
    match = _DAY.search(slots.low)
    return _numbered(match) if match else None


def _swap(slots: Slots, where: Arguments, interests: list[JsonValue]) -> Arguments | None:
    low = slots.low
    edit: Arguments = {"action": "swap", **where, **_place(slots)}
    if _INDOOR.search(low):
        edit["indoor"] = True
    elif _OUTDOOR.search(low):
        edit["interest"] = "nature"
    elif wanted := _wanted(low):
        edit |= wanted
    elif interests:
        edit["interest"] = interests[-1]
    return edit if len(edit) > 1 and not (slots.of("days") and not where) else None


def _wanted(low: str) -> Arguments:
    """The kind of place that is wanted: "for a museum", "add a café"."""
    match = _INSTEAD.search(low)
    text = match[1] if match else ""
    kind = next((name for name, pattern in _KIND.items() if pattern.search(text)), None)
    return {} if kind is None else {"kind": kind}


def _day(slots: Slots) -> JsonValue:
    if match := _DAY.search(slots.low):
        return _numbered(match)
    if slots.days:
        day = slots.days[0]
        return day.weekday if day.weekday else day.when.isoformat()
    return None


def _numbered(match: re.Match[str]) -> JsonValue:
    if match["o"]:
        return _ORDINALS[match["o"]]
    return int(match["n"]) if match["n"].isdigit() else _COUNTS[match["n"]]


def _block(low: str) -> str | None:
    return next((name for name, pattern in _BLOCKS if pattern.search(low)), None)


def _place(slots: Slots) -> Arguments:
    """The place that a message names, in the pilot's letters; a kind of place by our word for it."""
    match = _INSTEAD_OF.search(slots.low) or _PLACE.search(slots.low)
    if match is None:
        return {}
    said = match["p"].strip()
    start = match.start("p") + len(match["p"]) - len(match["p"].lstrip())
    every = bool(_ALL.match(said))
    bare = _ARTICLE.sub("", _ALL.sub("", said))
    start += len(said) - len(bare)
    end = start + len(bare)
    dated = any(day.start < end and start < day.end for day in slots.days)
    if len(bare) < 3 or dated or _block(bare) or _NOT_A_PLACE.match(bare):
        return {}
    if meal := next((block for block, pattern in _MEALS if pattern.fullmatch(bare)), None):
        return {"place": "restaurant", "block": meal}
    kind = next((name for name, pattern in _KIND.items() if pattern.fullmatch(bare)), None)
    if kind is not None:
        plural = bare != kind and bare.endswith(("s", "ux", "en", "ies"))
        return {"place": kind, **({"everything": True} if every or plural else {})}
    exact = slots.text[start:end]
    name = exact if exact.lower() == bare else bare
    return {"place": name, **({"everything": True} if every else {})}
