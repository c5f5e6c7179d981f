import { type Logger, type LoggerOptions, pino } from 'pino';
import { traceFields } from './observe/tracing.ts';

const quoted = /'[^']*'|"[^"]*"|`[^`]*`/g;
const identifier = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** Removes quoted parts from a library's message, because databases and parsers quote user input. Also replaces identifiers. */
export const withoutQuotes = (text: string): string => text.slice(0, 2_000).replace(quoted, "'…'").replace(identifier, ':id');

interface Fault {
  name?: string;
  code?: unknown;
  message?: string;
  stack?: string;
  cause?: unknown;
  driverError?: { code?: unknown };
}

/**
 * Returns what is logged of an error: its kind, code and place, and its message without quoted parts. Other properties are left out, because a failed query
 * carries its parameters, which are personal data.
 */
export function errorFacts(error: unknown): object {
  const { name, code, message = String(error), stack = '', cause, driverError } = (error ?? {}) as Fault;
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: name ?? typeof error,
    code: code ?? driverError?.code,
    message: withoutQuotes(message),
    stack: frames.join('\n'),
    ...(cause ? { cause: errorFacts(cause) } : {}),
  };
}

/** Returns pino's options: JSON lines with the trace, where there is one, and without personal data. */
export const logOptions = (level: string, name?: string): LoggerOptions => ({
  level,
  ...(name ? { name } : {}),
  mixin: traceFields,
  // An id opens its document, so no line has one, even if a caller of `log` names it.
  serializers: { err: errorFacts, reason: (reason: unknown) => withoutQuotes(String(reason)), documentId: () => ':id' },
});

let current: Logger = pino(logOptions(process.env.LOG_LEVEL ?? 'info'));

/** Returns the structured log of the process. Personal data and document ids are never logged; routes are logged as templates. */
export const log = (): Logger => current;

/**
 * Sets the level and the name once, at the start of a process.
 * @param stream where the lines go, if not to standard output
 */
export function configureLog(level: string, name?: string, stream?: { write(line: string): void }): void {
  current = stream ? pino(logOptions(level, name), stream) : pino(logOptions(level, name));
}
