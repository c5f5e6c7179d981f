import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { type AuditRecord, L, type SearchCriterion, type SearchOperation, type SearchQuery } from '@portal/contract-kit';
import { In } from 'typeorm';
import { Clock, dateTime } from '../clock.ts';
import { Database } from '../database/database.ts';
import { AuditRow, DocumentActionRow } from '../database/kit.entities.ts';
import { folded } from '../search/folding.ts';
import { AuditedList, type RowList } from '../search/row-search.ts';
import { type SearchField, type SearchFields, sortable, textField, timeField } from '../search/search-query.ts';
import { withReferences } from '../search/typed-references.ts';
import { Audit } from './audit.ts';
import { faultSentence } from './audit-fault.ts';
import { AuditMonitor } from './audit-monitor.ts';
import { AuditTree } from './audit-tree.ts';
import { AuditWitness } from './audit-witness.ts';

/** Whether the log can be trusted, and up to which head its witness confirms it. */
export interface AuditStanding {
  /** Number of records in the signed head. */
  size: number;
  rootHash: string;
  signedAt: string | null;
  /** Whether the log is unbroken; undefined before its first verification. */
  isWhole?: boolean;
  /** What is wrong with the log, as a sentence. */
  fault?: string;
  /** Missing where no witness is configured. */
  witness?: {
    /** Number of records in the last head that the witness keeps; 0 where it keeps none, or has not been reached yet. */
    size: number;
    /** Root hash of the witness's last head. `signedAt` is the time when that head was signed. */
    rootHash?: string;
    signedAt?: string;
    /** Seconds since the witness last confirmed that head, or since it was first asked. */
    secondsAgo: number;
    /** Why the witness rejects the log. */
    refusal?: string;
  };
}

/**
 * DI token: finds further ids under which actions on these documents were recorded. A service provides it where its records name parts of a document, such as a
 * receipt.
 */
export const AUDIT_RELATED = Symbol('AuditRelated');
export type AuditRelated = (documentIds: readonly string[]) => Promise<string[]>;

/** A text field that is compared as a whole, so that an index finds the records. */
const exactly = (column: string): SearchField => ({ ...textField(column), operations: ['EQ', 'IN', 'EMPTY'] });

const fields: SearchFields = {
  at: sortable(timeField('at'), []),
  userSub: exactly('userSub'),
  userName: textField('userName'),
  action: exactly('action'),
  kind: exactly('kind'),
  documentId: exactly('documentId'),
  reference: exactly('reference'),
  requestId: exactly('requestId'),
};

const published = ({ id, at, userSub, userName, action, kind, documentId, reference, requestId, details }: AuditRow): AuditRecord => ({
  id,
  at: dateTime(at),
  userSub,
  userName,
  action,
  kind,
  documentId,
  reference,
  requestId,
  details,
});

const list: RowList<AuditRow, AuditRecord> = {
  kind: 'audit',
  entity: AuditRow,
  fields,
  newestBy: 'at',
  mostCounted: 10_000,
  columns: [
    ['at', L('Time (UTC)', 'Hora (UTC)'), (record) => record.at],
    ['userName', L('Who', 'Quem'), (record) => record.userName],
    ['userSub', L('Account', 'Conta'), (record) => record.userSub],
    ['action', L('Action', 'Ação'), (record) => record.action],
    ['kind', L('Kind', 'Tipo'), (record) => record.kind],
    ['reference', L('Reference', 'Referência'), (record) => record.reference],
    ['documentId', L('Document', 'Documento'), (record) => record.documentId],
    ['requestId', L('Request', 'Pedido'), (record) => record.requestId],
    ['details', L('Details', 'Pormenores'), (record) => record.details],
    ['reason', L('Reason', 'Motivo'), (record) => record.reason],
    ['id', L('Record', 'Registo'), (record) => record.id],
  ],
  publish: published,
  // The search criteria are recorded too, so that an auditor who looks up one official or one document can be asked why.
  recorded: ({ criteria }) => ({ criteria: criteria.map(({ fieldName, operation, values }) => ({ field: fieldName, operation, values })) }),
};

/** Finds records of the audit log. Reading the log is itself recorded in the log. */
@Injectable()
export class AuditSearch extends AuditedList<AuditRow, AuditRecord> {
  private readonly log: Database;

  constructor(
    db: Database,
    clock: Clock,
    audit: Audit,
    private readonly tree: AuditTree,
    private readonly monitor: AuditMonitor,
    private readonly witness: AuditWitness,
    modules: ModuleRef,
  ) {
    super(db, clock, audit, {
      ...list,
      widened: async (query) => withNames(await withRelated(withReferences(query, 'reference'), modules), db),
      completed: (records) => withReasons(records, db),
    });
    this.log = db;
  }

  /** Reports whether the log can be trusted. */
  async standing(): Promise<AuditStanding> {
    const head = await this.tree.head(this.log.reader);
    const { broken, fault } = this.monitor;
    const { kept, refusal } = this.witness;
    const secondsAgo = this.witness.age();
    const keptHead = kept ? { rootHash: kept.root, signedAt: dateTime(new Date(kept.timestamp)) } : {};
    return {
      size: head?.size ?? 0,
      rootHash: head?.root ?? '',
      signedAt: head ? dateTime(new Date(head.timestamp)) : null,
      ...(broken === undefined ? {} : { isWhole: !broken }),
      ...(fault ? { fault: faultSentence(fault) } : {}),
      ...(secondsAgo === undefined
        ? {}
        : { witness: { size: kept?.size ?? 0, ...keptHead, secondsAgo: Math.round(secondsAgo), ...(refusal ? { refusal } : {}) } }),
    };
  }
}

/** Extends a search for a document to the records of its parts in this service, such as receipts. */
async function withRelated(query: SearchQuery, modules: ModuleRef): Promise<SearchQuery> {
  const related = relatedOf(modules);
  if (!related) return query;
  const criteria = query.criteria.map(async (criterion) => {
    const { fieldName, operation, values } = criterion;
    if (fieldName !== 'documentId' || (operation !== 'EQ' && operation !== 'IN')) return criterion;
    const more = await related(values.map(String));
    return more.length ? { ...criterion, operation: 'IN' as const, values: [...values, ...more] } : criterion;
  });
  return { ...query, criteria: await Promise.all(criteria) };
}

/** Operations that compare a name; the others compare the order of texts. */
const comparing: ReadonlySet<SearchOperation> = new Set(['EQ', 'NEQ', 'IN', 'CONTAINS']);
/** Maximum number of distinct user names that are compared. */
const mostScanned = 20_000;
/** Maximum number of matching names that a criterion may list. */
const mostNames = 500;

/**
 * Replaces criteria on a name with criteria on the stored names that match it without accents and case, if these are few. An index lists each distinct name
 * once, and then the records of a name in order.
 */
async function withNames(query: SearchQuery, db: Database): Promise<SearchQuery> {
  const isNamed = ({ fieldName, operation }: SearchCriterion): boolean => fieldName === 'userName' && comparing.has(operation);
  if (!query.criteria.some(isNamed)) return query;
  const names = await db.reader.createQueryBuilder(AuditRow, 'd').select('d.userName', 'name').distinct(true).limit(mostScanned).getRawMany<{ name: string }>();
  if (names.length === mostScanned) return query;
  const stored = names.map(({ name }) => ({ name, form: folded(name, 'name') }));
  return { ...query, criteria: query.criteria.flatMap((each) => (isNamed(each) ? nameCriteria(each, stored) : [each])) };
}

function nameCriteria(criterion: SearchCriterion, stored: readonly { name: string; form: string }[]): SearchCriterion[] {
  const { operation, values } = criterion;
  const forms = values.map((value) => folded(String(value), 'name'));
  // A text that consists only of dashes has no folded form, so it is searched for as it is written.
  if (forms.includes('')) return [criterion];
  const [part = ''] = forms;
  const found = stored.filter(({ form }) => (operation === 'CONTAINS' ? form.includes(part) : forms.includes(form))).map(({ name }) => name);
  if (found.length > mostNames) return [criterion];
  if (operation === 'NEQ') return found.map((name) => ({ ...criterion, values: [name] }));
  return [{ ...criterion, operation: 'IN', values: found.length ? found : values }];
}

function relatedOf(modules: ModuleRef): AuditRelated | undefined {
  try {
    return modules.get<AuditRelated>(AUDIT_RELATED, { strict: false });
  } catch {
    return undefined;
  }
}

/**
 * Adds to each record the reason that was given for the action. The reason is stored in the history of the document and is erased with it; the log only holds
 * the number of the document's version.
 */
async function withReasons(records: AuditRecord[], db: Database): Promise<AuditRecord[]> {
  const versionOf = ({ details }: AuditRecord): unknown => (details as { version?: unknown } | null)?.version;
  const ids = [...new Set(records.flatMap((record) => (record.documentId && versionOf(record) !== undefined ? [record.documentId] : [])))];
  if (ids.length === 0) return records;
  const actions = await db.reader.find(DocumentActionRow, {
    select: { documentId: true, version: true, action: true, details: true },
    where: { documentId: In(ids) },
  });
  const key = (...parts: unknown[]): string => parts.join(' ');
  const reasons = new Map(actions.map(({ documentId, version, action, details }) => [key(documentId, version, action), details]));
  return records.map((record) => {
    const reason = reasons.get(key(record.documentId, versionOf(record), record.action));
    return reason ? { ...record, reason } : record;
  });
}
