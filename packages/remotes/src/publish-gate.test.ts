import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { versionOf } from '../../../infra/build/lib/stamp.mjs';
import { publish } from './publish.ts';
import type { SizeLimits } from './size-limits.ts';
import { aBuild, aDeployment, type TestBuild } from './testing/test-build.ts';

const refusal = async (what: Parameters<typeof aBuild>[0], change?: (build: TestBuild) => void, limits?: SizeLimits): Promise<string> => {
  const deployment = aDeployment();
  await publish({
    ...deployment,
    area: 'mf-licences',
    dir: await aBuild({ area: { name: 'mf-licences', prefixes: ['/licenser'], menu: [], verification: ['professional-licence'] } }),
  });
  return publish({ ...deployment, area: 'mf-trips', dir: await aBuild(what, change), limits }).then(
    () => 'accepted',
    (error: Error) => error.message,
  );
};

describe('the gate', () => {
  it('lets a good build through', async () => {
    expect(await refusal({})).toBe('accepted');
  });

  it('lets a build through that says which kinds of documents people own in it', async () => {
    const kind = { path: '/v1/triptic/trip', title: { en: 'Trips', pt: 'Viagens' }, roles: 'triptic-trip', screen: '/triptic/trip/view' };
    expect(await refusal({ area: { kinds: [kind] } })).toBe('accepted');
  });

  it.each(['9f3c01ab77', '0123456789', '0000000000', '1e10000000'])('lets a build through whatever its hash, %s too', async (hash) => {
    expect(await refusal({ version: versionOf('1.0.0', hash) })).toBe('accepted');
  });

  const corpus: [string, object, ((build: TestBuild) => void) | undefined, RegExp][] = [
    [
      'a build without manifest',
      {},
      (build) => {
        Object.assign(build, { manifest: undefined });
      },
      /mf-manifest\.json: missing.*npm run build/,
    ],
    [
      'a manifest that is no JSON',
      {},
      (build) => {
        Object.assign(build, { manifest: '{"error":' });
      },
      /mf-manifest\.json: no readable JSON/,
    ],
    [
      'a manifest that lacks a part',
      {},
      (build) => {
        Object.assign(build.manifest, { exposes: undefined });
      },
      /mf-manifest\.json: "exposes" is missing/,
    ],
    [
      'a build without remote.json',
      {},
      (build) => {
        Object.assign(build, { remote: undefined });
      },
      /remote\.json: missing/,
    ],
    [
      'lists of another area',
      {
        area: {
          kinds: [{ path: '/v1/triptic/trip', title: { en: 'Trips', pt: 'Viagens' }, roles: 'triptic-trip', screen: '/triptic/trip/view', list: '/licenser' }],
        },
      },
      undefined,
      /"list" must be the officers' list/,
    ],
    [
      'a form of another area that takes over documents',
      {
        area: {
          kinds: [
            {
              path: '/v1/triptic/trip',
              title: { en: 'Trips', pt: 'Viagens' },
              roles: 'triptic-trip',
              screen: '/triptic/trip/view',
              takenOverBy: { path: '/eservice/medical', title: { en: 'Apply', pt: 'Pedir' } },
            },
          ],
        },
      },
      undefined,
      /"takenOverBy" needs the "path" of a form/,
    ],
    [
      'a page of officials but those below /staff as one that works without network',
      { area: { offline: { screens: ['/triptic/trip'], under: [], calls: [], catalogues: [] } } },
      undefined,
      /"offline" needs "screens"/,
    ],
    [
      'addresses of officials below which a page stands in without network',
      { area: { offline: { screens: [], under: ['/staff/trips'], calls: [], catalogues: [] } } },
      undefined,
      /"offline" needs "screens"/,
    ],
    ['kinds of documents that are no list', { area: { kinds: { path: '/v1/triptic/trip' } } }, undefined, /"kinds" must list the kinds of documents/],
    [
      'a kind of documents without title, roles or screen',
      { area: { kinds: [{ path: 'trip', title: { en: 'Trips' }, roles: 'Trip*', screen: '/licenser/view' }] } },
      undefined,
      /kind 1 \(trip\): "path" must be.*"title" needs.*"roles" must be.*"screen" must be/s,
    ],
    ['the build of another area', { area: { name: 'mf-other' } }, undefined, /this is the build of mf-other/],
    [
      'a build that exposes no lifecycles',
      {},
      (build) => {
        build.manifest.exposes = [];
      },
      /"\.\/lifecycles" is not exposed.*src\/lifecycles\.tsx/,
    ],
    [
      'a fixed public path',
      {},
      (build) => {
        build.manifest.metaData.publicPath = 'http://localhost/';
      },
      /Set output\.publicPath to "auto"/,
    ],
    [
      'a public path that needs eval',
      {},
      (build) => {
        build.manifest.metaData.getPublicPath = 'return 1';
      },
      /getPublicPath needs eval/,
    ],
    [
      'a global name without the version',
      {},
      (build) => {
        build.remote.global = 'mf_trips';
        build.manifest.metaData.globalName = 'mf_trips';
      },
      /must end with the version/,
    ],
    [
      'another major of a shared library',
      {},
      (build) => {
        build.manifest.shared[0].requiredVersion = '^18.0.0';
      },
      /needs react \^18\.0\.0, the shell provides 19\.3\.1/,
    ],
    [
      'a second copy of a shared library',
      {},
      (build) => {
        Object.assign(build.manifest.shared[0], { assets: { js: { sync: ['react.js'], async: [] } } });
      },
      /brings its own react.*import: false/,
    ],
    [
      'a shared library that is no singleton',
      {},
      (build) => {
        build.manifest.shared[2].singleton = false;
      },
      /@portal\/web-kit is no singleton.*Set singleton: true/,
    ],
    [
      'a shared library the shell has not',
      {},
      (build) => {
        build.manifest.shared.push({ name: 'lodash', version: '4.0.0', singleton: true, requiredVersion: '^4.0.0' });
      },
      /does not provide lodash/,
    ],
    [
      'a kit that is not shared',
      {},
      (build) => {
        build.manifest.shared.pop();
      },
      /@portal\/web-kit is not shared/,
    ],
    [
      'a copy of React inside',
      { code: 'e.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE={}' },
      undefined,
      /remoteEntry\.11112222\.js: holds a copy of React/,
    ],
    ['a kit before the last', { area: { kit: 0 } }, undefined, /written for kit 0, the shell has kit 2/],
    ['a kit that is not there yet', { area: { kit: 3 } }, undefined, /Deploy the shell first/],
    ['a prefix of another area', { area: { prefixes: ['/licenser'], menu: [] } }, undefined, /"\/licenser" meets "\/licenser" of mf-licences/],
    ['a prefix inside one of another area', { area: { prefixes: ['/licenser/trips'], menu: [] } }, undefined, /meets "\/licenser" of mf-licences/],
    ['a prefix of the shell', { area: { prefixes: ['/api'], menu: [] } }, undefined, /"\/api" belongs to the shell/],
    ['a page of the shell', { area: { prefixes: ['/open-data'], menu: [] } }, undefined, /"\/open-data" belongs to the shell/],
    ['an address of the gateway', { area: { prefixes: ['/events/list'], menu: [] } }, undefined, /"\/events\/list" belongs to the shell/],
    ['a document kind of another area', { area: { verification: ['professional-licence'] } }, undefined, /verified by mf-licences/],
    [
      'a menu entry outside its prefixes',
      {},
      (build) => {
        build.remote.menu[0].path = '/licenser/x';
      },
      /"path" must lie below/,
    ],
    [
      'a staff screen open to everyone',
      {},
      (build) => {
        build.remote.menu[0].roles = [];
      },
      /name in "roles" who may see it/,
    ],
    ['a title in one language', { area: { title: { en: 'Trips' } } }, undefined, /"title" needs a text in "en" and in "pt"/],
    [
      'a file changed after the build',
      {},
      (build) => {
        build.files['assets/screen.33334444.js'] = 'steal()';
      },
      /screen\.33334444\.js: the file is not the one that was built/,
    ],
    [
      'a file without hash',
      {},
      (build) => {
        build.files['assets/more.js'] = 'var z';
      },
      /more\.js has no integrity hash/,
    ],
    [
      'an entry outside the version',
      {},
      (build) => {
        build.remote.entry = 'https://elsewhere.example/x.js';
      },
      /lies outside \/remotes\/mf-trips/,
    ],
    [
      'a path of the project folder',
      { code: 'var f="/a/project/mf-trips/src/x.tsx"' },
      undefined,
      /remoteEntry\.11112222\.js: holds a path of the machine.*"\/a\/project"/,
    ],
    ["a path of somebody's home", { code: 'var f="file:///C:/x"' }, undefined, /holds a path of the machine/],
    [
      'a hash that is none',
      {},
      (build) => {
        build.remote.integrity[build.remote.entry] = 'sha1-abc';
      },
      /remoteEntry\.11112222\.js has no integrity hash/,
    ],
    [
      'a hash of a file that is not there',
      {},
      (build) => {
        build.remote.integrity['/remotes/mf-trips/1.0.0-0a1b2c3d/gone.js'] = build.remote.integrity[build.remote.entry];
      },
      /gone\.js is missing from the build/,
    ],
    [
      'an entry that is not there',
      {},
      (build) => {
        build.remote.entry = '/remotes/mf-trips/1.0.0-0a1b2c3d/gone.js';
      },
      /gone\.js has no integrity hash/,
    ],
    [
      'what only publishing may write',
      {},
      (build) => {
        Object.assign(build.remote, { share: 50 });
      },
      /"share" is written by publishing/,
    ],
    ['a version that is none', { version: 'latest' }, undefined, /"latest" is no version/],
  ];

  it.each(corpus)('refuses %s, naming the file and what to do', async (_name, what, change, message) => {
    const refused = await refusal(what, change);
    expect(refused).toMatch(message);
    // Each reason states the file, the fault, and what to do about it.
    for (const reason of refused.split('\n').slice(1)) expect(reason).toMatch(/^ {2}- [\w./-]+\.\w+: \S.*([.;] [A-Z]?\w.*| must .*| needs .*)\.$/);
  });

  it('refuses a build over budget, file by file and in all', async () => {
    const code = `var x="${randomBytes(4000).toString('hex')}"`;
    const message = await refusal({ code }, undefined, { start: 3000, file: 3500, all: 4000 });
    expect(message).toMatch(/the limit for a file is 4 kB/);
    expect(message).toMatch(/the area starts with \d+ kB compressed/);
    expect(message).toMatch(/in all, the limit is 4 kB/);
  });

  it('refuses the same version with other bytes and takes the same bytes again', async () => {
    const deployment = aDeployment();
    const first = await aBuild({ code: 'one()' });
    await publish({ ...deployment, area: 'mf-trips', dir: first });
    await expect(publish({ ...deployment, area: 'mf-trips', dir: await aBuild({ code: 'two()' }) })).rejects.toThrow(
      /was published with other bytes.*raise "version" in mf-trips\/package\.json/,
    );
    await expect(publish({ ...deployment, area: 'mf-trips', dir: first })).resolves.toMatchObject({ changed: false });
  });

  it('refuses the same version with another description', async () => {
    const deployment = aDeployment();
    await publish({ ...deployment, dir: await aBuild() });
    await expect(publish({ ...deployment, dir: await aBuild({ area: { menu: [] } }) })).rejects.toThrow(
      /remote\.json: version .* was published with other bytes/,
    );
  });

  it('names every reason at once', async () => {
    const message = await refusal({ area: { kit: 0, title: {} } }, (build) => {
      build.manifest.exposes = [];
    });
    expect(message.split('\n  - ').length).toBeGreaterThanOrEqual(4);
  });

  it('says what to do when there is no build or no shell', async () => {
    const deployment = aDeployment();
    const dir = await aBuild();
    await expect(publish({ ...deployment, area: 'mf-trips', dir: path.join(dir, 'none') })).rejects.toThrow(/there is no build.*npm run build/);
    rmSync(deployment.shellManifest);
    await expect(publish({ ...deployment, area: 'mf-trips', dir })).rejects.toThrow(/build the shell first/);
  });
});
