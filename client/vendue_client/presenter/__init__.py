"""What a player sees, as lines of styled text: pure, and without a terminal."""
