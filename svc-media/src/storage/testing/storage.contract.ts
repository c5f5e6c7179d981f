import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { BlobMissing, type BlobStore } from '../blob-store.ts';

/** The contract test suite that every store must pass. */
export function storageContract(kind: string, open: () => Promise<BlobStore>): void {
  describe(`blobs in ${kind}`, () => {
    let store: BlobStore;
    const type = 'application/octet-stream';
    const put = (name: string, bytes: Buffer) => store.put(name, Readable.from([bytes]), type);
    const names = async () => {
      const found: string[] = [];
      for await (const { name } of store.list()) found.push(name);
      return found;
    };

    beforeAll(async () => {
      store = await open();
    });

    it('gives back what was put', async () => {
      const name = randomUUID();
      const bytes = randomBytes(70_000);
      expect(await put(name, bytes)).toBe(70_000);
      expect((await buffer(await store.get(name))).equals(bytes)).toBe(true);
      expect(await store.stat(name)).toMatchObject({ name, size: 70_000 });
      expect(Date.now() - ((await store.stat(name))?.storedAt.getTime() ?? 0)).toBeLessThan(60_000);
    });

    it('keeps a blob of more than one part', async () => {
      const name = randomUUID();
      const bytes = randomBytes(7 * 1024 * 1024);
      const chunks = Readable.from(Array.from({ length: 112 }, (_, index) => bytes.subarray(index * 65_536, (index + 1) * 65_536)));
      expect(await store.put(name, chunks, type)).toBe(bytes.length);
      expect((await buffer(await store.get(name))).equals(bytes)).toBe(true);
    });

    it('keeps an empty blob', async () => {
      const name = randomUUID();
      expect(await store.put(name, Readable.from([]), type)).toBe(0);
      expect(await buffer(await store.get(name))).toHaveLength(0);
    });

    it('says that a blob is not there', async () => {
      const name = randomUUID();
      expect(await store.stat(name)).toBeUndefined();
      await expect(store.get(name)).rejects.toBeInstanceOf(BlobMissing);
      await expect(store.delete(name)).resolves.toBeUndefined();
    });

    it('forgets a deleted blob', async () => {
      const name = randomUUID();
      await put(name, Buffer.from('gone'));
      await store.delete(name);
      expect(await store.stat(name)).toBeUndefined();
      expect(await names()).not.toContain(name);
    });

    it('lists every blob', async () => {
      const made = Array.from({ length: 5 }, () => randomUUID());
      for (const name of made) await put(name, Buffer.from(name));
      expect(await names()).toEqual(expect.arrayContaining(made));
    });

    it('leaves nothing of a stream that breaks off', async () => {
      const name = randomUUID();
      const broken = Readable.from(
        (async function* () {
          yield randomBytes(200_000);
          throw new Error('the line went dead');
        })(),
      );
      await expect(store.put(name, broken, type)).rejects.toThrow();
      expect(await store.stat(name)).toBeUndefined();
      expect(await names()).not.toContain(name);
    });

    it.each(['../etc/passwd', 'a/b', '', '.', 'A', 'x'.repeat(81), 'a\0b'])('refuses the name %j', async (name) => {
      await expect(put(name, Buffer.from('x'))).rejects.toThrow('Not a name');
      await expect(store.get(name)).rejects.toThrow('Not a name');
      await expect(store.delete(name)).rejects.toThrow('Not a name');
    });

    it('is ready', async () => {
      await expect(store.check()).resolves.toBeUndefined();
    });
  });
}
