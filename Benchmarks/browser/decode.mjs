// Measures what a row of 2048 columns takes in WebAssembly: decoding in the client's module, of a message whose axis it does
// not know, so that nothing is kept or drawn, and encoding in that of the tests. Prints Markdown for Benchmarks/RESULTS.md.
//
//     make test-wasm && node Benchmarks/browser/decode.mjs
import { readFileSync } from "node:fs";

const root = new URL("../../", import.meta.url);
const module = new WebAssembly.Module(readFileSync(new URL("Web/waveglass.wasm", root)));
const none = () => {};
const page = { send: none, reconnect: none, switchInstrument: none, redraw: none, wake: none, controls: none, random: none };
const core = new WebAssembly.Instance(module, { page }).exports;
core._initialize();
core.start();

const plane = JSON.parse(readFileSync(new URL("Tests/Fixtures/wire/rows.json", root), "utf8"))
  .find((row) => row.name === "noise");
const columns = plane.levels.length;
const coded = Buffer.from(plane.bytes, "hex");
const header = Buffer.alloc(30);
header.writeUInt16LE(68, 0);
header.writeUInt16LE(26 + coded.length, 2);
header.writeUInt8(1, 9);
header.writeUInt16LE(columns, 10);
const message = Buffer.concat([header, coded]);

/** Times 500 rows, thirty times. */
function measure(what, goal, work) {
  const times = [];
  for (let round = 0; round < 30; round += 1) {
    const start = performance.now();
    work(500);
    times.push((performance.now() - start) / 500);
  }
  times.sort((a, b) => a - b);
  const [lowest, median] = [times[0], times[times.length >> 1]];
  console.log(`| ${what} a row of ${columns} columns of noise, WebAssembly under node ${process.version} | ${(1000 * median).toFixed(1)} µs, lowest ${(1000 * lowest).toFixed(1)} µs | ${goal} |`);
}

measure("decode", "100 µs", (rounds) => {
  for (let count = 0; count < rounds; count += 1) {
    const at = core.input(message.length);
    new Uint8Array(core.memory.buffer, at, message.length).set(message);
    if (!core.receive(message.length, 0)) throw new Error("the row was refused");
  }
});

const bytes = readFileSync(new URL(".build-wasm/wasm32-unknown-none-wasm/release/TestModule.wasm", root));
const { exports: tests } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { page: {} });
tests._initialize();
const levels = tests.allocate(2 * columns, 16);
new Int16Array(tests.memory.buffer, levels, columns).set(plane.levels);
measure("encode", "none set", (rounds) => {
  if (tests.encodeRow(levels, columns, rounds) !== 4 + 26 + coded.length) throw new Error("the row is coded otherwise");
});
