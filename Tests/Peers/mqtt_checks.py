"""Sensors behind a broker: Debian's mosquitto, published to by paho-mqtt."""

import asyncio
import contextlib
import json
import math
import os
import socket
import subprocess
import tempfile
import time

import paho.mqtt.client as mqtt

from lines_checks import AWAY, RATE, Sender, check_counts, received, shown, viewer
from waits import PATIENCE, Lines


class Broker:
    """Runs mosquitto on one port; it can be killed and started again."""

    def __init__(self):
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.port = probe.getsockname()[1]

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.configuration = f"{self.folder.name}/mosquitto.conf"
        with open(self.configuration, "w") as file:
            file.write(f"listener {self.port} 127.0.0.1\nallow_anonymous true\n")
        self.start()
        return self

    def __exit__(self, *_):
        self.kill()
        self.folder.cleanup()

    def start(self):
        self.process = subprocess.Popen(
            ["mosquitto", "-v", "-c", self.configuration], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.logged, self.subscriptions = Lines(self.process.stderr), 0
        self.logged.until(lambda lines: any(" running" in line for line in lines), "broker")

    async def subscribed(self):
        """Waits until one more client has subscribed: from then on it gets what is published."""
        self.subscriptions += 1
        is_there = lambda lines: sum("Sending SUBACK" in line for line in lines) >= self.subscriptions
        await asyncio.to_thread(self.logged.until, is_there, "subscription")

    def kill(self):
        self.process.kill()
        self.process.wait(PATIENCE)

    @contextlib.contextmanager
    def publisher(self):
        client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2)
        client.connect("127.0.0.1", self.port)
        client.loop_start()
        try:
            yield client
        finally:
            client.loop_stop()
            client.disconnect()


def each(publish, topic):
    """Publishes each line by itself."""
    return lambda text: [publish(topic, line) for line in text.split(b"\n") if line]


async def messages_of_a_topic(binary, web):
    """JSON objects, lines with labels and plain numbers; a message that a broker kept is of an unknown time."""
    kinds = {
        "json": (
            lambda n: json.dumps({"count": n, "wave": math.sin(n / 10), "who": "me"}).encode() + b"\n",
            ["count", "wave"]),
        "labels": (lambda n: f"count:{n},wave:{math.sin(n / 10)}\n".encode(), ["count", "wave"]),
        "number": (lambda n: f"{n}\n".encode(), ["channel 1"]),
    }
    told = []
    with Broker() as broker, broker.publisher() as publisher:
        for kind, (make, labels) in kinds.items():
            topic = f"ward/{kind}"
            publisher.publish(topic, make(999_999), retain=True).wait_for_publish(PATIENCE)
            async with viewer(binary, web, f"mqtt://127.0.0.1:{broker.port}/{topic}?rate={RATE}") as one:
                await broker.subscribed()
                with Sender(each(publisher.publish, topic), make=make) as sender:
                    await shown(one)
                    await one.sees(2 * RATE)
                await one.sees(sender.next - 1)
                assert one.source.labels == labels, one.source.labels
                _, values = received(one)
                came, gaps = check_counts(values, 0, sender.next - 1)
                assert came == sender.next and gaps == 0, (kind, came, gaps, sender.next)
                if len(labels) > 1:
                    waves = received(one, 1)[1]
                    assert all(abs(wave - math.sin(count / 10)) < 1e-6 for count, wave in zip(values, waves))
                told.append(f"{came} {kind}")
    return ", ".join(told)


async def a_broker_that_vanishes(binary, web):
    with Broker() as broker:
        async with viewer(binary, web, f"mqtt://127.0.0.1:{broker.port}/ecg?rate={RATE}") as one:
            await broker.subscribed()
            with broker.publisher() as publisher, Sender(each(publisher.publish, "ecg")) as sender:
                await shown(one)
                await one.sees(RATE)
            first = sender.next
            await one.sees(first - 1)
            broker.kill()
            began = time.monotonic()
            await one.notice("trying again")
            await one.watch(AWAY)
            away = time.monotonic() - began
            broker.start()
            await broker.subscribed()
            await one.notice("connected again")
            with broker.publisher() as publisher, Sender(
                    each(publisher.publish, "ecg"), first=first + 10_000) as sender:
                sender.has_sent(first + 10_000 + RATE)
            await one.sees(sender.next - 1)
            _, values = received(one)
            came, gaps = check_counts(values, 0, sender.next - 1)
            assert came == first + sender.next - (first + 10_000), (came, first, sender.next)
            assert gaps > 0.8 * away * RATE, (gaps, away)
    return f"{came} samples, and a gap of {gaps} while it was away; {one.notices[0]}"


async def a_broker_that_is_not_there(binary, web):
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    async with viewer(binary, web, f"mqtt://127.0.0.1:{port}/ecg") as one:
        await one.notice("trying again")
        # It tries some times more.
        await one.watch(AWAY)
        assert len([notice for notice in one.notices if "trying again" in notice]) == 1, one.notices
        return one.notices[0]


async def a_message_that_is_too_long(binary, web):
    with Broker() as broker, broker.publisher() as publisher:
        async with viewer(binary, web, f"mqtt://127.0.0.1:{broker.port}/ecg?rate={RATE}") as one:
            await broker.subscribed()
            with Sender(each(publisher.publish, "ecg")) as sender:
                await shown(one)
                await one.sees(RATE // 2)
                publisher.publish("ecg", b"7" * 70_000)
                await one.notice("long")
                # The next line may have left before the long one, and not be counted yet; the one after it has not.
                await one.sees(sender.next + 1)
            _, values = received(one)
            _, gaps = check_counts(values, 0, 0)
            assert gaps == 1, gaps
            return next(notice for notice in one.notices if "long" in notice)


def certificates(folder):
    """An authority of its own, and a certificate of it for this machine."""
    def openssl(*arguments):
        subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True)

    openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=ward", "-days", "2")
    openssl("req", "-newkey", "rsa:2048", "-nodes", "-keyout", "own.key", "-out", "own.csr", "-subj", "/CN=127.0.0.1")
    with open(f"{folder}/names", "w") as file:
        file.write("subjectAltName=IP:127.0.0.1")
    openssl("x509", "-req", "-in", "own.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-out", "own.pem", "-days", "2", "-extfile", "names")


async def a_broker_behind_tls(binary, web):
    with tempfile.TemporaryDirectory() as folder, Broker() as broker:
        certificates(folder)
        broker.kill()
        with open(broker.configuration, "a") as file:
            file.write(f"cafile {folder}/ca.pem\ncertfile {folder}/own.pem\nkeyfile {folder}/own.key\n")
        os.chmod(folder, 0o755)
        os.chmod(f"{folder}/own.key", 0o644)
        broker.start()
        address = f"mqtts://127.0.0.1:{broker.port}/ecg?rate={RATE}"
        async with viewer(binary, web, address) as one:
            refused = await one.notice("not trusted")
        async with viewer(binary, web, f"{address}&ca={folder}/ca.pem") as one:
            await broker.subscribed()
            client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2)
            client.tls_set(f"{folder}/ca.pem")
            client.connect("127.0.0.1", broker.port)
            client.loop_start()
            with Sender(each(client.publish, "ecg")) as sender:
                await shown(one)
                await one.sees(RATE)
            await one.sees(sender.next - 1)
            client.loop_stop()
            came, gaps = check_counts(received(one)[1], 0, sender.next - 1)
            assert gaps == 0
    return f"{came} samples; without the authority: {refused}"


CHECKS = a_message_that_is_too_long, a_broker_behind_tls, messages_of_a_topic, a_broker_that_vanishes, a_broker_that_is_not_there
