import { setTimeout as wait } from 'node:timers/promises';
import { DeleteObjectsCommand, GetObjectCommand, PutObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import type { BuildFiles } from './build-files.ts';
import { type Change, parseRegistry, type Registry, registryAfter } from './registry.ts';
import type { Store, Update } from './store.ts';

const giveUpAfter = 60_000;
const requestsAtOnce = 8;
/** The names of areas never begin with an underscore, so these names cannot collide with an area. */
const historyFolder = '_history/';
const probe = '_probe';

const statusOf = (error: unknown): number | undefined => (error as { $metadata?: { httpStatusCode?: number } } | undefined)?.$metadata?.httpStatusCode;

interface S3StoreOptions {
  bucket: string;
  prefix: string;
  region: string;
  endpoint?: string;
  accessKeyId?: string;
  secretAccessKey?: string;
  limits?: S3Limits;
}

/** How long one attempt may take, in milliseconds. */
interface S3Limits {
  /** Until the answer begins. A write has no such limit, because its content may take long. */
  answer: number;
  /** Without a byte in either direction. */
  idle: number;
}

const usualLimits: S3Limits = { answer: 10_000, idle: 60_000 };

/**
 * Stores the deployed remotes in an S3 bucket, which must exist. Conditional writes (`If-Match`, `If-None-Match`) protect against concurrent updates:
 * a publisher that finds the registry changed reads it again (optimistic locking).
 */
export class S3Store implements Store {
  readonly place: string;
  /** In milliseconds. Each check costs a request. A deployment becomes visible within this time. */
  readonly askEvery = 500;
  private readonly client: S3Client;
  private readonly bucket: string;
  private readonly prefix: string;
  private honoursConditions = false;

  constructor({ bucket, prefix, region, endpoint, accessKeyId, secretAccessKey, limits = usualLimits }: S3StoreOptions) {
    this.bucket = bucket;
    this.prefix = prefix ? `${prefix}/` : '';
    this.place = `s3://${bucket}/${this.prefix}`;
    this.client = new S3Client({
      region,
      endpoint,
      // S3-compatible servers rarely provide a host name for each bucket.
      forcePathStyle: endpoint !== undefined,
      credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
      // S3-compatible servers support only the older checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: 3,
      requestHandler: { connectionTimeout: 2_000, requestTimeout: limits.answer, throwOnRequestTimeout: true, socketTimeout: limits.idle },
    });
  }

  async readRegistry(tag?: string): Promise<{ tag: string; text?: string }> {
    const found = await this.get('remotes.json', tag);
    if (!found) return { tag: 'missing' };
    return found === 'unchanged' ? { tag: String(tag) } : { tag: found.tag, text: found.bytes.toString('utf8') };
  }

  async registry(): Promise<Registry> {
    return parseRegistry((await this.readRegistry()).text, `${this.place}remotes.json`);
  }

  async history(): Promise<Change[]> {
    const [names, { change }] = await Promise.all([this.list(historyFolder), this.registry()]);
    const changes: Change[] = (await mapWithLimit(names.sort(), async (name) => await this.bytes(name))).flatMap((bytes) =>
      bytes ? [JSON.parse(bytes.toString('utf8'))] : [],
    );
    return change && changes.at(-1)?.generation !== change.generation ? [...changes, change] : changes;
  }

  async update(change: Update): Promise<Registry> {
    await this.insistOnConditions();
    let pause = 10;
    for (const deadline = Date.now() + giveUpAfter; Date.now() < deadline; await wait(Math.random() * pause)) {
      const { tag, text } = await this.readRegistry();
      const before = parseRegistry(text, `${this.place}remotes.json`);
      const next = await change(before);
      if (!next) return before;
      // The previous writer may have died before it recorded its change in the history.
      if (before.change) await this.record(before.change);
      const after = registryAfter(before, next);
      if (await this.put('remotes.json', JSON.stringify(after, null, 1), text === undefined ? { IfNoneMatch: '*' } : { IfMatch: tag })) {
        await this.record(after.change);
        return after;
      }
      // A growing random pause (exponential backoff) spreads out concurrent publishers, so that most of their requests succeed.
      pause = Math.min(pause * 2, 2_000);
    }
    throw new Error(`${this.place}remotes.json was changed by others for a minute on end. Try again.`);
  }

  private async record(change: Change): Promise<void> {
    await this.put(`${historyFolder}${String(change.generation).padStart(12, '0')}.json`, JSON.stringify(change), { IfNoneMatch: '*' });
  }

  /** Refuses a server that ignores the condition of a write, because such a server would lose updates silently. */
  private async insistOnConditions(): Promise<void> {
    if (this.honoursConditions) return;
    // The first call may write the object. The second call must fail.
    const make = (): Promise<boolean> => this.put(probe, Buffer.from('Shows that writes are conditional.'), { IfNoneMatch: '*' });
    if ((await make()) && (await make()))
      throw new Error(`${this.place} is on a server without conditional writes (If-None-Match): updates could be lost. Use one that has them, or a folder.`);
    this.honoursConditions = true;
  }

  async versions(area: string): Promise<string[]> {
    const prefix = `${this.prefix}${area}/`;
    const found: string[] = [];
    for await (const page of paginateListObjectsV2({ client: this.client }, { Bucket: this.bucket, Prefix: prefix, Delimiter: '/' }))
      for (const { Prefix = '' } of page.CommonPrefixes ?? []) found.push(Prefix.slice(prefix.length, -1));
    return found;
  }

  async has(area: string, version: string): Promise<boolean> {
    return (await this.list(`${area}/${version}/remote.json`)).length > 0;
  }

  async files(area: string, version: string): Promise<string[]> {
    const base = `${area}/${version}/`;
    return (await this.list(base)).map((name) => name.slice(base.length)).sort();
  }

  async read(area: string, version: string, file: string): Promise<Buffer | undefined> {
    return this.bytes(`${area}/${version}/${file}`);
  }

  async add(area: string, version: string, files: BuildFiles): Promise<void> {
    if (await this.has(area, version)) return;
    await mapWithLimit(
      [...files].filter(([file]) => file !== 'remote.json'),
      ([file, bytes]) => this.write(area, version, file, bytes),
    );
    // A version exists once its remote.json exists. A second publisher does not overwrite the remote.json of the first.
    await this.put(`${area}/${version}/remote.json`, files.get('remote.json') ?? '{}', { IfNoneMatch: '*' });
  }

  async write(area: string, version: string, file: string, bytes: Buffer): Promise<void> {
    await this.put(`${area}/${version}/${file}`, bytes);
  }

  async remove(area: string, version: string, isInUse = async () => false): Promise<boolean> {
    const manifest = `${area}/${version}/remote.json`;
    const bytes = await this.bytes(manifest);
    // remote.json is deleted first, so that an interrupted removal does not leave something that looks like a version. A publisher who deploys the version at
    // the same time either is seen by `isInUse`, or finds that the version is gone: it looks for remote.json after it has written the registry.
    await this.delete([manifest]);
    if (bytes && (await isInUse())) {
      await this.put(manifest, bytes);
      return false;
    }
    await this.delete(await this.list(`${area}/${version}/`));
    return true;
  }

  private async delete(names: string[]): Promise<void> {
    if (names.length === 0) return;
    const Objects = names.map((name) => ({ Key: this.prefix + name }));
    await this.client.send(new DeleteObjectsCommand({ Bucket: this.bucket, Delete: { Objects, Quiet: true } }));
  }

  /** Lists the names, relative to the store's prefix, that begin with this text. */
  private async list(begin: string): Promise<string[]> {
    const found: string[] = [];
    for await (const page of paginateListObjectsV2({ client: this.client }, { Bucket: this.bucket, Prefix: this.prefix + begin }))
      for (const { Key = '' } of page.Contents ?? []) found.push(Key.slice(this.prefix.length));
    return found;
  }

  private async bytes(name: string): Promise<Buffer | undefined> {
    const found = await this.get(name);
    return found && found !== 'unchanged' ? found.bytes : undefined;
  }

  private async get(name: string, tag?: string): Promise<{ tag: string; bytes: Buffer } | 'unchanged' | undefined> {
    try {
      const { Body, ETag = '' } = await this.client.send(
        new GetObjectCommand({ Bucket: this.bucket, Key: this.prefix + name, IfNoneMatch: tag === 'missing' ? undefined : tag }),
      );
      return { tag: ETag, bytes: Buffer.from((await Body?.transformToByteArray()) ?? []) };
    } catch (error) {
      if (statusOf(error) === 304) return 'unchanged';
      if (statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket') return undefined;
      throw error;
    }
  }

  /** Writes an object. Returns false when the condition is not met. */
  private async put(name: string, Body: string | Buffer, condition: { IfMatch?: string; IfNoneMatch?: string } = {}): Promise<boolean> {
    try {
      await this.client.send(new PutObjectCommand({ Bucket: this.bucket, Key: this.prefix + name, Body, ...condition }), { requestTimeout: 0 });
      return true;
    } catch (error) {
      // 409: another conditional write of the same object is under way.
      if ([412, 409].includes(statusOf(error) ?? 0)) return false;
      throw error;
    }
  }
}

/** Runs `work` for each item, with a limit on concurrency. Returns the results in the order of the items. */
async function mapWithLimit<T, R>(items: T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const index = next++;
      results[index] = await work(items[index]);
    }
  };
  await Promise.all(Array.from({ length: Math.min(requestsAtOnce, items.length) }, worker));
  return results;
}
