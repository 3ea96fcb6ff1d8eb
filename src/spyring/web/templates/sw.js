// What an installed page keeps: static files, which are the same for everybody, and a page for when there is no connection. Never a table, never an answer
// of the server that was made for somebody. And it takes calls while no page is open.
const CACHE = "shell-{{ mark }}";
const SHELL = {{ shell | tojson }};
const MOST = 200;

self.addEventListener("install", (event) => event.waitUntil(fill().then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(tidy().then(() => self.clients.claim())));

async function fill() {
  const cache = await caches.open(CACHE);
  await cache.addAll(SHELL);
}

async function tidy() {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
}

// The address of such a file changes with its content.
const lasts = ({ origin, pathname, search }) =>
  origin === location.origin && ((pathname.startsWith("/static/") && search !== "") || pathname.startsWith("/fonts/"));

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  if (event.request.mode === "navigate") event.respondWith(fetch(event.request).catch(() => caches.match("/offline", { ignoreVary: true })));
  else if (lasts(new URL(event.request.url))) event.respondWith(kept(event.request));
});

async function kept(request) {
  const cache = await caches.open(CACHE);
  const found = await cache.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok && (await cache.keys()).length < MOST) await cache.put(request, answer.clone());
  return answer;
}

// Whoever looks at one of our pages sees whose turn it is there.
self.addEventListener("push", (event) => event.waitUntil(call(event.data?.text() ?? "")));

async function call(text) {
  const pages = await clients.matchAll({ type: "window" });
  if (pages.some((page) => page.focused)) return;
  await registration.showNotification("Spyring", { body: text, tag: text, icon: "{{ static('icon-192.png') }}" });
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(goBack(event.notification.data?.page));
});

async function goBack(address) {
  const pages = await clients.matchAll({ type: "window" });
  const open = pages.find(({ url }) => url === address);
  await (open ? open.focus() : clients.openWindow(address ?? "/turn"));
}
