import { isAnonymousForm, keptAnswer, SYNC_TAG, sendAnonymously, sendWaitingForms, sweepAnswers } from '@portal/web-kit/offline';
import { documentPage } from './document-page.ts';
import { KeptAnswers } from './kept-answers.ts';
import { KeptFiles } from './kept-files.ts';
import { pageFor } from './manifest.ts';
import { type CallEvent, scope } from './scope.ts';

/** Placeholder that the gateway replaces by its public key. */
const KEY = '__PORTAL_OFFLINE_KEY__';
/** Time in ms that a page or a call waits for a network that does not answer. */
const PATIENCE_MS = 3_000;

const files = new KeptFiles(KEY);
const answers = new KeptAnswers();

/** Rejects when there is no answer in time, or at once when the device knows that it has no network. */
function inTime(answer: Promise<Response>): Promise<Response> {
  answer.catch(() => undefined);
  if (!navigator.onLine) return Promise.race([answer, Promise.reject(new Error('offline'))]);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('late')), PATIENCE_MS);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/**
 * Checks that the gateway is down, so that something in front of it answers in its place. A gateway that queues visitors, or says that an area is stopped, is
 * not down.
 */
const isDown = ({ status, headers }: Response): boolean =>
  (status === 502 || status === 503 || status === 504) && !headers.has('x-portal-queue') && !headers.has('x-area-stopped');

/** Returns the stored page for a public address. */
async function keptPage({ pathname, search }: URL): Promise<Response | undefined> {
  const manifest = await files.manifest();
  if (!manifest) return undefined;
  const page = pageFor(manifest, pathname, search);
  const filled = search === '' ? await documentPage(manifest, files, keptAnswer, pathname).catch(() => undefined) : undefined;
  const html = filled ?? (page && (await files.page(page)));
  return html === undefined
    ? undefined
    : new Response(html, { headers: { ...manifest.headers, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' } });
}

/**
 * Opens a page from the network, or from the device if the network does not give it. The browser itself requests the page (navigation preload), because only
 * then does the gateway put the area tokens into it.
 */
async function openPage(event: CallEvent, url: URL): Promise<Response> {
  const fromNetwork = (async () => (await event.preloadResponse) ?? fetch(event.request))();
  event.waitUntil(fromNetwork.catch(() => undefined));
  try {
    const page = await inTime(fromNetwork);
    return isDown(page) ? ((await keptPage(url)) ?? page) : page;
  } catch {
    return (await keptPage(url)) ?? fromNetwork;
  }
}

async function answerCall(request: Request, url: URL): Promise<Response> {
  const manifest = await files.manifest();
  const find = async () =>
    (manifest && answers.covers(manifest, url) ? await answers.find(manifest, request) : undefined) ?? (await keptAnswer(url.pathname).catch(() => undefined));
  const fromNetwork = fetch(request);
  try {
    const answer = await inTime(fromNetwork);
    return isDown(answer) ? ((await find()) ?? answer) : answer;
  } catch {
    return (await find()) ?? fromNetwork;
  }
}

const isFile = (path: string): boolean => path.startsWith('/assets/') || path.startsWith('/remotes/');
/** Checks that no page at this path is ever stored. Pages below `/staff` are not excluded here: those that an area lists open without a network. */
const isNeverKept = (path: string): boolean => /^\/(other|operations|identity|auth|dev)(\/|$)/.test(path);
const mayBeKept = (path: string): boolean => path.startsWith('/api/reference/v1/catalogue/') || path.startsWith('/api/declarations/');

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate') {
    const isKept = !isNeverKept(url.pathname) && !isFile(url.pathname) && !url.pathname.startsWith('/api/');
    const asked = scope.registration.navigationPreload && event.preloadResponse;
    // Without navigation preload the worker could not get a page with tokens, so it does not interfere while there is a network.
    if (isKept && (asked || !navigator.onLine)) event.respondWith(openPage(event, url));
    // The browser has sent the request already. If the worker did not use that answer, the browser would send a second request, and an address that is valid
    // only once, such as the return from the identity provider, would fail.
    else if (asked) event.respondWith(asked.then((answer) => answer ?? fetch(request)));
  } else if (request.destination === 'image' && navigator.onLine) {
    // Only the browser itself may request a picture without the area's token. In some browsers a request of the worker does not say that it is for a picture.
    return;
  } else if (request.headers.get('cache-control') === 'no-cache') {
    // The page wants the network's answer, however long it takes (`fromNetwork`).
    return;
  } else if (isFile(url.pathname)) event.respondWith(files.file(url.pathname).then((file) => file ?? fetch(request)));
  else if (mayBeKept(url.pathname)) event.respondWith(answerCall(request, url));
});

async function renew(scanner: boolean): Promise<void> {
  const now = await files.renew(scanner);
  if (!now) return;
  await sweepAnswers(now).catch(() => undefined);
  const manifest = await files.manifest();
  if (manifest) await answers.renew(manifest);
}

let renewing: Promise<void> | undefined;

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([scope.clients.claim(), scope.registration.navigationPreload?.enable()]).catch(() => undefined)),
);
/** The browser sends this event when there is a network again, even when no page of the portal is open. It sends the event again if the work fails. */
scope.addEventListener('sync', (event) => {
  if (event.tag !== SYNC_TAG) return;
  event.waitUntil(
    sendWaitingForms(isAnonymousForm, sendAnonymously).then((later) => {
      if (later) throw new Error('something is still to be sent');
    }),
  );
});
scope.addEventListener('message', (event) => {
  if (event.data !== 'renew' && event.data !== 'renew with scanner') return;
  const scanner = event.data !== 'renew';
  // A page that loads while the update is running asks for the same update, so one run is enough. What a failed connection interrupts continues the next time.
  if (!renewing || scanner) {
    const done: Promise<void> = (renewing ?? Promise.resolve())
      .then(() => renew(scanner))
      .catch(() => undefined)
      .finally(() => {
        if (renewing === done) renewing = undefined;
      });
    renewing = done;
  }
  event.waitUntil(renewing.then(() => event.ports[0]?.postMessage('renewed')));
});
