import { createHash, createPrivateKey } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newKey, publicKeyText } from '@portal/remotes';
import { parse } from 'yaml';
import { components } from './components.ts';
import { attestImages, type Docker, releaseProblems } from './release.ts';

const root = join(__dirname, '../../../..');
const scratch = mkdtempSync(join(tmpdir(), 'release-'));
afterAll(() => rmSync(scratch, { recursive: true }));

/** A fake Docker that knows images by their names. `npm run deploy:test` uses the real Docker. */
function machine(content: string): { docker: Docker; images: Map<string, string> } {
  const images = new Map<string, string>(
    components(root).flatMap(({ image }) => ['1.0.0', '1.1.0'].map((version) => [`${image}:${version}`, `${image} ${version} ${content}`] as const)),
  );
  const idOf = (name: string): string => {
    const id = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;
    const found = images.get(name) ?? [...images.values()].find((text) => id(text) === name);
    if (!found) throw new Error(`No such image: ${name}`);
    return id(found);
  };
  const docker: Docker = async (...args) => {
    if (args[0] === 'run') {
      if (args.at(-1) === 'sbom.cdx.json') return `{"bomFormat":"CycloneDX","components":["${args.at(-2)}"]}`;
      return JSON.stringify({ materials: [{ name: 'commit', digest: { gitCommit: 'abc' } }], versions: {}, builder: 'urn:test', finishedOn: '2026-01-02' });
    }
    const id = idOf(String(args.at(-1)));
    return args.includes('{{.Id}}') ? `${id}\n` : '[]\n';
  };
  return { docker, images };
}

describe('a release', () => {
  const key = createPrivateKey(newKey());
  const keys = [publicKeyText(key)];
  const { docker, images } = machine('built');
  const signed = join(scratch, 'signed');
  beforeAll(async () => {
    expect(await attestImages({ root, folder: signed, docker, version: '1.0.0', key })).toBe(components(root).length);
    await attestImages({ root, folder: join(scratch, 'other'), docker, version: '1.1.0', key });
  });
  const copy = (): string => {
    const folder = mkdtempSync(join(scratch, 'copy-'));
    cpSync(signed, folder, { recursive: true });
    return folder;
  };

  it('is as it was signed where nothing has changed', async () => {
    expect(await releaseProblems({ root, folder: signed, docker, keys })).toEqual([]);
  });

  it('names every container of the portal by the digest of its image', () => {
    const { services } = parse(readFileSync(join(signed, 'digests.yaml'), 'utf8')) as { services: Record<string, { image: string }> };
    expect(Object.keys(services)).toEqual(expect.arrayContaining(['gateway', 'svc-trips', 'migrate-trips', 'publish-trips', 'ops', 'witness']));
    for (const { image } of Object.values(services)) expect(image).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(services['migrate-trips']).toEqual(services['svc-trips']);
  });

  it('is refused where another key has signed it', async () => {
    const problems = await releaseProblems({ root, folder: signed, docker, keys: [publicKeyText(createPrivateKey(newKey()))] });
    expect(problems).toHaveLength(components(root).length);
    expect(problems[0]).toMatch(/no provenance of its image that the key has signed/);
  });

  it('is refused where this machine has another image of that name, or none', async () => {
    const changed = machine('built');
    changed.images.set('portal/svc-trips:1.0.0', 'something else');
    changed.images.delete('portal/gateway:1.0.0');
    const problems = await releaseProblems({ root, folder: signed, docker: changed.docker, keys });
    expect(problems).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^svc-trips: .* another image than the one that was signed/),
        expect.stringMatching(/^gateway: this machine does not have/),
        expect.stringMatching(/^digests\.yaml: svc-trips/),
      ]),
    );
  });

  it.each<[string, (folder: string) => void, RegExp]>([
    ['a changed bill of materials', (folder) => writeFileSync(join(folder, 'svc-trips.cdx.json'), '{}'), /svc-trips\.cdx\.json is not the bill/],
    [
      "another image's provenance",
      (folder) => cpSync(join(folder, 'svc-media.intoto.json'), join(folder, 'svc-trips.intoto.json')),
      /^svc-trips: no provenance/,
    ],
    ['no provenance', (folder) => rmSync(join(folder, 'ops.intoto.json')), /^ops: no provenance/],
    ["another version's images", (folder) => cpSync(join(scratch, 'other/ops.intoto.json'), join(folder, 'ops.intoto.json')), /of different versions/],
    ['no digests', (folder) => rmSync(join(folder, 'digests.yaml')), /^digests\.yaml: svc-reference/],
    [
      'digests of another image',
      (folder) => {
        const id = createHash('sha256')
          .update(String(images.get('portal/svc-trips:1.1.0')))
          .digest('hex');
        const file = join(folder, 'digests.yaml');
        const own = createHash('sha256')
          .update(String(images.get('portal/svc-trips:1.0.0')))
          .digest('hex');
        writeFileSync(file, readFileSync(file, 'utf8').replaceAll(own, id));
      },
      /^digests\.yaml: svc-trips/,
    ],
  ])('is refused with %s', async (_name, change, message) => {
    const folder = copy();
    change(folder);
    expect((await releaseProblems({ root, folder, docker, keys })).some((problem) => message.test(problem))).toBe(true);
  });
});
