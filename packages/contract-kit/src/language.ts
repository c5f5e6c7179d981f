/** The two languages of the portal. */
export type Language = 'en' | 'pt';
/** A text in both languages of the portal. */
export type Bilingual = Record<Language, string>;
export const L = (en: string, pt: string): Bilingual => ({ en, pt });
/** A text that is the same in both languages stays as it is. */
export const inBoth = (text: string | Bilingual): Bilingual => (typeof text === 'string' ? L(text, text) : text);
