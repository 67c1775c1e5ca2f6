"""Links of puzz.link and game IDs of Simon Tatham's collection: the genres of a type, section by section."""
