"""The words of a French customs row (AD 2.3), in French and English, cut into tokens that say what they are.

What no token takes is a word that nobody understood: the reader of the row then lets the whole text stand unread.
Text is given folded: capitals, no accents, one character for one, so that places are places in the original.
"""

# ruff: noqa: E501 (each pattern stands on its own line)

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from agent import regex as re
from agent.aviation.border_row_flights import AREA
from agent.aviation.notice_days import DAYS_UNIT, WD
from agent.aviation.notice_seasons import MONTH

_HHMM = r"(?:(?:[01]\d|2[0-3])[0-5]\d|2400|(?:[01]?\d|2[0-4])\s?[H:]\s?[0-5]\d|(?:[01]?\d|2[0-3])\s?(?:H|HEURES)(?![A-Z]))(?!\d)"
_SUN = r"(?:S[RS]|[LC]S|SUNRISE|SUNSET|LEVER(?: DU SOLEIL)?|COUCHER(?: DU SOLEIL)?)(?:\s?[+-]\s?\d{1,2}(?:\s?MIN(?:UTES)?)?)?(?![A-Z])"
_MOMENT = rf"(?:{_HHMM}|{_SUN})"
_BASIS = r"(?:\s*\((?:HEURES?\s+)?LOCALES?(?:\s+TIMES?)?\)|\s+(?:HEURES?\s+)?LOCALES?(?:\s+TIMES?)?|\s+LOCAL(?:\s+TIMES?)?|\s?UTC|\s?Z(?![A-Z])|\s+LT(?![A-Z])|\s+H(?:R|EURES?)?(?![A-Z]))?"
_NUMERIC = r"(?:0?[1-9]|[12]\d|3[01])/(?:0?[1-9]|1[0-2])(?!\d)"
_DAY_NUMBER = r"(?:0?[1-9]|[12]\d|3[01])(?:ER|ST|ND|RD|TH)?"
_DATE = rf"(?:{_NUMERIC}|{_DAY_NUMBER}\s+(?:OF\s+|DE\s+)?{MONTH}|{MONTH}(?:,?\s+{_DAY_NUMBER}(?![\d/])(?!\s?(?:HR|H\b|HEURE)))?)"
_DAYS = rf"(?:{DAYS_UNIT}|WEEK[ -]DAYS?|JOURS? (?:DE SEMAINE|OUVRABLES?|OUVRES?)(?! (?:PRECEDENT|AVANT|BEFORE|\d))|WORKING DAYS(?! BEFORE))"
_ON_A = rf"(?:\s+(?:AYANT LIEU|TOMBANT|FALLING)?\s*(?:UN|LE|ON A|ON)\s+{WD})?"
_DAY_JOIN = r"(?:\s*[,/&+-]\s*(?:ET |AND |LES? |THE )?|\s+(?:ET|AND|AU|TO|A|OU|OR|THRU)\s+(?:LES? |ON |THE )?|\s+)"
_DAY_LIST = rf"{_DAYS}{_ON_A}(?:{_DAY_JOIN}{_DAYS}{_ON_A})*(?:\s+(?:AVEC|WITH)\s+(?:JF|JOURS? FERIES?|(?:PUBLIC )?HOL(?:IDAYS?)?)\s+(?:ATTENANTE?S?|ATTACHED|ADJACENT))?"
_BEFORE = r"(?:AU PLUS TARD (?:A|AVANT|LE)|AVANT|BEFORE|BY|NOT? LATER THAN|JUSQU'A|UNTIL|NLT|PRIOR TO)"
_NUM = r"(?<![\d/:])(?:\d{1,3}|DOUZE|TWELVE|VINGT[ -]QUATRE|TWENTY[ -]FOUR|QUARANTE[ -]HUIT|FORTY[ -]EIGHT|SOIXANTE[ -]DOUZE|SEVENTY[ -]TWO|DEUX|TWO|TROIS|THREE|QUATRE|FOUR|SIX|HUIT|EIGHT)"
_HOUR = r"(?:HOURS?|HEURES?|HRS?|HS?)(?![A-Z0-9])"
_LASTDAY = r"(?:(?:LE\s+|THE\s+|ON\s+THE\s+|ON\s+)?(?:DERNIER|LAST|PREVIOUS)\s+(?:PREVIOUS\s+|PRECEDING\s+)?(?:JOUR\s+)?(?:OUVRABLE|OUVRE|WORKING|OPENING|BUSINESS|WORK)(?:\s+DAY)?(?:\s+PRECEDENT|\s+BEFORE(?!\s+\d))?|(?:THE\s+)?(?:PREVIOUS|PRECEDING|PRIOR)\s+(?:WORKING|BUSINESS|OPENING)\s+DAY|(?:LE\s+)?JOUR\s+(?:OUVRABLE|OUVRE)\s+PRECEDENT)"
_EVE = r"(?:(?:LA\s+)?VEILLE|(?:ON\s+)?(?:THE\s+)?(?:PREVIOUS\s+DAY|DAY\s+BEFORE|PRECEDING\s+DAY|DAY\s+PRIOR)|(?:LE\s+)?JOUR\s+PRECEDENT)"
_CLOCK = rf"(?:(?:A|AT|AND|,)\s+)?(?:{_BEFORE}|A|AT|AND BEFORE)?\s*"
_OFFICE = r"(?:BRIGADE|DOUANES?|CUSTOMS?|BSI|BSE|BSEP|CODT|CLI|CENTRES?|OPERATIONNEL|DOUANIERE?S?|TERRESTRE|OPERATIONAL|SERVICES?|EXPLOITANT|OPERATOR|OPERATEUR|GESTIONNAIRE|ADMINISTRATOR|ADMINISTRATION|AD|AERODROME|AEROPORT|AIRPORT|PAF|GENDARMERIE|OFFICE|BUREAU|DIVISION|DIRECTION|HANDLING|HANDLER|OPS|POLICE|AUTORITES?|AUTHORIT(?:Y|IES))"
_TO = r"(?:A\s+LA|A\s+L'|AUX?|A|AUPRES\s+D(?:E\s+LA|E\s+L'|ES|U|E)|TO(?:\s+THE)?|FROM(?:\s+THE)?|AT(?:\s+THE)?|WITH(?:\s+THE)?|PAR\s+(?:LA|LE|L')|BY(?:\s+THE)?)"
_FREE = r"(?:(?!POUR(?![A-Z])|FOR(?![A-Z])|PPR|PNR?(?![A-Z])|O/R|AVANT|BEFORE|SCHENGEN|VOLS?(?![A-Z])|FLIGHTS?|TEL(?![A-Z])|FAX|E-?MAIL|INTERDIT|PROHIB|NON |NOT |SAUF|EXCEPT|H24)[A-Z][A-Z'.-]*)"
_INFO = r"(?:RENSEIGNEMENTS?|INFORMATIONS?|ELEMENTS?|ITEMS?|DETAILS?)"
_AUTHORISED = r"(?:AUTORISEE?S?|AUTHORI[SZ]ED|PERMITTED|ALLOWED|ACCEPTEE?S?|ACCEPTED|ADMIS(?:ES)?)"

PATTERNS: tuple[tuple[str, str], ...] = (
    # whom to reach
    ("EMAIL", r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"),
    ("URL", r"(?:HTTPS?://|WWW\.)[^\s);]*[^\s.,;:)]"),
    ("PHONE", r"(?:\+\s?\d[\d ().]{7,}\d|(?<![\d/-])0\d(?:[ .]?\d{2}){4}(?!\d)|(?<!\d)0\d{3}[ .]\d{3}[ .]\d{3}(?!\d)|(?<!\d)0[5-9]\d{2}(?:[ .]\d{2}){3}(?!\d)|(?<=TEL )\d\d(?: \d\d){2,3}|(?<=TEL : )\d\d(?: \d\d){2,3}|(?<=TEL: )\d\d(?: \d\d){2,3}|(?<=(?:DUTY|ENCE) : )\d\d(?: \d\d){2,3}|(?<=(?:DUTY|ENCE): )\d\d(?: \d\d){2,3})"),
    ("FAX", r"FAX(?![A-Z])"),
    ("LABEL", r"(?:PAR |BY |VIA |ET |AND |OU |OR |ON |SUR )?(?:TELEPHONES?|TEL|PHONE(?: NUMBERS?)?|E-?MAILS?|COURRIELS?|MELS?|MAILS?|SITA|AFTN|RSFTA|MY ?HANDLING(?! ?SOFT)|FORMULAIRE EN LIGNE|ONLINE FORM)(?![A-Z])"),
    # sentences that ask nothing of the flight's time
    ("EMERGENCY", r"(?:EN\s+CAS\s+D[E']\s?(?:URGENCE|NECESSITE)|IN\s+CASE\s+OF\s+(?:EMERGENCY|IMPERATIVE\s+\w+|NECESSITY)|VOLS?\s+D'URGENCE|EMERGENCY\s+FLIGHTS?|(?:TEL\s+)?URGENCES?|(?:TEL\s+)?EMERGENCY|COMMAND\s+EMERGENCY)(?![A-Z])"),
    ("COPY", r"(?:(?:AVEC\s+|WITH\s+|EN\s+|CARBON\s+)?(?:COPIE|COPY)|(?:AD\s+)?OPERATOR\s+COPY)(?![A-Z])"),
    ("LIST", rf"(?:DOI(?:T|VENT)|MUST|SHALL|SHOULD)\s+(?:COMPORTER|INCLUDE|CONTENIR|CONTAIN|INDIQUER|INDICATE|PRECISER|SPECIFY|MENTIONNER)|(?:SPECIFY|INDICATE|{_INFO})\s+(?:THE\s+)?(?:FOLLOWING|SUIVANTE?S?|A\s+INDIQUER)|(?:E-?MAIL\s+SUBJECT|OBJET\s+DE\s+L'E-?MAIL)"),
    ("REFUSABLE", r"(?:LA\s+DEMANDE\s+PEUT\s+ETRE\s+REFUSEE|(?:THE\s+)?REQUEST\s+MAY\s+BE\s+REFUSED)[^.;|\n]*"),
    ("OBEY", r"(?:RESPECT\s+D(?:ES|E|U)|COMPLIANCE\s+WITH)[^;|\n]*?(?=\s*(?:$|[;|\n]|\.\s|\d\s?-\s))"),
    ("APRON", r"(?:THE\s+)?GENERAL\s+AVIATION\s+APRON|PARKING\s+AVIATION\s+GENERALE"),
    ("ASIDE", r"(?:(?:PASSENGERS?\s+FACILITIES|SERVICES\s+AUX\s+PASSAGERS)\s*:\s*)?(?:EXPORT\s+)?(?:TAX\s+REFUND|DETAXE)[^;|\n]*?(?:BEFORE\s+DEPARTURE|AVANT\s+LE\s+DEPART)(?:\s*\([^)]*\))?|(?:POUR|FOR)\s+(?:LES\s+AEROPORTS\s+DE\s+)?GUADELOUPE\s+(?:AND|ET)\s+(?:FRENCH\s+NORTH\s+ISLANDS\s+AIRPORTS\s*,?|DES\s+ILES\s+DU\s+NORD)|PILOTS\s+ARE\s+ADVISED\s+THAT|OBLIGATION\s+DE\s+COMMUNIQUER|\(?(?:SAUF|EXCEPT(?:\s+FOR)?)\s+(?:DEROUTEMENTS?|DIVERTED\s+FLIGHTS?|DIVERSIONS?)\)?|(?:EXTENSION\s+POSSIBLE\s+SELON\s+VOLS\s+PROGRAMMES|POSSIBLE\s+EXTENSION\s+FOR\s+SCHEDULED\s+FLIGHTS)|(?:PASSAGE\s+(?:OBLIGATOIRE\s+)?(?:AU|THROUGH)\s+(?:CONTROLE\s+IMMIGRATION|IMMIGRATION\s+CONTROL)(?:\s+IS\s+MANDATORY|\s+OBLIGATOIRE)?)|(?:AVANT\s+DE\s+(?:SORTIR|RENTRER)|BEFORE\s+(?:EXITING|ENTERING))[^.;|\n]*?(?=\s*(?:[.;|\n]|$|\s-))|(?:STATIONNEMENT|(?:MANDATORY\s+)?PARKING|PASSENGERS\s+COMMERCIAL\s+PARKING\s+STAND)[^.;|\n:]*?(?=\s*(?:[.;|\n:]|$|(?:ET|AND)\s+(?:PREAVIS|MANDATORY\s+(?:REQUEST|NOTICE))))|(?:ARRIVING\s+AT\s*/\s*)?DEPARTING\s+FROM\s+[A-Z]{4}(?![A-Z])|(?:TOUTE?|EACH|ANY|EVERY)\s+(?:DEMANDE|REQUEST|ANNULATION|CANCELLATION|MODIFICATION)[^.;|\n]*?(?=\s*(?:[.;|\n]|$|\s-\s))|(?:LE\s+|THE\s+)?FORM(?:ULAIRE)?S?\s+(?:AVAILABLE|DISPONIBLE)[^.;|\n]*|(?:OUTSIDE\s+)?(?:COMMERCIAL\s+REGULAR|REGULAR\s+COMMERCIAL|SCHEDULED)\s+FLIGHTS\s+ACCORDING[^.;|\n]*|VOLS?\s+COMMERCIAUX\s+REGULIERS\s+SELON[^.;|\n]*|(?:OUVERTURE\s+ADAPTEE|OPENED?)\s+(?:AU|FOR|TO)\s+(?:TRAFIC\s+INTERNATIONAL\s+REGULIER|(?:REGULAR|SCHEDULED)\s+INTERNATIONAL\s+FLIGHTS)\s*,?|[^.;|\n]*(?:ADRESSES\s+SUIVANTES|FOLLOWING\s+(?:TWO\s+)?(?:ORGANI[SZ]ATIONS|ADDRESSES|AUTHORIT\w+)|AUTORITES\s+SUIVANTES)\s*:?|(?:UTILISER\s+LE\s+FORMULAIRE|USE\s+THE\s+CUSTOMS?\s+FORM)[^.;|\n]*|(?:ADRESSER|SEND|SUBMIT)\s+(?:LA\s+|LE\s+|THE\s+|SIMULTANEOUS\s+)*(?:DEMANDE|REQUEST|PREAVIS|NOTICE)[^.;|\n]*?(?=[\s:]*(?:$|[.;|\n]|[\w.+-]+@))|(?:DEMANDE\s+A\s+FAIRE|REQUESTS?)\s+(?:PAR|BY)\s+E-?MAIL|(?:SOUS\s+RESERVE|SUBJECT)\s+(?:D'|TO\s+)(?:APPROBATION|APPROVAL)|BY\s+ORDER\s+OF\s+USE|PAR\s+ORDRE\s+D'UTILISATION|(?:SE\s+REFERER|REFER|VOIR|SEE|CF|REF)(?![A-Z])[^.;|\n]*?(?=\s*(?:$|[;|\n]|\.(?!\w)|\s-\s|WWW|HTTP))"),
    ("SELON", r"(?:SELON|ACCORDING\s+TO|AS\s+PER)\s+(?:THE\s+)?(?:LES\s+)?(?:MODALITES|(?:ABOVE\s+)?(?:MENTIONED\s+)?PROVISIONS|CONDITIONS)(?:\s+CI-DESSUS)?"),
    ("DECLARATION", r"(?:(?:OBLIGATOIRE|MANDATORY|COMPULSORY)\s+)?(?:(?:AVEC|WITH|ET|AND|\+)\s+)?(?:(?:MANDATORY\s+|OBLIGATOIRE\s+)?(?:TRANSMISSION|ENVOI|SENDING)\s+(?:OBLIGATOIRE\s+)?(?:OF\s+|DE\s+|DE LA\s+)?)?(?:(?:LA\s+|A\s+|THE\s+)?(?:DECLARATIONS?\s+GENERALES?|GENERAL\s+(?:DECLARATIONS?|STATEMENTS?))(?:\s*\(GEN-?DEC\))?|GEN-?DEC)(?:\s+(?:OBLIGATOIRE|MANDATORY|REQUIRED))?"),
    # when
    ("SEASON", r"(?:EN\s+|IN\s+)?(?:ETE|HIV(?:ER)?|SUM(?:MER)?|WIN(?:TER)?)(?![A-Z])\.?"),
    ("MONTHS", rf"(?:DU\s+|DE\s+|D'|FROM\s+|BETWEEN\s+|ENTRE\s+(?:LE\s+)?|D'ENTRE\s+)?(?P<m1>{_DATE})\s*(?:-|AU|A|TO|AND|ET(?:\s+LE)?|UNTIL|JUSQU'AU|THRU)\s*(?P<m2>{_DATE})"),
    ("DEADLINE", rf"(?:(?:LE\s+|ON\s+)?(?P<d1>{WD})\s+(?:{_BEFORE}|A|AT)\s+(?P<c1>{_HHMM})|{_BEFORE}\s+(?:LE\s+|ON\s+)?(?P<d2>{WD})\s+(?:A\s+|AT\s+)?(?P<c2>{_HHMM})|{_BEFORE}\s+(?P<c3>{_HHMM}){_BASIS}\s+(?:ON\s+|LE\s+|DU\s+)(?P<d3>{WD})|(?<=PPR )(?:LE |ON )?(?P<d4>{WD})\s+(?P<c4>{_HHMM})(?!\s?-)|(?<=PN )(?:LE |ON )?(?P<d5>{WD})\s+(?P<c5>{_HHMM})(?!\s?-)|(?<=O/R )(?:LE |ON )?(?P<d6>{WD})\s+(?P<c6>{_HHMM})(?!\s?-)){_BASIS}"),
    ("LASTDAY", rf"(?:{_BEFORE}\s+(?P<l2>{_HHMM}){_BASIS}\s+(?:ON\s+|LE\s+)?{_LASTDAY}|{_LASTDAY}(?:\s*,?\s*{_CLOCK}(?P<l1>{_HHMM}){_BASIS})?)"),
    ("EVE", rf"(?:{_BEFORE}\s+(?P<e2>{_HHMM}){_BASIS}\s+{_EVE}|{_EVE}(?:\s*,?\s*(?:AND\s+)?{_CLOCK}(?P<e1>{_HHMM}){_BASIS})?)"),
    ("DAYBACK", rf"(?:J|D)\s?-\s?(?P<jb>[1-9])(?!\d)(?P<jw>\s*\(?(?:JOURS?\s+)?(?:OUVRABLES?|OUVRES?|WORKING(?:\s+DAYS?)?)\)?)?(?:\s*,?\s*{_CLOCK}(?P<jc>{_HHMM}){_BASIS})?"),
    ("EVERYDAY", r"(?:TOUS\s+LES\s+JOURS|EVERY\s+DAY|DAILY|7\s?/\s?7|7J/7)(?![A-Z])"),
    ("EXCEPTDAYS", rf"(?:SAUF|EXC(?:EPTE?D?)?|EXCLUDING|HORS)\s+(?:LES?\s+|ON\s+)?(?P<xd>{_DAY_LIST})"),
    ("H24", r"(?:H\s?24|24\s?H?\s?/\s?24(?:\s?H)?|24\s?/\s?7)(?![0-9])"),
    ("DAYS", rf"(?:(?:DU|LES?|ON|FROM|EN|AT|POUR\s+LES?|FOR|OPERES\s+(?:DU|LES?)|OPERATED\s+(?:FROM|ON))\s+)*{_DAY_LIST}"),
    ("OUTSIDE", r"(?:(?:EN\s+)?(?:DEHORS|HORS)\s+(?:DE\s+)?(?:CES|CETTE|LA|L'|CET)\s*(?:HOR(?:AIRES?)?|HEURES?|PLAGES?(?:\s+HORAIRES?)?|PERIODES?|CRENEAUX?)|OUTSIDE\s+(?:OF\s+)?(?:THESE|THIS|THOSE|THE|SUCH)\s+(?:SKED|HOURS?|HRS?|TIMES?|PERIODS?|SLOTS?|SCHEDULES?)|SINON|OTHERWISE|(?<![A-Z])OR(?=\s*:)|(?:(?:POSSIBLE|POSSIBILITE\s+D')\s*)?EXTENSION(?:\s+POSSIBLE)?)(?![A-Z])"),
    ("ARRIVALS", rf"(?:(?:POUR|FOR)\s+(?:(?:LES?|A|THE)\s+)?)?(?:(?:SI\s+|IF\s+)?(?:VOLS?|FLIGHTS?|CONTROLE|CONTROL|MOUVEMENTS?|MOVEMENTS?|ARRIVEES?|ARRIVALS?)\s+)?(?:(?:PREVUE?S?|PLANNED|SCHEDULED|OPERES|OPERATED)\s+)?(?:ENTRE|BETWEEN)\s+(?P<a1>{_MOMENT}){_BASIS}\s*(?:-|ET|AND|A)\s*(?P<a2>{_MOMENT}){_BASIS}"),
    ("AFTER", rf"(?:(?:(?:ET|AND|POUR|FOR)\s+)?(?:LES\s+)?(?:VOLS|FLIGHTS)\s+)?(?:APRES|AFTER)\s+(?P<af>{_MOMENT}){_BASIS}"),
    ("RANGE", rf"(?:(?:DE|FROM|EN\s+JOURNEE\s+DE|DAYTIME\s+FROM|OUVERT\s+DE|OPEN\s+FROM|DEPOSE\s+ENTRE)\s+)?(?P<r1>{_MOMENT})\s*(?:-|A|TO|AU)\s*(?P<r2>{_MOMENT}){_BASIS}"),
    ("SUNHOURS", r"(?:HJ|HN)(?![A-Z])"),
    ("NOHOURS", r"(?:(?:CHANGING|VARYING|MODULABLES?|VARIABLES?)\s+(?:ACCORDING\s+TO|EN\s+FONCTION\s+DU|SELON\s+LE)\s+(?:THE\s+)?TRAFF?IC|HX|HO|HS|ALEATOIRE|RANDOM|OCCASIONNELLEMENT|OCCASIONALLY)(?![A-Z])"),
    ("FIELDHOURS", rf"(?:(?:AUX|PENDANT\s+LES|DURING(?:\s+THE)?)\s+)(?:HEURES\s+(?:D'OUVERTURE|DE\s+FERMETURE)(?:\s+OU\s+(?:DE\s+|D')?(?:FERMETURE|OUVERTURE))?(?:\s+DE\s+L'(?:AEROPORT|AERODROME|AD))?|(?:AIRPORT|AD|AERODROME)\s+(?:OPENING|CLOSING)(?:\s+OR\s+(?:OPENING|CLOSING))?\s+HOURS)(?:\s*\+\s*(?:LES\s+)?{_DATE}\s+(?:ET|AND)\s+{_DATE})?"),
    ("ADHOURS", r"(?:(?:PENDANT|DURING|AUX)\s+(?:LES\s+|THE\s+)?)?(?:HOR(?:AIRES?)?\s+(?:D'OUVERTURE\s+)?(?:ATS|AD|AFIS|TWR|(?:DU\s+)?GESTIONNAIRE(?:\s+D'?AD)?|(?:DE\s+L')?EXPLOITANT)|(?:AS\s+)?(?:ATS|AD|AFIS|TWR)(?:\s+(?:ADMINISTRATOR|OPERATOR))?\s+(?:SKED|HOURS|HRS)|(?:HEURES|HORAIRES)\s+D'OUVERTURE\s+DE\s+L'(?:AEROPORT|AERODROME|AD)|(?:DURANT|DURING)\s+(?:L')?(?:EXPLOITATION\s+COMMERCIALE|COMMERCIAL\s+OPERATION)(?:\s+(?:DE\s+L'|OF\s+)AD)?)(?![A-Z])"),
    # how long before
    ("HOURS", rf"(?:(?:MINIMUM|AU\s+MOINS|AT\s+LEAST|MIN\.?|DE|OF|DANS\s+UN\s+DELAI\s+DE)\s+)?(?P<ho>{_NUM})\s?{_HOUR}(?:\s+(?:PRIOR\s+NOTICE|DE\s+PREAVIS|MINIMUM|MIN(?![A-Z])|IN\s+ADVANCE|PREVIOUSLY|A\s+L'AVANCE))?(?:\s+(?:AVANT|BEFORE|PRIOR(?:\s+TO)?)(?:\s+(?:L'|LE\s+|THE\s+|LA\s+)?(?:(?:ETA|ETD)(?:/ET[AD])?\s+(?!SAUF|POUR|AVEC|WITH|FROM|VOLS|EXCEPT|DOUANE|CUSTOM|UNIQUE|FLIGHT)[A-Z]{{5,}}|HEURE\s+PREVUE\s+D[EU]\s+(?:VOL|DEPART|ARRIVEE)|SCHEDULED\s+(?:FLIGHT\s+)?TIME|VOL|FLIGHT|DEPART(?:URE)?|ARRIV(?:EE|AL)|ETA(?:/ETD)?|ETD))?(?![A-Z])(?!\s+\d{{4}}))?"),
    ("CUTOFF", rf"{_BEFORE}\s+(?P<co>{_HHMM}|\d{{2}}\s?H(?![A-Z0-9])){_BASIS}"),
    ("BEFOREFLIGHT", r"(?:AVANT|BEFORE|PRIOR\s+TO)\s+(?:ETA(?:/ETD)?|ETD(?:/ETA)?|EOBT)(?:\s+[A-Z]{4,})?"),
    # who and what
    ("NOT_NEEDED", r"(?:SANS|WITHOUT)\s+(?:PN|PPR|PREAVIS|NOTICE)(?![A-Z])"),
    ("CLOSED", r"(?:NIL|NEANT|INTERDITE?S?|PROHIBITED|FORBIDDEN|FERMEE?S?(?:\s+LA\s+NUIT)?|CLOSED(?:\s+(?:AT\s+)?(?:NIGHT(?:TIME)?|NIGHTIME))?|PAS\s+D[E']\s?(?:DOUANES?|SERVICE)|(?:THERE\s+IS\s+)?NO\s+POSSIBILITY\s+TO\s+CLEAR\s+CUSTOMS|(?:IL\s+)?N'EXISTE\s+PAS\s+DE\s+POSSIBILITE\s+DE\s+DEDOUANER|NO\s+CUSTOMS?|(?:NON|NOT|NE\s+SONT\s+PAS)\s+(?:" + _AUTHORISED + r"|AVAILABLE|DISPONIBLES?)|AUCUNS?|NO(?=\s+(?:EXTRA|FLIGHTS?|NON|INTERNATIONAL)))(?![A-Z])"),
    ("ONLY", r"(?:(?:ALLOWED|AUTHORI[SZ]ED|AUTORISEE?S?)\s+)?(?:UNIQUEMENT|SEULEMENT|EXCLUSIVEMENT|ONLY|EXCLUSIVELY)(?![A-Z])"),
    ("ALLOWED", rf"{_AUTHORISED}(?![A-Z])(?:\s+(?:SUBJECT\s+TO|UNDER|SOUS)\s+(?:CONDITIONS?\s+)?(?:OF\s+|DE\s+)?(?:FRANCHISES?|DEDUCTIBLES|ALLOWANCES)(?:\s*\([^)]*\))?)?"),
    ("PASSENGERS", r"(?:SANS|AVEC|WITHOUT|WITH)\s+(?:PASSAGERS?|PASSENGERS?|PAX)(?![A-Z])"),
    ("KIND", r"(?:POUR\s+(?:TOUS\s+)?(?:LES\s+)?|FOR\s+(?:ALL\s+)?)?(?:(?:VOLS?|FLIGHTS?)\s+)?(?:(?:NON[- ])?(?:REGULIERS?|SCHEDULED|COMMERCIAUX|COMMERCIAL|PRIVES?|PRIVATE|D'AFFAIRES|BUSINESS|AVIATION\s+GENERALE|GENERAL\s+AVIATION|EVASAN|MEDEVAC|SANITAIRES?|MIL(?:ITAIRES?|ITARY)?|D'ETAT|STATE)(?:\s+(?:ET|AND|OU|OR)\s+)?)+(?![A-Z])(?:\s+(?:VOLS|FLIGHTS))?|(?:(?:VOLS?|FLIGHTS?)\s+)?(?:[<>]\s?\d+(?:[.,]\d)?\s?T\s+)?(?:SANS|AVEC|WITHOUT|WITH)\s+(?:ASSISTANCE|HANDLING)(?:\s*[<>]\s?\d+(?:[.,]\d)?\s?T)?(?![A-Z])"),
    ("CUSTOMS", r"(?:SERVICES?\s+(?:DE(?:S)?\s+)?)?(?:HOR(?:AIRES?)?\s+)?(?:MANDATORY\s+|FRENCH\s+|SWISS\s+)?(?:CONTROLE\s+DOUANIER|DOUANES?|CUSTOMS?|CUST)(?![A-Z])(?:\s+(?:FRANCAISES?|SUISSES?|SKED|SERVICES?|CONTROL))?(?:\s*\((?:CONTROLE\s+DES\s+MARCHANDISES|GOODS\s+INSPECTION)\))?"),
    ("IMMIGRATION", r"(?:BOUNDARY\s+POLICE(?:\s*\(PAF\))?|(?:POLICE|BORDER\s+POLICE)\s*(?:/|ET|AND)\s*IMMIGRATION|POLICE\s+AUX\s+FRONTIERES|IMMIGRATION(?:\s+CONTROL)?|CONTROLE\s+IMMIGRATION|BORDER\s+(?:POST|CONTROL|POLICE)|POINT\s+DE\s+PASSAGE\s+FRONTALIER|PAF(?:\s+(?!LF)[A-Z]{5,})?|PPF)(?![A-Z])"),
    ("POLICE", r"(?:POLICE|GENDARMERIE)(?![A-Z])"),
    ("RECIPIENT", rf"(?:{_TO}\s+|(?:A|AUPRES\s+DE|DE)\s+L')(?:{_FREE}\s+){{0,2}}(?:L'|D')?{_OFFICE}(?![A-Z@]|[.-]\w)(?:\s+(?:{_FREE}|\([^)]*\))){{0,6}}"),
    ("AREA", AREA.pattern),
    # notice words
    ("ASKED", r"(?:PPR|PNR?|(?:LES\s+)?PREAVIS(?:\s+DE\s+VOL)?|FLIGHT\s+NOTICES|PRIOR\s+(?:NOTICE|PERMISSION)|(?:ADVANCE\s+)?NOTICE|O/R|(?:UP)?ON\s+REQUEST|(?:OPENING\s+|SPECIAL\s+)?REQUEST|SUR\s+DEMANDE|A\s+LA\s+DEMANDE|(?:LA\s+)?DEMANDE(?:S)?(?:\s+(?:D'OUVERTURE|PARTICULIERES?))?|SUR\s+RENDEZ-VOUS)(?![A-Z])"),
    ("FLIGHTS", r"(?:TOUS?\s+(?:LES\s+)?|ALL\s+(?:THE\s+)?)?(?:VOLS?|FLIGHTS?)(?:\s+(?:INTERNATIONAUX|INTERNATIONAL|INTL|TRANSFRONTALIERS?))?|(?:INTERNATIONAL|INTL|CROSS[ -]BORDER)\s+FLIGHTS?"),
    ("PLAIN", r"(?:OBLIGATOIRES?|MANDATORY|COMPULSORY|REQUIRED|EXIGEE?S?|OBLIGATOIREMENT|MINIMUM|ENVOYEE?S?|SENT|DEPOSEE?S?|FILED|DEPOT|EFFECTUER|TRANSMISE?|SIMULTANEMENT|SIMULTANEOUS(?:LY)?|LE\s+PREAVIS|PLUS|AVEC|WITH|SUR|UPON|DISPONIBLES?|AVAILABLE|OUVERTE?S?|OPEN|POSSIBLE|EN\s+PROVENANCE|PROVENANT|A\s+DESTINATION|DEPUIS|VERS|INBOUND|OUTBOUND|AIMING|AU\s+DEPART|A\s+L'ARRIVEE|DEPARTING|ARRIVING|ON\s+ARRIVAL|DEPARTURES?|ARRIVALS?|AT\s+THE\s+LATEST|AU\s+PLUS\s+TARD|LATEST|MEMBRES?|MEMBERS?|THAT\s+ARE|PART|A\s+LA\s+FOIS|BOTH|COUNTR(?:Y|IES)|PAYS|AREA|ESPACE|JOURNEE|DAYTIME|DURING|PENDANT|INCLUANT|INCLUDING|DETAILS|PASSAGERS?|PASSENGERS?|PAX|EQUIPAGES?|CREWS?|SERVICES?|SERVICE|SKED|HOR|CONTROLE|CONTROL|IN\s+ADVANCE|OPERES|OPERATED|SI|IF|DEPLACEMENT|COMING|MUST\s+BE|DUTY|PERMANENCE|DELAI|LOCALES?|LOCAL(?:\s+TIME)?|UTC|AD|CONDITIONS?|SUBJECT|AND/OR|EXCLUSIVELY|REQUESTED|OU|OR|ET|AND|DE|DES|DU|D'UNE?|D'|L'|LA|LE|LES|UN|UNE|A|AU|AUX|EN|DANS|PAR|POUR|THE|TO|FROM|OF|FOR|BY|AN?|IN|ON|AT|IS|ARE|EST|SONT|THAN|TOUTE?S?|TOUS|ALL|VOL|AUPRES(?:\s+D(?:ES|E|U))?|OPS|SOUS|AEROGARE|TERMINAL)(?![A-Z])|[LD]'(?=[A-Z])"),
    ("NUMBERED", r"(?<![A-Z0-9])[1-9]\s?[-)](?=\s)"),
    ("BULLET", r"(?<![A-Z0-9])-(?=\s?[A-Z(])|•"),
    ("BREAK", r"[;|\n]|\.(?=\s|$)"),
    ("COLON", r":"),
    ("COMMA", r","),
    ("OPEN", r"\("),
    ("SHUT", r"\)"),
    ("MARK", r"[-/+&\"'’<>]"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Word:
    """A token: what it is, where it stands, and the named figures in it."""

    kind: str
    text: str
    start: int
    end: int
    figures: dict[str, str]


@cache
def _scanner() -> re.Pattern[str]:
    renamed: list[str] = []
    for kind, pattern in PATTERNS:
        inner = (
            re.sub(r"\(\?P<(out|in|schengen|eu|third|land|any)>", "(?:", pattern) if kind == "AREA" else pattern
        )
        renamed.append(f"(?P<{kind}>{inner})")
    return re.compile(
        rf"(?<![A-Z0-9])(?=[A-Z0-9+])(?:{'|'.join(renamed)})|(?:{'|'.join(r.replace('?P<', '?P<_', 1) for r in renamed[-8:])})"
    )


def words_of(folded: str) -> list[Word]:
    """The tokens of a folded text; a word that is none of them is of the kind "UNREAD"."""
    found: list[Word] = []
    place = 0
    scanner = _scanner()
    while place < len(folded):
        if folded[place].isspace():
            place += 1
            continue
        match = scanner.match(folded, place)
        if match and match.end() > place:
            kind = next(k for k, v in match.groupdict().items() if v is not None and k.lstrip("_").isupper())
            figures = {k: v for k, v in match.groupdict().items() if v is not None and k.islower()}
            found.append(Word(kind.lstrip("_"), match.group(), place, match.end(), figures))
            place = match.end()
            continue
        end = re.compile(r"[A-Z0-9ŒÆ'’]+|.").match(folded, place)
        stop = end.end() if end else place + 1
        found.append(Word("UNREAD", folded[place:stop], place, stop, {}))
        place = stop
    return found
