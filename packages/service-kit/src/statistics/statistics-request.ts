/** Reads a request for statistics: dimensions, time span, kind. */
import { isDay, L } from '@portal/contract-kit';
import { type Call, hasRole } from '../auth/actor.ts';
import { addDays, lastDay } from '../clock.ts';
import type { AnyDocuments } from '../documents/documents.ts';
import { badRequest, forbidden, unauthenticated } from '../http/problems.ts';
import { relativeDay } from '../search/search-query.ts';
import type { OfficeHours } from '../work/work-calendar.ts';
import type { Span } from './span.ts';

export const dimensions = ['hour', 'status', 'lane', 'entryPoint', 'officer', 'age'] as const;
export type Dimension = (typeof dimensions)[number];

/** What is counted: documents by their time of registration, the actions of officials, or waiting cases by the beginning of their step. */
export type Counted = 'documents' | 'actions' | 'waiting';

/** A kind of document, and whose numbers the caller may see. */
export interface Scope {
  documents: AnyDocuments;
  /** The official whose numbers the caller may see; null means everybody's. */
  sub: string | null;
}

type Query = Readonly<Record<string, unknown>>;

const refuse = (field: string, en: string, pt: string): Error => badRequest('BAD_VALUE', field, L(en, pt));

/** Reads the dimensions. @throws 400 that names `by` */
export function readDimensions({ by }: Query): Dimension[] {
  const names = typeof by === 'string' ? by.split(',').map((name) => name.trim()) : [];
  const known = names.filter((name): name is Dimension => (dimensions as readonly string[]).includes(name));
  if (known.length === 0 || known.length > 2 || known.length !== names.length || new Set(known).size !== known.length)
    throw refuse('by', `by must be one or two of ${dimensions.join(', ')}`, `by tem de ser um ou dois de ${dimensions.join(', ')}`);
  return known;
}

/** Returns the moment that a value of `from` denotes; for `to`, the moment after the end of its day or second. Null is open. @throws 400 that names the field */
function momentOf(raw: unknown, field: 'from' | 'to', hours: OfficeHours, now: Date): Date | null {
  if (raw === undefined || raw === '') return null;
  const end = field === 'to';
  const text = typeof raw === 'string' ? raw : '';
  const relative = relativeDay.exec(text);
  const day = relative ? addDays(hours.dayOf(now), Number(relative[2] ?? 0) * (relative[1] === '-' ? -1 : 1)) : text;
  const isMoment = isDay(text.slice(0, 10)) && /^.{10}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(text);
  // The day after the last day cannot be compared with other days. Nothing happens later, so the end is open.
  if (end && (day === lastDay || (isMoment && text.startsWith(lastDay)))) return null;
  if (isDay(day)) return hours.startOf(end ? addDays(day, 1) : day);
  if (isMoment) return new Date(Date.parse(`${text}Z`) + (end ? 1_000 : 0));
  throw refuse(field, `${field} must be a date, YYYY-MM-DD, or a date-time`, `${field} tem de ser uma data, YYYY-MM-DD, ou uma data com hora`);
}

/**
 * Reads the span. Both ends are included: a day means the whole day in the time zone of the offices, a date-time its whole second. @throws 400 that names
 * `from` or `to`
 */
export function readSpan({ from, to }: Query, hours: OfficeHours, now: Date): Span {
  const span = { from: momentOf(from, 'from', hours, now), to: momentOf(to, 'to', hours, now) };
  if (span.from && span.to && span.from >= span.to) throw refuse('from', 'from must not be after to', 'from não pode ser depois de to');
  return span;
}

/**
 * Returns the kinds of documents whose figures the caller may read. Supervisors of a kind read the figures of everybody; other officials, and supervisors with
 * `officer=ME`, read their own.
 * @throws 400 that names `kind` or `officer`, 401, 403
 */
export function readScopes({ kind, officer }: Query, all: readonly AnyDocuments[], { actor }: Call): Scope[] {
  if (actor.sub === null) throw unauthenticated();
  const theirs = all.filter(({ definition: { rolePrefix } }) => actor.roles.some((role) => role.startsWith(`${rolePrefix}-`)));
  if (theirs.length === 0) throw forbidden();
  if (officer !== undefined && officer !== '' && officer !== 'ME') throw refuse('officer', 'officer may be ME', 'officer pode ser ME');
  const wanted = kind === undefined || kind === '' ? theirs : theirs.filter(({ definition }) => definition.kind === kind);
  if (wanted.length === 0) {
    if (all.some(({ definition }) => definition.kind === kind)) throw forbidden();
    const names = all.map(({ definition }) => definition.kind).join(', ');
    throw refuse('kind', `kind must be one of ${names}`, `kind tem de ser um de ${names}`);
  }
  return wanted.map((documents) => ({
    documents,
    sub: officer !== 'ME' && hasRole(actor, `${documents.definition.rolePrefix}-supervise`) ? null : actor.sub,
  }));
}
