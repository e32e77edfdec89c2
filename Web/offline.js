// Keeps the page for when there is no server, where the browser allows it: on secure origins. ?nosw ends that and shows the server's own files.

const bar = document.getElementById("update");
const workers = navigator.serviceWorker;
const { version } = globalThis.waveglassFiles ?? {};

/** The address of a file of the version that this page began with, whatever was updated since. */
export const versioned = (name) => (version ? `${name}?version=${version}` : name);

// For as long as the page lives: what it may still need of its version is kept.
if (version) navigator.locks?.request(`waveglass-${version}`, { mode: "shared" }, () => new Promise(() => {})).catch(() => {});

/** Begins to keep the page's files, and offers a new version once it is there; it never takes over by itself while a page runs. */
export async function keepOffline() {
  if (!workers) return;
  if (new URLSearchParams(location.search).has("nosw")) return forget();
  let isFirst = !workers.controller, isAsked = false, registration;
  const offer = () => {
    // The first version waits for nobody, though WebKit says that it controls the page by then.
    if (!registration?.waiting || !registration.active) return;
    bar.hidden = false;
    // A newer version replaced the one that the tap was for.
    if (isAsked) registration.waiting.postMessage("take over");
  };
  workers.addEventListener("controllerchange", () => {
    if (isAsked) return location.reload();
    // Another tab was updated: this one goes on as it is.
    bar.hidden = isFirst;
    isFirst = false;
  });
  bar.querySelector("button").addEventListener("click", () => {
    isAsked = true;
    if (registration?.waiting) registration.waiting.postMessage("take over");
    else location.reload();
  });
  // The first picture comes first.
  await new Promise((done) => setTimeout(done, 1000));
  try {
    registration = await workers.register("sw.js", { updateViaCache: "none" });
  } catch {
    // Private windows and certificates that are not trusted allow none: all else works.
    return;
  }
  // Some browsers answer so where they are told to allow none.
  if (!registration) return;
  offer();
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", offer));
  workers.controller?.postMessage("tidy");
}

async function forget() {
  for (const registration of await workers.getRegistrations()) await registration.unregister();
  for (const name of await caches.keys()) if (name.startsWith("waveglass-")) await caches.delete(name);
}
