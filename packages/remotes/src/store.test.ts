import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openStore } from './open-store.ts';
import { prune } from './prune.ts';
import { publish } from './publish.ts';
import { rollback } from './rollback.ts';
import { S3Store } from './s3-store.ts';
import type { Store } from './store.ts';
import { startBucket } from './testing/s3-server.ts';
import { aBuild, aDeployment, aFolder } from './testing/test-build.ts';
import { verify } from './verify.ts';

const entry = (area: string) => ({ action: 'publish' as const, area, version: '1.0.0', from: null, why: '', by: 'test' });
const area = (name: string) => ({ name, version: '1.0.0', prefixes: [`/${name}`], entry: '', integrity: {}, sequence: 1, signature: '' });
const files = (text: string) =>
  new Map([...Object.entries({ 'remote.json': text, 'assets/a.js': 'a()' })].map(([name, content]) => [name, Buffer.from(content)]));

let bucket: Awaited<ReturnType<typeof startBucket>>;
let buckets = 0;
beforeAll(async () => {
  bucket = await startBucket();
});
afterAll(() => bucket.close());

/** The kinds of store. The outer function makes a new store; each call of the function that it returns opens that store again, as another process would. */
const kinds: [string, () => () => Promise<Store>][] = [
  [
    'a folder',
    () => {
      const dir = aFolder();
      return () => openStore({ REMOTES_DIR: dir }, '/');
    },
  ],
  [
    'a bucket',
    () => {
      const address = `s3://remotes/portal-${++buckets}`;
      return () => openStore({ REMOTES_STORE: address, ...bucket.environment }, '/');
    },
  ],
];

describe.each(kinds)('a store in %s', (_kind, anew) => {
  it('is empty at first', async () => {
    const store = await anew()();
    expect(await store.registry()).toEqual({ generation: 0, areas: [] });
    expect(await store.history()).toEqual([]);
    expect(await store.versions('mf-trips')).toEqual([]);
    expect(await store.has('mf-trips', '1.0.0')).toBe(false);
    expect(await store.files('mf-trips', '1.0.0')).toEqual([]);
    expect(await store.read('mf-trips', '1.0.0', 'remote.json')).toBeUndefined();
  });

  it('keeps a version as it came first, and removes it whole', async () => {
    const open = anew();
    await (await open()).add('mf-trips', '1.0.0', files('first'));
    const store = await open();
    await store.add('mf-trips', '1.0.0', files('second'));
    await store.add('mf-trips', '1.0.1', files('other'));
    expect(String(await store.read('mf-trips', '1.0.0', 'remote.json'))).toBe('first');
    expect(await store.files('mf-trips', '1.0.0')).toEqual(['assets/a.js', 'remote.json']);
    await store.write('mf-trips', '1.0.0', 'remote.sig', Buffer.from('sig'));
    expect(String(await store.read('mf-trips', '1.0.0', 'remote.sig'))).toBe('sig');
    expect((await store.versions('mf-trips')).sort()).toEqual(['1.0.0', '1.0.1']);
    await store.remove('mf-trips', '1.0.0');
    expect(await store.versions('mf-trips')).toEqual(['1.0.1']);
    expect(await store.has('mf-trips', '1.0.0')).toBe(false);
  });

  it('tells that the registry is unchanged, and gives its text when it is not', async () => {
    const store = await anew()();
    const before = await store.readRegistry();
    expect(before.text).toBeUndefined();
    await store.update(async ({ areas }) => ({ areas: [...areas, area('mf-a')], entry: entry('mf-a') }));
    const { tag, text } = await store.readRegistry(before.tag);
    expect(JSON.parse(String(text))).toMatchObject({ generation: 1, areas: [{ name: 'mf-a' }] });
    expect(await store.readRegistry(tag)).toEqual({ tag });
  });

  it('writes nothing when a change is called off', async () => {
    const store = await anew()();
    expect(await store.update(async () => undefined)).toEqual({ generation: 0, areas: [] });
    await expect(store.update(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    expect((await store.readRegistry()).text).toBeUndefined();
  });

  it('loses no update and no line of the history when twenty change it at once', async () => {
    const open = anew();
    await Promise.all(
      Array.from({ length: 20 }, async (_, number) =>
        (await open()).update(async ({ areas }) => ({ areas: [...areas, area(`mf-a${number}`)], entry: entry(`mf-a${number}`) })),
      ),
    );
    const store = await open();
    const { generation, areas } = await store.registry();
    expect([generation, new Set(areas.map(({ name }) => name)).size]).toEqual([20, 20]);
    expect((await store.history()).map((change) => change.generation)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });

  it('deploys, rolls back and prunes as any other', async () => {
    const open = anew();
    const deployment = { ...aDeployment(await open()), by: 'somebody' };
    for (const version of ['1.0.0-aaaaaaaa', '1.0.0-bbbbbbbb', '1.0.0-cccccccc'])
      await publish({ ...deployment, area: 'mf-trips', dir: await aBuild({ version, code: `var v="${version}"` }) });
    await rollback({ ...deployment, area: 'mf-trips', why: 'slow' });
    expect((await (await open()).registry()).areas).toMatchObject([{ name: 'mf-trips', version: '1.0.0-bbbbbbbb' }]);
    expect((await deployment.store.history()).map(({ action, from, version, why, by }) => [action, from, version, why, by]).at(-1)).toEqual([
      'rollback',
      '1.0.0-cccccccc',
      '1.0.0-bbbbbbbb',
      'slow',
      'somebody',
    ]);
    expect(await prune({ ...deployment, keep: 0 })).toEqual([{ area: 'mf-trips', version: '1.0.0-cccccccc' }]);
  });
});

describe('a store in a folder', () => {
  const open = async () => {
    const dir = aFolder();
    return { dir, store: await openStore({ REMOTES_DIR: dir }, '/') };
  };

  it('takes over a lock whose owner is gone', async () => {
    const { dir, store } = await open();
    writeFileSync(path.join(dir, '.lock'), JSON.stringify({ pid: 2 ** 22 + 1, host: hostname() }));
    await store.update(async () => ({ areas: [], entry: entry('mf-a') }));
    expect((await store.registry()).generation).toBe(1);
    expect(existsSync(path.join(dir, '.lock'))).toBe(false);
  });

  it('takes over a lock that its owner died writing, or had no room to write', async () => {
    const { dir, store } = await open();
    const lock = path.join(dir, '.lock');
    writeFileSync(lock, '');
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(lock, longAgo, longAgo);
    await store.update(async () => ({ areas: [], entry: entry('mf-a') }));
    expect((await store.registry()).generation).toBe(1);
  });

  it('leaves a lock alone that somebody took over from it', async () => {
    const { dir, store } = await open();
    const lock = path.join(dir, '.lock');
    const other = JSON.stringify({ pid: process.pid, host: hostname(), turn: 'another' });
    await store.update(async () => {
      writeFileSync(lock, other);
      return undefined;
    });
    expect(readFileSync(lock, 'utf8')).toBe(other);
  });

  it('has the line of a change whose writer died before or while writing it', async () => {
    const { dir, store } = await open();
    const change = (name: string) => store.update(async () => ({ areas: [], entry: entry(name) }));
    const file = path.join(dir, 'history.jsonl');
    await change('mf-a');
    await change('mf-b');
    truncateSync(file, readFileSync(file, 'utf8').lastIndexOf('mf-b'));
    expect((await store.history()).map(({ area: name }) => name)).toEqual(['mf-a', 'mf-b']);
    await change('mf-c');
    appendFileSync(file, '{"torn');
    await change('mf-d');
    expect((await store.history()).map(({ area: name }) => name)).toEqual(['mf-a', 'mf-b', 'mf-c', 'mf-d']);
  });

  it('never shows half a version, and removes it when its writer must be dead', async () => {
    const { dir, store } = await open();
    const half = (name: string) => path.join(dir, 'mf-trips', name);
    for (const name of ['.incoming-old', '.incoming-new']) {
      mkdirSync(half(name), { recursive: true });
      writeFileSync(path.join(half(name), 'remote.json'), '{}');
    }
    expect(await store.versions('mf-trips')).toEqual([]);
    const longAgo = new Date(Date.now() - 2 * 3_600_000);
    utimesSync(half('.incoming-old'), longAgo, longAgo);
    await store.add('mf-trips', '1.0.0', files('whole'));
    expect([existsSync(half('.incoming-old')), existsSync(half('.incoming-new')), await store.versions('mf-trips')]).toEqual([false, true, ['1.0.0']]);
  });
});

describe('a store in a bucket', () => {
  const deployed = async (versions: string[]) => {
    const address = `s3://remotes/portal-${++buckets}`;
    const open = () => openStore({ REMOTES_STORE: address, ...bucket.environment }, '/');
    const deployment = aDeployment(await open());
    for (const version of versions) await publish({ ...deployment, area: 'mf-trips', dir: await aBuild({ version, code: `var v="${version}"` }) });
    return { open, deployment };
  };

  it('keeps a version that is rolled back to while it is being pruned', async () => {
    const { open, deployment } = await deployed(['1.0.0-aaaaaaaa', '1.0.0-bbbbbbbb', '1.0.0-cccccccc']);
    const store = await open();
    const remove = store.remove.bind(store);
    store.remove = async (...args) => {
      await rollback({ ...deployment, area: 'mf-trips', version: '1.0.0-aaaaaaaa' });
      return remove(...args);
    };
    expect(await prune({ store, keep: 0 })).toEqual([]);
    expect((await store.registry()).areas).toMatchObject([{ version: '1.0.0-aaaaaaaa' }]);
    expect(await verify(deployment)).toEqual([]);
  });

  it('reports a version that was pruned just before the registry named it', async () => {
    const { open, deployment } = await deployed(['1.0.0-aaaaaaaa', '1.0.0-bbbbbbbb']);
    const store = await open();
    const update = store.update.bind(store);
    store.update = async (change) => {
      const after = await update(change);
      await deployment.store.remove('mf-trips', '1.0.0-aaaaaaaa');
      return after;
    };
    await expect(rollback({ ...deployment, store, area: 'mf-trips' })).rejects.toThrow('was removed from the store meanwhile. Publish it again');
  });

  it('refuses a server that ignores the conditions of writes', async () => {
    const careless = await startBucket({ conditions: false });
    try {
      const store = await openStore({ REMOTES_STORE: 's3://remotes', ...careless.environment }, '/');
      await expect(store.update(async () => ({ areas: [], entry: entry('mf-a') }))).rejects.toThrow(/without conditional writes.*Use one that has them/);
    } finally {
      await careless.close();
    }
  });

  it('gives up a call that the server never answers', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    try {
      const { port } = silent.address() as AddressInfo;
      const store = new S3Store({
        bucket: 'remotes',
        prefix: '',
        region: 'us-east-1',
        endpoint: `http://127.0.0.1:${port}`,
        accessKeyId: 'S3RVER',
        secretAccessKey: 'S3RVER',
        limits: { answer: 100, idle: 400 },
      });
      const calls: Promise<unknown>[] = [
        store.readRegistry(),
        store.versions('mf-trips'),
        store.read('mf-trips', '1.0.0', 'remote.json'),
        store.update(async () => ({ areas: [], entry: entry('mf-a') })),
        store.write('mf-trips', '1.0.0', 'remote.json', Buffer.from('{}')),
        store.remove('mf-trips', '1.0.0'),
      ];
      const names = await Promise.all(calls.map((call) => call.then(() => '').catch((error: Error) => error.name)));
      expect(names).toEqual(calls.map(() => 'TimeoutError'));
    } finally {
      silent.closeAllConnections();
      silent.close();
    }
  });

  it('says what an address must look like', async () => {
    await expect(openStore({ REMOTES_STORE: '/a/folder' }, '/')).rejects.toThrow(/s3:\/\/bucket\/remotes; a folder is named by REMOTES_DIR/);
  });
});
