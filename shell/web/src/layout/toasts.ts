import type { LiveEvent } from '@portal/web-kit/live';

export type News = Extract<LiveEvent, { name: 'mention' | 'answered' | 'escalated' }>;

/** News of one sort about one kind of document, shown as one toast. */
export interface Toast {
  name: News['name'];
  kind: string;
  /** References of the cases, the latest first. */
  references: readonly string[];
}

/** Largest number of references that one toast links to. */
export const mostNamed = 5;

export const isNews = (event: LiveEvent): event is News => event.name === 'mention' || event.name === 'answered' || event.name === 'escalated';

/** Adds news to the toasts. News of the same sort about the same kind of document share one toast, so a hundred escalated cases are one toast. */
export function withNews(toasts: readonly Toast[], { name, kind, reference }: News): Toast[] {
  const same = toasts.find((toast) => toast.name === name && toast.kind === kind);
  const references = [reference, ...(same?.references ?? []).filter((other) => other !== reference)];
  return [{ name, kind, references }, ...toasts.filter((toast) => toast !== same)];
}

/** Removes one reference. A toast without references is removed. */
export const without = (toasts: readonly Toast[], { name, kind }: Toast, reference: string): Toast[] =>
  toasts
    .map((toast) => (toast.name === name && toast.kind === kind ? { ...toast, references: toast.references.filter((other) => other !== reference) } : toast))
    .filter(({ references }) => references.length > 0);
