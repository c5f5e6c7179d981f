import { sessionStore } from './session-store.ts';

/** A document that the reader has opened. */
export interface OpenedDocument {
  url: string;
  reference: string;
}

const KEY = 'portal:opened';
const MOST = 10;

/** Whose list it is: another person at the same computer must not see it. */
function reader(): string | undefined {
  const { user } = sessionStore.get().data;
  return user ? String(user.email ?? user.name) : undefined;
}

/** The documents that the reader opened last on this device, the newest first. Their names are not kept. */
export function openedDocuments(): OpenedDocument[] {
  try {
    const { by, documents } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as { by?: string; documents?: OpenedDocument[] };
    return by !== undefined && by === reader() && Array.isArray(documents) ? documents : [];
  } catch {
    return [];
  }
}

/** Remembers that the reader opened a document. */
export function rememberOpened(opened: OpenedDocument): void {
  const by = reader();
  if (!by || !opened.reference) return;
  const documents = [opened, ...openedDocuments().filter(({ reference }) => reference !== opened.reference)].slice(0, MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify({ by, documents }));
  } catch {
    // A browser that keeps nothing has no such list.
  }
}

/** Forgets them, at sign-out. */
export function forgetOpened(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // As above.
  }
}
