"""Pictures of finished results."""

from aucopt.report.profile import plot_profile

__all__ = ["plot_profile"]
