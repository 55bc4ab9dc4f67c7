// Keeps the page itself, so that it opens without a connection. Answers are never kept here: they grow old.

const SHELL = "flyfun-shell-4";
const FILES = [
  "/", "/page/style.css", "/page/app.js", "/page/view.js", "/page/fold.js", "/page/stream.js", "/page/words.js", "/page/gpx.js", "/page/history.js", "/page/sample.js", "/page/map/begin.js",
  "/page/icon.svg", "/page/phone.svg", "/page/mail.svg", "/page/manifest.webmanifest",
];

addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll(FILES)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => clients.claim()));
});

/** The network first: what is kept stands in only where that does not answer. */
addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== location.origin || !FILES.includes(pathname)) return;
  event.respondWith((async () => {
    const cache = await caches.open(SHELL);
    try {
      const fresh = await fetch(event.request);
      if (fresh.ok) await cache.put(pathname, fresh.clone());
      return fresh;
    } catch {
      return (await cache.match(pathname)) ?? Response.error();
    }
  })());
});
