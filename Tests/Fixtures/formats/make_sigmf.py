#!/usr/bin/env python3
"""Write sigmf_cases.json: metadata and what the package sigmf makes of them.

Run in this folder: python3 make_sigmf.py. Needs sigmf (made with 1.14.0).

`layouts`: metadata, the size of a dataset, and where sigmf finds the bytes of each capture. `fields`: metadata with one
field changed, and whether the schema and the ordering that sigmf checks allow it. `times`: texts and the microseconds since
1970 that Python's datetime reads.
"""
import copy
import datetime
import io
import json
import warnings

import jsonschema
import sigmf
import sigmf.validate

warnings.simplefilter("ignore")
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)


def metadata(datatype="ci16_le", captures=({"core:sample_start": 0},), annotations=(), **fields):
    top = {"core:datatype": datatype, "core:version": "1.2.6"}
    top.update({"core:" + name: value for name, value in fields.items()})
    return {"global": top, "captures": copy.deepcopy(list(captures)), "annotations": list(annotations)}


def capture(start, **fields):
    return {"core:sample_start": start, **{"core:" + name: value for name, value in fields.items()}}


def layout(meta, size):
    source = sigmf.SigMFFile(metadata=copy.deepcopy(meta))
    source.set_data_file(data_buffer=io.BytesIO(bytes(size)), skip_checksum=True)
    bounds = [source.get_capture_byte_boundaries(index) for index in range(len(meta["captures"]))]
    return {"meta": json.dumps(meta), "size": size, "bounds": bounds}


LAYOUTS = [
    (metadata(), 4000),
    (metadata("cu8", [capture(0, header_bytes=4), capture(500, header_bytes=4)]), 3008),
    (metadata("cf32_le", [capture(0, header_bytes=100)], num_channels=3, trailing_bytes=7), 24 * 50 + 107),
    (metadata("rf64_be", [capture(10), capture(20, header_bytes=3), capture(25)]), 8 * 40 + 3),
    (metadata("ri8", [capture(0), capture(0), capture(7)]), 9),
    (metadata("ci16_be", [capture(0, header_bytes=32)], dataset="x.raw"), 32),
]

CHANGES = {
    "global": {
        "core:datatype": ["cf32_le", "cu8", "ri64_le", "cf32", "ci24_le", 5, None],
        "core:version": ["1.0.0", "1.2", "x", 1, "1.2.6.7"],
        "core:sample_rate": [1, 0, -1, 2.4e6, 1e12, 1.1e12, "1", True, None],
        "core:num_channels": [1, 2, 0, -1, 1.5, 2.0, "2", True],
        "core:offset": [0, 5, -1, 2**63 - 1, 2**63, "0"],
        "core:sha512": ["0" * 128, "0" * 127, "g" * 128, 5],
        "core:hw": ["x", 5, None],
        "core:author": ["x", ["x"]],
        "core:description": ["x", {}],
        "core:license": ["https://example.org", 1],
        "core:recorder": ["x", False],
        "core:dataset": ["a.raw", "/a.raw", 7],
        "core:trailing_bytes": [0, 8, -8, 1.5],
        "core:metadata_only": [True, False, 0, "true"],
        "core:geolocation": [
            {"type": "Point", "coordinates": [13.4, 52.5]}, {"type": "Point", "coordinates": [13.4, 52.5, 34]},
            {"type": "Point", "coordinates": [1]}, {"type": "Point", "coordinates": [1, 2, 3, 4]},
            {"type": "Line", "coordinates": [1, 2]}, {"coordinates": [1, 2]}, {"type": "Point", "coordinates": ["1", 2]}, 5,
        ],
        "core:extensions": [
            [], [{"name": "antenna", "version": "1.0.0", "optional": True}], [{"name": "antenna", "optional": True}],
            [{"name": 1, "version": "1", "optional": True}], {}, [5],
        ],
    },
    "captures": {
        "core:sample_start": [0, 5, -1, 0.5, "0", None, 2**63 - 1],
        "core:frequency": [0, -1e12, 1e12, 1.1e12, "100", 99.5e6, None],
        "core:datetime": ["2026-06-01T12:00:00Z", "2026-06-01T12:00:00.123456789Z", 5, "x"],
        "core:global_index": [0, 7, -1, 1.5],
        "core:header_bytes": [0, 4, -4, "4"],
        "core:geolocation": [{"type": "Point", "coordinates": [13.4, 52.5]}, []],
    },
    "annotations": {
        "core:sample_start": [0, 5, -1, "0", None],
        "core:sample_count": [0, 1, -1, 1.5, None],
        "core:label": ["x", 5],
        "core:comment": ["x", True],
        "core:generator": ["x", []],
        "core:uuid": ["00000000-0000-4000-8000-000000000000", 5],
    },
}


def fields():
    for section, changes in CHANGES.items():
        for field, values in changes.items():
            for value in values + ["absent"]:
                meta = metadata(annotations=[{"core:sample_start": 0, "core:sample_count": 4}], sample_rate=1000)
                part = meta[section] if section == "global" else meta[section][0]
                if value == "absent":
                    part.pop(field, None)
                else:
                    part[field] = value
                yield f"{section} {field} {value}", meta
    unsorted = metadata(captures=[capture(5), capture(4)])
    yield "captures unsorted", unsorted
    yield "annotations unsorted", metadata(annotations=[capture(5), capture(4)])
    for part in ("global", "captures", "annotations"):
        meta = metadata()
        del meta[part]
        yield "no " + part, meta
        yield part + " of another kind", {**metadata(), part: 5}
    yield "captures hold no objects", metadata(captures=[5])


def is_valid(meta):
    try:
        sigmf.validate.validate(meta)
        return True
    except (jsonschema.exceptions.ValidationError, KeyError, TypeError, AttributeError):
        return False


def times():
    texts = [
        "1970-01-01T00:00:00Z", "2026-06-01T12:00:00Z", "2026-06-01T12:00:00.5Z", "2026-06-01T12:00:00.123456Z",
        "2000-02-29T23:59:59.999999Z", "1969-12-31T23:59:59.75Z", "2100-03-01T00:00:00.000001Z", "0001-01-01T00:00:00Z",
        "9999-12-31T23:59:59.999999Z", "2026-06-01T12:00:00+02:00", "2026-06-01T12:00:00.25-11:30", "1600-12-31T01:02:03Z",
    ]
    return [{
        "text": text,
        "microseconds": (datetime.datetime.fromisoformat(text) - EPOCH) // datetime.timedelta(microseconds=1),
    } for text in texts]


def main():
    cases = {
        "layouts": [layout(meta, size) for meta, size in LAYOUTS],
        "fields": [{"name": name, "meta": json.dumps(meta), "isValid": is_valid(meta)} for name, meta in fields()],
        "times": times(),
    }
    with open("sigmf_cases.json", "w") as file:
        json.dump(cases, file, separators=(",", ":"))
        file.write("\n")
    print(len(cases["fields"]), "changes,", sum(not case["isValid"] for case in cases["fields"]), "refused")


if __name__ == "__main__":
    main()
