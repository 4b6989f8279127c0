"""The command line. Only this folder imports click; games and verbs are imported when they are called."""
