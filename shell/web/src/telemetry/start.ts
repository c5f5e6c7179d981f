import { noteError, send } from './notes.ts';

/** Listens for errors that nothing caught, and begins to measure once the page has long been there. */
export function startTelemetry(): void {
  addEventListener('error', ({ error }) => error && noteError(error));
  addEventListener('unhandledrejection', ({ reason }) => noteError(reason));
  addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && send());
  addEventListener('pagehide', send);
  // The browser keeps what it measured: asked late it says the same, and the first page is not held up.
  addEventListener('load', () => setTimeout(() => import('./vitals.ts').then(({ measure }) => measure()).catch(() => undefined), 4_000));
}
