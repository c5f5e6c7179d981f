import { hkdfSync } from 'node:crypto';
import {
  addressProblems,
  choiceHolds,
  type Entry,
  isGenuineOrder,
  isPath,
  type Order,
  prefixProblems,
  type Store,
  signatureFile,
  signerOf,
  storedRemote,
  versionsInForce,
} from '@portal/remotes';
import { type ActiveEntries, type FollowedOrder, fileProblems, type PublishedVersion, type TrustedKeys } from '../page/verify-registry.ts';

/** Derives the key that authenticates orders. All gateways of a portal share the secret. Neither the areas' teams nor the store have it. */
export const orderKey = (sessionSecret: string): Buffer => Buffer.from(hkdfSync('sha256', sessionSecret, '', 'portal orders of operators', 32));

interface Place {
  key: Buffer;
  trust: TrustedKeys;
  store: Pick<Store, 'files' | 'read'>;
}

/**
 * Finds the newest valid order of each area. Three things change nothing: an older order that somebody has restored, an order that this portal did not make,
 * and the removal of an order from the registry.
 * @param listed orders of the registry, not yet validated
 */
function newestOrders(listed: unknown, before: Map<string, FollowedOrder>, key: Buffer, problems: string[]): Map<string, Order> {
  const newest = new Map([...before].map(([area, { order }]) => [area, order]));
  const read = new Set<string>();
  for (const each of Array.isArray(listed) ? listed : []) {
    const area = String((each as Partial<Order> | null)?.area);
    if (!isGenuineOrder(each, key)) {
      problems.push(`${area}: the registry holds an order that no gateway of this portal has made. It is not followed.`);
      continue;
    }
    read.add(area);
    const known = newest.get(area);
    if (!known || each.sequence > known.sequence) newest.set(area, each);
    else if (each.sequence < known.sequence)
      problems.push(`${area}: its order is older than one that was in force: somebody has put it back. The newer one stays.`);
  }
  for (const area of before.keys())
    if (!read.has(area)) problems.push(`${area}: the order of the operators is gone from the registry, or cannot be read. What they have decided stays.`);
  return newest;
}

/**
 * Reads a published version and checks it against the signature of its team.
 * @returns the version; or a sentence that says what is wrong
 */
export async function publishedVersion(area: string, version: string, { trust, store }: Omit<Place, 'key'>): Promise<PublishedVersion | string> {
  const remote = await storedRemote(store as Store, area, version);
  if (remote?.name !== area || remote.version !== version) return `${version} is not in the store.`;
  const signature = (await store.read(area, version, signatureFile))?.toString('utf8') ?? '';
  if (!signerOf('version', remote, signature, trust.get(area) ?? [])) return `${version} has no signature of a key of ${area} that is trusted.`;
  if (!Array.isArray(remote.prefixes) || !remote.prefixes.length || !remote.prefixes.every(isPath)) return `${version} names no prefixes.`;
  const wrong = [...addressProblems(remote as unknown as Entry), ...(await fileProblems(store, remote, trust.get(area) ?? []))];
  return wrong.length ? wrong.join(' ') : { remote, signature };
}

/** What visitors get of an area: its signed entries, or the versions that operators have chosen instead. */
export interface ServedArea {
  stable: Entry;
  canary?: Entry;
  /** Set when the area is stopped, so that no visitor gets it. */
  stopped?: Order['stopped'];
  order?: Order;
}

/**
 * Applies the orders of a registry.
 * @param areas the signed entries in force; the order is added to each
 * @returns the orders that cannot be followed, as sentences for operators
 */
export async function followOrders(listed: unknown, areas: Map<string, ActiveEntries>, before: Map<string, ActiveEntries>, place: Place): Promise<string[]> {
  const problems: string[] = [];
  const known = new Map([...before].flatMap(([area, { followed }]) => (followed ? [[area, followed] as const] : [])));
  for (const [area, order] of newestOrders(listed, known, place.key, problems)) {
    const signed = areas.get(area);
    if (!signed) continue;
    const published: PublishedVersion[] = [];
    const { stable, canary } = choiceHolds(order, signed) ? order : ({} as Partial<Order>);
    for (const version of new Set([stable, canary?.version])) {
      if (version === undefined) continue;
      // The store may be down. A version that was read before is still valid, as long as its key is trusted.
      const kept = known.get(area)?.published.find(({ remote }) => remote.version === version);
      const keys = place.trust.get(area) ?? [];
      const found = kept && signerOf('version', kept.remote, kept.signature, keys) ? kept : await publishedVersion(area, version, place);
      if (typeof found === 'string') problems.push(`${area}: an operator has chosen version ${version}, but ${found} The published version stays.`);
      else published.push(found);
    }
    signed.followed = { order, published };
  }
  return problems;
}

/**
 * Determines what visitors get of each area.
 * @param problems receives a sentence for each choice that conflicts with the prefixes of another area
 */
export function servedAreas(areas: Map<string, ActiveEntries>, problems: string[] = []): Map<string, ServedArea> {
  const served = new Map<string, ServedArea>();
  for (const [name, { stable, canary, followed }] of areas) {
    const order = followed?.order;
    const inForce = versionsInForce({ stable, canary }, order);
    const rivals = [...areas].filter(([other]) => other !== name).map(([other, { stable: signed }]) => served.get(other)?.stable ?? signed);
    const entryOf = (version: string, share?: number): Entry | undefined => {
      const remote = followed?.published.find((one) => one.remote.version === version)?.remote;
      if (!remote || !order) return undefined;
      const clash = prefixProblems(remote, rivals)[0];
      if (clash) problems.push(`${name}: an operator has chosen version ${version}, but ${clash} The published version stays.`);
      return clash ? undefined : { ...remote, sequence: order.sequence, ...(share === undefined ? {} : { share }), signature: `order ${order.sequence}` };
    };
    const chosen = inForce.stable === stable.version ? stable : entryOf(inForce.stable);
    const tried = inForce.canary;
    const isSigned = tried && canary && tried.version === canary.version && tried.share === canary.share;
    const candidate = tried && (isSigned ? canary : entryOf(tried.version, tried.share));
    served.set(name, {
      stable: chosen ?? stable,
      ...(candidate && candidate.version !== (chosen ?? stable).version ? { canary: candidate } : {}),
      ...(order?.stopped ? { stopped: order.stopped } : {}),
      ...(order ? { order } : {}),
    });
  }
  return served;
}
