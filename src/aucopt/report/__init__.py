"""Pictures of finished results."""

from aucopt.report.figures import plot_profile

__all__ = ["plot_profile"]
