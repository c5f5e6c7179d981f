import { valueAt } from '@portal/contract-kit';
import { Card, type Label, SummaryList, type SummaryRow } from '@portal/web-kit';
import { FieldValue, type Model, type SectionSpec, shownFields } from '@portal/web-kit/forms';
import { type AnsweredQuestion, AnswerRows } from './answer-rows.tsx';

interface ReviewCardProps {
  title: Label;
  sections: readonly SectionSpec[];
  model: Model;
  /** Goes to a field of the step, to change it. */
  onChange?: (field: string) => void;
  /** Paths of the lists of questions that belong to the step. */
  questions?: readonly string[];
  /** Further rows, such as the goods. */
  more?: readonly SummaryRow[];
}

/** One step's answers, each with its Change link. */
export function ReviewCard({ title, sections, model, onChange, questions = [], more = [] }: ReviewCardProps) {
  const rows: SummaryRow[] = shownFields(sections, model, 'view').map((field) => ({
    label: field.label,
    value: <FieldValue field={field} model={model} mode="view" />,
    change: onChange && { onClick: () => onChange(field.name) },
  }));
  const asked: AnsweredQuestion[] = questions.flatMap((name) =>
    ((valueAt(model, name) as AnsweredQuestion[] | undefined) ?? []).map((question, index) => ({
      ...question,
      path: `${name}.${index}`,
      rank: question.rank ?? index + 1,
    })),
  );
  return (
    <Card title={title}>
      <SummaryList rows={[...rows, ...more]} />
      <AnswerRows questions={asked} onChange={onChange} />
    </Card>
  );
}
