// Starts the client and carries bytes, touches and draw commands between it and the page.
import { Player } from "./player.js";
import { Controls, thumbnails } from "./controls.js";
import { watchFingers, whenReleased } from "./fingers.js";
import { Sources } from "./sources.js";
import { MapWorker } from "./maps.js";
import { keepOffline, versioned } from "./offline.js";
import { Shelf } from "./shelf.js";
import { passTouches } from "./touches.js";

const canvas = document.getElementById("plot");
const now = () => performance.now() * 1000;

/** One client for each instrument; the page holds the one that it shows. */
const instruments = ["waveglass.wasm", "sensors.wasm", "data.wasm", "coverage.wasm", "home.wasm"];
const home = instruments.indexOf("home.wasm");

/** What each is called in the page's address, where a colon and its client's own text follow. */
const names = instruments.map((file) => file.replace(".wasm", ""));

/** Whose text the address has, and which. */
const told = () => location.hash.match(/^#(\w+):(.*)$/s)?.slice(1) ?? [];

const write = (hash) => history.replaceState(null, "", location.pathname + location.search + hash);

/** Text of the client. */
const text = (start, count) => new TextDecoder().decode(new Uint8Array(core.memory.buffer, start, count).slice());

/** What the page's address has behind its `#` for a text of the client. */
const hash = (start, count) => `#${names[instrument]}:${text(start, count)}`;

/** The sources of this device, by their numbers in `DeviceSource`. */
const deviceSources = ["simulated", "ecg", "hills", "microphone", "motion", "testbed"];

/** How many numbers an instrument may keep on this device. */
const keptNumbers = 4;

let core, player, controls, sources, module, maps;
let instrument = names.includes(told()[0])
  ? names.indexOf(told()[0]) : Math.max(0, ["0", "1", "2", "3", "4"].indexOf(sessionStorage.getItem("instrument")));
let frameAsked = false;
let wakeTimer = 0, wakeTime = Infinity;
/** Bytes that this device keeps under names. */
const shelf = new Shelf();
/** Parts of a file that the user will keep. */
let saved = [];
/** Where the user picks a file, and how long it may be. */
let picker;
const fileBytes = 48 << 20;
/** What that file is called. */
let savedName = "rows.csv";

const page = {
  send(start, count) {
    const bytes = new Uint8Array(core.memory.buffer, start, count).slice();
    const isClock = isOne(bytes, clockRequestTag);
    if (!sources.send(bytes)) return;
    statistics.sentBytes += count;
    if (isClock) statistics.clockRequests += 1;
  },
  clock: now,
  redraw() {
    if (frameAsked) return;
    frameAsked = true;
    requestAnimationFrame(draw);
  },
  reconnect() {
    // Not from within the client: it is told that the connection is closed.
    queueMicrotask(() => sources.reconnect());
  },
  switchInstrument() {
    // Not from within the client, which is left.
    queueMicrotask(() => show((instrument + 1) % home).then(() => sources.reconnect()));
  },
  open(next, source) {
    queueMicrotask(() => show(next).then(() => {
      core.source(source, now());
      sources.reconnect();
    }));
  },
  openHere(source) {
    queueMicrotask(() => sources.choose(deviceSources[source]));
  },
  keep(key, value) {
    localStorage.setItem(`kept-${instrument}-${key}`, value);
  },
  wake(time) {
    if (time >= wakeTime) return;
    wakeTime = time;
    clearTimeout(wakeTimer);
    wakeTimer = setTimeout(tick, Math.max(0, (time - now()) / 1000));
  },
  save(start, count, what) {
    if (what === 2) return void (saved = []);
    if (what === 3) return void (savedName = text(start, count));
    saved.push(new Uint8Array(core.memory.buffer, start, count).slice());
    if (what !== 1) return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob(saved, { type: "application/octet-stream" }));
    link.download = savedName;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    saved = [];
  },
  compute(start, count) {
    maps.compute(new Uint8Array(core.memory.buffer, start, count).slice());
  },
  picture(slot, start, count) {
    const address = new TextDecoder().decode(new Uint8Array(core.memory.buffer, start, count).slice());
    const client = core;
    player.load(slot, address, (isLoaded) => client === core && core.pictureLoaded(slot, isLoaded ? 1 : 0, now()));
  },
  shelve(name, nameCount, start, count, limit) {
    shelf.put(text(name, nameCount), new Uint8Array(core.memory.buffer, start, count).slice(), limit);
  },
  recall(number, name, nameCount) {
    const asking = core;
    shelf.get(text(name, nameCount)).then((bytes) => {
      // Another client has not asked.
      if (asking !== core) return;
      if (bytes) putBytes(bytes);
      core.recalled(number, bytes ? bytes.length : -1, now());
    });
  },
  stands() {
    queueMicrotask(() => sources.stands());
  },
  locate() {
    const fault = !isSecureContext ? 4 : !navigator.geolocation ? 2 : 0;
    if (fault) return queueMicrotask(() => core.notLocated(fault, now()));
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => core.located?.(coords.latitude, coords.longitude, coords.accuracy, now()),
      ({ code }) => core.notLocated?.(code, now()),
      { enableHighAccuracy: true, timeout: 20_000, maximumAge: 10_000 });
  },
  address(start, count) {
    write(count > 0 ? hash(start, count) : "");
  },
  copy(start, count) {
    const asking = core;
    const settle = (isDone) => asking === core && core.copied(isDone ? 1 : 0, now());
    // Without a clipboard (no secure page) it is refused like by a browser that does not allow it.
    const link = location.origin + location.pathname + location.search + hash(start, count);
    (navigator.clipboard?.writeText(link) ?? Promise.reject()).then(() => settle(true), () => settle(false));
  },
  controls(start, count) {
    controls.show(new Uint8Array(core.memory.buffer, start, count).slice());
  },
  pick() {
    // Kept, or WebKit may let go of it before a file is chosen; without a list of kinds, since iOS knows no GPX and would not let one be chosen.
    picker = Object.assign(document.createElement("input"), { type: "file" });
    picker.addEventListener("change", () => picker.files[0] && take(picker.files[0]));
    picker.click();
  },
  random(start, count) {
    crypto.getRandomValues(new Uint8Array(core.memory.buffer, start, count));
  },
};

function tick() {
  wakeTime = Infinity;
  core.tick(now());
}

function draw() {
  frameAsked = false;
  const began = performance.now();
  const count = core.draw(now());
  if (count > 0 || player.isWhole) {
    player.play(new Uint32Array(core.memory.buffer, core.frame(), count));
    if (instrument === home) controls.copyThumbnails(canvas);
    core.drawn?.(now());
    statistics.draws += 1;
    statistics.drawMilliseconds += performance.now() - began;
    const latency = core.latency();
    // To the end of the drawing.
    if (latency === latency) statistics.latencies[statistics.draws % 1000] = latency + (performance.now() - began) * 1000;
    if (statistics.rows > 0) statistics.firstRowDraw ||= performance.now();
  }
}

/** Brings a file's bytes to the client. */
async function take(file) {
  if (file.size > fileBytes) return fail("The file is longer than 48 MiB. Split it.");
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    putBytes(bytes);
    core.file?.(bytes.length, now());
  } catch {
    fail("The file could not be read. Pick it again.");
  }
}

/** Counters for tests and benchmarks. */
const statistics = {
  draws: 0, drawMilliseconds: 0, firstRowDraw: 0, latencies: [],
  messages: 0, rows: 0, receivedBytes: 0, receiveMilliseconds: 0, sentBytes: 0,
  /** How many of the messages sent and received only watch the connection and its clock. */
  clockRequests: 0, clockReplies: 0,
  get isComputing() { return maps?.isBusy ?? false; },
  /** Whether a frame is asked for, and whether the client will do anything at all before it is touched or receives something. */
  get isFrameDue() { return frameAsked; },
  get isAwake() { return frameAsked || wakeTime < Infinity || this.isComputing; },
  get memoryBytes() { return core.memory.buffer.byteLength + (maps?.memoryBytes ?? 0); },
};
globalThis.waveglass = statistics;

function putBytes(bytes) {
  const start = core.input(bytes.length);
  new Uint8Array(core.memory.buffer, start, bytes.length).set(bytes);
}

/** Messages of rows and of blocks of samples. */
const rowTags = [68, 97];

/** Messages by which the client asks whether the server is there, and what its clock says. */
const clockRequestTag = 4, clockReplyTag = 66;

/** Whether a frame is one message with a tag. */
function isOne(bytes, tag) {
  const frame = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return frame.byteLength >= 4 && frame.getUint16(0, true) === tag && 4 + frame.getUint16(2, true) === frame.byteLength;
}

/** How many of a frame's messages are rows. */
function countRows(bytes) {
  const frame = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let rows = 0;
  for (let at = 0; at + 4 <= frame.byteLength; at += 4 + frame.getUint16(at + 2, true)) rows += rowTags.includes(frame.getUint16(at, true));
  return rows;
}

/** What happens at the other end, be it a server or a worker of this page. */
const events = {
  opened: () => core.connection(1, now()),
  received(bytes) {
    const began = performance.now();
    statistics.receivedBytes += bytes.length;
    statistics.messages += 1;
    if (isOne(bytes, clockReplyTag)) statistics.clockReplies += 1;
    putBytes(bytes);
    const isSound = core.receive(bytes.length, now());
    statistics.rows += countRows(bytes);
    statistics.receiveMilliseconds += performance.now() - began;
    return isSound;
  },
  closed(reason) {
    core.connection(0, now());
    if (reason) fail(`The connection was closed: ${reason}.`);
  },
};

const chip = document.getElementById("chip"), message = document.getElementById("alert"), card = document.getElementById("sources");
/** The size of the picture that holds Home's thumbnails, one above the other, in points. */
const thumbnailColumn = [thumbnails.width, thumbnails.height * thumbnails.count];
let measured = "", hang = 0, shelter = 0;

/** Measures the screen, what covers its edges, the user's size of text, and where the chip and a message end. */
function resize(isNew = true) {
  const scale = devicePixelRatio || 1;
  const style = getComputedStyle(document.documentElement);
  const insets = ["top", "right", "bottom", "left"].map((side) => parseFloat(style.getPropertyValue(`--inset-${side}`)) || 0);
  const head = chip.offsetTop + chip.offsetHeight;
  // A drawer that is open goes down for a chip that grows, and stays there: the next line of the chip moves nothing.
  hang = document.body.classList.contains("open") ? Math.max(hang, head) : head;
  document.documentElement.style.setProperty("--head", `${head}px`);
  document.documentElement.style.setProperty("--hang", `${hang}px`);
  const end = message.hidden ? head : message.offsetTop + message.offsetHeight;
  document.documentElement.style.setProperty("--message", `${end}px`);
  // Nothing that leaves, nor the chip's next line, may move a button of the card away from a finger.
  if (card.hidden) shelter = end;
  else if (!message.hidden) shelter = Math.max(shelter, end);
  document.documentElement.style.setProperty("--shelter", `${shelter}px`);
  const sizes = [scale, ...insets, parseFloat(style.fontSize) / 16, head];
  if (!isNew && measured === sizes.join()) return;
  measured = sizes.join();
  const [width, height] = instrument === home ? thumbnailColumn : [innerWidth, innerHeight];
  player.resize(Math.round(width * scale), Math.round(height * scale));
  core.resize(canvas.width, canvas.height, ...sizes, now());
}

/** Follows the screen's scale, which changes without a word of the size, as between two monitors. */
function watchScale() {
  const change = () => (resize(), watchScale());
  matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener("change", change, { once: true });
}

function appearance() {
  const matches = (query) => (matchMedia(query).matches ? 1 : 0);
  core.appearance(
    matches("(prefers-color-scheme: dark)"), matches("(prefers-reduced-motion: reduce)"),
    -60 * new Date().getTimezoneOffset(), now(), Date.now() * 1000);
}

function measure() {
  core.input(1024);
  const count = core.characters();
  const characters = [...new TextDecoder().decode(new Uint8Array(core.memory.buffer, core.input(0), count).slice())];
  const widths = player.advances(characters);
  putBytes(new Uint8Array(widths.buffer));
  core.advances();
}

const keys = {
  ArrowLeft: 0, ArrowRight: 1, ArrowUp: 2, ArrowDown: 3, "+": 4, "=": 4, "-": 5, "_": 5, " ": 6, "0": 7, Home: 7,
  "1": 8, "2": 9, "3": 10, m: 11, h: 12, d: 13, Escape: 14, l: 15,
};

function listen() {
  const touch = (phase) => (event) => {
    event.preventDefault();
    const scale = devicePixelRatio || 1;
    if (phase === 0) {
      if (event.button > 0) return;
      if (event.isTrusted) canvas.setPointerCapture(event.pointerId);
      canvas.focus({ preventScroll: true });
    }
    const moves = phase === 1 && event.getCoalescedEvents ? event.getCoalescedEvents().slice(-1) : [];
    const { clientX, clientY, timeStamp } = moves[0] ?? event;
    core.touch(event.pointerId, phase, clientX * scale, clientY * scale, timeStamp * 1000, now());
  };
  canvas.addEventListener("pointerdown", touch(0));
  canvas.addEventListener("pointermove", touch(1));
  canvas.addEventListener("pointerup", touch(2));
  canvas.addEventListener("pointercancel", touch(3));
  passTouches(canvas);
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    const unit = (event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? innerHeight : 1) * (devicePixelRatio || 1);
    const scale = devicePixelRatio || 1;
    core.wheel(
      event.clientX * scale, event.clientY * scale, event.deltaX * unit, event.deltaY * unit,
      event.ctrlKey || event.metaKey ? (event.shiftKey ? 2 : 1) : 0, now());
  }, { passive: false });
  // Fingers and wheels scale what is shown and never the page itself; the browser's menu and its keys do that.
  addEventListener("wheel", (event) => event.ctrlKey && event.preventDefault(), { passive: false });
  for (const kind of ["gesturestart", "gesturechange"]) addEventListener(kind, (event) => event.preventDefault());
  addEventListener("keydown", (event) => {
    const help = document.getElementById("help");
    if (help.open || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof HTMLInputElement && event.key !== "Escape") return;
    if (event.key === "?") return help.showModal();
    const key = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (key === undefined) return;
    // Controls keep the keys that work them.
    const isInDrawer = event.target.closest?.("#drawer");
    const isButton = event.target.closest?.("button");
    if (event.key !== "Escape" && ((isInDrawer && key !== 13) || (isButton && event.key === " "))) return;
    event.preventDefault();
    core.key(key, event.shiftKey ? 1 : 0, now());
  });
  addEventListener("resize", () => resize());
  watchScale();
  watchFingers(canvas);
  // Another address was given to this page: it begins anew, with that.
  addEventListener("hashchange", () => told().length && location.reload());
  // What the chip and a message say, and the size of text, move what is below them, but not from under a finger.
  const fit = () => resize(false);
  const observer = new ResizeObserver(() => whenReleased(fit));
  observer.observe(chip);
  observer.observe(message);
  // A network that is back is tried at once, and so is one that is left for another.
  addEventListener("online", () => page.reconnect());
  document.addEventListener("visibilitychange", () => core.visibility(document.hidden ? 0 : 1, now()));
  for (const query of ["(prefers-color-scheme: dark)", "(prefers-reduced-motion: reduce)"]) {
    matchMedia(query).addEventListener("change", appearance);
  }
}

function fail(text) {
  document.getElementById("alert").hidden = false;
  document.querySelector("#alert span").textContent = text;
}

/** Has a worker compute the client's maps. */
function computeMaps() {
  maps?.close();
  const client = core;
  maps = client.computed && new MapWorker((bytes) => {
    if (client !== core) return;
    if (bytes) putBytes(bytes);
    core.computed(bytes ? bytes.length : -1, now());
  });
}

/** A client that knows no source yet. */
async function begin() {
  core = (await WebAssembly.instantiate(module, { page })).exports;
  core._initialize();
  core.start();
  computeMaps();
  player = new Player(canvas, core);
  measure();
  appearance();
  for (let key = 0; key < keptNumbers; key += 1) {
    const value = localStorage.getItem(`kept-${instrument}-${key}`);
    if (value !== null) core.kept?.(key, Number(value), now());
  }
  resize();
  const [name, scene] = told();
  if (name !== names[instrument] || !core.reopen) return;
  const bytes = new TextEncoder().encode(scene);
  putBytes(bytes);
  core.reopen(bytes.length, now());
}

/** Shows an instrument, which knows no source yet. */
async function show(next) {
  if (module && next === instrument) return;
  instrument = next;
  // An address of another instrument is not this one's.
  if (told().length && told()[0] !== names[instrument]) write("");
  module = await WebAssembly.compileStreaming(fetch(versioned(instruments[instrument])));
  sessionStorage.setItem("instrument", instrument);
  document.body.dataset.instrument = instrument;
  await begin();
}

async function start() {
  controls = new Controls({
    press: (control) => core.press(control, now()),
    set: (number, value) => core.control(number, value, now()),
    touch: (number, phase, fraction, distance) => core.controlTouch(number, phase, fraction, distance, now()),
    step: (number, thumb, steps) => core.controlStep(number, thumb, steps, now()),
    text(number, value) {
      const bytes = new TextEncoder().encode(value);
      putBytes(bytes);
      core.controlText(number, bytes.length, now());
    },
    sources: () => sources.ask(),
    seen: (number, isSeen) => core.controlSeen(number, isSeen ? 1 : 0, now()),
    async unpair() {
      if (!(await pairing.unpair())) fail("The server did not answer: this device is still paired. Try again.");
    },
  });
  try {
    await show(instrument);
  } catch (error) {
    return fail(
      error instanceof WebAssembly.CompileError
        ? "This browser is too old for Waveglass: it needs WebAssembly with SIMD (Safari 16.4, Chrome 91, Firefox 89 or newer)."
        : `Waveglass could not be loaded: ${error.message}. Is the server running?`);
  }
  listen();
  sources = new Sources(begin, show, events);
  keepOffline();
}

start();
