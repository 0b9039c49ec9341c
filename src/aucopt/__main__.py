"""`aucopt` and `python -m aucopt`: the command line, quiet also if it is interrupted while it starts."""

import sys


def main() -> int:
    """Run the command line and return its exit code."""
    try:
        from aucopt.cli import main as run

        return run()
    except KeyboardInterrupt:
        print("Interrupted.", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
