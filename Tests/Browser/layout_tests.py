"""Sizes: screens of all kinds, what covers their edges, the user's size of text, the reach of fingers, and no zoom of the page."""
import base64
import contextlib
import json
import pathlib
import tempfile
import time

from controls import field
from gate import Gate
from screen import PATIENCE, Screen, Server, near, root

# Points, device pixels in a point, and what covers the edges, as of a phone with a notch.
SIZES = {
    "phone": (390, 844, 3, {"top": 59, "bottom": 34}),
    "phone-landscape": (844, 390, 3, {"left": 59, "right": 59, "bottom": 21}),
    "small": (360, 640, 3, {}),
    "tablet": (1024, 768, 2, {"top": 24, "bottom": 20}),
    "tablet-portrait": (768, 1024, 2, {"top": 24, "bottom": 20}),
    "desk": (1440, 900, 1, {}),
    # The same at 200 % by the browser's own zoom.
    "desk-zoomed": (720, 450, 2, {}),
}

# Keeps the texts of the newest frame that was painted as a whole.
LISTEN = """(() => {
    const context = CanvasRenderingContext2D.prototype;
    const { fillText, fillRect, rect, clip, save, restore } = context;
    let isWhole = false, texts = [], last = [0, Infinity];
    // What is above or below what is clipped is not seen.
    let seen = [-Infinity, Infinity];
    const kept = [];
    context.rect = function (x, y, w, h) { last = [y, y + h]; rect.call(this, x, y, w, h); };
    context.clip = function (...given) { seen = [Math.max(seen[0], last[0]), Math.min(seen[1], last[1])]; clip.call(this, ...given); };
    context.save = function () { kept.push(seen); save.call(this); };
    context.restore = function () { seen = kept.pop() ?? seen; restore.call(this); };
    globalThis.wholeTexts = [];
    const width = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, "width");
    Object.defineProperty(HTMLCanvasElement.prototype, "width", {
        ...width, set(value) { if (this.id === "plot") isWhole = true; width.set.call(this, value); } });
    context.fillRect = function (x, y, w, h) {
        if (this.canvas.id === "plot" && x === 0 && y === 0 && w === this.canvas.width && h === this.canvas.height) {
            if (texts.length > 0) texts = [];
            if (isWhole) globalThis.wholeTexts = texts;
            isWhole = false;
        }
        fillRect.call(this, x, y, w, h);
    };
    context.fillText = function (text, x, y) {
        const size = parseFloat(this.font.match(/([\\d.]+)px/)[1]);
        const wide = this.measureText(text).width;
        const left = x - (this.textAlign === "center" ? wide / 2 : this.textAlign === "right" ? wide : 0);
        const [top, bottom] = [Math.max(seen[0], y - 0.75 * size), Math.min(seen[1], y + 0.2 * size)];
        if (bottom > top + 1) texts.push({ text, size, left, right: left + wide, top, bottom });
        fillText.call(this, text, x, y);
    };
})();"""

# What is wrong with the elements on the page: texts that are cut or covered by the edges, targets too small or on one another.
INSPECT = """(insets) => {
    const problems = [];
    const [left, top] = [insets.left ?? 0, insets.top ?? 0];
    const [right, bottom] = [innerWidth - (insets.right ?? 0), innerHeight - (insets.bottom ?? 0)];
    const root = document.querySelector("dialog[open]") ?? document.querySelector("#pairing:not([hidden])") ?? document.body;
    const seen = (node) => !node.matches(".unseen") && node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const all = [...root.querySelectorAll("*")].filter(seen);
    const name = (node) => `<${node.tagName.toLowerCase()}${node.id && "#" + node.id}> ${(node.textContent || node.value || node.ariaLabel || "").trim().slice(0, 30)}`;
    const box = (rect) => [rect.left, rect.top, rect.right, rect.bottom].map(Math.round).join(" ");
    const scroller = (node) => {
        for (let at = node; at && at !== document.body; at = at.parentElement) {
            if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
        }
    };
    for (const node of all) {
        const style = getComputedStyle(node);
        // What the bar and the line of facts have no room for is among the controls.
        if (node.matches("#chip :is(b, span), #facts, #facts span")) continue;
        if (node !== document.body && (style.overflowX !== "visible" || node.tagName === "INPUT") && node.scrollWidth > node.clientWidth + 1) {
            problems.push(`${name(node)} is cut: ${node.scrollWidth} in ${node.clientWidth}`);
        }
        if (/hidden|clip/.test(style.overflowY) && node.scrollHeight > node.clientHeight + 1) problems.push(`${name(node)} is cut in height`);
        const texts = [...node.childNodes].filter((child) => child.nodeType === 3 && child.textContent.trim());
        if (!texts.length) continue;
        const held = style.display === "inline" ? node.parentElement : node;
        const frame = held.getBoundingClientRect();
        const moves = scroller(node);
        for (const text of texts) {
            const range = document.createRange();
            range.selectNodeContents(text);
            for (const rect of range.getClientRects()) {
                if (rect.width === 0) continue;
                if (rect.left < frame.left - 1 || rect.right > frame.right + 1) problems.push(`${name(node)} leaves its box: ${box(rect)} in ${box(frame)}`);
                if (rect.left < left - 1 || rect.right > right + 1) problems.push(`${name(node)} is beyond the edge: ${box(rect)}`);
                if (!moves && (rect.top < top - 1 || rect.bottom > bottom + 1)) problems.push(`${name(node)} is above or below the screen: ${box(rect)}`);
            }
        }
    }
    const targets = all.filter((node) => node.matches("button, input, a, [role=slider]"));
    for (const node of targets) {
        node.scrollIntoView({ block: "center" });
        const rect = node.getBoundingClientRect();
        const [x, y] = [(rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2];
        const whole = node.matches("[role=slider]") ? node.parentElement : node.closest("label") ?? node;
        for (const [dx, dy] of [[-21, -21], [21, -21], [-21, 21], [21, 21], [0, 0]]) {
            const hit = document.elementFromPoint(x + dx, y + dy);
            if (!hit || !whole.contains(hit)) {
                problems.push(`${name(node)} at ${box(rect)} is not touched at ${Math.round(x + dx)} ${Math.round(y + dy)} but ${hit ? name(hit) : "nothing"}`);
                break;
            }
        }
    }
    // Where two lie in one place on the screen, one of them hides the other.
    const places = targets.filter((node) => !node.matches("[role=slider]")).map((node) => {
        const rect = node.getBoundingClientRect();
        const clip = scroller(node)?.getBoundingClientRect();
        return { node, left: rect.left, right: rect.right,
                 top: Math.max(rect.top, clip?.top ?? 0), bottom: Math.min(rect.bottom, clip?.bottom ?? innerHeight) };
    }).filter((place) => place.bottom > place.top);
    places.forEach((one, index) => places.slice(0, index).forEach((other) => {
        const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        if (wide > 1 && high > 1) problems.push(`${name(one.node)} lies on ${name(other.node)}`);
    }));
    return problems;
}"""

# What is wrong with the texts on the canvas.
INSPECT_CANVAS = """(insets) => {
    const problems = [];
    const scale = devicePixelRatio;
    const plot = document.getElementById("plot").getBoundingClientRect();
    const seen = [Math.max(insets.left ?? 0, plot.left), Math.min(innerWidth - (insets.right ?? 0), plot.right)];
    const [left, right] = seen.map((x) => (x - plot.left) * scale);
    const [top, bottom] = [0, (Math.min(innerHeight - (insets.bottom ?? 0), plot.bottom) - plot.top) * scale];
    const least = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 * 11 * scale;
    const over = (one, other) => one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1;
    const handle = document.getElementById("handle").getBoundingClientRect();
    const covers = [{
        text: "the handle", left: (handle.left - plot.left) * scale, right: (handle.right - plot.left) * scale,
        top: (handle.top - plot.top) * scale, bottom: (handle.bottom - plot.top) * scale }];
    wholeTexts.forEach((one, index) => {
        if (one.left < left - 1 || one.right > right + 1 || one.top < top - 1 || one.bottom > bottom + 1) problems.push(`${one.text} leaves what is seen`);
        if (one.size < least - 1) problems.push(`${one.text} is ${one.size / scale} points high`);
        for (const other of [...covers, ...wholeTexts.slice(0, index)]) if (over(one, other)) problems.push(`${one.text} lies on ${other.text}`);
    });
    if (wholeTexts.length < 3) problems.push(`only ${wholeTexts.length} texts`);
    return problems;
}"""


# The frame that was asked for is drawn.
PAINTED = "!waveglass.isFrameDue"


@contextlib.contextmanager
def sized_browser(playwright, percent=100, **settings):
    """A browser whose user has set the size of text."""
    with tempfile.TemporaryDirectory() as folder:
        preferences = pathlib.Path(folder) / "Default" / "Preferences"
        preferences.parent.mkdir()
        preferences.write_text(json.dumps({"webkit": {"webprefs": {"default_font_size": round(16 * percent / 100)}}}))
        context = playwright.chromium.launch_persistent_context(
            folder, executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu-compositing"],
            color_scheme="dark", service_workers="block", reduced_motion="reduce", no_viewport=True, **settings)
        context.add_init_script(LISTEN)
        try:
            yield context
        finally:
            context.close()


class Frame:
    """A screen whose size and insets a test changes."""

    def __init__(self, screen):
        self.screen = screen
        self.session = screen.context.new_cdp_session(screen.page)
        self.session.send("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 5})

    def become(self, name):
        self.width, self.height, self.scale, self.insets = SIZES[name]
        everywhere = {"top": 0, "right": 0, "bottom": 0, "left": 0, **self.insets}
        self.session.send("Emulation.setSafeAreaInsetsOverride", {"insets": everywhere})
        self.resize(self.height)

    def resize(self, height):
        self.session.send("Emulation.setDeviceMetricsOverride", {
            "width": self.width, "height": height, "deviceScaleFactor": self.scale, "mobile": True})
        plot = "document.querySelector('#plot')"
        self.screen.wait(f"innerHeight === {height} && {plot}.height === Math.round({plot}.getBoundingClientRect().height * {self.scale})")

    def show(self, name):
        """Keeps a picture for people to look at. Playwright's own would reset the screen's scale."""
        (root / "out").mkdir(exist_ok=True)
        (root / "out" / f"{name}.png").write_bytes(base64.b64decode(self.session.send("Page.captureScreenshot")["data"]))

    def repaint(self):
        """Has the whole picture painted anew."""
        self.resize(self.height + 1)
        self.screen.wait(PAINTED)
        self.screen.page.evaluate("globalThis.wholeTexts = []")
        self.resize(self.height)
        self.screen.wait("wholeTexts.length > 2")
        self.screen.wait(PAINTED)


class Inspector:
    def __init__(self, screen, frame, label):
        self.screen, self.frame, self.label = screen, frame, label
        self.problems = []

    def look(self, state, canvas=False):
        self.screen.after_frames(3)
        found = self.lasting(lambda: self.screen.page.evaluate(INSPECT, self.frame.insets))
        if canvas:
            found += self.lasting(self.painted)
        if self.screen.keeps_pictures:
            self.frame.show(f"layout-{self.label}-{state}")
        self.problems += [f"{self.label}, {state}: {problem}" for problem in found]

    def painted(self):
        self.frame.repaint()
        return self.screen.page.evaluate(INSPECT_CANVAS, self.frame.insets)

    def lasting(self, inspect):
        """The chip's words change once a second, and with them where it ends and what is below it: what is wrong stays wrong."""
        for _ in range(3):
            if not (found := inspect()):
                break
            self.screen.after_frames(60)
        return found


def inspect(screen, frame, label, gate):
    """Looks at every state of the page."""
    inspector = Inspector(screen, frame, label)
    page = screen.page
    page.reload()
    screen.wait("waveglass.rows > 3 && !document.querySelector('#hint').hidden")
    page.evaluate("document.querySelector('#update').hidden = false")
    inspector.look("update")
    page.evaluate("document.querySelector('#update').hidden = true")
    # The chip has all its words.
    screen.wait("document.querySelector('#chip').textContent.includes(' ms')")
    inspector.look("spectrum", canvas=True)
    screen.press("m")
    inspector.look("marker")
    screen.open_drawer()
    inspector.look("drawer")
    screen.enter(field("from"), "many")
    page.wait_for_selector("#alert:not([hidden])")
    inspector.look("message")
    page.click("text=All keys and gestures")
    inspector.look("help")
    page.keyboard.press("Escape")
    page.click("#alert button")
    page.click("text=Another source, or this device")
    inspector.look("sources")
    page.click("#sources [value=close]")
    screen.close_drawer()
    screen.press("Escape")
    for key, mode in (("2", "waterfall"), ("3", "meter")):
        messages = screen.number("waveglass.messages")
        screen.press(key)
        screen.wait(f"waveglass.messages > {messages + 2}")
        inspector.look(mode, canvas=True)
        screen.open_drawer()
        inspector.look(f"{mode}-drawer")
        screen.close_drawer()
    gate.is_shut = True
    screen.wait("document.querySelector('#chip').dataset.tone === 'lost'")
    screen.press("1")
    screen.press("Escape")
    inspector.look("lost", canvas=True)
    gate.is_shut = False
    screen.problems.clear()
    return inspector.problems


def check(playwright, options, percent, sizes=SIZES):
    problems = []
    with Server(options, "demo:") as server, Gate(server) as gate, sized_browser(playwright, percent) as context:
        screen = Screen(None, gate, context=context)
        frame = Frame(screen)
        for name in sizes:
            frame.become(name)
            problems += inspect(screen, frame, f"{name}-{percent}", gate)
    assert not problems, f"{len(problems)} problems:\n" + "\n".join(problems)


def test_everything_fits_at_100_percent(playwright, options):
    check(playwright, options, 100)


def test_everything_fits_at_130_percent(playwright, options):
    check(playwright, options, 130, ("phone", "phone-landscape", "tablet"))


def test_everything_fits_at_200_percent(playwright, options):
    check(playwright, options, 200)


#: Where the controls are.
SIDES = {"phone": "below", "small": "below", "phone-landscape": "beside", "tablet": "beside", "desk": "beside", "tablet-portrait": "over"}


def test_the_plot_ends_where_the_controls_begin(playwright, options):
    with Server(options, "demo:") as server, sized_browser(playwright) as context:
        screen = Screen(None, server, context=context)
        frame = Frame(screen)
        for name, side in SIDES.items():
            frame.become(name)
            left, top, width, height = screen.box("#plot")
            assert (left, width) == (0, frame.width), name
            screen.open_drawer()
            plot, panel = screen.box("#plot"), screen.box("#drawer")
            end = (plot[0] + plot[2], plot[1] + plot[3])
            # The views and the facts lie between.
            below = plot[2] == width and panel[1] - 120 < end[1] < panel[1] and panel[3] > 0.4 * frame.height
            found = "below" if below else "beside" if end[0] == panel[0] else "over"
            assert found == side and plot[1] == top, (name, plot, panel)
            screen.close_drawer()
            screen.wait(f"document.querySelector('#plot').getBoundingClientRect().height === {height}")
        screen.close()


def test_the_systems_size_of_text_counts(playwright, options):
    """As Android tells it, where the page says that it follows."""
    with Server(options, "demo:") as server, sized_browser(playwright) as context:
        screen = Screen(None, server, context=context)
        frame = Frame(screen)
        frame.become("phone")
        frame.repaint()
        usual = max(text["size"] for text in screen.page.evaluate("wholeTexts"))
        frame.session.send("Emulation.setEmulatedOSTextScale", {"scale": 1.5})
        screen.wait("getComputedStyle(document.documentElement).fontSize === '24px'")
        frame.repaint()
        near(max(text["size"] for text in screen.page.evaluate("wholeTexts")), 1.5 * usual, 1)
        screen.close()


def zoomed(page):
    return page.evaluate("[visualViewport.scale, visualViewport.width, visualViewport.offsetLeft]")


def test_fingers_never_zoom_the_page(browser, demo):
    screen = Screen(browser, demo)
    page = screen.page
    before = zoomed(page)
    assert before[0] == 1

    # How often the last finger has left the glass, as the page has heard: a busy machine brings touches long after they were made.
    page.evaluate("""() => {
        globalThis.lifted = 0;
        const lift = ({ touches }) => { if (touches.length === 0) lifted += 1; };
        for (const kind of ["touchend", "touchcancel"]) addEventListener(kind, lift, { capture: true, passive: true });
    }""")

    def spread(where):
        def middle():
            box = page.locator(where).bounding_box()
            x = min(max(box["x"] + box["width"] / 2, 60), 330)
            return x, min(max(box["y"] + box["height"] / 2, 130), 700) if box["height"] > 100 else box["y"] + box["height"] / 2

        x, y = middle()
        lifted = screen.number("lifted")
        screen.hand.pinch(((x - 15, y - 8), (x - 55, y - 60)), ((x + 15, y + 8), (x + 55, y + 60)))
        screen.wait(f"lifted > {lifted}")
        # Two fingers scroll the card of sources: it is looked at again before the tap, once it rests, since a tap beside a heading that
        # still moves makes a choice.
        end, last = time.monotonic() + PATIENCE, None
        while (now := middle()) != last:
            assert time.monotonic() < end, f"{where} does not come to rest"
            last = now
            screen.after_frames(12)
        lifted = screen.number("lifted")
        screen.hand.double_tap(*now)
        screen.wait(f"lifted > {lifted + 1}")
        screen.after_frames(6)
        assert zoomed(page) == before, f"{where}: {zoomed(page)}"

    for where in ("#plot", "#chip", "#handle"):
        spread(where)
    screen.open_drawer()
    spread("#drawer h3 >> nth=0")
    spread("#drawer .field >> nth=0")
    spread("#drawer dl")
    page.click("text=All keys and gestures")
    spread("#help")
    page.keyboard.press("Escape")
    screen.open_drawer()
    page.click("text=Another source, or this device")
    spread("#sources h2")
    shown = screen.number("['#sources', '#sources [value=close]'].map((one) => !document.querySelector(one).hidden)")
    assert shown == [True, True], (shown, screen.chip(), screen.text("#alert"), screen.attribute("body", "data-source"))
    page.click("#sources [value=close]")
    page.evaluate("document.querySelector('#update').hidden = false")
    screen.close_drawer()
    spread("#update span")
    page.evaluate("document.querySelector('#pairing').hidden = false")
    spread("#pairing h1")
    spread("#pairing-code")
    # iOS zooms on fields with a smaller text.
    small = page.evaluate("[...document.querySelectorAll('input')].filter((node) => parseFloat(getComputedStyle(node).fontSize) < 16).length")
    assert small == 0
    screen.close()


def test_nothing_moves_the_card_of_sources_under_a_finger(browser, demo):
    screen = Screen(browser, demo)
    page = screen.page
    screen.open_drawer()
    page.click("text=Another source, or this device")

    # What the page says by itself must not undo what is said here.
    page.evaluate("""() => {
        const chip = document.querySelector("#chip span"), alert = document.querySelector("#alert");
        globalThis.say = (words, warning) => {
            if (chip.textContent !== words) chip.textContent = words;
            if (alert.hidden !== !warning) alert.hidden = !warning;
            if (warning && alert.querySelector("span").textContent !== warning) alert.querySelector("span").textContent = warning;
        };
        globalThis.said = ["simulated", ""];
        const keep = new MutationObserver(() => say(...said));
        for (const node of [chip, alert]) keep.observe(node, { childList: true, characterData: true, subtree: true, attributes: true });
    }""")

    def top_after(words, warning=""):
        page.evaluate("([...words]) => { said = words; say(...said); }", [words, warning])
        screen.after_frames(6)
        return page.locator("#sources h2").bounding_box()["y"]

    def height():
        return page.locator("#chip").bounding_box()["height"]

    first, low = top_after("simulated"), height()
    assert top_after("behind the newest spectrum by many seconds " * 4) == first, "a longer chip moves the card"
    assert height() == low, "the bar grows"
    assert top_after("simulated") == first
    below = top_after("simulated", "Something is wrong. " * 20)
    alert = page.locator("#alert").bounding_box()
    assert page.locator("#sources").bounding_box()["y"] >= alert["y"] + alert["height"], "the message hides the card"
    assert top_after("simulated") == below, "a message that leaves moves the card"
    page.click("#sources [value=close]")
    page.wait_for_selector("#sources", state="hidden")
    screen.close()


def test_a_wheel_zooms_the_band_and_not_the_page(browser, demo):
    screen = Screen(browser, demo, viewport={"width": 1200, "height": 800}, device_scale_factor=1, has_touch=False, is_mobile=False)
    page = screen.page
    page.evaluate("""() => {
        globalThis.wheels = [];
        addEventListener("wheel", (event) => wheels.push(event.defaultPrevented));
    }""")
    screen.open_drawer()
    page.keyboard.down("Control")
    for where in ("#chip", "#drawer", "#handle"):
        page.hover(where, force=True)
        count = screen.number("wheels.length")
        page.mouse.wheel(0, -200)
        screen.wait(f"wheels.length > {count}")
    page.keyboard.up("Control")
    assert page.evaluate("wheels") == [True] * 3
    assert page.evaluate("[innerWidth, devicePixelRatio]") == [1200, 1]
    # What only WebKit sends is answered in the same way.
    assert page.evaluate(
        "!document.querySelector('#chip').dispatchEvent(new Event('gesturestart', { bubbles: true, cancelable: true }))")
    # Without the key it scrolls.
    page.hover("#drawer")
    page.mouse.wheel(0, 100)
    screen.wait("document.querySelector('#drawer').scrollTop > 20")
    screen.close()


def test_turning_the_phone_keeps_the_view(browser, demo):
    screen = Screen(browser, demo, reduced_motion="reduce")
    screen.hand.pinch(((150, 400), (100, 400)), ((250, 404), (300, 404)))
    screen.press("m")
    screen.wait("document.querySelector('#reading').textContent.includes('marker at')")
    reading = screen.page.text_content("#reading").split(",")[1]
    band = screen.band()
    for width, height in ((844, 390), (390, 844)):
        draws = screen.number("waveglass.draws")
        screen.resize(width, height)
        screen.wait(f"innerWidth === {width} && waveglass.draws > {draws + 2}")
        assert screen.band() == band
        screen.close_drawer()
        assert screen.page.text_content("#reading").split(",")[1] == reading
    screen.close()
