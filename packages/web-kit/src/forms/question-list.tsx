import { type AnswerForm, rowAnswer } from '@portal/contract-kit';
import { useFormContext, useWatch } from 'react-hook-form';
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
  /** Path of the list of questions in the form. */
  name: string;
  legend?: Label;
  /** How answers are stored. */
  mode?: AnswerForm;
  readOnly?: boolean;
}

/**
 * A list of questions with yes or no for each. Each question is a group of its own, so that the error summary can link to it. For people who answer for
 * themselves, see `Checklist`.
 */
export function QuestionList({ name, legend, mode = 'accepted', readOnly }: QuestionListProps) {
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
    </div>
  );
}

function QuestionRow({ path, question, rank, mode, readOnly }: { path: string; question: Question; rank: number; mode: AnswerForm; readOnly?: boolean }) {
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
                onChange={() => {
                  for (const [key, value] of Object.entries(rowAnswer(mode, option.yes))) form.setValue(`${path}.${key}`, value, { shouldDirty: true });
                }}
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
