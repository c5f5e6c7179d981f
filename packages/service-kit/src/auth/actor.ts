import { type Language } from '@portal/contract-kit';
/** Who is calling. */
export interface Actor {
  /** The provider's subject, or null for the public. */
  sub: string | null;
  /** What they sign in with; missing where the provider does not say it. */
  userName?: string;
  name: string;
  email: string;
  phone: string;
  roles: readonly string[];
  /** All agencies in the token; the actor can reach a document of any of them. */
  agencies: readonly string[];
  /** How they signed in (the claim `acr`), and when, in seconds since 1970. */
  acr?: string;
  signedInAt?: number;
  /** The portal itself. No token can set it. */
  isPortal?: true;
}

export const publicActor: Actor = Object.freeze({ sub: null, name: 'Public', email: '', phone: '', roles: [], agencies: [] });
/** The actor of scheduled jobs and announcements: the product itself. */
export const systemActor: Actor = Object.freeze({ sub: 'system', name: 'System', email: '', phone: '', roles: [], agencies: [], isPortal: true });

/** True when the actor has one of the roles. */
export const hasRole = (actor: Actor, ...roles: string[]): boolean => roles.some((r) => actor.roles.includes(r));
/** An actor with any role is staff. */
export const isStaff = (actor: Actor): boolean => actor.roles.length > 0;

/** Everything that a service needs to know about a call. */
export interface Call {
  actor: Actor;
  requestId: string;
  language: Language;
  idempotencyKey?: string;
  method: string;
  path: string;
}

/** The role of the product itself. No person has it. */
export const systemRole = 'portal-system';

/** A call that the product makes itself. */
export const systemCall = (requestId: string): Call => ({ actor: systemActor, requestId, language: 'en', method: 'JOB', path: '' });
