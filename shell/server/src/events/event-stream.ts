/** One `text/event-stream` of one browser. */
import type { ServerResponse } from 'node:http';
import { digest } from '../session/encryption.ts';
import type { Session } from '../session/sessions.ts';

/** A browser that reads slower than it is told things is disconnected at this many waiting bytes; it then asks for everything anew. */
const MOST_WAITING = 64 * 1024;

/** The names of the events that a browser gets. */
export type EventName = 'ready' | 'queue' | 'case' | 'presence' | 'mention' | 'answered' | 'escalated' | 'resync' | 'ended';

/** When a browser may come back, at random, so that those of a gateway that stops do not all come at once. */
const returnMs = (): number => 1_000 + Math.floor(Math.random() * 5_000);

export class EventStream {
  /** The digest of the session's key, by which other instances name the session too. */
  readonly key: string;
  readonly person: string;
  /** Kinds whose lists have changed since the browser was told last. */
  readonly changed = new Set<string>();

  constructor(
    public session: Session,
    private readonly raw: ServerResponse,
    headers: Record<string, number | string | string[] | undefined>,
  ) {
    this.key = digest(session.key);
    this.person = digest(session.user.sub);
    raw.writeHead(200, {
      ...(headers as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Proxies that would collect the answer first pass it on at once.
      'x-accel-buffering': 'no',
    });
    raw.write(`retry: ${returnMs()}\n\n`);
    this.send('ready', {});
  }

  send(event: EventName, data: object): void {
    this.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /** Keeps the connection open through proxies, and finds out when the browser is gone. */
  beat(): void {
    this.write(':\n\n');
  }

  /** Closes the stream. The browser reconnects by itself, unless it was told that its session has ended. */
  end(): void {
    this.raw.end();
  }

  /** Whether the session's roles and agencies open the documents of a kind and an agency. */
  mayRead(rolePrefix: string, agencyCode: string | null): boolean {
    return this.has(`${rolePrefix}-read`) && agencyCode !== null && this.session.agencies.includes(agencyCode);
  }

  has(role: string): boolean {
    return this.session.roles.includes(role);
  }

  private write(text: string): void {
    if (this.raw.writableEnded || this.raw.destroyed) return;
    this.raw.write(text);
    if (this.raw.writableLength > MOST_WAITING) this.raw.destroy();
  }
}
