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
import { useProposals } from '../shared/proposals.ts';
import { useQuestionWords } from '../shared/question-sets.ts';
import { type Adult, answersSection } from './answers-choice.tsx';
import { blankPerson, everybody, faultsOf, type GroupKind, isAdult, personName, personNames, personSections } from './group-form.ts';
import type { Companion, GroupValues } from './group-values.ts';
import { t } from './texts.ts';

/** What the first person answered, with the question that is answered for all. */
export type FirstValues = Model & GroupValues;

interface PersonFormProps {
  kind: GroupKind;
  /** The declaration that the journey, the stay and the contact are taken from. */
  first: FirstValues;
  /** The person's own answers so far. */
  start: Companion;
  /** Who may answer for a child. */
  adults: readonly Adult[];
  sets: QuestionSets;
  draft: Draft;
  title: Label;
  caption: Label;
  /** Leaves the page; what was typed stays in the draft. */
  back: string | (() => void);
  /** A field to go to, with everything that is wrong. */
  wanted?: string;
  /** Each time an answer is given. */
  onChange(own: Companion, noneOfUs: string): void;
  /** The buttons below the answers. They are pressed after the answers were found right; what a promise rejects with is shown. */
  actions: readonly { label: Label; run(body: Model, answeredBy: number | undefined): unknown }[];
}

const nothingSaid = (kind: GroupKind, first: Model): boolean =>
  Object.entries(kind.nothing).every(([name, value]) => (first[name] || value) === value) &&
  ['questions', 'declarations'].every((list) => ((first[list] as Model[] | undefined) ?? []).every((row) => row.answer !== 'YES' && row.accepted !== true));

/** The own answers of a person who travels with the first one, on one page. */
export function PersonForm({ kind, first, start, adults, sets, draft, title, caption, back, wanted, onChange, actions }: PersonFormProps) {
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
  // The person alone behind the first one: the adult's answers are copied by the service.
  const personOf = (values: Model) => {
    const own = ownOf(values);
    const [, person] = everybody(kind, { ...fixed.first, noneOfUs: String(values.noneOfUs ?? ''), travellers: [own] }, sectionsFor);
    return person ?? { body: own };
  };
  const contract = useContractErrors<FieldValues>(form, (values) => {
    const answered = isAdult(values) === false && /^\d+$/.test(String(values.answeredBy ?? ''));
    const faults = faultsOf(kind, personOf(values), sections, language);
    return answered ? faults.filter(({ field }) => !/^(questions|declarations)/.test(field)) : faults;
  });

  const latest = useRef({ onChange, ownOf });
  latest.current = { onChange, ownOf };
  useEffect(() => {
    let answered = false;
    const typing = form.watch((values, { name, type }) => {
      // The words of the questions are no answer.
      answered ||= type === 'change' || Boolean(name && form.getFieldState(name).isDirty);
      if (!answered) return;
      // Somebody answers for a child, unless the form says otherwise.
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
    // After the error summary, which takes the focus when it appears.
    setTimeout(() => focusField(field));
  }, [check, paths]);

  const [busy, setBusy] = useState(false);
  const press = async (run: PersonFormProps['actions'][number]['run']) => {
    if (busy || !contract.check(paths)) return;
    setBusy(true);
    try {
      const values = form.getValues();
      const { body } = personOf(values);
      const adult = isAdult(values) === false && /^\d+$/.test(String(values.answeredBy ?? '')) ? Number(values.answeredBy) : undefined;
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
