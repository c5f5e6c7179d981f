/** Proposals: catalogue changes that wait for the approval of a second person, such as changes of fees, questions, requirements and calendars. */

import { Injectable } from '@nestjs/common';
import { type DocumentEnvelope, L, type ListResult, type OfferedAction, textFault } from '@portal/contract-kit';
import {
  type Answer,
  Audit,
  asObject,
  badRequest,
  type Call,
  Clock,
  conflict,
  Database,
  dateTime,
  type Fault,
  forbidden,
  Idempotency,
  Ids,
  insertRow,
  notFound,
  type RememberAnswer,
  requireStepUp,
  ServiceSettings,
  type StoredAnswer,
  unprocessable,
} from '@portal/service-kit';
import type { EntityManager, FindOptionsWhere } from 'typeorm';
import type { ChangeAction, Proposal, ProposalStatus } from '../../contract/index.ts';
import { CatalogueProposalRow, type RecordChange } from '../database/catalogue.entities.ts';
import { CatalogueStore } from './catalogue-store.ts';
import { changeFaults } from './change-faults.ts';
import { definitionOf } from './definitions.ts';
import { differencesOf, type Period, periodsOf, removesBegun } from './periods.ts';
import { RecordChanges } from './record-changes.ts';

const KIND = 'catalogue-proposal';
const statuses: readonly ProposalStatus[] = ['WAITING', 'APPROVED', 'REJECTED', 'WITHDRAWN'];
const longestReason = 500;
const pageSize = 25;
const mostPages = 1_000_000;
/** Largest number of records whose differences are in one response. */
const mostShown = 200;

type ProposalAnswer = DocumentEnvelope<Proposal>;
type StoreAnswer = (tx: EntityManager, made: StoredAnswer) => Promise<void>;

/**
 * Reads the reason from a body.
 * @throws 422
 */
export function reasonIn(body: unknown, required = false): string | null {
  const { reason } = asObject(body);
  const text = typeof reason === 'string' ? reason.trim() : '';
  const errors: Fault[] = [];
  if (required && !text) errors.push({ code: 'REQUIRED', field: 'reason', message: L('Say why', 'Indique porquê') });
  const fault = text.length <= longestReason && textFault(text, L('The reason', 'O motivo'), true);
  if (fault) errors.push({ code: 'TEXT', field: 'reason', message: fault });
  if (text.length > longestReason)
    errors.push({ code: 'MAX_LENGTH', field: 'reason', message: L(`At most ${longestReason} characters`, `No máximo ${longestReason} caracteres`) });
  if (errors.length) throw unprocessable(errors);
  return text || null;
}

@Injectable()
export class Proposals {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly audit: Audit,
    private readonly idempotency: Idempotency,
    private readonly changes: RecordChanges,
    private readonly settings: ServiceSettings,
    private readonly store: CatalogueStore,
  ) {}

  /** Stores changes until another person decides about them. */
  async propose(
    catalogue: string,
    action: ChangeAction,
    changes: readonly RecordChange[],
    reason: string | null,
    call: Call,
    remember: StoreAnswer = async () => undefined,
  ): Promise<Answer<DocumentEnvelope<Proposal>>> {
    const row: CatalogueProposalRow = {
      id: this.ids.next(),
      version: 1,
      catalogue,
      code: changes.length === 1 ? (changes[0]?.code ?? null) : null,
      action,
      status: 'WAITING',
      changes: [...changes],
      size: changes.length,
      reason,
      proposedSub: call.actor.sub as string,
      proposedBy: call.actor.name,
      proposedAt: this.clock.now(),
      decidedBy: null,
      decidedAt: null,
      decision: null,
    };
    const answer = this.envelope(row, call);
    await this.db.write(async (tx) => {
      await remember(tx, { status: 202, documentId: row.id, version: 1, answer });
      await insertRow(tx, CatalogueProposalRow, row);
      await this.log(tx, call, 'propose', row, changes.length === 1 ? { ...changes[0] } : { size: changes.length });
    });
    return { status: 202, body: answer };
  }

  /** @throws 404 */
  async load(id: string, call: Call): Promise<DocumentEnvelope<Proposal>> {
    const row = await this.db.findById(CatalogueProposalRow, id);
    if (!row) throw notFound('proposal');
    return this.envelope(row, call);
  }

  /**
   * Lists proposals, newest first, 25 per page.
   * @throws 400
   */
  async list(query: { status?: string; catalogue?: string; page?: string }, call: Call): Promise<ListResult<Proposal>> {
    const { status, catalogue } = query;
    if (status !== undefined && !statuses.includes(status as ProposalStatus))
      throw badRequest('BAD_VALUE', 'status', `status is one of ${statuses.join(', ')}`);
    if (catalogue !== undefined && !definitionOf(catalogue)) throw badRequest('BAD_VALUE', 'catalogue', 'There is no such catalogue');
    const page = Number(query.page ?? 1);
    if (!Number.isInteger(page) || page < 1 || page > mostPages) throw badRequest('BAD_VALUE', 'page', `page is a number from 1 to ${mostPages}`);
    const where: FindOptionsWhere<CatalogueProposalRow> = { ...(status ? { status: status as ProposalStatus } : {}), ...(catalogue ? { catalogue } : {}) };
    const [rows, totalRecords] = await this.db.reader.findAndCount(CatalogueProposalRow, {
      where,
      select: Object.fromEntries(columns.map((column) => [column, true])),
      order: { proposedAt: 'DESC', id: 'DESC' },
      skip: (page - 1) * pageSize,
      take: pageSize,
    });
    return { records: rows.map((row) => this.shown(row, call)), totalRecords };
  }

  /** Returns the number of waiting proposals of each catalogue. */
  async waiting(): Promise<Map<string, number>> {
    const rows = await this.db.reader
      .createQueryBuilder(CatalogueProposalRow, 'p')
      .select('p.catalogue', 'catalogue')
      .addSelect('count(*)', 'number')
      .where('p.status = :status', { status: 'WAITING' })
      .groupBy('p.catalogue')
      .getRawMany<{ catalogue: string; number: number | string }>();
    return new Map(rows.map(({ catalogue, number }) => [catalogue, Number(number)]));
  }

  /**
   * Makes the proposed changes. They are checked again like a direct write, because the catalogues may have changed since the proposal was made.
   * @throws 401 STEP_UP_REQUIRED, 403 FOUR_EYES for the author of the proposal; 404; 409 if it is already decided, a record has changed since, or a planned
   * period that it moves has begun; 422 with every broken rule
   */
  async approve(id: string, body: unknown, call: Call): Promise<DocumentEnvelope<Proposal>> {
    const decision = reasonIn(body);
    await this.store.refresh();
    return this.decide(id, body, 'APPROVED', decision, call, async (tx, row) => {
      if (row.proposedSub === call.actor.sub)
        throw forbidden(L('Somebody who did not write this change approves it', 'Quem aprova a alteração não pode ser quem a escreveu'), 'FOUR_EYES');
      requireStepUp(call.actor, this.settings, this.clock.now());
      if (row.changes.some(({ action, before, after }) => action === 'change' && removesBegun(before, after, this.store.today())))
        throw conflict('STALE_VERSION', L('What this removes is in force by now', 'O que isto retira já está em vigor'));
      const faults = changeFaults(this.store.open(row.catalogue), row.changes, this.store);
      if (faults.length) throw unprocessable(faults);
      await this.changes.apply(tx, row.catalogue, row.changes, { by: row.proposedBy, approvedBy: call.actor.name, reason: row.reason });
      for (const { code, action, before, after } of row.changes.length > 1 ? [] : row.changes)
        await this.audit.add(tx, call, {
          action,
          kind: 'catalogue',
          reference: `${row.catalogue}/${code}`.slice(0, 60),
          details: { before, after, proposedBy: row.proposedBy },
        });
    });
  }

  /**
   * Rejects a proposal.
   * @throws 404, 409, 422 without a reason
   */
  async reject(id: string, body: unknown, call: Call): Promise<DocumentEnvelope<Proposal>> {
    return this.decide(id, body, 'REJECTED', reasonIn(body, true), call);
  }

  /**
   * Withdraws a proposal, which only its author may do.
   * @throws 403 for others; 404, 409
   */
  async withdraw(id: string, body: unknown, call: Call): Promise<DocumentEnvelope<Proposal>> {
    return this.decide(id, body, 'WITHDRAWN', reasonIn(body), call, async (_tx, row) => {
      if (row.proposedSub !== call.actor.sub) throw forbidden();
    });
  }

  /** Decides about a proposal once for each idempotency key. */
  private decide(
    id: string,
    body: unknown,
    status: Exclude<ProposalStatus, 'WAITING'>,
    decision: string | null,
    call: Call,
    work: (tx: EntityManager, row: CatalogueProposalRow) => Promise<void> = async () => undefined,
  ): Promise<DocumentEnvelope<Proposal>> {
    const { version } = asObject(body);
    if (!Number.isInteger(version))
      throw unprocessable([{ code: 'REQUIRED', field: 'version', message: L('Send the version you saw', 'Envie a versão que viu') }]);
    const decideOnce = (remember: RememberAnswer<ProposalAnswer>) =>
      this.changes.transact(async (tx) => {
        const row = await this.db.findForUpdate(tx, CatalogueProposalRow, id);
        if (!row) throw notFound('proposal');
        if (row.status !== 'WAITING')
          throw conflict('ACTION_NOT_ALLOWED', L(`${row.decidedBy} has decided about this`, `${row.decidedBy} já decidiu sobre isto`));
        if (row.version !== version) throw conflict('STALE_VERSION', L('This has changed since', 'Isto foi alterado entretanto'));
        await work(tx, row);
        const change = { status, decision, decidedBy: call.actor.name, decidedAt: this.clock.now(), version: row.version + 1 };
        await tx.update(CatalogueProposalRow, { id, version: row.version }, change);
        const next = { ...row, ...change };
        await this.log(tx, call, { APPROVED: 'approve', REJECTED: 'reject', WITHDRAWN: 'withdraw' }[status], next, decision ? { reason: decision } : {});
        const answer = this.envelope(next, call);
        await remember(tx, answer);
        return answer;
      });
    return this.idempotency.answerOnce<ProposalAnswer>(call, body, decideOnce);
  }

  private log(tx: EntityManager, call: Call, action: string, { id, catalogue, code }: CatalogueProposalRow, details: object): Promise<void> {
    return this.audit.add(tx, call, { action, kind: KIND, documentId: id, reference: `${catalogue}${code ? `/${code}` : ''}`.slice(0, 60), details });
  }

  private shown({ id, version, catalogue, code, action, status, reason, proposedBy, proposedAt, ...row }: CatalogueProposalRow, call: Call): Proposal {
    return {
      id,
      version,
      catalogue,
      code,
      action,
      documentStatus: status,
      reason,
      proposedBy,
      proposedAt: dateTime(proposedAt),
      decidedBy: row.decidedBy,
      decidedAt: row.decidedAt && dateTime(row.decidedAt),
      decision: row.decision,
      size: row.size,
      mine: row.proposedSub === call.actor.sub,
    };
  }

  private envelope(row: CatalogueProposalRow, call: Call): DocumentEnvelope<Proposal> {
    const model = this.shown(row, call);
    const changes = row.changes.slice(0, mostShown).map(({ code, action, before, after }) => ({
      code,
      name: after.name,
      action,
      differences: differencesOf(before, after),
    }));
    return { model: { ...model, changes, preview: previewOf(row.changes[0]) }, actions: row.status === 'WAITING' ? actionsOf(model) : [] };
  }
}

/** Returns the form in which a change can be seen. */
function previewOf(change: RecordChange | undefined): Proposal['preview'] {
  if (!change) return {};
  const periods = periodsOf(change.after);
  const before = new Set((change.before ? periodsOf(change.before) : []).map((period) => JSON.stringify(period)));
  const changed = periods.find((period) => !before.has(JSON.stringify(period))) ?? (periods[0] as Period);
  const { documentCode, subDocumentCode } = changed.values;
  return {
    ...(documentCode ? { document: String(documentCode) } : {}),
    ...(subDocumentCode ? { subDocument: String(subDocumentCode) } : {}),
    ...(changed.from ? { day: changed.from } : {}),
  };
}

/** The columns that a list reads: all except the changes, which may be large. */
const columns = [
  'id',
  'version',
  'catalogue',
  'code',
  'action',
  'status',
  'size',
  'reason',
  'proposedSub',
  'proposedBy',
  'proposedAt',
  'decidedBy',
  'decidedAt',
  'decision',
] as const satisfies readonly (keyof CatalogueProposalRow)[];

function actionsOf({ id, mine }: Proposal): OfferedAction[] {
  const action = (name: string, label: string, commentRequired = false): OfferedAction => ({
    name,
    label,
    method: 'POST',
    url: `/v1/catalogue-proposals/${id}/actions/${name}`,
    modes: ['*'],
    kind: 'submit',
    hideOnSubmit: false,
    commentRequired,
  });
  return mine ? [action('withdraw', 'Withdraw')] : [action('approve', 'Approve'), action('reject', 'Reject', true)];
}
