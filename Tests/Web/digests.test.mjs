// The library's arithmetic in WebAssembly: bit for bit what it is natively.
import { test } from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const root = new URL("../../", import.meta.url);
const committed = readFileSync(new URL("Tests/Fixtures/signal/digests.txt", root), "utf8").trim().split("\n");
const bytes = readFileSync(new URL(".build-wasm/wasm32-unknown-none-wasm/release/TestModule.wasm", root));
const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { page: {} });
exports._initialize();

test("every committed digest is there", () => assert.equal(exports.digestCount(), committed.length));

committed.forEach((line, index) => {
  const [name, digits] = line.split(" ");
  test(`${name} have the bits of the native library`, () => {
    assert.equal(BigInt.asUintN(64, exports.digest(index)).toString(16), digits);
  });
});

test("a row is coded as by the native library", () => {
  const row = JSON.parse(readFileSync(new URL("Tests/Fixtures/wire/rows.json", root), "utf8")).find(({ name }) => name === "noise");
  const levels = exports.allocate(2 * row.levels.length, 16);
  new Int16Array(exports.memory.buffer, levels, row.levels.length).set(row.levels);
  assert.equal(exports.encodeRow(levels, row.levels.length, 1), 4 + 26 + row.bytes.length / 2);
  exports.release(levels);
});
