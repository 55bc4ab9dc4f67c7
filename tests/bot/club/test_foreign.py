"""The guarded client: nothing inside is reached, by whatever name, and nothing large is read."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from agent.upstream.foreign import Foreign, NotRead, is_outside

from .conftest import Bookings


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.1.2.3", "192.168.0.9", "172.16.5.5", "169.254.169.254", "0.0.0.0", "100.64.1.1", "224.0.0.1",
     "::1", "fe80::1%eth0", "fc00::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "255.255.255.255",
     "192.0.2.1", "nonsense"],
)  # fmt: skip
def test_inner_and_special_addresses_are_not_outside(address: str) -> None:
    assert not is_outside(address)


@pytest.mark.parametrize(
    "address", ["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c", "64:ff9b::5db8:d70e"]
)
def test_the_open_internet_is(address: str) -> None:
    assert is_outside(address)


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("file:///etc/passwd", "https"),
        ("http://bookings.example/x.ics", "https"),
        ("https://bookings.example:8443/x.ics", "usual port"),
        ("https://user:secret@bookings.example/x.ics", "password"),
        ("https://bookings.example/a b", "no address"),
        ("https://" + "a" * 2000, "no address"),
        ("gopher://x", "https"),
        ("https://[::1", "no address"),
        ("nonsense", "https"),
    ],
)
async def test_what_may_not_be_asked_is_said_in_one_line(address: str, why: str) -> None:
    with pytest.raises(NotRead, match=why):
        await Foreign().read(address, most=1_000_000)


async def test_a_name_that_points_inside_is_refused_and_asked_once() -> None:
    asked: list[str] = []

    async def inside(host: str, port: int) -> Sequence[str]:
        asked.append(host)
        return ("93.184.215.14", "127.0.0.1")

    with pytest.raises(NotRead, match="private network"):
        await Foreign(resolve=inside).read("https://bookings.example/x.ics", most=1_000_000)
    assert asked == ["bookings.example"]
    for address in ("https://127.0.0.1/", "https://localhost/", "https://[::1]/", "https://2130706433/"):
        with pytest.raises(NotRead):
            await Foreign().read(address, most=1_000_000)


async def test_what_is_large_packed_or_elsewhere_is_refused(bookings: Bookings) -> None:
    from servers.http import Response

    foreign = Foreign(inner=frozenset({"127.0.0.1"}))
    bookings.content = b"x" * 1_000_001
    with pytest.raises(NotRead, match="too large"):
        await foreign.read(f"{bookings.url}/a.ics", most=1_000_000)
    bookings.content = b"fine"
    assert await foreign.read(f"{bookings.url}/a.ics?key=1", most=1_000_000) == b"fine"
    assert bookings.requests[-1].target == "/a.ics?key=1"
    bookings.faults.append(Response(302, headers={"location": "http://10.0.0.1/inner"}))
    with pytest.raises(NotRead, match="https"):
        await foreign.read(bookings.url, most=1_000_000)
    bookings.faults.append(Response(200, b"packed", {"content-encoding": "gzip"}))
    with pytest.raises(NotRead, match="packed"):
        await foreign.read(bookings.url, most=1_000_000)
    for _ in range(5):
        bookings.faults.append(Response(302, headers={"location": "/again"}))
    with pytest.raises(NotRead, match="on and on"):
        await foreign.read(bookings.url, most=1_000_000)
    bookings.faults.clear()
    bookings.faults.append(Response(404))
    with pytest.raises(NotRead, match="404"):
        await foreign.read(bookings.url, most=1_000_000)
    bookings.faults.append(Response(delay=3))
    with pytest.raises(NotRead, match="in time"):
        await Foreign(inner=frozenset({"127.0.0.1"}), seconds=0.3).read(bookings.url, most=1_000_000)
