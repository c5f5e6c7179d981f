import { createPrivateKey } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { publish } from './publish.ts';
import { rollback } from './rollback.ts';
import { publicKeyText } from './signing.ts';
import { newKey, SigningKeys } from './signing-keys.ts';
import { aBuild, aDeployment, aFolder } from './testing/test-build.ts';
import { verify } from './verify.ts';

const trips = (version = '1.0.0-aaaaaaaa') => aBuild({ version, code: `var v="${version}"` });
const licences = () => aBuild({ area: { name: 'mf-licences', prefixes: ['/licenser'], menu: [], verification: [] } });

/** Sets up two teams, each with a key of its own, as in production. */
function teams() {
  const folder = aFolder();
  const pem = { 'mf-trips': newKey(), 'mf-licences': newKey() };
  const trustFile = path.join(folder, 'trusted.json');
  writeFileSync(trustFile, JSON.stringify(Object.fromEntries(Object.entries(pem).map(([area, text]) => [area, [publicKeyText(createPrivateKey(text))]]))));
  const deployment = aDeployment();
  const as = (team: keyof typeof pem, seen = trustFile) => ({ ...deployment, keys: new SigningKeys({ trustFile: seen, signing: pem[team] }) });
  return { deployment, as, pem, folder };
}

describe('the keys', () => {
  it('of a team publish its area and no other', async () => {
    const { as, deployment } = teams();
    await publish({ ...as('mf-trips'), dir: await trips() });
    await publish({ ...as('mf-licences'), dir: await licences() });
    await expect(publish({ ...as('mf-licences'), dir: await trips('1.0.0-bbbbbbbb') })).rejects.toThrow(/none of mf-trips's.*Sign with the key of mf-trips/);
    await expect(rollback({ ...as('mf-licences'), area: 'mf-trips', version: '1.0.0-aaaaaaaa' })).rejects.toThrow(/none of mf-trips's/);
    expect((await deployment.store.registry()).generation).toBe(2);
    expect(await verify(as('mf-trips'))).toEqual([]);
  });

  it('of another team do not pass where a registry is verified, even where the file of trusted keys was not at hand', async () => {
    const { as } = teams();
    await publish({ ...as('mf-licences', '/nowhere/trusted.json'), dir: await trips() });
    const wrong = await verify(as('mf-trips'));
    expect(wrong).toEqual([
      expect.stringMatching(/the stable entry of mf-trips has no signature of a key of mf-trips/),
      expect.stringMatching(/mf-trips 1\.0\.0-aaaaaaaa has no signature of a key of mf-trips/),
      expect.stringMatching(/mf-trips 1\.0\.0-aaaaaaaa has no provenance that a key of mf-trips has signed/),
    ]);
    expect(await verify(as('mf-trips', '/nowhere/trusted.json'))).toEqual([expect.stringMatching(/Set REMOTES_KEYS/)]);
  });

  it('are made in development, readable by their owner alone', async () => {
    const deployment = aDeployment();
    await publish({ ...deployment, dir: await trips() });
    const folder = path.join(deployment.folder, '.keys');
    expect(readdirSync(folder).sort()).toEqual(['mf-trips.pem', 'trusted.json']);
    expect(statSync(path.join(folder, 'mf-trips.pem')).mode & 0o77).toBe(0);
    const before = readFileSync(path.join(folder, 'mf-trips.pem'), 'utf8');
    await publish({ ...deployment, dir: await trips('1.0.0-bbbbbbbb') });
    expect(readFileSync(path.join(folder, 'mf-trips.pem'), 'utf8')).toBe(before);
  });

  it('are never made where trusted keys are named, or in production', async () => {
    for (const environment of [{ REMOTES_KEYS: '/nowhere/trusted.json' }, { NODE_ENV: 'production' }]) {
      const keys = SigningKeys.from({ ...environment, REMOTES_DIR: aFolder() }, '/');
      await expect(publish({ ...aDeployment(), keys, dir: await trips() })).rejects.toThrow(/no key to sign mf-trips with. Set REMOTES_SIGNING_KEY/);
    }
  });

  it('may be given as text or as a file, and are not repeated when they are wrong', async () => {
    const { as, pem, folder } = teams();
    const file = path.join(folder, 'mine.pem');
    writeFileSync(file, pem['mf-trips']);
    const { trustFile } = as('mf-trips').keys;
    await expect(new SigningKeys({ trustFile, signing: file }).privateKey('mf-trips')).resolves.toBeDefined();
    const spoiled = pem['mf-trips'].replace(/[A-Z]{2}/, '??');
    const fault = await new SigningKeys({ trustFile, signing: spoiled }).privateKey('mf-trips').catch((error: Error) => error.message);
    expect(fault).toMatch(/must be an Ed25519 private key/);
    expect(fault).not.toContain(spoiled.split('\n')[1]);
    await expect(new SigningKeys({ trustFile, signing: '/nowhere.pem' }).privateKey('mf-trips')).rejects.toThrow(/ENOENT/);
  });
});

describe('a stored version', () => {
  const spoil = (dir: string, file: string, change: (text: string) => string) => {
    const full = path.join(dir, 'mf-trips', '1.0.0-aaaaaaaa', file);
    writeFileSync(full, change(readFileSync(full, 'utf8')));
  };

  it.each([
    ['a changed file', 'remoteEntry.11112222.js', () => 'steal()', /remoteEntry\.11112222\.js has been changed/],
    ['a changed remote.json', 'remote.json', (text: string) => text.replace('"kit":2', '"kit":3'), /no signature of a key of mf-trips.*Publish it again/],
    ['a signature of something else', 'remote.sig', () => 'A'.repeat(86), /no signature of a key of mf-trips/],
    ['a file more', 'extra.js', () => 'more()', /extra\.js has no integrity hash/],
  ])('is not signed again by a rollback with %s', async (_name, file, change, message) => {
    const deployment = aDeployment();
    for (const version of ['1.0.0-aaaaaaaa', '1.0.0-bbbbbbbb']) await publish({ ...deployment, dir: await trips(version) });
    if (file === 'extra.js') writeFileSync(path.join(deployment.folder, 'mf-trips', '1.0.0-aaaaaaaa', file), '');
    spoil(deployment.folder, file, change);
    await expect(rollback({ ...deployment, area: 'mf-trips' })).rejects.toThrow(message);
    expect((await deployment.store.registry()).areas).toMatchObject([{ version: '1.0.0-bbbbbbbb' }]);
  });
});
