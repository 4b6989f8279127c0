"""Common ground of Taktori and Taktori Fem: towers, stacks, bridges. Not a game itself."""
