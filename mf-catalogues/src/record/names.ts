import { offeredLanguages } from '@portal/web-kit';

/** Catalogues whose records are sentences that are answered, and not chosen from a list. */
export const asksInSentences = new Set(['questions', 'declarations', 'requirements']);

/** The languages of names besides English, as this deployment offers them. */
export const nameLanguages = (): string[] => offeredLanguages().flatMap(({ tag }) => (tag === 'en' ? [] : [tag]));
