import { pino } from 'pino';
import { Database } from './database/database.ts';
import { kitEntities, SerialCounterRow } from './database/kit.entities.ts';
import { KitTables1700000000000 } from './database/kit.migration.ts';
import { OutboxDocument1700000902900 } from './database/outbox-document.migration.ts';
import { OutboxOrigin1700000000100 } from './database/outbox-origin.migration.ts';
import { logOptions, withoutQuotes } from './logging.ts';
import { loadSettings, ServiceSettings } from './settings/settings.ts';
import { testBackends } from './testing/index.ts';

const secret = 'Unmistakable';

/** Returns the log lines written for an error. */
function linesOf(error: unknown): string {
  const lines: string[] = [];
  const logger = pino(logOptions('debug'), { write: (line: string) => void lines.push(line) });
  logger.error({ err: error }, 'request failed');
  logger.warn({ reason: (error as Error).message }, 'job failed');
  return lines.join('');
}

async function faultOf(work: () => Promise<unknown>): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error('There should have been a fault');
}

describe.each(testBackends())('the log of a fault of the database, %s', (_engine, makeBackend) => {
  it('names what failed and where, and contains none of the data', async () => {
    const backend = await makeBackend();
    const options = { service: 'logged', entities: kitEntities, migrations: [KitTables1700000000000, OutboxOrigin1700000000100, OutboxDocument1700000902900] };
    const db = await Database.open(loadSettings(ServiceSettings, backend.env), options);
    try {
      const row = { id: secret, number: 1 };
      await db.write((tx) => tx.insert(SerialCounterRow, row));
      const duplicate = await faultOf(() => db.write((tx) => tx.insert(SerialCounterRow, row)));
      const nonsense = await faultOf(() => db.write((tx) => tx.query(`insert into no_such_table values ('${secret}')`)));
      for (const fault of [duplicate, nonsense]) {
        // The secret must be in the error; otherwise the test proves nothing.
        expect(JSON.stringify([fault, (fault as Error).message])).toContain(secret);
        const lines = linesOf(fault);
        expect(lines).toContain('QueryFailedError');
        expect(lines).toContain('    at ');
        expect(lines).not.toContain(secret);
      }
    } finally {
      await db.close();
      await backend.remove();
    }
  });
});

it('the text that a parser quotes in its message is not logged', async () => {
  const fault = await faultOf(async () => JSON.parse(`${secret}: 1`));
  expect((fault as Error).message).toContain('Unmista');
  expect(linesOf(fault)).not.toContain('Unmista');
});

it('the cause of an error is logged like the error itself', () => {
  const lines = linesOf(new Error('the register is away', { cause: Object.assign(new Error(`no '${secret}'`), { code: 'ECONNREFUSED', body: secret }) }));
  expect(lines).toContain('the register is away');
  expect(lines).toContain('ECONNREFUSED');
  expect(lines).not.toContain(secret);
});

it('no line has the id of a document', () => {
  const lines: string[] = [];
  pino(logOptions('info'), { write: (line: string) => void lines.push(line) }).info({ kind: 'permit', documentId: secret }, 'read');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ kind: 'permit', documentId: ':id', msg: 'read' }]);
});

it.each([
  ["Duplicate entry 'ANA' for key 'x'", "Duplicate entry '…' for key '…'"],
  ['no 0192f7a0-1111-7abc-8def-0123456789ab here', 'no :id here'],
  ['connect ECONNREFUSED 127.0.0.1:6379', 'connect ECONNREFUSED 127.0.0.1:6379'],
])('%s is told as %s', (text, told) => expect(withoutQuotes(text)).toBe(told));
