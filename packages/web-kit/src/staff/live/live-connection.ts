/**
 * The browser's single connection to the gateway's event stream. One tab holds the connection and passes its events on to the others; another tab takes over
 * when it closes.
 */
import { background, refreshSession, sessionStore } from '../../session/session-store.ts';

/** An event of the gateway's stream. `case` is a digest that gives no access to the case; `kind` is the path of a kind, such as `/v1/professional`. */
export type LiveEvent =
  | { name: 'queue'; kinds: string[] }
  | { name: 'case'; case: string; kind: string; what: 'changed' | 'claimed' | 'released' | 'assigned' | 'noted' | 'answered' | 'escalated'; mine: boolean }
  | { name: 'presence'; case: string; others: string[] }
  | { name: 'mention' | 'answered' | 'escalated'; kind: string; reference: string }
  /** Events may have been missed, so everything that is shown must be read again. */
  | { name: 'resync' };

type Listener = (event: LiveEvent) => void;

const names = ['queue', 'case', 'presence', 'mention', 'answered', 'escalated', 'resync'] as const;
const NAME = 'portal.live';
const FIRST_WAIT = 4_000;
const LONGEST_WAIT = 300_000;

/** Returns a random wait between half of `milliseconds` and all of it, so that pages that lost the same gateway do not reconnect at the same moment. */
export const jittered = (milliseconds: number): number => milliseconds * (0.5 + Math.random() / 2);

const isOfficial = (): boolean => {
  const { user, roles } = sessionStore.get().data;
  return user !== null && roles.length > 0;
};

export class LiveConnection {
  private readonly listeners = new Set<Listener>();
  private channel?: BroadcastChannel;
  private source?: EventSource;
  private leading?: AbortController;
  private timer?: ReturnType<typeof setTimeout>;
  private failures = 0;
  private missed = false;

  /** Listens until the returned function is called. There is a connection only while there are listeners. */
  subscribe(listener: Listener): () => void {
    this.listeners.add(listener);
    if (this.listeners.size === 1) this.start();
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) this.stop();
    };
  }

  private start(): void {
    if (typeof EventSource === 'undefined' || !isOfficial()) return;
    if (typeof BroadcastChannel !== 'undefined') {
      this.channel = new BroadcastChannel(NAME);
      this.channel.onmessage = ({ data }: MessageEvent<LiveEvent>) => this.tell(data);
    }
    const leading = new AbortController();
    this.leading = leading;
    const { locks } = globalThis.navigator ?? {};
    if (!locks || !this.channel) {
      this.open();
      return;
    }
    const began = Date.now();
    locks
      .request(NAME, { signal: leading.signal }, () => {
        // If this tab had to wait, the tab that held the connection has closed, and the events in between are lost.
        this.missed = Date.now() - began > 1_000;
        this.open();
        return new Promise<void>((done) => leading.signal.addEventListener('abort', () => done()));
      })
      .catch(() => undefined);
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.leading?.abort();
    this.leading = undefined;
    this.source?.close();
    this.source = undefined;
    this.channel?.close();
    this.channel = undefined;
    this.missed = false;
  }

  private open(): void {
    const source = new EventSource('/events');
    this.source = source;
    source.addEventListener('ready', () => {
      this.failures = 0;
      if (this.missed) this.pass({ name: 'resync' });
      this.missed = true;
    });
    for (const name of names)
      source.addEventListener(name, ({ data }: MessageEvent<string>) => this.pass({ ...(JSON.parse(data) as object), name } as LiveEvent));
    source.addEventListener('ended', () => {
      source.close();
      void refreshSession(background);
    });
    // The browser itself restores an interrupted connection. A refused connection is tried again here, at growing intervals.
    source.addEventListener('error', () => {
      this.missed = true;
      if (source.readyState === EventSource.CLOSED && source === this.source) this.later();
    });
  }

  private later(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(
      async () => {
        await refreshSession(background);
        if (this.leading && isOfficial()) this.open();
      },
      jittered(Math.min(FIRST_WAIT * 2 ** this.failures++, LONGEST_WAIT)),
    );
  }

  private pass(event: LiveEvent): void {
    this.channel?.postMessage(event);
    this.tell(event);
  }

  private tell(event: LiveEvent): void {
    for (const listener of this.listeners) listener(event);
  }
}

/** The connection of this page. */
export const liveConnection = new LiveConnection();
