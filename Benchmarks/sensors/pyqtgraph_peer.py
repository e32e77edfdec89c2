#!/usr/bin/env python3
"""pyqtgraph on the data of demo:streams: processor milliseconds of a frame of 1366 x 1024 with the last ten seconds of 1 kHz.

Offscreen, PyQt6's raster engine. Each frame brings a sixtieth of a second of new samples to every stream, sets all curves and paints once; frames follow each other
without a pause. Prints one line of JSON. The floor is a frame in which one pixel changes.
"""
import argparse
import json
import os
import time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
import numpy  # noqa: E402
import pyqtgraph  # noqa: E402
from PyQt6 import QtWidgets  # noqa: E402

rate, seconds, width, height = 1000, 10, 1366, 1024


def streams(count, first, samples):
    """Samples of all streams by the formula of demo:streams."""
    numbers = first + numpy.arange(samples)
    turns = numpy.arange(1, count + 1)[:, None] * numbers % (2 * rate)
    values = numpy.sin(numpy.pi * turns / rate)
    return numpy.where((numbers + 37 * numpy.arange(count)[:, None]) % (3 * rate) == 0, 5, values)


class View(pyqtgraph.GraphicsLayoutWidget):
    paints = 0

    def paintEvent(self, event):
        self.paints += 1
        super().paintEvent(event)


class Pixel(QtWidgets.QWidget):
    paints = 0

    def paintEvent(self, event):
        from PyQt6.QtGui import QColor, QPainter
        self.paints += 1
        QPainter(self).fillRect(0, 0, 1, 1, QColor(self.paints % 256, 0, 0))


def measure(app, widget, step, frames):
    for index in range(10):
        step(index)
        app.processEvents()
    before, began = widget.paints, time.process_time()
    for index in range(10, 10 + frames):
        step(index)
        app.processEvents()
    spent = time.process_time() - began
    painted = widget.paints - before
    assert painted == frames, f"{painted} paints in {frames} frames"
    return 1000 * spent / frames


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=13)
    parser.add_argument("--frames", type=int, default=120)
    options = parser.parse_args()
    app = QtWidgets.QApplication([])
    pixel = Pixel()
    pixel.resize(width, height)
    pixel.show()
    floor = measure(app, pixel, lambda index: pixel.update(0, 0, 1, 1), options.frames)
    pixel.close()
    result = {"count": options.count, "floor": floor}
    for name, downsamples in (("every sample", False), ("peaks of columns", True)):
        view = View()
        view.resize(width, height)
        curves = []
        for _ in range(options.count):
            plot = view.addPlot()
            plot.setXRange(0, seconds, padding=0)
            plot.setYRange(-1.5, 5.5, padding=0)
            plot.hideAxis("left")
            plot.hideAxis("bottom")
            plot.setMouseEnabled(False, False)
            if downsamples:
                plot.setDownsampling(auto=True, mode="peak")
                plot.setClipToView(True)
            curves.append(plot.plot(pen=(159, 210, 255)))
            view.nextRow()
        view.show()
        app.processEvents()
        data = streams(options.count, 0, rate * seconds)
        axis = numpy.arange(rate * seconds) / rate
        state = {"next": rate * seconds, "data": data}

        def step(index):
            # 16, 17, 17: sixty frames have a second.
            new = rate * (index + 1) // 60 - rate * index // 60
            state["data"] = numpy.concatenate((state["data"][:, new:], streams(options.count, state["next"], new)), axis=1)
            state["next"] += new
            for curve, values in zip(curves, state["data"]):
                curve.setData(axis, values)

        result[name] = measure(app, view, step, options.frames)
        view.close()
    print(json.dumps(result))


if __name__ == "__main__":
    main()
