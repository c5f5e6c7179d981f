import { publicActor, workflowLines } from '@portal/service-kit';
import { licencePlace, licenceWorkflow } from './licence.workflow.ts';

/** The workflow actions: name | from | to | role | modes | kind | other conditions. Every change of a rule must change this table too. */
const published = `
  store | NEW, STORED | STORED | -store owner | register new | submit | input ProfessionalLicence, partial; needs its rules; changes by its own rule; draft; hidden once submitted
  register | NEW, STORED, RETURNED | SUBMITTED | new -submit owner | register | submit | input ProfessionalLicence, partial; needs contract and its rules; changes by its own rule; hidden once submitted; begins print-form
  submission | NEW, STORED, RETURNED | SUBMITTED | new -submit owner | new submission edit | submit | input ProfessionalLicence, partial; needs contract and its rules; changes by its own rule; hidden once submitted; begins print-form
  edit | STORED, RETURNED | unchanged | -store owner | edit | submit | input ProfessionalLicence, partial; needs its rules; changes by its own rule; draft; hidden once submitted
  withdrawal | SUBMITTED, QUERIED, REPLIED, RETURNED | WITHDRAWN | owner | withdrawal view | submit |
  feedback | QUERIED | REPLIED | owner | feedback | submit | input ProfessionalLicence, partial; needs contract and its rules; changes by its own rule; comment
  amendment | QUERIED | REPLIED | owner | amendment | submit | input ProfessionalLicence, partial; needs contract and its rules; changes by its own rule
  query | SUBMITTED, REPLIED, VERIFIED, ASSESSED | QUERIED | -query | query view | submit | comment; to the applicant
  verification | SUBMITTED, REPLIED | VERIFIED | -verification | verification | submit | input LicenceVerification, partial; needs its rules; changes by its own rule
  assessment | VERIFIED | ASSESSED | -assessment | assessment view | submit |
  recommendation | ASSESSED | by its own rule | -recommendation | recommendation view | submit | input LicenceRecommendation; changes by its own rule; comment by its own rule; to the applicant (RETURNED)
  approval | RECOMMENDED, SENT FOR APPROVAL | by its own rule | -approval | approval view | submit | not who did verification, approval
  rejection | SUBMITTED, REPLIED, VERIFIED, ASSESSED, RECOMMENDED, SENT FOR APPROVAL | REJECTED | -rejection | rejection view | submit | comment; to the applicant
  issuance | APPROVED | unchanged | -issuance | issuance | submit | input LicenceValidity; changes by its own rule; where available; comment by its own rule; not who did approval; begins print, print-identity-card
  adjustment | APPROVED | unchanged | -adjustment | adjustment | submit | input ProfessionalLicence, partial; needs contract and its rules; changes by its own rule; waits for a second officer; where available
  adjustment-confirmation | APPROVED | unchanged | -adjustment | view | submit | changes by its own rule; where available; not who did adjustment
  adjustment-refusal | APPROVED | unchanged | -adjustment | view | submit | changes by its own rule; where available; comment; not who did adjustment
  modification | APPROVED | unchanged | -modification | modification | submit | input ProfessionalLicence, partial; needs contract and its rules; changes by its own rule; waits for a second officer; where available
  modification-confirmation | APPROVED | unchanged | -modification | view | submit | changes by its own rule; where available; not who did modification
  modification-refusal | APPROVED | unchanged | -modification | view | submit | changes by its own rule; where available; comment; not who did modification
  renewal | APPROVED | unchanged | -renewal -submit owner | renewal | submit | input ProfessionalLicence, partial; needs contract; makes a document that is SUBMITTED; where available
  suspension | APPROVED | SUSPENDED | -suspension | suspension view | submit | comment
  activation | SUSPENDED | APPROVED | -activation | activation view | submit |
  print-form | * | unchanged | public finder | * | download |
  print | * | unchanged | public | view print | download |
  print-invoice | * | unchanged | public | view print printform | download |
  print-identity-card | APPROVED | unchanged | public | view print | download | where available
  open-submission | STORED, RETURNED | unchanged | -submit owner | view | navigate |
  open-edit | STORED, RETURNED | unchanged | -store owner | view | navigate |
  open-feedback | QUERIED | unchanged | owner | view | navigate |
  open-amendment | QUERIED | unchanged | owner | view | navigate |
  open-verification | SUBMITTED, REPLIED | unchanged | -verification | view | navigate |
  open-issuance | APPROVED | unchanged | -issuance | view | navigate | where available; not who did approval
  open-adjustment | APPROVED | unchanged | -adjustment | view | navigate | where available
  open-modification | APPROVED | unchanged | -modification | view | navigate | where available
  open-renewal | APPROVED | unchanged | -renewal -submit owner | view | navigate | where available
  view | * | unchanged | public | submission withdrawal edit verification query recommendation feedback rejection assessment amendment approval issuance adjustment renewal modification suspension activation printform print | navigate |
  receipt | SUBMITTED, WITHDRAWN, QUERIED, REPLIED, VERIFIED, ASSESSED, RECOMMENDED, RETURNED, SENT FOR APPROVAL, APPROVED, REJECTED, SUSPENDED | unchanged | portal-system |  | submit | input ReceiptInput; changes by its own rule
  receipt-void | SUBMITTED, WITHDRAWN, QUERIED, REPLIED, VERIFIED, ASSESSED, RECOMMENDED, RETURNED, SENT FOR APPROVAL, APPROVED, REJECTED, SUSPENDED | unchanged | portal-system |  | submit | input ReceiptInput; changes by its own rule
  expiry-notice | APPROVED, SUSPENDED | unchanged | portal-system |  | submit | changes by its own rule; where available
  expiry-passed | APPROVED, SUSPENDED | unchanged | portal-system |  | submit | changes by its own rule; where available
`;

it('the workflow of a licence equals the published table', () => {
  expect(workflowLines(licenceWorkflow, licencePlace.rolePrefix)).toEqual(
    published
      .trim()
      .split('\n')
      .map((line) => line.trim()),
  );
});

describe('the rules of the workflow', () => {
  const { actions } = licenceWorkflow;
  const now = new Date('2026-05-02T08:00:00Z');
  const issued = { beginDate: '2026-01-01', endDate: '2027-01-01' };

  it('a recommendation requires a comment if it returns the application', () => {
    const needs = (decision: string): unknown => {
      const comment = actions.recommendation?.comment;
      return typeof comment === 'function' && comment({} as never, { decision }, '2026-05-02');
    };
    expect([needs('RETURN'), needs('RECOMMEND')]).toEqual([true, false]);
  });

  it('the statuses after a decision, and who decides on a change that waits, equal the published ones', () => {
    expect({
      resting: licenceWorkflow.resting,
      secondOfficer: licenceWorkflow.secondOfficer,
      recommendation: actions.recommendation?.outcomes,
      approval: actions.approval?.outcomes,
    }).toEqual({
      resting: ['SUSPENDED'],
      secondOfficer: ['adjustment-confirmation', 'modification-confirmation'],
      recommendation: ['RECOMMENDED', 'RETURNED'],
      approval: ['SENT FOR APPROVAL', 'APPROVED'],
    });
  });

  it('a licence can be renewed once, after it is issued', () => {
    const may = (licence: object): unknown => actions.renewal?.available?.({ documentStatus: 'APPROVED', ...licence } as never);
    expect([may(issued), may({}), may({ ...issued, renewalId: 'y' })]).toEqual([true, false, false]);
  });

  it('the end of an issued licence is announced once', () => {
    const may = (licence: object): unknown => actions['expiry-notice']?.available?.({ documentStatus: 'APPROVED', ...licence } as never);
    expect([may(issued), may({}), may({ ...issued, aboutToExpire: true }), may({ ...issued, renewalId: 'y' })]).toEqual([true, false, false, false]);
  });

  it('a verification sets the bank account', () => {
    const changed = actions.verification?.change?.({} as never, { bankCode: 'BNU' }, { actor: publicActor, now, settings: {} as never });
    expect(changed).toMatchObject({ bankCode: 'BNU' });
  });

  it('an edit can change the type of application only before registration', () => {
    const edit = (model: object) =>
      actions.edit?.change?.(model as never, { documentCode: 'NEW', holderName: 'NEW' }, { actor: publicActor, now, settings: {} as never });
    expect(edit({ documentCode: 'OLD', holderName: 'OLD' })).toMatchObject({ documentCode: 'NEW', holderName: 'NEW' });
    expect(edit({ documentCode: 'OLD', holderName: 'OLD', serialReference: {} })).toMatchObject({ documentCode: 'OLD', holderName: 'NEW' });
  });
});
