"""Knows the words with which a trip is called off: "cancel that, we're not going"."""

from __future__ import annotations

from agent import regex as re

_POLITE = r"(?:ok(?:ay)?|right|well|no|so|oh|but|damn|as|because|since|hm+|ja|schade|quatsch|tant pis|morgen|heute|demain|today|tomorrow|mehr|thanks|danke|merci|sorry|actually|please|then|now|ach|na|also|doch|bitte|leider|dann|nee?|nein|bon|alors|non|finalement|désolé|svp|hélas|we|und|and|et)"
_THE_TRIP = (
    r"(?:(?:the |this |that |our |my |le |la |ce |cette |les |mon |notre |den |die |das |diesen? |unseren? |meinen? )?(?:whole |ganzen? )?"
    r"(?:trip|flight|plan|outing|thing|voyage|vol|sortie|flug|reise|ausflug|ganze|tout))"
)
_CALLED_OFF_WORDS = re.compile(
    rf"\b(?:cancel|scrap|drop|forget|bin|call off|abandon|annule[rz]?|supprime[rz]?|oublie[rz]?|laisse[rz]? tomber|storniere|streich\w*|vergiss) (?:about )?(?:{_THE_TRIP}|it|that|ça|ca|es|das)\b|"
    rf"\b{_THE_TRIP} (?:(?:is|'s|has been|est|ist|wird|fällt|war|on) )*(?:off|cancelled|canceled|called off|annulée?|abgesagt|storniert|gestrichen|aus|flach|ins wasser|à l['’]eau|tombe à l['’]eau)\b|"
    r"\b(?:we|i)(?:['’]re| are|['’]m| am)? (?:not|no longer|never) (?:go|going|flying|leaving|doing it)(?: (?:any ?more|after all|at all|now))?\b|"
    r"\b(?:we|i) (?:won['’]t|will not|can['’]t|don['’]t|do not|cannot)(?: want to)? (?:go|fly|do it)(?: (?:any ?more|after all|at all|now))?\b|"
    r"\b(?:we|i)(?:['’]re| are|['’]m| am|['’]ll| will)? stay(?:ing)? (?:at )?home\b|"
    r"\b(?:cancelled|canceled|called off|trip off|all off|no go|it['’]s off|that['’]s off)\b|"
    r"\b(?:c['’]est|le vol est|tout est) annulée?\b|"
    r"\b(?:on|nous|je) n['’]y (?:va|vais|allons|irai|ira|irons) (?:plus|pas)\b|\b(?:on|nous|je) ne (?:part|pars|partons|vole|volons|décolle) (?:plus|pas)\b|"
    r"\b(?:on|nous|je) reste(?:ons|rons|rai)? (?:à la maison|chez (?:moi|nous)|au sol)\b|"
    r"\b(?:wir|ich) (?:fliegen?|gehen?|starten?|kommen?) (?:jetzt |dann |doch |leider |also )*(?:nicht|nimmer|gar nicht)(?: mehr)?\b|\b(?:wir|ich) bleiben? (?:doch |lieber |jetzt )*(?:daheim|zu ?hause|am boden)\b|"
    r"\b(?:wird nichts|abgesagt|abgeblasen)\b"
)


def is_called_off(low: str) -> bool:
    """ "Cancel that, we're not going", "c'est annulé, on n'y va plus": the trip in hand is not flown at all."""
    if not _CALLED_OFF_WORDS.search(low):
        return False
    rest = _CALLED_OFF_WORDS.sub(" ", low)
    return re.fullmatch(rf"(?:\W|\b{_POLITE}\b)*", rest) is not None
