import { type DocumentEnvelope, dayText, inBoth, type OfferedAction } from '@portal/contract-kit';
import {
  asProblem,
  ButtonLink,
  documentKey,
  FailurePanel,
  InsetText,
  LoadingPanel,
  type PageError,
  RequireRole,
  StaffPage,
  showAnswer,
  Tag,
  today,
  useApi,
  useDocument,
  useFormat,
  useLocation,
  useParams,
  useQueryClient,
  useText,
} from '@portal/web-kit';
import { FormProvider } from '@portal/web-kit/forms';
import { ActionPanel, DocumentPage, Key, PhoneBar, RequirementChecks, useCommand } from '@portal/web-kit/staff';
import { useMemo, useRef, useState } from 'react';
import type { DeclarationGroup, GroupMember, RequirementRow } from 'svc-declarations/contract';
import type { DeclarationKind } from '../shared/declaration.api.ts';
import { confirmations } from '../shared/requirement-ticks.tsx';
import { shared } from '../shared/texts.ts';
import { MemberTable } from './member-table.tsx';
import { inGateOrder, isOpen, tickedAtFirst, tickedMembersFor } from './members.ts';
import { useRequirements } from './requirements.ts';
import { t } from './texts.ts';

/** Shows everybody who travels together on one screen: first the members whom the officer must look at, and one action for all or for some of them. */
export default function StaffGroupScreen({ kind }: { kind: DeclarationKind }) {
  return (
    <RequireRole anyOf={[`${kind.roleName}-declaration-read`]}>
      <Loaded kind={kind} />
    </RequireRole>
  );
}

const kindOf = ({ path }: DeclarationKind): string => `${path}/group`;
const noneDone: ReadonlySet<string> = new Set();

function Loaded({ kind }: { kind: DeclarationKind }) {
  const { id = '' } = useParams();
  const { data, error, refetch } = useDocument<DeclarationGroup>(kindOf(kind), id);
  if (data) return <Group key={id} kind={kind} envelope={data} reload={refetch} />;
  return (
    <StaffPage title={t.people} back={kind.staffBase}>
      {error ? <FailurePanel problem={asProblem(error)} retry={() => void refetch()} /> : <LoadingPanel />}
    </StaffPage>
  );
}

interface Done {
  action: OfferedAction;
  ids: ReadonlySet<string>;
}

function Group({ kind, envelope, reload }: { kind: DeclarationKind; envelope: DocumentEnvelope<DeclarationGroup>; reload(): Promise<unknown> }) {
  const text = useText();
  const format = useFormat();
  const api = useApi();
  const cache = useQueryClient();
  const isScanned = (useLocation().state as { genuine?: boolean } | null)?.genuine === true;
  const { model } = envelope;
  const members = useMemo(() => inGateOrder(model.members), [model.members]);
  const [held, setHeld] = useState<{ version: number; ids: ReadonlySet<string> }>();
  const [done, setDone] = useState<Done>();
  const [errors, setErrors] = useState<PageError[]>([]);
  const sent = useRef<readonly GroupMember[]>([]);
  // The ticks are valid only for the version that the officer has seen. After an action or a reload they are set anew.
  const ticked = held?.version === model.version ? held.ids : tickedAtFirst(members);
  const tick = (ids: ReadonlySet<string>) => setHeld({ version: model.version, ids });
  const open = members.filter(isOpen);
  const verified = open.find(({ actions = [] }) => actions.includes('verification'));
  const { form: requirements, areNone } = useRequirements(kind, verified?.id, model.version);
  const confirmed = (): RequirementRow[] => requirements.getValues('requirements');
  const tickAll = () => tick(new Set(open.every(({ id }) => ticked.has(id)) ? [] : open.map(({ id }) => id)));
  // Where requirements are to be confirmed, the key confirms them, as it does for a single declaration.
  const choosesByKey = open.length > 0 && (!verified || areNone);
  useCommand('confirmAll', text(t.chooseAll), choosesByKey ? tickAll : undefined);

  const isEarly = ({ travelDate }: GroupMember): boolean => kind.roleName === 'traveller' && (travelDate ?? '') > today();
  const named = (action: OfferedAction): OfferedAction => {
    if (action.kind !== 'submit') return action;
    const meant = tickedMembersFor(members, ticked, action.name);
    const most = members.filter(({ actions = [] }) => actions.includes(action.name)).length;
    const [only] = meant;
    const { label } = action;
    const words =
      meant.length > 1 ? (meant.length === most ? t.forAll(label, most) : t.forSome(label, meant.length, most)) : only ? t.forOne(label, only.name) : label;
    return { ...action, label: text(words), commentRequired: meant.some(isEarly) };
  };
  const early = open.find((member) => ticked.has(member.id) && isEarly(member));

  const values = ({ name }: OfferedAction) => {
    const meant = tickedMembersFor(members, ticked, name);
    sent.current = meant;
    setDone(undefined);
    if (meant.length > 0) return { members: meant.map(({ id }) => id), ...(name === 'verification' ? { requirements: confirmations(confirmed()) } : {}) };
    setErrors([{ field: `member-${open[0]?.id ?? ''}`, message: text(t.tickSomebody) }]);
    return undefined;
  };
  /** Shows the errors and names the person of each one. An error of the comment, which is the same for all, is shown once. */
  const showErrors = (lines: PageError[]) => {
    const told = lines.map((line) => {
      const member = sent.current[Number(/^members\[(\d+)\]/.exec(line.field ?? '')?.[1])];
      return member ? { ...line, field: `member-${member.id}`, message: `${member.name}: ${line.message}` } : line;
    });
    setDone(undefined);
    setErrors(told.filter(({ message }, index) => told.findIndex((other) => other.message === message) === index));
    // Somebody else has acted on one of the members. Reload, so that the page is up to date before the next attempt.
    if (told.some(({ field }) => field?.startsWith('member-'))) void reload();
  };
  const onDone = (answer: DocumentEnvelope<DeclarationGroup>, action: OfferedAction) => {
    setErrors([]);
    setDone({ action: envelope.actions.find(({ name }) => name === action.name) ?? action, ids: new Set(sent.current.map(({ id }) => id)) });
    showAnswer(cache, kindOf(kind), answer);
    for (const { id } of sent.current) void cache.invalidateQueries({ queryKey: documentKey(kind.path, id) });
    document.querySelector<HTMLElement>('#main-content h1')?.focus();
  };

  const [first] = members;
  const facts = [model.serialReference.reference, first?.flightNumber, first?.travelDate && format.date(first.travelDate)].filter(Boolean).join(' · ');
  return (
    <DocumentPage
      title={t.title(members.length)}
      caption={facts}
      backTo={kind.staffBase}
      errors={errors}
      actions={
        <>
          {isScanned ? <Tag tone="grey">{text(t.genuine)}</Tag> : null}
          <ButtonLink variant="secondary" to="/other/traveller/scan">
            {text(t.scan)}
          </ButtonLink>
        </>
      }
      summary={
        <>
          <div role="status">
            {done ? (
              <p className="portal-list__told">
                <strong>{text(t.done(done.action.label, done.ids.size))}</strong>{' '}
                {text(open.length > 0 ? t.open(open.map(({ name }) => name).join(', ')) : t.nobodyOpen)}
              </p>
            ) : null}
          </div>
          <MemberTable kind={kind} members={members} ticked={ticked} onTick={tick} done={done?.ids ?? noneDone} />
          <PhoneBar />
        </>
      }
      panel={
        <FormProvider {...requirements}>
          <ActionPanel<DeclarationGroup>
            api={api}
            envelope={{ ...envelope, actions: envelope.actions.map(named) }}
            mode="view"
            submitted
            officers
            values={values}
            confirms={{ verification: confirmed }}
            onDone={onDone}
            onErrors={showErrors}
            onReload={reload}
            fileName={() => `${model.serialReference.reference}.pdf`}
          >
            {early ? <InsetText>{text(t.early(dayText(early.travelDate ?? '') ?? inBoth('')))}</InsetText> : null}
            {verified ? <RequirementChecks name="requirements" legend={shared.requirements} /> : null}
            {choosesByKey && open.length > 1 ? (
              <p className="govuk-body portal-muted">
                {text(t.chooseAll)} <Key of="confirmAll" />
              </p>
            ) : null}
          </ActionPanel>
        </FormProvider>
      }
    />
  );
}
