// The web client's module by itself: what it imports and weighs, and that nothing from outside makes it trap.
import { test } from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const root = new URL("../../", import.meta.url);
const bytes = readFileSync(new URL("Web/waveglass.wasm", root));
const module = new WebAssembly.Module(bytes);

/** A client of its own, as the page starts one. */
function start() {
  const sent = [];
  const calls = { redraw: 0, wake: 0, controls: 0 };
  const shown = { numbers: [] };
  let core;
  const page = {
    send: (at, count) => sent.push(Buffer.from(new Uint8Array(core.memory.buffer, at, count))),
    reconnect() {},
    switchInstrument() {},
    redraw: () => (calls.redraw += 1),
    wake: () => (calls.wake += 1),
    controls(at, count) {
      calls.controls += 1;
      shown.numbers = numbersOf(Buffer.from(new Uint8Array(core.memory.buffer, at, count)));
    },
    random: (at, count) => new Uint8Array(core.memory.buffer, at, count).fill(7),
  };
  core = new WebAssembly.Instance(module, { page }).exports;
  core._initialize();
  core.start();
  core.resize(1024, 768, 2, 0, 0, 0, 0, 1, 56, 0);
  const receive = (message, now) => {
    const at = core.input(message.length);
    new Uint8Array(core.memory.buffer, at, message.length).set(message);
    return core.receive(message.length, now);
  };
  return { core, sent, calls, shown, receive };
}

/** The numbers of the controls in a ControlList. */
function numbersOf(bytes) {
  const numbers = new Set();
  for (let at = 0; at < bytes.length; ) {
    const kind = bytes[at];
    numbers.add(bytes.readUInt16LE(at + 2));
    at += 5;
    const skipTexts = (count) => {
      for (; count > 0; count -= 1) at += 2 + bytes.readUInt16LE(at);
    };
    skipTexts(kind === 12 || kind === 19 ? 0 : 1);
    at += { 2: 8, 6: 4 }[kind] ?? 0;
    if (kind === 1 || kind === 5 || kind === 19) skipTexts(bytes[at++]);
    if (kind === 9) skipTexts(2 * bytes[at++]);
    skipTexts({ 2: 2, 3: 2, 6: 1, 7: 1, 10: 1, 18: 1 }[kind] ?? 0);
  }
  // Of these nothing is reported.
  numbers.delete(0);
  return [...numbers];
}

const goldens = new Map(
  readFileSync(new URL("Tests/Fixtures/wire/messages.hex", root), "utf8").trim().split("\n")
    .map((line) => line.split(" ")).map(([name, hex]) => [name, Buffer.from(hex, "hex")]));

/** SplitMix64 in 32-bit halves would be longer; a small generator is random enough to break things. */
function generator(seed) {
  return (limit) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * limit);
  };
}

/** Does one thing that a user may do, however unlikely. */
function play(core, numbers, below, now) {
  const [x, y] = [below(3000) - 500, below(2000) - 500];
  // One that the newest list has, or at times one that it may not have.
  const number = numbers[below(numbers.length + 1)] ?? below(0x10000);
  switch (below(9)) {
    case 0: return core.key(below(18), below(2), now);
    case 1: return core.touch(below(3), below(5), x, y, now - below(3) * 1e5, now);
    case 2: return core.wheel(x, y, below(4000) - 2000, below(4000) - 2000, below(2), now);
    case 3: return core.control(number, below(20) - 2, now);
    case 4: return core.controlTouch(number, below(4), below(300) / 100 - 1, below(200), now);
    case 5: {
      const text = Buffer.from(["", "9e99", "-1", "nan", "98.5", "\u0000", "1e-320", "88.123456789012345678"][below(8)]);
      new Uint8Array(core.memory.buffer, core.input(text.length), text.length).set(text);
      return core.controlText(number, text.length, now);
    }
    case 6: return core.press(below(5) - 1, now);
    case 7: return core.tick(now);
    default: return core.draw(now);
  }
}

test("weighs at most 165,000 bytes", () => {
  console.log(`waveglass.wasm: ${bytes.length} bytes`);
  assert.ok(bytes.length <= 165_000);
});

test("imports nothing but what the page gives", () => {
  const given = ["page.controls", "page.switchInstrument", "page.random", "page.reconnect", "page.redraw", "page.send", "page.wake"];
  for (const { module: from, name } of WebAssembly.Module.imports(module)) assert.ok(given.includes(`${from}.${name}`), name);
});

test("greets the server once it is connected", () => {
  const { core, sent } = start();
  core.connection(1, 1000);
  assert.deepEqual(sent[0], goldens.get("hello"));
});

test("colours values by the tables in the sources", () => {
  const { core } = start();
  ["Waterfall", "Meter"].forEach((name, map) => {
    const source = readFileSync(new URL(`Sources/Core/WaveDisplay/ColorMap+${name}.swift`, root), "utf8");
    const table = [...source.matchAll(/0x([0-9A-F]{8})/g)].map((match) => parseInt(match[1], 16));
    const at = core.values(257);
    const values = new Int16Array(core.memory.buffer, at, 257);
    for (let entry = 0; entry < 256; entry += 1) values[entry] = entry * 10 - 5000;
    values[256] = -32768;
    const pixels = new Uint32Array(core.memory.buffer, core.paint(257, map, -5000, -5000 + 2560), 257);
    assert.deepEqual([...pixels], [...table, 0]);
  });
});

test("takes every golden message of a server", () => {
  const { core, receive } = start();
  core.connection(1, 0);
  for (const name of ["welcome", "source", "clock-reply", "axis", "row", "meter", "time-map", "fetched", "artefacts", "notice"]) {
    assert.equal(receive(goldens.get(name), 1000), 1, name);
  }
  assert.ok(core.draw(2000) > 0);
});

test("lives through malformed messages and wild hands", () => {
  const { core, shown, receive } = start();
  const below = generator(20130701);
  const names = [...goldens.keys()];
  core.connection(1, 0);
  const seen = new Set();
  let refused = 0;
  for (let round = 0; round < 100_000; round += 1) {
    let message = Buffer.from(goldens.get(names[below(names.length)]));
    for (let change = below(3); change >= 0; change -= 1) message[below(message.length)] = below(256);
    if (below(4) === 0) message = message.subarray(0, below(message.length));
    refused += receive(message, round * 1000) ? 0 : 1;
    for (const number of shown.numbers) seen.add(number);
    if (round % 20 === 0) play(core, shown.numbers, below, round * 1000);
  }
  assert.ok(refused > 10_000);
  // The hands have had controls of the drawer.
  assert.ok(seen.size > 10, `${seen.size} controls`);
  assert.equal(receive(goldens.get("welcome"), 2e8), 1);
});

test("keeps its memory bounded over many rows", () => {
  const { core, receive } = start();
  core.connection(1, 0);
  receive(goldens.get("welcome"), 0);
  const row = Buffer.alloc(30 + 4096);
  goldens.get("row").copy(row, 0, 0, 30);
  row.writeUInt16LE(26 + 4096, 2);
  row[9] = 1;
  row.writeUInt16LE(2048, 10);
  let early = 0;
  for (let count = 0; count < 20_000; count += 1) {
    receive(row, count * 33_333);
    if (count % 10 === 0) core.draw(count * 33_333);
    if (count === 5000) early = core.memory.buffer.byteLength;
  }
  assert.equal(core.memory.buffer.byteLength, early);
});
