"""Print the recipe with the hash of an sdist, as conda-forge wants it.

python -m build
python conda-recipe/fill.py dist/aucopt-0.2.0.tar.gz > recipe.yaml
"""

import hashlib
import sys
from pathlib import Path


def fill(recipe: str, sdist: Path) -> str:
    """Add the hash below the address of the sdist."""
    lines = []
    for line in recipe.splitlines():
        lines.append(line)
        if line.startswith("  url:"):
            lines.append(f"  sha256: {hashlib.sha256(sdist.read_bytes()).hexdigest()}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(
        fill((Path(__file__).parent / "recipe.yaml").read_text(encoding="utf-8"), Path(sys.argv[1])), end=""
    )
