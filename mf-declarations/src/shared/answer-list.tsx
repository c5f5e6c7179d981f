import { SummaryList, useText } from '@portal/web-kit';
import { CheckboxField, type FieldSpec, QuestionList, useWatch } from '@portal/web-kit/forms';
import { type AnsweredQuestion, AnswerRows } from './answer-rows.tsx';
import { shared } from './texts.ts';

/** Questions answered YES or NO, and the confirmation that the answers are true. */
export function AnswerList({ name, confirm, editable }: { name: string; confirm: FieldSpec; editable: boolean }) {
  const text = useText();
  const rows: AnsweredQuestion[] = useWatch({ name }) ?? [];
  const confirmed: unknown = useWatch({ name: confirm.name });
  if (editable) {
    return (
      <>
        <QuestionList name={name} mode="answer" />
        <CheckboxField name={confirm.name} label={confirm.label} value="YES" />
      </>
    );
  }
  return (
    <>
      <AnswerRows questions={rows} />
      <SummaryList compact rows={[{ label: confirm.label, value: confirmed === 'YES' ? text(shared.yes) : '' }]} />
    </>
  );
}
