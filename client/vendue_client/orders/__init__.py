"""What a player types, read as what it means now; reading does nothing."""
