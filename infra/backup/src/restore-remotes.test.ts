import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type Deployment, isGenuineOrder, openStore, orderAfter, publish, rollback, signOrder } from '@portal/remotes';
import { aBuild, aDeployment } from '@portal/remotes/testing';
import { Database } from '@portal/service-kit';
import { backUp } from './backup.ts';
import { checkData } from './check-files.ts';
import { readManifest } from './manifest.ts';
import { filesOfStore } from './remotes-store.ts';
import { restoreRemotesOfDeployment } from './restore-remotes.ts';
import { type ServiceDatabase, serviceDatabases } from './services.ts';
import { root } from './testing/portal.ts';

const name = '2026-05-03T01-00-00';
const area = 'mf-trips';
const [one, two, three] = ['1.0.0-aaaaaaaa', '1.0.0-bbbbbbbb', '1.0.0-cccccccc'];
/** The key of the gateways for the orders of operators. */
const key = randomBytes(32);
const stop = { at: '2026-05-02T10:00:00.000Z', by: 'ana', why: 'it charges the wrong fee' };

describe('the store of the areas in a backup', () => {
  let folder: string;
  let store: string;
  let backup: string;
  let deployment: Deployment;

  /** An area with two versions, of which the newer one was rolled back; then operators have stopped the area. */
  beforeEach(async () => {
    // There is no svc-reference in which the backup could be recorded.
    jest.spyOn(console, 'warn').mockImplementation();
    folder = mkdtempSync(join(tmpdir(), 'portal-store-'));
    store = join(folder, 'remotes');
    backup = join(folder, 'ops/backups', name);
    deployment = { ...aDeployment(undefined, join(folder, 'keys')), store: await openStore({ REMOTES_DIR: store }, root) };
    for (const version of [one, two]) await release(version);
    await rollback({ ...deployment, area, why: 'it does not load' });
    await deployment.store.update(async ({ areas: [stable] }) => ({
      orders: [signOrder(orderAfter({ action: 'stop', person: 'p', ...stop }, { area, signed: { stable } }), key)],
      entry: { action: 'stop', area, version: one, from: null, by: stop.by, why: stop.why },
    }));
    const media = (await serviceDatabases({ DATA_DIR: folder }, root)).find(({ service }) => service === 'media') as ServiceDatabase;
    await Database.migrate(media.settings, media.options);
  });
  afterEach(() => {
    jest.restoreAllMocks();
    rmSync(folder, { recursive: true });
  });

  const release = async (version: string, newOnly = false) => publish({ ...deployment, area, dir: await aBuild({ version }), newOnly });
  const takeBackup = () => backUp({ DATA_DIR: folder, REMOTES_DIR: store }, { folder: backup, root });
  const restore = (...words: string[]) =>
    restoreRemotesOfDeployment([name, ...words], { NODE_ENV: 'production', DATA_DIR: join(folder, 'ops'), REMOTES_DIR: store }, root, () => {});
  const loseStore = (): void => {
    rmSync(store, { recursive: true });
    mkdirSync(store);
  };
  const contentsOf = (place: string): Record<string, string> =>
    Object.fromEntries(
      readdirSync(place, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => [join(entry.parentPath, entry.name).slice(place.length), readFileSync(join(entry.parentPath, entry.name), 'utf8')]),
    );

  it('comes back after it is lost: the area stays stopped, and what was rolled back is not published again', async () => {
    await takeBackup();
    const before = contentsOf(store);
    loseStore();
    await restore();
    expect(contentsOf(store)).toEqual(before);
    // As the container that publishes the image of the newest version at each start.
    expect(await release(two, true)).toMatchObject({ changed: false });
    const { areas, orders = [] } = await deployment.store.registry();
    expect([areas[0]?.version, orders[0]?.stopped, isGenuineOrder(orders[0], key)]).toEqual([one, stop, true]);
    expect((await deployment.store.history()).map(({ action, version }) => [action, version])).toEqual([
      ['publish', one],
      ['publish', two],
      ['rollback', one],
      ['stop', one],
    ]);
  });

  it('replaces no store to which something was published, unless it is told to', async () => {
    await takeBackup();
    await release(three);
    const later = contentsOf(store);
    await expect(restore()).rejects.toThrow(`There is a store of the areas already: ${store}. Use --force`);
    expect(contentsOf(store)).toEqual(later);
    await restore('--force');
    expect((await deployment.store.registry()).areas[0]?.version).toBe(one);
    expect(await deployment.store.versions(area)).toEqual(expect.arrayContaining([one, two, three]));
  });

  it('deploys nothing before everything is there, and can be restored again', async () => {
    await takeBackup();
    const before = contentsOf(store);
    loseStore();
    // A folder with the name of the history makes writing it fail.
    mkdirSync(join(store, 'history.jsonl'));
    await expect(restore()).rejects.toThrow('history.jsonl');
    expect([existsSync(join(store, 'remotes.json')), (await deployment.store.versions(area)).length]).toEqual([false, 2]);
    rmSync(join(store, 'history.jsonl'), { recursive: true });
    await restore();
    expect(contentsOf(store)).toEqual(before);
  });

  it('is not restored if one of its files was changed, or if the backup has none', async () => {
    await takeBackup();
    loseStore();
    appendFileSync(join(backup, 'remotes', area, one, 'remote.json'), ' ');
    await expect(restore()).rejects.toThrow(`The backup is damaged; nothing was restored. Missing or changed:\n${join(backup, 'remotes', area, one)}`);
    expect(readdirSync(store)).toEqual([]);
    // The data can be restored all the same.
    await checkData(await readManifest(backup), backup);
    rmSync(backup, { recursive: true });
    await backUp({ DATA_DIR: folder, REMOTES_DIR: store, REMOTES_STORE: 's3://portal-remotes/remotes' }, { folder: backup, root });
    await expect(restore()).rejects.toThrow('holds no store of the areas');
    rmSync(backup, { recursive: true });
    rmSync(store, { recursive: true });
    await expect(takeBackup()).rejects.toThrow(`REMOTES_DIR: there is no folder ${store}`);
  });

  it('has neither the development keys of areas, nor locks, nor what a publisher has half written', async () => {
    for (const file of ['.keys/mf-trips.pem', '.lock', 'remotes.json.6a1c', 'mf-trips/.incoming-6a1c/remote.json']) {
      mkdirSync(join(store, file, '..'), { recursive: true });
      writeFileSync(join(store, file), 'x');
    }
    const { remotes } = await takeBackup();
    expect(readdirSync(join(backup, 'remotes')).sort()).toEqual(['history.jsonl', 'mf-trips', 'remotes.json']);
    expect(readdirSync(join(backup, 'remotes', area)).sort()).toEqual([one, two]);
    expect(remotes?.count).toBe(Object.keys(contentsOf(join(backup, 'remotes'))).length);
  });

  it('is copied also while an operator removes a version', async () => {
    const versions = ['1.0.0', '2.0.0'];
    for (const version of versions) {
      mkdirSync(join(store, 'mf-more', version), { recursive: true });
      writeFileSync(join(store, 'mf-more', version, 'remote.json'), '{}');
    }
    const found: string[] = [];
    for await (const { name } of filesOfStore(store)) {
      const [folderName, version] = name.split('/');
      if (folderName !== 'mf-more') continue;
      found.push(name);
      for (const other of versions) if (other !== version) rmSync(join(store, 'mf-more', other), { recursive: true });
    }
    expect(found).toHaveLength(1);
  });

  it('has the history of its registry, also while somebody publishes', async () => {
    let isPublishing = true;
    const publishing = (async () => {
      for (let n = 0; n < 200; n++)
        await deployment.store.update(async () => ({ entry: { action: 'publish', area, version: one, from: one, by: 'test', why: String(n) } }));
    })().finally(() => {
      isPublishing = false;
    });
    while (isPublishing) {
      const read = new Map<string, string>();
      for await (const file of filesOfStore(store)) if (!file.name.includes('/')) read.set(file.name, await text((await file.open()) as Readable));
      const last = JSON.parse(String(read.get('history.jsonl')?.trimEnd().split('\n').at(-1))) as { generation: number };
      const { generation } = JSON.parse(String(read.get('remotes.json'))) as { generation: number };
      // A publisher adds the line of its change after it has written the registry.
      expect([generation, generation - 1]).toContain(last.generation);
    }
    await publishing;
  });
});
