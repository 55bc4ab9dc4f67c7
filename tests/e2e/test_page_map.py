"""The map of the page in a real browser: drawn, moved, linked with the list, by mouse and keyboard, and when it fails."""

from __future__ import annotations

import json
from typing import Any

import pytest
from e2e.test_page import serve

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

NEAR = "airports near Annecy"


def charted(page: Any, text: str) -> Any:
    """Ask, and wait for the map that can be moved."""
    page.fill("#question", text)
    page.press("#question", "Enter")
    page.locator(".answer[aria-busy=false]").last.wait_for()
    page.locator("figure").last.scroll_into_view_if_needed()
    chart = page.locator(".chart").last
    chart.wait_for()
    for _ in range(100):
        if coloured(chart):
            break
        page.wait_for_timeout(100)
    return chart


def coloured(chart: Any) -> bool:
    """Whether any tile of the ground is drawn."""
    return chart.evaluate(
        """box => [...box.querySelectorAll('.leaflet-tile-pane canvas.leaflet-tile-loaded')].length > 2"""
    )


def test_the_map_takes_the_place_of_its_picture_and_asks_nobody_else(open_page: Any) -> None:
    page = open_page()
    asked: list[str] = []

    def note(request: Any) -> None:
        asked.append(request.url)

    address = page.url
    page.goto("about:blank")  # whose sample's map may be on its way
    page.on("request", note)
    serve(page, "**/sample", json={"name": ""})  # whose map would be the first one shown
    page.goto(address)
    page.wait_for_timeout(300)
    before = [url for url in asked if "/map" in url]
    assert all(url.endswith("begin.js") for url in before), "nothing else of the map is loaded before it is shown"
    chart = charted(page, "How far from EGTF to LFMD")
    assert not page.locator(".map img").is_visible()
    assert "EGTF" in chart.get_attribute("aria-label")
    hosts = {url.split("/")[2] for url in asked if url.startswith("http")}
    assert len(hosts) == 1, hosts


def test_a_field_is_linked_with_its_row_both_ways(open_page: Any) -> None:
    page = open_page()
    chart = charted(page, NEAR)
    marker = chart.locator(".spot-place[aria-label^='2:']")
    code = marker.get_attribute("aria-label").split()[1]
    marker.click()
    assert code in chart.locator(".leaflet-popup").inner_text()
    row = page.locator(".picked-row")
    assert code in row.inner_text()
    page.keyboard.press("Escape")
    page.locator(".words ol > li, .rows > li").first.hover()
    page.locator(".spot-place.picked[aria-label^='1:']").wait_for()


def test_the_map_is_used_by_keyboard_alone(open_page: Any) -> None:
    page = open_page()
    chart = charted(page, NEAR)
    chart.locator(".spot-place[aria-label^='1:']").press("Enter")
    page.locator(".leaflet-popup").wait_for()
    page.locator(".chart-larger").focus()
    page.keyboard.press("Enter")
    dialog = page.locator("dialog.atlas")
    assert dialog.is_visible()
    assert dialog.locator(".chart").bounding_box()["width"] > 1200
    page.keyboard.press("Escape")
    dialog.wait_for(state="hidden")
    page.locator("figure .chart").wait_for()  # it is put back when the dialog has told that it closed
    assert page.evaluate("document.activeElement.classList.contains('chart-larger')")


def test_all_of_the_map_is_less_than_400_kilobytes(open_page: Any) -> None:
    page = open_page()
    asked: list[Any] = []

    def finished(request: Any) -> None:  # the browser's library cannot call a list's own append
        asked.append(request)

    page.on("requestfinished", finished)
    charted(page, "How far from EGTF to LFMD")
    page.wait_for_timeout(500)
    of_map = [one for one in asked if "/map" in one.url and "/chat/" not in one.url]
    sizes = {one.url: one.sizes()["responseBodySize"] for one in of_map}
    assert len(sizes) > 5
    assert 40_000 < sum(sizes.values()) < 400_000, json.dumps(sizes, indent=1)


def test_the_picture_stands_where_the_map_cannot_come(open_page: Any) -> None:
    page = open_page(color_scheme="dark")
    serve(page, "**/map/settings", status=204)
    page.fill("#question", "How far from EGTF to LFMD")
    page.press("#question", "Enter")
    page.locator(".answer[aria-busy=false]").wait_for()
    page.wait_for_timeout(1000)
    image = page.locator(".map img")
    assert image.is_visible()
    assert image.evaluate("e => e.currentSrc !== e.src"), "by night the dark picture is shown"


def test_a_map_without_any_ground_is_taken_away_once_and_its_picture_stands_there(open_page: Any) -> None:
    page = open_page()
    serve(page, "**/map/ground/**", status=200, body="no cell")  # a browser complains of a 500 by itself
    page.fill("#question", NEAR)
    page.press("#question", "Enter")
    page.locator(".answer[aria-busy=false]").wait_for()
    page.locator("figure").last.scroll_into_view_if_needed()
    page.wait_for_timeout(1000)
    assert page.locator(".map img").is_visible() and page.locator(".chart").count() == 0


@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (320, "light")])
def test_the_map_fits_a_phone_and_leaves_the_page_to_the_finger(open_page: Any, width: int, scheme: str) -> None:
    page = open_page(width, 844, color_scheme=scheme, has_touch=True)
    chart = charted(page, NEAR)
    box = chart.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= width
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert "pan-y" in chart.evaluate("e => getComputedStyle(e).touchAction")
    for button in page.locator(".chart .leaflet-bar a, .chart-larger").all():
        assert button.bounding_box()["height"] >= 35
