"""Knows a message from the air or in distress: it gets one answer, before anything else is read.

English, French, German. Questions about prices, rules or planning that merely share a word are not meant.
"""

from __future__ import annotations

import re
import unicodedata


def _bare(text: str) -> str:
    """Without accents, as panicked hands type: "fumée" and "fumee", "weiß" and "weiss" are one."""
    letters = unicodedata.normalize("NFKD", text.replace("ß", "ss").replace("œ", "oe"))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def _near(thing: str, fault: str, *, words: int = 3) -> str:
    """A thing and its fault in either order, at most `words` other words between them, in one sentence."""
    gap = rf"(?:[^\w.?!]+\w+){{0,{words}}}?[^\w.?!]+"
    return rf"\b(?:{thing})\b{gap}(?:{fault})\b|\b(?:{fault})\b{gap}(?:{thing})\b"


def _then(thing: str, fault: str, *, words: int = 3) -> str:
    """A thing followed by its fault, where the other order means something else."""
    return rf"\b(?:{thing})\b(?:[^\w.?!]+\w+){{0,{words}}}?[^\w.?!]+(?:{fault})\b"


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
    r"now|\b(?! rules))|\bgoing down\b(?! (?:to|the|on|for)\b)|\bforced landing\b|\bspinning\b|\bout of control\b|"
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
    _bare(
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
)
_GERMAN = re.compile(
    _bare(
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
)
_MINUTES = r"(?:\d+|five|ten|fifteen|twenty|thirty|few|couple of) ?min\w*|quarter (?:of an )?hour|half an? hour"
_ENGINE_FAULTS = (
    r"r(?:o|u)u?(?:gh|ff?)\w*|quit\w*|fail(?:ed|ing|ure)|faild|dead|died|dying|stopp?(?:ed|ing)|cough\w*|"
    r"sp(?:l)?utter\w*|surg(?:es|ing)|misfir\w*|backfir\w*|vibrat\w*|shak(?:es|ing)|overheat\w*|overspe\w*|"
    r"runaway|smoking|knocking|banging|seiz(?:ed|ing)|cut(?:s|ting)? out"
)
_AIRCRAFT_FAULTS = re.compile(
    "|".join(
        (
            _near(r"eng(?:ine?s?|ein|ien)?|enigne|enjine|motor|prop(?:eller)?", _ENGINE_FAULTS),
            _then(r"rpms?|revs|power|manifold pressure", r"drop\w*|falling|fading|los(?:t|ing)|gone|unstable"),
            r"\blosing (?:revs|rpms?|power|oil|engine)\b",
            r"\bcarb\w* (?:ice|icing|iced)\b",
            _then(r"oil (?:pres\w*|temp\w*)", r"low|zero|drop\w*|fall\w*|lost|gone|going|red|high|rising|down"),
            _near(r"oil", r"losing|leak(?:s|ing)?|pouring|streaming|spraying|everywhere|all over"),
            _then(r"fuel (?:pressure|flow)", r"low|zero|drop\w*|fall\w*|lost|gone|red|fluctuat\w*"),
            _then(
                r"alternator|generator|batt\w*|electric\w*|avionics|pfd|glass|screens?|instruments?|gyros?|lights",
                r"fail\w*|faild|dead|died|gone(?! to)|flat|lost|light (?:is )?on|went|dark|black|smok\w*",
            ),
            r"\b(?:total|complete|full) electric\w*\b|\b(?:lost|losing|no) (?:all )?(?:electrics|"
            r"electrical power)",
            _near(r"burning|smoke|fumes|burnt", r"smells?|panel|cockpit|cabin|dash\w*|cowling|wiring|plastic"),
            _then(
                r"radios?|comms?|coms|com ?[12]|nordo|transmitter|headsets?",
                r"fail\w*|faild|dead|died|lost|gone|kaputt|packed up|u/s|not working|went",
            ),
            r"\b(?:lost|losing|loss of) (?:\w+ )?(?:comm?s|radios?|contact|communications?)\b",
            r"\bno (?:radios?|comm?s)\b(?=\W*$|\W*,|.*\b(?:inbound|overhead|airborne|transponder|contact|over)\b)",
            _then(
                r"gear|undercarriage|nose ?wheel|main ?wheel|nose ?leg|wheels",
                r"stuck|jam\w*|won'?t|wont|not (?:down|locked|extend\w*|coming)|fail\w*|collaps\w*|unsafe|hung",
            ),
            r"\b(?:only|just|no|got) (?:two |one |2 |1 )?greens?\b(?! fees?)|\bgreens? (?:lights? )?on the gear\b",
            _then(
                r"flaps?|ailerons?|elevators?|rudder|trim|yoke|stick|throttle|mixture|autopilot|controls?|cables?",
                r"stuck|jam\w*|runaway|frozen|broke\w*|asymmetric|fail\w*|won'?t|wont|snapped|running away",
            ),
            r"\brunaway (?:trim|pitch)\b|\b(?:stuck|jammed) (?:flaps?|ailerons?|elevator|rudder|throttle|trim)\b",
            _then(r"canopy|hatch|cowling", r"open\w*|popped|burst|blew|blown|crack\w*|gone|off|loose"),
            _then(
                r"doors?|windows?",
                r"(?:came|come|popped|flew|burst|blew) (?:open|off)|"
                r"open(?:ed)? (?:in (?:the )?(?:air|flight)|after take|at \d)",
            ),
            _then(r"windscreen|windshield", r"crack\w*|shatter\w*|smashed|gone|blew|broke\w*"),
            _near(r"birds?|sea ?gulls?|goose|geese|drone", r"hit|struck|strike", words=2),
            r"\b(?:total|complete) power (?:loss|failure)\b|\blow volt\w*|\boil on (?:the |"
            r"my )?(?:windscreen|windshield)|"
            r"\bi(?:'m| am) going to crash\b|\bwe(?:'re| are) (?:sinking|crashing|going to crash)\b|\bchoking\b|"
            r"\b(?:caught|stuck|flew) in(?:to)? (?:a )?(?:thunderstorm|storm|cb)\b|\bno hydraulics?\b|"
            r"\bstall warning stuck\b|"
            r"\b(?:engine temp\w*|cht|egt|temps?) (?:is |are )?(?:in the red|in red|red|off the scale)\b|"
            r"\b(?:fuel selector|selector) (?:is )?(?:stuck|jammed|broke\w*)\b|\btanks? (?:\w+ )?on empty\b|"
            r"\bon one mag(?:neto)?\b|\bmag(?:neto)?s? (?:has |have )?(?:failed|dead|gone)\b|\bcan'?t recover\b|"
            r"\bbrakes? (?:have |has |are )?(?:failed|fire|on fire|gone|seized)\b|\b(?:airspeed|altimeter|asi) "
            r"(?:indicator )?(?:is |has )?(?:dead|failed|gone|frozen)\b|\bengine inop\w*|"
            r"\b(?:three )?greens missing\b|"
            r"\bprop(?:eller)? (?:\w+ )?(?:fell|came|flew) off\b|\bstuck on top\b|\bhaving a fit\b|"
            r"(?:\bnow|,) emergency\W*$|\bmid[- ]?air (?:collision|with)\b|\bpitot (?:is )?(?:frozen|iced|"
            r"blocked)\b",
        )
    )
)
_FLIGHT_FAULTS = re.compile(
    "|".join(
        (
            rf"\b(?:fuel|avgas|gas|petrol|endurance)\b[\w ,:]{{0,14}}?\b(?:{_MINUTES})\b"
            r"(?! (?:stop|from|away|flying|flight|of |reserve|turn|drive|walk|by ))",
            rf"\b(?:{_MINUTES}) (?:worth )?(?:of )?(?:fuel|avgas|gas|petrol|endurance|juice)\b(?! (?:stop|"
            rf"reserve))",
            rf"\b(?:{_MINUTES}) (?:left|remaining) in (?:the |my )?tanks?\b",
            r"\b(?:on|into|down to|using) (?:my |our |the )?(?:final |fuel |last )*reserves?\b",
            r"\b(?:almost|nearly|got) no fuel\b|\bhardly any fuel\b|\bwrong fuel\b|\bmisfuel\w*|"
            r"\b(?:jet ?a-?1?|diesel) in (?:my|the|our) (?:fuel )?tanks?\b",
            r"\bwater in (?:the |my |our )?(?:fuel|tanks?|carb\w*|avgas)\b|\bcontaminated fuel\b",
            r"\bfuel (?:is |now |state |very |getting )*(?:critical|low(?! lead)|empty|emergency|gone)\b",
            r"\b(?:almost|nearly|about|running|run|ran) (?:to run )?(?:out|outta|low) (?:of |on )?(?:fu?el|gas)\b",
            r"\b(?:lots of|picking up|picked up|building|severe|heavy) (?:\w+ ){0,2}ice\b|"
            r"\bice (?:is )?building\b",
            r"\bicing\b(?=.*\b(?:help|descend\w*|can'?t|cannot|worse|badly|climb\w*|out of)\b)",
            r"\b(?:clouds?|fog|wx|weather|ceiling|cloud ?base|vis\w*) (?:is |are |has |just |now |was )*"
            r"(?:clos(?:ing|ed)(?: in)?|coming down|dropping|lowering|rolling in|gone|deteriorating|zero|"
            r"below me)\b",
            r"\b(?:in|inside|above|over|on top of) (?:the |an? |solid |thick )*(?:clouds?|imc|fog|overcast|"
            r"layer)\b"
            r"(?=.*\b(?:no (?:instrument|ir|rating|way|hole)|not (?:rated|ifr)|vfr only|scared|help|student|stuck|"
            r"can'?t|cannot|unable)\b)",
            r"\bvfr (?:\w+ ){0,2}in(?:to)? (?:imc|clouds?)\b",
            r"\b(?:unsure|uncertain|not (?:sure|certain)) (?:\w+ )?(?:of |about )?(?:my |our )?position\b",
            r"\b(?:not sure|not certain|don'?t know|dunno|no idea|can'?t tell|unsure) (?:exactly )?w?here? "
            r"(?:i'?m|i am|we are|we'?re|am i)\b|\bdon'?t know were (?:i|we)\b",
            r"\bcan'?t (?:work out|find|fix|identify) (?:my|our) position\b|\bposition (?:is )?(?:uncertain|"
            r"unknown)",
            _then(
                r"passengers?|pax|pilot|co-?pilot|captain|husband|wife|son|daughter|dad|mum|mother|father|friend|"
                r"instructor|student|child|kid|baby|guy|he|she",
                r"collaps\w*|stroke|seizure|unconscious|unresponsive|(?:not|stopped) breathing|can'?t breathe|"
                r"fainted|passed out|vomiting|bleeding|unwell|blacked out|heart attack|chest pains?",
            ),
            r"\b(?:feel\w*|i'?m|i am|am|getting|very) (?:\w+ )?(?:dizzy|faint|woozy|light-?headed|hypoxic|"
            r"nauseous)\b",
            r"\bchest pains?\b|\bcan'?t breathe\b|\bpassing out\b",
            r"\bco (?:detector|monitor|meter|sensor)\b.{0,20}\b(?:went|gone|going|black|dark|red|alarm|"
            r"beep\w*|ppm)\b",
            r"\bdark\b(?=.*\b(?:no (?:\w+ )?lights?|lights? (?:\w+ ){0,2}(?:fail\w*|out|gone|dead)|no night|"
            r"can'?t see|help)\b)",
            r"\b(?:no|lost) lights?\b(?=.*\bdark\b)",
        )
    )
)
_FRENCH_MORE = re.compile(
    "|".join(
        (
            _near(
                r"moteur|helice",
                r"vibr\w*|touss\w*|rate\w*|coup[ee]\w*|arret\w*|cale\w*|chauffe|panne|feu|fume|perd|"
                r"surchauffe|givre",
            ),
            r"\b(?:plus que|reste(?: que)?|encore|seulement|que) (?:\d+|dix|quinze|vingt) ?min\w* (?:d'|de |d )"
            r"(?:essence|carburant|autonomie)",
            r"\b(?:essence|carburant|autonomie) (?:pour )?(?:\d+|dix|quinze|vingt) ?min",
            r"\bpanne (?:de )?(?:radio|electrique|elec|alternateur|seche|essence|batterie)|"
            r"\bplus de (?:radio|batterie)",
            r"\bradio (?:est )?(?:en panne|morte|hs)\b|\b(?:alternateur|batterie) (?:est )?(?:en panne|"
            r"mort\w*|hs)\b",
            r"\btrain (?:d'atterrissage )?(?:\w+ ){0,3}(?:bloqu\w*|coinc\w*|sort pas|rentre|verrouill\w*)|"
            r"\bsort pas\b.*\btrain\b",
            r"\b(?:je suis|on est|nous sommes|pris|entre\w*|coinc\w*) (?:\w+ )?(?:dans|au dessus|au-dessus) "
            r"(?:des |les |le |la |de la |du )?(?:nuages?|couche|imc|brouillard|nuage)",
            r"\bodeur (?:de )?(?:brule|fumee|essence)|\bfumee\b|\bfeu (?:a bord|moteur|dans)\b|\bau feu\b",
            r"\bfuite (?:d'|de |d )?(?:huile|essence|carburant)|\bpression (?:d'|d )?huile",
            r"\bverriere (?:\w+ )?ouvert\w*|\bporte (?:\w+ )?ouvert\w* en vol|\bcollision (?:oiseau|aviaire)",
            r"\breservoirs? (?:\w+ )?vides?\b|\bplus d'huile\b|\bmalaise\b|\bje givre\b|\bgivr(?:e|"
            r"age) sur\b|\bamerrissage\b|\bperdu ma position\b|"
            r"\bposition incertaine",
            r"\bvolets? (?:\w+ )?(?:bloqu\w*|coinc\w*)|\bcommandes? (?:\w+ )?(?:bloqu\w*|coinc\w*)",
        )
    )
)
_GERMAN_MORE = re.compile(
    "|".join(
        (
            _near(
                r"motor|triebwerk|propeller",
                r"stotter\w*|ausgefallen|vibrier\w*|verliert|oel|ol|raucht|brennt|unrund|rau|uberhitzt|ruckelt|"
                r"spuckt|aus|tot|steht",
                words=2,
            ),
            r"\b(?:nur noch|noch|bloss) (?:\d+|zehn|funfzehn|zwanzig) ?min\w* (?:sprit|treibstoff|"
            r"kraftstoff|benzin)",
            r"\b(?:sprit|treibstoff|kraftstoff|benzin) (?:\w+ ){0,3}\d+ ?min",
            r"\bfunkausfall\b|\bfunk(?:gerat)? (?:\w+ )?(?:ausgefallen|tot|defekt|kaputt|weg)\b|"
            r"\bkein(?:en)? funk\b",
            r"\bstromausfall\b|\b(?:lichtmaschine|generator|batterie|elektrik|"
            r"bordnetz) (?:\w+ )?(?:ausgefallen|tot|"
            r"leer|defekt|kaputt|weg)\b|\belektrikausfall",
            r"\bfahrwerk (?:\w+ ){0,3}(?:klemmt|aus|verriegelt|blockiert|raus)\b",
            r"\b(?:weiss|wissen) (?:\w+ ){0,2}wo (?:ich|wir)\b|\bposition (?:\w+ )?(?:unklar|unbekannt|unsicher)",
            r"\bin (?:die |den |der |einer )?wolken? (?:geraten|eingeflogen|geflogen)|\bbin in (?:den |"
            r"die )?wolken?",
            r"\brauch im\b|\brauch in der\b|\bbrandgeruch\b|\bqualm\b|\bhaube (?:\w+ )?(?:offen|auf)\b",
            r"\b(?:klappen|trimmung|ruder|steuer\w*) (?:\w+ )?(?:klemm\w*|blockier\w*|fest)\b|\bolverlust|"
            r"\boldruck\b",
            r"\b(?:passagier\w*|pilot\w*|mitflieger) (?:\w+ ){0,2}(?:bewusstlos|ohnmachtig|kollabiert|"
            r"atmet nicht)",
            r"\bnotwasser\w*|\beis (?:an|auf) den (?:tragflachen|flugeln|flachen)|\bmir ist schwindlig",
        )
    )
)
_TALK = re.compile(
    r"\bforget (?:it|that|about)\b|\bstatistic\w*|\bstatistiken?\b|\baccident (?:rates?|reports?|stat\w*)|"
    r"\bhow many accidents\b|\bphraseolog\w*|\brental\b|\brepack\w*|\bservic(?:ed|ing)\b|\boverhaul\w*|"
    r"\bfilms?\b|\brestaurants?\b|\bhotels?\b|\bpub\b|\bcafes?\b|\bmuseums?\b|\bmusee\b|\bhistory of\b|"
    r"\bmeaning of\b|"
    r"\b(?:flight|train|ferry|vol|flug|zug)s? (?:was |were |is |got |to \w+ |est |wurde )*"
    r"(?:cancel\w*|annul\w*|gestrichen)|\bsquawk (?:code )?for\b|\b(?:distress|emergency) frequenc\w+\b|"
    r"\brepair(?:s|ed|er|ers)?\b|\breparer\b|\breparatur\b|\bmechanics?\b|\bjump ?start\b|"
    r"\bwartung\b|\bmotorwartung\b|\bdefinition\b|\btell me about\b|\bregeln?\b|\bregles?\b|"
    r"\byesterday\b|\blast (?:week|month|year|summer|winter|spring|autumn)\b|"
    r"\b(?:days?|weeks?|months?|years?) ago\b|"
    r"\bgestern\b|\bletzte[nrs]? (?:woche|jahr|monat)\b|\b(?:semaine|mois|an|annee) (?:derniere?|passee?)\b|"
    r"\bentrainement\b|\bubung\w*|\bnotlandeubung\b|\bmy car\b|\b(?:phone|laptop) (?:battery|screen)\b|"
    r"\bon my phone\b|\bthe (?:app|bot)\b|\blost (?:for words|in (?:your|thought|translation|the menu))|"
    r"\bdead set\b|\bcrash (?:course|pad)\b|\bspinning class\b|\bshop\b|\bnear miss\b|\bcancel the\b|"
    r"\bwhat to do if\b|\bhow to avoid\b|\bstall and spin\b|\b(?:passport|border) control\b|"
    r"\bcarb\w* (?:ic\w+ )?(?:probability|risk|chart)\b"
)
"""Talk about distress: never a call, whatever words it shares, unless it calls (`_CALLS`)."""
_CALLS = re.compile(
    r"\b(?:mayday|pan[- ]?pan) (?:mayday|pan[- ]?pan)\b|^\W*may ?day\W*(?:$|,)|\b(?:i am|i'm|we are|we're) "
    r"(?:airborne|in the air|going down(?! to)|on fire|lost(?! for| in)|in cloud)\b|\bhelp me\b|"
    r"\bcan'?t (?:hold|maintain)\b|"
    r"\blosing (?:altitude|height|power)\b|\bengine (?:is |has |just )*(?:dead|rough|on fire)\b|"
    r"\bwe have (?:a )?(?:smoke|fire)\b|\bin flight now\b|\baidez-moi\b|\bhilfe\b"
)
_PLANNING = re.compile(
    r"\brules?\b|\bregulations?\b|\blegal\b|\bprocedures?\b|\brequired\b|\brequirements?\b|"
    r"\bwhat (?:should|do|would) (?:i|you|one|a pilot) do if\b|\bwhat if\b|\bin case of\b|\bif (?:my|the|an?)\b|"
    r"\bhow to\b|\bhow should\b|\bhow do (?:i|you|we) (?!land\b|get (?:down|out)|fly)|\b(?:where|who) do i "
    r"(?:report|tell)\b|\bwhat happens\b|\bwas tun (?:bei|wenn)\b|\bque faire en cas\b|\ben cas de\b|"
    r"\bfields? (?:along|on)\b|\balong (?:my|the) route\b|\bnote for\b|\breport:|"
    r"\breviews?\b|\bforecast\b|\binsurance\b|\btraining\b|\bpractice\b|"
    r"\bpractise\b|\bchecklists?\b|\blunch\b|\bcan i fly\b|\bam i allowed\b|"
    r"\bmay i\b|\bi paid\b|\bmy review\b|\bvisited\b"
)
"""Planning words: no call, unless something says that it is now (`_NOW`)."""
_SHOPPING = re.compile(
    r"\bprices?\b|\bcosts?\b|\bfees?\b|\bcheap|\bpreis|\bprix\b|\bkostet|\bhow (?:much|many|far|long)\b|"
    r"\btomorrow\b|\bstops?\b|\bwhat is (?:an?|the)\b|\bexplain\b|\bmaintenance\b|\bclass 2\b|\bcondition\b|"
    r"\bfire (?:cover|category|engine|truck|station|brigade)\b|\brffs\b|\bfeuerwehr\b|\bwho sells\b|"
    r"\b(?:which|what) (?:airfields?|airports?|fields?) (?:has|have|with)\b|\bwhich squawk\b|"
    r"\bwhat (?:do (?:i|you) |to |code to |should i )?squawk\b|\bquel (?:code|transpondeur)\b|"
    r"\bwelche[rn]? (?:squawk|code)\b|\b(?:which|what) (?:transponder |squawk )?codes?\b"
)
"""Words of an everyday question, which frightened people ask too: no call, unless a fault is stated (`_LIVE`)."""
_YESTERDAY_IN_FRENCH = re.compile(r"\bhier\b")
_NOW = re.compile(
    r"\bmay ?day\b|\bpan[- ]?pan\b|\bhelp\b|\bnow\b|\bhilfe\b|\baide\b|\bairborne\b|\bin the "
    r"air\b|\bi'?m in\b|\boverhead\b|\binbound\b|\bwhere (?:can|do|should|to) (?:i |we )?(?:land|go|divert)\b|"
    r"\bnearest\b|\bnext airfield\b|\bimmediately\b"
)
_LIVE = re.compile(
    r"\b(?:engine|motor) (?:is |has |just |now |running |suddenly )*(?:rough|quit|stopped|failed|dead|died|"
    r"out(?! of)|"
    r"on fire|smoking|cut out|coughing|losing|inop|fire(?! ext| truck| serv))\b|"
    r"\b(?:fire|smoke|flames) in (?:the |my |our )?(?:engine|cockpit|cabin)\b|\blow on fuel\b|"
    r"\bfuel (?:is |very |getting )*(?:low|critical)\b(?! price| cost)|\b(?:almost|nearly) (?:no|out of) fuel\b|"
    rf"\b(?:{_MINUTES}) (?:of )?fuel left\b|\bfuel (?:\w+ )?(?:{_MINUTES}) left\b|"
    r"\btanks? (?:is |are |nearly |almost )*empty\b|\bradios? (?:is |are |has |just )*(?:dead|died|gone)\b|"
    r"\b(?:passenger|pax|pilot|husband|wife) (?:is |has |just )*(?:collapsed|unconscious|having|fainted|dying)\b|"
    r"\bmoteur (?:\w+ )?(?:coupe|arrete|en panne|en feu)\b|\bmotor (?:\w+ )?(?:ausgefallen|steht|brennt|"
    r"stottert)\b"
)
_DISTRESS_WORD = re.compile(
    r"\b(?:engine?|motor|moteur|prop|fuel|oil|smoke|fire|fumes|ice|icing|cloud|clouds|imc|fog|lost|radio|comms|"
    r"gear|flaps?|trim|door|canopy|bird|alternator|battery|electric\w*|pilot|passenger|pax|ill|sick|unconscious|"
    r"mayday|pan|emergency|help|crash\w*|ditch\w*|dizzy|dark|position|land|power|essence|carburant|feu|"
    r"fumee|perdu|"
    r"nuages?|malaise|train|panne|sprit|treibstoff|wolken?|rauch|feuer|verflogen|bewusstlos|hilfe|fahrwerk|funk|"
    r"notfall|urgence|nearest|controls?)\b"
)


def is_emergency(text: str) -> bool:
    """Whether a plain text (see `wording.plain`) is a call for help from an aircraft."""
    low = _bare(text.lower())
    now = bool(_NOW.search(low))
    if is_talk(low) or (_PLANNING.search(low) and not now):
        return False
    if _SHOPPING.search(low) and not (now or _LIVE.search(low)):
        return False
    return any(pattern.search(low) for pattern in _PATTERNS)


def is_talk(text: str) -> bool:
    """Whether a text speaks about distress (a past one, training, a shop) and calls for nothing itself."""
    low = _bare(text.lower())
    past = _YESTERDAY_IN_FRENCH.search(low) and not any(p.search(low) for p in (_GERMAN, _GERMAN_MORE))
    return bool(_TALK.search(low) or past) and not _CALLS.search(low)


def has_distress_word(text: str) -> bool:
    """Whether any word of a call for help is in it; without one a guess of distress must be very sure."""
    return bool(_DISTRESS_WORD.search(_bare(text.lower())))


_PATTERNS = (
    *(_ALWAYS, _MORE, _LOST, _FUEL, _CLOUD, _AIRCRAFT_FAULTS, _FLIGHT_FAULTS),
    *(_FRENCH, _FRENCH_MORE, _GERMAN, _GERMAN_MORE),
)
