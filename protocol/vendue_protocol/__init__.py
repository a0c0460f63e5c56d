"""Bytes to messages and back, proofs, limits, text. It never does I/O."""
