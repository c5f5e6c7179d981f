import { Injectable } from '@nestjs/common';
import {
  type DocumentEnvelope,
  formatAmount,
  L,
  type Language,
  type ListResult,
  listResult,
  type Money,
  type OfferedAction,
  type Shift,
  say,
  sentence,
} from '@portal/contract-kit';
import {
  badRequest,
  type Call,
  checkBody,
  conflict,
  DocumentKit,
  dateTime,
  type Fault,
  forbidden,
  hasRole,
  isDuplicate,
  notFound,
  unprocessable,
} from '@portal/service-kit';
import type { EntityManager } from 'typeorm';
import { CatalogueStore } from '../catalogue/catalogue-store.ts';
import { type Count, ReceiptRow, ShiftRow } from '../database/payment.entities.ts';
import { FeeNames } from './fee-names.ts';
import { CASH, PaymentMethods } from './payment-methods.ts';
import { foldedShift } from './receipt-words.ts';
import { CloseShiftBody, OpenShiftBody } from './shift.contract.ts';
import { sumsOf } from './shift-sums.ts';

type Envelope = DocumentEnvelope<Shift>;

const closedMeanwhile = L('Your shift was closed. Open a new one', 'O seu turno foi encerrado. Abra um novo');
const notOpen = L('This shift is closed', 'Este turno está encerrado');

/** The shifts of cashiers. A shift is opened with a float, and closed with the counted amounts of each payment method and currency. */
@Injectable()
export class Shifts {
  constructor(
    private readonly kit: DocumentKit,
    private readonly store: CatalogueStore,
    private readonly names: FeeNames,
    private readonly methods: PaymentMethods,
  ) {}

  /** Returns the caller's open shift; no records if there is none. */
  async open(call: Call): Promise<ListResult<Shift>> {
    const row = await this.openRow(call);
    return listResult(row ? [await this.withSums(row, call.language)] : []);
  }

  /**
   * Opens a shift.
   * @throws 409 if the caller has an open shift; 422
   */
  async begin(body: unknown, call: Call): Promise<{ status: number; body: Envelope }> {
    const { value, errors } = checkBody(OpenShiftBody, body, call.language);
    const floats = (value.floats ?? []) as Money[];
    const faults: Fault[] = [...errors, ...this.currencyFaults(floats, 'floats', ({ currencyCode }) => currencyCode)];
    if (faults.length) throw unprocessable(faults);
    return this.kit.idempotency.once<Envelope>(
      call,
      value,
      async (remember) => {
        const row = this.rowFor(floats, false, call);
        const answer = await this.envelope(row, call);
        await this.insert(call, async (tx) => {
          await remember(tx, { status: 201, documentId: row.id, version: 1, answer });
          await tx.insert(ShiftRow, row);
          await this.kit.audit.add(tx, call, { action: 'open', kind: 'cashier-shift', documentId: row.id, details: { floats } });
        });
        return { status: 201, body: answer };
      },
      // Loads the shift again for an idempotency key that an earlier release stored without the response.
      async ({ status, documentId }) => ({ status, body: await this.envelope(await this.rowOf(documentId), call) }),
    );
  }

  /**
   * Stores a new shift. Tries again if another shift is opened or closed at the same moment.
   * @throws 409 if the caller has an open shift
   */
  private async insert(call: Call, work: (tx: EntityManager) => Promise<void>): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.kit.db.write(work);
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        if (await this.openRow(call)) throw conflict('SHIFT_OPEN', L('You have an open shift. Close it first', 'Tem um turno aberto. Encerre-o primeiro'));
        if (tries === 3) throw error;
      }
    }
  }

  /** Returns the caller's open shift. If there is none, a shift without a float is opened, so that callers of the API need not know about shifts. */
  async openOrBegin(call: Call): Promise<ShiftRow> {
    const open = await this.openRow(call);
    if (open) return open;
    const row = this.rowFor([], true, call);
    try {
      await this.kit.db.write(async (tx) => {
        await tx.insert(ShiftRow, row);
        await this.kit.audit.add(tx, call, { action: 'open', kind: 'cashier-shift', documentId: row.id, details: { automatic: true } });
      });
      return row;
    } catch (error) {
      // Another payment of the same cashier opened the shift at the same moment.
      const other = isDuplicate(error) ? await this.openRow(call) : null;
      if (other) return other;
      throw error;
    }
  }

  /**
   * Locks an open shift until the commit, so that nobody closes it meanwhile.
   * @throws 409 if it is closed
   */
  async lockOpen(tx: EntityManager, id: string): Promise<ShiftRow> {
    const row = await this.kit.db.findForUpdate(tx, ShiftRow, id);
    if (row?.status !== 'OPEN') throw conflict('SHIFT_CLOSED', closedMeanwhile);
    return row;
  }

  /** @throws 404; 403 for the shift of another person, unless the caller may supervise */
  async load(id: string, call: Call): Promise<Envelope> {
    const row = await this.rowOf(id);
    if (!this.mayRead(row, call)) throw forbidden();
    await this.kit.audit.read(call, { action: 'document', kind: 'cashier-shift', documentId: id });
    return this.envelope(row, call);
  }

  /**
   * Closes a shift with the counted amounts. The cashier closes it, or a supervisor if the cashier has left.
   * @throws 403, 404, 409, 422 if a method and currency of the shift was not counted, or a difference has no comment
   */
  async close(id: string, body: unknown, call: Call): Promise<{ status: number; body: Envelope }> {
    const { value, errors } = checkBody(CloseShiftBody, body, call.language);
    if (errors.length) throw unprocessable(errors);
    const counted = ((value.counted ?? []) as (Money & { method: string })[]).map((count) => ({ ...count, method: this.methods.codeOf(count.method) }));
    const again = async (made: { status: number; documentId: string }) => ({
      status: made.status,
      body: await this.envelope(await this.rowOf(made.documentId), call),
    });
    return this.kit.idempotency.once<Envelope>(
      call,
      { id, ...value },
      async (remember) => {
        const found = await this.rowOf(id);
        if (!this.mayRead(found, call)) throw forbidden();
        const row = await this.kit.db.write(async (tx) => {
          await remember(tx, { status: 200, documentId: id, version: found.version + 1 });
          const shift = await this.kit.db.findForUpdate(tx, ShiftRow, id);
          if (!shift) throw notFound('shift');
          if (shift.status !== 'OPEN') throw conflict('ACTION_NOT_ALLOWED', notOpen);
          if (shift.version !== value.version) throw conflict('STALE_VERSION', closedMeanwhile);
          const counts = this.countsOf(await this.sums(shift, tx), counted, value.comment, call.language);
          const balanced = counts.every(({ amount, expected }) => amount === expected);
          const closed: ShiftRow = {
            ...shift,
            version: shift.version + 1,
            status: 'CLOSED',
            openFor: null,
            closedAt: this.kit.clock.now(),
            counts,
            balanced: balanced ? 'YES' : 'NO',
            comment: value.comment || null,
          };
          await tx.save(ShiftRow, closed);
          await this.kit.audit.add(tx, call, { action: 'close', kind: 'cashier-shift', documentId: id, details: { counts, balanced } });
          return closed;
        });
        return { status: 200, body: await this.envelope(row, call) };
      },
      again,
    );
  }

  /**
   * Compares the counted amounts with the expected ones.
   * @throws 422
   */
  private countsOf(
    sums: ReturnType<typeof sumsOf>,
    counted: readonly (Money & { method: string })[],
    comment: string | undefined,
    language: Language,
  ): Count[] {
    const errors: Fault[] = [];
    const keyOf = ({ method, currencyCode }: { method: string; currencyCode: string }): string => `${method} ${currencyCode}`;
    const expected = new Map(sums.map((sum) => [keyOf(sum), sum.expected]));
    const given = new Map<string, number>();
    for (const [i, count] of counted.entries()) {
      const key = keyOf(count);
      if (given.has(key)) errors.push({ code: 'CHOICE', field: `counted[${i}]`, message: L('Give one amount for each', 'Indique um só montante para cada') });
      // Money without a receipt may be counted too; it is reported as a difference.
      else if (!expected.has(key)) errors.push(...this.strangeCount(count, i));
      given.set(key, count.amount);
    }
    for (const sum of sums)
      if (!given.has(keyOf(sum)))
        errors.push({
          code: 'REQUIRED',
          field: 'counted',
          message: sentence('Count {{method}} in {{currency}}', 'Conte {{method}} em {{currency}}', {
            method: L(this.names.method(sum.method, 'en'), this.names.method(sum.method, 'pt')),
            currency: sum.currencyCode,
          }),
        });
    const all = [...new Map([...sums, ...counted].map((each) => [keyOf(each), each])).values()];
    const counts = all.map(({ method, currencyCode }) => {
      const key = `${method} ${currencyCode}`;
      return { method, currencyCode, expected: expected.get(key) ?? 0, amount: given.get(key) ?? 0 };
    });
    const different = counts.filter((count) => count.amount !== count.expected);
    if (errors.length === 0 && different.length > 0 && !comment) {
      const list = different.map((count) => formatAmount(count.amount - count.expected, count.currencyCode, language)).join(', ');
      errors.push({
        code: 'REQUIRED',
        field: 'comment',
        message: sentence('Say why there is a difference: {{list}}', 'Diga a que se deve a diferença: {{list}}', { list }),
      });
    }
    if (errors.length) throw unprocessable(errors);
    return counts;
  }

  private strangeCount(count: Money & { method: string }, i: number): Fault[] {
    const methods = this.store.get('payment-methods').byCode;
    const wrongMethod = methods.has(count.method)
      ? []
      : [{ code: 'CHOICE', field: `counted[${i}].method`, message: L('There is no such method', 'Não existe esse meio') }];
    return [...wrongMethod, ...this.currencyFaults([count], 'counted', ({ currencyCode }) => currencyCode, i)];
  }

  private currencyFaults<T extends Money>(amounts: readonly T[], field: string, keyOf: (amount: T) => string, from = 0): Fault[] {
    const currencies = this.store.get('currencies').byCode;
    const seen = new Set<string>();
    return amounts.flatMap((each, i): Fault[] => {
      const again = seen.has(keyOf(each));
      seen.add(keyOf(each));
      if (again || !currencies.has(each.currencyCode))
        return [
          {
            code: 'CHOICE',
            field: `${field}[${from + i}].currencyCode`,
            message: again
              ? L('Give one amount for each currency', 'Indique um só montante para cada moeda')
              : L('There is no such currency', 'Não existe essa moeda'),
          },
        ];
      return [];
    });
  }

  private async sums(shift: ShiftRow, from: EntityManager = this.kit.db.reader): Promise<ReturnType<typeof sumsOf>> {
    const paid = await from
      .createQueryBuilder(ReceiptRow, 'r')
      .select('r.method', 'method')
      .addSelect('r.currencyCode', 'currencyCode')
      .addSelect('sum(r.total)', 'total')
      .addSelect('count(*)', 'receipts')
      .where('r.shiftId = :id', { id: shift.id })
      .groupBy('r.method')
      .addGroupBy('r.currencyCode')
      .getRawMany<{ method: string | null; currencyCode: string; total: string | number; receipts: string | number }>();
    return sumsOf(
      shift.floats,
      paid.map((each) => ({ method: each.method ?? CASH, currencyCode: each.currencyCode, total: Number(each.total), receipts: Number(each.receipts) })),
      this.methods.cashMethod(),
    );
  }

  private async withSums(row: ShiftRow, language: Language): Promise<Shift> {
    const sums = (await this.sums(row)).map((sum) => ({ ...sum, methodName: this.names.method(sum.method, language) }));
    return { ...this.published(row, language), sums };
  }

  /** Returns a shift as its readers see it. */
  published(row: ShiftRow, language: Language): Shift {
    const { id, version, cashier, status, automatic, floats, closedAt, counts, balanced, comment } = row;
    const office = this.names.office(row.office, language);
    return {
      id,
      version,
      cashier,
      status,
      automatic: Boolean(automatic),
      floats,
      createdAt: dateTime(row.createdAt),
      ...(office ? { office } : {}),
      ...(closedAt ? { closedAt: dateTime(closedAt) } : {}),
      ...(balanced ? { balanced } : {}),
      ...(comment ? { comment } : {}),
      ...(counts
        ? { counts: counts.map((count) => ({ ...count, methodName: this.names.method(count.method, language), difference: count.amount - count.expected })) }
        : {}),
    };
  }

  /** Whether the caller sees the shifts of all cashiers. */
  seesAll({ actor }: Call): boolean {
    return hasRole(actor, 'payment-receipt-supervise');
  }

  private mayRead(row: ShiftRow, call: Call): boolean {
    return row.cashierSub === call.actor.sub || this.seesAll(call);
  }

  private async envelope(row: ShiftRow, call: Call): Promise<Envelope> {
    const close: OfferedAction = {
      name: 'close',
      label: say(L('Close the shift', 'Encerrar o turno'), call.language),
      method: 'POST',
      url: `/v1/payment/shift/${row.id}/actions/close`,
      modes: ['*'],
      kind: 'submit',
      hideOnSubmit: false,
      commentRequired: false,
    };
    return { model: await this.withSums(row, call.language), actions: row.status === 'OPEN' ? [close] : [] };
  }

  private async openRow({ actor }: Call): Promise<ShiftRow | null> {
    return this.kit.db.reader.findOneBy(ShiftRow, { openFor: accountOf(actor.sub) });
  }

  private async rowOf(id: string): Promise<ShiftRow> {
    const row = await this.kit.db.reader.findOneBy(ShiftRow, { id });
    if (!row) throw notFound('shift');
    return row;
  }

  private rowFor(floats: Money[], automatic: boolean, { actor }: Call): ShiftRow {
    const sub = accountOf(actor.sub);
    return {
      id: this.kit.ids.next(),
      version: 1,
      cashierSub: sub,
      cashier: actor.name,
      ...foldedShift({ cashier: actor.name }),
      office: actor.agencies[0] ?? null,
      openFor: sub,
      status: 'OPEN',
      automatic,
      floats,
      createdAt: this.kit.clock.now(),
      closedAt: null,
      counts: null,
      balanced: null,
      comment: null,
    };
  }
}

/**
 * Returns the account to which a shift belongs; a shift without an account is not possible.
 * @throws 400
 */
function accountOf(sub: string | null): string {
  if (sub === null) throw badRequest('BAD_REQUEST', '', L('A shift needs an account', 'Um turno precisa de uma conta'));
  return sub;
}
