import { SummaryList, useText } from '@portal/web-kit';
import { CheckboxField, type FieldSpec, QuestionList, useWatch } from '@portal/web-kit/forms';
import { type AnsweredQuestion, AnswerRows } from './answer-rows.tsx';
import { shared } from './texts.ts';

interface AnswerListProps {
  name: string;
  confirm: FieldSpec;
  editable: boolean;
  mode: string;
  /** Whether one press answers No to the rest of this list. Default: where people answer for themselves. */
  withRest?: boolean;
}

/** Travellers answer for themselves here; officers take each answer down. */
export const isOwnAnswer = (mode: string): boolean => mode === 'register' || mode === 'update';

/** Questions answered YES or NO, and the confirmation that the answers are true. */
export function AnswerList({ name, confirm, editable, mode, withRest = isOwnAnswer(mode) }: AnswerListProps) {
  const text = useText();
  const rows: AnsweredQuestion[] = useWatch({ name }) ?? [];
  const confirmed: unknown = useWatch({ name: confirm.name });
  if (editable) {
    return (
      <>
        <QuestionList name={name} mode="answer" withRest={withRest} />
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
