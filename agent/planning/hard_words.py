"""Words that leave little doubt about a question, in English, French and German: they narrow what it may be."""

from __future__ import annotations

import re

from agent.language.wording import word_set

FLIGHTS = re.compile(
    r"^(?:(?:any|find|search|show|get|cheap\w*|direct|airline|me|for|us|need|i|we|want|book|are|there|the|list|"
    r"cherche|trouve|des|les|suche|zeige?)\s+)*(?:flights|vols|flüge)\b"
)
POLICE = re.compile(r"\bpolice\b|\bpolizei\b|\bspecial branch\b|\bborder force\b|\bauthorit(?:y|ies)\b")
CAN_LAND = re.compile(r"\b(?:can|may|could) (?:i|we) land (?:at|in|on)\s+(?:the\s+)?$")
ONLY_LAND = re.compile(r"^\W*\w+ \w+ land \w+ (?:the )?\s*(?:zplace|zcode)\W*$", re.IGNORECASE)
FIELDS_WANTED = re.compile(
    r"^\W*(?:(?:any|find|search|show|list|which|what|give|me|us|all|the|some|\d+|nearest|closest|small|cherche|les|"
    r"zeige?|welche)\s+)*(?:airports?|airfields?|aerodromes?|fields?|strips?|aérodromes?|aéroports?|terrains?|"
    r"flugplätze?|flughäfen)\b(?! (?:restaurants?|hotels?|caf[eé]s?))"
)
NOT_OF_A_FIELD = word_set("nothing build_itinerary retrieve_city_guidance search_pois find_airports_near_location")
KIND_OF_FIELD = re.compile(
    r"^\W*(?:(?:find|search|show|list|give|me|all|the|some)\s+)*"
    r"(?:military|private|civil(?:ian)?|unlicen[cs]ed|licen[cs]ed|gliding|glider|grass|public|joint[- ]use)\s+"
    r"(?:airports?|airfields?|aerodromes?|fields?|strips?|(?:air ?)?bases?)\s+(?:in|of|near|around|within)\s+"
    r"(?:the\s+)?(?:z\w+\s*(?:of\s+)?)+\W*$",
    re.IGNORECASE,
)
ALL_RULES = re.compile(
    r"^\W*(?:what are |show (?:me )?|tell me |give me )?(?:the |all (?:the )?)?(?:vfr |ifr |flying |aviation )?"
    r"(?:rules|regulations) (?:in|for|of) (?:the )?\s*zcountry\W*$",
    re.IGNORECASE,
)
STOP = re.compile(r"\b(?:lunch|ground|quick|short|coffee|fuel)[ -]stop(?:over)?\b|\bstop(?:over)? (?:at|in)\b")
RULES_SAID = re.compile(r"\b(?:rules?|regulations?|règles?|réglementation|regeln?|vorschriften)\b")
SUBJECT = re.compile(
    r"\b(?:flight plans?|fpl|ifr|vfr|transponders?|squawk|ppr|customs|night|airspace|class "
    r"[a-g]|radio|altitude|minima|ultralights?|microlights?|plans? de vol|transpondeur|douane|"
    r"nuit|flugplan\w*|nacht\w*|luftraum|zoll|speed|oxygen|military|drones?)\b"
)
BROWSING = re.compile(
    r"\b(?:browse|list|show|overview|all|page|read|display|category|liste|affiche|montre|"
    r"toutes?|alle|zeige?|auflisten)\b"
)
LEG = re.compile(r"\b(?:legs?|stops?|max(?:imum)?|within|first|etappen?|étapes?|innerhalb|höchstens)\b")
NON_STOP = re.compile(
    r"\bnon[- ]?stop\b|\bwithout (?:a |any )?(?:fuel )?stop(?:s|ping)?\b|\bin one (?:hop|go|leg)\b|"
    r"\bsans (?:escale|étape|arrêt)\b|\bohne (?:zwischen)?(?:stopp?|landung)\b"
)
FIELDS = re.compile(
    r"\b(?:airports?|airfields?|fields?|aerodromes?|strips?|alternates?|stops?|aérodromes?|terrains?|flugplätze?)\b"
)
FUEL_FOR_LEG = re.compile(r"\bfuel (?:needed|required|burn\w*|for)\b|\bhow much fuel\b|\bburning\b|\bendurance\b")
WAS_THERE = re.compile(r"\b(?:landed|flew|visited|went|gelandet|geflogen|atterri|posés?)\b")
REPORT_SAID = re.compile(r"^\W*(?:(?:please )?(?:add|save) (?:a |my )?)?(?:report|note|review|notiz)\b")
ASKS = re.compile(
    r"\?\s*$|\bpls check\b|\bplease check\b|\by/n\b|\bwho (?:can|could|repairs|fixes)\b|\b(?:does|did|has|can) "
    r"any(?:one|body)\b|\b(?:can|could) you\b|\bqui peut\b|\bwer kann\b|"
    r"^\W*(?:what|which|how|where|when|who|is|are|does|do|can|wer|was|wie|wo|quel\w*|qui|est-ce)\b"
)
IS_IT = re.compile(r"^\W*(?:is|ist|est-ce que|does|can i use)\b")
STRANDED = re.compile(
    r"\b(?:stuck|stranded|grounded|weathered in|marooned|bloqués?|festgesessen|festsitz\w*|gestrandet)\b|"
    r"\bweather(?:'s| has| is)? (?:has )?(?:turned|closed in|gone|bad)\b.*\b(?:home|back)\b|"
    r"\b(?:home|back)\b.*\b(?:by airline|on an airline|commercial\w*)\b"
)
CODE_OF = re.compile(
    r"\b(?:icao|iata)(?: (?:code|identifier|designator|locator))?\b.*\b(?:for|of|de|von|für|pour)\b|"
    r"\b(?:code|identifier) (?:for|of)\b|\bwhat(?:'s| is) (?:the )?\S+(?:'s)? icao\b"
)
HAVING = re.compile(
    r"\b(?:with|have|has|having|offer\w*|got|provid\w+|w/|mit|haben|hat|bieten|avec|ont|"
    r"disposant|ayant)\b"
)
ENTRY = re.compile(
    r"\b(?:ports? of entry|points? of entry|airports? of entry|entry (?:airports?|points?|"
    r"airfields?)|border[- ]crossing|customs (?:airports?|airfields?|aerodromes?|fields?)|"
    r"poes?|aoes?|clear customs|border airports?)\b|\baéroports? (?:\w+ )?(?:douaniers?|"
    r"d'entrée)|\baérodromes? (?:\w+ )?douaniers?|points? d'entrée|point\w* de passage|"
    r"frontali|zollflug|grenzflug|einreiseflug|grenzübergang|zollplätze"
)
FORMALITIES = re.compile(
    r"\bcustoms\b|\bimmigration\b|\bpassports?\b|\bgar\b|\bgendec\b|\bgeneral declaration\b|\bborder\b|"
    r"\bformalit\w+|\bpaperwork\b|\bdouane\b|\bzoll\b"
)
REACH = re.compile(
    r"\bhow far can (?:i|we)\b|\bwhere can (?:i|we) (?:fly|go|get)\b|\bwithin\b[^.?]{0,30}\bof\b|\breach\b"
)
