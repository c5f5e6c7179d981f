import 'reflect-metadata';
import { INVOICE_DUE_TOPIC, type InvoiceDue, type ListResult } from '@portal/contract-kit';
import { Database, Outbox, type RunningService } from '@portal/service-kit';
import { type StubServices, startStubServices, type TestBackend, testBackends, until } from '@portal/service-kit/testing';
import { EntityManager } from 'typeorm';
import { CatalogueRow } from '../database/catalogue.entities.ts';
import { createService } from '../index.ts';
import { Seeder } from '../seed/seeder.ts';

const servers = testBackends().filter(([name]) => name !== 'embedded');
const onServers = servers.length ? describe.each(servers) : describe.each([['no server: TEST_MYSQL_URL is not set', null]] as const);

onServers('two instances on %s', (_name, makeBackend) => {
  if (!makeBackend) {
    it('are tested where there is a database server', () => expect(servers).toEqual([]));
    return;
  }
  let backend: TestBackend;
  let around: StubServices;
  let one: RunningService;
  let other: RunningService;

  beforeAll(async () => {
    backend = await makeBackend();
    around = await startStubServices();
    one = await createService({ ...backend.env, ...around.env, CATALOGUE_POLL_SECONDS: '0.1' });
    other = await createService({ ...backend.env, ...around.env, CATALOGUE_POLL_SECONDS: '0.1' });
  });
  afterAll(async () => {
    await one?.close();
    await other?.close();
    await around?.close();
    await backend?.remove();
  });

  it('seed once when they start together on a changed pack', async () => {
    await one.app.get(Database).write(async (tx) => {
      await tx.query("update seed_state set hash = ''");
      await tx.delete(CatalogueRow, { catalogue: 'genders' });
    });
    const started = await Promise.all([createService({ ...backend.env, ...around.env }), createService({ ...backend.env, ...around.env })]);
    expect(await one.app.get(Database).reader.countBy(CatalogueRow, { catalogue: 'genders' })).toBe(3);
    await Promise.all(started.map((s) => s.close()));
  });

  it('keep what an administrator changes through one while another one loads the pack', async () => {
    const authorization = await around.token({ sub: 'adao', roles: ['reference-admin'] });
    const db = one.app.get(Database);
    const record = { catalogue: 'genders', code: 'F' };
    await db.write(async (tx) => {
      await tx.query("update seed_state set hash = ''");
      await tx.update(CatalogueRow, record, { name: 'An older name' });
    });
    const put = () =>
      fetch(`${one.url}/v1/catalogue/genders/F`, {
        method: 'PUT',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ code: 'F', name: 'Woman', version: 1 }),
      });
    let status: number | undefined;
    const { find } = EntityManager.prototype;
    const spied = jest.spyOn(EntityManager.prototype, 'find').mockImplementation(async function (this: EntityManager, ...args) {
      const rows = await find.apply(this, args);
      // The pack is compared with these rows.
      if (args[0] === CatalogueRow && args.length === 1) status ??= (await put()).status;
      return rows;
    });
    await other.app
      .get(Seeder)
      .seed()
      .finally(() => spied.mockRestore());
    expect(status).toBe(200);
    expect(await db.reader.findOneBy(CatalogueRow, record)).toMatchObject({ name: 'Woman', version: 2, administered: true });
  });

  it('see what the other one has changed', async () => {
    const authorization = await around.token({ sub: 'adao', roles: ['reference-admin'] });
    const made = await fetch(`${one.url}/v1/catalogue/titles`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ code: 'ENG', name: 'Engineer' }),
    });
    expect(made.status).toBe(201);
    await until(async () => JSON.stringify(await (await fetch(`${other.url}/v1/catalogue/titles/search`)).json()).includes('Engineer'));
  });

  it('accept an announced amount due, whichever of them gets the message', async () => {
    const due: InvoiceDue = {
      service: 'trips',
      documentId: 'q-1',
      version: 1,
      documentCode: 'TIBE',
      year: 2026,
      serial: 'E',
      number: 77,
      reference: 'TIBE-2026-0000077',
      payer: 'ANA',
      currencyCode: 'USD',
      lines: [{ code: 'A', name: 'Fee', amount: 5 }],
    };
    await one.app.get(Database).write((tx) => one.app.get(Outbox).add(tx, INVOICE_DUE_TOPIC, due));
    const authorization = await around.token({ sub: 'celia', roles: ['payment-receipt-search'] });
    await until(
      async () =>
        (
          (await (
            await fetch(`${other.url}/v1/payment/receipt/TIBE/2026/E/77/searchDocumentToPay`, { headers: { authorization } })
          ).json()) as ListResult<object>
        ).totalRecords === 1,
    );
  });
});
