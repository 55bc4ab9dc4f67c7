"""Where each state's own briefing of weather and NOTAM is."""

from __future__ import annotations

# Name and address, as public projects link them, read 2026-11-22; not called by FlyFun.
OFFICIAL: dict[str, tuple[str, str]] = {
    "GB": ("NATS AIS", "https://nats-uk.ead-it.com"),
    "FR": ("SOFIA-Briefing", "https://sofia-briefing.aviation-civile.gouv.fr"),
    "DE": ("DFS AIS", "https://secais.dfs.de"),
    "CH": ("skybriefing", "https://www.skybriefing.com"),
    "AT": ("Austro Control homebriefing", "https://www.homebriefing.com"),
    "NO": ("Avinor IPPC", "https://ippc.no"),
    "ES": ("ENAIRE ICARO", "https://notampib.enaire.es/icaro"),
    "US": ("FAA NOTAM Search", "https://notams.aim.faa.gov/notamSearch"),
}
EAD = ("EAD Basic", "https://www.ead.eurocontrol.int")
"""Where none is listed: of all European states."""
