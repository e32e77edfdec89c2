// The worker that computes coverage's maps beside the page; where there is none, the client computes them itself.
import { versioned } from "./offline.js";

export class MapWorker {
  /** @param told takes what the worker tells: no bytes once it can compute, then results; nothing when it is gone. */
  constructor(told) {
    this.memoryBytes = 0;
    /** Jobs that were sent, and whether there is more to come of them. */
    this.jobs = 0;
    this.isBusy = false;
    try {
      this.worker = new Worker(versioned("sweep.js"));
    } catch {
      return;
    }
    const end = () => {
      [this.memoryBytes, this.isBusy] = [0, false];
      told();
    };
    this.worker.onmessage = ({ data }) => {
      if (typeof data === "string") return end();
      this.memoryBytes = data.memoryBytes;
      this.isBusy = data.isBusy || data.jobs < this.jobs;
      told(data.bytes);
    };
    this.worker.onerror = end;
  }

  compute(bytes) {
    this.jobs += 1;
    this.isBusy = true;
    this.worker.postMessage(bytes, [bytes.buffer]);
  }

  close() {
    this.worker?.terminate();
  }
}
