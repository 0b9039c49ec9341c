"""`python -m aucopt`: the command line without an installed script."""

import sys

from aucopt.cli import main

sys.exit(main())
