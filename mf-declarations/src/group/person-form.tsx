import { Button, ButtonGroup, type Label, PublicPage, useLanguage, useText } from '@portal/web-kit';
import {
  DocumentForm,
  type Draft,
  DraftElsewhere,
  type FieldValues,
  FormProvider,
  focusField,
  type Model,
  pathsOf,
  useContractErrors,
  useForm,
  withBlanks,
} from '@portal/web-kit/forms';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { type QuestionSets, withQuestions } from '../shared/asked-rows.ts';
import { DoubtsPanel, topicsOf, useDoubts } from '../shared/doubts.tsx';
import { useProposals } from '../shared/proposals.ts';
import { useQuestionWords } from '../shared/question-sets.ts';
import { type Adult, answersSection } from './answers-choice.tsx';
import {
  answeringAdult,
  blankPerson,
  buildPersons,
  doubtsOf,
  faultsOf,
  type GroupKind,
  isAdult,
  personName,
  personNames,
  personSections,
} from './group-form.ts';
import type { Companion, GroupValues } from './group-values.ts';
import { t } from './texts.ts';

/** Answers of the first person, including the question that is answered for all. */
export type FirstValues = Model & GroupValues;

interface PersonFormProps {
  kind: GroupKind;
  /** Declaration from which the journey, the stay and the contact are taken. */
  first: FirstValues;
  /** Own answers of the person so far. */
  start: Companion;
  /** Adults who may answer for a child. */
  adults: readonly Adult[];
  sets: QuestionSets;
  draft: Draft;
  title: Label;
  caption: Label;
  /** Leaves the page. Typed answers stay in the draft. */
  back: string | (() => void);
  /** Field to move the focus to. All errors of the page are then shown. */
  wanted?: string;
  /** Called each time an answer is given. */
  onChange(own: Companion, noneOfUs: string): void;
  /** Buttons below the answers. `run` is called only when the answers are valid. If its promise is rejected, the error is shown. */
  actions: readonly { label: Label; run(body: Model, answeredBy: number | undefined): unknown }[];
  /** Whether the buttons send the declaration, so that doubtful answers are asked about here. A new group asks about them when the whole form is sent. */
  sends?: boolean;
}

/** Checks that an adult answers this field for a child. */
const isForAdult = (values: Model, field: string): boolean =>
  isAdult(values) === false && /^\d+$/.test(String(values.answeredBy ?? '')) && /^(questions|declarations)/.test(field);

const nothingSaid = (kind: GroupKind, first: Model): boolean =>
  Object.entries(kind.nothing).every(([name, value]) => (first[name] || value) === value) &&
  ['questions', 'declarations'].every((list) => ((first[list] as Model[] | undefined) ?? []).every((row) => row.answer !== 'YES' && row.accepted !== true));

/** One page with the own answers of a person who travels with the first one. */
export function PersonForm({ kind, first, start, adults, sets, draft, title, caption, back, wanted, onChange, actions, sends = false }: PersonFormProps) {
  const text = useText();
  const { language } = useLanguage();
  const [fixed] = useState({ first, start, adults });
  const sections = useMemo(
    () => personSections(kind, fixed.first, answersSection({ kind, adults: fixed.adults, nobody: nothingSaid(kind, fixed.first) })),
    [kind, fixed],
  );
  const sectionsFor = useMemo(() => () => sections, [sections]);
  const [initial] = useState(() => {
    const values = { ...blankPerson(kind, fixed.first), ...fixed.start, noneOfUs: fixed.first.noneOfUs ?? '' };
    return withBlanks(sections, withQuestions(values, sets, language)) as FieldValues;
  });
  const form = useForm<FieldValues>({ defaultValues: initial });
  useQuestionWords(form, sets, true);
  useProposals(form, kind.proposals, true);

  const names = useMemo(() => [...personNames(kind, sections)], [kind, sections]);
  const ownOf = (values: Model): Companion => Object.fromEntries(names.filter((name) => values[name] !== undefined).map((name) => [name, values[name]]));
  // Build this person's declaration as if nobody else were added to the first person. The service copies the answers of the adult who answers for a child.
  const personOf = (values: Model) => {
    const own = ownOf(values);
    const [, person] = buildPersons(kind, { ...fixed.first, noneOfUs: String(values.noneOfUs ?? ''), travellers: [own] }, sectionsFor);
    return person ?? { body: own };
  };
  const contract = useContractErrors<FieldValues>(form, (values) =>
    faultsOf(kind, personOf(values), sections, language).filter(({ field }) => !isForAdult(values, field)),
  );
  const isAsked = (field: string): boolean => names.some((name) => field === name || field.startsWith(`${name}.`));
  const doubts = useDoubts(() => {
    const values = form.getValues();
    return doubtsOf(kind, personOf(values), sections, topicsOf(sets))
      .filter(({ fields }) => !fields.some((field) => isForAdult(values, field)))
      .map((doubt) => ({ ...doubt, fields: doubt.fields.filter(isAsked) }));
  });

  const latest = useRef({ onChange, ownOf });
  latest.current = { onChange, ownOf };
  useEffect(() => {
    let answered = false;
    const typing = form.watch((values, { name, type }) => {
      // A change of the questions' wording, as after a change of language, is not an answer.
      answered ||= type === 'change' || Boolean(name && form.getFieldState(name).isDirty);
      if (!answered) return;
      // By default an adult answers for a child.
      const [adult] = fixed.adults;
      if (adult && isAdult(values) === false && !values.answeredBy) {
        form.setValue('answeredBy', String(adult.place), { shouldDirty: true });
        return;
      }
      latest.current.onChange(latest.current.ownOf(values), String(values.noneOfUs ?? ''));
    });
    return () => typing.unsubscribe();
  }, [form, fixed]);

  const paths = useMemo(() => pathsOf(sections), [sections]);
  const goTo = useRef(wanted);
  const { check } = contract;
  useEffect(() => {
    const field = goTo.current;
    if (!field) return;
    goTo.current = undefined;
    check(paths);
    // Wait until the error summary has taken the focus, which it does when it appears.
    setTimeout(() => focusField(field));
  }, [check, paths]);

  const [busy, setBusy] = useState(false);
  const press = async (run: PersonFormProps['actions'][number]['run']) => {
    if (busy || !contract.check(paths) || (sends && doubts.ask())) return;
    setBusy(true);
    try {
      const values = form.getValues();
      const { body } = personOf(values);
      const adult = answeringAdult(values, (place) => fixed.adults.some((each) => each.place === place && each.saysNo === true));
      await run(body, adult);
    } catch (error) {
      contract.fromProblem(error);
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (actions[0]) void press(actions[0].run);
  };

  const { lastName, nationalityCode, nationalityName } = fixed.first;
  const sameAsFirst = () => {
    for (const [name, value] of Object.entries({
      lastName,
      nationalityCode,
      nationalityName,
      birthNationalityCode: fixed.first.birthNationalityCode || nationalityCode,
    }))
      if (value !== undefined && value !== '') form.setValue(name, value, { shouldDirty: true });
  };
  return (
    <PublicPage title={title} caption={text(caption)} back={back} errors={contract.errors} focusKey={text(title)}>
      <DraftElsewhere draft={draft} />
      <p className="govuk-body">{text(t.lead)}</p>
      <FormProvider {...form}>
        <form noValidate method="dialog" onSubmit={submit}>
          {lastName && nationalityCode ? (
            <p>
              <Button variant="secondary" small onClick={sameAsFirst}>
                {text(t.same(personName(fixed.first)))}
              </Button>
            </p>
          ) : null}
          <DocumentForm sections={sections} mode="register" editable />
          {sends ? <DoubtsPanel of={doubts} contract={kind.contract} /> : null}
          <ButtonGroup>
            {actions.map(({ label, run }, index) => (
              <Button
                key={text(label)}
                type={index === 0 ? 'submit' : 'button'}
                variant={index === 0 ? 'primary' : 'secondary'}
                busy={busy}
                onClick={index === 0 ? undefined : () => press(run)}
              >
                {text(label)}
              </Button>
            ))}
          </ButtonGroup>
        </form>
      </FormProvider>
    </PublicPage>
  );
}
