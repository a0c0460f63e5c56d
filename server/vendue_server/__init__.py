"""The trio host: listener, sessions, lobby, tables. It never draws."""
