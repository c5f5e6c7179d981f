import type { SectionSpec } from '../document/field-spec.ts';
import { changedFields } from './changes.tsx';

const sections = [
  {
    name: 'person',
    title: 'Person',
    fields: [
      { name: 'name', type: 'text', label: 'Name' },
      { name: 'stay.place', type: 'text', label: 'Place', visible: ({ stays }: Record<string, unknown>) => stays === 'YES' },
      { name: 'note', type: 'static', label: 'Note' },
    ],
  },
] as unknown as SectionSpec[];

it('names the fields that differ, of those that are asked', () => {
  const initial = { name: 'Rui', stays: 'YES', stay: { place: 'Dili' }, note: 'a' };
  const names = (values: Record<string, unknown>) => changedFields(sections, values, 'edit', initial).map(({ name }) => name);
  expect(names({ ...initial, name: 'Rita', note: 'b' })).toEqual(['name']);
  expect(names({ ...initial, stay: { place: '' } })).toEqual(['stay.place']);
  expect(names({ ...initial, stays: 'NO', stay: { place: '' } })).toEqual([]);
  expect(names(initial)).toEqual([]);
});
