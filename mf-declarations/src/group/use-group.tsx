import type { FieldError, Language, OfferedAction } from '@portal/contract-kit';
import { ApiProblem, asProblem, type Label, LoadingPanel, PublicPage, useLanguage, useSearchParams, useSingleRun } from '@portal/web-kit';
import { type Draft, DraftElsewhere, type FieldValues, type UseFormReturn, type useContractErrors, useSubmission } from '@portal/web-kit/forms';
import { type ComponentType, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { DeclarationGroup, Doubt, TopicOf } from 'svc-declarations/contract';
import type { QuestionSets } from '../shared/asked-rows.ts';
import type { DeclarationKind } from '../shared/declaration.api.ts';
import type { Companion, GroupValues } from './group-values.ts';

type Errors = ReturnType<typeof useContractErrors>;

/** What the parts of a group's form are given. */
export interface GroupPart {
  form: UseFormReturn<FieldValues>;
  /** What a failed check says of the persons. */
  errors: Errors['errors'];
  /** Opens a person's page: 2 is the first who was added. */
  open(person: number, field?: string): void;
}

export interface ListProps extends GroupPart {
  /** Whether the reader comes back from a person's page. */
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
  /** 2 is the first who was added. */
  person: number;
  name: string;
}

/** The parts of a group's form. They are loaded when they may be needed, not with the first page. */
export interface GroupParts {
  List: ComponentType<ListProps>;
  Review: ComponentType<GroupPart>;
  Page: ComponentType<PageProps>;
  /** What is sent, or what is wrong with the persons who were added. */
  registration(values: FieldValues & GroupValues, language: Language): { faults: FieldError[]; body: object };
  /** What to ask about the answers of the persons who were added. */
  doubts(values: FieldValues & GroupValues, topicOf: TopicOf): PersonDoubt[];
  /** The errors of a refused registration, at the fields of the form. */
  errorsOf(errors: readonly FieldError[], values: FieldValues & GroupValues): FieldError[];
}

interface GroupOptions<Values extends FieldValues> {
  of: DeclarationKind;
  load(): Promise<{ parts: GroupParts }>;
  /** Whether the list may be seen soon. */
  near: boolean;
  form: UseFormReturn<Values>;
  sets: QuestionSets;
  draft: Draft;
  scope: string;
  caption: Label;
  contract: Errors;
}

interface Group {
  /** The page of a person who is added, in place of the form. */
  page?: ReactNode;
  list: ReactNode;
  review: ReactNode;
  /** What to ask about the answers of the persons who were added. */
  doubts(topicOf: TopicOf): PersonDoubt[];
  /** Opens the page of a person who was added. */
  open(person: number, field?: string): void;
  /** Whether somebody was added. */
  isGroup(): boolean;
  /** Registers everybody, or shows what is wrong. Throws the errors of the call. @param asks whether something is asked first about answers that are allowed */
  send(action: OfferedAction, asks: () => boolean): Promise<void>;
  /** The same, one at a time; the form shows the errors. */
  submit(action: OfferedAction, asks: () => boolean): Promise<void>;
  /** True while it runs. */
  busy: boolean;
}

/** Who else travels, in the form of a new declaration. Whoever travels alone loads nothing of it with the first page. */
export function useGroup<Values extends FieldValues>({ of, load, near, form: typed, sets, draft, scope, caption, contract }: GroupOptions<Values>): Group {
  const form = typed as unknown as UseFormReturn<FieldValues>;
  const { language } = useLanguage();
  const [params, setParams] = useSearchParams();
  const [parts, setParts] = useState<GroupParts>();
  const asked = Number.parseInt(params.get('person') ?? '', 10) || 0;
  const needed = near || asked > 0;
  const latest = useRef({ load, params, clear: contract.clear });
  latest.current = { load, params, clear: contract.clear };
  useEffect(() => {
    // The page that tells what waits is needed when there is no network to load it.
    if (near) import('../shared/waiting.screen.tsx').catch(() => undefined);
  }, [near]);
  useEffect(() => {
    if (needed)
      latest.current.load().then(
        (loaded) => setParts(loaded.parts),
        // Somebody alone goes on without it, and sending loads it again.
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
  // The address may name a person whose answers this device does not have.
  const lost = asked > 0 && draft.ready && !isThere;
  useEffect(() => {
    if (lost) goTo(undefined, true);
  }, [lost, goTo]);

  const submission = useSubmission<DeclarationGroup>(`${of.path}/group`, scope, draft, contract, of.publicBase);
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
  const send = async (action: OfferedAction, asks: () => boolean): Promise<void> => {
    const { registration, errorsOf } = parts ?? (await load()).parts;
    const values = form.getValues() as FieldValues & GroupValues;
    const { faults, body } = registration(values, language);
    if (faults.length > 0) return contract.show(faults);
    if (asks()) return;
    try {
      await submission.send({ ...action, url: `${of.path}/group` }, body, (id) => `${of.publicBase}/group/${id}`);
    } catch (error) {
      const problem = asProblem(error);
      throw problem.status === 422 ? new ApiProblem({ status: 422, title: problem.title, errors: errorsOf(problem.errors, values) }) : problem;
    }
  };
  return {
    page,
    list: parts && near ? <parts.List {...part} returned={cameBack} /> : null,
    review: parts && near ? <parts.Review {...part} /> : null,
    doubts: (topicOf) => (parts && others().length > 0 ? parts.doubts(form.getValues() as FieldValues & GroupValues, topicOf) : []),
    open,
    isGroup: () => others().length > 0,
    send,
    submit: (action, asks) => run(() => send(action, asks).catch(contract.fromProblem)),
    busy,
  };
}
