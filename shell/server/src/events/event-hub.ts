/** Decides which events are sent to which browser. */
import { CASE_EVENTS, type CaseEvent, type EventBus } from '@portal/service-kit';
import { digest } from '../session/encryption.ts';
import type { Session, Sessions } from '../session/sessions.ts';
import type { EventStream } from './event-stream.ts';
import { type PagePresence, Presence } from './presence.ts';

/** Minimum milliseconds between two events which say that a list has changed. */
const QUEUE_MS = 500;
/** Milliseconds between two heartbeats. It is shorter than the idle timeout of proxies, which is usually 60 seconds. */
const BEAT_MS = 20_000;
/** Milliseconds between two checks of whether the session of an open connection still exists, and with which roles. */
const SESSION_MS = 15_000;
const SWEEP_MS = 2_000;
/**
 * Milliseconds until a presence expires. A page repeats its presence every 15 seconds, and reports when the case is left. When a browser is killed, its
 * connection closes. When a network connection breaks, the presence expires after two missed repetitions.
 */
const LOOK_MS = 32_000;
/** Milliseconds within which a browser reconnects when its tabs hand over the connection or lose it for a moment. */
const GONE_MS = 700;

/** Maximum number of connections of one session. One per browser is enough, because the tabs of a browser share it. */
const MOST_STREAMS = 4;
/** Maximum number of cases that one session may have open at once. */
const MOST_LOOKS = 50;

const PRESENCE_CHANNEL = 'presence';
const ENDS = 'sessions';
const STREAMS = 'streams';

type Ended = { session: string } | { person: string };

/**
 * A message between instances about the connections of a session: `closed` – an instance has lost its last one; `open` – an instance has one; `gone` – a lost
 * connection was not replaced in time.
 */
interface StreamNews {
  session: string;
  is: 'closed' | 'open' | 'gone';
  /** Time in milliseconds when the last connection closed. A page that was opened later may have reported its presence before its stream connects. */
  at?: number;
}

/** Computes the key of a case in events. The id itself stays out of events, because it gives access to the document. */
export const caseKey = (id: string): string => digest(`case ${id}`);

export class EventHub {
  private readonly streams = new Map<string, Set<EventStream>>();
  private readonly presence: Presence;
  /** Timers of sessions whose last connection to this instance has closed. */
  private readonly closing = new Map<string, NodeJS.Timeout>();
  private stopping = false;
  /** Document kinds and agencies whose lists have changed since the last notification. */
  private readonly dirty = new Map<string, Pick<CaseEvent, 'kind' | 'rolePrefix' | 'agencyCode'>>();
  private queueTimer?: NodeJS.Timeout;
  private readonly timers: NodeJS.Timeout[];

  constructor(
    private readonly bus: EventBus,
    private readonly sessions: Sessions,
    private readonly now: () => number = Date.now,
  ) {
    this.presence = new Presence(now);
    bus.subscribe<CaseEvent[]>(
      CASE_EVENTS,
      (events) => this.onCases(events),
      () => this.resync(),
    );
    bus.subscribe<PagePresence>(PRESENCE_CHANNEL, (look) => this.presence.record(look) && this.tellPresence(look.case));
    bus.subscribe<Ended>(ENDS, (ended) => this.onEnd(ended));
    bus.subscribe<StreamNews>(STREAMS, (news) => this.onStreams(news));
    sessions.onEnd = (ended) => bus.publish(ENDS, ended);
    this.timers = [
      setInterval(() => this.each((stream) => stream.beat()), BEAT_MS),
      setInterval(() => void this.checkSessions(), SESSION_MS),
      setInterval(() => this.presence.expire().forEach((key) => void this.tellPresence(key)), SWEEP_MS),
    ];
    for (const timer of this.timers) timer.unref();
  }

  get size(): number {
    let size = 0;
    for (const those of this.streams.values()) size += those.size;
    return size;
  }

  /** Whether a session may open one more connection. */
  hasRoom({ key }: Session): boolean {
    return (this.streams.get(digest(key))?.size ?? 0) < MOST_STREAMS;
  }

  add(stream: EventStream): void {
    const those = this.streams.get(stream.key) ?? new Set();
    those.add(stream);
    this.streams.set(stream.key, those);
    this.bus.publish(STREAMS, { session: stream.key, is: 'open' } satisfies StreamNews);
  }

  remove(stream: EventStream): void {
    const those = this.streams.get(stream.key);
    those?.delete(stream);
    if (those?.size !== 0) return;
    this.streams.delete(stream.key);
    // The browsers of an instance that stops reconnect to another one, so nobody has left.
    if (this.stopping) return;
    const at = this.now();
    const tell = (is: StreamNews['is']) => this.bus.publish(STREAMS, { session: stream.key, is, at } satisfies StreamNews);
    clearTimeout(this.closing.get(stream.key));
    const timer = setTimeout(() => {
      this.closing.delete(stream.key);
      tell('gone');
    }, GONE_MS);
    this.closing.set(stream.key, timer);
    tell('closed');
  }

  private onStreams({ session, is, at = 0 }: StreamNews): void {
    if (is === 'open') {
      clearTimeout(this.closing.get(session));
      this.closing.delete(session);
    } else if (this.streams.has(session)) this.bus.publish(STREAMS, { session, is: 'open' } satisfies StreamNews);
    else if (is === 'gone') for (const key of this.presence.forget({ session }, at + LOOK_MS)) this.tellPresence(key);
  }

  /**
   * Records that a page of this session has a case open.
   * @returns the other people who have it open; undefined when the session has too many cases open
   */
  look({ key, user }: Session, id: string, tab: string): { case: string; others: string[] } | undefined {
    const session = digest(key);
    const person = digest(user.sub);
    const look: PagePresence = { case: caseKey(id), session, tab, person, name: user.name, until: this.now() + LOOK_MS };
    if (!this.presence.has(look) && this.presence.openedBy(session) >= MOST_LOOKS) return undefined;
    // The presence is recorded here at once. The same message comes back from the bus and then changes nothing.
    if (this.presence.record(look)) this.tellPresence(look.case);
    this.bus.publish(PRESENCE_CHANNEL, look);
    return { case: look.case, others: this.presence.others(look.case, person) };
  }

  /** Records that a page of this session has left a case. */
  leave({ key, user }: Session, id: string, tab: string): void {
    const look: PagePresence = { case: caseKey(id), session: digest(key), tab, person: digest(user.sub), name: '', until: 0 };
    if (this.presence.record(look)) this.tellPresence(look.case);
    this.bus.publish(PRESENCE_CHANNEL, look);
  }

  /** Ends all connections. The browsers reconnect to another instance, or later. */
  close(): void {
    this.stopping = true;
    for (const timer of [...this.timers, ...this.closing.values()]) clearInterval(timer);
    clearTimeout(this.queueTimer);
    this.each((stream) => stream.end());
  }

  private each(tell: (stream: EventStream) => void): void {
    for (const those of this.streams.values()) for (const stream of those) tell(stream);
  }

  private onCases(events: readonly CaseEvent[]): void {
    for (const event of events) {
      const { kind, rolePrefix, agencyCode } = event;
      this.dirty.set(`${kind} ${agencyCode}`, { kind, rolePrefix, agencyCode });
      this.tellCase(event);
      this.tellPeople(event);
    }
    this.queueTimer ??= setTimeout(() => this.tellQueues(), QUEUE_MS);
  }

  /** Sends the event to everybody who has the case open. */
  private tellCase({ id, what, kind, rolePrefix, agencyCode, by }: CaseEvent): void {
    const key = caseKey(id);
    for (const session of this.presence.sessionsAt(key))
      for (const stream of this.streams.get(session) ?? [])
        if (stream.mayRead(rolePrefix, agencyCode)) stream.send('case', { case: key, kind, what, mine: by === stream.session.user.sub });
  }

  /**
   * Notifies the officials whom a note mentions, the official whose question was answered, and the supervisors of an overdue case. The event has only the
   * reference of the case, which gives no access.
   */
  private tellPeople({ what, kind, reference, rolePrefix, agencyCode, to = [] }: CaseEvent): void {
    if (what === 'escalated')
      this.each((stream) => stream.has(`${rolePrefix}-supervise`) && stream.mayRead(rolePrefix, agencyCode) && stream.send('escalated', { kind, reference }));
    const told = what === 'noted' ? 'mention' : what === 'answered' ? 'answered' : undefined;
    if (told && to.length)
      this.each((stream) => to.includes(stream.session.user.sub) && stream.mayRead(rolePrefix, agencyCode) && stream.send(told, { kind, reference }));
  }

  private tellQueues(): void {
    this.queueTimer = undefined;
    const changed = [...this.dirty.values()];
    this.dirty.clear();
    this.each((stream) => {
      const kinds = new Set(changed.filter(({ rolePrefix, agencyCode }) => stream.mayRead(rolePrefix, agencyCode)).map(({ kind }) => kind));
      if (kinds.size) stream.send('queue', { kinds: [...kinds] });
    });
  }

  private tellPresence(key: string): void {
    for (const session of this.presence.sessionsAt(key))
      for (const stream of this.streams.get(session) ?? []) stream.send('presence', { case: key, others: this.presence.others(key, stream.person) });
  }

  /** Events that were sent while the bus was down are lost, so every page must reload what it shows. */
  private resync(): void {
    this.each((stream) => stream.send('resync', {}));
  }

  private onEnd(ended: Ended): void {
    for (const key of this.presence.forget(ended)) this.tellPresence(key);
    this.each((stream) => {
      if ('session' in ended ? stream.key === ended.session : stream.person === ended.person) this.finish(stream);
    });
  }

  private finish(stream: EventStream): void {
    stream.send('ended', {});
    stream.end();
    this.remove(stream);
  }

  private async checkSessions(): Promise<void> {
    for (const those of [...this.streams.values()]) {
      const [first] = those;
      if (!first) continue;
      // While the store is down, sessions are not ended. Calls are refused during that time anyway.
      const latest = await this.sessions.latest(first.session).catch(() => first.session);
      for (const stream of [...those]) {
        if (latest) stream.session = latest;
        else this.finish(stream);
      }
    }
  }
}
