"""Streams of samples as a third party would read them: from the chapter Streams of Documentation/wire.md alone."""

import math
import struct

import numpy

from wire import acknowledge, message

STREAM_SOURCE, COLUMNS, TIMES, READINGS, MARKS = range(96, 101)
MIXTURES, SPECTRUM = 109, 110
HELLO, SHOW, SET_MARK, SET_MIXTURE, SHOW_SPECTRUM = 16, 17, 18, 24, 25
FETCHED_FLAG, SKIPPED_FLAG, ANEW_FLAG = 1, 2, 4


def hello():
    return message(HELLO, "H", 2)


def show(view, channels, column, since, source=0, delay=0, rate=60, showing=True):
    """`channels` are numbers of channels, `column` and `delay` microseconds, `since` server time."""
    words = [sum(1 << (channel & 63) for channel in channels if channel >> 6 == word) for word in range(4)]
    return message(SHOW, "HHBBdqq4Qq", view, source, showing, rate, column, delay, since, *words, 0)


def fetch(view, since, until):
    return message(6, "Hqq", view, since, until)


def adjust(control, value, source=0):
    return message(5, "HBBd", source, 4, control, value)


def speed(factor, source=0):
    return message(5, "HBd", source, 0, factor)


def seek(seconds, source=0):
    return message(5, "HBd", source, 1, seconds)


def set_mark(group, sequence, text, mark=0, source=0):
    text = text.encode()
    return message(SET_MARK, f"HIBQH{len(text)}s", source, mark, group, sequence, len(text), text)


def level(rate, column):
    """The longest blocks that are no longer than a column."""
    samples, found = rate * column / 1e6, 0
    while found < 24 and 2 << found <= samples:
        found += 1
    return found


class Reader:
    def __init__(self, payload):
        self.payload, self.at = payload, 0

    def take(self, layout):
        values = struct.unpack_from("<" + layout, self.payload, self.at)
        self.at += struct.calcsize("<" + layout)
        return values if len(values) > 1 else values[0]

    def text(self):
        count = self.take("H")
        self.at += count
        return self.payload[self.at - count:self.at].decode()


class Source:
    def __init__(self, payload):
        reader = Reader(payload)
        self.number, self.flags, self.seconds = reader.take("HHd")
        self.name, self.detail = reader.text(), reader.text()
        self.groups = []
        for _ in range(reader.take("B")):
            rate, count = reader.take("dH")
            self.groups.append((rate, [(reader.text(), reader.text(), *reader.take("ffB")) for _ in range(count)]))
        self.start = reader.take("q") if reader.at < len(payload) else 0
        assert reader.at == len(payload)

    @property
    def labels(self):
        return [channel[0] for _, channels in self.groups for channel in channels]


class Columns:
    def __init__(self, payload):
        (self.view, self.source, self.group, self.level, self.flags, channels, self.first, self.count,
         self.arrival) = struct.unpack_from("<HHBBBBQHq", payload)
        per_block = 1 if self.level == 0 else 2
        # Channels by blocks by one value, or by minimum and maximum.
        self.values = numpy.frombuffer(payload, "<f4", offset=26).reshape(channels, self.count, per_block)

    @property
    def is_fetched(self):
        return bool(self.flags & FETCHED_FLAG)

    @property
    def has_skipped(self):
        return bool(self.flags & SKIPPED_FLAG)


class Times:
    """When samples were made, piece by piece."""

    def __init__(self):
        self.pieces = {}

    def take(self, payload):
        source, group, reason, sequence, microseconds, rate = struct.unpack("<HBBQqd", payload)
        assert source == 0
        self.pieces.setdefault(group, []).append((sequence, microseconds, rate, reason))

    def microseconds(self, group, sequence):
        first, start, rate, _ = [piece for piece in self.pieces[group] if piece[0] <= sequence][-1]
        return start + (sequence - first) * 1e6 / rate


class Keeper:
    """What a client holds of one view: blocks by group and number, the newest word on each."""

    def __init__(self):
        self.blocks = {}
        self.next = {}
        self.skips = 0
        self.live = 0

    def take(self, columns):
        held = self.blocks.setdefault(columns.group, {})
        if columns.flags & ANEW_FLAG:
            held.clear()
            self.next.pop(columns.group, None)
        if not columns.is_fetched:
            self.live += 1
            expected = self.next.get(columns.group)
            if columns.has_skipped:
                self.skips += 1
            elif expected is not None:
                # It goes on where the last one ended, or with the block that was not complete then.
                assert columns.first in (expected, expected - 1), f"{columns.first} follows {expected}"
            self.next[columns.group] = columns.first + columns.count
        for index in range(columns.count):
            held[columns.first + index] = columns.values[:, index]


def sine(channel, sequence, rate):
    """The formula of demo:streams."""
    if (sequence + 37 * channel) % (3 * rate) == 0:
        return 5.0
    return math.sin(2 * math.pi * ((channel + 1) * sequence % (2 * rate)) / (2 * rate))


def sines(channel, sequences, rate):
    sequences = numpy.asarray(sequences, dtype=numpy.int64)
    values = numpy.sin(2 * numpy.pi * ((channel + 1) * sequences % (2 * rate)) / (2 * rate))
    return numpy.where((sequences + 37 * channel) % (3 * rate) == 0, 5.0, values).astype(numpy.float32)
