/** A running declarations service with its neighbours, for tests. */
import type { DocumentEnvelope, Problem } from '@portal/contract-kit';
import type { RunningService } from '@portal/service-kit';
import { type Neighbours, neighbours, type TestPlace } from '@portal/service-kit/testing';
import { createService } from '../index.ts';
import { testCatalogues } from './bodies.ts';

const both = (...actions: string[]): string[] => ['departure', 'traveller'].flatMap((kind) => actions.map((a) => `${kind}-declaration-${a}`));

/** The development users whose roles matter here, and others who must be kept out. */
export const users = {
  applicant: [],
  'border-officer': both('read', 'search', 'create', 'verification', 'amendment', 'arrival'),
  'border-supervisor': both('read', 'search', 'create', 'verification', 'amendment', 'arrival', 'approval', 'decision'),
  'licence-clerk': ['professional-license-read', 'professional-license-search'],
  'trip-border': ['triptic-trip-read', 'triptic-trip-search'],
  cashier: ['payment-receipt-create'],
  admin: ['reference-admin', 'audit', 'remotes'],
} as const satisfies Record<string, readonly string[]>;
export type User = keyof typeof users | 'public';

export interface Reply<T> {
  status: number;
  headers: Headers;
  body: T;
}

export interface Harness {
  service: RunningService;
  around: Neighbours;
  /** A call as somebody; JSON answers are parsed. */
  call<T = DocumentEnvelope<Record<string, unknown>> & Problem>(
    user: User,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Reply<T>>;
  close(): Promise<void>;
}

export async function startHarness(place: TestPlace, more: Record<string, string> = {}): Promise<Harness> {
  const around = await neighbours(testCatalogues as never);
  const service = await createService({ ...place.env, ...around.env, ...more });
  const tokens = new Map<User, string>();
  for (const [sub, roles] of Object.entries(users)) tokens.set(sub as User, await around.token({ sub, name: `The ${sub}`, roles: [...roles] }));
  return {
    service,
    around,
    async call<T>(user: User, method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply<T>> {
      const token = tokens.get(user);
      const response = await fetch(`${service.url}${path}`, {
        method,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...(token ? { authorization: token } : {}), ...headers },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      const text = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        body: (response.headers.get('content-type')?.includes('json') && text ? JSON.parse(text) : text) as T,
      };
    },
    async close() {
      await service.close();
      await around.close();
    },
  };
}
