import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { type AuditRecord, L, type SearchQuery } from '@portal/contract-kit';
import { In } from 'typeorm';
import { Clock, dateTime } from '../clock.ts';
import { Database } from '../database/database.ts';
import { AuditRow, DocumentActionRow } from '../database/kit.entities.ts';
import { folded } from '../search/folding.ts';
import { RecordedList, type RowList } from '../search/row-search.ts';
import { type SearchField, type SearchFields, sortable, textField, timeField } from '../search/search-query.ts';
import { Audit } from './audit.ts';
import { faultSentence } from './audit-fault.ts';
import { AuditMonitor } from './audit-monitor.ts';
import { AuditTree } from './audit-tree.ts';
import { AuditWitness } from './audit-witness.ts';

/** Whether the log can be trusted, and what its witness keeps of it. */
export interface AuditStanding {
  /** Records in the signed head. */
  size: number;
  rootHash: string;
  signedAt: string | null;
  /** Undefined before the log was first verified. */
  isWhole?: boolean;
  /** What is wrong with it, as a sentence. */
  fault?: string;
  /** Missing where no witness is set. */
  witness?: {
    /** Records in the last head that the witness keeps; 0 where it keeps none, or was not reached yet. */
    size: number;
    /** The root hash of that head, and when it was signed. */
    rootHash?: string;
    signedAt?: string;
    /** Since it last confirmed that, or was first asked. */
    secondsAgo: number;
    /** Why it rejects the log. */
    refusal?: string;
  };
}

/** DI token: finds further ids under which these documents were recorded. A service provides it if its records name parts of a document, such as a receipt. */
export const AUDIT_RELATED = Symbol('AuditRelated');
export type AuditRelated = (documentIds: readonly string[]) => Promise<string[]>;

/** Compared as a whole, by an index. */
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
    [L('Time (UTC)', 'Hora (UTC)'), (record) => record.at],
    [L('Who', 'Quem'), (record) => record.userName],
    [L('Account', 'Conta'), (record) => record.userSub],
    [L('Action', 'Ação'), (record) => record.action],
    [L('Kind', 'Tipo'), (record) => record.kind],
    [L('Reference', 'Referência'), (record) => record.reference],
    [L('Document', 'Documento'), (record) => record.documentId],
    [L('Request', 'Pedido'), (record) => record.requestId],
    [L('Details', 'Pormenores'), (record) => record.details],
    [L('Reason', 'Motivo'), (record) => record.reason],
    [L('Record', 'Registo'), (record) => record.id],
  ],
  publish: published,
  // What was looked for is part of the record: an auditor who looks up one official or one document can be asked why.
  recorded: ({ criteria }) => ({ criteria: criteria.map(({ fieldName, operation, values }) => ({ field: fieldName, operation, values })) }),
};

/** Finds records of the audit log. To read it is recorded in it. */
@Injectable()
export class AuditSearch extends RecordedList<AuditRow, AuditRecord> {
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
      widened: async (query) => withNames(await withRelated(query, modules), db),
      completed: (records) => withReasons(records, db),
    });
    this.log = db;
  }

  /** Whether the log can be trusted. */
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

/** Records of a document include those of what belongs to it in this service. */
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

/** Most different names that are looked through for a part of a name. */
const mostScanned = 20_000;
/** Most names with which a criterion replaces that part. */
const mostNames = 500;

/** Replaces a part of a name by the names that contain it, where these are few: an index gives each name once, and then its records in their order. */
async function withNames(query: SearchQuery, db: Database): Promise<SearchQuery> {
  const criteria = query.criteria.map(async (criterion) => {
    const { fieldName, operation, values } = criterion;
    if (fieldName !== 'userName' || operation !== 'CONTAINS') return criterion;
    const names = await db.reader
      .createQueryBuilder(AuditRow, 'd')
      .select('d.userName', 'name')
      .distinct(true)
      .limit(mostScanned)
      .getRawMany<{ name: string }>();
    const part = folded(String(values[0] ?? ''), 'name');
    const holding = names.map(({ name }) => name).filter((name) => folded(name, 'name').includes(part));
    return names.length === mostScanned || holding.length > mostNames
      ? criterion
      : { ...criterion, operation: 'IN' as const, values: holding.length ? holding : ['-'] };
  });
  return { ...query, criteria: await Promise.all(criteria) };
}

function relatedOf(modules: ModuleRef): AuditRelated | undefined {
  try {
    return modules.get<AuditRelated>(AUDIT_RELATED, { strict: false });
  } catch {
    return undefined;
  }
}

/** The reason that was given for an action stands in the history of its document, and is erased with it; the log has the number of the version. */
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
