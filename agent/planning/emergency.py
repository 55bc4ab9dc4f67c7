"""Knows a message from the air or in distress: it gets one answer, before anything else is read.

English, French, German. Questions about prices, rules or planning that merely share a word are not meant.
"""

from __future__ import annotations

import re

_ALWAYS = re.compile(
    r"\bmay ?day\b|\bpan[- ]?pan\b|\bengine (?:is |has |just |)?(?:been |)?(?:rough|running "
    r"rough|quit|failed|failing|failure|out|stopped|dead|fire|on fire|vibrat\w+|cough\w*|"
    r"splutter\w*|sputter\w*|losing|lost|seiz\w+|trouble|problems?|packed up|died|dying|"
    r"cutting out|cut out|surging|misfir\w+|overheat\w+|won'?t)|"
    r"\bengine (?:has |is )?(?:just |now |suddenly )+(?:quit|failed|stopped|died|cut)|"
    r"\brough(?:[- ]running)? engine|\brunning rough\b|\b(?:lost|losing|lose|loss of|low|no|"
    r"zero|partial|falling|dropping) (?:engine |all |my )?(?:power|engine|oil pressure)\b|"
    r"\boil pressure (?:is )?(?:dropping|falling|low|zero|gone|lost)|"
    r"\bprop(?:eller)? (?:has )?(?:stopped|failed|broke\w*|came off)|\b(?:smoke|fumes|fire|"
    r"flames?) (?:in|on|from|inside) (?:the |my |our )?(?:cockpit|cabin|engine|board|cowling|"
    r"panel|aircraft|plane|wing)|\b(?:cockpit|cabin) (?:is )?(?:full of|filling with) smoke|"
    r"\bwe(?:'re| are) on fire|\bi(?:'m| am) on fire|\belectrical (?:fire|smell|failure)|"
    r"\btotal electric\w* failure|\bice[d]? up\b|\biced[- ]up\b|\bicing up\b|\b(?:picking up|"
    r"collecting|building) (?:up )?ice\b|\bice (?:is )?(?:on|building|forming)(?: up)?(?: "
    r"on)? (?:the |my |our )?(?:wings?|airframe|prop|windscreen)|\bsevere icing\b(?! "
    r"forecast)|"
    r"\b(?:pilot|passenger|pax|captain|husband|wife|dad|friend|co-?pilot|instructor) (?:is |"
    r"has |just |was |)*(?:unconscious|passed out|unwell|sick|ill|fainted|collapsed|having a "
    r"(?:heart attack|stroke|seizure)|not breathing|incapacitated|dead|dying|had a (?:heart "
    r"attack|stroke|seizure))\b|"
    r"\bheart attack\b|\bcarbon monoxide\b(?! detector)|\bco (?:alarm|alert|warning)\b|"
    r"\bcontrols? (?:are |is )?(?:jammed|stuck|frozen)|\b(?:elevator|aileron|rudder|flaps?|"
    r"throttle|trim)s? (?:is |are )?(?:jammed|stuck|asymmetric|broken|frozen)|"
    r"\b(?:gear|undercarriage|wheels?) (?:is |are |)(?:won'?t|will not|stuck|not|doesn'?t|"
    r"does not|failed)\b(?! required| needed| allowed)|\bbird ?strike\b|\bditch(?:ing)?\b(?= "
    r"now|\b(?! rules))|\bgoing down\b|\bforced landing\b|\bspinning\b|\bout of control\b|"
    r"\bdisorient\w+\b|"
    r"\bemergency (?:in the air|in flight|landing now)\b|\b(?:this is|have|declaring|declare) "
    r"an? emergency\b|\bemergency!|^emergency\b(?! (?:landing|procedures?|fields?|contacts?|"
    r"equipment|exits?|number|phone|frequency|services|locator))|\bfuel emergency\b|\bneed "
    r"(?:to |an? )?(?:land|get down|immediate landing) (?:now|immediately|right now|asap|"
    r"urgently|at once)|\b(?:must|have to|got to|gotta) land (?:now|immediately|right now|"
    r"asap|at once)|"
    r"\bcan'?t (?:maintain|hold) (?:altitude|height|level)\b|\blosing (?:altitude|height)\b|"
    r"\bdoor (?:is |has |just )?(?:open|opened|came open|popped open)(?: in flight| in the "
    r"air)?\b(?=.*(?:flight|air|help|$))|\bsquawk(?:ing)? 7700\b|\bcrash(?:ing|ed)\b"
)
_MORE = re.compile(
    r"\bsos\b|\brpms? (?:is |are |keeps? )?(?:dropping|falling|dropped|unstable|surging)|"
    r"\b(?:losing|lost) (?:rpm|thrust|oil|coolant|fuel fast|electrics|control|all electrics)|"
    r"\bno (?:thrust|engine power|oil pressure)\b|\bloss of (?:power|thrust|control)\b|"
    r"\b(?:oil|fuel) (?:is |was )?(?:leak\w*|all over|pouring|spraying|streaming|on the "
    r"windscreen)|\bfuel leak\b|\b(?:windscreen|windshield|canopy|window|cowling) (?:has |is |"
    r"just )*(?:shatter\w*|crack\w*|broke\w*|gone|came off|come off|blew\w*|opened|flew off)|"
    r"\bstruck by lightning|\blightning (?:strike|hit)|"
    r"\brunning on fumes\b|\bfuel gauges? (?:is |are |both |read\w* |show\w* |say\w* |on "
    r")*(?:empty|zero|red)|\b\d+ (?:min(?:ute)?s?|litres?|liters?|gallons?) (?:of )?(?:fuel|"
    r"avgas|endurance) (?:left|remaining)|\bfuel for (?:only )?\d+ min|"
    r"\b(?:alternator|battery|electrics|avionics|radios?|comms|instruments|attitude indicator|"
    r"artificial horizon|screens?|vacuum pump) (?:has |have |is |are |just |all )*(?:gone|"
    r"dead|died|failed|failing|quit|out)\b|\b(?:fainted|passed out|unconscious|unresponsive|"
    r"having a (?:seizure|stroke)|not breathing|chest pains?|bleeding badly)\b|"
    r"\b(?:nobody|no one|who) (?:is|can) (?:flying|fly) (?:the|this) (?:plane|aircraft)|"
    r"\bcan'?t see (?:the )?(?:ground|runway|horizon|anything|out)\b|\bcan(?:'?t|not) find "
    r"the (?:airfield|airport|runway|field)\b|^where am i\b|\bneed (?:vectors|radar help|help "
    r"now|help immediately)|\bsmoke (?:is )?(?:coming|from|everywhere|and)|\bburning smell|"
    r"\bsmell(?:s|ing)? (?:of )?(?:burning|smoke|fuel in)|"
    r"\bwe have (?:a |an )?(?:fire|engine fire|problem with the engine|engine problem|engine "
    r"trouble)|\bthere(?:'s| is) (?:a )?(?:fire|smoke)|\bflames\b|\bhypoxi\w+|\bspiral(?:ling|"
    r"ing)? (?:dive|down)|\bhit (?:a |by a )?(?:bird|drone)s?\b|\bpropeller (?:strike|blade|"
    r"damage)|\bpart of the (?:wing|tail|prop)|\b(?:can'?t|cannot|unable to) (?:control|climb|"
    r"stay up|keep (?:altitude|height))\b"
)
_LOST = re.compile(
    r"\b(?:i am|i'm|im|we are|we're|were|think i'?m|completely|totally|hopelessly|got|getting|"
    r"feeling|help,?) (?:a bit |really |totally |completely |hopelessly |now |)?lost\b|"
    r"^lost\b(?=\W*$|.*\b(?:position|where|help|vfr|clouds?|near|over|above|in the air|"
    r"airborne)\b)|\blost (?:in the air|over|above|and low|my position|position|vfr)\b|"
    r"\bdon'?t know where (?:i am|we are)\b|\bno idea where (?:i am|we are)\b|\bunsure of "
    r"(?:my )?position\b"
)
_FUEL = re.compile(
    r"\b(?:low (?:on )?fuel|fuel (?:is |getting |very |really |)*(?:low|critical)|(?:almost|"
    r"nearly|running|run|about to run|going to run) (?:out of|low on) (?:fuel|avgas|gas)|out "
    r"of fuel|(?:minimum|min) fuel|fuel (?:starvation|exhaust\w+|leak\w*|gauges? (?:on|at|"
    r"reading) (?:empty|zero))|tanks? (?:are |is |almost |nearly )*empty|no fuel left|short "
    r"of fuel|bingo fuel|\d+ min(?:ute)?s? (?:of )?fuel(?: left| remaining)?)\b"
)
_CLOUD = re.compile(
    r"\b(?:stuck|trapped|caught|lost|got|flew|flying|inadvertent\w*|accidentally|entered|"
    r"entering|went|i am|i'm|we are|we're|am) (?:\w+ ){0,2}(?:in|into|above|over|on top of|"
    r"inside|between) (?:the |a |solid |thick |)?(?:cloud\w*|imc|overcast|fog|ifr conditions|"
    r"layers?)\b|\binadvertent (?:imc|cloud)|\bvfr into imc\b|\bvfr on top and (?:stuck|no "
    r"way)|\bno (?:hole|gap)s? (?:in the cloud|to get down)|\bcan'?t (?:get down|see (?:the "
    r"ground|anything))\b"
)
_FRENCH = re.compile(
    r"\bmoteur (?:\w+ ){0,2}(?:coup[ée]|arr[êe]t[ée]|en panne|en feu|tousse|rate|ratatouille|"
    r"vibre|cal[ée]|l[âa]ch[ée]|mort)|\bpanne (?:de |du )?(?:moteur|essence|carburant|sèche|"
    r"radio|électrique)|\bplus de moteur|\bmoteur (?:qui )?(?:tousse|s'arrête|cafouille|"
    r"tourne mal)|\bfeu (?:à bord|moteur|dans)|\bincendie\b|\bfumée (?:dans|à)|"
    r"\bje (?:suis|me suis) (?:\w+ )?(?:perdu|égar[ée])|\bon est perdus?|\bnous sommes perdus|"
    r"\bperdu en vol|\bplus (?:de |d'|assez de |beaucoup de |assez d'|beaucoup "
    r"d')(?:carburant|essence)|\b(?:presque|bientôt) (?:plus de |à court de )|\bà court (?:de "
    r"carburant|d'essence)|\bcarburant (?:bas|faible|critique|presque)|\bniveau bas carburant|"
    r"\b(?:coinc|pris|bloqu|entr|perdu)\w* (?:\w+ )?(?:dans|au-dessus) (?:des |les |le |de la "
    r")?(?:nuages?|couche|imc|brouillard)|\bpassag\w+ (?:\w+ )?(?:malade|inconscient|malaise|"
    r"mal)|\bpilote (?:\w+ )?(?:inconscient|évanoui|malaise|mort)|\bmalaise (?:cardiaque|en "
    r"vol|à bord)|\bgivrage (?:sévère|fort|important)|\b(?:je|on|nous) (?:givre|prends? du "
    r"givre)|\bgivre sur|\burgence\b|\bperte de puissance|\bodeur de brûlé|\bde la fumée|"
    r"\bfait un malaise|\barrêt moteur|\bhélice (?:\w+ )?arrêt|\bne sais (?:pas|plus) où "
    r"(?:je suis|nous sommes)|\bplus d'essence|\bpanne d'essence|\b(?:on|je|nous) (?:tombe|"
    r"tombons)\b|\bvois plus (?:le sol|rien|l'horizon)|\bimc involontaire|\bdois (?:me poser|"
    r"atterrir) (?:immédiatement|tout de suite|maintenant|d'urgence)|\bdétresse\b|"
    r"\baidez-moi\b|\bau secours\b|\bcommandes? (?:bloqu|coinc)"
)
_GERMAN = re.compile(
    r"\b(?:motor|triebwerk)(?:s)?(?:-|)?(?:ausfall|störung|brand|schaden|feuer|aussetzer)|"
    r"\b(?:motor|triebwerk|propeller) (?:\w+ ){0,2}(?:stotter\w*|aus(?:gefallen|gegangen|"
    r"gesetzt)?|steht|läuft (?:unrund|rau|rauh|nicht)|unrund|brennt|setzt aus|spinnt|verliert|"
    r"stillsteht|kaputt|streikt)|\bmotorprobleme?\b|\bfeuer (?:an bord|im)|\bbrand an bord|"
    r"\bes brennt\b|\brauch(?:entwicklung)? (?:im|in der|an)|\bleistungsverlust|\böldruck "
    r"(?:fällt|weg|niedrig|null)|"
    r"\bverflogen\b|\borientierung verloren|\bweiß nicht,? wo (?:ich|wir)|\bwo bin ich\b|"
    r"\bhabe mich verirrt|\bsprit (?:\w+ )?(?:leer|alle|knapp|aus|geht aus)|\b(?:fast|kaum|"
    r"kein\w*|wenig|zu wenig) (?:\w+ )?(?:sprit|treibstoff|benzin|kraftstoff)(?: mehr| übrig| "
    r"an bord)?|\bspritmangel|\btreibstoff (?:\w+ )?(?:leer|knapp|niedrig|geht)|\btanks? "
    r"(?:fast |sind )?leer|"
    r"\bin (?:den |die |einer? |)(?:wolken?|imc|nebel)\b.*\b(?:vfr|ifr|geraten|gefangen|"
    r"eingeschlossen|bin|stecke|hilfe|keine)|\b(?:stecke|gefangen|eingeschlossen|bin|geraten|"
    r"über).{0,18}\b(?:wolken(?:decke)?|imc)\b|\bvereist|\bvereisung\b(?!s?vorhersage)|"
    r"\bpassagier\w* (?:\w+ )?(?:bewusstlos|krank|ohnmächtig|unwohl|schlecht|herzinfarkt|"
    r"übel)|\bpilot (?:\w+ )?(?:bewusstlos|ohnmächtig|tot|ausgefallen)|\bherzinfarkt|"
    r"\bleistung (?:\w+ )?(?:weg|verloren|fällt)|\böl auf der (?:scheibe|haube)|\bstürzen ab|"
    r"\bstürze ab|\bbrandgeruch|\bes raucht|\bvogelschlag|\bsehe nichts mehr|\bseh nichts "
    r"mehr|\bin imc\b|\bohnmächtig|\bbewusstlos|\bsprit reicht nicht|\bkein(?:en)? sprit|"
    r"\bhilfe,? (?:ich|wir|mein)|\bmotor geht aus|\bkühl\w+ verloren|\bstromausfall an bord|"
    r"\bnotfall\b|\bluftnot\w*|\bnotlande\w*|\bnotlandung|\bmuss (?:sofort|jetzt|dringend) "
    r"(?:landen|runter)|\bsteuerung (?:blockiert|klemmt)|\bfahrwerk (?:klemmt|geht nicht|"
    r"fährt nicht)"
)
_PLANNING = re.compile(
    r"\bprices?\b|\bcosts?\b|\bfees?\b|\bcheap|\bpreis|\bkostet|\brules?\b|\bregulations?\b|"
    r"\bprocedures? for\b|\brequired\b|\brequirements?\b|\bwhat (?:should|do|would) (?:i|you|"
    r"one|a pilot) do if\b|\bwhat if\b|\bin case of\b|\bif my\b|\bhow (?:do|to|should)\b|"
    r"\bwhat happens\b|\bregeln?\b|\brègles?\b|\bwas tun (?:bei|wenn)\b|\bque faire en cas\b|"
    r"\bfee fuel\b|\bfields? (?:along|on)\b|\balong (?:my|the) route\b|\bnote for\b|\breport:|"
    r"\breviews?\b|\bbetween\b|\bforecast\b|\binsurance\b|\btraining\b|\bpractice\b|"
    r"\bpractise\b|\bchecklists?\b|\bmuseums?\b|\blunch\b|\bcan i fly\b|\bam i allowed\b|"
    r"\bmay i\b|\bi paid\b|\bmy review\b|\bvisited\b|\byesterday\b|\blast (?:week|month|"
    r"year)\b|\bgestern\b|\bhier\b(?= )"
)
_NOW = re.compile(
    r"\bmay ?day\b|\bpan[- ]?pan\b|\bhelp\b|\bnow\b|\bhilfe\b|\baide\b|\bairborne\b|\bin the "
    r"air\b|\bi'?m in\b"
)


def is_emergency(text: str) -> bool:
    """Whether a plain text (see `wording.plain`) is a call for help from an aircraft."""
    low = text.lower()
    if _PLANNING.search(low) and not _NOW.search(low):
        return False
    return any(pattern.search(low) for pattern in (_ALWAYS, _MORE, _LOST, _FUEL, _CLOUD, _FRENCH, _GERMAN))
