"""A table that two shards of a real ClickHouse hold, when it is slow, or a shard, the server or Waveglass is away: it is said, and nothing wrong is drawn."""
import struct

from controls import choice
from data_remote_tests import SPANS, heard
from data_tests import Wire
from engine import check_known, check_lanes, known, large, lies, reduced, shards
from screen import Server, near, on


@on("phone", browsers=("chromium",))
def test_a_coarse_picture_says_so_until_the_exact_one_is_there(see, options):
    with Server(options, shards().address("large", x="t")) as server:
        screen = see(server)
        wire = Wire(screen.page)
        screen.page.reload()
        screen.chip_says("of 6,000,000 rows")
        screen.run("""() => {
            globalThis.said = []
            const chip = document.querySelector("#chip")
            new MutationObserver(() => said.push(chip.textContent)).observe(chip, { subtree: true, childList: true, characterData: true })
        }""")
        screen.press("+")
        screen.wait("said.some((text) => text.includes('Coarse') && text.includes('of the rows, exact follows'))")
        screen.show(f"remote-coarse-{screen.width}")
        screen.chip_says(" of 4,")
        ticks, values = large()
        _, _, _, width, first, end = wire.view()
        # Coarse first, of a part of the rows or of wider columns of pixels that are known, then exact.
        flags, counts = [], []
        for payload in heard(wire, SPANS):
            view, column, flag, _, seen, rows, *_ = struct.unpack_from("<HHBHQQIH", payload)
            if view == wire.view()[0] and column == 1 and not flag & 1:
                flags.append(flag & 16)
                counts.append((seen, rows))
        inside = ((ticks >= first) & (ticks < end)).sum()
        assert flags == [16, 0] and counts[0][0] <= 1.01 * inside and counts[1][1] == inside, (flags, counts, inside)
        near(counts[0][1], inside, 0.01 * inside)

        points, lanes = reduced(ticks, values, first, end, width)
        screen.until(lambda: check_lanes(screen, wire, lanes, points, (1, 2, 3)))
        screen.close()


def choose(screen, way):
    """Presses one of the two ways to go on without a shard, which are made anew whenever more is known of it."""
    button = choice("A shard that does not answer", way)
    screen.open_drawer()
    screen.comes(button)

    def is_chosen():
        if not screen.is_checked(button):
            screen.click(button)
        assert screen.is_checked(button)

    screen.until(is_chosen)


@on("phone")
def test_a_shard_that_is_lost_is_said_and_the_rest_shown_on_request(see, options):
    cluster = shards()
    with Server(options, cluster.address("known", x="time", then="place")) as server:
        screen = see(server)
        wire = Wire(screen.page) if hasattr(screen, "page") else None
        if wire:
            screen.page.reload()
        screen.chip_says("of 24,000 rows")
        try:
            cluster.shards[1].kill()
            screen.press("+")
            screen.chip_says("A shard is lost")
            screen.show("remote-refused")
            choose(screen, "Show the rest")
            screen.chip_says("Part of the rows")
            screen.chip_says("50 % of the rows are missing")
            screen.show("remote-rest-drawer")
            screen.close_drawer()
            # A window that was never seen whole.
            if wire:
                screen.until(lambda: check_known(screen, wire, known(), lies() == 0))
            screen.show("remote-rest")
            choose(screen, "Refuse")
            screen.chip_says("A shard is lost")
            screen.close_drawer()
        finally:
            cluster.shards[1].start()
        # All of it, however wide it was rounded to be.
        for _ in range(2):
            screen.press("-")
        screen.chip_says("of 24,000 rows")
        if wire:
            screen.until(lambda: check_known(screen, wire, known()))
        screen.close()


@on("phone", browsers=("chromium",))
def test_an_engine_that_is_away_is_said_and_comes_back(see, options):
    cluster = shards()
    address = cluster.address("known", x="time", then="place")
    with Server(options, address) as server:
        screen = see(server)
        wire = Wire(screen.page)
        screen.page.reload()
        screen.chip_says("of 24,000 rows")
        try:
            cluster.shards[0].kill()
            screen.press("+")
            screen.chip_says("Not reachable")
            screen.show("remote-away")
            screen.press("Home")
        finally:
            cluster.shards[0].start()
        screen.chip_says("of 24,000 rows")
        screen.until(lambda: check_known(screen, wire, known()))
        # Waveglass itself, too.
        port = server.port
        server.stop()
        screen.chip_says("No connection")
        with Server(options, address, port=port):
            screen.chip_says("of 24,000 rows")
            screen.until(lambda: check_known(screen, wire, known()))
            # Lost connections are complained of.
            screen.forgive()
            screen.close()
