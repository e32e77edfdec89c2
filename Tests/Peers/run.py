"""Checks the server over real sockets by an independent WebSocket library and our own reading of the wire.

    python3 Tests/Peers/run.py [--binary PATH] [--web DIRECTORY] [--only NAME]

Most checks wait more than they compute, so several workers take them from one queue, those first that take longest.
"""

import argparse
import asyncio
import pathlib
import sys
import time
import traceback

import clickhouse_asking_checks
import clickhouse_checks
import clickhouse_failure_checks
import clickhouse_formula_checks
import clickhouse_import_checks
import clickhouse_lens_checks
import clickhouse_now_checks
import clickhouse_rank_checks
import coverage_checks
import coverage_sites_checks
import doctor_checks
import feed_checks
import file_checks
import gnuradio_checks
import gqrx_checks
import hostile_checks
import level_checks
import lines_checks
import link_checks
import many_checks
import measured_checks
import message_sequence_checks
import mixing_checks
import mqtt_checks
import nss_checks
import operations_checks
import pairing_checks
import pairing_page_checks
import phyphox_checks
import pipe_checks
import process_checks
import proxy_checks
import receiver_checks
import record_checks
import refusal_checks
import sensor_record_checks
import sensorlogger_checks
import service_checks
import signal_checks
import stream_checks
import table_checks
import table_derive_checks
import table_downsample_checks
import table_hostile_checks
import table_text_checks
import terrain_checks
import terrain_fetch_checks
import tls_checks
from chdb_server import Chdb
from clickhouse import Cluster
from server import Server, Witness

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/Runner"))
import lanes


class Tally:
    def __init__(self, only, failures):
        self.only = only
        self.failures = failures
        self.passed = 0
        self.failed = 0

    def wants(self, check):
        return self.only in check.__name__.replace("_", " ")

    async def check(self, check, *arguments):
        name = check.__name__.replace("_", " ")
        if not self.wants(check):
            return
        began = time.monotonic()
        try:
            figure = await check(*arguments)
        except Exception:
            self.failed += 1
            lanes.tell(self.failures, name)
            print(f"  FAILED {name}\n{traceback.format_exc()}", flush=True)
        else:
            self.passed += 1
            print(f"  {name}: {figure} ({time.monotonic() - began:.1f} s)", flush=True)


async def check_feed(tally, binary, web):
    with Server(binary, web) as server:
        for check in feed_checks.CHECKS:
            await tally.check(check, server)


async def check_hostile(tally, binary, web):
    with Server(binary, web, "demo:", "--clients", str(hostile_checks.SOCKETS)) as server, Witness(server) as witness:
        for check in hostile_checks.CHECKS:
            await tally.check(beside(witness, check), server)


async def check_slow(tally, binary, web):
    with Server(binary, web) as server, Witness(server) as witness:
        checks = [beside(witness, check) for check in hostile_checks.SLOW_CHECKS]
        await asyncio.gather(*[tally.check(check, server) for check in checks])


def beside(witness, check):
    async def both(server):
        async with witness.undisturbed(check.__name__):
            return await check(server)

    both.__name__ = check.__name__
    return both


async def check_clickhouse(tally, binary, web, checks):
    with Cluster() as cluster:
        for check in checks:
            await tally.check(check, binary, web, cluster)


async def check_clickhouse_now(tally, binary, web, checks):
    with Chdb() as shard:
        rows = clickhouse_now_checks.make(shard)
        for check in checks:
            await tally.check(check, binary, web, shard, rows)


class Unit:
    """Checks that one worker runs, one after another; `run` has them all at once where they share a server."""

    def __init__(self, *modules, checks=None, run=None):
        self.checks = checks or [check for module in modules for check in module.CHECKS]
        self.run = run

    async def take(self, tally, binary, web):
        checks = [check for check in self.checks if tally.wants(check)]
        if not checks:
            return
        if self.run in (check_clickhouse, check_clickhouse_now):
            await self.run(tally, binary, web, checks)
        elif self.run:
            await self.run(tally, binary, web)
        else:
            for check in checks:
                await tally.check(check, binary, web)


# In this order: those that take longest come first.
QUEUE = (
    Unit(clickhouse_failure_checks, clickhouse_asking_checks, run=check_clickhouse), Unit(clickhouse_checks, run=check_clickhouse),
    Unit(clickhouse_rank_checks, clickhouse_lens_checks, clickhouse_formula_checks, run=check_clickhouse),
    Unit(clickhouse_import_checks), Unit(clickhouse_now_checks, run=check_clickhouse_now),
    Unit(checks=hostile_checks.SLOW_CHECKS, run=check_slow),
    *map(Unit, (
        service_checks, receiver_checks, gqrx_checks, pairing_checks, tls_checks, link_checks, stream_checks, record_checks, table_checks,
        coverage_sites_checks, coverage_checks, signal_checks, lines_checks, operations_checks, refusal_checks)),
    Unit(feed_checks, run=check_feed), Unit(hostile_checks, run=check_hostile),
    *map(Unit, (
        many_checks, mqtt_checks, phyphox_checks, sensorlogger_checks, sensor_record_checks, table_text_checks, table_derive_checks,
        table_downsample_checks, table_hostile_checks, terrain_checks, terrain_fetch_checks, measured_checks, gnuradio_checks,
        message_sequence_checks, level_checks, pipe_checks, mixing_checks, process_checks, pairing_page_checks, proxy_checks, nss_checks, doctor_checks,
        file_checks)),
)
WORKERS = 5


def drawn(queue, failures):
    """The units that this worker draws; all of them where it has no colleagues."""
    if not failures:
        yield from queue
        return
    while (number := lanes.draw(failures)) < len(queue):
        yield queue[number]


async def run(worker, options):
    tally, began = Tally(options.only, options.failures), time.monotonic()
    for unit in drawn(QUEUE * options.times, options.failures):
        await unit.take(tally, str(options.binary), str(options.web))
    print(f"{worker}: {tally.passed} passed, {tally.failed} failed in {time.monotonic() - began:.0f} s", flush=True)
    return 1 if tally.failed or options.only and not tally.passed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", default=ROOT / "Host/.build/release/waveglass")
    parser.add_argument("--web", default=ROOT / "Web")
    parser.add_argument("--only", default="", help="run checks whose names contain this")
    parser.add_argument("--times", type=int, default=1, help="run each of them as often")
    parser.add_argument("--lane", help="be one of the workers")
    parser.add_argument("--failures", help="a file that takes the names of checks that failed")
    options = parser.parse_args()
    if options.lane:
        return asyncio.run(run(options.lane, options))
    began = time.monotonic()
    workers = [f"worker {number}" for number in range(1, 2 if options.only else WORKERS + 1)]
    code = lanes.run(workers)
    print(f"peers: {time.monotonic() - began:.0f} s")
    return code


if __name__ == "__main__":
    sys.exit(main())
