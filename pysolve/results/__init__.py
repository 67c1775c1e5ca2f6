"""What analyses found, as every face shows it: one record for each, of which the command line's JSON, the service, the
Python API and docs/results.md are projections.
"""
