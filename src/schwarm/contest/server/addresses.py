"""Where a connection comes from, as far as limits go."""

from __future__ import annotations

import ipaddress
from functools import lru_cache


@lru_cache(4096)
def network(host: str) -> str:
    """The address limits count by: whoever has one address of IPv6 has 2**64, so their network counts.

    >>> network("::ffff:192.0.2.1"), network("2001:db8::1"), network("a program")
    ('192.0.2.1', '2001:db8::/64', 'a program')
    """
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        if not address.is_loopback:
            return str(ipaddress.IPv6Network((int(address) >> 64 << 64, 64)))
    return str(address)


def is_local(host: str) -> bool:
    """Is it this very machine, whose programs all share the address? A Unix socket has no address."""
    try:
        return ipaddress.ip_address(network(host)).is_loopback
    except ValueError:
        return not host
