import {
  addressProblems,
  asList,
  type Entry,
  isAreaName,
  isPath,
  type Area as ListedArea,
  missingHashes,
  type Order,
  type Purpose,
  prefixProblems,
  provenanceFile,
  provenanceProblems,
  type RemoteJson,
  type Store,
  signerOf,
} from '@portal/remotes';

/** A version as its team has published it: the entry that is served when the version is chosen, and the signature over it. */
export interface PublishedVersion {
  remote: RemoteJson;
  signature: string;
}

/** The order of operators for an area, as this gateway follows it. */
export interface FollowedOrder {
  order: Order;
  /** The versions that the order chooses. */
  published: PublishedVersion[];
}

/** The signed entries of an area that the gateway accepts, and the highest sequence number that each key has signed. */
export interface ActiveEntries {
  stable: Entry;
  canary?: Entry;
  highest: Record<string, number>;
  /** The order that overrides the signed entries. */
  followed?: FollowedOrder;
}

export interface VerifiedRegistry {
  areas: Map<string, ActiveEntries>;
  /** Messages for operators: which entries are not served, and why. */
  problems: string[];
}

/** Public keys by area. */
export type TrustedKeys = Map<string, string[]>;

/** The part of the store from which the files of versions are read. */
export type VersionFiles = Pick<Store, 'files' | 'read'>;

const notServedMessage = (name: string, problem: string, before: ActiveEntries | undefined): string =>
  `${name}: ${problem} ${before ? `It is not served; version ${before.stable.version}, the last good one, stays.` : 'It is not served.'}`;

/**
 * Checks the files of a version: each needs a hash, and the provenance must be valid. Returns what is wrong.
 * @param keys public keys of the version's area
 */
export async function fileProblems(store: VersionFiles, entry: Pick<Entry, 'name' | 'version' | 'integrity' | 'sbom'>, keys: string[]): Promise<string[]> {
  const { name, version } = entry;
  const provenance = entry.sbom === undefined ? undefined : await store.read(name, version, provenanceFile);
  return [...missingHashes(await store.files(name, version), entry), ...provenanceProblems(provenance?.toString('utf8'), entry, keys)];
}

/** Returns the highest sequence number that any of the keys that are still trusted has signed. */
const highestOf = ({ highest }: Pick<ActiveEntries, 'highest'>, keys: string[]): number => Math.max(0, ...keys.map((key) => highest[key] ?? 0));

/**
 * Decides which entries of a registry may be served. An entry must meet these conditions: it is signed by a key of its own area for its purpose; it is newer
 * than all earlier entries of the area (or is the active one); every file has a hash; its signed provenance covers these files; and it uses no prefix of
 * another area. If an entry fails, the last good entry of its area stays active; other areas are not affected.
 */
export async function verifyRegistry(
  listed: unknown[],
  before: Map<string, ActiveEntries>,
  trust: TrustedKeys,
  store: VersionFiles,
): Promise<VerifiedRegistry> {
  const problems: string[] = [];
  const keysOf = (name: string): string[] => trust.get(name) ?? [];
  const good = new Map([...before].filter(([name, { stable }]) => signerOf('stable', stable, stable.signature, keysOf(name))));

  const fault = async (purpose: Purpose, entry: Entry, known: ActiveEntries | undefined): Promise<string | undefined> => {
    const key = signerOf(purpose, entry, entry.signature, keysOf(entry.name));
    if (!key) {
      return keysOf(entry.name).length ? `its ${purpose} entry has no signature of a key of ${entry.name}.` : 'it has no key in the file of trusted keys.';
    }
    if (entry.signature === (purpose === 'stable' ? known?.stable : known?.canary)?.signature) {
      return undefined;
    }
    if (!Number.isSafeInteger(entry.sequence) || entry.sequence <= (known ? highestOf(known, keysOf(entry.name)) : 0)) {
      return `its ${purpose} entry (version ${entry.version}) is older than one that was in force: somebody has put it back without signing it anew.`;
    }
    if (!Array.isArray(entry.prefixes) || !entry.prefixes.length || !entry.prefixes.every(isPath)) {
      return 'its entry names no prefixes.';
    }
    if (purpose === 'canary' && !(Number.isInteger(entry.share) && Number(entry.share) > 0 && Number(entry.share) < 100)) {
      return 'its canary has no share between 1 and 99.';
    }
    const wrong = addressProblems(entry);
    return wrong.length ? wrong.join(' ') : (await fileProblems(store, entry, keysOf(entry.name))).join(' ') || undefined;
  };

  const candidates: Candidate[] = [];
  for (const area of namedOnce(listed, problems)) {
    const { canary, ...stable } = area;
    const known = good.get(area.name);
    const wrong = await fault('stable', stable, known);
    if (wrong) {
      problems.push(notServedMessage(area.name, wrong, known));
    }
    const wrongCanary = canary && (await fault('canary', { ...canary, name: area.name }, known));
    if (wrongCanary) {
      problems.push(`${area.name}: ${wrongCanary} The canary is not served.`);
    }
    candidates.push({ name: area.name, known, stable: wrong ? known?.stable : stable, canary: wrongCanary ? undefined : canary });
  }
  for (const [name, known] of good) {
    if (!candidates.some((candidate) => candidate.name === name)) {
      problems.push(`${name}: it is gone from the registry. Version ${known.stable.version}, the last good one, stays until its key leaves the trusted keys.`);
      candidates.push({ name, known, stable: known.stable });
    }
  }

  const areas = new Map<string, ActiveEntries>();
  const waiting = inOrder(candidates);
  for (let candidate = waiting.shift(); candidate; candidate = waiting.shift()) {
    const { name, known, canary } = candidate;
    const rivals = [...[...areas.values()].map(({ stable }) => stable), ...waiting.flatMap(claims)];
    const clash = candidate.stable && prefixProblems(candidate.stable, rivals)[0];
    if (clash) {
      problems.push(notServedMessage(name, clash, known));
    }
    const stable = clash ? known?.stable : candidate.stable;
    if (!stable || (clash && prefixProblems(stable, rivals).length)) {
      continue;
    }
    const clashOfCanary = canary && prefixProblems(canary, rivals)[0];
    if (clashOfCanary) {
      problems.push(`${name}: ${clashOfCanary} The canary is not served.`);
    }
    const next: ActiveEntries = { stable, highest: { ...known?.highest }, ...(canary && !clashOfCanary ? { canary } : {}) };
    for (const [purpose, entry] of [['stable', next.stable] as const, ...(next.canary ? [['canary', next.canary] as const] : [])]) {
      const key = signerOf(purpose, entry, entry.signature, keysOf(name)) ?? '';
      next.highest[key] = Math.max(next.highest[key] ?? 0, entry.sequence);
    }
    areas.set(name, next);
  }
  return { areas, problems };
}

/** The entries of an area that become active, unless another area has their prefixes. */
interface Candidate {
  name: string;
  known?: ActiveEntries;
  stable?: Entry;
  canary?: Entry;
}

/** Returns the listed areas that have a valid name. An area that is listed twice counts once. */
function namedOnce(listed: unknown[], problems: string[]): ListedArea[] {
  const named = new Map<string, ListedArea>();
  for (const area of listed as (ListedArea | null)[]) {
    if (!isAreaName(area?.name) || named.has(String(area?.name))) {
      problems.push('The registry has an area without a name of its own. It is not served.');
    } else {
      named.set(String(area?.name), area as ListedArea);
    }
  }
  return [...named.values()];
}

/** Sorts areas that are already active first, then by the time of signing. */
function inOrder(candidates: Candidate[]): Candidate[] {
  const isNew = ({ known, stable }: Candidate): number => (known?.stable.signature === stable?.signature ? 0 : 1);
  return candidates.toSorted((a, b) => isNew(a) - isNew(b) || (a.stable?.sequence ?? 0) - (b.stable?.sequence ?? 0));
}

/** Returns the prefixes that an area has and keeps. No other area can take them. */
function claims({ name, known, stable }: Candidate): { name: string; prefixes: string[]; verification: string[] }[] {
  const both = (a: string[] | undefined, b: string[] | undefined): string[] => asList(a).filter((value) => asList(b).includes(value));
  return known && stable
    ? [{ name, prefixes: both(known.stable.prefixes, stable.prefixes), verification: both(known.stable.verification, stable.verification) }]
    : [];
}
