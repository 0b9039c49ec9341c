"""`aucopt` and `python -m aucopt`: the command line, quiet also if it is interrupted while it starts."""

import signal
import sys
import threading
from typing import Any


def main() -> int:
    """Run the command line and return its exit code."""
    pressed = threading.Event()

    def press(number: int, frame: Any) -> None:
        pressed.set()
        signal.default_int_handler(number, frame)

    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, press)
    try:
        from aucopt.cli import main as run

        return run()
    except KeyboardInterrupt:
        pass
    except Exception:
        # An import that is interrupted may fail by any error.
        if not pressed.is_set():
            raise
    print("Interrupted.", file=sys.stderr)
    return 130


if __name__ == "__main__":
    sys.exit(main())
