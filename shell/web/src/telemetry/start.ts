import { recordError, send } from './notes.ts';

/** Listens for uncaught errors, and starts to measure performance some time after the page has loaded. */
export function startTelemetry(): void {
  addEventListener('error', ({ error }) => error && recordError(error));
  addEventListener('unhandledrejection', ({ reason }) => recordError(reason));
  addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && send());
  addEventListener('pagehide', send);
  // The browser buffers its measurements, so a late start loses nothing and does not slow the first page.
  addEventListener('load', () => setTimeout(() => import('./vitals.ts').then(({ measure }) => measure()).catch(() => undefined), 4_000));
}
