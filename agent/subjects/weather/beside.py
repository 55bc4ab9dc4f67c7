"""What stands beside a question of the weather: words that ask for nothing, and waters that are no towns."""

from __future__ import annotations

from collections.abc import Iterable

from agent.language.said import Said, Span
from agent.language.wording import keys_of
from agent.weather.waters import load_waters

BESIDE_WEATHER = keys_of(
    """
    more than less over under exceed exceeds stronger stärker mehr als unter plus moins dépasser dépasse fort wird
    what what's whats where where's is was the a an at in for of on now then how hows how's right current
    currently latest last newest today tomorrow please pls any there this that do does it its it's show me
    give giving given get are they them will be going to above below dessus high low up far bit over near
    around by about like so and or morning afternoon evening night noon moment just reporting reported gibt
    gibt's herrscht hat haben liegt hängt hängen hangt hangen haengen steht stehen reste overnight quel quelle
    quels quelles est il fait fera aura là bas ici là-bas le la les l du de des d à a au en y il t sur vers
    pour maintenant actuellement ce cet cette matin soir midi après-midi demain svp combien et dernière
    dernier sera serait wie wo was ist es der die das den dem am im um bei auf in über für jetzt gerade bitte
    welche welcher welches und heute when wann quand scheint scheinen shining c'est quoi ça là-haut dehors
    draußen hoch tief niedrig sind haut bas sont morgen abend mittag nachmittag vormittag letzte aktuelle
    aktueller viel cest c quoi tout toute suite grad rn presentement présentement gibts wies hows kel ya a-t-il
    actually right kurz momentan früh frueh chance risk likely chances donne niveau côté cote question
    va vont se lever lèvera dissipe dissiper disparaître lift lifts lifting
    """
)


def are_all_beside(said: Said, known: Iterable[Span], more: frozenset[str] = frozenset()) -> bool:
    """Whether all words outside the known spans are such."""
    spans = list(known)
    bare = (w for w in said.slots.words if not any(a < w.end and w.start < b for a, b in spans))
    return all(w.key in BESIDE_WEATHER or w.key in more for w in bare)


def water_alone(said: Said) -> tuple[str, int, int] | None:
    """The water that is named where no place outside its name is: "la Manche" is no department then."""
    water = load_waters(said.deps.settings.data).find(said.slots.low)
    if water is None or any(not (water[1] <= s.start and s.end <= water[2]) for s in said.slots.spots):
        return None
    return water
