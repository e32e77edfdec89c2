"""A network that delays and loses packets: two hosts in namespaces of their own, and between them ourselves.

Not every kernel has `tc netem`; two TUN devices and a loop that carries packets between them need no more than root.
"""

import contextlib
import ctypes
import fcntl
import heapq
import itertools
import os
import random
import select
import socket
import struct
import subprocess
import threading
import time

TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x400454CA, 1, 0x1000
CLONE_NEWNET = 0x40000000
HOSTS = "10.77.0.1", "10.77.0.2"
# What a network's queue holds before it drops: 100 packets of 1500 bytes.
QUEUE = 100


class LossyNetwork(contextlib.ExitStack):
    """Hosts 0 and 1, at HOSTS."""

    def __init__(self, delay_seconds, loss, seed=5):
        super().__init__()
        self.delay, self.loss, self.random = delay_seconds, loss, random.Random(seed)
        self.names = [f"waveglass-{os.getpid()}-{number}" for number in (0, 1)]
        self.is_cut = False
        self.sent = self.lost = 0

    def __enter__(self):
        super().__enter__()
        assert os.geteuid() == 0, "networks of our own need root: sudo make test-peers"
        try:
            self.devices = [self.add(name, host) for name, host in zip(self.names, HOSTS)]
        except BaseException:
            self.close()
            raise
        self.ends = threading.Event()
        carrier = threading.Thread(target=self.carry)
        carrier.start()
        self.callback(carrier.join)
        self.callback(self.ends.set)
        return self

    def add(self, name, host):
        def ip(*words, inside=False):
            subprocess.run(["ip", *(("-n", name) if inside else ()), *words], check=True)
        ip("netns", "add", name)
        self.callback(ip, "netns", "del", name)
        device = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
        self.callback(os.close, device)
        label = f"wg{os.getpid() % 100000}{host[-1]}"
        fcntl.ioctl(device, TUNSETIFF, struct.pack("16sH22x", label.encode(), IFF_TUN | IFF_NO_PI))
        ip("link", "set", label, "netns", name)
        ip("address", "add", f"{host}/24", "dev", label, inside=True)
        ip("link", "set", label, "up", inside=True)
        ip("link", "set", "lo", "up", inside=True)
        return device

    def carry(self):
        """Takes packets from either host, and gives them to the other later, or never."""
        under_way, order = [], itertools.count()
        while not self.ends.is_set():
            wait = max(0, under_way[0][0] - time.monotonic()) if under_way else 0.1
            for device in select.select(self.devices, [], [], min(wait, 0.1))[0]:
                with contextlib.suppress(BlockingIOError):
                    packet = os.read(device, 65536)
                    self.sent += 1
                    if self.is_cut or len(under_way) > QUEUE or self.random.random() < self.loss:
                        self.lost += 1
                        continue
                    other = self.devices[1 - self.devices.index(device)]
                    heapq.heappush(under_way, (time.monotonic() + self.delay, next(order), other, packet))
            while under_way and under_way[0][0] <= time.monotonic():
                _, _, other, packet = heapq.heappop(under_way)
                with contextlib.suppress(OSError):
                    os.write(other, packet)

    def command(self, number, *words):
        """A command as it runs on a host."""
        return ["ip", "netns", "exec", self.names[number], *words]

    def socket(self, number, address):
        """A connected socket of a host: a socket belongs to the namespace of the thread that made it."""
        made = []

        def make():
            namespace = os.open(f"/run/netns/{self.names[number]}", os.O_RDONLY)
            with contextlib.closing(os.fdopen(namespace)):
                assert ctypes.CDLL(None, use_errno=True).setns(namespace, CLONE_NEWNET) == 0, os.strerror(ctypes.get_errno())
            made.append(socket.create_connection(address, 20))

        thread = threading.Thread(target=make)
        thread.start()
        thread.join()
        assert made, f"no connection to {address}"
        return made[0]
