import { sessionStore } from './session-store.ts';

/** A document that the user has opened. */
export interface OpenedDocument {
  url: string;
  reference: string;
}

const KEY = 'portal:opened';
const MOST = 10;

/** Returns the person to whom the list belongs, because another person at the same computer must not see it. */
function reader(): string | undefined {
  const { user } = sessionStore.get().data;
  return user ? String(user.email ?? user.name) : undefined;
}

/** Returns the documents that the user opened last on this device, the newest first. Only addresses and references are stored, no names of persons. */
export function openedDocuments(): OpenedDocument[] {
  try {
    const { by, documents } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as { by?: string; documents?: OpenedDocument[] };
    return by !== undefined && by === reader() && Array.isArray(documents) ? documents : [];
  } catch {
    return [];
  }
}

/** Remembers that the user opened a document. */
export function rememberOpened(opened: OpenedDocument): void {
  const by = reader();
  if (!by || !opened.reference) return;
  const documents = [opened, ...openedDocuments().filter(({ reference }) => reference !== opened.reference)].slice(0, MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify({ by, documents }));
  } catch {
    // A browser without storage has no such list.
  }
}

/** Forgets the opened documents; called at sign-out. */
export function forgetOpened(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // A browser without storage has no such list.
  }
}
