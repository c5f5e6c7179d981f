import type { Call, Model } from '../client.ts';
import type { Random } from './random.ts';

/** What the steps of a case can use. The rules of the portal apply to every call. */
export interface SeedContext {
  random: Random;
  /** Registers a document as the public. */
  register(path: string, body: object): Promise<Model | undefined>;
  /** Does an action as a member of staff, or as the applicant if no user is given. */
  act(user: string | undefined, path: string, model: Model, action: string, body?: object): Promise<Model | undefined>;
  /** Pays what is due, as a cashier. The next step waits until the document has the receipt. @param reader a user who may read the document */
  pay(cashier: string, reader: string, path: string, model: Model): Promise<Model | undefined>;
  /** Makes any other call; returns undefined if it was refused. */
  call(user: string | undefined, what: Call, expected?: number): Promise<{ body: { model: Model } } | undefined>;
}

/** An event in a case, and its time. @returns the document after it; undefined ends the case */
export interface Step {
  at: number;
  run(desk: SeedContext, model: Model): Promise<Model | undefined>;
}

/** A case: when and how it is registered, and the steps that follow, in order. */
export interface Case {
  at: number;
  register(desk: SeedContext): Promise<Model | undefined>;
  steps: Step[];
}

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Returns the day as `YYYY-MM-DD`. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** How far the local time of the country is ahead of UTC, in ms. */
export const utcOffset = 9 * hour;

/** Returns the first time at or after `at` at which an office is open: Monday to Friday, 9 to 18 o'clock in Dili (UTC+9). */
export function officeTime(at: number): number {
  const date = new Date(at);
  const weekday = date.getUTCDay();
  const hours = date.getUTCHours();
  if (weekday === 6 || weekday === 0) return officeTime(Math.floor(at / day) * day + day + (at % hour));
  return hours < 9 ? at : officeTime(Math.floor(at / day) * day + day + (at % hour));
}

/** Members of staff who do the same work. The first one does most of it. */
export const staff = {
  officer: ['border-officer', 'border-officer-2', 'border-officer-3', 'border-officer-4'],
  supervisor: ['border-supervisor', 'border-supervisor-2'],
  verifier: ['licence-verifier', 'licence-verifier-2'],
  assessor: ['licence-assessor'],
  approver: ['licence-approver', 'licence-approver-2'],
  tripVerifier: ['trip-verifier', 'trip-verifier-2'],
  tripApprover: ['trip-approver'],
  tripBorder: ['trip-border', 'trip-border-2'],
  cashier: ['cashier', 'cashier-2'],
} as const;

/** Colleagues of the development users: additional users with other names and the same roles. */
export const colleagues: [username: string, name: string, like: string][] = [
  ['border-officer-2', 'Nelson Ximenes', 'border-officer'],
  ['border-officer-3', 'Lígia Magalhães', 'border-officer'],
  ['border-officer-4', 'Estêvão Belo', 'border-officer'],
  ['border-supervisor-2', 'Olímpia do Rosário', 'border-supervisor'],
  ['licence-verifier-2', 'Tomé Guterres', 'licence-verifier'],
  ['trip-verifier-2', 'Júlia Conceição', 'trip-verifier'],
  ['trip-border-2', 'Abílio Amaral', 'trip-border'],
];

export const oneOf = (random: Random, users: readonly string[]): string => random.weighted(users.map((user, i) => [user, users.length - i] as const));
