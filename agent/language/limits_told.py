"""Reads the limit of wind across that is told beside a wind: "ma limite c'est 15", "my max 15/20", "limited to 12"."""

from __future__ import annotations

from agent import regex as re

_FILLS = (
    r"(?:['’]s\b|(?:is|are|of|at|to|around|about|now|set|currently|still|the|for|only|ist|sind|bei|von|auf|liegt|liegen|beträgt|wäre|steht|"
    r"c['’]est|est|sont|de|à|a|du|le|la|max|kt|ja|mit|nur|halt|"
    r"cross ?winds?|x-?winds?|across|component|travers|seitenwind|querwind|perso\w*|personal|club|school)\b|[\s:=,(])*"
)
_KT = r"(?:\s?(?:kts?|kn|knots?|knoten|n(?:œ|oe)uds?)\b)?"
_FIGURE = r"(?P<n>[1-9]|[1-4]\d)"
_GUST = (
    rf"(?:{_KT}\s*(?:/|,?\s*(?:and |und |et |or |with |mit |avec )?(?:g|gust\w*|in gusts|(?:in )?b[öo]en|(?:en )?rafales?)"
    r"(?: (?:to|of|up to|bis|à|a|de))?)\s?(?P<g>[1-9]|[1-5]\d))?"
)
_END = r"(?![\d:.°]\d|\d|\s?(?:°|nm|km|ft|feet|min|m\b|h\b|z\b|uhr|l\b|g?\d|hpa|am\b|pm\b))"
_LIMIT = (
    r"(?:(?:cross ?wind |x-?wind |own |club |student |solo |personal )?limit(?:e|s|es|en|ation)?|grenz(?:e|en|wert)|"
    r"max(?:i|imum|imal)?|limited|restricted|capped|begrenzt|beschränkt|limitée?s?|plafonnée?|"
    r"demonstrated(?: cross ?wind)?(?: component)?(?: (?:of|for|on|in) (?:our|my|the|a) [\w-]+)?|"
    r"(?:cross ?wind )?demonstrated|demonstrier\w+|nachgewiesen\w*|démontrée?s?|(?:poh|handbook|book|manual|handbuch) (?:says|gives|sagt|dit))"
)
_NAMED = re.compile(rf"\b{_LIMIT}\b{_FILLS}(?<![\d/]){_FIGURE}{_GUST}{_KT}{_END}")
_BEHIND = re.compile(
    rf"(?<![\w./:-]){_FIGURE}{_GUST}{_KT}\s*(?:is |are |ist |c['’]est |est )?(?:(?:my|our|the|mein\w*|ma|mon|notre|club)\s)?"
    r"(?:cross ?wind )?(?:max\b|maxi\b|maximum|limit\b|limite\b|grenze|höchstens|at most|tops\b|au (?:max|plus)|"
    r"(?:(?:max\w*|cross ?wind|travers|seitenwind|querwind|de) )*(?:demonstrated|demonstrier\w+|nachgewiesen\w*|démontrée?s?)\b)"
)
_AGAINST = re.compile(
    rf"\b(?:beyond|above|over|under|below|within|inside|more than|less than|exceed\w*|outside|higher than|"
    rf"über|unter|mehr als|weniger als|höher als|au[- ]dessus de|en dessous de|plus de|moins de|dépass\w*(?: (?:pas|jamais))?|sous)\s+"
    rf"(?:(?:my|our|the|a|his|her|mein\w*|unser\w*|den|die|ma|mon|mes|notre|les|des|limit of|limite de)\s+)*"
    rf"(?:[\w]+['’]s?\s+)?(?:(?:max\w*|limit\w*|grenze|club|own)\s+)*(?:of |von |de )?{_FIGURE}{_GUST}{_KT}{_END}"
)


def limit_told(low: str, *, across: bool = True) -> tuple[int, int, int, int | None] | None:
    """Start, end, the knots across and those in gusts; None where no limit is told with a figure.

    `across`: the wind across, or one that is told, is spoken of: else "more than 20 knots" is of the wind itself.
    """
    for pattern in (_NAMED, _AGAINST, _BEHIND) if across else (_NAMED, _BEHIND):
        for match in pattern.finditer(low):
            mean, gust = int(match["n"]), int(match["g"]) if match["g"] else None
            if gust is None or mean <= gust:
                return *match.span(), mean, gust
    return None
