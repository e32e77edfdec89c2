// Opens the motion sensors of this device. Says in words what went wrong; decides nothing.

/** How long a device may take to move for the first time. */
const patienceMilliseconds = 2000;

export class Motion {
  /** Opens them; to be called from a tap, without which an iPhone refuses. Throws an Error whose message is for people. */
  static async open() {
    if (!isSecureContext || !globalThis.DeviceMotionEvent) {
      throw new Error("Browsers give motion sensors to secure pages only. Open this page over https, on a phone or tablet.");
    }
    if (DeviceMotionEvent.requestPermission && (await DeviceMotionEvent.requestPermission().catch(() => "denied")) !== "granted") {
      throw new Error("The motion sensors are not allowed here. Allow them for this page, then tap again.");
    }
    const motion = new Motion();
    await motion.first();
    return motion;
  }

  /** Waits for a moment of motion, which tells how often there will be one. */
  first() {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.close();
        reject(new Error("This device tells nothing of its motion. Phones and tablets do."));
      }, patienceMilliseconds);
      this.listener = (event) => {
        if (event.accelerationIncludingGravity?.x == null) return;
        // Of milliseconds; some browsers give seconds.
        this.rate = event.interval > 0 ? (event.interval < 1 ? 1 : 1000) / event.interval : 60;
        clearTimeout(timer);
        resolve();
        this.take?.(this.moment(event));
      };
      addEventListener("devicemotion", this.listener);
    });
  }

  moment({ accelerationIncludingGravity: acceleration, rotationRate: rotation }) {
    const values = [acceleration?.x, acceleration?.y, acceleration?.z, rotation?.alpha, rotation?.beta, rotation?.gamma];
    return Float32Array.from(values, (value) => value ?? NaN);
  }

  /** Hands every moment on from now on. */
  start(take) {
    this.take = take;
    removeEventListener("devicemotion", this.listener);
    this.listener = (event) => take(this.moment(event));
    addEventListener("devicemotion", this.listener);
  }

  close() {
    removeEventListener("devicemotion", this.listener);
  }
}
