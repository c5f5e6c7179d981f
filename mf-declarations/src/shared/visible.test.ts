import type { FieldSpec } from '@portal/web-kit/forms';
import { type FormSection, onlySeen, pathsOf, withBlanks } from './visible.ts';

const field = (name: string, visible?: FieldSpec['visible']): FieldSpec => ({ name, label: name, type: 'text', visible });
const sections: FormSection[] = [
  { title: 'Stay', fields: [field('reason'), field('kind', (model) => model.reason !== 'TRANSIT'), field('hotel.name', (model) => model.kind === 'HTL')] },
  { title: 'Goods', visible: (model) => model.merchandise === 'YES', lists: ['goods', 'goodsConfirmed'] },
];

describe('the answers that are sent', () => {
  it('keep what is asked', () => {
    const values = { reason: 'WORK', kind: 'HTL', hotel: { name: 'TIMOR' }, merchandise: 'YES', goods: [{}], version: 3 };
    expect(onlySeen(sections, values, 'register')).toBe(values);
  });

  it('leave out a hidden field, what hangs on it, and the lists of a hidden section', () => {
    const values = { reason: 'TRANSIT', kind: 'HTL', hotel: { name: 'TIMOR', stars: 3 }, merchandise: 'NO', goods: [{}], goodsConfirmed: 'YES', version: 3 };
    expect(onlySeen(sections, values, 'register')).toEqual({ reason: 'TRANSIT', hotel: { stars: 3 }, merchandise: 'NO', version: 3 });
    expect(values.hotel.name).toBe('TIMOR');
  });

  it('are checked in the order of the screen', () => {
    expect(pathsOf(sections)).toEqual(['reason', 'kind', 'hotel.name', 'goods', 'goodsConfirmed']);
  });
});

it('a form starts with an empty answer for every field that has none', () => {
  expect(withBlanks(sections, { kind: 'HTL', id: 'x' })).toEqual({ reason: '', kind: 'HTL', hotel: { name: '' }, id: 'x' });
});
