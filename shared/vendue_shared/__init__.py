"""The game: money, paintings, rules, records and bots. It never does I/O."""
