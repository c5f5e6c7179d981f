import { createHash, type KeyObject } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attest, attested, type Material, type Statement, statementOf } from '@portal/remotes';
import { parse, stringify } from 'yaml';
import { type Component, components } from './components.ts';
import { composeFolder } from './compose.ts';

/** Runs Docker, or a program with the same commands. @returns what it prints */
export type Docker = (...args: string[]) => Promise<string>;

interface Release {
  /** The project's folder. */
  root: string;
  /** The folder of the release: the attestation of each image, and the digests. */
  folder: string;
  docker: Docker;
}

const buildType = 'urn:portal:build:image:1';
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const sbomOf = ({ name }: Component): string => `${name}.cdx.json`;
const provenanceOf = ({ name }: Component): string => `${name}.intoto.json`;
const inspect = async (docker: Docker, image: string, field: string): Promise<string> => (await docker('image', 'inspect', '--format', field, image)).trim();

/** Returns the id with which Docker runs an image: a digest of its settings and layers. */
const idOf = async (docker: Docker, image: string): Promise<string> => (await inspect(docker, image, '{{.Id}}')).replace('sha256:', '');

/** Returns a name with which the Compose file refers to exactly this image: its digest in a registry if it was pushed to one, otherwise its id. */
async function pinned(docker: Docker, image: string): Promise<string> {
  const [digest] = JSON.parse(await inspect(docker, image, '{{json .RepoDigests}}')) as string[];
  return digest ?? `sha256:${await idOf(docker, image)}`;
}

/** Returns every container of the Compose file that runs an image of the portal, with that image. */
function containers(root: string, version: string): [string, string][] {
  const { services } = parse(readFileSync(join(root, composeFolder, 'compose.yaml'), 'utf8')) as { services: Record<string, { image: string }> };
  return Object.entries(services).flatMap(([name, { image }]) => {
    const [, own] = /^(.+):\$\{PORTAL_VERSION/.exec(image) ?? [];
    return own ? [[name, `${own}:${version}`]] : [];
  });
}

/**
 * Signs the content of each image of a version: writes its bill of materials, its provenance, and `digests.yaml`, with which Compose runs exactly these images.
 * @param version the tag of the images
 * @returns the number of images
 */
export async function attestImages({ root, folder, docker, version, key }: Release & { version: string; key: KeyObject }): Promise<number> {
  mkdirSync(folder, { recursive: true });
  const all = components(root);
  for (const component of all) {
    const image = `${component.image}:${version}`;
    const read = (file: string): Promise<string> => docker('run', '--rm', '--network', 'none', '--entrypoint', 'cat', image, file);
    const sbom = await read('sbom.cdx.json');
    const { materials, versions, builder, finishedOn } = JSON.parse(await read('build.json')) as {
      materials: Material[];
      versions: Record<string, string>;
      builder: string;
      finishedOn: string;
    };
    const subject = [
      { name: image, digest: { sha256: await idOf(docker, image) } },
      { name: sbomOf(component), digest: { sha256: sha256(sbom) } },
    ];
    const statement = statementOf({ subject, buildType, parameters: { component: component.folder, version }, materials, versions, builder, finishedOn });
    writeFileSync(join(folder, sbomOf(component)), sbom);
    writeFileSync(join(folder, provenanceOf(component)), JSON.stringify(attest(statement, key)));
  }
  const services = Object.fromEntries(
    await Promise.all(containers(root, version).map(async ([name, image]) => [name, { image: await pinned(docker, image) }] as const)),
  );
  writeFileSync(join(folder, 'digests.yaml'), stringify({ services }));
  return all.length;
}

/**
 * Compares the images on this machine with a signed release, before they run.
 * @param keys public keys of those who may sign a release, in the form of `publicKeyText`
 * @returns the problems, as sentences
 */
export async function releaseProblems({ root, folder, docker, keys }: Release & { keys: string[] }): Promise<string[]> {
  const problems: string[] = [];
  const signed = new Map<string, string>();
  const textOf = (name: string): string => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : '');
  for (const component of components(root)) {
    const { name } = component;
    const statement: Statement | undefined = attested(textOf(provenanceOf(component)), keys);
    const [image, sbom] = statement?.subject ?? [];
    if (statement?.predicate.buildDefinition.buildType !== buildType || !image || !sbom || !image.name.startsWith(`${component.image}:`)) {
      problems.push(`${name}: no provenance of its image that the key has signed (${provenanceOf(component)}).`);
      continue;
    }
    signed.set(image.name, image.digest.sha256 ?? '');
    if (sha256(textOf(sbomOf(component))) !== sbom.digest.sha256) problems.push(`${name}: ${sbomOf(component)} is not the bill of materials that was signed.`);
    const found = await idOf(docker, image.name).catch(() => undefined);
    if (!found) problems.push(`${name}: this machine does not have ${image.name}.`);
    else if (found !== image.digest.sha256) problems.push(`${name}: ${image.name} on this machine is another image than the one that was signed.`);
  }
  const versions = new Set([...signed.keys()].map((image) => image.split(':').at(-1) ?? ''));
  if (versions.size > 1) problems.push(`The images are of different versions: ${[...versions].join(', ')}.`);
  const { services = {} } = (parse(textOf('digests.yaml') || '{}') ?? {}) as { services?: Record<string, { image?: string }> };
  for (const [container, image] of versions.size === 1 ? containers(root, [...versions][0] ?? '') : []) {
    const named = services[container]?.image;
    const id = named && (await idOf(docker, named).catch(() => undefined));
    if (!id || id !== signed.get(image)) problems.push(`digests.yaml: ${container} does not name the image that was signed for it.`);
  }
  return problems;
}
