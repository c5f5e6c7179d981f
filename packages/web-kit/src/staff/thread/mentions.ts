import { foldText } from '../../language/fold-text.ts';

/** An officer whose name can be mentioned with an @ in a note. */
export interface Colleague {
  userName: string;
  name: string;
}

/** The largest number of names that are offered at once. */
const most = 6;

/** Returns the name that is being typed between an @ and the caret; undefined if there is none, as in an e-mail address. */
export function mentionAt(text: string, caret: number): { from: number; typed: string } | undefined {
  const [found, typed = ''] = /(?<![\p{L}\p{N}._-])@([\p{L}\p{N}._-]{0,40}(?: [\p{L}\p{N}._-]{1,40}){0,2})$/u.exec(text.slice(0, caret)) ?? [];
  return found === undefined ? undefined : { from: caret - typed.length, typed };
}

/** Returns the colleagues whose name, part of the name, or user name begins with the typed text. */
export function colleaguesLike(colleagues: readonly Colleague[], typed: string): Colleague[] {
  const wanted = foldText(typed);
  return colleagues.filter(({ name, userName }) => [userName, name, ...name.split(/\s+/)].some((part) => foldText(part).startsWith(wanted))).slice(0, most);
}

/** Replaces what was typed after the @ with the user name, which is unique. */
export function withMention(text: string, caret: number, from: number, { userName }: Colleague): { text: string; caret: number } {
  const before = `${text.slice(0, from)}${userName} `;
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length };
}
