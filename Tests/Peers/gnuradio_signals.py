"""Writes GNU Radio's signal source at known levels, in every way that GNU Radio writes samples.

    /usr/bin/python3 Tests/Peers/gnuradio_signals.py DIRECTORY

Needs Debian's gnuradio, which its own Python has. Each file is made by GNU Radio alone: its signal sources, its noise
source, its sinks. Prints what is in them, as JSON.
"""

import json
import pathlib
import sys

import numpy
from gnuradio import analog, blocks, gr

RATE = 1_000_000
CENTER = 433_920_000
COUNT = 4_000_000
# Frequencies on no bin, levels in dBFS. Weak ones have a file of their own: beside -3 dBFS a window's side lobes hide them.
STRONG = ((100_003.7, -3.0), (-230_010.2, -20.0), (310_000.5, -60.0))
WEAK = ((-301_007.3, -60.0), (123_456.7, -90.0))
NOISE = -100.0


def amplitude(decibels):
    return 10 ** (decibels / 20)


def run(tones, sinks, noise_path):
    graph, total = gr.top_block(), blocks.add_cc()
    for index, (hertz, decibels) in enumerate(tones):
        graph.connect(
            analog.sig_source_c(RATE, analog.GR_COS_WAVE, hertz, amplitude(decibels)), (total, index))
    noise = analog.noise_source_c(analog.GR_GAUSSIAN, amplitude(NOISE), 7)
    graph.connect(noise, (total, len(tones)))
    graph.connect(
        noise, blocks.head(gr.sizeof_gr_complex, COUNT), blocks.file_sink(gr.sizeof_gr_complex, str(noise_path)))
    head = blocks.head(gr.sizeof_gr_complex, COUNT)
    graph.connect(total, head)
    for sink in sinks:
        sink(graph, head)
    graph.run()


def bare(path):
    return lambda graph, head: graph.connect(head, blocks.file_sink(gr.sizeof_gr_complex, str(path)))


def wav(path, subformat):
    def connect(graph, head):
        parts = blocks.complex_to_float()
        sink = blocks.wavfile_sink(str(path), 2, RATE, blocks.FORMAT_WAV, subformat)
        graph.connect(head, parts)
        graph.connect((parts, 0), (sink, 0))
        graph.connect((parts, 1), (sink, 1))
    return connect


def sigmf(path):
    def connect(graph, head):
        sink = blocks.sigmf_sink_minimal(
            item_size=gr.sizeof_gr_complex, filename=str(path), sample_rate=RATE, center_freq=CENTER,
            author="", description="", hw_info="GNU Radio", is_complex=True)
        graph.connect(head, sink)
    return connect


def main(directory):
    folder = pathlib.Path(directory)
    noise = folder / "noise.cf32"
    run(STRONG, [bare(folder / "strong.cf32"), sigmf(folder / "strong.sigmf-data"),
                 wav(folder / "float.wav", blocks.FORMAT_FLOAT), wav(folder / "pcm16.wav", blocks.FORMAT_PCM_16),
                 wav(folder / "pcm24.wav", blocks.FORMAT_PCM_24)], noise)
    run(WEAK, [bare(folder / "weak.cf32")], noise)
    samples = numpy.fromfile(noise, numpy.complex64)
    power = float(numpy.mean(numpy.abs(samples.astype(complex)) ** 2))
    print(json.dumps({
        "version": gr.version(), "rate": RATE, "center": CENTER, "strong": STRONG, "weak": WEAK,
        "density": 10 * numpy.log10(power / RATE)}))


main(sys.argv[1])
