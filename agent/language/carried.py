"""What flies over a border beside people, what the aircraft is, or which papers are asked for, so that a rule of its own is: a dog, a homebuilt."""

from __future__ import annotations

from agent import regex as re

PET = re.compile(
    r"\b(?:dogs?|doggy|pupp(?:y|ies)|cats?|kittens?|ferrets?|pets?|terriers?|labradors?|spaniels?|jack russells?|collies?|dachshunds?|retrievers?"
    r"|chiens?|(?:un|deux|le|les|mon|mes|ton|son|ses|notre|nos|votre|vos|leur|leurs|et|ou|de|du|des) chats?|chiots?|hunde?n?|hündin|katzen?|kater|welpen?|dackel|haustiere?)\b"
)

_IS_A_PLACE = re.compile(
    r"\b(?:isle of dogs|dog (?:beach|friendly)|dog-friendly|hot ?dogs?|cat (?:a|b|c|i+|[123])\b|pet ?friendly)"
)
_HOMEBUILT = re.compile(
    r"\b(?:home-?built|self-?built|kit-?(?:plane|built)|amateur-?built|permit(?: aircraft| plane| machine|-to-fly| to fly)|on an? (?:laa )?permit|experimental"
    r"|(?:laa|bmaa) permits?|vintage (?:aircraft|aeroplane|plane)|selbstbau\w*|eigenbau\w*|construction amateur|cnra|cnsk|cdnr|cnrac)\b",
    re.IGNORECASE,
)
_MICROLIGHT = re.compile(
    r"\b(?:micro-?lights?|ultra-?lights?|ultraleicht\w*|luftsportger[äa]t\w*|ulm|mla|flex-?wing|3[- ]axis|paramotor|(?:im|mit (?:dem|einem|meinem|unserem)|mein|das|ein|per|mit) ul|ul-flugzeug)\b"
)

_PAPERS = r"(?:papers|documents|docs|papiere|dokumente|unterlagen|bordpapiere|bordunterlagen|papiers)"
_ASKED = r"(?:what|which|welche|was für|quels?|quelles?|any|all|alle|tous)"
_ABOARD = re.compile(
    rf"\b{_PAPERS}\b[^.;?!]{{0,30}}?\b(?:aboard|on ?board|carried|carry|carrying|with (?:me|us)|(?:in|for|of) the (?:aircraft|plane|aeroplane|cockpit)"
    r"|mitführen|mitnehmen|mitzuführen|dabei ?haben|dabeihaben|an bord|im (?:flugzeug|flieger)|(?:für das|fürs) (?:flugzeug|flieger)"
    r"|à bord|a bord|emporter|emmener|avoir avec|dans l['’]avion)\b"
    rf"|\b(?:carry|take|bring|mitnehmen|emporter)\b[^.;?!]{{0,20}}\b{_PAPERS}\b"
    rf"|\b{_PAPERS} de (?:bord|l['’]avion|vol)\b"
    r"|\b(?:ship|aircraft|plane|aeroplane)(?:['’]?s)? (?:papers|documents|docs)\b|\bpapiers? (?:de l['’])?avion\b|\b(?:bordpapiere|flugzeugpapiere)\b"
)
_ANY_PAPERS = re.compile(
    rf"\b{_ASKED}(?: (?:other|sort of|kind of|sortes? de|art))?(?: the| die| les)? {_PAPERS}\b(?! (?:by|until|bis|avant)\b)"
)
""" "What papers do I need": those aboard, and those of the people."""
_PEOPLE = r"(?:passengers?|pax|friends?|guests?|mates?|wife|husband|they|passagiere?n?|mitflieger|freunde?|gäste|passagers?|amis?|invités?|ils|elles)"
_TRAVELLERS = re.compile(
    r"\b(?:passports?|visas?|visum|id cards?|ids? (?:enough|ok|okay|sufficient|needed)|identity cards?|(?:reise)?pässe|reisepass|passdokumente?|personalausweise?|ausweise?"
    r"|passeports?|pièces? d['’]identité|cartes? d['’]identité|carte d identité)\b"
    rf"|\b(?:what|which|was|que|quoi|quels?)(?: (?:papers|documents|docs|papiere|dokumente|papiers))? (?:do|does|will|would|must|should|brauchen|braucht|müssen|il faut)?\s?(?:my |our |the |meine |unsere |mes |nos |à mes |pour mes |two |three )*{_PEOPLE} (?:need|bring|carry|have to have|brauchen|mitbringen)\b"
    rf"|\b(?:qu['’]est-ce qu['’]il faut|que faut-il|de quoi ont besoin|faut-il|quels? papiers?)\s?(?:pour |à )?(?:mes|nos|les) {_PEOPLE}\b"
    rf"|\bwas (?:brauchen|müssen) (?:meine |unsere |die )?{_PEOPLE}\b"
)

ANIMALS, PERMIT, MICROLIGHTS = "pets-aboard", "visiting-permit-aircraft", "visiting-microlights"
ABOARD, TRAVELLERS, MINORS = "documents-on-board", "travel-documents", "minors-abroad"
"""The entries of the rules on them."""
CLOSING = "fpl-closing-uncontrolled"
NO_TOWER = re.compile(
    r"\b(?:no (?:tower|atc|atsu|controller|one in the tower|radio)|without (?:a )?(?:tower|atc)|uncontrolled|non[- ]towered|unmanned|(?:farm |grass )?strips?"
    r"|ohne (?:turm|tower|lotsen|flugleiter)|(?:kein\w*|kein\w* besetzter) (?:turm|tower)|unkontrolliert\w*|unbesetzt\w*"
    r"|(?:sans|pas de|aucune?) (?:tour|contr[ôo]l\w*)|non contr[ôo]l[ée]s?)\b"
)
"""Where nobody closes a flight plan for who lands."""


def papers_asked(low: str) -> list[tuple[str, tuple[int, int]]]:
    """Which papers are asked for, and where: those aboard, those of the people, or both ("what papers do I need")."""
    found = [
        (name, match.span())
        for name, words in ((ABOARD, _ABOARD), (TRAVELLERS, _TRAVELLERS))
        for match in words.finditer(low)
    ]
    if not found and (both := _ANY_PAPERS.search(low)) is not None:
        found = [(ABOARD, both.span()), (TRAVELLERS, both.span())]
    return found


def own_rules(low: str) -> list[tuple[str, str]]:
    """Which entries of the rules a flight over a border asks for besides, each with the words that say so."""
    found: list[tuple[str, str]] = []
    if not _IS_A_PLACE.search(low) and (pet := PET.search(low)) is not None:
        found.append((ANIMALS, pet[0]))
    for name, words in ((MICROLIGHTS, _MICROLIGHT), (PERMIT, _HOMEBUILT)):
        if (craft := words.search(low)) is not None:
            found.append((name, craft[0]))
    asked = {name: low[start:end] for name, (start, end) in reversed(papers_asked(low))}
    return [*found, *((name, asked[name]) for name in (ABOARD, TRAVELLERS) if name in asked)]


def papers_at_large(low: str) -> bool:
    """Whether papers are asked for in general, neither those aboard nor those of the people by name."""
    return not (_ABOARD.search(low) or _TRAVELLERS.search(low)) and _ANY_PAPERS.search(low) is not None


_NO_GUEST = (
    r"(?! (?:up|aloft|airborne|flying|in the air|on task|open|lit|dry|clear|calm|good|flyable|valid|v[fm][rc])\b)"
)
""" "How long can I stay up", "how long does it stay open": of no days in a country."""
_AT_A_BORDER = re.compile(
    r"\b(?:parents?|parental|parentale|minors?|child\w*|kids?|teenagers?|grand-?(?:son|daughter|child)\w*|nephews?|nieces?|under 18|consent|eltern|minderjähr\w*|kind\w*"
    r"|enkel\w*|neffe\w*|nichten?|einverständnis\w*|reisevollmacht|mineure?s?|enfants?|daughters?|sons?|fils|filles?|tochter|töchter|sohn|söhne|\d+[- ]?(?:years?[- ]olds?|yo|jährig\w*|ans)|neveux?|nièces?|petite?[- ](?:fils|fille)|autorisation|carnets?|\w*carnet|film equipment|camera"
    r"|student\w*|solos?|flugschüler\w*|alleinflug\w*|soloflug\w*|élèves?|seule?"
    r"|kamera\w*|matériel|tools|werkzeug\w*|outils|schengen\w*|90|overstay\w*"
    rf"|how long\b.*\bstay\w*{_NO_GUEST}|stay\w*{_NO_GUEST}\b.*\bhow long)\b"
)

_WHAT_PARENTS_GIVE = re.compile(
    r"\b(?:parents?'?|parental\w*|letters?|consent\w*|permission|papers?|paperwork|documents?|authori[sz]ation|legally|allowed|eltern\w*|vollmacht\w*|\w*vollmacht|einverständnis\w*|zustimmung"
    r"|erlaubnis\w*|schreiben|brief|papiere?s?|dokumente?|autorisations?|lettres?|accord|ast|sortie)\b"
)


def of_the_parents(low: str) -> bool:
    """Whether what parents give a child along is spoken of, and not only a nephew who comes too."""
    return _WHAT_PARENTS_GIVE.search(low) is not None


def of_a_border_matter(low: str) -> bool:
    """Whether a child, days of stay or goods may be meant: only then is the corpus asked which of its questions it is."""
    return _AT_A_BORDER.search(low) is not None
