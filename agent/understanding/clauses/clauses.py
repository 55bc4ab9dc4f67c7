"""Where a message may fall into several questions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, pairwise
from math import log

from agent import regex as re

_CUT = re.compile(
    r"(?<=[?!.;])(?<!\bSt\.)(?<!\bst\.)\s+(?=\S)|\s*;\s*|\s*\n+\s*|\s*(?:^|(?<=\s))(?:\(?\d[.)]|\(?[a-e]\))\s+|"
    r"\s*,?\s+(?:and|und|et|plus|then|also|sowie|puis|ainsi que|as well as|oh and|&|oh,? and also)\s+"
    r"(?:then\s+|also\s+|auch\s+|aussi\s+|please\s+|then,?\s+)?|"
    r"\s*,\s+(?=\S)|\s+[-–/+]\s+(?=\S)|(?<=[a-z]{3})/(?=[a-z]{3})|\s+\+\s+",
    re.IGNORECASE,
)
_RUN_ON = re.compile(
    r"(?<=\w)\s+(?=(?:(?P<wh>whats|what['’]s|what (?:is|are|does|do|about)|hows|how (?:long|far|much|many|early|do|does)|when (?:do|does|is|must|should)|where (?:do|can|is)|"
    r"c['’]est quoi|quel(?:le)?s? (?:est|sont|piste|fréquence|préavis)|combien|[aà] quelle heure|wie (?:lang|lange|weit|viel|ist|sind)|was (?:kostet|ist|sind|brauche)|wann (?:muss|ist))|"
    r"do (?:i|we|they|you)|does (?:it|the)|is (?:there|it open|the)|are there|can (?:i|we)|have (?:they|you)|any (?:fuel|avgas|food|restaurant)|"
    r"y a[- ]t[- ]il|est-ce qu|il y a|faut-il|gibt es|gibts|brauche ich|muss ich)\b)",
    re.IGNORECASE,
)
"""Where a question begins behind another without a mark or an "and", as dictation leaves it."""
_RUNS_ON_NOT = re.compile(
    r"\b(?:and|or|to|of|in|on|at|for|with|about|me|know|see|if|but|wonder|wondering|ask|asking|tell|say|sure|so|hi|hello|hey|please|pls|just|ok|then|that|from|by|as|than|"
    r"et|ou|de|du|à|pour|sur|avec|moi|savoir|si|mais|bonjour|salut|dis|alors|donc|sait|que|qu|"
    r"und|oder|zu|von|für|mit|mir|wissen|ob|aber|hallo|sag|also|dann|bitte|weiß|weiss|fast|genau|denn|rules?)$",
    re.IGNORECASE,
)
"""What goes on into the words behind it: "tell me what is …"."""
_WAITS_FOR_A_VERB = re.compile(
    r"\b(?:what|which|how|when|where|who|why|quand|où|quel\w*|combien|comment|pourquoi|wann|wie|wo|welche\w*|was|warum|wenn)(?:\s+[\w'’]+){0,3}$",
    re.IGNORECASE,
)
""" "What squawk", "how long": the verb behind it belongs to it."""
_DANGLING = re.compile(
    r"^(?:and|und|et|then|also|please|plus|or|oh|ps|puis|dann|,|-|\(?\d[.)]|\(?[a-e]\))\s+", re.IGNORECASE
)
_WHETHER_NEEDED = re.compile(r"^(?:if so,? )?(?:whether|if) (i|we) (need|have)\b", re.IGNORECASE)
""" "… and whether I need to call first": what is asked without its mark."""
_WITHIN_A_NUMBER = re.compile(
    r"\b(?:a|one|two|three|four|five|six|seven|eight|nine) (?:hundred|thousand)$", re.IGNORECASE
)
_OF_IT = re.compile(
    r"(?:(?:is|are) (?:it|that|they) (?:really |also )?(?:compulsory|mandatory|obligatory|required|included|extra|on top|optional)"
    r"|(?:does|do) (?:the |a )?(?:weekends?|time of day|season|night|day) (?:change|matter|make)\b[^.?!]*"
    r"|(?:ist|sind) (?:das|es|die|der) (?:denn )?(?:pflicht|vorgeschrieben|obligatorisch|inbegriffen|dabei|extra)"
    r"|(?:c['’]est|est-ce(?: que c['’]est)?|elle est|il est) (?:obligatoire|compris\w*|inclus\w*|en plus))\W*$",
    re.IGNORECASE,
)
""" "Is there handling, and is it compulsory": what asks of the thing before it alone is no question of its own."""
_OPEN = re.compile(
    r"\b(?:between|entre|zwischen|compare|vergleiche?|comparer?)\s+(?:(?!\b(?:and|und|et|with)\b)[^,?.;])*$",
    re.IGNORECASE,
)
"""Two things are named after it, of which only one is said so far."""
SHORTEST = 3
"""Letters of a part."""
MOST_CUTS = 8
LONG, MOST_CUTS_IF_LONG = 300, 8
"""A message of more letters is cut between its sentences alone: every part that is tried costs its reading."""
PER_PART = 0.35
"""What one part more costs, as a logarithm: a message is not cut where it need not be."""
GLUED = log(0.02)
"""What a part costs that begins behind a comma or an "and" with a thing alone, and asks behind the next one: "a
restaurant, and what are the rules": the thing belongs to what stands before it."""
Way = tuple[float, tuple[str, ...]]


def segmentations(
    text: str,
    stands: Callable[[str], float],
    uncut: Sequence[tuple[int, int]] = (),
    begins: Sequence[tuple[int, int]] = (),
) -> list[tuple[str, ...]]:
    """The best way to cut a text into two, into three and so on, best first, then those between all of its questions.

    `stands` says how likely a part is a question of its own (0 to 1); sentences and "and" are cut alike.
    No cut is made inside the spans of `uncut`; `begins` are gaps that only the meaning of words tells.
    """
    inner = [
        gap for gap in sorted({*_gaps(text), *begins}) if not any(a <= gap[0] and gap[1] <= b for a, b in uncut)
    ]
    gaps = [(0, 0), *inner, (len(text), len(text))]
    found: dict[tuple[int, int], Way] = {}
    for i, j in combinations(range(len(gaps)), 2):
        part = _DANGLING.sub("", text[gaps[i][1] : gaps[j][0]].strip(" ,;-")).strip()
        part = _WHETHER_NEEDED.sub(r"do \1 \2", part)
        if len(part) >= SHORTEST and (i, j) != (0, len(gaps) - 1):
            glued = GLUED if i and _glues(text, gaps[i : j + 1]) else 0.0
            found[i, j] = log(max(stands(part), 1e-4)) - PER_PART + glued, (part,)
    best = sorted(_ways(found, len(gaps) - 1), key=lambda way: -way[0])
    cuts = [parts for _, parts in best]
    ends = range(1, len(gaps) - 1)
    marked = [i for i in ends if _between_questions(text, *gaps[i])]
    asked = [i for i in ends if i in marked or _ASKS.match(text[gaps[i][1] :])]
    for inner in (asked, marked):
        spans = list(pairwise((0, *inner, len(gaps) - 1)))
        way = tuple(found[span][1][0] for span in spans) if inner and all(span in found for span in spans) else ()
        if way and way not in cuts[:1]:
            cuts = [*cuts[:1], way, *(cut for cut in cuts[1:] if cut != way)]
    return cuts


def _glues(text: str, gaps: Sequence[tuple[int, int]]) -> bool:
    """Whether a stretch begins with a thing alone, and the first question in it begins behind one of its gaps."""
    (before, start), *inner, (end, _) = gaps
    if text[before - 1 : before] in ".?!;" or "\n" in text[before:start]:
        return False
    begins = [start, *(b for _, b in inner)]
    first = text[start : inner[0][0]] if inner else ""
    is_thing = (
        0 < len(first.split()) <= LONGEST_THING and not _ASKS.match(f"{first} ?") and not _ASIDE.match(first)
    )
    return is_thing and any(_ASKS.match(text[at:end]) for at in begins[1:])


_ASIDE = re.compile(r"(?:on|by|for|in|at|as|to|from|auf|für|in|bei|nach|pour|sur|en|à|au)\b", re.IGNORECASE)
""" "On another subject", "for the way home": no thing that is asked for."""
LONGEST_THING = 3
"""Words of a thing that is asked for beside another: "a restaurant", "the tower frequency"."""


def _ways(found: dict[tuple[int, int], Way], end: int) -> list[Way]:
    """The best way to cut into each number of parts, from two on: each is the best of one part less, and a part more."""
    upto: dict[int, dict[int, Way]] = {0: {0: (0.0, ())}}
    for j in range(1, end + 1):
        reached: dict[int, Way] = {}
        for i in range(j):
            if (part := found.get((i, j))) is None:
                continue
            for count, (worth, before) in upto[i].items():
                way = worth + part[0], (*before, *part[1])
                if count + 1 not in reached or way[0] > reached[count + 1][0]:
                    reached[count + 1] = way
        upto[j] = reached
    return [way for count, way in upto[end].items() if count > 1]


def run_on(text: str) -> list[tuple[int, int]]:
    """Where a question begins behind another without anything between: "… do they have avgas whats the fee"."""
    return [
        m.span()
        for m in _RUN_ON.finditer(text)
        if not _RUNS_ON_NOT.search(before := text[: m.start()])
        and (m["wh"] or not _WAITS_FOR_A_VERB.search(before))
    ]


_THING = r"(?:an?|any|une?|eine?n?) (?:(?!(?:in|for|to|when|if|across|from|at|on|over|by|nach|pour|en|au|aux|bei|für|über|zum|zur|and|or|et|ou|und|oder|a|an|un|une)\b)[\w'’-]+\s?){1,4}"
_THINGS = re.compile(
    rf"^(?P<head>.*?\b(?:need|needs|require|carry|brauche|brauchen|braucht|faut|faut-il|besoin d['’e])(?: ich| man| wir| to have| to carry| to file)?(?: (?:in|im|nach|für) [\w-]+)?\s)"
    rf"(?P<one>{_THING}?)(?P<mid>\s(?:(?:in|for|to|pour|en|au|aux|nach|für|from)\b[^,?]{{0,40}}?))?\s*,?\s*\b(?:and|or|et|ou|und|oder)(?: also| auch| aussi)? "
    rf"(?P<two>{_THING}?)(?P<tail>(?:\s(?:in|for|to|pour|en|au|aux|nach|für|from)\b[^,?]{{0,60}})?\W*)$",
    re.IGNORECASE,
)


def things(text: str) -> tuple[str, ...]:
    """The question of each of two things: "do I need a flight plan and a transponder in Germany?"; () for none."""
    match = _THINGS.match(text)
    if match is None:
        return ()
    head, mid, tail = match["head"], match["mid"] or "", match["tail"]
    if _OF_ITS_OWN.search(mid) and _OF_ITS_OWN.match(
        tail
    ):  # "a radio in Germany and a transponder in Switzerland"
        return f"{head}{match['one'].strip()}{mid}", f"{head}{match['two'].strip()}{tail}"
    return tuple(f"{head}{thing.strip()}{mid}{tail}" for thing in (match["one"], match["two"]))


_OF_ITS_OWN = re.compile(
    r"\s(?:in|to|for|from|nach|für|en|au|aux|pour)\s(?:the\s)?(?!class\b|classe\b|airspace\b)[^\W\d_]{4,}"
)
"""A place of the one thing alone."""


def _between_questions(text: str, start: int, end: int) -> bool:
    """Whether what stands here is the end of one question and the beginning of another."""
    return text[:start].endswith("?") and end > start


def is_within_a_number(before: str) -> bool:
    """Whether what stands before an "and" begins a number: "a hundred and ten knots" is not cut."""
    return _WITHIN_A_NUMBER.search(before) is not None


def _gaps(text: str) -> list[tuple[int, int]]:
    """What stands between two parts, hard cuts (sentences) and soft ones ("and") alike."""
    cuts = [
        m.span()
        for m in _CUT.finditer(text)
        if not is_within_a_number(text[: m.start()]) and not _OF_IT.match(text, m.end())
    ]
    cuts = sorted([*cuts, *(one for one in run_on(text) if not any(a <= one[1] and one[0] <= b for a, b in cuts))])
    gaps = [(a, b) for a, b in cuts if a >= SHORTEST and len(text) - b >= SHORTEST]
    sentences = [(a, b) for a, b in gaps if text[a - 1] in ".?!;" or "\n" in text[a:b]]
    if len(text) > LONG or len(sentences) >= MOST_CUTS:
        return sentences[:MOST_CUTS_IF_LONG]
    open_ = [span for span in gaps if not _OPEN.search(text[: span[0]])]
    if len(open_) > MOST_CUTS:
        soft = [gap for gap in open_ if gap not in sentences]
        open_ = sorted([*sentences, *soft[: MOST_CUTS - len(sentences)]])
    return open_


_ASKING = (
    r"(?:what|whats|which|how|same (?:question |again )?(?:for|at|in)|do (?:i|we|they|you)|does|is there|are there|can (?:i|we|you)|(?:could|must|may|should) (?:i|we)|tell me|show me|explain|where|who|when|why|"
    r"remind (?:me|us)|keep (?:an eye|a watch|watch)\w*|(?:give|find|get|send|list|name) (?:me|us)|compare|distances? (?:from|to|between)|"
    r"rappelle(?:z)?-(?:moi|nous)|surveille\w*|garde un œil|(?:donne|trouve|cherche|montre|dis)(?:z)?-(?:moi|nous)|distance (?:de|depuis|entre|jusqu)|"
    r"erinner\w* (?:mich|uns)|behalt\w*|beobachte\w*|(?:such|zeig|nenn|gib|sag)e? (?:mir|uns)|entfernung (?:von|nach|zu|ab|zwischen)|"
    r"(?:is|are) (?:it|they|the)|whether|if (?:i|we|they|you|it|the|there)|ob|si (?:on|je|c['’]est|l['’]|le|la|les|il)|will (?:it|they|the|there|i|we)|"
    r"was|wie|welche\w*|brauch\w*|muss|gibt(?:'s|s| es)|erklär\w*|wann|wo|wer|warum|(?:ist|sind|hat|haben|kann|darf|gilt|geht) \w|"
    r"que[l]\w*|lequel|laquelle|faut(?:-il| il)?|est[- ]ce|combien|comment|où|pourquoi|quand|c['’ ]est (?:quoi|loin|ouverte?|combien|où|payant|à quelle|à combien)|y a(?:-t-il| t il)?|peut-on|on peut|(?:dois|puis)-je)\b"
)
_ASKING_SURELY = (
    r"(?:what|which|how|same (?:question |again )?(?:for|at|in)|do i|do we|is there|are there|can i|can we|tell me|show me|explain|where|who|when|"
    r"was|wie|welche|brauche|muss|gibt es|erklär\w*|que[l]\w*|faut-il|faut il|est-ce|combien|comment|où)\b"
)
_AGAIN = r"(?:\b(?:and|und|et|plus|also|oh and)|[;?.!,])\s+(?:also\s+|then\s+|please\s+|auch\s+|aussi\s+)?"
_ASKS_AGAIN = re.compile(_AGAIN + _ASKING_SURELY, re.IGNORECASE)
_MAY_ASK_AGAIN = re.compile(_AGAIN + _ASKING, re.IGNORECASE)
_ASKS = re.compile(
    rf"(?:{_ASKING}|(?:is|are|has|does|do|did|can|could|may|must|should|would|will|darf|kann|hat|ist|sind|peut-on|y a-t-il)\b).*\w",
    re.IGNORECASE,
)


def asks(text: str) -> bool:
    """Whether a part is a question by its first word or its mark."""
    return text.rstrip().endswith("?") or _ASKS.match(text) is not None


def asks_again(text: str) -> bool:
    """Whether a second question begins inside a text: "… and what are the rules in France?"."""
    return bool(_ASKS_AGAIN.search(text))


def may_ask_again(text: str) -> bool:
    """Whether a second question may begin inside a text, by more words than surely ask: "…, do they have fuel"."""
    return bool(_MAY_ASK_AGAIN.search(text))


def questions(text: str) -> list[tuple[int, int]]:
    """The spans of the clauses that ask something, but for the first of a text that is one clause."""
    cuts = [(0, 0), *(m.span() for m in _CUT.finditer(text)), (len(text), len(text))]
    spans = [(a[1], b[0]) for a, b in pairwise(cuts) if text[a[1] : b[0]].strip()]
    return [(a, b) for a, b in spans if _ASKS.match(text[a:b])] if len(spans) > 1 else []


_TWO_MARKS = re.compile(r"\w[^?]*\?+\s+(?:[^\s?]+\s+){2,}[^\s?]+\s*\?")
"""Two sentences that end with a question mark, the second of three words or more."""


_ASKS_OF_A_NAME = re.compile(
    r"(?:\b(?:and|und|et|also)|[?,;.])\s+(?:also\s+|auch\s+|aussi\s+)?(?:is|are|has|have|does|ist|hat)\s+(?P<name>[\w'’-]+)",
    re.IGNORECASE,
)


def may_ask_of(text: str, names: Sequence[int]) -> bool:
    """Whether a second question begins inside a text by a verb and a name: "… and is Manston open"; `names` begin there."""
    return any(m.start("name") in names for m in _ASKS_OF_A_NAME.finditer(text))


def has_two_marks(text: str) -> bool:
    """Whether two sentences of some length end with a question mark."""
    return bool(_TWO_MARKS.search(text))
