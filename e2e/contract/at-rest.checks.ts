import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { createConnection } from 'mysql2/promise';
import { act, aPassport, arrivals, departures, kinds, registered } from './documents.ts';
import type { Portal } from './portal-under-test.ts';

type Place = { name: string; bytes: Buffer };

/** Returns the content of a file; nothing if the file was renamed or removed since the folder was listed, because the portal continues to write. */
function bytesOf(file: string): Buffer[] {
  try {
    return [readFileSync(file)];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function files(folder: string): Place[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .flatMap((name) => bytesOf(name).map((bytes) => ({ name, bytes })));
}

async function tables(url: string, prefix: string): Promise<Place[]> {
  const connection = await createConnection(url);
  try {
    const [rows] = await connection.query('select table_schema as db, table_name as name from information_schema.tables where table_schema like ?', [
      `${prefix.replaceAll('_', '\\_')}%`,
    ]);
    const places: Place[] = [];
    for (const { db, name } of rows as { db: string; name: string }[]) {
      const [content] = await connection.query(`select * from \`${db}\`.\`${name}\``);
      places.push({ name: `${db}.${name}`, bytes: Buffer.from(JSON.stringify(content)) });
    }
    return places;
  } finally {
    await connection.end();
  }
}

async function keys(url: string, prefix: string): Promise<Place[]> {
  const redis = new Redis(url);
  try {
    const names = await redis.keys(`*${prefix}*`);
    return await Promise.all(names.map(async (name) => ({ name, bytes: (await redis.dumpBuffer(name)) ?? Buffer.alloc(0) })));
  } finally {
    redis.disconnect();
  }
}

/** Runs after all other checks, and searches for personal data that a person with a copy of the disks could read. */
export function atRest(portal: Portal): void {
  describe('personal data at rest', () => {
    it('is in no file, table or queue key in clear text, while every answer has it', async () => {
      const secrets = new Set<string>();
      for (const [, path] of kinds) {
        const travellerCode = aPassport();
        const personal = {
          travellerCode,
          emailAddress: `${travellerCode}@example.org`,
          phoneNumber: `670${parseInt(travellerCode.slice(1), 16)}`.slice(0, 20),
        };
        const stay = path === arrivals ? { address: `RUA ${aPassport()}` } : {};
        const model = await registered(portal, path, { ...personal, ...stay });
        expect(model).toMatchObject({ ...personal, ...stay });
        const officer = await portal().as('border-officer');
        await officer.post(`${path}/`, { ...model, id: undefined, version: undefined }, { 'idempotency-key': `at-rest-${travellerCode}` });
        await act(portal, 'border-officer', path, model, path === departures ? 'verification' : 'arrival');
        expect((await officer.get(`${path}/${model.id}/${path === departures ? 'print-declaration' : 'print-form'}`)).status).toBe(200);
        expect((await officer.get(`${path}/${model.id}/document`)).body.model).toMatchObject(personal);
        for (const value of Object.values({ ...personal, ...stay })) secrets.add(String(value));
      }
      const { DATA_DIR = '', MYSQL_URL, REDIS_URL, DATABASE_PREFIX = '', QUEUE_PREFIX = '' } = portal().environment;
      const places = [
        // The development mailbox is left out: it stands for the applicants' own mailboxes, so it contains messages as the applicants receive them.
        ...files(DATA_DIR).filter(({ name }) => !name.startsWith(join(DATA_DIR, 'mail'))),
        ...(MYSQL_URL ? await tables(MYSQL_URL, DATABASE_PREFIX) : []),
        ...(REDIS_URL ? await keys(REDIS_URL, QUEUE_PREFIX) : []),
      ];
      expect(places.length).toBeGreaterThan(5);
      const found = places.flatMap(({ name, bytes }) => [...secrets].filter((secret) => bytes.includes(secret)).map((secret) => `${secret} in ${name}`));
      expect(found).toEqual([]);
      // This proves that the search works: it finds values that are not personal.
      expect(places.some(({ bytes }) => bytes.includes('arrival-declaration'))).toBe(true);
    });
  });
}
