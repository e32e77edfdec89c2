// Two ways to a source, with the same bytes: a socket to the server, or a worker within the page. They decide nothing.
import { versioned } from "./offline.js";

const longestWait = 5000;

/** How long a connection may take to be made, at first and at most. */
const patience = 5000, longestPatience = 80_000;

/** A socket to the server that the page came from; opened again whenever it closes. */
export class ServerLink {
  constructor(events) {
    this.events = events;
    this.wait = 250;
    this.patience = patience;
    this.reach();
  }

  /** Connects once this browser is paired, where it must be. */
  reach() {
    pairing.ready().then(() => {
      if (!this.isLeft && !(this.socket?.readyState <= WebSocket.OPEN)) this.connect();
    });
  }

  connect() {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`);
    this.socket = socket;
    // An address that swallows everything would keep it waiting for minutes; a server far away takes longer than others.
    this.timer = setTimeout(() => {
      if (socket.readyState !== WebSocket.CONNECTING) return;
      this.patience = Math.min(longestPatience, this.patience * 2);
      this.reconnect();
    }, this.patience);
    socket.binaryType = "arraybuffer";
    let wasOpen = false;
    socket.onopen = () => {
      wasOpen = true;
      this.patience = patience;
      this.events.opened();
    };
    socket.onmessage = ({ data }) => {
      if (this.events.received(new Uint8Array(data))) this.wait = 250;
      else socket.close(4002, "the server sent what is no message: reload the page");
    };
    socket.onclose = ({ code, reason }) => {
      this.events.closed(reason);
      clearTimeout(this.timer);
      // Refused at once, or told that its rights have changed: the server is asked why.
      this.timer = setTimeout(() => (wasOpen && code !== 4001 ? this.connect() : this.reach()), this.wait);
      this.wait = Math.min(longestWait, this.wait * 2);
    };
  }

  /** Begins anew. What is out of reach does not close in good order: its end is not waited for. */
  reconnect() {
    this.drop();
    this.events.closed("");
    this.connect();
  }

  send(bytes) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(bytes);
    return true;
  }

  close() {
    this.isLeft = true;
    this.drop();
  }

  drop() {
    clearTimeout(this.timer);
    if (!this.socket) return;
    this.socket.onopen = this.socket.onmessage = this.socket.onclose = null;
    this.socket.close();
  }
}

/** A worker of this page that makes rows itself: `start` says of what, see worker.js. */
export class LocalLink {
  constructor(events, start, transfer = []) {
    this.events = events;
    this.worker = new Worker(versioned("worker.js"));
    this.worker.onmessage = ({ data }) => {
      if (data instanceof Uint8Array) {
        if (!events.received(data)) events.closed("the source sent what is no message: reload the page");
      } else if (data === "open") events.opened();
      else events.closed(data);
    };
    this.worker.onerror = (event) => events.closed(event.message || "the worker could not be started");
    this.start(start, transfer);
  }

  start(what, transfer = []) {
    this.worker.postMessage(what, transfer);
  }

  send(bytes) {
    this.worker.postMessage(bytes, [bytes.buffer]);
    return true;
  }

  /** A worker is never out of reach, only busy. */
  reconnect() {}

  close() {
    this.worker.terminate();
  }
}
