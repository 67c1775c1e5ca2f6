"""Links of Penpa+, which draw a puzzle and know no rules."""
