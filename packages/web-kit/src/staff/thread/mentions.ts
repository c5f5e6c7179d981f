/** Names after an @ in a text that is being written. */

export interface Colleague {
  userName: string;
  name: string;
}

/** Most names that are offered at once. */
const most = 6;
const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** What stands between an @ and the caret: a name that is being written. Undefined where there is none, as in an e-mail address. */
export function mentionAt(text: string, caret: number): { from: number; typed: string } | undefined {
  const [found, typed = ''] = /(?<![\p{L}\p{N}._-])@([\p{L}\p{N}._-]{0,40}(?: [\p{L}\p{N}._-]{1,40}){0,2})$/u.exec(text.slice(0, caret)) ?? [];
  return found === undefined ? undefined : { from: caret - typed.length, typed };
}

/** The colleagues whose name, a part of it, or user name begins like this. */
export function colleaguesLike(colleagues: readonly Colleague[], typed: string): Colleague[] {
  const wanted = folded(typed);
  return colleagues.filter(({ name, userName }) => [userName, name, ...name.split(/\s+/)].some((part) => folded(part).startsWith(wanted))).slice(0, most);
}

/** The text with the user name, which only one person has, in place of what was typed after the @. */
export function withMention(text: string, caret: number, from: number, { userName }: Colleague): { text: string; caret: number } {
  const before = `${text.slice(0, from)}${userName} `;
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length };
}
