"""From a puzzle to its answer sets: facts, rules, the one place that grounds, searches and strategies."""
