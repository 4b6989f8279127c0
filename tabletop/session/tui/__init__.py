"""The full-screen interface. Only this package imports prompt_toolkit."""
