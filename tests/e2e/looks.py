"""Draws the answers of issue 17's list in every layout, to be looked at: `python tests/e2e/looks.py [fr|de] [chats] [7]`.

The page is the program's own, in headless Chromium: on a desk, on a phone of 390 px, by night. Telegram's and
Slack's layout are what would be sent, set in HTML. Printed beside: the first line, the lines of a phone before
anything is folded, the height of five fields, how long after the last event the answer stood there.
"""

from __future__ import annotations

import asyncio
import base64
import html
import os
import re
import sys
import tempfile
import threading
from collections.abc import AsyncGenerator, Generator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
OUT = ROOT / "var" / "looks"
QUESTIONS = {
    "en": (
        "what notice does LFAT need on Saturday from the UK?",
        "VFR at night in France and Germany",
        "Compare LFAT and LFQA",
        "Compare the VFR night rules in France and Germany",
        "EGLD to LFAT on Sunday",
        "Landing Le Touquet 11:00, off blocks 14:00",
        "tell me about LFBZ",
        "airports near Annecy with a hard runway over 800 m",
        "EGTF to LFMD",
        "do I need customs from LFAT to EGKB?",
        "day brief EGTF to LFAT tomorrow",
    ),
    "fr": (
        "Quel préavis faut-il à LFAT samedi en venant du Royaume-Uni ?",
        "VFR de nuit en France et en Allemagne",
        "Comparer LFAT et LFQA",
        "EGLD vers LFAT dimanche",
        "Atterrissage au Touquet à 11h00, hors bloc à 14h00",
        "parle-moi de LFBZ",
        "aérodromes près d'Annecy avec une piste en dur de plus de 800 m",
        "Faut-il la douane de EGTF à LFMD ?",
        "briefing du jour EGTF LFAT demain",
    ),
    "de": (
        "Welche Voranmeldung braucht LFAT am Samstag aus Großbritannien?",
        "Nachtflug VFR in Frankreich und Deutschland",
        "Vergleiche LFAT und LFQA",
        "EGLD nach LFAT am Sonntag",
        "Landung in Le Touquet um 11:00, Abblockzeit 14:00",
        "erzähl mir von LFBZ",
        "Flugplätze bei Annecy mit befestigter Piste über 800 m",
        "Brauche ich Zoll von EGTF nach LFMD?",
        "Tagesbriefing EGTF LFAT morgen",
    ),
}
SHAPES: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1280, "height": 900}},
    "phone": {"viewport": {"width": 390, "height": 844}},
    "night": {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark"},
}
CHATS = """<meta charset=utf-8><style>
body{margin:0;padding:10px;font:15px/1.35 "DejaVu Sans",sans-serif;background:#8db38b;width:%dpx}
.m{background:#fff;border-radius:10px;padding:8px 10px;margin:0 0 8px;white-space:pre-wrap;overflow-wrap:anywhere}
blockquote{margin:4px 0;padding:2px 8px;border-left:3px solid #57a;background:#eef4fb}
blockquote[expandable]{max-height:4.1em;overflow:hidden}pre{font-size:12px;margin:4px 0}img{max-width:100%%}
.r{display:flex;gap:5px;margin:0 0 5px}.r span{flex:1;background:#5f8f6a;color:#fff;border-radius:8px;
padding:7px 3px;text-align:center;font-size:13px}
.s{font:15px/1.45 "DejaVu Sans",sans-serif;color:#1d1c1d;white-space:normal}
.s h3{font-size:18px;margin:2px 0}.s small{color:#616061}
.s .b{border:1px solid #bbb;border-radius:6px;padding:4px 9px;
margin:0 6px 5px 0;display:inline-block;font-size:13px;font-weight:600}table{border-collapse:collapse}
td{border:1px solid #ddd;padding:4px 8px;font-size:13px}</style>"""


SLACK = """<style>.s .box{margin:0 0 8px}.s small{display:block;font-size:12px}.s .md p{margin:0 0 6px}
.s .section{display:flex;gap:16px;justify-content:space-between;align-items:flex-start}
.s .section>div{flex:1}.s .b{margin:0;flex:none}.s .row{display:flex;flex-wrap:wrap;gap:8px}
.s .fields{display:grid;grid-template-columns:1fr 1fr;gap:8px 16px}
.s .more{max-height:6.5em;overflow:hidden}.s a{color:#1264a3;text-decoration:none}
.s th{border:1px solid #ddd;padding:4px 8px;font-size:13px;text-align:left;background:#f8f8f8}
</style>"""


DRAWN = """new MutationObserver((changes) => {
  if (changes.some((one) => one.target.getAttribute("aria-busy") === "false")) window.drawnAt = performance.now();
}).observe(document, { subtree: true, attributes: true, attributeFilter: ["aria-busy"] });"""
"""Remembers when an answer stood on the page."""
TOOK = """() => window.drawnAt
  - performance.getEntriesByType("resource").filter((one) => one.name.includes("message_id=")).at(-1).startTime"""
"""From the event that ends the work, upon which the page asks for the whole answer, to its being drawn."""


@dataclass(frozen=True)
class Chats:
    """One answer as a chat is given it."""

    telegram: str
    slack: str


def _telegram(messages: Sequence[Any]) -> str:
    from adapters.telegram.layout import Picture, Words

    told: list[str] = []
    for message in messages:
        if isinstance(message, Words):
            told.append(f"<div class=m>{message.html}</div>")
        elif isinstance(message, Picture):
            kind = "png" if message.name.endswith("png") else "jpeg"
            image = f"data:image/{kind};base64,{base64.b64encode(message.image).decode()}"
            told.append(f'<div class=m><img src="{image}">\n{message.html or html.escape(message.caption)}</div>')
        rows = getattr(message.keyboard, "inline_keyboard", ()) if message.keyboard else ()
        told += [
            "<div class=r>" + "".join(f"<span>{html.escape(button.text)}</span>" for button in row) + "</div>"
            for row in rows
        ]
    return CHATS % 370 + "".join(told)


def _slack(messages: Sequence[Any]) -> str:
    """As Slack sets it: fields in two columns, small grey context, what is long behind "See more"."""
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark", {"html": False})
    reader.validateLink = lambda url: url.startswith(("https:", "http:", "mailto:", "tel:"))

    def lines(text: str) -> str:
        return html.escape(html.unescape(text)).replace("\n", "<br>")

    def words(one: dict[str, Any]) -> str:
        if one["type"] != "mrkdwn":
            return lines(one["text"])
        linked = re.sub(r"<([^|>]+)\|([^>]+)>", r'<a href="\1">\2</a>', one["text"])
        return re.sub(r"(?<!\w)\*([^*\n]+)\*(?!\w)", r"<b>\1</b>", linked).replace("\n", "<br>")

    def box(one: dict[str, Any]) -> str:
        match one["type"]:
            case "header":
                return f"<h3>{lines(one['text']['text'])}</h3>"
            case "context":
                return "".join(f"<small>{words(e)}</small>" for e in one["elements"])
            case "markdown":
                return f"<div class=md>{reader.render(html.unescape(one['text']))}</div>"
            case "actions":
                return "<div class=row>" + "".join(_slack_button(e) for e in one["elements"]) + "</div>"
            case "table":
                head, *rest = one["rows"]
                cells = [
                    "".join(f"<{tag}>{lines(c['text'])}</{tag}>" for c in row)
                    for tag, row in [("th", head), *(("td", row) for row in rest)]
                ]
                return "<table>" + "".join(f"<tr>{row}</tr>" for row in cells) + "</table>"
            case "section":
                fields = "".join(f"<div>{words(f)}</div>" for f in one.get("fields", ()))
                told = words(one["text"]) if "text" in one else ""
                if one.get("expand") is False and len(re.sub("<[^>]*>", "", told)) > 700:
                    told = f"<div class=more>{told}</div><a>See more</a>"
                tap = _slack_button(one["accessory"]) if "accessory" in one else ""
                grid = f"<div class=fields>{fields}</div>" if fields else ""
                return f"<div class=section><div>{told}{grid}</div>{tap}</div>"
            case "context_actions":
                return "<small>[+] [-]</small>"
            case kind:
                raise ValueError(f"not drawn here: {kind}")

    boxed = ["".join(f"<div class=box>{box(one)}</div>" for one in message.blocks) for message in messages]
    told = [f"<div class='m s'>{one}</div>" for one in boxed]
    return CHATS % 640 + SLACK + "".join(told)


def _slack_button(element: dict[str, Any]) -> str:
    return f"<span class=b>{html.escape(html.unescape(element['text']['text']))}</span>"


@contextmanager
def weather() -> Generator[dict[str, str]]:
    """The settings of a weather service and a forecast of the tests' own, with reports and forecasts of this day."""
    from servers.aviationweather import AviationWeatherServer
    from servers.open_meteo import OpenMeteoServer

    now = datetime.now(UTC)
    opens = now.replace(minute=0, second=0, microsecond=0)
    issued, ends = opens - timedelta(hours=1), opens + timedelta(hours=30)
    later = opens + timedelta(hours=18)
    valid = f"{opens:%d%H}/{ends:%d%H}"
    awc, meteo = AviationWeatherServer(), OpenMeteoServer()
    meteo.run = opens - timedelta(hours=6)
    for station, taf in (
        ("EGLL", f"25010KT 9999 SCT030 PROB30 TEMPO {later:%d%H}/{ends:%d%H} 4000 RA BKN010"),
        ("LFAT", f"24012KT 9999 BKN030 TEMPO {later:%d%H}/{ends:%d%H} 3000 RADZ BKN008"),
    ):
        awc.metar(station, f"METAR {station} {issued:%d%H%M}Z 24012KT 9999 BKN035 11/06 Q1018", issued.timestamp())
        awc.taf(station, f"TAF {station} {issued:%d%H%M}Z {valid} {taf}", opens.timestamp())
    loop = asyncio.new_event_loop()
    runs = threading.Thread(target=loop.run_forever, daemon=True)
    runs.start()

    async def opened() -> None:
        await awc.__aenter__()
        await meteo.__aenter__()

    async def closed() -> None:
        await awc.__aexit__(None, None, None)
        await meteo.__aexit__(None, None, None)

    asyncio.run_coroutine_threadsafe(opened(), loop).result()
    try:
        yield {"AWC_URL": awc.endpoint, "OPEN_METEO_URL": meteo.endpoint}
    finally:
        asyncio.run_coroutine_threadsafe(closed(), loop).result()
        loop.call_soon_threadsafe(loop.stop)


@asynccontextmanager
async def _desk(folder: Path, environ: Mapping[str, str]) -> AsyncGenerator[Any]:
    from agent.deps import Deps
    from bot.conversation import Desk
    from bot.conversation_log import open_log
    from bot.records import open_records
    from bot.render.painter import MapPainter
    from bot.settings import Settings
    from bot.spending import Spending
    from bot.store import open_store

    chosen = Settings.from_environ({"FLYFUN_DATA_DIR": str(folder), **environ})
    async with open_store("", folder) as store, open_records(chosen) as records:
        deps = Deps(settings=chosen.agent, reports=records)
        desk = Desk(store, deps, MapPainter(chosen), records, Spending(store, 0.0), open_log(chosen))
        yield desk
        await deps.aclose()


async def chats(questions: Sequence[str], folder: Path, environ: Mapping[str, str]) -> list[Chats]:
    """What Telegram and Slack would be given."""
    from adapters.protocol import ChatRef, IncomingMessage, Person
    from adapters.slack.blocks import laid_out
    from adapters.telegram.layout import layout

    found: list[Chats] = []
    async with _desk(folder, environ) as desk:
        for number, text in enumerate(questions):
            message = IncomingMessage(
                id=str(number),
                chat=ChatRef("telegram", "looks", str(number)),
                person=Person("me"),
                text=text,
                addressed_by="dm",
                sent_at=datetime.now(UTC),
            )
            reply = None
            async for said in desk.replies(message):
                reply = said
            assert reply is not None
            slack = laid_out(reply.blocks, reply.buttons, reply.thumbs, "looks")
            found.append(Chats(_telegram(layout(reply, private=True)), _slack(slack)))
    return found


def page(chromium: Any, address: str, questions: Sequence[str], out: Path) -> None:
    """Each answer on the page, in every shape, and what can be measured of it."""
    for shape, options in SHAPES.items():
        for number, text in enumerate(questions):
            context = chromium.new_context(**options, locale=out.name)
            opened = context.new_page()
            opened.add_init_script(DRAWN)
            opened.goto(address)
            opened.fill("#question", text)
            opened.press("#question", "Enter")
            answer = opened.locator("#turns > li:nth-child(1) .answer[aria-busy=false]")
            answer.wait_for(timeout=60_000)
            opened.wait_for_timeout(700)
            opened.evaluate("window.scrollTo(0, 0)")
            opened.screenshot(path=str(out / f"{number}-{shape}.png"), full_page=True)
            if shape == "phone":
                first = answer.inner_text().strip().splitlines()[0]
                print(
                    f"{number} {text}\n   first: {first}\n   {measured(answer)}, drawn {opened.evaluate(TOOK):.0f} ms"
                )
            context.close()


def measured(answer: Any) -> str:
    """The lines that stand open, and the height of five rows and of all."""
    shown = lines(answer)
    rows = answer.locator(".rows li")
    tall = ""
    if rows.count() >= 5:
        last = rows.nth(4).bounding_box()
        tall = f", five fields end {last['y'] + last['height'] - answer.bounding_box()['y']:.0f} px"
    return f"{shown} lines before anything is folded{tall}, {answer.bounding_box()['height']:.0f} px in all"


def lines(answer: Any) -> int:
    """Lines of text that stand open; a folded part counts as its title.

    What overlaps in height is one line: a time and what happens then, a number and its name. An address that only
    a screen reader is told (the button says "E-mail") is none, nor is what a clamped text hides.
    """
    return answer.evaluate(
        """answer => { const boxes = [];
        const skip = '.compare.tall thead, figure, .map, .number, .whole, .sources, .sources ~ *, .row, .taps, button, [hidden]';
        const walk = document.createTreeWalker(answer, NodeFilter.SHOW_TEXT);
        while (walk.nextNode()) { const node = walk.currentNode;
            const over = node.parentElement.closest(skip);
            if (!node.textContent.trim() || (over && (over.matches('.number, .whole, thead') || !over.closest('.rows')))) continue;
            const title = node.parentElement.closest('summary');
            if ((title ? title.parentElement.parentElement : node.parentElement).closest('details:not([open])')) continue;
            const range = document.createRange(); range.selectNodeContents(node);
            const cut = node.parentElement.closest(':is(.shortened, .shortened *).clamped');
            const below = cut ? cut.getBoundingClientRect().bottom : Infinity;
            for (const box of range.getClientRects()) if (box.width > 2 && box.top < below - 2) boxes.push(box); }
        boxes.sort((one, other) => one.top + one.bottom - other.top - other.bottom);
        let lines = 0, end = -Infinity;
        for (const box of boxes) if ((box.top + box.bottom) / 2 > end) { lines += 1; end = box.bottom; }
        return lines; }"""
    )


def main(arguments: list[str]) -> None:
    """Draw them all."""
    sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
    from contracts.program import Program, fresh_folder

    from bot import valkey

    language = next((one for one in arguments if one in QUESTIONS), "en")
    chosen = [int(one) for one in arguments if one.isdigit()]
    asked = [text for n, text in enumerate(QUESTIONS[language]) if not chosen or n in chosen]
    out = OUT / language
    out.mkdir(parents=True, exist_ok=True)
    shared = Path(os.environ.get("FLYFUN_DATA_DIR", ROOT / "var" / "data"))
    with tempfile.TemporaryDirectory() as made, weather() as environ:
        folder = fresh_folder(Path(made) / "desk", shared)
        given = asyncio.run(chats(asked, folder, environ))
        valkey.stop(folder)
        page = None if "chats" in arguments else Program(fresh_folder(Path(made) / "page", shared), environ)
        _drawn(given, asked, out, page)
    print(f"pictures: {out}")


def _drawn(given: Sequence[Chats], asked: Sequence[str], out: Path, program: Any) -> None:
    from playwright.sync_api import sync_playwright

    from bot import valkey

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for kind, width in (("telegram", 390), ("slack", 680)):
            for number, one in enumerate(given):
                opened = chromium.new_page(viewport={"width": width, "height": 300})
                opened.set_content(getattr(one, kind))
                opened.screenshot(path=str(out / f"{number}-{kind}.png"), full_page=True)
                opened.close()
        if program is None:
            return
        program.start()
        try:
            page(chromium, program.address, asked, out)
        finally:
            program.close()
            valkey.stop(program.folder)


if __name__ == "__main__":
    main(sys.argv[1:])
