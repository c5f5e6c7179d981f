import { asProblem } from '@portal/web-kit';

/** Whether a call failed because the service cannot be reached. Any other failure is an answer of the service. */
export function isAway(error: unknown): boolean {
  const { status } = asProblem(error);
  return status === 0 || status >= 502;
}
