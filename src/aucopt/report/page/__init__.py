"""What every page and figure is set with: the page itself, tables, figures and their colours."""
