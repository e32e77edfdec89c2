// Starts the client and carries bytes, touches and draw commands between it and the page.
import { address, addressParts, first, home, instruments, names, write } from "./address.js";
import { clockReplyTag, clockRequestTag, countRows, isOne } from "./frames.js";
import { Player } from "./player.js";
import { Controls } from "./controls.js";
import { watchFingers, whenReleased } from "./fingers.js";
import { instrumentOf, Sources } from "./sources.js";
import { passInput } from "./input.js";
import { MapWorker } from "./maps.js";
import { copyThumbnails, thumbnails } from "./rows.js";
import { keepOffline, versioned } from "./offline.js";
import { Shelf } from "./shelf.js";

const canvas = document.getElementById("plot");
const now = () => performance.now() * 1000;

/** Text of the client. */
const text = (start, count) => new TextDecoder().decode(new Uint8Array(core.memory.buffer, start, count).slice());

/** What the page's address has behind its `#` for a text of the client. */
const hash = (start, count) => `#${names[instrument]}:${text(start, count)}`;

/** The sources of this device, by their numbers in `DeviceSource`. */
const deviceSources = ["simulated", "ecg", "hills", "microphone", "motion", "testbed"];

/** How many numbers an instrument may keep on this device. */
const keptNumbers = 4;

let core, player, controls, sources, module, maps;
let instrument = names.includes(addressParts()[0])
  ? names.indexOf(addressParts()[0]) : Math.max(0, ["0", "1", "2", "3", "4"].indexOf(sessionStorage.getItem("instrument")));
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
    // Not from within the client: it learns that the connection is closed.
    queueMicrotask(() => sources.reconnect());
  },
  switchInstrument() {
    // Not from within the client, which is left.
    lead(() => show((instrument + 1) % home).then(() => sources.reconnect()));
  },
  open(next, source) {
    // Back leads to Home again.
    history.pushState({ source }, "", address(first(next)));
    follow();
  },
  openHere(source) {
    const device = deviceSources[source];
    history.pushState({ device }, "", address(first(instrumentOf(device))));
    follow();
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
    write(count > 0 ? hash(start, count) : first(instrument));
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
    if (instrument === home) copyThumbnails(canvas, controls.drawer);
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

const bar = document.getElementById("bar"), message = document.getElementById("alert"), card = document.getElementById("sources");
const views = document.getElementById("views");
/** The size of the picture that holds Home's thumbnails, one above the other, in points. */
const thumbnailColumn = [thumbnails.width, thumbnails.height * thumbnails.count];
let measured = "", shelter = 0;
/** Where the plot is on the page. */
let place = canvas.getBoundingClientRect();

/** Measures the plot, what covers its edges, the user's size of text, and where a message ends. */
function resize(isNew = true) {
  const scale = devicePixelRatio || 1;
  const style = getComputedStyle(document.documentElement);
  const inset = (side) => parseFloat(style.getPropertyValue(`--inset-${side}`)) || 0;
  const end = message.hidden ? bar.offsetHeight : message.offsetTop + message.offsetHeight;
  document.documentElement.style.setProperty("--message", `${end}px`);
  // Nothing that leaves may move a button of the card away from a finger.
  if (card.hidden) shelter = end;
  else if (!message.hidden) shelter = Math.max(shelter, end);
  document.documentElement.style.setProperty("--shelter", `${shelter}px`);
  // Large text needs two lines for them.
  if (!views.hidden) document.documentElement.style.setProperty("--views", `${views.offsetHeight}px`);
  place = canvas.getBoundingClientRect();
  // The bar is above the plot, and a panel may be beside or below it.
  const [right, bottom] = [place.right < innerWidth - 1 ? 0 : inset("right"), place.bottom < innerHeight - 1 ? 0 : inset("bottom")];
  const size = instrument === home ? thumbnailColumn : [place.width, place.height];
  const sizes = [scale, 0, right, bottom, inset("left"), parseFloat(style.fontSize) / 16, 0];
  if (!isNew && measured === [...size, ...sizes].join()) return;
  measured = [...size, ...sizes].join();
  player.resize(...size.map((side) => Math.round(side * scale)));
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

function listen() {
  passInput(canvas, () => core, () => place);
  addEventListener("resize", () => resize());
  watchScale();
  watchFingers(canvas);
  addEventListener("popstate", follow);
  // A message, a panel and the size of text move what is below or beside them, but not from under a finger.
  const fit = () => resize(false);
  const observer = new ResizeObserver(() => whenReleased(fit));
  // With their padding, which the line of facts changes.
  for (const node of [bar, canvas, message, views]) observer.observe(node, { box: "border-box" });
  // A network that is back is tried at once, and so is one that is left for another.
  addEventListener("online", () => page.reconnect());
  document.addEventListener("visibilitychange", () => core.visibility(document.hidden ? 0 : 1, now()));
  for (const query of ["(prefers-color-scheme: dark)", "(prefers-reduced-motion: reduce)"]) {
    matchMedia(query).addEventListener("change", appearance);
  }
}

/** Shows what another address says: Home, or an instrument, with the source that the entry of the history names. */
function follow() {
  lead(() => {
    // Read only now: a later step back or forth may have changed it.
    const [name, scene] = addressParts();
    // The same instrument begins anew with another state.
    if (!names.includes(name) || (name === names[instrument] && scene)) return location.reload();
    const { source, device } = history.state ?? {};
    if (device) return sources.choose(device);
    return sources.serve(names.indexOf(name), () => source === undefined || core.source(source, now()));
  });
}

let leading = Promise.resolve();

/** Makes one change of what is shown after the other, and none from within the client, which may be left. */
function lead(change) {
  leading = leading.then(change).catch(({ message }) => {
    write(first(instrument), null);
    fail(`This could not be loaded: ${message}. Is the server running?`);
  });
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

/** A client that knows no source yet; of another instrument if its module is given. */
async function begin(next = instrument, compiled = module) {
  const { exports } = await WebAssembly.instantiate(compiled, { page });
  [instrument, module, core] = [next, compiled, exports];
  sessionStorage.setItem("instrument", instrument);
  document.body.dataset.instrument = instrument;
  // An address of another instrument is not this one's.
  if (addressParts()[0] !== names[instrument]) write(first(instrument), null);
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
  const [name, scene] = addressParts();
  if (name !== names[instrument] || !scene || !core.reopen) return;
  const bytes = new TextEncoder().encode(scene);
  putBytes(bytes);
  core.reopen(bytes.length, now());
}

/** Shows an instrument, which knows no source yet. */
async function show(next) {
  if (module && next === instrument) return;
  await begin(next, await WebAssembly.compileStreaming(fetch(versioned(instruments[next]))));
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
  sources = new Sources(() => begin(), show, events);
  if (history.state?.source !== undefined) core.source(history.state.source, now());
  keepOffline();
}

start();
