import './shell.scss';
// Must run before all other code.
import './areas/clients.ts';
import './page-data.ts';
import { nextTask } from '@portal/web-kit';

/**
 * Starts the page in several short tasks, so that a phone reacts to the reader between them: React first, then the code that is built on it. What the reader
 * presses or types meanwhile is remembered (`first.ts`).
 */
async function start(): Promise<void> {
  await nextTask();
  await import(/* webpackMode: "eager" */ 'react-dom/client');
  await nextTask();
  await import(/* webpackMode: "eager" */ './start.tsx');
}

void start();
