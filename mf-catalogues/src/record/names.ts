import { offeredLanguages } from '@portal/web-kit';

/** Catalogues whose records are whole sentences to answer or tick, rather than entries of a select list. */
export const sentenceCatalogues = new Set(['questions', 'declarations', 'requirements']);

/** Returns the languages besides English in which this deployment offers names. */
export const nameLanguages = (): string[] => offeredLanguages().flatMap(({ tag }) => (tag === 'en' ? [] : [tag]));
