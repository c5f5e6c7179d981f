import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testBackends } from '@portal/service-kit/testing';
import { aPdf } from '../testing/files.ts';
import { TestMedia } from '../testing/test-media.ts';
import { ScannerUnavailable, VirusScanner } from './virus-scan.ts';

// The text is split so that no virus scanner takes this test file for an infection.
const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

/** A server that speaks clamd's protocol and knows one signature. */
class Clamd {
  readonly sockets = new Set<Socket>();
  private readonly server: Server = createServer((socket) => this.serve(socket));
  received = 0;
  answer: ((content: Buffer) => string) | null = (content) => (content.includes(EICAR) ? 'stream: Eicar-Signature FOUND' : 'stream: OK');

  async start(at: number | string = 0): Promise<void> {
    await new Promise<void>((done) => this.server.listen(at as number, done));
  }

  get url(): string {
    return `tcp://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((done) => this.server.close(done));
  }

  private serve(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => undefined);
    let data = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      data = Buffer.concat([data, chunk]);
      if (data.toString('latin1') === 'zPING\0') return void socket.end('PONG\0');
      const start = 'zINSTREAM\0'.length;
      const parts: Buffer[] = [];
      let at = start;
      while (data.length >= at + 4) {
        const length = data.readUInt32BE(at);
        if (length === 0) {
          this.received = parts.reduce((sum, part) => sum + part.length, 0);
          if (this.answer) socket.end(`${this.answer(Buffer.concat(parts))}\0`);
          return;
        }
        if (data.length < at + 4 + length) return;
        parts.push(data.subarray(at + 4, at + 4 + length));
        at += 4 + length;
      }
    });
  }
}

describe('the virus scanner', () => {
  const folder = mkdtempSync(join(tmpdir(), 'scan-'));
  const clamd = new Clamd();
  const file = (content: Buffer | string) => {
    const path = join(folder, 'file');
    writeFileSync(path, content);
    return path;
  };
  beforeAll(() => clamd.start());
  afterAll(async () => {
    await clamd.stop();
    rmSync(folder, { recursive: true });
  });

  it('is sent the whole file', async () => {
    const scanner = new VirusScanner(clamd.url);
    await expect(scanner.scan(file(Buffer.alloc(3_000_000, 'x')))).resolves.toEqual({ clean: true });
    expect(clamd.received).toBe(3_000_000);
    await expect(scanner.scan(file(EICAR))).resolves.toEqual({ clean: false, signature: 'Eicar-Signature' });
    await expect(scanner.check()).resolves.toBeUndefined();
  });

  it('listens on a socket file too', async () => {
    const local = new Clamd();
    const path = join(folder, 'clamd.ctl');
    await local.start(path);
    await expect(new VirusScanner(`unix://${path}`).scan(file('x'))).resolves.toEqual({ clean: true });
    await local.stop();
  });

  it('at a tls:// address is never spoken to without TLS', async () => {
    await expect(new VirusScanner(clamd.url.replace('tcp:', 'tls:'), { timeoutMs: 2_000 }).scan(file('x'))).rejects.toBeInstanceOf(ScannerUnavailable);
  });

  it('that is unreachable, silent or fails gives no verdict about a file', async () => {
    await expect(new VirusScanner('tcp://127.0.0.1:1').scan(file('x'))).rejects.toBeInstanceOf(ScannerUnavailable);
    const lost = new Clamd();
    await lost.start();
    lost.answer = () => 'INSTREAM size limit exceeded. ERROR';
    await expect(new VirusScanner(lost.url).scan(file('x'))).rejects.toBeInstanceOf(ScannerUnavailable);
    lost.answer = null;
    await expect(new VirusScanner(lost.url, { timeoutMs: 100 }).scan(file('x'))).rejects.toBeInstanceOf(ScannerUnavailable);
    await lost.stop();
  });
});

describe('uploads with a virus scanner', () => {
  const clamd = new Clamd();
  let media: TestMedia;
  beforeAll(async () => {
    await clamd.start();
    media = await TestMedia.start(testBackends()[0][1], { CLAMD_URL: clamd.url });
  });
  afterAll(() => media.stop());

  const send = async (content: string) => media.upload('/v1/default', { name: 'a.pdf', bytes: Buffer.concat([await aPdf(), Buffer.from(`\n%${content}`)]) });

  it('are kept if they are clean, and refused if not', async () => {
    expect((await send('clean')).status).toBe(201);
    const { status, json } = await send(EICAR);
    expect([status, json.errors]).toEqual([422, [{ code: 'INFECTED', field: 'file', message: expect.any(String) }]]);
    expect((await media.call('/health/ready')).json.virusScanning).toBe('on');
  });

  it('wait until the scanner is back', async () => {
    await clamd.stop();
    const { status, json, headers } = await send('clean');
    expect([status, json.errors]).toEqual([503, [expect.objectContaining({ code: 'UNAVAILABLE' })]]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await media.call('/health/ready')).json.virusScanning).toMatch(/does not answer/);
  });
});
