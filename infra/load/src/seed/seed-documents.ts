/**
 * Seeds documents, as many as the register of a country has after years. They are written into the tables as the services write them: with encrypted fields,
 * search columns, the words of their names, and counts.
 */
import { randomUUID } from 'node:crypto';
import type { Call, Database, DocumentKit, DocumentRow } from '@portal/service-kit';
import { createConnection } from 'mysql2/promise';
import { Random } from './random.ts';

export type SeededKind = 'arrival' | 'departure' | 'licence' | 'trip';

/** The members of the service of a kind of document that are used here. Rows are written without its actions, so private members are among them. */
export interface Documents {
  readonly kit: DocumentKit;
  readonly rows: { close(row: DocumentRow): DocumentRow; context(id: string): string };
  readonly definition: { row: new () => DocumentRow };
}

const countries = ['TL', 'TL', 'TL', 'ID', 'ID', 'AU', 'PT', 'CN', 'PH', 'SG'];
/** Two thirds of the travellers land at the airport. */
const posts = ['DIL', 'DIL', 'DIL', 'DIL', 'BTG', 'SAL'];
const borders = ['BTG', 'BTG', 'SAL', 'OES'];
const flights = ['QG500', 'TL512', 'TL514', 'QF1991', '8G102', 'OD310', 'ID7621', 'MF8671'];
const occupations = ['MÉDICA', 'PROFESSOR', 'AGRICULTOR', 'ENGENHEIRA', 'ESTUDANTE'];
const syllables = 'MA RI JO SE LU CIA NO TE DO MIN GA BRI EL AN TO FI LO ME NA CAR VA LEN XI PE'.split(' ');
export const common = ['MARIA', 'JOSÉ', 'ANA', 'PEDRO', 'LÚCIA', 'MANUEL', 'TERESA', 'CARLOS'];
export const families = ['DA SILVA', 'PEREIRA', 'XIMENES', 'SOARES', 'GUTERRES', 'BELO', 'FERNANDES', 'DO ROSÁRIO', 'RAMOS', 'DA COSTA'];

/** Returns a name with a distribution like in a register: some names are very frequent, and many are rare. */
export function aName(random: Random, names: readonly string[]): string {
  const one = (): string => (random.chance(0.5) ? random.pick(names) : Array.from({ length: random.between(2, 3) }, () => random.pick(syllables)).join(''));
  return random.chance(0.5) ? one() : `${one()} ${one()}`;
}

interface DocumentSeed {
  n: number;
  at: Date;
  random: Random;
}

const digits = (n: number, length: number): string => String(n).padStart(length, '0');
const dayAfter = (at: Date, days: number): string => new Date(at.getTime() + days * 86_400_000).toISOString().slice(0, 10);
/** Returns a status. Most documents are finished; a few are waiting. */
const statusOf = ({ n }: DocumentSeed, done: readonly string[], open: readonly string[]): string =>
  (n % 11 === 0 ? open[n % open.length] : done[n % done.length]) as string;

/** Returns the fields about the traveller of a declaration. */
const traveller = ({ n, at, random }: DocumentSeed, post: string): object => ({
  agencyCode: 'IMMIGRATION',
  firstName: aName(random, common),
  lastName: aName(random, families),
  nationalityCode: random.pick(countries),
  flightDetails: { code: post, description: post },
  entryPointCode: post,
  flightNumber: random.pick(flights),
  travellerCode: `P${digits(n, 8)}`,
  phoneNumber: `+6707${digits(n, 7)}`,
  birthDate: dayAfter(at, -random.between(7_000, 25_000)),
});

/** The fields in which documents of a kind differ: they are spread over days, statuses, lanes, places and names. */
const models: Record<SeededKind, (of: DocumentSeed) => object> = {
  arrival: (of) => {
    const { n, at, random } = of;
    const isRed = n % 7 === 0;
    return {
      documentStatus: statusOf(of, ['CREATED', 'ARRIVED', 'CLEARED', 'REFERRED'], ['CREATED']),
      ...traveller(of, random.pick(posts)),
      typeDetails: { code: 'VIS' },
      hasMerchandise: isRed ? 'YES' : 'NO',
      lane: isRed ? 'RED' : 'GREEN',
      arrivalDate: dayAfter(at, random.below(6)),
      occupation: random.pick(occupations),
    };
  },
  departure: (of) => ({
    documentStatus: statusOf(of, ['APPROVED', 'APPROVED', 'VERIFIED'], ['CREATED']),
    ...traveller(of, of.random.pick(posts)),
    departureDate: dayAfter(of.at, of.random.below(6)),
  }),
  licence: (of) => {
    const { n, at, random } = of;
    return {
      documentStatus: statusOf(of, ['APPROVED', 'APPROVED', 'APPROVED', 'SUSPENDED', 'REJECTED'], ['SUBMITTED', 'VERIFIED', 'ASSESSED', 'RECOMMENDED']),
      documentCode: random.pick(['MEDIB', 'ACAIB']),
      agencyCode: random.pick(['MOH', 'MOE']),
      holderName: `${aName(random, common)} ${aName(random, families)}`,
      holderCode: `BI${digits(n, 8)}`,
      holderMobile: `+6707${digits(n, 7)}`,
      indentityCode: random.pick(['BI', 'PASSPORT']),
      nationalityCode: random.pick(countries),
      gender: random.pick(['F', 'M']),
      birthDate: dayAfter(at, -random.between(7_000, 25_000)),
      beginDate: dayAfter(at, 0),
      endDate: dayAfter(at, random.between(300, 800)),
      storageReference: { reference: `LIC-2026-${digits(n, 7)}` },
      totalFee: 2500,
    };
  },
  trip: (of) => {
    const { n, at, random } = of;
    const movement = n % 3 === 0 ? 'I' : 'E';
    return {
      documentStatus:
        movement === 'E'
          ? statusOf(of, ['CONFIRMED FOR RETURN', 'CONFIRMED FOR EXIT'], ['SUBMITTED FOR EXIT', 'VERIFIED FOR EXIT', 'APPROVED TO EXIT'])
          : statusOf(of, ['CONFIRMED FOR EXIT', 'CONFIRMED FOR ENTRY'], ['SUBMITTED FOR ENTRY', 'VERIFIED FOR ENTRY']),
      documentDetails: { code: movement === 'E' ? 'TIBE' : 'TIBI', movement, agencyCode: movement === 'E' ? 'DNTT' : 'CUSTOMS' },
      vehicleNumber: `TL ${digits(n % 900_000, 6).slice(0, 3)}-${digits(n % 900_000, 6).slice(3)}`,
      chasisNumber: `JTD${digits(n, 9)}`,
      ownerName: `${aName(random, common)} ${aName(random, families)}`,
      driverName: `${aName(random, common)} ${aName(random, families)}`,
      identityNumber: `C${digits(n, 8)}`,
      licenseNumber: `DL${digits(n, 7)}`,
      contactNumber: `+6707${digits(n, 7)}`,
      crossCode: random.pick(borders),
      entryDate: dayAfter(at, random.below(9)),
      expectedDate: dayAfter(at, random.between(10, 60)),
    };
  },
};
const codes: Record<SeededKind, string> = { arrival: 'ARR', departure: 'DEP', licence: 'MEDIB', trip: 'TIBE' };

/** Returns the fields that all documents of a kind have. */
const shared = (kind: SeededKind, n: number, at: Date, documentStatus: string): object => {
  const [date, dateTime] = [at.toISOString().slice(0, 10), at.toISOString().slice(0, 19)];
  return {
    version: 1,
    applicantUser: { name: 'A traveller' },
    serialReference: { year: 2026, number: n, serial: 'X', date, dateTime, reference: `${codes[kind]}-2025-${digits(n, 7)}` },
    documentCreatedAt: dateTime,
    actions: [{ operation: 'Registered', action: 'register', user: { name: 'A traveller' }, dateTime, status: documentStatus, version: 1 }],
  };
};

const daysOfAll = 200;

/**
 * Writes documents numbered from `from` to `to`; a number always gives the same document.
 * @param mostWritten how many are written as the services write them. Any more are copies of these, each time some days earlier, which requires that the table
 * was empty
 * @returns the table's name
 */
export async function seedDocuments(kind: SeededKind, documents: Documents, from: number, to: number, mostWritten = to): Promise<string> {
  const { insertRow, insertTogether, nameWordsChanged, rowFor } = await import('@portal/service-kit');
  const { kit, definition } = documents;
  const call = { actor: { sub: null, name: 'bench', roles: [], agencies: [] }, requestId: randomUUID(), language: 'en' } as unknown as Call;
  const written = Math.min(to, mostWritten);
  const days = Math.ceil((daysOfAll * written) / to);
  const began = Date.now() - days * 86_400_000;
  for (let n = from; n < written; ) {
    const rows: DocumentRow[] = [];
    for (; rows.length < 500 && n < written; n++) {
      const at = new Date(began + n * ((days * 86_400_000) / written));
      const own = models[kind]({ n, at, random: new Random(n) }) as { documentStatus: string };
      const model = { ...own, ...shared(kind, n, at, own.documentStatus), id: kit.ids.next() };
      rows.push(documents.rows.close(rowFor(documents as never, model as never, call, at, 'register', { ownerSub: null, createdAt: at })));
    }
    await kit.db.write(async (tx) => {
      await insertTogether(tx, async () => {
        for (const row of rows) {
          await insertRow(tx, definition.row, row);
          await nameWordsChanged(definition as never, tx, null, row);
        }
      });
      await kit.counts.changed(definition as never, tx, [], rows);
    });
  }
  // The statistics count these rows in the same way as rows of an earlier release.
  await kit.statistics.check.compare(definition as never);
  // No earlier release has written to this database, so the check is complete.
  await kit.db.write((tx) => tx.query('update statistic_check set settledAt = completeAt'));
  const { tableName } = kit.db.reader.getRepository(definition.row).metadata;
  const series = `${codes[kind]}-2025-`;
  if (written < to) {
    await copyDocuments(kit.db, definition as never, series, { written, days, copies: Math.floor(to / written) - 1 });
    await workOn(kit.db, tableName, (definition as unknown as { kind: string }).kind);
    await kit.statistics.check.compare(definition as never);
  }
  if (kit.db.engine === 'mysql') for (const table of [tableName, 'document_name_word', 'statistic']) await kit.db.reader.query(`analyze table ${table}`);
  return tableName;
}

/**
 * Writes claims, which are few in comparison with a million documents, and escalations. Supervisors have already been told of everything that is overdue, as in
 * a portal that has run for so long; otherwise it would tell them during the measurement.
 */
async function workOn(db: Database, table: string, kind: string): Promise<void> {
  const waiting = `from ${table} d where d.dueAt is not null order by d.id`;
  await db.write(async (tx) => {
    await tx.query('delete from document_claim where kind = ?', [kind]);
    await tx.query('delete from document_escalation where kind = ?', [kind]);
    await tx.query(`insert into document_claim (id, kind, sub, name, since) select d.id, '${kind}', 'bench', 'Bench', d.createdAt ${waiting} limit 100`);
    await tx.query(
      `insert into document_claim (id, kind, sub, name, since) select d.id, '${kind}', 'other', 'Another', d.createdAt ${waiting} limit 2000 offset 100`,
    );
    await tx.query(`insert into document_escalation (id, kind, dueAt, at) select d.id, '${kind}', d.dueAt, d.dueAt from ${table} d where d.dueAt < now()`);
    if (kind === 'arrival-declaration')
      await tx.query(
        `insert ignore into lane_hit (documentId, rule, overridden) select d.id, 'SPECIFICATION', case when d.reference like '%7' then 'YES' else 'NO' end from ${table} d where d.lane = 'RED'`,
      );
  });
}

interface Copies {
  written: number;
  /** The number of days over which the originals are spread. */
  days: number;
  copies: number;
}

/** Copies the documents of a series, their words and their statistics. Each copy is this many days earlier and has its own numbers. */
export async function copyDocuments(
  db: Database,
  of: { kind: string; row: new () => DocumentRow },
  series: string,
  { written, days, copies }: Copies,
): Promise<void> {
  const { columns, tableName } = db.reading.getMetadata(of.row);
  const older = (at: string): string => `${at} - interval (k.k * ${days}) day`;
  const idOf = (id: string): string => `concat(lower(lpad(hex(conv(left(${id}, 8), 16, 10) - k.k * 100), 8, '0')), substr(${id}, 9))`;
  const copied = (name: string, type: unknown): string => {
    const value = `d.${name}`;
    if (name === 'id') return idOf(value);
    if (type === 'datetime') return older(value);
    if (/^((arrival|departure|entry|expected|begin|end)Date|day|date)$/.test(name)) return `date_format(${older(value)}, '%Y-%m-%d')`;
    if (/^vehicleNumberFolded$/.test(name)) return `concat('TL', lpad(mod(right(${value}, 6) + k.k * ${written}, 900000), 6, '0'))`;
    if (name === 'receiptNumber') return `${value} + k.k * ${written}`;
    // Numbers at the end of these values are continued. Other values, such as digests, get a different prefix.
    if (
      /^(reference|documentReference|slip|chasisNumber|licenceNumber|previousReference|travellerCode|holderCode|identityNumber|licenseNumber|\w*(Phone|phone|Mobile|contact)\w*)(Folded)?$/.test(
        name,
      )
    )
      return `case when ${value} regexp '[0-9]{7}$' then concat(left(${value}, char_length(${value}) - 7), lpad(right(${value}, 7) + k.k * ${written}, 7, '0')) else concat(k.k, '-', substr(${value}, 5)) end`;
    return value;
  };
  // This uses a separate connection, because the service closes a connection that is silent for as long as an index of a million rows needs.
  const { host, port, username, password, database } = db.reading.options as unknown as Record<string, never>;
  const connection = await createConnection({ host, port, user: username, password, database });
  const query = (sql: string): Promise<unknown> => connection.query(sql);
  const insert = (table: string, names: string[], values: string[], from: string, end = ''): Promise<unknown> =>
    query(
      `insert into ${table} (${names.map((name) => `\`${name}\``).join(', ')})
       with recursive k as (select 1 as k union all select k + 1 from k where k < ${copies}) select ${values.join(', ')} from k straight_join ${from} ${end}`,
    );
  const namesOf = (table: string): string[] => db.reading.getMetadata(table).columns.map(({ databaseName }) => databaseName);
  const words = namesOf('document_name_word');
  const wordsCopied = words.map((name) => (name === 'documentId' ? idOf('d.documentId') : copied(name, '')));
  const cells = namesOf('statistic');
  const at = `case when d.at like '1000-%' then d.at else concat(date_format(${older('substr(d.at, 1, 10)')}, '%Y-%m-%d'), substr(d.at, 11)) end`;
  /**
   * Fills a copy of a table, which then replaces the table. Without secondary indexes rows are inserted in a fifth of the time, and no service reads the table
   * meanwhile.
   */
  const inItsPlace = async (table: string, fill: (copy: string) => Promise<unknown>, then: () => Promise<unknown> = async () => undefined): Promise<void> => {
    const runner = db.reading.createQueryRunner();
    const { indices } = (await runner.getTable(table)) as { indices: { name?: string; columnNames: string[]; isUnique: boolean }[] };
    await runner.release();
    const copy = `${table}_copied`;
    await query(`create table ${copy} like ${table}`);
    await query(`alter table ${copy} ${indices.map(({ name }) => `drop index ${name}`).join(', ')}`);
    await query(`insert into ${copy} select * from ${table}`);
    await fill(copy);
    const added = indices.map(
      ({ name, columnNames, isUnique }) => `add ${isUnique ? 'unique ' : ''}index ${name} (${columnNames.map((each) => `\`${each}\``).join(', ')})`,
    );
    await query(`alter table ${copy} ${added.join(', ')}`);
    await query(`rename table ${table} to ${table}_was, ${copy} to ${table}`);
    await then();
    await query(`drop table ${table}_was`);
  };
  await inItsPlace('document_name_word', (copy) => insert(copy, words, wordsCopied, `document_name_word d where d.kind = '${of.kind}'`));
  const rows = columns.map(({ databaseName, type }) => copied(databaseName, type));
  await inItsPlace(
    tableName,
    (copy) => insert(copy, namesOf(tableName), rows, `${tableName} d where d.reference between '${series}' and '${series}9999999'`),
    async () => {
      const counted = cells.map((name) => (name === 'at' ? at : `d.${name}`));
      await insert(
        'statistic',
        cells,
        counted,
        `statistic d where d.kind = '${of.kind}'`,
        'on duplicate key update number = statistic.number + values(number)',
      );
      await query(`update document_tally set number = number * ${copies + 1} where kind = '${of.kind}' or kind like '${of.kind}/%'`);
    },
  );
  await connection.end();
}
