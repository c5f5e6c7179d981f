import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, jest } from '@jest/globals';
import { aBuild, aFolder, aWorld } from './a-build.mjs';
import { abortCanary } from './canary.mjs';
import { canary, prune, publish, publishBuilt, rollback, verify } from './remotes.mjs';

const trips = (version: string) => aBuild({ version, code: `var v="${version}"` });
const [one, two, three] = ['1.0.0-aaaaaaaa', '1.0.0-bbbbbbbb', '1.0.0-cccccccc'];

async function deployed() {
  const world = aWorld();
  await publish({ ...world, dir: await trips(one) });
  const live = async () => (await world.store.registry()).areas[0];
  const last = async () => (await world.store.history()).at(-1);
  return { world, live, last };
}

describe('a canary', () => {
  it('stands beside the stable version until everyone gets it', async () => {
    const { world, live, last } = await deployed();
    await canary({ ...world, area: 'mf-trips', share: 10, dir: await trips(two), why: 'new form' });
    expect(await live()).toMatchObject({ version: one, canary: { version: two, share: 10 } });
    expect(await last()).toMatchObject({ action: 'canary', version: two, from: one, share: 10, why: 'new form', by: 'test' });
    expect(await verify(world)).toEqual([]);
    const first = (await live()).canary;
    await canary({ ...world, area: 'mf-trips', share: 50 });
    expect(await live()).toMatchObject({ canary: { version: two, share: 50 } });
    expect((await live()).canary?.sequence).toBeGreaterThan(Number(first?.sequence));
    await canary({ ...world, area: 'mf-trips', share: 100 });
    expect(await live()).toMatchObject({ version: two });
    expect(await live()).not.toHaveProperty('canary');
    expect(await live()).not.toHaveProperty('share');
    expect(await last()).toMatchObject({ action: 'promote', version: two, from: one });
    await rollback({ ...world, area: 'mf-trips' });
    expect(await live()).toMatchObject({ version: one });
  });

  it('is aborted without a key: what stays is the stable entry as it was signed', async () => {
    const { world, live, last } = await deployed();
    const before = await live();
    await canary({ ...world, area: 'mf-trips', share: 1, dir: await trips(two) });
    const { signature } = (await live()).canary ?? {};
    expect(await abortCanary({ store: world.store, area: 'mf-trips', signature: 'another', why: '', by: 'gateway' })).toMatchObject({ version: undefined });
    expect(await abortCanary({ store: world.store, area: 'mf-trips', signature, why: '5 of 20 failed', by: 'gateway' })).toMatchObject({ version: two });
    expect(await live()).toEqual(before);
    expect(await last()).toMatchObject({ action: 'abort', from: two, version: one, why: '5 of 20 failed', by: 'gateway' });
  });

  it('ends with the next publish or rollback', async () => {
    const { world, live } = await deployed();
    await publish({ ...world, dir: await trips(two) });
    for (const end of [async () => publish({ ...world, dir: await trips(two) }), () => rollback({ ...world, area: 'mf-trips', version: one })]) {
      await canary({ ...world, area: 'mf-trips', share: 1, dir: await trips(three) });
      await end();
      expect(await live()).not.toHaveProperty('canary');
    }
  });

  it('needs a share, a deployed area and a version of its own', async () => {
    const { world } = await deployed();
    await expect(canary({ ...world, area: 'mf-trips', share: 20 })).rejects.toThrow('1, 10, 50 or 100 of a hundred');
    await expect(canary({ ...world, area: 'mf-none', share: 10 })).rejects.toThrow('mf-none is not deployed');
    await expect(canary({ ...world, area: 'mf-trips', share: 10 })).rejects.toThrow('no canary. Name a stored version');
    await expect(canary({ ...world, area: 'mf-trips', share: 10, version: one })).rejects.toThrow('what every visitor gets already');
    await expect(canary({ ...world, area: 'mf-trips', share: 10, version: '9.9.9' })).rejects.toThrow('not in the store');
    await expect(canary({ ...world, area: 'mf-trips', share: 10, dir: await aBuild({ version: two, area: { kit: 9 } }) })).rejects.toThrow('was not published');
  });

  it('is kept by prune, like the deployed version and the one before', async () => {
    const { world } = await deployed();
    await publish({ ...world, dir: await trips(two) });
    await canary({ ...world, area: 'mf-trips', share: 1, dir: await trips(three) });
    await publish({ ...world, area: 'mf-other', dir: await aBuild({ area: { name: 'mf-other', prefixes: ['/other-trips'], menu: [], verification: [] } }) });
    await world.store.add('mf-trips', '0.9.0', new Map([['remote.json', Buffer.from('{}')]]));
    expect(await prune({ ...world, keep: 0 })).toEqual([{ area: 'mf-trips', version: '0.9.0' }]);
    expect((await world.store.versions('mf-trips')).sort()).toEqual([one, two, three]);
  });
});

describe('a start', () => {
  const root = aFolder();
  const built = async (version: string) => {
    const build = await trips(version);
    mkdirSync(path.join(root, 'mf-trips'), { recursive: true });
    rmSync(path.join(root, 'mf-trips', 'dist'), { recursive: true, force: true });
    (await import('node:fs')).renameSync(build, path.join(root, 'mf-trips', 'dist'));
  };

  it('publishes what was never published, does not undo a rollback, and signs what has no signature yet', async () => {
    const world = aWorld();
    const start = () => publishBuilt({ ...world, areas: ['mf-trips'], root });
    await built(one);
    expect(await start()).toEqual([{ area: 'mf-trips', version: one }]);
    await built(two);
    expect(await start()).toEqual([{ area: 'mf-trips', version: two }]);
    await rollback({ ...world, area: 'mf-trips' });
    expect(await start()).toEqual([]);
    const { generation, areas } = await world.store.registry();
    const [{ signature: _gone, ...unsigned }] = areas;
    writeFileSync(path.join(world.folder, 'remotes.json'), JSON.stringify({ generation, areas: [unsigned] }));
    expect(await start()).toEqual([{ area: 'mf-trips', version: two }]);
    expect(await verify(world)).toEqual([]);
  });

  it('publishes what the start before had stored and not yet deployed when it was killed', async () => {
    const world = aWorld();
    await built(one);
    await publishBuilt({ ...world, areas: ['mf-trips'], root });
    await built(two);
    jest.spyOn(world.store, 'update').mockRejectedValueOnce(new Error('killed'));
    await expect(publishBuilt({ ...world, areas: ['mf-trips'], root })).rejects.toThrow('killed');
    expect(await world.store.has('mf-trips', two)).toBe(true);
    expect(await publishBuilt({ ...world, areas: ['mf-trips'], root })).toEqual([{ area: 'mf-trips', version: two }]);
  });
});
