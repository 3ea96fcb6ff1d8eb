"""Which requests count as coming from one client."""

import ipaddress
from functools import lru_cache


@lru_cache(maxsize=4096)
def rate_limit_key(address: str) -> str:
    """What requests from an address are counted under: of IPv6 the network, for one client has billions.

    >>> [rate_limit_key(ip) for ip in ("192.0.2.7", "2001:db8:1:2:3::7", "::ffff:192.0.2.7", "?")]
    ['192.0.2.7', '2001:db8:1:2::/64', '192.0.2.7', '?']
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    return str(found.ipv4_mapped or ipaddress.ip_network((found, 64), strict=False))
