/** Documents as they are in the register of a country after years, written into the tables as the services write them: encrypted, with their columns and the words of their names, counted. */
import { randomUUID } from 'node:crypto';
import { Random } from '@portal/load/seed/random';
import type { Call, DocumentKit, DocumentRow } from '@portal/service-kit';

export type SeededKind = 'arrival' | 'licence' | 'trip';

/** What is used of the service of a kind of document. Rows are written without its actions, so this includes what it keeps to itself. */
export interface Documents {
  readonly kit: DocumentKit;
  readonly rows: { close(row: DocumentRow): DocumentRow };
  readonly definition: { row: new () => DocumentRow };
}

const countries = ['TL', 'TL', 'TL', 'ID', 'ID', 'AU', 'PT', 'CN', 'PH', 'SG'];
/** Two thirds land at the airport. */
const posts = ['DIL', 'DIL', 'DIL', 'DIL', 'BTG', 'SAL'];
const borders = ['BTG', 'BTG', 'SAL', 'OES'];
const flights = ['QG500', 'TL512', 'TL514', 'QF1991', '8G102', 'OD310', 'ID7621', 'MF8671'];
const syllables = 'MA RI JO SE LU CIA NO TE DO MIN GA BRI EL AN TO FI LO ME NA CAR VA LEN XI PE'.split(' ');
const common = ['MARIA', 'JOSÉ', 'ANA', 'PEDRO', 'LÚCIA', 'MANUEL', 'TERESA', 'CARLOS'];
const families = ['DA SILVA', 'PEREIRA', 'XIMENES', 'SOARES', 'GUTERRES', 'BELO', 'FERNANDES', 'DO ROSÁRIO', 'RAMOS', 'DA COSTA'];

/** Names as they are in a register: some that very many have, and many that few have. */
function aName(random: Random, names: readonly string[]): string {
  const one = (): string => (random.chance(0.5) ? random.pick(names) : Array.from({ length: random.between(2, 3) }, () => random.pick(syllables)).join(''));
  return random.chance(0.5) ? one() : `${one()} ${one()}`;
}

interface Of {
  n: number;
  at: Date;
  random: Random;
}

const digits = (n: number, length: number): string => String(n).padStart(length, '0');
const dayAfter = (at: Date, days: number): string => new Date(at.getTime() + days * 86_400_000).toISOString().slice(0, 10);
/** Most are done; a few wait. */
const statusOf = ({ n }: Of, done: readonly string[], open: readonly string[]): string =>
  (n % 11 === 0 ? open[n % open.length] : done[n % done.length]) as string;

/** What differs from one document of a kind to another: spread over days, statuses, lanes, places and names. */
const models: Record<SeededKind, (of: Of) => object> = {
  arrival: (of) => {
    const { n, at, random } = of;
    const isRed = n % 7 === 0;
    const post = random.pick(posts);
    return {
      documentStatus: statusOf(of, ['CREATED', 'ARRIVED', 'CLEARED', 'REFERRED'], ['CREATED']),
      agencyCode: 'IMMIGRATION',
      firstName: aName(random, common),
      lastName: aName(random, families),
      nationalityCode: random.pick(countries),
      flightDetails: { code: post, description: post },
      typeDetails: { code: 'VIS' },
      entryPointCode: post,
      flightNumber: random.pick(flights),
      travellerCode: `P${digits(n, 8)}`,
      phoneNumber: `+6707${digits(n, 7)}`,
      birthDate: dayAfter(at, -random.between(7_000, 25_000)),
      hasMerchandise: isRed ? 'YES' : 'NO',
      lane: isRed ? 'RED' : 'GREEN',
      arrivalDate: dayAfter(at, random.below(6)),
    };
  },
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
const codes: Record<SeededKind, string> = { arrival: 'ARR', licence: 'MEDIB', trip: 'TIBE' };

/** What all documents of a kind have in common. */
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

/**
 * Writes documents numbered from `from` to `to`; a number always gives the same document.
 * @returns the table's name
 */
export async function seedDocuments(kind: SeededKind, documents: Documents, from: number, to: number): Promise<string> {
  const { insertRow, insertTogether, nameWordsChanged, rowFor } = await import('@portal/service-kit');
  const { kit, definition } = documents;
  const call = { actor: { sub: null, name: 'bench', roles: [], agencies: [] }, requestId: randomUUID(), language: 'en' } as unknown as Call;
  const began = Date.now() - 200 * 86_400_000;
  for (let n = from; n < to; ) {
    const rows: DocumentRow[] = [];
    for (; rows.length < 500 && n < to; n++) {
      const at = new Date(began + n * 10_000);
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
  // The statistics count the rows as they count those of an earlier release.
  await kit.statistics.check.compare(definition as never);
  // No earlier release has written here.
  await kit.db.write((tx) => tx.query('update statistic_check set settledAt = completeAt'));
  const { tableName } = kit.db.reader.getRepository(definition.row).metadata;
  if (kit.db.engine === 'mysql') for (const table of [tableName, 'document_name_word']) await kit.db.reader.query(`analyze table ${table}`);
  return tableName;
}
