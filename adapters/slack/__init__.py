"""Slack: mentions, direct messages, the slash command, threads, buttons and the Home page."""
