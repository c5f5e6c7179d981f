/** The lists of agents: a call stores the rows, a job registers them, and the agent reads the outcome of each row. */
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { dayMs, formatDay, inBoth, L, type Language, type ListResult, listResult, type PrintLayout, say, sentence } from '@portal/contract-kit';
import {
  type Call,
  conflict,
  csvLine,
  csvStart,
  DocumentKit,
  dateTime,
  type Fault,
  insertRow,
  insertTogether,
  isDuplicate,
  localise,
  notFound,
  type PrintedForm,
  tooMany,
  unavailable,
} from '@portal/service-kit';
import type { FileFormat } from '@portal/service-kit/files';
import { type EntityManager, In, MoreThan, Not } from 'typeorm';
import { type ArrivalDeclaration, type ImportedPerson, type ImportFault, type ImportModel, laneNames, type RefusedRow } from '../../contract/index.ts';
import { ArrivalRow } from '../arrival/arrival.row.ts';
import { ArrivalService } from '../arrival/arrival.service.ts';
import { issuerOf } from '../shared/declaration.prints.ts';
import { importColumns } from './import.columns.ts';
import { ImportLineRow, type ImportMode, ImportRow } from './import.entities.ts';
import { type ImportLine, readList } from './import.file.ts';
import { IMPORT_TOPIC, type LineContent, lineContext, personKeys, type Sender, senderContext } from './import.lines.ts';
import { csvOfRefused, xlsxOfRefused } from './import.template.ts';

/** Maximum number of lists that one agent may send in 24 hours. */
const listsADay = 50;
/** How long a call waits for another call that is storing the same file, and the interval between its checks, in ms. */
const intakeMs = 10_000;
const lookMs = 250;
/** Number of rows that are stored in one transaction when a list arrives. */
const storedAtOnce = 500;
/** Longest time that a caller waits for the print of the codes, in ms. A call that is repeated gets the same drawing. */
const drawingMs = 20_000;
const page = 200;
/** Number of refused rows on a page, each with all its errors. */
const refusedPage = 20;

@Injectable()
export class DeclarationImports {
  constructor(
    private readonly kit: DocumentKit,
    private readonly arrivals: ArrivalService,
  ) {}

  /**
   * Receives a list. The same file in the same mode is the same import.
   * @throws 413, 415, 422 with what is wrong with the file; 429 after too many lists in a day; 503 if another call stores the same file instead
   */
  async receive(bytes: Buffer, fileName: string, mode: ImportMode, call: Call): Promise<ImportModel> {
    const { kit } = this;
    const ownerSub = call.actor.sub as string;
    const digest = createHash('sha256').update(`${mode}\n`).update(bytes).digest('hex');
    const known = await this.known(ownerSub, digest);
    if (known && known.status !== 'RECEIVING') return { ...modelOf(known), repeated: true };
    const { lines } = await readList(bytes);
    await this.checkQuota(ownerSub);
    const sender: Sender = { actor: { ...call.actor }, language: call.language };
    const id = kit.ids.next();
    const row: ImportRow = {
      id,
      ownerSub,
      digest,
      fileName: fileName.slice(0, 200),
      mode,
      status: 'RECEIVING',
      total: lines.length,
      accepted: 0,
      refused: 0,
      sender: kit.encryption.encryptJson(sender, senderContext(id)),
      createdAt: kit.clock.now(),
      checkedAt: null,
      finishedAt: null,
    };
    try {
      await kit.db.write(async (tx) => {
        // An earlier call was interrupted: this list replaces what it has stored.
        if (known) await discard(tx, known.id);
        await insertRow(tx, ImportRow, row);
      });
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      // Another call stored the same file at the same moment.
      return this.receive(bytes, fileName, mode, call);
    }
    try {
      await this.store(id, lines);
      await kit.db.write(async (tx) => {
        const { affected } = await tx.update(ImportRow, { id, status: 'RECEIVING' }, { status: 'PROCESSING' });
        if (affected !== 1)
          throw unavailable(
            L('The same file is being stored again. Try again in a moment.', 'O mesmo ficheiro está a ser guardado de novo. Tente dentro de momentos.'),
          );
        await kit.audit.add(tx, call, { action: 'import', kind: 'arrival-declaration', documentId: id, details: { rows: lines.length, mode } });
        await kit.outbox.add(tx, IMPORT_TOPIC, { id }, call.requestId);
      });
    } catch (error) {
      // Without a database the list stays until the daily cleaning. Nobody sees it meanwhile.
      await kit.db.write((tx) => discard(tx, id)).catch(() => undefined);
      throw error;
    }
    return modelOf({ ...row, status: 'PROCESSING' });
  }

  /** Returns one of the caller's imports. @throws 404 */
  async load(id: string, call: Call): Promise<ImportModel> {
    const row = await this.own(id, call);
    const looksFirst = row.mode === 'all' && row.status === 'PROCESSING' && !row.checkedAt;
    const right = looksFirst ? await this.kit.db.reader.countBy(ImportLineRow, { importId: id, state: 'CHECKED' }) : 0;
    return { ...modelOf(row), ...(looksFirst ? { checked: right + row.accepted + row.refused } : {}) };
  }

  /** Returns the caller's imports, newest first. A list whose rows are still being stored is none yet. */
  async list(call: Call): Promise<ListResult<ImportModel>> {
    const rows = await this.kit.db.reader.find(ImportRow, {
      where: { ownerSub: call.actor.sub as string, status: Not('RECEIVING') },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: page,
    });
    return listResult(rows.map(modelOf));
  }

  /** Returns the errors as CSV: row, column, value, message. */
  async faults(id: string, call: Call): Promise<string> {
    await this.own(id, call);
    const rows = (await this.refusedLines(id)).flatMap((line) =>
      faultsOf(this.contentOf(line), call.language).map(({ column, value, message }) => csvLine([line.row, column, value, message])),
    );
    return csvStart + csvLine(['row', 'column', 'value', 'message']) + rows.join('');
  }

  /** Returns the refused rows in the order of the list. @param number of the page, from 1 */
  async refused(id: string, number: number, call: Call): Promise<ListResult<RefusedRow>> {
    const { refused } = await this.own(id, call);
    const lines = await this.refusedLines(id, pageFrom(number, refusedPage), refusedPage);
    return { records: lines.map((line) => ({ row: line.row, faults: faultsOf(this.contentOf(line), call.language) })), totalRecords: refused };
  }

  /** Returns the refused rows as a file to correct: the columns of the template, with the number of each row and its errors. */
  async refusedFile(id: string, format: FileFormat, call: Call): Promise<string | Buffer> {
    await this.own(id, call);
    const lines = (await this.refusedLines(id)).map((line) => ({ row: line.row, ...this.contentOf(line) }));
    const rows = lines.map(({ row, cells, beyond, faults }) => ({
      row,
      cells,
      beyond,
      fault: faultsOf({ cells, faults }, call.language)
        .map(({ column, message }) => (column ? `${column}: ${message}` : message))
        .join(' | '),
    }));
    return format === 'xlsx' ? xlsxOfRefused(rows) : csvOfRefused(rows);
  }

  /** Returns the registered persons in the order of the list. @param number of the page, from 1 */
  async people(id: string, number: number, call: Call): Promise<ListResult<ImportedPerson>> {
    const { accepted } = await this.own(id, call);
    return { records: (await this.accepted(id, pageFrom(number, page), page)).map(({ person }) => person), totalRecords: accepted };
  }

  /** Returns the codes of all persons as CSV. */
  async codesAsCsv(id: string, call: Call): Promise<string> {
    await this.own(id, call);
    const all = await this.accepted(id);
    const lines = all.map(({ person, code }) => csvLine([person.row, person.reference, person.name, person.lane, code]));
    return csvStart + csvLine(['row', 'reference', 'name', 'lane', 'code']) + lines.join('');
  }

  /**
   * Returns the codes of all persons as one PDF. It is not stored, because it would remain after the erasure of one of the declarations. @throws 404, 409 if
   * nobody is registered, 503 with Retry-After while it is not ready
   */
  async codes(id: string, call: Call): Promise<PrintedForm> {
    const { kit } = this;
    const { createdAt } = await this.own(id, call);
    const all = await this.accepted(id);
    if (all.length === 0) throw conflict('ACTION_NOT_ALLOWED', L('Nobody of this list is registered', 'Ninguém desta lista está registado'));
    const { language } = call;
    const { portalName, productName } = kit.settings;
    const layout: PrintLayout = {
      page: 'form',
      language,
      issuer: issuerOf({ portalName, productName, language }),
      title: say(L('Codes of the travellers', 'Códigos dos viajantes'), language),
      reference: formatDay(dateTime(createdAt).slice(0, 10), language),
      blocks: [
        {
          kind: 'codes',
          items: all.map(({ person, code }) => ({ text: code, title: person.name, lines: [person.reference, say(laneNames[person.lane], language)] })),
        },
      ],
      footer: '',
    };
    const pdf = await kit.prints.draw(layout, drawingMs, call.requestId);
    if (!pdf)
      throw unavailable(L('The codes are being drawn. Try again in a moment.', 'Os códigos estão a ser desenhados. Tente de novo dentro de momentos.'), 5);
    return { fileName: `codes-${id}.pdf`, pdf };
  }

  /** Finds one of the caller's imports. An import of another agent gives 404, as if it did not exist. */
  private async own(id: string, call: Call): Promise<ImportRow> {
    const row = id.length === 36 ? await this.kit.db.findById(ImportRow, id) : null;
    if (!row || row.ownerSub !== call.actor.sub) throw notFound('import');
    return row;
  }

  /** Finds the import of a file. If another call is storing that file, waits for it; if that call was interrupted, the status stays `RECEIVING`. */
  private async known(ownerSub: string, digest: string): Promise<ImportRow | null> {
    const find = () => this.kit.db.reader.findOneBy(ImportRow, { ownerSub, digest });
    let row = await find();
    for (let waited = 0; row?.status === 'RECEIVING' && waited < intakeMs; waited += lookMs) {
      await wait(lookMs);
      row = await find();
    }
    return row;
  }

  /** Checks the number of lists in the last 24 hours. @throws 429 */
  private async checkQuota(ownerSub: string): Promise<void> {
    const now = this.kit.clock.now().getTime();
    const latest = await this.kit.db.reader.find(ImportRow, {
      select: { id: true, createdAt: true },
      where: { ownerSub, createdAt: MoreThan(new Date(now - dayMs)) },
      order: { createdAt: 'DESC' },
      take: listsADay,
    });
    const oldest = latest[listsADay - 1];
    if (oldest)
      throw tooMany(
        sentence('You sent {{count}} lists in a day. Try again tomorrow.', 'Enviou {{count}} listas num dia. Tente de novo amanhã.', { count: listsADay }),
        Math.max(1, Math.ceil((oldest.createdAt.getTime() + dayMs - now) / 1000)),
      );
  }

  private async store(importId: string, lines: readonly ImportLine[]): Promise<void> {
    const { kit } = this;
    const seen = new Map<string, number>();
    for (let from = 0; from < lines.length; from += storedAtOnce)
      await kit.db.write((tx) =>
        insertTogether(tx, async () => {
          for (const { row, cells, beyond, faults } of lines.slice(from, from + storedAtOnce)) {
            const key = personKeys(kit.blindIndex, cells)?.key;
            const first = key === undefined ? undefined : (seen.get(key) ?? row);
            if (key !== undefined && first === row) seen.set(key, row);
            const content: LineContent = { cells, beyond, faults: [...faults, ...(first !== undefined && first !== row ? [duplicate(first)] : [])], key };
            await insertRow(tx, ImportLineRow, {
              importId,
              row,
              state: 'WAITING',
              content: kit.encryption.encryptJson(content, lineContext(importId, row)),
              documentId: null,
            });
          }
        }),
      );
  }

  private refusedLines(importId: string, skip?: number, take?: number): Promise<ImportLineRow[]> {
    return this.kit.db.reader.find(ImportLineRow, { where: { importId, state: 'REFUSED' }, order: { row: 'ASC' }, skip, take });
  }

  private contentOf({ importId, row, content }: ImportLineRow): LineContent {
    return this.kit.encryption.decryptJson(content as LineContent, lineContext(importId, row));
  }

  private async accepted(importId: string, skip = 0, take?: number): Promise<{ person: ImportedPerson; code: string }[]> {
    const { kit, arrivals } = this;
    const lines = await kit.db.reader.find(ImportLineRow, { where: { importId, state: 'ACCEPTED' }, order: { row: 'ASC' }, ...(take ? { skip, take } : {}) });
    const found: { person: ImportedPerson; code: string }[] = [];
    for (let from = 0; from < lines.length; from += page) {
      const some = lines.slice(from, from + page);
      const rows = await kit.db.reader.findBy(ArrivalRow, { id: In(some.map(({ documentId }) => documentId as string)) });
      const byId = new Map(rows.map((row) => [row.id, row]));
      for (const { row, documentId } of some) {
        const document = byId.get(documentId ?? '');
        if (!document) continue;
        const model: ArrivalDeclaration = arrivals.modelOf(document);
        const { id, documentStatus, lane } = model;
        found.push({
          person: { row, id, reference: model.serialReference.reference, name: arrivals.definition.nameOf(model), lane, documentStatus },
          code: kit.signer.url(arrivals.statement(model), 'seal'),
        });
      }
    }
    return found;
  }
}

/** Deletes a list whose rows are not all stored. */
async function discard(tx: EntityManager, id: string): Promise<void> {
  await tx.delete(ImportRow, { id, status: 'RECEIVING' });
  if (!(await tx.existsBy(ImportRow, { id }))) await tx.delete(ImportLineRow, { importId: id });
}

/** Returns the index of the first record on a page. */
const pageFrom = (number: number, size: number): number => (Math.max(1, Math.min(Math.trunc(number), 1_000)) - 1) * size;

/** Returns the errors of a row in the order of the columns, in the caller's language. */
function faultsOf({ cells, faults }: Pick<LineContent, 'cells' | 'faults'>, language: Language): ImportFault[] {
  const inOrder = [...faults].sort((a, b) => placeOf(a.field) - placeOf(b.field));
  return inOrder.map(({ field, message }) => ({
    column: field,
    label: say(importColumns[placeOf(field)]?.label ?? inBoth(''), language),
    value: cells[field] ?? '',
    message: localise(message, language),
  }));
}

const placeOf = (field: string): number => importColumns.findIndex(({ name }) => name === field);

const duplicate = (row: number): Fault => ({
  code: 'DUPLICATE',
  field: 'travellerCode',
  message: sentence('The same person arrives on the same day in row {{row}}', 'A mesma pessoa chega no mesmo dia na linha {{row}}', { row }),
});

const modelOf = ({ id, fileName, mode, status, total, accepted, refused, createdAt, finishedAt }: ImportRow): ImportModel => ({
  id,
  status: status === 'RECEIVING' ? 'PROCESSING' : status,
  total,
  accepted,
  refused,
  fileName,
  mode,
  createdAt: dateTime(createdAt),
  ...(finishedAt ? { finishedAt: dateTime(finishedAt) } : {}),
});
