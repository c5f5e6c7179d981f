import { createSecretKey, randomBytes } from 'node:crypto';
import { Database } from '../database/database.ts';
import { DocumentVersionRow } from '../database/kit.entities.ts';
import { RETENTION_PLAN, type RetentionPlan } from '../retention/retention.ts';
import { testBackends } from '../testing/index.ts';
import { PassDesk } from '../testing/pass-desk.ts';
import { viewContext } from '../work/contexts.ts';
import { SavedViewRow } from '../work/work.entities.ts';
import { BlindIndex } from './blind-index.ts';
import type { DataKeys } from './data-keys.ts';
import { DATA_KEYS, Encryption } from './encryption.ts';
import { ReEncryption } from './re-encryption.ts';

describe.each(testBackends())('a rotation of keys on %s', (_engine, makeBackend) => {
  let passes: PassDesk;
  beforeAll(async () => {
    passes = await PassDesk.open(makeBackend);
  });
  afterAll(() => passes?.close());

  it('keeps what the portal writes between its read and its write, in versions and in other tables', async () => {
    const { app } = passes.service;
    const db = app.get(Database);
    const keys: DataKeys = app.get(DATA_KEYS);
    const rotated = { ...keys, encryption: [{ id: 'next', key: createSecretKey(randomBytes(32)) }, ...keys.encryption] } as const;
    const encryption = new Encryption(rotated);
    const { id: documentId } = await passes.register('nobody');
    const [id, now] = ['a-view', passes.clock.now()];
    const view = { id, ownerSub: 'reader', ownerName: 'reader', list: 'pass', sharedWithRole: null, createdAt: now, updatedAt: now };
    await db.write((tx) => tx.insert(SavedViewRow, { ...view, content: { name: 'first' } } as never));

    const names = async () => {
      const [{ body }, { content }] = await Promise.all([
        db.reader.findOneByOrFail(DocumentVersionRow, { documentId, version: 1 }),
        db.reader.findOneByOrFail(SavedViewRow, { id }),
      ]);
      return [body, encryption.decryptJson(content, viewContext(id))].map((stored) => (stored as { name: string }).name);
    };
    let writes = 0;
    const write: Database['write'] = async (work) => {
      const name = `change ${++writes}`;
      await db.write(async (tx) => {
        await tx.update(DocumentVersionRow, { documentId }, { body: { name } } as never);
        await tx.update(SavedViewRow, { id }, { content: { name } } as never);
      });
      const result = await db.write(work);
      expect(await names()).toEqual([name, name]);
      return result;
    };
    const { kinds }: RetentionPlan = app.get(RETENTION_PLAN);
    const reEncryption = new ReEncryption(Object.assign(Object.create(db), { write }), encryption, new BlindIndex(rotated), { documents: kinds });
    expect(await reEncryption.run()).toBeGreaterThan(2);
  });
});
