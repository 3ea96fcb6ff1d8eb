"""How other devices on the local network find a server: its addresses, and a code to scan."""

import ipaddress
import socket
from io import StringIO

import segno
from rich.console import Console
from rich.text import Text

SOMEWHERE = "192.0.2.1"  # reserved for examples; nothing is sent, it only selects the outgoing network


def own_addresses() -> list[str]:
    """The addresses of this machine for other devices, the likeliest first."""
    found: dict[str, None] = {}
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((SOMEWHERE, 9))
            found[probe.getsockname()[0]] = None
        except OSError:
            pass
    try:
        found |= {
            str(entry[4][0]): None for entry in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
        }
    except OSError:
        pass
    return [address for address in found if is_for_others(address)]


def is_for_others(address: str) -> bool:
    """Whether other devices can use an address.

    >>> is_for_others("192.168.1.23"), is_for_others("127.0.1.1"), is_for_others("0.0.0.0")
    (True, False, False)
    """
    number = ipaddress.ip_address(address)
    return not (number.is_loopback or number.is_unspecified or number.is_link_local)


def own_names() -> list[str]:
    """The names of this machine on the local network."""
    name = socket.gethostname().lower()
    return [name, f"{name.partition('.')[0]}.local"]


def show_nearby(console: Console, url: str) -> None:
    """Print the address for other devices, and its code on a terminal."""
    console.print(f"On other devices: [bold]{url}[/]")
    if console.is_terminal:
        code = StringIO()
        segno.make(url, error="l").terminal(code, border=2, compact=True)
        console.print(Text(code.getvalue().rstrip("\n"), style="bright_white on black"))
