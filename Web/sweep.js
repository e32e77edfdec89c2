// Runs the sweep of coverage's maps beside the page, so that fingers never wait for it. It decides nothing.
//
// From the page: a job's bytes, which take the place of the job before; none end it.
// To the page: no bytes once it can compute, then results, each with the memory that all takes here, whether there is more to come, and how many jobs came; or a text that
// says why it ended.

const page = { clock: () => performance.now() * 1000 };
const turn = new MessageChannel();
let core, job;
let jobs = 0;
let isBusy = false;

function tell(bytes) {
  postMessage({ bytes, memoryBytes: core.memory.buffer.byteLength, isBusy, jobs }, [bytes.buffer]);
}

/** Computes for a while, then lets a newer job come. */
function work() {
  try {
    if (job) {
      const start = core.input(job.length);
      new Uint8Array(core.memory.buffer, start, job.length).set(job);
      job = undefined;
      if (!core.begin()) throw new Error("what the page sent is no job");
    }
    const count = core.advance();
    isBusy = core.busy() === 1;
    // The page is told of an end, too.
    if (count > 0 || !isBusy) tell(new Uint8Array(core.memory.buffer, core.output(), count).slice());
    if (isBusy) turn.port2.postMessage(0);
  } catch (error) {
    postMessage(`maps could not be computed: ${error.message}`);
    close();
  }
}

turn.port1.onmessage = work;

onmessage = ({ data }) => {
  job = data;
  jobs += 1;
  if (!isBusy) work();
};

/** Until there is a job: what computes it is compiled well by then. */
function rehearse() {
  if (jobs === 0 && core.rehearse() === 1) setTimeout(rehearse);
}

async function load() {
  try {
    const { instance } = await WebAssembly.instantiateStreaming(fetch("sweep.wasm" + location.search), { page });
    core = instance.exports;
    core._initialize();
    tell(new Uint8Array(0));
    setTimeout(rehearse);
  } catch (error) {
    postMessage(`sweep.wasm could not be loaded: ${error.message}`);
  }
}

load();
