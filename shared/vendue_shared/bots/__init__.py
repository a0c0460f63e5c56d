"""What bots think, from what one player sees. They never keep a clock or a secret."""
