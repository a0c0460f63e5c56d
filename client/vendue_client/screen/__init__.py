"""The full screen: prompt-toolkit's layout, keys and styles, and nothing deeper."""
