import { createHmac, timingSafeEqual } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';
import type { Decision, Order } from './order.ts';
import type { Entry } from './registry.ts';

/** The signed entries of an area that an order overrides. */
export interface SignedEntries {
  stable: Entry;
  canary?: Entry;
}

const macOf = ({ mac: _, ...fields }: Partial<Order>, key: Buffer): Buffer =>
  createHmac('sha256', key)
    .update(`portal-remote-order/1\n${canonicalJson(fields)}`)
    .digest();

/**
 * Adds the message authentication code to an order.
 * @param key secret that the gateways of the portal share
 */
export const signOrder = (fields: Omit<Order, 'mac'>, key: Buffer): Order => ({ ...fields, mac: macOf(fields, key).toString('base64url') });

/**
 * Checks whether a gateway of this portal made the order.
 * @param value value that is expected to be an order; any other value is accepted and yields false
 */
export function isGenuineOrder(value: unknown, key: Buffer): value is Order {
  const { area, sequence, mac } = (value ?? {}) as Partial<Order>;
  if (typeof area !== 'string' || typeof mac !== 'string' || !Number.isSafeInteger(sequence)) return false;
  const [given, right] = [Buffer.from(mac, 'base64url'), macOf(value as Order, key)];
  return given.length === right.length && timingSafeEqual(given, right);
}

/** The sequence number of the newest signed entry of an area. */
export const newestSequence = ({ stable, canary }: SignedEntries): number => Math.max(stable.sequence, canary?.sequence ?? 0);

/** Checks whether the versions that an order chooses are still valid: the team has signed nothing since. */
export const choiceHolds = (order: Order | undefined, signed: SignedEntries): order is Order => order !== undefined && order.over >= newestSequence(signed);

/** The version that every visitor gets, and the canary beside it. */
export function versionsInForce(signed: SignedEntries, order: Order | undefined): { stable: string; canary?: { version: string; share: number } } {
  const { stable, canary } = signed;
  const ofTeam = canary && { version: canary.version, share: canary.share ?? 0 };
  if (!choiceHolds(order, signed)) return { stable: stable.version, ...(ofTeam ? { canary: ofTeam } : {}) };
  const chosen = order.canary === undefined ? ofTeam : order.canary;
  return { stable: order.stable ?? stable.version, ...(chosen ? { canary: chosen } : {}) };
}

interface OrderContext {
  area: string;
  signed: SignedEntries;
  before?: Order;
}

/** Builds the fields of an order that keeps the previous decisions. A pending request is dropped. */
function unchangedOrder({ area, signed, before }: OrderContext): Omit<Order, 'mac'> {
  const { stable, canary } = choiceHolds(before, signed) ? before : ({} as Partial<Order>);
  return {
    area,
    sequence: Math.max(Date.now(), (before?.sequence ?? 0) + 1),
    over: newestSequence(signed),
    ...(stable === undefined ? {} : { stable }),
    ...(canary === undefined ? {} : { canary }),
    ...(before?.stopped ? { stopped: before.stopped } : {}),
  };
}

/** Builds the order that results from a decision and the previous order. */
export function orderAfter({ action, version = '', share = 0, at, by, why }: Decision, standing: OrderContext): Omit<Order, 'mac'> {
  const { stable: chosen, stopped, ...rest } = unchangedOrder(standing);
  const kept = { ...(chosen === undefined ? {} : { stable: chosen }), ...(stopped ? { stopped } : {}) };
  /** An order need not name the version that is signed as stable anyway. */
  const everyone = (wanted: string) => (wanted === standing.signed.stable.version ? {} : { stable: wanted });
  const stop = stopped ? { stopped } : {};
  switch (action) {
    case 'canary':
      return { ...rest, ...kept, canary: { version, share } };
    case 'abort':
      return { ...rest, ...kept, canary: null };
    case 'promote':
    case 'rollback':
      return { ...rest, ...everyone(version), canary: null, ...stop };
    case 'stop':
      return { ...rest, ...kept, stopped: { at, by, why } };
    case 'resume':
      return { ...rest, ...(chosen === undefined ? {} : { stable: chosen }) };
  }
}

/** Builds the order that asks another person to confirm a decision. Everything else stays as it was. */
export const orderWithRequest = (request: Decision, standing: OrderContext): Omit<Order, 'mac'> => ({ ...unchangedOrder(standing), request });

/** Builds the order that refuses the pending request. */
export const orderWithoutRequest = (standing: OrderContext): Omit<Order, 'mac'> => unchangedOrder(standing);
