/** For tests only: a licence service with its neighbours, and people who act on it. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DocumentEnvelope, MediaDescription, Problem } from '@portal/contract-kit';
import type { Clock, Environment, RunningService } from '@portal/service-kit';
import { type Neighbours, neighbours, TestClock, type TestPlace } from '@portal/service-kit/testing';
import type { LicenceDocument } from '../../contract/index.ts';
import { createService } from '../index.ts';
import { anApplication, catalogues, everybody, type UserName } from './bodies.ts';

export type Envelope = DocumentEnvelope<LicenceDocument>;
export interface Reply<T> {
  status: number;
  body: T;
  headers: Headers;
}

export class Desk {
  private readonly tokens = new Map<UserName, string>();

  private constructor(
    readonly service: RunningService,
    readonly around: Neighbours,
    private readonly place: TestPlace,
    private readonly media: Server,
    readonly files: Map<string, MediaDescription>,
  ) {}

  static async open(place: TestPlace, clock?: Clock, env: Environment = {}): Promise<Desk> {
    const around = await neighbours(catalogues);
    const files = new Map<string, MediaDescription>();
    const media = await mediaServer(files, around);
    const mediaUrl = `http://127.0.0.1:${(media.address() as AddressInfo).port}`;
    return new Desk(await createService({ ...place.env, ...around.env, MEDIA_URL: mediaUrl, ...env }, clock), around, place, media, files);
  }

  async close(): Promise<void> {
    await this.service.close();
    await this.around.close();
    await new Promise((done) => this.media.close(done));
    await this.place.remove();
  }

  private async authorization(user: UserName): Promise<Record<string, string>> {
    if (user === 'public') return {};
    const token = this.tokens.get(user) ?? (await this.around.token(everybody[user]));
    this.tokens.set(user, token);
    return { authorization: token };
  }

  async call<T = Envelope & Problem>(user: UserName, method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply<T>> {
    const response = await fetch(`${this.service.url}${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...(await this.authorization(user)), ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const json = response.headers.get('content-type')?.includes('json');
    const answer = json ? await response.json() : await response.text();
    return { status: response.status, headers: response.headers, body: answer as T };
  }

  register(user: UserName = 'public', change: object = {}): Promise<Reply<Envelope & Problem>> {
    return this.call(user, 'POST', '/v1/professional/', anApplication(change));
  }

  load(id: string, user: UserName = 'public', language?: 'en' | 'pt'): Promise<Reply<Envelope & Problem>> {
    return this.call(user, 'GET', `/v1/professional/${id}/document`, undefined, language ? { 'accept-language': language } : {});
  }

  /** Does an action on the present version. */
  async act(user: UserName, id: string, action: string, body: object = {}): Promise<Reply<Envelope & Problem>> {
    const { version } = (await this.load(id, user)).body.model ?? (await this.load(id)).body.model ?? { version: 1 };
    return this.call(user, 'POST', `/v1/professional/${id}/actions/${action}`, { version, ...body });
  }

  /** A file that svc-media knows. */
  addFile(uid: string, change: Partial<MediaDescription> = {}): string {
    this.files.set(uid, { uid, name: `${uid}.png`, size: 1_000, type: 'image/png', scope: 'professional', ...change });
    return uid;
  }

  /** The officer's part of a verification: everything confirmed, the account chosen. */
  async verify(id: string): Promise<Reply<Envelope & Problem>> {
    const { requirements } = (await this.load(id)).body.model;
    return this.act('licence-verifier', id, 'verification', { bankCode: 'BNU', requirements: requirements?.map((r) => ({ ...r, confirmed: true })) });
  }

  /** Leads an application along the main path. @returns its id */
  async lead(
    to: 'SUBMITTED' | 'VERIFIED' | 'ASSESSED' | 'RECOMMENDED' | 'SENT FOR APPROVAL' | 'APPROVED' | 'ISSUED',
    by: UserName = 'public',
  ): Promise<string> {
    const { id } = (await this.register(by)).body.model;
    const steps: [string, () => Promise<Reply<Envelope & Problem>>][] = [
      ['VERIFIED', () => this.verify(id)],
      ['ASSESSED', () => this.act('licence-assessor', id, 'assessment')],
      ['RECOMMENDED', () => this.act('licence-assessor', id, 'recommendation', { decision: 'RECOMMEND' })],
      ['SENT FOR APPROVAL', () => this.act('licence-approver', id, 'approval')],
      ['APPROVED', () => this.act('licence-approver-2', id, 'approval')],
      // Its fees are not paid.
      ['ISSUED', () => this.act('licence-approver', id, 'issuance', { comment: 'Paid by the ministry' })],
    ];
    for (const [status, step] of to === 'SUBMITTED' ? [] : steps) {
      const reply = await step();
      if (reply.status !== 200) throw new Error(`${status}: ${JSON.stringify(reply.body)}`);
      if (status === to) break;
    }
    return id;
  }
}

/** svc-media's part: the files it knows, and the prints that the neighbours hold. */
async function mediaServer(files: Map<string, MediaDescription>, around: Neighbours): Promise<Server> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '').split('?')[0] as string);
    const send = (status: number, body: unknown): void => void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const photo = /^\/v1\/photo\/(.+)\/document$/.exec(path)?.[1];
    if (photo)
      return files.has(photo) ? send(200, { model: { id: photo, name: files.get(photo)?.name, type: 'image/jpeg', fileBlob: 'AAAA' } }) : send(404, {});
    const pdf = path.startsWith('/internal/renders/') ? around.renders.get(path.slice('/internal/renders/'.length)) : undefined;
    if (pdf) return void response.writeHead(200, { 'content-type': 'application/pdf' }).end(pdf);
    const awaited = path.startsWith('/internal/renders/') && request.method === 'POST';
    if (path !== '/internal/media/describe' && !awaited) return send(404, {});
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      if (awaited) {
        around.awaited.set(path.slice('/internal/renders/'.length), JSON.parse(text));
        return send(404, {});
      }
      const records = (JSON.parse(text) as { uids: string[] }).uids.flatMap((uid) => files.get(uid) ?? []);
      send(200, { records, totalRecords: records.length });
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
}

export const codesOf = (reply: Reply<Problem>): string[] => reply.body.errors.map((e) => [e.field, e.code].filter(Boolean).join(' '));

/** Opens a desk for the tests of a `describe`, and closes it after them. */
export function useDesk(makePlace: () => Promise<TestPlace>): { desk: () => Desk; clock: TestClock } {
  const clock = new TestClock(new Date());
  let open: Desk | undefined;
  beforeAll(async () => {
    open = await Desk.open(await makePlace(), clock);
  });
  afterAll(() => open?.close());
  return { desk: () => open as Desk, clock };
}
