"""Playing: `session` turns a line into a Reply; `prompt` and `plain` are the two ways to talk to it."""
