/** Lists the actions that a number of the statistics counts, each with its document. */
import { Readable } from 'node:stream';
import { isDay, L, type ListResult, say } from '@portal/contract-kit';
import { type Call, hasRole } from '../auth/actor.ts';
import { dateTime } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { AnyDocuments } from '../documents/documents.ts';
import { badRequest, forbidden, localise } from '../http/problems.ts';
import { csvLine, csvStart } from '../search/csv.ts';
import { StaffAccountRow } from '../work/work.entities.ts';
import { doneOnTime, wholeHours } from './office-numbers.ts';
import type { Span } from './span.ts';
import { databaseTime, ofAgencies } from './statistic-cells.ts';
import { numbersOf } from './statistics-query.ts';
import { type Dimension, readScopes, readSpan } from './statistics-request.ts';

/** An action that an official has done on a document. */
export interface ActionDone {
  id: string;
  at: string;
  officer: string;
  userName: string;
  action: string;
  actionName: string;
  /** The status to which the action led. */
  status: string;
  statusName: string;
  /** Whether the step that the action ended was on time; null if it ended no step with a due time. */
  done: 'onTime' | 'late' | null;
  documentId: string;
  reference: string;
}

type Query = Readonly<Record<string, unknown>>;

/** A request for actions on one kind of document, done by everybody or by one official. */
interface Asked {
  documents: AnyDocuments;
  sub: string | null;
  span: Span;
  /** Limits the actions to these hours, `YYYY-MM-DDTHH` in UTC. */
  hours?: readonly string[];
  done?: 'onTime' | 'late';
  action?: string;
  status?: string;
  lane?: string;
  entryPoint?: string;
}

interface Found {
  id: string;
  at: string;
  action: string;
  label: string;
  status: string;
  officer: string;
  userName: string;
  late: number | null;
  documentId: string;
  reference: string;
}

const hourMs = 3_600_000;
const mostOfAPage = 200;
const mostHours = 200;
const isHour = (text: string): boolean => isDay(text.slice(0, 10)) && /^.{10}T([01]\d|2[0-3])$/.test(text);
const exported = 500;

const wrong = (field: string, en: string, pt: string): Error => badRequest('BAD_VALUE', field, L(en, pt));

function numberOf(query: Query, name: 'page' | 'size', fallback: number, most: number): number {
  const raw = query[name];
  if (raw === undefined || raw === '') return fallback;
  const number = typeof raw === 'string' && /^\d{1,9}$/.test(raw) ? Number(raw) : 0;
  if (number < 1 || number > most) throw wrong(name, `${name} must be a number from 1 to ${most}`, `${name} tem de ser um número de 1 a ${most}`);
  return number;
}

/** Reads and checks a request. @throws 400 that names the field, 401, 403 for another official's actions if the caller does not supervise */
async function asked(all: readonly AnyDocuments[], query: Query, call: Call): Promise<Asked> {
  const [scope, ...others] = readScopes(query, all, call);
  if (!scope || others.length > 0) throw wrong('kind', 'kind must name one kind of document', 'kind tem de indicar um tipo de documento');
  const { documents } = scope;
  const { rolePrefix } = documents.definition;
  if (!hasRole(call.actor, `${rolePrefix}-read`, `${rolePrefix}-search`)) throw forbidden();
  const { kit } = documents;
  await kit.calendar.ready();
  const text = (name: string): string | undefined => {
    const value = query[name];
    if (value !== undefined && (typeof value !== 'string' || value.length > 4_000)) throw wrong(name, `${name} must be a text`, `${name} tem de ser um texto`);
    return value;
  };
  const done = text('done');
  if (done !== undefined && done !== 'onTime' && done !== 'late') throw wrong('done', 'done must be onTime or late', 'done tem de ser onTime ou late');
  const hours = text('hours')?.split(',');
  if (hours && (hours.length > mostHours || hours.some((hour) => !isHour(hour))))
    throw wrong('hours', `hours must be at most ${mostHours} hours, 2026-11-22T00`, `hours tem de ser no máximo ${mostHours} horas, 2026-11-22T00`);
  const span = readSpan(query, kit.calendar.hours, kit.clock.now());
  const sub = (await subOf(kit.db, text('user'))) ?? scope.sub;
  if (scope.sub !== null && sub !== scope.sub) throw forbidden();
  return {
    documents,
    sub,
    done,
    // The statistics count steps on time in whole hours, so the list uses whole hours too.
    span: done ? wholeHours(span) : span,
    hours,
    action: text('action'),
    status: text('status'),
    lane: text('lane'),
    entryPoint: text('entryPoint'),
  };
}

/** Returns the account with a user name; null if no name is given, and an empty text, for which there are no actions, if nobody has the name. */
async function subOf({ reader }: Database, userName: string | undefined): Promise<string | null> {
  if (!userName) return null;
  const account = await reader.findOne(StaffAccountRow, { where: { userName }, select: { sub: true } });
  return account?.sub ?? '';
}

/** Returns the statement for the rows of a request. @param select the columns, or a count */
function statementOf(
  { documents, sub, span, hours, done, action, status, lane, entryPoint }: Asked,
  call: Call,
  select: string,
): [sql: string, values: unknown[]] {
  const { definition, kit } = documents;
  const { tablePath } = kit.db.reading.getMetadata(definition.row);
  const columns = definition.statistics ?? {};
  const [inAgencies, agencyCodes] = ofAgencies('d.agencyCode', call.actor.agencies);
  const values: unknown[] = [...agencyCodes];
  const where = ['d.reference is not null', inAgencies];
  const add = (sql: string, ...more: unknown[]): void => {
    where.push(sql);
    values.push(...more);
  };
  /** A document without a value is counted under the empty text. */
  const place = (column: string | undefined, value: string | undefined): void => {
    if (value !== undefined) add(column ? `coalesce(d.${column}, '') = ?` : "'' = ?", value);
  };
  if (span.from) add('a.at >= ?', databaseTime(span.from));
  if (span.to) add('a.at < ?', databaseTime(span.to));
  if (hours)
    add(
      `(${hours.map(() => 'a.at >= ? and a.at < ?').join(' or ')})`,
      ...hours.flatMap((hour) => [databaseTime(new Date(`${hour}:00:00Z`)), databaseTime(new Date(Date.parse(`${hour}:00:00Z`) + hourMs))]),
    );
  if (sub !== null) add('a.userSub = ?', sub);
  if (action !== undefined) add('a.action = ?', action);
  if (status !== undefined) add('a.documentStatus = ?', status);
  place(columns.lane, lane);
  place(columns.entryPoint, entryPoint);
  if (done === 'late') add('a.at > a.dueAt');
  if (done === 'onTime') add('a.at <= a.dueAt');
  return [
    `select ${select} from document_action a join ${tablePath} d on d.id = a.documentId join staff_account s on s.sub = a.userSub where ${where.join(' and ')}`,
    values,
  ];
}

const columnsOf = `a.id as id, substr(a.at, 1, 23) as at, a.action as action, a.label as label, a.documentStatus as status, s.name as officer,
  s.userName as userName, case when a.dueAt is null then null when a.at > a.dueAt then 1 else 0 end as late, d.id as documentId, d.reference as reference`;

function published({ documents }: Asked, { id, at, label, late, ...found }: Found, { language }: Call): ActionDone {
  const { statusLabels, workflow } = documents.definition;
  const labels = statusLabels as Readonly<Record<string, Parameters<typeof localise>[0] | undefined>>;
  return {
    id,
    ...found,
    at: dateTime(new Date(`${at.replace(' ', 'T')}Z`)),
    actionName: localise(workflow.actions[found.action]?.label ?? label, language),
    statusName: localise(labels[found.status] ?? found.status, language),
    done: late === null ? null : Number(late) === 1 ? 'late' : 'onTime',
  };
}

/** Returns the number of actions: from the counters if they know it, otherwise by counting rows. */
async function totalOf(question: Asked, call: Call): Promise<number> {
  const { documents, sub, span, hours, done, action, ...place } = question;
  const { kit, definition: kind } = documents;
  const common = { kind, span, agencies: call.actor.agencies, sub, now: kit.clock.now(), counted: 'actions' as const };
  const named = (['status', 'lane', 'entryPoint'] as const).filter((name) => place[name] !== undefined);
  if (!done && action === undefined && !hours) {
    const by: Dimension[] = [...named];
    const numbers = await numbersOf(kit.db, { ...common, by });
    return numbers.filter(({ values }) => named.every((name) => (values[name] ?? '') === place[name])).reduce((sum, { count }) => sum + count, 0);
  }
  if (done && named.length === 0 && !hours) {
    const steps = (await doneOnTime(kit.db, { ...common, by: [] })).filter((step) => action === undefined || step.action === action);
    return steps.reduce((sum, step) => sum + (done === 'onTime' ? step.onTime : step.done - step.onTime), 0);
  }
  const [row] = await kit.db.reader.query<{ number: number | string }[]>(...statementOf(question, call, 'count(*) as number'));
  return Number(row?.number ?? 0);
}

/** Returns one page of what officials did, newest first. @throws 400 that names the field, 401, 403 */
export async function actionsDone(all: readonly AnyDocuments[], query: Query, call: Call): Promise<ListResult<ActionDone>> {
  const question = await asked(all, query, call);
  const { kit, definition } = question.documents;
  const page = numberOf(query, 'page', 1, 1_000_000);
  const size = numberOf(query, 'size', 25, mostOfAPage);
  const [sql, values] = statementOf(question, call, columnsOf);
  const [rows, totalRecords] = await Promise.all([
    kit.db.reader.query<Found[]>(`${sql} order by a.at desc, a.id desc limit ? offset ?`, [...values, size, (page - 1) * size]),
    totalOf(question, call),
  ]);
  await kit.audit.read(call, { action: 'actions', kind: definition.kind, details: { page, found: totalRecords } });
  return { records: rows.map((row) => published(question, row, call)), totalRecords };
}

/** Returns all actions of a request as a CSV stream. @throws 400 that names the field, 401, 403 */
export async function actionsDoneCsv(all: readonly AnyDocuments[], query: Query, call: Call): Promise<Readable> {
  const question = await asked(all, query, call);
  const { kit, definition } = question.documents;
  const [sql, values] = statementOf(question, call, columnsOf);
  await kit.audit.read(call, { action: 'actions-export', kind: definition.kind });
  const after = (row?: Found): Promise<Found[]> =>
    kit.db.reader.query<Found[]>(`${sql}${row ? ' and (a.at < ? or (a.at = ? and a.id < ?))' : ''} order by a.at desc, a.id desc limit ?`, [
      ...values,
      ...(row ? [row.at, row.at, row.id] : []),
      exported,
    ]);
  const titles = [
    L('Time (UTC)', 'Hora (UTC)'),
    L('Officer', 'Funcionário'),
    L('Action', 'Ação'),
    L('Status', 'Situação'),
    L('On time', 'A tempo'),
    L('Document', 'Documento'),
  ];
  const words = { onTime: L('Yes', 'Sim'), late: L('No', 'Não') };
  async function* lines(): AsyncGenerator<string> {
    yield csvStart + csvLine(titles.map((title) => say(title, call.language)));
    for (let rows = await after(); ; rows = await after(rows.at(-1))) {
      yield rows
        .map((row) => published(question, row, call))
        .map(({ at, officer, actionName, statusName, done, reference }) =>
          csvLine([at, officer, actionName, statusName, done && say(words[done], call.language), reference]),
        )
        .join('');
      if (rows.length < exported) return;
    }
  }
  return Readable.from(lines());
}
