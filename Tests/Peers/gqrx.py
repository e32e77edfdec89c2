"""gqrx as a process: on a screen of its own, fed from a file, asked over its remote control.

    .venv/bin/python Tests/Peers/gqrx.py        # renews Documentation/pictures/gqrx-beside-waveglass.png

Needs Debian's gqrx-sdr, xvfb, xdotool and pulseaudio, without which gqrx does not start.
"""

import contextlib
import os
import pathlib
import socket
import struct
import subprocess
import sys
import tempfile
import time

import numpy

from waits import PATIENCE, listens

# How long its meter shows one value, and in how long it has forgotten the frequency before.
METER_SECONDS, SETTLING_SECONDS = 0.1, 1.5
# How long the pictures take to fill: its waterfall, the page, our waterfall, our spectrum.
THEIR_WATERFALL_SECONDS, PAGE_SECONDS, WATERFALL_SECONDS, SPECTRUM_SECONDS = 25, 2, 62, 3
ROOT = pathlib.Path(__file__).resolve().parents[2]
SETTINGS = """[General]
configversion=3
crashed=false

[fft]
fft_size={points}
fft_rate=25
averaging=80
split=50
pandapter_min_db={low}
pandapter_max_db={high}
waterfall_min_db={low}
waterfall_max_db={high}

[gui]
fft_geometry=

[input]
device="file={path},freq={center},rate={rate},repeat=true,throttle=true"
frequency={tuned}
sample_rate={rate}

[receiver]
demod=AM
offset={offset}

[remote_control]
allowed_hosts=127.0.0.1
enabled=true
port={port}
"""


class Gqrx(contextlib.ExitStack):
    """Plays a file of complex floats over and over."""

    def __init__(self, path, rate, center, tuned, size=(1024, 768), points=8192, low=-120, high=0):
        super().__init__()
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.size = size
        self.settings = SETTINGS.format(
            path=path, rate=int(rate), center=int(center), tuned=int(tuned), offset=int(tuned - center),
            port=self.port, points=points, low=low, high=high)

    def __enter__(self):
        super().__enter__()
        try:
            self.start()
        except BaseException:
            self.close()
            raise
        return self

    def start(self):
        self.folder = pathlib.Path(self.enter_context(tempfile.TemporaryDirectory()))
        (self.folder / "gqrx.conf").write_text(self.settings)
        (self.folder / "screen").mkdir()
        (self.folder / "run").mkdir(mode=0o700)
        # Everything that would reach a desktop's own settings and sound stays in the folder.
        self.environment = {
            **os.environ, "HOME": str(self.folder), "XDG_RUNTIME_DIR": str(self.folder / "run"),
            "XDG_CONFIG_HOME": str(self.folder), "PULSE_RUNTIME_PATH": str(self.folder / "run"),
            "QT_QPA_PLATFORM": "xcb"}
        self.run("pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--load=module-null-sink",
                 "--load=module-native-protocol-unix")
        width, height = self.size
        read, write = os.pipe()
        self.run("Xvfb", "-displayfd", str(write), "-screen", "0", f"{width}x{height}x24", "-nocursor",
                 "-fbdir", str(self.folder / "screen"), pass_fds=[write])
        os.close(write)
        with os.fdopen(read) as display:
            self.environment["DISPLAY"] = ":" + display.readline().strip()
        listens(self.port, self.run("gqrx", "-c", str(self.folder / "gqrx.conf")))
        self.control = self.enter_context(socket.create_connection(("127.0.0.1", self.port), PATIENCE))
        window = self.xdotool("search", "--sync", "--onlyvisible", "--name", "Gqrx").split()[0]
        self.xdotool("windowmove", window, "0", "0")
        self.xdotool("windowsize", window, str(width), str(height))
        self.xdotool("windowfocus", window)
        self.xdotool("key", "ctrl+d")
        # Nothing says that it plays but what its meter shows.
        end = time.monotonic() + PATIENCE
        while self.strength() <= -150:
            assert time.monotonic() < end, "gqrx does not play"
            time.sleep(METER_SECONDS)

    def run(self, *command, **options):
        process = subprocess.Popen(
            command, env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)
        self.callback(self.end, process)
        return process

    @staticmethod
    def end(process):
        process.kill()
        process.wait(PATIENCE)

    def xdotool(self, *arguments):
        return subprocess.run(
            ["xdotool", *arguments], env=self.environment, capture_output=True, text=True, timeout=PATIENCE).stdout

    def ask(self, command):
        self.control.sendall(command.encode() + b"\n")
        return self.control.recv(200).decode().split()[0]

    def strength(self):
        """What its meter shows, in dBFS: the power in the receiver's filter."""
        return float(self.ask("l STRENGTH"))

    def tune(self, hertz):
        assert self.ask(f"F {hertz:.0f}") == "RPRT"
        time.sleep(SETTLING_SECONDS)

    def picture(self):
        """What is on its screen: height x width x red, green, blue."""
        dump = (self.folder / "screen/Xvfb_screen0").read_bytes()
        header = struct.unpack(">25I", dump[:100])
        width, height, stride, colors = header[4], header[5], header[12], header[19]
        pixels = numpy.frombuffer(dump, numpy.uint8, stride * height, header[0] + 12 * colors)
        return pixels.reshape(height, stride)[:, :4 * width].reshape(height, width, 4)[:, :, 2::-1]


def main(binary, web):
    """One recording of the simulated air, in gqrx at the left and here at the right."""
    import io

    from PIL import Image
    from playwright.sync_api import sync_playwright

    rate, center, carrier, seconds = 1_600_000, 99_500_000, 100_000_000, 2.5
    with tempfile.TemporaryDirectory() as folder:
        band = pathlib.Path(folder) / "band"
        subprocess.run(
            [binary, "record", f"demo:?rate={rate}&frequency={center}", "-o", band, "--seconds", str(seconds)],
            check=True)
        samples = pathlib.Path(f"{band}.sigmf-data").rename(f"{band}.cu8")
        floats = (numpy.fromfile(samples, numpy.uint8).astype(numpy.float32) - 127.5) / 127.5
        floats.tofile(f"{band}.cf32")
        with Gqrx(f"{band}.cf32", rate, center, carrier, low=-110, high=-10) as gqrx:
            # Long enough for its waterfall to reach down.
            time.sleep(THEIR_WATERFALL_SECONDS)
            theirs = Image.fromarray(gqrx.picture())
            print(f"gqrx reads {gqrx.strength()} dBFS at {carrier / 1e6} MHz")
        command = [binary, "serve", f"file:{samples}?rate={rate}&frequency={center}&fft=8192", "--web", web,
                   "--port", "0"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server, sync_playwright() as play:
            address = server.stdout.readline().split()[-1]
            browser = play.chromium.launch(
                executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu-compositing"])
            ours = []
            for mode in ("Spectrum", "Waterfall"):
                page = browser.new_page(viewport={"width": 1024, "height": 384}, color_scheme="dark")
                page.goto(address)
                page.wait_for_selector("#handle")
                time.sleep(PAGE_SECONDS)
                page.click("#handle")
                page.get_by_role("radiogroup", name="View").get_by_role("radio", name=mode).click()
                page.click("#handle")
                # A minute fills the waterfall.
                time.sleep(WATERFALL_SECONDS if mode == "Waterfall" else SPECTRUM_SECONDS)
                ours.append(Image.open(io.BytesIO(page.screenshot())).convert("RGB"))
                page.close()
            browser.close()
            server.terminate()
    joined = Image.new("RGB", (2048 + 16, 768), "white")
    joined.paste(theirs, (0, 0))
    joined.paste(ours[0], (1024 + 16, 0))
    joined.paste(ours[1], (1024 + 16, 384))
    target = ROOT / "Documentation/pictures/gqrx-beside-waveglass.png"
    joined.quantize(128, dither=Image.Dither.NONE).save(target, optimize=True)
    print(f"{target}: {target.stat().st_size} bytes")


if __name__ == "__main__":
    main(*(sys.argv[1:] or [ROOT / "Host/.build/release/waveglass", ROOT / "Web"]))
