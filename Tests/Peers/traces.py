"""Lanes of a table drawn from all of their rows, by a renderer that shares nothing with ours. Needs numpy."""

import bisect
import itertools

import numpy as np


def drawn(values, low, high, height, first, end, width, ticks=None, offset=None):
    """What all rows of a window light, by whole numbers alone where places are found: an array of rows of pixels.

    `values` are in the order that is shown, NaN where there is none; `ticks` is where they stand, their numbers unless given; `offset` is what is taken from
    them before they become single, the first value unless given."""
    ticks = range(len(values)) if ticks is None else ticks
    offset = values[~np.isnan(values)][0] if offset is None else offset
    scale_high, scale_low = (high - offset) * 0.5, (low - offset) * 0.5
    image = np.zeros((height, width), bool)
    points = []
    # The neighbours outside take part.
    for place in range(max(0, bisect.bisect_left(ticks, first) - 1), min(len(values), bisect.bisect_left(ticks, end) + 1)):
        if not np.isnan(values[place]):
            value = float(np.float32(values[place] - offset))
            y = int(np.floor((scale_high - value * 0.5) * (height / (scale_high - scale_low))))
            column = (int(ticks[place]) - first) * width // (end - first)
            points.append((place, column, min(y, height - 1) if value >= low - offset else y))

    def light(column, top, bottom):
        if 0 <= column < width:
            image[max(0, top):max(0, bottom + 1), column] = True

    # From the smallest to the largest value of a column: a gap within one is too narrow to be seen.
    for column, group in itertools.groupby(points, lambda point: point[1]):
        heights = [y for _, _, y in group]
        light(column, min(heights), max(heights))
    for (place, xa, ya), (next_place, xb, yb) in zip(points, points[1:]):
        if next_place != place + 1:
            continue
        if xa == xb:
            light(xa, min(ya, yb), max(ya, yb))
            continue
        for column in range(max(xa, 0), min(xb, width - 1) + 1):
            # Twice the width of the line is the unit in which its height within this column is whole.
            unit = 2 * (xb - xa)
            reach = [unit * ya + (yb - ya) * max(0, min(unit, 2 * (column - xa) + half)) for half in (-1, 1)]
            top, bottom = min(reach), max(reach)
            if top == bottom:
                light(column, ya, ya)
                continue
            # Rows that overlap the piece in more than a point: row r reaches from r − 1/2 to r + 1/2.
            light(column, (2 * top + unit) // (2 * unit), -((-2 * bottom - unit) // (2 * unit)) - 1)
    return image
