"""A way to a server that can swallow everything: what a phone sees that walks out of range, its sockets still open."""
import contextlib
import selectors
import socket
import threading


class Gate:
    """Carries connections on a port of its own to a server, and the server's name with them, until it is shut."""

    def __init__(self, server):
        self.server = server
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}/"
        self.peers = {}
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.listener, selectors.EVENT_READ)
        # Wakes the thread when it is to end.
        self.bell, heard = socket.socketpair()
        self.selector.register(heard, selectors.EVENT_READ)
        self.opened = threading.Event()
        self.opened.set()
        self.ends = False
        self.thread = threading.Thread(target=self.carry, daemon=True)
        self.thread.start()

    @property
    def is_shut(self):
        return not self.opened.is_set()

    @is_shut.setter
    def is_shut(self, is_shut):
        self.opened.clear() if is_shut else self.opened.set()

    def carry(self):
        while True:
            for key, _ in self.selector.select():
                # Nothing is read or refused while it is shut: neither end learns anything.
                self.opened.wait()
                if self.ends:
                    return
                if key.fileobj is self.listener:
                    self.join(self.listener.accept()[0])
                else:
                    self.pass_on(key.fileobj)

    def join(self, near):
        far = socket.create_connection(("127.0.0.1", self.server.port))
        for one, other in ((near, far), (far, near)):
            self.peers[one] = other
            self.selector.register(one, selectors.EVENT_READ)

    def pass_on(self, one):
        other = self.peers.get(one)
        try:
            data = one.recv(1 << 16)
            if one.getsockname()[1] == self.port:
                # The server answers to its own name alone.
                data = data.replace(b"127.0.0.1:%d" % self.port, b"127.0.0.1:%d" % self.server.port)
            if data and other:
                return other.sendall(data)
        except OSError:
            pass
        for end in (one, other):
            if end and self.peers.pop(end, None):
                self.selector.unregister(end)
                end.close()

    def cut(self):
        """Ends all connections at once, without a goodbye."""
        for end in list(self.peers):
            with contextlib.suppress(OSError):
                end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
                end.shutdown(socket.SHUT_RDWR)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.ends = True
        self.opened.set()
        self.bell.close()
        self.thread.join(5)
        for end in (self.listener, *self.peers):
            end.close()
