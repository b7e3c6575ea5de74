"""Who can reach a server that listens on an address; told when it starts."""

import ipaddress
import socket

ELSEWHERE = (("192.0.2.1", socket.AF_INET), ("2001:db8::1", socket.AF_INET6))  # addresses nobody has


def reach(host: str) -> str:
    """Who can reach what listens on this address, in one line; empty if it is only this machine."""
    addresses = _addresses(host)
    if addresses and all(address.is_loopback for address in addresses):
        return ""
    shown = ", ".join(str(address) for address in addresses if not address.is_unspecified) or host
    everywhere = not addresses or any(address.is_global for address in addresses)
    if any(address.is_unspecified for address in addresses):
        own = _own_addresses()
        shown = f"every address of this machine ({', '.join(map(str, own))})" if own else "every address"
        everywhere = not own or any(address.is_global for address in own)
    who = "everybody on the internet" if everywhere else "everybody in this machine's networks"
    return (
        f"reachable by {who} that no firewall keeps out, at {shown}; nothing is encrypted: "
        "put a proxy with TLS before it for strangers (docs/security.md)"
    )


def _addresses(host: str) -> list[ipaddress.IPv4Address | ipaddress.IPv6Address]:
    """The addresses a name stands for; none if nobody knows it."""
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except OSError:
        return []
    return sorted({ipaddress.ip_address(str(place[0]).partition("%")[0]) for *_, place in found}, key=str)


def _own_addresses() -> list[ipaddress.IPv4Address | ipaddress.IPv6Address]:
    """From which addresses this machine would speak to others; asks the routing table, sends nothing."""
    own = []
    for address, family in ELSEWHERE:
        with socket.socket(family, socket.SOCK_DGRAM) as line:
            try:
                line.connect((address, 9))
            except OSError:
                continue
            own.append(ipaddress.ip_address(line.getsockname()[0]))
    return own
