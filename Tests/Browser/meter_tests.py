"""The power meter."""

from screen import Server, carrier, on


@on("phone", "tablet")
def test_meter_is_one_bar_over_the_whole_width(see, options):
    with Server(options, f"file:{carrier}?speed=1") as server:
        screen = see(server)
        screen.mode("Meter")

        def is_one_bar():
            picture = screen.picture("browser-meter")
            _, top, _, height = screen.box("#plot")
            y = round((top + height) * screen.scale) - 40
            left, middle, right = (picture.pixel(x, y) for x in (300, picture.width / 2, picture.width - 200))
            # Gradients are dithered by one.
            for other in (left, right):
                assert max(abs(a - b) for a, b in zip(middle, other)) <= 2, (left, middle, right)
            assert middle[0] > 60, middle

        screen.until(is_one_bar)
        # A value is a few bytes: at a row a second, 5 of them and what else is said.
        messages, received = screen.number("[waveglass.messages, waveglass.receivedBytes]")
        screen.wait(f"waveglass.messages >= {messages + 5}")
        messages, received = screen.run(f"() => [waveglass.messages - {messages}, waveglass.receivedBytes - {received}]")
        assert received < 100 * messages, (messages, received)
        screen.close()
