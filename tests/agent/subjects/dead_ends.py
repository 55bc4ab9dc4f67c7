"""Counts offers that lead to "no data": asks many questions about airfields, follows everything offered under each.

    python tests/agent/subjects/dead_ends.py [questions] [seed] [--all]

Questions are drawn from patterns in three languages over fields, places and countries drawn at random, half of
them French (where most is known). What hangs on a service that is asked live is not followed, nor what a question
back gives as examples ("which Burlington?"). `--all` prints each
question with what is offered under it. Ends with 1 when anything offered leads nowhere.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import sys
from datetime import UTC, datetime
from tempfile import gettempdir

from agent.config import AgentSettings
from agent.deps import Deps
from agent.pipeline import answer
from agent.protocol import Conversation, Done, Failed, Question, ToolCall

AT = datetime(2026, 11, 24, 10, 0, tzinfo=UTC)
PATTERNS = (
    "fuel at {field}",
    "avgas at {field}?",
    "what notice does {field} need on Sunday from the UK?",
    "is there customs at {field}?",
    "opening hours of {field}",
    "phone of {field}",
    "frequency of {field}",
    "is there a tower at {field}?",
    "tell me about {field}",
    "is {field} a border crossing point?",
    "which approaches has {field}?",
    "restaurant at {field}",
    "airports near {place}",
    "airports near {place} with avgas",
    "which fields near {place} have an RNP approach?",
    "restaurant on the field near {place}",
    "hotel near {field}",
    "self-service fuel near {place}",
    "airports in {country} with UL91",
    "airports in {country} with an ILS",
    "what do you know about fields in {country}?",
    "how many airports in {country} have avgas",
    "UL91 between {field} and {other}",
    "airfields with customs between {field} and {other}",
    "can {field} take flights from the UK?",
    "carburant à {field}",
    "horaires de {field}",
    "quels terrains près de {place} ont un restaurant ?",
    "y a-t-il une douane à {field} ?",
    "téléphone de {field}",
    "terrains avec avgas près de {place}",
    "Öffnungszeiten {field}",
    "gibt es Avgas in {field}?",
    "Plätze bei {place} mit Zoll",
    "Frequenz von {field}",
    "Braucht man PPR in {field}?",
    "what do I need to know about landing at {field}",
    "does {field} have jet a1?",
    "mogas at {field}",
    "UL91 {field}?",
    "can I refuel at {field} on a sunday",
    "who do I call at {field}",
    "how long is the runway at {field}",
    "is {field} open tomorrow",
    "ppr {field}",
    "{field} restaurant?",
    "where can I sleep near {field}",
    "can I clear customs at {field} coming from Switzerland",
    "what notice for {field} on Monday from Ireland",
    "nearest field with avgas to {field}",
    "nearest customs airport to {place}",
    "fields within 40 nm of {place} with a hard runway over 700m and avgas",
    "fields near {place} with an ILS",
    "grass strips near {place}",
    "airfields in {country} with a restaurant on the field",
    "fields in {country} with self service fuel",
    "longest runway in {country}",
    "how many fields in {country} are open to visitors",
    "border crossing airports in {country}",
    "which fields in {country} have mogas",
    "compare {field} and {other}",
    "how far is {field} from {other}",
    "stop between {field} and {other} with fuel",
    "fields with a restaurant between {field} and {other}",
    "{field} to {other} on Saturday, what do customs want",
    "landing fee at {field}",
    "is {field} private",
    "does {field} have lights",
    "any ILS at {field}?",
    "can I land at {field} at night",
    "elevation of {field}",
    "handling at {field}",
    "hangar at {field}",
    "taxi from {field}",
    "glider activity at {field}",
    "customs {field} samedi depuis l'Angleterre",
    "quel préavis pour {field} dimanche depuis la Suisse",
    "y a-t-il de l'UL91 à {field} ?",
    "où dormir près de {field}",
    "piste la plus longue en {country}",
    "terrains en dur près de {place} avec restaurant",
    "{field} est-il ouvert demain",
    "terrains douaniers entre {field} et {other}",
    "Zoll in {field}?",
    "welcher Sprit in {field}",
    "Hotel bei {field}",
    "Flugplätze bei {place} mit Restaurant und Avgas",
    "nächster Platz mit Tankstelle bei {place}",
    "wie lang ist die Piste in {field}",
    "Landegebühr {field}",
    "Vergleiche {field} und {other}",
    "airports in {country}",
    "fields in {country} with RNP",
    "who sells fuel at {field}",
    "is the fuel at {field} card only",
    "which list is {field} on",
    "coordinates of {field}",
    "fire category {field}",
    "self-service avgas between {field} and {other}",
)
PLACES = (
    "Annecy", "Lyon", "Étretat", "Bordeaux", "Munich", "Oxford", "Cork", "Bruges", "Zurich", "Innsbruck", "Porto",
    "Seville", "Elba", "Split", "Bergen", "Aarhus", "Turku", "Gdansk", "Prague", "Budapest", "Corfu", "Burlington",
    "La Rochelle", "Quimper", "Cherbourg", "Sylt", "Freiburg", "Groningen", "Inverness", "Jersey", "Nantes",
    "Toulouse", "Colmar", "York", "Exeter", "Lugano", "Bolzano", "Palma", "Nice", "Dublin", "Antwerp", "Hamburg",
    "Dresden", "Salzburg", "Ljubljana", "Venice", "Biarritz", "Le Mans",
)  # fmt: skip
COUNTRIES = (
    "France", "Germany", "the Netherlands", "Belgium", "Italy", "Spain", "Austria", "Ireland", "Vermont", "Norway",
    "Bavaria", "Kent", "Brittany", "Poland", "Switzerland", "Corsica", "Normandy", "Cornwall", "Scotland", "Texas",
    "Sweden", "Portugal", "Croatia", "Greece", "Denmark", "Czechia", "Saxony", "Tyrol", "Catalonia", "Tuscany",
)  # fmt: skip
EUROPE = frozenset(
    ["FR", "GB", "DE", "NL", "BE", "IT", "ES", "AT", "IE", "NO", "CH", "PL", "SE", "DK", "CZ", "PT", "HR", "GR"]
)
LIVE = frozenset(
    [
        "search_pois",
        "get_weather",
        "get_outlook",
        "get_day_brief",
        "search_flights",
        "retrieve_city_guidance",
        "build_itinerary",
        "get_notams",
        "get_sigmets",
        "get_wind_plan",
        "get_runway_wind",
        "get_density_altitude",
        "get_fuel_plan",
        "watch_flight",
    ]
)
"""What they bring hangs on a service that is asked live."""
NOWHERE = re.compile(
    r"^\W*(?:No (?:\w+ )?data\b|Unknown\b|I have no(?:thing)?\b|I don't know|I know no|I cannot|None of|No fields?\b|"
    r"Not known|Inconnu|Je n'ai|Je ne (?:connais|sais)|Aucun|Pas de donn|Unbekannt|Ich habe keine|Ich kenne|Ich weiß|"
    r"Kein|Zu keinem)|"
    r"Runways: no data\nFuel(?:, customs, notice and fees)?: no data",
    re.IGNORECASE,
)


async def ask(question: Question, deps: Deps) -> tuple[str, bool, list[tuple[str, ToolCall]]]:
    """The answer's words, whether it found something, and the calls that are offered under it."""
    done: Done | None = None
    async for event in answer(question, Conversation(), deps):
        match event:
            case Done():
                done = event
            case Failed():
                return event.message, False, []
            case _:
                pass
    if done is None:
        return "", False, []
    offered = [(one.label or one.text, one.call) for one in (*done.answer.choices, *done.suggestions) if one.call]
    if any(item.key != "other" for result in done.results for item in result.missing_info):
        offered = []
    found = all(result.found or result.missing_info for result in done.results)
    return done.answer.text.replace("*", ""), found, offered


def questions(number: int, seed: int, deps: Deps) -> list[str]:
    """Drawn so that each pattern comes equally often; every second field is French."""
    chance = random.Random(seed)
    known = sorted(set(deps.facts.idents) & {a.ident for a in deps.airports.in_country("FR")})
    others = [a.ident for a in deps.airports if a.country in EUROPE and a.icao]

    def field() -> str:
        return chance.choice(known if chance.random() < 0.5 else others)

    return [
        PATTERNS[n % len(PATTERNS)].format(
            field=field(), other=field(), place=chance.choice(PLACES), country=chance.choice(COUNTRIES)
        )
        for n in range(number)
    ]


async def main(number: int, seed: int, *, tell_all: bool) -> int:
    """Ask, follow, count."""
    folder = os.environ.get("FLYFUN_DATA_DIR") or f"{gettempdir()}/flyfun-dead-ends"
    deps = Deps(AgentSettings.from_environ({**os.environ, "FLYFUN_DATA_DIR": folder}), now=lambda: AT)
    followed: dict[str, tuple[str, bool]] = {}
    offers = dead = 0
    for text in questions(number, seed, deps):
        words, _, offered = await ask(Question(text=text, at=AT), deps)
        if tell_all:
            print(f"\n? {text}\n{words}\n  -> {', '.join(label for label, _ in offered)}")
        for label, call in offered:
            if call.tool in LIVE:
                continue
            offers += 1
            key = call.model_dump_json()
            if key not in followed:
                said, found, _ = await ask(Question(text=label, call=call, at=AT), deps)
                followed[key] = said, found and not NOWHERE.search(said)
            said, leads = followed[key]
            if not leads:
                dead += 1
                print(f"DEAD {text!r} -> {label!r} {call.tool}{call.arguments}: {said[:140]!r}")
    print(f"{number} questions, {offers} offers ({len(followed)} different), {dead} lead to no data")
    return 1 if dead else 0


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:] if word.isdecimal()]
    numbers = (given + [300, 13][len(given) :])[:2]
    raise SystemExit(asyncio.run(main(numbers[0], numbers[1], tell_all="--all" in sys.argv)))
