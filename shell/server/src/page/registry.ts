import { createHash } from 'node:crypto';
import {
  abortCanary,
  type Change,
  type Decision,
  type Entry,
  isGenuineOrder,
  type Order,
  orderAfter,
  parseRegistry,
  type Store,
  signOrder,
} from '@portal/remotes';
import { dateTime } from '@portal/service-kit';
import { followOrders, type ServedArea, servedAreas } from '../control/orders-in-force.ts';
import { type AreaVisitors, abortReason, type CanaryLimits, getsCanary } from './canary.ts';
import type { LastGoodRegistry } from './last-good-registry.ts';
import type { TrustedKeysFile } from './trusted-keys-file.ts';
import { type ActiveEntries, verifyRegistry } from './verify-registry.ts';

/** A deployed area in the registry. The gateway reads these fields and passes the others on to the page. */
export type Area = Entry & {
  /** The time (UTC) at which operators stopped the area. Its entry then names no files. */
  stopped?: string;
};

export interface RegistryDocument {
  generation: number;
  areas: Area[];
  /** Set when this is not the newest state; contains the reason. */
  notice?: string;
}

/** The registry as one visitor gets it. */
export interface RegistryState {
  document: RegistryDocument;
  json: string;
  etag: string;
  /** Whether the registry may differ between visitors. */
  personal: boolean;
  /** Canaries that some visitors get instead of the stable entries. */
  canaries: Area[];
}

export interface RegistryParts {
  store: Store;
  trust: TrustedKeysFile;
  accepted: LastGoodRegistry;
  log: { error(fields: object, message: string): void };
  /** Returns how many visitors reported on each version recently, and for how many of them it failed. */
  visitors: () => AreaVisitors[];
  limits: CanaryLimits;
  /** The key that authenticates the orders of operators. */
  orderKey: Buffer;
  /** Counts aborted canaries. Called with 0 when a canary begins, and with 1 when it is aborted. */
  ended: (canary: { area: string; version: string }, by: 0 | 1) => void;
}

const LONGEST_WAIT = 300;
const JUDGE_EVERY = 250;
/** Milliseconds between two reads of the registry while pages listen for stopped areas. */
const LISTEN_EVERY = 500;
/** Minimum milliseconds between two attempts to write a lost order back into the registry. */
const PUT_BACK_EVERY = 60_000;

/** A callback that receives the names of the stopped areas. */
type Listener = (stopped: string[]) => void;

const nothing = { generation: 0, notice: 'No part of the portal is deployed yet.' };

/**
 * Serves the registry of the deployed remotes, and reads it again whenever it changes. An entry without a valid signature is not served: the last good entry of
 * its area stays active. While the registry cannot be read, everything stays active.
 */
export class Registry {
  private served: Map<string, ServedArea>;
  private readonly listeners = new Set<Listener>();
  private listening?: NodeJS.Timeout;
  private told = '';
  private putBackAt = 0;
  private head: { generation: number; notice?: string } = nothing;
  private states = new Map<string, RegistryState>();
  private seen = '';
  private storeTag?: string;
  private askedAt = Number.NEGATIVE_INFINITY;
  private judgedAt = 0;
  private asking?: Promise<void>;
  /** Canaries that this gateway has aborted, by signature. They are never served again. */
  private readonly aborted = new Set<string>();
  /** The visitors that a version already had when it became a canary. They do not count for or against it. */
  private readonly baselines = new Map<string, AreaVisitors>();

  private constructor(
    private readonly parts: RegistryParts,
    private active: Map<string, ActiveEntries>,
  ) {
    this.served = servedAreas(active);
  }

  /** Opens the registry with the state that was in force before the last restart. */
  static async open(parts: RegistryParts): Promise<Registry> {
    return new Registry(parts, await parts.accepted.load());
  }

  /** Returns the current registry for a visitor of this bucket. Without a bucket it contains only the stable entries. */
  async current(bucket?: number): Promise<RegistryState> {
    await this.refresh();
    this.judgeCanaries();
    const chosen = bucket === undefined ? [] : this.canaries().filter((canary) => getsCanary(bucket, canary));
    const key = chosen.map(({ name }) => name).join(' ');
    const known = this.states.get(key) ?? this.stateOf(new Map(chosen.map((canary) => [canary.name, canary])));
    this.states.set(key, known);
    return known;
  }

  private canaries(): Area[] {
    return [...this.served.values()].flatMap(({ canary, stopped }) => (canary && !stopped && !this.aborted.has(canary.signature) ? [canary] : []));
  }

  private stateOf(chosen: Map<string, Area>): RegistryState {
    const areas = [...this.served].map(([name, { stable, stopped }]) => (stopped ? withoutFiles(stable, stopped.at) : (chosen.get(name) ?? stable)));
    const document = { ...this.head, areas };
    const json = JSON.stringify(document);
    const canaries = this.canaries();
    const etag = `"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"`;
    return { document, json, etag, canaries, personal: canaries.length > 0 };
  }

  private async refresh(): Promise<void> {
    if (Date.now() - this.askedAt >= this.parts.store.askEvery) {
      this.asking ??= this.read().finally(() => {
        this.asking = undefined;
        this.askedAt = Date.now();
      });
    }
    // Does not wait for a slow store, but serves the last good state meanwhile.
    const patience = this.seen && this.parts.store.askEvery > 0 ? new Promise((done) => setTimeout(done, LONGEST_WAIT).unref()) : undefined;
    await (patience ? Promise.race([this.asking, patience]) : this.asking);
  }

  private async read(): Promise<void> {
    const { trust, tag: trustTag, fault } = await this.parts.trust.current();
    const problems = fault ? [fault] : [];
    let { generation } = this.head;
    // Used when the store fails. It differs from every real tag, so that the next read tries again.
    let tag = `${trustTag} unreadable`;
    try {
      const found = await this.parts.store.readRegistry(this.storeTag);
      const version = `${trustTag} ${found.tag}`;
      if (version === this.seen) {
        return;
      }
      // When only the trusted keys have changed, the registry is read again to verify it with the new keys.
      const { text } = found.text === undefined && found.tag === this.storeTag ? await this.parts.store.readRegistry() : found;
      const registry = readable(text);
      if (registry) {
        const { store, orderKey } = this.parts;
        const verified = await verifyRegistry(registry.areas, this.active, trust, store);
        const notFollowed = await followOrders(registry.orders, verified.areas, this.active, { key: orderKey, trust, store });
        problems.push(...verified.problems, ...notFollowed);
        this.served = servedAreas(verified.areas, problems);
        await this.follow(verified.areas);
        ({ generation } = registry);
        this.storeTag = found.tag;
        this.putBack(registry.orders);
      } else {
        problems.push(this.unreadable());
      }
      tag = version;
    } catch (error) {
      problems.push(this.unreadable());
      if (tag !== this.seen) {
        this.parts.log.error({ reason: (error as Error).message }, 'the store of remotes does not answer');
      }
    }
    this.tell(generation, problems);
    this.seen = tag;
    this.states.clear();
    this.announce();
  }

  /** Returns what visitors get of each area, together with the signed entries behind it. */
  async areas(): Promise<ReadonlyMap<string, ServedArea & { signed: ActiveEntries }>> {
    await this.refresh();
    return new Map([...this.active].map(([name, signed]) => [name, { ...(this.served.get(name) as ServedArea), signed }]));
  }

  /** The names of the stopped areas. */
  async stopped(): Promise<string[]> {
    await this.refresh();
    return this.stoppedNow();
  }

  private stoppedNow(): string[] {
    return [...this.served].flatMap(([name, { stopped }]) => (stopped ? [name] : []));
  }

  /** Calls the listener whenever the set of stopped areas changes, until the returned function is called. */
  listen(listener: Listener): () => void {
    if (!this.listeners.size) this.told = this.stoppedNow().join(' ');
    this.listeners.add(listener);
    this.listening ??= setInterval(() => void this.refresh().catch(() => undefined), LISTEN_EVERY).unref();
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size) return;
      clearInterval(this.listening);
      this.listening = undefined;
    };
  }

  private announce(): void {
    const stopped = this.stoppedNow();
    const told = stopped.join(' ');
    if (told === this.told) return;
    this.told = told;
    for (const listener of this.listeners) listener(stopped);
  }

  /**
   * Writes a new order for an area into the registry.
   * @param change makes the order from what is in force at that moment; throws where the order is not allowed
   */
  async order(
    area: string,
    change: (standing: OrderContext) => { order: Omit<Order, 'mac'>; entry: Omit<Change, 'at' | 'generation' | 'area' | 'from'> },
  ): Promise<void> {
    const { store, orderKey } = this.parts;
    await store.update(async ({ orders = [] }) => {
      const served = (await this.areas()).get(area);
      if (!served) throw new Error(`${area} is not deployed`);
      const { signed } = served;
      const listed = orders.find((one) => one.area === area && isGenuineOrder(one, orderKey));
      const before = newer(listed, signed.followed?.order);
      const { order, entry } = change({ area, signed, before, served });
      return {
        orders: [...orders.filter((one) => one?.area !== area), signOrder(order, orderKey)],
        entry: { ...entry, area, from: served.stable.version },
      };
    });
    this.askedAt = Number.NEGATIVE_INFINITY;
    await this.refresh();
  }

  /** Puts lost orders back into the registry, so that instances that never saw them follow them too. */
  private putBack(listed: unknown): void {
    const { store, orderKey, log } = this.parts;
    const good = (Array.isArray(listed) ? listed : []).filter((each) => isGenuineOrder(each, orderKey));
    const lost = [...this.active.values()].flatMap(({ followed }) => {
      const order = followed?.order;
      return order && !good.some(({ area, sequence }) => area === order.area && sequence >= order.sequence) ? [order] : [];
    });
    if (!lost.length || Date.now() - this.putBackAt < PUT_BACK_EVERY) return;
    this.putBackAt = Date.now();
    void store
      .update(async ({ orders = [] }) => {
        const [{ area, sequence }] = lost as [Order];
        if (lost.every((order) => orders.some((one) => one?.area === order.area && isGenuineOrder(one, orderKey) && one.sequence >= order.sequence)))
          return undefined;
        // The orders are signed again, because they may have been signed with an earlier secret of the gateways.
        const mended = lost.map(({ mac: _, ...order }) => signOrder(order, orderKey));
        return {
          orders: [...orders.filter((one) => !lost.some((order) => order.area === one?.area)), ...mended],
          entry: {
            action: 'restore',
            area,
            version: this.served.get(area)?.stable.version ?? '',
            from: null,
            why: `order ${sequence} was gone`,
            by: 'gateway',
          },
        };
      })
      .catch((error: Error) => log.error({ reason: error.message }, 'an order of the operators is gone from the registry and cannot be put back'));
  }

  private unreadable(): string {
    return this.active.size ? 'The registry cannot be read; this is its last good state.' : 'The registry cannot be read.';
  }

  private tell(generation: number, problems: string[]): void {
    const notice = problems.join(' ') || (this.active.size ? undefined : nothing.notice);
    if (notice !== this.head.notice) {
      for (const problem of problems) {
        this.parts.log.error({ problem }, 'the registry of remotes is not served as it stands');
      }
    }
    this.head = notice ? { generation, notice } : { generation };
  }

  /** Activates verified entries and saves them for the next start. */
  private async follow(areas: Map<string, ActiveEntries>): Promise<void> {
    this.active = areas;
    for (const [name, { canary }] of this.served) {
      const baseline = this.baselines.get(name);
      if (!canary) {
        this.baselines.delete(name);
      } else if (baseline?.version !== canary.version) {
        const before = this.parts.visitors().find(({ area, version }) => area === name && version === canary.version);
        this.parts.ended({ area: name, version: canary.version }, 0);
        this.baselines.set(name, before ?? { area: name, version: canary.version, visitors: 0, failed: 0 });
      }
    }
    try {
      await this.parts.accepted.save(areas);
    } catch (error) {
      this.parts.log.error({ reason: (error as Error).message }, 'the accepted registry could not be kept for the next start');
    }
  }

  /** Aborts canaries that fail too often. */
  private judgeCanaries(): void {
    const canaries = this.canaries();
    if (!canaries.length || Date.now() - this.judgedAt < JUDGE_EVERY) {
      return;
    }
    this.judgedAt = Date.now();
    const counted = this.parts.visitors().map((one) => {
      const before = this.baselines.get(one.area);
      return before?.version === one.version
        ? { ...one, visitors: Math.max(0, one.visitors - before.visitors), failed: Math.max(0, one.failed - before.failed) }
        : one;
    });
    for (const canary of canaries) {
      const why = abortReason(canary, counted, this.parts.limits);
      if (why) {
        void this.abort(canary, why);
      }
    }
  }

  /** Aborts a canary that an operator has started. */
  private abortChosen(area: string, signature: string, why: string): Promise<void> {
    return this.order(area, (standing) => {
      const { canary, stable } = standing.served;
      if (canary?.signature !== signature) throw new Error('another canary has begun');
      const decision: Decision = { action: 'abort', at: new Date().toISOString(), by: 'gateway', why, person: '' };
      return { order: orderAfter(decision, standing), entry: { action: 'abort', version: stable.version, why, by: 'gateway', share: canary.share } };
    });
  }

  private async abort({ name, version, signature }: Area, why: string): Promise<void> {
    const { store, log, ended } = this.parts;
    this.aborted.add(signature);
    ended({ area: name, version }, 1);
    this.states.clear();
    log.error({ area: name, version, why }, 'canary aborted');
    try {
      if (signature.startsWith('order ')) await this.abortChosen(name, signature, why);
      else await abortCanary({ store, area: name, signature, why, by: 'gateway' });
    } catch (error) {
      log.error(
        { area: name, version, reason: (error as Error).message },
        'the abort is not in the registry: abort the canary by hand ("remote -- canary <area> --abort")',
      );
    }
  }
}

/** What is in force for an area when an order is made. */
export interface OrderContext {
  area: string;
  signed: ActiveEntries;
  before?: Order;
  served: ServedArea;
}

const newer = (one: Order | undefined, other: Order | undefined): Order | undefined =>
  one && other ? (other.sequence > one.sequence ? other : one) : (one ?? other);

/** Returns the entry of a stopped area as pages need it: with its place in the menus, but without any files. */
function withoutFiles({ screens: _, offline: __, preload: ___, ...area }: Area, since: string): Area {
  return { ...area, entry: '', integrity: {}, stopped: dateTime(new Date(since)) };
}

function readable(text: string | undefined): ReturnType<typeof parseRegistry> | undefined {
  try {
    return parseRegistry(text, 'The registry');
  } catch {
    return undefined;
  }
}

/** Finds the area with the longest prefix that matches this path. */
export function areaOf(path: string, areas: Area[]): Area | undefined {
  let found: { area: Area; length: number } | undefined;
  for (const area of areas) {
    for (const prefix of area.prefixes) {
      if ((path === prefix || path.startsWith(`${prefix}/`)) && prefix.length > (found?.length ?? 0)) {
        found = { area, length: prefix.length };
      }
    }
  }
  return found?.area;
}
