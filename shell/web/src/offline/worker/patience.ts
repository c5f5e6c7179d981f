const LONGEST_MS = 60_000;

/** Ends a call on a line that says nothing: the next call may find a better one. Older browsers wait. */
export const patience = (): AbortSignal | undefined => AbortSignal.timeout?.(LONGEST_MS);
