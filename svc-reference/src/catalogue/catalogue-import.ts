/** Imports files with catalogue records: a dry run reports what a file would change, and the import makes all of these changes or none. */

import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { type Bilingual, type DocumentEnvelope, L, type Language, say, sentence } from '@portal/contract-kit';
import {
  type Answer,
  Audit,
  badRequest,
  type Call,
  conflict,
  csvTextOf,
  Database,
  Idempotency,
  ProblemError,
  type StoredAnswer,
  unprocessable,
} from '@portal/service-kit';
import { FileFault, type FileRow, fileRows, withoutColumn } from '@portal/service-kit/files';
import type { EntityManager } from 'typeorm';
import type { CellFault, ImportPlan, ImportResult, Proposal } from '../../contract/index.ts';
import { CatalogueRow, type RecordChange } from '../database/catalogue.entities.ts';
import { faultWords } from './catalogue-labels.ts';
import {
  contentFaults,
  feeFaults,
  feesByDocument,
  lastingFaults,
  nameLanguage,
  type RecordContent,
  readRecord,
  retiredReferences,
} from './catalogue-record.ts';
import { type CachedCatalogue, CatalogueStore } from './catalogue-store.ts';
import type { CatalogueDefinition } from './definitions.ts';
import { differencesOf, type Period, periodOn, periodsOf, type RecordState, standingOn, stateOf, written, wrongDays } from './periods.ts';
import { Proposals } from './proposals.ts';
import { RecordChanges } from './record-changes.ts';

/** Largest size of a file in bytes, and largest number of rows. */
export const mostBytes = 8 * 1024 * 1024;
const mostRows = 20_000;
/** Largest number of rows, and of faults, in one response. */
const mostShown = 500;

/** A fault whose message is not yet translated into the reader's language. */
type ReadFault = Omit<CellFault, 'message'> & { message: Bilingual };

interface ReadRow {
  row: number;
  cells: Record<string, string>;
  /** The record as the file describes it, with the stored values of the fields for which the file has no column. */
  record: RecordContent;
  /** The stored record; null if the file creates it. */
  before: RecordState | null;
}

interface ParsedFile {
  rows: ReadRow[];
  columns: ReadonlySet<string>;
  faults: ReadFault[];
}

interface PlannedImport extends ParsedFile {
  changes: (RecordChange & { row: number | null })[];
  unchanged: number;
}

export interface ImportOptions {
  retireMissing: boolean;
  /** The `plan` that a dry run returned. */
  plan?: string;
  reason: string | null;
}

type ImportAnswer = Answer<ImportResult | DocumentEnvelope<Proposal>>;
type StoreAnswer = (tx: EntityManager, made: StoredAnswer) => Promise<void>;

@Injectable()
export class CatalogueImport {
  constructor(
    private readonly db: Database,
    private readonly audit: Audit,
    private readonly store: CatalogueStore,
    private readonly changes: RecordChanges,
    private readonly proposals: Proposals,
    private readonly idempotency: Idempotency,
  ) {}

  /**
   * Returns what a file would change, without changing anything.
   * @throws 400, 413, 415, 422 if the file cannot be read at all
   */
  async dryRun(name: string, file: Buffer, options: ImportOptions, language: Language): Promise<ImportPlan> {
    const planned = await this.plan(this.store.open(name), file, options);
    const { changes, faults } = planned;
    return {
      ...countsOf(planned),
      refused: new Set(faults.map(({ row }) => row)).size,
      plan: digestOf(changes),
      rows: changes.slice(0, mostShown).map(({ row, code, version, before, after }) => ({
        row,
        code,
        name: after.name,
        outcome: version === 0 ? 'CREATED' : row === null ? 'RETIRED' : 'CHANGED',
        differences: differencesOf(before, after),
      })),
      faults: faults.slice(0, mostShown).map((fault) => ({ ...fault, message: say(fault.message, language) })),
      totalFaults: faults.length,
    };
  }

  /**
   * Creates, changes and retires the records of a file: all of them, or none if there is a fault; all faults are then reported. If the catalogue requires
   * approval, the changes become one proposal. A repeated import (same idempotency key and same file) gets the first response.
   * @throws 400, 409 if the plan is no longer the same, 413, 415, 422 with `rows.<row>.<field>`
   */
  run(name: string, file: Buffer, options: ImportOptions, call: Call): Promise<ImportAnswer> {
    const held = this.store.open(name);
    const sent = { ...options, digest: createHash('sha256').update(file).digest('hex') };
    return this.idempotency.once<ImportAnswer['body']>(
      call,
      sent,
      (remember) => this.apply(held, file, options, call, remember),
      // Every import stores its response, so it is not built again.
      async ({ status, answer }) => ({ status, body: answer as ImportAnswer['body'] }),
    );
  }

  private async apply(held: CachedCatalogue, file: Buffer, options: ImportOptions, call: Call, remember: StoreAnswer): Promise<ImportAnswer> {
    const { name } = held;
    const planned = await this.plan(held, file, options);
    const { faults } = planned;
    if (faults.length)
      throw unprocessable(
        faults.slice(0, mostShown).map(({ row, column, fault, message }) => ({
          code: fault,
          field: `rows.${row}${column && `.${column}`}`,
          message: sentence('Line {{row}}: {{message}}', 'Linha {{row}}: {{message}}', { row, message }),
        })),
      );
    if (options.plan && options.plan !== digestOf(planned.changes))
      throw conflict(
        'STALE_VERSION',
        L('The records have changed since the trial: try the file again', 'Os registos mudaram desde o ensaio: ensaie o ficheiro de novo'),
      );
    const counts = countsOf(planned);
    const changes = planned.changes.map(({ row: _row, ...change }) => change);
    if (changes.length && held.definition.approval) return this.proposals.propose(name, 'import', changes, options.reason, call, remember);
    await this.changes.transact(async (tx) => {
      await remember(tx, { status: 200, documentId: name, version: 0, answer: counts });
      if (changes.length === 0) return;
      await this.changes.apply(tx, name, changes, { by: call.actor.name, reason: options.reason });
      await this.audit.add(tx, call, { action: 'import', kind: 'catalogue', reference: name, details: { ...counts } });
    });
    return { status: 200, body: counts };
  }

  private async plan(held: CachedCatalogue, file: Buffer, { retireMissing }: ImportOptions): Promise<PlannedImport> {
    const stored = new Map((await this.db.reader.findBy(CatalogueRow, { catalogue: held.name })).map((row) => [row.code, row]));
    const today = this.store.today();
    const read = await readFile(held, file, stored, today);
    const changes: PlannedImport['changes'] = [];
    let unchanged = 0;
    const codes = new Set<string>();
    const refused = new Set(read.faults.map(({ row }) => row));
    const inFile = new Set(read.rows.map(({ record }) => record.code));
    const own = (catalogue: string, code: string): boolean =>
      catalogue === held.name ? stored.has(code) || inFile.has(code) : this.store.has(catalogue, code);
    // A retired record that is in the file is restored, so references to it are valid.
    const isRetired = (catalogue: string, code: string): boolean => !(catalogue === held.name && inFile.has(code)) && this.store.isRetired(catalogue, code);
    const rows = read.rows.map((each) => ({ ...each, after: { ...written(each.before ?? undefined, each.record, today), retired: false } }));
    const unnamed = [...stored.values()].flatMap(({ code, version, ...row }) => {
      const before = stateOf(row);
      // An export contains only the records of one standing: that of the records in force names neither those that have ended nor those to come.
      const retired = before.retired || (retireMissing && !standingOn(before, today));
      return inFile.has(code) ? [] : [{ code, version, before, after: { ...before, retired } }];
    });
    // The fees as they will be after the import.
    const fees = feesByDocument(held.name, [...unnamed, ...rows.map(({ record, after }) => ({ code: record.code, after }))], today);
    for (const { row, cells, record, before, after } of rows) {
      const fault = (column: string, code: string, message: Bilingual) =>
        read.faults.push({ row, code: record.code, column, value: cells[column] ?? '', fault: code, message });
      if (codes.has(record.code)) fault('code', 'CHOICE', faultWords.codeTwice(record.code));
      codes.add(record.code);
      for (const { field, code, message } of contentFaults(held.definition, record, own)) fault(field, code, message);
      for (const { field, code, message } of retiredReferences(held.definition, record, before, isRetired)) fault(field, code, message);
      for (const { field, code, message } of lastingFaults(held.definition, { before, after })) fault(field, code, message);
      for (const { field, code, message } of feeFaults({ code: record.code, before, after }, fees)) fault(field, code, message);
      for (const { field, code, message } of wrongDays(after)) fault(field, code, message);
      // An invalid row changes nothing.
      if (read.faults.at(-1)?.row === row || refused.has(row)) continue;
      if (before && isDeepStrictEqual(before, after)) unchanged += 1;
      else changes.push({ row, code: record.code, action: before ? 'import' : 'create', version: stored.get(record.code)?.version ?? 0, before, after });
    }
    for (const { code, version, before, after } of unnamed)
      if (after.retired && !before.retired) changes.push({ row: null, code, action: 'retire', version, before, after });
    return { ...read, changes, unchanged };
  }
}

const countsOf = ({ changes, unchanged }: PlannedImport): ImportResult => ({
  created: changes.filter(({ version }) => version === 0).length,
  changed: changes.filter(({ version, row }) => version > 0 && row !== null).length,
  unchanged,
  retired: changes.filter(({ row }) => row === null).length,
});

const digestOf = (changes: PlannedImport['changes']): string =>
  createHash('sha256')
    .update(JSON.stringify(changes.map(({ code, version, after }) => [code, version, after])))
    .digest('base64url');

/** Returns the period that is the basis of the content in the file: the one that it replaces, or the one that was valid before it. */
const basisOf = (before: RecordState | null, { effectiveFrom }: RecordContent, today: string): Period | undefined => {
  const periods = before ? periodsOf(before) : [];
  return periodOn(periods, effectiveFrom ?? today) ?? periods[0];
};

/** Returns the entries for which the file has no column as they are stored, and the others as they are in the file. */
function merged<Value>(
  stored: Record<string, Value>,
  given: Record<string, Value>,
  columns: ReadonlySet<string>,
  columnOf = (key: string): string => key,
): Record<string, Value> {
  const kept = Object.entries(stored).filter(([key]) => !columns.has(columnOf(key)));
  return Object.fromEntries([...kept, ...Object.entries(given).filter(([key]) => columns.has(columnOf(key)))]);
}

/** Keeps the values, the names and the last day of the stored record for which the file has no column. */
const completed = (record: RecordContent, before: RecordState, basis: Period, columns: ReadonlySet<string>): RecordContent => ({
  ...record,
  names: merged(basis.names, record.names, columns, (language) => `name_${language}`),
  values: merged(basis.values, record.values, columns),
  ...(columns.has('effectiveTo') || !before.effectiveTo ? {} : { effectiveTo: before.effectiveTo }),
});

/**
 * Reads the records of a file, and the faults of its cells.
 * @throws 413, 415, 422 if the file cannot be read at all
 */
async function readFile({ definition }: CachedCatalogue, file: Buffer, stored: ReadonlyMap<string, CatalogueRow>, today: string): Promise<ParsedFile> {
  if (file.length === 0) throw badRequest('BAD_REQUEST', 'file', L('The file is empty', 'O ficheiro está vazio'));
  if (file.length > mostBytes)
    throw new ProblemError(413, [
      { code: 'FILE_TOO_LARGE', field: 'file', message: L('The file must be 8 MB or smaller', 'O ficheiro deve ter no máximo 8 MB') },
    ]);
  const read = { rows: [] as ReadRow[], columns: new Set<string>(), faults: [] as ReadFault[] };
  let head: string[] | undefined;
  try {
    for await (const each of fileRows(file, (column) => isDayColumn(definition, column))) {
      if (!head) {
        head = headOf(definition, each);
        for (const column of head) if (column) read.columns.add(column);
      } else readRow(definition, head, each, read, stored, today);
      if (read.rows.length > mostRows)
        throw new FileFault('MAX_ITEMS', sentence('The file has more than {{most}} rows', 'O ficheiro tem mais de {{most}} linhas', { most: mostRows }));
    }
  } catch (error) {
    if (error instanceof FileFault) throw new ProblemError(error.status, [{ code: error.code, field: 'file', message: error.words }]);
    throw error;
  }
  if (read.rows.length === 0)
    throw badRequest('BAD_REQUEST', 'file', L('The file has no rows below its head', 'O ficheiro não tem linhas abaixo do cabeçalho'));
  return read;
}

const isDayColumn = ({ fields }: CatalogueDefinition, column: string): boolean =>
  column === 'effectiveFrom' || column === 'effectiveTo' || (Object.hasOwn(fields, column) && fields[column]?.kind === 'day');

/**
 * Reads the names of the columns.
 * @throws FileFault
 */
function headOf({ fields }: CatalogueDefinition, { cells }: FileRow): string[] {
  const names = cells.map(({ text }) => text.trim());
  const known = (name: string) =>
    name === '' || ['code', 'name', 'effectiveFrom', 'effectiveTo'].includes(name) || nameLanguage(name) !== undefined || Object.hasOwn(fields, name);
  const unknown = names.filter((name) => !known(name)).map((name) => name.slice(0, 60));
  if (!names.includes('code') || !names.includes('name'))
    throw new FileFault(
      'COLUMNS',
      L('The first row must name the columns, with code and name', 'A primeira linha deve ter os nomes das colunas, com code e name'),
    );
  if (unknown.length)
    throw new FileFault('COLUMNS', sentence('There is no column {{named}}', 'Não existe a coluna {{named}}', { named: unknown.slice(0, 5).join(', ') }));
  const twice = names.find((name, i) => name !== '' && names.indexOf(name) !== i);
  if (twice) throw new FileFault('COLUMNS', sentence('The column {{twice}} appears twice', 'A coluna {{twice}} aparece duas vezes', { twice }));
  return names;
}

function readRow(
  definition: CatalogueDefinition,
  head: readonly string[],
  { row, cells: given }: FileRow,
  read: ParsedFile,
  stored: ReadonlyMap<string, CatalogueRow>,
  today: string,
): void {
  const cells: Record<string, string> = {};
  const formulas: string[] = [];
  let beyond: string | undefined;
  for (const [i, { text, isFormula }] of given.entries()) {
    const column = head[i];
    // The portal's own exports put an apostrophe before text that a spreadsheet would take for a formula.
    const value = csvTextOf(text.trim()).trim();
    if (value === '') continue;
    if (!column) {
      beyond ??= value;
      continue;
    }
    cells[column] = value;
    if (isFormula) formulas.push(column);
  }
  if (Object.keys(cells).length === 0 && beyond === undefined) return;
  const { record, errors } = readRecord(definition, cells, (code) => stored.get(code));
  const fault = (column: string, code: string, message: Bilingual) =>
    read.faults.push({ row, code: record.code, column, value: (cells[column] ?? '').slice(0, 200), fault: code, message });
  for (const column of formulas) fault(column, 'FORMULA', faultWords.formula);
  if (beyond !== undefined) fault('', 'COLUMNS', withoutColumn(beyond));
  const known = stored.get(record.code);
  const before = known ? stateOf(known) : null;
  const basis = basisOf(before, record, today);
  // A required field without a column keeps its stored value.
  const isKept = (field: string): boolean => !read.columns.has(field) && basis?.values[field] !== undefined;
  for (const { field, code, message } of errors) if (!isKept(field)) fault(field, code, message);
  read.rows.push({ row, cells, record: before && basis ? completed(record, before, basis, read.columns) : record, before });
}
