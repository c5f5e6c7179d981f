import type { FieldError, Problem } from '@portal/contract-kit';
import { type ApiProblem, asProblem } from '../api/problem.ts';
import { areAnswersKept } from '../draft/keeping.ts';
import { formatDateTime } from '../language/format.ts';
import { KIT, resolveLabel } from '../language/i18n.ts';
import type { Language } from '../language/labels.ts';

/** One line of an error summary; with a `field` it links to that field. */
export interface PageError {
  field?: string;
  code?: string;
  /** The address of the page where the user can correct the error, if that is another page. */
  href?: string;
  message: string;
}

/** Normalises the path of a field: `requirements[0].id` and `requirements.0.id` are the same path. */
export const normalisePath = (path: string): string => path.replace(/\[(\w+)\]/g, '.$1').replace(/^\./, '');

/** Returns the id of a field's element, which is the target of the error summary's link. */
export const fieldId = (name: string): string => `field-${normalisePath(name).replace(/[^\w-]+/g, '-')}`;

/** Says who has a case and since when, in the user's time zone. */
export const claimWords = ({ assignee, since }: NonNullable<Problem['claim']>, language: Language): string =>
  resolveLabel('work.taken', language, KIT, { name: assignee.name, since: formatDateTime(since, language) });

const A_SHORT_WAIT = 120;

/** Returns the lines of the error summary for a failed call: the server's messages if there are any, otherwise the meaning of the status. */
export function problemErrors(error: unknown, language: Language): PageError[] {
  const problem: ApiProblem = asProblem(error);
  const say = (key: string) => resolveLabel(`errors.${key}`, language, KIT);
  if (problem.status === 0) return [{ code: 'NETWORK', message: say(areAnswersKept() ? 'network' : 'networkNotKept') }];
  if (problem.pageExpired) return [{ code: 'PAGE_EXPIRED', message: say('pageExpired') }];
  if (problem.has('STEP_UP_REQUIRED')) {
    const here = location.pathname + location.search;
    return [{ code: 'STEP_UP_REQUIRED', href: `/auth/login?stepUp&returnTo=${encodeURIComponent(here)}`, message: problem.message }];
  }
  if (problem.status === 401) return [{ code: 'UNAUTHENTICATED', message: say('unauthenticated') }];
  // A rate limit with a long wait has its own reason, which the server gives.
  if (problem.status === 429 && !((problem.retryAfter ?? 0) > A_SHORT_WAIT && problem.errors.length > 0)) {
    return [{ code: 'TOO_MANY_REQUESTS', message: say('rateLimit') }];
  }
  // The server's message gives the time in UTC, so the message is written anew in local time.
  if (problem.claim) return [{ code: 'CLAIMED', message: claimWords(problem.claim, language) }];
  if (problem.has('IDEMPOTENCY_CONFLICT')) return [{ code: 'IDEMPOTENCY_CONFLICT', message: say('sentBefore') }];
  if (problem.errors.length > 0) return problem.errors.map((line: FieldError) => ({ ...line, field: line.field || undefined }));
  const meaning: Record<number, string> = { 403: 'forbidden', 404: 'notFound', 502: 'unavailable', 503: 'unavailable', 504: 'unavailable' };
  return [{ code: problem.code, message: say(meaning[problem.status] ?? 'failed') }];
}

/** Finds the target of an error's link: the field itself, otherwise the nearest field above or below its path. */
export function findField(path: string, root: ParentNode = document): HTMLElement | null {
  const id = fieldId(path);
  const exact = root.querySelector<HTMLElement>(`#${CSS.escape(id)}`);
  if (exact) return exact;
  const below = root.querySelector<HTMLElement>(`[id^="${CSS.escape(`${id}-`)}"]`);
  if (below) return below;
  const parent = normalisePath(path).split('.').slice(0, -1).join('.');
  return parent ? findField(parent, root) : null;
}
