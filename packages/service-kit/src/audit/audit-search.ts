import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { L, type ListResult, type SearchFieldInfo, type SearchQuery } from '@portal/contract-kit';
import type { Call } from '../auth/actor.ts';
import { Clock, dateTime } from '../clock.ts';
import { Database } from '../database/database.ts';
import { AuditRow } from '../database/kit.entities.ts';
import { csvOfRows, type RowList, searchRows } from '../search/row-search.ts';
import { describeFields, type SearchField, type SearchFields, sortable, textField, timeField } from '../search/search-query.ts';
import { Audit } from './audit.ts';
import { faultSentence } from './audit-fault.ts';
import { AuditMonitor } from './audit-monitor.ts';
import { AuditTree } from './audit-tree.ts';
import { AuditWitness } from './audit-witness.ts';

/** A record as auditors read it. */
export interface AuditRecord {
  id: string;
  /** `YYYY-MM-DDTHH:mm:ss` in UTC. */
  at: string;
  userSub: string | null;
  userName: string;
  action: string;
  kind: string;
  documentId: string | null;
  reference: string | null;
  requestId: string;
  details: object | null;
}

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
    /** Records in the last head that the witness keeps. */
    size: number;
    /** Since it last confirmed that. */
    secondsAgo: number;
    /** Why it rejects the log. */
    refusal?: string;
  };
}

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
  entity: AuditRow,
  fields,
  newestBy: 'id',
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
    [L('Record', 'Registo'), (record) => record.id],
  ],
  publish: published,
};

/** Finds records of the audit log. To read it is recorded in it. */
@Injectable()
export class AuditSearch {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly audit: Audit,
    private readonly tree: AuditTree,
    private readonly monitor: AuditMonitor,
    private readonly witness: AuditWitness,
  ) {}

  /** What the log can be searched and ordered by. */
  fields(): ListResult<SearchFieldInfo> {
    return describeFields(fields);
  }

  /** A page of records, newest first unless they are sorted otherwise. @throws 400 */
  async search(q: string | undefined, call: Call): Promise<ListResult<object>> {
    const { query, ...found } = await searchRows(this.db, list, q, this.clock.today(), call);
    await this.record('search', query, call, { page: query.paging.page, found: found.totalRecords });
    return found;
  }

  /** The same search as CSV, all records, streamed. @throws 400 */
  async csv(q: string | undefined, call: Call): Promise<Readable> {
    const { lines, query } = csvOfRows(this.db, list, q, this.clock.today(), call);
    await this.record('export', query, call);
    return lines;
  }

  /** Whether the log can be trusted. */
  async standing(): Promise<AuditStanding> {
    const head = await this.tree.head(this.db.reader);
    const { broken, fault } = this.monitor;
    const { kept, refusal } = this.witness;
    const secondsAgo = this.witness.age();
    return {
      size: head?.size ?? 0,
      rootHash: head?.root ?? '',
      signedAt: head ? dateTime(new Date(head.timestamp)) : null,
      ...(broken === undefined ? {} : { isWhole: !broken }),
      ...(fault ? { fault: faultSentence(fault) } : {}),
      ...(secondsAgo === undefined ? {} : { witness: { size: kept?.size ?? 0, secondsAgo: Math.round(secondsAgo), ...(refusal ? { refusal } : {}) } }),
    };
  }

  /** What was looked for is part of the record: an auditor who looks up one official or one document can be asked why. */
  private record(action: 'search' | 'export', { criteria }: SearchQuery, call: Call, more: object = {}): Promise<void> {
    const looked = criteria.map(({ fieldName, operation, values }) => ({ field: fieldName, operation, values }));
    return this.audit.read(call, { action, kind: 'audit', details: { criteria: looked, ...more } });
  }
}
