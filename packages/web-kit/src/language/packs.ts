import { addPack, isSource, knownLanguages, type LanguagePack, packOf } from '@portal/contract-kit';
import { pageSetting } from '../page-settings.ts';
import type { Language } from './labels.ts';

/** A language that the deployment offers. `pack` is the address of its texts; source languages need no pack. */
export interface OfferedLanguage {
  tag: string;
  /** The language's name in that language. */
  name: string;
  pack?: string;
}

let offered: readonly OfferedLanguage[] | undefined;

/** Returns the languages of the deployment's setting, which the gateway writes into the page. */
export function offeredLanguages(): readonly OfferedLanguage[] {
  if (typeof document === 'undefined') return read();
  offered ??= read();
  return offered;
}

function read(): readonly OfferedLanguage[] {
  const setting = pageSetting('languages');
  return setting ? (JSON.parse(setting) as OfferedLanguage[]) : knownLanguages();
}

/** Whether the page can be rendered in a language now. */
export const isLoaded = (language: Language): boolean => isSource(language) || packOf(language) !== undefined;

// The loaded languages are checked first, because a screen that is prerendered when its area is built does not know the setting.
export const hasLanguage = (tag: string): boolean => isLoaded(tag) || offeredLanguages().some((each) => each.tag === tag);

/** Loads the texts of a language, once. @throws if they cannot be loaded */
export async function loadLanguage(language: Language): Promise<void> {
  const address = offeredLanguages().find(({ tag }) => tag === language)?.pack;
  if (isLoaded(language) || !address) return;
  const response = await fetch(address, { credentials: 'same-origin' });
  if (!response.ok) throw new Error(`${address} answers ${response.status}`);
  addPack((await response.json()) as LanguagePack);
}
