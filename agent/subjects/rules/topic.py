"""Which questions of the corpus a subject means: by category and tag where it is filed so, else by meaning."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from agent import regex as re
from agent.registry import ToolContext
from agent.rules.corpus import RuleQuestion, filed_under
from agent.search.words import words_of
from tongue import later, say

TAGS = (
    later("airspace"),
    later("airfield"),
    later("international"),
    later("flight plan"),
    later("procedure"),
    later("transponder"),
    later("emergency"),
    later("licence"),
    later("radio"),
    later("customs"),
    later("tools"),
    later("weather"),
    later("night"),
    later("medical"),
    later("semicircle"),
    later("minimum height"),
    later("levels"),
    later("documents"),
    later("oxygen"),
    later("on top"),
    later("cost sharing"),
    later("fuel"),
    later("insurance"),
    later("alcohol"),
    later("aerobatics"),
)
"""What questions are filed under: a comparison is offered by its name."""


async def questions_on(
    context: ToolContext,
    countries: Sequence[str],
    *,
    category: str | None = None,
    tags: Iterable[str] = (),
    topic: str | None = None,
) -> list[RuleQuestion]:
    """The questions that any of `countries` answers on a category, tags and a subject in free words."""
    book = context.deps.rules
    corpus = book.corpus
    questions = list(corpus.questions.values())
    categories = {filed_under(name) for name in corpus.categories}
    known_tags = {filed_under(tag) for tag in corpus.tags}
    wanted = {filed_under(tag) for tag in tags}
    chosen = filed_under(category or "")
    subject_said = _without_countries(topic or "", context)
    if "," in subject_said:  # several subjects, one after the other
        each = [
            await questions_on(context, countries, category=category, tags=tags, topic=one)
            for one in subject_said.split(",")
        ]
        first = [question for found in each for question in found[:1]]
        return list({question.id: question for found in (first, *each) for question in found}.values())
    free = [filed_under(subject_said)] if subject_said else []
    if chosen in categories:
        questions = [q for q in questions if filed_under(q.category) == chosen]
    elif chosen:
        free.append(chosen)
    filed = wanted & known_tags
    if filed:
        tagged = [q for q in questions if filed & tags_of(q)]
        questions = tagged or [q for q in corpus.questions.values() if filed & tags_of(q)]
    for subject in sorted({*free, *(wanted - known_tags)}):
        if subject in categories:
            questions = [q for q in questions if filed_under(q.category) == subject]
            continue
        if len(tags_named(subject, known_tags)) != 1 and (meant := _meant_in(subject, countries, context)):
            questions = [q for q in meant if q in questions]
            continue
        near = _abbreviated_in(questions, subject) or await book.about(subject) or _named_in(questions, subject)
        near = await _on_it(near, subject, countries, context)
        if not near and (inside := _tags_within(subject, known_tags)):
            near = [q for q in corpus.questions.values() if inside & tags_of(q)]
        if named := tags_named(subject, known_tags):
            order = {q.id: place for place, q in enumerate(near)}
            near = [q for q in corpus.questions.values() if named & tags_of(q)]
            near = [q for q in near if named <= tags_of(q)] or near  # "flight plan at night": what is on both
            near.sort(key=lambda q: (*_needed(q, named, countries, context), order.get(q.id, len(order))))
        rules = {"vfr", "ifr"} & set(words_of(subject))
        other = {"vfr": "ifr", "ifr": "vfr"}[rules.pop()] if len(rules) == 1 else ""
        questions = [q for q in near if q in questions and filed_under(q.category) != other]
    return [q for q in questions if any(corpus.answers(q.id, country) for country in countries)]


_IN = re.compile(
    r"\b(?:in|for|of|over|at|en|au|aux|dans|pour|de|für|von|über|the|la|le|l['’]|der|dem)\s*$", re.IGNORECASE
)


def _without_countries(topic: str, context: ToolContext) -> str:
    """A subject without the countries that its words name, which are said apart: "night VFR in Germany"."""
    for start, end, _ in reversed(list(context.deps.countries.find_all(topic))):
        before = topic[:start]
        while (shorter := _IN.sub("", before.rstrip())) != before.rstrip():
            before = shorter
        topic = f"{before.rstrip()} {topic[end:].lstrip()}"
    return topic.strip(" ?!.,")


async def _on_it(
    near: list[RuleQuestion], subject: str, countries: Sequence[str], context: ToolContext
) -> list[RuleQuestion]:
    """Those that are on the subject itself, where the nearest is; never one of another condition."""
    book = context.deps.rules
    fits: dict[str, set[str]] = {
        question.id: {
            await book.fitting(subject, question, country)
            for country in countries
            if book.corpus.answers(question.id, country)
        }
        for question in near
    }
    narrow = (
        len(words_of(subject)) > 1 and bool(near) and "same" in fits[near[0].id]
    )  # "FIS" alone means all on it
    wanted = {"same"} if narrow else {"same", "near"}
    return [question for question in near if not fits[question.id] or fits[question.id] & wanted] or near


def _meant_in(subject: str, countries: Sequence[str], context: ToolContext) -> list[RuleQuestion]:
    """The questions that the subject's words mean and no other, where a country answers them: "cost sharing"."""
    corpus = context.deps.rules.corpus
    return [q for q in corpus.all_named_in(subject) if any(corpus.answers(q.id, code) for code in countries)]


def _abbreviated_in(questions: Iterable[RuleQuestion], subject: str) -> list[RuleQuestion]:
    """The questions that write an abbreviation out: "… locator transmitter (ELT) …"."""
    return [question for question in questions if f"({subject.upper()})" in question.text]


def _named_in(questions: Iterable[RuleQuestion], subject: str) -> list[RuleQuestion]:
    """The questions whose words hold the subject's: an abbreviation alone has no meaning to be searched by."""
    words = set(words_of(subject))
    return [question for question in questions if words and words <= set(words_of(question.text))]


def tags_of(question: RuleQuestion) -> set[str]:
    """A question's tags as they are compared."""
    return {filed_under(tag) for tag in question.tags}


def tags_named(topic: str, known: set[str]) -> set[str]:
    """The tags that a topic consists of ("VFR flight plan" is the tag "flight plan"); none when it says more."""
    words = _stems(topic)
    forms = {(tag, frozenset(stems)) for tag in known for said in {tag, say(tag)} if (stems := _stems(said))}
    named = {(tag, stems) for tag, stems in forms if stems <= words}
    covered = {stem for _, stems in named for stem in stems}
    return {tag for tag, _ in named} if words and words == covered else set()


def _tags_within(topic: str, known: set[str]) -> set[str]:
    """The tags that make at least half of a topic's words, where those around them mean nothing that is held."""
    words = _stems(topic)
    named = {tag for tag in known if any((stems := _stems(said)) and stems <= words for said in (tag, say(tag)))}
    covered = {stem for tag in named for said in (tag, say(tag)) for stem in _stems(said) if stem in words}
    return named if 2 * len(covered) >= len(words) else set()


def _stems(text: str) -> set[str]:
    """The words of a subject or tag that carry it, without the "s" of many: "plan de vol" is "plan" and "vol"."""
    for name, said in _CALLED:
        text = said.sub(name, text)
    words = words_of(text)
    return {word.removesuffix("s") for word in words if len(word) > 2} - {"vfr", "ifr"}


_CALLED = tuple(
    (name, re.compile(rf"\b(?:{words})\b", re.IGNORECASE))
    for name, words in (
        ("documents", "papers?|paperwork|papier(?:e|en|s)?|unterlagen|bordpapiere?n?|dokumente?n?"),
        ("radio", "sprechfunk\\w*|funkverkehr|funkpflicht|phonie|radiot[ée]l[ée]phonie|radio ?telephony|r/?t"),
        ("night", "nachtflug|nacht-?vfr|nachts|vols? (?:de )?nuit|vfr (?:de )?nuit|night (?:flying|flights?)"),
        ("flight plan", "flugplanpflicht|fpl|plans? (?:de )?vol|flight ?plans?"),
    )
)
"""What questions are filed under, in the words of pilots."""


_FIRST = (
    "fpl-border-crossing",
    "vfr-flight-plan-required",
    "non-schengen-arrival",
    "ppr-required",
    "night-vfr",
    "minimum-heights",
    "class-c-d-entry",
    "transponder-class-e",
    "transponder-class-g",
    "fis-required-class-g-e",
    "radio-language",
    "fpl-closing-uncontrolled",
)
"""What a visitor has to know before anything else, where whole rule books are compared."""


def _needed(
    question: RuleQuestion, tags: Iterable[str], countries: Sequence[str], context: ToolContext
) -> tuple[int, int, int]:
    """First what a visitor has to know of the very subject, before it what the most of the countries answer."""
    if weight(question) == len(_FIRST) or not _stems(" ".join(tags)) <= _stems(question.text):
        return 1, 0, 0
    corpus = context.deps.rules.corpus
    return 0, sum(not corpus.answers(question.id, country) for country in countries), weight(question)


def weight(question: RuleQuestion) -> int:
    """How far back a question stands in a whole rule book."""
    return _FIRST.index(question.id) if question.id in _FIRST else len(_FIRST)
