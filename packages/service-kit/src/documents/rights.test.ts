import 'reflect-metadata';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Controller, Injectable, Module } from '@nestjs/common';
import { Code, type DocumentEnvelope, Flag, type HistoryResponse, L, ListOf, type ListResult, type Problem, Text } from '@portal/contract-kit';
import { Entity, type MigrationInterface, type QueryRunner } from 'typeorm';
import {
  CodeColumn,
  Database,
  DocumentController,
  type DocumentDefinition,
  DocumentKit,
  DocumentRow,
  DocumentService,
  DocumentVersionRow,
  documentColumns,
  documentIndices,
  IdempotencyRow,
  loadSettings,
  NEW,
  type RunningService,
  type ServerFields,
  ServiceSettings,
  startService,
  tables,
} from '../index.ts';
import { type StubServices, startStubServices, type TestBackend, TestClock, testBackends } from '../testing/index.ts';

class Question {
  @Code({ name: 'questions', copy: { description: 'name' } }) id?: string;
  @Text({ serverSet: true }) description?: string;
  @Flag() accepted?: boolean;
}
class PassBody {
  @Text({ label: L('Name', 'Nome'), max: 40, upper: true, required: true }) holderName?: string;
  @Text({ label: L('Email', 'Correio'), max: 80, personal: true }) email?: string;
  @Text({ label: L('Photo', 'Fotografia'), max: 36 }) photo?: string;
  @Text({ label: L('Lane reason', 'Motivo'), serverSet: true }) laneReason?: string;
  @Code({ name: 'countries', copy: { countryName: 'name' } }, { label: L('Country', 'País'), required: true }) countryCode?: string;
  @Text({ serverSet: true }) countryName?: string;
  @Text({ label: L('Agency', 'Agência'), max: 20 }) agency?: string;
  @ListOf(() => Question) questions?: Question[];
}
class ConfirmationInput {
  @Flag() confirmed?: boolean;
}
type Pass = PassBody & ServerFields & { confirmed?: boolean };
type Status = 'STORED' | 'CREATED' | 'QUERIED' | 'VERIFIED' | 'APPROVED';

@Entity('pass')
class PassRow extends DocumentRow {
  @CodeColumn(40) holderName: string;
}
class PassTables1700000001000 implements MigrationInterface {
  name = 'PassTables1700000001000';
  async up(q: QueryRunner): Promise<void> {
    await q.createTable(tables.table('pass', [...documentColumns(), tables.text('holderName', 40), tables.text('agencyCode', 70)], documentIndices('pass')));
  }
  async down(q: QueryRunner): Promise<void> {
    await q.dropTable('pass');
  }
}

const kind = {
  kind: 'pass',
  contract: PassBody,
  row: PassRow,
  search: {
    holderName: { column: 'holderName', type: 'TEXT' },
    documentStatus: { column: 'documentStatus', type: 'TEXT' },
  },
  retention: [{ days: 30, statuses: ['APPROVED'], since: 'updatedAt' }],
} as const satisfies Partial<DocumentDefinition<PassBody, Pass, Status, PassRow>>;

const definition: DocumentDefinition<PassBody, Pass, Status, PassRow> = {
  ...kind,
  service: 'passes',
  title: L('Pass', 'Passe'),
  path: '/v1/pass',
  rolePrefix: 'pass',
  workflow: {
    statuses: ['STORED', 'CREATED', 'QUERIED', 'VERIFIED', 'APPROVED'],
    mainPath: [
      { action: 'register', status: 'CREATED' },
      { action: 'verification', status: 'VERIFIED' },
      { action: 'approval', status: 'APPROVED' },
    ],
    actions: {
      store: {
        label: L('Save draft', 'Guardar'),
        from: [NEW, 'STORED'],
        to: 'STORED',
        who: { role: 'pass-store', owner: true },
        modes: ['new'],
        input: PassBody,
        draft: true,
      },
      register: {
        label: L('Register', 'Registar'),
        from: [NEW, 'STORED'],
        to: 'CREATED',
        who: { public: 'new', owner: true },
        modes: ['new'],
        input: PassBody,
        require: ['contract'],
      },
      update: {
        label: L('Update', 'Atualizar'),
        from: ['CREATED'],
        to: 'unchanged',
        who: { owner: true },
        modes: ['edit'],
        input: PassBody,
        require: ['contract'],
      },
      query: { label: L('Query', 'Perguntar'), from: ['CREATED'], to: 'QUERIED', who: { role: true }, modes: ['view'], comment: true, toApplicant: true },
      verification: {
        label: L('Verify', 'Verificar'),
        from: ['CREATED', 'QUERIED'],
        to: 'VERIFIED',
        who: { role: true },
        modes: ['view'],
        input: ConfirmationInput,
        change: (model, input) => ({ ...model, confirmed: input.confirmed === true, laneReason: 'watch list' }),
      },
      approval: { label: L('Approve', 'Aprovar'), from: ['VERIFIED'], to: 'APPROVED', who: { role: true }, differentFrom: ['verification'], modes: ['view'] },
      undo: {
        label: L('Undo', 'Anular'),
        from: ['VERIFIED', 'APPROVED'],
        to: 'previous',
        who: { role: ['pass-verification', 'pass-approval', 'pass-supervise'] },
        undoes: ['verification', 'approval'],
        modes: ['view'],
      },
      'print-form': {
        label: L('Print', 'Imprimir'),
        from: '*',
        to: 'unchanged',
        who: { public: true, finder: true },
        modes: ['*'],
        kind: 'download',
        url: '/v1/pass/{id}/print-form',
      },
      'print-card': {
        label: L('Print card', 'Imprimir cartão'),
        from: '*',
        to: 'unchanged',
        who: { public: true },
        modes: ['*'],
        kind: 'download',
        url: '/v1/pass/{id}/print-card',
      },
    },
  },
  documentCode: () => 'PAS',
  project: (m) => ({ holderName: m.holderName, agencyCode: m.agency ?? 'BORDER' }),
  listFields: ['serialReference.reference', 'holderName', 'countryName'],
  csv: [
    { title: L('Name', 'Nome'), path: 'holderName' },
    { title: L('Country', 'País'), path: 'countryName' },
  ],
  access: { contact: ['email'], files: ['photo'], office: ['laneReason'] },
  draftStatus: 'STORED',
  statusLabels: {
    STORED: L('Draft', 'Rascunho'),
    CREATED: L('Registered', 'Registado'),
    QUERIED: L('Queried', 'Questionado'),
    VERIFIED: L('Verified', 'Verificado'),
    APPROVED: L('Approved', 'Aprovado'),
  },
  nameOf: (m) => m.holderName ?? '',
  reachedBy: { email: 'email' },
  publicScreen: '/passes/mine',
  finder: {
    fields: { holderName: { column: 'holderName', type: 'TEXT', operation: 'EQ', upper: true, message: L('Enter the name', 'Indique o nome') } },
    listFields: ['holderName', 'countryName', 'email'].slice(0, 2),
  },
  prints: Object.fromEntries(
    ['print-form', 'print-card'].map((name) => [
      name,
      {
        fileName: () => `${name}.pdf`,
        layout: (m: Pass, c: { language: string }) => ({
          page: 'form' as const,
          language: c.language,
          issuer: '',
          title: `${m.email ?? 'no address'} ${m.laneReason ?? 'no reason'} ${m.countryName}`,
          reference: m.serialReference?.reference ?? '',
          blocks: [],
          footer: '',
        }),
      },
    ]),
  ),
  staffScreen: '/passes/view',
  commentField: 'comment',
  blank: async () => ({}),
  standing: (m) => ({ code: m.documentStatus, label: L('In order', 'Em ordem') }),
};

@Injectable()
class Passes extends DocumentService<PassBody, Pass, Status, PassRow> {
  constructor(kit: DocumentKit) {
    super(definition, kit);
  }
}
@Controller('v1/pass')
class PassController extends DocumentController {
  constructor(passes: Passes) {
    super(passes);
  }
}
@Module({ providers: [Passes], controllers: [PassController] })
class PassModule {}

const catalogues = {
  countries: [{ code: 'DE', name: 'Germany', names: { pt: 'Alemanha' } }],
  questions: [{ code: 'Q1', name: 'Do you carry weapons?', names: { pt: 'Transporta armas?' } }],
  agencies: [
    { code: 'BORDER', name: 'Border Agency', names: { pt: 'Agência de Fronteiras' } },
    { code: 'HEALTH', name: 'Health Agency' },
  ],
};

describe.each(testBackends())('rights on %s', (_engine, makeBackend) => {
  let backend: TestBackend;
  let around: StubServices;
  let service: RunningService;
  let clock: TestClock;
  /** Authorization of each caller; none for nobody. */
  const callers: Record<string, string> = {};

  type Answer = {
    status: number;
    body: DocumentEnvelope<Pass> & Problem & ListResult<Record<string, unknown>> & HistoryResponse;
    text: string;
    headers: Headers;
  };
  const call = async (caller: string, method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> => {
    const r = await fetch(`${service.url}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(callers[caller] ? { authorization: callers[caller] } : {}),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await r.text();
    return { status: r.status, headers: r.headers, text, body: r.headers.get('content-type')?.includes('json') ? JSON.parse(text) : {} };
  };
  const good = { holderName: 'Ana', email: 'ana@example.org', photo: 'photo-1', countryCode: 'DE', questions: [{ id: 'Q1', accepted: true }] };
  const register = async (caller: string, body: object = good, action = ''): Promise<Pass & { id: string }> => {
    const { status, body: answer, text } = await call(caller, 'POST', `/v1/pass/${action}`, body);
    if (status !== 201) throw new Error(text);
    return answer.model;
  };
  const act = (caller: string, id: string, action: string, body: object) => call(caller, 'POST', `/v1/pass/${id}/actions/${action}`, body);
  const find = async (name: string): Promise<string> => {
    const q = { criteria: [{ operation: 'EQ', dataType: 'TEXT', fieldName: 'holderName', values: [name] }] };
    return String((await call('nobody', 'POST', '/v1/pass/find', q)).body.records[0]?.id);
  };
  /** Name that no other test has. */
  let names = 0;
  const aName = (): string => `NAME ${++names} ${String.fromCharCode(65 + (names % 26))}`;

  beforeAll(async () => {
    backend = await makeBackend();
    around = await startStubServices(catalogues);
    clock = new TestClock();
    service = await startService({
      service: 'passes',
      title: 'Passes',
      settings: loadSettings(ServiceSettings, { ...backend.env, ...around.env }),
      module: PassModule,
      entities: [PassRow],
      migrations: [PassTables1700000001000],
      documents: [kind],
      clock,
    });
    const user = (name: string, agencies: string[], ...roles: string[]) => around.token({ sub: name, name, roles, agencies });
    Object.assign(callers, {
      ana: await user('ana', []),
      rui: await user('rui', []),
      reader: await user('reader', ['BORDER'], 'pass-read', 'pass-search'),
      'foreign reader': await user('foreign reader', ['HEALTH'], 'pass-read', 'pass-search'),
      'homeless reader': await user('homeless reader', [], 'pass-read', 'pass-search'),
      verifier: await user('verifier', ['BORDER'], 'pass-read', 'pass-query', 'pass-verification', 'pass-approval'),
      approver: await user('approver', ['BORDER'], 'pass-approval'),
      'foreign approver': await user('foreign approver', ['HEALTH'], 'pass-read', 'pass-approval', 'pass-verification'),
      supervisor: await user('supervisor', ['BORDER'], 'pass-read', 'pass-supervise'),
      clerk: await user('clerk', ['BORDER'], 'pass-read', 'pass-store'),
      stranger: await user('stranger', ['BORDER'], 'licence-read', 'licence-search'),
    });
  });
  afterAll(async () => {
    await service?.close();
    await around?.close();
    await backend?.remove();
  });

  // Written by hand: what each caller is answered of a document that the public registered, that Ana registered, that is Ana's draft, and by the finder's key.
  // facts, contact (email), files (photo), office (laneReason); then history, version, QR, print-form, print-card, export.
  const table: [caller: string, document: 'public' | 'owned' | 'draft' | 'found', sees: string, calls: string][] = [
    ['nobody', 'public', 'facts contact files', '200: version qr print-form print-card export | 401: history'],
    ['ana', 'public', 'facts contact files', '200: version qr print-form print-card export | 403: history'],
    ['reader', 'public', 'facts contact files office', '200: history version qr print-form print-card | 403: export'],
    ['foreign reader', 'public', '403', '403: history version qr print-form print-card export'],
    ['homeless reader', 'public', '403', '403: history version qr print-form print-card export'],
    ['approver', 'public', '403', '403: history version qr print-form print-card export'],
    ['stranger', 'public', '403', '403: history version qr print-form print-card export'],
    ['nobody', 'owned', 'facts contact files', '200: version qr print-form print-card | 401: history export'],
    ['ana', 'owned', 'facts contact files', '200: history version qr print-form print-card export'],
    ['rui', 'owned', 'facts contact files', '200: version qr print-form print-card | 403: history export'],
    ['reader', 'owned', 'facts contact files office', '200: history version qr print-form print-card | 403: export'],
    ['foreign reader', 'owned', '403', '403: history version qr print-form print-card export'],
    ['nobody', 'draft', '401', '401: history version qr print-form print-card export'],
    ['ana', 'draft', 'facts contact files', '200: history version print-form print-card export | 404: qr'],
    ['rui', 'draft', '403', '403: history version qr print-form print-card export'],
    ['reader', 'draft', '403', '403: history version qr print-form print-card export'],
    ['nobody', 'found', 'facts', '200: qr print-form | 401: history version print-card export'],
    ['ana', 'found', 'facts', '200: qr print-form | 403: history version print-card export'],
    ['foreign reader', 'found', '403', '403: history version qr print-form print-card export'],
    ['stranger', 'found', '403', '403: history version qr print-form print-card export'],
  ];

  describe('of each caller to each document', () => {
    const ids: Record<string, string> = {};
    beforeAll(async () => {
      const name = aName();
      const open = await register('nobody', { ...good, holderName: name });
      ids.public = open.id;
      // What staff have put there is there to be hidden.
      await act('verifier', open.id, 'verification', { version: 1, confirmed: true, comment: 'hit on the watch list, do not alert' });
      const owned = await register('ana', { ...good, holderName: aName() });
      ids.owned = owned.id;
      await act('verifier', owned.id, 'verification', { version: 1, confirmed: true });
      ids.draft = (await register('ana', good, 'actions/store')).id;
      ids.found = await find(name);
    });

    it.each(table)('%s, of a document that is %s: %s; %s', async (caller, document, sees, calls) => {
      const id = ids[document] as string;
      const shown = await call(caller, 'GET', `/v1/pass/${id}/document`);
      if (/^\d+$/.test(sees)) expect(shown.status).toBe(Number(sees));
      else {
        const model = shown.body.model as unknown as Record<string, unknown>;
        const groups = { facts: model.holderName, contact: model.email, files: model.photo, office: model.laneReason };
        const seen = Object.entries(groups).flatMap(([group, value]) => (value === undefined ? [] : [group]));
        // Nobody has put a reason on a draft.
        expect(seen.join(' ')).toBe(sees);
        expect(model.doneBy).toBeUndefined();
        expect(model.id).toBe(id);
        const officer = shown.text.includes('verifier') || shown.text.includes('watch list, do not');
        expect(officer).toBe(sees.includes('office') && document !== 'draft');
      }
      const paths: Record<string, [string, string, object?]> = {
        history: ['POST', 'history', {}],
        version: ['GET', '1/version'],
        qr: ['GET', 'qr'],
        'print-form': ['GET', 'print-form'],
        'print-card': ['GET', 'print-card'],
        export: ['GET', 'export'],
      };
      const answers: Record<string, string[]> = {};
      for (const [name, [method, path, body]] of Object.entries(paths)) {
        const { status, text } = await call(caller, method, `/v1/pass/${id}/${path}`, body);
        // There is no renderer here: a form that may be printed is being prepared.
        const told = status === 503 && text.includes('prepared') ? 200 : status;
        answers[told] = [...(answers[told] ?? []), name];
      }
      const said = Object.entries(answers).map(([status, list]) => `${status}: ${list.join(' ')}`);
      expect(said.join(' | ')).toBe(calls);
    });

    it('lists for staff what is of their agency and no draft of others', async () => {
      const list = async (caller: string, status?: string) => {
        const criteria = status ? [{ operation: 'EQ', dataType: 'TEXT', fieldName: 'documentStatus', values: [status] }] : [];
        const q = encodeURIComponent(JSON.stringify({ criteria, paging: { page: 1, size: 200 } }));
        return call(caller, 'GET', `/v1/pass/search?q=${q}`);
      };
      const seen = (await list('reader')).body;
      expect(seen.records.map((r) => r.id)).toEqual(expect.arrayContaining([ids.public, ids.owned]));
      expect(seen.records.map((r) => r.id)).not.toContain(ids.draft);
      expect(seen.totalRecords).toBe(seen.records.length);
      expect((await list('reader', 'STORED')).body).toEqual({ records: [], totalRecords: 0 });
      for (const other of ['foreign reader', 'homeless reader']) expect((await list(other)).body).toEqual({ records: [], totalRecords: 0 });
      for (const other of ['stranger', 'approver', 'ana']) expect((await list(other)).status).toBe(403);
      const mine = await register('clerk', good, 'actions/store');
      const csv = await call('reader', 'GET', '/v1/pass/search', undefined, { accept: 'text/csv' });
      expect(csv.text.trim().split('\n')).toHaveLength(seen.totalRecords + 1);
      expect((await call('foreign reader', 'GET', '/v1/pass/search', undefined, { accept: 'text/csv' })).text.trim().split('\n')).toHaveLength(1);
      expect((await call('clerk', 'GET', `/v1/pass/${mine.id}/document`)).status).toBe(200);
    });
  });

  it('prints nothing of the office, and no address for who came by the finder', async () => {
    const name = aName();
    const { id } = await register('nobody', { ...good, holderName: name });
    await act('verifier', id, 'verification', { version: 1 });
    for (const [asked, title] of [
      [id, 'ana@example.org no reason Germany'],
      [await find(name), 'no address no reason Germany'],
    ] as const) {
      around.awaited.clear();
      await call('nobody', 'GET', `/v1/pass/${asked}/print-form`);
      expect([...around.awaited.values()].map((layout) => layout.title)).toEqual([title]);
    }
  });

  it('lets only the applicant side act for the applicant: no officer, no holder of an id of somebody else, no finder', async () => {
    const name = aName();
    const open = await register('nobody', { ...good, holderName: name });
    const owned = await register('ana');
    const update = { ...good, version: 1, holderName: 'Eva' };
    for (const caller of ['reader', 'verifier', 'stranger', 'foreign reader', 'clerk']) expect((await act(caller, open.id, 'update', update)).status).toBe(403);
    expect((await act('nobody', await find(name), 'update', update)).status).toBe(401);
    for (const [caller, status] of [
      ['nobody', 401],
      ['rui', 403],
      ['reader', 403],
      ['ana', 200],
    ] as const)
      expect((await act(caller, owned.id, 'update', update)).status).toBe(status);
    expect((await act('nobody', open.id, 'update', update)).status).toBe(200);
    const counter = await register('reader');
    expect((await act('reader', counter.id, 'update', update)).status).toBe(200);
    const { actions } = (await call('reader', 'GET', `/v1/pass/${counter.id}/document`)).body.model;
    expect(actions.map((entry) => entry.capacity)).toEqual(['counter', 'counter']);
  });

  it('lets an officer act by role and agency', async () => {
    const { id } = await register('nobody');
    for (const caller of ['foreign approver', 'stranger', 'reader', 'nobody'])
      expect((await act(caller, id, 'verification', { version: 1 })).status).toBe(caller === 'nobody' ? 401 : 403);
    expect((await act('verifier', id, 'verification', { version: 1 })).status).toBe(200);
    // An approver without the read role approves, and is shown the facts alone.
    const approved = await act('approver', id, 'approval', { version: 2 });
    expect(approved.status).toBe(200);
    expect(approved.body.model).toMatchObject({ holderName: 'ANA', documentStatus: 'APPROVED' });
    expect(approved.body.model).not.toHaveProperty('email');
  });

  it('asks for four eyes, and says so before the click', async () => {
    const { id } = await register('nobody');
    const verified = await act('verifier', id, 'verification', { version: 1 });
    expect(verified.body.actions.map((a) => a.name)).not.toContain('approval');
    expect(verified.body.blocked).toEqual([
      expect.objectContaining({ name: 'approval', code: 'FOUR_EYES', message: expect.stringContaining('another officer') }),
    ]);
    const refused = await act('verifier', id, 'approval', { version: 2 });
    expect([refused.status, refused.body.errors[0]?.code]).toEqual([403, 'FOUR_EYES']);
    expect((await call('nobody', 'GET', `/v1/pass/${id}/document`)).body).not.toHaveProperty('blocked');
    expect((await act('approver', id, 'approval', { version: 2 })).status).toBe(200);
  });

  it('undoes a decision within ten minutes, by who made it or a supervisor, with a reason', async () => {
    const { id } = await register('nobody');
    await act('verifier', id, 'verification', { version: 1, confirmed: true });
    expect((await act('approver', id, 'undo', { version: 2, comment: 'mistake' })).status).toBe(403);
    expect((await act('verifier', id, 'undo', { version: 2 })).body.errors[0]).toMatchObject({ code: 'REQUIRED', field: 'comment' });
    const undone = await act('verifier', id, 'undo', { version: 2, comment: 'mistake' });
    expect(undone.body.model).toMatchObject({ documentStatus: 'CREATED', version: 3, holderName: 'ANA', email: 'ana@example.org' });
    expect(undone.body.model).not.toHaveProperty('confirmed');
    expect(undone.body.model.actions.map((a) => a.action)).toEqual(['register', 'verification', 'undo']);
    await act('verifier', id, 'verification', { version: 3 });
    expect((await act('supervisor', id, 'undo', { version: 4, comment: 'not yet' })).status).toBe(200);
    await act('verifier', id, 'verification', { version: 5 });
    clock.pass(11 * 60_000);
    expect((await act('supervisor', id, 'undo', { version: 6, comment: 'too late' })).status).toBe(409);
  });

  it('shows the public the office in place of the officer, and the comments that are written to the applicant', async () => {
    const { id } = await register('nobody');
    await act('verifier', id, 'query', { version: 1, comment: 'Send the second page' });
    await act('verifier', id, 'verification', { version: 2, comment: 'on the watch list' });
    const { model } = (await call('nobody', 'GET', `/v1/pass/${id}/document`, undefined, { 'accept-language': 'pt' })).body;
    expect(model.actions.map(({ operation, details, user, status }) => ({ operation, details, user: user.name, status }))).toEqual([
      { operation: 'Registar', details: '', user: 'Público', status: 'CREATED' },
      { operation: 'Perguntar', details: 'Send the second page', user: 'Agência de Fronteiras', status: 'QUERIED' },
      { operation: 'Verificar', details: '', user: 'Agência de Fronteiras', status: 'VERIFIED' },
    ]);
    const staff = (await call('reader', 'GET', `/v1/pass/${id}/document`)).body.model.actions;
    expect(staff.at(-1)).toMatchObject({ operation: 'Verify', details: 'on the watch list', user: { name: 'verifier' } });
    const stale = await act('nobody', id, 'update', { ...good, version: 1 });
    expect(stale.text).not.toContain('verifier');
  });

  it('words everything in the language of the reader, whoever registered it in whatever language', async () => {
    const { status, body } = await call('nobody', 'POST', '/v1/pass/', good, { 'accept-language': 'pt-PT,pt' });
    expect(status).toBe(201);
    expect(body.model).toMatchObject({ countryName: 'Alemanha', questions: [{ description: 'Transporta armas?' }] });
    const { id } = body.model;
    const english = await call('reader', 'GET', `/v1/pass/${id}/document`);
    expect(english.body.model).toMatchObject({ countryName: 'Germany', questions: [{ description: 'Do you carry weapons?' }] });
    expect((await call('reader', 'GET', `/v1/pass/${id}/document?language=pt`)).body.actions[0]?.label).toBe('Imprimir');
    const csv = await call('reader', 'GET', '/v1/pass/search', undefined, { accept: 'text/csv', 'accept-language': 'pt' });
    expect(csv.text.split('\n')[0]).toContain('País');
    expect(csv.text).toContain('Alemanha');
    expect((await act('nobody', id, 'approval', { version: 1 })).body.errors[0]?.message).toBe('Sign in to do this');
    const refused = await call('nobody', 'POST', `/v1/pass/${id}/actions/approval`, { version: 1 }, { 'accept-language': 'pt' });
    expect(refused.body.errors[0]?.message).toBe('Inicie sessão para o fazer');
  });

  it('keeps the growth of a document bounded: 20 changes by the public in a day, comments of 2,000 characters, no history in versions or answers', async () => {
    const { id } = await register('nobody');
    const long = await act('nobody', id, 'update', { ...good, version: 1, comment: 'x'.repeat(2_001) });
    expect(long.body.errors[0]).toMatchObject({ code: 'MAX_LENGTH', field: 'comment' });
    for (let version = 1; version <= 20; version++) {
      const body = { ...good, version, comment: 'y'.repeat(2_000) };
      const { status } = await call('nobody', 'POST', `/v1/pass/${id}/actions/update`, body, { 'idempotency-key': `growth-${id}-${version}` });
      expect(status).toBe(200);
    }
    const one_more = await act('nobody', id, 'update', { ...good, version: 21 });
    expect([one_more.status, one_more.body.errors[0]?.code, Number(one_more.headers.get('retry-after')) > 0]).toEqual([429, 'TOO_MANY_REQUESTS', true]);
    const { reader } = service.app.get(Database);
    const versions = await reader.findBy(DocumentVersionRow, { documentId: id });
    expect(Math.max(...versions.map((v) => JSON.stringify(v.body).length))).toBeLessThan(1_500);
    const answers = await reader.find(IdempotencyRow);
    expect(Math.max(...answers.map((a) => JSON.stringify(a.answer).length))).toBeLessThan(400);
    clock.pass(24 * 3_600_000 + 60_000);
    expect((await act('nobody', id, 'update', { ...good, version: 21 })).status).toBe(200);
  });

  it('gives a repeat the first answer, also after the document has gone on', async () => {
    const headers = { 'idempotency-key': `repeat-${aName()}` };
    const first = await call('nobody', 'POST', '/v1/pass/', good, headers);
    await act('verifier', first.body.model.id, 'verification', { version: 1 });
    const again = await call('nobody', 'POST', '/v1/pass/', good, headers);
    expect(again.status).toBe(201);
    expect(again.body).toEqual(first.body);
  });

  describe('somebody without an account', () => {
    const code = (): string => {
      const folder = join(String(backend.env.DATA_DIR), 'mail');
      const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
      const messages = files.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as { to: string; text: string; subject: string });
      const last = messages.filter((m) => m.to === 'ana@example.org').map((m) => /\b\d{6}\b/.exec(m.text)?.[0] as string);
      for (const name of files) rmSync(join(folder, name));
      return last.at(-1) as string;
    };

    it('comes back by finder and one-time code, and then holds the key of the applicant', async () => {
      const name = aName();
      const { id } = await register('nobody', { ...good, holderName: name });
      const key = await find(name);
      expect(key).not.toContain(id);
      const sent = await call('nobody', 'POST', '/v1/pass/find/code', { id: key });
      expect([sent.status, sent.text]).toEqual([200, expect.not.stringContaining('ana@example')]);
      const opened = await call('nobody', 'POST', '/v1/pass/find/open', { id: key, code: code() });
      expect(opened.body.model).toMatchObject({ id, email: 'ana@example.org' });
      expect(opened.body.actions.map((a) => a.name)).toContain('update');
    });

    it('comes back to what a signed-in person registered by a key for a day', async () => {
      const name = aName();
      const { id } = await register('ana', { ...good, holderName: name });
      const key = await find(name);
      await call('nobody', 'POST', '/v1/pass/find/code', { id: key });
      const { model } = (await call('nobody', 'POST', '/v1/pass/find/open', { id: key, code: code() })).body;
      expect(model.id).not.toBe(id);
      expect((await act('nobody', model.id, 'update', { ...good, version: 1 })).status).toBe(200);
      clock.pass(25 * 3_600_000);
      expect((await call('nobody', 'GET', `/v1/pass/${model.id}/document`)).status).toBe(403);
    });

    it('has five tries, ten minutes, one use, and five codes a day', async () => {
      const name = aName();
      await register('nobody', { ...good, holderName: name });
      const key = await find(name);
      const send = () => call('nobody', 'POST', '/v1/pass/find/code', { id: key });
      const open = (entered: string) => call('nobody', 'POST', '/v1/pass/find/open', { id: key, code: entered });
      await send();
      const right = code();
      const wrong = right === '000000' ? '000001' : '000000';
      const tries = await Promise.all(Array.from({ length: 8 }, () => open(wrong)));
      expect(tries.filter((t) => t.status === 422)).toHaveLength(5);
      expect((await open(right)).status).toBe(429);
      await send();
      const second = code();
      expect((await open(second)).status).toBe(200);
      expect((await open(second)).status).toBe(422);
      await send();
      const third = code();
      clock.pass(10 * 60_000 + 1_000);
      expect((await open(third)).status).toBe(422);
      for (let i = 0; i < 2; i++) expect((await send()).status).toBe(200);
      code();
      expect((await send()).status).toBe(429);
    });
  });

  describe('a person', () => {
    it('sees all they registered, with its standing and next step, and nobody else sees it', async () => {
      const draft = await register('rui', { holderName: 'Rui' }, 'actions/store');
      const registered = await register('rui', { ...good, holderName: 'Rui' });
      const { records, totalRecords } = (await call('rui', 'GET', '/v1/pass/mine')).body;
      expect(totalRecords).toBe(2);
      expect(records.map((r) => [r.id, r.statusLabel, r.nextStep, r.waitsForApplicant, r.screen])).toEqual([
        [registered.id, 'Registered', 'Border Agency: verify', false, `/passes/mine/${registered.id}`],
        [draft.id, 'Draft', 'Register', true, `/passes/mine/${draft.id}`],
      ]);
      expect((await call('nobody', 'GET', '/v1/pass/mine')).status).toBe(401);
      expect((await call('supervisor', 'GET', '/v1/pass/mine')).body.totalRecords).toBe(0);
    });

    it('takes away all that is held, as JSON and as PDF, without what is of the office', async () => {
      const { id } = await register('nobody');
      await act('nobody', id, 'update', { ...good, version: 1, email: 'new@example.org' });
      await act('verifier', id, 'verification', { version: 2, comment: 'secret' });
      const { status, text } = await call('nobody', 'GET', `/v1/pass/${id}/export`);
      expect(status).toBe(200);
      for (const held of ['new@example.org', 'ana@example.org', 'photo-1', 'Germany']) expect(text).toContain(held);
      for (const office of ['secret', 'watch list', 'verifier', 'doneBy']) expect(text).not.toContain(office);
      around.awaited.clear();
      expect((await call('nobody', 'GET', `/v1/pass/${id}/export?format=pdf`)).status).toBe(503);
      expect(JSON.stringify([...around.awaited.values()][0])).toContain('new@example.org');
    });

    it('asks for erasure: a draft goes at once, what is registered is a case with a deadline', async () => {
      const draft = await register('rui', { holderName: 'Gone' }, 'actions/store');
      const gone = await call('rui', 'POST', `/v1/pass/${draft.id}/erasure`, {});
      expect(gone.body.model).toMatchObject({ state: 'GRANTED', kept: [] });
      expect((await call('rui', 'GET', `/v1/pass/${draft.id}/document`)).status).toBe(404);
      const { id } = await register('nobody');
      for (const [caller, status] of [
        ['reader', 403],
        ['stranger', 403],
      ] as const)
        expect((await call(caller, 'POST', `/v1/pass/${id}/erasure`, {})).status).toBe(status);
      const asked = await call('nobody', 'POST', `/v1/pass/${id}/erasure`, { reason: 'I left' });
      expect(asked.body.model).toMatchObject({ state: 'OPEN', kept: [expect.objectContaining({ what: 'Pass' })] });
      expect((await call('nobody', 'POST', `/v1/pass/${id}/erasure`, {})).body.model.id).toBe(asked.body.model.id);
      const listed = await call('supervisor', 'GET', '/v1/pass/erasure');
      expect(listed.body.records).toEqual([expect.objectContaining({ id: asked.body.model.id, documentId: id, reason: 'I left' })]);
      expect((await call('reader', 'GET', '/v1/pass/erasure')).status).toBe(403);
      const decide = (decision: string, comment?: string) => call('supervisor', 'POST', `/v1/pass/erasure/${asked.body.model.id}`, { decision, comment });
      expect((await decide('GRANT')).status).toBe(422);
      // It is still being worked on.
      expect((await decide('GRANT', 'yes')).status).toBe(409);
      await act('verifier', id, 'verification', { version: 1 });
      await act('approver', id, 'approval', { version: 2 });
      expect((await decide('GRANT', 'yes')).status).toBe(200);
      // The law keeps it for 30 days; how to reach the person goes.
      const left = (await call('reader', 'GET', `/v1/pass/${id}/document`)).body.model;
      expect([left.holderName, left.email]).toEqual(['ANA', undefined]);
      expect((await call('reader', 'GET', `/v1/pass/${id}/1/version`)).body.model).not.toHaveProperty('email');
      expect((await decide('REFUSE', 'no')).status).toBe(409);
    });

    it('reads in the list of their documents what the office answered', async () => {
      const { id } = await register('rui');
      const shown = async () => (await call('rui', 'GET', '/v1/pass/mine')).body.records.find((record) => record.id === id)?.erasure;
      expect(await shown()).toBeUndefined();
      const asked = await call('rui', 'POST', `/v1/pass/${id}/erasure`, {});
      expect(await shown()).toMatchObject({ id: asked.body.model.id, state: 'OPEN' });
      await call('supervisor', 'POST', `/v1/pass/erasure/${asked.body.model.id}`, { decision: 'REFUSE', comment: 'Your journey is not over' });
      expect(await shown()).toMatchObject({ state: 'REFUSED', comment: 'Your journey is not over' });
    });
  });
});
