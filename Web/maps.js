// The worker that computes coverage's maps beside the page; where there is none, the client computes them itself.
import { versioned } from "./offline.js";

export class MapWorker {
  /** @param told takes what the worker tells: no bytes once it can compute, then results; nothing when it is gone. */
  constructor(told) {
    this.memoryBytes = 0;
    try {
      this.worker = new Worker(versioned("sweep.js"));
    } catch {
      return;
    }
    this.worker.onmessage = ({ data }) => {
      if (typeof data === "string") return told();
      this.memoryBytes = data.memoryBytes;
      told(data.bytes);
    };
    this.worker.onerror = () => told();
  }

  compute(bytes) {
    this.worker.postMessage(bytes, [bytes.buffer]);
  }

  close() {
    this.worker?.terminate();
  }
}
