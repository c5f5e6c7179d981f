/** For tests only: a running document service with the services around it, and users who call it. */
import type { MediaDescription, Problem, SearchCriterion, SearchDataType, SearchOperation } from '@portal/contract-kit';
import type { RunningService } from '../http/start-service.ts';
import type { Environment } from '../settings/settings.ts';
import { type StubServices, startStubServices, type TestUser } from './stub-services.ts';
import type { TestBackend } from './test-backends.ts';
import { TestClock } from './test-clock.ts';

export interface Reply<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

/** What a desk needs: the area's service, its catalogues and its users. */
export interface DeskParts<User extends string> {
  backend: TestBackend;
  createService(env: Environment): Promise<RunningService>;
  catalogues: Parameters<typeof startStubServices>[0];
  users: Readonly<Record<User, TestUser>>;
  /** Further settings of the service. */
  env?: Environment;
}

interface OpenDesk<User extends string> {
  service: RunningService;
  around: StubServices;
  backend: TestBackend;
  users: Readonly<Record<User, TestUser>>;
  env: Environment;
}

/** Starts the service and the services around it. */
export async function openDesk<User extends string>({ backend, createService, catalogues, users, env: more = {} }: DeskParts<User>): Promise<OpenDesk<User>> {
  const around = await startStubServices(catalogues);
  const env = { ...backend.env, ...around.env, ...more };
  return { service: await createService(env), around, backend, users, env };
}

/** @typeParam Answer the type of most responses: an envelope, or a problem */
export class TestDesk<User extends string, Answer> {
  private readonly tokens = new Map<string, string>();
  readonly service: RunningService;
  readonly around: StubServices;
  /** The settings that the service was started with. */
  readonly env: Environment;

  constructor(private readonly open: OpenDesk<User>) {
    this.service = open.service;
    this.around = open.around;
    this.env = open.env;
  }

  async close(): Promise<void> {
    await this.service.close();
    await this.around.close();
    await this.open.backend.remove();
  }

  /** Returns the files that svc-media has. */
  get files(): Map<string, MediaDescription> {
    return this.around.files;
  }

  /** Adds a file to svc-media. @returns its uid */
  addFile(uid: string, change: Partial<MediaDescription> = {}): string {
    this.files.set(uid, { uid, name: `${uid}.png`, size: 1_000, type: 'image/png', scope: 'default', ...change });
    return uid;
  }

  /** Returns the `Authorization` header of a user. */
  async token(user: User): Promise<string> {
    const token = this.tokens.get(user) ?? (await this.around.token(this.open.users[user]));
    this.tokens.set(user, token);
    return token;
  }

  /** Calls the service as a user, and parses a JSON response. @param at another instance of the service */
  async call<Body = Answer>(
    user: User | 'public',
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
    at = this.service.url,
  ): Promise<Reply<Body>> {
    const response = await fetch(`${at}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(user === 'public' ? {} : { authorization: await this.token(user as User) }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') && text !== '';
    return { status: response.status, headers: response.headers, body: (isJson ? JSON.parse(text) : text) as Body };
  }
}

/** Opens a desk for the tests of a `describe`, and closes it after them. @param at the time at which its clock starts */
export function useTestDesk<Desk extends { close(): Promise<void> }>(
  open: (clock: TestClock) => Promise<Desk>,
  at = new Date(),
): { desk: () => Desk; clock: TestClock } {
  const clock = new TestClock(at);
  let desk: Desk | undefined;
  beforeAll(async () => {
    desk = await open(clock);
  });
  afterAll(() => desk?.close());
  return { desk: () => desk as Desk, clock };
}

/** Returns `field CODE` for every error in a response. */
export const codesOf = ({ body }: { body: Problem }): string[] => body.errors.map(({ field, code }) => [field, code].filter(Boolean).join(' '));

/** Returns one criterion of a search. */
export const eq = (fieldName: string, value: string | number, dataType: SearchDataType = 'TEXT', operation: SearchOperation = 'EQ'): SearchCriterion => ({
  expressionType: 'SearchCriterion',
  operation,
  dataType,
  fieldName,
  values: [value],
});

/** Returns a search query, encoded for a URL. */
export const q = (query: object): string => `?q=${encodeURIComponent(JSON.stringify(query))}`;
