"""Streams of sensors: the paper of an electrocardiogram and lanes, under fingers, in pixels."""

import tempfile

import numpy as np
from controls import choice, control
from screen import Screen, Server, on, witness


def pixels(screen, name=None):
    """The picture without chip and handle, as bytes: rows, columns, colours."""
    return screen.picture(name).pixels.astype(int)


def ink(rows):
    """Where something as dark as a trace on light paper is drawn."""
    return rows.max(axis=2) < 90


def contrast(shade, period):
    """How much darker than the rest lines are that stand a period apart."""
    phase = (np.arange(len(shade)) % period).astype(int)
    means = np.bincount(phase, shade) / np.bincount(phase)
    return np.median(means) - means.min()


def inked(screen, name=None):
    """The middle of the picture, in which there are traces in six of eight parts of the width at least."""
    body = pixels(screen, name)
    body = body[int(len(body) * 0.2):int(len(body) * 0.8)]
    found = [ink(part).sum() for part in np.array_split(body, 8, axis=1)]
    assert sum(count > 100 for count in found) >= 6, found
    return body


@on("phone", "tablet")
def test_an_ecg_is_drawn_on_its_paper(see, options):
    with Server(options, "demo:ecg") as server:
        screen = see(server, color_scheme="light")
        screen.chip_says("Live")
        screen.chip_says("simulated")
        # The traces are dark on the paper, in each part of its width but where the sweep erases.
        body = screen.until(lambda: inked(screen, "browser-ecg"))
        assert body.mean() > 200 and (body[..., 0] - body[..., 2]).mean() > 4, "paper is light and reddish"
        # Squares: folded at 5 mm of 96/25.4 points, and at no length near it, the thick lines of both ways fall on one another.
        for axis in (0, 1):
            shade = np.median(body[..., 1], axis=axis)
            wanted = 5 * 96 / 25.4 * screen.scale
            found = {share: contrast(shade, wanted * share) for share in (0.9, 0.95, 1, 1.05, 1.1)}
            assert found[1] > 1.5 * max(depth for share, depth in found.items() if share != 1), (axis, found)
        screen.close()


def stands(screen):
    """Waits until a page that was paused has drawn what came before. What it lacks of its window it goes on asking for."""
    screen.is_answered()
    screen.wait("!waveglass.isFrameDue")
    screen.after_frames(10)


@on("phone", "tablet")
def test_a_tap_holds_still_and_the_next_goes_on_from_there(see, browser, options):
    with Server(options, "demo:ecg") as server:
        screen = see(server, color_scheme="light")
        screen.chip_says("Live")
        screen.wait("waveglass.rows > 60")
        earliest = screen.number("performance.now()")
        screen.hand.tap(screen.width / 2, screen.height * 0.6)
        screen.chip_says("Paused")
        latest = screen.number("performance.now()")
        stands(screen)
        before, draws = pixels(screen), screen.number("[waveglass.draws, waveglass.rows]")
        witness(browser, server)
        assert screen.number("[waveglass.draws, waveglass.rows]") == draws, "something came while it stood still"
        assert (pixels(screen) == before).all()
        least = screen.number("performance.now()") - latest
        screen.hand.tap(screen.width / 2, screen.height * 0.6)
        screen.chip_says("back to now")
        most = screen.number("performance.now()") - earliest
        behind = float(screen.chip().split("−")[1].split(" s")[0])
        assert least / 1000 - 0.1 <= behind <= most / 1000 + 1, (least, screen.chip(), most)
        screen.click("#chip")
        screen.chip_says("Live")
        screen.close()


@on("phone")
def test_rows_that_come_into_a_scrolled_drawer_move_no_button(see, options):
    """Else a tap meets what moved under it: WebKit holds no place in a scrolled list by itself."""
    with Server(options, "demo:ecg") as server:
        screen = see(server)
        screen.open_drawer()
        screen.number("void (document.querySelector('#drawer').scrollTop = 1e6)")
        rows = screen.number("document.querySelectorAll('#drawer > *').length")
        top = screen.still("#drawer .help:last-child")[1]
        screen.number(f"void {control('switch', 'Spectrum of a stream')}.click()")
        screen.wait(f"document.querySelectorAll('#drawer > *').length > {rows + 2}")
        now = screen.still("#drawer .help:last-child")[1]
        # The chip may take another line meanwhile, which moves all by less than a finger feels; a row is 44 points high.
        assert abs(now - top) < 12, f"from {top} to {now}"
        # What is pressed stays as well, though rows come below it.
        more = control("button", "Make a stream of others: A − B, gain")
        top = screen.reach(more)[1]
        assert 0 < top < screen.height, top
        screen.click(more)
        screen.wait(f"document.querySelectorAll('#drawer > *').length > {rows + 6}")
        # A heading has taken its place.
        now = screen.still(control("heading", "A stream made of others"))[1]
        assert abs(now - top) < 12, f"from {top} to {now}"
        screen.close()


@on("phone")
def test_a_recording_that_is_played_faster_keeps_its_own_seconds(see, options):
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/twenty.csv"
        with open(path, "w") as file:
            file.write("t,x\n" + "".join(f"{n / 100},{n % 100}\n" for n in range(2001)))
        with Server(options, path) as server:
            screen = see(server)
            screen.chip_says("Playing")
            screen.open_drawer()
            screen.click(choice("Playback speed", "5×"))
            screen.close_drawer()
            screen.chip_says("End of the recording")
            screen.chip_says("00:00:20")
            screen.close()


@on("phone")
def test_a_drag_looks_back(see, options):
    with Server(options, "demo:ecg") as server:
        screen = see(server, color_scheme="light")
        screen.chip_says("Live")
        screen.until(lambda: inked(screen))
        screen.hand.drag((80, 500), (300, 500))
        screen.chip_says("back to now")
        screen.until(lambda: inked(screen, "browser-ecg-back"))
        screen.close()


@on("phone", "tablet")
def test_streams_stand_in_lanes_with_names_values_and_units(see, options):
    with Server(options, "demo:imu") as server:
        screen = see(server)
        screen.chip_says("Live")
        screen.wait("waveglass.rows > 60")
        first = pixels(screen, "browser-imu")
        height = first.shape[0]
        parts = np.zeros(7, int)

        def have_moved():
            # What turns little moves little, and not all lanes move at once.
            moved = (np.abs(first - pixels(screen)).max(axis=2) > 40)[int(height * 0.15):int(height * 0.95)]
            np.maximum(parts, [part.sum() for part in np.array_split(moved, 7)], out=parts)
            assert all(parts > 20), f"a lane stands still: {parts}"

        screen.until(have_moved)
        screen.open_drawer()
        for word in ("Streams", "100", "25", "missing", "Clock"):
            screen.says("#drawer", word)
        screen.close()


@on("phone")
def test_lines_measure_and_follow_a_finger(see, options):
    with Server(options, "demo:ecg") as server:
        screen = see(server, color_scheme="light")
        screen.chip_says("Live")
        screen.press("h")
        screen.until(lambda: lines_stand_at(screen, 0.3 * screen.width, 0.5 * screen.width))
        screen.hand.drag((0.5 * screen.width, 400), (300, 420))
        screen.until(lambda: lines_stand_at(screen, 0.3 * screen.width, 300))
        assert "Paused" not in screen.chip(), "measuring has held the picture still"
        screen.close()


@on("phone")
def test_two_fingers_measure(see, options):
    with Server(options, "demo:ecg") as server:
        screen = see(server, color_scheme="light")
        screen.chip_says("Live")
        screen.press("h")
        screen.hand.pinch([(120, 420), (90, 400)], [(240, 420), (300, 430)])
        screen.until(lambda: lines_stand_at(screen, 90, 300))
        screen.close()


def lines_stand_at(screen, *places):
    picture = pixels(screen, "browser-calipers")
    accent = (picture[..., 0] > 150) & (picture[..., 1] < 140) & (picture[..., 2] < 60)
    columns = np.where(accent.sum(axis=0) > picture.shape[0] * 0.5)[0] / screen.scale
    assert len(columns) and abs(columns.min() - places[0]) < 4 and abs(columns.max() - places[1]) < 4, columns


def choose(screen, source):
    screen.number("document.querySelector('#sources').hidden = false")
    screen.click(f"#sources [value={source}]")


@on("phone")
def test_the_page_makes_an_ecg_itself(see, demo):
    screen = see(demo, color_scheme="light")
    choose(screen, "ecg")
    screen.wait("document.body.dataset.source === 'ecg' && document.body.dataset.instrument === '1'")
    rows = screen.number("waveglass.rows")
    screen.wait(f"waveglass.rows > {rows + 60}")
    screen.chip_says("simulated")
    screen.open_drawer()
    screen.says("#drawer", "on this device")
    screen.close_drawer()
    # What is put away is not opened.
    screen.number("document.querySelector('#sources').hidden = false")
    screen.click("#sources [value=close]")
    screen.wait("document.querySelector('#sources').hidden")
    screen.after_frames(3)
    assert screen.number("document.body.dataset.source") == "ecg"
    screen.close()


MOVE = """(() => {
  let step = 0;
  globalThis.moving = setInterval(() => {
    step += 1;
    const event = new Event('devicemotion');
    event.interval = 20;
    event.accelerationIncludingGravity = { x: Math.sin(step / 10), y: 0.5, z: 9.81 };
    event.rotationRate = { alpha: 10 * Math.cos(step / 10), beta: 0, gamma: null };
    dispatchEvent(event);
  }, 20);
})()"""


def test_the_page_shows_its_own_motion(browser, demo):
    screen = Screen(browser, demo)
    screen.number("document.querySelector('#sources').hidden = false")
    screen.page.click("#sources [value=motion]")
    # Nothing moves on a desk.
    screen.wait("!document.querySelector('#sources > [role=alert]').hidden")
    screen.says("#sources > [role=alert]", "Phones and tablets do")
    screen.number(MOVE)
    screen.page.click("#sources [value=motion]")
    screen.wait("document.body.dataset.source === 'motion'")
    rows = screen.number("waveglass.rows")
    screen.wait(f"waveglass.rows > {rows + 60}")
    screen.open_drawer()
    screen.says("#drawer", "Motion of this device")
    screen.says("#drawer", "50")
    screen.show("browser-motion")
    screen.close()


def test_a_page_of_spectra_gives_way_to_sensors(browser, options):
    with Server(options, "demo:", "demo:ecg") as server:
        screen = Screen(browser, server)
        screen.chip_says("Live")
        screen.number("document.querySelector('#sources').hidden = false")
        screen.page.click("#sources [value=sensors]")
        screen.wait("document.body.dataset.instrument === '1'")
        screen.wait("waveglass.rows > 30")
        screen.open_drawer()
        screen.says("#drawer", "Simulated ECG")
        screen.close_drawer()
        screen.number("document.querySelector('#sources').hidden = false")
        screen.page.click("#sources [value=server]")
        screen.wait("document.body.dataset.instrument === '0'")
        screen.open_drawer()
        screen.says("#drawer", "Resolution bandwidth")
        screen.close()
