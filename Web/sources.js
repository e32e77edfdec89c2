// The card on which to choose where the signal comes from, and the connection that comes of it.
import { LocalLink, ServerLink } from "./links.js";
import { Microphone } from "./microphone.js";
import { Motion } from "./motion.js";

const card = document.getElementById("sources");
const state = card.querySelector("[role=status]");
const problem = card.querySelector("[role=alert]");
/** How long to wait for a server before something else is offered. */
const patienceMilliseconds = 3000;

/** What the server may have, by the buttons that show it, in the order of the instruments. */
const ofServer = { server: "spectrum", sensors: "sensors", tables: "data", terrain: "coverage" };
/** What it is asked for before it has said what it has. */
const supposed = ["spectrum", "sensors"];

const withoutServer = "The server does not answer. It is tried again by itself; meanwhile this device can show:";
const hiddenMeanwhile = "The microphone was switched off while the page could not be seen. Tap Microphone to go on.";

/** The number of the instrument that shows a kind of source. */
export const instrumentOf = (kind) =>
  kind === "tables" ? 2 : ["terrain", "hills"].includes(kind) ? 3 : ["sensors", "ecg", "motion", "testbed"].includes(kind) ? 1 : 0;

/** Keeps one link at a time. `begin` prepares a client that knows no source yet, `show` another instrument; `events` are those of a link. */
export class Sources {
  constructor(begin, show, events) {
    this.begin = begin;
    this.instrument = show;
    this.events = events;
    for (const button of card.querySelectorAll("button")) button.addEventListener("click", () => this.choose(button.value));
    document.addEventListener("visibilitychange", () => document.hidden && this.silence(hiddenMeanwhile));
    addEventListener("pagehide", () => this.silence(hiddenMeanwhile));
    for (const span of card.querySelectorAll(".host")) span.textContent = location.host;
    this.useServer();
  }

  send(bytes) {
    return this.link.send(bytes);
  }

  reconnect() {
    this.link?.reconnect();
  }

  /** There is a picture without a server. */
  stands() {
    this.wasOpen = this.isStanding = true;
    if (!this.isAsked) card.hidden = true;
  }

  /** Whether there is something to go back to. */
  get isShowing() {
    return this.isStanding || this.isOpen && (this.kind !== "microphone" || this.microphone !== undefined);
  }

  /** Which of the buttons stands for what is shown. */
  get shown() {
    return this.kind === "server" ? Object.keys(ofServer)[Number(document.body.dataset.instrument)] : this.kind;
  }

  /** Offers the choice to who asks for it: it stays until one is made, whatever the connection does meanwhile. */
  ask() {
    this.isAsked = true;
    this.show();
  }

  /** Offers the choice. */
  show(text = "") {
    state.textContent = text || (this.isOpen ? "" : withoutServer);
    state.hidden = state.textContent === "";
    problem.hidden = true;
    const offered = pairing.instruments() ?? supposed;
    for (const [value, name] of Object.entries(ofServer)) card.querySelector(`[value=${value}]`).hidden = !offered.includes(name);
    // The picture that a server left behind can be gone back to, too.
    card.querySelector("[value=close]").hidden = !(this.isShowing || this.wasOpen && this.kind === "server");
    for (const button of card.querySelectorAll("[value]")) button.setAttribute("aria-pressed", button.value === this.shown && this.isOpen);
    card.hidden = false;
  }

  async choose(kind) {
    this.isAsked = false;
    try {
      // From the tap, before anything else is awaited.
      const motion = kind === "motion" ? await Motion.open() : undefined;
      const instrument = instrumentOf(kind);
      if (kind !== "close" && document.body.dataset.instrument !== String(instrument)) await this.instrument(instrument);
      if (kind === "microphone") await this.useMicrophone();
      else if (kind === "simulated") await this.useSimulated();
      else if (kind === "ecg") await this.useECG();
      else if (kind === "hills") await this.useHills();
      else if (kind === "motion") await this.useMotion(motion);
      else if (kind === "testbed") await this.useTestbed();
      else if (kind !== "close" && this.kind === "server") this.link.reconnect();
      else if (kind !== "close") await this.useServer();
      if (kind === "close" || this.isShowing) card.hidden = true;
    } catch (error) {
      problem.textContent = error.message;
      problem.hidden = false;
      // Where the finger is.
      card.querySelector(`[value="${kind}"]`).after(problem);
      problem.scrollIntoView({ block: "nearest" });
    }
  }

  /** Shows an instrument of the server; `prepare` is called once its client is there. */
  async serve(instrument, prepare) {
    this.isAsked = false;
    card.hidden = true;
    await this.instrument(instrument);
    if (this.kind !== "server") await this.useServer();
    else this.link.reconnect();
    prepare?.();
  }

  /** What a link tells, as long as it is the one in use. */
  listener(kind) {
    const isCurrent = () => this.listening === told;
    const told = {
      opened: () => {
        if (!isCurrent()) return;
        this.isOpen = true;
        this.wasOpen = true;
        if (this.isAsked) this.show();
        else card.hidden = true;
        this.events.opened();
      },
      received: (bytes) => isCurrent() && this.events.received(bytes),
      closed: (reason) => {
        if (!isCurrent()) return;
        this.isOpen = false;
        this.events.closed(reason);
        // A picture stays on the screen where there was one, and so does what the card says.
        if (!this.wasOpen && card.hidden) this.show();
      },
    };
    this.kind = document.body.dataset.source = kind;
    this.isOpen = false;
    this.listening = told;
    return told;
  }

  async leave() {
    this.listening = undefined;
    this.isStanding = false;
    this.link?.close();
    this.microphone?.close();
    this.microphone = undefined;
    this.motion?.close();
    this.motion = undefined;
    if (this.link) await this.begin();
  }

  async useServer() {
    await this.leave();
    this.wasOpen = false;
    this.link = new ServerLink(this.listener("server"));
    setTimeout(() => this.kind === "server" && !this.wasOpen && card.hidden && this.show(), patienceMilliseconds);
  }

  async useSimulated() {
    if (this.kind === "simulated") return;
    await this.leave();
    this.link = new LocalLink(this.listener("simulated"), { seed: 1 });
  }

  async useECG() {
    await this.leave();
    this.link = new LocalLink(this.listener("ecg"), { kind: "ecg", seed: 1 });
  }

  async useTestbed() {
    if (this.kind === "testbed") return;
    await this.leave();
    this.link = new LocalLink(this.listener("testbed"), { kind: "testbed" });
  }

  async useHills() {
    if (this.kind === "hills") return;
    await this.leave();
    this.link = new LocalLink(this.listener("hills"), { kind: "hills" });
  }

  async useMotion(motion) {
    await this.leave();
    const link = new LocalLink(this.listener("motion"), { motion: motion.rate });
    this.link = link;
    this.motion = motion;
    motion.start((moment) => link.start({ moment }, [moment.buffer]));
  }

  async useMicrophone() {
    const isAgain = this.kind === "microphone";
    if (isAgain && this.microphone) return;
    const microphone = await Microphone.open((text) => this.silence(text));
    const start = { ...microphone.start, isAgain };
    if (isAgain) {
      this.link.start(start, [start.port]);
    } else {
      await this.leave();
      this.link = new LocalLink(this.listener("microphone"), start, [start.port]);
    }
    this.microphone = microphone;
  }

  /** Switches the microphone off, and offers it again. */
  silence(text) {
    if (!this.microphone) return;
    this.microphone.close();
    this.microphone = undefined;
    this.show(text);
  }
}
