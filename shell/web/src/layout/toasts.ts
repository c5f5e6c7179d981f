import type { LiveEvent } from '@portal/web-kit/live';

export type News = Extract<LiveEvent, { name: 'mention' | 'answered' | 'escalated' }>;

/** News of one sort about one kind of document. */
export interface Toast {
  name: News['name'];
  kind: string;
  /** The latest first. */
  references: readonly string[];
}

/** Most references that one toast links to. */
export const mostNamed = 5;

export const isNews = (event: LiveEvent): event is News => event.name === 'mention' || event.name === 'answered' || event.name === 'escalated';

/** Adds news to what is shown: a hundred overdue cases are one toast. */
export function withNews(toasts: readonly Toast[], { name, kind, reference }: News): Toast[] {
  const same = toasts.find((toast) => toast.name === name && toast.kind === kind);
  const references = [reference, ...(same?.references ?? []).filter((other) => other !== reference)];
  return [{ name, kind, references }, ...toasts.filter((toast) => toast !== same)];
}

/** Takes one reference away, and the toast with its last one. */
export const without = (toasts: readonly Toast[], { name, kind }: Toast, reference: string): Toast[] =>
  toasts
    .map((toast) => (toast.name === name && toast.kind === kind ? { ...toast, references: toast.references.filter((other) => other !== reference) } : toast))
    .filter(({ references }) => references.length > 0);
