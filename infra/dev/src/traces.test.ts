import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@portal/service-kit/testing';
import { anArrival } from 'svc-declarations/testing';
import { type Portal, startPortal } from './portal.ts';

interface Attribute {
  key: string;
  value: { stringValue?: string };
}
interface Exported {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: { traceId: string; spanId: string; parentSpanId?: string; name: string }[] }[];
  }[];
}
interface Seen {
  part: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
}

/** Receives traces over OTLP/HTTP, like a collector. */
class Receiver {
  readonly exports: string[] = [];
  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<Receiver> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        if (request.url === '/v1/traces') receiver.exports.push(Buffer.concat(chunks).toString());
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const receiver = new Receiver(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return receiver;
  }

  get spans(): Seen[] {
    return this.exports.flatMap((text) =>
      (JSON.parse(text) as Exported).resourceSpans.flatMap(({ resource, scopeSpans }) => {
        const part = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
        return scopeSpans.flatMap(({ spans }) => spans.map(({ name, traceId, spanId, parentSpanId }) => ({ part, name, traceId, spanId, parentSpanId })));
      }),
    );
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

describe('traces of the whole portal', () => {
  let folder: string;
  let receiver: Receiver;
  let portal: Portal;
  let id: string;
  const forged = '0123456789abcdef0123456789abcdef';
  const body = anArrival({ lastName: 'Unmistakable' });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'portal-traces-'));
    receiver = await Receiver.start();
    portal = await startPortal({
      environment: { PORT: '0', DATA_DIR: folder, REMOTES_DIR: folder, WEB_DIR: folder, LOG_LEVEL: 'silent', OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url },
      root: join(__dirname, '../../..'),
    });
    const registered = await fetch(`${portal.url}/api/declarations/v1/traveller/declaration/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', traceparent: `00-${forged}-0123456789abcdef-01` },
      body: JSON.stringify(body),
    });
    ({ id } = ((await registered.json()) as { model: { id: string } }).model);
    // A call for the form would draw it at once, so the test waits for the file that the job writes.
    const drawn = () => readdirSync(join(folder, 'media'), { recursive: true, withFileTypes: true }).some((entry) => entry.isFile());
    await until(drawn);
    expect((await fetch(`${portal.url}/api/declarations/v1/traveller/declaration/${id}/print-form?lastName=Unmistakable`)).status).toBe(200);
    // Each part of the portal sends its last spans when it stops.
    await portal.close();
  });
  afterAll(() => {
    receiver.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('a registration is one trace: gateway, service, catalogues, transaction, and the job that draws its form', () => {
    const { spans } = receiver;
    const root = spans.find(({ part, name }) => part === 'gateway' && name === 'POST /api/declarations/*') as Seen;
    expect(root.parentSpanId ?? '').toBe('');
    const own = spans.filter(({ traceId }) => traceId === root.traceId);
    const above = (span: Seen | undefined): string[] =>
      span ? [...above(own.find(({ spanId }) => spanId === span.parentSpanId)), `${span.part}: ${span.name}`] : [];
    const pathOf = (part: string, name: string): string[] => above(own.find((span) => span.part === part && span.name === name));
    const service = ['gateway: POST /api/declarations/*', 'svc-declarations: POST /v1/traveller/declaration'];
    expect(pathOf('svc-declarations', 'POST /v1/traveller/declaration')).toEqual(service);
    expect(pathOf('svc-reference', 'GET /internal/catalogue/:name')).toEqual([
      ...service,
      'svc-declarations: GET /internal/catalogue/:name',
      'svc-reference: GET /internal/catalogue/:name',
    ]);
    expect(pathOf('svc-media', 'render')).toEqual([...service, 'svc-declarations: transaction', 'svc-media: job media.render', 'svc-media: render']);
  });

  it('a caller from outside cannot join a trace', () => {
    expect(receiver.spans.map(({ traceId }) => traceId)).not.toContain(forged);
  });

  it('contain neither documents nor persons', () => {
    for (const text of receiver.exports)
      for (const secret of [id, 'Unmistakable', 'UNMISTAKABLE', String(body.travellerCode)]) expect(text).not.toContain(secret);
  });
});
