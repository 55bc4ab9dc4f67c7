"""What the channel itself says: about groups, pictures and voice, and where to tap."""

from __future__ import annotations

NEAR_ME = "Airports near me"
ON_THE_MAP = "On the map"
WHERE_TO_ASK = "Ask, or share where you are"
SHARE_PLACE = "Share your position for the airfields around you."
OLD_BUTTON = "That button is too old. Ask again."
ASK_IN_PRIVATE = "Ask me in private"
ADD_ME = "Add me to your club's group"

CANNOT_READ = "I read text and shared positions, not pictures, voice or files. Write your question, like these."


def in_this_group(username: str, *, reads_all: bool) -> str:
    """What a group should know, Markdown."""
    lines = [
        "I answer pilots' questions here when asked:",
        "- /fly and your question, for example `/fly How far is EGTF from LFMD`",
        "- a reply to one of my messages, or a tap on a button",
    ]
    if username:
        lines.append(f"- in any chat: `@{username} EGTF LFMD`")
    if reads_all:
        lines.append("\nI keep out of everything else.")
    else:
        lines.append("\nTelegram shows me nothing else of what is written here.")
    return "\n".join([*lines, "", "Not for operational use: check AIP, NOTAM and weather."])
