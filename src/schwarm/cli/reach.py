"""Who can reach a server that listens on an address, and at which; told when it starts."""

import ipaddress
import json
import socket
import subprocess

from schwarm.programs.tools import ToolMissing, tool

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
INNER = ("docker", "br-", "veth", "virbr", "cni", "flannel", "lo")  # devices that lead to this machine alone
ELSEWHERE = (("192.0.2.1", socket.AF_INET), ("2001:db8::1", socket.AF_INET6))  # addresses nobody has


def reach(host: str) -> str:
    """Who can reach what listens on this address, in one line; empty if it is only this machine."""
    addresses = _addresses(host)
    if addresses and all(address.is_loopback for address in addresses):
        return ""
    shown = ", ".join(str(address) for address in addresses if not address.is_unspecified) or host
    everywhere = not addresses or any(address.is_global for address in addresses)
    if any(address.is_unspecified for address in addresses):
        own = own_addresses()
        shown = f"every address of this machine ({', '.join(map(str, own))})" if own else "every address"
        everywhere = not own or any(address.is_global for address in own)
    who = "everybody on the internet" if everywhere else "everybody in this machine's networks"
    return (
        f"reachable by {who} that no firewall keeps out, at {shown}; nothing is encrypted: "
        "put a proxy with TLS before it for strangers (docs/explanation/security.md)"
    )


def _addresses(host: str) -> list[Address]:
    """The addresses a name stands for; none if nobody knows it."""
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except OSError:
        return []
    return sorted({ipaddress.ip_address(str(place[0]).partition("%")[0]) for *_, place in found}, key=str)


def own_addresses() -> list[Address]:
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


def lan_addresses() -> list[str]:
    """This machine's addresses in its networks, the likeliest first: home and school networks before others.

    Those of the routing table, of the machine's own name, and of its devices: a virtual private network that
    the routing table prefers does not hide the room one sits in.
    """
    found = [*own_addresses(), *_addresses(socket.gethostname()), *_device_addresses()]
    usable = [one for one in dict.fromkeys(found) if one.version == 4 and not one.is_loopback]
    usable = [one for one in usable if not (one.is_link_local or one.is_unspecified or one.is_multicast)]
    return [str(one) for one in sorted(usable, key=likelihood)]


def likelihood(address: Address) -> int:
    """Small for an address that a class room's router gives out."""
    for place, net in enumerate(("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12")):
        if address in ipaddress.ip_network(net):
            return place
    return 3


def _device_addresses() -> list[Address]:
    """What the system's own `ip` says, where there is one."""
    try:
        said = subprocess.run(
            [tool("ip"), "-json", "address"], capture_output=True, timeout=5, check=True
        ).stdout
        devices = [device for device in json.loads(said) if not device["ifname"].startswith(INNER)]
        return [ipaddress.ip_address(place["local"]) for device in devices for place in device["addr_info"]]
    except (ToolMissing, OSError, subprocess.SubprocessError, ValueError, KeyError, TypeError):
        return []
