"""What the channel itself says: about groups, pictures and voice, and where to tap."""

from __future__ import annotations

from tongue import later, say

NEAR_ME = later("Airports near me")
ON_THE_MAP = later("On the map")
WHERE_TO_ASK = later("Ask, or share where you are")
SHARE_PLACE = later("Share your position for the airfields around you.")
OLD_BUTTON = later("That button is too old. Ask again.")
ASK_IN_PRIVATE = later("Ask me in private")
ADD_ME = later("Add me to your club's group")

OWN_MESSAGE = later(
    "That is a message of mine, forwarded: a fly-out's card counts in its own group alone. To ask about an answer,"
    " reply to it where it stands."
)
CANNOT_READ = later(
    "I read text and shared positions, not pictures, voice or files. Write your question, like these."
)


def in_this_group(username: str, *, reads_all: bool) -> str:
    """What a group should know, Markdown."""
    lines = [
        say("I answer pilots' questions here when asked:"),
        say("- /fly and your question, for example `/fly How far is EGTF from LFMD`"),
        say("- a reply to one of my messages, or a tap on a button"),
    ]
    if username:
        lines.append(say("- in any chat: `@{name} EGTF LFMD`", name=username))
    if reads_all:
        lines += ["", say("I keep out of everything else.")]
    else:
        lines += ["", say("Telegram shows me nothing else of what is written here.")]
    return "\n".join([*lines, "", say("Not for operational use: check AIP, NOTAM and weather.")])
