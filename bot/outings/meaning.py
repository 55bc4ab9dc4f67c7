"""What the concepts of one message mean together: one thing said of an outing, or nothing.

Each rule looks for what must stand together, whatever the sentence looks like; what says most comes first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

from agent import regex as re
from agent.aviation.names import fold
from bot.outings import home_by, papers, questions, seating, way_back
from bot.outings.evidence import TASKS, Evidence, guests
from bot.outings.heard import Heard, Payment, in_each_currency

_ONLY_IF = re.compile(
    r"^\W*(?:(?:yes|ok|ja|oui)\W+)?(?:(?:but|aber|mais) )?(?:only if|nur wenn|nur falls|seulement si"
    r"|uniquement si"
    r"|à condition (?:que|qu)|provided|vorausgesetzt)\b",
    re.IGNORECASE,
)
_WHY = re.compile(
    r"(?:[,:;]|\b(?:because(?: of)?|due to|wegen|à cause (?:de|du)|weil|car)\b)\s*(.{1,80})$", re.IGNORECASE
)
_ITS_WORDS = re.compile(
    r"^(?:then|is|are|would be|will be|ist|wäre|est|sera|we do|we|nous|wir|on)\b[\s:,]*", re.IGNORECASE
)
REFUSABLE = ("ppr", "customs", "lunch")
"""What somebody else may say no to."""
_NO_PPR = re.compile(
    r"\b(?:don't|doesn't|do not|does not) (?:need|want|require)(?: a| any)? (?:ppr|permission)\b"
    r"|\bno (?:ppr|permission) (?:is )?(?:needed|required|necessary)"
    r"|\b(?:ppr|permission) (?:is )?(?:not|isn't) (?:needed|required|necessary)"
    r"|\bkeine?n? (?:ppr|genehmigung) (?:nötig|erforderlich|notwendig)"
    r"|\b(?:ppr|genehmigung) (?:ist )?nicht (?:nötig|erforderlich|notwendig)"
    r"|\bbrauch\w* keine?n? (?:ppr|genehmigung)"
    r"|\bpas besoin (?:de |d')(?:ppr|permission|autorisation)|\b(?:ppr|permission) (?:pas nécessaire|inutile)",
    re.IGNORECASE,
)
_TOGETHER = re.compile(r"\+|&|\b(?:and|with|plus|bring\w*|und|mit|samt|et|avec|am[eè]n\w+)\b", re.IGNORECASE)
"""What joins a guest to who writes: "me and my wife" comes, of "my wife is ill" nobody does."""
_GUEST_OUT = re.compile(
    r"\b(?:(?:the|die|der)\s+)?(?:missus|wife|hubby|husband|other half|better half|plus[ -]one|frau|mann)\s+"
    r"(?:is (?!coming|in\b|joining|on\b)|isn't|has to |can't|cannot|won't|kann (?:doch |leider )?nicht|muss "
    r"|arbeitet)"
    r"|\b(?:my|our|mein\w*|unser\w*|mon|ma|notre)\s+(?:plus[ -]one|\+\s?1|guests?|passengers?|pax|wife|husband"
    r"|partner|son|daughter|friend|mate|girlfriend|boyfriend|dad|mum|father|mother|brother|sister|kid"
    r"|g[aä]st\w*|begleit\w+|mitflieger\w*|frau"
    r"|mann|freund\w*|sohn|tochter|vater|mutter|bruder|schwester|passagers?|femme|mari|ami\w*|invité\w*"
    r"|copain|copine"
    r"|fils|fille|père|mère|frère|sœur)"
    r"(?:'s (?:cried|dropp|pull|bail|backed|cancel|flak|not coming)|\s+(?:has |have |had to "
    r"|is |isn't |isnt |doesn't |no longer |hat |a |s'est |se désiste|annule|abandonne|lâche"
    r"|can't|cannot|won't|kann (?:doch )?nicht"
    r"|kommt (?:doch |leider )?nicht|ist (?:doch |leider )?nicht|ne vient|n'est|ne peut"
    r"|cancel|dropp|pull|bail|backed|cried))",
    re.IGNORECASE,
)
"""One's own guest at the head of what is said of the guest alone."""
BOTH_OUT = re.compile(
    r"\b(?:i|me|myself|ich|moi|je)\s+(?:and|und|et)\s+(?:my|mein\w*|ma|mon)\b"
    r"|\b(?:and (?:i|me|myself)|und ich|et moi)\b"
    r"|\b(?:both of us|neither of us|we both|wir beide|beide nicht|tous les deux|toutes les deux|ni l'un)\b",
    re.IGNORECASE,
)
"""Who writes is meant too: "me and my mate can't do it"."""
_OF_ANOTHER = re.compile(
    r"^(?:(?:the|der|die|le|la|old|young|notre|our|unser\w*)\s+)?(?:[A-ZÀ-Þ][\w'-]+(?:\s+(?:and|und"
    r"|et)\s+[A-ZÀ-Þ][\w'-]+)?|"
    r"he|she|they|il|elle|er|sie)\s+"
    r"(?:said|says|reckons|thinks|told|tells|reckoned|thought|hopes|might|may|could|can(?:'t|not)?|won't"
    r"|will|isn't|is"
    r"|has|hasn't|was|would|wouldn't|wants|needs|ne|n'est|est|a|sera|vient|veut|dit|hésite|pense|m'a"
    r"|kann|will|kommt|ist|hat|meint|sagt|sagte|überlegt|muss|wird|wollte|ruft|fliegt)\b(?!\s+(?:ich|wir"
    r"|je|on)\b)"
    r"|^(?:[Mm]y|[Mm]ein\w*|[Mm]on|[Mm]a)\s+(?:instructor|examiner|student|neighbour|dentist|lesson|train"
    r"|fluglehrer|prüfer|schüler"
    r"|nachbar|zahnarzt|zug|instructeur|moniteur|élève|voisin|dentiste|train)(?:in|e)?\s+(?!(?:says?|sagt"
    r"|dit)\b)\w",
)
"""Somebody else at the head: "Geoff said he might come" is no answer of who writes."""
_MY = re.compile(r"(?:my|mein\w*|mon|ma)\b", re.IGNORECASE)
_TO_MY_MIND = re.compile(
    r"\b(?:i (?:think|guess|believe|hear|heard|expect)|je (?:crois|pense)|glaub(?:e)?(?: ich)?"
    r"|denk(?:e)? ich)\b",
    re.IGNORECASE,
)
_ONESELF = re.compile(r"\b(?:i|we|count (?:me|us)|me too|ich|wir|je|moi|nous|on)\b|\bj'", re.IGNORECASE)
_OTHER_PAID = re.compile(
    r"(?!(?:i|we|ich|wir|on|nous|already|just|have|who|paid|fees?|costs?|bill|total|all|everything)\b)"
    r"([^\W\d_][\w-]*)(?:'s|\s+(?:has|have|had|just|already))*\s+"
    r"(?:paid|covered|spent|settled|forked|shelled|laid out|hat\b.*(?:zahlt|gelegt|geben|streckt)"
    r"|(?:a|ont)\s+(?:payé|réglé|avancé|dépensé))",
    re.IGNORECASE,
)
"""Who paid, where it is somebody else: what is entered is the writer's own."""
_OTHER_LATER = re.compile(
    r"(?:[,;.]|\b(?:and|und|et|while|but|aber|mais))\s+(?:and |und |et )?([A-ZÀ-Þ][\w-]+)(?:'s|\s+(?:has"
    r"|have|had|just|also|already))*\s+"
    r"(?:(?i:paid|covered|spent|settled|laid out)|hat\b[^,;.]*(?:zahlt|gelegt|streckt)|zahlte|a\s+(?:payé"
    r"|réglé|avancé))",
)
""" "…, Ben paid 30 for lunch": behind what the writer paid."""


_ALL_MINE = re.compile(
    r"\b(?:(?:both|all|all of it)(?: (?:by|from|of|were|was|are|is|on))* (?:me|mine)"
    r"|(?:beides|alles|beide)(?: (?:von|war|waren|ist|sind|geht|auf))* (?:ich|mir|mich|meine?s?)"
    r"|(?:les deux|tout|le tout)(?:,? (?:c'est|c'était|est|sont|était|étaient|par|pour|à))* (?:moi|ma charge))\b",
    re.IGNORECASE,
)
""" "Landing 12, parking 8, both me": several payments of the writer."""
_MAY_HAVE_TO = re.compile(
    r"\b(?:may|might|could) (?:well |still )?(?:have|need) to\b"
    r"|\b(?:muss|müssen) (?:ich |wir )?(?:vielleicht|eventuell)\b"
    r"|\b(?:vielleicht|eventuell) (?:muss|müssen)\b"
    r"|\b(?:könnte|kann) (?:gut )?sein,? dass (?:ich|wir)\b"
    r"|\b(?:devrai|devrais|devrons) peut-être\b"
    r"|\b(?:serai|serais|serons|suis) peut-être (?:obligé|contraint|forcé)"
    r"|\bil se peut (?:bien )?que (?:je|nous|on)\b|\bil (?:me |nous )?faudra peut-être\b",
    re.IGNORECASE,
)
""" "I may have to drop out" is a maybe."""


Rule = Callable[[Evidence], Heard | None]


# --- money -------------------------------------------------------------------------------------------


def _profit(e: Evidence) -> Heard | None:
    if e.places or e.said.slots.countries or e.has("money.paid", "else.thing"):
        return None
    if e.has("money.spent") and e.has("what.fuel", "what.landing", "what.parking") and not e.has("money.charge"):
        return None  # "landing 15 on top" is a cost
    charged = e.has("money.charge") and (e.money is not None or e.has("money.profit"))
    if (e.has("money.profit") and e.money is not None) or charged:
        return Heard("profit", weak=True)
    return Heard("profit", weak=True) if e.has("money.gain") and not e.asks else None


def _paid(e: Evidence) -> Heard | None:
    what = e.spent_on[0]
    spent = e.has("money.paid") or (e.has("money.spent") and (e.has("who.me") or what != "costs"))
    priced = e.money is not None and (bool(e.money[1]) or e.money[0] % 100 != 0)
    spent = spent or (priced and what != "costs" and len(e.words) <= 5)  # "fuel 186.40"
    spent = spent or (len(e.amounts) > 1 and what != "costs" and _ALL_MINE.search(e.text) is not None)
    other = _OTHER_PAID.match(e.text)
    of_a_thing = what == "costs"  # "landing, less my own coffee": what was bought beside it counts nothing
    elsewhere = e.elsewhere and (e.places or e.said.slots.countries or of_a_thing)
    if e.asks or e.task in TASKS[:4] or e.money is None or not spent or len(e.words) > 17 or elsewhere:
        return None
    later = _OTHER_LATER.search(e.text)
    if other is None and later is not None:  # "I paid 48 for landing, Ben paid 30 for lunch"
        own = _paid(e.until(later.start()))
        return replace(own, other=later[1]) if own is not None else None
    sums = in_each_currency(e.payments)  # "fuel came to 94.20, landing 15"
    first = sums[0] if sums else Payment(e.money[0], e.money[1], what)
    return Heard(
        "paid",
        weak=not e.has("money.paid"),
        asked=e.has("cost.apart"),  # "18.50 each" of how many
        amount=first.amount,
        currency=first.currency,
        what=first.what,
        also=sums[1:],
        craft=e.registration,
        name=other[1]
        if other and not any(m.start == 0 and m.concept.startswith("what.") for m in e.found)
        else "",
    )


# --- when answers are due, and what is done instead ---------------------------------------------------------


_LUNCH = re.compile(r"\b(?:lunch-?time|lunch)\b", re.IGNORECASE)


def _answer_by(e: Evidence) -> Heard | None:
    if e.task or not e.has("change.answer_by") or not (e.has("change.until") or "deadline" in e.text.lower()):
        return None
    clock = e.clock or ("12:00" if _LUNCH.search(e.text) else "")
    if e.day is None and not clock:
        return None
    return Heard("answer_by", weak=True, day=e.day, clock=clock)


_IN_BAD_WEATHER = re.compile(
    r"^(?:(?:so|and|und|et)\s+)?(?:if|in case|should|wenn|falls|sollte|si|s'il)\b[^,]{0,50}?"
    r"\b(?:rubbish|bad|poor|pants|grim|crap|grotty|foul|lousy|awful|rains?|raining|pours?|pouring|fog\w*"
    r"|too windy|not flyable|isn't flyable|unflyable|can't fly|schlecht\w*|mies\w*|regnet|neblig|nebel|stürmt"
    r"|zu windig|mauvais\w*|pourri\w*|pleut|brouillard|trop de vent)\b[^,]{0,30}?[, ]\s*"
    r"((?:then |dann |alors )?(?:we|let's|wir|gehen wir|fahren wir|treffen wir|on|nous)\b.{3,100})$",
    re.IGNORECASE,
)


def _plan_b(e: Evidence) -> Heard | None:
    if e.has("change.cancel", "change.scrap", "change.off") and not e.has("change.plan_b"):
        return None  # "if the weather is bad we may have to cancel" is no plan
    if not e.asks and (match := _IN_BAD_WEATHER.match(e.text)) is not None:
        why = re.sub(r"^(?:then|dann|alors)\s+|\s+(?:instead|stattdessen|à la place)$", "", match[1].strip(" .!"))
        return Heard("plan_b", weak=True, asked=True, why=why)
    if e.asks and not e.has("change.plan_b"):
        return None
    if e.asks and e.text.endswith("?"):
        return Heard("plan_b", weak=True) if e.has("change.plan_b") else None
    if not e.has("change.plan_b", "change.instead_of_flying"):
        return None
    rest = _ITS_WORDS.sub("", e.behind("change.plan_b", "change.instead_of_flying").lstrip(" ,:;"))
    return Heard("plan_b", weak=True, why=rest[:120]) if rest else None


# --- tasks ------------------------------------------------------------------------------------------------


_NOT_YET = re.compile(
    r"\b(?:not|isn't|hasn't|wasn't|nobody(?:'s| has)?|no one(?:'s| has)?) (?:yet |been |yet been )?(?:done"
    r"|made|sent|filed|requested|asked|sorted|rung)\b|\bnot yet\b"
    r"|\b(?:noch nicht|nicht|niemand)\b[^.,;]{0,20}\b(?:erledigt|gemacht|gestellt|beantragt|geschickt"
    r"|da)\b|\bnoch nicht$"
    r"|\b(?:pas|personne)\b[^.,;]{0,20}\b(?:fait|faite|faits|envoyée?|demandée?|déposée?)\b",
    re.IGNORECASE,
)


def _task(e: Evidence) -> Heard | None:
    if not e.asks and len(e.words) <= 12 and _NO_PPR.search(e.text):
        return Heard("report", weak=True, task="ppr", state="received", what="unneeded")
    if not e.task or e.has("task.needed") or (e.task == "lunch" and e.places and e.day is not None):
        return None
    people = e.has("who.people")
    spots, long = bool(e.said.slots.spots), len(e.words) > 12
    if e.asks:
        known = e.has("task.sent", "task.received", "task.state", "task.waiting", "task.called") or e.all(
            "task.got", "who.we"
        )
        if len(e.words) <= 2 and not spots and e.task in TASKS[:4]:
            return Heard("done_by", weak=True, task=e.task)  # "ppr?"
        if long or not (people or known) or (spots and not known) or (spots and not people):
            return None
        return Heard("done_by", weak=not people, task=e.task)
    if len(e.words) > 16 or e.has("else.thing"):
        return None
    if e.has("task.refused") and not e.has("task.sent") and e.task in REFUSABLE:
        return Heard("report", task=e.task, state="open")
    if len(e.words) <= 10 and _NOT_YET.search(e.text) and not e.has("task.refused"):
        return Heard("done_by", weak=True, task=e.task)  # "PPR not done": how it stands
    if e.has("task.denied"):
        return None
    agreed = e.has("task.agreed")
    asked = e.has("task.sent") and not e.has("task.answered")  # "they emailed back" is no mail of ours
    got = e.has("task.received") or ((bool(e.reference) or e.has("task.got")) and not asked)
    if (got or agreed) and not e.has("task.waiting", "not.not"):
        return Heard("report", task=e.task, state="received", reference=_by_whom(e))
    if e.has("task.sent", "task.waiting") or (
        e.short and not e.has("who.me", "who.we") and e.ends_clause("answer.in_short")
    ):
        return Heard("report", task=e.task, state="sent")
    if (not long and (not spots or e.has("task.contact")) and e.has("task.mine")) or (
        e.short and e.has("who.me") and e.has("task.doing")
    ):
        return Heard("mine", task=e.task)
    if e.has("task.state"):
        return Heard("done_by", weak=True, task=e.task)
    return None


def _refused(e: Evidence) -> Heard | None:
    """ "Le Touquet turned us down", "rang them, they said no": of a task that waits for an answer."""
    if e.asks or e.task or not e.has("task.refused") or len(e.words) > 12:
        return None
    if not (e.has("who.we", "task.called") or e.said.slots.spots) or e.has("else.thing", "come.come", "answer.in"):
        return None
    return Heard("report", weak=True, state="open")


def _confirmed(e: Evidence) -> Heard | None:
    """ "Confirmed, ref 17" is the task that was sent; "rang Le Touquet, they said yes" what is asked there."""
    if e.asks or e.task or e.has("task.waiting", "task.denied", "not.not") or len(e.words) > 16:
        return None
    if e.has("task.called", "task.answered") and e.has("task.agreed") and not e.has("else.thing"):
        return Heard("report", weak=True, state="received", reference=_by_whom(e))
    if not e.has("task.received") or not e.reference or e.elsewhere:
        return None
    return Heard("report", weak=True, state="received", reference=e.reference)


def _sees_to(e: Evidence) -> Heard | None:
    """ "I'll ring them": what is asked of the field. "Leave it to me": the task that was just spoken of."""
    if (
        e.asks
        or e.task
        or e.craft
        or e.elsewhere
        or e.has("answer.in", "seat.seat", "not.not")
        or len(e.words) > 8
    ):
        return None
    if e.has("task.them") and e.has("who.me"):
        return Heard("mine", weak=True, what="them")
    return Heard("mine", weak=True, what="it") if e.has("task.on_it") and len(e.words) <= 5 else None


def _by_whom(e: Evidence) -> str:
    """The reference; of what was said on the telephone, that it was."""
    return e.reference or ("by phone" if e.has("task.called") else "said yes" if e.has("task.answered") else "")


# --- changes ----------------------------------------------------------------------------------------------


_OF_ONES_OWN = re.compile(r"\s+(?:my|our|mon|ma|mes|notre|nos|meine?[nrms]?|unsere?[nrms]?)\b", re.IGNORECASE)
_A_FLIGHT = re.compile(
    r"^[\W_]*(?:\w+\W+){1,2}(?:trip|outing|fly-?out|flight|sortie|vol|flug|ausflug)\b", re.IGNORECASE
)


def _is_of_ones_own(e: Evidence) -> bool:
    """Whether something of one's own is cancelled: "j'ai annulé mon abonnement"; "our trip" is the outing."""
    behind = [e.text[m.end :] for m in e.found if m.concept == "change.cancel"]
    return any(_OF_ONES_OWN.match(rest) and not _A_FLIGHT.match(rest) for rest in behind)


_HEADS_ITS_SENTENCE = re.compile(
    r"(?:^|[.!?\n–-])\W*(?:(?:so|ok|right|sorry|guys|folks|bon|also|leute)\W+)*$", re.IGNORECASE
)


def _cancels(e: Evidence) -> Heard | None:
    if _is_of_ones_own(e) or (e.craft and not e.has("outing.trip", "change.it", "outing.outing")):
        return None
    if e.task or e.places or e.has("change.own_seat", "answer.out") or "??" in e.text:
        return None
    if len(e.words) > 14 and not _HEADS_ITS_SENTENCE.search(e.text[: e.first("change.cancel")]):
        return None
    if _who_came_along(e):
        return None
    thrown_out, instead = e.dropped
    if thrown_out:
        return None if instead else Heard("cancel", weak=True, asked=True, why=_why(e), day=e.day)
    outright = e.has("change.cancel")
    off = e.has("change.off") and (e.has("outing.trip", "change.it") or len(e.words) <= 6)
    begins = e.first("change.off", "change.scrap")  # what stands behind is the reason: "not going, low cloud"
    other = any(m.concept == "else.thing" and (e.asks or m.start < begins) for m in e.found)
    if not (outright or (not other and (off or e.has("change.scrap")))):
        return None
    bare = (
        any(m.concept == "change.cancel" and not e.text[: m.start].strip() for m in e.found) and len(e.words) <= 4
    )
    if outright and e.asks and not (bare or e.has("change.let_us")):
        return None  # "why did you call it off?"; "call it off?" is asked back
    unsure = _MAY_HAVE_TO.search(e.text) is not None
    return Heard("cancel", weak=not outright, asked=unsure or not outright or e.asks, why=_why(e))


_NO_REASON = re.compile(
    r"(?:(?:so|ok|okay|right|well|hi|hey|sorry|all|everyone|guys|folks|team|leute|leider|désolée?|bon|à"
    r"|tous)\b[\s,]*)+$",
    re.IGNORECASE,
)


def _why(e: Evidence) -> str:
    """The reason: the clause behind "because", or the one that does not say that it is called off."""
    match = _WHY.search(e.text)
    ends = [m.end for m in e.found if m.concept in ("change.cancel", "change.scrap", "change.off")]
    if match and (not ends or match.start() >= min(ends)):
        return match[1].strip(" .!")
    before = e.text[: match.start()].strip(" .!,") if match and match[0][0] in ",;:" else ""
    return e.text[max(ends, default=0) :].strip(" .!,;:") if _NO_REASON.match(before) else before


def _who_came_along(e: Evidence) -> bool:
    """Whether one's own guest, and not the outing, is said to have called off: "my plus one has cancelled"."""
    found = None if BOTH_OUT.search(e.text) else _GUEST_OUT.search(e.text)
    unsure = e.has("answer.unsure", "answer.maybe")
    return found is not None and not e.asks and not unsure and e.has("change.cancel", "answer.out", "not.not")


def _guest_out(e: Evidence) -> Heard | None:
    left = _who_came_along(e) or _is_left_behind(e)
    return Heard("guest_out", weak=True) if left and not e.has("answer.in", "answer.in_short") else None


def _is_left_behind(e: Evidence) -> bool:
    """Whether who would have come along stays: "not bringing the kid after all", "mon fils reste à la maison"."""
    if not e.has("kin.one", "kin.many") or e.asks or len(e.words) > 12 or BOTH_OUT.search(e.text):
        return False
    return e.has("kin.stays") or (e.has("not.not") and _BRINGS.search(e.text) is not None)


_BRINGS = re.compile(
    r"\b(?:bring(?:ing)?|tak(?:e|ing) (?:my|our|the)|prends|prendrai|(?:r?am|emm)(?:ène|ènerai)|bringe?"
    r"|nehme?)\b",
    re.IGNORECASE,
)


_COUNTS_IN = re.compile(
    r"^\W*(?:(?:can|could|please|bitte|and|und|et|also|too)\W+)*(?:you\s+)?"
    r"(?:(?:count|put|add|sign|pencil|mark|pop|stick|note)|(?:trag|tragt|schreib|schreibt|setz|setzt|zähl|zählt)"
    r"|(?:compte|comptez|ajoute|ajoutez|inscris|inscrivez|mets|mettez))\s+(?:(?:bitte|noch|auch|aussi|den"
    r"|die)\s+)*"
    r"(?P<name>[A-ZÀ-Þ][\w'-]+)\s*"
    r"(?:in|down|up|on|to the list|too|as well|please|ein|auf|auch|aussi|bitte|svp|stp|mit|dazu)?"
    r"(?:\s+(?:too|as well|please|bitte|aussi|svp|the list|la liste|die Liste))*\W*$"
)


def _counts_in(e: Evidence) -> Heard | None:
    """ "Count Dave in": who answers is each alone, but a guest may be brought."""
    match = _COUNTS_IN.match(e.text)
    known = match is not None and fold(match["name"]) in e.first_names
    return Heard("along", guests=1) if known else None


def _posts(e: Evidence) -> Heard | None:
    """ "Post it", of a draft."""
    said = e.has("change.post") and e.short and not e.asks and not e.elsewhere and not e.task
    return Heard("post", weak=True) if said else None


def _moves(e: Evidence) -> Heard | None:
    thrown_out, other = e.dropped
    if thrown_out and other and not (e.elsewhere or e.task or e.has("answer.out", "else.thing")):
        return Heard("move", weak=True, asked=e.asks, day=other, clock=e.clock)
    if e.said.slots.codes or e.said.slots.countries or e.task or e.has("answer.out", "else.thing", "ask.back"):
        return None
    if e.has("change.way_back") and e.day is None:
        return None  # "I must be back by 3"
    longest = 16 if e.has("change.move") else 12
    if (e.elsewhere and not e.has("change.move")) or len(e.words) > longest or e.said.slots.of("speed"):
        return None
    if e.has("change.next_day") and (
        e.has("change.move", "change.instead", "change.later", "change.earlier") or not e.asks
    ):
        sign = -1 if e.has("change.earlier") else 1
        return Heard("move", weak=True, asked=e.asks, minutes=sign * (e.minutes or 1440))
    verb = e.has("change.move")
    if e.minutes and (e.has("change.later", "change.earlier") or (verb and not e.clock)):
        sign = -1 if e.has("change.earlier") else 1
        return Heard("move", weak=True, asked=e.asks, minutes=sign * e.minutes)
    if e.day is not None and verb and e.has("change.past"):
        return Heard(
            "move", weak=True, asked=e.asks, day=e.day - timedelta(days=7), clock=e.clock
        )  # refused as past
    better = e.has("change.better") and not e.has("not.not")
    instead = better or e.has("change.instead")
    clock = e.hour_preferred or e.clock
    if not (verb or instead) or (e.day is None and not clock) or e.has("outing.somewhere"):
        return None
    if e.said.slots.spots or (e.has("change.let_us", "start.invite") and not (verb or instead)):
        return None
    return Heard("move", weak=True, asked=e.asks or better, day=e.day, clock=clock)


# --- beginnings and answers ---------------------------------------------------------------------------------


def _starts(e: Evidence) -> Heard | None:
    invites = e.has("start.start", "start.invite")
    plans = e.has("start.plan") and e.has("outing.outing")
    whenever = bool(e.said.slots.days) or bool(e.said.slots.of("days"))
    comes = e.has("who.people") and e.has("come.come", "answer.in", "ask.who") and e.asks
    outing = e.has("outing.outing") and whenever and not e.asks
    spots = e.said.slots.spots
    if spots and not e.has("else.thing", "ask.question") and e.task in ("", "lunch") and len(e.words) <= 24:
        if not e.destination:
            return None
        if e.has("start.start") or plans or outing or (whenever and (invites or comes)):
            return Heard("start", weak=not (e.has("start.start") or plans or outing))
        return None
    if spots or e.said.slots.countries or e.has("else.thing"):
        return None
    trip = e.has("outing.trip", "outing.somewhere") or (e.has("come.fly") and whenever)
    if (invites or plans) and trip and (whenever or e.has("outing.somewhere", "outing.outing")):
        return Heard("start", anywhere=True)
    return None


def is_of_another(e: Evidence) -> bool:
    """Whether somebody else is told of, and not who writes; a day or a concept at the head is nobody."""
    said = e.said.slots
    head = _OF_ANOTHER.match(e.text[:1].upper() + e.text[1:])
    if head is None or _ONESELF.search(_TO_MY_MIND.sub("", e.text)) or e.has("kin.one", "kin.many"):
        return False
    first = e.words[0].start
    nobody = ("who.people", "ask.mine", "who.me") if _MY.match(e.text) else ("who.people",)
    means = any(m.start == first and m.concept not in nobody for m in e.found)
    days = [*((d.start, d.end) for d in said.days), *said.taken_back]
    return not means and not any(start <= first < end for start, end in days)


_ENDS_IN = re.compile(
    r"[.!,–-]\s*(?:yes[,.! ]*)?(?:i'?m )?in[.!]*$"
    r"|(?:count me in|i'?m coming|ich komm\w*(?: mit)?|bin dabei|je viens)[.!]*$",
    re.IGNORECASE,
)
""" "You had me at oysters. In."."""


def ends_in(text: str) -> bool:
    """Whether somebody says at the end that they come, whatever is told before it."""
    return _ENDS_IN.search(text) is not None


_BEGINS = re.compile(
    r"^\W*(?:(?:yes|yep|yeah|ok|hi|hey|ja|klar|oui|salut)\W+)?"
    r"(?:(?:i'?m|i am|we'?re|we are) (?:in|out)|in|out|count (?:me|us) in|(?:ich )?bin (?:dabei|raus)|je viens"
    r"|j'en suis|partante?)\s*[,.!;–-]\s*(?!.*\b(?:but|if|unless|only|until|till|not|depends|or|aber|wenn|falls"
    r"|nur|bis|oder|mais|si|sauf|seulement|ou)\b)",
    re.IGNORECASE | re.DOTALL,
)


def begins_with_an_answer(text: str) -> bool:
    """Whether somebody answers first and tells more behind it: "I'm in, can bring snacks"."""
    return _BEGINS.match(text) is not None


_PLUS_FIRST = re.compile(
    r"^\W*\+\s?([1-3])\b(?!\s?(?:h|hrs?|hours?|heures?|stunden?|tage?|days?|jours?|mins?|minutes?|minuten"
    r"|z|uhr|kt|nm|ft)\b)"
)
""" "+1 with the dog": who else comes, or "me too"."""


_JOKED = re.compile(
    r"\b(?:was|is|that's|just|only) (?:just |only )?(?:a )?(?:joke|joking|kidding|jest)\b"
    r"|\bwar (?:nur |bloß )?(?:ein |'n )?(?:scherz|witz|spaß)\b"
    r"|\bc'était (?:une |pour )?(?:blague|plaisanterie|rire)\b",
    re.IGNORECASE,
)
"""What was said is taken back: "not coming was a joke, of course I'm coming"."""
_ME_TOO = re.compile(r"^\W*(?:me too|same here|moi aussi|ich auch)\W*$", re.IGNORECASE)
"""What joins in whatever was said before, which may be no answer: asked back."""


def _answers(e: Evidence) -> Heard | None:
    if _JOKED.search(e.text) and e.has("answer.in", "answer.out"):
        return Heard("say", weak=True, asked=True, state="in" if e.has("answer.in", "come.come") else "maybe")
    if _ME_TOO.match(e.text):
        return Heard("say", weak=True, asked=True, state="in")
    if _ONLY_IF.search(e.text) and not e.asks and len(e.words) <= 12:
        return Heard("say", weak=True, asked=True, state="maybe")  # "only if the wind is under 15 knots"
    if (more := _PLUS_FIRST.match(e.text)) and not e.asks and len(e.words) <= 8:
        return Heard("say", weak=True, asked=True, state="in", guests=int(more[1]))
    known = e.has("answer.in", "answer.out", "answer.maybe") and len(e.words) <= 16
    on_terms = e.all("answer.in_short", "answer.condition")
    if (e.places or e.said.slots.crafts or e.said.slots.countries) and not (known or on_terms):
        return None
    if (e.has("else.thing") and not known and not e.has("flying.not_flying")) or is_of_another(e):
        return None
    both = BOTH_OUT.search(e.text)
    if not e.asks and not both and (e.has("answer.alone") or _GUEST_OUT.search(e.text)) and len(e.words) <= 12:
        if e.has("answer.in", "answer.in_short"):
            return Heard("say", weak=not e.has("answer.in"), state="in", guests=0)
        if e.has("answer.alone"):
            return Heard("alone", weak=True)
    if e.has("answer.out", "answer.leave") and _MAY_HAVE_TO.search(e.text) and not e.asks:
        return Heard("say", weak=True, state="maybe")
    if e.has("answer.regret") and not e.asks and not e.has("answer.in") and len(e.words) <= 16:
        return Heard("say", weak=True, asked=True, state="out")  # "I'd come if I could"
    takes = e.all("answer.condition", "seat.seat", "who.me") and not e.asks and len(e.words) <= 10
    plain = e.has("not.not", "answer.in", "answer.in_short", "answer.out", "answer.maybe", "answer.unsure")
    if takes and not plain:
        return Heard("say", weak=True, asked=True, state="in")  # "if there's a seat left I'll have it"
    out, maybe = e.first("answer.out"), min(e.first("answer.maybe"), e.first("answer.unsure"))
    begins = e.first("answer.condition")
    sure = any(m.concept in ("answer.out", "not.not") and m.start < begins for m in e.found)
    if (
        e.has("answer.condition")
        and not sure
        and not e.has("answer.polite_if", "seat.seat")
        and not ends_in(e.text)
    ):
        answers = e.has("answer.in", "answer.in_short")
        comes = answers or e.all("who.me", "come.come") or len(e.words) <= 9
        here = answers or not e.elsewhere
        if comes and not e.asks and here and not e.has("flying.flying", "start.start", "start.plan"):
            away = answers and e.elsewhere  # "I'm in if I get off from Luton in time"
            return Heard("say", weak=True, asked=away, state="maybe", guests=guests(e.text))
    sorry = (
        e.has("not.not")
        and (e.has("who.me") or e.short)
        and (e.has("come.come", "answer.in") or e.day is not None)
        and len(e.said.slots.days) + len(e.said.slots.taken_back) < 2  # "not Saturday, Sunday would suit better"
    )
    unsure = e.has("answer.maybe") or (e.has("answer.unsure") and len(e.words) <= 10 and not e.elsewhere)
    if unsure and not e.asks and not e.said.slots.spots and maybe < out:
        return Heard("say", weak=True, state="maybe", guests=guests(e.text))
    leaves = e.ends_clause("answer.leave") and not e.has("change.it")
    if (e.has("answer.out") or leaves) and not e.asks and not e.off_a_task:
        return Heard("say", weak=not e.has("answer.out"), state="out")
    if e.has("flying.not_flying"):
        return Heard("not_flying", weak=True)
    if sorry and not e.asks and len(e.words) <= 12 and not e.has("answer.again", "answer.in") and not e.elsewhere:
        return Heard("say", weak=True, state="out")
    if e.has("flying.flying") and not e.has("answer.in") and not e.asks and not e.said.slots.spots:
        return Heard("flying", weak=True)
    if e.has("answer.in") and (known or e.short) and (not e.asks or e.text.endswith(("in", "in."))):
        return Heard("say", state="in", guests=e.guests)
    short = e.short or e.all("answer.condition", "seat.seat")  # "I'm in if there's a seat"
    if e.has("answer.in_short") and short and not e.asks and not e.said.slots.spots and not e.elsewhere:
        brief = len(e.words) <= 3 or e.guests is not None or e.day is not None or e.has("who.me")
        return Heard("say", weak=True, state="in", guests=e.guests) if brief else None
    along = (
        e.guests is not None
        and not e.has("not.not")
        and (not e.has("kin.one", "kin.many") or _TOGETHER.search(e.text) or e.counts_us)
    )
    comes = e.has("who.me", "who.we", "kin.one", "kin.many") and (e.has("come.come", "seat.carry") or along)
    longest = 14 if e.counts_us else 10
    if comes and not e.asks and len(e.words) <= longest and not e.said.slots.spots and not e.elsewhere:
        return Heard("say", weak=True, state="in", guests=e.guests)
    return None


RULES: tuple[Rule, ...] = (
    questions.reminds, papers.papers, papers.remarks, _answer_by, _plan_b, _profit, _paid, _task, _refused,
    _confirmed, _sees_to, seating.booked, seating.withdraws, seating.fewer, seating.brings, _guest_out, _posts,
    home_by.wants_home, way_back.moves,
    questions.stands, questions.leaves, questions.leg, _cancels, _moves, _starts, questions.cost, questions.back,
    questions.organiser, questions.todo, questions.along, _counts_in, seating.sits, seating.seats,
    questions.on, questions.who, _answers,
)  # fmt: skip
"""In this order: what says most before what says less."""
