"""The reports that have a deadline, by the concept that names each."""

REPORTS = {
    "gar": "GAR",
    "gendec": "gendec",
    "flight_plan": "flight_plan",
    "police": "police",
    "customs": "customs",
}
