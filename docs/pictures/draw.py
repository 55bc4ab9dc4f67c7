"""Draws the README's pictures: real questions, asked on the page of a FlyFun of its own, in a real browser.

python docs/pictures/draw.py [NAME …]      # needs playwright (the dev lock) and /usr/bin/chromium
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image

HERE = Path(__file__).resolve().parent
CHROMIUM = "/usr/bin/chromium"
PHONE = {"width": 400, "height": 800}
PICTURES: dict[str, tuple[str, ...]] = {
    "way": ("How long to fly from EGTF to LFMD at 140 knots?",),
    "notice": ("what notice does LFAT need on Saturday from the UK?",),
    "rules": ("Compare VFR flight plan rules between France, Germany and the UK",),
    "fields": ("airports near Lake Geneva with a hard runway over 800 m",),
}
"""What is asked for each picture; the last answer is drawn."""

SETTLE_MS, MARGIN = 1_500, 12
QUALITY = 82


def served(folder: str) -> tuple[subprocess.Popen[str], str]:
    """A FlyFun with a data folder of its own and no key at all, and its address."""
    environ = {"PATH": os.environ["PATH"], "HOME": folder, "FLYFUN_DATA_DIR": folder, "FLYFUN_PORT": "0"}
    environ |= {"FLYFUN_AUTO_UPDATE": "off"}
    command = [sys.executable, "-m", "bot", "serve"]
    program = subprocess.Popen(
        command, cwd=HERE.parents[1], env=environ, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    for line in program.stdout or ():
        if line.startswith("FlyFun is at "):
            return program, line.removeprefix("FlyFun is at ").strip()
    raise SystemExit("flyfun serve ended before it printed its address: see `flyfun doctor`")


def drawn(browser: Any, address: str, questions: tuple[str, ...]) -> bytes:
    """The last turn, question and answer, as a phone shows it."""
    context = browser.new_context(viewport=PHONE, device_scale_factor=2, color_scheme="light")
    page = context.new_page()
    page.goto(address)
    for number, question in enumerate(questions, 1):
        page.fill("#question", question)
        page.press("#question", "Enter")
        page.locator(f"#turns > li:nth-child({number}) .answer[aria-busy=false]").wait_for(timeout=120_000)
    page.wait_for_timeout(SETTLE_MS)  # maps are drawn after the words
    turn = page.locator(f"#turns > li:nth-child({len(questions)})")
    page.set_viewport_size({**PHONE, "height": int(turn.bounding_box()["height"]) + 400})
    page.wait_for_timeout(SETTLE_MS)
    whole, said = turn.bounding_box(), turn.locator(".answer").bounding_box()
    height = said["y"] + said["height"] - whole["y"] + MARGIN  # a turn fills the window, its answer does not
    picture: bytes = page.screenshot(type="png", clip={**whole, "height": height})
    context.close()
    return picture


def main(wanted: list[str]) -> None:
    """Write each picture beside this file."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        program, address = served(folder)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        try:
            for name, questions in PICTURES.items():
                if wanted and name not in wanted:
                    continue
                image = Image.open(io.BytesIO(drawn(browser, address, questions))).convert("RGB")
                target = HERE / f"{name}.webp"
                image.save(target, quality=QUALITY, method=6)
                print(f"{target.name}: {image.width}×{image.height}, {target.stat().st_size // 1024} KB")
        finally:
            browser.close()
            program.terminate()
            program.wait(timeout=40)


if __name__ == "__main__":
    main(sys.argv[1:])
