#!/usr/bin/env python3
"""Runs our program and its peer in turns and prints the medians and their ratio as Markdown.

Usage: compare.py OURS PEER OUR_FLAGS PEER_FLAGS

Times are of the processor, not of the clock on the wall, so that a busy machine disturbs them less. In each of
nine rounds both programs run once; a program's own figure is its median over several passes.
"""
import pathlib
import platform
import random
import statistics
import subprocess
import sys
import tempfile

ROUNDS = 9
PASSES = {"iq": 7, "fft": 15}


def measure(program, *arguments):
    output = subprocess.run([program, *map(str, arguments)], check=True, capture_output=True, text=True).stdout
    seconds, check = output.split()
    return float(seconds), float(check)


def compare(ours, peer, *arguments, tolerance):
    """Gives both medians and the median ratio, after seeing that both computed the same."""
    pairs = [(measure(ours, *arguments), measure(peer, *arguments)) for _ in range(ROUNDS)]
    (_, own_check), (_, peer_check) = pairs[0]
    if abs(own_check - peer_check) > tolerance * max(1, abs(peer_check)):
        sys.exit(f"{arguments}: results differ: {own_check} and {peer_check}")
    own = [a[0] for a, _ in pairs]
    other = [b[0] for _, b in pairs]
    ratios = sorted(b / a for a, b in zip(own, other))
    return statistics.median(own), statistics.median(other), statistics.median(ratios), ratios[0], ratios[-1]


def processor():
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":")[1].strip()
    return platform.machine()


def main():
    ours, peer, our_flags, peer_flags = sys.argv[1:]
    print(f"{processor()}, one core. Ours: `{our_flags}`. FFTW3f of Debian, FFTW_MEASURE: `{peer_flags}`.")
    print(f"Processor time, medians of {ROUNDS} runs of each in turns; ratio = FFTW's time over ours, above 1 where we "
          "are faster.\n")
    print("## Spectrum of IQ\n")
    print("One row: 1/30 s of 2.4 MS/s cu8, Blackman-Harris, 4096 points, 50 % overlap (39 transforms), max, mean and")
    print("min of 4096 bins, each reduced to 2048 columns and encoded as hundredths of a decibel. Goal 1.0, floor 0.7.\n")
    print("| work | ours | with FFTW3f | ratio | lowest, highest |\n|---|---|---|---|---|")
    with tempfile.NamedTemporaryFile(suffix=".cu8") as file:
        file.write(random.Random(1).randbytes(30 * 160_000))
        file.flush()
        own, other, ratio, low, high = compare(ours, peer, "iq", file.name, PASSES["iq"], tolerance=1e-4)
    print(f"| a row of IQ | {own * 1e6:.1f} µs | {other * 1e6:.1f} µs | **{ratio:.2f}** | {low:.2f}, {high:.2f} |", flush=True)
    print("\n## Transforms alone\n")
    print("Complex, interleaved, from one array into another.\n")
    print("| points | ours | FFTW3f | ratio | lowest, highest |\n|---|---|---|---|---|")
    for exponent in range(6, 17):
        count = 1 << exponent
        own, other, ratio, low, high = compare(ours, peer, "fft", count, PASSES["fft"], tolerance=1e-3)
        print(f"| {count} | {own * 1e6:.3f} µs | {other * 1e6:.3f} µs | {ratio:.2f} | {low:.2f}, {high:.2f} |", flush=True)


main()
