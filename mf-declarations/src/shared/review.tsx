import { Card, FieldValue, type Label, type Model, SummaryList, type SummaryRow, useText, valueAt } from '@portal/web-kit';
import { shared } from './texts.ts';
import { type FormSection, seenFields } from './visible.ts';

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
  for (const name of questions) {
    for (const [index, question] of ((valueAt(model, name) as Question[] | undefined) ?? []).entries()) {
      const answer = answerOf(question);
      rows.push({ label: `${question.rank ?? index + 1}. ${question.description ?? ''}`, value: answer ? text(answer) : '', change: onChange && { onClick: () => onChange(`${name}.${index}`) } });
    }
  }
  return (
    <Card title={title}>
      <SummaryList rows={[...rows, ...more]} />
    </Card>
  );
}
