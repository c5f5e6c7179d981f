import { dayOf, L, sentence } from '@portal/contract-kit';
import {
  actionsOf,
  actionsWithInput,
  type Call,
  columnsOf,
  type DocumentDefinition,
  type DocumentKind,
  type DocumentKit,
  dateField,
  dateFields,
  type Fault,
  type GuardedFields,
  integerField,
  nameField,
  numberField,
  numberFields,
  phoneField,
  registeredSearch,
  type SearchFields,
  serialColumns,
  sortable,
  textFields,
  totalOf,
} from '@portal/service-kit';
import {
  finderColumns,
  finderFields,
  type LicenceDocument,
  type LicenceStatus,
  licenceStandingOf,
  licenceStatuses,
  ProfessionalLicence,
  statusLabels,
} from '../../contract/index.ts';
import type { LicenceSettings } from '../settings.ts';
import { choiceErrors, completeLists } from './licence.application.ts';
import { fileErrors, filesOf, heldFilesOf } from './licence.files.ts';
import { licencePrints } from './licence.prints.ts';
import { invoiceOf, receiptAction } from './licence.receipt.ts';
import { isRenewable, refuseWhileSuspended, renewalLinkToRemove } from './licence.renewal.ts';
import { LicenceRow } from './licence.row.ts';
import { isIssued, issuedDates, validityErrors } from './licence.validity.ts';
import { licencePlace, licenceWorkflow as workflow } from './licence.workflow.ts';

/** Fields that are stored in a column of the same name. */
const texts = ['subDocumentCode', 'documentType', 'agencyCode', 'indentityCode', 'gender', 'nationalityCode'] as const;
const names = ['holderName'] as const;
const numbers = ['holderCode', 'previousReference'] as const;
const phones = ['holderMobile', 'holderPhone'] as const;
const days = ['birthDate', 'beginDate', 'endDate'] as const;

/** The search fields of the staff list, named as in the contract. */
const search: SearchFields = {
  ...registeredSearch,
  ...textFields(...texts),
  ...numberFields(...numbers),
  ...dateFields(...days),
  birthDate: { ...dateField('birthDate'), spread: true },
  holderMobile: phoneField('holderMobile'),
  holderPhone: phoneField('holderPhone'),
  holderName: sortable(nameField('holderName'), []),
  endDate: sortable(dateField('endDate'), ['documentStatus'], []),
  totalFee: integerField('totalFee'),
  aboutToExpire: integerField('aboutToExpire'),
  'storageReference.reference': sortable(numberField('licenceNumber'), []),
};

const finderColumnOf = { holderName: { upper: true }, birthDate: {}, indentityCode: {}, holderCode: { upper: true } } as const;

/** Actions that write the application. */
const applying = actionsWithInput(workflow, ProfessionalLicence);
/** Actions that check whether the caller may apply for the document, while its type can still be chosen. */
const submitting = actionsOf(workflow, 'register', 'submission');
/** Actions with which officers can replace files. */
const attaching = actionsOf(workflow, 'verification');
/** The action that sets the first dates of validity. */
const issuing = actionsOf(workflow, 'issuance');
/** All actions that set dates of validity. */
const dating = actionsOf(workflow, ...issuing, 'modification');

/** Whether an action can change files. All other actions do not call svc-media, so that they work while svc-media is down. */
const changesFiles = (action: string, licence: LicenceDocument, before: LicenceDocument | undefined): boolean =>
  applying.has(action) || (attaching.has(action) && String(filesOf(licence)) !== String(filesOf(before ?? licence)));

/** The ids of receipts in a licence. Whoever has one can read that receipt for good. */
const receiptIds = ['receipts.receiptId', 'receipts.voids'];

/** The restricted fields of a licence. The finder shows all others. */
const guarded: GuardedFields = {
  contact: [
    'holderMobile',
    'holderPhone',
    'holderEmail',
    'directors',
    'districtName',
    'subdistrictName',
    'villageName',
    'workDistrictCode',
    'workDistrictName',
    'workSubdistrictName',
    'workVillageName',
    ...receiptIds,
  ],
  files: ['medias', 'photoInstance', 'signature'],
  // A renewal is a separate document, and anyone who has its id can open it.
  office: ['renewalId', 'renewalOf', 'pendingChange'],
  byId: receiptIds,
};

/**
 * Returns how licences are stored and searched, and when they are erased: a licence `days` after it ended, an application `days` after it was withdrawn or
 * rejected, a draft `draftDays` after its last change. An open application is kept.
 */
export const licenceKind = ({ retentionDays: days, draftDays }: Pick<LicenceSettings, 'retentionDays' | 'draftDays'>): DocumentKind => ({
  kind: 'professional-licence',
  contract: ProfessionalLicence,
  row: LicenceRow,
  search,
  alsoCountedBy: ['documentCode', 'indentityCode'],
  listTotals: [{ day: 'endDate', columns: ['documentCode', 'indentityCode'] }],
  openData: [
    {
      name: 'licences',
      title: L('Professional licences and applications by type and status', 'Licenças profissionais e pedidos por tipo e estado'),
      list: 0,
      columns: [
        { name: 'type', of: 'documentCode', catalogue: 'documents' },
        { name: 'status', of: 'documentStatus' },
      ],
    },
  ],
  retention: [
    { days, statuses: ['APPROVED', 'SUSPENDED'] satisfies LicenceStatus[], since: 'endDate' },
    { days, statuses: ['WITHDRAWN', 'REJECTED'] satisfies LicenceStatus[], since: 'updatedAt' },
    { days: draftDays, statuses: ['STORED'] satisfies LicenceStatus[], since: 'updatedAt' },
  ],
});

/** Returns the definition of professional licences for the document kit. */
export const licenceDefinition = (
  { db, clock, catalogues, calendar, media }: DocumentKit,
  settings: LicenceSettings,
): DocumentDefinition<ProfessionalLicence, LicenceDocument, LicenceStatus, LicenceRow> => ({
  ...licencePlace,
  ...licenceKind(settings),
  contract: ProfessionalLicence,
  row: LicenceRow,
  service: 'licences',
  title: L('Professional licence', 'Licença profissional'),
  applicationTitle: L('Application for a professional licence', 'Pedido de licença profissional'),
  workflow,
  access: guarded,
  draftStatus: 'STORED',
  statusLabels,
  amounts: ['totalFee', 'fees.amount'],
  heldFields: [
    { path: 'storageReference.reference', label: L('Licence number', 'Número da licença') },
    { path: 'totalFee', label: L('Total fee', 'Total das taxas') },
    { path: 'renewalReference', label: L('Renewed by', 'Renovada por') },
  ],
  lookup: { person: ['holderCode'], numbers: ['storageReference.reference'], names, phones, subtitle: (m) => m.documentName ?? '' },
  nameOf: (m) => m.holderName ?? '',
  publicScreen: '/eservice/medical/professional/view',
  reachedBy: { email: 'holderEmail', phone: 'holderMobile' },
  erases: () => ['holderPhone', 'pendingChange.values.holderEmail', 'pendingChange.values.holderMobile', 'pendingChange.values.holderPhone'],
  reminders: [
    {
      event: 'about-to-expire',
      // A suspended licence is not valid, and cannot be renewed.
      statuses: ['APPROVED'] satisfies LicenceStatus[],
      column: 'endDate',
      after: -settings.expiryNoticeDays,
      until: 0,
      when: (m) => isIssued(m) && !m.renewalId,
      says: (day) =>
        sentence(
          'Your licence is valid until {{day}}. If you want to go on working with it, renew it before that day.',
          'A sua licença é válida até {{day}}. Se quiser continuar a exercer, renove-a antes desse dia.',
          { day },
        ),
    },
    { event: 'query-open', statuses: ['QUERIED', 'RETURNED'] satisfies LicenceStatus[], column: 'updatedAt', after: settings.queryReminderDays },
  ],
  nextStep: (m) =>
    m.documentStatus === 'APPROVED' && m.aboutToExpire && isRenewable(m) ? { text: L('Renew', 'Renovar'), waitsForApplicant: true } : undefined,
  documentCode: (m) => m.documentCode ?? '',
  project: (m) => ({
    ...serialColumns(m.serialReference),
    ...columnsOf(m, ...texts, ...names, ...numbers, ...phones, ...days),
    licenceNumber: m.storageReference?.reference ?? null,
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
    'genderName',
    'totalFee',
    'currencyCode',
    'agencyCode',
    'agencyName',
    'storageReference',
    'previousReference',
    'aboutToExpire',
  ],
  csv: [
    { title: L('Reference', 'Referência'), path: 'serialReference.reference' },
    { title: L('Date', 'Data'), path: 'serialReference.date' },
    { title: L('Document', 'Documento'), path: 'documentName' },
    { title: L('Academic level', 'Nível académico'), path: 'subDocumentName' },
    { title: L('Holder name', 'Nome do titular'), path: 'holderName' },
    { title: L('Identity type', 'Tipo de identificação'), path: 'indentityName' },
    { title: L('Identity number', 'Número de identificação'), path: 'holderCode' },
    { title: L('Birth date', 'Data de nascimento'), path: 'birthDate' },
    { title: L('Gender', 'Género'), path: 'genderName' },
    { title: L('Licence number', 'Número da licença'), path: 'storageReference.reference' },
    { title: L('Begin date', 'Data de início'), path: 'beginDate' },
    { title: L('End date', 'Data de fim'), path: 'endDate' },
    { title: L('Total fee (minor units)', 'Total das taxas (unidades mínimas)'), path: 'totalFee' },
    { title: L('Currency', 'Moeda'), path: 'currencyCode' },
    { title: L('Status', 'Estado'), path: 'documentStatus' },
    { title: L('Agency', 'Agência'), path: 'agencyName' },
    { title: L('Created at (UTC)', 'Criado em (UTC)'), path: 'createdAt' },
  ],
  finder: {
    fields: Object.fromEntries(
      finderFields.map((f) => [f.name, { column: f.name, type: f.dataType, operation: f.operation, message: f.message, ...finderColumnOf[f.name] }]),
    ),
    listFields: finderColumns,
    // Only its author may see a draft.
    statuses: licenceStatuses.filter((s) => s !== 'STORED'),
  },
  prints: licencePrints,
  staffScreen: '/licenser/professional/view',
  staffList: '/licenser/professional',
  commentField: 'action.details',
  blank: async (call: Call) => ({ agencyCode: call.actor.agencies[0], requirements: [], fees: [], medias: [], directors: [], totalFee: 0 }),
  async prepare(model, _call, before) {
    // Applicants must not set the validity of a new application.
    if (!before) {
      delete model.beginDate;
      delete model.endDate;
    }
    await completeLists({ catalogues, calendar }, model, before);
  },
  derive(model) {
    model.totalFee = totalOf(model.fees);
    model.bankDisabled = model.totalFee === 0 && Boolean(model.documentCode) && !['SUBMITTED', 'REPLIED'].includes(model.documentStatus);
    // The comment belongs to its action, not to the document.
    model.action = {};
    if (!model.applicantUser.name) model.applicantUser = { name: model.holderName ?? '' };
  },
  async check(model, action, call, before): Promise<Fault[]> {
    const today = clock.today();
    if (before && dating.has(action)) {
      // The licence that this one renews, as it is now. A first licence renews none, and an erased licence is not found.
      const renewed = model.renewalOf ? await db.findById(LicenceRow, model.renewalOf) : null;
      if (issuing.has(action)) refuseWhileSuspended(renewed);
      // The end of the renewed licence may have been changed since the renewal was applied for.
      if (renewed?.endDate) model.previousEndDate = renewed.endDate;
      if (issuing.has(action)) Object.assign(model, issuedDates(model, today, settings.validityMonths));
    }
    return [
      ...(submitting.has(action) && !before?.serialReference ? await choiceErrors(catalogues, await calendar.dayOf(), model, call) : []),
      ...(before && dating.has(action) ? validityErrors(before, model, today, settings.validityMonths) : []),
      ...(changesFiles(action, model, before) ? await fileErrors(media, model, before, call) : []),
    ];
  },
  standing(model, now) {
    const { code, label } = licenceStandingOf(model, dayOf(now));
    return { code, label };
  },
  // The holder's photo is shown only for an issued licence.
  async shownOnVerification(m) {
    const photo = isIssued(m) && m.photoInstance ? await media.photoDataUrl(m.photoInstance) : undefined;
    return { holder: { name: m.holderName, ...(photo ? { photo } : {}) } };
  },
  filesOf: heldFilesOf,
  invoice: invoiceOf,
  receiptAction,
  takesOut: renewalLinkToRemove,
});
