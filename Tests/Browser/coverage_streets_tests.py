"""Pictures of streets below the coverage: only where they are wanted, where they belong, and whose they are."""
import http.server
import io
import math
import re
import threading

from PIL import Image

from controls import control
from coverage_tests import says, words
from screen import Server, on


class Streets:
    """A server of pictures, each of one colour that tells its numbers."""

    def __init__(self):
        self.asked, self.is_silent = [], False

    @staticmethod
    def colour(zoom, column, row):
        return 30 + column * 37 % 200, 30 + row * 53 % 200, 30 + (column + 3 * row) * 71 % 200

    def __enter__(self):
        streets = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *arguments):
                pass

            def do_GET(self):
                streets.answer(self)

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    @property
    def template(self):
        return f"http://127.0.0.1:{self.server.server_port}/tiles/{{z}}/{{x}}/{{y}}.png"

    def answer(self, handler):
        found = re.fullmatch(r"/tiles/(\d+)/(\d+)/(\d+)\.png", handler.path)
        if not found or self.is_silent:
            handler.send_error(503)
            return
        numbers = tuple(int(part) for part in found.groups())
        self.asked.append(numbers)
        file = io.BytesIO()
        Image.new("RGB", (256, 256), self.colour(*numbers)).save(file, "PNG")
        handler.send_response(200)
        handler.send_header("Content-Type", "image/png")
        handler.send_header("Content-Length", str(len(file.getvalue())))
        handler.end_headers()
        handler.wfile.write(file.getvalue())


def tile_of(latitude, longitude, zoom):
    """A place's tile as maps of streets number it, with how far it is from the tile's edges."""
    count = 1 << zoom
    x = (longitude / 360 + 0.5) * count
    y = (0.5 - math.asinh(math.tan(math.radians(latitude))) / (2 * math.pi)) * count
    edge = min(x % 1, 1 - x % 1, y % 1, 1 - y % 1)
    return int(x), int(y), edge


@on("phone", "desk", browsers=("chromium",))
def test_streets_lie_where_they_belong(see, options):
    with Streets() as streets, Server(options, "demo:hills", "--streets", streets.template, "--streets-by", "© The Testers") as server:
        screen = see(server)
        screen.chip_says("4 tiles")
        screen.settle()
        assert not streets.asked, "nobody wanted them"
        drawer = "document.querySelector('#drawer').textContent"
        screen.open_drawer()
        screen.click(control("switch", "Street map"))
        screen.until(lambda: says(screen, drawer, "© The Testers"))
        screen.press("Escape")
        screen.settle()
        assert len(streets.asked) == len(set(streets.asked)), "each is fetched once"
        zooms = {zoom for zoom, _, _ in streets.asked}
        assert len(zooms) == 1, zooms
        picture = screen.picture(f"coverage-streets-{screen.width}").pixels
        checked = 0
        for across, down in ((0.4, 0.45), (0.55, 0.52), (0.48, 0.6), (0.6, 0.4)):
            x, y = screen.width * across, screen.height * down
            screen.hand.hold(x, y)
            screen.until(lambda: words(screen, "transmitter at "))
            screen.settle()
            text = screen.number("document.querySelector('#reading').textContent")
            latitude, longitude = (float(part) for part in re.search(r"transmitter at (-?[\d.]+)°?,? ?(-?[\d.]+)", text).groups())
            column, row, edge = tile_of(latitude, longitude, *zooms)
            if edge < 0.02:
                continue
            seen = picture[int(y * screen.scale), int(x * screen.scale), :3].astype(int)
            wanted = Streets.colour(*zooms, column, row)
            assert abs(seen - wanted).max() < 6, (text, seen, wanted)
            checked += 1
        assert checked >= 2


@on("phone", browsers=("webkit",))
def test_streets_that_cannot_be_had_leave_the_ground(see, options):
    with Streets() as streets:
        streets.is_silent = True
        with Server(options, "demo:hills", "--streets", streets.template, "--streets-by", "© The Testers") as server:
            screen = see(server)
            screen.chip_says("4 tiles")
            screen.settle()
            screen.open_drawer()
            before = screen.picture().pixels
            screen.click(control("switch", "Street map"))
            screen.until(lambda: says(screen, "document.querySelector('#drawer').textContent", "Cannot be had"))
            screen.settle()
            after = screen.picture().pixels
            area = slice(int(before.shape[0] * 0.3), int(before.shape[0] * 0.5)), slice(0, int(before.shape[1] * 0.12))
            assert abs(before[area].astype(int) - after[area].astype(int)).mean() < 3, "the ground is still there"
