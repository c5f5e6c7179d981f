import { type FieldError, L } from '@portal/contract-kit';
import { type Call, type CatalogueClient, type DocumentDefinition, type DocumentKind, DocumentVersionRow, type SearchFields } from '@portal/service-kit';
import type { EntityManager } from 'typeorm';
import {
  changeableFields,
  finderColumns,
  finderFields,
  type LicenceAction,
  type LicenceDocument,
  type LicenceStatus,
  licenceActions,
  licenceStatuses,
  ProfessionalLicence,
  standingOf,
} from '../../contract/index.ts';
import type { LicenceSettings } from '../settings.ts';
import { messagesOf, service } from './announcements.ts';
import { choiceErrors, fillFromCatalogues, totalOf } from './application.ts';
import { licencePrints } from './licence.prints.ts';
import { LicenceRow } from './licence.row.ts';
import { licenceWorkflow, path, rolePrefix } from './licence.workflow.ts';
import type { MediaClient } from './media-client.ts';

const text = (column: string): SearchFields[string] => ({ column, type: 'TEXT' });
const date = (column: string): SearchFields[string] => ({ column, type: 'DATE' });
const integer = (column: string): SearchFields[string] => ({ column, type: 'INTEGER' });

/** Fields the staff list searches by, as the contract names them. */
const search: SearchFields = {
  id: { column: 'id', type: 'TEXT', operations: ['EQ', 'IN'] },
  ...Object.fromEntries(
    [
      'documentStatus',
      'documentCode',
      'subDocumentCode',
      'documentType',
      'agencyCode',
      'holderName',
      'holderCode',
      'indentityCode',
      'gender',
      'nationalityCode',
      'previousReference',
    ].map((column) => [column, text(column)]),
  ),
  ...Object.fromEntries(['birthDate', 'beginDate', 'endDate', 'createdAt'].map((column) => [column, date(column)])),
  documentCreatedAt: date('createdAt'),
  totalFee: integer('totalFee'),
  aboutToExpire: integer('aboutToExpire'),
  'serialReference.reference': text('reference'),
  'serialReference.date': date('serialDate'),
  'serialReference.year': integer('serialYear'),
  'serialReference.number': integer('serialNumber'),
  'storageReference.reference': text('licenceNumber'),
};

const finderColumnOf = { holderName: { upper: true }, birthDate: {}, indentityCode: {}, holderCode: { upper: true } } as const;

/** Rules that only the server can check: what may be applied for, and what the uploaded files are. */
const registrations = new Set(['register', 'submission']);
/** A decision asks nothing of svc-media: it must be possible while that is down. */
const changesFiles = (action: string): boolean => {
  const changes = (licenceActions as Record<string, LicenceAction | undefined>)[action]?.changes;
  return changes !== undefined && changeableFields[changes].includes('medias');
};

/**
 * Takes the renewal out of the licence that it would have renewed. That is a new version of it: who is about to write the one they have read
 * would bring the renewal back, and the licence could never be renewed again.
 */
async function forgetRenewal(tx: EntityManager, id: string, action: string, call: Call): Promise<void> {
  // On MySQL nobody else writes it from here to the commit; the embedded database has one writer.
  const lock = tx.dataSource.options.type === 'better-sqlite3' ? {} : { lock: { mode: 'pessimistic_write' as const } };
  const row = await tx.findOne(LicenceRow, { where: { id }, ...lock });
  if (!row) return;
  // Neither is personal: what is sealed stays as it is.
  const { renewalId: _id, renewalReference: _reference, ...body } = row.body;
  const [version, at, userName] = [row.version + 1, new Date(), call.actor.name];
  await tx.update(LicenceRow, { id }, { body, version, updatedAt: at, updatedBy: userName } as never);
  await tx.insert(DocumentVersionRow, { documentId: id, version, documentStatus: row.documentStatus, action, at, userName, body: body as never });
}

export interface Around {
  catalogues: CatalogueClient;
  media: MediaClient;
  settings: LicenceSettings;
}

/** How licences are kept: what is under way is held, a licence counts from its end, an application that came to nothing from then on. */
export const licenceKind = ({ retentionDays: days, draftDays }: Pick<LicenceSettings, 'retentionDays' | 'draftDays'>): DocumentKind => ({
  kind: 'professional-licence',
  contract: ProfessionalLicence,
  row: LicenceRow,
  search,
  retention: [
    { days, statuses: ['APPROVED', 'SUSPENDED'] satisfies LicenceStatus[], since: 'endDate' },
    { days, statuses: ['WITHDRAWN', 'REJECTED'] satisfies LicenceStatus[], since: 'updatedAt' },
    { days: draftDays, statuses: ['STORED'] satisfies LicenceStatus[], since: 'updatedAt' },
  ],
});

/** What the document kit has to know of professional licences. */
export const licenceDefinition = ({
  catalogues,
  media,
  settings,
}: Around): DocumentDefinition<ProfessionalLicence, LicenceDocument, LicenceStatus, LicenceRow> => ({
  path,
  rolePrefix,
  ...licenceKind(settings),
  contract: ProfessionalLicence,
  row: LicenceRow,
  service,
  title: L('Professional licence', 'Licença profissional'),
  workflow: licenceWorkflow(settings.validityMonths),
  documentCode: (m) => m.documentCode ?? '',
  project: (m) => ({
    // Null, not undefined: a value that is taken away is taken out of its column too.
    agencyCode: m.agencyCode ?? null,
    subDocumentCode: m.subDocumentCode ?? null,
    documentType: m.documentType ?? null,
    holderName: m.holderName ?? null,
    holderCode: m.holderCode ?? null,
    indentityCode: m.indentityCode ?? null,
    birthDate: m.birthDate ?? null,
    gender: m.gender ?? null,
    nationalityCode: m.nationalityCode ?? null,
    serialDate: m.serialReference?.date ?? null,
    serialYear: m.serialReference?.year ?? null,
    serialNumber: m.serialReference?.number ?? null,
    beginDate: m.beginDate ?? null,
    endDate: m.endDate ?? null,
    licenceNumber: m.storageReference?.reference ?? null,
    previousReference: m.previousReference ?? null,
    totalFee: m.totalFee,
    aboutToExpire: m.aboutToExpire ? 1 : 0,
  }),
  listFields: [
    'documentCode',
    'documentName',
    'subDocumentName',
    'documentType',
    'serialReference',
    'holderName',
    'holderCode',
    'indentityCode',
    'indentityName',
    'birthDate',
    'beginDate',
    'endDate',
    'gender',
    'totalFee',
    'currencyCode',
    'agencyCode',
    'agencyName',
    'storageReference',
    'previousReference',
    'aboutToExpire',
  ],
  csv: [
    { title: 'Reference', path: 'serialReference.reference' },
    { title: 'Date', path: 'serialReference.date' },
    { title: 'Document', path: 'documentName' },
    { title: 'Academic level', path: 'subDocumentName' },
    { title: 'Holder name', path: 'holderName' },
    { title: 'Identity type', path: 'indentityName' },
    { title: 'Holder code', path: 'holderCode' },
    { title: 'Birth date', path: 'birthDate' },
    { title: 'Gender', path: 'gender' },
    { title: 'Licence number', path: 'storageReference.reference' },
    { title: 'Begin date', path: 'beginDate' },
    { title: 'End date', path: 'endDate' },
    { title: 'Total fee (minor units)', path: 'totalFee' },
    { title: 'Currency', path: 'currencyCode' },
    { title: 'Status', path: 'documentStatus' },
    { title: 'Agency', path: 'agencyName' },
    { title: 'Created at', path: 'createdAt' },
  ],
  finder: {
    fields: Object.fromEntries(
      finderFields.map((f) => [f.name, { column: f.name, type: f.dataType, operation: f.operation, message: f.message, ...finderColumnOf[f.name] }]),
    ),
    listFields: finderColumns,
    // A draft is its author's alone.
    statuses: licenceStatuses.filter((s) => s !== 'STORED'),
  },
  prints: licencePrints,
  staffScreen: '/licenser/professional/view',
  commentField: 'action.details',
  blank: async (call: Call) => ({ agencyCode: call.actor.agencies[0], requirements: [], fees: [], medias: [], directors: [], totalFee: 0 }),
  async prepare(model) {
    // Nobody gives a new application its own validity.
    if (!model.id) {
      delete model.beginDate;
      delete model.endDate;
    }
    await fillFromCatalogues(catalogues, model);
  },
  derive(model) {
    model.totalFee = totalOf(model.fees);
    model.bankDisabled = model.totalFee === 0 && Boolean(model.documentCode) && !['SUBMITTED', 'REPLIED'].includes(model.documentStatus);
    // The comment belongs to the action it was made on, not to the document.
    model.action = {};
    if (!model.applicantUser.name) model.applicantUser = { name: model.holderName ?? '' };
  },
  async check(model, action, call): Promise<FieldError[]> {
    return [...(registrations.has(action) ? await choiceErrors(catalogues, model, call) : []), ...(changesFiles(action) ? await media.check(model, call) : [])];
  },
  standing(model, now) {
    const { code, label } = standingOf(model, now.toISOString().slice(0, 10));
    return { code, label: label.en };
  },
  async announce(messages, model, action, call) {
    // A renewal that came to nothing may be asked for again.
    if (model.renewalOf && ['WITHDRAWN', 'REJECTED'].includes(model.documentStatus)) await forgetRenewal(messages.tx, model.renewalOf, action, call);
    for (const { topic, payload } of messagesOf(model)) await messages.add(topic, payload);
  },
});
