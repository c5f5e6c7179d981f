import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Adapter, AdapterPayload } from 'oidc-provider';

interface StoredRecord {
  /** Milliseconds since the epoch; null for a record that does not expire. */
  expiresAt: number | null;
  payload: AdapterPayload;
}

/**
 * Stores the records of the provider (sessions, grants, refresh tokens) as one small file each, so that a restart does not sign anybody out. There is one
 * folder per kind. The file name is a digest, because ids are bearer secrets.
 */
export class FileAdapter implements Adapter {
  private readonly folder: string;

  constructor(root: string, kind: string) {
    this.folder = join(root, kind);
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    for (const file of this.files()) if (!this.read(file)) rmSync(file, { force: true });
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    this.write(id, { payload, expiresAt: expiresIn ? Date.now() + expiresIn * 1000 : null });
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    return this.read(this.path(id))?.payload;
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.all().find((payload) => payload.uid === uid);
  }

  /** Only the device flow has user codes, and it is switched off. */
  async findByUserCode(): Promise<undefined> {}

  async consume(id: string): Promise<void> {
    const record = this.read(this.path(id));
    if (record) this.write(id, { ...record, payload: { ...record.payload, consumed: Math.floor(Date.now() / 1000) } });
  }

  async destroy(id: string): Promise<void> {
    rmSync(this.path(id), { force: true });
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const file of this.files()) if (this.read(file)?.payload.grantId === grantId) rmSync(file, { force: true });
  }

  /** Returns every record of this kind that has not expired. */
  all(): AdapterPayload[] {
    return this.files()
      .map((file) => this.read(file)?.payload)
      .filter((payload) => payload !== undefined);
  }

  private files(): string[] {
    return readdirSync(this.folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => join(this.folder, name));
  }

  private path(id: string): string {
    return join(this.folder, `${createHash('sha256').update(id).digest('hex')}.json`);
  }

  private read(file: string): StoredRecord | undefined {
    try {
      const record = JSON.parse(readFileSync(file, 'utf8')) as StoredRecord;
      return record.expiresAt !== null && record.expiresAt <= Date.now() ? undefined : record;
    } catch {
      return undefined;
    }
  }

  private write(id: string, record: StoredRecord): void {
    const file = this.path(id);
    // Writing to a temporary file and renaming it keeps the old record whole if the process is killed.
    writeFileSync(`${file}.new`, JSON.stringify(record), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
}
