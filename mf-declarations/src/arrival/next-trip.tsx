import { Button, Card, Heading, useKitText, useText } from '@portal/web-kit';
import { DocumentForm, type Model, type SectionSpec, type UseFormReturn, useWatch } from '@portal/web-kit/forms';
import { type ReactNode, useState } from 'react';
import { arrivalAsks } from 'svc-declarations/contract';
import type { AnsweredQuestion } from '../shared/answer-rows.tsx';
import type { ArrivalValues } from './arrival.api.ts';
import { ArrivalReview, type ReviewStep } from './review.tsx';
import { t } from './texts.ts';

/** Where and how the traveller comes: different on each trip, and proposed as it was last time. */
const journey: readonly string[] = ['entry', 'stay'];
/** What is declared. Nothing of it is proposed. */
const answers: readonly string[] = ['declarations', 'baggage', 'goods', 'questions', 'money'];

const isWithin = (path: string, field: string): boolean => path === field || path.startsWith(`${field}.`) || field.startsWith(`${path}.`);

/** Whether the answers are enough to ask the rest in one place: those of an arrival, not of a departure alone. */
export const isFilledIn = (values: Partial<ArrivalValues>): boolean => Boolean(values.typeDetails?.code && values.travellerCode);

/**
 * What a form that was filled in from an earlier trip asks on one page, and what it only shows.
 * @param faults paths of the fields that are not answered or no longer right
 */
export function ofNextTrip(sections: readonly SectionSpec[], faults: readonly string[]): { asked: SectionSpec[]; shown: SectionSpec[] } {
  const asked: SectionSpec[] = [];
  const shown: SectionSpec[] = [];
  for (const section of sections) {
    const { id = '' } = section;
    if (journey.includes(id) || answers.includes(id)) asked.push(section);
    else {
      const isOpen = ({ name }: { name: string }) => faults.some((path) => isWithin(path, name));
      const fields = section.fields ?? [];
      const open = fields.filter(isOpen);
      if (open.length > 0) asked.push({ ...section, fields: open });
      if (open.length < fields.length) shown.push({ ...section, fields: fields.filter((field) => !isOpen(field)), passport: undefined });
    }
  }
  return { asked, shown };
}

interface NextTripProps {
  form: UseFormReturn<ArrivalValues>;
  mode: string;
  asked: readonly SectionSpec[];
  /** What was filled in, by the step where it is changed. */
  shown: readonly ReviewStep[];
  companions?: ReactNode;
  goTo(step: string, field?: string): void;
}

/** A form that was filled in from an earlier trip: first what is asked on every trip, then everything else to check. */
export function NextTrip({ form, mode, asked, shown, companions, goTo }: NextTripProps) {
  const text = useText();
  const at = asked.findIndex(({ id = '' }) => answers.includes(id));
  return (
    <>
      <p className="govuk-body">{text(t.nextTrip)}</p>
      <DocumentForm sections={asked.slice(0, at)} mode={mode} editable />
      <Card title={t.newAnswers}>
        <p className="govuk-body">{text(t.newAnswersText)}</p>
        <NoToEverything form={form} />
      </Card>
      <DocumentForm sections={asked.slice(at)} mode={mode} editable />
      {companions}
      <Heading level={2}>{text(t.lastTrip)}</Heading>
      <ArrivalReview steps={shown} goTo={goTo} isOpen />
    </>
  );
}

/** Answers No to everything that is declared and not answered yet, and says to how many questions. */
function NoToEverything({ form }: Pick<NextTripProps, 'form'>) {
  const text = useText();
  const kit = useKitText();
  const [count, setCount] = useState<number>();
  const typeDetails = useWatch({ control: form.control, name: 'typeDetails' });
  const lists = arrivalAsks.foreigner({ typeDetails }) ? (['declarations', 'questions'] as const) : (['questions'] as const);
  const press = () => {
    const paths = [
      ...lists.flatMap((list) =>
        ((form.getValues(list) ?? []) as AnsweredQuestion[]).flatMap(({ answer }, index) => (answer ? [] : [`${list}.${index}.answer`])),
      ),
      ...(['hasMerchandise', 'currencyStatus'] as const).filter((name) => !form.getValues(name)),
    ];
    for (const path of paths) (form as unknown as UseFormReturn<Model>).setValue(path, 'NO', { shouldDirty: true });
    setCount(paths.length);
  };
  return (
    <p className="govuk-body">
      <Button variant="secondary" onClick={press}>
        {text(t.noToEverything)}
      </Button>{' '}
      <span role="status">{count === undefined ? '' : kit('question.answeredNo', { count })}</span>
    </p>
  );
}
