import { setTimeout as wait } from 'node:timers/promises';
import { DeleteObjectsCommand, GetObjectCommand, PutObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { following, parseRegistry } from './registry.mjs';

const giveUpAfter = 60_000;
const atOnce = 8;
/** No area has a name that begins so. */
const historyFolder = '_history/';
const probe = '_probe';

/** @param {unknown} error @returns {number | undefined} */
const statusOf = (error) => /** @type {any} */ (error)?.$metadata?.httpStatusCode;

/**
 * Deployed remotes in an S3 bucket, which must exist. Updates are kept apart by conditional writes (`If-Match`,
 * `If-None-Match`): who finds the registry changed reads it again.
 * @implements {Store} @typedef {import('./store.mjs').Store} Store
 */
export class S3Store {
  /** A look is a request; a deployment is seen within this time. */
  askEvery = 500;

  #honoursConditions = false;

  /** @param {{ bucket: string, prefix: string, region: string, endpoint?: string, accessKeyId?: string, secretAccessKey?: string }} options */
  constructor({ bucket, prefix, region, endpoint, accessKeyId, secretAccessKey }) {
    this.bucket = bucket;
    this.prefix = prefix ? `${prefix}/` : '';
    this.place = `s3://${bucket}/${this.prefix}`;
    this.client = new S3Client({
      region,
      endpoint,
      // Compatible servers rarely have a host name for each bucket.
      forcePathStyle: endpoint !== undefined,
      credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
      // Compatible servers know the older checksums only.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: 3,
      requestHandler: { connectionTimeout: 2000, requestTimeout: 10_000 },
    });
  }

  /** @param {string} [tag] */
  async readRegistry(tag) {
    const found = await this.#get('remotes.json', tag);
    if (!found) return { tag: 'missing' };
    return found === 'unchanged' ? { tag: String(tag) } : { tag: found.tag, text: found.bytes.toString('utf8') };
  }

  async registry() {
    return parseRegistry((await this.readRegistry()).text, `${this.place}remotes.json`);
  }

  async history() {
    const [names, { change }] = await Promise.all([this.#list(historyFolder), this.registry()]);
    /** @type {import('./store.mjs').Change[]} */
    const changes = (await eachOf(names.sort(), async (name) => await this.#bytes(name))).flatMap((bytes) =>
      bytes ? [JSON.parse(bytes.toString('utf8'))] : [],
    );
    return change && changes.at(-1)?.generation !== change.generation ? [...changes, change] : changes;
  }

  /** @param {import('./store.mjs').Update} change */
  async update(change) {
    await this.#insistOnConditions();
    let pause = 10;
    for (const deadline = Date.now() + giveUpAfter; Date.now() < deadline; await wait(Math.random() * pause)) {
      const { tag, text } = await this.readRegistry();
      const before = parseRegistry(text, `${this.place}remotes.json`);
      const next = await change(before);
      if (!next) return before;
      // Whoever wrote it may have died before its line.
      if (before.change) await this.#record(before.change);
      const after = following(before, next);
      if (await this.#put('remotes.json', JSON.stringify(after, null, 1), text === undefined ? { IfNoneMatch: '*' } : { IfMatch: tag })) {
        await this.#record(after.change);
        return after;
      }
      pause = Math.min(pause * 1.5, 400);
    }
    throw new Error(`${this.place}remotes.json was changed by others for a minute on end. Try again.`);
  }

  /** @param {import('./store.mjs').Change} change */
  async #record(change) {
    await this.#put(`${historyFolder}${String(change.generation).padStart(12, '0')}.json`, JSON.stringify(change), { IfNoneMatch: '*' });
  }

  /** A server that ignores the condition of a write would lose updates without a word. */
  async #insistOnConditions() {
    if (this.#honoursConditions) return;
    // The first of these may make it; the second must not.
    const make = () => this.#put(probe, Buffer.from('Shows that writes are conditional.'), { IfNoneMatch: '*' });
    if ((await make()) && (await make()))
      throw new Error(`${this.place} is on a server without conditional writes (If-None-Match): updates could be lost. Use one that has them, or a folder.`);
    this.#honoursConditions = true;
  }

  /** @param {string} area */
  async versions(area) {
    const prefix = `${this.prefix}${area}/`;
    const found = [];
    for await (const page of paginateListObjectsV2({ client: this.client }, { Bucket: this.bucket, Prefix: prefix, Delimiter: '/' }))
      for (const { Prefix = '' } of page.CommonPrefixes ?? []) found.push(Prefix.slice(prefix.length, -1));
    return found;
  }

  /** @param {string} area @param {string} version */
  async has(area, version) {
    return (await this.#list(`${area}/${version}/remote.json`)).length > 0;
  }

  /** @param {string} area @param {string} version */
  async files(area, version) {
    const base = `${area}/${version}/`;
    return (await this.#list(base)).map((name) => name.slice(base.length)).sort();
  }

  /** @param {string} area @param {string} version @param {string} file */
  async read(area, version, file) {
    return this.#bytes(`${area}/${version}/${file}`);
  }

  /** @param {string} area @param {string} version @param {Map<string, Buffer>} files */
  async add(area, version, files) {
    if (await this.has(area, version)) return;
    await eachOf(
      [...files].filter(([file]) => file !== 'remote.json'),
      ([file, bytes]) => this.write(area, version, file, bytes),
    );
    // A version is there when its remote.json is; who comes second leaves the first one's.
    await this.#put(`${area}/${version}/remote.json`, files.get('remote.json') ?? '{}', { IfNoneMatch: '*' });
  }

  /** @param {string} area @param {string} version @param {string} file @param {Buffer} bytes */
  async write(area, version, file, bytes) {
    await this.#put(`${area}/${version}/${file}`, bytes);
  }

  /** @param {string} area @param {string} version */
  async remove(area, version) {
    const names = await this.#list(`${area}/${version}/`);
    // The marker first: what is left after a break is no version.
    for (const some of [names.filter((name) => name.endsWith('/remote.json')), names])
      if (some.length) {
        const Objects = some.map((name) => ({ Key: this.prefix + name }));
        await this.client.send(new DeleteObjectsCommand({ Bucket: this.bucket, Delete: { Objects, Quiet: true } }));
      }
  }

  /** Names below the store's prefix that begin so. @param {string} begin @returns {Promise<string[]>} */
  async #list(begin) {
    const found = [];
    for await (const page of paginateListObjectsV2({ client: this.client }, { Bucket: this.bucket, Prefix: this.prefix + begin }))
      for (const { Key = '' } of page.Contents ?? []) found.push(Key.slice(this.prefix.length));
    return found;
  }

  /** @param {string} name */
  async #bytes(name) {
    const found = await this.#get(name);
    return found && found !== 'unchanged' ? found.bytes : undefined;
  }

  /** @param {string} name @param {string} [tag] @returns {Promise<{ tag: string, bytes: Buffer } | 'unchanged' | undefined>} */
  async #get(name, tag) {
    try {
      const { Body, ETag = '' } = await this.client.send(
        new GetObjectCommand({ Bucket: this.bucket, Key: this.prefix + name, IfNoneMatch: tag === 'missing' ? undefined : tag }),
      );
      return { tag: ETag, bytes: Buffer.from((await Body?.transformToByteArray()) ?? []) };
    } catch (error) {
      if (statusOf(error) === 304) return 'unchanged';
      if (statusOf(error) === 404 && /** @type {Error} */ (error).name !== 'NoSuchBucket') return undefined;
      throw error;
    }
  }

  /** Whether it was written: not, when the condition does not hold. @param {string} name @param {string | Buffer} Body @param {{ IfMatch?: string, IfNoneMatch?: string }} [condition] */
  async #put(name, Body, condition = {}) {
    try {
      await this.client.send(new PutObjectCommand({ Bucket: this.bucket, Key: this.prefix + name, Body, ...condition }));
      return true;
    } catch (error) {
      // 409: another conditional write of the same object is under way.
      if ([412, 409].includes(statusOf(error) ?? 0)) return false;
      throw error;
    }
  }
}

/**
 * @template T, R
 * @param {T[]} items @param {(item: T) => Promise<R>} work
 * @returns {Promise<R[]>}
 */
async function eachOf(items, work) {
  /** @type {R[]} */
  const results = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next++;
      results[index] = await work(items[index]);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return results;
}
