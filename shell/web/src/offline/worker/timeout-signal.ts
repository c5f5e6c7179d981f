const LONGEST_MS = 60_000;

/**
 * Returns a signal that aborts a call on a connection that does not answer, because the next call may find a better connection. Older browsers have no such
 * signal and wait.
 */
export const timeoutSignal = (): AbortSignal | undefined => AbortSignal.timeout?.(LONGEST_MS);
