/** For tests only: a service of passes, which is one kind of document with few fields and every kind of action, and the people who call it. */
import 'reflect-metadata';
import { Controller, Injectable, Module } from '@nestjs/common';
import { Code, type DocumentEnvelope, Flag, type HistoryResponse, L, ListOf, type ListResult, type Problem, Text } from '@portal/contract-kit';
import { Entity, type MigrationInterface, type QueryRunner } from 'typeorm';
import {
  CodeColumn,
  DocumentController,
  type DocumentDefinition,
  DocumentKit,
  DocumentRow,
  DocumentService,
  documentColumns,
  documentIndices,
  loadSettings,
  NEW,
  type RunningService,
  type ServerFields,
  ServiceSettings,
  startService,
  tables,
} from '../index.ts';
import { type StubServices, startStubServices } from './stub-services.ts';
import type { TestBackend } from './test-backends.ts';
import { TestClock } from './test-clock.ts';

class Question {
  @Code({ name: 'questions', copy: { description: 'name' } }) id?: string;
  @Text({ serverSet: true }) description?: string;
  @Flag({ label: L('Accepted', 'Aceite') }) accepted?: boolean;
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
  listFields: ['serialReference.reference', 'holderName', 'countryName', 'email'],
  csv: [
    { title: L('Name', 'Nome'), path: 'holderName' },
    { title: L('Country', 'País'), path: 'countryName' },
    { title: L('Email', 'Correio'), path: 'email' },
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
  staffList: '/passes',
  commentField: 'comment',
  blank: async () => ({}),
  standing: (m) => ({ code: m.documentStatus, label: L('In order', 'Em ordem') }),
};

@Injectable()
export class Passes extends DocumentService<PassBody, Pass, Status, PassRow> {
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

interface PassAnswer {
  status: number;
  body: DocumentEnvelope<Pass> & Problem & ListResult<Record<string, unknown>> & HistoryResponse;
  text: string;
  headers: Headers;
}

/** A complete body of a pass. */
export const aPass = { holderName: 'Ana', email: 'ana@example.org', photo: 'photo-1', countryCode: 'DE', questions: [{ id: 'Q1', accepted: true }] };

/** Returns headers of approvers who signed in with a password, with a second factor now, and with a second factor an hour ago. */
async function approversBySignIn({ token }: StubServices, now: number): Promise<Record<string, string>> {
  const approver = (sub: string, acr: string, age: number) =>
    token({ sub, name: sub, roles: ['pass-approval'], agencies: ['BORDER'], acr, auth_time: Math.round(now - age) });
  return {
    'approver by password': await approver('by password', '1', 60),
    'approver by second factor': await approver('by second factor', '2', 60),
    'approver of an hour ago': await approver('of an hour ago', '2', 3_600),
  };
}

/** A running service of passes. Callers are named: `nobody` is the public, `ana` and `rui` are signed in without a role, the others are staff. */
export class PassDesk {
  private names = 0;
  private constructor(
    readonly backend: TestBackend,
    readonly around: StubServices,
    readonly service: RunningService,
    readonly clock: TestClock,
    /** The `Authorization` header of each caller. */
    private readonly callers: Readonly<Record<string, string>>,
  ) {}

  static async open(makeBackend: () => Promise<TestBackend>, env: Record<string, string> = {}): Promise<PassDesk> {
    const backend = await makeBackend();
    const around = await startStubServices(catalogues);
    const clock = new TestClock();
    const service = await startService({
      service: 'passes',
      title: 'Passes',
      settings: loadSettings(ServiceSettings, { ...backend.env, ...around.env, ...env }),
      module: PassModule,
      entities: [PassRow],
      migrations: [PassTables1700000001000],
      documents: [kind],
      clock,
    });
    const user = (name: string, agencies: string[], ...roles: string[]) => around.token({ sub: name, name, roles, agencies });
    return new PassDesk(backend, around, service, clock, {
      ana: await user('ana', []),
      rui: await user('rui', []),
      reader: await user('reader', ['BORDER'], 'pass-read', 'pass-search'),
      'foreign reader': await user('foreign reader', ['HEALTH'], 'pass-read', 'pass-search'),
      'homeless reader': await user('homeless reader', [], 'pass-read', 'pass-search'),
      verifier: await user('verifier', ['BORDER'], 'pass-read', 'pass-query', 'pass-verification', 'pass-approval'),
      searcher: await user('searcher', ['BORDER'], 'pass-search'),
      approver: await user('approver', ['BORDER'], 'pass-approval'),
      ...(await approversBySignIn(around, clock.now().getTime() / 1000)),
      'foreign approver': await user('foreign approver', ['HEALTH'], 'pass-read', 'pass-approval', 'pass-verification'),
      supervisor: await user('supervisor', ['BORDER'], 'pass-read', 'pass-supervise'),
      clerk: await user('clerk', ['BORDER'], 'pass-read', 'pass-store'),
      stranger: await user('stranger', ['BORDER'], 'licence-read', 'licence-search'),
    });
  }

  async close(): Promise<void> {
    await this.service.close();
    await this.around.close();
    await this.backend.remove();
  }

  async call(caller: string, method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<PassAnswer> {
    const authorization = this.callers[caller];
    const response = await fetch(`${this.service.url}${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...(authorization ? { authorization } : {}), ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : {} };
  }

  /** Registers a pass. @param action another action that registers, such as `actions/store` */
  async register(caller: string, body: object = aPass, action = ''): Promise<Pass & { id: string }> {
    const { status, body: answer, text } = await this.call(caller, 'POST', `/v1/pass/${action}`, body);
    if (status !== 201) throw new Error(text);
    return answer.model;
  }

  act(caller: string, id: string, action: string, body: object): Promise<PassAnswer> {
    return this.call(caller, 'POST', `/v1/pass/${id}/actions/${action}`, body);
  }

  /** Finds a pass in the way the public does. @returns the finder's key */
  async find(holderName: string): Promise<string> {
    const q = { criteria: [{ operation: 'EQ', dataType: 'TEXT', fieldName: 'holderName', values: [holderName] }] };
    return String((await this.call('nobody', 'POST', '/v1/pass/find', q)).body.records[0]?.id);
  }

  /** Returns a name that no other pass has. */
  aName(): string {
    return `NAME ${++this.names} ${String.fromCharCode(65 + (this.names % 26))}`;
  }
}
