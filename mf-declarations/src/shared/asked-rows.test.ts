import { askedRows, withQuestions } from './asked-rows.ts';

const records = [
  { id: 'Q1', rank: 1, description: 'Money?', descriptions: { en: 'Money?', pt: 'Dinheiro?' } },
  { id: 'Q2', rank: 2, description: 'Goods?', descriptions: { en: 'Goods?', pt: 'Bens?' } },
];

describe('the questions of a form', () => {
  it('are shown in the language of the page and keep their answers', () => {
    expect(askedRows(records, [{ id: 'Q2', description: 'Goods?', answer: 'YES' } as never], 'pt')).toEqual([
      { id: 'Q1', rank: 1, description: 'Dinheiro?' },
      { id: 'Q2', rank: 2, description: 'Bens?', answer: 'YES' },
    ]);
  });

  it('have the name that the service gives in a language of a pack', () => {
    const [question] = records.map((record) => ({ ...record, description: 'Lori osan?' }));
    expect(askedRows(question ? [question] : [], [], 'tet')).toEqual([{ id: 'Q1', rank: 1, description: 'Lori osan?' }]);
  });

  it('drop a question that is no longer asked', () => {
    expect(withQuestions({ name: 'ANA', questions: [{ id: 'OLD', answer: 'NO' }] }, { questions: records }, 'en')).toEqual({
      name: 'ANA',
      questions: [expect.objectContaining({ id: 'Q1' }), expect.objectContaining({ id: 'Q2' })],
    });
  });
});
