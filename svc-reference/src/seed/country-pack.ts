/** Reads the catalogue files: the common ones, and then those of the country pack, which take precedence. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { contentFaults, feeFaults, feesByDocument, lastingFaults, nameLanguage, type RecordContent, readRecord } from '../catalogue/catalogue-record.ts';
import { type CatalogueDefinition, catalogues, definitionOf } from '../catalogue/definitions.ts';
import { type StoredState, stateOf } from '../catalogue/periods.ts';

/** The records of every catalogue, in the order of the files. */
export type Pack = Map<string, RecordContent[]>;

/** Returns the record of a catalogue in the database that has this code. */
type StoredOf = (catalogue: string, code: string) => StoredRecord | undefined;

/** A record in the database. A pack leaves the records that an administrator has changed as they are. */
type StoredRecord = StoredState & { administered: boolean };
export type StoredFee = StoredRecord & { code: string };

/** All faults of a country pack, in one error. */
export class PackError extends Error {
  constructor(readonly problems: string[]) {
    super(`The country pack is not right:\n${problems.map((p) => `  - ${p}`).join('\n')}`);
  }
}

/** Incremented when the meaning of the files changes, so that they are read again. */
const formatVersion = 1;

const filesOf = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((file) => file.endsWith('.csv'))
        .sort()
    : [];

/** Returns a hash of every file and of the format version; while it is unchanged, there is nothing to load. */
export function packHash(folders: readonly string[]): string {
  const hash = createHash('sha256').update(`${formatVersion} ${JSON.stringify(catalogues)}`);
  for (const folder of folders) for (const file of filesOf(folder)) hash.update(`${file} `).update(readFileSync(join(folder, file)));
  return hash.digest('hex');
}

/** Returns the rows of a CSV file with their line numbers. */
export function readCsv(content: string): { line: number; row: Record<string, string> }[] {
  const rows = parse(content, { bom: true, columns: true, skip_empty_lines: true, trim: true, info: true }) as {
    info: { lines: number };
    record: Record<string, string>;
  }[];
  return rows.map(({ info, record }) => ({ line: info.lines, row: record }));
}

function readFile(
  folder: string,
  file: string,
  definition: CatalogueDefinition,
  storedOf: (code: string) => StoredState | undefined,
  problems: string[],
): RecordContent[] {
  const at = `${folder.split('/').at(-1)}/${file}`;
  let rows: ReturnType<typeof readCsv>;
  try {
    rows = readCsv(readFileSync(join(folder, file), 'utf8'));
  } catch (error) {
    problems.push(`${at} is not readable CSV: ${error instanceof Error ? error.message : String(error)}`);
    return [];
  }
  const known = new Set(['code', 'name', 'name_pt', ...Object.keys(definition.fields)]);
  for (const column of Object.keys(rows[0]?.row ?? {}))
    if (!known.has(column) && !nameLanguage(column)) problems.push(`${at}: there is no field ${column}; the fields are ${[...known].join(', ')}`);
  const seen = new Set<string>();
  return rows.map(({ line, row }) => {
    const { record, errors } = readRecord(definition, row, storedOf);
    problems.push(...errors.map((e) => `${at} line ${line}: ${e.message.en}`));
    if (seen.has(record.code)) problems.push(`${at} line ${line}: the code ${record.code} is there twice`);
    seen.add(record.code);
    return record;
  });
}

/** Returns what the fees of a pack that are new or changed break together with the other fees that will be stored. */
function feeProblems(fees: Iterable<RecordContent>, stored: readonly StoredFee[], day: string): string[] {
  const known = new Map(stored.map((fee) => [fee.code, fee]));
  const changes = [...fees]
    .filter(({ code }) => !known.get(code)?.administered)
    .map(({ code, name, names, values }) => {
      const before = known.get(code);
      return { code, before: before ? stateOf(before) : null, after: stateOf({ name, names, values }) };
    });
  const kept = stored.filter(({ administered }) => administered).map((fee) => ({ code: fee.code, after: stateOf(fee) }));
  const together = feesByDocument('fees', [...kept, ...changes], day);
  return changes.flatMap((change) => feeFaults(change, together).map(({ message }) => `fees ${change.code}: ${message.en}`));
}

/**
 * Reads the folders in order; a record of a later folder replaces the record with the same code.
 * @param fees the stored fees
 * @param day today; fees that have ended before it are not compared
 * @throws PackError with every fault of every file
 */
export function readPack(folders: readonly string[], storedOf: StoredOf = () => undefined, fees: readonly StoredFee[] = [], day = ''): Pack {
  const problems: string[] = [];
  const merged = new Map<string, Map<string, RecordContent>>(Object.keys(catalogues).map((name) => [name, new Map()]));
  for (const folder of folders) {
    if (!existsSync(folder)) {
      problems.push(`there is no folder ${folder}`);
      continue;
    }
    for (const file of filesOf(folder)) {
      const name = file.slice(0, -4);
      const definition = definitionOf(name);
      if (!definition) {
        problems.push(`${file}: there is no catalogue ${name}`);
        continue;
      }
      for (const record of readFile(folder, file, definition, (code) => storedOf(name, code), problems)) merged.get(name)?.set(record.code, record);
    }
  }
  const has = (catalogue: string, code: string): boolean => merged.get(catalogue)?.has(code) ?? false;
  for (const [name, records] of merged) {
    if (records.size === 0 && !definitionOf(name)?.closed) problems.push(`the catalogue ${name} is empty`);
    const definition = definitionOf(name) as CatalogueDefinition;
    for (const record of records.values()) {
      const stored = storedOf(name, record.code);
      const replaced = stored && !stored.administered ? stateOf(stored) : null;
      const found = [...contentFaults(definition, record, has), ...lastingFaults(definition, { before: replaced, after: stateOf(record) })];
      problems.push(...found.map((e) => `${name} ${record.code}: ${e.message.en}`));
    }
  }
  // Fees are compared once each is right by itself.
  if (problems.length === 0) problems.push(...feeProblems(merged.get('fees')?.values() ?? [], fees, day));
  if (problems.length) throw new PackError(problems);
  return new Map([...merged].map(([name, records]) => [name, [...records.values()]]));
}
