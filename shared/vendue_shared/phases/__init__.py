"""The phases of a game: who is asked, what is legal, what an event does."""
