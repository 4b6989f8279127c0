"""Playing: `session` turns a line into a Reply; `console` and `tui` are its two front ends."""
