// Carries a microphone's samples from the audio thread to a port, in blocks. The worker gives each block back to be filled again: while none
// is left samples are dropped, and the frame numbers tell which.

const blockFrames = 1024;
const blocks = 48;

class Capture extends AudioWorkletProcessor {
  constructor() {
    super();
    this.free = Array.from({ length: blocks }, () => new Float32Array(blockFrames));
    this.filled = 0;
    this.port.onmessage = ({ data }) => {
      this.sink = data;
      this.sink.onmessage = (event) => this.free.push(event.data);
    };
  }

  process([[samples] = []]) {
    if (!samples || !this.sink) {
      this.filled = 0;
      return true;
    }
    if (this.filled === 0) {
      this.block ??= this.free.pop();
      this.frame = currentFrame;
    }
    if (!this.block) return true;
    this.block.set(samples, this.filled);
    this.filled += samples.length;
    if (this.filled < blockFrames) return true;
    this.sink.postMessage({ frame: this.frame, samples: this.block }, [this.block.buffer]);
    this.block = undefined;
    this.filled = 0;
    return true;
  }
}

registerProcessor("capture", Capture);
