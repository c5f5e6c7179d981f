/** One search over every area that an official may read. */
import { asProblem, type ListResult } from '@portal/web-kit';
import type { Area } from '../area.ts';
import { shellApi } from '../areas/clients.ts';

/** A document that an area found. */
export interface Found {
  id: string;
  reference: string;
  /** Of whom or what it is. */
  title: string;
  subtitle: string;
  statusName?: string;
  documentStatus: string;
  date?: string;
  url: string;
  /** The same for all documents of one person, and of one vehicle, in every area. */
  groupKeys?: { person: string | null; vehicle: string | null };
}

/** Where is searched: an area, or the till. */
export type SearchPlace = Pick<Area, 'name' | 'title' | 'api'>;

/** Receipts are with the shared reference service, which belongs to no area. */
const till: SearchPlace = { name: 'receipts', title: { en: 'Receipts', pt: 'Recibos' }, api: '/api/reference' };

/** What one area answered; `failed` where it could not. */
export interface AreaAnswer {
  area: SearchPlace;
  found: Found[];
  failed: boolean;
  /** Some of its documents are not found by name yet. */
  incomplete: boolean;
}

/** Documents of one person or vehicle; a document that belongs to no other stands alone. */
export interface FoundGroup {
  key: string;
  of: 'person' | 'vehicle' | undefined;
  title: string;
  found: Found[];
}

/** Least letters and digits of a search. */
export const shortest = 3;

/** Whether a text can be searched for. */
export const isSearchable = (text: string): boolean => text.replace(/[^\p{L}\p{N}]/gu, '').length >= shortest;

/** The areas whose documents the user reads, and the till for who reads receipts. */
export const searchPlaces = (areas: readonly Area[], hasRole: (role: string) => boolean): SearchPlace[] => [
  ...areas.filter(({ kinds }) => kinds.some(({ roles }) => hasRole(`${roles}-read`))),
  ...(hasRole('payment-receipt-read') ? [till] : []),
];

/** An area that does not answer in this time is left out. */
const longestWait = 5_000;

/** Asks one area. The text may be the number of a passport, so it is sent in the body: addresses are logged. */
async function ask(area: SearchPlace, text: string, signal: AbortSignal): Promise<AreaAnswer> {
  try {
    const within = AbortSignal.any([signal, AbortSignal.timeout(longestWait)]);
    const { records, incomplete = false } = await shellApi(area.api).post<ListResult<Found> & { incomplete?: true }>(
      '/v1/lookup',
      { text },
      { signal: within },
    );
    return { area, found: records, failed: false, incomplete };
  } catch (error) {
    // Where nothing may be read, there is nothing to find.
    return { area, found: [], failed: asProblem(error).status !== 403, incomplete: false };
  }
}

/** Asks all areas side by side; each answer is told as it comes, and one that fails costs its own results alone. */
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

/** Puts the documents of one person, or else of one vehicle, beside one another; in the order in which their first was found. */
export function grouped(found: readonly Found[]): FoundGroup[] {
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
