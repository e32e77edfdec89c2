// Runs the source within the page: it takes the client's messages and samples, and gives what a server would. It decides nothing.
//
// From the page: bytes of the client; { seed } to simulate, with { kind: "ecg" } a heart and no band; { kind: "testbed" } for streams to test this
// device with; { kind: "hills" } for terrain; { rate, processing, port } to listen to blocks that come through the port; { motion: rate }, and
// then { moment } for each moment of motion. The first of them says which module is loaded: streams.wasm for streams, hills.wasm for terrain,
// local.wasm for spectra.
// To the page: "open", bytes of the source, or a text that says why it ended.

const now = () => performance.now() * 1000;
const wall = () => Date.now() * 1000;

async function load(file) {
  const page = { random: (start, count) => crypto.getRandomValues(new Uint8Array(core.memory.buffer, start, count)) };
  const { instance } = await WebAssembly.instantiateStreaming(fetch(file + location.search), { page });
  const core = instance.exports;
  core._initialize();
  return core;
}

let loading, core;
let timer = 0;

/** Sends what is due, and wakes when more will be. */
function work() {
  clearTimeout(timer);
  for (let count = core.collect(now()); count > 0; count = core.collect(now())) {
    const bytes = new Uint8Array(core.memory.buffer, core.output(), count).slice();
    postMessage(bytes, [bytes.buffer]);
  }
  const wake = core.wake();
  if (wake < Infinity) timer = setTimeout(work, Math.max(0, (wake - now()) / 1000));
}

function take({ frame, samples }, port) {
  const start = core.samples(samples.length);
  new Float32Array(core.memory.buffer, start, samples.length).set(samples);
  // The block goes back to be filled again.
  port.postMessage(samples, [samples.buffer]);
  core.take(frame, now());
  work();
}

onmessage = async ({ data }) => {
  const file = data.kind === "hills" ? "hills.wasm" : data.kind || data.motion ? "streams.wasm" : "local.wasm";
  try {
    loading ??= load(file);
    core ??= await loading;
  } catch (error) {
    return postMessage(`${file} could not be loaded: ${error.message}`);
  }
  if (data instanceof Uint8Array) {
    const start = core.input(data.length);
    new Uint8Array(core.memory.buffer, start, data.length).set(data);
    if (!core.receive(now())) return postMessage("the page sent what is no message: reload it");
    return work();
  }
  if (data.moment) {
    const start = core.samples(data.moment.length);
    new Float32Array(core.memory.buffer, start, data.moment.length).set(data.moment);
    core.takeMotion(now());
    return work();
  }
  if (data.motion) {
    if (!core.move(data.motion, now(), wall())) return postMessage(`motion sensors at ${data.motion} Hz cannot be shown`);
  } else if (data.kind === "ecg") {
    core.simulate(data.seed, now(), wall());
  } else if (data.kind === "testbed") {
    core.test(now(), wall());
  } else if (data.kind === "hills") {
    core.hills();
  } else if (data.port) {
    if (!core.listen(data.rate, data.processing, now(), wall())) {
      return postMessage(`a microphone at ${data.rate} Hz cannot be shown: choose another`);
    }
    data.port.onmessage = (event) => take(event.data, data.port);
    if (data.isAgain) return work();
  } else {
    core.simulate(data.seed, now(), wall());
  }
  postMessage("open");
};
