import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { FolderStore } from './folder-store.ts';
import { prune } from './prune.ts';
import { publish } from './publish.ts';
import { rollback } from './rollback.ts';
import { aBuild, aDeployment } from './testing/test-build.ts';
import { verify } from './verify.ts';

const area = (number: number) => ({ area: { name: `mf-a${number}`, prefixes: [`/a${number}`], menu: [], verification: [] } });
const trips = (version: string) => aBuild({ version: `1.0.0-${version}`, code: `var v="${version}"` });

describe('deployed remotes', () => {
  it('loses no update when fifty are published at once', async () => {
    const deployment = aDeployment();
    const builds = await Promise.all(Array.from({ length: 50 }, async (_, number) => ({ area: `mf-a${number}`, dir: await aBuild(area(number)) })));
    // Each publisher gets a store and keys of its own, as a separate process would have.
    await Promise.all(builds.map((build) => publish({ ...aDeployment(undefined, deployment.folder), ...build })));
    const registry = await deployment.store.registry();
    expect(registry.generation).toBe(50);
    expect(new Set(registry.areas.map(({ name }: { name: string }) => name)).size).toBe(50);
    expect((await deployment.store.history()).map(({ generation }: { generation: number }) => generation)).toEqual(
      Array.from({ length: 50 }, (_, index) => index + 1),
    );
  });

  it('gives a prefix to one of two areas that claim it at the same time', async () => {
    const deployment = aDeployment();
    const claims = await Promise.all(
      [1, 2].map(async (number) => ({ area: `mf-a${number}`, dir: await aBuild({ area: { ...area(number).area, prefixes: ['/same'] } }) })),
    );
    const results = await Promise.allSettled(claims.map((claim) => publish({ ...deployment, ...claim })));
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await deployment.store.registry()).areas).toHaveLength(1);
  });

  it('goes back one version, then another, and forward to a named one', async () => {
    const deployment = aDeployment();
    for (const version of ['aaaaaaaa', 'bbbbbbbb', 'cccccccc']) await publish({ ...deployment, area: 'mf-trips', dir: await trips(version) });
    const live = async () => (await deployment.store.registry()).areas[0].version;
    await rollback({ ...deployment, area: 'mf-trips' });
    expect(await live()).toBe('1.0.0-bbbbbbbb');
    await rollback({ ...deployment, area: 'mf-trips' });
    expect(await live()).toBe('1.0.0-aaaaaaaa');
    await expect(rollback({ ...deployment, area: 'mf-trips' })).rejects.toThrow('no earlier version');
    await rollback({ ...deployment, area: 'mf-trips', version: '1.0.0-cccccccc', why: 'mended' });
    expect(await live()).toBe('1.0.0-cccccccc');
    await expect(rollback({ ...deployment, area: 'mf-trips', version: '9.9.9' })).rejects.toThrow('not in the store');
    expect((await deployment.store.history()).at(-1)).toMatchObject({
      action: 'rollback',
      from: '1.0.0-aaaaaaaa',
      version: '1.0.0-cccccccc',
      why: 'mended',
      by: 'test',
      generation: 6,
    });
  });

  it('goes back to what was replaced, not to a version that was given up before', async () => {
    const deployment = aDeployment();
    const live = async () => (await deployment.store.registry()).areas[0].version;
    for (const version of ['aaaaaaaa', 'bbbbbbbb']) await publish({ ...deployment, area: 'mf-trips', dir: await trips(version) });
    await rollback({ ...deployment, area: 'mf-trips', why: 'bbbbbbbb is broken' });
    await publish({ ...deployment, area: 'mf-trips', dir: await trips('cccccccc') });
    await rollback({ ...deployment, area: 'mf-trips' });
    expect(await live()).toBe('1.0.0-aaaaaaaa');
  });

  it('goes back past a version that was pruned', async () => {
    const deployment = aDeployment();
    for (const version of ['aaaaaaaa', 'bbbbbbbb', 'cccccccc']) await publish({ ...deployment, area: 'mf-trips', dir: await trips(version) });
    await deployment.store.remove('mf-trips', '1.0.0-bbbbbbbb');
    await rollback({ ...deployment, area: 'mf-trips' });
    expect((await deployment.store.registry()).areas).toMatchObject([{ version: '1.0.0-aaaaaaaa' }]);
  });

  it('never deploys a version that was pruned while it was being published', async () => {
    const deployment = aDeployment();
    await publish({ ...deployment, area: 'mf-trips', dir: await trips('aaaaaaaa') });
    const other = new FolderStore(deployment.folder);
    deployment.store.update = async (change) => {
      await prune({ store: other, keep: 0 });
      return other.update(change);
    };
    await expect(publish({ ...deployment, area: 'mf-trips', dir: await trips('bbbbbbbb') })).rejects.toThrow(
      'was removed from the store meanwhile. Publish it again',
    );
    expect((await deployment.store.registry()).areas).toMatchObject([{ version: '1.0.0-aaaaaaaa' }]);
  });

  it('keeps the newest versions and the deployed one', async () => {
    const deployment = aDeployment();
    const versions = ['aaaaaaaa', 'bbbbbbbb', 'cccccccc', 'dddddddd'];
    for (const version of versions) await publish({ ...deployment, area: 'mf-trips', dir: await trips(version) });
    await rollback({ ...deployment, area: 'mf-trips', version: '1.0.0-aaaaaaaa' });
    expect(await prune({ ...deployment, keep: 2 })).toEqual([
      { area: 'mf-trips', version: '1.0.0-cccccccc' },
      { area: 'mf-trips', version: '1.0.0-bbbbbbbb' },
    ]);
    expect((await deployment.store.versions('mf-trips')).sort()).toEqual(['1.0.0-aaaaaaaa', '1.0.0-dddddddd']);
  });

  it('keeps a version that is stored and not deployed yet, because it is being published', async () => {
    const deployment = aDeployment();
    for (const version of ['aaaaaaaa', 'bbbbbbbb', 'cccccccc']) await publish({ ...deployment, area: 'mf-trips', dir: await trips(version) });
    await deployment.store.add('mf-trips', '1.0.0-dddddddd', new Map([['remote.json', Buffer.from('{}')]]));
    expect(await prune({ ...deployment, keep: 2 })).toEqual([{ area: 'mf-trips', version: '1.0.0-aaaaaaaa' }]);
    expect(await deployment.store.has('mf-trips', '1.0.0-dddddddd')).toBe(true);
  });

  it('finds a deployed file that was changed or is gone', async () => {
    const deployment = aDeployment();
    await publish({ ...deployment, area: 'mf-trips', dir: await trips('aaaaaaaa') });
    expect(await verify(deployment)).toEqual([]);
    writeFileSync(path.join(deployment.folder, 'mf-trips', '1.0.0-aaaaaaaa', 'remoteEntry.11112222.js'), 'steal()');
    expect(await verify(deployment)).toEqual([expect.stringMatching(/remoteEntry\.11112222\.js has been changed/)]);
  });

  it('leaves the registry as it was when a build is refused', async () => {
    const deployment = aDeployment();
    await publish({ ...deployment, area: 'mf-trips', dir: await trips('aaaaaaaa') });
    const before = readFileSync(path.join(deployment.folder, 'remotes.json'), 'utf8');
    await expect(publish({ ...deployment, area: 'mf-trips', dir: await aBuild({ version: '2.0.0', area: { kit: 9 } }) })).rejects.toThrow('was not published');
    expect(readFileSync(path.join(deployment.folder, 'remotes.json'), 'utf8')).toBe(before);
    expect(existsSync(path.join(deployment.folder, 'mf-trips', '2.0.0'))).toBe(false);
  });
});
