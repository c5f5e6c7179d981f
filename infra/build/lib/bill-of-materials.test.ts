import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { billOfImage, buildJson } from './bill-of-materials.mjs';

interface Component {
  name: string;
  version: string;
  purl: string;
  hashes?: { alg: string; content: string }[];
  licenses?: object[];
}

describe('the bill of materials of an image', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bill-'));
  const file = (name: string, content: string): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const { packages } = require('../../../package-lock.json') as { packages: Record<string, { version: string }> };
  const versionOf = (name: string): string => String(packages[`node_modules/${name}`]?.version);
  const installed = (...names: string[]): string =>
    file(
      'installed.json',
      JSON.stringify({
        packages: {
          'svc-trips': { version: '1.0.0' },
          'node_modules/svc-trips': { link: true },
          ...Object.fromEntries(names.map((name) => [`node_modules/${name}`, { version: versionOf(name) }])),
        },
      }),
    );
  const debian = file(
    'status',
    [
      'Package: libc6\nStatus: install ok installed\nArchitecture: amd64\nVersion: 2.36-9+deb12u10\nDescription: x',
      'Package: gone\nStatus: deinstall ok config-files\nArchitecture: amd64\nVersion: 1',
    ].join('\n\n'),
  );
  const bundle = file('bundle.json', JSON.stringify({ components: [{ 'bom-ref': `react@${versionOf('react')}` }] }));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('names what npm has installed, what the bundle holds, Node.js and the packages of Debian, and nothing else', () => {
    const bill = billOfImage({ name: 'shell', version: '1.0.0' }, { installed: installed('fastify', '@nestjs/core'), bundle, debian });
    const components = bill.components as unknown as Component[];
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'shell', version: '1.0.0' } } });
    expect(components.map(({ purl }) => purl).sort()).toEqual(
      [
        `pkg:npm/%40nestjs/core@${versionOf('@nestjs/core')}`,
        `pkg:npm/fastify@${versionOf('fastify')}`,
        `pkg:npm/react@${versionOf('react')}`,
        `pkg:generic/node@${process.versions.node}`,
        'pkg:deb/debian/libc6@2.36-9%2Bdeb12u10?arch=amd64',
      ].sort(),
    );
    const fastify = components.find(({ name }) => name === 'fastify');
    expect(fastify).toMatchObject({ hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }], licenses: [{ license: { id: 'MIT' } }] });
  });

  it('is not written where something is installed that the lock file does not know', () => {
    const from = { installed: file('other.json', JSON.stringify({ packages: { 'node_modules/stranger': { version: '9.9.9' } } })), debian };
    expect(() => billOfImage({ name: 'shell', version: '1.0.0' }, from)).toThrow('stranger@9.9.9 is used and not in package-lock.json');
  });
});

it('a build says which lock file and sources it was made of', () => {
  expect(buildJson('ab')).toMatchObject({
    materials: expect.arrayContaining([
      { name: 'sources', digest: { sha256: 'ab' } },
      { name: 'package-lock.json', digest: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } },
    ]),
    versions: { node: process.versions.node },
  });
});
