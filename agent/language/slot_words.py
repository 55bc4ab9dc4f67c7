"""Little words, prepositions and abbreviations that decide what is a name, a code or an aircraft."""

from __future__ import annotations

from agent import regex as re
from agent.language.wording import word_set

AFTER_FROM = word_set(
    "from depuis von ab aus departing departs leaving leave leaves left ex provenance vanuit quitte quittant quittons partant"
)

COMES_OF = word_set(
    "vient viens venons venez viennent venant venu venus revient reviens revenons revenant rentre rentrant rentrons "
    "arrive arrives arrivons arrivez arrivent arrivant"
)
"""French for coming, before "de" a place: where one comes from."""

AFTER_TO = word_set("to nach towards toward into vers bis destination reach naar")

BEGINS_AT = word_set("depart departure abflug abflugort startort startplatz start takeoff decollage")
ENDS_AT = word_set("destination arrivee arrival ankunft ankunftsort zielort zielplatz ziel landung atterrissage")
"""Nouns of the two ends of a flight, before the name of a field."""
LEADS_TO_AN_END = word_set("in at a au aux bei am ab de du d")
"""What stands between such a noun and the field."""

RATHER = word_set("lieber doch besser eher plutot rather instead maybe vielleicht peutetre")
"""What may stand after the noun: "Abflug lieber in Freiburg"."""

LEADS_TO = word_set("to nach vers")
LEADS_FROM = word_set("from von depuis")
"""What stands between the two ends of a route: the name before it is one of them."""

AFTER_NEAR = word_set("near around nearby round surrounding pres autour bei nahe um umkreis nahe naehe close")

AFTER_IN = word_set("in at of on about visiting en a au aux dans im am auf sur des")

AT_A_PLACE = word_set("suis sommes base basee bases basees stationne")
"""Before a French "à" they say where somebody is."""

AFTER_BETWEEN = word_set("between entre zwischen")
AFTER_VIA = word_set("via uber ueber escale")

FRENCH = word_set("je de du la le les des un une vol aller voler va vais veux peut nous pour avec est depuis quel")
"""Words by which a message is French."""

GERMAN = word_set(
    "der die das den dem und ist ich wir mit fur von vom zum zur bei nach auf im ein eine einen wie was"
    " wo dort nicht kein keine oder auch noch sehr gibt lecker leckere leckeres leckerer leckeren gutes guter"
)
"""Words by which a message is German."""

WORDS_FIRST = word_set(
    "bar best gap deal beer male most eye sens hook battle mold buffalo rust sandwich mobile orange"
)
"""Names of towns that in small letters are words even after "to" and "from"."""

ARTICLES = word_set("the le la les l der die das dem den el il lo los las du d of de des")

LEADING = word_set(
    "the le la les el il lo los las den st saint sainte san santa sao isle ile isla lake lac lago loch mont mount l new"
)
"""Words that may begin a name although they are words of their own."""

WEATHER_GROUP = re.compile(
    "(?:MI|PR|BC|DR|BL|SH|TS|FZ|VC|RE)(?:DZ|RA|SN|SG|PL|GR|GS|FG|BR|SA|DU|PO|SH|TS|UP)|(?:DZ|RA|SN|SG|PL|GR|GS){2}"
)
"""Present weather as reports write it in four letters ("SHRA", "RASN"): no code, where no field has it."""
NOT_CODES = word_set(
    "ATIS AFIS AVGAS METAR NOTAM MOGAS RNAV EASA SERA PAPI GNSS TCAS CTAF ATPL LAPL MTOW "
    "SIGMET UL91 UL94 UL98 SP95 SP98 100LL TAFS PPRS OPEN MLA "
    "HELP PLAN FUEL LIST FIND SHOW NEAR FROM STOP WHAT THAT THIS THEN THAN WITH RULE JETA "
    "ABOUT HELI FLYFUN CUSTOMS "
    "TIME INFO LAND TAXI HARD LONG LAST LESS MORE ONLY SOME THEY HAVE BEEN DOES TRIP TOUR "
    "ROAD YEAR WEEK NICE VFRS IFRS "
    "AMSL ACAS CAVOK EAPP AIRAC SCHENGEN RAIL HOUR HALF DAYS HELLO MAPS TYRE CAPS LNAV VNAV GARS EOBT "
    "TCU CBS BKN OVC SCT SKC NSC "
    "APCH BITE POSE LARS MATZ ALRS STAR ICAO ATCO BMAA NPPL SVFR MTOM ACFT ADIZ ATSU BCMT "
    "TVA VAT TIC AST "
    "VCFG VCSH VCTS VCBR VCPO VCBL VCSS VCDS VCFC VCVA SIV "
    "CDN CEN CDB ATT MTO VSV VSA RAS TDP BEA SIA ARC OGN DWD TRI"
)

NO_COUNTRIES = word_set("GA ID OK TV SR SS LL KM NM PN MAP")
"""Short words in capitals that a pilot never means as a country's code: general aviation is not Gabon."""

TERSE_COUNTRIES = word_set("nl fr ch dk uk gb cz pl hu fi lu")
"""Countries' codes that are no words in small letters either."""

WORDLIKE_COUNTRIES = word_set("de be at it es se no ie pt hr gr si sk")
"""Countries' codes that are words too: read only beside another one, or alone."""

SKIPPED = word_set(
    "the le la les l der die das dem den d de du des a au aux of town city ville stadt "
    "airport airfield aeroport aerodrome flughafen flugplatz island place called like say"
)

NEAR_NOUNS = word_set(
    "vicinity nm miles km mi radius kilometres kilometers north south east west within "
    "nautiques nahe naehe umgebung umkreis proximite environs alentours cote area distance "
    "side outside"
)

FUNCTION = word_set(
    "statute nautical fld flds ad ads apt apts rwy rwys twr apch apchs tmrw pls plz thx msg w "
    "a an the and or but if is it its it's at be by do does did in on of off out up to for "
    "from with without no not any all some "
    "i me my mine we us our you your he she they them their this that these those there here "
    "what which who whom whose when where why "
    "how can could may might must shall should will would has have had am are was were been "
    "being as so than then too very just only "
    "also into onto over under about after before again more most less least much many few "
    "other another each every own same such "
    "le la les l un une des du de d et ou mais si est sont etre a au aux en dans sur sous "
    "avec sans par pour ce cet cette ces mon ma "
    "mes ton ta tes son sa ses notre nos votre vos leur leurs je tu il elle nous vous ils "
    "elles que qui quoi quel quelle quels "
    "quelles y ne pas plus moins tres "
    "der die das den dem des ein eine einen einem einer eines und oder aber wenn wenns obs wies falls gehts gibts ists wars wirds kanns ist sind "
    "sein war im in am an auf aus bei mit nach "
    "von vom zu zum zur fur uber unter ich du er sie es wir ihr mein meine meinen meinem "
    "dein sein ihre unser was wer wen wem wie wo wann gute guter gutes gutem "
    "warum welche welcher welches kann darf muss soll nicht kein keine gibt"
)

ABBREVIATIONS = word_set(
    "VFR IFR EES ETIAS PPR PNR ILS IGS LLZ GLS RNP VOR NDB LOC DME GPS FIS FPL GAR ATC ATZ CTR TMA TMZ RMZ FIR AIP "
    "AIC SUP EUR GBP USD CHF SEK NOK DKK PLN CZK "
    "UTC LMT EU EEA UK USA PIC CPL PPL LAPL IR IMC VMC MSA QNH QFE TAF ETA ETD ETE EET AMSL "
    "AGL GAT OAT NVFR SVFR ULM MTOW TAS IAS ADS "
    "SEP MEP TMG NPR API SRA PAR GCA LPV RNAV FAQ CAA DGAC LBA EASA ASAP POI POE GA ID OK TV "
    "PDF SMS GPS FBO UL JET LL NM KM KT KTS "
    "PN OR HX HO HS HJ HN SR SS OSM B&B BBQ TBC AFIS ATIS ADSB LSA RWY ARP ELT PLB CRI FI FE "
    "ICAO IATA VDF SERA NCO GAR SUV CTA CTZ TRA TSA MATZ UIR FFR FRA NFZ MAP TOD TOC IAF FAF MDA DA DH "
    "POH AOG VAT ADF VFE VNE VNO VSO BHP CHT EGT LDA LDR TDZ CBP PAX HRS LNAV VNAV CAPS GARS EOBT APCH "
    "SPL BPL UAS UAV RPL MET VAC AOC ATO DTO CFI FAA BFR IFE POB MTM ZFM CAVOK BZF AZF VDS VAA HPA CNRA DULV DSFU EBG BFU"
)

BEFORE_AIRCRAFT = word_set(
    "a an my the our in with by un une mon ma le la en avec mit der die meiner meinem einer "
    "einem einen ein eine ne ner nem nen gecharterten gemieteten this that for pour fur club clubs his her their your der dem den notre votre old little s l"
)

NOT_AIRCRAFT = word_set(
    "vfr ifr ul91 ul 100ll jet avgas a1 h24 knots kt kts nm km hours h kg mph in at to from and with near for on is per a à"
)

WORDLIKE_AIRCRAFT = word_set(
    "robin archer warrior arrow tiger sling star cub dakota tobago trinidad navajo seneca "
    "cherokee husky eagle baron malibu mirage meridian matrix lance saratoga seminole "
    "chieftain traveler cheetah cutlass cardinal stationair maule jodel rallye champ "
    "citabria decathlon extra pitts virus sinus breezer katana aztec comanche apache "
    "tomahawk pacer regent major commander bo caravan kodiak jetprop vision pilot musketeer "
    "sundowner sierra duchess duke debonair cruiser tampico aquila remo dynamic savannah "
    "diamond beech grumman europa"
)

BEFORE_A_THING = word_set("in with by using fly flying take taking mit avec")
INDEFINITE = word_set("a an my our une mon notre einer einem meiner meinem")
