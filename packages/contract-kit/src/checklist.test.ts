import { checklistErrors, checklistRows, isNo, isYes } from './checklist.ts';
import { L } from './language.ts';

const rows: { id: string; answer?: string; accepted?: boolean; declined?: boolean }[] = [{ id: 'A' }, { id: 'B' }, { id: 'C' }];
const lists = { questions: L('Questions', 'Perguntas') };

describe('a checklist', () => {
  it.each(['answer', 'accepted'] as const)('answers every question as %s: what is ticked yes, the rest no', (form) => {
    const answered = checklistRows(rows, form, new Set([1]));
    expect(answered.map(isYes)).toEqual([false, true, false]);
    expect(answered.map(isNo)).toEqual([true, false, true]);
    const none = checklistRows(answered, form, 'none');
    expect(none.map(isNo)).toEqual([true, true, true]);
    const open = checklistRows(none, form, new Set());
    expect([...open.map(isYes), ...open.map(isNo)]).not.toContain(true);
    expect(open.map(({ id }) => id)).toEqual(['A', 'B', 'C']);
  });

  it('stores what the contract has for a question', () => {
    expect(checklistRows(rows, 'answer', new Set([0]))[0]).toEqual({ id: 'A', answer: 'YES' });
    expect(checklistRows(rows, 'answer', 'none')[2]).toEqual({ id: 'C', answer: 'NO' });
    expect(checklistRows(rows, 'accepted', 'none')[0]).toEqual({ id: 'A', accepted: false, declined: true });
  });

  it('has one error, which names the list; other errors stay', () => {
    const open = (index: number) => ({ code: 'QUESTION_UNANSWERED', field: `questions.${index}.answer`, message: `Please answer question ${index + 1}` });
    const other = { code: 'REQUIRED', field: 'occupation', message: 'Enter occupation' };
    const unlisted = { ...open(0), field: 'declarations.0.answer' };
    expect(checklistErrors([open(0), other, open(1), unlisted], lists, 'en')).toEqual([
      {
        code: 'QUESTION_UNANSWERED',
        field: 'questions',
        message: 'Questions: tick each line to which your answer is yes, or “None of these” alone',
      },
      other,
      unlisted,
    ]);
    expect(checklistErrors([open(0)], lists, 'pt')[0]?.message).toMatch(/^Perguntas: assinale/);
  });
});
