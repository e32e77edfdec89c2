"""A server of its own and a page that shows it, for tests in real Chromium."""
import pathlib
import re
import subprocess
import threading
import time

from hand import Hand, Picture

here = pathlib.Path(__file__).resolve().parent
root = here.parent.parent
carrier = root / "Tests/Fixtures/browser/carrier.csv"
phone = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 3, "has_touch": True, "is_mobile": True}


class Server:
    """A `waveglass serve` of its own, on a port of its own."""

    def __init__(self, options, *sources, port=0):
        self.options, self.sources = options, sources
        self.process = subprocess.Popen(
            [options.binary, "serve", "--web", options.web, "--port", str(port), *sources],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+", line)
        if not found:
            raise RuntimeError(f"no URL in {line!r}: {self.process.stderr.read()}")
        self.url = found.group(0)
        self.port = int(re.search(r":(\d+)", self.url.split("//")[1]).group(1))

    def stop(self):
        self.process.terminate()
        self.process.wait(5)

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


class Screen:
    """A page that shows a server, and what a person sees of it."""

    def __init__(self, browser, server, context=None, **settings):
        self.context = context or browser.new_context(**{"color_scheme": "dark", "service_workers": "block", **phone, **settings})
        self.page = self.context.new_page()
        self.problems = []
        self.page.on("console", lambda message: message.type == "error" and self.problems.append(message.text))
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.goto(server.url)
        self.hand = Hand(self.page)
        self.wait("waveglass.messages > 2 && waveglass.draws > 1")

    def wait(self, condition, seconds=8):
        # Polled from outside: the page's own policy forbids to evaluate text.
        end = time.monotonic() + seconds
        while not self.page.evaluate(condition):
            assert time.monotonic() < end, f"not within {seconds} s: {condition}; chip: {self.chip()}"
            time.sleep(0.02)

    def number(self, expression):
        return self.page.evaluate(expression)

    def chip(self):
        return self.page.inner_text("#chip").replace("\n", " ")

    def open_drawer(self):
        if self.page.get_attribute("#handle", "aria-expanded") != "true":
            self.page.click("#handle")
            self.page.wait_for_selector(".open #drawer")

    def close_drawer(self):
        if self.page.get_attribute("#handle", "aria-expanded") == "true":
            self.page.click("#handle")
            self.page.wait_for_selector("body:not(.open)")

    def field(self, control):
        self.open_drawer()
        return float(self.page.input_value(f'[data-control="{control}"] input').replace("−", "-"))

    def band(self):
        return self.field(3), self.field(4)

    def mode(self, name):
        self.open_drawer()
        self.page.click(f'[data-control="1"] >> text={name}')
        self.close_drawer()

    def press(self, key):
        self.page.focus("#plot")
        self.page.keyboard.press(key)

    def picture(self, name=None):
        png = self.page.screenshot()
        if name:
            (root / "out").mkdir(exist_ok=True)
            (root / "out" / f"{name}.png").write_bytes(png)
        return Picture(png)

    def close(self):
        self.context.close()
        assert not self.problems, self.problems


def near(value, expected, tolerance):
    assert abs(value - expected) <= tolerance, f"{value} is not {expected} within {tolerance}"


def lit(picture):
    """How many of some points of the plot are brighter than its ground."""
    return sum(picture.light(x, y) > 0.15 for x in range(0, picture.width, 7) for y in range(300, picture.height, 41))
