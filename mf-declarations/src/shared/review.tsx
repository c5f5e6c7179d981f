import { Card, FieldValue, type Label, type Model, SummaryList, type SummaryRow, useText, valueAt } from '@portal/web-kit';
import { shared } from './texts.ts';
import { type FormSection, seenFields } from './visible.ts';
import './review.scss';

interface Question {
  rank?: number;
  description?: string;
  answer?: string;
  accepted?: boolean;
  declined?: boolean;
}

interface ReviewCardProps {
  title: Label;
  sections: readonly FormSection[];
  model: Model;
  /** Leads to a field of the step, to change it. */
  onChange?: (field: string) => void;
  /** Paths of the lists of questions that belong to the step. */
  questions?: readonly string[];
  /** Further rows, such as the goods. */
  more?: readonly SummaryRow[];
}

const answerOf = (question: Question): Label | undefined => (question.answer === 'YES' || question.accepted ? shared.yes : question.answer === 'NO' || question.declined ? shared.no : undefined);

/** One step's answers, each with its Change link. */
export function ReviewCard({ title, sections, model, onChange, questions = [], more = [] }: ReviewCardProps) {
  const text = useText();
  const rows: SummaryRow[] = seenFields(sections, model, 'view').map((field) => ({
    label: field.label,
    value: <FieldValue field={field} model={model} mode="view" />,
    change: onChange && { onClick: () => onChange(field.name) },
  }));
  const asked = questions.flatMap((name) => ((valueAt(model, name) as Question[] | undefined) ?? []).map((question, index) => ({ question, path: `${name}.${index}`, rank: question.rank ?? index + 1 })));
  return (
    <Card title={title}>
      <SummaryList rows={[...rows, ...more]} />
      {asked.length > 0 ? (
        <dl className="decl-answers govuk-body">
          {asked.map(({ question, path, rank }) => {
            const answer = answerOf(question);
            return (
              <div key={path} className="decl-answers__row">
                <dt className="decl-answers__question">
                  {rank}. {question.description}
                </dt>
                <dd className="decl-answers__answer">{answer ? text(answer) : ''}</dd>
                {onChange ? (
                  <dd className="decl-answers__change">
                    <button type="button" className="portal-link-button" onClick={() => onChange(path)}>
                      {text(shared.change)}
                      <span className="govuk-visually-hidden"> {question.description}</span>
                    </button>
                  </dd>
                ) : null}
              </div>
            );
          })}
        </dl>
      ) : null}
    </Card>
  );
}
