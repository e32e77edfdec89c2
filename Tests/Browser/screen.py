"""A server of its own and a page that shows it, for tests in real browsers."""
import os
import pathlib
import re
import subprocess
import tempfile
import threading
import time

from hand import Hand, Picture

here = pathlib.Path(__file__).resolve().parent
root = here.parent.parent
carrier = root / "Tests/Fixtures/browser/carrier.csv"
phone = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 3, "has_touch": True, "is_mobile": True}
tablet = {"viewport": {"width": 1024, "height": 768}, "device_scale_factor": 2, "has_touch": True, "is_mobile": True}
desk = {"viewport": {"width": 1280, "height": 800}, "device_scale_factor": 1, "has_touch": False, "is_mobile": False}
devices = {"phone": phone, "tablet": tablet, "desk": desk}


class Server:
    """A `waveglass serve` of its own, on a port of its own."""

    def __init__(self, options, *sources, port=0):
        self.options, self.sources = options, sources
        # What one test has looked at is not there for the next.
        self.cache = tempfile.TemporaryDirectory()
        self.process = subprocess.Popen(
            [options.binary, "serve", "--web", options.web, "--port", str(port), *sources],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ | {"CACHE_DIRECTORY": self.cache.name})
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+", line)
        if not found:
            raise RuntimeError(f"no URL in {line!r}: {self.process.stderr.read()}")
        self.url = found.group(0)
        self.port = int(re.search(r":(\d+)", self.url.split("//")[1]).group(1))

    def stop(self):
        self.process.terminate()
        self.process.wait(5)
        self.cache.cleanup()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.stop()


class Simulator:
    """A `waveglass simulate rtltcp`, whose lines say what the receiver was told."""

    def __init__(self, options):
        self.lines = []
        self.process = subprocess.Popen(
            [options.binary, "simulate", "rtltcp", "--port", "0"], stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline().rsplit(":", 1)[1])
        threading.Thread(target=lambda: self.lines.extend(line.strip() for line in self.process.stdout), daemon=True).start()

    def wait(self, line, seconds=8):
        end = time.monotonic() + seconds
        while line not in self.lines:
            assert time.monotonic() < end, f"never told {line!r}: {self.lines}"
            time.sleep(0.02)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(5)


SHOWS = "globalThis.waveglass?.messages > 2 && waveglass.draws > 1"


class Screen:
    """A page that shows a server, and what a person does to it and sees of it; here in Chromium, as a phone unless settings say otherwise."""

    def __init__(self, browser, server, context=None, **settings):
        settings = {"color_scheme": "dark", "service_workers": "block", **phone, **settings}
        self.context = context or browser.new_context(**settings)
        self.width, self.height = (settings["viewport"][side] for side in ("width", "height"))
        self.scale = settings["device_scale_factor"]
        self.page = self.context.new_page()
        self.problems = []
        self.page.on("console", lambda message: message.type == "error" and self.problems.append(message.text))
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.goto(server.url)
        self.hand = Hand(self.page)
        self.wait(SHOWS)

    # What differs between browsers.

    def number(self, expression):
        return self.page.evaluate(expression)

    def run(self, function, *arguments):
        """Calls a function of the page's language, and waits for what it promises."""
        return self.page.evaluate(function, *arguments)

    def click(self, selector):
        self.page.click(selector)

    def enter(self, selector, text):
        """Types a text into a field in place of what stands there, and confirms it."""
        self.page.fill(selector, text)
        self.page.press(selector, "Enter")

    def press(self, key, selector="#plot"):
        self.page.focus(selector)
        self.page.keyboard.press(key)

    def wheel(self, x, y, notches):
        self.page.mouse.move(x, y)
        self.page.mouse.wheel(0, 100 * notches)

    def resize(self, width, height):
        self.page.set_viewport_size({"width": width, "height": height})

    def screenshot(self):
        return self.page.screenshot()

    def forgive(self):
        """What the page has complained of so far was to be."""
        self.problems.clear()

    def abandon(self):
        self.context.close()

    def close(self):
        self.abandon()
        assert not self.problems, self.problems

    # What does not.

    def wait(self, condition, seconds=20):
        # Polled from outside: the page's own policy forbids to evaluate text.
        end = time.monotonic() + seconds
        while not self.number(condition):
            assert time.monotonic() < end, f"not within {seconds} s: {condition}; chip: {self.chip()}"
            time.sleep(0.02)

    def text(self, selector):
        return self.number(f"document.querySelector({selector!r}).innerText")

    def attribute(self, selector, name):
        return self.number(f"document.querySelector({selector!r}).getAttribute({name!r})")

    def box(self, selector):
        """Left, top, width and height of an element."""
        return self.number(
            f"(({{ x, y, width, height }}) => [x, y, width, height])(document.querySelector({selector!r}).getBoundingClientRect())")

    def chip(self):
        return self.text("#chip").strip().replace("\n", " ")

    def chip_says(self, text, seconds=20):
        self.wait(f"document.querySelector('#chip').textContent.includes({text!r})", seconds)

    def is_open(self):
        return self.attribute("#handle", "aria-expanded") == "true"

    def open_drawer(self):
        if not self.is_open():
            self.click("#handle")
            self.wait("getComputedStyle(document.querySelector('#drawer')).visibility === 'visible'")
            # What is measured while it slides in is elsewhere when it is tapped.
            self.wait("!['#drawer', '#handle'].some((one) => document.querySelector(one).getAnimations().length)")

    def close_drawer(self):
        if self.is_open():
            self.click("#handle")
            self.wait("getComputedStyle(document.querySelector('#drawer')).visibility === 'hidden'")

    def field(self, control):
        self.open_drawer()
        return float(self.number(f"document.querySelector('[data-control=\"{control}\"] input').value").replace("−", "-"))

    def band(self):
        return self.field(3), self.field(4)

    def span(self):
        low, high = self.band()
        return high - low

    def mode(self, name):
        self.open_drawer()
        self.click(mode_button(name))
        self.close_drawer()

    def is_mode(self, name):
        return self.attribute(mode_button(name), "aria-checked") == "true"

    def picture(self, name=None):
        png = self.screenshot()
        if name:
            (root / "out").mkdir(exist_ok=True)
            (root / "out" / f"{name}.png").write_bytes(png)
        return Picture(png)


def mode_button(name):
    return f'[data-control="1"] button:nth-of-type({("Spectrum", "Waterfall", "Meter").index(name) + 1})'


def on(*devices, browsers=("chromium", "webkit")):
    """Marks a test that takes `see`: it runs once on each of these devices in each of these browsers."""
    def mark(test):
        test.places = [(browser, device) for browser in browsers for device in devices]
        return test
    return mark


def until(check, seconds=20):
    """Repeats a check until it holds: a browser on a busy machine shows later what was done. The last failure counts."""
    end = time.monotonic() + seconds
    while True:
        try:
            return check()
        except AssertionError:
            if time.monotonic() > end:
                raise
        time.sleep(0.1)


def near(value, expected, tolerance):
    assert abs(value - expected) <= tolerance, f"{value} is not {expected} within {tolerance}"


def lit(picture):
    """How many of some points of the plot are brighter than its ground."""
    return sum(picture.light(x, y) > 0.15 for x in range(0, picture.width, 7) for y in range(300, picture.height, 41))
