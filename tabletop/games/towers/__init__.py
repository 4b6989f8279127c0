"""What Taktori and Taktori Fem share: towers, stacks, bridges. Not a game itself."""
