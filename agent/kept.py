"""How long what is said to FlyFun is kept: told by the agent, held by the bot."""

CHAT_DAYS = 90
"""A conversation, after its last word."""
PERSON_DAYS = 400
"""What a person set, after it was last used."""
