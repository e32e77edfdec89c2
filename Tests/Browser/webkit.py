"""The page in WebKit: Debian's WebKitGTK, driven over WebDriver, touched through the X server's touchscreen."""
import glob
import io
import os
import pathlib
import shlex
import shutil
import tempfile
import time

from controls import FIND, element
from display import Touchscreen
from hand import HOLD, SEE, Hand
from PIL import ImageGrab
from screen import FRAME, SHOWS, Screen, devices
from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException, TimeoutException, WebDriverException
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

# The window's toolbar would not let it become as narrow as a phone.
style = "toolbar, box, button, entry { min-width: 0; min-height: 0; padding: 0; margin: 0; border: 0; }"
keys = {
    "Escape": Keys.ESCAPE, "Enter": Keys.ENTER, "ArrowLeft": Keys.ARROW_LEFT, "ArrowRight": Keys.ARROW_RIGHT}


# How long a tap takes at most to become a click, in seconds.
LONGEST_TAP = 20

# Where the page has felt fingers last.
FEEL = """() => {
    if (globalThis.felt) return;
    globalThis.felt = { places: [] };
    for (const kind of ["touchstart", "touchmove", "touchend", "mousedown", "mousemove", "mouseup"]) {
        addEventListener(kind, (event) => {
            const fingers = event.touches?.length ? event.touches : event.changedTouches ?? [event];
            felt.places = [...fingers].map(({ clientX, clientY }) => [clientX, clientY]);
        }, { capture: true, passive: true });
    }
}"""


# What taps have become since the page was loaded: clicks, or long presses, whose menu would take all that follows.
TAPS = """((globalThis.taps ??= (() => {
    const taps = { clicks: 0, presses: 0, felt: [] };
    const name = (target) => `${target.id || target.tagName} ${target.textContent?.trim().slice(0, 20)}`;
    for (const kind of ["touchstart", "touchend", "touchcancel", "mousedown", "mouseup", "click", "contextmenu"]) {
        const feel = ({ target }) => { taps.felt = [...taps.felt.slice(-7), `${kind} ${name(target)}`]; };
        addEventListener(kind, feel, { capture: true, passive: true });
    }
    addEventListener("click", () => { taps.clicks++; }, true);
    addEventListener("contextmenu", (event) => { taps.presses++; event.preventDefault(); }, true);
    return taps;
})()), [performance.timeOrigin, taps.clicks, taps.presses])"""


class TouchscreenHand(Hand):
    """Touches a page as fingers do, through the X server; the time of a touch is that at which the page receives it."""

    def __init__(self, touchscreen, screen):
        self.touchscreen, self.screen, self.points, self.tapped = touchscreen, screen, [], 0

    def _send(self, *touches):
        self.screen.run(FEEL)
        sent = []
        for kind, points in touches:
            phase = {"touchStart": Touchscreen.begins, "touchMove": Touchscreen.moves, "touchEnd": Touchscreen.ends}[kind]
            self.points = points or self.points
            for finger, (x, y) in enumerate(self.points):
                sent.append((finger, phase, x * self.screen.scale, (y + self.screen.bar) * self.screen.scale))
        self.touchscreen.touch(*sent)

    def _rest(self):
        # From when the page has received the last move.
        self._felt()
        super()._rest()

    def _hold(self):
        self._felt()
        self._pause(HOLD)
        self.screen.run(SEE)

    def _felt(self):
        """Waits until the page knows where the first finger is."""
        place = list(self.points[0])
        self.screen.wait(f"felt.places.some((place) => {place}.every((side, axis) => Math.abs(side - place[axis]) < 1.5))")


class WebKitScreen(Screen):
    """A page in a WebKit of its own. `authority` is a PEM file that this WebKit's system trusts beside its own, `sound` PulseAudio's socket."""

    def __init__(
            self, display, server, device="phone", color_scheme="dark", reduced_motion="no-preference", authority=None, until=SHOWS,
            sound=None):
        self.display = display
        settings = devices[device]
        self.width, self.height = (settings["viewport"][side] for side in ("width", "height"))
        self.scale, self.has_touch = settings["device_scale_factor"], settings["has_touch"]
        self.is_forgiven = False
        self.folder = tempfile.TemporaryDirectory(prefix="waveglass-")
        folder = pathlib.Path(self.folder.name)
        (folder / "gtk-3.0").mkdir()
        (folder / "gtk-3.0/gtk.css").write_text(style)
        (folder / "gtk-3.0/settings.ini").write_text(f"[Settings]\ngtk-enable-animations={int(reduced_motion != 'reduce')}\n")
        self.log = folder / "log"
        # As in Chromium here: without a graphics processor, putting layers together takes longer than drawing.
        environment = {
            **os.environ, "DISPLAY": display.name, "GDK_BACKEND": "x11", "GDK_SCALE": str(self.scale), "NO_AT_BRIDGE": "1",
            "GTK_THEME": "Adwaita:dark" if color_scheme == "dark" else "Adwaita",
            "WEBKIT_DISABLE_COMPOSITING_MODE": "1", "HOME": str(folder), "XDG_CONFIG_HOME": str(folder),
            "XDG_DATA_HOME": str(folder), "XDG_CACHE_HOME": str(folder), "XDG_RUNTIME_DIR": str(folder),
            "PULSE_SERVER": f"unix:{sound or folder / 'none'}"}
        options = Options()
        options.binary_location = glob.glob("/usr/lib/*/webkit2gtk-4.*/MiniBrowser")[0]
        for argument in ("--automation", "--enable-write-console-messages-to-stdout=true", "--enable-media-stream=true"):
            options.add_argument(argument)
        program = trusting(folder, authority) if authority else shutil.which("WebKitWebDriver")
        self.driver = webdriver.WebKitGTK(
            options=options, service=Service(executable_path=str(program), env=environment, log_output=str(self.log)))
        self.opened.append(self)
        self.driver.set_script_timeout(120)
        self.hand = TouchscreenHand(display.touchscreen, self)
        try:
            self.resize(self.width, self.height)
            self.driver.get(server.url)
            self.wait(until)
        except Exception:
            self.abandon()
            raise

    def number(self, expression):
        return self.driver.execute_script(f"{FIND}return {expression}")

    def run(self, function, *arguments):
        try:
            value, problem = self.driver.execute_async_script(
                f"{FIND}const [done, given] = [arguments[arguments.length - 1], [...arguments].slice(0, -1)];"
                f"Promise.resolve(({function})(...given)).then((value) => done([value, null]), (error) => done([null, `${{error}}`]))",
                *arguments)
        except TimeoutException as timeout:
            # Did the page stand still, was it left for another, or was the answer lost?
            now = self.number("[performance.now(), document.readyState, document.visibilityState, globalThis.waveglass?.draws]")
            raise AssertionError(f"a script had no answer in 120 s; the page says {now}") from timeout
        assert problem is None, problem
        return value

    is_left = WebDriverException

    def arrives(self):
        pass

    def click(self, selector):
        """A tap, on what has a touchscreen: a mouse that WebDriver presses between touches is at times let go of by them."""
        box = self.reach(selector)
        if not self.has_touch:
            return self.number(element(selector)).click()
        for _ in range(3):
            left, top, width, height = box
            before = self.number(TAPS)
            self.hand.tap(left + width / 2, top + height / 2)
            if not self.was_long_press(before):
                return
            box = self.reach(selector)

    def shown_words(self):
        """Also what the last taps were to the page, which need not be what was aimed at."""
        return f"{super().shown_words()}; felt: {self.number('globalThis.taps?.felt.join()')}"

    def was_long_press(self, before):
        """Whether WebKit took the last tap for a long press, as it does where it is too busy to see the finger go within half a second."""
        end = time.monotonic() + LONGEST_TAP
        while time.monotonic() < end:
            try:
                page, clicks, presses = self.number(TAPS)
            except WebDriverException:
                return False
            if page != before[0] or clicks > before[1]:
                return False
            if presses > before[2]:
                return True
            time.sleep(0.02)
        return False

    def enter(self, selector, text):
        self.comes(selector)
        # Typed over what is selected, as a person does: WebDriver's own clearing also leaves the field, and the page takes an empty text.
        for attempt in range(3):
            try:
                self.number(f"(() => {{ const field = {element(selector)}; field.focus(); field.select(); }})()")
                return self.driver.switch_to.active_element.send_keys(text, Keys.ENTER)
            except StaleElementReferenceException:
                # The drawer was made anew before the first key. What is replaced while it is typed into is no such case.
                if attempt == 2:
                    raise

    def press(self, key, selector="#plot"):
        self.comes(selector)
        self.number(f"{element(selector)}.focus()")
        self.driver.switch_to.active_element.send_keys(keys.get(key, key))

    def wheel(self, x, y, notches):
        mouse = self.display.mouse
        mouse.move(x * self.scale, (y + self.bar) * self.scale)
        # The first only tells where the wheel stands.
        for _ in range(abs(notches) + 1):
            mouse.turn_wheel(1 if notches > 0 else -1)

    def resize(self, width, height):
        """Makes the page as large: the window is higher by its bar."""
        self.width, self.height, self.bar = width, height, 0
        end = time.monotonic() + 60
        while True:
            self.driver.set_window_rect(0, 0, width, height + self.bar)
            # The window has its size before the page has.
            got = self.run(f"async () => {{ {FRAME} await frame(); await frame(); return [innerWidth, innerHeight]; }}")
            if got == [width, height]:
                return
            assert time.monotonic() < end, f"the page is {got}"
            self.bar = self.driver.get_window_size()["height"] - got[1]

    def screenshot(self):
        # What stands on the screen: the driver's own screenshot waits for a next picture, and none comes of a page that rests.
        box = (0, self.bar * self.scale, self.width * self.scale, (self.bar + self.height) * self.scale)
        file = io.BytesIO()
        ImageGrab.grab(box, xdisplay=self.display.name).save(file, "PNG", compress_level=1)
        return file.getvalue()

    def forgive(self):
        self.is_forgiven = True

    def abandon(self):
        if self in self.opened:
            self.opened.remove(self)
            self.driver.quit()

    def complaints(self):
        """What the page has complained of so far."""
        return [line for line in self.log.read_text(errors="replace").splitlines() if "CONSOLE" in line and "ERROR" in line]

    def close(self):
        self.abandon()
        problems = self.complaints()
        self.folder.cleanup()
        assert self.is_forgiven or not problems, problems


def trusting(folder, authority):
    """A WebKitWebDriver for whose programs, and no others, the system trusts one more authority."""
    system = pathlib.Path("/etc/ssl/certs/ca-certificates.crt")
    (folder / "trusted.crt").write_text(system.read_text() + pathlib.Path(authority).read_text())
    program = folder / "driver"
    program.write_text(
        "#!/bin/sh\nexec unshare --mount --map-root-user sh -c "
        f"""'mount --bind {shlex.quote(str(folder))}/trusted.crt {system} && exec {shutil.which("WebKitWebDriver")} "$@"' driver "$@"\n""")
    program.chmod(0o755)
    return program
