"""The reports that have a deadline, by the concept that names each."""

REPORTS = {
    "gar": "GAR",
    "gendec": "gendec",
    "flight_plan": "flight_plan",
    "police": "police",
    "customs": "customs",
}
PAPERS = frozenset(("gar", "gendec", "flight_plan", "notice", "police"))
"""What one sends or asks for: "it" and "one" stand for the last of them that a question was about."""
