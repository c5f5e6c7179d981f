import { type CallHeaders, Database, Outbox, type RunningService } from '@portal/service-kit';
import { callHeaders, type StubServices, startStubServices, type TestBackend, TestClock, type TestUser, until } from '@portal/service-kit/testing';
import { createService } from '../index.ts';

export interface Sent {
  status: number;
  headers: Headers;
  /** The parsed body, if it is JSON. */
  json: Record<string, never>;
  bytes: Buffer;
}

export interface Call {
  method?: string;
  user?: TestUser;
  body?: BodyInit;
  headers?: Record<string, string>;
  /** The instance to call; the first one by default. */
  at?: RunningService;
}

/** A running svc-media with everything it needs, in a place of its own. */
export class TestMedia {
  readonly clock = new TestClock();

  private constructor(
    readonly backend: TestBackend,
    readonly around: StubServices,
    private readonly environment: Record<string, string | undefined>,
  ) {}

  service: RunningService;

  static async start(makeBackend: () => Promise<TestBackend>, environment: Record<string, string> = {}): Promise<TestMedia> {
    const backend = await makeBackend();
    const around = await startStubServices();
    const media = new TestMedia(backend, around, { ...backend.env, ...around.env, ...environment });
    await media.restart();
    return media;
  }

  async restart(): Promise<void> {
    await this.service?.close();
    this.service = await createService(this.environment, { clock: this.clock });
  }

  async stop(): Promise<void> {
    await this.service.close();
    await this.around.close();
    await this.backend.remove();
  }

  async call(path: string, { method = 'GET', user, body, headers = {}, at = this.service }: Call = {}): Promise<Sent> {
    const authorization = user ? { Authorization: await this.around.token(user) } : {};
    const response = await fetch(at.url + path, { method, body, headers: { ...authorization, ...headers } as Record<string, string> });
    const bytes = Buffer.from(await response.arrayBuffer());
    const json = /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(bytes.toString()) : {};
    return { status: response.status, headers: response.headers, json, bytes };
  }

  upload(
    path: string,
    file: { name: string; bytes: Uint8Array; type?: string },
    { user, method = 'POST', fields = {}, headers }: Pick<Call, 'user' | 'method' | 'headers'> & { fields?: Record<string, string> } = {},
  ): Promise<Sent> {
    const form = new FormData();
    form.append('file', new Blob([file.bytes as BlobPart], { type: file.type ?? 'application/octet-stream' }), file.name);
    // The fields follow the file, because some browsers send them in this order.
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    return this.call(path, { method, user, body: form, headers });
  }

  /** Returns the headers for a call by a document service. */
  asService = (name = 'svc-trips'): Promise<CallHeaders> => callHeaders(this.environment, name, 'svc-media');

  /** Starts another instance of the same service, beside the first. */
  another(): Promise<RunningService> {
    return createService(this.environment, { clock: this.clock });
  }

  /** Sends a message as a document service does, and waits until svc-media has processed it. */
  async announce(topic: string, payload: object): Promise<void> {
    await this.delivered(topic, await this.send(topic, payload));
  }

  /**
   * Sends a message.
   * @returns the id of the message
   */
  send(topic: string, payload: object): Promise<string> {
    return this.service.app.get(Database).write((tx) => this.service.app.get(Outbox).add(tx, topic, payload));
  }

  /** Waits until a message is processed. */
  async delivered(topic: string, id: string): Promise<void> {
    const db = this.service.app.get(Database);
    await until(async () => {
      const [{ state }] = (await db.reader.query(`select state from outbox where id = '${id}'`)) as { state: number }[];
      if (Number(state) === 2) throw new Error(`The message ${topic} was given up.`);
      return Number(state) === 1;
    });
  }
}
