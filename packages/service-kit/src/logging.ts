import { type Logger, pino } from 'pino';

let current: Logger = pino({ level: process.env.LOG_LEVEL ?? 'info' });

/** The process's structured log. Personal data and document ids never go in; routes are logged as templates. */
export const log = (): Logger => current;

/** Sets level and name once, at the start of a process. */
export function configureLog(level: string, name?: string): void {
  current = pino({ level, ...(name ? { name } : {}) });
}
