"""The words an AIP uses for prior notice, in five languages, as a list of tokens.

Text is folded first (capitals, no accents, one character for one character, so that places in the folded
text are places in the original). Order matters: the first pattern that fits at a place wins.
"""

# ruff: noqa: E501 (each pattern stands on its own line)

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache

WORD_NUMBERS: dict[str, float] = {
    "HALF AN": 0.5, "ONE HALF": 0.5, "AN": 1, "ONE": 1, "TWO": 2, "THREE": 3, "FOUR": 4, "FIVE": 5,
    "SIX": 6, "EIGHT": 8, "TEN": 10, "TWELVE": 12, "TWENTY FOUR": 24, "TWENTY-FOUR": 24, "THIRTY SIX": 36,
    "THIRTY-SIX": 36, "THIRTY": 30, "FORTY FIVE": 45, "FORTY-FIVE": 45, "FORTY EIGHT": 48, "FORTY-EIGHT": 48,
    "SIXTY": 60, "NINETY": 90, "SEVENTY TWO": 72, "SEVENTY-TWO": 72, "SEVEN": 7,
    "UNE DEMI": 0.5, "UN": 1, "UNE": 1, "DEUX": 2, "TROIS": 3, "QUATRE": 4, "CINQ": 5, "SEPT": 7, "HUIT": 8,
    "DIX": 10, "DOUZE": 12, "TRENTE": 30, "VINGT-QUATRE": 24, "VINGT QUATRE": 24, "QUARANTE-HUIT": 48,
    "QUARANTE HUIT": 48, "SOIXANTE-DOUZE": 72, "SOIXANTE DOUZE": 72, "SOIXANTE": 60,
    "EINE HALBE": 0.5, "EIN": 1, "EINE": 1, "EINEN": 1, "EINER": 1, "ZWEI": 2, "DREI": 3, "VIER": 4,
    "FUNF": 5, "SECHS": 6, "SIEBEN": 7, "ACHT": 8, "ZEHN": 10, "ZWOLF": 12, "VIERUNDZWANZIG": 24,
    "ACHTUNDVIERZIG": 48, "ZWEIUNDSIEBZIG": 72,
    "MEZZ": 0.5, "UNA": 1, "UNO": 1, "DUE": 2, "TRE": 3, "QUATTRO": 4, "CINQUE": 5, "SEI": 6, "SETTE": 7,
    "OTTO": 8, "DIECI": 10, "DODICI": 12, "VENTIQUATTRO": 24, "QUARANTOTTO": 48, "SETTANTADUE": 72,
    "MEDIA": 0.5, "DOS": 2, "TRES": 3, "CUATRO": 4, "CINCO": 5, "SEIS": 6, "SIETE": 7, "OCHO": 8, "DIEZ": 10,
    "DOCE": 12, "VEINTICUATRO": 24, "CUARENTA Y OCHO": 48, "SETENTA Y DOS": 72,
}  # fmt: skip

_WORD_NUMBER = re.compile(
    r"(?<![A-Z])(?:"
    + "|".join(sorted((re.escape(w) for w in WORD_NUMBERS), key=len, reverse=True))
    + r")(?=[\s-]{1,3}(?:HOUR|HEURE|STUNDE|STD|ORE\b|ORA\b|HORA|HR|MIN|DAY|JOUR|TAG|GIORN|DIA|WEEK|SEMAINE|WOCHE|SETTIM"
    r"|SEMANA|WORK|BUSINESS|FULL|CLEAR|CALENDAR|WERKT|ARBEIT|MONTH|MOIS|MONAT|MES\b|MESE|MESI))"
)
_NUMBER = r"(?:(?<![\d:.,/+])(?<![A-Z])\d{1,3}(?:[.,]\d)?(?!\d))(?:\s*\([A-Z0-9 -]{1,20}\))?"
_HOUR = r"(?:HOURS?|HEURES?|STUNDEN?|STDN?|ORE|ORA|HORAS?|HRS?|HS|H|UREN|UUR)(?![A-Z0-9])"
_MINUTE = r"(?:MINUTES?|MINUTEN|MINUTI|MINUTOS?|MINUTO|MINS?|MN)(?![A-Z0-9])"
_DAY = r"(?:(?:CALENDAR |FULL |CLEAR )?DAYS?|JOURS?|TAGEN?|TAG|GIORN[OI]|DIAS?|DAGEN|J)(?![A-Z0-9])"
_WEEK = r"(?:WEEKS?|SEMAINES?|WOCHEN?|SETTIMAN[AE]|SEMANAS?)(?![A-Z])"
_WORKDAY = (
    r"(?:(?:FULL |CLEAR )?(?:WORKING|BUSINESS|WORK|WKG|OFFICE|BANKING)[ -]?DAYS?|JOURS? (?:OUVRABLES?|OUVRES?)"
    r"|(?:WERK|ARBEITS)TAGE?[NS]?|GIORN[OI] (?:LAVORATIV[OI]|FERIAL[EI])|DIAS? (?:LABORABLES?|HABIL(?:ES)?))"
)
_JOIN = r"[\s-]{0,3}"
_CLOCK = (
    r"(?:(?:[01]\d|2[0-3])[0-5]\d(?!\d)|2400(?!\d)|(?:[01]?\d|2[0-4])\s?[:.H]\s?[0-5]\d(?!\d)"
    r"|(?:[01]?\d|2[0-3])\s?(?:H(?:EURES)?(?![A-Z0-9])|UHR)|(?:1[0-2]|0?[1-9])(?::[0-5]\d)?\s?[AP]\.?M\b\.?)"
)
_BEFORE = (
    r"(?:NOT LATER THAN|NO LATER THAN|LATEST (?:AT|BY)|AT THE LATEST (?:AT|BY)|LATEST|BEFORE|UNTILL?|TILL"
    r"|PRIOR TO|PRIOR|BY|NLT|AVANT|JUSQU ?'?A|AU PLUS TARD(?: A)?|SPATESTENS(?: BIS| UM)?|BIS|VOR|ENTRO(?: LE| LE ORE)?"
    r"|PRIMA DELLE(?: ORE)?|FINO ALLE(?: ORE)?|ANTES DE(?: LAS)?|HASTA(?: LAS)?|A MAS TARDAR(?: A LAS)?)"
)
_WD = (
    r"(?:MON(?:DAY)?S?|TUE(?:S|SDAY)?S?|WED(?:NESDAY)?S?|THU(?:R|RS|RSDAY)?S?|FRI(?:DAY)?S?|SAT(?:URDAY)?S?|SUN(?:DAY)?S?"
    r"|LUN(?:DIS?|EDI|ES)?|MAR(?:DIS?|TEDI|TES)?|MER(?:CREDIS?|COLEDI)?|MIE(?:RCOLES)?|JEU(?:DIS?)?|JUE(?:VES)?|GIO(?:VEDI)?"
    r"|VEN(?:DREDIS?|ERDI)?|VIE(?:RNES)?|SAM(?:EDIS?|STAGE?N?S?)?|SAB(?:AT[OI]|ADOS?)?|DIM(?:ANCHES?)?|DOM(?:ENIC[AHE]+|INGOS?)?"
    r"|MONTAGE?N?S?|DIENSTAGE?N?S?|MITTWOCHS?|DONNERSTAGE?N?S?|FREITAGE?N?S?|SONNTAGE?N?S?|SONNABENDE?N?S?)\.?(?![A-Z])(?!\s*-?\s*(?:JAN|FEB|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC))"
)
_HOL = (
    r"(?:PUBLIC HOLIDAYS?|PUBLIC HOL|BANK HOLIDAYS?|HOLIDAYS?|HOLS?|P\.?H\.?|JOURS? FERIES?|FERIES?|JF"
    r"|(?:GESETZLICHE[NR]? )?FEIERTAGE?N?S?|FESTIV[OI]S?|GIORNI FESTIVI|DIAS FESTIVOS)(?![A-Z])"
)
_WEEKEND = r"(?:WEEK ?-?ENDS?|W/E(?![A-Z])|WOCHENENDEN?S?|FINE SETTIMANA|FIN(?:ES)? DE SEMANA)"
_DE = r"(?:MO|DI|MI|DO|FR|SA|SO)\.?"
_GERMAN_DAYS = rf"{_DE}(?:\s*(?:-|,|/|\+|&|BIS(?!\s*{_DE}\s*\d)|UND|U\.)\s*{_DE})+(?:\s*(?:,|/|\+|&|UND|U\.)\s*(?:FT|FEIERTAGE?N?|F))?(?![A-Z])"
_WEEKDAYS = r"(?:WEEKDAYS?|EN SEMAINE|WOCHENTAGS?|MON TO FRI)"
_DAYS_UNIT = rf"(?:{_WD}|{_HOL}|{_WEEKEND}|{_WEEKDAYS})"
_DASH = r"\s*(?:-|TO|THRU|THROUGH|(?:BIS|A|AU|UNTIL)(?!\s*[A-Z]{2,10}\.?\s*(?:AT |UM |A )?\d{1,2}(?:\d\d|[:H.]|\s?UHR)(?!\d*\s*-)))\s*"

_PATTERNS: tuple[tuple[str, str], ...] = (
    # things that look like lead times and are not
    ("OFFSET", r"7\s?DAYS (?:A|PER) WEEK|7\s?J(?:OURS)?\s?/\s?7|7\s?/\s?7|7 TAGE (?:DIE|PRO) WOCHE|7 GIORNI SU 7|(?:ETA|ETD|SR|SS|CS|LS|HRH|EOBT|ECET|BCMT|OUVERTURE|OPENING|SUNSET|SUNRISE)\s*[+±-]\s*\d{1,2}\s*(?:MIN(?:UTES)?|HR|H)?(?![A-Z0-9])"),
    ("H24", r"(?:24\s?(?:HOURS?|HRS?|H)\s?(?:A|PER|/)\s?DAY(?!\s*(?:BEFORE|PRIOR|IN ADV|NOTICE|AHEAD))|H\s?24|24\s?H?\s?/\s?24(?:\s?H)?|24\s?/\s?7|ROUND THE CLOCK|RUND UM DIE UHR)(?![0-9])"),
    ("DAY_MINUS", r"(?:J|D|T)\s?-\s?\d{1,2}(?!\d)(?!\s*(?:H|MIN|:))(?:\s*(?P<ouv>OUVRABLES?|OUVRES?|WORKING|LABORABLES?|WERKTAGE?))?"),
    ("H_MINUS", r"H\s?-\s?\d{1,3}(?!\d)"),
    ("WINDOW", rf"(?:BETWEEN|ENTRE|ZWISCHEN|TRA|FRA)\s+(?P<wa>{_NUMBER}){_JOIN}(?:{_HOUR})?\s*(?:AND|ET|UND|E|Y|TO)\s+(?P<wb>{_NUMBER}){_JOIN}{_HOUR}"),
    ("EARLIEST", rf"(?:(?:NOT|NO)(?: BE)?(?: SUBMITTED| MADE| SENT| REQUESTED)? (?:EARLIER|SOONER) THAN|AT THE EARLIEST|EARLIEST|AU PLUS TOT|FRUHESTENS|NON PRIMA DI|NO ANTES DE|COMO MUY PRONTO|NOT MORE THAN|NO MORE THAN|MAX(?:IMUM)?\.?)\s+(?P<ea>{_NUMBER}){_JOIN}(?:{_HOUR}|(?P<eu>{_DAY}|{_WEEK}))"),
    # working days
    ("WORK_HOURS", rf"(?P<oh>{_NUMBER}){_JOIN}(?:{_HOUR}\s+)?(?:WORKING HOURS?|HEURES? (?:OUVRABLES?|OUVREES?)|ORE LAVORATIVE|HORAS (?:LABORABLES|HABILES)|ARBEITSSTUNDEN|(?<=[HSR] )(?:OUVR\w+|LABORABLES|LAVORATIVE|WORKING)(?! DAY))"),
    ("HOURS_IN_WORKDAYS", rf"(?P<ow>{_NUMBER}){_JOIN}{_HOUR}\s*\(?\s*{_WORKDAY}(?:\s+ONLY)?\)?"),
    ("WORK_DAYS", rf"(?P<wd>{_NUMBER}){_JOIN}{_WORKDAY}"),
    ("DAY_REF", rf"(?:PREVIOUS|PRECEDING|LAST|PRIOR|LETZTE[NRM]?|VORIGE[NRM]?|VORHERIGE[NRM]?|VORHERGEHENDE[NRM]?|DERNIER|ULTIMO)\s+{_WD}|{_WD}\s+(?:BEFORE|PRIOR|PRECEDENTE?|DAVOR|VORHER|ANTERIOR|PRIMA)(?!\s+\d)|{_WD}\s+(?:AT |UM |A )?(?P<rc>{_CLOCK})\s+(?:FOR|POUR|FUR|PER|PARA)(?![A-Z])"),
    ("PREV_WORKDAY", rf"(?:(?:LAST|PREVIOUS|PRECEDING|PRIOR|DERNIER|LETZTE[NRM]?|VORIGE[NRM]?|VORHERGEHENDE[NRM]?|VORHERIGE[NRM]?|VORANGEHENDE[NRM]?|ULTIMO)\s+{_WORKDAY}(?: PRECEDENT[E]?)?|{_WORKDAY}\s+(?:BEFORE|PRIOR|PRECED\w*|PRECEDENTE?|PRIMA|ANTERIOR|AVANT|VORHER|DAVOR|IN ADVANCE))(?:\s*,?\s*(?:AT |UM |A |ALLE |LAS )?(?P<pw>{_CLOCK}))?"),
    ("WORKDAY_SET", rf"(?:(?:ON|DURING|EN|AN|NEI|EN LOS)\s+)?{_WORKDAY}(?:\s+ONLY)?"),
    # hours and days
    ("HOURS_MIN", r"(?<![\d:.,A-Z])\d{1,2}\s?(?:HRS?|H)\s?[0-5]\d(?:\s?MIN)?(?=\s+(?:BEFORE|PRIOR|IN ADVANCE|NOTICE|AVANT|VOR|PRIMA|ANTES))"),
    ("DEADLINE_DAY", rf"(?:ON )?(?P<dd>{_WD})\s*(?P<db>{_BEFORE})\s+(?P<dc>{_CLOCK})|{_BEFORE}\s+(?:ON |LE |AM )?(?P<dd2>{_WD}|{_DE})\s*(?:AT |UM |A )?(?P<dc2>{_CLOCK})"),
    ("CUT_OFF", rf"{_BEFORE}\s+(?:AT |THE |LE ORE |LAS )?(?P<co>{_CLOCK})"),
    ("RANGE_LEAD", rf"(?<![\d:.,/])\d{{1,2}}\s*(?:-|/|TO|OR|A|BIS|OU|ODER|O)\s*\d{{1,3}}{_JOIN}(?:{_HOUR}|{_DAY})"),
    ("MINUTES", rf"(?P<mi>{_NUMBER}){_JOIN}{_MINUTE}"),
    ("CLOCK_RANGE", r"(?<!\d)(?P<f>(?:[01]\d|2[0-4]):?[0-5]\d)(?:\s?\((?P<f2>(?:[01]\d|2[0-4]):?[0-5]\d)\))?\s?(?:-|TO|BIS|A|UNTIL|ALLE)\s?(?P<t>(?:[01]\d|2[0-4]):?[0-5]\d)(?!\d)(?:\s?\((?P<f3>(?:[01]\d|2[0-4]):?[0-5]\d)(?:\s?-\s?(?P<t3>(?:[01]\d|2[0-4]):?[0-5]\d))?\))?"),
    ("HOURS", rf"(?P<ho>{_NUMBER}){_JOIN}{_HOUR}"),
    ("WEEKS", rf"(?P<we>{_NUMBER}){_JOIN}{_WEEK}"),
    ("DAYS", rf"(?P<da>{_NUMBER}){_JOIN}{_DAY}"),
    ("PREV_DAY", rf"(?:(?:THE )?DAY (?:BEFORE|PRIOR)|(?:PREVIOUS|PRECEDING|PRIOR|EVE OF THE) DAY|LA VEILLE|VEILLE|JOUR (?:PRECEDENT|AVANT)|(?:AM )?VORTAGE?S?|TAG (?:DAVOR|VORHER|ZUVOR)|GIORNO (?:PRIMA|PRECEDENTE|ANTECEDENTE)|DIA (?:ANTERIOR|ANTES|PREVIO|PRECEDENTE)|VISPERA)(?:\s*,?\s*(?:AT |UM |A |ALLE |LAS )?(?P<pd>{_CLOCK}))?"),
    ("MONTHS", rf"(?P<mo>{_NUMBER}){_JOIN}(?:MONTHS?|MOIS|MONATE?N?|MES[IE]S?)(?![A-Z])"),
    # classes of flight
    ("CLASS", r"(?:SCHENGEN|EXTRA-?SCHENGEN|NON-?SCHENGEN|CUSTOMS? UNION|(?<![A-Z])(?:EU|UE|EG)(?![A-Z])|EUROPEAN UNION|UNION EUROPEENNE|UNIONE EUROPEA|UNION EUROPEA|EUROPAISCHE[NR]? UNION|(?:ALL|OTHER|ANY) FLIGHTS|(?:TOUS|AUTRES)(?: LES)? VOLS|(?:ALLE|UBRIGE|ANDERE) FLUGE|TUTTI I VOLI|ALTRI VOLI|(?:TODOS LOS|OTROS) VUELOS|(?:FLIGHTS?|VOLS?|FLUGE|VOLI|VUELOS) (?:(?:FROM|TO|FROM/TO|TO/FROM|FROM AND TO|FROM OR TO|DEPUIS|VERS|DE|AUS|NACH|DA|DESDE)\s+)+(?:THE )?(?:UK|UNITED KINGDOM|GREAT BRITAIN|ROYAUME-UNI|SWITZERLAND|LA SUISSE|SUISSE|SCHWEIZ|SVIZZERA|SUIZA|IRELAND|IRLANDE)|THIRD COUNTR\w+|PAYS TIERS|DRITTSTAAT\w*|DRITTLAND\w*|DRITTLANDER\w*|PAESI TERZI|TERCEROS PAISES|INTERNATIONAL(?:E[NS]?|I)?|INTERNATIONAUX|INTL)(?![A-Z])"),
    # services
    ("CUSTOMS", r"(?:CUST(?:OMS?)?(?! UNION)|DOUANES?|DOUANIERE?S?|ZOLL(?:ABFERTIGUNG|AMT|DIENST|KONTROLLE|FLUGPLATZ)?|DOGAN[AE]|DOGANAL[EI]|ADUANAS?|ADUANER[OA]S?)(?![A-Z])"),
    ("BORDER_FORCE", r"BORDER FORCE(?![A-Z])"),
    ("IMMIGRATION", r"(?:IMMIGRATION|IMMIG|IMMI|IMG|IMMIGRAZIONE|INMIGRACION|PASS(?:PORT)? ?(?:CONTROL|KONTROLLE)|BORDER (?:POLICE|CONTROLS?|GUARDS?|POST)|POLICE AUX FRONTIERES|PAF|BUNDESPOLIZEI|GRENZPOLIZEI|GRENZKONTROLLE|GRENZABFERTIGUNG|POLIZIA DI FRONTIERA|CONTROL DE FRONTERAS?|POINT DE PASSAGE FRONTALIER|PPF|PRECLEARANCE)(?![A-Z])"),
    ("POLICE", r"(?:POLICE|POLIZEI|POLIZIA|POLICIA|GUARDIA CIVIL|GENDARMERIE|SPECIAL BRANCH)(?![A-Z])"),
    ("HANDLING", r"(?:(?:GROUND )?HANDLING|ASSISTANCE(?: EN ESCALE)?|ABFERTIGUNG|ASSISTENZA|ASISTENCIA)(?![A-Z])"),
    ("FUEL", r"(?:RE-?FUELL?ING|FUELL?ING|FUEL|AVITAILLEMENT|CARBURANTS?|AVGAS|JET[ -]?A ?-?1?|100 ?LL|UL ?91|BETANKUNG|TANKEN|TREIBSTOFF|KRAFTSTOFF|RIFORNIMENTO|CARBURANTE|COMBUSTIBLES?|REPOSTAJE)(?![A-Z])"),
    # notice words
    ("RECOMMENDED", r"(?:RECOMMENDED|RECOMMANDEE?|EMPFOHLEN|CONSIGLIAT[OA]|RECOMENDAD[OA])"),
    ("NOT_NEEDED", r"(?:(?:NO|WITHOUT) (?:PPR|PNR|PN|PRIOR NOTICE|NOTICE)|(?:PPR|PNR|PN|PRIOR NOTICE|NOTICE) (?:IS )?NOT (?:REQUIRED|NECESSARY|NEEDED)|SANS PREAVIS|KEIN PPR|KEINE ANMELDUNG|SENZA PREAVVISO|SIN PREVIO AVISO)(?![A-Z])"),
    ("PPR", r"(?:PPR|PPO|PRIOR PERMISSION|PRIOR (?:AUTHORI[SZ]ATION|APPROVAL)|PERMISSION|AUTORISATION PREALABLE|GENEHMIGUNG|AUTORIZZAZIONE|PERMESSO|AUTORIZACION PREVIA|PERMISO PREVIO)(?![A-Z])"),
    ("OR", r"(?:(?<![A-Z])O/R|ON REQUEST|UPON REQUEST|AVAILABLE ON REQUEST|BY REQUEST|(?<!OF )REQUESTS?|REQUESTED|BY (?:PRIOR )?ARRANGEMENT|PRE-?ARRANGE\w*|SUR DEMANDE|SUR RENDEZ-VOUS|A LA DEMANDE|(?:LA |UNE )?DEMANDES?|AUF ANFRAGE|AUF ANFORDERUNG|NACH (?:VEREINBARUNG|ANMELDUNG|ABSPRACHE)|A RICHIESTA|SU RICHIESTA|RICHIEST[AEO]|PREVIA RICHIESTA|PREVIA SOLICITUD|BAJO (?:DEMANDA|PETICION|SOLICITUD)|A (?:PETICION|SOLICITUD|REQUERIMIENTO)|SOLICITUD|PREVIA PETICION|(?<![A-Z])R/R|O/D)(?![A-Z])"),
    ("PN", r"(?:PNR|PN|PRENOTICE|PRE-?NOTIFICATION|PRIOR NOTI(?:CE|FICATION)|ADVANCE NOTI(?:CE|FICATION)|NOTI(?:CE|FICATION|FY)|IN ADVANCE|PREAVIS|PREAVVISO|PREVIO AVISO|AVISO PREVIO|PREAVISO|ANTELACION|(?:VOR)?ANMELDUNG|ANGEMELDET|ANZUMELDEN|VORANKUNDIGUNG|VORLAUF|PRIOR CONTACT|RESERV\w+)(?![A-Z])"),
    ("MUST", r"(?:MANDATORY|COMPULSORY|OBLIGATOIRE|OBLIGATORY|REQUIRED|PFLICHT|ERFORDERLICH|OBBLIGATORI[OA]|OBLIGATORI[OA])(?![A-Z])"),
    ("AFTER_BEFORE", r"(?:BEFORE|PRIOR|VORHER|IM VORAUS|AVANT|PRIMA|ANTES|IN ANTICIPO)(?![A-Z])"),
    # hours of service
    ("AD_HOURS", r"(?:AS (?:AD|AERODROME|AIRPORT|AP|ATS)(?: OPR| OPS| OPERATIONAL| OPERATING| OPENING)? (?:HOURS|HRS?|SKED)|(?:DURING )?(?:AD|AERODROME|AIRPORT|AP|ATS|AFIS|TWR)(?: OPR| OPS| OPERATIONAL| OPERATING| OPENING| ADMINISTRATION) (?:HOURS|HRS?|SKED)|(?:ATS|AD|AFIS|TWR|ATC)(?:/RFFS)? (?:SKED|HOURS|HRS?)|HOR (?:ATS|AD|AFIS|TWR)|AS (?:THE )?AD|(?:WIE )?BETRIEBSZEITEN?|(?:COME )?ORARIO (?:DI )?(?:AD|SERVIZIO|AEROPORTO)|HORAIRES? (?:ATS|AD|D'OUVERTURE)|HORARIO (?:DEL )?(?:AD|AP|AEROPUERTO)|HR AD|COMO AD|SAME AS AD)(?![A-Z])"),
    ("NO_HOURS", r"(?<![A-Z/])(?:HX|HS|HO)(?![A-Z/])"),
    ("SUN_HOURS", r"(?<![A-Z])(?:(?:HRH|SS|SR|CS|LS)\s*(?:[+-]\s*\d{1,2}\s*)?-\s*\d{4}|\d{4}\s*-\s*(?:HRH|SS|SR|CS|LS)|HJ|HN|HRH|SR-SS|SUNRISE|SUNSET|SR|SS)(?![A-Z])"),
    ("NOT_AVAILABLE", r"(?:NOT AVAILABLE|NOT AVBL|UNAVAILABLE|NOT PROVIDED|NOT PERMITTED|NOT ALLOWED|NOT AUTHORI[SZ]ED|NON AUTHORI[SZ]ED|NON AUTORISES?|NON AUTORISEES?|PROHIBITED|FORBIDDEN|INTERDITE?S?|NIL|NEANT|NON ASSUREE?S?|NON DISPONIBLES?|NON DISPONIBILE|NICHT VERFUGBAR|NICHT VORHANDEN|NICHT ZULASSIG|NICHT GESTATTET|NICHT MOGLICH|VERBOTEN|UNTERSAGT|VIETAT[OIEA]|NON CONSENTIT[OIEA]|PROHIBID[OA]S?|NO DISPONIBLE|NO PERMITID[OA]S?|NO AUTORIZAD[OA]S?|CLOSED|FERMEE?|CLSD|GESCHLOSSEN|CHIUSO|CERRAD[OA]|NOT ACCEPTED|NOT POSSIBLE|NON ADMIS|NON ACCEPTES?|NICHT ERLAUBT|NO ADMITID[OA]S?|NON AMMESS[OIEA]|NO SERVICE|NO(?=\s(?:CUSTOMS|IMMIGRATION|HANDLING|FUEL|POLICE|BORDER))|NONE)(?![A-Z])"),
    # days and seasons
    ("OTHER_DAYS", r"(?:O/T|OTHER (?:DAYS|TIMES|HOURS)|OTHERWISE|OUTSIDE(?! (?:THE )?(?:SCHENGEN|EU\b|EUROPEAN|CUSTOMS))|AUTRES? (?:JOURS|HEURES)|EN DEHORS|HORS (?:HOR\w*|DE CES|CES)|AUSS?ERHALB|SONST|UBRIGE[NR]?|FUORI|ALTRI (?:GIORNI|ORARI)|FUERA|RESTO|DAILY|TAGLICH|TOUS LES JOURS|QUOTIDIEN\w*|EVERY DAY|EACH DAY|ALL OTHER)(?![A-Z])"),
    ("EXCEPT_DAYS", rf"(?:EXCEPT|EXC|EXCL|EXCLUDING|SAUF|AUSS?ER|ECCETTO|ESCLUS[IOE]|EXCEPTO|SALVO|AUSGENOMMEN)\.?\s+(?:ON\s+)?(?:{_GERMAN_DAYS}|{_DAYS_UNIT})(?:(?:\s*[,/&]\s*|\s+(?:AND|ET|UND|E|Y)\s+|{_DASH}){_DAYS_UNIT})*"),
    ("GERMAN_DAYS", rf"(?<![A-Z@.]){_GERMAN_DAYS}"),
    ("WEEKDAYS", rf"(?<![A-Z@.0-9]){_DAYS_UNIT}(?:(?:\s*[,/&+]\s*(?:AND|ET|UND|E|Y)?\s*|\s+(?:AND|ET|UND|E|Y|OR)\s+|\s+|{_DASH}){_DAYS_UNIT})*"),
    ("SEASON", r"(?<![A-Z])(?:SUM(?:MER)?|WIN(?:TER)?|ETE|HIV(?:ER)?|SOMMER|ESTATE|INVERNO|VERANO|INVIERNO)(?![A-Z])"),
    ("BASIS", r"(?<![A-Z])(?:UTC|LT|LOC(?:AL)?(?: TIME)?|HEURES? LOCALES?|ORTSZEIT|ORA LOCALE|HORA LOCAL|HL|MEZ|MESZ|CET|CEST|LCL)(?![A-Z])"),
    ("SENTENCE", r"(?<!\bTEL)(?<!\bMIND)(?<!\bMIN)(?<!\bMAX)(?<!\bEXT)(?<!\bNO)(?<!\bNR)(?<!\bCA)(?<!\bST)(?<!\bAPPROX)\.(?=\s|$|[A-Z][A-Z])|[;\n•]|(?<=[:.;)\n]\s)-(?=\s)|(?<=\s)-(?=\s(?:FLIGHTS?|VOLS?|FLUGE|VOLI|VUELOS|CUSTOMS|DOUANE|POLICE|IMMIGRATION|ZOLL|DOGANA|ADUANA))"),
    ("COLON", r":(?=\s|$)"),
    ("NUMBER", r"(?<![\d:.,+/A-Z-])\d{1,3}(?![\d:.,/A-Z-])"),
)  # fmt: skip
_INNER: dict[str, tuple[str, ...]] = {
    name: tuple(re.findall(r"\?P<(\w+)>", pattern)) for name, pattern in _PATTERNS if "?P<" in pattern
}
_GERMAN = {"MO": "MON", "DI": "TUE", "MI": "WED", "DO": "THU", "FR": "FRI", "SA": "SAT", "SO": "SUN"}
_DAY_NAMES = (
    ("MON", "LUN"),
    ("TUE", "MAR", "DIENSTAG"),
    ("WED", "MER", "MIE", "MITTWOCH"),
    ("THU", "JEU", "JUE", "GIO", "DONNERSTAG"),
    ("FRI", "VEN", "VIE", "FREITAG"),
    ("SAT", "SAM", "SAB", "SONNAB"),
    ("SUN", "DIM", "DOM", "SONNTAG"),
)
_GLUED = re.compile(
    r"(\b(?:PPR|PNR|PN|pr[ée]avis|notice|preavviso|aviso|least|minimum|min|mind)|\b\d{1,3}\s?(?:hours?|heures?|std|hrs?|h))"
    r"(\d{1,3}|before|prior|notice|in advance|PPR|PNR|PN|avant|vorher|prima|antes|pour)",
    re.IGNORECASE,
)
_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_PHONE = re.compile(r"(?:\+|\b00|\b0)\d[\d ().\-/]{6,22}\d")
_TWO_CLOCKS = re.compile(r"(?:[01]\d|2[0-4])[0-5]\d\s?\(\s?(?:[01]\d|2[0-4])[0-5]\d")
"""Winter and summer opening, "0500 (0400)": no number to call."""
_UNIT_NEXT = re.compile(
    r"\s*(?:h|hrs?|hours?|heures?|std|stunden|ore|horas?|min(?:ute[sn]?|s)?|days?|jours?)\b", re.IGNORECASE
)
_URL = re.compile(r"(?:https?://|www\.)\S+")


@dataclass(frozen=True, slots=True)
class Token:
    """One word or phrase of the trade at its place; `groups` are the named parts that matched."""

    name: str
    text: str
    start: int
    end: int
    groups: dict[str, str]


def fold(text: str) -> str:
    """Capitals without accents, as long as the original."""
    return text.upper() if text.isascii() else "".join(_fold_one(c) for c in text)


@lru_cache(maxsize=2048)
def _fold_one(character: str) -> str:
    if character in "‐‑‒–—−":
        return "-"
    if character in "’‘´`":
        return "'"
    base = unicodedata.normalize("NFD", character)[0]
    upper = base.upper()
    return upper if len(upper) == 1 else "S" if character == "ß" else base


def tidy(text: str) -> str:
    """The text with spaces made plain and e-mail addresses joined that a page broke at a hyphen."""
    spaced = _GLUED.sub(r"\1 \2", _GLUED.sub(r"\1 \2", text))
    joined = re.sub(r"(?<=[a-z])-\s+(?=[\w.-]+@)", "-", spaced.replace("\xa0", " ").replace("\r", "\n"))
    return re.sub(r"[ \t]+", " ", joined).strip()


def contacts(text: str) -> tuple[list[str], list[str]]:
    """Phones and e-mail addresses in the order of the text."""
    emails = [m.group().strip(".-") for m in _EMAIL.finditer(text)]
    bare = _URL.sub(" ", _EMAIL.sub(" ", text))
    phones: list[str] = []
    for match in _PHONE.finditer(bare):
        number = match.group().strip(" -/.(")
        if _TWO_CLOCKS.match(number):
            continue
        if _UNIT_NEXT.match(bare, match.end()):
            number = re.sub(r"\s*\d{1,3}$", "", number).strip(" -/.(")
        if (
            not re.fullmatch(r"\d{4}\s?-\s?\d{4}(?:[\s(/].*)?", number)
            and 8 <= sum(map(str.isdigit, number)) <= 16
        ):
            phones.append(number)
    return phones, emails


_FIRST = ("OFFSET", "H24", "FUEL", "SUN_HOURS")
_FIGURES = ("WORK_HOURS", "HOURS_IN_WORKDAYS", "WORK_DAYS", "HOURS_MIN", "RANGE_LEAD", "MINUTES", "CLOCK_RANGE", "HOURS",
            "WEEKS", "DAYS", "MONTHS", "NUMBER")  # fmt: skip


@cache
def _scanner() -> re.Pattern[str]:
    """All patterns as one; compiled when the first wording is read, since it takes a tenth of a second.

    Patterns that begin with a figure are tried at figures only, the others at letters only: it halves the time.
    """
    named = {name: f"(?P<{name}>{pattern})" for name, pattern in _PATTERNS}
    first = "|".join(named[n] for n in _FIRST)
    figures = "|".join(named[n] for n in named if n in _FIGURES)
    words = "|".join(named[n] for n in named if n not in _FIRST and n not in _FIGURES)
    return re.compile(rf"(?:(?<![A-Z0-9])|(?=[-.;:\n)•]))(?:{first}|(?=\d)(?:{figures})|(?!\d)(?:{words}))")


def scan(folded: str) -> list[Token]:
    """Every token of a folded text, addresses and links blanked out."""
    blank = _URL_FOLDED.sub(lambda m: "x" * len(m.group()), folded)
    blank = _WORD_NUMBER.sub(lambda m: f"{WORD_NUMBERS[m.group()]:g}".rjust(len(m.group())), blank)
    found: list[Token] = []
    for match in _scanner().finditer(blank):
        name = match.lastgroup or ""
        if (
            name == "WEEKDAYS"
            and match.group().startswith("MAR")
            and _MONTH_NEAR.search(blank[max(0, match.start() - 7) : match.start()])
        ):
            continue
        inner = _INNER.get(name, ())
        groups = {k: match[k] for k in inner if match[k] is not None}
        found.append(Token(name, match.group(), match.start(), match.end(), groups))
    return found


_MONTH_NEAR = re.compile(r"(?:\d|(?:JAN|FEB|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)\s*-)\s*$")
_URL_FOLDED = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?:HTTPS?://|WWW\.)\S*[^\s.,;:)]")


def number(text: str) -> float:
    """The value of "24", "1,5" or "24 (twenty-four)"; numbers in words are figures by then."""
    return float(text.split("(", maxsplit=1)[0].strip().replace(",", "."))


def clock(text: str) -> str | None:
    """ "HH:MM" of "1500", "15:00", "16h", "16h30", "15 Uhr", "3 pm"; None when it is no time of day."""
    match = re.fullmatch(r"(\d{1,2})\s?[:.H]?\s?(\d{2})?\s?(?:HEURES|H|UHR)?\s?([AP])?\.?M?\.?", text.strip())
    if re.fullmatch(r"\d{4}", text.strip()):
        hour, minute, half = int(text.strip()[:2]), int(text.strip()[2:]), None
    elif match:
        hour, minute, half = int(match[1]), int(match[2] or 0), match[3]
    else:
        return None
    if half:
        hour = hour % 12 + (12 if half == "P" else 0)
    return f"{hour:02d}:{minute:02d}" if (hour < 24 and minute < 60) or (hour, minute) == (24, 0) else None


def days(text: str) -> tuple[int | str, ...]:
    """The weekdays 1 to 7 and "holiday" that a phrase like "SAT, SUN and HOL" or "LUN-VEN" names."""
    found: set[int | str] = set()
    if re.fullmatch(_GERMAN_DAYS, text):
        text = re.sub(_DE, lambda m: _GERMAN[m.group()[:2]], text)
        text = re.sub(r"(?:FT|F|FEIERTAGE?N?)$", "HOL", text).replace("U.", ",").replace("+", ",")
    units = list(re.finditer(_DAYS_UNIT, text))
    previous: int | None = None
    end = 0
    for unit in units:
        between = text[end : unit.start()]
        values = _unit_days(unit.group())
        if (
            previous is not None
            and len(values) == 1
            and isinstance(values[0], int)
            and re.fullmatch(_DASH, between)
        ):
            day = previous
            while day != values[0]:
                day = day % 7 + 1
                found.add(day)
        found.update(values)
        previous = values[0] if len(values) == 1 and isinstance(values[0], int) else None
        end = unit.end()
    numbers = sorted(d for d in found if isinstance(d, int))
    return (*numbers, *(("holiday",) if "holiday" in found else ()))


def _unit_days(text: str) -> tuple[int | str, ...]:
    if re.fullmatch(_HOL, text):
        return ("holiday",)
    if re.fullmatch(_WEEKEND, text):
        return (6, 7)
    if re.fullmatch(_WEEKDAYS, text):
        return (1, 2, 3, 4, 5)
    for index, names in enumerate(_DAY_NAMES, start=1):
        if text.startswith(names):
            return (index,)
    return ()
