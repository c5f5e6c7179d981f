export type Language = 'en' | 'pt';

export const languages: Language[] = ['en', 'pt'];

export const languageNames: Record<Language, string> = { en: 'English', pt: 'Português' };

/** A text: in both languages, or a key of the area's texts (a string that is no key is shown as it is). */
export type Label = string | { en: string; pt: string };

export type Texts = { [key: string]: string | Texts };

/** The other language of the page, shown second. */
export const otherLanguage = (language: Language): Language => (language === 'en' ? 'pt' : 'en');
