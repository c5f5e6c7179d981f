import { clientFields } from '@portal/contract-kit';
import { actionFor, asProblem, FailurePanel, fromNetwork, LoadingPanel, loadDocument, PublicPage, useApi, useDocument, useParams } from '@portal/web-kit';
import { type FieldValues, type Model, useDraft, useForm, useSubmission } from '@portal/web-kit/forms';
import { useState } from 'react';
import type { DeclarationGroup, GroupMember } from 'svc-declarations/contract';
import type { QuestionSets } from '../shared/asked-rows.ts';
import { useDeclaration } from '../shared/declaration.api.ts';
import { useQuestionSets } from '../shared/question-sets.ts';
import { ClosedGroup } from './closed-group.tsx';
import { addFormOf, groupsOf } from './group.screen.tsx';
import { type GroupKind, saysNo } from './group-form.ts';
import type { Companion } from './group-values.ts';
import { PersonForm } from './person-form.tsx';
import { t } from './texts.ts';

/** Adds a person to a registered group. The person takes over the journey, the stay and the contact of the other members. */
export function AddPersonScreen({ kind }: { kind: GroupKind }) {
  const { id = '' } = useParams();
  const { declaration } = kind;
  const group = useDocument<DeclarationGroup>(groupsOf(declaration), id);
  const current = group.data?.kept ? undefined : group.data;
  const like = current?.model.members.find(({ documentStatus }) => documentStatus === 'CREATED');
  const member = useDeclaration<Model & { id: string }>(declaration, like?.id ?? undefined);
  const questions = useQuestionSets(declaration.roleName);
  const back = `${declaration.publicBase}/group/${id}`;
  const offered = actionFor(current?.actions, 'members', 'view');
  if (current && !(like && offered)) return <ClosedGroup members={current.model.members} back={back} />;
  if (current && like && member.data && !member.data.kept && questions.sets && member.data.model.id === like.id)
    return <AddPerson kind={kind} group={current.model} url={offered?.url ?? ''} like={member.data.model} sets={questions.sets} />;
  const failed = group.error ?? member.error;
  const problem = failed ? asProblem(failed) : questions.problem;
  const again = () => {
    if (group.error) void group.refetch();
    if (member.error) void member.refetch();
    if (questions.problem) questions.retry();
  };
  return (
    <PublicPage title={t.newPerson} back={back}>
      {problem ? <FailurePanel problem={problem} retry={again} /> : <LoadingPanel />}
    </PublicPage>
  );
}

interface AddPersonProps {
  kind: GroupKind;
  group: DeclarationGroup;
  url: string;
  /** Declaration of a member whom no officer has dealt with. The shared answers are copied from it. */
  like: Model;
  sets: QuestionSets;
}

/** A version of the group, with the references of its members in order. */
type Seen = { version: number; members: string[] };
const seenOf = ({ version, members }: DeclarationGroup): Seen => ({ version, members: members.map(({ reference }) => reference) });

type Added = { person?: Companion; noneOfUs?: string; seen?: Seen };

function AddPerson({ kind, group: loaded, url, like, sets }: AddPersonProps) {
  const { declaration } = kind;
  // The form goes on offering the adults of the group as it was when the form was opened.
  const [group] = useState(loaded);
  const scope = addFormOf(declaration, group.id);
  const form = useForm<FieldValues & Added>({ defaultValues: {} });
  const draft = useDraft(scope, form);
  const contract = { errors: [], check: () => true, peek: () => [], fromProblem: () => [], show: () => undefined, clear: () => undefined };
  const { send } = useSubmission<DeclarationGroup>(groupsOf(declaration), scope, draft, contract);
  const api = useApi();
  const home = `${declaration.publicBase}/group/${group.id}`;
  /**
   * Registers the person. The body names the adult who answers by position in a certain version of the group. The draft holds that version, so that the call is
   * the same one after a reload, if its answer was lost. When somebody else has changed the group, it is loaded again and the call is repeated.
   */
  const addFor = async (body: Model, adult: string, seen: Seen): Promise<void> => {
    form.setValue('seen', seen, { shouldDirty: true });
    try {
      await send({ method: 'POST', url } as never, { ...body, answeredBy: seen.members.indexOf(adult), version: seen.version }, () => home);
    } catch (error) {
      if (!asProblem(error).has('STALE_VERSION')) throw error;
      await addFor(
        body,
        adult,
        seenOf((await loadDocument<DeclarationGroup>(api, groupsOf(declaration), group.id, undefined, { headers: fromNetwork })).model),
      );
    }
  };
  const add = (body: Model, adult?: GroupMember): Promise<void> => {
    if (!adult) return send({ method: 'POST', url } as never, body, () => home);
    const before = form.getValues('seen');
    return addFor(body, adult.reference, before?.members.includes(adult.reference) ? before : seenOf(group));
  };
  if (!draft.ready)
    return (
      <PublicPage title={t.newPerson} back={home}>
        <LoadingPanel />
      </PublicPage>
    );
  const adults = group.members.flatMap(({ id, name, mayAnswer }, place) => (mayAnswer ? [{ place, name, saysNo: id === like.id && saysNo(kind, like) }] : []));
  return (
    <PersonForm
      key={draft.restoredAt}
      kind={kind}
      first={{ ...like, noneOfUs: form.getValues('noneOfUs') }}
      start={form.getValues('person') ?? {}}
      adults={adults}
      sets={sets}
      draft={draft}
      title={t.newPerson}
      caption={group.serialReference.reference}
      back={home}
      onChange={(person, noneOfUs) => {
        form.setValue('person', person, { shouldDirty: true });
        form.setValue('noneOfUs', noneOfUs, { shouldDirty: true });
      }}
      actions={[
        {
          label: t.register,
          run: (body, answeredBy) => add(clientFields(kind.contract, body), answeredBy === undefined ? undefined : group.members[answeredBy]),
        },
      ]}
      sends
    />
  );
}
