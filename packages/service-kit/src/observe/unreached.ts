import { log } from '../logging.ts';

/**
 * Logs why another part of the portal could not be reached. The caller only learns that it could not. Without this line, a rejected certificate would look like
 * a part that is down.
 */
export function logUnreached(call: string, error: unknown): void {
  const { message: reason, cause } = error as Error & { cause?: NodeJS.ErrnoException };
  log().warn({ event: 'unreached', call, code: cause?.code, reason }, 'another part was not reached');
}
