"""The best panel: which k of p columns, with a bound over all panels."""
