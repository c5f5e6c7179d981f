import { markStopped, refreshRegistry, registry } from '../registry.ts';

/**
 * Asks the gateway which areas are stopped, while an area is on the screen and the tab is visible. A stream of events costs nothing while nothing happens.
 * Without a stream the page polls every few seconds, as often as the gateway allows.
 */
const ADDRESS = '/stopped-areas';
/** Delay in ms before the page begins to listen. It has just come from the gateway and has other things to do. */
const BEGIN_MS = 2_000;
/** Time in ms after which a stream without any event is given up, because it does not get through. */
const SILENT_MS = 5_000;
const POLL_MS = 2_500;
/** Number of polls after which the page tries to open a stream again. */
const TRY_STREAM_AFTER = 24;
/** Longest random delay in ms before the page requests an area that is open again, so that not all pages request it at once. */
const SPREAD_MS = 1_500;
/** Delay in ms before another attempt. Behind a load balancer another gateway may answer, which learns of the change a moment later. */
const LATER_MS = 1_000;
const MOST_TRIES = 5;

let source: EventSource | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let wanted = false;

const namesIn = (value: unknown): string[] => {
  const { areas } = (value ?? {}) as { areas?: unknown };
  return Array.isArray(areas) ? areas.map(String) : [];
};

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

let latest: string[] = [];

/** Applies the list of stopped areas from the gateway. An area that is open again needs a new registry, which names its files. */
async function take(names: string[]): Promise<void> {
  latest = names;
  markStopped(names);
  const isBehind = () => registry.get()?.areas.some((area) => area.stopped && !latest.includes(area.name)) === true;
  if (!isBehind()) return;
  await wait(Math.random() * SPREAD_MS);
  for (let tries = 0; tries < MOST_TRIES && isBehind(); tries++) {
    await refreshRegistry(true).catch(() => undefined);
    if (isBehind()) await wait(LATER_MS);
  }
}

function close(): void {
  clearTimeout(timer);
  timer = undefined;
  source?.close();
  source = undefined;
}

function stream(): void {
  close();
  const opened = new EventSource(ADDRESS);
  source = opened;
  timer = setTimeout(() => poll(), SILENT_MS);
  opened.addEventListener('stopped', ({ data }: MessageEvent<string>) => {
    clearTimeout(timer);
    void take(namesIn(JSON.parse(data)));
  });
  // The browser reconnects an interrupted stream by itself, but not a refused one.
  opened.addEventListener('error', () => {
    if (opened.readyState === EventSource.CLOSED && source === opened) void poll();
  });
}

async function poll(times = 0): Promise<void> {
  close();
  if (times >= TRY_STREAM_AFTER) return stream();
  let again = POLL_MS;
  try {
    const answer = (await (await fetch(ADDRESS, { cache: 'no-store', headers: { accept: 'application/json' } })).json()) as { again?: number };
    void take(namesIn(answer));
    again = Math.max(POLL_MS, Number(answer.again) || 0);
  } catch {
    // Ignore the error: there may be a network again at the next call.
  }
  if (isListening()) timer = setTimeout(() => void poll(times + 1), again);
}

const isListening = (): boolean => wanted && document.visibilityState === 'visible';

function begin(): void {
  if (!isListening()) close();
  else if (typeof EventSource === 'undefined') void poll();
  else stream();
}

/** Begins to listen. It is called when an area comes onto the screen. */
export function listenForStops(): void {
  if (wanted) return;
  wanted = true;
  document.addEventListener('visibilitychange', begin);
  timer = setTimeout(begin, BEGIN_MS);
}

/** Stops listening. It is called when the area is left. */
export function stopListening(): void {
  wanted = false;
  document.removeEventListener('visibilitychange', begin);
  close();
}
