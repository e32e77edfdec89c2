"""Makes of the measurements what `train.py` learns from: python Training/make_paths.py DATA PATHS-PROGRAM OUT.npz

DATA is the folder `coverage` of the recordings. For each cell: the file's number, level, whether it is lost in noise, its place, the ground there, and the numbers of `paths/main.swift`.
"""

import math
import struct
import subprocess
import sys
import threading
from pathlib import Path

import numpy

import ground
from measurements import MARGIN, drives

data, program, out = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
ofcom = data / "ofcom"
files, tables = [], []
for number, drive in enumerate(drives(ofcom)):
    center = drive.latitude, drive.longitude
    height = ground.of_tiles(data / "terrain", math.floor(drive.latitude), math.floor(drive.longitude))
    source = "tiles"
    if height is None:
        height, source = ground.of_points(ofcom, drive.site, center), "points"
    if height is None:
        source = "none"
    process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    grounds = []

    def send():
        for kilometers, heights in ground.profiles(drive, height):
            head = struct.pack("<Idddd", len(heights), drive.megahertz * 1e6, drive.height, 1.5, kilometers)
            grounds.append(heights[-1])
            process.stdin.write(head + heights.astype("<f4").tobytes())
        process.stdin.close()

    sender = threading.Thread(target=send)
    sender.start()
    answers = numpy.frombuffer(process.stdout.read(), "<f8").reshape(-1, 13)
    sender.join()
    assert process.wait() == 0 and len(answers) == len(drive.levels), (drive.name, len(answers))
    lost = drive.levels < drive.noise + MARGIN
    tables.append(
        numpy.c_[
            numpy.full(len(lost), number), drive.levels, lost, drive.latitudes, drive.longitudes, grounds, answers
        ]
    )
    files.append(
        (drive.name, drive.site, drive.megahertz, drive.eirp, drive.noise, drive.is_adjusted, drive.rows,
         drive.censored_share, drive.anchor, source, drive.latitude, drive.longitude)
    )
    print(f"{drive.name}: {len(lost)} cells of {drive.rows} rows, ground of {source}", file=sys.stderr)
numpy.savez_compressed(out, table=numpy.concatenate(tables), files=numpy.array(files, dtype=object))
