"""Measurements: each figure of Vendue beside what it could be at best.

Run with `python -m bench` from the checkout. The bench may import every room and
is imported by none; nothing here is needed to play.
"""
