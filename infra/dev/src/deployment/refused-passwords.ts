import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as english } from '@zxcvbn-ts/language-en';
import { dictionary as portuguese } from '@zxcvbn-ts/language-pt-br';
import { parse } from 'yaml';
import { composeFolder } from './compose.ts';

const years = Array.from({ length: 41 }, (_, index) => String(2000 + index));

/** What people append to a word to turn it into a password. */
const endings = ['', '1', '12', '123', '1234', '12345', '123456', '1234567', '12345678', '123456789', '!', '.', '123!', '1234!', ...years];

/** Returns the minimum length of passwords, from the policy of the realm. */
function shortest(root: string): number {
  const { passwordPolicy } = parse(readFileSync(join(root, composeFolder, 'keycloak/realm.yaml'), 'utf8')) as { passwordPolicy: string };
  return Number(/length\((\d+)\)/.exec(passwordPolicy)?.[1]);
}

/** Returns passwords made of the words of this portal and its country, with the separators and endings that people use. */
function localPasswords(root: string): string[] {
  const lines = readFileSync(join(root, composeFolder, 'keycloak/local-words.txt'), 'utf8')
    .split('\n')
    .filter(Boolean);
  const words = [...new Set(lines.flatMap((line) => ['', ' ', '-', '_', '.'].map((between) => line.replaceAll(' ', between))))];
  return words.flatMap((word) => [`${word}${word}`, ...endings.flatMap((ending) => [`${word}${ending}`, ...(ending ? [`${word}@${ending}`] : [])])]);
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');

/**
 * Returns the passwords that Keycloak refuses, one per line, in lower case as Keycloak compares them: the most common leaked passwords, common words of both
 * languages, and the words of this portal. Passwords that are shorter than the minimum length are left out.
 *
 * Common passwords and words are those of zxcvbn-ts, whose words come from Wikipedia and from OpenSubtitles 2024 (OPUS, ODC-BY).
 */
export function refusedPasswords(root: string): string {
  const all = [...[common, english, portuguese].flatMap((lists) => Object.values(lists as Record<string, string[]>).flat()), ...localPasswords(root)];
  const least = shortest(root);
  const lines = new Set(all.map((text) => text.toLowerCase()).flatMap((text) => [text, plain(text)]));
  return `${[...lines]
    .filter((text) => text.length >= least)
    .sort()
    .join('\n')}\n`;
}
