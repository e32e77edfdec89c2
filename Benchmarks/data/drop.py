#!/usr/bin/env python3
"""How soon our side lets go of a query whose server takes connections and never answers: microseconds, median, lowest and highest of many.

    python3 Benchmarks/data/drop.py Benchmarks/drop/.build/release/drop [RUNS]
"""
import socket
import subprocess
import sys
import threading


def silent(listener, held):
    while True:
        try:
            held.append(listener.accept()[0])
        except OSError:
            return


def main():
    runs = sys.argv[2] if len(sys.argv) > 2 else "200"
    held = []
    with socket.create_server(("127.0.0.1", 0), backlog=1024) as listener:
        threading.Thread(target=silent, args=(listener, held), daemon=True).start()
        out = subprocess.run([sys.argv[1], str(listener.getsockname()[1]), runs], capture_output=True, text=True, check=True).stdout
    median, least, most = (float(value) for value in out.split())
    assert held, "nobody asked"
    print(f"a query left while its server is silent: {median:.0f} µs ({least:.0f} to {most:.0f}) of {runs}")


if __name__ == "__main__":
    main()
