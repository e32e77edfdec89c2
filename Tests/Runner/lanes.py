"""Runs lanes of tests side by side, and names what failed when all are done. Nothing is tried twice."""
import fcntl
import pathlib
import subprocess
import sys
import tempfile


def run(groups):
    """Runs the lanes of each group at once, and the groups one after the other. Returns the exit code."""
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        for number, group in enumerate(groups):
            files = [pathlib.Path(folder) / f"{number}" / lane for lane in group]
            for file in files:
                file.parent.mkdir(exist_ok=True)
            processes = [start(lane, file) for lane, file in zip(group, files)]
            for lane, file, process in zip(group, files, processes):
                code, names = process.wait(), failed(file)
                problems += names
                # A lane that ends badly and names no test broke outside one.
                if code and not names:
                    problems.append(f"lane {lane}, which ended with code {code}")
    for problem in problems:
        print(f"FAILED: {problem}", flush=True)
    return 1 if problems or not any(groups) else 0


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
    """Returns the next number, from 0, of those that all lanes of a group share; `failures` is the lane's file."""
    with open(pathlib.Path(failures).parent / "drawn", "a") as drawn:
        fcntl.flock(drawn, fcntl.LOCK_EX)
        drawn.write(".")
        drawn.flush()
        return drawn.tell() - 1
