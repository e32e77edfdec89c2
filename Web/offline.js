// Keeps the page for when there is no server, where the browser allows it: on secure origins. ?nosw ends that and shows the server's own files.

const bar = document.getElementById("update");

/** Begins to keep the page's files, and offers a new version once it is there; it never takes over by itself while a page runs. */
export async function keepOffline() {
  const workers = navigator.serviceWorker;
  if (!workers) return;
  if (new URLSearchParams(location.search).has("nosw")) return forget(workers);
  // The first picture comes first.
  await new Promise((done) => setTimeout(done, 1000));
  let registration;
  try {
    registration = await workers.register("sw.js", { updateViaCache: "none" });
  } catch {
    // Private windows and certificates that are not trusted allow none: all else works.
    return;
  }
  // Some browsers answer so where they are told to allow none.
  if (!registration) return;
  const offer = () => {
    if (registration.waiting && workers.controller) bar.hidden = false;
  };
  offer();
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", offer));
  bar.querySelector("button").addEventListener("click", () => {
    workers.addEventListener("controllerchange", () => location.reload(), { once: true });
    registration.waiting?.postMessage("take over");
  });
}

async function forget(workers) {
  for (const registration of await workers.getRegistrations()) await registration.unregister();
  for (const name of await caches.keys()) if (name.startsWith("waveglass-")) await caches.delete(name);
}
