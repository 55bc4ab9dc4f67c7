"""Knows the words with which a pilot asks for all that a trip takes: "what's involved?", "welche Fristen gibt es?"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from agent import regex as re
from agent.language.carried import papers_asked
from agent.language.wording import keys_of, words_of

_AUTHORITIES = (
    r"(?:the |my |an? |both |die |das |den |der |la |le |les |l['’])*(?:gardai|gardaí|garda|police|polizei|gendarmes?|gendarmerie|zoll|zöllner|"
    r"customs(?: people| officers?)?|immigration(?: people| officers?)?|border (?:force|police|guards?)|grenzpolizei|grenzwache|bundespolizei|paf|"
    r"marechaussee|authorities|authority|behörden?|autorités|douane|douaniers?|"
    r"dutch|french|germans?|swiss|irish|belgians?|british|english|spanish|italians?|danes|danish|swedes|swedish|austrians?|czechs?|"
    r"niederländer|holländer|franzosen|deutschen|schweizer|iren|belgier|briten|engländer|italiener|dänen|österreicher|"
    r"néerlandais|hollandais|français|allemands|suisses|irlandais|belges|britanniques|anglais|italiens|autrichiens|field|other end)"
)
"""Who of the other side may have to be told, by office or by people."""
WHAT_IT_TAKES = re.compile(
    r"\bc['’]est quoi (?:les |comme )?(?:délais|formalit\w+|démarches|échéances|papiers)\b|"
    r"\b(?:which|what|welche[rns]?|quel(?:le)?s?|quels) (?:sont les |other |all |kind of |of )?"
    r"(?:formalit\w+|papier\w*|papers|paperwork|forms?|documents?|dokumente?|démarches|notices?|reports?|unterlagen|meldungen|"
    r"permissions?|requirements|obligations)\b|"
    r"\bwhat (?:all )?(?:has|have|needs?) (?:to be |got to be )?(?:filed|filing|done|doing|sent|sending|sorted|sorting)(?: (?:to|with) whom?)?\b|"
    r"\bwhat (?:must|do|should|shall) (?:i|we) (?:have to |need to )?(?:file|send|submit|notify)\b|"
    r"\bwhen (?:do|must|should|shall) (?:i|we) (?:have to |need to )?(?:send|file|submit|notify|tell|do) (?:what|whom?|which)\b|"
    r"\bwann (?:muss|müssen|soll|sollen) (?:ich|wir) (?:was|wen|wem|welche\w*) \w+|"
    r"\bquand (?:faut-il |dois-je |doit-on |devons-nous |est-ce qu['’]on doit |on doit )?(?:envoyer|déposer|prévenir|faire|envoie-t-on|envoie) (?:quoi|qui)\b|"
    r"\bwho(?:m)? (?:do|must|should|has|have|needs?) (?:i |we |to )?(?:have to |need to |be )?(?:notify|tell|told|inform\w*|notified|warn)\b|"
    r"\bwe[nm] (?:muss|müssen|soll|sollen) (?:ich|wir) \w+|\bqui (?:dois-je |faut-il |devons-nous )?(?:prévenir|avertir|informer)|"
    r"\bwas (?:muss|müssen) (?:ich|wir) (?:alles |vorher |dafür )*\w*meld\w+|"
    r"\bwas (?:ich|wir)\b[^.?!;]*\b(?:beachten|\w*melden|erledigen|einreichen|schicken)\b[^.?!;]*\b(?:muss|müssen|soll|sollen)\b|"
    r"\bwhat (?:do|must|should) (?:i|we) (?:have to |need to )?(?:send|file|do|book)(?: and (?:by )?when)?|"
    r"\b(?:qu['’]est-ce que (?:je dois|nous devons|l'on doit|on doit)|que (?:dois-je|doit-on|faut-il)|quoi) (?:envoyer|déclarer|déposer|faire|prévoir|demander)(?: et (?:pour )?quand)?|"
    r"\b(?:and|und|et) (?:by |bis |pour )?(?:when|wann|quand)\b"
    r"(?! [^?.!;]{0,20}\b(?:leave|depart|be off|take off|los|abfliegen|starten|weg|partir|repartir|décoller)\b)|"
    r"\bwhat(?:['’]?s| is| are| else is)? (?:all |the |there )*(?:involved|required|needed|necessary|formalities|deadlines?|drill|admin|red tape|score|procedures?|"
    r"requirements|paperwork|paper trail|to (?:be )?(?:do(?:ne)?|fil(?:e|ed)|sen[dt]|sort(?:ed)?|arranged?|book(?:ed)?|notif(?:y|ied)|report(?:ed)?))\b"
    r"(?: out)?(?: and (?:by )?when)?|"
    r"\b(?:what deadlines?|(?:customs|immigration|gar|flight ?plan|ppr|zoll|flugplan|douane|plan de vol),? (?:and |und |et )?"
    r"(?:so on|so weiter|so on and so forth|everything|all that|all the rest|the rest|the usual(?: stuff)?|the lot|etc|usw|tout ça|ainsi de suite|le reste))\b|"
    r"\bwhat about (?:the )?(?:police|customs|immigration|gars?|flight ?plans?|ppr)(?:,? (?:and |the )*(?:police|customs|immigration|gars?|flight ?plans?|ppr))+\b|"
    r"(?:\b(?:and|und|et) |, )(?:with|to|bei|an|à|auprès de) (?:whom?|wem|wen|qui)\b|"
    r"\bwhich deadlines?(?: (?:are there|apply|do (?:i|we) (?:have|need to meet)))?|\bwhat to (?:send|file|do|arrange|notify|report|book)(?: and (?:by )?when)?|"
    r"\banything (?:else )?(?:to (?:notify|file|send|report|arrange|book|declare|sort)|(?:i|we) (?:need|have|must|should) (?:to )?"
    r"(?:notify|file|send|report|arrange|book|declare|sort|do))(?: out)?\b|"
    r"\b(?:do|must|should) (?:i|we) (?:have to |need to )?(?:notify|tell|inform|warn|file|report to|declare(?: it)? to) "
    r"(?:any(?:one|body|thing|where)|some(?:one|body|thing))\b|"
    r"\b(?:walk|talk|run) me through (?:it|what(?: i need)?|the (?:formalities|paperwork|procedure))\b|"
    rf"\b(?:when|how (?:early|late|long before|soon)|who|which of them) (?:must|do|does|should|has|have|will|need)s? (?:{_AUTHORITIES}) (?:have to |need to |to )?(?:be )?(?:told|know|informed|notified|warned|hear)\b|"
    rf"\b(?:when |by when |how early |how (?:much|long) (?:ahead|before) )?(?:do|must|should|shall) (?:i|we) (?:have to |need to )?(?:tell|notify|inform|warn|call|phone) (?:{_AUTHORITIES})\b|"
    rf"\b(?:wann |bis wann |wie früh )?(?:muss|müssen|soll|sollen) (?:ich|wir) (?:{_AUTHORITIES}) (?:\w+ )?(?:informieren|verständigen|benachrichtigen|anrufen|bescheid (?:geben|sagen)|etwas sagen)\b|"
    rf"\b(?:quand |quand est-ce que |est-ce que )?(?:faut-il|dois-je|doit-on|je dois|on doit|il faut) (?:prévenir|avertir|informer|appeler) (?:{_AUTHORITIES})(?!\w)|"
    r"\bwho needs (?:to know|telling|what)\b|\bwhat(?: do)? (?:i|we) need to (?:sort|arrange|have|do|send|file)(?: out)?|"
    r"\bwas (?:fällt|steht|kommt) (?:da |dafür |alles |auf mich |auf uns )*(?:an|zu)\b|"
    r"\bwas brauch(?:e|en|ts?|st)? (?:ich|wir|man|es)(?: (?:dafür|alles|da|dazu))*\b|"
    r"\bwelche (?:fristen|schritte|anmeldungen)(?: (?:gibt es|gelten|habe ich|haben wir|muss ich|müssen wir|sind))?"
    r"(?: (?:zu )?(?:beachten|einhalten|einzuhalten|nötig|notwendig|erforderlich))?|"
    r"\bwas (?:ist|wäre|gibt es|gibt's|gäbe es|steht|habe ich|haben wir) (?:da |dafür |alles |noch |vorher )*(?:zu (?:erledigen|tun|beachten|melden|klären|"
    r"veranlassen|organisieren|regeln)|an|nötig|notwendig|erforderlich)\b|"
    r"\bwhat (?:do|does|will|would) (?:the )?(?:\w+ (?:side|end|authorit\w+|officials)|french|british|english|irish|germans|dutch|danes|swiss) "
    r"(?:want|need|require|ask(?: for)?|expect)\b|"
    r"\bwas (?:will|verlangt|braucht|möchte) (?:die |denn )*\w+ seite\b|\b(?:que|qu['’]est-ce que) (?:veut|demande|exige) le côté \w+|"
    rf"\bwhat (?:do|does|will|would) (?:{_AUTHORITIES})(?: side| customs| police| authorities)? (?:want|need|require|ask(?: for)?|expect)(?: (?:from|of) (?:us|me))?\b|"
    rf"\bwas (?:wollen|verlangen|brauchen|möchten|fordern|erwarten|will|verlangt) (?:{_AUTHORITIES})(?: (?:da|denn|dort|dann|von (?:uns|mir)|alles|haben|wissen|sehen))*\b|"
    rf"\b(?:que|qu['’]est-ce que|quoi) (?:demandent|veulent|exigent|réclament|attendent) (?:{_AUTHORITIES})(?!\w)|\bqu['’]est-ce que (?:{_AUTHORITIES}) (?:demandent|veulent|exigent|réclament|attendent)\b|"
    r"\bwas (?:muss|müssen|soll|sollen|sollte|sollten) (?:ich|wir) (?:da |dafür |alles |vorher |noch )*(?:tun|machen|erledigen|beachten|regeln|organisieren|vorbereiten|"
    r"anmelden|schicken|einreichen)\b(?: und (?:bis )?wann)?|\bwas (?:alles )?(?:nötig|erforderlich|notwendig) ist\b|"
    r"\bmuss (?:ich|man) (?:das |da |dafür )?(?:irgendwo|irgendwem|jemandem|wo) (?:\w+ )?(?:an)?melden\b|"
    r"\bquel(?:le)?s (?:sont les )?(?:délais|échéances|étapes|obligations|déclarations|autorisations)(?: (?:à respecter|à prévoir|faut-il|respecter))*|"
    r"\b(?:ce qu['’]il|qu['’]est[- ]ce qu['’]il) (?:me |nous |te )?faut(?: (?:\w+))?(?: et (?:pour )?quand)?|"
    r"\bque (?:me |nous )?faut[- ]il(?=\W*$)|"
    r"\b(?:que|quoi) (?:me |nous )?(?:reste-t-il à |y a-t-il à )?(?:faire|prévoir|déclarer|envoyer|préparer|organiser)\b|\bqu['’]y a-t-il à (?:faire|prévoir|déclarer)\b|"
    r"\bquelque chose à (?:faire|prévoir|déclarer|signaler|envoyer)\b|\bque (?:dois-je|devons-nous|doit-on|faut-il) \w+|"
    r"\b(?:faut-il|dois-je|doit-on|(?:est-ce (?:que |qu['’]))?(?:je dois|on doit|il faut|nous devons)) (?:prévenir|déclarer|avertir|informer) (?:quelqu['’]un|quelque chose|qui que ce soit)\b",
    re.IGNORECASE,
)
"""What one asks who wants the whole of it."""
UNDECIDED = re.compile(
    r"\b(?:no idea (?:of|about|on) (?:the )?(?:exact )?(?:times?|hours?)(?: yet)?|(?:times?|hours?) (?:not (?:fixed|known|sure|decided)(?: yet)?|tb[acd]|open|unknown|to be \w+)|"
    r"(?:don['’]?t|do not) know (?:the |what |our |my )*times?(?: yet)?|not sure (?:of|about|what) (?:the )?times?(?: yet)?|"
    r"(?:uhr)?zeit(?:en)? (?:noch |ist |sind )*(?:offen|unklar|unbekannt|egal)|(?:heures?|horaires?) (?:pas encore |à |non )*(?:fixée?s?|défini\w*|décidée?s?|connue?s?|préciser))\b",
    re.IGNORECASE,
)
"""What one says who has not settled the hours."""

_CLAUSE = re.compile(r"[.?!;:,\n]+|\s[-–—]\s")
_WHICH = keys_of(
    "what when who whom which how was wann wer wen wem welche welchen wie que quoi quand qui quels quelles comment qu"
)
_TO_BE_DONE = keys_of(
    """
    do file send submit tell notify inform arrange sort book handle complete prepare done filed sent submitted told booked due
    know wissen savoir need needs brauche brauchen braucht
    erledigt getan gemacht gemeldet angemeldet eingereicht geschickt aufgegeben beantragt vorbereitet werden
    erledigen tun machen melden anmelden einreichen schicken aufgeben abgeben beantragen fällig informieren beachten regeln
    faire envoyer déposer prévenir avertir déclarer demander préparer remplir
    """
)
_THE_LOT = keys_of(
    """
    deadlines deadline formalities paperwork papers times limits steps requirements checklist fristen frist formalitäten papiere
    termine schritte unterlagen délais échéances formalités papiers démarches étapes
    """
)
_AROUND = keys_of(
    """
    i we you one must should shall have has to need needs do does can could be is are the a all every each everything any please
    with and or by until before beforehand for it this that trip flight also me us my our give show list tell exactly captain captains
    pilot pilots crew crews club verein wir club's whole full other things thing at what time as well latest there let know
    ich wir man muss müssen soll sollen sollte kann ist sind zu bis mit und oder alle allen alles vorher davor dafür bitte noch den die das
    der dem denn da es sonst jeweils spätestens pilot piloten
    je nous on dois devons doit faut il est ce avec et ou tous toutes les le la des de pour avant tout aussi me moi svp fait
    früh spät lange rechtzeitig early soon late long tôt tard longtemps c c'est cest
    one two three four five six seven eight nine ten zwei drei vier fünf sechs deux trois quatre cinq
    """
)


def asked_for_all(text: str) -> list[tuple[int, int]]:
    """Where a message asks for all that the trip takes, in whatever words: "when must the six captains file what"."""
    return sorted({*(match.span() for match in WHAT_IT_TAKES.finditer(text)), *_by_words(text)})


def without_asking(text: str) -> str:
    """The text, as long as it was, without what asks for all of it or says that the hours are open."""
    return without(text, [*asked_for_all(text), *(match.span() for match in UNDECIDED.finditer(text))])


def without(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """The text, as long as it was, without these parts."""
    for start, end in spans:
        text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    return text


def papers_clauses(text: str) -> list[tuple[int, int]]:
    """The parts of a message that ask which papers are carried: "what papers must be aboard and what do my passengers need"."""
    ends = [*(match.span() for match in _CLAUSE.finditer(text)), (len(text), len(text))]
    begin, found = 0, list[tuple[int, int]]()
    for cut, behind in ends:
        asked = papers_asked(text[begin:cut])
        if asked:
            found.append((begin + min(start for _, (start, _) in asked), cut))
        begin = behind
    return found


def _by_words(text: str) -> Iterator[tuple[int, int]]:
    """Clauses, or their ends behind "with", whose every word asks or says little, and that ask what to do or for all of it."""
    ends = [*(match.span() for match in _CLAUSE.finditer(text)), (len(text), len(text))]
    begin = 0
    for cut, behind in ends:
        words = words_of(text[begin:cut])
        tail = len(words)
        while tail and words[tail - 1].key in _WHICH | _TO_BE_DONE | _THE_LOT | _AROUND:
            tail -= 1
        keys = {word.key for word in words[tail:]}
        asks_what = (keys & _WHICH and keys & _TO_BE_DONE) or len(keys & _WHICH) > 1
        asks_all = keys & _THE_LOT and keys & {
            "all",
            "every",
            "alle",
            "allen",
            "tous",
            "toutes",
            "what",
            "which",
            "with",
            "mit",
            "avec",
        }
        if tail < len(words) and (asks_what or asks_all):
            yield begin + words[tail].start, begin + words[-1].end
        begin = behind


HOW_TO_FILE = re.compile(
    r"\W*(?:and |so |ok |und |et )*(?:how|where|wie|wo|comment|où) (?:do|can|must|should|would|kann|gebe|muss|reiche|est-ce que|dois-je|peut-on|puis-je|on)?"
    r" ?(?:i|we|you|ich|wir|je|on|nous|man)? ?(?:file|send|submit|lodge|do|den|ihn|das|es|le|la|déposer|envoyer|dépose|remplir)\b"
    r"(?: (?:it|that|one|this|ihn|den|das|es|ein|auf|aufgeben|einreichen|déposer|déposer ça|ça|cela|envoyer))*\W*"
)
""" "How do I file it": a rule about the paper in hand, no part of the plan."""
