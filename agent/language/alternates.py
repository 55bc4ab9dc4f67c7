"""The words for where one goes when the field itself is shut: alternates, diversions, and diverting."""

AN_ALTERNATE = (
    r"\b(?:alternates?(?: (?:fields?|airfields?|airports?))?|diversions?|diversion (?:fields?|airfields?|airports?)|bolt[- ]?holes?|"
    r"(?:where|which (?:fields?|airfields?|airports?)|what) (?:can|could|would|should|might|do|shall) (?:i|we|you) divert(?: to)?|divert to where|"
    r"(?:what|what['’]s|what is|anything|anywhere|something|somewhere|which field)\b[^.;,?!]{0,30}\bto divert to|"
    r"(?:was|etwas|wohin|plätze?)\b[^.;,?!]{0,24}\bzum ausweichen|(?:où|terrains?|quelque part)\b[^.;,?!]{0,24}\b(?:pour )?(?:se |me |nous )d[ée]router|"
    r"where else (?:can|could|would|should|might) (?:i|we) (?:go|land|put down)|anywhere else to land|somewhere else to land|"
    r"ausweich(?:pl[aä]tze?n?|flugpl[aä]tze?n?|flugh[aä]fen|platz)|wo(?:hin)? (?:kann|könnt|könnte|könnten|können|soll|sollte|würde) (?:ich|wir|man) (?:hin |da |dort )?ausweichen|"
    r"(?:terrains?|aérodromes?) de (?:dégagement|déroutement|repli)|dégagements?|déroutements?|"
    r"où (?:puis-je|peut-on|pourrait-on|pourrais-je|on peut|on pourrait|je peux|je pourrais) (?:me |se |nous )?(?:dérouter|dégager))\b"
)
"""As a pattern, without regard to case."""
