"""Checks the server over real sockets by an independent WebSocket library and our own reading of the wire.

    python3 Tests/Peers/run.py [--binary PATH] [--web DIRECTORY]
"""

import argparse
import asyncio
import pathlib
import sys
import time
import traceback

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
import service_checks
import signal_checks
import stream_checks
import tls_checks
from server import Server, Witness
from wire import Client

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Tally:
    def __init__(self):
        self.passed = 0
        self.failed = 0

    async def check(self, check, *arguments):
        name = check.__name__.replace("_", " ")
        try:
            figure = await check(*arguments)
        except Exception:
            self.failed += 1
            print(f"  FAILED {name}\n{traceback.format_exc()}", flush=True)
        else:
            self.passed += 1
            print(f"  {name}: {figure}", flush=True)


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


async def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", default=ROOT / "Host/.build/release/waveglass")
    parser.add_argument("--web", default=ROOT / "Web")
    options = parser.parse_args()
    binary, web = str(options.binary), str(options.web)
    tally, began = Tally(), time.monotonic()

    # Alone: another check's load is not what this one asks about.
    await check_slow(tally, binary, web)
    await check_feed(tally, binary, web)
    for check in (
            *level_checks.CHECKS, *process_checks.CHECKS, *record_checks.CHECKS, *receiver_checks.CHECKS,
            *gnuradio_checks.CHECKS, *gqrx_checks.CHECKS, *pipe_checks.CHECKS,
            *pairing_page_checks.CHECKS, *pairing_checks.CHECKS, *refusal_checks.CHECKS, *file_checks.CHECKS,
            *signal_checks.CHECKS,
            *link_checks.CHECKS, *lines_checks.CHECKS, *mqtt_checks.CHECKS, *phyphox_checks.CHECKS,
            *tls_checks.CHECKS, *proxy_checks.CHECKS, *nss_checks.CHECKS, *operations_checks.CHECKS,
            *service_checks.CHECKS, *doctor_checks.CHECKS, *stream_checks.CHECKS):
        await tally.check(check, binary, web)
    await check_hostile(tally, binary, web)
    for check in many_checks.CHECKS:
        await tally.check(check, binary, web)
    print(f"{tally.passed} passed, {tally.failed} failed in {time.monotonic() - began:.0f} s")
    sys.exit(1 if tally.failed else 0)


asyncio.run(main())
