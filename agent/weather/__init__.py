"""Weather as pilots read it: reports decoded, forecasts folded to an hour, winds and light reckoned."""
