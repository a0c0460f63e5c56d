"""The steps that prove a finished game from its log; pure, and full of nothing else."""
