/** The event stream (`text/event-stream`) of one browser. */
import type { ServerResponse } from 'node:http';
import { digest } from '../session/encryption.ts';
import type { Session } from '../session/sessions.ts';

/** Number of unread bytes at which a browser that reads too slowly is disconnected. It then reconnects and loads everything again. */
const MOST_WAITING = 64 * 1024;

/** The names of the events that are sent to browsers. */
export type EventName = 'ready' | 'queue' | 'case' | 'presence' | 'mention' | 'answered' | 'escalated' | 'resync' | 'ended';

/** Returns a random delay in milliseconds before a browser reconnects, so that the browsers of a gateway that stops do not all reconnect at once. */
const returnMs = (): number => 1_000 + Math.floor(Math.random() * 5_000);

export class EventStream {
  /** Digest of the session's key. Other instances use the same digest for the session. */
  readonly key: string;
  readonly person: string;

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
      // Tells proxies not to buffer the response.
      'x-accel-buffering': 'no',
    });
    raw.write(`retry: ${returnMs()}\n\n`);
    this.send('ready', {});
  }

  send(event: EventName, data: object): void {
    this.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /** Sends a heartbeat. It keeps the connection open through proxies, and shows when the browser is gone. */
  beat(): void {
    this.write(':\n\n');
  }

  /** Closes the stream. The browser reconnects by itself, unless it was told that its session has ended. */
  end(): void {
    this.raw.end();
  }

  /** Checks whether the session's roles and agencies give access to the documents of a kind and an agency. */
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
