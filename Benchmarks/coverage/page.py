#!/usr/bin/env python3
"""The coverage page in Chromium: from the pin to the whole map, ground and rays apart, and the page's memory; prints Markdown.

    page.py [--binary PATH] [--web DIRECTORY] [--data FOLDER] [--model NAME]...
"""
import argparse
import itertools
import os
import pathlib
import re
import statistics
import sys
import tempfile
import time

from playwright.sync_api import sync_playwright

here = pathlib.Path(__file__).resolve().parent
root = here.parents[1]
sys.path[:0] = [str(root / "Tests/Browser"), str(here)]
import compare
from controls import choice, control, field
from screen import Screen, Server, desk, phone

ROUNDS = 9
#: Models that a map can be dragged by, as the drawer names them.
MODELS = ("Learned", "ITU-R P.1812", "Diffraction")
#: Waits until the chip tells how long another map took, and gives the time since a pin was put. A map that is whole within a frame may have taken as many milliseconds as the one
#: before: then the chip does not change, and there is no time.
WATCH = """() => new Promise((done) => {
  const chip = document.querySelector("#chip");
  const began = performance.now();
  const before = chip.textContent;
  let isGone = false;
  const end = (taken) => { watcher.disconnect(); clearTimeout(timer); done([taken, chip.textContent]); };
  const look = () => {
    if (!/ ms/.test(chip.textContent)) isGone = true;
    else if (isGone || chip.textContent !== before) end(performance.now() - began);
  };
  const watcher = new MutationObserver(look);
  const timer = setTimeout(() => end(null), 3000);
  watcher.observe(chip, { childList: true, characterData: true, subtree: true });
})"""


#: Keeps the newest job that the page gives its worker.
KEEP = """() => {
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (data, ...rest) {
    if (data instanceof Uint8Array && data.length > 1e5) globalThis.job = data.slice();
    return post.call(this, data, ...rest);
  };
}"""
#: Has a worker like the page's compute that job again and again, while nothing is drawn, when it has rehearsed; gives what each time took, ms.
AGAIN = """(rounds) => new Promise((done) => {
  const worker = new Worker("sweep.js");
  const taken = [];
  const next = () => worker.postMessage(globalThis.job.slice());
  worker.onmessage = ({ data }) => {
    if (data.bytes.length === 0) return setTimeout(next, 1000);
    taken.push(new DataView(data.bytes.buffer).getFloat64(16, true) / 1000);
    if (taken.length < rounds) return next();
    worker.terminate();
    done(taken);
  };
})"""
#: Maps that a new worker computes before those that count: a finger has dragged a pin for a second by then.
WARM = 20


def parts(screen):
    """What the drawer says that the ground, the first look, and rays with their map took, ms."""
    text = screen.text("#drawer")
    found = [re.search(rf"{name} ([\d.]+)", text) for name in ("ground", "first look", "rays and map")]
    return [float(one.group(1)) if one else 0.0 for one in found]


def place(screen, latitude, longitude):
    screen.open_drawer()
    typed = screen.locate(field("Latitude, longitude"))
    typed.fill(f"{latitude}, {longitude}")
    screen.page.evaluate(f"void (globalThis.watched = ({WATCH})())")
    typed.press("Enter")
    return screen.page.evaluate("() => globalThis.watched")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", default=str(root / "Host/.build/release/waveglass"))
    parser.add_argument("--web", default=str(root / "Web"))
    parser.add_argument("--data", type=pathlib.Path, default=pathlib.Path(os.environ.get("WAVEGLASS_DATA", root / "../shared/data")) / "coverage")
    parser.add_argument("--model", action="append", choices=MODELS, help="a model to measure; all unless given")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as made, sync_playwright() as playwright:
        folder = pathlib.Path(made) / "fine"
        compare.write(folder, compare.SOUTH, compare.WEST, compare.fine(compare.heights(options.data)))
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu-compositing"])
        print(f"{time.strftime('%F %H:%M', time.gmtime())} UTC, {compare.processor()}, load {os.getloadavg()[0]:.1f}, Chromium {browser.version}. One arc-second, 915 MHz; "
              f"medians of {ROUNDS} pins, lowest and highest; nothing drawn: medians of 15 maps after {WARM}. The goal of 25 ms is for rays and map of 8 km.\n")
        print("| model | screen | radius | ground, ms | first look, ms | rays and map, ms (goal 25) | a new worker's first, nothing drawn, ms | these again, nothing drawn, ms | all of these, ms | from the pin to the whole map, drawn, ms | WebAssembly's memory, both threads, MB (goal 64) |\n|---|---|---|---|---|---|---|---|---|---|---|")
        for model, (title, settings) in itertools.product(options.model or MODELS, (("1280 x 800 @1", desk), ("390 x 844 @3", phone))):
            with Server(options, f"terrain:{folder}") as server:
                screen = Screen(browser, server, **settings)
                screen.page.evaluate(KEEP)
                screen.chip_says("hold to place")
                screen.open_drawer()
                screen.enter(field("Latitude, longitude"), f"{compare.LATITUDE}, {compare.LONGITUDE}")
                screen.chip_says(" ms")
                screen.click(choice("Computed by", model))
                screen.settle()
                screen.chip_says(" ms")
                for kilometres, presses in ((8, 0), (10, 2)):
                    for _ in range(presses):
                        screen.press("ArrowRight", control("slider", "Radius"))
                    screen.chip_says(f"{kilometres} km")
                    screen.settle()
                    runs = []
                    for step in range(ROUNDS):
                        taken, chip = place(screen, compare.LATITUDE + 0.0004 * (step % 5), compare.LONGITUDE + 0.0005 * (step % 7 + 1))
                        screen.settle()
                        again = screen.page.evaluate(AGAIN, WARM + 15)
                        runs.append((*parts(screen), again[0], statistics.median(again[WARM:]), float(re.search(r"([\d.]+) ms", chip).group(1)), taken))
                    cells = [compare.median([one[part] for one in runs if one[part] is not None] or [float("nan")], 1, 0) for part in range(7)]
                    print(f"| {model} | {title} | {kilometres} km | {' | '.join(cells)} | {screen.number('waveglass.memoryBytes') / 1e6:.1f} |", flush=True)
                screen.close()
        browser.close()


if __name__ == "__main__":
    main()
