// The page's own words in the language of the browser; those in an answer in the answer's.

const FRENCH = {
  "What notice does LFAT need on Saturday from the UK?": "Quel préavis faut-il à LFAT samedi en venant du Royaume-Uni ?",
  "VFR rules in Germany": "Règles VFR en Allemagne",
  "How long to fly from EGTF to LFMD": "Combien de temps de EGTF à LFMD",
  "Skip to the question": "Aller à la question",
  "Conversations": "Conversations",
  "New conversation": "Nouvelle conversation",
  "Where are you flying?": "Où volez-vous ?",
  "I plan with you: distances and stops, what an airfield asks of you, the rules of each country, the hours on the ground.": "Je prépare avec vous : distances et escales, ce qu'un terrain vous demande, les règles de chaque pays, les heures au sol.",
  "How long does it take?": "Combien de temps ?",
  "EGTF to LFMD": "EGTF à LFMD",
  "What is around?": "Qu'y a-t-il autour ?",
  "Airports near Annecy": "Aérodromes près d'Annecy",
  "What are the rules?": "Quelles sont les règles ?",
  "VFR in Germany": "Le VFR en Allemagne",
  "Whom do I tell, and by when?": "Qui prévenir, et quand ?",
  "LFAT on Saturday from the UK": "LFAT samedi depuis le Royaume-Uni",
  "An answer looks like this": "Voici une réponse",
  "Conversation": "Conversation",
  "Latest answer": "Dernière réponse",
  "Airports near me": "Aérodromes près de moi",
  "Speak the question": "Dicter la question",
  "Your question": "Votre question",
  "Ask": "Demander",
  "A route or a field…": "Route ou terrain…",
  "Send": "Envoyer",
  "Not for operational use: check AIP, NOTAM and weather.": "Pas pour l'usage opérationnel : vérifiez AIP, NOTAM et météo.",
  "Map, enlarged": "Carte agrandie",
  "Close the map": "Fermer la carte",
  "Close": "Fermer",
  "Nothing was asked on this device yet.": "Rien n'a encore été demandé sur cet appareil.",
  "This list is kept in this browser alone. “/forget” deletes a conversation itself.": "Cette liste n'est gardée que dans ce navigateur. « /forget » efface la conversation elle-même.",
  "Access token": "Jeton d'accès",
  "Token": "Jeton",
  "Cancel": "Annuler",
  "Use it": "L'utiliser",
  "Table": "Tableau",
  "Comparison": "Comparaison",
  "not known": "inconnu",
  "Show all": "Tout afficher",
  "{count} more": "{count} de plus",
  "Charts: {count}": "Graphiques : {count}",
  "Sources: {count} documents": "Sources : {count} documents",
  "Save {name}": "Enregistrer {name}",
  "Enlarge the map. {alt}": "Agrandir la carte. {alt}",
  "The picture is not kept any more. {alt}": "L'image n'est plus gardée. {alt}",
  "Copy {text}": "Copier {text}",
  "{name}:": "{name}\u00a0:",
  "Copied": "Copié",
  "Not copied: select it by hand": "Pas copié : sélectionnez à la main",
  "Next questions": "Questions suivantes",
  "On it…": "J'y travaille…",
  "Stop": "Arrêter",
  "Answer to: {text}": "Réponse à : {text}",
  "Answer": "Réponse",
  "Still working.": "Le travail continue.",
  "Still working…": "Le travail continue…",
  "Copy": "Copier",
  "Share": "Partager",
  "Print": "Imprimer",
  "FlyFun has just started and reads its data first.": "FlyFun vient de démarrer et lit d'abord ses données.",
  "Asked {when}": "Demandé le {when}",
  "Send again": "Renvoyer",
  "How": "Comment",
  "Answered in {took}.": "Répondu en {took}.",
  "E-mail": "E-mail",
  "This FlyFun asks for a token. Its operator has it.": "Ce FlyFun demande un jeton. Son exploitant l'a.",
  "Stopped. If the answer is made meanwhile, it is kept.": "Arrêté. Si la réponse est faite entre-temps, elle est gardée.",
  "Show the answer": "Montrer la réponse",
  "{problem} Your question is kept here: send it again when FlyFun is back.": "{problem} Votre question est gardée ici : renvoyez-la quand FlyFun est de retour.",
  "{problem} Trying again…": "{problem} Nouvel essai…",
  "Stopped.": "Arrêté.",
  "The answer is not there yet.": "La réponse n'est pas encore là.",
  "This question was not answered. Ask it again.": "Cette question est restée sans réponse. Reposez-la.",
  "A new conversation.": "Une nouvelle conversation.",
  "An earlier conversation.": "Une conversation précédente.",
  "Take “{title}” off this list": "Retirer « {title} » de cette liste",
  "Remove": "Retirer",
  "The link is deleted.": "Le lien est effacé.",
  "Link copied, open for 30 days": "Lien copié, ouvert 30 jours",
  "Delete the link": "Effacer le lien",
  "The link is copied. Whoever has it sees this answer for thirty days.": "Le lien est copié. Qui l'a voit cette réponse pendant trente jours.",
  "That token was not accepted. {locked}": "Ce jeton n'a pas été accepté. {locked}",
  "This browser does not share its location. Type a place instead.": "Ce navigateur ne partage pas sa position. Tapez un lieu.",
  "The location was not shared. Type a place instead.": "La position n'a pas été partagée. Tapez un lieu.",
  "The location is not known now. Type a place instead.": "La position n'est pas connue maintenant. Tapez un lieu.",
  "Nothing was heard. Type the question instead.": "Rien n'a été entendu. Tapez la question.",
  "FlyFun does not answer.": "FlyFun ne répond pas.",
  "The connection broke.": "La connexion s'est coupée.",
  "The server answered {status}. Try again in a minute.": "Le serveur a répondu {status}. Réessayez dans une minute.",
  "This device is offline.": "Cet appareil est hors ligne.",
  "Closer": "Rapprocher",
  "Farther": "Éloigner",
  "Details": "Détails",
  "Enlarge the map": "Agrandir la carte",
  "© {credit} · not for navigation": "© {credit} · pas pour la navigation",
  "{alt} Arrow keys move the map, plus and minus change its scale.": "{alt} Les flèches déplacent la carte, plus et moins changent son échelle.",
};

const GERMAN = {
  "What notice does LFAT need on Saturday from the UK?": "Welche Voranmeldung braucht LFAT am Samstag aus Großbritannien?",
  "VFR rules in Germany": "VFR-Regeln in Deutschland",
  "How long to fly from EGTF to LFMD": "Wie lange fliege ich von EGTF nach LFMD",
  "Skip to the question": "Zur Frage springen",
  "Conversations": "Gespräche",
  "New conversation": "Neues Gespräch",
  "Where are you flying?": "Wohin fliegen Sie?",
  "I plan with you: distances and stops, what an airfield asks of you, the rules of each country, the hours on the ground.": "Ich plane mit Ihnen: Entfernungen und Zwischenstopps, was ein Flugplatz verlangt, die Regeln jedes Landes, die Stunden am Boden.",
  "How long does it take?": "Wie lange dauert es?",
  "EGTF to LFMD": "EGTF nach LFMD",
  "What is around?": "Was liegt in der Nähe?",
  "Airports near Annecy": "Flugplätze bei Annecy",
  "What are the rules?": "Welche Regeln gelten?",
  "VFR in Germany": "VFR in Deutschland",
  "Whom do I tell, and by when?": "Wem sage ich bis wann Bescheid?",
  "LFAT on Saturday from the UK": "LFAT am Samstag aus Großbritannien",
  "An answer looks like this": "So sieht eine Antwort aus",
  "Conversation": "Gespräch",
  "Latest answer": "Letzte Antwort",
  "Airports near me": "Flugplätze in meiner Nähe",
  "Speak the question": "Frage sprechen",
  "Your question": "Ihre Frage",
  "Ask": "Fragen",
  "A route or a field…": "Strecke oder Platz …",
  "Send": "Senden",
  "Not for operational use: check AIP, NOTAM and weather.": "Nicht für den operativen Gebrauch: AIP, NOTAM und Wetter prüfen.",
  "Map, enlarged": "Karte, vergrößert",
  "Close the map": "Karte schließen",
  "Close": "Schließen",
  "Nothing was asked on this device yet.": "Auf diesem Gerät wurde noch nichts gefragt.",
  "This list is kept in this browser alone. “/forget” deletes a conversation itself.": "Diese Liste liegt nur in diesem Browser. „/forget“ löscht das Gespräch selbst.",
  "Access token": "Zugangsschlüssel",
  "Token": "Schlüssel",
  "Cancel": "Abbrechen",
  "Use it": "Verwenden",
  "Table": "Tabelle",
  "Comparison": "Vergleich",
  "not known": "nicht bekannt",
  "Show all": "Alles zeigen",
  "{count} more": "{count} weitere",
  "Charts: {count}": "Diagramme: {count}",
  "Sources: {count} documents": "Quellen: {count} Dokumente",
  "Save {name}": "{name} speichern",
  "Enlarge the map. {alt}": "Karte vergrößern. {alt}",
  "The picture is not kept any more. {alt}": "Das Bild ist nicht mehr da. {alt}",
  "Copy {text}": "{text} kopieren",
  "{name}:": "{name}:",
  "Copied": "Kopiert",
  "Not copied: select it by hand": "Nicht kopiert: von Hand markieren",
  "Next questions": "Nächste Fragen",
  "On it…": "Einen Moment …",
  "Stop": "Anhalten",
  "Answer to: {text}": "Antwort auf: {text}",
  "Answer": "Antwort",
  "Still working.": "Es wird noch gearbeitet.",
  "Still working…": "Es wird noch gearbeitet …",
  "Copy": "Kopieren",
  "Share": "Teilen",
  "Print": "Drucken",
  "FlyFun has just started and reads its data first.": "FlyFun ist gerade gestartet und liest zuerst seine Daten.",
  "Asked {when}": "Gefragt am {when}",
  "Send again": "Noch einmal senden",
  "How": "Wie",
  "Answered in {took}.": "Beantwortet in {took}.",
  "E-mail": "E-Mail",
  "This FlyFun asks for a token. Its operator has it.": "Dieses FlyFun verlangt einen Schlüssel. Sein Betreiber hat ihn.",
  "Stopped. If the answer is made meanwhile, it is kept.": "Angehalten. Wird die Antwort noch fertig, bleibt sie erhalten.",
  "Show the answer": "Antwort zeigen",
  "{problem} Your question is kept here: send it again when FlyFun is back.": "{problem} Ihre Frage bleibt hier: Senden Sie sie noch einmal, wenn FlyFun wieder da ist.",
  "{problem} Trying again…": "{problem} Neuer Versuch …",
  "Stopped.": "Angehalten.",
  "The answer is not there yet.": "Die Antwort ist noch nicht da.",
  "This question was not answered. Ask it again.": "Diese Frage blieb ohne Antwort. Stellen Sie sie noch einmal.",
  "A new conversation.": "Ein neues Gespräch.",
  "An earlier conversation.": "Ein früheres Gespräch.",
  "Take “{title}” off this list": "„{title}“ von der Liste nehmen",
  "Remove": "Entfernen",
  "The link is deleted.": "Der Link ist gelöscht.",
  "Link copied, open for 30 days": "Link kopiert, 30 Tage offen",
  "Delete the link": "Link löschen",
  "The link is copied. Whoever has it sees this answer for thirty days.": "Der Link ist kopiert. Wer ihn hat, sieht diese Antwort dreißig Tage lang.",
  "That token was not accepted. {locked}": "Dieser Schlüssel wurde nicht angenommen. {locked}",
  "This browser does not share its location. Type a place instead.": "Dieser Browser teilt seinen Standort nicht. Geben Sie einen Ort ein.",
  "The location was not shared. Type a place instead.": "Der Standort wurde nicht geteilt. Geben Sie einen Ort ein.",
  "The location is not known now. Type a place instead.": "Der Standort ist gerade nicht bekannt. Geben Sie einen Ort ein.",
  "Nothing was heard. Type the question instead.": "Nichts gehört. Geben Sie die Frage ein.",
  "FlyFun does not answer.": "FlyFun antwortet nicht.",
  "The connection broke.": "Die Verbindung ist abgebrochen.",
  "The server answered {status}. Try again in a minute.": "Der Server antwortete {status}. Versuchen Sie es in einer Minute wieder.",
  "This device is offline.": "Dieses Gerät ist offline.",
  "Closer": "Näher",
  "Farther": "Weiter weg",
  "Details": "Details",
  "Enlarge the map": "Karte vergrößern",
  "© {credit} · not for navigation": "© {credit} · nicht zur Navigation",
  "{alt} Arrow keys move the map, plus and minus change its scale.": "{alt} Pfeiltasten verschieben die Karte, Plus und Minus ändern ihren Maßstab.",
};

export const LANGUAGE = (navigator.language ?? "en").slice(0, 2).toLowerCase();
const WORDS = { fr: FRENCH, de: GERMAN };
const OWN = WORDS[LANGUAGE];

let spoken = LANGUAGE; // while an answer is drawn, the answer's

/** Draw what is in this language. */
export function speaking(language, draw) {
  const before = spoken;
  spoken = language || before;
  try {
    return draw();
  } finally {
    spoken = before;
  }
}

/** The language of the answer that an element of the page is in; the browser's outside of all. */
export function around(place) {
  return place.closest("article[lang]")?.lang ?? LANGUAGE;
}

/** The words in a language, their braces filled; English where it has none. */
export function said(words, values = {}, language = spoken) {
  return (WORDS[language]?.[words] ?? words).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** The language that dates are written in: of English, Europe's. */
export const dated = () => (WORDS[spoken] ? spoken : "en-GB");

let countries; // by their English names, their codes

/** A country's name in a language; as it is in English, or where the browser knows no other. */
export function country(name, language) {
  if (!WORDS[language] || !Intl.DisplayNames) return name;
  const [english, own] = ["en", language].map((one) => new Intl.DisplayNames(one, { type: "region" }));
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  countries ??= new Map(letters.flatMap((first) => letters.map((next) => [english.of(first + next), first + next])));
  const code = countries.get(name);
  return code ? own.of(code) : name;
}

/** The words that stand in the page from the beginning: its texts, and what is said of its buttons. */
export function translated(root) {
  if (!OWN) return;
  document.documentElement.lang = LANGUAGE;
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const words = texts.currentNode.data.trim();
    if (OWN[words]) texts.currentNode.data = texts.currentNode.data.replace(words, OWN[words].replace(/ (?=[?!:;»])/g, "\u00a0"));
  }
  for (const name of ["aria-label", "title", "placeholder", "data-ask"]) {
    for (const one of root.querySelectorAll(`[${name}]`)) one.setAttribute(name, said(one.getAttribute(name)));
  }
}
