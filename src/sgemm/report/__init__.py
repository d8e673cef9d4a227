"""Reports: tables and plots of what was measured."""
