"""The power meter."""
import time

from screen import Server, carrier, on, until


@on("phone", "tablet")
def test_meter_is_one_bar_over_the_whole_width(see, options):
    with Server(options, f"file:{carrier}?speed=1") as server:
        screen = see(server)
        screen.mode("Meter")

        def is_one_bar():
            picture = screen.picture("browser-meter")
            y = picture.height - 40
            left, middle, right = (picture.pixel(x, y) for x in (300, picture.width / 2, picture.width - 200))
            # Gradients are dithered by one.
            for other in (left, right):
                assert max(abs(a - b) for a, b in zip(middle, other)) <= 2, (left, middle, right)
            assert middle[0] > 60, middle

        until(is_one_bar)
        before = screen.number("waveglass.receivedBytes")
        time.sleep(4)
        assert screen.number("waveglass.receivedBytes") - before < 400
        screen.close()
