// Answers for the page's own files, all of one version, so that the page opens without a server. Whatever is not listed in files.js goes to the
// server as if this were not here: the socket, pairing, measurements of the server's health.
importScripts("files.js");

const { version, names } = self.waveglassFiles;
const prefix = "waveglass-";
const path = (name) => (name === "index.html" ? "/" : `/${name}`);

addEventListener("install", (event) => {
  // All or none: a version of which a file is missing is not installed.
  const requests = names.map((name) => new Request(path(name), { cache: "no-cache" }));
  event.waitUntil(caches.open(prefix + version).then((cache) => cache.addAll(requests)));
});

addEventListener("activate", (event) => {
  const outdated = (name) => name.startsWith(prefix) && name !== prefix + version;
  event.waitUntil(caches.keys()
    .then((all) => Promise.all(all.filter(outdated).map((name) => caches.delete(name))))
    .then(() => clients.claim()));
});

// The user's tap on "Update"; otherwise a new version waits until no page runs the old one.
addEventListener("message", ({ data }) => data === "take over" && skipWaiting());

addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  const name = url.pathname === "/" ? "index.html" : url.pathname.slice(1);
  if (names.includes(name)) event.respondWith(answer(event, name));
});

const bypasses = (address) => new URL(address).searchParams.has("nosw");

async function answer({ request, clientId }, name) {
  const client = clientId ? await clients.get(clientId) : undefined;
  if (bypasses(request.url) || (client && bypasses(client.url))) return fetch(request);
  return (await caches.match(path(name), { cacheName: prefix + version })) ?? fetch(request);
}
