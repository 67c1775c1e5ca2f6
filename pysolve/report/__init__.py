"""The one place that puts verdicts, results and errors into words."""
