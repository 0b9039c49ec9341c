"""Data sets to try things on: the toy set, the paper's 50, and their t-SNE projections."""

from aucopt.datasets.load import Dataset, find_dataset, load_dataset
from aucopt.datasets.projections import find_projection, load_projection, project
from aucopt.datasets.registry import REGISTRY, DatasetInfo, get_info
from aucopt.datasets.toy import load_toy

__all__ = [
    "load_toy",
    "load_dataset",
    "load_projection",
    "project",
    "find_dataset",
    "find_projection",
    "REGISTRY",
    "get_info",
    "Dataset",
    "DatasetInfo",
]
