import { readdirSync, WriteStream } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { testBackends, until } from '@portal/service-kit/testing';
import * as fc from 'fast-check';
import { aPdf } from '../testing/files.ts';
import { TestMedia } from '../testing/test-media.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await TestMedia.start(testBackends()[0][1]);
});
afterAll(() => media.stop());

const incoming = () => readdirSync(join(media.backend.env.DATA_DIR as string, 'media', 'incoming'));
const post = (body: Buffer, boundary = 'edge') =>
  media.call('/v1/default', { method: 'POST', body: body as BodyInit, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } });
const part = (headers: string, body: Buffer | string) =>
  Buffer.concat([Buffer.from(`--edge\r\n${headers}\r\n\r\n`), Buffer.from(body as string), Buffer.from('\r\n')]);
const FILE = 'Content-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf';
const END = Buffer.from('--edge--\r\n');

it('takes the form a browser sends', async () => {
  expect((await post(Buffer.concat([part(FILE, await aPdf()), END]))).status).toBe(201);
});

it('refuses two files, too many fields, and a form without its end', async () => {
  const pdf = await aPdf();
  expect((await post(Buffer.concat([part(FILE, pdf), part(FILE, pdf), END]))).status).toBe(400);
  const fields = Array.from({ length: 30 }, (_, index) => part(`Content-Disposition: form-data; name="f${index}"`, 'x'));
  expect((await post(Buffer.concat([...fields, part(FILE, pdf), END]))).status).toBe(400);
  expect((await post(part(FILE, pdf))).status).toBe(400);
  expect((await post(Buffer.alloc(0))).status).toBeGreaterThanOrEqual(400);
  expect(incoming()).toEqual([]);
});

it('says that it cannot keep a file now, where the disk is full, and not that the form is broken', async () => {
  // Simulates the libuv error for a write to a full disk; the file itself is still created.
  const write = jest.spyOn(WriteStream.prototype, '_write').mockImplementationOnce((_chunk, _encoding, done) => {
    done(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' }));
  });
  const { status, headers } = await post(Buffer.concat([part(FILE, await aPdf()), END]));
  expect([status, headers.get('retry-after')]).toEqual([503, expect.any(String)]);
  expect(write).toHaveBeenCalledTimes(1);
  write.mockRestore();
  expect(incoming()).toEqual([]);
});

it('does not mistake a field name for part of the language', async () => {
  const { status } = await post(Buffer.concat([part('Content-Disposition: form-data; name="__proto__"', 'x'), part(FILE, await aPdf()), END]));
  expect(status).toBe(400);
});

it('answers every broken form with a client error and keeps nothing of it', async () => {
  const good = Buffer.concat([part('Content-Disposition: form-data; name="width"', '10'), part(FILE, await aPdf()), END]);
  await fc.assert(
    fc.asyncProperty(
      fc.nat(good.length - 1),
      fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { maxLength: 12 }),
      fc.constantFrom('edge', 'edg', 'other', 'edge"'),
      async (length, changes, boundary) => {
        const body = Buffer.from(good.subarray(0, Math.max(20, length)));
        for (const [at, value] of changes) if (at < body.length) body[at] = value;
        const { status } = await post(body, boundary);
        expect(status === 201 || (status >= 400 && status < 500)).toBe(true);
      },
    ),
    { numRuns: 150 },
  );
  expect(incoming()).toEqual([]);
  expect((await media.call('/health/live')).status).toBe(200);
});

it('survives callers that hang up anywhere', async () => {
  const { port } = new URL(media.service.url);
  const body = Buffer.concat([part(FILE, await aPdf()), END]);
  const head = `POST /v1/default HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=edge\r\nContent-Length: ${body.length}\r\n\r\n`;
  const whole = Buffer.concat([Buffer.from(head), body]);
  for (let cut = head.length - 5; cut < whole.length; cut += Math.ceil(whole.length / 25)) {
    await new Promise<void>((done) => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(whole.subarray(0, cut), () => setTimeout(() => socket.destroy(), 5)));
      socket.on('close', () => done()).on('error', () => undefined);
    });
  }
  await until(() => incoming().length === 0);
  expect(incoming()).toEqual([]);
  expect((await post(body)).status).toBe(201);
});
