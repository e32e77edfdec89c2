"""Waits for what happens outside a socket: lines of a process, files that change, a process that stops, a port that accepts.

Each ends when its event comes. The time in it is a limit alone, far above what a busy machine takes.
"""

import contextlib
import ctypes
import os
import pathlib
import select
import signal
import threading
import time

PATIENCE = 180
# Seconds between two looks at what sends no event.
QUESTIONS_APART = 0.05

LIBC = ctypes.CDLL(None, use_errno=True)
# Attributes, names that come, go or are renamed, and contents that are written.
CHANGES = 0x2 | 0x4 | 0x8 | 0x40 | 0x80 | 0x100 | 0x200


class Lines:
    """The lines of a stream, which a thread reads."""

    def __init__(self, stream):
        self.stream, self.lines, self.has_ended, self.change = stream, [], False, threading.Condition()
        self.thread = threading.Thread(target=self.read, daemon=True)
        self.thread.start()

    def read(self):
        for line in self.stream:
            with self.change:
                self.lines.append(line)
                self.change.notify_all()
        with self.change:
            self.has_ended = True
            self.change.notify_all()

    def until(self, found, what, seconds=PATIENCE):
        """Waits until `found` gives something for the lines so far, and gives that."""
        with self.change:
            answer = self.change.wait_for(lambda: found(self.lines) or self.has_ended, seconds)
            answer = answer and found(self.lines)
        assert answer, f"no {what}: {self.lines}"
        return answer

    def all(self, seconds=PATIENCE):
        """All lines, once the stream has ended."""
        self.thread.join(seconds)
        assert self.has_ended, f"no end: {self.lines}"
        return self.lines


def changed(folder, holds, what, process=None, seconds=PATIENCE):
    """Waits for changes in a folder and those within until `holds` gives something, and gives that.

    Where there is a process whose work it is, its end is the end of waiting: what `holds` gives then is the answer.
    """
    end = time.monotonic() + seconds
    with contextlib.ExitStack() as stack:
        watch = LIBC.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        assert watch >= 0, os.strerror(ctypes.get_errno())
        stack.callback(os.close, watch)
        events = [watch]
        if process:
            # One that has been waited for has no name any more.
            with contextlib.suppress(ProcessLookupError):
                events.append(os.pidfd_open(process.pid))
                stack.callback(os.close, events[-1])
        while True:
            for place in (pathlib.Path(folder), *(path for path in pathlib.Path(folder).rglob("*") if path.is_dir())):
                LIBC.inotify_add_watch(watch, os.fsencode(place), CHANGES)
            has_ended = process and process.poll() is not None
            if answer := holds():
                return answer
            assert not has_ended, f"no {what}: the process has ended with {process.returncode}"
            ready = select.select(events, [], [], max(0, end - time.monotonic()))[0]
            assert ready, f"no {what} within {seconds} s"
            if watch in ready:
                os.read(watch, 65536)


def listens(port, process, kind="tcp", seconds=PATIENCE):
    """Waits until a port is listened at. No event says so: the system's table is read, and between two looks the process may end."""
    end, ended = time.monotonic() + seconds, os.pidfd_open(process.pid)
    state = {"tcp": "0A", "udp": "07"}[kind]
    try:
        while True:
            tables = [table for table in (pathlib.Path("/proc/net", kind + family) for family in ("", "6")) if table.exists()]
            lines = [line.split() for table in tables for line in table.read_text().splitlines()[1:]]
            if any(int(fields[1].split(":")[1], 16) == port and fields[3] == state for fields in lines):
                return
            assert not select.select([ended], [], [], 0.02)[0], f"{process.args} has ended"
            assert time.monotonic() < end, f"{process.args} does not listen"
    finally:
        os.close(ended)


def until_stuck(connection, looks=5, seconds=PATIENCE):
    """Waits until the other end of a connection on the loopback, which is not read here, can send no more.

    No event says so: what waits in its queue is the same for some looks.
    """
    near, far = (address[1] for address in (connection.getsockname(), connection.getpeername()))
    end, queues = time.monotonic() + seconds, []
    while len(queues) < looks or queues[-1] == 0 or len(set(queues[-looks:])) > 1:
        assert time.monotonic() < end, f"it still sends: {queues[-looks:]}"
        time.sleep(0.05)
        lines = [line.split() for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]]
        queues += [int(fields[4].split(":")[0], 16) for fields in lines
                   if [int(fields[place].split(":")[1], 16) for place in (1, 2)] == [far, near]]


def halt(process):
    """Stops a process where it is, and waits until it stands still."""
    process.send_signal(signal.SIGSTOP)
    os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WNOWAIT)


def until_uncaught(process, number, seconds=PATIENCE):
    """Waits until a process no longer catches a signal. Much sooner than a line of its log arrives on a busy machine."""
    end, bit = time.monotonic() + seconds, 1 << (number - 1)
    while True:
        status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
        if not int(status.split("SigCgt:")[1].split()[0], 16) & bit:
            return
        assert process.poll() is None and time.monotonic() < end, f"it ended, or still catches signal {number}"
        time.sleep(0.002)
