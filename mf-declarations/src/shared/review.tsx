import { valueAt } from '@portal/contract-kit';
import { Fold, type Label, SummaryList, type SummaryRow } from '@portal/web-kit';
import { FieldValue, type Model, missingAnswers, type SectionSpec, shownFields } from '@portal/web-kit/forms';
import { type AnsweredQuestion, AnswerRows } from './answer-rows.tsx';

interface ReviewCardProps {
  title: Label;
  sections: readonly SectionSpec[];
  model: Model;
  /** Opens a field of the step, to change it. */
  onChange?: (field: string) => void;
  /** Paths of the lists of questions that belong to the step. */
  questions?: readonly string[];
  /** Further rows, such as the goods. */
  more?: readonly SummaryRow[];
  /** Whether the card is open at first, also on a phone. */
  isOpen?: boolean;
}

/** The answers of one step. Each has a Change link. */
export function ReviewCard({ title, sections, model, onChange, questions = [], more = [], isOpen }: ReviewCardProps) {
  const fields = shownFields(sections, model, 'view');
  const rows: SummaryRow[] = fields.map((field) => ({
    label: field.label,
    // Show the name by the code: the name in the form is in the language in which it was chosen.
    value: <FieldValue field={{ ...field, nameField: undefined }} model={model} mode="view" />,
    change: onChange && { onClick: () => onChange(field.name) },
  }));
  const asked: AnsweredQuestion[] = questions.flatMap((name) =>
    ((valueAt(model, name) as AnsweredQuestion[] | undefined) ?? []).map((question, index) => ({
      ...question,
      path: `${name}.${index}`,
      rank: question.rank ?? index + 1,
    })),
  );
  const unanswered = missingAnswers(fields, model) + asked.filter(({ answer }) => !answer).length;
  return (
    <Fold level={3} title={title} answered={rows.length + more.length + asked.length - unanswered} unanswered={unanswered} isOpen={isOpen}>
      <SummaryList rows={[...rows, ...more]} />
      <AnswerRows questions={asked} onChange={onChange} />
    </Fold>
  );
}
