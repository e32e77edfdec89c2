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
