"""Streams made of others and spectra of streams, beside NumPy and SciPy on the same samples."""

import math
import socket
import struct

import numpy
import scipy.signal

import streams as st
from lines_checks import Sender, received, shown, viewer
from wire import message

RATE = 250


def make(first, factor, second, second_factor, offset, label, unit, source=0):
    label, unit = label.encode(), unit.encode()
    return message(
        st.SET_MIXTURE, f"HBBdBddH{len(label)}sH{len(unit)}s", source, 0, first, factor, second, second_factor, offset,
        len(label), label, len(unit), unit)


def show_spectrum(view, channel, seconds, window=1, parts=4, columns=2048, high=1e9, source=0):
    return message(
        st.SHOW_SPECTRUM, "HHBBBHddqq", view, source, channel, window, parts, columns, 0.0, high, 1 << 53,
        int(seconds * 1e6))


def line(number):
    """Mains on a slow wave, and what a board's converter gives: 12 bits."""
    a = round(2048 + 90 * math.sin(number / 40) + 200 * math.sin(2 * math.pi * 50 * number / RATE))
    b = round(1000 + 3 * (number * 7919 % 257))
    return f"a:{a},b:{b}\n".encode()


async def made(one, wish, name):
    await one.client.send(wish)
    await one.until(lambda: name in one.source.labels, f"stream {name}")
    await one.show(range(len(one.source.labels)), 1000, 60_000_000)
    await one.until(lambda: one.keeper.live, "samples")


async def streams_are_mixed_as_numpy_mixes_them(binary, web):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        async with viewer(binary, web, f"lines:tcp://127.0.0.1:{listener.getsockname()[1]}?rate={RATE}") as one:
            board, _ = listener.accept()
            with board, Sender(board.sendall, rate=RATE, make=line):
                await shown(one)
                await one.until(lambda: len(one.keeper.blocks.get(0, ())) > 2 * RATE, "2 s of lines")
                await made(one, make(0, 1, 1, -1, 0, "a − b", ""), "a − b")
                await made(one, make(0, 0.25, 0, 0, -512.5, "volts", "V"), "volts")
                await one.until(lambda: len(one.keeper.blocks.get(0, ())) > 4.2 * RATE, "4 s of lines")
                values = numpy.array([received(one, channel)[1] for channel in range(4)])
                a, b, difference, scaled = values[:, ~numpy.isnan(values[:2]).any(axis=0)]
                # Old samples and new ones; all of these are exact in 32 bits.
                assert len(a) > 4 * RATE, len(a)
                assert (difference == a - b).all() and (scaled == a / 4 - 512.5).all()
                one.spectra.clear()
                await one.client.send(show_spectrum(7, 0, 4))
                await one.until(lambda: one.spectra, "spectrum")
                spectrum = one.spectra[0]
                end = struct.unpack_from(LAYOUT, spectrum)[8]
                await one.until(lambda: one.times.microseconds(0, one.keeper.next[0]) > end, "the samples that it is of")
                figure = compare(one, spectrum, received(one, 0))
    return f"{len(a)} samples of A − B and gain exactly as NumPy has them; spectrum within {figure:.1e} of SciPy's welch"


# View, averages, what is left out, count, rate, RBW, ENBW, from when to when, peak, its level, first frequency and step.
LAYOUT = "<HHHIdddqqdfdd"


def compare(one, spectrum, kept):
    """A spectrum beside SciPy's of the very samples that it says it is of."""
    (view, averages, left_out, count, rate, rbw, enbw, since, until, peak, _, first, step) = struct.unpack_from(
        LAYOUT, spectrum)
    density = numpy.frombuffer(spectrum, "<f4", offset=struct.calcsize(LAYOUT + "H"))
    assert view == 7 and left_out == 0 and averages > 3, (left_out, averages)
    # The rate is measured by when lines arrive, which a busy machine delays; where the peak lies in it is exact.
    assert abs(rate / RATE - 1) < 0.03 and abs(peak / rate - 50 / RATE) < 0.2 / RATE, (rate, peak)
    number, values = kept
    end = min(range(number, number + len(values) + 1), key=lambda n: abs(one.times.microseconds(0, n) - until))
    whole = count + (averages - 1) * count // 2
    samples = numpy.array(values[end - number - whole:end - number])
    hertz, wanted = scipy.signal.welch(samples, rate, "hann", count, detrend="constant")
    assert len(density) == len(wanted) and numpy.allclose(first + step * numpy.arange(len(density)), hertz)
    # The constant part is rounding in both.
    error = numpy.abs(density - wanted)[1:] / (wanted[1:] + 1e-9 * wanted.max())
    assert error.max() < 1e-3, error.max()
    assert abs(enbw - 1.5 * rate / count) < 1e-6 and rbw < enbw
    return error.max()


CHECKS = [streams_are_mixed_as_numpy_mixes_them]
