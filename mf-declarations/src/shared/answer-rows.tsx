import { useText } from '@portal/web-kit';
import { shared } from './texts.ts';

/** A question of an arrival or departure, with its answer. */
export interface AnsweredQuestion {
  rank?: number;
  description?: string;
  answer?: string;
  accepted?: boolean;
  declined?: boolean;
  /** Path of the question in the form, for the Change link. */
  path?: string;
}

const answerOf = ({ answer, accepted, declined }: AnsweredQuestion) =>
  answer === 'YES' || accepted ? shared.yes : answer === 'NO' || declined ? shared.no : shared.notAnswered;

/** Read-only questions with their answers. Each has a Change link if it can be changed. */
export function AnswerRows({ questions, onChange }: { questions: readonly AnsweredQuestion[]; onChange?: (path: string) => void }) {
  const text = useText();
  if (questions.length === 0) return null;
  return (
    <dl className="portal-answers govuk-body">
      {questions.map((question, index) => (
        <div key={question.path ?? index} className="portal-answers__row">
          <dt className="portal-answers__question">
            {question.rank ?? index + 1}. {question.description}
          </dt>
          <dd className="portal-answers__answer">{text(answerOf(question))}</dd>
          {onChange && question.path ? (
            <dd className="portal-answers__change">
              <button type="button" className="portal-link-button" onClick={() => onChange(question.path ?? '')}>
                {text(shared.change)}
                <span className="govuk-visually-hidden"> {question.description}</span>
              </button>
            </dd>
          ) : null}
        </div>
      ))}
    </dl>
  );
}
