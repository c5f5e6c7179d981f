import { createPrivateKey, type KeyObject } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Area, attest, newKey, openStore, type Purpose, provenanceFile, publicKeyText, sbomFile, statementOf } from '@portal/remotes';
import { signedEntry, writeRegistry } from '@portal/remotes/testing';
import { until } from '@portal/service-kit/testing';
import { gatewaySettings } from '../settings.ts';
import type { AreaVisitors } from './canary.ts';
import type { Registry, RegistryState } from './registry.ts';
import { openRemotes } from './remotes.ts';

const keys: Record<string, KeyObject> = Object.fromEntries(['mf-trips', 'mf-licences', 'stranger'].map((name) => [name, createPrivateKey(newKey())]));
const hash = `sha384-${'A'.repeat(64)}`;
const prefixes: Record<string, string[]> = { 'mf-trips': ['/triptic'], 'mf-licences': ['/licenser'] };

describe('the registry', () => {
  let folder: string;
  let registry: Registry;
  let log: string[];
  let counted: AreaVisitors[];
  let ended: string[];

  const open = async (settings: Record<string, string> = {}): Promise<Registry> => {
    const remotes = await openRemotes(
      gatewaySettings({ REMOTES_DIR: join(folder, 'remotes'), REMOTES_KEYS: join(folder, 'trusted.json'), DATA_DIR: join(folder, 'data'), ...settings }),
      { error: (fields, message) => log.push(`${message}: ${Object.values(fields).join(' ')}`) },
      { areaVisitors: () => counted },
      { ended: ({ area, version }, by) => ended.push(`${area} ${version} ${by}`) },
    );
    return remotes.registry;
  };
  const trust = (owners: Record<string, string[]>): void =>
    writeFileSync(
      join(folder, 'trusted.json'),
      JSON.stringify(Object.fromEntries(Object.entries(owners).map(([area, names]) => [area, names.map((name) => publicKeyText(keys[name]))]))),
    );

  const entry = (name: string, version: string, more: object = {}, purpose: Purpose = 'stable', key = keys[name]): Area => {
    const file = `/remotes/${name}/${version}/entry.js`;
    const place = join(folder, 'remotes', name, version);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'entry.js'), 'entry()');
    return signedEntry(purpose, { name, version, prefixes: prefixes[name], entry: file, integrity: { [file]: hash }, ...more }, key) as unknown as Area;
  };
  const put = (generation: number, ...areas: (object | null)[]): void => writeRegistry(join(folder, 'remotes'), JSON.stringify({ generation, areas }));
  const versions = ({ document }: RegistryState): Record<string, string> => Object.fromEntries(document.areas.map(({ name, version }) => [name, version]));

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'portal-registry-'));
    log = [];
    counted = [];
    ended = [];
    trust({ 'mf-trips': ['mf-trips'], 'mf-licences': ['mf-licences'] });
    registry = await open();
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is served where every entry is signed', async () => {
    expect((await registry.current()).document).toMatchObject({ areas: [], notice: expect.stringMatching(/No part of the portal is deployed/) });
    put(1, entry('mf-trips', '1.0.0'), entry('mf-licences', '1.0.0'));
    const state = await registry.current();
    expect(versions(state)).toEqual({ 'mf-trips': '1.0.0', 'mf-licences': '1.0.0' });
    expect(state.document.notice).toBeUndefined();
    expect(log).toEqual([]);
  });

  it('serves an entry with a bill of materials only with a provenance that a key of its area has signed and that is about its files', async () => {
    const write = (version: string, files: Record<string, string>, key: KeyObject, of = version): void => {
      const subject = Object.entries(files).map(([name, sha]) => ({ name, digest: { sha384: Buffer.from(sha.slice(7), 'base64').toString('hex') } }));
      const about = {
        subject,
        buildType: 'urn:test',
        parameters: { area: 'mf-trips', version: of },
        materials: [],
        builder: 'urn:test',
        finishedOn: '2026-01-02T03:04:05Z',
      };
      writeFileSync(join(folder, 'remotes/mf-trips', version, provenanceFile), JSON.stringify(attest(statementOf(about), key)));
    };
    const good = { 'entry.js': hash, [sbomFile]: hash };
    const cases: [string, Record<string, string>, KeyObject, RegExp | undefined, string?][] = [
      ['1.0.0', good, keys['mf-trips'], undefined],
      ['2.0.0', good, keys['mf-licences'], /mf-trips 2\.0\.0 has no provenance that a key of mf-trips has signed/],
      ['3.0.0', { ...good, 'entry.js': `sha384-${'B'.repeat(64)}` }, keys['mf-trips'], /provenance of mf-trips 3\.0\.0 is about other files/],
      ['4.0.0', { 'entry.js': hash }, keys['mf-trips'], /is about other files/],
      ['5.0.0', good, keys['mf-trips'], undefined],
      ['5.1.0', good, keys['mf-trips'], /provenance of mf-trips 5\.1\.0 is about another version/, '5.0.0'],
    ];
    let served = '';
    for (const [index, [version, files, key, refused, of]] of cases.entries()) {
      const listed = entry('mf-trips', version, { sbom: hash });
      write(version, files, key, of);
      put(index + 1, listed);
      if (!refused) served = version;
      const state = await registry.current();
      expect(versions(state)).toEqual({ 'mf-trips': served });
      if (refused) expect(state.document.notice).toMatch(refused);
    }
    put(9, entry('mf-trips', '6.0.0', { sbom: hash }));
    expect((await registry.current()).document.notice).toMatch(/6\.0\.0 has no provenance/);
  });

  const tampered: [string, () => object, RegExp][] = [
    ['no signature', () => ({ ...entry('mf-trips', '2.0.0'), signature: undefined }), /no signature of a key of mf-trips/],
    ['a signature that is none', () => ({ ...entry('mf-trips', '2.0.0'), signature: 'AAAA' }), /no signature of a key of mf-trips/],
    ['a byte that was changed', () => ({ ...entry('mf-trips', '2.0.0'), entry: '/remotes/mf-trips/2.0.0/other.js' }), /no signature of a key of mf-trips/],
    ["another area's key", () => entry('mf-trips', '2.0.0', {}, 'stable', keys['mf-licences']), /no signature of a key of mf-trips/],
    ['a key nobody trusts', () => entry('mf-trips', '2.0.0', {}, 'stable', keys.stranger), /no signature of a key of mf-trips/],
    ['the signature of a canary', () => entry('mf-trips', '2.0.0', { share: 10 }, 'canary'), /its stable entry has no signature/],
    ['an older signature', () => entry('mf-trips', '2.0.0', { sequence: 5 }), /older than one that was in force/],
    ['a sequence that is no number', () => entry('mf-trips', '2.0.0', { sequence: 'now' }), /older than one that was in force/],
    ['no hash for its entry', () => entry('mf-trips', '2.0.0', { integrity: {} }), /entry\.js has no integrity hash/],
    [
      'a hash that is none',
      () => entry('mf-trips', '2.0.0', { integrity: { '/remotes/mf-trips/2.0.0/entry.js': 'md5-x' } }),
      /entry\.js has no integrity hash/,
    ],
    [
      'a script beside its hashes',
      () => {
        const made = entry('mf-trips', '2.0.0');
        writeFileSync(join(folder, 'remotes', 'mf-trips', '2.0.0', 'extra.mjs'), '');
        return made;
      },
      /extra\.mjs has no integrity hash/,
    ],
    ['files from elsewhere', () => entry('mf-trips', '2.0.0', { preload: ['https://elsewhere.example/x.js'] }), /lies outside \/remotes\/mf-trips/],
    ["another area's prefix", () => entry('mf-trips', '2.0.0', { prefixes: ['/licenser/mine'] }), /meets "\/licenser" of mf-licences/],
    ['a prefix of the shell', () => entry('mf-trips', '2.0.0', { prefixes: ['/sign-in'] }), /belongs to the shell/],
    ['no prefix', () => entry('mf-trips', '2.0.0', { prefixes: [] }), /names no prefixes/],
  ];
  it.each(tampered)('does not serve an entry with %s; the last good one stays and the others go on', async (_name, bad, message) => {
    put(1, entry('mf-trips', '1.0.0'), entry('mf-licences', '1.0.0'));
    await registry.current();
    put(2, bad(), entry('mf-licences', '1.1.0'));
    const state = await registry.current();
    expect(versions(state)).toEqual({ 'mf-trips': '1.0.0', 'mf-licences': '1.1.0' });
    expect(state.document.notice).toMatch(message);
    expect(state.document.notice).toMatch(/version 1\.0\.0, the last good one, stays/);
    expect(log.join('\n')).toMatch(message);
    // Logged once, not with every request.
    await registry.current();
    expect(log).toHaveLength(1);
    // After a restart the gateway still serves the last good version.
    expect(versions(await (await open()).current())).toMatchObject({ 'mf-trips': '1.0.0' });
    put(3, entry('mf-trips', '3.0.0'), entry('mf-licences', '1.2.0'));
    expect((await registry.current()).document.notice).toBeUndefined();
    expect(versions(await registry.current())).toEqual({ 'mf-trips': '3.0.0', 'mf-licences': '1.2.0' });
  });

  it('serves nothing of an area that never had a good entry', async () => {
    put(1, entry('mf-trips', '1.0.0', {}, 'stable', keys.stranger), entry('mf-licences', '1.0.0'), { name: '../x' }, null);
    const { document } = await registry.current();
    expect(document.areas.map(({ name }) => name)).toEqual(['mf-licences']);
    expect(document.notice).toMatch(/mf-trips: .* It is not served\./);
    expect(document.notice).toMatch(/an area without a name of its own/);
  });

  it('knows an old registry that was put back, also after a start', async () => {
    const old = [entry('mf-trips', '1.0.0'), entry('mf-licences', '1.0.0')];
    put(1, ...old);
    await registry.current();
    put(2, entry('mf-trips', '2.0.0'), old[1]);
    await registry.current();
    put(1, ...old);
    for (const gateway of [registry, await open()]) {
      const state = await gateway.current();
      expect(versions(state)).toEqual({ 'mf-trips': '2.0.0', 'mf-licences': '1.0.0' });
      expect(state.document.notice).toMatch(/mf-trips: its stable entry \(version 1\.0\.0\) is older than one that was in force/);
    }
    // A genuine rollback has a new signature, so it is accepted.
    put(3, entry('mf-trips', '1.0.0'), old[1]);
    expect(versions(await registry.current())).toEqual({ 'mf-trips': '1.0.0', 'mf-licences': '1.0.0' });
  });

  it('keeps an area that is gone from it until its key is taken away', async () => {
    put(1, entry('mf-trips', '1.0.0'), entry('mf-licences', '1.0.0'));
    await registry.current();
    put(2, entry('mf-licences', '1.0.1'));
    const state = await registry.current();
    expect(versions(state)).toEqual({ 'mf-trips': '1.0.0', 'mf-licences': '1.0.1' });
    expect(state.document.notice).toMatch(/mf-trips: it is gone from the registry/);
    trust({ 'mf-licences': ['mf-licences'] });
    expect((await registry.current()).document).toMatchObject({ areas: [{ name: 'mf-licences' }] });
    expect((await registry.current()).document.notice).toBeUndefined();
  });

  it('follows a change of keys without a restart', async () => {
    put(1, entry('mf-trips', '1.0.0'));
    await registry.current();
    trust({ 'mf-trips': ['mf-trips', 'stranger'], 'mf-licences': ['mf-licences'] });
    put(2, entry('mf-trips', '2.0.0', {}, 'stable', keys.stranger));
    expect(versions(await registry.current())).toEqual({ 'mf-trips': '2.0.0' });
    trust({ 'mf-trips': ['stranger'], 'mf-licences': ['mf-licences'] });
    put(3, entry('mf-trips', '3.0.0'));
    expect(versions(await registry.current())).toEqual({ 'mf-trips': '2.0.0' });
    writeFileSync(join(folder, 'trusted.json'), '{');
    expect((await registry.current()).document.notice).toMatch(/file of trusted keys cannot be read/);
    expect(versions(await registry.current())).toEqual({ 'mf-trips': '2.0.0' });
  });

  it('does not let the gateway start without the file of trusted keys', async () => {
    await expect(open({ REMOTES_KEYS: join(folder, 'none.json') })).rejects.toThrow(/REMOTES_KEYS: The file of trusted keys cannot be read/);
  });

  describe('with a canary', () => {
    const share = (part: number, version = '2.0.0', more: object = {}): Area => entry('mf-trips', version, { share: part, ...more }, 'canary');
    const served = async (gateway = registry): Promise<number> => {
      let count = 0;
      for (let bucket = 0; bucket < 100; bucket++) count += versions(await gateway.current(bucket))['mf-trips'] === '2.0.0' ? 1 : 0;
      return count;
    };
    let stable: Area;
    beforeEach(() => {
      stable = entry('mf-trips', '1.0.0');
    });

    it('gives it to its share of visitors, and the stable version to who has no number', async () => {
      for (const part of [1, 10, 50]) {
        put(part, { ...stable, canary: share(part) });
        expect(await served()).toBe(part);
        const state = await registry.current();
        expect([versions(state)['mf-trips'], state.personal]).toEqual(['1.0.0', true]);
        expect(JSON.stringify(state.document)).not.toContain('"canary"');
      }
    });

    it.each([
      ['a signature of nobody', () => ({ ...share(50), signature: 'AAAA' }), /its canary entry has no signature/],
      ['the signature of a stable entry', () => entry('mf-trips', '2.0.0', { share: 50 }), /its canary entry has no signature/],
      ['a share that was changed', () => ({ ...share(1), share: 99 }), /its canary entry has no signature/],
      ['a share of everyone', () => share(100), /no share between 1 and 99/],
      ["another area's name", () => ({ ...entry('mf-licences', '2.0.0', { share: 50 }, 'canary') }), /its canary entry has no signature/],
    ])('serves none with %s', async (_name, bad, message) => {
      put(1, { ...stable, canary: bad() });
      const state = await registry.current();
      expect([state.personal, versions(await registry.current(7))['mf-trips']]).toEqual([false, '1.0.0']);
      expect(state.document.notice).toMatch(message);
    });

    it('does not serve one again that was taken away', async () => {
      const canary = share(50);
      put(1, { ...stable, canary });
      expect(await served()).toBe(50);
      put(2, stable);
      expect(await served()).toBe(0);
      put(3, { ...stable, canary });
      expect(await served()).toBe(0);
      expect((await registry.current()).document.notice).toMatch(/older than one that was in force/);
    });

    it('ends it when it fails too often, and writes why', async () => {
      put(1, { ...stable, canary: share(50) });
      counted = [
        { area: 'mf-trips', version: '2.0.0', visitors: 19, failed: 19 },
        { area: 'mf-trips', version: '1.0.0', visitors: 500, failed: 1 },
      ];
      // Failures that were reported before the version became a canary do not count against it.
      expect(await served()).toBe(50);
      expect(ended).toEqual(['mf-trips 2.0.0 0']);
      counted[0] = { ...counted[0], visitors: 39, failed: 39 };
      await until(async () => (await served()) === 0);
      await until(async () => (await registry.current()).document.generation === 2);
      expect((await registry.current()).document.notice).toBeUndefined();
      expect(log.join()).toMatch(/canary aborted.*mf-trips/);
      expect(ended).toEqual(['mf-trips 2.0.0 0', 'mf-trips 2.0.0 1']);
      const store = await openStore({ REMOTES_DIR: join(folder, 'remotes') }, '/');
      expect((await store.registry()).areas).toEqual([stable]);
      expect((await store.history()).at(-1)).toMatchObject({
        action: 'abort',
        area: 'mf-trips',
        from: '2.0.0',
        version: '1.0.0',
        by: 'gateway',
        why: 'it failed for 20 of 20 visitors; the other versions for 1 of 500',
      });
    });
  });
});
