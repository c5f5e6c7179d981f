/** For tests only: a declarations service with stubs of the services around it, and users who call it. */
import { type DocumentEnvelope, dayMs, dayOf, type Problem, type SearchCriterion } from '@portal/contract-kit';
import type { Clock, Environment } from '@portal/service-kit';
import { codesOf, openDesk, type TestBackend, TestDesk, q as theQuery, useTestDesk } from '@portal/service-kit/testing';
import type { ArrivalDeclaration, DepartureDeclaration } from '../../contract/index.ts';
import { createService } from '../index.ts';
import { aDeparture, anArrival, catalogues, type UserName, users } from './bodies.ts';

export const departure = '/v1/departure/declaration';
export const arrival = '/v1/traveller/declaration';
/** A well-formed id that no document has. */
export const nowhere = '00000000-0000-7000-8000-000000000000';

export type Model = ArrivalDeclaration & DepartureDeclaration;
export type Answer = DocumentEnvelope<Model> & Problem;

/** Returns the day that is this many days from today. */
export const day = (days: number): string => dayOf(new Date(Date.now() + days * dayMs));
/** Returns `field CODE` for every error, sorted. */
export const codes = (body: Problem): string[] => codesOf({ body }).sort();
/** Returns a search for these criteria, encoded for a URL. */
export const q = (criteria: SearchCriterion[], more: object = {}): string => theQuery({ criteria, ...more });

export class Desk extends TestDesk<Exclude<UserName, 'public'>, Answer> {
  static async open(backend: TestBackend, env?: Environment, clock?: Clock): Promise<Desk> {
    return new Desk(await openDesk({ backend, createService: (settings) => createService(settings, clock), catalogues, users, env }));
  }

  /** Registers a valid declaration with these changes. */
  async register(path: string, changes: Record<string, unknown> = {}, user: UserName = 'public', at = this.service.url): Promise<Answer> {
    const { status, body } = await this.call(user, 'POST', `${path}/`, path === departure ? aDeparture(changes) : anArrival(changes), {}, at);
    expect([status, body.errors]).toEqual([201, undefined]);
    return body;
  }

  act(user: UserName, path: string, model: { id: string; version: number }, action: string, body: object = {}) {
    return this.call(user, 'POST', `${path}/${model.id}/actions/${action}`, { version: model.version, ...body });
  }

  /** Performs an action that must succeed. */
  async done(user: UserName, path: string, model: Model, action: string, body: object = {}): Promise<Model> {
    const reply = await this.act(user, path, model, action, body);
    expect([action, reply.status, reply.body.errors]).toEqual([action, 200, undefined]);
    return reply.body.model;
  }
}

/** Opens a desk for the tests of a `describe`, and closes it after them. @param env further settings */
export const useDesk = (makeBackend: () => Promise<TestBackend>, env?: Environment) => useTestDesk(async () => Desk.open(await makeBackend(), env));
