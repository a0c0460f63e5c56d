"""The terminal: connect, follow, draw, turn keys into moves. No rules here."""
