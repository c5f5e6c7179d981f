import { Button, Card, ConfirmDialog, IconButton, useLanguage, useText } from '@portal/web-kit';
import { type FieldValues, fieldId, type Model, type SectionSpec, useWatch } from '@portal/web-kit/forms';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { mostTravellers } from 'svc-declarations/contract';
import { ReviewCard } from '../shared/review.tsx';
import { answersSection } from './answers-choice.tsx';
import { buildPersons, faultsOf, type GroupKind, type Person, personName, personSections, withoutPerson } from './group-form.ts';
import { type Companion, declarationOf, type GroupValues } from './group-values.ts';
import { t } from './texts.ts';
import type { GroupPart, ListProps } from './use-group.tsx';

/** Returns the sections of a person's page. They are only used to check the answers: the choice of who answers is offered on that page alone. */
export const sectionsFor =
  (kind: GroupKind) =>
  (first: Model): SectionSpec[] =>
    personSections(kind, first, answersSection({ kind, adults: [], nobody: true }));

interface Listed {
  /** Number of the person; the first person who was added has the number 2. */
  person: number;
  own: Companion;
  name: string;
  whole: Person;
  sections: SectionSpec[];
}

interface Listing {
  values: FieldValues & GroupValues;
  listed: Listed[];
}

/**
 * Returns the persons who were added. The list is deferred, so that the page reacts to typing and clicks first: checking the answers of forty persons takes a
 * second on a slow phone.
 */
function useListed(kind: GroupKind, form: GroupPart['form']): Listing {
  const text = useText();
  const values = useDeferredValue(useWatch({ control: form.control }) as FieldValues & GroupValues);
  const listed = useMemo(() => {
    const travellers = values.travellers ?? [];
    if (travellers.length === 0) return [];
    const sections = sectionsFor(kind)(declarationOf(values) as Model);
    const people = buildPersons(kind, values, () => sections);
    return travellers.map((own, index) => {
      const person = index + 2;
      return { person, own, name: personName(own) || text(t.unnamed(person)), whole: people[index + 1] as Person, sections };
    });
  }, [kind, values, text]);
  return { values, listed };
}

/** Shows how many answers of a person are still missing. */
function Missing({ kind, whole, sections }: Pick<Listed, 'whole' | 'sections'> & { kind: GroupKind }) {
  const { language } = useLanguage();
  const text = useText();
  const missing = useMemo(() => faultsOf(kind, whole, sections, language).length, [kind, whole, sections, language]);
  return missing > 0 ? <span className="govuk-error-message">{text(t.missing(missing))}</span> : <span className="portal-muted">{text(t.complete)}</span>;
}

interface RowProps extends Pick<GroupPart, 'errors' | 'open'> {
  kind: GroupKind;
  each: Listed;
  ask(each: Listed): void;
}

/** A person in the list, with the errors that a failed check found. */
function Row({ kind, each, errors, open, ask }: RowProps) {
  const text = useText();
  return (
    <li className="portal-people__row" id={fieldId(`travellers.${each.person - 1}`)}>
      <div>
        <strong>{each.name}</strong>
        <br />
        <Missing kind={kind} whole={each.whole} sections={each.sections} />
        {errors
          .filter(({ field }) => field?.startsWith(`travellers.${each.person - 1}.`))
          .map(({ field = '', message }) => (
            <p key={field} className="govuk-error-message">
              <button type="button" className="portal-link-button" id={fieldId(field)} onClick={() => open(each.person, field.split('.').slice(2).join('.'))}>
                {message}
              </button>
            </p>
          ))}
      </div>
      <div className="portal-people__actions">
        <Button variant="secondary" small onClick={() => open(each.person)}>
          {text(t.edit)}
          <span className="govuk-visually-hidden"> {each.name}</span>
        </Button>
        <Button variant="link" onClick={() => ask(each)}>
          {text(t.remove)}
          <span className="govuk-visually-hidden"> {each.name}</span>
        </Button>
      </div>
    </li>
  );
}

/** Lists the persons who travel with the first one. Each can be changed or removed, and a button adds another person. */
export function Companions({ kind, form, errors, open, returned }: ListProps & { kind: GroupKind }) {
  const text = useText();
  const { listed } = useListed(kind, form);
  const [asked, setAsked] = useState<Listed>();
  const rows = useMemo(
    () => listed.map((each) => <Row key={each.person} kind={kind} each={each} errors={errors} open={open} ask={setAsked} />),
    [kind, listed, errors, open],
  );
  const box = useRef<HTMLDivElement>(null);
  const came = useRef(returned);
  useEffect(() => {
    if (!came.current) return;
    // Wait until the heading of the step has taken the focus, which it does when the step appears.
    const timer = setTimeout(() => {
      box.current?.closest('section')?.scrollIntoView({ block: 'start' });
      box.current?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  }, []);
  const add = () => {
    const travellers: Companion[] = form.getValues('travellers') ?? [];
    form.setValue('travellers', [...travellers, {}], { shouldDirty: true });
    open(travellers.length + 2);
  };
  const remove = ({ person }: Listed) => {
    form.setValue('travellers', withoutPerson(form.getValues('travellers') ?? [], person - 2), { shouldDirty: true });
    setAsked(undefined);
    // Nothing outside of the dialog takes the focus until it has closed.
    setTimeout(() => box.current?.focus());
  };
  return (
    <Card id="companions" title={t.who}>
      <div ref={box} tabIndex={-1}>
        <p className="govuk-hint">{text(t.whoHint)}</p>
        <ol className="govuk-list portal-people">{rows}</ol>
        {listed.length + 1 < mostTravellers ? <IconButton icon="add" showLabel label={t.add} onClick={add} /> : <p className="govuk-body">{text(t.full)}</p>}
        <ConfirmDialog
          open={asked !== undefined}
          onClose={() => setAsked(undefined)}
          onConfirm={() => asked && remove(asked)}
          title={t.removeOf(asked?.name ?? '')}
          confirmLabel={t.remove}
          variant="warning"
        >
          <p className="govuk-body">{text(t.removeText)}</p>
        </ConfirmDialog>
      </div>
    </Card>
  );
}

/** The answers of all persons who were added. Each person is a folded section with Change links. */
export function CompanionsReview({ kind, form, open }: GroupPart & { kind: GroupKind }) {
  const { values, listed } = useListed(kind, form);
  return useMemo(
    () => listed.map((each) => <CompanionReview key={each.person} kind={kind} people={values as Model & GroupValues} each={each} open={open} />),
    [kind, values, listed, open],
  );
}

interface CompanionReviewProps extends Pick<GroupPart, 'open'> {
  kind: GroupKind;
  people: Model & GroupValues;
  each: Listed;
}

function CompanionReview({ kind, people, each, open }: CompanionReviewProps) {
  const text = useText();
  const { person, own, name, sections } = each;
  const { body, answeredBy } = each.whole;
  const nameAt = (place: number) => personName(place === 0 ? people : (people.travellers?.[place - 1] ?? {}));
  const settled = people.noneOfUs === 'YES' && own.separate !== true;
  const answers = answeredBy !== undefined ? text(t.answersFor(nameAt(answeredBy))) : settled ? text(t.noneOfOthers[kind.declaration.word]) : undefined;
  const shown: Model = { ...body, noneOfUs: people.noneOfUs, separate: own.separate, answeredBy: own.answeredBy };
  const lists = sections
    .filter((section) => section.visible?.(shown, 'view') ?? true)
    .flatMap((section) => section.lists ?? [])
    .filter((list) => list === 'questions' || list === 'declarations');
  return (
    <ReviewCard
      title={name}
      sections={sections}
      model={shown}
      onChange={(field) => open(person, field)}
      questions={lists}
      more={answers ? [{ label: t.answers, value: answers, change: { onClick: () => open(person, 'noneOfUs') } }] : []}
    />
  );
}
