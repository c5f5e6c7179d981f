/** Decision tables: one person writes a table, another puts it in force, and it can be withdrawn with a reason. */
import { Injectable } from '@nestjs/common';
import { L, listResult } from '@portal/contract-kit';
import {
  type Answer,
  Audit,
  asObject,
  type Call,
  Clock,
  conflict,
  Database,
  dateTime,
  Encryption,
  forbidden,
  freeTextFault,
  Idempotency,
  Ids,
  insertRow,
  isDuplicate,
  notFound,
  type Remember,
  type RememberAnswer,
  requireStepUp,
  ServiceSettings,
  unprocessable,
  WorkCalendar,
} from '@portal/service-kit';
import { type EntityManager, MoreThan } from 'typeorm';
import { type LaneTableBody, type LaneTables, type LaneTableVersion, specificationTable } from '../../contract/index.ts';
import { LaneTableRow } from './lane-rules.entities.ts';
import { readTable } from './lane-table.ts';
import { LanesInForce, laneTableContext } from './lanes-in-force.ts';

const KIND = 'lane-table';
const withdrawalText = { label: L('The reason', 'O motivo'), missing: L('Say why', 'Indique porquê'), most: 500, lines: true };
const mostRows = 1_000;

type TableModel = { model: LaneTableVersion };
type TableAnswer = Answer<TableModel>;

@Injectable()
export class LaneRules {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly encryption: Encryption,
    private readonly audit: Audit,
    private readonly idempotency: Idempotency,
    private readonly lanes: LanesInForce,
    private readonly settings: ServiceSettings,
    private readonly calendar: WorkCalendar,
  ) {}

  /** Returns the rule of the specification, then all versions of all tables, the latest version of each table first. */
  async all(call: Call): Promise<LaneTables> {
    const rows = await this.db.reader.find(LaneTableRow, { order: { code: 'ASC', number: 'DESC' }, take: mostRows });
    const today = await this.lanes.today();
    const deciding = await this.lanes.deciding(today);
    return { ...listResult([specificationTable, ...rows.map((row) => this.shown(row, deciding, call))]), today };
  }

  /** Returns a version of a table. @throws 404 */
  async one(id: string, call: Call): Promise<TableModel> {
    if (id === specificationTable.id) return { model: specificationTable };
    return { model: this.shown(await this.row(id), await this.lanes.deciding(await this.lanes.today()), call) };
  }

  /** Creates a draft: the first version of a new table, or the next version of an existing one. @throws 422 */
  async add(body: unknown, call: Call): Promise<TableAnswer> {
    const table = readTable(body);
    const work = async (remember: Remember): Promise<TableAnswer> => {
      for (let attempt = 1; ; attempt++)
        try {
          return await this.write(table, call, remember);
        } catch (error) {
          // Another call created a version with the same number.
          if (!isDuplicate(error) || attempt === 5) throw error;
        }
    };
    // An idempotency key that an earlier release stored has no answer, so the answer is built again.
    return this.idempotency.once(call, body, work, async ({ documentId, status }) => ({ status, body: await this.one(documentId, call) }));
  }

  private async write(table: LaneTableBody, call: Call, remember: Remember): Promise<TableAnswer> {
    const id = this.ids.next();
    const number = ((await this.db.reader.maximum(LaneTableRow, 'number', { code: table.code })) ?? 0) + 1;
    const row: LaneTableRow = {
      id,
      number,
      version: 1,
      status: 'DRAFT',
      ...this.stored(id, table),
      authors: [call.actor.sub as string],
      changedBy: call.actor.name,
      changedAt: this.clock.now(),
      approvedBy: null,
      approvedAt: null,
      withdrawnBy: null,
      withdrawnAt: null,
      withdrawal: null,
    };
    const answer = { model: this.shown(row, new Set(), call) };
    await this.db.write(async (tx) => {
      await remember(tx, { status: 201, documentId: id, version: 1, answer });
      await insertRow(tx, LaneTableRow, row);
      await this.log(tx, call, 'lane-table-written', row);
    });
    return { status: 201, body: answer };
  }

  /** Changes a draft. @throws 404, 409, 422 */
  async change(id: string, body: unknown, call: Call): Promise<TableModel> {
    const table = readTable(body);
    return this.update(id, body, 'DRAFT', call, 'lane-table-changed', (row) => {
      if (row.code !== table.code)
        throw unprocessable([
          { code: 'CHOICE', field: 'code', message: L('The code stays: write a new table', 'O código mantém-se: escreva uma nova tabela') },
        ]);
      const authors = [...new Set([...row.authors, call.actor.sub as string])];
      return { ...this.stored(id, table), authors, changedBy: call.actor.name, changedAt: this.clock.now() };
    });
  }

  /** Puts a draft in force from its first day on, or from today if that day has passed. @throws 401 STEP_UP_REQUIRED, 403 for its authors; 404, 409 */
  async putInForce(id: string, body: unknown, call: Call): Promise<TableModel> {
    const today = await this.calendar.dayOf();
    const enforce = async (row: LaneTableRow, tx: EntityManager): Promise<Partial<LaneTableRow>> => {
      if (row.authors.includes(call.actor.sub as string))
        throw forbidden(L('Somebody who did not write this table puts it in force', 'Quem põe a tabela em vigor não pode ser quem a escreveu'), 'FOUR_EYES');
      requireStepUp(call.actor, this.settings, this.clock.now());
      // A declaration of an earlier day is decided by the tables of that day, also when it is corrected later.
      const effectiveFrom = row.effectiveFrom > today ? row.effectiveFrom : today;
      // Of several versions with the same first day the latest decides, so this one never would.
      if (await tx.existsBy(LaneTableRow, { code: row.code, status: 'IN_FORCE', effectiveFrom, number: MoreThan(row.number) }))
        throw conflict(
          'ACTION_NOT_ALLOWED',
          L(
            'A later version of this table decides from the same day on. Withdraw that version first, or write a new one.',
            'Uma versão posterior desta tabela decide a partir do mesmo dia. É preciso retirar primeiro essa versão, ou escrever uma nova.',
          ),
        );
      return { status: 'IN_FORCE', effectiveFrom, approvedBy: call.actor.name, approvedAt: this.clock.now() };
    };
    return this.idempotency.answerOnce<TableModel>(call, body, (remember) => this.update(id, body, 'DRAFT', call, 'lane-table-in-force', enforce, remember));
  }

  /** Withdraws a version at once, so that the version before it applies again. @throws 404, 409, 422 without a reason */
  async withdraw(id: string, body: unknown, call: Call): Promise<TableModel> {
    const { reason } = asObject(body);
    const withdrawal = typeof reason === 'string' ? reason.trim() : '';
    const fault = freeTextFault(withdrawal, 'reason', withdrawalText);
    if (fault) throw unprocessable([fault]);
    const withdrawn = { status: 'WITHDRAWN' as const, withdrawnBy: call.actor.name, withdrawnAt: this.clock.now(), withdrawal };
    return this.idempotency.answerOnce<TableModel>(call, body, (remember) =>
      this.update(id, body, 'IN_FORCE', call, 'lane-table-withdrawn', () => withdrawn, remember),
    );
  }

  /** Returns the stored row of a version. @throws 404 */
  async row(id: string): Promise<LaneTableRow> {
    const row = await this.db.findById(LaneTableRow, id);
    if (!row) throw notFound();
    return row;
  }

  private async update(
    id: string,
    body: unknown,
    from: LaneTableRow['status'],
    call: Call,
    action: string,
    change: (row: LaneTableRow, tx: EntityManager) => Partial<LaneTableRow> | Promise<Partial<LaneTableRow>>,
    remember: RememberAnswer<TableModel> = async () => undefined,
  ): Promise<TableModel> {
    const { version } = asObject(body);
    if (!Number.isInteger(version))
      throw unprocessable([{ code: 'REQUIRED', field: 'version', message: L('Send the version you saw', 'Envie a versão que viu') }]);
    if (id === specificationTable.id)
      throw conflict('ACTION_NOT_ALLOWED', L('The rule of the specification is always in force', 'A regra da especificação está sempre em vigor'));
    const today = await this.lanes.today();
    const answer = await this.db.write(async (tx) => {
      // Locks the revision, so that changes of tables run one after another: whether a version may be put in force depends on the other ones.
      await this.lanes.changed(tx);
      const row = await this.db.findForUpdate(tx, LaneTableRow, id);
      if (!row) throw notFound();
      if (row.status !== from)
        throw conflict('ACTION_NOT_ALLOWED', L('This version of the table does not allow this now', 'Esta versão da tabela não o permite agora'));
      if (row.version !== version)
        throw conflict('STALE_VERSION', L(`${row.changedBy} has changed this table meanwhile`, `${row.changedBy} alterou esta tabela entretanto`), {
          version: row.version,
          changedBy: row.changedBy,
          changedAt: dateTime(row.changedAt),
          action: 'change',
          documentStatus: row.status,
        });
      const next = { ...(await change(row, tx)), version: row.version + 1 };
      await tx.update(LaneTableRow, { id, version: row.version }, next as never);
      await this.log(tx, call, action, { ...row, ...next });
      const changed = { model: this.shown({ ...row, ...next }, await this.lanes.deciding(today, tx), call) };
      await remember(tx, changed);
      return changed;
    });
    this.lanes.dropCache();
    return answer;
  }

  private log(tx: EntityManager, call: Call, action: string, { id, code, number, withdrawal }: LaneTableRow): Promise<void> {
    return this.audit.add(tx, call, { action, kind: KIND, documentId: id, reference: `${code}/${number}`, details: withdrawal ? { reason: withdrawal } : {} });
  }

  private stored(id: string, { code, effectiveFrom, ...table }: LaneTableBody): Pick<LaneTableRow, 'code' | 'effectiveFrom' | 'content'> {
    return { code, effectiveFrom, content: this.encryption.encryptJson(table, laneTableContext(id)) };
  }

  private shown(row: LaneTableRow, deciding: ReadonlySet<string>, { actor }: Call): LaneTableVersion {
    const { id, version, number, status, changedBy, changedAt, approvedBy, approvedAt, withdrawnBy, withdrawnAt, withdrawal } = row;
    return {
      ...this.lanes.bodyOf(row),
      id,
      version,
      number,
      status,
      deciding: deciding.has(id),
      mine: row.authors.includes(actor.sub as string),
      changedBy,
      changedAt: dateTime(changedAt),
      ...(approvedBy && approvedAt ? { approvedBy, approvedAt: dateTime(approvedAt) } : {}),
      ...(withdrawnBy && withdrawnAt ? { withdrawnBy, withdrawnAt: dateTime(withdrawnAt), withdrawal: withdrawal ?? '' } : {}),
    };
  }
}
