// offline.js is the service worker of the page. It keeps the page as it was loaded last. Where there is no network it
// shows that one, which says that it waits.

/** @type {any} */
const worker = self;
const address = new URL('play', worker.registration.scope).href;

// isPage reports whether an address is that of the page alone. With an act in it the page differs from time to time.
/** @param {URL} url */
function isPage({ origin, pathname, searchParams }) {
  const isHere = [address, worker.registration.scope].includes(origin + pathname);
  return isHere && !searchParams.has('open');
}

// load loads the page and keeps it or, without a network, returns the one that was kept.
/** @param {any} event @returns {Promise<Response>} */
async function load(event) {
  const kept = await caches.open('page');
  try {
    const answer = await fetch(event.request);
    if (answer.ok) event.waitUntil(kept.put(address, answer.clone()));
    return answer;
  } catch (offline) {
    const before = await kept.match(address, { ignoreVary: true });
    if (before) return before;
    throw offline;
  }
}

worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { mode, method, url } = event.request;
  if (mode === 'navigate' && method === 'GET' && isPage(new URL(url))) event.respondWith(load(event));
});
