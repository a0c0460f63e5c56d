"""Bots against bots: one game with the host's clock, and what it reached."""
