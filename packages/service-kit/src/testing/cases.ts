/** For tests only: a service with one small kind of document, and the officials who work on it. */
import { Controller, Injectable, Module } from '@nestjs/common';
import { type DocumentEnvelope, L, type ListResult, type Problem, Text } from '@portal/contract-kit';
import { Entity, type MigrationInterface, type QueryRunner } from 'typeorm';
import { CodeColumn } from '../database/columns.ts';
import * as tables from '../database/tables.ts';
import { DocumentController } from '../documents/document.controller.ts';
import { DocumentService } from '../documents/document.service.ts';
import type { DocumentDefinition, ServerFields } from '../documents/document-definition.ts';
import { DocumentKit } from '../documents/document-kit.ts';
import { DocumentRow, documentColumns, documentIndices, filteredListIndex } from '../documents/document-row.ts';
import { provideDocuments } from '../documents/documents.ts';
import { tokensColumn, tokensLength } from '../documents/encrypted-rows.ts';
import { NEW } from '../documents/workflow.ts';
import { type ServiceOptions, startService } from '../http/start-service.ts';
import { numberField, timeField } from '../search/search-query.ts';
import { loadSettings, ServiceSettings } from '../settings/settings.ts';
import { officeControllers } from '../work/office-controllers.ts';
import { openDesk, type Reply, TestDesk } from './desk.ts';
import type { TestUser } from './stub-services.ts';
import type { TestBackend } from './test-backends.ts';
import { TestClock } from './test-clock.ts';

class CaseBody {
  @Text({ label: L('Name', 'Nome'), max: 40, upper: true, required: true }) holderName?: string;
  @Text({ label: L('Passport', 'Passaporte'), max: 20, upper: true, personal: true }) passport?: string;
  @Text({ label: L('Plate', 'Matrícula'), max: 20, upper: true }) plate?: string;
  @Text({ label: L('Email', 'Correio'), max: 80, personal: true }) email?: string;
  @Text({ label: L('Agency', 'Agência'), max: 20 }) agency?: string;
  @Text({ label: L('Lane', 'Canal'), max: 5 }) lane?: string;
  @Text({ label: L('Entry point', 'Ponto de entrada'), max: 20 }) entryPoint?: string;
  @Text({ label: L('First day', 'Primeiro dia'), max: 10 }) firstDay?: string;
}
class DecisionInput {
  @Text({ label: L('Decision', 'Decisão'), max: 20, required: true }) decision?: string;
}
export type Case = CaseBody & ServerFields & { decision?: string };
type Status = 'STORED' | 'CREATED' | 'QUERIED' | 'VERIFIED' | 'APPROVED' | 'REJECTED';

@Entity('work_case')
export class CaseRow extends DocumentRow {
  @CodeColumn(40) holderName: string;
  @CodeColumn(70) passport: string | null;
  @CodeColumn(tokensLength(20)) passportParts: string | null;
  @CodeColumn(20) plate: string | null;
  @CodeColumn(5) lane: string | null;
  @CodeColumn(20) entryPoint: string | null;
  @CodeColumn(10) firstDay: string | null;
}
class CaseTables1700000001000 implements MigrationInterface {
  name = 'CaseTables1700000001000';
  async up(q: QueryRunner): Promise<void> {
    const own = [
      tables.text('holderName', 40),
      tables.text('passport', 70),
      tables.text(tokensColumn('passport'), tokensLength(20)),
      tables.text('plate', 20),
      tables.text('lane', 5),
      tables.text('entryPoint', 20),
      tables.day('firstDay'),
      tables.text('agencyCode', 70),
    ];
    await q.createTable(
      tables.table(
        'work_case',
        [...documentColumns(), ...own],
        [...documentIndices('work_case'), ...['id', 'dueAt'].map((column) => filteredListIndex('work_case', [column], ['lane', 'entryPoint', 'firstDay']))],
      ),
    );
  }
  async down(q: QueryRunner): Promise<void> {
    await q.dropTable('work_case');
  }
}

const text = (column: string) => ({ column, type: 'TEXT' as const });
const kind = {
  kind: 'case',
  contract: CaseBody,
  row: CaseRow,
  search: {
    holderName: text('holderName'),
    passport: numberField('passport'),
    plate: text('plate'),
    lane: text('lane'),
    entryPoint: text('entryPoint'),
    firstDay: { column: 'firstDay', type: 'DATE' as const },
    documentStatus: text('documentStatus'),
    documentCreatedAt: timeField('createdAt'),
  },
  statistics: { lane: 'lane', entryPoint: 'entryPoint' },
  listTotals: [
    { day: 'firstDay', columns: ['entryPoint'] },
    { day: 'firstDay', columns: ['lane', 'entryPoint', 'plate'] },
    ...['stepSince', 'dueAt'].map((day) => ({ day, columns: ['lane', 'plate'] as const })),
  ],
  openData: [
    { name: 'cases-by-day', title: L('Cases by day', 'Casos por dia'), list: 1, by: 'day', columns: [{ name: 'lane', of: 'lane' }] },
    {
      name: 'cases-by-country-group',
      title: L('Cases by month', 'Casos por mês'),
      list: 1,
      by: 'month',
      columns: [{ name: 'group', of: 'plate', countryGroups: true }],
    },
    { name: 'cases', title: L('Cases', 'Casos'), list: 0, columns: [{ name: 'status', of: 'documentStatus' }] },
  ],
  retention: [{ days: 30, statuses: ['APPROVED'], since: 'updatedAt' }],
} satisfies Partial<DocumentDefinition<CaseBody, Case, Status, CaseRow>>;

const definition: DocumentDefinition<CaseBody, Case, Status, CaseRow> = {
  ...kind,
  service: 'cases',
  title: L('Case', 'Caso'),
  path: '/v1/case',
  rolePrefix: 'case',
  workflow: {
    statuses: ['STORED', 'CREATED', 'QUERIED', 'VERIFIED', 'APPROVED', 'REJECTED'],
    mainPath: [
      { action: 'register', status: 'CREATED' },
      { action: 'verification', status: 'VERIFIED' },
      { action: 'approval', status: 'APPROVED' },
    ],
    actions: {
      store: { label: L('Save draft', 'Guardar'), from: [NEW], to: 'STORED', who: { owner: true }, modes: ['new'], input: CaseBody, draft: true },
      register: {
        label: L('Register', 'Registar'),
        from: [NEW],
        to: 'CREATED',
        who: { public: 'new' },
        modes: ['new'],
        input: CaseBody,
        require: ['contract'],
      },
      update: { label: L('Update', 'Atualizar'), from: ['CREATED'], to: 'unchanged', who: { owner: true }, modes: ['edit'], input: CaseBody, tells: 'changed' },
      query: {
        label: L('Query', 'Perguntar'),
        from: ['CREATED'],
        to: 'QUERIED',
        who: { role: true },
        modes: ['view'],
        comment: true,
        toApplicant: true,
        thread: 'question',
        tells: 'queried',
      },
      feedback: { label: L('Answer', 'Responder'), from: ['QUERIED'], to: 'CREATED', who: { owner: true }, modes: ['view'], comment: true, thread: 'answer' },
      verification: {
        label: L('Verify', 'Verificar'),
        from: ['CREATED'],
        to: 'VERIFIED',
        who: { role: true },
        modes: ['view'],
        input: DecisionInput,
        require: [(_, input) => (input.decision ? [] : [{ code: 'REQUIRED', field: 'decision', message: L('Decide', 'Decida') }])],
        estimatedMinutes: 60,
      },
      approval: {
        label: L('Approve', 'Aprovar'),
        from: ['VERIFIED'],
        to: 'APPROVED',
        who: { role: true },
        differentFrom: ['verification'],
        modes: ['view'],
        estimatedMinutes: 2_880 + 30,
        tells: 'decided',
      },
      rejection: {
        label: L('Reject', 'Rejeitar'),
        from: ['CREATED', 'VERIFIED'],
        to: 'REJECTED',
        who: { role: true },
        modes: ['view'],
        comment: true,
        tells: 'decided',
      },
      undo: {
        label: L('Undo', 'Anular'),
        from: ['VERIFIED', 'APPROVED'],
        to: 'previous',
        who: { role: ['case-verification', 'case-approval', 'case-supervise'] },
        modes: ['view'],
        undoes: ['verification', 'approval'],
      },
    },
  },
  documentCode: () => 'CAS',
  project: (m) => ({
    holderName: m.holderName,
    agencyCode: m.agency ?? 'BORDER',
    passport: m.passport ?? null,
    plate: m.plate ?? null,
    lane: m.lane ?? null,
    entryPoint: m.entryPoint ?? null,
    firstDay: m.firstDay ?? null,
  }),
  notBefore: (m, action) => (action === 'verification' ? m.firstDay : undefined),
  listFields: ['serialReference.reference', 'holderName'],
  csv: [
    { title: L('Reference', 'Referência'), path: 'serialReference.reference' },
    { title: L('Name', 'Nome'), path: 'holderName' },
  ],
  access: { contact: ['email'], files: [], office: [] },
  draftStatus: 'STORED',
  statusLabels: {
    STORED: L('Draft', 'Rascunho'),
    CREATED: L('Registered', 'Registado'),
    QUERIED: L('Queried', 'Questionado'),
    VERIFIED: L('Verified', 'Verificado'),
    APPROVED: L('Approved', 'Aprovado'),
    REJECTED: L('Rejected', 'Rejeitado'),
  },
  overrides: [{ lane: 'RED', status: 'APPROVED' }],
  lookup: { person: ['passport'], names: ['holderName'] },
  nameOf: (m) => m.holderName ?? '',
  reachedBy: { email: 'email' },
  reminders: [{ event: 'query-open', statuses: ['QUERIED'], column: 'updatedAt', after: 7 }],
  travelDays: { daysAhead: 7, form: '/cases/form' },
  publicScreen: '/cases/mine',
  prints: {},
  finder: {
    fields: { holderName: { column: 'holderName', type: 'TEXT', operation: 'EQ', upper: true, message: L('Enter the name', 'Indique o nome') } },
    listFields: ['holderName'],
  },
  staffScreen: '/cases/view',
  staffList: '/cases/search',
  commentField: 'comment',
  blank: async () => ({}),
};

@Injectable()
export class Cases extends DocumentService<CaseBody, Case, Status, CaseRow> {
  constructor(kit: DocumentKit) {
    super(definition, kit);
  }
}
@Controller('v1/case')
class CaseController extends DocumentController {
  constructor(cases: Cases) {
    super(cases);
  }
}
@Module({ providers: provideDocuments(Cases), controllers: [CaseController, ...officeControllers] })
class CaseModule {}

/** Working hours of offices in Dili (UTC+9): they work on weekdays, except on 20 May. */
const weekdays = [1, 2, 3, 4, 5];
const catalogues = {
  agencies: [
    { code: 'BORDER', name: 'Border Agency' },
    { code: 'HEALTH', name: 'Health Agency' },
  ],
  'working-hours': weekdays.flatMap((weekday) => [
    { code: `${weekday}-1`, name: 'Morning', weekday, opens: '08:30', closes: '12:30', timeZone: 'Asia/Dili' },
    { code: `${weekday}-2`, name: 'Afternoon', weekday, opens: '13:30', closes: '17:30', timeZone: 'Asia/Dili' },
  ]),
  holidays: [{ code: '05-20', name: 'Independence' }],
  'escalation-rules': [{ code: 'case.verification', name: 'Verification', minutes: 30 }],
};

const user = (sub: string, agencies: string[], ...actions: string[]): TestUser => ({
  sub,
  name: `Official ${sub}`,
  agencies,
  roles: actions.map((action) => (action.includes('-') ? action : `case-${action}`)),
});
const officer = ['read', 'search', 'verification', 'approval', 'query', 'rejection'];
export const caseUsers = {
  officer: user('officer', ['BORDER'], ...officer),
  'second officer': user('second-officer', ['BORDER'], ...officer),
  supervisor: user('supervisor', ['BORDER'], ...officer, 'supervise'),
  verifier: user('verifier', ['BORDER'], 'read', 'search', 'verification'),
  reader: user('reader', ['BORDER'], 'read', 'search'),
  'officer without the read role': user('blind-officer', ['BORDER'], 'verification'),
  'officer of another agency': user('foreign-officer', ['HEALTH'], ...officer, 'supervise'),
  'officer of other documents': user('stranger', ['BORDER'], 'licence-read', 'licence-supervise'),
  operator: user('operator', [], 'jobs-admin'),
  auditor: user('auditor', [], 'audit-read'),
  applicant: { sub: 'applicant', name: 'Ana Applicant' },
  neighbour: { sub: 'neighbour', name: 'Rui Neighbour' },
} satisfies Record<string, TestUser>;
export type CaseUser = keyof typeof caseUsers | 'public';
export const everybody: readonly CaseUser[] = ['public', ...(Object.keys(caseUsers) as CaseUser[])];

type Answer = DocumentEnvelope<Case & { assignee?: { name: string } | null; stepSince?: string | null; dueAt?: string | null }> &
  Problem &
  ListResult<Record<string, unknown>>;

/** Describes the service, as `describeService` does for an area. */
export const describeCases = (env: TestBackend['env']): ServiceOptions => ({
  service: 'cases',
  title: 'Cases',
  settings: loadSettings(ServiceSettings, env),
  module: CaseModule,
  entities: [CaseRow],
  migrations: [CaseTables1700000001000],
  documents: [kind],
});

export class CaseDesk extends TestDesk<keyof typeof caseUsers, Answer> {
  /** Monday 4 May 2026, 09:00 in Dili. */
  static readonly begins = new Date('2026-05-04T00:00:00Z');
  private names = 0;

  static async open(backend: TestBackend, clock = new TestClock(CaseDesk.begins), env: TestBackend['env'] = {}): Promise<CaseDesk> {
    const createService = (env: TestBackend['env']) => startService({ ...describeCases(env), clock });
    return new CaseDesk(await openDesk({ backend, createService, catalogues, users: caseUsers, env }));
  }

  get cases(): Cases {
    return this.service.app.get(Cases);
  }

  /** Registers a case. @returns its model */
  async register(change: object = {}, by: CaseUser = 'public'): Promise<Answer['model']> {
    const { status, body } = await this.call(by, 'POST', '/v1/case/', { holderName: `Name ${++this.names}`, email: 'ana@example.org', ...change });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body.model;
  }

  on(by: CaseUser, id: string, call: string, body: object = {}, headers: Record<string, string> = {}): Promise<Reply<Answer>> {
    return this.call(by, 'POST', `/v1/case/${id}/${call}`, body, headers);
  }

  /** Performs an action on the current version of a case. */
  async act(by: CaseUser, id: string, action: string, body: object = {}): Promise<Reply<Answer>> {
    const { version } = await this.cases.rowOf(id);
    return this.on(by, id, `actions/${action}`, { version, decision: 'YES', comment: 'So', ...body });
  }

  search(by: CaseUser, query: object): Promise<Reply<Answer>> {
    return this.call(by, 'GET', `/v1/case/search?q=${encodeURIComponent(JSON.stringify(query))}`);
  }
}
