"""By day tests are short; ``make night`` lets them take their time."""

import os
from typing import Final

NIGHT: Final = bool(os.environ.get("SPYRING_NIGHT"))
