import type { Bilingual, Language, SourceLanguage } from '@portal/contract-kit';

export type { Language };

/** The languages of the texts in the source code. */
export const sourceLanguages: readonly SourceLanguage[] = ['en', 'pt'];

/** A text in both source languages, or the key of one of the area's texts. A string that is no key is shown as it is. */
export type Label = string | Bilingual;

export type Texts = { [key: string]: string | Texts };
