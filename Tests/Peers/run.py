"""Checks the server over real sockets by an independent WebSocket library and our own reading of the wire.

    python3 Tests/Peers/run.py [--binary PATH] [--web DIRECTORY] [--only NAME]

Most checks wait more than they compute, so four lanes of them run side by side; those that measure time run alone after that.
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
from wire import Client

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
        async with server.connect() as connection:
            client = Client(connection)
            for check in feed_checks.CHECKS:
                await tally.check(check, client)


async def check_hostile(tally, binary, web):
    with Server(binary, web, "demo:", "--clients", str(hostile_checks.SOCKETS)) as server, Witness(server) as witness:
        await asyncio.sleep(0.5)
        for check in hostile_checks.CHECKS:
            await tally.check(beside(witness, check), server)


async def check_slow(tally, binary, web):
    with Server(binary, web) as server, Witness(server) as witness:
        await asyncio.sleep(0.5)
        checks = [beside(witness, check) for check in hostile_checks.SLOW_CHECKS]
        await asyncio.gather(*[tally.check(check, server) for check in checks])


def beside(witness, check):
    async def both(server):
        async with witness.undisturbed(check.__name__):
            return await check(server)

    both.__name__ = check.__name__
    return both


def each(*modules):
    """Runs the checks of modules one after another."""
    async def run(tally, binary, web):
        for module in modules:
            for check in module.CHECKS:
                await tally.check(check, binary, web)

    return run


async def check_clickhouse(tally, binary, web):
    checks = [
        check for module in (
            clickhouse_checks, clickhouse_rank_checks, clickhouse_lens_checks, clickhouse_formula_checks, clickhouse_asking_checks,
            clickhouse_failure_checks)
        for check in module.CHECKS if tally.wants(check)]
    if checks:
        with Cluster() as cluster:
            for check in checks:
                await tally.check(check, binary, web, cluster)
    checks = [check for check in clickhouse_now_checks.CHECKS if tally.wants(check)]
    if checks:
        with Chdb() as shard:
            rows = clickhouse_now_checks.make(shard)
            for check in checks:
                await tally.check(check, binary, web, shard, rows)


LANES = {
    "strangers": (
        check_slow, check_feed, check_hostile,
        each(level_checks, process_checks, pairing_page_checks, pairing_checks, refusal_checks)),
    "keys": (
        each(
            tls_checks, proxy_checks, nss_checks, operations_checks, service_checks, doctor_checks, record_checks, file_checks,
            signal_checks, clickhouse_import_checks),),
    "sources": (
        each(
            receiver_checks, gnuradio_checks, gqrx_checks, pipe_checks, link_checks, lines_checks, mixing_checks, mqtt_checks,
            phyphox_checks, sensorlogger_checks, sensor_record_checks, table_checks, table_text_checks, table_derive_checks,
            table_downsample_checks, table_hostile_checks, terrain_checks, terrain_fetch_checks, coverage_checks,
            coverage_sites_checks, measured_checks),),
    "engines": (check_clickhouse,),
    # Another check's load is not what these ask about.
    "alone": (each(stream_checks, many_checks),),
}


async def run(lane, binary, web, only, failures):
    tally, began = Tally(only, failures), time.monotonic()
    for checks in LANES[lane]:
        await checks(tally, binary, web)
    print(f"{lane}: {tally.passed} passed, {tally.failed} failed in {time.monotonic() - began:.0f} s", flush=True)
    return 1 if tally.failed or not (tally.passed or only) else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", default=ROOT / "Host/.build/release/waveglass")
    parser.add_argument("--web", default=ROOT / "Web")
    parser.add_argument("--only", default="", help="run checks whose names contain this")
    parser.add_argument("--lane", choices=LANES)
    parser.add_argument("--failures", help="a file that takes the names of checks that failed")
    options = parser.parse_args()
    if options.lane:
        return asyncio.run(run(options.lane, str(options.binary), str(options.web), options.only, options.failures))
    began = time.monotonic()
    code = lanes.run([["strangers", "keys", "sources", "engines"], ["alone"]])
    print(f"peers: {time.monotonic() - began:.0f} s")
    return code


if __name__ == "__main__":
    sys.exit(main())
