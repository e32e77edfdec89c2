"""Runs lanes of tests side by side, and what failed once more by itself when they are done.

Two cores that draw in two browsers can be late for a test that asks about seconds. A test that fails twice has failed,
and so has a run in which more than a few fail; every second run is said, so that a test which often needs one is seen.
"""
import pathlib
import subprocess
import sys
import tempfile

MOST = 4


def run(groups):
    """Lanes of one group run at once, groups one after the other. Returns the exit code."""
    codes, failures = [], []
    with tempfile.TemporaryDirectory() as folder:
        for group in groups:
            lanes = [(start(lane, told(folder, lane)), lane) for lane in group]
            codes += [process.wait() for process, _ in lanes]
            failures += [(lane, name) for _, lane in lanes for name in failed(told(folder, lane))]
        if not any(codes):
            return 0 if codes else 1
        # A lane that ended badly and names no test broke outside one.
        if len(failures) > MOST or sum(map(bool, codes)) > len({lane for lane, _ in failures}):
            return 1
        again = []
        for lane, name in failures:
            print(f"once more, alone: {name}", flush=True)
            again.append(start(lane, told(folder, "again"), "--only", name).wait())
    print(f"{len(again)} failed at first, {sum(map(bool, again))} of them when alone", flush=True)
    return 1 if any(again) else 0


def start(lane, failures, *more):
    return subprocess.Popen([sys.executable, *sys.argv, "--lane", lane, "--failures", str(failures), *more])


def told(folder, lane):
    return pathlib.Path(folder) / lane


def failed(file):
    return file.read_text().splitlines() if file.exists() else []


def tell(file, name):
    """A lane's word that a test failed."""
    if file:
        with open(file, "a") as failures:
            failures.write(name + "\n")
