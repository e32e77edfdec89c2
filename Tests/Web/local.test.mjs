// The source within the page: the same bytes as the native one, and nothing from outside makes it trap.
import { test } from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const root = new URL("../../", import.meta.url);
const bytes = readFileSync(new URL("Web/local.wasm", root));
const module = new WebAssembly.Module(bytes);

/** A source of its own, as the worker starts one. */
function start() {
  const page = { random: (at, count) => new Uint8Array(core.memory.buffer, at, count).fill(7) };
  const core = new WebAssembly.Instance(module, { page }).exports;
  core._initialize();
  return {
    core,
    receive(message, now) {
      const at = core.input(message.length);
      new Uint8Array(core.memory.buffer, at, message.length).set(message);
      return core.receive(now);
    },
    take(samples, frame, now) {
      const at = core.samples(samples.length);
      new Float32Array(core.memory.buffer, at, samples.length).set(samples);
      core.take(frame, now);
    },
    collect(now) {
      const count = core.collect(now);
      return Buffer.from(new Uint8Array(core.memory.buffer, core.output(), count));
    },
  };
}

/** Samples as the native session makes them. */
function noise() {
  let state = 1;
  return (count) => Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >> 8) * 2 ** -24;
  });
}

test("weighs less than 256 KB", () => {
  console.log(`local.wasm: ${bytes.length} bytes`);
  assert.ok(bytes.length < 256 * 1024);
});

test("imports nothing but random bytes", () => {
  for (const { module: from, name } of WebAssembly.Module.imports(module)) assert.equal(`${from}.${name}`, "page.random");
});

test("sends the same bytes as the native source, simulated and from samples", () => {
  const lines = readFileSync(new URL("Tests/Fixtures/local/session.txt", root), "utf8").trimEnd().split("\n");
  const samples = noise();
  let source;
  let compared = 0;
  for (const line of lines) {
    const [step, ...fields] = line.split(" ");
    const numbers = fields.map(Number);
    if (step === "simulate") {
      source = start();
      source.core.simulate(...numbers);
    } else if (step === "listen") {
      source = start();
      assert.equal(source.core.listen(...numbers), 1);
    } else if (step === "receive") {
      assert.equal(source.receive(Buffer.from(fields[1], "hex"), numbers[0]), 1);
    } else if (step === "take") {
      source.take(samples(1024), ...numbers);
    } else {
      assert.equal(source.collect(numbers[0]).toString("hex"), fields[1], `at ${fields[0]}`);
      compared += fields[1].length / 2;
    }
  }
  assert.ok(lines.length > 90 && compared > 4000, `${lines.length} lines, ${compared} bytes`);
});

test("refuses what no client sends and no microphone has", () => {
  const source = start();
  assert.equal(source.core.collect(0), 0);
  assert.equal(source.core.wake(), Infinity);
  for (const rate of [0, -1, NaN, Infinity, 1e9]) assert.equal(source.core.listen(rate, 0, 0, 0), 0);
  assert.equal(source.core.input(1 << 20), 0);
  assert.equal(source.core.samples(-1), 0);
  source.core.simulate(1, 0, 0);
  assert.equal(source.receive(Buffer.from("40000000", "hex"), 0), 0);
});

test("keeps its memory bounded over a quarter of an hour", () => {
  const source = start();
  source.core.simulate(1, 0, 0);
  const hello = readFileSync(new URL("Tests/Fixtures/wire/messages.hex", root), "utf8").match(/^hello (\w+)/m)[1];
  source.receive(Buffer.from(hello, "hex"), 0);
  const session = readFileSync(new URL("Tests/Fixtures/local/session.txt", root), "utf8");
  const [, show, credit] = [...session.matchAll(/^receive \d+ (\w+)$/gm)].map((match) => Buffer.from(match[1], "hex"));
  source.receive(show, 0);
  let middle = 0;
  for (let row = 1; row <= 30 * 60 * 16; row += 1) {
    const now = row * 33_334;
    source.collect(now);
    source.receive(credit, now);
    if (row === 30 * 60 * 13.5) middle = source.core.memory.buffer.byteLength;
  }
  const end = source.core.memory.buffer.byteLength;
  console.log(`after 16 minutes: ${(end / 2 ** 20).toFixed(1)} MiB`);
  assert.ok(end < 200 * 2 ** 20 && end < middle * 1.05, `${middle} became ${end}`);
});

test("streams within the page: less than 128 KB, any load, and memory that the next load uses again", () => {
  const bytes = readFileSync(new URL("Web/streams.wasm", root));
  console.log(`streams.wasm: ${bytes.length} bytes`);
  assert.ok(bytes.length < 128 * 1024);
  const streams = new WebAssembly.Module(bytes);
  assert.deepEqual(WebAssembly.Module.imports(streams), []);
  const core = new WebAssembly.Instance(streams).exports;
  core._initialize();
  const send = (tag, size, fill) => {
    const message = Buffer.alloc(4 + size);
    message.writeUInt16LE(tag, 0);
    message.writeUInt16LE(size, 2);
    fill(message.subarray(4));
    const at = core.input(message.length);
    new Uint8Array(core.memory.buffer, at, message.length).set(message);
    assert.equal(core.receive(now), 1);
  };
  let now = 1_000_000, view = 0;
  core.test(now, 0);
  send(16, 2, (body) => body.writeUInt16LE(2, 0));
  const loads = [[256, 10_000], [1, 1], [13, 50], [64, 4000], [128, 1000], [200, 250], [256, 1000]];
  let first = 0;
  for (const [count, rate] of [...loads, ...loads]) {
    for (const [control, value] of [count, rate].entries()) {
      send(5, 12, (body) => {
        body.set([0, 0, 4, control]);
        body.writeDoubleLE(value, 4);
      });
    }
    view += 1;
    send(17, 70, (body) => {
      body.writeUInt16LE(view, 0);
      body.set([1, 60], 4);
      body.writeDoubleLE(8000, 6);
      body.writeBigInt64LE(BigInt(now), 22);
      body.fill(255, 30, 62);
    });
    let sent = 0;
    for (let step = 0; step < 70; step += 1) {
      now += 16_000;
      sent += core.collect(now);
      send(3, 10, (body) => {
        body.writeUInt16LE(view, 0);
        body.writeUInt16LE(2, 2);
      });
    }
    assert.ok(sent > 50, `${count} streams of ${rate} Hz sent ${sent} bytes`);
    first ||= core.memory.buffer.byteLength;
  }
  const end = core.memory.buffer.byteLength;
  console.log(`256 streams of 10 kHz: ${(first / 2 ** 20).toFixed(1)} MiB; after all loads twice: ${(end / 2 ** 20).toFixed(1)} MiB`);
  assert.ok(end < 128 * 2 ** 20 && end < first * 1.3, `${first} became ${end}`);
});

test("hills within the page: less than 64 KB, and every block that is asked for", () => {
  const bytes = readFileSync(new URL("Web/hills.wasm", root));
  console.log(`hills.wasm: ${bytes.length} bytes`);
  assert.ok(bytes.length < 64 * 1024);
  const hills = new WebAssembly.Module(bytes);
  assert.deepEqual(WebAssembly.Module.imports(hills), []);
  const core = new WebAssembly.Instance(hills).exports;
  core._initialize();
  const send = (tag, body) => {
    const message = Buffer.alloc(4 + body.length);
    message.writeUInt16LE(tag, 0);
    message.writeUInt16LE(body.length, 2);
    message.set(body, 4);
    new Uint8Array(core.memory.buffer, core.input(message.length), message.length).set(message);
    return core.receive(0);
  };
  const take = () => {
    // Collecting may move what is given, and the memory.
    const count = core.collect(0);
    return Buffer.from(new Uint8Array(core.memory.buffer, core.output(), count));
  };
  core.hills();
  // Who has not said hello gets nothing.
  assert.equal(send(49, [0, 0, 0, 0, 0, 0, 0]), 0);
  assert.equal(send(48, [2, 0]), 1);
  const greeting = take();
  assert.ok(greeting.includes("Marden") && greeting.includes("Askrigg"));
  for (let row = 0; row < 6; row += 1) {
    assert.equal(send(49, [3, 0, 0, row, 0, 0, 0]), 1);
    const block = take();
    assert.equal(block.readUInt16LE(0), 161);
    assert.ok(block.length > 81 * 129, `${block.length} bytes`);
    assert.equal(core.collect(0), 0);
  }
});
