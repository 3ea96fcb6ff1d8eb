"""A fair queue: many people share a few workers.

The next turn goes to the address that has used the least, and within it to the person who has used the least.
So many tables, bots or guests of one person keep nobody else waiting: a newcomer waits for the running work,
and for one job of each other address. Bots and uploaded campaign files use it.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Share:
    """The seconds of work that one client has used, and its waiting members. Idle time is not saved up: a
    newcomer starts level with the last one served.
    """

    def __init__(self, used: float) -> None:
        self.used = used
        self.served = 0.0  # the level of its own members
        self.people: dict[str, Share] = {}
        self.waiting: deque[tuple[float, asyncio.Future[None]]] = deque()

    @property
    def idle(self) -> bool:
        """Whether no member waits."""
        return not self.waiting and all(share.idle for share in self.people.values())

    def count(self) -> int:
        """How many members wait."""
        return len(self.waiting) + sum(share.count() for share in self.people.values())

    def of(self, name: str) -> "Share":
        """The share of one member."""
        share = self.people.get(name)
        if share is None:
            share = self.people[name] = Share(self.served)
        elif share.idle:
            share.used = max(share.used, self.served)
        return share

    def next(self) -> "Share":
        """The member whose turn it is."""
        turn = min((share for share in self.people.values() if not share.idle), key=lambda share: share.used)
        self.served = turn.used
        for other in [other for other, share in self.people.items() if share.idle]:
            if self.people[other].used <= self.served:
                del self.people[other]  # it is the same as a newcomer
        return turn


class FairQueue:
    """A number of places, given in a fair order.

    >>> async def order() -> list[str]:
    ...     turns, thought = FairQueue(1), []
    ...
    ...     async def think(address: str, person: str, name: str) -> None:
    ...         async with turns.turn(address, person, 1.0):
    ...             await asyncio.sleep(0)
    ...             thought.append(name)
    ...
    ...     greedy = [think("inn", f"guest {n % 3}", f"inn {n}") for n in range(4)]
    ...     await asyncio.gather(*greedy, think("home", "Ann", "home"))
    ...     return thought
    >>> asyncio.run(order())
    ['inn 0', 'home', 'inn 1', 'inn 2', 'inn 3']
    """

    def __init__(self, places: int) -> None:
        self._free = places
        self._all = Share(0.0)

    def waiting(self) -> int:
        """How many have no place yet."""
        return self._all.count()

    @asynccontextmanager
    async def turn(self, address: str, person: str, cost: float) -> AsyncIterator[None]:
        """A place to work in, for about ``cost`` seconds."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._all.of(address).of(person).waiting.append((cost, turn))
        self._give()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it was given at the same moment
                self._back()
            raise
        try:
            yield
        finally:
            self._back()

    def _back(self) -> None:
        self._free += 1
        self._give()

    def _give(self) -> None:
        while self._free and not self._all.idle:
            client = self._all.next()
            person = client.next()
            cost, turn = person.waiting.popleft()
            if not turn.done():  # the waiting client may have gone
                client.used += cost
                person.used += cost
                self._free -= 1
                turn.set_result(None)
