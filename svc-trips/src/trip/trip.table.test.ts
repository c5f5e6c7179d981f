import { workflowLines } from '@portal/service-kit';
import { inputOfMode, tripModes } from '../../contract/index.ts';
import { tripPrintNames } from './trip.prints.ts';
import { tripPlace, tripWorkflow } from './trip.workflow.ts';

/** The workflow actions: name | from | to | role | modes | kind | other conditions. Every change of a rule must change this table too. */
const published = `
  store | NEW, STORED | STORED | -submit owner | new register edit | submit | input TripBody; draft; hidden once submitted
  register | NEW | SUBMITTED | new | register | submit | input TripBody; needs contract; hidden once submitted; begins print-form
  direct-submit | NEW | SUBMITTED | new | new | submit | input TripBody; needs contract; hidden once submitted; begins print-form
  submission | STORED | SUBMITTED | owner | submission edit | submit | input TripBody, partial; needs contract; hidden once submitted; begins print-form
  edit | SUBMITTED | unchanged | owner | edit | submit | input TripBody; needs contract; begins print-form
  amendment | SUBMITTED | unchanged | owner | amendment | submit | input TripBody; needs contract; begins print-form
  verification | SUBMITTED | by its own rule | -verification | verification | submit | input VerificationInput; needs its rules; changes by its own rule
  payment | VERIFIED FOR EXIT, VERIFIED FOR ENTRY | PAID FOR APPROVAL | portal-system |  | submit | input ReceiptInput; changes by its own rule; where available
  approval | PAID FOR APPROVAL | by its own rule | -approval | approval | submit | input ApprovalInput; changes by its own rule; not who did verification; begins print-form
  exit-payment | APPROVED TO EXIT | PAID TO EXIT | portal-system |  | submit | input ReceiptInput; changes by its own rule; where available
  payment-void | PAID FOR APPROVAL | by its own rule | portal-system |  | submit | input ReceiptInput; changes by its own rule
exit-payment-void | PAID TO EXIT | APPROVED TO EXIT | portal-system |  | submit | input ReceiptInput; changes by its own rule; where available
receipt-void | * | unchanged | portal-system |  | submit | input ReceiptInput; changes by its own rule
receipt | * | unchanged | portal-system |  | submit | input ReceiptInput; changes by its own rule
  validation | PAID TO EXIT, APPROVED TO ENTER | by its own rule | -validation | validation | submit | where available
  confirmation | VALIDATED FOR EXIT, VALIDATED FOR ENTRY | by its own rule | -confirmation | confirmation | submit | input ConfirmationInput; changes by its own rule; where available
  return-validation | CONFIRMED FOR EXIT, CONFIRMED FOR ENTRY | by its own rule | -return-validation | return-validation | submit | where available
  return-confirmation | VALIDATED FOR RETURN, VALIDATED FOR EXIT | by its own rule | -return-confirmation | return-confirmation | submit | input ReturnInput; changes by its own rule; where available
  modification | SUBMITTED, VERIFIED FOR EXIT, PAID FOR APPROVAL, APPROVED TO EXIT, PAID TO EXIT, VALIDATED FOR EXIT, CONFIRMED FOR EXIT, VALIDATED FOR RETURN, VERIFIED FOR ENTRY, APPROVED TO ENTER, VALIDATED FOR ENTRY, CONFIRMED FOR ENTRY | unchanged | -modification | modification | submit | input ModificationInput, partial; changes by its own rule; where available; not who did approval; begins print-form
  transfer-ownership | SUBMITTED, VERIFIED FOR EXIT, PAID FOR APPROVAL, APPROVED TO EXIT, PAID TO EXIT, VALIDATED FOR EXIT, CONFIRMED FOR EXIT, VALIDATED FOR RETURN, VERIFIED FOR ENTRY, APPROVED TO ENTER, VALIDATED FOR ENTRY, CONFIRMED FOR ENTRY | unchanged | -transfer-ownership | transfer-ownership | submit | input OwnershipInput; changes by its own rule; where available; not who did register, direct-submit, submission; begins print-form
  termination | SUBMITTED, VERIFIED FOR EXIT, PAID FOR APPROVAL, APPROVED TO EXIT, PAID TO EXIT, VALIDATED FOR EXIT, CONFIRMED FOR EXIT, VALIDATED FOR RETURN, VERIFIED FOR ENTRY, APPROVED TO ENTER, VALIDATED FOR ENTRY, CONFIRMED FOR ENTRY | TERMINATED | -termination | termination | submit | where available; comment
  query | SUBMITTED, VERIFIED FOR EXIT, PAID FOR APPROVAL, APPROVED TO EXIT, PAID TO EXIT, VALIDATED FOR EXIT, CONFIRMED FOR EXIT, VALIDATED FOR RETURN, VERIFIED FOR ENTRY, APPROVED TO ENTER, VALIDATED FOR ENTRY, CONFIRMED FOR ENTRY | unchanged | -verification -approval | query | submit | where available; comment; to the applicant
  feedback | SUBMITTED, VERIFIED FOR EXIT, PAID FOR APPROVAL, APPROVED TO EXIT, PAID TO EXIT, VALIDATED FOR EXIT, CONFIRMED FOR EXIT, VALIDATED FOR RETURN, VERIFIED FOR ENTRY, APPROVED TO ENTER, VALIDATED FOR ENTRY, CONFIRMED FOR ENTRY | unchanged | owner | feedback | submit | where available; comment
  print-form | * | unchanged | public | * | download |
  print-invoice | SUBMITTED, VERIFIED FOR EXIT, VERIFIED FOR ENTRY, PAID FOR APPROVAL, APPROVED TO EXIT, APPROVED TO ENTER, PAID TO EXIT, VALIDATED FOR EXIT, VALIDATED FOR ENTRY, CONFIRMED FOR EXIT, CONFIRMED FOR ENTRY, VALIDATED FOR RETURN, CONFIRMED FOR RETURN, TERMINATED | unchanged | public | * | download |
  print-validated-exit | VALIDATED FOR EXIT, CONFIRMED FOR EXIT, VALIDATED FOR RETURN, CONFIRMED FOR RETURN | unchanged | -read -print owner | view return-view print confirmation return-confirmation | download |
  print-confirmed-exit | CONFIRMED FOR EXIT, VALIDATED FOR RETURN, CONFIRMED FOR RETURN | unchanged | -read -print owner | view return-view print return-validation return-confirmation | download |
  print-validated-entry | VALIDATED FOR RETURN, CONFIRMED FOR RETURN, VALIDATED FOR ENTRY, CONFIRMED FOR ENTRY, VALIDATED FOR EXIT, CONFIRMED FOR EXIT | unchanged | -read -print owner | view return-view print confirmation return-confirmation | download | where available
  print-confirmed-entry | CONFIRMED FOR RETURN, CONFIRMED FOR ENTRY, VALIDATED FOR EXIT, CONFIRMED FOR EXIT | unchanged | -read -print owner | view return-view print return-validation return-confirmation | download | where available
  open-submission | STORED | unchanged | owner | view | navigate |
  open-edit | STORED | unchanged | owner | view | navigate |
  open-amendment | SUBMITTED | unchanged | owner | view | navigate |
  open-verification | SUBMITTED | unchanged | -verification | view | navigate |
  open-approval | PAID FOR APPROVAL | unchanged | -approval | view | navigate | not who did verification
  open-validation | PAID TO EXIT, APPROVED TO ENTER | unchanged | -validation | view | navigate | where available
  open-confirmation | VALIDATED FOR EXIT, VALIDATED FOR ENTRY | unchanged | -confirmation | view | navigate | where available
  open-return-validation | CONFIRMED FOR EXIT, CONFIRMED FOR ENTRY | unchanged | -return-validation | view | navigate | where available
  open-return-confirmation | VALIDATED FOR RETURN, VALIDATED FOR EXIT | unchanged | -return-confirmation | view | navigate | where available
  open-modification | SUBMITTED, VERIFIED FOR EXIT, PAID FOR APPROVAL, APPROVED TO EXIT, PAID TO EXIT, VALIDATED FOR EXIT, CONFIRMED FOR EXIT, VALIDATED FOR RETURN, VERIFIED FOR ENTRY, APPROVED TO ENTER, VALIDATED FOR ENTRY, CONFIRMED FOR ENTRY | unchanged | -modification | view | navigate | where available; not who did approval
  open-transfer-ownership | SUBMITTED, VERIFIED FOR EXIT, PAID FOR APPROVAL, APPROVED TO EXIT, PAID TO EXIT, VALIDATED FOR EXIT, CONFIRMED FOR EXIT, VALIDATED FOR RETURN, VERIFIED FOR ENTRY, APPROVED TO ENTER, VALIDATED FOR ENTRY, CONFIRMED FOR ENTRY | unchanged | -transfer-ownership | view | navigate | where available; not who did register, direct-submit, submission
  open-termination | SUBMITTED, VERIFIED FOR EXIT, PAID FOR APPROVAL, APPROVED TO EXIT, PAID TO EXIT, VALIDATED FOR EXIT, CONFIRMED FOR EXIT, VALIDATED FOR RETURN, VERIFIED FOR ENTRY, APPROVED TO ENTER, VALIDATED FOR ENTRY, CONFIRMED FOR ENTRY | unchanged | -termination | view | navigate | where available
  view | * | unchanged | public | edit return-view verification approval validation confirmation return-validation return-confirmation modification submission amendment termination print transfer-ownership | navigate |
`;

it('the workflow of a trip equals the published table', () => {
  expect(workflowLines(tripWorkflow, tripPlace.rolePrefix)).toEqual(
    published
      .trim()
      .split('\n')
      .map((line) => line.trim()),
  );
});

it('the form of each mode takes the input of its action', () => {
  const actions = Object.values(tripWorkflow.actions).filter(({ kind }) => (kind ?? 'submit') === 'submit');
  for (const mode of tripModes)
    for (const { input } of actions.filter(({ modes }) => modes.includes(mode))) expect([mode, inputOfMode(mode)]).toEqual([mode, input ?? null]);
});

it('the prints of a trip equal the published ones', () => {
  const downloads = Object.entries(tripWorkflow.actions).filter(([, { kind }]) => kind === 'download');
  expect([...tripPrintNames]).toEqual([
    'print-form',
    'print-invoice',
    'print-validated-exit',
    'print-confirmed-exit',
    'print-validated-entry',
    'print-confirmed-entry',
  ]);
  expect(downloads.map(([name]) => name).sort()).toEqual([...tripPrintNames].sort());
});

it('the papers of an entry exist for a foreign vehicle on its way in and a national one on its way back', () => {
  const has = (print: 'print-validated-entry' | 'print-confirmed-entry', movement: string, documentStatus: string): boolean | undefined =>
    tripWorkflow.actions[print]?.available?.({ documentStatus, documentDetails: { movement } } as never);
  expect([has('print-validated-entry', 'I', 'VALIDATED FOR ENTRY'), has('print-confirmed-entry', 'I', 'CONFIRMED FOR ENTRY')]).toEqual([true, true]);
  expect(['CONFIRMED FOR EXIT', 'VALIDATED FOR RETURN', 'CONFIRMED FOR RETURN'].map((status) => has('print-validated-entry', 'E', status))).toEqual([
    false,
    true,
    true,
  ]);
  expect(['CONFIRMED FOR EXIT', 'VALIDATED FOR RETURN', 'CONFIRMED FOR RETURN'].map((status) => has('print-confirmed-entry', 'E', status))).toEqual([
    false,
    false,
    true,
  ]);
});
