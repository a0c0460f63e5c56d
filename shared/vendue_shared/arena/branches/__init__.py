"""Which branches of the rules a game took: counted in the arena, no part of play."""
