import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeText } from './compose.ts';
import { composeFaults } from './compose-check.ts';
import { components, imageFaults, imageOf, unlistedImports, witnessImage } from './images.ts';
import { clusterFaults, clusterFolder, type Found, type Manifest, manifestsOf } from './k8s.ts';
import { readRealm, realmFaults } from './realm-check.ts';
import { settingFaults } from './settings.ts';

const root = join(__dirname, '../../../..');

it('images, Compose file, realm and manifests are as they should be', () => {
  expect(Object.entries(components).flatMap(([name, workspace]) => imageFaults(root, workspace, imageOf(root, name as keyof typeof components)))).toEqual([]);
  expect(imageFaults(root, '@portal/witness', witnessImage(root))).toEqual([]);
  expect(composeFaults(root)).toEqual([]);
  expect(realmFaults(root)).toEqual([]);
  expect(clusterFaults(root)).toEqual([]);
});

it('an image that lacks what it stands on, or runs as root, is refused', () => {
  const image = imageOf(root, 'svc-trips');
  const faults = imageFaults(root, 'svc-trips', { ...image, user: 'root', installed: ['svc-trips'], command: ['sh', '-c', 'node svc-trips'] });
  expect(faults).toEqual([
    'svc-trips/Dockerfile: copy package.json of packages/contract-kit, packages/service-kit before the packages are installed: the image stands on it',
    'svc-trips/Dockerfile: must run as a numbered user other than root, so that a cluster can see that it does',
    'svc-trips/Dockerfile: CMD must be node and a built script; -c is no source of one',
  ]);
});

it('an image whose code imports what it does not install is refused', () => {
  const folder = mkdtempSync(join(tmpdir(), 'workspaces-'));
  mkdirSync(join(folder, 'svc-one/dist/src'), { recursive: true });
  for (const none of ['packages', 'infra']) mkdirSync(join(folder, none));
  writeFileSync(join(folder, 'svc-one/package.json'), JSON.stringify({ name: 'svc-one', dependencies: { '@nestjs/core': '1' } }));
  writeFileSync(
    join(folder, 'svc-one/dist/src/main.js'),
    "import 'reflect-metadata';\nimport { join } from 'node:path';\nimport core from '@nestjs/core/index.js';\nexport * from './other.js';\nconst s3 = await import('@aws-sdk/client-s3');\n",
  );
  expect(unlistedImports(folder, 'svc-one')).toEqual([
    'svc-one/package.json: list reflect-metadata in dependencies; svc-one/dist/src/main.js imports it',
    'svc-one/package.json: list @aws-sdk/client-s3 in dependencies; svc-one/dist/src/main.js imports it',
  ]);
  rmSync(folder, { recursive: true });
});

it('a setting nobody reads is refused, and one that production needs and is not given', () => {
  expect(settingFaults('here', 'svc-media', { NODE_ENV: 'production', S3_BUKCET: 'media' })).toEqual(
    expect.arrayContaining([
      'here: svc-media: S3_BUKCET is no setting of it',
      'here: svc-media: S3_BUCKET is not given',
      'here: svc-media: INTERNAL_TOKEN is not set (shared secret of calls between services); a secret has no default in production',
    ]),
  );
});

describe('a Compose file is refused', () => {
  const changed = (from: string | RegExp, to: string): string[] => {
    const text = composeText(root).replace(from, to);
    expect(text).not.toBe(composeText(root));
    return composeFaults(root, text);
  };

  it('that breaks the schema', () => expect(changed('restart: "no"', 'restarts: "no"').join()).toContain('must NOT have'));
  it('whose parts name one that is not there', () =>
    expect(changed('LICENCES_URL: http://svc-licences:4102', 'LICENCES_URL: http://svc-licenses:4102').join()).toContain(
      'LICENCES_URL names svc-licenses, which is not there',
    ));
  it('whose parts share no network', () =>
    expect(changed('networks: [edge, services, data]', 'networks: [edge]').join()).toContain(
      'REFERENCE_URL names svc-reference, with which it shares no network',
    ));
  it('with a port nobody listens on', () => expect(changed('http://svc-trips:4103', 'http://svc-trips:4113').join()).toContain('which listens on 4103'));
  it('with a secret in it', () => expect(changed(/(SESSION_SECRET):\?/, '$1:-changeme-changeme').join()).toContain('SESSION_SECRET must have no default'));
  it('whose migration runs as the account of its service', () =>
    expect(changed('mysql://portal_trips_owner:', 'mysql://portal_trips:').join()).toContain('its migration must not run as its own account'));
  it('whose migration gives rights to another account', () =>
    expect(changed('MYSQL_SERVICE_ACCOUNT: portal_trips', 'MYSQL_SERVICE_ACCOUNT: portal_media').join()).toContain(
      'its migration must give its rights to portal_trips',
    ));
  it('whose witness forgets what it has seen', () => expect(changed('["witness:/data"]', '[]').join()).toContain('its heads must outlive it'));
  it('with a part that may write anywhere', () => expect(changed('read_only: true', 'read_only: false').join()).toContain('its file system must be read-only'));
});

describe('a realm is refused', () => {
  const changed = (change: (realm: ReturnType<typeof readRealm>) => void): string => {
    const realm = structuredClone(readRealm(root));
    change(realm);
    return realmFaults(root, realm).join();
  };

  it('that lacks a role of the workflows', () => expect(changed((realm) => realm.roles.client.portal.shift())).toContain('is missing'));
  it('with users', () => expect(changed((realm) => Object.assign(realm, { users: [{ username: 'admin' }] }))).toContain('there must be no users'));
  it('whose client may come back anywhere', () => expect(changed((realm) => realm.clients[0].redirectUris.push('*'))).toContain('/auth/callback alone'));
  it('that lets officials sign in with a password alone', () =>
    expect(
      changed((realm) => {
        realm.requiredActions = realm.requiredActions?.map((action) => ({ ...action, defaultAction: false }));
      }),
    ).toContain('second factor'));
  it.each([
    ['access.token.header.type.rfc9068', 'at+jwt'],
    ['backchannel.logout.url', '/auth/backchannel-logout'],
  ])('whose client lacks %s', (attribute, fault) => expect(changed((realm) => delete realm.clients[0].attributes[attribute])).toContain(fault));
  it('whose tokens lack the agencies', () =>
    expect(
      changed((realm) => {
        for (const scope of realm.clientScopes) scope.protocolMappers = scope.protocolMappers.filter(({ name }) => name !== 'agencies');
      }),
    ).toContain('no mapper puts agencies into the access token'));
});

describe('a manifest is refused', () => {
  const base = (): Found[] => manifestsOf(root, `${clusterFolder}/base`);
  const trips = (found: Found[]): Manifest =>
    found.find(({ manifest }) => manifest.kind === 'Deployment' && manifest.metadata.name === 'svc-trips')?.manifest as Manifest;
  const changed = (change: (container: Record<string, unknown>) => unknown): string => {
    const found = base();
    change(trips(found).spec?.template?.spec.containers[0] as unknown as Record<string, unknown>);
    return clusterFaults(root, found).join('\n');
  };

  it('without a readiness probe', () => expect(changed((container) => delete container.readinessProbe)).toContain('must have a readinessProbe'));
  it('whose probe asks an address that is not there', () =>
    expect(changed((container) => Object.assign(container, { livenessProbe: { httpGet: { path: '/healthz', port: 'http' } } }))).toContain(
      'livenessProbe asks /healthz, which is not there',
    ));
  it('that may gain privileges', () => expect(changed((container) => delete container.securityContext)).toContain('gain no privileges'));
  it('that holds a secret', () =>
    expect(clusterFaults(root, [...base(), { file: 'secret.yaml', manifest: { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'redis' } } }])).toContain(
      'secret.yaml: no Secret is kept here',
    ));
  it('that breaks the schema of its kind', () => {
    // The schemas are ES modules, which these tests cannot load: the built check is asked.
    execFileSync(process.execPath, [join(root, 'infra/build/build.mjs'), 'backend'], { stdio: 'pipe' });
    const found = base();
    Object.assign(trips(found).spec?.template?.spec.containers[0] as object, { ports: [{ containerPort: 'http' }] });
    const script = `import { schemaFaults } from './infra/dev/dist/src/deployment/k8s.js';
      console.log(JSON.stringify(await schemaFaults(JSON.parse(process.env.FOUND))));`;
    const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: root,
      env: { ...process.env, FOUND: JSON.stringify(found) },
    });
    const faults = JSON.parse(String(output)) as string[];
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(/svc-trips\.yaml: Deployment svc-trips: .*containerPort/);
  });
});
