"""The report as one HTML file: charts, tables of their numbers, and a part for each kernel."""
