import { type AnswerForm, checklistRows, formWords, isNo, isYes } from '@portal/contract-kit';
import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { fieldId } from '../components/page-error.ts';
import { Text } from '../components/text.tsx';
import type { Label } from '../language/labels.ts';
import { ErrorText, HintText, useField } from './field.tsx';
import type { Question } from './question-list.tsx';

export interface ChecklistProps {
  /** Path of the list of questions in the form. */
  name: string;
  legend: Label;
  /** How answers are stored. */
  mode?: AnswerForm;
}

/**
 * Questions as one list of checkboxes: a ticked question is answered yes, all others no, and "None of these" answers no to all. Each question then has an
 * answer of its own. An error is shown at the list.
 */
export function Checklist({ name, legend, mode = 'accepted' }: ChecklistProps) {
  const form = useFormContext();
  const questions: Question[] = useWatch({ name }) ?? [];
  const field = useField(name, formWords.tickYes);
  const ticked = new Set(questions.flatMap((question, index) => (isYes(question) ? [index] : [])));
  const isNone = questions.length > 0 && questions.every(isNo);
  const answer = (places: ReadonlySet<number> | 'none') => {
    form.setValue(name, checklistRows(questions, mode, places), { shouldDirty: true });
    if (field.message) form.clearErrors(name);
  };
  const boxes = questions.map((question, index) => ({
    id: fieldId(`${name}.${index}`),
    label: question.description ?? '',
    checked: ticked.has(index),
    change: (checked: boolean) => {
      const places = new Set(ticked);
      if (checked) places.add(index);
      else places.delete(index);
      answer(places);
    },
  }));
  return (
    <div className={`govuk-form-group${field.message ? ' govuk-form-group--error' : ''}`} id={field.id} tabIndex={-1}>
      <fieldset className="govuk-fieldset" aria-describedby={field.describedBy}>
        <legend className="govuk-fieldset__legend portal-legend">
          <Text label={legend} />
        </legend>
        <HintText id={field.hintId} hint={formWords.tickYes} />
        <ErrorText id={field.errorId} message={field.message} />
        <div className="govuk-checkboxes portal-checklist">
          {boxes.map((box) => (
            <Box key={box.id} {...box} />
          ))}
          <div className="govuk-checkboxes__divider">
            <Text label={formWords.or} />
          </div>
          <Box
            id={`${field.id}-none`}
            label={<Text label={formWords.noneOfThese} />}
            checked={isNone}
            change={(checked) => answer(checked ? 'none' : new Set())}
          />
        </div>
      </fieldset>
    </div>
  );
}

function Box({ id, label, checked, change }: { id: string; label: ReactNode; checked: boolean; change(checked: boolean): void }) {
  return (
    <div className="govuk-checkboxes__item">
      <input className="govuk-checkboxes__input" id={id} type="checkbox" checked={checked} onChange={(event) => change(event.target.checked)} />
      <label className="govuk-label govuk-checkboxes__label" htmlFor={id}>
        {label}
      </label>
    </div>
  );
}
