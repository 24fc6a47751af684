"""Where webhooks may lead: to https at public addresses, so that nobody reaches by way of this service what lies beside it.

An address is judged twice: as text when it is given, and by all that its name stands for each time something is sent, for a name
may stand for something else a second later.
"""

from __future__ import annotations

import contextlib
import re
import socket
from collections.abc import Callable, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final, NamedTuple

Networks = tuple[IPv4Network | IPv6Network, ...]
"""Networks that may be reached though they are not public."""
LookUp = Callable[[str, int], Sequence[str]]
"""From a name and a port to addresses. Raises OSError or UnicodeError where a name stands for none."""

EVERYWHERE: Final[Networks] = (ip_network("0.0.0.0/0"), ip_network("::/0"))
LONGEST: Final = 2000
_LABEL: Final = "[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?"
_FORM: Final = re.compile(
    rf"(?P<scheme>https?)://(?P<host>\[[0-9A-Fa-f:.]+\]|(?!.{{254}}){_LABEL}(?:\.{_LABEL})*)(?::(?P<port>[0-9]{{1,5}}))?"
    r"(?P<target>[/?][!\"$-~]*)?",  # printed ASCII without # and spaces
    re.ASCII,
)
_WITH_CREDENTIALS: Final = re.compile(r"[A-Za-z]+://[^/?#]*@")
_PORTS: Final = {"http": 80, "https": 443}
_MOST_PORTS: Final = 65535
_LOCAL: Final = re.compile(r"(?:.*\.)?(?:localhost|local|internal)", re.IGNORECASE)
"""Names that no public address has."""
_UNICAST: Final = IPv6Network("2000::/3")
_WRAPPED: Final = IPv6Network("2002::/16")
"""6to4: an IPv4 address in an IPv6 one, whichever it is."""
_SET_APART: Final = (ip_network("192.88.99.0/24"), ip_network("3fff::/20"))
"""The relays of 6to4, and examples in documents (RFC 9637): public by the registry of some Python versions."""


class Address(NamedTuple):
    """An address in its parts."""

    scheme: str
    host: str
    """A name, or an IP address without brackets."""
    port: int
    authority: str
    """The host as the header of this name takes it."""
    target: str
    """Path and query."""


class UnfitError(ValueError):
    """An address that nothing is sent to; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def read(url: str) -> Address:
    """The parts of an address. Raises UnfitError `not_a_url` or `url_with_credentials`.

    >>> read("https://example.org:8443/hook?a=1")
    Address(scheme='https', host='example.org', port=8443, authority='example.org:8443', target='/hook?a=1')
    """
    form = _FORM.fullmatch(url)
    if form is None or len(url) > LONGEST:
        raise UnfitError("url_with_credentials" if _WITH_CREDENTIALS.match(url) else "not_a_url")
    scheme, host, given, target = form["scheme"], form["host"], form["port"], form["target"] or "/"
    port = int(given) if given else _PORTS[scheme]
    if not 1 <= port <= _MOST_PORTS or (host.startswith("[") and _literal(host) is None):
        raise UnfitError("not_a_url")
    authority = host if given is None else f"{host}:{given}"
    return Address(scheme, host.strip("[]"), port, authority, target if target.startswith("/") else f"/{target}")


def expect_fit(url: str, networks: Networks = ()) -> None:
    """Raises UnfitError where an address can be told from its text to be none that is sent to; see `read`.

    Else `url_not_https` or `url_not_public`. Where private networks may be reached, names are not judged before they are looked up.
    """
    address = read(url)
    if address.scheme != "https" and not networks:
        raise UnfitError("url_not_https")
    literal = _literal(address.host)
    if literal is not None:
        _expect_reachable(address, literal, networks)
    elif _LOCAL.fullmatch(address.host) and not networks:
        raise UnfitError("url_not_public")


def looked_up(host: str, port: int) -> list[str]:
    """What a name stands for, by the system's resolver."""
    return [str(place[4][0]) for place in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


def reachable(address: Address, networks: Networks, look_up: LookUp = looked_up) -> list[str]:
    """The IP addresses behind an address, when each of them may be connected to.

    Raises UnfitError `name_not_resolved`, `url_not_public` or `url_not_https`.
    """
    try:
        found = list(dict.fromkeys(look_up(address.host, address.port)))
    except (OSError, UnicodeError):
        found = []
    if not found:
        raise UnfitError("name_not_resolved")
    for place in found:
        literal = _literal(place)
        if literal is None:
            raise UnfitError("url_not_public")
        _expect_reachable(address, literal, networks)
    return found


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether an IP address is one of the public internet, and hides no other.

    >>> [is_public(ip_address(text)) for text in ("93.184.215.14", "10.0.0.1", "169.254.169.254", "::ffff:127.0.0.1")]
    [True, False, False, False]
    """
    if any(address in network for network in _SET_APART):
        return False
    if isinstance(address, IPv6Address):
        return address in _UNICAST and address.is_global and address not in _WRAPPED
    return address.is_global and not address.is_multicast and not address.is_reserved


def _expect_reachable(address: Address, literal: IPv4Address | IPv6Address, networks: Networks) -> None:
    mapped = literal.ipv4_mapped if isinstance(literal, IPv6Address) else None
    if any((mapped or literal) in network for network in networks):
        return
    if not is_public(literal):
        raise UnfitError("url_not_public")
    if address.scheme != "https":
        raise UnfitError("url_not_https")


def _literal(host: str) -> IPv4Address | IPv6Address | None:
    """The IP address that a host is, also in the spellings that only old resolvers read (`127.1`, `0x7f000001`, `2130706433`)."""
    with contextlib.suppress(ValueError):
        return ip_address(host.strip("[]"))
    with contextlib.suppress(OSError):
        return IPv4Address(socket.inet_aton(host))
    return None
