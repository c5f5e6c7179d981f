import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, jest } from '@jest/globals';
import { abortCanary, canary } from './canary.ts';
import { prune } from './prune.ts';
import { publish, publishBuilt } from './publish.ts';
import { rollback } from './rollback.ts';
import { aBuild, aDeployment, aFolder } from './testing/test-build.ts';
import { verify } from './verify.ts';

const trips = (version: string) => aBuild({ version, code: `var v="${version}"` });
const [one, two, three] = ['1.0.0-aaaaaaaa', '1.0.0-bbbbbbbb', '1.0.0-cccccccc'];

async function deployed() {
  const deployment = aDeployment();
  await publish({ ...deployment, dir: await trips(one) });
  const live = async () => (await deployment.store.registry()).areas[0];
  const last = async () => (await deployment.store.history()).at(-1);
  return { deployment, live, last };
}

describe('a canary', () => {
  it('stands beside the stable version until everyone gets it', async () => {
    const { deployment, live, last } = await deployed();
    await canary({ ...deployment, area: 'mf-trips', share: 10, dir: await trips(two), why: 'new form' });
    expect(await live()).toMatchObject({ version: one, canary: { version: two, share: 10 } });
    expect(await last()).toMatchObject({ action: 'canary', version: two, from: one, share: 10, why: 'new form', by: 'test' });
    expect(await verify(deployment)).toEqual([]);
    const first = (await live()).canary;
    await canary({ ...deployment, area: 'mf-trips', share: 50 });
    expect(await live()).toMatchObject({ canary: { version: two, share: 50 } });
    expect((await live()).canary?.sequence).toBeGreaterThan(Number(first?.sequence));
    await canary({ ...deployment, area: 'mf-trips', share: 100 });
    expect(await live()).toMatchObject({ version: two });
    expect(await live()).not.toHaveProperty('canary');
    expect(await live()).not.toHaveProperty('share');
    expect(await last()).toMatchObject({ action: 'promote', version: two, from: one });
    await rollback({ ...deployment, area: 'mf-trips' });
    expect(await live()).toMatchObject({ version: one });
  });

  it('is aborted without a key: what stays is the stable entry as it was signed', async () => {
    const { deployment, live, last } = await deployed();
    const before = await live();
    await canary({ ...deployment, area: 'mf-trips', share: 1, dir: await trips(two) });
    const { signature } = (await live()).canary ?? {};
    expect(await abortCanary({ store: deployment.store, area: 'mf-trips', signature: 'another', why: '', by: 'gateway' })).toMatchObject({
      version: undefined,
    });
    expect(await abortCanary({ store: deployment.store, area: 'mf-trips', signature, why: '5 of 20 failed', by: 'gateway' })).toMatchObject({ version: two });
    expect(await live()).toEqual(before);
    expect(await last()).toMatchObject({ action: 'abort', from: two, version: one, why: '5 of 20 failed', by: 'gateway' });
  });

  it('ends with the next publish or rollback', async () => {
    const { deployment, live } = await deployed();
    await publish({ ...deployment, dir: await trips(two) });
    for (const end of [async () => publish({ ...deployment, dir: await trips(two) }), () => rollback({ ...deployment, area: 'mf-trips', version: one })]) {
      await canary({ ...deployment, area: 'mf-trips', share: 1, dir: await trips(three) });
      await end();
      expect(await live()).not.toHaveProperty('canary');
    }
  });

  it('needs a share, a deployed area and a version of its own', async () => {
    const { deployment } = await deployed();
    await expect(canary({ ...deployment, area: 'mf-trips', share: 20 })).rejects.toThrow('1, 10, 50 or 100 of a hundred');
    await expect(canary({ ...deployment, area: 'mf-none', share: 10 })).rejects.toThrow('mf-none is not deployed');
    await expect(canary({ ...deployment, area: 'mf-trips', share: 10 })).rejects.toThrow('no canary. Name a stored version');
    await expect(canary({ ...deployment, area: 'mf-trips', share: 10, version: one })).rejects.toThrow('what every visitor gets already');
    await expect(canary({ ...deployment, area: 'mf-trips', share: 10, version: '9.9.9' })).rejects.toThrow('not in the store');
    await expect(canary({ ...deployment, area: 'mf-trips', share: 10, dir: await aBuild({ version: two, area: { kit: 9 } }) })).rejects.toThrow(
      'was not published',
    );
  });

  it('is kept by prune, like the deployed version and the one before', async () => {
    const { deployment } = await deployed();
    await publish({ ...deployment, dir: await trips(two) });
    await canary({ ...deployment, area: 'mf-trips', share: 1, dir: await trips(three) });
    await publish({
      ...deployment,
      area: 'mf-other',
      dir: await aBuild({ area: { name: 'mf-other', prefixes: ['/other-trips'], menu: [], verification: [] } }),
    });
    await deployment.store.add('mf-trips', '0.9.0', new Map([['remote.json', Buffer.from('{}')]]));
    expect(await prune({ ...deployment, keep: 0 })).toEqual([{ area: 'mf-trips', version: '0.9.0' }]);
    expect((await deployment.store.versions('mf-trips')).sort()).toEqual([one, two, three]);
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
    const deployment = aDeployment();
    const start = () => publishBuilt({ ...deployment, areas: ['mf-trips'], root });
    await built(one);
    expect(await start()).toEqual([{ area: 'mf-trips', version: one }]);
    await built(two);
    expect(await start()).toEqual([{ area: 'mf-trips', version: two }]);
    await rollback({ ...deployment, area: 'mf-trips' });
    expect(await start()).toEqual([]);
    const { generation, areas } = await deployment.store.registry();
    const [{ signature: _gone, ...unsigned }] = areas;
    writeFileSync(path.join(deployment.folder, 'remotes.json'), JSON.stringify({ generation, areas: [unsigned] }));
    expect(await start()).toEqual([{ area: 'mf-trips', version: two }]);
    expect(await verify(deployment)).toEqual([]);
  });

  it('publishes what the start before had stored and not yet deployed when it was killed', async () => {
    const deployment = aDeployment();
    await built(one);
    await publishBuilt({ ...deployment, areas: ['mf-trips'], root });
    await built(two);
    jest.spyOn(deployment.store, 'update').mockRejectedValueOnce(new Error('killed'));
    await expect(publishBuilt({ ...deployment, areas: ['mf-trips'], root })).rejects.toThrow('killed');
    expect(await deployment.store.has('mf-trips', two)).toBe(true);
    expect(await publishBuilt({ ...deployment, areas: ['mf-trips'], root })).toEqual([{ area: 'mf-trips', version: two }]);
  });
});
