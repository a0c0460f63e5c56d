"""The pictures of the seventy paintings: one style an artist, drawn by arithmetic.

Nothing here opens a file or touches the terminal; a painting is drawn from its
number alone. What a picture is shown with is `picture`; the rest leads up to it.
"""
