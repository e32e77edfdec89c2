"""The map of losses lies over its posts: pixels in the browser against GDAL's reprojection to Web Mercator."""
import math
import pathlib
import subprocess
import tempfile

import numpy as np
from controls import field
from coverage_tests import is_accent
from PIL import Image
from rasterio.warp import transform
from screen import Server, near, on

EQUATOR = 2 * math.pi * 6378137
#: South and west of a tile, rows and columns of posts in it: three seconds of arc, one, and twice as many north as east, as tiles at 60 degrees have.
TILES = {"3 seconds": (46, 10, 1201, 1201), "1 second": (46, 10, 3601, 3601), "60 degrees": (60, 10, 1201, 601)}
KILOMETRES = 8


def hills(rows, columns, north_metres, east_metres):
    """Waves of 400 to 1,500 m all over: what they shade changes within a few pixels."""
    made = np.random.default_rng(5)
    down, across = np.mgrid[0:rows, 0:columns].astype(np.float32)
    heights = np.full((rows, columns), 300, np.float32)
    for _ in range(24):
        length, way, phase = made.uniform(400, 1500), made.uniform(0, math.pi), made.uniform(0, 2 * math.pi)
        turn = 2 * math.pi / length
        heights += 14 * np.cos(down * (turn * math.cos(way) * north_metres) + across * (turn * math.sin(way) * east_metres) + phase)
    return heights.astype(np.int16)


def write_tile(folder, south, west, heights):
    """A square degree as HGT has it, or as DTED where posts are not as many both ways."""
    rows, columns = heights.shape
    if rows == columns:
        (folder / f"N{south:02}E{west:03}.hgt").write_bytes(heights.astype(">i2").tobytes())
        return
    north, east = (round(36000 / (count - 1)) for count in (rows, columns))
    uhl = f"UHL1{west:03}0000E{south:03}0000N{east:04}{north:04}0030U  {'':12}{columns:04}{rows:04}0".ljust(80)
    dsi = (("DSIU".ljust(59) + "DTED1").ljust(141) + "E96WGS84").ljust(185) + f"{south:02}0000.0N{west:03}0000.0E"
    dsi = dsi.ljust(264) + f"0000000.0{north:04}{east:04}{rows:04}{columns:04}00"
    data = (uhl + dsi.ljust(648) + "ACC".ljust(2700)).encode()
    assert len(data) == 3428 and heights.min() >= 0
    for line in range(columns):
        record = b"\xaa" + line.to_bytes(3, "big") + line.to_bytes(2, "big") + b"\0\0" + heights[::-1, line].astype(">i2").tobytes()
        data += record + sum(record).to_bytes(4, "big")
    (folder / f"e{west:03}_n{south:02}.dt1").write_bytes(data)


class Posts:
    """How the colours of two maps of the same posts differ, as `waveglass cover` writes them."""

    def __init__(self, options, folder, place):
        layers = []
        for name in ("100M", "5.8G"):
            path = folder / f"{name}.png"
            subprocess.run(
                [options.binary, "cover", "--terrain", folder, "--at", "{},{}".format(*place), "--frequency", name,
                 "--radius", f"{KILOMETRES}km", "-o", path], check=True, capture_output=True, timeout=120)
            image = np.asarray(Image.open(path).convert("RGBA")).astype(float)
            layers.append(image[..., :3] * image[..., 3:] / 255)
        self.values = layers[0] - layers[1]
        x, _, _, y, west, north = map(float, (folder / "100M.pgw").read_text().split())
        self.steps, self.corner = (x, -y), (west, north)

    def edges(self):
        """North, west, south and east of the posts themselves."""
        (x, y), (west, north) = self.steps, self.corner
        rows, columns = self.values.shape[:2]
        return north, west, north - (rows - 1) * y, west + (columns - 1) * x

    def picture(self, view, shape):
        """What a screen should show of them: each pixel's middle, by GDAL back to degrees, between the posts around it."""
        west, north, metres = view
        rows, columns = shape
        xs = west + (np.arange(columns) + 0.5) * metres
        ys = north - (np.arange(rows) + 0.5) * metres
        longitudes = np.array(transform("EPSG:3857", "EPSG:4326", xs, np.full(columns, ys[0]))[0])
        latitudes = np.array(transform("EPSG:3857", "EPSG:4326", np.full(rows, xs[0]), ys)[1])
        across = (longitudes - self.corner[0]) / self.steps[0]
        down = (self.corner[1] - latitudes) / self.steps[1]
        return between(between(self.values, down).swapaxes(0, 1), across).swapaxes(0, 1)


def between(values, places):
    """Rows of values at fractional places; nothing beyond the last."""
    low = np.clip(np.floor(places).astype(int), 0, len(values) - 2)
    part = (places - low)[:, None, None]
    known = ((places >= 0) & (places <= len(values) - 1))[:, None, None]
    return (values[low] * (1 - part) + values[low + 1] * part) * known


def mercator(latitude, longitude):
    xs, ys = transform("EPSG:4326", "EPSG:3857", [longitude], [latitude])
    return xs[0], ys[0]


def around(place, half=44):
    x, y = place
    return slice(int(y) - half, int(y) + half), slice(int(x) - half, int(x) + half)


def offset(seen, wanted, place):
    """How far a part of a picture lies from where it should, pixels: least squares over its slopes, repeated."""
    part, model = seen[around(place)], wanted[around(place)]
    dy, dx = np.gradient(model, axis=(0, 1))
    slopes = np.stack([-dx.ravel(), -dy.ravel()], 1)
    # Colours are off by a level or so: hundredths of a pixel, given these.
    assert np.linalg.eigvalsh(slopes.T @ slopes)[0] > 5000, "there is too little to see"
    return np.linalg.lstsq(slopes, (part - model).ravel(), rcond=None)[0]


def located(seen, posts, places):
    """Scale and place of the screen that fit best; how far each place is from there, and the worst row of pixels from its colours."""
    rows, columns = np.nonzero(np.abs(seen).max(2) > 24)
    left, right, top, bottom = columns.min(), columns.max() + 1, rows.min(), rows.max() + 1
    north, west, south, east = posts.edges()
    (x, y), (far, low) = mercator(north, west), mercator(south, east)
    metres = ((far - x) / (right - left) + (y - low) / (bottom - top)) / 2
    view = [(x + far) / 2 - (left + right) / 2 * metres, (y + low) / 2 + (top + bottom) / 2 * metres, metres]
    for _ in range(8):
        wanted = posts.picture(view, seen.shape[:2])
        pixels = [((px - view[0]) / view[2], (view[1] - py) / view[2]) for px, py in places]
        found = np.array([offset(seen, wanted, pixel) for pixel in pixels])
        middle = np.mean(pixels, 0)
        aside = np.array(pixels) - middle
        grow = (aside * found).sum() / (aside**2).sum()
        shift = found.mean(0)
        # A picture that lies further right, and is larger: the screen begins further west, and its pixels are smaller.
        fixed = middle + shift
        scale = view[2] / (1 + grow)
        view = [
            view[0] + middle[0] * view[2] - fixed[0] * scale, view[1] - middle[1] * view[2] + fixed[1] * scale, scale]
    assert max(abs(grow), *abs(shift)) < 1e-3, f"the screen's place and scale do not settle: {grow}, {shift}"
    x, y = middle.astype(int)
    beside = slice(y - 240, y + 240), slice(x - 200, x - 40)
    apart = np.sqrt(((seen - wanted)[beside] ** 2).mean((1, 2))).max()
    return view, found, apart


def pin_head(image):
    """The middle of the dark dot in the pin's head."""
    rows, columns = np.nonzero(is_accent(image, 12))
    left, right, top = columns.min(), columns.max(), rows.min()
    head = image[top:top + right - left + 1, left:right + 1].astype(float)
    middle = np.array(head.shape[:2]) / 2
    far = np.hypot(*(np.indices(head.shape[:2]) + 0.5 - middle[:, None, None]))
    # How dark a pixel is tells how much of it the dot covers.
    dark = np.clip((0xFF - head[..., 0]) / (0xFF - 0x14), 0, 1) * (far < 0.3 * len(head))
    dy, dx = ((np.indices(dark.shape) + 0.5) * dark).sum((1, 2)) / dark.sum()
    return left + dx, top + dy


@on("desk", browsers=("chromium",))
def test_the_map_lies_over_its_posts(see, options):
    for name, (south, west, rows, columns) in TILES.items():
        place = (south + 0.52, west + 0.4)
        with tempfile.TemporaryDirectory() as made:
            folder = pathlib.Path(made)
            metres = 111_200 / (rows - 1), 111_300 * math.cos(math.radians(place[0])) / (columns - 1)
            write_tile(folder, south, west, hills(rows, columns, *metres))
            posts = Posts(options, folder, place)
            with Server(options, f"terrain:{folder}") as server:
                screen = see(server)
                screen.chip_says("hold to place")
                screen.open_drawer()
                screen.enter(field("Latitude, longitude"), "{}, {}".format(*place))
                pictures, chips = [], []
                for frequency in ("100 MHz", "5.8 GHz"):
                    screen.open_drawer()
                    screen.enter(field("Frequency"), frequency)
                    screen.close_drawer()
                    screen.chip_says(frequency)
                    screen.chip_says(" ms")
                    screen.settle()
                    pictures.append(screen.picture().pixels)
                    chips.append(screen.box("#bar"))
                # What is below, and what lies over it, is the same in both but for the chip's words.
                seen = pictures[0].astype(float) - pictures[1]
                for x, y, wide, high in chips:
                    seen[int(y):math.ceil(y + high), int(x):math.ceil(x + wide)] = 0
                up = KILOMETRES / 111.2
                across = up / math.cos(math.radians(place[0]))
                # Away from the pin, the rim and the words at the foot.
                shares = [(a, b) for a in (-0.5, 0.5) for b in (-0.5, 0.5)] + [(0.6, 0), (-0.6, 0), (0, 0.6), (0, -0.6)]
                # Their own posts, so that what is asked for is a post and not a place.
                places = [
                    mercator(round((place[0] + a * up) * (rows - 1)) / (rows - 1), round((place[1] + b * across) * (columns - 1)) / (columns - 1))
                    for a, b in shares]
                view, found, apart = located(seen, posts, places)
                worst = np.abs(found).max()
                assert worst < 0.5, f"{name}: posts are off by {found.round(2).tolist()} pixels"
                # Where strips of the map meet, a line of another map's colours would be.
                assert apart < 4, f"{name}: a row of pixels is {apart:.1f} levels from its colours"
                # The pin stands where the same reprojection has the transmitter; its head is 31.5 points above.
                x, y = mercator(*place)
                head = pin_head(pictures[1])
                off = (head[0] - (x - view[0]) / view[2], head[1] + 31.5 - (view[1] - y) / view[2])
                for value in off:
                    near(value, 0, 0.5)
                print(
                    f"     {name}: posts within {worst:.2f} pixels, the pin within {max(map(abs, off)):.2f}, rows within {apart:.1f} levels",
                    flush=True)
                screen.close()
