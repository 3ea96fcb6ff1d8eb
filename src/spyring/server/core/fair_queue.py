"""A fair queue: work that many people ask for shares a few places.

First among addresses, then among the people behind one address, the turn goes to whoever has used the least.
So nobody is kept waiting by how many tables, bots or guests another one makes: whoever comes anew waits for
what is being done, and for one piece of work of each other address. Bots think by it, and files of campaigns
are read by it.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Share:
    """What somebody has used, in seconds of work, and who of theirs waits. Idle time is not saved up:
    who comes anew begins where those stand who were served last.
    """

    def __init__(self, used: float) -> None:
        self.used = used
        self.served = 0.0  # where its own people stand
        self.people: dict[str, Share] = {}
        self.waiting: deque[tuple[float, asyncio.Future[None]]] = deque()

    @property
    def idle(self) -> bool:
        """Whether nobody of theirs waits."""
        return not self.waiting and all(share.idle for share in self.people.values())

    def count(self) -> int:
        """How many of theirs wait."""
        return len(self.waiting) + sum(share.count() for share in self.people.values())

    def of(self, name: str) -> "Share":
        """The share of one of theirs."""
        share = self.people.get(name)
        if share is None:
            share = self.people[name] = Share(self.served)
        elif share.idle:
            share.used = max(share.used, self.served)
        return share

    def next(self) -> "Share":
        """Whose turn it is among theirs."""
        name = min((name for name, share in self.people.items() if not share.idle), key=self._used)
        self.served = self.people[name].used
        for other in [other for other, share in self.people.items() if share.idle]:
            if self.people[other].used <= self.served:
                del self.people[other]  # as good as one who comes anew
        return self.people[name]

    def _used(self, name: str) -> float:
        return self.people[name].used


class FairQueue:
    """So many places, given in a fair order.

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
            if turn.done() and not turn.cancelled():  # it was given in the same moment
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
            if not turn.done():  # whoever waited may have gone
                client.used += cost
                person.used += cost
                self._free -= 1
                turn.set_result(None)
