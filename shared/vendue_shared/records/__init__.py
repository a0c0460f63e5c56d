"""The record of a game, `vendue/1`: written, read strictly, refereed."""
