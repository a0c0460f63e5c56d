"""Everything in words: what happened, how things stand, why not. No screen here."""
