"""Words of everyday questions that are also codes or names of places: "nice", "bar", "less", "stop", "essen".

Folded English, French and German words. They are read as words unless written as a name that is known to be
one (`WELL_KNOWN`, with a capital), or where a place is expected. Kept by hand, from texts in which they
stand in small letters; adding a word that names no place does no harm.
"""

from __future__ import annotations

_NAMES = """
bourg
nice bath reading split hull cork rugby deal rye wells orange tours bar gap essen sens mons spa best hof rust
sandwich battle mold eye diss ware wick bude beer poole hove hyde leek hawes nelson sion dole thun chur brake
celle hamm halle herne marl moers nancy metz caen laon auch albi agen pau bern rome bari lodi male bonn trier
como pisa siena elba lucca vis rab krk pag hvar nin sofia brno most bor bled piran koper oslo bodo moss mobile
lens phoenix buffalo champagne orlando lima quito lagos accra regina
"""
WELL_KNOWN = frozenset(_NAMES.split())
"""Towns that pilots fly to and whose names are words: places when written with a capital letter."""

_WORDS = """
bourg pals mates kumpels
feucht feuchte feuchter feuchten kalt kalte kalter kalten warm warme warmer nass nasse nasser trocken trockene
heiss heisse kuhl kuehl schwul schwuel dunkel dunkle hell helle trub truebe klar klare rauh rauhe rauer ruhig
ruhige boig glatt glatte matschig weich weiche steil flach flache damp humid chilly muggy murky gusty bumpy soggy
muddy dusk gloomy misty smooth mouille mouillee sec seche froid froide chaud chaude doux douce sombre clair claire
humide freund freunde freunden kumpel kumpels kumpeln kollege kollegen kollegin mitflieger mitfliegern
chateau chateaux musee musees eglise eglises abbaye cathedrale phare moulin
agar ayez bibi cyst eder edgy edna egos eier eilt ekel fach fahr fakt fang fans fass faul fave fawn fled flee
flot fool hajj heal kahn kalb kart keks kemp kerr kiln kink kirk klan klee klug koch koks koma kopf kors krug
leah lebe legt lena lest leto levy liar lick lidl lila lili lily limb lime limp lips lira loan lows lyle musa
oaks omar omas orts pakt pape parc pars paso pate pave pawn paws rory sacs saft sarg sars sato scar scho scie
scot scum seal seam sean seau seer sehn seht seid seit sekt senf sept serb sewn sieg sieh sien sift silo sims
sink siri situ skim slag slam slap slit snag sncf snug spar spit spon spur swag swam swan uhhh urss usda vest
wade wagt wahl wake walt ward warp wart watt wits yang yann yard yarn yell ying yoda yoke
kuerzel kurzel rouge quatsch scherz pistole pistolen pistol pistolet
speicher speichere speichern merke notiere seater seaters paint painted scone scones elevenses faff grub owt nowt
servas serwus grias griass mensch menschen
maritime maritimes
grandson granddaughter grandchild nephew niece enkel enkelin neffe nichte neveu niece werkzeug outils carnet
nip nipping nips whizz bimble jolly paste pasting flt flts divert diverting making tcu
lire lier lied liee lese leve lern leib luke bist biss gott goss gabs edel edle etat elus essi unis lati bias
fois axe volontiers verein
a a220 abend aber abi about above abroad abs accurate across ada add aerodrome afis after afternoon again
against agno ago ahead aim aircraft airfield airfields airport airports airspace airstrip aka al alert alice all
alle alles allison allowed alone along alors alpha als also alter altitude always am amber amet an and andere
anew anflug ange angle ankunft anno anon another ansi ant any anyone anything apple approach apres apt arbeit
arc arch archer arches are area around arrival arrive arrivee arrow art as asan asin ask asphalt ast astral at
ate atlas au auch aucun auf aus aussi autour autre autres autumn aux available avant avec avgas aviation avion
avions avoid away ba back bad bag bahn bald ball ban band bank banks bar bare baron base baseline basic bat
battle baz bb be beach bear beau beautiful because bed bee beer before begin begun bei beim bel bell below
benchmark bend best beta better between bias bid bien big bike bin bind bird bis bit bitte biu bla black block
bo bois bold bon bonanza bonjour bonne book boom bor border born boss bot both bottom boundary box brain branch
branches brand brauche brauchen bridge bright bring bro brown bug bugs bullet bun bury busy but buy buz by cab
cache cafe calendario call caller came can capital caravan carburant card care cargo carry cars cartes cascade
cases cash cast castle cat cathedral caution ccc ce cela cell celle center central centre centres ces cessna
cette chance change chaque charge chars chat che cheap check cheetah cherokee chez chi chicken chips chop
chunking church cino circuit cirrus citation city class classic clear clones close closed cloud club coast cobra
coffee cold collector colon columna com combien come comma comme comment commercial compare comps concise
concrete conda conn cons controlled cool corr cos cost costs could country crew crit cross crossing cruise cub
current custom customs cut cutoff cuts da damit dan dann dans daphne das dass date david dawn day days de deal
deep deg dein del delegate delta dem demo den dep depart departure depuis der des det details deux dia diamond
dich did die diena dies diese diesel dieser different dig dinner dir dire direct dis disa disp distance django
do doc doch does dog dois doit dollar domestic don done donne dort douane down downside drain drei drop du dual
due durch duree during ea each eagle early earth east easter eastern easy eat echo economy ed edge ee egg eight
ein eine einem einen einer eines el elk elle else emergency empty en encore end ende engine enjoy enough enroute
enter enterprise entfernung entre environ epic epsilon er erl err erst erste erstem ersten erster erstes es essen
essence esse esst est wem et etre etwa etwas
euch eur euro euros eve even evening ever every everything except expensive explain express eye fabs face fact
fade fahren fair faire fait fake falcon fall falls family far fare fast faut fc federal fee fees feet fell fence
fermer few field fields figure file find fine fire first fish five fl flat fliegen flight flights flown flug
fluge flugplan flugplatz fly flying fog follow food foot for force fore forest fort forth fountain four fox
frais frame free freedom french friday friend friendly friends from front ft fuel full fully fun fur further
gallon gamma ganz gap garden gare gas gbp gear geben gegen gehen geht gen general genug gern get gex gibt gif
gin give gives glass glide global go goes going gold golden good google gorilla got goto grab grammar grand
grant grass gravel gray great green grenze gross ground group guessing gut gute guten haben had half halfway
hall halt ham handy hang hangar happy hard has hash hat hatch hate hatte have he head hear heard heavy height
hell hello help her here heritage hermes heure heures heute hi hier high highway hill him hin hinter hippo hire
his hit ho hoch hof holder hole holiday home hood hook hooks hope hor horizon hors hospital hot hotel hotels
hour hours house how however html hub human hurt husky ice ich ici idna if ifr ihr ii ij il ils im immer
important in independence industrial infinity inn ino ins inside inspiration int international into ip is isa
island islands isna ist it its ja jade jamais java je jede jeder jet jetzt job jour jours july june just juste
kana kann keen keep kein keine kendall kennst kill kind kiwi km kmh knew knots know komme kommen kosten
kraftstoff kt kts kurz la lab lack lag lake lakes lan land lande landebahn landed landen landing lane lanes lang
lange langer lany large last lat late later law lazy le leader leak leap leave leg legacy legs len lens les less
let leur lev level levs lgpl libc liberal lie liegt lieu light lights like likely limit line link links lint
lion list lit litre litres little live ll lo load local lock locking log logo loin lon lone long look loop loose
lop lost lot love low lower lt ltag lu luck lucky lui lum lunch ma mac mache machen made magenta main
maintenance mais major make male man manage mand many map marble march mark market marks maturin max may maybe
me meal mean media meet mehr mein meine melden meme memory men merci mes meta meter meters metre metres metro
mettre micro mid midday might mile miles military mind mine minus minuten minutes miss mit mixin mm mo mobile
mochte mock mode model modern moi moins mon monday money month montre monument moon mooney more morgen morning
most mountain mph mrad msec mt much mul musl muss must mustang my nach nachste nachsten nacht nahe nal name nan
nans national ncat near nearby nearest neben need needle needs nein neon neu never new news next nice nicht
nichts night nine nivel nix nm no noch noisy none noon nor nord normal noro north northeast northern nose not
note nothing notice notification notre nous nouveau now nuits nuit number nur ob oben occasion od oder of off ohne
ok okay old omega omni on once one only open opening opportunity or orange order orient oriental ort os ose ost
other ou oui our out outer ouvert over own pa pace pacer pack page paid painter panda pandas panic paper par
param parce parent park parks parr part pas pascal pass passage passenger passer past pasta path pay pc pearson
peer pen pendant people per perl permission permit pet petit petrol peu peut peux phone pick pickles piece
pilatus pilot pilots pin piper piste pistes pk place places plage plain plan plane planes planning plate platz
platze play please plein plus po poetry point pointer pointers poisson police poll polling pooh pool pop port
possible post postal pound pounds pour pourquoi power powers ppr pre preis preise pres pretty price prices
private prix procedure prochain proche progress prose public pure put quand quarter que quel quelle quelles
quels quetzal queue qui quick quiet quite quoi race radio rail rain rainbow ram ran rand range rate raum ravel
re reach read reading ready real recht regeln regional rem rent reply report reports reps require required res
reserve reso resort rest restaurant restaurants return review reviews rice rich ride riding right ring rise
river ro road robin rock roles roman room root rough round route routes rpm ruby rue rule rules run rund runway
runways rush rust sa safe safer sagen said sake sal sale salt same sand sandstone sandwich sane sans saturday
sav save saw say says scam scan scott sd se sea season seat sec second see seed seek seem seen sees sehen sehr
sein seine self sell sem semaine send seneca sent september ser serves service services ses sess set setg sets
settle seven several shaping sharp she shell shop short shorten shot should show shut si sich sid side sie sig
sight sigma sign signal sil silly sim sin since sind sine single singleton sinh sinm sit site sits six size sj
sjis skip sky skyhawk skylane sla slack slashes sleep slip slot slots slow small smile snap snow so soft soir
sol sole sollte some someone something son sonne sont soon sor sorry sort sound sous south spearman speed spend
needed permitted expected wanted meant supposed obliged compulsory mandatory forbidden carried worn fitted
kept shown told asked filed advised recommended prescribed demanded published
montes portes poses gère gere sers stelle
sphinx spin split spoken sport spot spring square squawk ss stadt stall stamps standard star start state station
stay steps still stock stone stop stops store storm story straight strecke street strip sts stunde stunden
success such suche sud summer sun sunday sunny sunrise sunset sur sure surf surprise swap swim switch ta tab
tabo tag tage tail take taker talk tall tan tank tanken tanks tap taps tar tarmac taxe taxes taxi tc te tea teh
tell temple temps ten terminal terrain terrains test tet than thank thanks that the their them then there these
they thing think this those three through thursday tic tiger til time times tired tj to tod today together tol
tomorrow tonight too top total tour tours tous tout toute toutes tower town toy track traffic trail train trange
trans transit transponder trap travel travis tree tres triangle trie trim trip trojan trop trouve trouver
trouvez true trust try tu tuesday tune tup turn twilight two type uber uhr um un una uncontrolled und under une
uni union unit unknown uns unter until up upon urban uri us usd use user uses using va vacation val valley vals
van var vars vary vent ver verb vers vert very veto veux vfr vi via vice viel viele view village ville vis visit
visiting visitor voir vol voler vols vom von vor vorher votre vous voyage wa wait waits walk wall walls wann
want war warm warns warrior warum was watch watches watching water
way ways wc we weather wednesday week weekend weeks weg weil
weit welche welcher welches welcome well wenn wenns went wer werden were west western wet wetter what when where
which while white who whole why wide wie wieder will wind wine winter wir wird with within without wo woche wohin
wonder wood work works world worth would wrong wt xor yaml yank yarl year years yes yesterday yet you young your
yrot ze zeige zeigen zeit zenith zero ziel zoll zone zoo zu zug zum zur zwei zwischen
aeroplane aeroplanes aircraft auge bay bed bog boen buch bite caps chuck county coast downtown dream eau egal
envoyer fill gars grad grandma ham hear hrs ish kings linie log loo loos marzipan maules meer mets minus
mouettes paved pax pose print sandy scone seafront seaside sens denen sera spa solo ski merk champagne
papierkram soleil bons bonnes gens tie towered travers twins tyre village walkable wall westerly easterly
northerly southerly city kip hund schuler schueler frau mann
demi demie margin marge headed heading
third fourth fifth sixth seventh eighth ninth tenth
abends ainsi appeler appelez appelle appellent argent arrivent arrivez assez attend attendez attendre attends
autant bah beaucoup ben bientot biere billig bisous biz bleibe bleiben bleibt boire bouffe bouffer boulot
brauchst braucht breit bringen bringt brouillard carrement certains chambre chemin cherche chercher cherchons
chiant chose choses chouette compte compter connais connaissez connait connaitre conso copain copains copine
cote coucou cours coute coutent couter croise croiser dac danach davor decolle decollent decoller dedans dehors
deja demande demandent demander demandez denn depose deposer derriere descend descendre deshalb dessous dessus
dormait dormais dormons dormions
    devant dirait directement dispo donnent donner donnez dormir dors droite duerfen durfen eben eigentlich eleve
eleves endlich enfin ensemble ensuite envoie envoient evidemment exactement facilement faehrt fahre fahrt fais
faisons faites famille femme ferme ferment finalement font frage fragen fragt frueher fruher galere gamin gamins
gauche gerade gestern gleich gosses gratis guerre hein hinten holen holt jahr kenavo koennen kommt konnen kostet
laeuft landet laufe laufen lauft leider lent macht mal manchmal mange mangent manger manque manquent manquer
marche marchent marcher mari marre matin mec memes mettent mettez midi minute mittag mittags mochten moechten
monat monte montent monter montez morgens muessen mussen nachher nachmittag nachts natuerlich naturlich nebel
nehme nehmen neige nickel nie nimmt normalement nuage nuages oft orage orages ouais oublie oublier oubliez ouvre
ouvrent ouvrir pain pareil pareille parfois partent partez partir partons passe passent passez paye payent payer
peur pluie plusieurs plutot posent poser posez pote potes prend prendre prends prennent prenons presque
probablement rapidement rechts refaire refais regarde regarder regen rentre rentrent rentrer rentrez rentrons
repart repartent repartir restent rester restez rien roule rouler sage sagt sais sait salut savez savoir
schlafen schon semble seul seule seulement sofort sollen sonst souffle soufflent souvent spaeter spater starte
starten startet stehe stehen steht stp sturm suffire suffit surtout svp sympa tape tapent tard teuer tief tot
tourne tourner trinken trotzdem truc trucs ubermorgen uebermorgen ungefaehr ungefahr vache venez venir venons
vielleicht viennent viens vient vite voient voila vois voit vormittag vorne voyez vraiment waehrend wahrend
weiss weisst willst wissen wolken wollen zeigt zuerst zuletzt
gilet gilets sauvetage radeau radeaux balise balises extincteur extincteurs masque masques obligatoire obligatoires
facultatif interdit interdits autorise autorises valable valables validite schwimmweste schwimmwesten rettungsweste
rettungswesten rettungsinsel feuerloescher feuerloscher pflicht gueltig gultig erlaubt verboten
centrale centrales nucleaire nucleaires prison prisons
province provinz department departement
villes agglomeration agglomerations perm perms zollgebiet zollpflicht ausweis personalausweis terrier terriers
fumer fume rauchen smoke smoking zulassung zugelassen waren acker ackerland orte wert person personen grund
liter kinder kraft typ feld rauch sorte nutzen sache markt alcool chasse champ chien langue permet rappel danger
transfer surface points accord altiport altisurface visa sommer motor rad zulu anglais frais gebuhr zigaretten
zollfrei tabak hunde katze chat chats etape appel
vicar vicars verger chaplain padre burgermeister pfarrer lehrer nachbar nachbarn kollege kollegen onkel tante
cure maire voisin voisins collegue
calm windy ruckkehr rueckkehr heimkehr ruckweg rueckweg heimweg headset headsets
russell kater welpe welpen chiot chiots boden grad grenzubertritt mainland lad lads lass bloke chap chaps
"""
WORDS = frozenset(_WORDS.split())


_BY_ITS_ACCENT = frozenset(("crête", "crêtes"))
"""Words whose accent tells them from a place's name: a ridge is not Crete (Crète)."""

_COMPOUNDED = ("reise", "flug", "ausfahrt", "urlaub", "prufung", "pruefung", "schein")
"""What German compounds end with that name no place: "Schülerreise", "Rundflug"."""


def is_told_by_accent(text: str) -> bool:
    """ "La crête" as it is written: a word whose name without its accent is a place's."""
    return text.strip().casefold().split(" ")[-1] in _BY_ITS_ACCENT


ONLY_WORDS = frozenset(("bourg", "village", "pals", "mates", "kumpels"))
"""In small letters never a place, even where one may stand: "on va au bourg", "2 pals from home"."""


def is_common_word(key: str, text: str) -> bool:
    """Whether a text with this key is read as a word. `text` is as written: "Nice" is a town, "nice" is not."""
    if key.endswith(_COMPOUNDED):
        return True
    if key not in WORDS:
        return False
    return not (key in WELL_KNOWN and text.strip()[:1].isupper())
