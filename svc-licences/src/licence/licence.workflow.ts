/** The workflow of a licence: the contract's table, with what only the server can decide. */
import { createHash } from 'node:crypto';
import { type FieldError, fieldsOf, sanitise } from '@portal/contract-kit';
import { type ActionRule, type Actor, forbidden, type Workflow } from '@portal/service-kit';
import {
  changeableFields,
  decisionOf,
  documentFields,
  draftErrors,
  type LicenceAction,
  type LicenceActionName,
  type LicenceDocument,
  LicenceRecommendation,
  type LicenceRequirement,
  type LicenceStatus,
  LicenceValidity,
  LicenceVerification,
  licenceActions,
  licenceModes,
  licenceStatuses,
  ProfessionalLicence,
  verificationErrors,
} from '../../contract/index.ts';
import { datesInOrder, isIssued, issue } from './issuance.ts';
import { ReceiptInput, recordReceipt } from './receipt.ts';

type Rule = ActionRule<LicenceStatus, LicenceDocument>;
type Input = Readonly<Record<string, unknown>>;

export const rolePrefix = 'professional-license';
export const path = '/v1/professional';

/** Who approved, without saying who: only to be compared. */
const digest = (licence: LicenceDocument, actor: Actor): string => createHash('sha256').update(`${licence.id} ${actor.sub}`).digest('base64url').slice(0, 24);

/** What the catalogue says beside each code goes with it. */
const namesBeside = new Map(fieldsOf(ProfessionalLicence).map((f) => [f.name, Object.keys(f.catalogue?.copy ?? {})]));

/** Takes the named fields of the input, emptied ones too; everything else stays. */
function take(fields: readonly string[], licence: LicenceDocument, input: Input): LicenceDocument {
  const changed = { ...licence } as unknown as Record<string, unknown>;
  for (const field of fields.flatMap((f) => [f, ...(namesBeside.get(f) ?? [])])) {
    if (input[field] === undefined) delete changed[field];
    else changed[field] = input[field];
  }
  return changed as unknown as LicenceDocument;
}

/** The applicant says what is provided; only the officer confirms it. */
function mergeRequirements(stored: readonly LicenceRequirement[] | undefined, given: unknown, part: 'applicant' | 'officer'): LicenceRequirement[] {
  const answers = new Map((Array.isArray(given) ? (given as LicenceRequirement[]) : []).map((r) => [r.id, r]));
  return (stored ?? []).map((r) => {
    const answer = answers.get(r.id);
    if (!answer) return r;
    return part === 'officer' ? { ...r, confirmed: answer.confirmed === true } : { ...r, accept: answer.accept === true, decline: answer.decline === true };
  });
}

/** The applicant's own changes. What was asked for stays once it is submitted, and what had been confirmed is to be seen again. */
function changeApplication(licence: LicenceDocument, input: Input): LicenceDocument {
  const submitted = licence.documentStatus === 'QUERIED';
  const fields = changeableFields.application.filter((f) => f !== 'requirements' && !(submitted && documentFields.includes(f)));
  const changed = take(fields, licence, input);
  const requirements = submitted
    ? mergeRequirements(licence.requirements, input.requirements, 'applicant')
    : ((input.requirements ?? []) as LicenceRequirement[]);
  return { ...changed, requirements: requirements.map((r) => ({ ...r, confirmed: false })) };
}

const changes: Record<LicenceAction['changes'], Pick<Rule, 'input' | 'partial' | 'change' | 'require'>> = {
  nothing: { change: (licence) => licence },
  application: { input: ProfessionalLicence, partial: true, change: changeApplication, require: ['contract'] },
  verification: {
    input: LicenceVerification,
    partial: true,
    change: (licence, input) => ({
      ...take(['bankCode'], licence, input),
      requirements: mergeRequirements(licence.requirements, input.requirements, 'officer'),
    }),
    require: [verificationErrors],
  },
  issuance: { input: LicenceValidity },
  adjustment: {
    input: ProfessionalLicence,
    partial: true,
    change: (licence, input) => take(changeableFields.adjustment, licence, input),
    require: ['contract'],
  },
  modification: {
    input: ProfessionalLicence,
    partial: true,
    change: (licence, input) => take(changeableFields.modification, licence, input),
    require: ['contract'],
  },
  scans: { input: ProfessionalLicence, partial: true, change: (licence, input) => take(changeableFields.scans, licence, input) },
};

const draftIsSound = (licence: LicenceDocument): FieldError[] => draftErrors(sanitise(ProfessionalLicence, licence, true));

const special: Partial<Record<LicenceActionName, Partial<Rule>>> = {
  store: { draft: true, require: [draftIsSound] },
  edit: { draft: true, require: [draftIsSound] },
  register: { render: ['print-form'] },
  submission: { render: ['print-form'] },
  recommendation: {
    input: LicenceRecommendation,
    to: (_licence, input) => (decisionOf(input) === 'RETURN' ? 'RETURNED' : 'RECOMMENDED'),
    comment: (_licence, input) => decisionOf(input) === 'RETURN',
  },
  approval: {
    // Four eyes: what was sent for approval needs another person.
    refuse: (licence, actor) =>
      licence.documentStatus === 'SENT FOR APPROVAL' && licence.firstApproval === digest(licence, actor)
        ? forbidden('You approved this licence first. A different approver must approve it too.', 'FOUR_EYES')
        : null,
    change: (licence, _input, { actor }) => {
      const { firstApproval: _first, ...rest } = licence;
      return licence.documentStatus === 'RECOMMENDED' ? { ...rest, firstApproval: digest(licence, actor) } : rest;
    },
    to: (licence) => (licence.documentStatus === 'RECOMMENDED' ? 'SENT FOR APPROVAL' : 'APPROVED'),
  },
  renewal: { available: (licence) => isIssued(licence) && !licence.renewalId },
};

const conditions: Record<NonNullable<LicenceAction['condition']>, (licence: LicenceDocument) => boolean> = {
  issued: isIssued,
  'not issued': (licence) => !isIssued(licence),
};

function ruleOf(name: LicenceActionName): Rule {
  const action: LicenceAction = licenceActions[name];
  const { roles, ...who } = action.who;
  const download = action.kind === 'download';
  return {
    label: action.label.en,
    from: action.from,
    to: typeof action.to === 'string' ? action.to : () => 'RECOMMENDED',
    who: { ...who, ...(roles ? { role: roles.map((r) => `${rolePrefix}-${r}`) } : {}) },
    modes: action.modes,
    kind: action.kind ?? 'submit',
    hideOnSubmit: action.hideOnSubmit ?? false,
    comment: action.comment === 'always',
    estimatedMinutes: action.minutes,
    ...(action.condition ? { available: conditions[action.condition] } : {}),
    ...(download ? { url: `${path}/{id}/${name}` } : changes[action.changes]),
    ...special[name],
  };
}

/** Actions with a form of their own: from the view one goes there first. */
const withForm = (Object.keys(licenceActions) as LicenceActionName[]).filter((name) => {
  const { modes, kind }: LicenceAction = licenceActions[name];
  return kind === undefined && !modes.includes('view') && name !== 'store' && name !== 'register';
});

const address = `${path}/{id}/document`;

/** Ways from one mode of the form to another; they change nothing. */
const navigations: Record<string, Rule> = {
  ...Object.fromEntries(
    withForm.map((name): [string, Rule] => {
      const { from, who, available } = ruleOf(name);
      const action: LicenceAction = licenceActions[name];
      const label = (action.openLabel ?? action.label).en;
      const registered = from === '*' ? from : from.filter((s) => s !== 'NEW');
      return [
        `open-${name}`,
        { label, from: registered, to: 'unchanged', who, ...(available ? { available } : {}), modes: ['view'], kind: 'navigate', url: address },
      ];
    }),
  ),
  view: {
    label: 'Back to the document',
    from: '*',
    to: 'unchanged',
    who: { public: true },
    modes: licenceModes.filter((m) => !['view', 'new', 'register'].includes(m)),
    kind: 'navigate',
    url: address,
  },
};

/** Role of the product itself; no person holds it. */
export const systemRole = 'portal-system';

/** What the product does by itself: nobody is offered it. */
const internal: Record<string, Rule> = {
  receipt: {
    label: 'Payment received',
    from: licenceStatuses.filter((s) => s !== 'STORED'),
    to: 'unchanged',
    who: { role: systemRole },
    modes: [],
    input: ReceiptInput,
    change: recordReceipt,
  },
  'expiry-notice': {
    label: 'Renewal due',
    from: ['APPROVED', 'SUSPENDED'],
    to: 'unchanged',
    who: { role: systemRole },
    modes: [],
    available: (licence) => isIssued(licence) && !licence.aboutToExpire,
    change: (licence) => ({ ...licence, aboutToExpire: true }),
  },
};

/**
 * The workflow.
 * @param validityMonths how long a licence lasts when its issuer gives no end date
 */
export function licenceWorkflow(validityMonths: number): Workflow<LicenceStatus, LicenceDocument> {
  const named = Object.fromEntries((Object.keys(licenceActions) as LicenceActionName[]).map((name) => [name, ruleOf(name)])) as Record<LicenceActionName, Rule>;
  named.issuance = {
    ...named.issuance,
    render: ['print', 'print-identity-card'],
    change: (licence, input, { now }) => issue(licence, input, now, validityMonths),
    require: [datesInOrder],
  };
  return {
    statuses: licenceStatuses,
    actions: { ...named, ...navigations, ...internal },
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
