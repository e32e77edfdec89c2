"""Recording sensors from the page, and playing what was recorded: by touch, in pixels."""
import pathlib
import re
import socket
import tempfile
import threading
import time

import numpy as np
from controls import choice
from screen import PATIENCE, Server, on
from sensors_tests import stands

RATE = 200


class Board:
    """A wave of steps over TCP, which looks the same wherever columns begin but where it steps."""

    def __enter__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"lines:tcp://127.0.0.1:{self.listener.getsockname()[1]}?rate={RATE}"
        self.sent, self.has_sent, self.is_over, self.is_resting = 0, threading.Condition(), threading.Event(), False
        threading.Thread(target=self.serve, daemon=True).start()
        return self

    def serve(self):
        try:
            connection, _ = self.listener.accept()
            began = time.monotonic()
            # A board's own clock: fifty times a second it sends what is due.
            while not self.is_over.wait(0.02):
                if self.is_resting:
                    continue
                due = int((time.monotonic() - began) * RATE)
                connection.sendall(b"".join(self.line(number) for number in range(self.sent, due)))
                with self.has_sent:
                    self.sent = due
                    self.has_sent.notify_all()
        except OSError:
            pass

    def sends(self, lines):
        """Waits until as many more lines are sent."""
        with self.has_sent:
            end = self.sent + lines
            assert self.has_sent.wait_for(lambda: self.sent >= end, PATIENCE), "the board has stopped"

    @staticmethod
    def line(number):
        step = number // (RATE // 8)
        return f"steps:{(step * 7) % 5},turns:{(step * 3) % 4}\n".encode()

    def __exit__(self, *_):
        self.is_over.set()
        self.listener.close()


def press(screen, label):
    """Switches a toggle of the drawer."""
    screen.number(
        "[...document.querySelectorAll('#drawer [role=switch], #drawer label, #drawer button')]"
        f".find((node) => node.textContent.trim().startsWith({label!r})).click()")


def traces(screen, name=None):
    """Where traces are drawn, which are bluish, and texts are not: rows by columns of device pixels, below the chip and beside the handle."""
    pixels = screen.picture(name).pixels.astype(int)
    height, width = pixels.shape[:2]
    body = pixels[int(height * 0.15):int(height * 0.95), int(width * 0.05):int(width * 0.85)]
    return (body[..., 2] > 140) & (body[..., 2] - body[..., 0] > 40)


def edges(screen):
    """The rows of device pixels below the chip in which edges of alarm bands stand: red from side to side."""
    pixels = screen.picture().pixels.astype(int)
    rows = ((pixels[..., 0] > 180) & (pixels[..., 1] < 140) & (pixels[..., 2] < 130)).mean(axis=1) > 0.7
    # The dot of a page that was late is red, too.
    _, top, _, height = screen.box("#bar")
    rows[:int((top + height + 1) * screen.scale)] = False
    return [int(row) for row in np.flatnonzero(rows) if not rows[row - 1]]


def likeness(one, other, reach):
    """The share of columns that are the same once one picture is moved over the other."""
    best = 0
    columns = one.shape[1]
    for shift in range(-reach, reach + 1):
        left, right = max(0, shift), min(columns, columns + shift)
        if right - left < columns // 3:
            continue
        same = (one[:, left - shift:right - shift] == other[:, left:right]).all(axis=0)
        best = max(best, same.mean())
    return best


@on("phone", "tablet")
def test_a_recording_that_has_ended_is_seen_by_who_comes_late(see, options):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "short.csv"
        path.write_text("time,x\n" + "".join(f"{n / 100},{n * 7 % 40}\n" for n in range(1200)))
        with Server(options, f"file:{path}?speed=4") as server:
            screen = see(server)
            screen.chip_says("End of the recording")
            screen.reload()
            screen.chip_says("End of the recording")
            # Its last two seconds of three, over the whole width, and they stay.
            screen.press("+")
            screen.press("+")
            screen.until(lambda: drawn(screen) > 0.9)
            screen.show("browser-ended")
            screen.is_answered()
            assert drawn(screen) > 0.9
            # Back to its start, which is within the picture then, and it rests there.
            middle = screen.height * 0.6
            for _ in range(2):
                screen.hand.drag((screen.width * 0.2, middle), (screen.width * 0.8, middle), steps=10)
            screen.chip_says("to its end")
            screen.until(lambda: 0.2 < drawn(screen) < 0.97)
            screen.close()


def drawn(screen):
    """The share of columns in which a trace stands."""
    return traces(screen).any(axis=0).mean()


@on("phone")
def test_a_recording_is_made_picked_and_looks_as_it_did(see, options):
    with tempfile.TemporaryDirectory() as folder, Board() as board:
        with Server(options, board.address, "--recordings", folder) as server:
            screen = see(server)
            screen.chip_says("Live")
            screen.wait("waveglass.rows > 30")
            screen.open_drawer()
            press(screen, "Alarm bands")
            press(screen, "Record")
            screen.chip_says("recording")
            screen.show("browser-recording-drawer")
            screen.close_drawer()
            # The shorter window is part of what is recorded.
            screen.press("+")
            screen.press("+")
            board.sends(5 * RATE // 2)
            screen.hand.tap(screen.width / 2, screen.height * 0.6)
            screen.chip_says("Paused")
            # What is recorded ends with what is seen, however long it takes to stop it.
            board.is_resting = True
            screen.open_drawer()
            press(screen, "Record")
            screen.wait("!document.querySelector('#chip').textContent.includes('recording')")
            screen.close_drawer()
            # After five seconds of silence a message covers what is looked at here.
            screen.says("#alert", "Nothing has arrived")
            screen.click("#alert button")
            # A longer chip would have two lines, and lanes begin below it.
            stands(screen)
            live = traces(screen, "browser-recording-live")
            bands, chip = edges(screen), screen.chip()
            assert len(bands) == 4, bands
            screen.close()
        assert len(list(pathlib.Path(folder).glob("*.wgs"))) == 1
        with Server(options, folder) as server:
            screen = see(server)
            screen.chip_says("Choose a recording")
            screen.wait("document.body.classList.contains('open')")
            screen.wait("document.querySelector('#drawer').textContent.includes('2 × 200 Hz')")
            screen.show("browser-recordings")
            screen.number(f"{choice('Recordings', re.compile('2 × 200 Hz'))}.click()")
            screen.chip_says("Playing")
            screen.wait("!document.body.classList.contains('open')")
            # Said by the way, at the foot.
            screen.wait("document.querySelector('#hint').textContent.includes('has ended')")
            screen.wait("document.querySelector('#hint').hidden")
            stands(screen)
            replay = traces(screen, "browser-recording-replay")
            found = likeness(live, replay, live.shape[1] * 2 // 3)
            said = f"the chip said {chip!r}, and {screen.chip()!r} now; {screen.text('#alert')!r}"
            assert found > 0.75, f"only {found:.0%} of the columns are as they were; {said}"
            assert edges(screen) == bands, (edges(screen), bands)
            screen.close()
