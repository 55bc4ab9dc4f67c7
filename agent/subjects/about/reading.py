"""Reads questions about FlyFun itself, about aircraft types, and what a pilot tells of the own flying."""

from __future__ import annotations

from pydantic import JsonValue

from agent import regex as re
from agent.language.burning import find_burning
from agent.language.lexicon import load_lexicon
from agent.language.people import find_people
from agent.language.said import Said
from agent.registry import reads
from agent.subjects.about.aircraft import Unheld
from agent.subjects.about.beside_flying import beside_flying
from agent.subjects.about.keeping import asked_of_keeping
from agent.subjects.about.of_a_club import is_of_a_club
from agent.subjects.sums.reading_loads import what_is_aboard
from agent.subjects.sums.reading_tanks import fuel_by_mass
from tongue import later

Given = dict[str, JsonValue]


def _is_of_others(said: Said) -> bool:
    """Whether nothing in a message speaks to FlyFun or of it, or it asks how old the data of one airfield are."""
    if any(spot.kind == "code" for spot in said.spots):
        return True
    return not load_lexicon(said.deps.settings.data / "language", "self").mentions(said.slots.words)


_DATED = (
    ("customs", "customs and immigration"),
    ("landing_fee", "landing fee"),
    ("fuel", "fuel"),
    ("hours", "opening hours"),
    ("rules", "rules"),
)
"""Whose age is asked: "how old is your customs data"."""


_CARRIER = re.compile(
    r"\b(?:ryan ?air|easy ?jet|wizz(?: ?air)?|lufthansa|eurowings|british airways|klm|air france|vueling|transavia|jet ?2|iberia|norwegian|tui(?:fly)?|"
    r"condor|aer lingus|loganair|emirates|volotea|airlines?|airliner|linienflug|fluggesellschaft|compagnies? aériennes?|vol de ligne)\b"
)
_OF_A_PASSENGER = re.compile(
    r"\b(?:seats?|legroom|luggage|baggage|(?:cabin|hand|hold) ?bags?|suitcases?|check(?:ed)?[- ]?in|boarding|gates?|terminals?|delay(?:ed|s)?|cancell?ed|refunds?|"
    r"compensation|upgrades?|lounges?|air ?miles|in-?flight meals?|sitzpl[aä]tz\w*|sitze?|(?:hand)?gepäck\w*|koffer|verspät\w*|annulliert\w*|flugsteig|"
    r"erstattung|entschädigung|sièges?|meilleure place|bagages?|valises?|retards?|en retard|annulée?|embarquement|remboursement|indemni\w+)\b"
)


def is_of_an_airliner(said: Said) -> bool:
    """ "Best seat on a Ryanair flight": what a passenger of an airline asks, and no pilot."""
    flies = len(said.spots) > 1 or (said.spots and said.has("home"))
    return not flies and bool(_CARRIER.search(said.slots.low) and _OF_A_PASSENGER.search(said.slots.low))


_WHO_THIS_IS = re.compile(
    r"\W*(?:(?:hey|hi|hello|so|and|but|hallo|salut|bonjour)\W+)*(?:(?:who|what) (?:exactly )?are you|what is flyfun|who is this"
    r"|(?:wer|was) (?:bist du|sind sie)(?: eigentlich)?|qui (?:es[- ]tu|êtes[- ]vous|es tu)|(?:tu es|t'es|vous êtes) qui)\W*"
)


_INTRODUCED = re.compile(
    r"\b(?:who (?:exactly )?are you|what (?:exactly |actually |on earth )?are you(?: exactly| actually| then| anyway| really| even)?(?=\s*(?:[?.,!;]|$|and\b))|who (?:made|built|wrote|programmed|created|developed|runs|owns) you"
    r"|are you (?:a |an )?(?:human|person|robot|bot|machine|computer|program|ai|real|chat ?gpt|gpt|claude)"
    r"|(?:wer|was) (?:bist du|sind sie)\b|wer hat (?:dich|sie) (?:\w+ )?(?:gebaut|gemacht|programmiert|entwickelt|erfunden|geschrieben)"
    r"|bist du (?:eine? |a |ne? )?(?:mensch|roboter|maschine|computer|programm|ki|bot|chat ?gpt)"
    r"|qui (?:es[- ]tu|êtes[- ]vous)|(?:tu es|t'es) qui|qui (?:t'a|vous a) (?:fait|créé|programmé|développé|construit)"
    r"|(?:es[- ]tu|tu es|t'es|êtes[- ]vous|vous êtes) (?:un |une )?(?:humain|robot|machine|ordinateur|programme|ia|bot|vraie? personne|chat ?gpt))\b"
)


_SPEAKS = re.compile(
    r"\W*(?:\w+[ ,!.]+){0,4}?(?:(?:do|can|could) you (?:also )?(?:speak|understand|talk|answer in|write)|are you able to (?:speak|understand|talk)"
    r"|(?:sprichst|verstehst|kannst|sprechen|verstehen|können) (?:du|sie)(?: auch| denn)?"
    r"|(?:parles?[- ]tu|tu parles?|vous parlez|parlez[- ]vous|comprends[- ]tu|tu comprends)(?: aussi)?"
    r"|(?:spreek|versta|kun|kan) (?:je|jij|u)(?: ook)?|parli|parla|hablas?|habla usted|falas?)"
    r" (?:(?:in|le|l'|auch|any|other|andere)\s*)*(?:english|french|german|dutch|italian|spanish|polish|danish|czech|swedish|norwegian|portuguese"
    r"|englisch|französisch|deutsch|niederländisch|holländisch|italienisch|spanisch|polnisch|anglais|français|allemand|néerlandais|italien|espagnol"
    r"|nederlands|engels|frans|duits|italiano|español|inglese|francese|tedesco|inglés|francés|alemán|languages?|sprachen?|langues?)"
    r"(?: too| also| please| auch| aussi| ook)?\W*"
)


def asks_what_it_speaks(said: Said) -> bool:
    """ "Do you speak Dutch?", and no rule of the Netherlands."""
    return _SPEAKS.fullmatch(said.slots.low) is not None


_CLOSED = re.compile(
    r"\b(?:how|would|will|can|could|do)\b.{0,30}\b(?:know|tell|find out|notice|spot|see|hear)\b.{0,20}"
    r"\b(?:(?:air)?fields?|airports?|aerodromes?|strips?)\b.{0,20}\b(?:closed?|closes|shut|gone|exists?|still open|no longer)\b"
    r"|\b(?:woher|wie|wüsste|weiß|weisst?|merkst?|erfahre?)\b.{0,40}\b(?:flug)?(?:platz|plätze|felder)\b.{0,25}"
    r"\b(?:geschlossen|zu ist|zugemacht|dicht ist|noch (?:offen|gibt|existiert)|aufgegeben)\b"
    r"|\b(?:comment|saur\w+|savoir|sais|vois|verrai\w*)\b.{0,40}\b(?:terrains?|aérodromes?|aéroports?)\b.{0,25}"
    r"\b(?:fermée?s?|encore ouverts?|exist(?:e|ent) encore|n'exist(?:e|ent) plus)\b"
)


def asks_of_closures(said: Said) -> bool:
    """ "How would I know if a field has closed?", of no field in particular."""
    if any(spot.kind not in ("unknown", "here") for spot in said.slots.spots):
        return False
    return _CLOSED.search(said.slots.low) is not None


_ITS_SOURCES = re.compile(
    r"\W*(?:\w+[ ,]+){0,2}?(?:(?:what|which) (?:are|is)|where (?:are|do)|was sind|wo (?:sind|hast du)|woher (?:sind|kommen|hast du)|c'est quoi|quelles? sont|d'où (?:viennent|sortent|tu sors)|où (?:trouves-tu|tu trouves|sont|tu prends))"
    r" (?:your|deine|ihre|eure|tes|vos) (?:own )?(?:sources?|data|daten|infos?|informationen|quellen|données|informations)(?: from| her| come from)?\W*"
)
""" "C'est quoi tes sources ?": of FlyFun, and no term."""
_HOW_IT_WORKS = re.compile(
    r"\W*(?:(?:so|and|ok|hi|hello|hey|also|und|hallo|bonjour|salut|alors|et)\W+){0,2}(?:how does (?:it|this|that|this (?:thing|bot|chat)|the bot) (?:all )?work|how do (?:i|we|you) use (?:this|it|you|this (?:thing|bot))|"
    r"wie (?:funktioniert|geht|läuft) (?:das|des|dat|es|der bot|das ding|das hier|des hier)(?: (?:hier|alles|eigentlich|denn|so))*|"
    r"(?:comment|comment est-ce que) (?:ça|ca|cela) (?:marche|fonctionne)|(?:ça|ca) (?:marche|fonctionne) comment|comment (?:on|je|tu) (?:l'|t')?(?:utilise|fonctionnes?|se sert))\W*"
)
""" "How does it work", and nothing else in the message: what FlyFun can do."""
_AND_WHAT_NOT = re.compile(
    r"\b(?:und was (?:(?:alles|eigentlich) )?nicht|and what (?:can['’]?t you|can you not|not|you can['’]?t)|et (?:ce que tu ne|ce que tu|qu'est-ce que tu|que ne|pas|ce que vous ne)\b.{0,20}\b(?:pas|peux-tu)|et quoi pas)\b"
)
""" "Was kannst du und was nicht": both sides are asked."""
_OF_DATA = re.compile(r"\b(?:data|daten|données|sources?|quellen?|infos?|information\w*)\b")


def asks_who_this_is(said: Said) -> bool:
    """ "Who are you?", and nothing else but its own data."""
    return _WHO_THIS_IS.fullmatch(said.slots.low) is not None or (
        _INTRODUCED.search(said.slots.low) is not None and all(spot.kind == "unknown" for spot in said.spots)
    )


_KNOWS_OF_ONE = (
    r"(?:what do you know|was (?:weißt|weisst) du|qu'est[- ]ce que tu sais|que sais[- ]tu|tu sais quoi)"
    r" (?:about|of|über|von|sur|de) (?:me|mich|mir|moi)"
)
_KNOWN_OF_ONE = re.compile(rf"\b{_KNOWS_OF_ONE}\b")
_DELETES = re.compile(
    r"\b(?:delet\w*|eras\w*|forget\w*|wipe\w*|get rid|remov\w*|lösch\w*|vergess\w*|vergiss\w*|entfern\w*|wieder weg|effac\w*|supprim\w*|oubli\w*)\b"
)
_OF_ONESELF = re.compile(
    r"\W*(?:(?:and|so|sorry|hey|und|et|dis)\W+)*(?:"
    r"(?:what(?:'s|s| is| are)|was (?:ist|sind)|wie (?:ist|lautet)|quelle? est|quels sont|c'est quoi)"
    r" (?:my|our|mein\w*|unser\w*|ma|mon|mes|notre) (?:saved |stored |gespeicherte\w* )?"
    r"(?:home ?base|home(?: air)?(?: ?field)?|base|aircraft|plane|aeroplane|cruise speed|settings|profile|heimatplatz|heimatflugplatz"
    r"|basis|flugzeug|reisegeschwindigkeit|einstellungen|profil|avion|vitesse de croisière|réglages)"
    r"(?: (?:again|nochmal|eigentlich|noch|déjà|deja|please|bitte))*"
    rf"|{_KNOWS_OF_ONE})\W*"
)


def asks_of_oneself(said: Said) -> bool:
    """ "What's my home base again?": what the pilot told, and no term to be explained."""
    return _OF_ONESELF.fullmatch(said.slots.low) is not None


def _asks_what_is_known_and_deleted(said: Said) -> bool:
    """ "What do you know about me and how do I delete that"."""
    return bool(_KNOWN_OF_ONE.search(said.slots.low) and _DELETES.search(said.slots.low))


_THE_TIME = re.compile(
    r"\W*(?:(?:hey|hi|so|and|quick one|sorry|und|et|dis|sag mal)\W+)*(?:what(?:'s| is)? (?:the )?(?:current )?time(?: is it)?|(?:current |the )?time|wie sp[äa]t ist es|wie ?viel uhr ist es|welche uhrzeit (?:haben wir|ist es)|"
    r"quelle heure (?:est[- ]il|il est)|il est quelle heure)"
    r"(?: (?:in|en|now|right now|at the moment|please|zulu|utc|gmt|z|jetzt|gerade|maintenant|en ce moment|tu|temps universel))*\W*"
)


def _asks_the_time(said: Said) -> bool:
    """ "What time is it in Zulu": now, and of no place."""
    low = said.slots.low
    return not (said.slots.spots or said.slots.countries or said.clocks()) and bool(_THE_TIME.fullmatch(low))


_TYPES_KNOWN = re.compile(
    r"\W*(?:and |so |und |et )?(?:(?:what|which) (?:\w+ )?(?:aircraft|planes?|aeroplanes?|airplanes?|types?)(?: types?)? (?:do|can) you|"
    r"welche (?:flugzeuge|flugzeugtypen|typen|flugzeugmuster|muster) (?:kennst|hast|kannst) du|"
    r"quels (?:avions|appareils|types(?: d['’]avions?)?)(?: est-ce que)? (?:tu connais|connais[- ]tu|connaissez[- ]vous))"
    r"(?: (?:know|have|hold|calculate|reckon|use|with|figures|for|of|about))*\W*"
)
""" "What aircraft do you know?": the types of the table, and no fields."""


def _is_claimed(said: Said) -> bool:
    return (
        _asks_what_is_known_and_deleted(said)
        or asks_of_oneself(said)
        or is_of_an_airliner(said)
        or asks_who_this_is(said)
        or asks_what_it_speaks(said)
        or asked_of_keeping(said) is not None
        or asks_of_closures(said)
        or _asks_the_time(said)
        or is_of_a_club(said)
        or beside_flying(said) is not None
        or _TYPES_KNOWN.fullmatch(said.slots.low) is not None
        or _ITS_SOURCES.fullmatch(said.slots.low) is not None
        or _HOW_IT_WORKS.fullmatch(said.slots.low) is not None
    )


@reads(
    "about_flyfun",
    claims=_is_claimed,
    called=later("About FlyFun"),
    unless=lambda said: _is_of_others(said) and not _is_claimed(said),
)
def about(said: Said) -> Given:
    """Of which country, of which what is known is told; else the classifier says which side of FlyFun is asked about."""
    if is_of_an_airliner(said):
        said.take_all()
        return {"what": "airline"}
    if asks_of_oneself(said):
        said.take_all()
        return {"what": "me"}
    if _asks_the_time(said):
        said.take_all()
        return {"what": "clock"}
    if is_of_a_club(said):
        said.take_all()
        return {"what": "clubs"}
    if (what := beside_flying(said)) is not None:
        said.take_all()
        return {"what": what}
    if _TYPES_KNOWN.fullmatch(said.slots.low):
        said.take_all()
        return {"what": "types"}
    if asks_what_it_speaks(said):
        said.take_all()
        return {"what": "languages"}
    if (kept := asked_of_keeping(said)) is not None:
        said.take_all()
        known = _KNOWN_OF_ONE.search(said.slots.low) is not None
        return {"what": "privacy", "kept": kept, **({"beside": {"what": ["me"]}} if known else {})}
    if _asks_what_is_known_and_deleted(said):
        said.take_all()
        return {"what": "privacy", "kept": "deleting", "beside": {"what": ["me"]}}
    if asks_of_closures(said):
        said.take_all()
        dated = _OF_DATA.search(said.slots.low) is not None
        return {"what": "data", "beside": {"what": ["closures"]}} if dated else {"what": "closures"}
    if _HOW_IT_WORKS.fullmatch(said.slots.low):
        said.take_all()
        return {"what": "abilities"}
    said.take(said.mentions)
    given = _side(said)
    if not given and _AND_WHAT_NOT.search(said.slots.low):
        said.take_all()
        return {"what": "abilities", "beside": {"what": ["limits"]}}
    if asks_who_this_is(said):
        said.take_all()
    return {**given, "introduce": True} if _INTRODUCED.search(said.slots.low) else given


_GREETED_FROM = re.compile(
    r"\b(?:grü(?:ß|ss)e?|gruezi|grüezi|servus|moin|hallo|greetings|regards|wishes|hello|hi|salutations?|salut|bonjour|coucou|saluti?) "
    r"(?:\w+ )?(?:aus|vom|von|from|de|du|d'|depuis)\b"
)
""" "Liebe Grüsse aus Grenchen": where who greets is, and no country that is asked about."""


def _side(said: Said) -> Given:
    if said.has("errand"):
        return {"what": "limits"}
    if said.has("about_me"):
        return {"what": "me"}
    low = said.slots.low
    greeted = _GREETED_FROM.search(low) is not None or _HOW_IT_IS.search(low) is not None
    known = not greeted and _KNOWS.search(low) is not None
    countries = said.countries() or (said.countries_of_places() if known else ())
    for concept, subject in _DATED:
        if not countries and said.has(concept):
            return {"what": "data", "subject": subject}
    if countries:
        others: list[JsonValue] = [*countries[1:]]
        beside: Given = {"beside": {"country_code": others}} if others else {}
        return {"country_code": countries[0], "what": "coverage", **beside}
    return {"what": "data"} if _OF_DATA.search(said.slots.low) else {}


_KNOWS = re.compile(
    r"\b(?:know|knows|cover\w*|hold|complete\w*|good|work|works|include\w*|anything|any|data|fields?|airfields?|strips?|aerodromes?|airports?|info\w*|"
    r"sources?|kenn\w*|wei(?:ß|ss)t?|abdeck\w*|abgedeckt|daten|flug?pl[aä]tze?n?|pl[aä]tze?n?|vollständig|quellen?|conna\w*|couvr\w*|couver\w*|sais|"
    r"savez|terrains?|aérodromes?|données|complet\w*|marches?)\b"
)
_HOW_IT_IS = re.compile(
    r"\b(?:limits?|limites|grenzen|trust|rely|fier|verlassen|from (?:the )?(?:aip|users?|pilots)|privacy|private|gdpr|rgpd|dsgvo|hire)\b"
)
""" "What are your limits", "from the AIP or from users": asked of FlyFun altogether, whatever town a word of it names."""


_OF_PAPERS = re.compile(r"\b(?:documents?|papers?|papiere|dokumente|papiers|certificates?)\b")


_OF_SPEED = re.compile(r"\b(?:cruis\w*|speed|tas|\w*geschwindigkeit|vitesse|croisière)\b")
"""What the figures of a type tell: its cruise speed."""


_UNHELD: tuple[tuple[Unheld, re.Pattern[str]], ...] = (
    ("stall speed", re.compile(r"\b(?:stall\w*|v ?s[01o]?|überzieh\w*|décroch\w*|decroch\w*)\b")),
    ("never-exceed speed", re.compile(r"\b(?:v ?ne|never exceed|vmax|höchstgeschwindigkeit|vitesse maxi\w*)\b")),
    ("other speeds", re.compile(r"\b(?:v ?(?:x|y|a|fe|no|ref|r|g)|best glide speed|approach speed|anfluggeschwindigkeit)\b")),
    ("glide ratio", re.compile(r"\b(?:glide ratio|gleitzahl|gleitverhältnis|finesse)\b")),
    ("fuel burn", re.compile(r"\b(?:(?:fuel )?burn\w*|consum\w*|fuel flow|\w*verbrauch\w*|consomm\w*|conso)\b")),
    ("tanks", re.compile(r"\b(?:tanks?|fuel capacity|usable fuel|tankinhalt|réservoirs?)\b")),
    ("range", re.compile(r"\b(?:range|endurance|reichweite|autonomie|rayon d['’]action)\b")),
    ("runway needs", re.compile(
        r"\b(?:(?:take ?-?off|landing|ground|start|lande)\w* ?(?:distance|roll|run|strecke|rollstrecke)\w*|startstrecke\w*|"
        r"landestrecke\w*|runway (?:length|needs?|requirements?)|how (?:long|much|short) (?:a )?runway|"
        r"distances? (?:de |d['’])(?:décollage|atterrissage)|longueur de piste)\b")),
    ("rate of climb", re.compile(r"\b(?:rate of climb|climb rate|steigrate|steigleistung|taux de montée)\b")),
    ("ceiling", re.compile(r"\b(?:service ceiling|dienstgipfelhöhe|plafond pratique)\b")),
    ("engine", re.compile(r"\b(?:engine|horse ?power|bhp|motor|moteur|ps|chevaux)\b")),
)  # fmt: skip
"""What a flight manual says of a type, as it is asked for."""


_DEMONSTRATED = re.compile(r"\b(?:demonstrated|demo|nachgewiesene\w*|demonstrierte\w*|démontrée?)\b")
"""Of a type's figures the handbook's demonstrated one is that of the wind across."""


_CARRIES = re.compile(
    r"\b(?:can|could|may|does|will|kann|könnte|darf|schafft|trägt|peut|puis)\b.{0,40}"
    r"\b(?:carry|take|lift|get (?:off|airborne)|starten|fliegen|tragen|mitnehmen|nehmen|abheben|emporter|prendre|décoller|emmener)\b"
)


def asks_of_loading(said: Said) -> bool:
    """Whether it is asked what an aircraft may carry, at no place: "can a PA28 take four and full tanks?"."""
    if not said.slots.crafts or said.spots or said.slots.countries:
        return False
    if fuel_by_mass(said) is not None or what_is_aboard(said) is not None:
        return False  # what is aboard is told: a sum
    of_people = bool(find_people(said.slots.text) or said.slots.of("mass"))
    return said.has("loading") or (of_people and _CARRIES.search(said.slots.low) is not None)


@reads(
    "get_aircraft_figures",
    "aircraft_type",
    claims=asks_of_loading,
    called=later("Figures of a type"),
    unless=lambda said: bool(_OF_PAPERS.search(said.slots.low)),
)
def aircraft(said: Said) -> Given:
    """The type."""
    craft = said.aircraft()
    others: list[JsonValue] = [c.name for c in said.slots.crafts[1:] if c.name != craft]
    said.used.update((c.start, c.end) for c in said.slots.crafts)
    said.used.update(m.span() for m in _OF_SPEED.finditer(said.slots.low))
    strength = (said.amount(kind) for kind in ("speed", "wind", "blowing"))
    across = next(filter(None, strength), None) if craft and "crosswind" in said.concepts else None
    asked: Given = {"crosswind_kt": round(across)} if across is not None else {}
    if craft and across is None and ("crosswind" in said.concepts or _DEMONSTRATED.search(said.slots.low)):
        asked = {"crosswind": True}  # "max crosswind of a PA28"
    if craft and asks_of_loading(said):
        said.take_all()
        asked = {"loading": True}
    unheld: list[JsonValue] = []
    for figure, words in _UNHELD:
        if (found := words.search(said.slots.low)) and not asked:
            unheld.append(figure)
            said.used.add(found.span())
    asked |= {"unheld": unheld} if unheld else {}
    return (
        {"aircraft_type": craft, **asked, **({"beside": {"aircraft_type": others}} if others else {})}
        if craft
        else {}
    )


_OWN_AIRCRAFT = re.compile(
    r"^\W*(?:(?:hi|hello|ok|and|also|btw|fyi|hallo|bonjour|und|et)\W+)*(?:my|our|mein\w*|unser\w*|mon|notre)\s+(?:own )?"
    r"(?:plane|aircraft|aeroplane|airplane|bird|flieger|flugzeug|maschine|avion|appareil)\s*(?:'s|is|ist|est|=|:|,)"
)
_OWN_BASE = re.compile(
    r"^\W*(?:(?:hi|hello|ok|and|also|und|et|my|our|mein\w*|unser\w*|ma|mon|notre|change|set|to|the"
    r"|please|save|keep|store|note|remember|speicher\w*|merk\w*|notier\w*|mir|enregistre\w*|garde|retiens|note)\W+)*"
    r"(?:home ?base|base|home ?field|heimatplatz|heimatflugplatz|heimatbasis|basis|terrain d'attache)"
    r"(?:\W+(?:is|ist|est|now|jetzt|in|at|à|c'est|to|auf|still|remains?|bleibt|reste|toujours|weiterhin|immer noch))*\W*$"
)
_REGISTRATION = re.compile(
    r"\b(?:(?:g|d|f|i)-[a-z]{4}|(?:ph|oo|hb|oe|ec|ei|se|ln|oy|oh|sp|ok|om|ha|lx|cs|9a|s5|lz|yr)-[a-z]{3}|n\d{2,4}[a-z]{1,2})\b"
)
""" "F-GLDJ", told beside the type: only the type is kept."""
_AND_MINE = re.compile(
    r"\W*(?:and |und |et )?(?:(?:my|our|mein\w*|unser\w*|mon|ma|notre|l')\s*)?(?:own )?"
    r"(?:plane|aircraft|aeroplane|airplane|bird|flieger|flugzeug|maschine|avion|appareil)\b"
)
_ASKS = re.compile(r"\?|\b(?:how|what|which|where|can|could|wie|was|wo|kann|combien|quel\w*|où|puis)\b")


def tells_of_oneself(said: Said) -> bool:
    """ "My plane is a PA28, 34 l/h", "base Denham": told, and nothing asked beside it."""
    low, spots = said.slots.low, [s for s in said.slots.spots if s.kind != "here"]
    if _ASKS.search(low):
        return False
    if _OWN_AIRCRAFT.search(low):
        return not spots and bool(said.slots.crafts or said.slots.of("speed") or find_burning(low).burn_lph)
    if len(spots) != 1 or spots[0].is_area:
        return False
    rest = low[spots[0].end :]
    figures = said.slots.crafts or said.slots.of("speed") or find_burning(low).burn_lph
    if re.search(r"\w", rest) and not (_AND_MINE.match(rest) and figures):
        return False
    return _OWN_BASE.search(low[: spots[0].start]) is not None


_OF_OTHERS = re.compile(
    r"\b(?:wife|husband|daughter|son|mum|mother|dad|father|parents|friends?|mate|sister|brother|aunt|uncle|gran\w*|boss|client|frau|mann|tochter|sohn|mutter|vater|eltern|"
    r"freund\w*|schwester|bruder|tante|onkel|oma|opa|chef|kunde|femme|mari|fille|fils|mère|père|sœur|soeur|frère|copain|copine|amie?s?|client)\b[^.;!?]{0,24}\b(?:in|at|near|bei|auf|à|en|au|aux|dans)\s+$"
)
""" "Meine Frau ist in Meran": no base of one's own."""


@reads(
    "set_profile",
    claims=tells_of_oneself,
    unless=lambda said: _is_of_a_field(said) and _OWN.search(said.slots.low) is None,
    called=later("Remember this about you"),
)
def profile(said: Said) -> Given:
    """Home base, aircraft, speed and units, as far as they are told."""
    given: Given = {}
    others = any(_OF_OTHERS.search(said.slots.low[: spot.start]) for spot in said.slots.spots)
    if not others and (field := said.field()) is not None and field != said.home:
        given["home_base"] = field
    kept = [c for c in said.slots.crafts if not _SOLD.search(said.slots.low[: c.start])]
    craft = said.aircraft()
    if kept and len(kept) < len(said.slots.crafts):
        said.used.update((c.start, c.end) for c in said.slots.crafts)
        craft = kept[0].name
    if craft is not None:
        given["aircraft_type"] = craft
    if (knots := said.amount("speed")) is not None:
        given["cruise_speed_kts"] = round(knots)
    elif craft and (
        bare := re.search(
            r"\b(?:at|@|about|around|cruise|cruises|with|mit|à)\s*(?:at |about |around )?([6-9]\d|[12]\d\d)\b",
            said.slots.low,
        )
    ):
        given["cruise_speed_kts"] = int(bare[1])
    if given and (mark := _REGISTRATION.search(said.slots.low)):
        given["registration"] = mark[0].upper()
    if (burn := find_burning(said.slots.low).burn_lph) is not None:
        given["burn_lph"] = burn
        said.take(said.slots.quantities)
    low = said.slots.low
    if (
        not _is_of_a_field(said)
        and (units := _units(low))
        and (units == "metric" or not given or _LIKED_UNITS.search(low))
    ):
        given["units"] = units
    if (fuel := _FUEL_IN.search(_UNWANTED_AMOUNT.sub(" ", low))) is not None:
        said.used.add(fuel.span())
        given["fuel_in"] = "gal" if fuel["n"].startswith("gal") else "l"
    return given


_TOLD_IN_UNITS = ("runway", "elevation", "distance", "metar", "weather", "visibility", "circuit")
"""What of a place is asked in units, which are no wish for all answers."""
_OWN = re.compile(
    r"\b(?:i|i'm|my|me|we|our|us|ich|mein\w*|mir|mich|wir|unser\w*|je|j|mon|ma|mes|moi|nous|notre)\b"
)


def _is_of_a_field(said: Said) -> bool:
    """ "Inishmore runway in metres": a fact of a place, in those units."""
    return bool(said.slots.spots) and bool(said.all_of(*_TOLD_IN_UNITS))


_SOLD = re.compile(
    r"\b(?:sold|no longer (?:fly|have|own)|not|instead of|rather than|swapped|traded(?: in)?|gave up|verkauft|statt|nicht mehr|vendu|plus|au lieu d[eu'’])\s*"
    r"(?:the|my|our|an?|it|die|den|der|das|meine\w*|unsere\w*|le|la|l['’]|mon|ma|notre|un|une)?\s*$"
)
""" "I've sold the Cub": not the type that is flown now."""
_METRIC = (
    r"metric|metres|meters|met(?:er|re)|kilomet\w+|metrisch|métrique|mètres|metern?|km(?:\s?/\s?h)?|hectopascals?"
)
_AVIATION = r"feet|foot|ft|nautical miles?|nautical|nm|knots|knoten|nœuds|pieds|fuß|fuss|seemeilen|aviation units"
_LIKED = (
    r"(?:\b(?:prefer|like|liked?|use|want|think in|work in|stick to|tell me|show me|give me|everything in|all in|"
    r"préf[eè]re|aime|utilise|en|dis|mets|calcule en|mag|möchte|will|nutze|rechne in|bitte in|lieber|bevorzuge|in|alles in)\W+"
    r"(?:the |my |fuel (?:in )?|les |des |le |mon |die |den |sprit (?:in )?|lieber |bitte |and |et |und )*)"
)
_LIKED_UNITS = re.compile(rf"{_LIKED}(?:{_AVIATION})\b")
""" "I prefer knots and feet": wished, and no unit of a figure."""
_FUEL_IN = re.compile(
    rf"{_LIKED}(?:(?:{_AVIATION}|{_METRIC})(?:,| and| et| und)* )?(?P<n>lit(?:re|er)s?|litern|gallons?|gallonen)\b"
)
_UNWANTED_AMOUNT = re.compile(
    r"\b(?:not|no|rather than|instead of|statt|nicht|keine|pas|plutôt que|au lieu d\w*)\W+(?:in |en |de |des )?(?:gallons?|gallonen|lit(?:re|er)s?|litern)\b"
)
_UNIT = re.compile(rf"(?<![\w/])(?:(?P<metric>{_METRIC})|(?P<aviation>{_AVIATION}))(?![\w])")
_UNWANTED = re.compile(
    r"\b(?:rather than|instead of|not|no|never|none of (?:your|those|the)|over|prefer\b[^.?!]{1,30}\bto|can't think in|cannot think in|don't (?:\w+ ){1,3}|"
    r"hate|statt|nicht|keine|pas|plutôt que|au lieu d\w*)\W*(?:in |en |de |des )?$"
)
_MEANS_NOTHING = re.compile(r"\s*(?:mean\w* nothing|confuse|sagen mir nichts|ne me disent rien)")


def _units(low: str) -> str | None:
    """ "metric" or "aviation": the first units said that are not those one does not want; amounts tell nothing."""
    for match in _UNIT.finditer(low):
        before = low[: match.start()]
        if re.search(r"\d\s*$", before) or _UNWANTED.search(before) or _MEANS_NOTHING.match(low, match.end()):
            continue
        return "metric" if match["metric"] else "aviation"
    return None
