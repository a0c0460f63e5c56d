"""The program's own version: here alone; the packaging reads it from this line."""

VERSION = "0.1.0"
"""What the hello tells, for people; what must fit is the protocol's version."""
