import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runCommand } from '@portal/remotes/command';
import { aBuild, aShellManifest, startBucket } from '@portal/remotes/testing';
import { until } from '@portal/service-kit/testing';
import type { FastifyInstance } from 'fastify';
import { buildGateway } from '../gateway.ts';
import { gatewaySettings } from '../settings.ts';
import { getsCanary } from './canary.ts';

const root = join(__dirname, '../../../..');
const script = join(root, 'infra/dev/remote.mjs');
const run = promisify(execFile);
const [one, two, three] = ['1.0.0-aaaaaaaa', '1.0.0-bbbbbbbb', '1.0.0-cccccccc'];
const page =
  '<!doctype html><html lang="en"><head><title>Single Window</title><!--PRELOAD--><template id="scripts"><!--SCRIPTS--></template></head><body><div id="shell"><!--SHELL--></div><!--REGISTRY--></body></html>';
/** Replaces the shell's own rendering module. */
const drawing = `exports.drawPage = async ({ path, area }) => ({ title: 'Portal', html: '<main data-drawn="' + path + '" data-for="' + area + '"><div id="area-root"></div></main>' });`;
const shellManifest = aShellManifest();
const code = (version: string): string => `var version=${JSON.stringify(version)}`;

/**
 * Runs the command in a folder outside the project.
 * @returns its exit code and output
 */
async function command(words: string[], settings: Record<string, string>): Promise<{ code: number; said: string }> {
  const env = { PATH: process.env.PATH, REMOTES_SHELL: shellManifest, REMOTES_WHO: 'a tester', ...settings };
  return run(process.execPath, [script, ...words], { env, cwd: tmpdir() }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    (error: { code: number; stderr: string; stdout: string }) => ({ code: error.code, said: error.stderr + error.stdout }),
  );
}

/** Runs the same command in this process, which is faster. It captures the console, so only one command may run at a time. */
async function commandHere(words: string[], settings: Record<string, string>): Promise<{ code: number; said: string }> {
  let said = '';
  const print = (line: string): void => {
    said += `${line}\n`;
  };
  const spies = [jest.spyOn(console, 'log').mockImplementation(print), jest.spyOn(console, 'error').mockImplementation(print)];
  try {
    const environment = { REMOTES_SHELL: shellManifest, REMOTES_WHO: 'a tester', ...settings };
    const code = await runCommand(words, { root, environment });
    return { code, said };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

const kinds: [string, () => Promise<{ settings: Record<string, string>; close(): Promise<void> }>][] = [
  ['a folder', async () => ({ settings: {}, close: async () => undefined })],
  [
    'a bucket',
    async () => {
      const bucket = await startBucket();
      return { settings: { REMOTES_STORE: 's3://remotes/portal', ...bucket.environment }, close: bucket.close };
    },
  ],
];

describe.each(kinds)('deploying into %s, with the command, under a running gateway', (kind, prepare) => {
  let folder: string;
  let gateway: FastifyInstance;
  let origin: string;
  let store: Awaited<ReturnType<typeof prepare>>;
  const dirs = new Map<string, string>();

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'portal-deployment-'));
    mkdirSync(join(folder, 'web'));
    writeFileSync(join(folder, 'web', 'index.html'), page);
    mkdirSync(join(folder, 'web', '.page'));
    writeFileSync(join(folder, 'web', '.page', 'prerender.cjs'), drawing);
    store = await prepare();
    gateway = await buildGateway(
      gatewaySettings({
        LOG_LEVEL: 'silent',
        DATA_DIR: join(folder, 'data'),
        WEB_DIR: join(folder, 'web'),
        REMOTES_DIR: join(folder, 'remotes'),
        RATE_LIMIT: 'off',
        TRUSTED_PROXIES: 'loopback',
        ...store.settings,
      }),
    );
    await gateway.listen({ port: 0, host: '127.0.0.1' });
    origin = `http://127.0.0.1:${(gateway.server.address() as AddressInfo).port}`;
    for (const version of [one, two, three]) dirs.set(version, await aBuild({ version, code: code(version) }));
  });
  afterAll(async () => {
    await gateway.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const settings = (): Record<string, string> => ({ REMOTES_DIR: join(folder, 'remotes'), ...store.settings });
  const remote = (words: string[]): ReturnType<typeof command> => commandHere(words, settings());
  const publication = (version: string): string[] => ['publish', '--from', dirs.get(version) ?? '', '--why', 'a test'];
  const publish = (version: string): ReturnType<typeof remote> => remote(publication(version));

  /** Opens a page as a browser does. Returns the version that the page names and preloads, and whether its registry is the one that the same visitor gets. */
  const visit = async (cookie = '') => {
    const answer = await fetch(`${origin}/triptic/trip`, { headers: { cookie } });
    const html = await answer.text();
    const given = /portal\.bucket=\d{1,2}/.exec(answer.headers.get('set-cookie') ?? '')?.[0] ?? cookie;
    const inlined = JSON.parse(/id="registry">(.*?)<\/script>/.exec(html)?.[1] ?? '{}');
    const registry = await fetch(`${origin}/remotes.json`, { headers: { cookie: given } });
    const fetched = await registry.json();
    // The page does not contain the fields that only the gateway reads.
    for (const area of fetched.areas) {
      for (const url of Object.keys(area.integrity)) if (url.includes('/screens/')) delete area.integrity[url];
      delete area.screens;
      delete area.sbom;
    }
    return {
      version: inlined.areas[0]?.version,
      agree: JSON.stringify(inlined) === JSON.stringify(fetched),
      drawn: /<p>Trips in ([^<]+)<\/p>/.exec(html)?.[1],
      fits: /data-version="([^"]+)"/.exec(html)?.[1],
      title: /<title>(.*?)<\/title>/.exec(html)?.[1],
      preloads: /rel="preload" as="script" href="\/remotes\/mf-trips\/([^/]+)\//.exec(html)?.[1],
      cookie: given,
      setCookie: answer.headers.get('set-cookie'),
      caching: [answer, registry].map(({ headers }) => headers.get('cache-control')),
      vary: [answer, registry].map(({ headers }) => headers.get('vary')),
    };
  };
  /** Waits until a page names this version: at once when the store is a folder, after the gateway's next poll when it is a bucket. */
  const seen = async (version: string): Promise<void> => {
    if (kind === 'a folder') expect((await visit()).version).toBe(version);
    else await until(async () => (await visit()).version === version);
  };

  it('serves what was published to the next page, and its files', async () => {
    expect((await fetch(`${origin}/triptic/trip`)).status).toBe(404);
    expect(await command(publication(one), settings())).toEqual({ code: 0, said: `mf-trips ${one} is deployed (generation 1)\n` });
    await seen(one);
    expect(await visit()).toMatchObject({
      version: one,
      preloads: one,
      drawn: one,
      fits: one,
      title: 'Trips – Single Window',
      agree: true,
      caching: ['no-cache', 'no-cache'],
      vary: ['accept-encoding, accept-language, cookie, sec-fetch-dest, sec-fetch-mode', 'accept-encoding, cookie'],
      setCookie: null,
    });
    const file = await fetch(`${origin}/remotes/mf-trips/${one}/remoteEntry.11112222.js`);
    expect([await file.text(), file.headers.get('cache-control')]).toEqual([code(one), 'public, max-age=31536000, immutable']);
    expect((await fetch(`${origin}/remotes/mf-trips/${one}/none.js`)).status).toBe(404);
    for (const record of ['sbom.cdx.json', 'build.json', 'provenance.intoto.json', 'remote.sig', '%2573bom.cdx.json', './build.json', 'remote.sig.br'])
      expect([record, (await fetch(`${origin}/remotes/mf-trips/${one}/${record}`)).status]).toEqual([record, 404]);
    expect((await fetch(`${origin}/remotes/mf-trips/${one}/remote.json`)).status).toBe(200);
    expect((await publish(one)).said).toMatch('was deployed already');
    expect((await publish(two)).code).toBe(0);
    await seen(two);
  });

  it('gives a canary to the same visitors on every page, in page and registry alike', async () => {
    expect(await remote(['canary', 'mf-trips', '50', '--from', dirs.get(three) ?? ''])).toEqual({
      code: 0,
      said: `mf-trips ${three} is deployed to 50 of a hundred visitors (generation 3)\n`,
    });
    await until(async () => Boolean((await visit()).setCookie));
    const counts: Record<string, number> = {};
    for (let visitor = 0; visitor < 40; visitor++) {
      const first = await visit();
      expect(first).toMatchObject({
        agree: true,
        preloads: first.version,
        drawn: first.version,
        fits: first.version,
        caching: ['private, no-cache', 'private, no-cache'],
      });
      expect(first.setCookie).toMatch(/^portal\.bucket=\d{1,2}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/);
      const again = await visit(first.cookie);
      expect(again).toMatchObject({ version: first.version, agree: true, setCookie: null });
      counts[first.version] = (counts[first.version] ?? 0) + 1;
    }
    expect(Object.keys(counts).sort()).toEqual([two, three]);
    // A client that refuses cookies gets the stable version when the page requests the registry again.
    expect((await (await fetch(`${origin}/remotes.json`)).json()).areas[0].version).toBe(two);
    expect((await remote(['list'])).said).toContain(`(${three} for 50 %)`);
  });

  it('ends the canary when it fails for many visitors, by itself, and not for what one of them reports', async () => {
    const report = (version: string, failed?: string) => ({ kind: 'load', area: 'mf-trips', version, ...(failed ? { failed } : {}) });
    const machine = '198.51.100.200';
    const tell = async (bucket: number | undefined, address: string, ...events: object[]): Promise<void> => {
      const answer = await fetch(`${origin}/telemetry`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'sec-fetch-site': 'same-origin',
          'x-forwarded-for': address,
          ...(bucket === undefined ? {} : { cookie: `portal.bucket=${bucket}` }),
        },
        body: JSON.stringify({ events }),
      });
      expect(answer.status).toBe(204);
    };
    const inIt = Array.from({ length: 100 }, (_, bucket) => bucket).filter((bucket) => getsCanary(bucket, { name: 'mf-trips', version: three, share: 50 }));
    const notInIt = Array.from({ length: 100 }, (_, bucket) => bucket).filter((bucket) => !inIt.includes(bucket));
    for (const bucket of inIt.slice(0, 20)) await tell(bucket, `198.51.100.${bucket}`, report(two));
    // Neither reports of a single visitor nor reports of visitors who do not get the canary end it, nor those of one machine with the cookies of all visitors.
    await tell(undefined, machine, ...Array(40).fill(report(three, 'mount')));
    await tell(inIt[0], machine, ...Array(40).fill(report(three, 'mount')));
    for (const bucket of notInIt) await tell(bucket, `198.51.100.${bucket}`, report(three, 'mount'));
    for (const bucket of inIt) await tell(bucket, machine, report(three, 'mount'));
    await new Promise((done) => setTimeout(done, 300));
    expect((await visit(`portal.bucket=${inIt[0]}`)).version).toBe(three);
    for (const bucket of inIt.slice(1, 20)) await tell(bucket, `198.51.100.${bucket}`, report(three, 'mount'));
    await until(async () => (await visit('portal.bucket=1')).caching[0] === 'no-cache');
    for (const bucket of [0, 25, 50, 75, 99]) expect((await visit(`portal.bucket=${bucket}`)).version).toBe(two);
    await until(async () => (await remote(['history', 'mf-trips'])).said.includes('abort'));
    expect((await remote(['history', 'mf-trips'])).said).toMatch(
      /abort 50 %\s+mf-trips 1\.0\.0-cccccccc → 1\.0\.0-bbbbbbbb {2}gateway {2}it failed for 20 of 20 visitors/,
    );
  });

  it('rolls back, and tells who did what and why', async () => {
    expect((await remote(['rollback', 'mf-trips', '--why', 'too slow'])).code).toBe(0);
    await seen(one);
    const history = JSON.parse((await remote(['history', '--json'])).said) as { action: string; by: string; why: string }[];
    expect(history.map(({ action, by }) => [action, by])).toEqual([
      ['publish', 'a tester'],
      ['publish', 'a tester'],
      ['canary', 'a tester'],
      ['abort', 'gateway'],
      ['rollback', 'a tester'],
    ]);
    expect(history.at(-1)?.why).toBe('too slow');
    expect(await remote(['verify'])).toEqual({ code: 0, said: 'Everything that is deployed has its signature and its hashes\n' });
    expect(await remote(['prune'])).toEqual({ code: 0, said: 'Nothing to remove\n' });
  });

  it('loses no update of several commands at once', async () => {
    const areas = await Promise.all(
      [1, 2, 3, 4].map((number) => aBuild({ area: { name: `mf-a${number}`, prefixes: [`/a${number}`], menu: [], verification: [] } })),
    );
    const before = JSON.parse((await remote(['list', '--json'])).said).generation;
    const done = await Promise.all(areas.map((dir) => command(['publish', '--from', dir], settings())));
    expect(done.map((result) => result.code)).toEqual([0, 0, 0, 0]);
    const { generation, areas: listed } = JSON.parse((await remote(['list', '--json'])).said);
    expect([generation, listed.length]).toEqual([before + 4, 5]);
    expect((await remote(['verify'])).code).toBe(0);
  });
});

describe('the command', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'portal-command-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const remote = (words: string[], more: Record<string, string> = {}): ReturnType<typeof command> =>
    command(words, { REMOTES_DIR: join(folder, 'remotes'), ...more });

  it('ends with 1 and the reasons when it refuses, with 2 and the usage when it does not understand', async () => {
    const bad = await aBuild({ version: '2.0.0', area: { kit: 9 } });
    const good = await aBuild();
    expect(await remote(['publish', '--from', bad])).toMatchObject({
      code: 1,
      said: expect.stringMatching(/was not published:\n {2}- area\.json: written for kit 9/),
    });
    expect(await remote(['publish', '--from', good], { NODE_ENV: 'production', REMOTES_KEYS: '/nowhere/none.json' })).toMatchObject({
      code: 1,
      said: expect.stringMatching(/no key to sign mf-trips with/),
    });
    expect((await remote([])).code).toBe(2);
    for (const words of [[], ['deploy'], ['publish'], ['canary', 'mf-trips', 'some'], ['publish', '--form', bad]])
      expect(await commandHere(words, {})).toMatchObject({ code: 2, said: expect.stringMatching(/npm run remote -- <command>/) });
    expect((await remote(['--help'])).code).toBe(0);
  });

  it('makes a key pair, signs with it, and lets pass what its trusted half has signed', async () => {
    const trusted = { REMOTES_KEYS: join(folder, 'trusted.json') };
    const made = JSON.parse((await remote(['keys', 'mf-trips', '--into', folder, '--json'])).said);
    writeFileSync(trusted.REMOTES_KEYS, JSON.stringify(made.trusted));
    expect(await remote(['publish', '--from', await aBuild(), '--key', made.file], trusted)).toMatchObject({ code: 0 });
    expect(await remote(['verify'], trusted)).toMatchObject({ code: 0 });
    expect(await remote(['keys', 'mf-trips', '--into', folder])).toMatchObject({ code: 1, said: expect.stringMatching(/EEXIST/) });
  });
});
