"""Pure rules. Nothing here knows a clock, a socket, a thread or a language."""
