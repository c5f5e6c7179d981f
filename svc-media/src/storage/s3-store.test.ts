import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { isTransientError } from '@portal/service-kit';
import { testBackends } from '@portal/service-kit/testing';
import S3rver from 's3rver';
import { aPdfOf } from '../testing/files.ts';
import { TestMedia } from '../testing/test-media.ts';
import { S3Store } from './s3-store.ts';
import { storageContract } from './testing/storage.contract.ts';

const folder = mkdtempSync(join(tmpdir(), 's3-'));
const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory: folder, configureBuckets: [{ name: 'media', configs: [] }] });
let endpoint: string;

beforeAll(async () => {
  const { address, port } = await server.run();
  endpoint = `http://${address}:${port}`;
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const options = { region: 'us-east-1', credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' } };
const open = (bucket = 'media') => new S3Store({ ...options, bucket, endpoint });

storageContract('an S3 bucket', async () => open());

it('is not ready without its bucket', async () => {
  await expect(open('absent').check()).rejects.toThrow();
});

/** Gives the work a store on a server that answers as told. */
async function withServer(answer: RequestListener, work: (store: S3Store) => Promise<void>, limits = { answer: 500, idle: 2_000 }): Promise<void> {
  const slow = createServer(answer).listen(0, '127.0.0.1');
  await once(slow, 'listening');
  try {
    const { port } = slow.address() as AddressInfo;
    await work(new S3Store({ ...options, bucket: 'media', endpoint: `http://127.0.0.1:${port}`, limits }));
  } finally {
    slow.closeAllConnections();
    slow.close();
  }
}

const failure = (work: Promise<unknown>): Promise<unknown> => work.then(() => undefined).catch((error: unknown) => error);

it('gives up a call that the server never answers', async () => {
  await withServer(
    () => undefined,
    async (store) => {
      const calls: Promise<unknown>[] = [
        store.get('a'),
        store.stat('a'),
        store.delete('a'),
        store.list()[Symbol.asyncIterator]().next(),
        store.check(),
        store.put('a', Readable.from([Buffer.alloc(10)]), 'application/pdf'),
        store.put('b', Readable.from([Buffer.alloc(6_000_000)]), 'application/pdf'),
      ];
      expect((await Promise.all(calls.map(failure))).map((error) => isTransientError(error))).toEqual(calls.map(() => true));
    },
  );
});

it('reads another file while readers on slow networks hold 60', async () => {
  const size = 1_000_000;
  await withServer(
    (_request, response) => {
      response.end(Buffer.alloc(size));
    },
    async (store) => {
      const held = await Promise.all(Array.from({ length: 60 }, (_, n) => store.get(`held-${n}`)));
      expect(await buffer(await store.get('another'))).toHaveLength(size);
      for (const body of held) body.destroy();
    },
    { answer: 10_000, idle: 60_000 },
  );
});

it('gives up a file whose bytes do not come, but not one whose bytes come slowly, nor an upload that takes long', async () => {
  await withServer(
    ({ method, url }, response) => {
      if (method === 'PUT') {
        setTimeout(() => response.end(), 3_000);
        return;
      }
      response.writeHead(200, { 'Content-Length': 10 });
      let sent = 0;
      const timer = setInterval(() => {
        response.write('x');
        if (++sent === (url?.startsWith('/media/slow') ? 10 : 5)) clearInterval(timer);
      }, 100);
    },
    async (store) => {
      expect(await buffer(await store.get('slow'))).toHaveLength(10);
      expect(await store.put('slow', Readable.from([Buffer.alloc(10)]), 'application/pdf')).toBe(10);
      expect(isTransientError(await failure(store.get('stuck').then(buffer)))).toBe(true);
    },
    // A busy machine may need a second to begin an answer.
    { answer: 2_000, idle: 5_000 },
  );
});

it('is what a service with these settings keeps its files in', async () => {
  const media = await TestMedia.start(testBackends()[0][1], {
    S3_BUCKET: 'media',
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  });
  try {
    const bytes = await aPdfOf(6_000_000);
    const { status, json } = await media.upload('/v1/default', { name: 'a.pdf', bytes });
    expect(status).toBe(201);
    expect((await media.call(`/v1/${json.uid}`)).bytes.equals(bytes)).toBe(true);
    expect((await media.call('/health/ready')).json.storage).toBe('s3');
    expect((await media.call(`/v1/${json.uid}`, { method: 'DELETE' })).status).toBe(204);
    expect((await media.call(`/v1/${json.uid}`)).status).toBe(404);
  } finally {
    await media.stop();
  }
});
