// Opens the microphone as it is: no automatic gain, no noise suppression, no echo cancellation. Says in words what went wrong.
import { versioned } from "./offline.js";

const refused = {
  NotAllowedError: "The microphone is not allowed here. Allow it for this page in the browser's settings, then tap Microphone again.",
  NotFoundError: "There is no microphone. Connect one, then tap Microphone again.",
  NotReadableError: "The microphone does not answer; another program may use it. Close that, then tap Microphone again.",
  OverconstrainedError: "No microphone here does what is needed. Connect another, then tap Microphone again.",
};

const processing = ["echoCancellation", "noiseSuppression", "autoGainControl"];

export class Microphone {
  /** Opens it; to be called from a tap, without which a phone gives no sound. Throws an Error whose message is for people. */
  static async open(ended) {
    if (!navigator.mediaDevices || !globalThis.AudioWorkletNode) {
      throw new Error(
        isSecureContext
          ? "This browser cannot give a page the microphone's samples. Try a newer one."
          : "Browsers give the microphone to secure pages only. Open this page over https, or on its own machine as http://localhost.");
    }
    const context = new AudioContext();
    const microphone = new Microphone(context, ended);
    try {
      // Before anything is awaited: this is still the tap.
      const running = context.resume();
      const asked = Object.fromEntries(processing.map((name) => [name, false]));
      microphone.stream = await navigator.mediaDevices.getUserMedia({ audio: { ...asked, channelCount: 1 } });
      await running;
      await context.audioWorklet.addModule(versioned("capture.js"));
      microphone.connect();
      return microphone;
    } catch (error) {
      microphone.close();
      throw new Error(refused[error.name] ?? `The microphone could not be opened: ${error.message}`);
    }
  }

  constructor(context, ended) {
    this.context = context;
    this.ended = ended;
  }

  connect() {
    const [track] = this.stream.getAudioTracks();
    const settings = track.getSettings();
    const bits = processing.reduce((sum, name, bit) => sum | (settings[name] === true ? 1 << bit : 0), 0);
    const node = new AudioWorkletNode(this.context, "capture", { channelCount: 1, channelCountMode: "explicit" });
    const { port1, port2 } = new MessageChannel();
    node.port.postMessage(port1, [port1]);
    this.context.createMediaStreamSource(this.stream).connect(node);
    // It is silent, but what leads nowhere is not run.
    node.connect(this.context.destination);
    track.onended = () => this.ended("The microphone is gone. Connect it, then tap Microphone again.");
    // As by a telephone call.
    this.context.onstatechange = () => {
      if (this.context.state !== "running") this.ended("The microphone was interrupted. Tap Microphone to go on.");
    };
    /** What the worker needs to listen. */
    this.start = { rate: this.context.sampleRate, processing: bits, port: port2 };
  }

  close() {
    this.context.onstatechange = null;
    for (const track of this.stream?.getTracks() ?? []) {
      track.onended = null;
      track.stop();
    }
    if (this.context.state !== "closed") this.context.close();
  }
}
