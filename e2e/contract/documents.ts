import { randomBytes } from 'node:crypto';
import { aDeparture, anArrival } from 'svc-declarations/testing';
import type { Answer, Caller, Model, Plain } from './caller.ts';
import type { Portal, RunningPortal } from './portal-under-test.ts';

export const departures = '/api/declarations/v1/departure/declaration';
export const arrivals = '/api/declarations/v1/traveller/declaration';
export const bodyOf = { [departures]: aDeparture, [arrivals]: anArrival } as const;
export const kinds = [
  ['departure', departures],
  ['arrival', arrivals],
] as const;

/** Returns a passport number that no other test uses. */
export const aPassport = (): string => `P${randomBytes(5).toString('hex')}`.toUpperCase();

/** Registers a valid declaration, as the public unless a user is given. */
export async function registered(
  portal: Portal<RunningPortal>,
  path: keyof typeof bodyOf,
  changes: Plain = {},
  caller: Caller = portal().public,
): Promise<Model> {
  const answer = await caller.post(`${path}/`, bodyOf[path]({ travellerCode: aPassport(), ...changes }));
  if (answer.status !== 201) throw new Error(`Not registered: ${answer.said}`);
  return answer.body.model;
}

/** Performs an action as a development user, on the version of the model. */
export async function act(portal: Portal<RunningPortal>, username: string, path: string, model: Model, action: string, body: Plain = {}): Promise<Answer> {
  return (await portal().as(username)).post(`${path}/${model.id}/actions/${action}`, { version: model.version, ...body });
}

/** Performs an action that must succeed. */
export async function acted(...call: Parameters<typeof act>): Promise<Model> {
  const answer = await act(...call);
  if (answer.status !== 200) throw new Error(`${call[4]}: ${answer.status} ${answer.said}`);
  return answer.body.model;
}
