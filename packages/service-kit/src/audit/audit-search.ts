import { Injectable } from '@nestjs/common';
import { type AuditRecord, L } from '@portal/contract-kit';
import { Clock, dateTime } from '../clock.ts';
import { Database } from '../database/database.ts';
import { AuditRow } from '../database/kit.entities.ts';
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
  kind: 'audit',
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
  ) {
    super(db, clock, audit, list);
    this.log = db;
  }

  /** Whether the log can be trusted. */
  async standing(): Promise<AuditStanding> {
    const head = await this.tree.head(this.log.reader);
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
}
