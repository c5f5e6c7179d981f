import type { FieldError, Language, OfferedAction } from '@portal/contract-kit';
import { ApiProblem, asProblem, type Label, LoadingPanel, PublicPage, useLanguage, useSearchParams, useSingleRun } from '@portal/web-kit';
import { type Draft, DraftElsewhere, type FieldValues, type UseFormReturn, type useContractErrors, useSubmission } from '@portal/web-kit/forms';
import { type ComponentType, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { DeclarationGroup, Doubt, TopicOf } from 'svc-declarations/contract';
import type { QuestionSets } from '../shared/asked-rows.ts';
import type { DeclarationKind } from '../shared/declaration.api.ts';
import type { Companion, GroupValues } from './group-values.ts';

type Errors = ReturnType<typeof useContractErrors>;

/** Properties of the components that make up a group's form. */
export interface GroupPart {
  form: UseFormReturn<FieldValues>;
  /** Errors that a failed check found in the persons' answers. */
  errors: Errors['errors'];
  /** Opens a person's page; the first person who was added has the number 2. */
  open(person: number, field?: string): void;
}

export interface ListProps extends GroupPart {
  /** Whether the reader has just come back from a person's page. */
  returned: boolean;
}

export interface PageProps extends GroupPart {
  person: number;
  wanted?: string;
  sets: QuestionSets;
  draft: Draft;
  caption: Label;
  close(): void;
}

/** A doubt about a person who was added. */
export interface PersonDoubt extends Doubt {
  /** Number of the person; the first person who was added has the number 2. */
  person: number;
  name: string;
}

/** The components and functions of a group's form. They are lazy loaded when they may be needed, not with the first page. */
export interface GroupParts {
  List: ComponentType<ListProps>;
  Review: ComponentType<GroupPart>;
  Page: ComponentType<PageProps>;
  /** Returns the body to send, and the errors in the answers of the persons who were added. */
  registration(values: FieldValues & GroupValues, language: Language): { faults: FieldError[]; body: object };
  /** Returns the questions to ask about doubtful answers of the persons who were added. */
  doubts(values: FieldValues & GroupValues, topicOf: TopicOf): PersonDoubt[];
  /** Maps the errors of a refused registration to the fields of the form. */
  errorsOf(errors: readonly FieldError[], values: FieldValues & GroupValues): FieldError[];
}

/** Maps the errors of a refused registration to the fields of the form. Those of a declaration of one person are at their fields already. */
export async function groupErrors(
  errors: readonly FieldError[],
  values: FieldValues & GroupValues,
  load: () => Promise<Pick<GroupParts, 'errorsOf'>>,
): Promise<readonly FieldError[]> {
  if (!errors.some(({ field }) => field?.startsWith('travellers['))) return errors;
  // Without a network the parts may not load. The errors are then shown as the service names them.
  const parts = await load().catch(() => undefined);
  return parts?.errorsOf(errors, values) ?? errors;
}

interface GroupOptions<Values extends FieldValues> {
  kind: DeclarationKind;
  load(): Promise<{ parts: GroupParts }>;
  /** Whether the list of persons may be seen soon. */
  near: boolean;
  form: UseFormReturn<Values>;
  sets: QuestionSets;
  draft: Draft;
  scope: string;
  caption: Label;
  contract: Errors;
}

interface Group {
  /** Page of a person who is being added. It is shown in place of the form. */
  page?: ReactNode;
  list: ReactNode;
  review: ReactNode;
  /** Returns the questions to ask about doubtful answers of the persons who were added. */
  doubts(topicOf: TopicOf): PersonDoubt[];
  /** Opens the page of a person who was added. */
  open(person: number, field?: string): void;
  /** Maps the errors of a refused registration to the fields of the form. Those of a declaration of one person are at their fields already. */
  errorsOf(errors: readonly FieldError[]): Promise<readonly FieldError[]>;
  /** Returns whether at least one person was added. */
  isGroup(): boolean;
  /**
   * Registers all persons, or shows what is wrong. Throws the errors of the call. @param asks shows questions about doubtful answers and returns whether it has
   * asked one; then nothing is sent
   */
  send(action: OfferedAction, asks: () => boolean): Promise<void>;
  /** Does the same as `send`, but never twice at a time, and shows the errors in the form. */
  submit(action: OfferedAction, asks: () => boolean): Promise<void>;
  /** Whether a call of `submit` is running. */
  busy: boolean;
}

/** Adds further persons to the form of a new declaration. Somebody who travels alone does not load this code with the first page. */
export function useGroup<Values extends FieldValues>({ kind, load, near, form: typed, sets, draft, scope, caption, contract }: GroupOptions<Values>): Group {
  const form = typed as unknown as UseFormReturn<FieldValues>;
  const { language } = useLanguage();
  const [params, setParams] = useSearchParams();
  const [parts, setParts] = useState<GroupParts>();
  const asked = Number.parseInt(params.get('person') ?? '', 10) || 0;
  const needed = near || asked > 0;
  const latest = useRef({ load, params, clear: contract.clear });
  latest.current = { load, params, clear: contract.clear };
  useEffect(() => {
    if (needed)
      latest.current.load().then(
        (loaded) => setParts(loaded.parts),
        // Ignore the error: somebody who travels alone does not need the parts, and sending loads them again.
        () => undefined,
      );
  }, [needed]);

  const returned = useRef(false);
  const wanted = useRef<string>(undefined);
  const goTo = useCallback(
    (person?: number, replace = false) => {
      const next = new URLSearchParams(latest.current.params);
      if (person) next.set('person', String(person));
      else next.delete('person');
      setParams(next, { replace });
    },
    [setParams],
  );
  const open = useCallback(
    (person: number, field?: string) => {
      wanted.current = field;
      latest.current.clear();
      goTo(person);
    },
    [goTo],
  );

  const others = (): Companion[] => form.getValues('travellers') ?? [];
  const isThere = asked > 1 && asked <= others().length + 1;
  // The address may name a person whose answers are not on this device.
  const lost = asked > 0 && draft.ready && !isThere;
  useEffect(() => {
    if (lost) goTo(undefined, true);
  }, [lost, goTo]);

  const submission = useSubmission<DeclarationGroup>(`${kind.path}/group`, scope, draft, contract, kind.publicBase);
  const part: GroupPart = { form, errors: contract.errors, open };
  const isPage = asked > 0 && !lost;
  const cameBack = returned.current && !isPage;
  useEffect(() => {
    returned.current = isPage;
  });
  const page = !isPage ? undefined : parts && draft.ready && isThere ? (
    <parts.Page
      {...part}
      key={`${asked} ${draft.restoredAt}`}
      person={asked}
      wanted={wanted.current}
      sets={sets}
      draft={draft}
      caption={caption}
      close={() => goTo()}
    />
  ) : (
    <PublicPage title={caption}>
      <DraftElsewhere draft={draft} />
      <LoadingPanel />
    </PublicPage>
  );
  const { busy, run } = useSingleRun();
  const values = () => form.getValues() as FieldValues & GroupValues;
  const errorsOf = (errors: readonly FieldError[]) => groupErrors(errors, values(), async () => parts ?? (await load()).parts);
  const send = async (action: OfferedAction, asks: () => boolean): Promise<void> => {
    const { registration } = parts ?? (await load()).parts;
    const { faults, body } = registration(values(), language);
    if (faults.length > 0) return contract.show(faults);
    if (asks()) return;
    try {
      await submission.send({ ...action, url: `${kind.path}/group` }, body, (id) => `${kind.publicBase}/group/${id}`);
    } catch (error) {
      const problem = asProblem(error);
      throw problem.status === 422 ? new ApiProblem({ status: 422, title: problem.title, errors: [...(await errorsOf(problem.errors))] }) : problem;
    }
  };
  return {
    page,
    list: parts && near ? <parts.List {...part} returned={cameBack} /> : null,
    review: parts && near ? <parts.Review {...part} /> : null,
    doubts: (topicOf) => (parts && others().length > 0 ? parts.doubts(values(), topicOf) : []),
    open,
    errorsOf,
    isGroup: () => others().length > 0,
    send,
    submit: (action, asks) => run(() => send(action, asks).catch(contract.fromProblem)),
    busy,
  };
}
