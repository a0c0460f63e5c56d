"""The table line by line: for pipes, simple terminals and screen readers."""
