import 'reflect-metadata';
import { Controller, Injectable, Module } from '@nestjs/common';
import { Code, type DocumentEnvelope, Flag, L, ListOf, type Problem, type RenderJob, Rules, requireWhen, Text } from '@portal/contract-kit';
import { Entity, type MigrationInterface, type QueryRunner } from 'typeorm';
import { AuditRow, DocumentVersionRow } from '../database/kit.entities.ts';
import {
  AuditMonitor,
  AuditSequencer,
  CodeColumn,
  Database,
  DocumentController,
  type DocumentDefinition,
  DocumentKit,
  DocumentRow,
  DocumentService,
  documentColumns,
  documentIndices,
  type JobQueue,
  loadSettings,
  NEW,
  OutboxRow,
  QUEUE,
  type RunningService,
  type ServerFields,
  ServiceSettings,
  startService,
  tables,
  timeField,
  verifyAudit,
} from '../index.ts';
import { messagesOf, type StubServices, startStubServices, type TestBackend, testBackends, until } from '../testing/index.ts';

class Row {
  @Text() id?: string;
  @Text({ label: L('Item', 'Artigo') }) description?: string;
  @Flag({ serverSet: true }) confirmed?: boolean;
}
@Rules<PermitBody>(requireWhen((b) => b.nationalityCode === 'PT', 'reason'))
class PermitBody {
  @Text({ label: L('Name', 'Nome'), max: 10, upper: true, required: true }) firstName?: string;
  @Code({ name: 'countries', copy: { nationalityName: 'nationality' } }, { label: L('Nationality', 'Nacionalidade'), required: true }) nationalityCode?: string;
  @Text({ serverSet: true }) nationalityName?: string;
  @Text({ label: L('Reason', 'Motivo') }) reason?: string;
  @ListOf(() => Row) rows?: Row[];
}
type Permit = PermitBody & ServerFields;
type Status = 'CREATED' | 'VERIFIED';

@Entity('permit')
class PermitRow extends DocumentRow {
  @CodeColumn(10) firstName: string;
  @CodeColumn(2) nationalityCode: string;
}
class PermitTables1700000001000 implements MigrationInterface {
  name = 'PermitTables1700000001000';
  async up(q: QueryRunner): Promise<void> {
    await q.createTable(
      tables.table(
        'permit',
        [...documentColumns(), tables.text('firstName', 10), tables.text('nationalityCode', 2), tables.text('agencyCode', 70)],
        documentIndices('permit'),
      ),
    );
  }
  async down(q: QueryRunner): Promise<void> {
    await q.dropTable('permit');
  }
}

const definition: DocumentDefinition<PermitBody, Permit, Status, PermitRow> = {
  service: 'sample',
  kind: 'permit',
  title: L('Permit', 'Autorização'),
  path: '/v1/permit',
  rolePrefix: 'permit',
  contract: PermitBody,
  row: PermitRow,
  workflow: {
    statuses: ['CREATED', 'VERIFIED'],
    mainPath: [
      { action: 'register', status: 'CREATED' },
      { action: 'verification', status: 'VERIFIED' },
    ],
    actions: {
      register: {
        label: L('Register', 'Registar'),
        from: [NEW],
        to: 'CREATED',
        who: { public: true },
        modes: ['register'],
        input: PermitBody,
        require: ['contract'],
        render: ['print-form'],
        estimatedMinutes: 5,
      },
      update: {
        label: L('Update', 'Atualizar'),
        from: ['CREATED'],
        to: 'unchanged',
        who: { owner: true },
        modes: ['update'],
        input: PermitBody,
        require: ['contract'],
      },
      verification: {
        label: L('Verify', 'Verificar'),
        from: ['CREATED'],
        to: 'VERIFIED',
        who: { role: true },
        modes: ['verification'],
        comment: true,
        estimatedMinutes: 60,
      },
      'print-form': {
        label: L('Print', 'Imprimir'),
        from: '*',
        to: 'unchanged',
        who: { public: true },
        modes: ['*'],
        kind: 'download',
        url: '/v1/permit/{id}/print-form',
      },
    },
  },
  documentCode: () => 'PER',
  project: (m) => ({ firstName: m.firstName, nationalityCode: m.nationalityCode, agencyCode: 'BORDER' }),
  access: { contact: [], files: [], office: [] },
  statusLabels: { CREATED: L('Registered', 'Registada'), VERIFIED: L('Verified', 'Verificada') },
  nameOf: (m) => m.firstName ?? '',
  reachedBy: {},
  publicScreen: '/permits/public',
  search: {
    firstName: { column: 'firstName', type: 'TEXT' },
    documentStatus: { column: 'documentStatus', type: 'TEXT' },
    documentCreatedAt: timeField('createdAt'),
  },
  retention: [],
  listFields: ['serialReference.reference', 'firstName', 'nationalityName'],
  csv: [
    { title: 'Reference', path: 'serialReference.reference' },
    { title: 'Name', path: 'firstName' },
  ],
  finder: {
    fields: {
      firstName: { column: 'firstName', type: 'TEXT', operation: 'CONTAINS', message: 'Please enter Name', upper: true },
      nationalityCode: { column: 'nationalityCode', type: 'TEXT', operation: 'EQ', message: 'Please enter Nationality' },
    },
    listFields: ['firstName'],
  },
  prints: {
    'print-form': {
      fileName: (m) => `${m.serialReference.reference}.pdf`,
      layout: (m, c) => ({
        page: 'form',
        language: 'en',
        issuer: c.portalName,
        title: 'Permit',
        reference: m.serialReference.reference,
        qr: { text: c.qrUrl, caption: 'Scan' },
        blocks: [],
        footer: '',
      }),
    },
  },
  staffScreen: '/permits/view',
  staffList: '/permits',
  commentField: 'comment',
  blank: async () => ({ rows: [] }),
};

@Injectable()
class Permits extends DocumentService<PermitBody, Permit, Status, PermitRow> {
  constructor(kit: DocumentKit) {
    super(definition, kit);
  }
}
@Controller('v1/permit')
class PermitController extends DocumentController {
  constructor(permits: Permits) {
    super(permits);
  }
}
@Module({ providers: [Permits], controllers: [PermitController] })
class PermitModule {}

const catalogues = {
  countries: [
    { code: 'TL', name: 'Timor-Leste', nationality: 'Timorese' },
    { code: 'PT', name: 'Portugal', nationality: 'Portuguese' },
    { code: 'YU', name: 'Yugoslavia', retired: true },
  ],
};

describe.each(testBackends())('a document service on %s', (_name, makeBackend) => {
  let backend: TestBackend;
  let around: StubServices;
  let service: RunningService;
  let officer: string;

  const call = async <T = DocumentEnvelope<Permit> & Problem>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; body: T; headers: Headers }> => {
    const r = await fetch(`${service.url}${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await r.text();
    return { status: r.status, headers: r.headers, body: (r.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text) as T };
  };
  const good = { firstName: 'ana', nationalityCode: 'TL', rows: [{ description: 'box' }], hack: true };
  const register = (body: object = good, headers = {}) => call('POST', '/v1/permit/', body, headers);

  beforeAll(async () => {
    backend = await makeBackend();
    around = await startStubServices(catalogues);
    // Only the test walks the audit log: a walk of the service that began before a change ends with what was there before.
    const byItself = jest.spyOn(AuditMonitor.prototype, 'onApplicationBootstrap').mockImplementation(() => undefined);
    service = await startService({
      service: 'sample',
      title: 'Sample',
      settings: loadSettings(ServiceSettings, { ...backend.env, ...around.env }),
      module: PermitModule,
      entities: [PermitRow],
      migrations: [PermitTables1700000001000],
      contracts: [PermitBody],
    });
    byItself.mockRestore();
    officer = await around.token({ sub: 'olga', name: 'Olga', roles: ['permit-read', 'permit-search', 'permit-verification'], agencies: ['BORDER'] });
  });
  afterAll(async () => {
    await service?.close();
    await around?.close();
    await backend?.remove();
  });

  it('registers a valid document, with names from the catalogue and ids for rows', async () => {
    const { status, body } = await register();
    expect(status).toBe(201);
    expect(body.model).toMatchObject({ firstName: 'ANA', nationalityName: 'Timorese', documentStatus: 'CREATED', version: 1 });
    expect(body.model).not.toHaveProperty('hack');
    expect(body.model.rows?.[0]?.id).toHaveLength(36);
    expect(body.model.serialReference.reference).toMatch(/^PER-\d{4}-\d{7}$/);
    expect(body.actions.map((a) => a.name)).toEqual(['update', 'print-form']);
    const again = await call('GET', `/v1/permit/${body.model.id}/document`);
    expect(again.body.model).toEqual(body.model);
  });

  it('reads a row by its id with the same columns as the query builder', async () => {
    const { id } = (await register()).body.model;
    const db = service.app.get(Database);
    const byBuilder = await db.reader.findOneBy(PermitRow, { id });
    expect(byBuilder).toMatchObject({ id, createdAt: expect.any(Date), body: expect.any(Object) });
    expect(await db.findById(PermitRow, id)).toEqual(byBuilder);
    expect(await db.findById(PermitRow, id)).toBeInstanceOf(PermitRow);
    expect(await db.findById(PermitRow, id.replace(/^./, 'x'))).toBeNull();
  });

  it('takes id, version and status from the columns of a row, whatever its body holds', async () => {
    const { id } = (await register()).body.model;
    const db = service.app.get(Database);
    const row = (await db.findById(PermitRow, id)) as PermitRow;
    const body = { ...row.body, id: 'another', version: 9, documentStatus: 'APPROVED' };
    await db.write((tx) => tx.update(PermitRow, { id }, { body } as never));
    expect((await call('GET', `/v1/permit/${id}/document`)).body.model).toMatchObject({ id, version: 1, documentStatus: 'CREATED' });
  });

  it('lists every broken rule', async () => {
    const { status, body, headers } = await register({ firstName: 'x'.repeat(11), nationalityCode: 'XX', rows: [] });
    expect(status).toBe(422);
    expect(headers.get('content-type')).toContain('application/problem+json');
    expect(body.errors.map((e) => `${e.field} ${e.code}`).sort()).toEqual(['firstName MAX_LENGTH', 'nationalityCode CHOICE']);
    expect((await register({ nationalityCode: 'PT' })).body.errors.map((e) => `${e.field} ${e.code}`).sort()).toEqual([
      'firstName REQUIRED',
      'reason REQUIRED',
    ]);
    expect((await register({ ...good, nationalityCode: 'YU' })).status).toBe(422);
  });

  it('answers unreadable JSON with 400, too much with 413, an unknown document with 404', async () => {
    expect((await call('POST', '/v1/permit', '{"a":')).status).toBe(400);
    expect((await call('POST', '/v1/permit', `{"a":"${'x'.repeat(1_100_000)}"}`)).status).toBe(413);
    expect((await call('GET', '/v1/permit/00000000-0000-7000-8000-000000000000/document')).status).toBe(404);
  });

  it('answers unreadable JSON and another type of content in the language of the caller', async () => {
    const said = async (language: string, body: string, type = 'application/json') => {
      const { status, body: answer } = await call('POST', '/v1/permit', body, { 'accept-language': language, 'content-type': type });
      return [status, answer.errors[0]?.message];
    };
    expect(await said('en', '{"a":')).toEqual([400, 'The body is not readable JSON, or nested too deeply']);
    expect(await said('pt', '{"a":')).toEqual([400, 'O corpo do pedido não é JSON legível, ou tem demasiados níveis']);
    expect(await said('en', 'a', 'text/plain')).toEqual([415, 'Send the request as application/json']);
    expect(await said('pt', 'a', 'text/plain')).toEqual([415, 'Envie o pedido como application/json']);
  });

  it('answers a repeated call as the first time, and refuses another body under the same key', async () => {
    const key = { 'idempotency-key': `key-${Math.random()}` };
    const [a, b, c] = await Promise.all([register(good, key), register(good, key), register(good, key)]);
    expect([a.status, b.status, c.status]).toEqual([201, 201, 201]);
    expect(new Set([a, b, c].map((r) => r.body.model.id)).size).toBe(1);
    const other = await register({ ...good, firstName: 'eva' }, key);
    expect([other.status, other.body.errors[0]?.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
  });

  it('answers a repeat as the first time, whenever it begins during the action', async () => {
    const after = (ms: number) => new Promise((done) => setTimeout(done, ms));
    for (let round = 0; round < 10; round++) {
      const { body } = await register();
      const headers = { authorization: officer, 'idempotency-key': `action-${Math.random()}` };
      const act = () => call('POST', `/v1/permit/${body.model.id}/actions/verification`, { version: 1, comment: 'x' }, headers);
      const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => after(i / 2).then(act)));
      expect(answers.map((r) => r.status)).toEqual(Array(12).fill(200));
      expect(new Set(answers.map((r) => r.body.model.actions.at(-1)?.id)).size).toBe(1);
    }
  });

  it('never gives a serial number twice to registrations at the same time', async () => {
    const all = await Promise.all(Array.from({ length: 60 }, () => register()));
    expect(new Set(all.map((r) => r.body.model.serialReference.reference)).size).toBe(60);
  });

  it('offers and accepts by status and role, and says who changed a stale document', async () => {
    const { body } = await register();
    const url = `/v1/permit/${body.model.id}/actions/verification`;
    expect((await call('POST', url, { version: 1, comment: 'ok' })).status).toBe(401);
    const stranger = await around.token({ sub: 'sam', roles: ['permit-read'] });
    expect((await call('POST', url, { version: 1, comment: 'ok' }, { authorization: stranger })).status).toBe(403);
    expect((await call('POST', url, { version: 1 }, { authorization: officer })).body.errors).toMatchObject([{ code: 'REQUIRED', field: 'comment' }]);
    const done = await call('POST', url, { version: 1, comment: 'fine' }, { authorization: officer });
    expect(done.body.model).toMatchObject({ documentStatus: 'VERIFIED', version: 2 });
    const stale = await call('POST', url, { version: 1, comment: 'fine' }, { authorization: officer });
    expect([stale.status, stale.body.errors[0]?.code, stale.body.current]).toMatchObject([
      409,
      'STALE_VERSION',
      { version: 2, changedBy: 'Olga', action: 'Verify' },
    ]);
    const turn = await call('POST', url, { version: 2, comment: 'fine' }, { authorization: officer });
    expect([turn.status, turn.body.errors[0]?.code]).toEqual([409, 'ACTION_NOT_ALLOWED']);
  });

  it('lets one of two officers through at the same moment', async () => {
    const { body } = await register();
    const act = () => call('POST', `/v1/permit/${body.model.id}/actions/verification`, { version: 1, comment: 'x' }, { authorization: officer });
    const both = await Promise.all([act(), act()]);
    expect(both.map((r) => r.status).sort()).toEqual([200, 409]);
  });

  it('answers 404 when the document was erased during the action', async () => {
    const { id } = (await register()).body.model;
    const db = service.app.get(Database);
    const write = db.write.bind(db);
    const erasing = jest.spyOn(db, 'write').mockImplementation(async (work, options) => {
      await write((tx) => tx.delete(PermitRow, { id }));
      return write(work, options);
    });
    const acted = await call('POST', `/v1/permit/${id}/actions/verification`, { version: 1, comment: 'ok' }, { authorization: officer });
    erasing.mockRestore();
    expect([acted.status, acted.body.errors]).toMatchObject([404, [{ code: 'NOT_FOUND' }]]);
  });

  it('searches, pages, picks columns and exports without formulas', async () => {
    const { model } = (await register({ ...good, firstName: '=sum(1)' })).body;
    const q = (o: object): string => `/v1/permit/search?q=${encodeURIComponent(JSON.stringify(o))}`;
    const criterion = (fieldName: string, operation: string, values: unknown[], dataType = 'TEXT') => ({
      expressionType: 'SearchCriterion',
      operation,
      dataType,
      fieldName,
      values,
    });
    const found = await call<{ records: Permit[]; totalRecords: number }>(
      'GET',
      q({ criteria: [criterion('firstName', 'CONTAINS', ['sum('])], viewColumns: ['firstName'] }),
      undefined,
      { authorization: officer },
    );
    expect(found.body).toMatchObject({ totalRecords: 1, records: [{ firstName: '=SUM(1)' }] });
    expect(Object.keys(found.body.records[0] ?? {}).sort()).toEqual(['firstName', 'id']);
    const today = model.serialReference.dateTime.slice(0, 10);
    expect(
      (
        await call<{ totalRecords: number }>('GET', q({ criteria: [criterion('documentCreatedAt', 'EQ', [today], 'DATE')] }), undefined, {
          authorization: officer,
        })
      ).body.totalRecords,
    ).toBeGreaterThan(0);
    expect((await call('GET', q({ criteria: [criterion('secret', 'EQ', ['x'])] }), undefined, { authorization: officer })).body.errors[0]).toMatchObject({
      code: 'UNKNOWN_FIELD',
      field: 'secret',
    });
    expect((await call('GET', '/v1/permit/search?q=%7B', undefined, { authorization: officer })).status).toBe(400);
    expect((await call('GET', q({}))).status).toBe(401);
    const csv = await call<string>('GET', q({}), undefined, { authorization: officer, accept: 'text/csv' });
    expect(csv.body).toContain("'=SUM(1)");
  });

  it('finds documents for the public only with every criterion', async () => {
    await register({ ...good, firstName: 'findme' });
    const find = (criteria: object[]) =>
      call<{ totalRecords: number; records: object[] } & Problem>('GET', `/v1/permit/find?q=${encodeURIComponent(JSON.stringify({ criteria }))}`);
    const name = { expressionType: 'SearchCriterion', operation: 'CONTAINS', dataType: 'TEXT', fieldName: 'firstName', values: ['indm'] };
    const nation = { expressionType: 'SearchCriterion', operation: 'EQ', dataType: 'TEXT', fieldName: 'nationalityCode', values: ['TL'] };
    expect((await find([name, nation])).body.totalRecords).toBe(1);
    expect((await find([name])).body.errors).toMatchObject([{ code: 'REQUIRED', field: 'nationalityCode', message: 'Please enter Nationality' }]);
    expect((await find([{ ...name, values: ['in'] }, nation])).status).toBe(400);
  });

  it('shows history and timeline', async () => {
    const { body } = await register();
    const history = (flags: object) =>
      call<{ type: string; order: string; documentActions: { documentStatus: string; actualTimeMinutes: number }[] }>(
        'POST',
        `/v1/permit/${body.model.id}/history`,
        flags,
        { authorization: officer },
      );
    expect((await history({})).body).toMatchObject({ type: 'HISTORY', order: 'DES', documentActions: [{ documentStatus: 'CREATED' }] });
    expect((await history({ isTimeline: true, isAscending: true, fillMissingTimelineStatuses: true })).body).toMatchObject({
      type: 'TIMELINE',
      order: 'ASC',
      documentActions: [{ documentStatus: 'COMPLETED' }, { documentStatus: 'PROCESSING' }],
    });
  });

  it('shows a QR code that states kind and reference but not the id, and verifies it', async () => {
    const { body } = await register();
    const svg = await fetch(`${service.url}/v1/permit/${body.model.id}/qr?format=svg`);
    expect([svg.status, svg.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    const png = await fetch(`${service.url}/v1/permit/${body.model.id}/qr`);
    expect(
      Buffer.from(await png.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
  });

  it('requests the print at registration, and says when it is not ready', async () => {
    const { body } = await register();
    around.renders.set(`sample/${body.model.id}/1/print-form.en`, Buffer.from('%PDF-1.7'));
    const print = await call<string>('GET', `/v1/permit/${body.model.id}/print-form`);
    expect([print.status, print.body]).toEqual([200, '%PDF-1.7']);
    const jobs = await messagesOf<{ key: string }>(service, 'media.render');
    expect(jobs.some(({ key }) => key === `sample/${body.model.id}/1/print-form.en`)).toBe(true);
    const { body: second } = await register();
    const late = await call('GET', `/v1/permit/${second.model.id}/print-form`);
    expect([late.status, late.headers.get('retry-after')]).toEqual([503, '2']);
  });

  it('sends the layout along for a print that a caller waits for, and none for a print that exists', async () => {
    const { body } = await register();
    const key = `sample/${body.model.id}/1/print-form.en`;
    const print = () => call('GET', `/v1/permit/${body.model.id}/print-form`);
    await print();
    const jobs = await messagesOf<RenderJob>(service, 'media.render');
    expect(jobs.filter((job) => job.key === key)).toEqual([{ key, layout: around.awaited.get(key) }]);
    around.awaited.clear();
    around.renders.set(key, Buffer.from('%PDF-1.7'));
    expect((await print()).status).toBe(200);
    expect(around.awaited.size).toBe(0);
  });

  it('delivers outbox messages after the commit, and closes them when they are handled', async () => {
    const seen: string[] = [];
    service.app.get<JobQueue>(QUEUE).consume<{ key: string }>('media.render', async (job) => {
      seen.push(job.payload.key);
    });
    const { body } = await register();
    const open = () => service.app.get(Database).reader.countBy(OutboxRow, { state: 0 });
    await until(async () => seen.some((k) => k.includes(body.model.id)) && (await open()) === 0);
    expect(seen.filter((k) => k.includes(body.model.id))).toHaveLength(1);
    expect(await open()).toBe(0);
  });

  it('stores nothing of a registration that fails inside its transaction', async () => {
    const db = service.app.get(Database);
    const before = await Promise.all([db.reader.count(PermitRow), db.reader.count(DocumentVersionRow), db.reader.count(OutboxRow), db.reader.count(AuditRow)]);
    definition.announce = async () => {
      throw new Error('power cut');
    };
    const failed = await register();
    delete definition.announce;
    expect(failed.status).toBe(500);
    expect(JSON.stringify(failed.body)).not.toContain('power cut');
    expect(await Promise.all([db.reader.count(PermitRow), db.reader.count(DocumentVersionRow), db.reader.count(OutboxRow), db.reader.count(AuditRow)])).toEqual(
      before,
    );
  });

  it('adds the audit record to the log and notices a change', async () => {
    const [db, sequencer, watch] = [service.app.get(Database), service.app.get(AuditSequencer), service.app.get(AuditMonitor)];
    // From here on only the test adds records to the log: of two that add at the same time, one adds nothing.
    await sequencer.stop();
    await register();
    await register();
    await sequencer.appendPending(-1_000);
    await watch.walk();
    expect([(await verifyAudit(db)).unsequenced, watch.broken]).toEqual([0, false]);
    const [{ recordId }] = (await db.reader.query('select recordId from audit_leaf where leafIndex = 1')) as [{ recordId: string }];
    await db.write((tx) => tx.update(AuditRow, { id: recordId }, { userName: 'Mallory' }));
    await watch.walk();
    expect(watch.fault).toMatchObject({ seq: 2, id: recordId });
  });
});
