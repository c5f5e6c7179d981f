/** A running declarations service with its neighbours, for tests. */
import type { DocumentEnvelope, Problem, SearchCriterion, SearchDataType } from '@portal/contract-kit';
import type { Environment, RunningService } from '@portal/service-kit';
import { type Neighbours, neighbours, type TestPlace } from '@portal/service-kit/testing';
import type { ArrivalDeclaration, DepartureDeclaration } from '../../contract/index.ts';
import { createService } from '../index.ts';
import { aDeparture, anArrival, testCatalogues } from './bodies.ts';

const both = (...actions: string[]): string[] => ['departure', 'traveller'].flatMap((kind) => actions.map((a) => `${kind}-declaration-${a}`));

/** The development users whose roles matter here, and others who must be kept out. */
export const users = {
  applicant: [],
  'border-officer': both('read', 'search', 'create', 'verification', 'amendment', 'arrival'),
  'border-supervisor': both('read', 'search', 'create', 'verification', 'amendment', 'arrival', 'approval', 'decision'),
  'licence-clerk': ['professional-license-read', 'professional-license-search'],
  'trip-border': ['triptic-trip-read', 'triptic-trip-search'],
  /** A colleague, where two officers are needed. */
  'border-officer-2': both('read', 'search', 'create', 'verification', 'amendment', 'arrival'),
  /** Holds the border's roles for an agency that no declaration belongs to. */
  'foreign-supervisor': both('read', 'search', 'verification', 'amendment', 'arrival', 'approval', 'decision', 'supervise'),
  /** May undo what others did. */
  superior: both('read', 'supervise'),
  cashier: ['payment-receipt-create'],
  admin: ['reference-admin', 'audit', 'remotes'],
} as const satisfies Record<string, readonly string[]>;
export type User = keyof typeof users | 'public';

const border = ['CUSTOMS', 'IMMIGRATION'];
const agenciesOf: Partial<Record<keyof typeof users, string[]>> = {
  'border-officer': border,
  'border-officer-2': border,
  'border-supervisor': border,
  superior: border,
  'foreign-supervisor': ['MOH'],
};

export const departure = '/v1/departure/declaration';
export const arrival = '/v1/traveller/declaration';
/** The form of an id that no document has. */
export const nowhere = '00000000-0000-7000-8000-000000000000';

export type Model = ArrivalDeclaration & DepartureDeclaration;
export type Answer = DocumentEnvelope<Model> & Problem;
export interface Reply<T> {
  status: number;
  headers: Headers;
  body: T;
}

/** So many days from today. */
export const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
/** `field CODE` of every error, sorted. */
export const codes = (body: Problem): string[] => (body.errors ?? []).map((e) => `${e.field} ${e.code}`).sort();
/** The query parameter of a search. */
export const q = (criteria: object[], more: object = {}): string => `q=${encodeURIComponent(JSON.stringify({ criteria, ...more }))}`;
export const eq = (fieldName: string, value: string | number, dataType: SearchDataType = 'TEXT'): SearchCriterion => ({
  expressionType: 'SearchCriterion',
  operation: 'EQ',
  dataType,
  fieldName,
  values: [value],
});

/** Runs a declarations service for the tests of a `describe`, and gives the words they are written in. */
export function useDeclarations(makePlace: () => Promise<TestPlace>, more: Record<string, string> = {}) {
  let place: TestPlace;
  let around: Neighbours;
  let service: RunningService;
  let environment: Environment;
  const tokens = new Map<User, string>();

  beforeAll(async () => {
    place = await makePlace();
    around = await neighbours(testCatalogues as never);
    environment = { ...place.env, ...around.env, ...more };
    service = await createService(environment);
    for (const [sub, roles] of Object.entries(users))
      tokens.set(sub as User, await around.token({ sub, name: `The ${sub}`, roles: [...roles], agencies: agenciesOf[sub as keyof typeof users] ?? [] }));
  });
  afterAll(async () => {
    await service?.close();
    await around?.close();
    await place?.remove();
  });

  /** A call as somebody, of this service or of an instance beside it; JSON answers are parsed. */
  async function call<T = Answer>(
    user: User,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
    at = service.url,
  ): Promise<Reply<T>> {
    const token = tokens.get(user);
    const response = await fetch(`${at}${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...(token ? { authorization: token } : {}), ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    const json = response.headers.get('content-type')?.includes('json') && text !== '';
    return { status: response.status, headers: response.headers, body: (json ? JSON.parse(text) : text) as T };
  }

  /** Registers a sound declaration with these changes. */
  async function register(path: string, changes: Record<string, unknown> = {}, user: User = 'public', at = service.url): Promise<Answer> {
    const { status, body } = await call(user, 'POST', `${path}/`, path === departure ? aDeparture(changes) : anArrival(changes), {}, at);
    expect([status, body.errors]).toEqual([201, undefined]);
    return body;
  }

  const act = (user: User, path: string, model: { id: string; version: number }, action: string, body: object = {}) =>
    call(user, 'POST', `${path}/${model.id}/actions/${action}`, { version: model.version, ...body });

  /** An action that must succeed. */
  async function done(user: User, path: string, model: Model, action: string, body: object = {}): Promise<Model> {
    const reply = await act(user, path, model, action, body);
    expect([action, reply.status, reply.body.errors]).toEqual([action, 200, undefined]);
    return reply.body.model;
  }

  return { call, register, act, done, service: () => service, environment: () => environment, around: () => around };
}
