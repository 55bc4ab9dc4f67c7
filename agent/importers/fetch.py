"""Fetches one document of a data source to a file, within limits, and says plainly why when it cannot."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from agent.errors import UpstreamRefused, UpstreamUnavailable

if TYPE_CHECKING:
    import httpx

USER_AGENT = "FlyFun/0.1 (general aviation assistant; data update)"
CONNECT_SECONDS, SILENCE_SECONDS, WHOLE_SECONDS = 10.0, 30.0, 300.0
LARGEST_BYTES = 300_000_000


async def fetch(
    url: str,
    to: Path,
    service: str,
    *,
    headers: dict[str, str] | None = None,
    form: dict[str, str] | None = None,
) -> Path:
    """Stream `url` into `to`; with a `form` it is posted.

    Raises `UpstreamError`; a partial file is left in the folder that is thrown away.
    """
    import httpx

    timeout = httpx.Timeout(SILENCE_SECONDS, connect=CONNECT_SECONDS)
    sent = {"User-Agent": USER_AGENT, **(headers or {})}
    try:
        async with (
            asyncio.timeout(WHOLE_SECONDS),
            httpx.AsyncClient(timeout=timeout, headers=sent) as client,
            client.stream("POST" if form else "GET", url, data=form, follow_redirects=True) as reply,
        ):
            _check(reply, service)
            await _store(reply, to, service)
    except (TimeoutError, httpx.TimeoutException) as error:
        raise UpstreamUnavailable(
            f"{service} does not answer in time. The data in use stays; try again later.", service=service
        ) from error
    except httpx.HTTPError as error:
        raise UpstreamUnavailable(
            f"{service} cannot be reached. The data in use stays; check its address and the network.",
            service=service,
            detail=repr(error),
        ) from error
    return to


def _check(reply: httpx.Response, service: str) -> None:
    if reply.is_success:
        return
    code = reply.status_code
    if code in {401, 403, 404, 410}:
        raise UpstreamRefused(
            f"{service} refuses the request ({code}). The data in use stays; check its address and key.",
            service=service,
        )
    raise UpstreamUnavailable(
        f"{service} answers with an error ({code}). The data in use stays; try again later.", service=service
    )


async def _store(reply: httpx.Response, to: Path, service: str) -> None:
    expected = reply.headers.get("content-length")
    size = 0
    with to.open("wb") as file:
        async for piece in reply.aiter_raw() if "content-encoding" not in reply.headers else reply.aiter_bytes():
            size += len(piece)
            if size > LARGEST_BYTES:
                raise UpstreamUnavailable(
                    f"{service} sends more than it should. The data in use stays.", service=service
                )
            file.write(piece)
    if (
        expected is not None
        and expected.isdecimal()
        and "content-encoding" not in reply.headers
        and size < int(expected)
    ):
        raise UpstreamUnavailable(f"{service} broke off. The data in use stays; try again.", service=service)
