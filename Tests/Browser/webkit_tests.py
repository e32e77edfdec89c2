"""What WebKit is asked beside the gestures: the same picture, pairing, certificates, offline, a lost server, memory."""
import collections
import contextlib
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import types

import numpy as np
import replay
from gate import Gate
from link_tests import silence
from screen import PATIENCE, Screen, Server, devices, lit, near, root
from selenium.common.exceptions import WebDriverException
from webkit import TAPS, WebKitScreen

sys.path.append(str(root / "Tests/Peers"))
from guarded import GuardedServer  # noqa: E402
from secure import SecureServer  # noqa: E402

LOADED = "document.readyState === 'complete'"


def choose(screen, source):
    """By the drawer's "Another source, or this device"."""
    screen.open_drawer()
    screen.click("#drawer .help:nth-last-child(2)")
    screen.wait("!document.querySelector('#sources').hidden")
    screen.click(f'#sources [value="{source}"]')


def test_a_tap_that_webkit_takes_for_a_long_press_is_seen(display, demo):
    """Without this a busy machine's taps open a menu, which takes all that follows."""
    screen = WebKitScreen(display, demo, reduced_motion="reduce")
    screen.open_drawer()
    button = "#drawer .help:nth-last-child(2)"
    left, top, width, height = screen.reach(button)
    before = screen.number(TAPS)
    screen.hand.hold(left + width / 2, top + height / 2)
    assert screen.was_long_press(before)
    assert screen.number("document.querySelector('#sources').hidden")
    screen.click(button)
    screen.wait("!document.querySelector('#sources').hidden")
    screen.close()


def at(url):
    return types.SimpleNamespace(url=url)


def test_webkit_draws_what_chromium_draws(browser, display, demo):
    for device, mode in (("phone", "Spectrum"), ("tablet", "Waterfall"), ("phone", "Meter")):
        chromium = Screen(browser, demo, **devices[device])
        chromium.mode(mode)
        messages = chromium.number("waveglass.messages")
        chromium.wait(f"waveglass.messages > {messages + 8}")
        draw_list = replay.list_of(chromium)
        expected = replay.played(chromium, draw_list)
        chromium.close()
        webkit = WebKitScreen(display, demo, device)
        replay.list_of(webkit)
        drawn = replay.played(webkit, draw_list)
        webkit.close()
        assert drawn.shape == expected.shape and expected.max() > 200
        differing = (np.abs(drawn - expected).max(axis=2) > 32).mean()
        print(f"     {device}, {mode}: {differing:.2%} of the pixels differ by more than an eighth")
        # The edges of letters and of slanted lines.
        assert differing < 0.015, f"{differing:.2%} of {device}, {mode}"


def test_webkit_is_paired_by_a_typed_code(display, options):
    with GuardedServer(options.binary, options.web) as server:
        _, code = server.codes()
        screen = WebKitScreen(display, at(server.address + "/"), until="!document.querySelector('#pairing')?.hidden")
        screen.show("webkit-pairing")
        screen.enter("#pairing-code", "AAAA-AAAA")
        screen.wait("document.querySelector('#pairing-code').value === ''")
        assert screen.number("waveglass.rows") == 0
        screen.enter("#pairing-code", code.lower())
        screen.wait("waveglass.rows > 10 && document.querySelector('#pairing').hidden")
        screen.driver.refresh()
        screen.wait("globalThis.waveglass?.rows > 10 && document.querySelector('#pairing').hidden")
        assert screen.number("document.cookie") == ""
        # Refused twice, it was told so in the console, too.
        screen.forgive()
        screen.close()


def test_webkit_trusts_what_its_system_trusts(display, options):
    with SecureServer(options.binary, options.web) as server:
        url = f"https://localhost:{server.port}/"
        screen = WebKitScreen(display, at(url), authority=server.root)
        assert screen.number("isSecureContext && location.protocol === 'https:'")
        screen.wait("waveglass.rows > 10 && navigator.serviceWorker.controller !== null")
        screen.close()
        screen = WebKitScreen(display, at("about:blank"), authority=None, until=LOADED)
        # The driver waits until the page is loaded or refused, and may report the refusal.
        with contextlib.suppress(WebDriverException):
            screen.driver.get(url)
        assert not screen.number("globalThis.waveglass")
        assert not screen.driver.current_url.startswith(url) or "Waveglass" not in screen.driver.title
        screen.forgive()
        screen.close()


def test_webkit_opens_without_a_server(display, options):
    server = Server(options, "demo:")
    port = server.port
    screen = WebKitScreen(display, server, reduced_motion="reduce")
    screen.wait("navigator.serviceWorker.controller !== null")
    screen.wait("navigator.serviceWorker.ready.then(({ active, waiting }) => active.state === 'activated' && !waiting)")
    screen.after_frames(3)
    assert screen.number("document.querySelector('#update').hidden"), "the first version is no update"
    server.stop()
    screen.driver.refresh()
    screen.wait("document.querySelector('#sources')?.hidden === false")
    screen.still("#sources")
    screen.show("webkit-offline")
    below = screen.number(
        "(() => { const card = document.querySelector('#sources'); const shown = [...card.children].filter((child) => child.offsetHeight);"
        " return card.getBoundingClientRect().bottom - shown.at(-1).getBoundingClientRect().bottom; })()")
    assert below < 40, f"the card is {below} points higher than what it holds"
    screen.click('#sources [value="simulated"]')
    screen.wait("waveglass.rows > 10 && document.querySelector('#sources').hidden")
    screen.chip_says("simulated")
    screen.chip_says("Live")
    assert lit(screen.picture("webkit-offline-spectrum")) > 100
    low, _ = screen.band()
    near(low, 88, 0.01)
    with Server(options, "demo:", port=port):
        choose(screen, "server")
        rows = screen.number("waveglass.rows")
        screen.wait(f"document.querySelector('#sources').hidden && waveglass.rows > {rows + 10}")
        screen.forgive()
        screen.close()


def test_webkit_says_soon_that_the_server_is_out_of_reach(display, options):
    with Server(options, "demo:") as server, Gate(server) as gate:
        screen = WebKitScreen(display, gate)
        screen.wait("waveglass.rows > 30")
        took = silence(screen, gate)
        print(f"     said after {took:.0f} ms of silence")
        assert took < 1300, f"{took:.0f} ms"
        gate.is_shut = False
        rows = screen.number("waveglass.rows")
        screen.wait(f"waveglass.rows > {rows + 10} && document.querySelector('#chip').dataset.tone !== 'lost'")
        screen.forgive()
        screen.close()


def test_webkit_takes_no_more_memory_as_time_goes_by(display, demo):
    screen = WebKitScreen(display, demo)
    screen.mode("Waterfall")
    screen.mode("Spectrum")

    def megabytes():
        """Of this screen's process for pages."""
        for status in pathlib.Path("/proc").glob("[0-9]*/status"):
            try:
                environment = (status.parent / "environ").read_bytes()
                if "WebKitWebProces" in status.read_text() and screen.folder.name.encode() in environment:
                    return int(status.read_text().split("VmRSS:")[1].split()[0]) / 1024
            except (OSError, IndexError):
                continue
        raise AssertionError("no WebKitWebProcess")

    screen.wait("waveglass.draws > 60")
    before, draws = megabytes(), screen.number("waveglass.draws")
    screen.wait(f"waveglass.draws > {draws + 100}")
    grown = megabytes() - before
    print(f"     {grown:+.0f} MB of {before:.0f} in 100 draws")
    # A canvas kept for each draw would be 12 MB each.
    assert grown < 150, f"{grown:.0f} MB"
    screen.close()


@contextlib.contextmanager
def pulse_audio():
    """A sound server of its own whose only microphone hears a tone of 1 kHz; its socket."""
    with tempfile.TemporaryDirectory(prefix="waveglass-") as folder:
        path = pathlib.Path(folder, "socket")
        process = subprocess.Popen(
            ["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--log-level=info", "--log-target=stderr",
             "--load=module-null-sink", "--load=module-sine-source frequency=1000",
             f"--load=module-native-protocol-unix auth-anonymous=1 socket={path}"],
            env={**os.environ, "HOME": folder, "XDG_RUNTIME_DIR": folder}, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        assert any("startup complete" in line for line in process.stderr), "PulseAudio did not start"
        # What it says further is read, so that it never waits to say it.
        threading.Thread(target=lambda: collections.deque(process.stderr, 0), daemon=True).start()
        yield path
        process.terminate()
        process.wait(PATIENCE)


def test_webkit_opens_the_microphone(display, demo):
    with pulse_audio() as sound:
        screen = WebKitScreen(display, demo, reduced_motion="reduce", sound=sound)
        choose(screen, "microphone")
        screen.wait("document.querySelector('#chip').textContent.includes('microphone, uncalibrated')")
        rows = screen.number("waveglass.rows")
        screen.wait(f"waveglass.rows > {rows + 30}")
        # What it hears is not looked at: the samples that this WebKit's Web Audio gives are all zero, in any page.
        assert screen.band()[1] == 22.05
        screen.show("webkit-microphone")
        screen.forgive()
        screen.close()
