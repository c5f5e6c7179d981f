/** Records the decisions of officers at gates. Each decision is recorded once, no matter how often or how late a device sends it. */
import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type Bilingual, L, sentence } from '@portal/contract-kit';
import {
  badRequest,
  type Call,
  conflict,
  DocumentKit,
  dateTime,
  forbidden,
  freeTextFault,
  hasRole,
  insertRow,
  isDuplicate,
  isStale,
  notFound,
  type PreparedAction,
  ProblemError,
  prepareAction,
  type Remember,
  unprocessable,
  type VerifiedStatement,
} from '@portal/service-kit';
import { In, IsNull, Not } from 'typeorm';
import {
  type GateCase,
  type GateCaseKind,
  type GateDecision,
  type GateOutcome,
  gateDecisions,
  gateWarnings,
  mostGateDecisions,
  needsReason,
  signedText,
} from '../../contract/index.ts';
import { ArrivalRow } from '../arrival/arrival.row.ts';
import { ArrivalService } from '../arrival/arrival.service.ts';
import { actionOf, GateCheck } from './gate.check.ts';
import { GateDecisionRow } from './gate.entities.ts';
import { GatePasses } from './gate.pass.ts';

/** Maximum number of attempts to record a decision when it collides with other writes. */
const collisions = 8;
const mostCases = 200;
const reasonLength = 500;
/** Comment of the action that undoes a decision which the officer undid on the device. Comments are stored as text, so this one is in both languages. */
const undoneComment = 'Undone on the device at the gate / Anulado no dispositivo do posto';
/** Comment of a decision that an officer took without a connection and without a reason. */
const lateComment = 'Recorded without a connection / Registado sem ligação';
/** The rules for the comment with which a supervisor closes a case. */
const closingText = {
  label: L('The comment', 'O comentário'),
  missing: L('Say what was found', 'Diga o que foi apurado'),
  most: reasonLength,
  lines: true,
};
const closers = ['traveller-declaration-decision', 'traveller-declaration-supervise'];

interface DecisionTexts {
  reason: string;
  closing?: string;
}
/** The encryption context of a decision's texts: it binds them to the decision. */
export const gateDecisionContext = (key: string): string => `gate-decision ${key}`;

/** The row of a decision before its outcome is known. */
type Draft = Omit<GateDecisionRow, 'outcome' | 'caseKind' | 'caseState' | 'version' | 'closedBy' | 'closedAt'>;

@Injectable()
export class GateDecisions {
  constructor(
    private readonly kit: DocumentKit,
    private readonly arrivals: ArrivalService,
    private readonly checks: GateCheck,
    private readonly passes: GatePasses,
  ) {}

  /** Records a decision that an officer takes online. @throws 403, 404, 409, 422 if it cannot be recorded */
  async decide(body: unknown, call: Call): Promise<GateOutcome> {
    const decision = decisionOf(body);
    return this.record(decision, this.kit.clock.now(), call, false);
  }

  /**
   * Records the decisions that a device took offline. Any officer who works at a gate may send them; each decision counts as taken by the officer of the
   * device's pass.
   * @throws 400 if the list is malformed or its pass is not valid, 422 if a decision is malformed or not signed by the device
   */
  async reconcile(body: unknown, call: Call): Promise<{ records: GateOutcome[]; totalRecords: number }> {
    const { pass, sentAt, decisions } = (body ?? {}) as { pass?: unknown; sentAt?: unknown; decisions?: unknown };
    const opened = typeof pass === 'string' ? this.passes.open(pass) : undefined;
    if (!opened) throw badRequest('BAD_VALUE', 'pass', L('This pass was not issued by this service', 'Este passe não foi emitido por este serviço'));
    const sent = Date.parse(String(sentAt));
    if (Number.isNaN(sent)) throw badRequest('BAD_VALUE', 'sentAt', L('sentAt is a date-time', 'sentAt é uma data e hora'));
    if (!Array.isArray(decisions) || decisions.length > mostGateDecisions)
      throw badRequest('BAD_VALUE', 'decisions', sentence('Send at most {{most}} decisions', 'Envie no máximo {{most}} decisões', { most: mostGateDecisions }));
    const key = createPublicKey({ key: opened.key as JsonWebKey, format: 'jwk' });
    const checked = decisions.map((each: { signature?: unknown }, i) => {
      const decision = decisionOf(each, `decisions[${i}].`);
      const signature = Buffer.from(String(each.signature ?? ''), 'base64url');
      const isSigned = verify('sha256', Buffer.from(signedText(decision)), { key, dsaEncoding: 'ieee-p1363' }, signature);
      if (!isSigned)
        throw unprocessable([
          {
            code: 'BAD_VALUE',
            field: `decisions[${i}].signature`,
            message: L('The device of this pass did not sign this decision', 'O dispositivo deste passe não assinou esta decisão'),
          },
        ]);
      return decision;
    });
    // The device's clock may be wrong. Its difference from the server's clock now corrects the times of the decisions.
    const drift = this.kit.clock.now().getTime() - sent;
    const as: Call = { ...call, actor: opened.actor, idempotencyKey: undefined };
    const records: GateOutcome[] = [];
    for (const decision of checked) {
      // A device clock can be thousands of years off. Such a time cannot be stored, so it is limited to the range from 1970 to now.
      const at = Math.min(Math.max(Date.parse(decision.at) + drift, 0), this.kit.clock.now().getTime());
      const inShift = at >= opened.from - 60_000 && at <= opened.until + 60_000;
      records.push(await this.record(decision, new Date(at), inShift ? as : { ...as, actor: { ...as.actor, roles: [] } }, true));
    }
    return { records, totalRecords: records.length };
  }

  /** Returns the cases of the caller's agencies, newest first. */
  async cases(state: 'OPEN' | 'CLOSED', call: Call): Promise<{ records: GateCase[]; totalRecords: number }> {
    const where = { caseState: state, agencyCode: In([...call.actor.agencies]) };
    const [rows, totalRecords] = await this.kit.db.reader.findAndCount(GateDecisionRow, { where, order: { receivedAt: 'DESC', id: 'ASC' }, take: mostCases });
    const records = await Promise.all(rows.map((row) => this.caseOf(row)));
    if (rows.length) await this.kit.audit.read(call, { action: 'gate-cases', kind: this.arrivals.definition.kind, details: { found: rows.length } });
    return { records, totalRecords };
  }

  /** Closes a case with the supervisor's comment, once for each idempotency key. @throws 403, 404, 409, 422 */
  async close(key: string, body: unknown, call: Call): Promise<GateCase> {
    if (!hasRole(call.actor, ...closers)) throw forbidden();
    const answer = async (status: number) => ({ status, body: await this.caseOf(await this.caseRow(key, call)) });
    const work = async (remember: Remember) => {
      await this.closeOnce(key, body, call, remember);
      return answer(200);
    };
    return (await this.kit.idempotency.once(call, body, work, ({ status }) => answer(status))).body;
  }

  /** Returns the row of a case of the caller's agencies. @throws 404 */
  private async caseRow(key: string, call: Call): Promise<GateDecisionRow> {
    const row = await this.kit.db.findById(GateDecisionRow, key);
    if (!row?.caseState || !call.actor.agencies.includes(row.agencyCode ?? '')) throw notFound('case');
    return row;
  }

  private async closeOnce(key: string, body: unknown, call: Call, remember: Remember): Promise<void> {
    const comment = (body as { comment?: unknown } | null)?.comment;
    const closing = typeof comment === 'string' ? comment.trim() : '';
    const fault = freeTextFault(closing, 'comment', closingText);
    if (fault) throw unprocessable([fault]);
    const row = await this.caseRow(key, call);
    const texts = this.encryptTexts(key, { ...this.decryptTexts(row), closing });
    const closed = { caseState: 'CLOSED' as const, closedBy: call.actor.name, closedAt: this.kit.clock.now(), words: texts };
    await this.kit.db.write(async (tx) => {
      await remember(tx, { status: 200, documentId: key, version: 1 });
      const { affected } = await tx.update(GateDecisionRow, { id: key, caseState: 'OPEN' }, closed as never);
      if (affected !== 1) throw conflict('ACTION_NOT_ALLOWED', L('This case is closed', 'Este caso está encerrado'));
      const { kind } = this.arrivals.definition;
      await this.kit.audit.add(tx, call, { action: 'close-gate-case', kind, documentId: row.documentId, reference: row.reference, details: { key } });
    });
  }

  private async record(decision: GateDecision, at: Date, call: Call, late: boolean): Promise<GateOutcome> {
    const fingerprint = fingerprintOf(decision);
    for (let attempt = 1; ; attempt++) {
      const before = await this.kit.db.findById(GateDecisionRow, decision.key);
      try {
        if (!before) return await this.recordOnce(decision, fingerprint, at, call, late);
        if (before.fingerprint === fingerprint && before.officerSub === call.actor.sub) return outcomeOf(before);
        if (!late) throw conflict('IDEMPOTENCY_CONFLICT', L('This key was used for another decision', 'Esta chave foi usada para outra decisão'));
        return await this.recordChanged(before, decision, fingerprint, at, call);
      } catch (error) {
        // Another call may have recorded the same decision meanwhile. It then fails here, and the recorded outcome is the answer.
        const isRecorded = !before && (await this.kit.db.findById(GateDecisionRow, decision.key)) !== null;
        if (!isRecorded && (attempt >= collisions || !(isStale(error) || isDuplicate(error)))) throw error;
      }
    }
  }

  /**
   * Records a late decision whose key was recorded with other content. It throws no conflict, because the device would then keep the decision, and every other
   * decision behind it.
   */
  private async recordChanged(before: GateDecisionRow, decision: GateDecision, fingerprint: string, at: Date, call: Call): Promise<GateOutcome> {
    const isSame = (undone: boolean) => before.officerSub === call.actor.sub && before.fingerprint === fingerprintOf({ ...decision, undone });
    // The device did not get the answer to the decision, and the officer undid it there.
    if (decision.undone && isSame(false)) return this.undo(before, fingerprint, call);
    // The undone decision arrived first.
    if (!decision.undone && isSame(true)) return outcomeOf(before);
    // The key belongs to another decision, so the case is stored under the fingerprint.
    const key = fingerprint;
    const recorded = await this.kit.db.findById(GateDecisionRow, key);
    if (recorded) return { ...outcomeOf(recorded), key: decision.key };
    const { draft } = await this.draftOf({ ...decision, key }, fingerprint, at, call);
    return { ...(await this.write(draft, 'CASE', 'REFUSED', call)), key: decision.key };
  }

  /** Undoes a recorded decision. If that is refused, the decision becomes a case. */
  private async undo(row: GateDecisionRow, fingerprint: string, call: Call): Promise<GateOutcome> {
    const { id: key, documentId, reference, decision } = row;
    // The decision changed nothing.
    if (!documentId || row.version === null) return outcomeOf(row);
    const body = { version: row.version, comment: undoneComment };
    let prepared: PreparedAction<unknown> | undefined;
    let changes: Partial<GateDecisionRow> = { outcome: 'UNDONE', version: null };
    try {
      prepared = await prepareAction(this.arrivals, documentId, 'undo', body, call);
    } catch (error) {
      if (!(error instanceof ProblemError) || error.status >= 500) throw error;
      const { reason, ...others } = this.decryptTexts(row);
      const texts = this.encryptTexts(key, { ...others, reason: [reason, undoneComment].filter(Boolean).join(' · ') });
      const isChanged = (await this.kit.db.findById(ArrivalRow, documentId))?.version !== row.version;
      const caseKind = row.caseKind ?? (isChanged ? 'OVERTAKEN' : error.extra.claim ? 'CLAIMED' : 'REFUSED');
      changes = { outcome: 'CASE', caseKind, caseState: 'OPEN', closedBy: null, closedAt: null, words: texts };
    }
    const next: GateDecisionRow = { ...row, ...changes, fingerprint };
    await this.kit.db.write(async (tx) => {
      const { affected } = await tx.update(GateDecisionRow, { id: key, fingerprint: row.fingerprint }, { ...changes, fingerprint } as never);
      // Another call undid the decision meanwhile.
      if (affected !== 1) throw conflict('STALE_VERSION', L('This decision was undone meanwhile', 'Esta decisão foi anulada entretanto'));
      await prepared?.write(tx);
      const details = { key, decision, outcome: next.outcome, ...(next.caseKind ? { case: next.caseKind } : {}) };
      await this.kit.audit.add(tx, call, { action: 'gate-decision', kind: this.arrivals.definition.kind, documentId, reference, details });
    });
    return outcomeOf(next);
  }

  /** Returns the row of a decision before its outcome is known, with what its code proves and the declaration that it is about. */
  private async draftOf(decision: GateDecision, fingerprint: string, at: Date, call: Call) {
    const { kit, checks } = this;
    const proved = decision.code ? await kit.signer.verify(decision.code) : null;
    const found = await checks.find(proved ?? decision.reference);
    const draft: Draft = {
      id: decision.key,
      fingerprint,
      officerSub: call.actor.sub ?? '',
      officerName: call.actor.name,
      reference: proved?.r ?? decision.reference,
      documentId: found?.row.id ?? null,
      agencyCode: found?.row.agencyCode ?? call.actor.agencies[0] ?? null,
      decision: decision.decision,
      words: this.encryptTexts(decision.key, { reason: decision.reason ?? '' }),
      decidedAt: at,
      receivedAt: kit.clock.now(),
    };
    return { draft, proved, found };
  }

  private async recordOnce(decision: GateDecision, fingerprint: string, at: Date, call: Call, late: boolean): Promise<GateOutcome> {
    const { checks } = this;
    const { draft, proved, found } = await this.draftOf(decision, fingerprint, at, call);
    if (decision.undone) return this.write(draft, 'UNDONE', null, call);
    if (decision.code && !proved) return this.refuse(draft, 'NOT_GENUINE', 'code', L('This code is not genuine', 'Este código não é autêntico'), call, late);
    if (proved && proved.r !== decision.reference)
      return this.refuse(draft, 'REFUSED', 'reference', L('The code is of another document', 'O código é de outro documento'), call, late);
    // References can be guessed. A caller without access gets the same answer as for an unknown reference, as in the check of the gate.
    if (!late && !proved && found && !found.documents.accessOf(found.row, 'id', call).any) throw notFound('declaration');
    if (!found || found.documents !== (this.arrivals as unknown)) {
      if (!late) throw notFound('declaration');
      return this.write(draft, 'CASE', 'UNKNOWN', call);
    }
    const outOfDate = checks.isOutOfDate(found.documents, found.row, proved);
    let prepared: PreparedAction<unknown>;
    try {
      const body = { version: found.row.version, comment: decision.reason || (late ? lateComment : '') };
      prepared = await prepareAction(this.arrivals, found.row.id, actionOf[decision.decision], body, call);
      // The check of the caller's rights comes first, so that a caller without rights learns nothing about the declaration.
      if (!late) this.requireReason(decision, found, proved, outOfDate);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      if (!late || error.status >= 500 || isStale(error)) throw namedByDecision(error);
      return this.write(draft, 'CASE', await this.caseKindOf(draft, found.row.documentStatus, error), call);
    }
    return this.write(draft, outOfDate && late ? 'CASE' : 'RECORDED', outOfDate && late ? 'OUT_OF_DATE' : null, call, prepared);
  }

  /** Checks that a decision in spite of a warning has a reason. @throws 422 */
  private requireReason(
    decision: GateDecision,
    { documents, row }: NonNullable<Awaited<ReturnType<GateCheck['find']>>>,
    proved: VerifiedStatement | null,
    outOfDate: boolean,
  ) {
    const { arrivalDate: day } = documents.modelOf(row) as unknown as { arrivalDate?: string };
    const warnings = gateWarnings(this.checks.factsOf(documents, row, day, outOfDate, !proved), this.kit.clock.today());
    if (needsReason(warnings) && !decision.reason) throw unprocessable([{ code: 'REQUIRED', field: 'reason', message: L('Say why', 'Indique porquê') }]);
  }

  /**
   * Returns why a late decision failed: another gate was first, the declaration was decided otherwise, another officer has it, or the action was refused. A
   * claim is the reason only where the decision fits the status of the declaration.
   */
  private async caseKindOf({ documentId, id, decision }: Draft, status: ArrivalRow['documentStatus'], error: ProblemError): Promise<GateCaseKind> {
    if (error.status !== 409) return 'REFUSED';
    const fits = this.arrivals.definition.workflow.actions[actionOf[decision]]?.from.includes(status as never);
    if (fits && error.extra.claim) return 'CLAIMED';
    return status !== 'CREATED' && (await this.other(documentId, id)) ? 'TWO_LANES' : 'OVERTAKEN';
  }

  private other(documentId: string | null, key: string): Promise<GateDecisionRow | null> {
    if (!documentId) return Promise.resolve(null);
    const where = { documentId, id: Not(key), version: Not(IsNull()) };
    return this.kit.db.reader.findOne(GateDecisionRow, { where, order: { receivedAt: 'ASC' } });
  }

  private refuse(draft: Draft, kind: GateCaseKind, field: 'code' | 'reference', message: Bilingual, call: Call, late: boolean): Promise<GateOutcome> {
    if (!late) throw unprocessable([{ code: 'BAD_VALUE', field, message }]);
    return this.write(draft, 'CASE', kind, call);
  }

  /** Writes a decision and its effect on the declaration in one transaction. */
  private async write(
    draft: Draft,
    outcome: GateOutcome['outcome'],
    kind: GateCaseKind | null,
    call: Call,
    prepared?: PreparedAction<unknown>,
  ): Promise<GateOutcome> {
    const { kit } = this;
    const row: GateDecisionRow = {
      ...draft,
      outcome,
      caseKind: kind,
      caseState: kind ? 'OPEN' : null,
      version: prepared?.version ?? null,
      closedBy: null,
      closedAt: null,
    };
    await kit.db.write(async (tx) => {
      await insertRow(tx, GateDecisionRow, row);
      await prepared?.write(tx);
      const { id: key, documentId, reference, decision } = row;
      const details = { key, decision, outcome, ...(kind ? { case: kind } : {}) };
      await kit.audit.add(tx, call, { action: 'gate-decision', kind: this.arrivals.definition.kind, documentId, reference, details });
    });
    return outcomeOf(row);
  }

  private decryptTexts({ id, words }: GateDecisionRow): DecisionTexts {
    return this.kit.encryption.decryptJson<DecisionTexts>(words as never, gateDecisionContext(id));
  }

  private encryptTexts(key: string, texts: DecisionTexts): object {
    return this.kit.encryption.encryptJson(texts, gateDecisionContext(key));
  }

  private async caseOf(row: GateDecisionRow): Promise<GateCase> {
    const { reason, closing } = this.decryptTexts(row);
    const other = row.caseKind === 'TWO_LANES' ? await this.other(row.documentId, row.id) : null;
    return {
      ...outcomeOf(row),
      reference: row.reference,
      decision: row.decision,
      reason,
      officer: row.officerName,
      decidedAt: dateTime(row.decidedAt),
      receivedAt: dateTime(row.receivedAt),
      ...(other ? { other: { officer: other.officerName, decidedAt: dateTime(other.decidedAt) } } : {}),
      ...(row.closedBy ? { closedBy: row.closedBy, closedAt: dateTime(row.closedAt as Date), closing } : {}),
      ...(row.documentId ? { screen: `${this.arrivals.definition.staffScreen}/${row.documentId}` } : {}),
    };
  }
}

const outcomeOf = ({ id: key, outcome, caseKind, documentId, version }: GateDecisionRow): GateOutcome => ({
  key,
  outcome,
  ...(caseKind ? { case: caseKind } : {}),
  ...(documentId && version ? { id: documentId, version } : {}),
});

const fingerprintOf = (decision: GateDecision): string => createHash('sha256').update(signedText(decision)).digest('hex');

/** Renames the fields in an action's error: the comment of the action is the reason of the decision. */
function namedByDecision({ status, errors, extra }: ProblemError): ProblemError {
  return new ProblemError(
    status,
    errors.map((error) => (error.field === 'comment' ? { ...error, field: 'reason' } : error)),
    extra,
  );
}

/** Reads a decision. @param place prefix of the decision's fields in error messages, with a dot at the end @throws 422 naming the invalid field */
function decisionOf(body: unknown, place = ''): GateDecision {
  const { key, decision, code, reference, reason, at, undone } = (body ?? {}) as Record<string, unknown>;
  const wrong = (name: string) =>
    unprocessable([
      { code: 'BAD_VALUE', field: `${place}${name}`, message: sentence('{{name}} is missing or wrong', '{{name}} falta ou está errado', { name }) },
    ]);
  if (typeof key !== 'string' || !/^[\w-]{16,64}$/.test(key)) throw wrong('key');
  if (!gateDecisions.includes(decision as never)) throw wrong('decision');
  if (code !== undefined && (typeof code !== 'string' || code.length > 2_000)) throw wrong('code');
  if (typeof reference !== 'string' || !/^[A-Z]{2,4}-\d{4}-\d{7}$/.test(reference)) throw wrong('reference');
  if (reason !== undefined && (typeof reason !== 'string' || reason.length > reasonLength)) throw wrong('reason');
  if (typeof at !== 'string' || Number.isNaN(Date.parse(at))) throw wrong('at');
  return {
    key,
    decision: decision as GateDecision['decision'],
    ...(code === undefined ? {} : { code }),
    reference,
    ...(reason === undefined ? {} : { reason: reason.trim() }),
    at,
    ...(undone === true ? { undone } : {}),
  };
}
