import { CheckboxField, type FieldSpec, QuestionList, SummaryList, useText, useWatch } from '@portal/web-kit';
import { shared } from './texts.ts';

interface Answer {
  id?: string;
  rank?: number;
  description?: string;
  answer?: string;
}

/** Questions answered YES or NO, and the confirmation that the answers are true. */
export function AnswerList({ name, confirm, editable }: { name: string; confirm: FieldSpec; editable: boolean }) {
  const text = useText();
  const rows: Answer[] = useWatch({ name }) ?? [];
  const confirmed: unknown = useWatch({ name: confirm.name });
  if (editable) {
    return (
      <>
        <QuestionList name={name} mode="answer" />
        <CheckboxField name={confirm.name} label={confirm.label} value="YES" />
      </>
    );
  }
  const word = (answer: unknown) => (answer === 'YES' ? text(shared.yes) : answer === 'NO' ? text(shared.no) : '');
  return <SummaryList compact rows={[...rows.map((row, index) => ({ label: `${row.rank ?? index + 1}. ${row.description ?? ''}`, value: word(row.answer) })), { label: confirm.label, value: word(confirmed) }]} />;
}
