"""Puts back the accents that are left out in typed French: "deux a bord, depart a 9h, degagement" is "à bord", "dégagement"."""

from __future__ import annotations

from agent import regex as re
from agent.aviation.names import fold
from agent.language.spoken import written_in

_ACCENTED = """
aéro aérodrome aérodromes aéroport aéroports aérien aérienne aériens aériennes aéroclub année années août après arrêt arrêter arrivée
arrivées arrière autorisée autorisées bébé béton château châteaux contrôlée créneau crépuscule début décembre déclaration déclarations
déclarer décollage décollages décolle décoller décollons découvrir dédouanement dédouaner dégagement degrés dégivrage déjà déjeuner délai
délais démarche démarches démontré départ départs dépose déposer dernière déroutement détresse deuxième différence différences dîner donnée
données durée éclairage éclairée école écouter écrire élevé élevée élève élèves entrée équipage équipements étape étapes état été étais
était étranger étrangers étrangère européen européenne éviter février fermée fermées forêt français française frère fréquence fréquences
frontière frontières hélico hélicoptère hôtel hôtels identité île îles immatriculée intérieur itinéraire journée
kilomètres légal légale léger légère matinée mécanicien mécano médical médicale mère météo même mêmes mètres musée musées
nationalité nécessaire nécessaires numéro numéros oxygène pâques père plutôt préavis précédent précédente préférence
préparer près préviens prévenir prévision prévisions prévoir prévu prévue privé privée première procédure procédures qualité réglage réglages
règle règles règlement réglementation répondre réserve réserver réserves revêtue sécurité séjour soirée température températures téléphone
téléphoner très troisième vélo vélos vérifie vérifier véhicule visibilité zéro
"""
_WRITTEN = {bare: word for word in _ACCENTED.split() if (bare := fold(word)) and bare != word}
_WORD = re.compile(r"(?<![\w.'’/@-])(?:[ldnsj]['’]|qu['’])?(?P<w>[a-z]{3,})(?![\w@]|\.\w)")
_AT = re.compile(
    r"(?<!\bil )(?<!\belle )(?<!\bon )(?<!\by )(?<!\bqui )(?<!['’-])\ba (?="
    r"(?:bord|pied|voir|visiter|faire|manger|quelle|partir|midi|proximité|proximite|cause|vélo|vue)\b"
    r"|\d{1,3} ?(?:kts?|n(?:œ|oe)uds?|h\d{0,2}|heures?|min(?:utes?)?|nm|km)\b)"
)
_BESIDE = re.compile(r"\b[aà] cot[eé]\b")


def with_accents(text: str) -> str:
    """`text` with the accents of French words that no other word looks like; as it is where it is not French."""
    if written_in(text) != "fr":
        return text
    text = _BESIDE.sub("à côté", _AT.sub("à ", text))
    return _WORD.sub(lambda m: m[0][: m.start("w") - m.start()] + _WRITTEN.get(m["w"], m["w"]), text)
