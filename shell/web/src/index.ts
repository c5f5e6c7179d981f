import './shell.scss';
// Must run before all other code.
import './areas/clients.ts';
import './page-data.ts';
import { nextTask } from '@portal/web-kit';

/**
 * The page's start in several short tasks, so that a phone reacts to the reader between them: React first, then what is built on it. What is
 * pressed or typed meanwhile waits in the page (`first.ts`).
 */
async function start(): Promise<void> {
  await nextTask();
  await import(/* webpackMode: "eager" */ 'react-dom/client');
  await nextTask();
  await import(/* webpackMode: "eager" */ './start.tsx');
}

void start();
