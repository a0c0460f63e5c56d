"""The journal: what the host stores to come back as it was; never what players see."""
