"""The command line. Only this folder imports click; games and commands are imported when they are called."""
