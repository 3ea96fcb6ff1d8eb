"""Tables: who sits there, how a game goes on, what each reader sees of it."""
