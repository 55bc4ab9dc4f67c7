"""The page in a real browser: asked, tapped, reloaded, broken off, by keyboard, small and large, day and night."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import httpx
import pytest
from contracts.program import Program
from e2e.looks import lines

CHROMIUM = Path("/usr/bin/chromium")

pytestmark = pytest.mark.browser


def ask(page: Any, text: str) -> Any:
    """Type a question, press Enter; the finished answer."""
    number = page.locator("#turns > li").count() + 1
    page.fill("#question", text)
    page.press("#question", "Enter")
    return answer(page, number)


def answer(page: Any, number: int) -> Any:
    """The answer of a turn, once it is finished."""
    finished = page.locator(f"#turns > li:nth-child({number}) .answer[aria-busy=false]")
    finished.wait_for()
    return finished


def serve(page: Any, address: str, **instead: Any) -> None:
    """Answer what the page asks of an address; nothing at all without `instead`."""

    def one(route: Any) -> None:
        if instead:
            route.fulfill(**instead)

    page.route(address, one)


def only_pictures(page: Any) -> None:
    """As where the map that can be moved does not come: the picture stands there."""
    serve(page, "**/map/settings", status=204)


@pytest.mark.parametrize(("locale", "border"), [("en", "customs"), ("fr", "douane"), ("de", "Zoll")])
@pytest.mark.thorough
def test_the_first_screen_shows_a_map_and_a_brief_in_the_browsers_language(
    open_page: Any, locale: str, border: str
) -> None:
    page = open_page(390, 844, locale=locale)
    brief = page.locator("#sample .glimpse")
    brief.wait_for()
    assert "103 nm" in brief.inner_text()
    assert border in brief.locator(".deadlines").inner_text()
    chart = brief.locator("figure")
    chart.locator(".chart:not(.coming)").wait_for()
    seen = chart.bounding_box()
    assert seen["y"] > 0 and seen["y"] + seen["height"] < page.locator(".composer").bounding_box()["y"]
    asked = page.locator("#sample .asked").inner_text()
    page.click("#sample .asked")
    assert "103 nm" in answer(page, 1).inner_text()
    assert page.locator("#turns .asked").inner_text() == asked
    assert page.locator(".glimpse").count() == 0


def test_a_distance_has_words_a_map_and_buttons_and_a_tap_goes_on(open_page: Any) -> None:
    page = open_page()
    first = ask(page, "How far from EGTF to LFMD")
    assert "559 nm" in first.locator(".headline strong").first.inner_text()
    image = first.locator(".map img")
    image.wait_for(state="attached")
    assert "EGTF" in image.get_attribute("alt")
    # The page's policy forbids the eval that waiting for a function needs.
    for _ in range(100):
        if image.evaluate("picture => picture.naturalWidth") > 300:
            break
        page.wait_for_timeout(100)
    assert image.evaluate("picture => picture.naturalWidth") > 300
    first.get_by_role("button", name="120 knots").click()
    second = answer(page, 2)
    assert page.locator("#turns > li:nth-child(2) .asked").inner_text() == "120 knots"
    assert "4h 39m" in second.inner_text()


@pytest.mark.thorough
def test_the_map_opens_large_and_escape_brings_back_to_it(open_page: Any) -> None:
    page = open_page(390, 844)
    only_pictures(page)
    ask(page, "How far from EGTF to LFMD")
    page.locator(".map").press("Enter")
    dialog = page.locator("#zoom")
    assert dialog.is_visible()
    assert page.locator("#zoom-image").get_attribute("alt")
    page.keyboard.press("Escape")
    assert not dialog.is_visible()
    assert page.evaluate("document.activeElement.classList.contains('map')")


@pytest.mark.thorough
def test_a_reload_keeps_the_conversation_and_a_new_one_is_empty(open_page: Any) -> None:
    page = open_page()
    ask(page, "How far from EGTF to LFMD")
    page.reload()
    again = answer(page, 1)
    assert "559 nm" in again.inner_text()
    assert again.locator(".map img").count() == 1
    again.get_by_role("button", name="120 knots").click()
    assert "4h 39m" in answer(page, 2).inner_text()
    page.get_by_role("button", name="New conversation").click()
    assert page.locator("#turns > li").count() == 0
    assert page.locator("#welcome").is_visible()
    page.reload()
    assert page.locator("#turns > li").count() == 0


@pytest.mark.thorough
def test_airfields_come_as_one_list_whose_rows_open_their_sheets(open_page: Any) -> None:
    page = open_page(390, 844)
    found = ask(page, "Airports near LFAT")
    rows = found.locator(".rows li")
    assert rows.count() == 5
    assert found.locator(".card").count() == 0
    top, last = found.bounding_box(), rows.last.bounding_box()
    assert last["y"] + last["height"] - top["y"] <= 760, "five fields fit one phone screen"
    assert not set(found.locator(".tap").all_inner_texts()) & {f"{n} LFAT" for n in range(1, 6)}
    named = rows.first.locator("strong").inner_text()
    rows.first.locator("button").click()
    assert named in answer(page, 2).inner_text()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page scrolls sideways"


@pytest.mark.thorough
def test_progress_and_words_are_seen_and_the_answer_is_said_to_screen_readers(open_page: Any) -> None:
    page = open_page()
    page.evaluate(
        """() => { window.seen = []; new MutationObserver(() => {
            const words = document.querySelector('.streamed')?.textContent;
            if (words) seen.push(words);
            if (document.querySelector('.progress')) seen.push('progress');
        }).observe(document.getElementById('turns'), { childList: true, subtree: true }); }"""
    )
    ask(page, "How far from EGTF to LFMD")
    seen = page.evaluate("seen")
    assert "progress" in seen
    assert any("559 nm" in words for words in seen)
    said = page.locator("#said")
    assert "559 nm" in said.inner_text() and said.get_attribute("aria-live") == "polite"


def test_the_whole_page_works_by_keyboard(open_page: Any) -> None:
    page = open_page()
    page.locator("body").press("Tab")
    assert page.evaluate("document.activeElement !== document.body")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "question"
    page.keyboard.type("EGTF to LFMD")
    page.keyboard.press("Shift+Enter")
    assert page.input_value("#question").endswith("\n")
    page.keyboard.press("Enter")
    answer(page, 1)
    assert page.input_value("#question") == ""
    page.keyboard.press("ArrowUp")
    assert page.input_value("#question") == "EGTF to LFMD"
    for button in page.locator("button:visible").all():
        assert (button.get_attribute("aria-label") or button.inner_text()).strip(), "a button without a name"


@pytest.mark.thorough
def test_what_a_pilot_types_stays_text(open_page: Any) -> None:
    page = open_page()
    nasty = '<img src=x onerror="window.hit=1"> **b** [x](javascript:hit=1) <script>window.hit=1</script>'
    ask(page, nasty)
    assert page.locator(".asked").inner_text() == nasty
    assert page.evaluate("window.hit") is None
    assert page.locator(".answer script, .answer img[src=x], .answer a[href^=javascript]").count() == 0
    page.reload()
    answer(page, 1)
    assert page.evaluate("window.hit") is None


@pytest.mark.thorough
def test_what_was_asked_in_another_tab_is_shown_when_one_comes_back(open_page: Any) -> None:
    page = open_page()
    ask(page, "How far from EGTF to LFMD")
    other = page.context.new_page()
    other.goto(page.url)
    answer(other, 1)
    ask(other, "140 knots")
    other.close()
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert "3h 59m" in answer(page, 2).inner_text()
    assert page.locator("#turns > li").count() == 2


@pytest.mark.thorough
def test_a_question_waits_for_the_device_to_be_online_again(open_page: Any) -> None:
    page = open_page()
    page.context.set_offline(True)
    page.fill("#question", "How far from EGTF to LFMD")
    page.press("#question", "Enter")
    page.get_by_text("This device is offline. Trying again").wait_for()
    page.context.set_offline(False)
    assert "559 nm" in answer(page, 1).inner_text()
    # Chromium's own words: that there was no connection, and that the server had not heard of the conversation yet.
    own = ("ERR_INTERNET_DISCONNECTED", "status of 404")
    open_page.complaints[:] = [said for said in open_page.complaints if not any(one in said for one in own)]


@pytest.mark.thorough
def test_the_pages_words_in_an_answer_are_in_its_language(open_page: Any) -> None:
    page = open_page(390, 844, locale="en-GB")
    first = ask(page, "Flugplätze bei Annecy mit befestigter Piste über 800 m")
    assert first.get_attribute("lang") == "de"
    assert "Alles zeigen" in first.locator("summary").all_inner_texts()
    first.locator(".chart:not(.coming)").wait_for()
    assert "Pfeiltasten" in first.locator(".chart").get_attribute("aria-label")
    assert first.get_by_role("button", name="Teilen").is_visible()
    second = ask(page, "airports near Annecy with a hard runway over 800 m")
    assert second.get_attribute("lang") == "en"
    assert "Show all" in second.locator("summary").all_inner_texts()


@pytest.mark.thorough
def test_a_long_question_leaves_its_answer_in_sight(open_page: Any) -> None:
    page = open_page(390, 844)
    found = ask(page, "How far from EGTF to LFMD " + "a" * 700)
    assert found.bounding_box()["y"] < 422
    assert page.locator(".asked").get_attribute("tabindex") == "0"


@pytest.mark.thorough
def test_a_question_in_arabic_is_set_from_right_to_left(open_page: Any) -> None:
    page = open_page()
    ask(page, "كم المسافة من EGTF إلى LFMD")
    assert page.locator(".asked").evaluate("e => getComputedStyle(e).direction") == "rtl"


@pytest.mark.thorough
def test_the_enlarged_map_is_larger_on_a_phone(open_page: Any) -> None:
    page = open_page(390, 844)
    only_pictures(page)
    ask(page, "How far from EGTF to LFMD")
    small = page.locator(".map img").bounding_box()
    page.locator(".map").click()
    large = page.locator("#zoom-image").bounding_box()
    assert large["width"] > 2 * small["width"]
    assert page.locator("#zoom-pan").evaluate("e => e.scrollLeft") > 100
    page.get_by_role("button", name="Close the map").click()
    assert not page.locator("#zoom").is_visible()


@pytest.mark.thorough
def test_screen_readers_hear_no_marks_and_no_addresses(open_page: Any) -> None:
    page = open_page()
    ask(page, "How far from EGTF to LFMD")
    said = page.locator("#said").inner_text()
    assert "559 nm" in said and "EAD Basic" in said
    assert "**" not in said and "http" not in said and "](" not in said


@pytest.mark.thorough
def test_what_follows_a_list_stands_below_it(open_page: Any) -> None:
    page = open_page()
    found = ask(page, "airports near Annecy")
    assert "NOTAM" not in found.locator("li").last.inner_text()
    assert "NOTAM" in found.inner_text()


@pytest.mark.thorough
def test_the_words_come_before_all_pictures_of_an_answer(open_page: Any) -> None:
    page = open_page(390, 844)
    serve(
        page,
        "**/maps/*",
        status=200,
        content_type="image/svg+xml",
        body='<svg xmlns="http://www.w3.org/2000/svg"/>',
    )
    order = page.evaluate(
        """async () => {
          const { answered } = await import("/page/view.js");
          const map = (key) => ({ type: "map", key, alt: key, caption: key });
          const ways = { session: "s", tap() {}, enlarge() {}, grew() {} };
          const blocks = [map("a"), map("b"), map("c"), { type: "headline", tree: [["p", {}, "the answer"]], about: "" }];
          const body = document.createElement("div");
          body.append(...answered({ blocks, buttons: [] }, ways));
          return [body.textContent, body.querySelectorAll("details:not([open]) img").length];
        }"""
    )
    assert order[0].startswith("the answer")
    assert order[1] == 2  # behind a tap on a phone


@pytest.mark.thorough
def test_a_comparison_is_a_table_on_a_desk_and_can_be_read_on_a_phone(open_page: Any) -> None:
    question = "Compare VFR flight plan rules between France, Germany and the UK in detail"
    for width in (1280, 390):
        page = open_page(width, 844)
        found = ask(page, question)
        assert not found.locator("table:visible:not(:has(tbody tr))").count(), "a head without rows"
        if width < 800:
            found.locator("details.folded > summary").first.click()
        cells = found.locator("td[data-column^=Germany]:visible")
        assert cells.count() >= 1
        box, outer = cells.first.bounding_box(), found.bounding_box()
        assert outer["x"] <= box["x"] and box["x"] + box["width"] <= outer["x"] + outer["width"]
        heads = found.locator("[role=table] [role=columnheader]").count()
        assert heads == found.locator("thead th").count() >= 3
        if width < 800:
            assert box["width"] > 280, "a column as narrow as a word"


@pytest.mark.thorough
def test_nothing_is_asked_of_another_server(open_page: Any, program: Any) -> None:
    asked: list[str] = []
    page = open_page()

    def noted(request: Any) -> None:
        asked.append(request.url)

    page.on("request", noted)
    page.reload()
    ask(page, "How far from EGTF to LFMD")
    assert asked and all(url.startswith(program.address) for url in asked)
    csp = page.request.get(program.address).headers["content-security-policy"]
    assert "default-src 'none'" in csp and "unsafe" not in csp


@pytest.mark.thorough
def test_a_shared_location_finds_what_is_near(open_page: Any) -> None:
    place = {"latitude": 50.51, "longitude": 1.63}
    page = open_page(geolocation=place, permissions=["geolocation"])
    page.get_by_role("button", name="Airports near me").click()
    assert "LFAT" in answer(page, 1).inner_text()


@pytest.mark.thorough
def test_a_location_that_is_not_shared_is_said_in_words(open_page: Any) -> None:
    page = open_page()
    page.get_by_role("button", name="Airports near me").click()
    assert "Type a place instead" in answer(page, 1).inner_text()


@pytest.mark.thorough
def test_a_connection_that_breaks_is_tried_again_and_answered_once(open_page: Any) -> None:
    page = open_page()
    broken: list[int] = []

    def break_twice(route: Any) -> None:
        if len(broken) < 2:
            broken.append(1)
            route.abort("connectionreset")
        else:
            route.continue_()

    page.route("**/chat/stream", break_twice)
    assert "559 nm" in ask(page, "How far from EGTF to LFMD").inner_text()
    page.reload()
    assert page.locator("#turns > li").count() <= 1
    answer(page, 1)
    open_page.complaints[:] = [said for said in open_page.complaints if "ERR_CONNECTION_RESET" not in said]


@pytest.mark.thorough
def test_a_refusal_is_shown_in_words_and_can_be_sent_again(open_page: Any) -> None:
    page = open_page()
    words = '{"error": {"message": "Too many requests. Try again in 3 s.", "ref": null}}'
    serve(page, "**/chat/stream", status=429, content_type="application/json", body=words)
    refused = ask(page, "How far from EGTF to LFMD")
    assert "Too many requests" in refused.inner_text()
    page.unroute("**/chat/stream")
    refused.get_by_role("button", name="Send again").click()
    page.get_by_text("559 nm").first.wait_for()
    assert page.locator("#turns > li").count() == 1
    open_page.complaints[:] = [said for said in open_page.complaints if "429" not in said]


@pytest.mark.thorough
def test_a_token_is_asked_for_given_with_enter_and_a_wrong_one_is_told(open_page: Any) -> None:
    page = open_page(390, 844)
    words = '{"error": {"message": "Send it as a bearer token.", "ref": null}}'

    def locked(route: Any) -> None:
        if route.request.headers.get("authorization") == "Bearer sesame":
            route.continue_()
        else:
            route.fulfill(status=401, content_type="application/json", body=words)

    page.route("**/chat/stream", locked)
    page.fill("#question", "How far from EGTF to LFMD")
    page.press("#question", "Enter")
    page.get_by_role("button", name="Cancel").click()
    assert "Its operator has it" in answer(page, 1).inner_text()
    answer(page, 1).get_by_role("button", name="Send again").click()
    page.fill("#access-token", "wrong")
    page.keyboard.press("Enter")
    page.get_by_text("That token was not accepted").wait_for()
    page.fill("#access-token", "sesame")
    page.keyboard.press("Enter")
    assert "559 nm" in answer(page, 1).inner_text()
    open_page.complaints[:] = [said for said in open_page.complaints if "401" not in said]


@pytest.mark.thorough
def test_a_second_question_may_be_sent_before_the_first_is_answered(open_page: Any) -> None:
    page = open_page()
    for text in ("How far from EGTF to LFMD", "How far from EGKB to LFAT"):
        page.fill("#question", text)
        page.press("#question", "Enter")
    assert "559 nm" in answer(page, 1).inner_text()
    assert "LFAT" in answer(page, 2).inner_text()


@pytest.mark.thorough
@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 800)])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_can_be_read_in_light_and_dark_on_phone_and_desk(
    open_page: Any, width: int, height: int, scheme: str
) -> None:
    page = open_page(width, height, color_scheme=scheme)
    ask(page, "How far from EGTF to LFMD")
    for selector in (".words p", ".tap", ".asked", ".note", "figcaption", "#anew"):
        assert contrast(page, selector) >= 4.5, selector
    box = page.locator("#composer").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= width and box["y"] + box["height"] <= height
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page scrolls sideways"
    for button in page.locator(".tap, .icon, .quiet").all():
        if button.is_visible():
            assert button.bounding_box()["height"] >= 39, "too small for a thumb"


def contrast(page: Any, selector: str) -> float:
    """The WCAG contrast of a text with the first opaque colour behind it."""
    return page.evaluate(
        """(selector) => {
            const paint = document.createElement('canvas').getContext('2d');
            const rgba = (colour) => {
                paint.clearRect(0, 0, 1, 1); paint.fillStyle = colour; paint.fillRect(0, 0, 1, 1);
                return [...paint.getImageData(0, 0, 1, 1).data];
            };
            const light = ([r, g, b]) => [r, g, b].map((c) => c / 255)
                .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
                .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
            const element = document.querySelector(selector);
            let behind = element;
            const behindIt = (e) => getComputedStyle(e).backgroundColor;
            while (behind && rgba(behindIt(behind))[3] < 255) behind = behind.parentElement;
            const colours = [getComputedStyle(element).color, behind ? behindIt(behind) : 'white'];
            const [a, b] = colours.map((colour) => light(rgba(colour))).sort((x, y) => y - x);
            return (a + 0.05) / (b + 0.05);
        }""",
        selector,
    )


def test_the_api_is_described_on_a_page(open_page: Any) -> None:
    page = open_page(path="/docs")
    page.get_by_text("POST /api/aviation-agent/v1/chat/stream").wait_for()
    assert page.locator(".card").count() >= 6


def test_chromium_is_debians() -> None:
    """What `.ci/run` installs is what is tested."""
    if shutil.which("chromium") is None:
        pytest.skip("no chromium on this machine")
    assert Path(shutil.which("chromium") or "") == CHROMIUM


# --- accessibility, several conversations, links, and what is left when something fails -------------------


@pytest.mark.thorough
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_any_form_of_answer(chromium: Any, program: Program, scheme: str) -> None:
    from axe_playwright_python import base

    script = (Path(base.__file__).parent / "axe.min.js").read_text()
    # The page's own policy lets no script in from outside, and so none of a checker's.
    context = chromium.new_context(viewport={"width": 390, "height": 844}, color_scheme=scheme, bypass_csp=True)
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.goto(program.address)
    page.locator("#sample .chart:not(.coming)").wait_for()
    page.evaluate(script)
    found = [page.evaluate("axe.run()")]
    for text in (
        "What notice does LFAT need on Saturday from the UK?",
        "hours of LFAT; and fuel and phone of Cherbourg",
        "Airports near LFAT",
        "Compare LFAT and LFAC",
        "Tell me about LFBZ",
        "VFR at night in France and Germany",
        "EGTF to LFMD",
    ):
        ask(page, text)
    page.evaluate("document.querySelectorAll('details').forEach((folded) => (folded.open = true))")
    found.append(page.evaluate("axe.run()"))
    page.click("#history")
    found.append(page.evaluate("axe.run()"))
    said = [(one["id"], [node["target"] for node in one["nodes"]]) for run in found for one in run["violations"]]
    context.close()
    assert said == []


@pytest.mark.thorough
def test_telephone_numbers_and_mail_addresses_can_be_tapped(open_page: Any) -> None:
    page = open_page(390, 844)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the first screen scrolls sideways"
    found = ask(page, "What notice does LFAT need on Saturday from the UK?")
    links = found.locator("a[href^='tel:'], a[href^='mailto:']")
    assert links.count() >= 2
    for number in found.locator("a[href^='tel:']").all():
        dialled = number.get_attribute("href").removeprefix("tel:")
        published = "".join(c for c in number.inner_text() if c.isdigit() or c == "+")
        assert dialled == f"+33{published.removeprefix('+33').removeprefix('0')}", "called from any country"
    assert found.locator("h2").first.inner_text()
    assert lines(found) <= 12, "more than a phone screen before anything is folded"
    note = found.locator(".noted", has_text="Accepted from 48 h")
    assert note.bounding_box()["height"] < 30, "a condition is one line until it is tapped"
    note.locator("summary").click()
    words, box = note.locator("span"), note.locator("span").bounding_box()
    assert box["height"] > 30 and words.evaluate("span => span.scrollWidth <= span.clientWidth"), "still cut"


@pytest.mark.thorough
def test_where_a_trip_clears_is_seen_on_a_phone_without_a_tap(open_page: Any) -> None:
    found = ask(open_page(390, 844), "EGTF LFPN Saturday 10:00 back 14:00")
    assert found.get_by_text("Clear at").first.is_visible()
    assert lines(found) <= 12


@pytest.mark.thorough
def test_what_a_phone_has_no_room_for_is_a_tap_away(open_page: Any) -> None:
    page = open_page(390, 844)
    for text, last in (
        ("customs airports in France", "Each asks notice of its own"),
        ("list Irish rules", "the service is good"),
        ("fly from Denham to Le Touquet on Saturday at 10, back at 4", "How and why"),
    ):
        page.click("#anew")
        found = ask(page, text)
        assert lines(found) <= 12, text
        more = found.locator("details.folded > summary", has_text="Show all")
        assert not found.get_by_text(last).first.is_visible(), text
        more.click()
        assert found.get_by_text(last).first.is_visible() and lines(found) > 12, text
        more.click()
        found.locator(".shortened").first.wait_for()
        assert lines(found) <= 12, f"{text}: folded again"


@pytest.mark.thorough
def test_each_of_several_answers_shows_its_first_line_and_has_a_fold_of_its_own(open_page: Any) -> None:
    page = open_page(390, 844)
    found = ask(
        page,
        "How far is EGTF to LFMD, what notice does LFAT need on Saturday from the UK and can I fly VFR at night in France?",
    )
    heads = found.locator("h2")
    assert heads.count() == 3 and all(heads.nth(n).is_visible() for n in range(3))
    assert found.locator(".latest-by").first.is_visible() and found.locator("a[href^='tel:']").first.is_visible()
    assert lines(found) <= 24, "each of three answers has eight lines"
    assert not found.get_by_text("as quoted at euroga.org, reviewed").first.is_visible(), (
        "before what is asked back"
    )
    assert found.get_by_text("What is your cruise speed").first.is_visible()
    second, third = found.locator("details.folded > summary", has_text="Show all").all()
    text = found.get_by_text("GAR online").first
    assert not text.is_visible()
    second.click()
    assert text.is_visible() and third.is_visible()
    page.click("#anew")
    two = ask(page, "day brief EGTF to LFAT tomorrow and day brief EGKB to EBAW on Sunday")
    assert two.locator("h2").count() == 2 and lines(two) <= 12


@pytest.mark.thorough
def test_a_comparison_of_three_countries_shows_what_each_says_on_the_smallest_phone(open_page: Any) -> None:
    found = ask(open_page(320, 568), "compare VFR night rules in France, Germany and Belgium")
    told = found.locator(".compare tbody tr").first.locator("td")
    assert told.count() == 3 and all(told.nth(n).is_visible() for n in range(3))
    assert lines(found) <= 12


def test_a_call_for_help_is_not_folded(open_page: Any) -> None:
    page = open_page(320, 568)
    found = ask(page, "engine rough over the channel, where can I land")
    assert found.locator(".alarm").is_visible() and not found.locator("summary", has_text="Show all").count()


@pytest.mark.thorough
def test_an_earlier_conversation_can_be_gone_on_with_and_taken_off_the_list(open_page: Any) -> None:
    page = open_page()
    ask(page, "How far from EGTF to LFMD?")
    page.click("#anew")
    ask(page, "VFR rules in Germany")
    page.click("#history")
    assert page.locator("#earlier-list li").count() == 2
    page.locator("#earlier-list .line", has_text="EGTF").click()
    assert "559 nm" in answer(page, 1).inner_text()
    page.click("#history")
    page.locator("#earlier-list li", has_text="Germany").get_by_text("Remove").click()
    assert page.locator("#earlier-list li").count() == 1


@pytest.mark.thorough
def test_one_answer_is_shared_by_a_link_that_can_be_taken_back(open_page: Any) -> None:
    page = open_page()
    ask(page, "Airports near LFAT").get_by_role("button", name="Share").click()
    page.locator(".tools .link").wait_for()
    link = page.locator(".tools .link").get_attribute("href")
    other = open_page(path=link.removeprefix(page.url.rstrip("/")))
    seen = answer(other, 1)
    assert seen.locator(".rows li").count() == 5
    assert seen.locator("button.line, .taps").count() == 0, "who reads along opens nothing in it"
    assert seen.locator(".asked-at").inner_text().startswith("Asked "), "others read it later"
    page.reload()
    page.get_by_role("button", name="Delete the link").click()
    page.get_by_role("button", name="Share").wait_for()
    gone = other.request.get(link.replace("/shared/", "/api/aviation-agent/shared/"))
    assert gone.status == 404


@pytest.mark.thorough
def test_a_server_that_hangs_is_said_to_be_working_and_can_be_left(open_page: Any) -> None:
    page = open_page()
    serve(page, "**/chat/stream")  # taken, and never answered
    page.fill("#question", "Airports near LFAT")
    page.press("#question", "Enter")
    page.get_by_text("Still working… ").wait_for()
    page.get_by_role("button", name="Stop").click()
    page.get_by_text("Stopped.").first.wait_for()
    page.unroute("**/chat/stream")
    page.get_by_role("button", name="Show the answer").click()
    assert "LFAT" in answer(page, 1).inner_text()
    serve(page, "**/chat/stream")
    serve(page, "**/readyz", json={"ready": True, "reading": True})
    page.fill("#question", "Airports near LFAT")
    page.press("#question", "Enter")
    page.get_by_text("FlyFun has just started").wait_for()
    page.get_by_role("button", name="Stop").click()


@pytest.mark.thorough
def test_the_page_opens_without_a_connection_and_a_route_is_saved_as_gpx(open_page: Any) -> None:
    page = open_page()
    found = ask(page, "How far from EGTF to LFMD?")
    page.reload()  # and it is still there
    found = answer(page, 1)
    with page.expect_download() as download:
        found.get_by_role("link", name="GPX").click()
    text = Path(download.value.path()).read_text()
    assert text.count("<rtept") == 2 and "<name>EGTF</name>" in text and "<name>LFMD</name>" in text
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    page.reload()
    assert page.locator("#question").is_visible()
    page.context.set_offline(False)
    open_page.complaints.clear()  # of the browser itself, that there is no connection


def test_the_page_is_small_before_any_map(program: Program) -> None:
    """As it is sent: the page, its styles, scripts and signs."""
    names = ["style.css", "icon.svg", "phone.svg", "mail.svg", "manifest.webmanifest"]
    paths = ["/", *(f"/page/{name}" for name in [*names, *(f"{n}.js" for n in SCRIPTS)])]
    sent = 0
    with httpx.Client(base_url=program.address) as client:
        for path in paths:
            with client.stream("GET", path) as response:
                response.read()
                assert response.status_code == 200, path
                sent += response.num_bytes_downloaded
    assert sent <= 60_000


SCRIPTS = ("app", "sample", "view", "fold", "stream", "words", "history", "gpx", "map/begin")


@pytest.mark.thorough
def test_without_javascript_a_question_is_answered_and_goes_on(chromium: Any, program: Program) -> None:
    context = chromium.new_context(java_script_enabled=False, viewport={"width": 320, "height": 700})
    page = context.new_page()
    page.goto(program.address)
    page.fill("#asked-plainly", "what notice does LFAT need on Saturday from <b>the UK</b>?")
    page.click("form.unscripted button")
    assert page.locator(".headline").inner_text().startswith("Customs and immigration: request needed")
    assert "<b>the UK</b>" in page.locator(".asked").inner_text()
    assert page.locator("a[href='tel:+33970271551']").count() == 1
    assert page.locator("a[href^='https://']").count() >= 1
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    image = page.locator("img.drawn")
    assert page.request.get(f"{program.address}{image.get_attribute('src')}").ok
    by_night = page.locator("picture source[media*=dark]").get_attribute("srcset")
    assert by_night != image.get_attribute("src") and page.request.get(f"{program.address}{by_night}").ok
    page.click("button.tap >> text=LFAT details")
    assert "Le Touquet" in page.locator(".answer").inner_text()
    page.fill("#question", "and its fuel?")
    page.click("form.unscripted button")
    assert "AVGAS" in page.locator(".answer").inner_text()
    context.close()


def test_the_form_of_the_plain_page_is_answered_from_that_page_alone(program: Program) -> None:
    address = f"{program.address}/plain"
    asked = {"question": "fuel at Calais"}
    assert "AVGAS" in httpx.post(address, data=asked, timeout=60).text
    assert httpx.post(address, data=asked, headers={"origin": "https://elsewhere.example"}).status_code == 403
    assert httpx.post(address, data={"question": " "}).status_code == 422
    assert httpx.post(address, data={"question": "x" * 200_000}).status_code in (413, 422)
    french = httpx.get(address, headers={"accept-language": "fr-FR,fr;q=0.9"})
    assert "Votre question" in french.text and french.headers["cache-control"] == "no-store"


@pytest.mark.thorough
def test_what_is_folded_is_printed_and_folded_again(open_page: Any) -> None:
    page = open_page()
    found = ask(page, "what notice does LFAT need on Saturday from the UK?")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    assert "0800 - 1800" in found.inner_text()
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("details[open]").count() == 0


@pytest.mark.thorough
def test_a_row_of_a_long_list_shows_its_runway_and_a_route_its_distance(open_page: Any) -> None:
    page = open_page(390, 844)
    found = ask(page, "grass strips near Oxford")
    rows = found.locator(".rows li")
    told = [rows.nth(n).inner_text() for n in range(5)]
    assert all(" nm" in one for one in told) and sum(" m " in one for one in told) >= 3, told
    end = rows.nth(4).bounding_box()
    assert end["y"] + end["height"] - found.bounding_box()["y"] <= 760
    trip = ask(page, "EGLD to LFAT on Sunday")
    about = trip.locator(".headline p")
    assert "103 nm" in about.inner_text() and about.evaluate("one => one.scrollWidth <= one.clientWidth")
    assert lines(trip) <= 12
