import { useState } from 'react';
import { type UseFormReturn, useFormContext, useWatch } from 'react-hook-form';
import { Button } from '../components/button.tsx';
import { Text } from '../components/text.tsx';
import { useKitText } from '../language/i18n.ts';
import type { Label } from '../language/labels.ts';
import { ErrorText, useField } from './field.tsx';

export interface Question {
  id?: string;
  rank?: number;
  description?: string;
  accepted?: boolean;
  declined?: boolean;
  answer?: string;
}

export interface QuestionListProps {
  /** Path of the list of questions. */
  name: string;
  legend?: Label;
  /** How an answer is stored: two flags (`accepted`, `declined`) or `answer` YES/NO. */
  mode?: 'accepted' | 'answer';
  readOnly?: boolean;
  /** After the questions, one press answers No to all that are not answered yet. For people who answer for themselves. */
  withRest?: boolean;
}

/** Yes or no for each question; each is a separate group, so that the error summary can link to it. */
export function QuestionList({ name, legend, mode = 'accepted', readOnly, withRest }: QuestionListProps) {
  const questions: Question[] | undefined = useWatch({ name });
  const field = useField(name);
  return (
    <div className="portal-questions" id={field.id} tabIndex={-1}>
      {legend ? (
        <p className="govuk-label govuk-label--s">
          <Text label={legend} />
        </p>
      ) : null}
      <ErrorText id={field.errorId} message={field.message} />
      {(questions ?? []).map((question, index) => (
        <QuestionRow
          key={question.id ?? index}
          path={`${name}.${index}`}
          question={question}
          rank={question.rank ?? index + 1}
          mode={mode}
          readOnly={readOnly}
        />
      ))}
      {withRest && questions && questions.length > 1 ? <NoToRest name={name} questions={questions} mode={mode} /> : null}
    </div>
  );
}

type Mode = NonNullable<QuestionListProps['mode']>;

const isAnswered = (question: Question, mode: Mode): boolean =>
  mode === 'answer' ? Boolean(question.answer) : Boolean(question.accepted || question.declined);

function answer(form: UseFormReturn, path: string, mode: Mode, yes: boolean): void {
  if (mode === 'answer') form.setValue(`${path}.answer`, yes ? 'YES' : 'NO', { shouldDirty: true });
  else {
    form.setValue(`${path}.accepted`, yes, { shouldDirty: true });
    form.setValue(`${path}.declined`, !yes, { shouldDirty: true });
  }
}

/** Answers No to all questions that are not answered yet, and says to how many. */
function NoToRest({ name, questions, mode }: { name: string; questions: readonly Question[]; mode: Mode }) {
  const form = useFormContext();
  const text = useKitText();
  const [count, setCount] = useState<number>();
  const press = () => {
    const open = questions.flatMap((question, index) => (isAnswered(question, mode) ? [] : [index]));
    for (const index of open) answer(form, `${name}.${index}`, mode, false);
    setCount(open.length);
  };
  return (
    <p className="govuk-body">
      <Button variant="link" onClick={press}>
        {text('question.noToRest')}
      </Button>{' '}
      <span role="status">{count === undefined ? '' : text('question.answeredNo', { count })}</span>
    </p>
  );
}

function QuestionRow({ path, question, rank, mode, readOnly }: { path: string; question: Question; rank: number; mode: Mode; readOnly?: boolean }) {
  const form = useFormContext();
  const text = useKitText();
  const field = useField(path);
  const inner = useField(mode === 'answer' ? `${path}.answer` : `${path}.accepted`);
  const message = field.message ?? inner.message;
  const isYes = mode === 'answer' ? question.answer === 'YES' : question.accepted === true;
  const isNo = mode === 'answer' ? question.answer === 'NO' : question.declined === true;
  const options = [
    { yes: true, checked: isYes, id: field.id, words: text('action.yes') },
    { yes: false, checked: isNo, id: `${field.id}-no`, words: text('action.no') },
  ];
  return (
    <div className={`govuk-form-group portal-question${message ? ' govuk-form-group--error' : ''}`}>
      <fieldset className="govuk-fieldset" aria-describedby={message ? field.errorId : undefined}>
        <legend className="govuk-fieldset__legend">
          {rank}. {question.description}
        </legend>
        <ErrorText id={field.errorId} message={message} />
        <div className="govuk-radios govuk-radios--inline">
          {options.map((option) => (
            <div key={option.id} className="govuk-radios__item">
              <input
                className="govuk-radios__input"
                id={option.id}
                type="radio"
                name={path}
                checked={option.checked}
                disabled={readOnly}
                onChange={() => answer(form, path, mode, option.yes)}
              />
              <label className="govuk-label govuk-radios__label" htmlFor={option.id}>
                {option.words}
              </label>
            </div>
          ))}
        </div>
      </fieldset>
    </div>
  );
}
