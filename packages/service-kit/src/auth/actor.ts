/** Who is calling. */
export interface Actor {
  /** The provider's subject, or null for the public. */
  sub: string | null;
  name: string;
  email: string;
  phone: string;
  roles: readonly string[];
  /** All of the token's; a document of any of them is within reach. */
  agencies: readonly string[];
  /** The portal itself. No token sets it. */
  isPortal?: true;
}

export const publicActor: Actor = Object.freeze({ sub: null, name: 'Public', email: '', phone: '', roles: [], agencies: [] });
/** The product itself: scheduled jobs and announcements. */
export const systemActor: Actor = Object.freeze({ sub: 'system', name: 'System', email: '', phone: '', roles: [], agencies: [], isPortal: true });

/** True when the actor has one of the roles. */
export const hasRole = (actor: Actor, ...roles: string[]): boolean => roles.some((r) => actor.roles.includes(r));
/** Staff are those who hold any role. */
export const isStaff = (actor: Actor): boolean => actor.roles.length > 0;

/** All that a service needs to know about a call. */
export interface Call {
  actor: Actor;
  requestId: string;
  language: 'en' | 'pt';
  idempotencyKey?: string;
  method: string;
  path: string;
}

/** The role of the product itself. No person holds it. */
export const systemRole = 'portal-system';

/** A call that the product makes itself. */
export const systemCall = (requestId: string): Call => ({ actor: systemActor, requestId, language: 'en', method: 'JOB', path: '' });
