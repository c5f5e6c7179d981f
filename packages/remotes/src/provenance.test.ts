import { createPrivateKey, createPublicKey, verify as verifySignature } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { attest, attested, type Envelope, type Statement, statementOf } from './attestation.ts';
import { buildFile, provenanceFile, provenanceProblems, sbomFile } from './provenance.ts';
import { publish } from './publish.ts';
import { rollback } from './rollback.ts';
import { publicKeyText } from './signing.ts';
import { newKey } from './signing-keys.ts';
import { aBuild, aDeployment } from './testing/test-build.ts';
import { verify } from './verify.ts';

const version = '1.0.0-aaaaaaaa';
const trips = (at = version, change?: Parameters<typeof aBuild>[1]) => aBuild({ version: at, code: `var v="${at}"` }, change);

/** Publishes a version. Returns its deployment and the path of one of its files. */
async function published() {
  const deployment = aDeployment();
  await publish({ ...deployment, dir: await trips() });
  const file = (name: string) => path.join(deployment.folder, 'mf-trips', version, name);
  const trusted = (await deployment.keys.trusted('mf-trips')) ?? [];
  return { deployment, file, trusted };
}

describe('an attestation', () => {
  const key = createPrivateKey(newKey());
  const statement = statementOf({
    subject: [{ name: 'a.js', digest: { sha256: '00' } }],
    buildType: 'urn:test:1',
    parameters: {},
    materials: [],
    builder: 'urn:test',
    finishedOn: '2026-01-02T03:04:05Z',
  });

  it('is an envelope of DSSE that only the key of its signer opens', () => {
    const envelope = attest(statement, key);
    expect(envelope.payloadType).toBe('application/vnd.in-toto+json');
    expect(attested(JSON.stringify(envelope), [publicKeyText(createPrivateKey(newKey())), publicKeyText(key)])).toEqual(statement);
    expect(attested(JSON.stringify(envelope), [publicKeyText(createPrivateKey(newKey()))])).toBeUndefined();
  });

  it.each<[string, (envelope: Envelope) => unknown]>([
    ['another payload', (envelope) => ({ ...envelope, payload: Buffer.from(JSON.stringify({ ...statement, subject: [] })).toString('base64') })],
    ['another type', (envelope) => ({ ...envelope, payloadType: 'text/plain' })],
    ['no signature', (envelope) => ({ ...envelope, signatures: [] })],
    ['signatures that are no list', (envelope) => ({ ...envelope, signatures: 1 })],
    ['nothing', () => null],
  ])('is refused with %s', (_name, change) => {
    expect(attested(JSON.stringify(change(attest(statement, key))), [publicKeyText(key)])).toBeUndefined();
  });

  it('signs the bytes that the specification of DSSE names: lengths in bytes', () => {
    const envelope = attest({ ...statement, subject: [{ name: 'ã', digest: {} }] }, key);
    const payload = Buffer.from(envelope.payload, 'base64');
    const bytes = Buffer.concat([Buffer.from(`DSSEv1 28 application/vnd.in-toto+json ${payload.length} `), payload]);
    expect(verifySignature(null, bytes, createPublicKey(key), Buffer.from(envelope.signatures[0]?.sig ?? '', 'base64'))).toBe(true);
  });
});

describe('the provenance of a version', () => {
  it('names every file that a browser runs, the bill of materials, and what the build was made of', async () => {
    const { file, trusted } = await published();
    const statement = attested(readFileSync(file(provenanceFile), 'utf8'), trusted) as Statement;
    expect(statement).toMatchObject({ _type: 'https://in-toto.io/Statement/v1', predicateType: 'https://slsa.dev/provenance/v1' });
    expect(statement.subject.map(({ name }) => name)).toEqual([
      'assets/screen.33334444.css',
      'assets/screen.33334444.js',
      'remoteEntry.11112222.js',
      sbomFile,
      'screens/trip.en.json',
      'screens/trip.pt.json',
    ]);
    expect(statement.subject[0]?.digest.sha384).toMatch(/^[0-9a-f]{96}$/);
    expect(statement.predicate.buildDefinition.externalParameters).toEqual({ area: 'mf-trips', version });
    expect(statement.predicate.buildDefinition.resolvedDependencies).toEqual([{ name: 'sources', digest: { sha256: '00' } }]);
  });

  it.each([
    ['a bill of materials that was changed', sbomFile, () => '{"bomFormat":"CycloneDX"}', /sbom\.cdx\.json: it is not the one that was built/],
    ['a provenance that was changed', provenanceFile, (text: string) => text.replace('"payload":"', '"payload":"AAAA'), /no provenance that a key of mf-trips/],
    ['no provenance', provenanceFile, () => '', /no provenance that a key of mf-trips/],
  ])('keeps %s from being rolled back to, and verifying finds it', async (_name, name, change, message) => {
    const { deployment, file } = await published();
    await publish({ ...deployment, dir: await trips('1.0.0-bbbbbbbb') });
    writeFileSync(file(name), change(readFileSync(file(name), 'utf8')));
    await expect(rollback({ ...deployment, area: 'mf-trips' })).rejects.toThrow(message);
    await publish({ ...deployment, dir: await trips('1.0.0-cccccccc') });
    writeFileSync(file(name).replace(version, '1.0.0-cccccccc'), 'x');
    expect((await verify(deployment)).join()).toMatch(/sbom\.cdx\.json|no provenance/);
  });

  it('of another version does not stand in for it', async () => {
    const { deployment, file, trusted } = await published();
    await publish({ ...deployment, dir: await trips('1.0.0-bbbbbbbb') });
    const remote = JSON.parse(readFileSync(file('remote.json'), 'utf8'));
    const other = readFileSync(file(provenanceFile).replace(version, '1.0.0-bbbbbbbb'), 'utf8');
    expect(provenanceProblems(other, remote, trusted)).toEqual([expect.stringMatching(/is about another version/)]);
    expect(provenanceProblems(readFileSync(file(provenanceFile), 'utf8'), remote, trusted)).toEqual([]);
  });

  it('is not asked of versions that an earlier release has published', async () => {
    const { file, trusted } = await published();
    const { sbom: _, ...earlier } = JSON.parse(readFileSync(file('remote.json'), 'utf8'));
    expect(provenanceProblems(undefined, earlier, trusted)).toEqual([]);
  });

  it.each<[string, Parameters<typeof aBuild>[1], RegExp]>([
    ['no bill of materials', ({ files }) => Object.assign(files, { [sbomFile]: '' }), /sbom\.cdx\.json: it is not the one that was built/],
    ['another bill of materials', ({ files }) => Object.assign(files, { [sbomFile]: '{"bomFormat":"CycloneDX"}' }), /its hash differs from "sbom"/],
    ['a remote.json that names none', ({ remote }) => Object.assign(remote, { sbom: undefined }), /its hash differs from "sbom"/],
    ['nothing about what it was built of', ({ files }) => Object.assign(files, { [buildFile]: '{}' }), /build\.json: must say what the area was built of/],
  ])('is missing where a build has %s, and the build is refused', async (_name, change, message) => {
    await expect(publish({ ...aDeployment(), dir: await trips(version, change) })).rejects.toThrow(message);
  });
});
