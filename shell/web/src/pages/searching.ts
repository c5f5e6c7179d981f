/** Searches in all areas that an officer may read. */
import { asProblem, type ListResult } from '@portal/web-kit';
import type { Area } from '../area.ts';
import { shellApi } from '../areas/clients.ts';

/** A document that an area found. */
export interface FoundDocument {
  id: string;
  reference: string;
  /** The person or thing that the document is about. */
  title: string;
  subtitle: string;
  statusName?: string;
  documentStatus: string;
  date?: string;
  url: string;
  /** Keys that are the same for all documents of one person, or of one vehicle, in every area. */
  groupKeys?: { person: string | null; vehicle: string | null };
}

/** A place to search in: an area, or the till. */
export type SearchPlace = Pick<Area, 'name' | 'title' | 'api'>;

/** The receipts are in the shared reference service, which belongs to no area. */
const till: SearchPlace = { name: 'receipts', title: { en: 'Receipts', pt: 'Recibos' }, api: '/api/reference' };

/** Answer of one area. `failed` is true if it could not answer. */
export interface AreaAnswer {
  area: SearchPlace;
  found: FoundDocument[];
  failed: boolean;
  /** Whether it found more documents than it answered with. */
  more: boolean;
  /** Whether some of its documents cannot be found by name yet. */
  incomplete: boolean;
}

/** The documents of one person or vehicle. A document without others forms a group of its own. */
export interface FoundGroup {
  key: string;
  of: 'person' | 'vehicle' | undefined;
  title: string;
  found: FoundDocument[];
}

/** Smallest number of letters and digits of a search. */
export const shortest = 3;

/** Checks that a text is long enough for a search. */
export const isSearchable = (text: string): boolean => text.replace(/[^\p{L}\p{N}]/gu, '').length >= shortest;

/** Returns the areas whose documents the user may read, and the till if the user may read receipts. */
export const searchPlaces = (areas: readonly Area[], hasRole: (role: string) => boolean): SearchPlace[] => [
  ...areas.filter(({ kinds }) => kinds.some(({ roles }) => hasRole(`${roles}-read`))),
  ...(hasRole('payment-receipt-read') ? [till] : []),
];

/** Time limit in ms for the answer of an area. An area that takes longer counts as failed. */
const longestWait = 5_000;

/** Searches in one area. The text may be a passport number, so it is sent in the body: addresses are logged. */
async function ask(area: SearchPlace, text: string, signal: AbortSignal): Promise<AreaAnswer> {
  try {
    const within = AbortSignal.any([signal, AbortSignal.timeout(longestWait)]);
    const {
      records,
      atLeast: more = false,
      incomplete = false,
    } = await shellApi(area.api).post<ListResult<FoundDocument> & { atLeast?: true; incomplete?: true }>(
      '/v1/lookup',
      { text },
      { signal: within, inNobodysName: true },
    );
    return { area, found: records, failed: false, more, incomplete };
  } catch (error) {
    // An area that refuses the user has not failed: the user finds nothing there.
    return { area, found: [], failed: asProblem(error).status !== 403, more: false, incomplete: false };
  }
}

/** Searches in all areas in parallel. `onAnswer` is called each time an area answers. If an area fails, only its own results are missing. */
export async function searchAreas(areas: readonly SearchPlace[], text: string, signal: AbortSignal, onAnswer: (answers: AreaAnswer[]) => void): Promise<void> {
  const answers = new Map<string, AreaAnswer>();
  await Promise.all(
    areas.map(async (area) => {
      const answer = await ask(area, text, signal);
      if (signal.aborted) return;
      answers.set(area.name, answer);
      onAnswer(areas.flatMap(({ name }) => answers.get(name) ?? []));
    }),
  );
}

/** Returns how many documents were found, as a key of a text and the number in it. */
export function foundCount(answers: readonly AreaAnswer[]): [key: string, values: { count: number }] {
  const count = answers.reduce((sum, { found }) => sum + found.length, 0);
  return [count === 0 ? 'search.none' : answers.some(({ more }) => more) ? 'search.more' : 'search.count', { count }];
}

/** Groups the documents of one person, or otherwise of one vehicle. The groups are in the order of their first document. */
export function grouped(found: readonly FoundDocument[]): FoundGroup[] {
  const groups = new Map<string, FoundGroup>();
  for (const each of found) {
    const { person, vehicle } = each.groupKeys ?? { person: null, vehicle: null };
    const of = person ? 'person' : vehicle ? 'vehicle' : undefined;
    const key = person ?? vehicle ?? each.url;
    const group = groups.get(key) ?? { key, of, title: each.title, found: [] };
    group.found.push(each);
    groups.set(key, group);
  }
  return [...groups.values()];
}
