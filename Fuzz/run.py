"""Fuzzes every target, two at a time, and prints a line for each: inputs, speed, coverage, seconds.

run.py PROGRAM [--runs N] [--jobs N] [--keep] [TARGET ...]

Inputs that reach something new are gathered in Fuzz/.build/found/TARGET; --keep makes of them, and of what was there, the
smallest set that reaches as much, and puts that into Fuzz/Corpus/TARGET. An input that breaks a target is kept as
Fuzz/.build/crash/TARGET-…, its message shown, and the exit status is 1.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ENVIRONMENT = {**os.environ, "SWIFT_BACKTRACE": "enable=no"}


def fuzz(program, target, byte_limit, arguments, limit=None):
    """Runs the fuzzer to its end and gives its report, from its standard error."""
    command = [program, f"--target={target}", f"-max_len={byte_limit}", "-rss_limit_mb=1024", "-malloc_limit_mb=256", "-timeout=10"]
    return subprocess.run(
        command + arguments, env=ENVIRONMENT, timeout=limit, check=False, text=True, errors="replace",
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def run(program, target, byte_limit, runs):
    found, crashes = HERE / ".build/found" / target, HERE / ".build/crash"
    for folder in (found, crashes):
        folder.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    result = fuzz(program, target, byte_limit, [
        f"-runs={runs}", "-print_final_stats=1", "-reduce_inputs=1", "-len_control=20",
        f"-artifact_prefix={crashes}/{target}-", str(found), str(HERE / "Corpus" / target)])
    seconds = time.monotonic() - began
    done = int((re.findall(r"number_of_executed_units: (\d+)", result.stderr) or ["0"])[-1])
    edges = (re.findall(r" cov: (\d+)", result.stderr) or ["0"])[-1]
    line = f"{target:<20} {done:>11,} inputs {done / seconds:>9,.0f}/s {int(edges):>6} edges {seconds:>7.1f} s"
    if result.returncode == 0:
        return True, line
    said = [text for text in result.stderr.splitlines()
            if re.search(r"finding:|Fatal error|ERROR|Test unit written|SUMMARY", text)]
    return False, "\n  ".join([line + "  FAILED"] + (said or result.stderr.splitlines()[-5:]))


def keep(program, target, byte_limit):
    """Replaces the kept inputs by a smallest set that reaches what they and those found reach."""
    corpus, merged = HERE / "Corpus" / target, HERE / ".build/merged" / target
    shutil.rmtree(merged, ignore_errors=True)
    merged.mkdir(parents=True)
    # Edges alone decide, not how often each is taken: a few dozen inputs, not thousands.
    result = fuzz(program, target, byte_limit, [
        "-set_cover_merge=1", "-use_counters=0", str(merged), str(corpus), str(HERE / ".build/found" / target)])
    if result.returncode != 0:
        sys.exit(f"{target}: merging failed\n{result.stderr[-2000:]}")
    shutil.rmtree(corpus, ignore_errors=True)
    shutil.copytree(merged, corpus)
    files = list(corpus.iterdir())
    print(f"{target:<20} {len(files):>4} inputs, {sum(file.stat().st_size for file in files):>7} bytes")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--runs", type=int, default=10_000_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("targets", nargs="*")
    options = parser.parse_intermixed_args()
    listed = subprocess.run([options.program, "list"], check=True, text=True, stdout=subprocess.PIPE).stdout
    targets = [line.split() for line in listed.splitlines()]
    unknown = set(options.targets) - {name for name, _ in targets}
    if unknown:
        sys.exit(f"There is no target {', '.join(sorted(unknown))}; there are {', '.join(name for name, _ in targets)}.")
    targets = [target for target in targets if not options.targets or target[0] in options.targets]
    for name, _ in targets:
        (HERE / "Corpus" / name).mkdir(parents=True, exist_ok=True)
    is_clean = True
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for future in concurrent.futures.as_completed(
                pool.submit(run, options.program, name, limit, options.runs) for name, limit in targets):
            passed, report = future.result()
            is_clean = is_clean and passed
            print(report, flush=True)
    if options.keep:
        for name, limit in targets:
            keep(options.program, name, limit)
    sys.exit(0 if is_clean else 1)


if __name__ == "__main__":
    main()
