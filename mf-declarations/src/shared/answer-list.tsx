import { type AnswerForm, formWords } from '@portal/contract-kit';
import { SummaryList, useText } from '@portal/web-kit';
import { CheckboxField, Checklist, type FieldSpec, QuestionList, useWatch } from '@portal/web-kit/forms';
import { isOwnAnswer } from 'svc-declarations/contract';
import { type AnsweredQuestion, AnswerRows } from './answer-rows.tsx';
import { shared } from './texts.ts';

interface AnswerListProps {
  name: string;
  confirm: FieldSpec;
  editable: boolean;
  mode: string;
}

/** Questions to answer: a checklist for people who answer for themselves, or yes and no for each question where an officer asks. */
export function Questions({ name, stored, mode }: { name: string; stored: AnswerForm; mode: string }) {
  if (isOwnAnswer(mode)) return <Checklist name={name} legend={formWords.whichApply} mode={stored} />;
  return <QuestionList name={name} mode={stored} />;
}

/** Questions answered YES or NO, and the confirmation that the answers are true. */
export function AnswerList({ name, confirm, editable, mode }: AnswerListProps) {
  const text = useText();
  const rows: AnsweredQuestion[] = useWatch({ name }) ?? [];
  const confirmed: unknown = useWatch({ name: confirm.name });
  if (editable) {
    return (
      <>
        <Questions name={name} stored="answer" mode={mode} />
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
