import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

const open = (bucket = 'media') => new S3Store({ bucket, region: 'us-east-1', endpoint, credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' } });

storageContract('an S3 bucket', async () => open());

it('is not ready without its bucket', async () => {
  await expect(open('absent').check()).rejects.toThrow();
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
