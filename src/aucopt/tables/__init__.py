"""Tables out of files, and the rows of an analysis out of tables: for the command and for the app."""
