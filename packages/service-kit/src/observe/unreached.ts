import { log } from '../logging.ts';

/** Logs why another part of the portal was not reached: its caller is told only that. A certificate that is refused would otherwise look like a part that is down. */
export function logUnreached(call: string, error: unknown): void {
  const { message: reason, cause } = error as Error & { cause?: NodeJS.ErrnoException };
  log().warn({ event: 'unreached', call, code: cause?.code, reason }, 'another part was not reached');
}
