"""Without a server: the page is installed, opened offline, simulates by itself, and shows what the microphone hears."""
import contextlib
import itertools
import json
import math
import pathlib
import re
import struct
import tempfile
import urllib.request
import wave

from kept import kept
from screen import Screen, Server, lit, near, phone

tone_hertz, tone_decibels = 1000, -12


def tone_file(folder):
    """Ten seconds of a tone, a whole number of its cycles, so that it can be played round and round."""
    path = pathlib.Path(folder) / "tone.wav"
    amplitude = 10 ** (tone_decibels / 20) * 32768
    with wave.open(str(path), "wb") as file:
        file.setparams((1, 2, 48_000, 0, "NONE", ""))
        file.writeframes(b"".join(
            struct.pack("<h", round(amplitude * math.sin(2 * math.pi * tone_hertz * sample / 48_000)))
            for sample in range(480_000)))
    return path


def rests(worker):
    assert worker.evaluate("core.wake()") == math.inf, "the source goes on"


def choose(screen, kind):
    screen.page.locator(f'#sources [value="{kind}"]').scroll_into_view_if_needed()
    box = screen.page.locator(f'#sources [value="{kind}"]').bounding_box()
    assert box["height"] >= 44, box
    screen.hand.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_the_page_can_be_installed(browser, demo):
    screen = Screen(browser, demo, service_workers="allow")
    session = screen.context.new_cdp_session(screen.page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == [], manifest["errors"]
    content = json.loads(manifest["data"])
    assert content["display"] == "standalone" and content["start_url"] == "/" and content["id"] == "/"
    for icon in content["icons"]:
        with urllib.request.urlopen(demo.url + icon["src"]) as answer:
            assert answer.headers["Content-Type"] == icon["type"], (icon, answer.headers["Content-Type"])
            data = answer.read()
        if icon["type"] == "image/png":
            assert "x".join(map(str, struct.unpack(">II", data[16:24]))) == icon["sizes"], icon
    with urllib.request.urlopen(demo.url + "manifest.webmanifest") as answer:
        assert answer.headers["Content-Type"] == "application/manifest+json"
    problems = [problem["errorId"] for problem in session.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    # A window of a test is a private one, in which nothing is ever installed.
    assert [problem for problem in problems if problem != "in-incognito"] == [], problems
    kept(screen)
    screen.close()


def test_offline_it_opens_and_simulates(browser, options):
    server = Server(options, "demo:")
    screen = Screen(browser, server, service_workers="allow", reduced_motion="reduce")
    kept(screen)
    server.stop()
    screen.page.reload()
    screen.page.wait_for_selector("#sources:not([hidden])")
    assert "does not answer" in screen.page.inner_text("#sources")
    screen.show("offline-choice")
    choose(screen, "microphone")
    screen.page.wait_for_selector("#sources [role=alert]:not([hidden])")
    # The server is tried again meanwhile; what was said stays.
    screen.wait(f"sockets.length > {screen.number('sockets.length')} && sockets.at(-1).readyState === WebSocket.CLOSED")
    screen.after_frames(3)
    assert "tap Microphone again" in screen.page.inner_text("#sources [role=alert]")
    choose(screen, "simulated")
    screen.wait("waveglass.rows > 10 && document.querySelector('#sources').hidden")
    screen.chip_says("simulated")
    screen.chip_says("Live")
    assert lit(screen.picture("offline-spectrum")) > 100
    # The same gestures as with a server: pinch, tune by a drag, waterfall.
    low, high = screen.band()
    near(low, 88, 0.01)
    screen.close_drawer()
    screen.hand.pinch(((150, 400), (100, 400)), ((250, 404), (300, 404)))
    screen.until(lambda: near(screen.span(), 10, 0.3))
    screen.close_drawer()
    screen.hand.double_tap(200, 400)
    screen.until(lambda: near(screen.span(), high - low, 0.01))
    screen.close_drawer()
    screen.hand.drag((300, 400), (60, 400))
    screen.until(lambda: near(screen.band()[0], 100.3, 0.2))
    screen.mode("Waterfall")

    def has_waterfall():
        picture = screen.picture("offline-waterfall")
        row = round((screen.box("#plot")[1] + 20) * screen.scale)
        light = [picture.light(x, row) for x in range(0, picture.width, 5)]
        assert max(light) > 0.5 and min(light) < 0.2, (max(light), min(light))

    screen.until(has_waterfall)
    # Hidden it costs nothing.
    screen.page.evaluate(
        "Object.defineProperty(document, 'hidden', { value: true, configurable: true });"
        "document.dispatchEvent(new Event('visibilitychange'))")
    (worker,) = screen.page.workers
    # What is shown of it goes on moving here, where the page is seen all the same. The source does nothing more by itself.
    screen.until(lambda: rests(worker))
    screen.after_frames(6)
    before = screen.number("waveglass.receivedBytes")
    screen.after_frames(30)
    rests(worker)
    assert screen.number("waveglass.receivedBytes") == before
    screen.problems.clear()
    screen.close()


def test_offline_a_transmitter_stands_on_made_hills(browser, options):
    server = Server(options, "demo:")
    screen = Screen(browser, server, service_workers="allow", reduced_motion="reduce")
    kept(screen)
    server.stop()
    screen.page.reload()
    screen.page.wait_for_selector("#sources:not([hidden])")
    choose(screen, "hills")
    screen.wait("document.body.dataset.instrument === '3' && document.querySelector('#sources').hidden")
    screen.chip_says("4 tiles")
    screen.chip_says("simulated")
    screen.hand.hold(180, 430)
    screen.chip_says("915 MHz")
    screen.chip_says(" ms")
    screen.show("offline-coverage")
    # And back to a spectrum.
    screen.open_drawer()
    screen.page.click("text=Another source, or this device")
    choose(screen, "simulated")
    screen.wait("waveglass.rows > 10 && document.querySelector('#sources').hidden")
    screen.problems.clear()
    screen.close()


def test_the_server_takes_over_when_it_is_back(browser, options):
    server = Server(options, "demo:")
    screen = Screen(browser, server, service_workers="allow")
    kept(screen)
    port = server.port
    server.stop()
    screen.page.reload()
    screen.page.wait_for_selector("#sources:not([hidden])")
    with Server(options, "demo:", port=port):
        screen.wait("document.querySelector('#sources').hidden && waveglass.rows > 3")
        # And from the server to this device and back, by the drawer.
        for kind in ("simulated", "server"):
            screen.open_drawer()
            screen.page.click("text=Another source, or this device")
            rows = screen.number("waveglass.rows")
            choose(screen, kind)
            screen.wait(f"document.querySelector('#sources').hidden && waveglass.rows > {rows + 5}")
            screen.chip_says("simulated")
        screen.problems.clear()
        screen.close()


def marker(screen):
    """The strongest signal's frequency in hertz and level in dBFS, as a screen reader is told."""
    screen.press("m")
    screen.wait("document.querySelector('#reading').textContent.includes('marker at')")
    text = screen.text("#reading").replace("−", "-")
    found = re.search(r"marker at ([\d.]+) (k?Hz).*?(-?[\d.]+) dBFS", text)
    assert found, text
    return float(found.group(1)) * (1000 if found.group(2) == "kHz" else 1), float(found.group(3))


def test_the_microphone_shows_a_known_tone(playwright, options):
    with tempfile.TemporaryDirectory() as folder, Server(options, "demo:") as server:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium",
            args=["--no-sandbox", "--disable-gpu-compositing", "--use-fake-ui-for-media-stream",
                  "--use-fake-device-for-media-stream", f"--use-file-for-fake-audio-capture={tone_file(folder)}"])
        screen = Screen(browser, server, service_workers="allow", reduced_motion="reduce")
        kept(screen)
        server.stop()
        screen.page.reload()
        screen.page.wait_for_selector("#sources:not([hidden])")
        choose(screen, "microphone")
        screen.wait("waveglass.rows > 30 && document.querySelector('#sources').hidden")
        screen.chip_says("microphone, uncalibrated")
        low, high = screen.band()
        assert low == 0 and high in (22.05, 24), (low, high)
        screen.close_drawer()
        hertz, decibels = marker(screen)
        screen.show("microphone-spectrum")
        # Bins are 11.7 Hz apart; between two of them the window shows up to 0.83 dB less.
        near(hertz, tone_hertz, 11.8)
        near(decibels, tone_decibels, 1)
        # Hidden, it is switched off; a tap switches it on again.
        screen.page.evaluate(
            "Object.defineProperty(document, 'hidden', { value: true, configurable: true });"
            "document.dispatchEvent(new Event('visibilitychange'))")
        screen.page.evaluate("delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))")
        screen.page.wait_for_selector("#sources:not([hidden])")
        assert "switched off while the page could not be seen" in screen.page.inner_text("#sources")
        # Samples that were under way are rows by then.
        screen.settle()
        rows = screen.number("waveglass.rows")
        screen.after_frames(30)
        assert screen.number("waveglass.rows") == rows
        screen.show("microphone-off")
        choose(screen, "microphone")
        screen.wait(f"waveglass.rows > {rows + 20} && document.querySelector('#sources').hidden")
        screen.mode("Waterfall")
        draws = screen.number("waveglass.draws")
        screen.wait(f"waveglass.draws > {draws + 5}")
        screen.show("microphone-waterfall")
        screen.problems.clear()
        screen.close()
        browser.close()


@contextlib.contextmanager
def listening(playwright, options, script=""):
    """A screen that shows the microphone's spectrum, which hears the tone."""
    with tempfile.TemporaryDirectory() as folder, Server(options, "demo:") as server:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium",
            args=["--no-sandbox", "--disable-gpu-compositing", "--use-fake-ui-for-media-stream",
                  "--use-fake-device-for-media-stream", f"--use-file-for-fake-audio-capture={tone_file(folder)}"])
        context = browser.new_context(color_scheme="dark", service_workers="block", reduced_motion="reduce", **phone)
        if script:
            context.add_init_script(script)
        screen = Screen(browser, server, context=context)
        screen.open_drawer()
        screen.page.click("text=Another source, or this device")
        rows = screen.number("waveglass.rows")
        choose(screen, "microphone")
        screen.wait(f"waveglass.rows > {rows + 20} && document.querySelector('#sources').hidden")
        yield screen
        screen.close()
        browser.close()


def test_processing_that_stays_on_is_said(playwright, options):
    # As of a browser that is asked to leave it off, and does not.
    refusing = """const settings = MediaStreamTrack.prototype.getSettings;
        MediaStreamTrack.prototype.getSettings = function () {
            return { ...settings.call(this), autoGainControl: true, noiseSuppression: true };
        };"""
    with listening(playwright, options, refusing) as screen:
        screen.page.wait_for_selector("#alert:not([hidden])")
        text = screen.page.inner_text("#alert")
        assert "automatic gain" in text and "noise suppression" in text and "echo" not in text, text
        screen.show("microphone-processed")
    with listening(playwright, options) as screen:
        assert screen.page.is_hidden("#alert")


def test_blocks_that_are_lost_are_counted_and_drawn(playwright, options):
    with listening(playwright, options) as screen:
        screen.close_drawer()
        rows = screen.number("waveglass.rows")
        screen.wait(f"waveglass.rows > {rows + 40}")

        def lost_rows():
            found = re.search(r"lost (\d+) rows", screen.chip())
            return int(found.group(1)) if found else 0

        def is_counted():
            # Of four seconds the audio thread kept one. A machine with other work records fewer blocks than are due.
            assert 35 <= lost_rows() - before <= 110, (before, lost_rows())

        # A busy machine may have lost some already.
        before = lost_rows()
        # The worker does nothing for four seconds; the audio thread keeps one and drops three.
        (worker,) = screen.page.workers
        worker.evaluate("() => { const end = performance.now() + 4000; while (performance.now() < end); }")
        screen.until(is_counted)
        lost_at_first = lost_rows() - before
        screen.mode("Waterfall")

        def is_drawn():
            picture = screen.picture("microphone-gap")

            def is_gap(y):
                """One grey from side to side, which no level has."""
                colours = {picture.pixel(x, y) for x in range(picture.width * 6 // 10, picture.width * 8 // 10, 5)}
                return len(colours) == 1 and 0.08 < picture.light(picture.width * 6 // 10, y) < 0.16

            # From the chip down: all of it has come out from below the chip once something else is above it.
            lines = [is_gap(y) for y in range(200, picture.height - 260, 3)]
            assert True in lines and not lines[0], "no gap"
            longest = max(len(list(run)) for gap, run in itertools.groupby(lines) if gap)
            seconds = longest * 3 / (picture.height - 48 * 3) * 60
            # What is drawn as lost is what was counted, 30 rows a second; the half second at either end has some rows.
            least, most = (rows / 30 for rows in (lost_at_first, lost_rows()))
            assert least - 1.1 < seconds < most + 0.1, (least, seconds, most)

        screen.until(is_drawn)


def test_no_microphone_is_said_in_words(browser, demo):
    # A browser that is asked nothing allows nothing.
    screen = Screen(browser, demo)
    screen.open_drawer()
    screen.page.click("text=Another source, or this device")
    choose(screen, "microphone")
    screen.page.wait_for_selector("#sources [role=alert]:not([hidden])")
    text = screen.page.inner_text("#sources [role=alert]")
    assert "tap Microphone again" in text, text
    screen.show("microphone-refused")
    screen.page.click("#sources [value=close]")
    assert screen.page.is_hidden("#sources")
    screen.chip_says("Live")
    screen.close()
