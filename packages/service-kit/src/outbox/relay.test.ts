import { randomUUID } from 'node:crypto';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { In } from 'typeorm';
import { Clock, Ids } from '../clock.ts';
import { Database } from '../database/database.ts';
import { kitEntities, OutboxRow } from '../database/kit.entities.ts';
import { KitTables1700000000000 } from '../database/kit.migration.ts';
import { OutboxDocument1700000902900 } from '../database/outbox-document.migration.ts';
import { OutboxLeases1700000902500 } from '../database/outbox-leases.migration.ts';
import { OutboxOrigin1700000000100 } from '../database/outbox-origin.migration.ts';
import { newKey, readDataKeys } from '../encryption/data-keys.ts';
import { Encryption } from '../encryption/encryption.ts';
import { BullQueue } from '../queue/bull.queue.ts';
import { InProcessQueue } from '../queue/in-process.queue.ts';
import type { Job, JobQueue } from '../queue/queue.ts';
import { loadSettings, ServiceSettings } from '../settings/settings.ts';
import { type TestBackend, TestClock, testBackends, until } from '../testing/index.ts';
import { Outbox } from './outbox.ts';
import { OutboxRelay } from './relay.ts';

const migrations = [KitTables1700000000000, OutboxOrigin1700000000100, OutboxLeases1700000902500, OutboxDocument1700000902900];

describe.each(testBackends())('instances whose clocks differ, on %s', (_engine, makeBackend) => {
  let backend: TestBackend;
  let db: Database;
  const behind = new TestClock(new Date('2026-05-01T12:00:00Z'));
  const ahead = new TestClock(new Date('2026-05-01T12:02:00Z'));
  const encryption = new Encryption(readDataKeys({ keys: [newKey('k1')], indexKeys: [newKey('i1')] }));

  beforeAll(async () => {
    backend = await makeBackend();
    const settings = loadSettings(ServiceSettings, backend.env);
    db = await Database.open(settings, { service: 'relayed', entities: kitEntities, migrations });
  });
  afterAll(async () => {
    await db.close();
    await backend.remove();
  });

  /** Runs an instance with its own, empty queue, and returns whether that instance hands the message over within `ms` milliseconds. */
  async function handedOver(clock: TestClock, id: string, ms: number): Promise<boolean> {
    const queue: JobQueue = new InProcessQueue(randomUUID());
    const relay = new OutboxRelay(db, queue, clock, new Ids());
    relay.onApplicationBootstrap();
    try {
      for (const end = Date.now() + ms; Date.now() < end; await new Promise((done) => setTimeout(done, 20)))
        if ((await queue.stateOf({ id, topic: 'some.thing' })) !== 'unknown') return true;
      return false;
    } finally {
      await relay.stop();
      await queue.close();
    }
  }
  const written = (by: TestClock): Promise<string> =>
    db.write((tx) => new Outbox(by, new Ids(), encryption, new OutboxRelay(db, new InProcessQueue('idle'), by, new Ids())).add(tx, 'some.thing', {}));

  it('deliver at once a message of an instance whose clock is ahead', async () => {
    expect(await handedOver(behind, await written(ahead), 60_000)).toBe(true);
  });

  it('take over at once the messages of an instance that died and whose clock was ahead', async () => {
    const id = await written(ahead);
    expect(await handedOver(ahead, id, 60_000)).toBe(true);
    expect(await handedOver(behind, id, 60_000)).toBe(true);
  });

  it('leave messages alone that another instance with the same clock is delivering', async () => {
    const id = await written(behind);
    expect(await handedOver(behind, id, 60_000)).toBe(true);
    expect(await handedOver(behind, id, 300)).toBe(false);
  });
});

/** A queue without a consumer. It records the messages that it is given. */
class NotedQueue extends InProcessQueue {
  readonly published: string[] = [];
  /** Called before a message is accepted. */
  before: () => Promise<unknown> = async () => undefined;

  constructor() {
    super(randomUUID());
  }

  override async publish(job: Job): Promise<boolean> {
    await this.before();
    this.published.push(job.id);
    return super.publish(job);
  }
}

describe.each(testBackends())('a backlog, on %s', (_engine, makeBackend) => {
  let backend: TestBackend;
  let db: Database;
  let clock: TestClock;
  let queue: NotedQueue;
  let relay: OutboxRelay;
  const encryption = new Encryption(readDataKeys({ keys: [newKey('k1')], indexKeys: [newKey('i1')] }));

  /** Writes messages in one transaction. @returns their ids */
  const write = (count: number): Promise<string[]> =>
    db.write(async (tx) => {
      const outbox = new Outbox(clock, new Ids(), encryption, relay);
      const ids: string[] = [];
      for (let i = 0; i < count; i++) ids.push(await outbox.add(tx, 'some.thing', {}));
      return ids;
    });
  beforeEach(async () => {
    backend = await makeBackend();
    db = await Database.open(loadSettings(ServiceSettings, backend.env), { service: 'backlog', entities: kitEntities, migrations });
    clock = new TestClock(new Date('2026-05-01T12:00:00Z'));
    queue = new NotedQueue();
    relay = new OutboxRelay(db, queue, clock, new Ids());
  });
  afterEach(async () => {
    await relay.stop();
    await queue.close();
    await db.close();
    await backend.remove();
  });

  it('keeps what failed, but the forms that could not be drawn only until svc-media may have forgotten that their documents were erased', async () => {
    const outbox = new Outbox(clock, new Ids(), encryption, relay);
    const topics = ['media.render', 'media.held'];
    const failed = async () => (await db.reader.find(OutboxRow, { order: { id: 'ASC' } })).map(({ topic }) => topic);
    const old = await db.write(async (tx) => [await outbox.add(tx, 'media.render', {}), await outbox.add(tx, 'media.held', {})]);
    clock.pass(24 * 86_400_000 + 1);
    const young = await db.write((tx) => outbox.add(tx, 'media.render', {}));
    await db.write((tx) => tx.update(OutboxRow, { id: In([...old, young]) }, { state: 2 }));
    expect(await failed()).toEqual([...topics, 'media.render']);
    relay.onApplicationBootstrap();
    await until(async () => (await failed()).length < 3);
    expect(await failed()).toEqual(['media.held', 'media.render']);
  });

  it('does not hold up a new message', async () => {
    const old = await write(350);
    let fresh: Promise<string[]> | undefined;
    queue.before = () => {
      fresh ??= write(1);
      return fresh;
    };
    relay.onApplicationBootstrap();
    await until(() => queue.published.length === 351);
    const [last = ''] = (await fresh) ?? [];
    expect(queue.published.indexOf(last)).toBeLessThan(200);
    expect([...queue.published].sort()).toEqual([...old, last].sort());
  });

  it('is looked up less often the longer it waits', async () => {
    relay.onApplicationBootstrap();
    const [id] = await write(1);
    await until(() => queue.published.length === 1);
    const leases: number[] = [20];
    for (const attempts of [2, 3, 4, 4]) {
      clock.pass(((leases.at(-1) as number) + 1) * 1000);
      const isRenewed = async (): Promise<boolean> => {
        const row = await db.reader.findOneByOrFail(OutboxRow, { id });
        const seconds = (row.leaseUntil.getTime() - clock.now().getTime()) / 1000;
        if (seconds <= 0) return false;
        leases.push(seconds);
        expect(row.attempts).toBe(attempts);
        return true;
      };
      await until(isRenewed);
    }
    expect(leases).toEqual([20, 40, 80, 160, 160]);
    expect(queue.published).toEqual([id]);
  });

  it('stays in the database while the queue takes nothing', async () => {
    let open = (): void => undefined;
    const closed = new Promise<void>((done) => {
      open = done;
    });
    let asked = false;
    queue.before = () => {
      asked = true;
      return closed;
    };
    relay.onApplicationBootstrap();
    const all = await write(1);
    await until(() => asked);
    all.push(...(await write(1_200)));
    open();
    await until(() => queue.published.length > 1);
    await relay.stop();
    expect(queue.published.length).toBe(1_001);
    // Another instance finds the remaining messages when their lease has ended.
    clock.pass(21_000);
    relay = new OutboxRelay(db, queue, clock, new Ids());
    relay.onApplicationBootstrap();
    await until(() => queue.published.length === all.length);
    expect([...queue.published].sort()).toEqual([...all].sort());
  });
});

const redis = process.env.TEST_REDIS_URL;
const [[, embeddedBackend]] = testBackends();

/** Opens a connection to Redis that a test can interrupt. */
async function cutable(to: URL): Promise<{ url: string; cut(): void }> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    const far = connect(Number(to.port || 6379), to.hostname);
    near.pipe(far).pipe(near);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket
        .on('error', () => undefined)
        .once('close', () => {
          sockets.delete(socket);
          // A connection that is reset ends without notice to the other side.
          other.destroy();
        });
    }
    if (isCut) near.destroy();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => {
      isCut = true;
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

if (redis)
  it('an instance stops while Redis is unreachable, and its undelivered messages stay open', async () => {
    const backend = await embeddedBackend();
    const settings = loadSettings(ServiceSettings, backend.env);
    const db = await Database.open(settings, { service: 'cut', entities: kitEntities, migrations });
    const way = await cutable(new URL(redis));
    const prefix = `${process.env.TEST_PREFIX ?? 'portal_t'}${randomUUID()}`;
    const queue = new BullQueue(way.url, prefix);
    const relay = new OutboxRelay(db, queue, new Clock(), new Ids());
    const encryption = new Encryption(readDataKeys({ keys: [newKey('k1')], indexKeys: [newKey('i1')] }));
    const outbox = new Outbox(new Clock(), new Ids(), encryption, relay);
    const write = () => db.write((tx) => outbox.add(tx, 'some.thing', {}));
    const unhandled = jest.fn();
    process.on('unhandledRejection', unhandled);
    try {
      const done: string[] = [];
      queue.onSettled({ done: (id) => done.push(id), failed: () => undefined, returned: () => undefined });
      queue.consume('some.thing', async () => undefined);
      relay.onApplicationBootstrap();
      const first = await write();
      while (!done.includes(first)) await wait(20);
      way.cut();
      await write();
      await relay.stop();
      await queue.close();
      await relay.flush();
      expect((await relay.lag()).open).toBe(1);
      expect(unhandled).not.toHaveBeenCalled();
    } finally {
      process.off('unhandledRejection', unhandled);
      await db.close();
      await backend.remove();
      const client = new Redis(redis);
      await client.del(...(await client.keys(`{${prefix}}*`)));
      client.disconnect();
    }
  });
