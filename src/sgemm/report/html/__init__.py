"""The report as one HTML file: charts that answer, tables behind them, and a page a kernel."""
