import {
  ApiProblem,
  Button,
  ButtonGroup,
  ButtonLink,
  Card,
  type CodePicture,
  ConfirmDialog,
  EmptyState,
  ErrorAlert,
  ErrorSummary,
  FailurePanel,
  Fold,
  Heading,
  IconButton,
  InsetText,
  LaneChip,
  LoadingPanel,
  lazyScreen,
  Modal,
  NotificationBanner,
  PublicPage,
  QrFigure,
  type Result,
  ResultPanel,
  SimpleTable,
  SummaryList,
  Tag,
  WarningText,
} from '@portal/web-kit';
import {
  Checklist,
  DocumentForm,
  type Draft,
  DraftElsewhere,
  DraftNotice,
  EditableRows,
  FeesTable,
  type FieldSpec,
  FillFromProfile,
  FoldingForm,
  FormProvider,
  KeepProfile,
  PassportScan,
  QuestionList,
  SubmitButton,
  TextField,
  useForm,
} from '@portal/web-kit/forms';
import { type ReactNode, useState } from 'react';

const ports = [
  { code: 'TLDIL', name: 'Dili' },
  { code: 'TLBAU', name: 'Baucau' },
];

const fields: FieldSpec[] = [
  { name: 'plain', type: 'text', label: { en: 'A text', pt: 'Um texto' }, hint: 'What helps to answer, in one line' },
  { name: 'optional', type: 'text', label: 'A text that may stay empty', required: false },
  { name: 'filled', type: 'text', label: 'A text that is filled in', width: 20 },
  { name: 'wrong', type: 'text', label: 'A text with an error' },
  { name: 'long', type: 'textarea', label: 'A long text', maxLength: 200 },
  { name: 'count', type: 'integer', label: 'A number', width: 5 },
  { name: 'money', type: 'money', label: 'An amount of money', currency: 'USD', minor: 2, width: 10 },
  { name: 'day', type: 'date', label: 'A day', hint: 'For example, 27 3 1980' },
  { name: 'wrongDay', type: 'date', label: 'A day with an error' },
  { name: 'list', type: 'select', label: 'A short list', records: ports },
  { name: 'wrongList', type: 'select', label: 'A short list with an error', records: ports },
  { name: 'found', type: 'combobox', label: 'A long list, found by typing', records: ports },
  { name: 'asked', type: 'radios', label: 'Yes or no' },
  { name: 'answered', type: 'radios', label: 'Yes or no, answered' },
  { name: 'wrongAnswer', type: 'radios', label: 'Yes or no, with an error' },
  { name: 'one', type: 'radios', label: 'One of a few', records: [...ports, { code: 'X', name: 'Another place' }] },
  { name: 'ticked', type: 'checkbox', label: 'A statement that is ticked' },
  { name: 'wrongTick', type: 'checkbox', label: 'A statement with an error' },
];

const values: Record<string, unknown> = {
  filled: 'MARIA DA COSTA',
  long: 'Two lines may be needed to say this.',
  count: 12,
  money: 1250,
  day: '1980-03-27',
  list: 'TLDIL',
  found: 'TLBAU',
  answered: 'YES',
  one: 'TLBAU',
  ticked: true,
  questions: [
    { id: 'a', rank: 1, description: 'Do you bring plants, animals or food?' },
    { id: 'b', rank: 2, description: 'Do you bring medicine that is not for yourself?', accepted: true },
  ],
  openQuestions: [
    { id: 'a', rank: 1, description: 'Have you been on a farm in the last 30 days?', declined: true },
    { id: 'b', rank: 2, description: 'Do you bring seeds or soil?', accepted: true },
  ],
  wrongQuestions: [
    { id: 'a', rank: 1, description: 'Have you been refused entry to any country?' },
    { id: 'b', rank: 2, description: 'Do you have a fever?', declined: true },
  ],
  rows: [{ name: 'Coffee machine' }, { name: '' }],
  files: [
    { uid: 'a', name: 'licence.pdf', size: 248_300, info: 'Licence' },
    { uid: 'b', name: 'a-photograph-with-a-very-long-name-as-phones-give-it-20261123_084512.jpg', size: 3_145_728, info: 'Photograph' },
  ],
};

const error = (message: string) => ({ type: 'wrong', message });
const errors = {
  wrong: error('Enter the text'),
  wrongDay: error('Enter a day such as 27 3 1980'),
  wrongList: error('Choose one of the list'),
  wrongAnswer: error('Answer yes or no'),
  wrongQuestions: error('Questions: tick each line to which your answer is yes, or “None of these” alone'),
  wrongTick: error('Confirm that it is true'),
};
const errorLines = [
  { field: 'wrong', code: 'REQUIRED', message: 'Enter the text' },
  { field: 'wrongDay', code: 'REQUIRED', message: 'Enter a day such as 27 3 1980' },
  { code: 'NETWORK', message: 'There is no network. Your answers are kept on this device' },
];
const closable = ['The file could not be downloaded'];

const results: { title: string; result: Result }[] = [
  { title: 'Arrival declaration registered', result: { tone: 'green', word: 'Green lane', help: 'walk through' } },
  { title: 'Arrival declaration registered', result: { tone: 'red', word: 'Red lane', help: 'please go to the customs officer' } },
  { title: 'Licence application registered', result: { tone: 'blue' } },
  { title: 'Declaration of arrival', result: { tone: 'amber', word: 'Kept on this device', help: 'Not sent yet' } },
  { title: 'This document is genuine', result: { tone: 'green', large: true, help: 'Standing: Approved' } },
  { title: 'This document is out of date', result: { tone: 'amber', large: true } },
  { title: 'This document is not genuine', result: { tone: 'red', large: true } },
];

const nothing = (): void => undefined;

/** Picture that stands for a QR code, with its quiet zone and its three corners. */
const corner = (x: number, y: number) => `M${x} ${y}h7v7h-7zm1 1v5h5v-5zm1 1h3v3h-3z`;
const someCode = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 33 33"><path fill="#fff" d="M0 0h33v33H0z"/><path fill-rule="evenodd" d="${corner(4, 4)}${corner(22, 4)}${corner(4, 22)}"/></svg>`,
)}`;

const codeThere: CodePicture = { image: someCode, picture: { current: null }, isBroken: false, askAgain: nothing, tryAgain: nothing };
const codeGone: CodePicture = { ...codeThere, isBroken: true };

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className="shell-design" aria-labelledby={`${id}-title`}>
      <Heading id={`${id}-title`}>{title}</Heading>
      {children}
    </section>
  );
}

const newForm: Draft = {
  ready: true,
  elsewhere: false,
  take: nothing,
  clear: nothing,
  startAgain: nothing,
  answers: () => ({ area: '', key: '', version: 1, values: {} }),
};
const inAnotherTab: Draft = { ...newForm, elsewhere: true };
const foundAgain: Draft = { ...newForm, restoredAt: '2026-11-22T03:40:00Z' };

const parts = [
  { id: 'vehicle', title: 'Vehicle', editable: () => true, fields: [{ name: 'partPlate', type: 'text', label: 'Vehicle number', required: true }] },
  { id: 'owner', title: 'Owner', editable: () => true, fields: [{ name: 'filled', type: 'text', label: 'Owner name', required: true }] },
  { id: 'driver', title: 'Driver', editable: () => true, fields: [{ name: 'partPassport', type: 'text', label: 'Passport', required: true }] },
] as const;
const stillMissing = ['partPlate', 'partPassport'].map((field) => ({ field, code: 'REQUIRED', message: '' }));
const partsContract = { peek: () => stillMissing, check: () => false, fromProblem: () => [], show: nothing, clear: nothing, errors: [] };

/** Photo and signature fields without a picture. */
const Media = lazyScreen(async () => {
  const { PhotoField, SignaturePad } = await import('@portal/web-kit/media');
  return {
    default: () => (
      <>
        <PhotoField name="photo" />
        <SignaturePad name="signature" label="Signature" />
      </>
    ),
  };
}, null);

/** A table of files, and an upload that is running, one that has failed and one that is finished. */
const FileParts = lazyScreen(async () => {
  const { AttachmentTable, UploadProgress } = await import('@portal/web-kit/media');
  return {
    default: () => (
      <>
        <AttachmentTable name="files" />
        <UploadProgress state={{ at: 'sending', name: 'passport.pdf', percent: 42 }} onCancel={nothing} onRetry={nothing} />
        <UploadProgress state={{ at: 'failed', name: 'passport.pdf', error: unavailable, mayRetry: true }} onCancel={nothing} onRetry={nothing} />
        <UploadProgress state={{ at: 'done', name: 'passport.pdf' }} onCancel={nothing} onRetry={nothing} />
      </>
    ),
  };
}, null);

/** Dialogs, each behind a button, because only one can be open. */
function Dialogs() {
  const [open, setOpen] = useState<'plain' | 'sure' | 'elsewhere'>();
  const close = () => setOpen(undefined);
  return (
    <>
      <ButtonGroup>
        <Button variant="secondary" onClick={() => setOpen('plain')}>
          A dialog
        </Button>
        <Button variant="secondary" onClick={() => setOpen('sure')}>
          A question
        </Button>
        <Button variant="secondary" onClick={() => setOpen('elsewhere')}>
          Another tab
        </Button>
      </ButtonGroup>
      <Modal
        open={open === 'plain'}
        onClose={close}
        title="History"
        footer={
          <Button variant="secondary" onClick={close}>
            Done
          </Button>
        }
      >
        <p className="govuk-body">What belongs to the page, and is not needed all the time.</p>
      </Modal>
      <ConfirmDialog open={open === 'sure'} onClose={close} onConfirm={close} title="Delete this person?" confirmLabel="Delete" variant="warning">
        <p className="govuk-body">The answers cannot be had back.</p>
      </ConfirmDialog>
      {open === 'elsewhere' ? <DraftElsewhere draft={{ ...inAnotherTab, take: close }} /> : null}
    </>
  );
}

const unavailable = new ApiProblem({ status: 503, title: 'The service does not answer', errors: [] });

/**
 * Shows every component of the public pages in every state. Developers look at it while they change a component, and a test compares it with stored pictures.
 */
export default function DesignPage() {
  const form = useForm({ defaultValues: values, errors });
  return (
    <FormProvider {...form}>
      <PublicPage title="Components" caption="For development" back="/">
        <Part id="buttons" title="Buttons and links">
          <ButtonGroup>
            <Button onClick={nothing}>Continue</Button>
            <Button variant="secondary" onClick={nothing}>
              Save the picture
            </Button>
            <Button variant="warning" onClick={nothing}>
              Delete
            </Button>
            <Button busy onClick={nothing}>
              Being sent
            </Button>
            <ButtonLink to="/design" variant="secondary" small>
              Register another
            </ButtonLink>
            <Button variant="link" onClick={nothing}>
              Start again
            </Button>
          </ButtonGroup>
          <div className="portal-wizard__arrows">
            <IconButton icon="close" label="Close" onClick={nothing} />
            <IconButton quiet icon="previous" label="Previous" disabled onClick={nothing} />
            <IconButton quiet icon="next" label="Next" onClick={nothing} />
          </div>
          <SubmitButton label="Register" blocked="Confirm the last statement first" />
        </Part>
        <Part id="fields" title="Fields">
          <DocumentForm sections={[{ id: 'all-fields', title: 'A group of questions', fields }]} mode="edit" />
        </Part>
        <Part id="errors" title="What is wrong">
          <ErrorSummary errors={errorLines} />
          <ErrorAlert errors={closable} onDismiss={nothing} />
        </Part>
        <Part id="questions" title="Questions and rows">
          <QuestionList name="questions" legend="Answer each question" />
          <Checklist name="openQuestions" legend="Which of these apply to you?" />
          <Checklist name="wrongQuestions" legend="Which of these apply to you? (with an error)" />
          <EditableRows
            name="rows"
            legend="Goods"
            rowLabel="Goods"
            addLabel="Add another row"
            empty={{ name: '' }}
            render={(path) => <TextField name={`${path}.name`} label="Description" />}
          />
        </Part>
        <Part id="help" title="Filled in by the device">
          <PassportScan onRead={nothing} />
          <p className="govuk-body">
            <FillFromProfile kinds={[]} onFill={() => false} />
          </p>
          <KeepProfile values={() => ({})} />
        </Part>
        <Part id="media" title="Photo and signature">
          <Media />
        </Part>
        <Part id="files" title="Files">
          <FileParts />
        </Part>
        <Part id="parts" title="A long form in parts">
          <FoldingForm sections={parts} mode="edit" contract={partsContract} />
        </Part>
        <Part id="answers" title="Answers">
          <Fold level={3} title="A group with answers" answered={2} unanswered={0}>
            <SummaryList
              rows={[
                { label: 'Passport number', value: 'CB488602', change: { onClick: nothing } },
                { label: 'Occupation', value: '', change: { onClick: nothing } },
              ]}
            />
          </Fold>
          <Fold level={3} title="A group that waits for an answer" answered={1} unanswered={1}>
            <SummaryList rows={[{ label: 'Nationality', value: '', change: { onClick: nothing } }]} />
          </Fold>
          <Card level={3} title="What was registered">
            <SummaryList compact rows={[{ label: 'Reference', value: 'ARR-2026-0000017' }]} />
          </Card>
        </Part>
        <Part id="fees" title="Fees">
          <FeesTable
            fees={[
              { code: 'APP', name: 'Application', amount: 1000, status: 'PAID' },
              { code: 'LIC', name: 'Licence for two years', amount: 4500, status: 'UNPAID' },
            ]}
          />
          <SimpleTable caption="Requirements" rows={[]} empty="This document needs none" columns={[{ title: 'Requirement', render: () => '' }]} />
        </Part>
        <Part id="results" title="Outcomes">
          {results.map(({ title, result }) => (
            <ResultPanel key={title + result.tone} result={result}>
              <p className="portal-result__title">{title}</p>
            </ResultPanel>
          ))}
        </Part>
        <Part id="code" title="The code">
          <QrFigure code={codeThere} alt="A code" caption="Your code for scanning" />
          <QrFigure code={codeGone} alt="A code that does not come" caption="Your code for scanning" />
        </Part>
        <Part id="dialogs" title="Dialogs">
          <Dialogs />
        </Part>
        <Part id="signs" title="Statuses and lanes">
          <p className="govuk-body">
            <Tag tone="green">Approved</Tag> <Tag tone="blue">Submitted</Tag> <Tag tone="amber">Queried</Tag> <Tag tone="red">Refused</Tag> <Tag>Stored</Tag>
          </p>
          <p className="govuk-body">
            <LaneChip lane="GREEN" /> <LaneChip lane="RED" />
          </p>
          <p className="govuk-body">
            <LaneChip lane="RED" large help />
          </p>
        </Part>
        <Part id="messages" title="Messages">
          <DraftNotice draft={newForm} />
          <DraftNotice draft={foundAgain} />
          <InsetText>Have your passport at hand.</InsetText>
          <WarningText>You carry money that must be declared.</WarningText>
          <NotificationBanner>
            <p className="govuk-notification-banner__heading">This licence ends soon.</p>
          </NotificationBanner>
          <NotificationBanner tone="success">
            <p className="govuk-notification-banner__heading">The change is stored.</p>
          </NotificationBanner>
          <EmptyState title="Nothing here yet" />
        </Part>
        <Part id="waiting" title="Waiting and failed">
          <LoadingPanel />
          <FailurePanel problem={unavailable} retry={nothing} />
        </Part>
      </PublicPage>
    </FormProvider>
  );
}
