"""Outings of a club: one flight of several people, its answers, seats, tasks and costs, carried by its group."""
