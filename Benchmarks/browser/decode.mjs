// Measures what the client's module takes to decode a row of 2048 columns: a message whose axis it does not know, so that
// nothing is kept or drawn. Prints Markdown for Benchmarks/RESULTS.md.
//
//     node Benchmarks/browser/decode.mjs
import { readFileSync } from "node:fs";

const root = new URL("../../", import.meta.url);
const module = new WebAssembly.Module(readFileSync(new URL("Web/waveglass.wasm", root)));
const none = () => {};
const page = { send: none, reconnect: none, redraw: none, wake: none, controls: none, random: none };
const core = new WebAssembly.Instance(module, { page }).exports;
core._initialize();

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

const times = [];
for (let round = 0; round < 30; round += 1) {
  const start = performance.now();
  for (let count = 0; count < 500; count += 1) {
    const at = core.input(message.length);
    new Uint8Array(core.memory.buffer, at, message.length).set(message);
    if (!core.receive(message.length, 0)) throw new Error("the row was refused");
  }
  times.push((performance.now() - start) / 500);
}
times.sort((a, b) => a - b);
const [lowest, median] = [times[0], times[times.length >> 1]];
console.log(`| decode a row of ${columns} columns of noise, WebAssembly under node ${process.version} | ${(1000 * median).toFixed(1)} µs, lowest ${(1000 * lowest).toFixed(1)} µs | 100 µs |`);
