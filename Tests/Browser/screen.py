"""A server of its own and a page that shows it, for tests in real browsers."""
import base64
import os
import pathlib
import re
import subprocess
import tempfile
import threading
import time

from controls import FIND, choice, element, field
from hand import Hand, Picture
from playwright.sync_api import Error

here = pathlib.Path(__file__).resolve().parent
root = here.parent.parent
carrier = root / "Tests/Fixtures/browser/carrier.csv"
phone = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 3, "has_touch": True, "is_mobile": True}
tablet = {"viewport": {"width": 1024, "height": 768}, "device_scale_factor": 2, "has_touch": True, "is_mobile": True}
desk = {"viewport": {"width": 1280, "height": 800}, "device_scale_factor": 1, "has_touch": False, "is_mobile": False}
devices = {"phone": phone, "tablet": tablet, "desk": desk}

#: Seconds after which an event counts as never to come. No claim about time: two busy cores may be that late.
PATIENCE = 60


#: Before a command: it ends with the tests that started it, even if these are killed.
MORTAL = ("setpriv", "--pdeathsig", "TERM")


class Server:
    """A `waveglass serve` of its own, on a port of its own."""

    def __init__(self, options, *sources, port=0):
        self.options, self.sources = options, sources
        # What one test has looked at is not there for the next.
        self.cache = tempfile.TemporaryDirectory()
        # In a file: a pipe that nobody reads would hold the server up once it is full.
        with open(f"{self.cache.name}/log", "w+") as log:
            self.process = subprocess.Popen(
                [*MORTAL, options.binary, "serve", "--web", options.web, "--port", str(port), *sources],
                stdout=subprocess.PIPE, stderr=log, text=True, env=os.environ | {"CACHE_DIRECTORY": self.cache.name})
            line = self.process.stdout.readline()
            found = re.search(r"http://\S+", line)
            if not found:
                self.process.wait(PATIENCE)
                log.seek(0)
                raise RuntimeError(f"no URL in {line!r}: {log.read()}")
        self.url = found.group(0)
        self.port = int(re.search(r":(\d+)", self.url.split("//")[1]).group(1))

    def stop(self):
        self.process.terminate()
        self.process.wait(PATIENCE)
        self.cache.cleanup()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.stop()


class Simulator:
    """A `waveglass simulate rtltcp`, whose lines say what the receiver was set to."""

    def __init__(self, options):
        self.lines, self.changed = [], threading.Condition()
        self.process = subprocess.Popen(
            [*MORTAL, options.binary, "simulate", "rtltcp", "--port", "0"], stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline().rsplit(":", 1)[1])
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        for line in self.process.stdout:
            with self.changed:
                self.lines.append(line.strip())
                self.changed.notify_all()

    def wait(self, line, seconds=PATIENCE):
        with self.changed:
            assert self.changed.wait_for(lambda: line in self.lines, seconds), f"never {line!r}: {self.lines}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(PATIENCE)


# A busy page may draw only once, when all has come.
SHOWS = "globalThis.waveglass?.messages > 2 && (waveglass.draws > 1 || (waveglass.draws === 1 && !waveglass.isFrameDue))"

# The next frame of the page, or a tenth of a second where the browser draws none.
FRAME = """const frame = () => new Promise((done) => {
    const timer = setTimeout(() => done(false), 100);
    requestAnimationFrame(() => { clearTimeout(timer); done(true); });
});"""

# Frame by frame until a condition holds; gives whether it does. The page's own policy forbids to evaluate text, so the condition is part of the function.
WAIT = """async (milliseconds) => {
    %(frame)s
    const end = performance.now() + milliseconds;
    while (!(await (%(condition)s))) {
        if (performance.now() > end) return false;
        await frame();
    }
    return true;
}"""

# Until an element has been in the same place for two frames: what a frame finds out of sizes moves things in the next one. A busy machine's frame can take
# longer than is waited for one, which then is none.
STILL = """async () => {
    %(frame)s
    const place = () => JSON.stringify(%(element)s.getBoundingClientRect());
    for (let last = "", frames = 0; frames < 2; ) {
        const isFrame = await frame() || document.hidden, now = place();
        frames = now === last ? frames + isFrame : 0;
        last = now;
    }
}"""

# What is open, whether elements say so, and how far the page has come.
STANCE = """(() => {
    const one = (selector) => document.querySelector(selector);
    const { draws, messages, isFrameDue } = globalThis.waveglass ?? {};
    const drawer = one("#drawer");
    return JSON.stringify({
        open: document.body.className, expanded: one("#handle")?.ariaExpanded, drawer: drawer && getComputedStyle(drawer).visibility,
        sources: one("#sources")?.hidden === false, alert: one("#alert")?.innerText, hidden: document.hidden, draws, messages, isFrameDue });
})()"""

# Everything that a page has drawn, received and sent but to watch its connection, which goes on for ever, and how often its elements have changed.
STATE = """const state = () => {
    globalThis.changes ??= (() => {
        const counted = { count: 0 };
        new MutationObserver(() => { counted.count += 1; }).observe(
            document, { subtree: true, childList: true, attributes: true, characterData: true });
        return counted;
    })();
    const { draws, messages, clockReplies, sentBytes, clockRequests } = globalThis.waveglass ?? {};
    return [changes.count, draws, messages - clockReplies, sentBytes - 12 * clockRequests, location.hash].join();
};"""

# Until the page is in another state than before; at most as many frames, since not all that happens changes its state.
CHANGE = """async ([before, frames]) => {
    %(frame)s %(state)s
    for (let count = 0; count < frames && (count < 6 || state() === before); count += 1) await frame();
    return state();
}"""

# Keeps the page's sockets where ASK finds them, and the keys of blocks of terrain that are owed to each: they come after answers to later questions.
KEEP_SOCKETS = """(() => {
    globalThis.sockets = [];
    const [asked, takenBack, block, refused] = [49, 50, 161, 162];
    const { WebSocket } = globalThis;
    globalThis.WebSocket = class extends WebSocket {
        owed = new Set();
        constructor(...given) {
            super(...given);
            sockets.push(this);
            this.addEventListener("message", ({ data }) => this.follow(data));
        }
        send(data) {
            this.follow(data);
            super.send(data);
        }
        follow(data) {
            const { buffer, byteOffset, byteLength } = ArrayBuffer.isView(data) ? data : new Uint8Array(data);
            const bytes = new DataView(buffer, byteOffset, byteLength);
            for (let at = 0; at < byteLength; at += 4 + bytes.getUint16(at + 2, true)) {
                const tag = bytes.getUint16(at, true);
                if (![asked, takenBack, block, refused].includes(tag)) continue;
                const key = new Uint8Array(buffer, byteOffset + at + 4, 7).join();
                if (tag === asked) this.owed.add(key);
                else this.owed.delete(key);
            }
        }
    };
})();"""

# An answer of the server, which comes after those to all that the page asked before: a ClockReply on the page's own socket (Documentation/wire.md),
# whose numbers are as good as those of the page's own questions; in WebKit, whose sockets are not kept, any answer of the server.
ASK = """const ask = async () => {
    const socket = globalThis.sockets?.findLast(({ readyState }) => readyState === WebSocket.OPEN);
    if (globalThis.sockets && !socket) return;
    if (!socket) return void await fetch("healthz", { cache: "no-store" }).catch(() => {});
    const question = new DataView(new ArrayBuffer(12));
    const time = BigInt(Math.round(performance.now() * 1000));
    question.setUint16(0, 4, true);
    question.setUint16(2, 8, true);
    question.setBigInt64(4, time, true);
    await new Promise((done) => {
        const isAnswer = (frame, at) => frame.getUint16(at, true) === 66 && frame.getBigInt64(at + 4, true) === time;
        const hear = ({ data }) => {
            const frame = new DataView(data);
            for (let at = 0; at < frame.byteLength; at += 4 + frame.getUint16(at + 2, true)) if (isAnswer(frame, at)) end();
        };
        const end = () => {
            socket.removeEventListener("message", hear);
            socket.removeEventListener("close", end);
            done();
        };
        socket.addEventListener("message", hear);
        socket.addEventListener("close", end);
        socket.send(question);
    });
};"""

# Until the state has been the same for as many frames, and again after the server has answered whatever was asked before.
SETTLE = """async ([frames, milliseconds]) => {
    %(frame)s %(state)s %(ask)s
    const end = performance.now() + milliseconds;
    const isOwed = () => globalThis.sockets?.some(({ readyState, owed }) => readyState === WebSocket.OPEN && owed.size > 0);
    const isOnline = () => document.body.dataset.source === "server" && document.querySelector("#chip").dataset.tone !== "lost";
    for (let still = 0, last = "", asked = ""; performance.now() < end; ) {
        await frame();
        const now = state();
        still = now === last && !waveglass.isFrameDue && !waveglass.isComputing && !isOwed() ? still + 1 : 0;
        last = now;
        if (still < frames) continue;
        if (asked === now || !isOnline()) return true;
        asked = now;
        await ask();
        still = 0;
    }
    return false;
}"""


class Screen:
    """A page that shows a server, and what a person does to it and sees of it; here in Chromium, as a phone unless settings say otherwise.

    What is called a selector is one of CSS, or a control or a fact (controls.py).
    """

    #: Those that no test has closed yet.
    opened = []
    #: Whether pictures are kept for people to look at.
    keeps_pictures = False

    def __init__(self, browser, server, context=None, **settings):
        settings = {"color_scheme": "dark", "service_workers": "block", **phone, **settings}
        self.context = context or browser.new_context(**settings)
        self.width, self.height = (settings["viewport"][side] for side in ("width", "height"))
        self.scale, self.is_mobile = settings["device_scale_factor"], settings["is_mobile"]
        self.opened.append(self)
        self.page = self.context.new_page()
        self.page.set_default_timeout(1000 * PATIENCE)
        self.page.add_init_script(KEEP_SOCKETS + FIND)
        self.problems = []
        self.page.on("console", lambda message: message.type == "error" and self.problems.append(message.text))
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.goto(server.url)
        self.hand = Hand(self.page)
        self.emulate()
        self.wait(SHOWS)

    # What differs between browsers.

    def number(self, expression):
        return self.page.evaluate(expression)

    def run(self, function, *arguments):
        """Calls a function of the page's language, and waits for what it promises."""
        return self.page.evaluate(function, *arguments)

    #: Problems of `run` where the page is left meanwhile.
    is_left = Error

    def locate(self, selector):
        """Playwright's locator; a control is one alone, of what CSS selects it is the first."""
        return self.page.locator(selector).first if isinstance(selector, str) else selector.on(self.page)

    def click(self, selector):
        self.locate(selector).click()

    def enter(self, selector, text):
        """Types a text into a field in place of what stands there, and confirms it."""
        field = self.locate(selector)
        field.fill(text)
        field.press("Enter")

    def press(self, key, selector="#plot"):
        self.locate(selector).focus()
        self.page.keyboard.press(key)

    def wheel(self, x, y, notches):
        self.page.mouse.move(x, y)
        self.page.mouse.wheel(0, 100 * notches)

    def resize(self, width, height):
        self.page.set_viewport_size({"width": width, "height": height})
        self.emulate()

    def emulate(self):
        """Has the session that takes screenshots know of the screen's size: each session emulates for itself."""
        if self.page.viewport_size:
            self.hand.session.send(
                "Emulation.setDeviceMetricsOverride", {**self.page.viewport_size, "deviceScaleFactor": self.scale, "mobile": self.is_mobile})

    def screenshot(self):
        if not self.page.viewport_size:
            return self.page.screenshot()
        # Two to three times as quick as Playwright's own.
        shot = self.hand.session.send("Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True})
        return base64.b64decode(shot["data"])

    def forgive(self):
        """What the page has complained of so far was to be."""
        self.problems.clear()

    def abandon(self):
        if self in self.opened:
            self.opened.remove(self)
            self.context.close()

    def complaints(self):
        """What the page has complained of so far."""
        return self.problems

    def close(self):
        self.abandon()
        assert not self.problems, self.problems

    # What does not.

    def wait(self, condition, seconds=PATIENCE):
        """Waits until an expression of the page's language is true, or what it promises is; it is evaluated in every frame."""
        function = WAIT % {"frame": FRAME, "condition": condition}
        if not self.lasting(lambda left: self.run(function, 1000 * left), seconds):
            raise AssertionError(f"not within {seconds} s: {condition}; {self.shown_words()}")

    def lasting(self, call, seconds):
        """Calls with the seconds that are left, again where the page was left for another meanwhile."""
        end = time.monotonic() + seconds
        while True:
            left = max(0, end - time.monotonic())
            try:
                return call(left)
            except self.is_left as problem:
                if not left or not is_of_navigation(problem):
                    raise
                self.arrives()

    def arrives(self):
        """Waits for the document that takes the place of the one before."""
        self.page.wait_for_load_state("domcontentloaded")

    def reload(self, how="void location.reload()", shows=SHOWS):
        """Loads the page anew and waits until it shows something."""
        self.number("void (globalThis.isBefore = true)")
        self.number(how)
        self.wait(f"!globalThis.isBefore && {shows}")

    def after_frames(self, count):
        """Waits for as many frames of the page."""
        self.run(f"async (count) => {{ {FRAME} for (; count > 0; count -= 1) await frame(); }}", count)

    def until(self, check, seconds=PATIENCE):
        """Repeats a check, each time the page has changed, until it passes. The last failure counts."""
        change = CHANGE % {"frame": FRAME, "state": STATE}
        end, state = time.monotonic() + seconds, ""
        while True:
            try:
                return check()
            except AssertionError:
                if time.monotonic() > end:
                    raise
            state = self.lasting(lambda left: self.run(change, [state, 15]), seconds)

    def is_answered(self):
        """Waits for an answer of the server that comes after those to all that the page has asked."""
        self.run(f"async () => {{ {ASK} await ask(); }}")

    def settle(self, frames=6, seconds=PATIENCE):
        """Waits until nothing more is drawn, computed, received or sent, and the server has answered all that the page has asked."""
        function = SETTLE % {"frame": FRAME, "state": STATE, "ask": ASK}
        settled = self.lasting(lambda left: self.run(function, [frames, 1000 * left]), seconds)
        assert settled, f"the page does not settle within {seconds} s; chip: {self.chip()}"

    def still(self, selector):
        """Waits until an element does not move, and gives its box."""
        self.run(STILL % {"frame": FRAME, "element": element(selector)})
        return self.box(selector)

    def comes(self, selector):
        """Waits for an element, as Playwright does by itself: a tap has not clicked yet when the X server has taken it."""
        self.wait(f"{element(selector)} !== null")

    def reach(self, selector):
        """Has an element in view, at rest, and gives its box: words that come above it may have pushed it out of view again."""
        self.comes(selector)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            self.number(f"{element(selector)}.scrollIntoView({{ block: 'nearest' }})")
            # What still moves would not be hit.
            left, top, width, height = self.still(selector)
            if self.number(f"{element(selector)}?.contains(document.elementFromPoint({left + width / 2}, {top + height / 2})) === true"):
                return left, top, width, height
        raise AssertionError(f"{selector} is never in reach of a finger; {self.shown_words()}")

    def drag_on(self, selector, way, **how):
        """Drags on an element, along the way that is made of its box.

        Words that come above it can move it away between the look at it and the finger, as on a slow link; then it is looked at again.
        """
        listen = """() => {
            globalThis.isMet = false;
            const meet = ({ target }) => { globalThis.isMet ||= %s?.contains(target) === true; };
            for (const kind of ["touchstart", "pointerdown"]) addEventListener(kind, meet, { capture: true, passive: true });
        }"""
        self.run(listen % element(selector))
        for _ in range(4):
            start, end = way(*self.reach(selector))
            self.hand.drag(start, end, **how)
            if self.number("isMet"):
                return
        raise AssertionError(f"no finger meets {selector}; {self.shown_words()}")

    def rests(self):
        """Waits until the page will do nothing more by itself, which hints delay by some seconds."""
        self.wait("!waveglass.isAwake")
        self.settle()

    def text(self, selector):
        return self.number(f"{element(selector)}.innerText")

    def attribute(self, selector, name):
        return self.number(f"{element(selector)}.getAttribute({name!r})")

    def box(self, selector):
        """Left, top, width and height of an element."""
        return self.number(
            f"(({{ x, y, width, height }}) => [x, y, width, height])({element(selector)}.getBoundingClientRect())")

    def shown_words(self):
        """The words on the screen and what else may explain it, for the message of a wait that failed."""
        return f"chip: {self.chip()}; {self.number(STANCE)}; complaints: {self.complaints()}"

    def chip(self):
        return self.text("#chip").strip().replace("\n", " ")

    def chip_says(self, text, seconds=PATIENCE):
        self.wait(f"document.querySelector('#chip').innerText.replaceAll('\\n', ' ').includes({text!r})", seconds)

    def says(self, selector, text):
        self.wait(f"{element(selector)}.innerText.includes({text!r})")

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

    def value(self, name):
        """What stands in a field of the open drawer."""
        return self.number(f"{field(name)}.value")

    def field(self, name):
        """The number that stands in a field of the drawer."""
        self.open_drawer()
        return float(self.value(name).replace("−", "-"))

    def band(self):
        return self.field("from"), self.field("to")

    def span(self):
        low, high = self.band()
        return high - low

    def mode(self, name):
        self.click(choice("View", name))

    def is_mode(self, name):
        return self.is_checked(choice("View", name))

    def is_checked(self, selector):
        """Whether a switch is on, or a choice is the one that is made."""
        return self.attribute(selector, "aria-checked") == "true"

    def picture(self, name=None):
        """What is seen, which is kept under a name where pictures are."""
        png = self.screenshot()
        if name and self.keeps_pictures:
            (root / "out").mkdir(exist_ok=True)
            (root / "out" / f"{name}.png").write_bytes(png)
        return Picture(png)

    def show(self, name):
        """Keeps a picture for people to look at, which no test looks at."""
        if self.keeps_pictures:
            self.picture(name)


def on(*devices, browsers=("chromium", "webkit")):
    """Marks a test that takes `see`: it runs once on each of these devices in each of these browsers."""
    def mark(test):
        test.places = [(browser, device) for browser in browsers for device in devices]
        return test
    return mark



def is_of_navigation(problem):
    """Whether a page was left for another, as a browser words it."""
    text = str(problem).lower()
    return any(word in text for word in ("navigat", "context was destroyed", "unload", "context was not found"))


def witness(browser, server, rows=40):
    """Has another client of the same server receive rows: as many would have come to any other that wanted them."""
    small = {"viewport": {"width": 200, "height": 200}, "device_scale_factor": 1, "has_touch": False, "is_mobile": False}
    other = Screen(browser, server, **small)
    other.wait(f"waveglass.rows > {rows}")
    other.abandon()


def near(value, expected, tolerance):
    assert abs(value - expected) <= tolerance, f"{value} is not {expected} within {tolerance}"


def lit(picture):
    """How many of some points of the plot are brighter than its ground."""
    return sum(picture.light(x, y) > 0.15 for x in range(0, picture.width, 7) for y in range(300, picture.height, 41))
