"""What an attacker costs a server: a huge header, unfinished requests, many requests at once.

    python benchmarks/hostile.py PORT PID

For each attack it prints how many connections stayed open, how much memory the process gained, and how long
an honest visitor waited meanwhile.
"""

import http.client
import resource
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path

MIB = 1 << 20


def connect(port: int) -> socket.socket:
    """One more connection."""
    return socket.create_connection(("127.0.0.1", port), timeout=10)


def push(wire: socket.socket, data: bytes, times: int = 1) -> int:
    """Send as much as the server accepts within 20 seconds; returns how much that was."""
    taken = 0
    until = time.monotonic() + 20
    try:
        while taken < times * len(data) and time.monotonic() < until:
            wire.sendall(data)
            taken += len(data)
    except OSError:
        pass
    return taken


def is_open(wire: socket.socket) -> bool:
    """Whether the server has kept the connection."""
    wire.setblocking(False)
    try:
        return any(iter(lambda: wire.recv(65536), b"")) and False
    except BlockingIOError:
        return True
    except OSError:
        return False


def huge_header(port: int) -> list[socket.socket]:
    """One header of 300 MiB."""
    wire = connect(port)
    push(wire, b"GET / HTTP/1.1\r\nHost: x\r\nX: ")
    print(f"    it took {push(wire, b'a' * MIB, 300) / MIB:.0f} MiB")
    return [wire]


def many_headers(port: int) -> list[socket.socket]:
    """A million small headers."""
    wire = connect(port)
    push(wire, b"GET / HTTP/1.1\r\nHost: x\r\n")
    lines = b"a: b\r\n" * 10_000
    print(f"    it took {push(wire, lines, 100) / MIB:.0f} MiB")
    return [wire]


def half_requests(port: int) -> list[socket.socket]:
    """1,500 requests that are never finished."""
    wires = []
    for _one in range(1500):
        try:
            wires.append(connect(port))
        except OSError:
            break
        push(wires[-1], b"GET / HTTP/1.1\r\nHost: x\r\nX: ")
    return wires


def one_breath(port: int) -> list[socket.socket]:
    """200,000 requests on one connection, without waiting for an answer."""
    wire = connect(port)
    push(wire, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" * 2000, 100)
    return [wire]


def honest(port: int) -> float:
    """How long an honest visitor waits, in milliseconds; nan without an answer."""
    began = time.perf_counter()
    try:
        door = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        door.request("GET", "/healthz")
        door.getresponse().read()
        door.close()
    except OSError:
        return float("nan")
    return (time.perf_counter() - began) * 1000


def memory(process: int) -> int:
    """The memory of a process, in bytes."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def measure(attack: Callable[[int], list[socket.socket]], port: int, process: int) -> None:
    """Attack once, and print the cost."""
    before = memory(process)
    print(attack.__doc__)
    wires = attack(port)
    waited = honest(port)
    grown = (memory(process) - before) / MIB
    at_once = sum(map(is_open, wires))
    time.sleep(15)
    later = sum(map(is_open, wires))
    print(f"    open: {at_once} at once, {later} after 15 s; grown by {grown:.0f} MiB")
    print(f"    an honest visitor waited {waited:.0f} ms", flush=True)
    for wire in wires:
        wire.close()
    time.sleep(1)


def main() -> None:
    """All attacks, one after another."""
    port, process = int(sys.argv[1]), int(sys.argv[2])
    for attack in (huge_header, many_headers, half_requests, one_breath):
        measure(attack, port, process)


if __name__ == "__main__":
    main()
