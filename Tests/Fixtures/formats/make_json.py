#!/usr/bin/env python3
"""Write json_texts.json: JSON texts, good and bad, and what Python's json module reads from them.

Run in this folder: python3 make_json.py. Needs Python alone (made with 3.11).

Each text is in hexadecimal, so that it may hold anything. Beside it stands what it holds, in one line: `i` with a whole
number, `d` with the bits of a double, `s` with a string's UTF-8 in hexadecimal, `t`, `f`, `n`, `[` and `{` with their
closing brackets; or null where Python refuses it. What Python takes beyond RFC 8259 (NaN, Infinity, half a surrogate
pair) and numbers beyond a double are left out: the tests say what is done with them.
"""
import json
import random
import struct

EDGES = [
    "0", "-0", "1", "-1", "10", "01", "+1", "1.", ".5", "1.5", "-1.5e3", "1e5", "1E+2", "1e-7", "1e", "--1", "0x10", "1_000",
    "9223372036854775807", "-9223372036854775808", "9007199254740993", "9007199254740992.0", "0.1", "123456789.123456789",
    "99500000.12345678", "2.2250738585072014e-3", "1234567890123456789e-10", "9999999999999999999e10", "17976931348623157e0",
    "true", "false", "null", "True", "nul", "truex", "\"\"", "\"a\"", "\"\\u0041\"", "\"\\uD834\\uDD1E\"", "\"\\u00e9\\n\\t\\\\\\/\\\"\"",
    "\"\\x\"", "\"\\u12g4\"", "\"\\u12\"", "\"a\nb\"", "\"a", "'a'", "\"\u20ac\U0001f600\"", "[]", "[1]", "[1,2]", "[1,]", "[,1]", "[1 2]",
    "[", "]", "[1", "{}", "{\"a\":1}", "{\"a\":1,\"a\":2}", "{\"a\"}", "{a:1}", "{\"a\":1,}", "{\"a\" : [ { \"b\" : null } ] }", "{1:2}",
    " 1 ", "\t\r\n1", "1 1", "1,", "", " ", "\ufeff[1]", "\u00a01", "// x\n1", "[1]//", "{\"\":\"\"}", "[[[[[[[[]]]]]]]]", "\"\x7f\"",
    "[1.0, 2.5, 1e2]", "5e-324", "0e10", "0.0", "-0.0", "1e22", "1e23", "123456789012345680000",
]


def line(value):
    if isinstance(value, Pairs):
        return "{" + "".join("s" + name.encode().hex() + "," + line(item) for name, item in value.pairs) + "}"
    if isinstance(value, list):
        return "[" + "".join(line(item) for item in value) + "]"
    if isinstance(value, str):
        return "s" + value.encode().hex() + ","
    if value is None or isinstance(value, bool):
        return {None: "n", True: "t", False: "f"}[value]
    if isinstance(value, float) and value.is_integer() and abs(value) <= 2**53:
        value = int(value)
    if isinstance(value, int) and -(2**63) <= value < 2**63:
        return f"i{value},"
    return "d" + struct.pack(">d", float(value)).hex() + ","


class Pairs:
    def __init__(self, pairs):
        self.pairs = pairs


class Beyond(Exception):
    pass


def beyond(word):
    raise Beyond(word)


def read(data):
    """What Python reads; None where it refuses; Beyond where RFC 8259 says something else."""
    try:
        value = json.loads(data.decode("utf-8-sig"), object_pairs_hook=Pairs, parse_constant=beyond)
        if "inf" in json.dumps(value, default=lambda pairs: pairs.pairs).lower().replace("\"", ""):
            raise Beyond
        return line(value)
    except (json.JSONDecodeError, UnicodeDecodeError):
        return None
    except UnicodeEncodeError as error:
        raise Beyond from error


def tree(source, depth):
    kind = source.randrange(8 if depth < 4 else 6)
    if kind == 0:
        return source.choice([None, True, False])
    if kind == 1:
        return source.randrange(-(2**63), 2**63) >> source.randrange(64)
    if kind in (2, 3):
        # Seventeen digits, as frequencies and times are written.
        return source.choice([1.0, 1e3, 1e6, 1e9]) * source.uniform(-10, 10)
    if kind in (4, 5):
        return "".join(chr(source.choice([source.randrange(32, 127), 0xE9, 0x20AC, 0x1F4E1, 10, 34, 92])) for _ in range(source.randrange(8)))
    if kind == 6:
        return [tree(source, depth + 1) for _ in range(source.randrange(4))]
    return {tree_key(source): tree(source, depth + 1) for _ in range(source.randrange(4))}


def tree_key(source):
    return "core:" + source.choice(["frequency", "datetime", "label", "\u00b5", "x"])


def main():
    source = random.Random(8259)
    texts = [text.encode() for text in EDGES]
    texts += [b"\xff", b"\"\xc3\"", b"\"\xed\xa0\x80\"", b"\"\xf5\x80\x80\x80\"", b"[1]\x00", b"\xef\xbb"]
    for index in range(120):
        text = json.dumps(tree(source, 0), ensure_ascii=index % 2 == 0, indent=[None, 2, 4][index % 3])
        texts.append(text.encode())
    for _ in range(300):
        data = bytearray(source.choice(texts[len(EDGES):]) or b"0")
        place = source.randrange(len(data))
        change = source.randrange(3)
        if change == 0:
            del data[place]
        elif change == 1:
            data.insert(place, source.choice(b"{}[]\",:0-.eE\\ \ntfn"))
        else:
            data[place] = source.randrange(256)
        if len(data) < 200:
            texts.append(bytes(data))
    rows = []
    for data in texts:
        try:
            rows.append({"text": data.hex(), "value": read(data)})
        except Beyond:
            continue
    with open("json_texts.json", "w") as file:
        json.dump(rows, file, separators=(",", ":"))
        file.write("\n")
    print(len(rows), "texts,", sum(row["value"] is None for row in rows), "refused")


if __name__ == "__main__":
    main()
