/**
 * The workflow of a licence, one entry an action: from where to where, who, by whom else (four eyes), what it takes and what must be so.
 * Labels and modes of the form are the contract's (contract/actions.ts).
 */
import { type ActionRule, NEW, ReceiptInput, systemRole, type Workflow } from '@portal/service-kit';
import {
  changeableFields,
  decisionOf,
  documentFields,
  hasDueFee,
  type LicenceActionName,
  type LicenceActionWords,
  type LicenceDocument,
  LicenceRecommendation,
  type LicenceStatus,
  LicenceValidity,
  LicenceVerification,
  licenceActions,
  licenceModes,
  licenceStatuses,
  ProfessionalLicence,
  verificationErrors,
} from '../../contract/index.ts';
import { staysAppliedFor, take } from './licence.fields.ts';
import { unconfirmed, withAnswers, withScans } from './licence.lists.ts';
import { applyChange, dropChange, isAsked } from './licence.pending-change.ts';
import { recordReceipt } from './licence.receipt.ts';
import { isIssued, issue } from './licence.validity.ts';

type Rule = ActionRule<LicenceStatus, LicenceDocument>;
type Input = Readonly<Record<string, unknown>>;

export const rolePrefix = 'professional-license';
export const path = '/v1/professional';

const role = (action: string): string => `${rolePrefix}-${action}`;
const days = (count: number): number => count * 24 * 60;
const registered = licenceStatuses.filter((status) => status !== 'STORED');

/** The applicant's own changes. What was applied for stays once it is registered, and what had been confirmed is to be seen again. */
function changeApplication(licence: LicenceDocument, input: Input): LicenceDocument {
  if (!licence.serialReference) return take(changeableFields.application, licence, input);
  const open = changeableFields.application.filter((f) => f !== 'requirements' && !(documentFields as readonly string[]).includes(f));
  return { ...take(open, licence, input), requirements: unconfirmed(withAnswers(licence.requirements, input.requirements, 'applicant')) };
}

/** What the body of an action may change, and what must be so afterwards. A field that the body does not name keeps what is stored. */
const application = {
  input: ProfessionalLicence,
  partial: true,
  change: changeApplication,
  require: ['contract', staysAppliedFor],
} as const satisfies Partial<Rule>;
const draft = {
  input: ProfessionalLicence,
  partial: true,
  change: changeApplication,
  require: [staysAppliedFor],
  draft: true,
} as const satisfies Partial<Rule>;
const officersChange = (action: 'adjustment' | 'modification') =>
  ({
    input: ProfessionalLicence,
    partial: true,
    change: (licence, input) => take(changeableFields[action], licence, input),
    require: ['contract', staysAppliedFor],
    available: (licence) => !licence.pendingChange,
  }) as const satisfies Partial<Rule>;
const nothing = { change: (licence: LicenceDocument) => licence } as const satisfies Partial<Rule>;

const words = (name: LicenceActionName): Pick<Rule, 'label' | 'modes'> => ({ label: licenceActions[name].label, modes: licenceActions[name].modes });
const download = (name: LicenceActionName): Pick<Rule, 'label' | 'modes' | 'kind' | 'url'> => ({
  ...words(name),
  kind: 'download',
  url: `${path}/{id}/${name}`,
});

/** @param validityMonths how long a licence lasts at most, and when its issuer gives no end date */
const actions = (validityMonths: number): Record<LicenceActionName, Rule> => ({
  // The applicant
  store: {
    ...words('store'),
    from: [NEW, 'STORED'],
    to: 'STORED',
    who: { role: true, owner: true },
    ...draft,
    hideOnSubmit: true,
  },
  register: {
    ...words('register'),
    from: [NEW, 'STORED', 'RETURNED'],
    to: 'SUBMITTED',
    who: { public: 'new', role: role('submit'), owner: true },
    ...application,
    hideOnSubmit: true,
    estimatedMinutes: 30,
    render: ['print-form'],
  },
  submission: {
    ...words('submission'),
    from: [NEW, 'STORED', 'RETURNED'],
    to: 'SUBMITTED',
    who: { role: role('submit'), owner: true },
    ...application,
    hideOnSubmit: true,
    estimatedMinutes: 30,
    render: ['print-form'],
  },
  edit: {
    ...words('edit'),
    from: ['STORED', 'RETURNED'],
    to: 'unchanged',
    who: { role: role('store'), owner: true },
    ...draft,
    hideOnSubmit: true,
  },
  withdrawal: {
    ...words('withdrawal'),
    from: ['SUBMITTED', 'QUERIED', 'REPLIED', 'RETURNED'],
    to: 'WITHDRAWN',
    who: { owner: true },
    ...nothing,
  },
  feedback: {
    ...words('feedback'),
    from: ['QUERIED'],
    to: 'REPLIED',
    who: { owner: true },
    input: ProfessionalLicence,
    partial: true,
    change: (licence, input) => take(changeableFields.scans, licence, input),
    require: [staysAppliedFor],
    comment: true,
    estimatedMinutes: days(3),
  },
  amendment: {
    ...words('amendment'),
    from: ['QUERIED'],
    to: 'REPLIED',
    who: { owner: true },
    ...application,
    estimatedMinutes: days(3),
  },

  // The office
  query: {
    ...words('query'),
    from: ['SUBMITTED', 'REPLIED', 'VERIFIED', 'ASSESSED'],
    to: 'QUERIED',
    who: { role: true },
    ...nothing,
    comment: true,
    toApplicant: true,
    estimatedMinutes: days(1),
  },
  verification: {
    ...words('verification'),
    from: ['SUBMITTED', 'REPLIED'],
    to: 'VERIFIED',
    who: { role: true },
    input: LicenceVerification,
    partial: true,
    change: (licence, input) => ({
      ...take(['bankCode'], licence, input),
      requirements: withAnswers(licence.requirements, input.requirements, 'officer'),
      medias: withScans(licence.medias, input.medias, true),
    }),
    require: [verificationErrors],
    estimatedMinutes: days(2),
  },
  assessment: {
    ...words('assessment'),
    from: ['VERIFIED'],
    to: 'ASSESSED',
    who: { role: true },
    ...nothing,
    estimatedMinutes: days(3),
  },
  recommendation: {
    ...words('recommendation'),
    from: ['ASSESSED'],
    to: (_licence, input) => (decisionOf(input) === 'RETURN' ? 'RETURNED' : 'RECOMMENDED'),
    who: { role: true },
    input: LicenceRecommendation,
    ...nothing,
    comment: (_licence, input) => decisionOf(input) === 'RETURN',
    toApplicant: ['RETURNED'],
    estimatedMinutes: days(1),
  },
  approval: {
    ...words('approval'),
    from: ['RECOMMENDED', 'SENT FOR APPROVAL'],
    to: (licence) => (licence.documentStatus === 'RECOMMENDED' ? 'SENT FOR APPROVAL' : 'APPROVED'),
    who: { role: true },
    differentFrom: ['verification', 'approval'],
    ...nothing,
    estimatedMinutes: days(1),
  },
  rejection: {
    ...words('rejection'),
    from: ['SUBMITTED', 'REPLIED', 'VERIFIED', 'ASSESSED', 'RECOMMENDED', 'SENT FOR APPROVAL'],
    to: 'REJECTED',
    who: { role: true },
    ...nothing,
    comment: true,
    toApplicant: true,
  },
  issuance: {
    ...words('issuance'),
    from: ['APPROVED'],
    to: 'unchanged',
    who: { role: true },
    differentFrom: ['approval'],
    available: (licence) => !isIssued(licence),
    input: LicenceValidity,
    change: (licence, input, { now }) => issue(licence, input, now, validityMonths),
    comment: hasDueFee,
    estimatedMinutes: days(1),
    render: ['print', 'print-identity-card'],
  },

  // An approved licence. A change of the holder's identity or of the dates waits for a second officer: see LicenceService.settle.
  adjustment: {
    ...words('adjustment'),
    from: ['APPROVED'],
    to: 'unchanged',
    who: { role: true },
    ...officersChange('adjustment'),
  },
  'adjustment-confirmation': {
    ...words('adjustment-confirmation'),
    from: ['APPROVED'],
    to: 'unchanged',
    who: { role: role('adjustment') },
    differentFrom: ['adjustment'],
    available: isAsked('adjustment'),
    change: applyChange,
  },
  'adjustment-refusal': {
    ...words('adjustment-refusal'),
    from: ['APPROVED'],
    to: 'unchanged',
    who: { role: role('adjustment') },
    differentFrom: ['adjustment'],
    available: isAsked('adjustment'),
    change: dropChange,
    comment: true,
  },
  modification: {
    ...words('modification'),
    from: ['APPROVED'],
    to: 'unchanged',
    who: { role: true },
    ...officersChange('modification'),
  },
  'modification-confirmation': {
    ...words('modification-confirmation'),
    from: ['APPROVED'],
    to: 'unchanged',
    who: { role: role('modification') },
    differentFrom: ['modification'],
    available: isAsked('modification'),
    change: applyChange,
  },
  'modification-refusal': {
    ...words('modification-refusal'),
    from: ['APPROVED'],
    to: 'unchanged',
    who: { role: role('modification') },
    differentFrom: ['modification'],
    available: isAsked('modification'),
    change: dropChange,
    comment: true,
  },
  // Writes two documents: see LicenceService.renew.
  renewal: {
    ...words('renewal'),
    from: ['APPROVED'],
    to: 'unchanged',
    who: { role: [role('renewal'), role('submit')], owner: true },
    available: (licence) => isIssued(licence) && !licence.renewalId,
    ...application,
  },
  suspension: {
    ...words('suspension'),
    from: ['APPROVED'],
    to: 'SUSPENDED',
    who: { role: true },
    ...nothing,
    comment: true,
  },
  activation: {
    ...words('activation'),
    from: ['SUSPENDED'],
    to: 'APPROVED',
    who: { role: true },
    ...nothing,
  },

  // Prints
  'print-form': { ...download('print-form'), from: '*', to: 'unchanged', who: { public: true, finder: true } },
  print: { ...download('print'), from: '*', to: 'unchanged', who: { public: true } },
  'print-invoice': { ...download('print-invoice'), from: '*', to: 'unchanged', who: { public: true } },
  'print-identity-card': { ...download('print-identity-card'), from: ['APPROVED'], to: 'unchanged', who: { public: true }, available: isIssued },
});

/** What the product does by itself: nobody is offered it. */
const internal: Record<string, Rule> = {
  receipt: {
    label: { en: 'Payment received', pt: 'Pagamento recebido' },
    from: registered,
    to: 'unchanged',
    who: { role: systemRole },
    modes: [],
    input: ReceiptInput,
    change: recordReceipt,
  },
  'expiry-notice': {
    label: { en: 'Renewal due', pt: 'Renovação próxima' },
    from: ['APPROVED', 'SUSPENDED'],
    to: 'unchanged',
    who: { role: systemRole },
    modes: [],
    available: (licence) => isIssued(licence) && !licence.aboutToExpire,
    change: (licence) => ({ ...licence, aboutToExpire: true }),
  },
};

const address = `${path}/{id}/document`;

/** Ways from one mode of the form to another; they change nothing. An action with a form of its own is gone to from the view. */
function navigations(table: Record<LicenceActionName, Rule>): Record<string, Rule> {
  const withForm = Object.entries(table).filter(([name, { modes, kind }]) => !kind && !modes.includes('view') && name !== 'store' && name !== 'register');
  return {
    ...Object.fromEntries(
      withForm.map(([name, { from, who, available, differentFrom }]): [string, Rule] => {
        const { label: own, openLabel }: LicenceActionWords = licenceActions[name as LicenceActionName];
        return [
          `open-${name}`,
          {
            label: openLabel ?? own,
            from: from === '*' ? from : from.filter((status) => status !== NEW),
            to: 'unchanged',
            who: who.role === true ? { ...who, role: role(name) } : who,
            ...(differentFrom ? { differentFrom } : {}),
            ...(available ? { available } : {}),
            modes: ['view'],
            kind: 'navigate',
            url: address,
          },
        ];
      }),
    ),
    view: {
      label: { en: 'Back to the document', pt: 'Voltar ao documento' },
      from: '*',
      to: 'unchanged',
      who: { public: true },
      modes: licenceModes.filter((mode) => !['view', 'new', 'register'].includes(mode)),
      kind: 'navigate',
      url: address,
    },
  };
}

/** The workflow. @param validityMonths how long a licence lasts at most, and when its issuer gives no end date */
export function licenceWorkflow(validityMonths: number): Workflow<LicenceStatus, LicenceDocument> {
  const table = actions(validityMonths);
  return {
    statuses: licenceStatuses,
    actions: { ...table, ...navigations(table), ...internal },
    mainPath: [
      { action: 'register', status: 'SUBMITTED' },
      { action: 'verification', status: 'VERIFIED' },
      { action: 'assessment', status: 'ASSESSED' },
      { action: 'recommendation', status: 'RECOMMENDED' },
      { action: 'approval', status: 'SENT FOR APPROVAL' },
      { action: 'approval', status: 'APPROVED' },
      { action: 'issuance', status: 'APPROVED' },
    ],
  };
}
