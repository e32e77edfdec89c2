#!/usr/bin/env python3
"""Runs our program and its peer in turns and prints the medians and their ratio as Markdown.

Usage: compare.py OURS PEER OUR_FLAGS PEER_FLAGS

Times are of the processor, not of the clock on the wall, so that a busy machine disturbs them less. In each
round both programs run once; a program's own figure is its median over several passes.
"""
import pathlib
import platform
import random
import statistics
import subprocess
import sys
import tempfile

ROUNDS = 5
# FFTW plans anew in each round: that takes seconds from here on.
LONG, LONG_ROUNDS = 1 << 17, 3
PASSES = 7
EXPONENTS = range(6, 21)


def measure(program, *arguments):
    output = subprocess.run([program, *map(str, arguments)], check=True, capture_output=True, text=True).stdout
    seconds, check = output.split()
    return float(seconds), float(check)


def compare(ours, peer, kind, count, *file, tolerance):
    """Gives both medians, the median ratio and its extremes, after seeing that both computed the same."""
    passes = PASSES if count < LONG else 3
    arguments = (kind, *file, count, passes)
    rounds = ROUNDS if count < LONG else LONG_ROUNDS
    pairs = [(measure(ours, *arguments), measure(peer, *arguments)) for _ in range(rounds)]
    (_, own_check), (_, peer_check) = pairs[0]
    if abs(own_check - peer_check) > tolerance * max(1, abs(peer_check)):
        sys.exit(f"{arguments}: results differ: {own_check} and {peer_check}")
    own = [a[0] for a, _ in pairs]
    other = [b[0] for _, b in pairs]
    ratios = sorted(b / a for a, b in zip(own, other))
    return statistics.median(own), statistics.median(other), statistics.median(ratios), ratios[0], ratios[-1]


def table(ours, peer, kinds, *file, tolerance):
    """Prints a line for each length: complex samples, then real ones."""
    print("| points | complex: ours | FFTW3f | ratio | lowest, highest | real: ours | FFTW3f | ratio | lowest, highest |")
    print("|---|---|---|---|---|---|---|---|---|")
    for exponent in EXPONENTS:
        cells = []
        for kind in kinds:
            own, other, ratio, low, high = compare(ours, peer, kind, 1 << exponent, *file, tolerance=tolerance)
            cells.append(f"{time(own)} | {time(other)} | **{ratio:.2f}** | {low:.2f}, {high:.2f}")
        print(f"| {1 << exponent} | {' | '.join(cells)} |", flush=True)


def time(seconds):
    return f"{seconds * 1e6:.3f} µs" if seconds < 1e-4 else f"{seconds * 1e3:.3f} ms"


def processor():
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":")[1].strip()
    return platform.machine()


def main():
    ours, peer, our_flags, peer_flags = sys.argv[1:]
    version = subprocess.run([peer, "version"], check=True, capture_output=True, text=True).stdout.strip()
    print(f"{processor()}, one core. Ours: `{our_flags}`. {version}, FFTW_MEASURE: `{peer_flags}`.")
    print(f"Processor time, medians of {ROUNDS} runs of each in turns, {LONG_ROUNDS} from {LONG} points on; ratio = FFTW's time "
          "over ours, above 1 where we\nare faster.\n")
    print("## Spectrum of samples\n")
    print("One row: 80,000 samples of cu8, or as many as a hop where that is more (1/30 s of 2.4 MS/s), Blackman-Harris, 50 %")
    print("overlap, max, mean and min of all bins, each reduced to 2048 columns or fewer and encoded as tenths of a decibel.")
    print("Goal 1.0, floor 0.7.\n")
    with tempfile.NamedTemporaryFile(suffix=".cu8") as file:
        file.write(random.Random(1).randbytes(2 * 2_400_000))
        file.flush()
        table(ours, peer, ("iq", "samples"), file.name, tolerance=1e-4)
    print("\n## Transforms alone\n")
    print("From one array into another, complex numbers interleaved.\n")
    table(ours, peer, ("complex", "real"), tolerance=1e-3)


main()
