// The client's memory, by itself: blocks that are aligned, apart from each other and kept as they are, and room that is used again.
import { test } from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const root = new URL("../../", import.meta.url);
const bytes = readFileSync(new URL(".build-wasm/wasm32-unknown-none-wasm/release/TestModule.wasm", root));
const module = new WebAssembly.Module(bytes);

function start() {
  const { exports } = new WebAssembly.Instance(module, { page: {} });
  exports._initialize();
  return exports;
}

/** Whole numbers below a limit, the same at each run. */
function generator(seed) {
  return (limit) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * limit);
  };
}

/** The byte that a block is filled with. */
const mark = (at) => (at >> 4) & 255;

test("blocks are aligned, apart and kept", () => {
  const core = start();
  const below = generator(20130701);
  const blocks = new Map();
  const owners = new Map();
  for (let round = 0; round < 60_000; round += 1) {
    if (blocks.size > 300 || (blocks.size > 0 && below(2))) {
      const [at, count] = [...blocks][below(blocks.size)];
      assert.ok(new Uint8Array(core.memory.buffer, at, count).every((byte) => byte === mark(at)), "bytes changed");
      for (let line = at >> 4; line <= (at + count - 1) >> 4; line += 1) owners.delete(line);
      blocks.delete(at);
      core.release(at);
      continue;
    }
    const alignment = 1 << below(13);
    const count = 1 + below(1 << below(15));
    const at = core.allocate(count, alignment);
    assert.equal(at % Math.max(16, alignment), 0);
    // Blocks begin at multiples of 16, so that two never share such a line.
    for (let line = at >> 4; line <= (at + count - 1) >> 4; line += 1) {
      assert.ok(!owners.has(line), `${at} lies in ${owners.get(line)}`);
      owners.set(line, at);
    }
    blocks.set(at, count);
    new Uint8Array(core.memory.buffer, at, count).fill(mark(at));
  }
});

test("what is given back is used again", () => {
  const core = start();
  const round = () => {
    const held = [];
    for (let size = 1; size <= 1 << 20; size *= 2) held.push(core.allocate(size, 16), core.allocate(size + 1, 256));
    held.forEach(core.release);
  };
  round();
  const before = core.memory.buffer.byteLength;
  for (let count = 0; count < 1000; count += 1) round();
  assert.equal(core.memory.buffer.byteLength, before);
});

test("a block takes at most a quarter more than is asked, and 32 bytes", () => {
  for (const size of [1, 100, 5000, 70_000]) {
    const core = start();
    const count = Math.ceil(4e7 / size);
    const first = core.allocate(size, 16);
    let last = first;
    for (let number = 1; number < Math.min(count, 20_000); number += 1) last = core.allocate(size, 16);
    const each = (last - first) / (Math.min(count, 20_000) - 1);
    assert.ok(each <= 1.25 * size + 32, `${each} bytes for ${size}`);
  }
});

test("more than there can be is refused, and nothing is lost by it", () => {
  const core = start();
  assert.equal(core.allocate(0x7fffffff, 16), 0);
  assert.ok(core.allocate(100, 16) > 0);
});
