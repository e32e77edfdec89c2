"""Runs lanes of tests side by side, then once more, alone, each test that failed; names both kinds of failure at the end.

A test that needs a second try is a fault of the test or of the product. The second try goes once ten runs in a row needed none.
"""
import fcntl
import pathlib
import subprocess
import sys
import tempfile

# More failures than this are not tried again.
MOST = 4


def run(groups, most=MOST):
    """Runs the lanes of each group at once, and the groups one after the other. Returns the exit code. More failures than `most` are not tried again."""
    names, problems = [], []
    with tempfile.TemporaryDirectory() as folder:
        for number, group in enumerate(groups):
            files = [pathlib.Path(folder) / f"{number}" / lane for lane in group]
            for file in files:
                file.parent.mkdir(exist_ok=True)
            processes = [start(lane, file) for lane, file in zip(group, files)]
            for lane, file, process in zip(group, files, processes):
                code, found = process.wait(), failed(file)
                names += found
                # A lane that ends badly and names no test broke outside one.
                if code and not found:
                    problems.append(f"lane {lane}, which ended with code {code}")
        for number, name in enumerate(names):
            print(f"FAILED AT FIRST: {name}", flush=True)
            again = pathlib.Path(folder) / f"again {number}" / "alone"
            again.parent.mkdir()
            if len(names) > most or start("alone", again, "--only", name).wait():
                problems.append(name)
    for problem in problems:
        print(f"FAILED: {problem}", flush=True)
    return 1 if problems or not any(groups) else 0


def start(lane, failures, *more):
    return subprocess.Popen([sys.executable, *sys.argv, *more, "--lane", lane, "--failures", str(failures)])


def failed(file):
    return file.read_text().splitlines() if file.exists() else []


def tell(file, name):
    """Records that a test failed."""
    if file:
        with open(file, "a") as failures:
            failures.write(name + "\n")


def draw(failures):
    """Returns the next number, from 0, of those that all lanes of a group share; `failures` is the lane's file."""
    with open(pathlib.Path(failures).parent / "drawn", "a") as drawn:
        fcntl.flock(drawn, fcntl.LOCK_EX)
        drawn.write(".")
        drawn.flush()
        return drawn.tell() - 1
