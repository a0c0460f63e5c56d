"""The commands of `vendue`, one file each; they print and read, and know no rules."""
