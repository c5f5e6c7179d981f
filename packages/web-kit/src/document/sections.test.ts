import type { FieldSpec, SectionSpec } from './field-spec.ts';
import { pathsOf, shownFields, withBlanks } from './sections.ts';

const field = (name: string, more: Partial<FieldSpec> = {}): FieldSpec => ({ name, label: name, type: 'text', ...more });
const sections: SectionSpec[] = [
  { title: 'Stay', fields: [field('reason'), field('kind', { visible: (model) => model.reason !== 'TRANSIT' }), field('hotel.name')] },
  { title: 'Goods', visible: (model) => model.merchandise === 'YES', fields: [field('value')], lists: ['goods', 'goodsConfirmed'] },
];

it('the paths of a form follow the order of the screen', () => {
  expect(pathsOf(sections)).toEqual(['reason', 'kind', 'hotel.name', 'value', 'goods', 'goodsConfirmed']);
});

it('a field is shown while its section and its own condition allow it', () => {
  const shown = (model: object) => shownFields(sections, { ...model }, 'register').map(({ name }) => name);
  expect(shown({ reason: 'TRANSIT' })).toEqual(['reason', 'hotel.name']);
  expect(shown({ merchandise: 'YES' })).toEqual(['reason', 'kind', 'hotel.name', 'value']);
});

it('a form starts with an empty answer for every field that has none', () => {
  expect(withBlanks(sections, { kind: 'HTL', id: 'x', value: 0 })).toEqual({ reason: '', kind: 'HTL', hotel: { name: '' }, id: 'x', value: 0 });
});

it('an empty checkbox is false, or empty where it stores a word, and a static field gets no answer', () => {
  const boxes = [
    {
      title: 'Boxes',
      fields: [field('driver', { type: 'checkbox' }), field('agreed', { type: 'checkbox', value: 'YES' }), field('serial.number', { type: 'static' })],
    },
  ];
  expect(withBlanks(boxes, {})).toEqual({ driver: false, agreed: '' });
});
