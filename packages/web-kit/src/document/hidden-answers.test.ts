import type { FieldSpec, SectionSpec } from './field-spec.ts';
import { withoutHidden } from './hidden-answers.ts';

const field = (name: string, visible?: FieldSpec['visible']): FieldSpec => ({ name, label: name, type: 'text', visible });
const sections: SectionSpec[] = [
  { title: 'Stay', fields: [field('reason'), field('kind', (model) => model.reason !== 'TRANSIT'), field('hotel.name', (model) => model.kind === 'HTL')] },
  { title: 'Goods', visible: (model) => model.merchandise === 'YES', lists: ['goods', 'goodsConfirmed'] },
];

describe('the answers that are sent', () => {
  it('keep what is asked', () => {
    const values = { reason: 'WORK', kind: 'HTL', hotel: { name: 'TIMOR' }, merchandise: 'YES', goods: [{}], version: 3 };
    expect(withoutHidden(sections, values, 'register')).toBe(values);
  });

  it('leave out a hidden field, what hangs on it, and the lists of a hidden section', () => {
    const values = { reason: 'TRANSIT', kind: 'HTL', hotel: { name: 'TIMOR', stars: 3 }, merchandise: 'NO', goods: [{}], goodsConfirmed: 'YES', version: 3 };
    expect(withoutHidden(sections, values, 'register')).toEqual({ reason: 'TRANSIT', hotel: { stars: 3 }, merchandise: 'NO', version: 3 });
    expect(values.hotel.name).toBe('TIMOR');
  });
});
