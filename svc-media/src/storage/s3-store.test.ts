import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
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
