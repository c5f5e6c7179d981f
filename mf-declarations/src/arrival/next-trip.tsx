import { Button, Card, Heading, useKitText, useText } from '@portal/web-kit';
import { DocumentForm, type Model, type SectionSpec, type UseFormReturn, useWatch } from '@portal/web-kit/forms';
import { type ReactNode, useState } from 'react';
import { arrivalConditions } from 'svc-declarations/contract';
import type { AnsweredQuestion } from '../shared/answer-rows.tsx';
import type { ArrivalValues } from './arrival.api.ts';
import { ArrivalReview, type ReviewStep } from './review.tsx';
import { t } from './texts.ts';

/** Sections about where and how the traveller comes. They differ on each trip, so they are asked again, filled in with the answers of the last trip. */
const journey: readonly string[] = ['entry', 'stay'];
/** Sections of what is declared. They are asked again and never filled in from the last trip. */
const answers: readonly string[] = ['declarations', 'baggage', 'goods', 'questions', 'money'];

const isWithin = (path: string, field: string): boolean => path === field || path.startsWith(`${field}.`) || field.startsWith(`${path}.`);

/** Checks that there are enough answers to ask the rest on one page. Answers taken from a departure alone are not enough. */
export const isFilledIn = (values: Partial<ArrivalValues>): boolean => Boolean(values.typeDetails?.code && values.travellerCode);

/**
 * Splits a form that was filled in from an earlier trip into what it asks on one page and what it only shows.
 * @param faults paths of the fields that are not answered or no longer valid
 */
export function splitForNextTrip(sections: readonly SectionSpec[], faults: readonly string[]): { asked: SectionSpec[]; shown: SectionSpec[] } {
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
  /** The answers that were filled in, grouped by the step in which they can be changed. */
  shown: readonly ReviewStep[];
  companions?: ReactNode;
  goTo(step: string, field?: string): void;
}

/** Form that was filled in from an earlier trip: first the questions of every trip, then all other answers to check. */
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

/** Button that answers No to every declaration question without an answer, and then says how many questions it has answered. */
function NoToEverything({ form }: Pick<NextTripProps, 'form'>) {
  const text = useText();
  const kit = useKitText();
  const [count, setCount] = useState<number>();
  const typeDetails = useWatch({ control: form.control, name: 'typeDetails' });
  const lists = arrivalConditions.foreigner({ typeDetails }) ? (['declarations', 'questions'] as const) : (['questions'] as const);
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
