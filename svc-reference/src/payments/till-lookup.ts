/** The receipts in the search over everything. */

import { Injectable } from '@nestjs/common';
import { L, listResult } from '@portal/contract-kit';
import {
  Audit,
  type Call,
  Database,
  dateTime,
  folded,
  type LookupAnswer,
  type LookupRecord,
  localise,
  NameLookup,
  readLookupText,
  referencesWith,
} from '@portal/service-kit';
import { In } from 'typeorm';
import { ReceiptRow } from '../database/payment.entities.ts';
import { receiptWords } from './receipt-words.ts';

/** Maximum number of receipts in a response. */
const most = 20;
/** Number of receipts that each condition may find: one more than a response has, to learn whether there are more. */
const mostFound = most + 1;

const kindName = L('Receipt', 'Recibo');
const statuses = { RECORDED: L('Recorded', 'Registado'), VOIDED: L('Voided', 'Anulado'), COUNTER: L('Counter-receipt', 'Contra-recibo') };
const statusOf = ({ voids, voidedBy }: ReceiptRow): keyof typeof statuses => (voids ? 'COUNTER' : voidedBy ? 'VOIDED' : 'RECORDED');

/** Finds receipts by their number, by the number of their document or slip, and by the words of the payer's name. */
@Injectable()
export class TillLookup {
  constructor(
    private readonly db: Database,
    private readonly audit: Audit,
  ) {}

  /**
   * Returns at most twenty receipts: first those with exactly this number, then those whose reference contains it, then those found by name; each group newest
   * first.
   * @throws 400
   */
  async find(raw: unknown, call: Call): Promise<LookupAnswer> {
    const asked = readLookupText(raw);
    const numbered = /\d/.test(asked.number);
    const references = await referencesWith(this.db, asked.number);
    const [exact, holding, named] = await Promise.all([
      numbered ? this.newest([{ documentReferenceFolded: folded(asked.text, 'number') }, { slip: asked.text.toUpperCase() }]) : [],
      references.length ? this.newest([{ reference: In(references) }]) : [],
      asked.words.length ? new NameLookup(this.db, receiptWords.kind, [receiptWords.agency]).find(asked.words, mostFound) : [],
    ]);
    const found = [...new Set([...exact, ...holding, ...named.map(({ id }) => id)])];
    const ids = found.slice(0, most);
    const rows = ids.length ? await this.db.reader.findBy(ReceiptRow, { id: In(ids) }) : [];
    const byId = new Map(rows.map((row) => [row.id, row]));
    await this.audit.read(call, { action: 'lookup', kind: 'receipt', details: { found: rows.length } });
    const records = ids.flatMap((id) => byId.get(id) ?? []).map((row) => recordOf(row, call));
    return { ...listResult(records), ...(found.length > most ? { atLeast: true } : {}) };
  }

  private async newest(where: object[]): Promise<string[]> {
    const rows = await this.db.reader.find(ReceiptRow, { select: { id: true }, where, order: { id: 'DESC' }, take: mostFound });
    return rows.map(({ id }) => id);
  }
}

function recordOf(row: ReceiptRow, { language }: Call): LookupRecord {
  const status = statusOf(row);
  return {
    kind: 'receipt',
    id: row.id,
    reference: row.reference,
    title: row.payer,
    subtitle: `${localise(kindName, language)} · ${row.documentReference}`,
    documentStatus: status,
    statusName: localise(statuses[status], language),
    date: dateTime(row.createdAt),
    url: `/account/receipt/view/${row.id}`,
    groupKeys: { person: null, vehicle: null },
  };
}
