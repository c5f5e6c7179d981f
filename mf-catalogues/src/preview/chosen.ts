import type { Proposal } from 'svc-reference/contract';

/** What a preview shows. Empty values are not chosen. */
export interface Chosen {
  document: string;
  subDocument: string;
  day: string;
  language: string;
  proposal: string;
}

/**
 * Returns what the address of a preview chooses. An address without a document, such as that of a link to a proposal, chooses what the proposal is about; an
 * address with one chooses everything itself, because it leaves out what is empty.
 * @param language of the reader
 */
export function chosenOf(query: URLSearchParams, preview: Proposal['preview'], language: string): Chosen {
  const document = query.get('document');
  const proposed = document === null ? preview : undefined;
  return {
    // Without a certain document it is the arrival declaration, which most travellers fill in.
    document: document ?? proposed?.document ?? 'ARR',
    subDocument: query.get('subDocument') ?? proposed?.subDocument ?? '',
    day: query.get('day') ?? proposed?.day ?? '',
    language: query.get('language') ?? language,
    proposal: query.get('proposal') ?? '',
  };
}
