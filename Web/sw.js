// Answers for the page's own files, all of one version, so that the page opens without a server. Whatever is not listed in files.js goes to the
// server as if this were not here: the socket, pairing, measurements of the server's health.
importScripts("files.js");

const { version, names } = self.waveglassFiles;
const kept = [...names, "files.js"];
const prefix = "waveglass-";
const path = (name) => (name === "index.html" ? "/" : `/${name}`);

addEventListener("install", (event) => {
  // All or none: a version of which a file is missing is not installed.
  const requests = kept.map((name) => new Request(path(name), { cache: "no-cache" }));
  event.waitUntil(caches.open(prefix + version).then((cache) => cache.addAll(requests)));
});

addEventListener("activate", (event) => event.waitUntil(tidy().then(() => clients.claim())));

/** Deletes versions that no page shows: each page holds a lock with its version's name for as long as it lives. */
async function tidy() {
  // A version that waits is not locked yet.
  if (registration.installing || registration.waiting) return;
  const { held, pending } = await navigator.locks.query();
  const used = [prefix + version, ...[...held, ...pending].map(({ name }) => name)];
  const outdated = (name) => name.startsWith(prefix) && !used.includes(name);
  await Promise.all((await caches.keys()).filter(outdated).map((name) => caches.delete(name)));
}

addEventListener("message", (event) => {
  // The user's tap on "Update"; otherwise a new version waits until no page runs the old one.
  if (event.data === "take over") skipWaiting();
  if (event.data === "tidy") event.waitUntil(tidy());
});

addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  const name = url.pathname === "/" ? "index.html" : url.pathname.slice(1);
  // A page that began with another version goes on with that one's files.
  const wanted = url.searchParams.get("version") ?? version;
  if (wanted !== version || kept.includes(name)) event.respondWith(answer(event, name, wanted));
});

const bypasses = (address) => new URL(address).searchParams.has("nosw");

async function answer({ request, clientId }, name, wanted) {
  const client = clientId ? await clients.get(clientId) : undefined;
  if (bypasses(request.url) || (client && bypasses(client.url))) return fetch(request);
  const found = await caches.match(path(name), { cacheName: prefix + wanted });
  // Nothing rather than a file of another version.
  return found ?? (wanted === version ? fetch(request) : new Response("This version is gone: reload the page.", { status: 410 }));
}
