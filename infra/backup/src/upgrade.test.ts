import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '@portal/service-kit';
import { type TestBackend, testBackends } from '@portal/service-kit/testing';
import { anArrival } from 'svc-declarations/testing';
import { readManifest, tableFile } from './manifest.ts';
import { readLines } from './packed-lines.ts';
import { openFile, openMysql, type Row } from './snapshot.ts';
import { command, Portal, settingsOf } from './testing/portal.ts';

/** A backup of an earlier version, with the answers of that version for each document. Each release adds another backup beside it. */
const fixture = join(__dirname, '../fixtures/before-sealing');
interface Answer {
  path: string;
  model: Record<string, unknown>;
}
const answers = JSON.parse(readFileSync(join(fixture, 'answers.json'), 'utf8')) as Record<string, Answer>;

/** The earlier version allowed unanswered questions. A change to such a document must answer them. */
const { questions, questionsConfirmed, declarations, declarationsConfirmed } = anArrival();
const answered = { questions, questionsConfirmed, declarations, declarationsConfirmed };
const answeredTrip = [1, 2, 3, 4, 5].map((rank) => ({ id: `TIBE-Q${rank}`, accepted: false, declined: true }));

/** Runs SQL on a service's database. */
async function ask(env: Environment, service: string, sql: string, values: unknown[] = []): Promise<Row[]> {
  if (!env.MYSQL_URL) {
    const file = openFile(join(String(env.DATA_DIR), `${service}.db`));
    try {
      const statement = file.prepare(sql);
      return /^select/.test(sql) ? statement.all(...values) : [statement.run(values) as Row];
    } finally {
      file.close();
    }
  }
  const connection = await openMysql({ mysqlUrl: env.MYSQL_URL, mysqlTls: 'off' });
  try {
    await connection.query(`use \`${env.DATABASE_PREFIX}_${service}\``);
    return (await connection.query(sql, values))[0] as Row[];
  } finally {
    await connection.end();
  }
}

/** Returns the same documents with other ids and numbers, like documents that the earlier version registers during the upgrade. */
const anew = (text: string): string => {
  let other = text;
  for (const id of Object.keys(answers)) other = other.replaceAll(id, `${id.slice(0, -4)}ffff`);
  return other.replaceAll('-0000', '-9000').replaceAll('"number":', '"number":9');
};

/** Returns a document as the earlier version reads it from its row, without decryption. */
const asBefore = ({ id, version, documentStatus, body }: Row): Record<string, unknown> => ({ ...JSON.parse(String(body)), id, version, documentStatus });

/** Columns by which the earlier version searches. They must have the same values as the fields of the document. */
const searched = { arrival_declaration: ['travellerCode'], departure_declaration: ['travellerCode'], triptic_trip: ['identityNumber', 'licenseNumber'] };
const personalFields = ['travellerCode', 'emailAddress', 'phoneNumber', 'address', 'ownerAddress', 'identityNumber', 'contactNumber', 'localAddress'];
const pathOf = ({ vehicleNumber, destinationName }: Record<string, unknown>): string =>
  vehicleNumber ? '/api/trips/v1/triptic/trip' : `/api/declarations/v1/${destinationName ? 'departure' : 'traveller'}/declaration`;
const tables = Object.entries(searched).map(([table, columns]) => ({ service: table === 'triptic_trip' ? 'trips' : 'declarations', table, columns }));

// Two versions can serve at the same time only on a database server, so this uses the server engine where there is one.
const [engine, makeBackend] = testBackends().at(-1) as ReturnType<typeof testBackends>[number];

/** Returns a stored document without what this release stores with an action and shows to nobody: the language in which the applicant did it. */
const asPublished = (document: Row): Row => ({
  ...document,
  actions: (document.actions as unknown as Row[]).map(({ language: _, ...action }) => action) as never,
});

describe(`an upgrade on ${engine}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-upgrade-'));
  let backend: TestBackend;
  let env: Environment;
  let portal: Portal;
  /** Returns all documents as the earlier version reads them from their rows. */
  const readAsBefore = async (): Promise<Record<string, unknown>[]> => {
    const found: Record<string, unknown>[] = [];
    for (const { service, table, columns } of tables)
      for (const row of await ask(env, service, `select * from ${table}`)) {
        const model = asBefore(row);
        expect(columns.map((column) => row[column])).toEqual(columns.map((column) => model[column]));
        found.push(model);
      }
    return found;
  };
  const everything = async (): Promise<string> => {
    const rows: Row[] = [];
    for (const service of ['declarations', 'licences', 'media', 'reference', 'trips']) {
      const list = env.MYSQL_URL ? 'show tables' : "select name from sqlite_master where type = 'table'";
      for (const named of await ask(env, service, list)) rows.push(...(await ask(env, service, `select * from ${Object.values(named)[0]}`)));
    }
    return JSON.stringify(rows);
  };

  beforeAll(async () => {
    backend = await makeBackend();
    env = settingsOf(backend, folder);
    expect(await command('restore', env, fixture)).toMatchObject({ done: true });
    portal = await Portal.start({ ...env, SEAL_PERSONAL_DATA: 'later' });
  });
  afterAll(async () => {
    await portal?.stop();
    await backend.remove();
    rmSync(folder, { recursive: true });
  });

  it('keeps every document of the earlier version as it was', async () => {
    for (const [id, { path, model }] of Object.entries(answers)) expect(await portal.load(id, path)).toEqual(model);
  });

  it('keeps every column that the earlier version reads', async () => {
    const { databases } = await readManifest(fixture);
    for (const [service, { tables }] of Object.entries(databases)) {
      for (const table of Object.keys(tables)) {
        for await (const row of readLines<Row>(tableFile(fixture, service, table))) {
          const columns = Object.keys(row).map((column) => (env.MYSQL_URL ? `\`${column}\`` : `"${column}"`));
          await expect(ask(env, service, `select ${columns.join(', ')} from ${table} limit 1`)).resolves.toBeDefined();
          break;
        }
      }
    }
  });

  it('serves documents that the earlier version writes during the upgrade', async () => {
    for (const [service, tables] of [
      ['declarations', ['arrival_declaration', 'departure_declaration', 'document_version']],
      ['trips', ['triptic_trip', 'document_version']],
    ] as const) {
      for (const table of tables) {
        for await (const line of readLines<Row>(tableFile(fixture, service, table))) {
          const row = Object.fromEntries(Object.entries(line).map(([name, value]) => [name, typeof value === 'string' ? anew(value) : value]));
          const columns = Object.keys(row).map((column) => (env.MYSQL_URL ? `\`${column}\`` : `"${column}"`));
          await ask(env, service, `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`, Object.values(row));
        }
      }
    }
    for (const [id, { path, model }] of Object.entries(answers)) expect(await portal.load(anew(id), path)).toEqual(JSON.parse(anew(JSON.stringify(model))));
  });

  it('updates documents of the earlier version', async () => {
    const [id, { model }] = Object.entries(answers)[0] as [string, Answer];
    const changed = await portal.update({ ...model, ...answered, occupation: 'Pilot' });
    expect(changed).toMatchObject({ id, version: Number(model.version) + 1, occupation: 'PILOT' });
    expect(await portal.load(id)).toEqual(changed);
  });

  it('writes rows that the earlier version can read while SEAL_PERSONAL_DATA is later', async () => {
    const [trip, arrival] = [Object.values(answers).at(-1), Object.values(answers)[1]] as [Answer, Answer];
    const added = await portal.register({ ...trip.model, id: undefined, ownerName: 'Maria Soares', questions: answeredTrip }, trip.path);
    await portal.register();
    await portal.update({ ...arrival.model, ...answered, occupation: 'Pilot' });
    const documents = await readAsBefore();
    expect(documents).toHaveLength(2 * Object.keys(answers).length + 2);
    for (const document of documents) expect(asPublished(document)).toEqual(expect.objectContaining(await portal.load(String(document.id), pathOf(document))));
    expect(documents).toContainEqual(expect.objectContaining({ id: added, ownerName: 'Maria Soares', contactNumber: trip.model.contactNumber }));
    expect(await everything()).not.toContain('enc:1:');
  });

  it('refuses keys:rotate while SEAL_PERSONAL_DATA is later', async () => {
    expect(await command('keys:rotate', { ...env, SEAL_PERSONAL_DATA: 'later' })).toEqual({
      done: false,
      says: expect.stringContaining('SEAL_PERSONAL_DATA is later'),
    });
  });

  // The embedded database can be used by only one process at a time.
  if (engine !== 'embedded')
    it('lets instances with and without encryption serve the same documents', async () => {
      const sealing = await Portal.start(env);
      try {
        const [waiting, sealed] = [await portal.register(), await sealing.register()];
        for (const id of [waiting, sealed]) expect(await portal.load(id)).toEqual(await sealing.load(id));
        const changed = await portal.update({ ...(await portal.load(sealed)), occupation: 'Pilot' });
        expect(await sealing.load(sealed)).toEqual(changed);
        const again = await sealing.update({ ...(await sealing.load(waiting)), occupation: 'Pilot' });
        expect(await portal.load(waiting)).toEqual(again);
      } finally {
        await sealing.stop();
      }
    });

  it('leaves no personal data unencrypted once every instance encrypts and keys:rotate has run', async () => {
    const personal = Object.values(answers).flatMap(({ model }) => personalFields.map((name) => String(model[name] ?? '')).filter((text) => text.length > 6));
    const before = await everything();
    for (const text of personal) expect(before).toContain(text);
    await portal.stop();
    portal = await Portal.start(env);
    expect(await command('keys:rotate', env)).toEqual({ done: true, says: expect.stringContaining('Everything is encrypted with the first keys') });
    const after = await everything();
    for (const text of personal) expect(after).not.toContain(text);
    for (const [id, { path, model }] of Object.entries(answers).slice(2)) expect(await portal.load(id, path)).toEqual(model);
  });
});
