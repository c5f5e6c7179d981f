import { isNobodys, keptAnswer, SYNC_TAG, sendAsNobody, sendWaiting, sweepAnswers } from '@portal/web-kit/offline';
import { documentPage } from './document-page.ts';
import { KeptAnswers } from './kept-answers.ts';
import { KeptFiles } from './kept-files.ts';
import { pageFor } from './manifest.ts';
import { type CallEvent, scope } from './scope.ts';

/** The gateway puts its public key here. */
const KEY = '__PORTAL_OFFLINE_KEY__';
/** How long a page or a call waits for a network that says nothing. */
const PATIENCE_MS = 3_000;

const files = new KeptFiles(KEY);
const answers = new KeptAnswers();

/** Rejects when there is no answer in time; at once where the device knows that it has no network. */
function inTime(answer: Promise<Response>): Promise<Response> {
  answer.catch(() => undefined);
  if (!navigator.onLine) return Promise.race([answer, Promise.reject(new Error('offline'))]);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('late')), PATIENCE_MS);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/** A gateway in front of which something else answers is as good as none. One that lets people queue, or says that an area is stopped, is there. */
const isDown = ({ status, headers }: Response): boolean =>
  (status === 502 || status === 503 || status === 504) && !headers.has('x-portal-queue') && !headers.has('x-area-stopped');

/** The kept page for an address of the public. */
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
 * Opens a page: from the network, and from the device where the network gives none. The browser itself asks for it (navigation preload): only
 * then does the gateway give the page its area tokens.
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
/** Of the pages below `/staff` those open without a network that an area lists. */
const isNeverKept = (path: string): boolean => /^\/(other|operations|identity|auth|dev)(\/|$)/.test(path);
const mayBeKept = (path: string): boolean => path.startsWith('/api/reference/v1/catalogue/') || path.startsWith('/api/declarations/');

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate') {
    const isKept = !isNeverKept(url.pathname) && !isFile(url.pathname) && !url.pathname.startsWith('/api/');
    const asked = scope.registration.navigationPreload && event.preloadResponse;
    // Without preload the worker could not bring the tokens, so it stays aside while there is a network.
    if (isKept && (asked || !navigator.onLine)) event.respondWith(openPage(event, url));
    // The browser has asked already. Left to itself it asks a second time, and what counts once, as the way back from the provider, fails.
    else if (asked) event.respondWith(asked.then((answer) => answer ?? fetch(request)));
  } else if (request.destination === 'image' && navigator.onLine) {
    // Only the browser itself may ask for a picture without the area's token: in some browsers a call of the worker does not say that it is for one.
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
/** The browser calls this when there is a network again, also when no page of the portal is open. It calls again where it fails. */
scope.addEventListener('sync', (event) => {
  if (event.tag !== SYNC_TAG) return;
  event.waitUntil(
    sendWaiting(isNobodys, sendAsNobody).then((later) => {
      if (later) throw new Error('something is still to be sent');
    }),
  );
});
scope.addEventListener('message', (event) => {
  if (event.data !== 'renew' && event.data !== 'renew with scanner') return;
  const scanner = event.data !== 'renew';
  // A page that loads while it is being done asks for the same. What the line broke off goes on the next time.
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
