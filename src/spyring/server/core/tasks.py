"""How background tasks end."""

import asyncio
from collections.abc import Iterable
from typing import Any, Final

SECONDS: Final = 0.5  # between two tries


async def cancel(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel the tasks, and wait until they have ended.

    A library may lose a cancellation, for example while it connects to a database. A task that works in a
    loop would then go on for ever, so those that have not ended are cancelled again.
    """
    left = set(tasks)
    while left:
        for task in left:
            task.cancel()
        ended, left = await asyncio.wait(left, timeout=SECONDS)
        await asyncio.gather(*ended, return_exceptions=True)
