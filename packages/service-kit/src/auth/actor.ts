import { type Language } from '@portal/contract-kit';
/** The person or program that makes a call. */
export interface Actor {
  /** The subject that the identity provider gives the user; null for the public. */
  sub: string | null;
  /** The name that the user signs in with; missing where the provider does not send it. */
  userName?: string;
  name: string;
  email: string;
  phone: string;
  roles: readonly string[];
  /** All agencies in the token. The actor can reach documents of each of them. */
  agencies: readonly string[];
  /** How the user signed in (the claim `acr`). `signedInAt` is the time of the sign-in, in seconds since 1970. */
  acr?: string;
  signedInAt?: number;
  /** Set for the portal itself. No token can set it. */
  isPortal?: true;
}

export const publicActor: Actor = Object.freeze({ sub: null, name: 'Public', email: '', phone: '', roles: [], agencies: [] });
/** The actor of scheduled jobs and announcements: the portal itself. */
export const systemActor: Actor = Object.freeze({ sub: 'system', name: 'System', email: '', phone: '', roles: [], agencies: [], isPortal: true });

/** Returns whether the actor has at least one of the roles. */
export const hasRole = (actor: Actor, ...roles: string[]): boolean => roles.some((r) => actor.roles.includes(r));
/** Returns whether the actor is staff. An actor with any role is staff. */
export const isStaff = (actor: Actor): boolean => actor.roles.length > 0;

/** Everything that a service needs to know about a call. */
export interface Call {
  actor: Actor;
  requestId: string;
  language: Language;
  idempotencyKey?: string;
  method: string;
  path: string;
  /** Day on which the caller sent what a job processes later, `YYYY-MM-DD`. */
  sentOn?: string;
}

/** The role of the portal itself. No person has it. */
export const systemRole = 'portal-system';

/** Returns a call that the portal makes itself. */
export const systemCall = (requestId: string): Call => ({ actor: systemActor, requestId, language: 'en', method: 'JOB', path: '' });
