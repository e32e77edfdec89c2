"""Runs lanes of tests side by side, and names at the end what failed.

Nothing is tried a second time: a test that passes only then is a fault of the test or of the product.
"""
import fcntl
import pathlib
import subprocess
import sys
import tempfile


def run(lanes):
    """Runs lanes at once. Returns the exit code."""
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        files = [pathlib.Path(folder) / lane for lane in lanes]
        processes = [start(lane, file) for lane, file in zip(lanes, files)]
        for lane, file, process in zip(lanes, files, processes):
            code, found = process.wait(), failed(file)
            problems += found
            # A lane that ends badly and names no test broke outside one.
            if code and not found:
                problems.append(f"lane {lane}, which ended with code {code}")
    for problem in problems:
        print(f"FAILED: {problem}", flush=True)
    return 1 if problems or not lanes else 0


def start(lane, failures):
    return subprocess.Popen([sys.executable, *sys.argv, "--lane", lane, "--failures", str(failures)])


def failed(file):
    return file.read_text().splitlines() if file.exists() else []


def tell(file, name):
    """Records that a test failed."""
    if file:
        with open(file, "a") as failures:
            failures.write(name + "\n")


def draw(failures):
    """Returns the next number, from 0, of those that all lanes share; `failures` is the lane's file."""
    with open(pathlib.Path(failures).parent / "drawn", "a") as drawn:
        fcntl.flock(drawn, fcntl.LOCK_EX)
        drawn.write(".")
        drawn.flush()
        return drawn.tell() - 1
