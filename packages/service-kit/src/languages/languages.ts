/** Loads the languages that are not written in the code. Each is a language pack in its own folder. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addPack, isSource, type LanguagePack } from '@portal/contract-kit';
import { acceptedIn } from '../http/accepted.ts';

/** Folder of the language packs that come with the portal. */
export const shippedFolder = fileURLToPath(new URL('./packs/', import.meta.url));

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

/** Reads the pack of one language. @param folder with `pack.json` */
export function readPack(folder: string): LanguagePack {
  const read = (name: string): LanguagePack['texts'] => {
    const file = join(folder, name);
    return existsSync(file) ? (readJson(file) as LanguagePack['texts']) : {};
  };
  return {
    ...(readJson(join(folder, 'pack.json')) as Omit<LanguagePack, 'texts' | 'names'>),
    texts: read('texts.json'),
    names: { ...read('countries.json'), ...read('catalogues.json') },
  };
}

/** Reads the packs below these folders. If two packs have the same tag, the later one is used. */
export function readPacks(folders: readonly string[]): LanguagePack[] {
  const packs = folders.flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'pack.json')))
      .map((entry) => readPack(join(folder, entry.name))),
  );
  return [...new Map(packs.map((pack) => [pack.tag, pack])).values()];
}

/**
 * Makes languages available in this process: from then on, texts are found in them.
 * @param wanted tags, separated by commas; without it English, Portuguese and every pack
 * @param folder further packs, besides those that come with the portal
 * @returns the tags in the order of the setting, the default first
 * @throws Error where a wanted language has no pack
 */
export function openLanguages(wanted?: string, folder?: string): string[] {
  const packs = readPacks(folder ? [shippedFolder, folder] : [shippedFolder]);
  const tags = wanted ? wanted.split(',').map((tag) => tag.trim()) : ['en', 'pt', ...packs.map(({ tag }) => tag)];
  for (const tag of tags) {
    const pack = packs.find((each) => each.tag === tag);
    if (pack) addPack(pack);
    else if (!isSource(tag)) throw new Error(`LANGUAGES: there is no language pack ${tag}`);
  }
  return tags;
}

/** Returns the one of these tags that fits an `Accept-Language` header, or a single tag, best. `zh-CN` matches `zh-Hans`, and `pt-BR` matches `pt`. */
export function matchLanguage(asked: string, tags: readonly string[]): string | undefined {
  const inOrder = acceptedIn(asked.slice(0, 500))
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight);
  for (const { name: wanted } of inOrder) {
    const base = wanted.split('-', 1)[0];
    const found = tags.find((tag) => tag.toLowerCase() === wanted) ?? tags.find((tag) => tag.toLowerCase().split('-', 1)[0] === base);
    if (found) return found;
  }
  return undefined;
}

/** Returns a pack in the form that browsers get. A text of the portal takes precedence over a catalogue name with the same key. */
export const packForPages = ({ names, texts, ...pack }: LanguagePack): LanguagePack => ({ ...pack, texts: { ...names, ...texts } });
