import { unlistedCode } from '@portal/contract-kit';
import { renderToStaticMarkup } from 'react-dom/server';
import { FormProvider, useForm } from 'react-hook-form';
import { KitProviders } from '../area/area-root.tsx';
import { initI18n } from '../language/i18n.ts';
import { DocumentForm, FieldLimit, FieldValue } from './document-form.tsx';
import type { SectionSpec } from './field-spec.ts';

const sections: SectionSpec[] = [
  {
    id: 'one',
    title: 'One',
    fields: [
      { name: 'name', label: 'Name', type: 'text' },
      { name: 'city', label: 'City', type: 'text' },
    ],
    render: () => <p>After the first section</p>,
  },
  { id: 'two', title: 'Two', fields: [{ name: 'street', label: 'Street', type: 'text' }], render: () => <p>After the second section</p> },
];

function Page({ limit, foldedBut }: { limit?: number; foldedBut?: { field: string }[] }) {
  const form = useForm({ defaultValues: { name: 'Ana', city: 'Dili', street: '' } });
  const fields = <DocumentForm sections={sections} mode="register" foldedBut={foldedBut} />;
  return (
    <KitProviders name="shell">
      <FormProvider {...form}>{limit === undefined ? fields : <FieldLimit value={limit}>{fields}</FieldLimit>}</FormProvider>
    </KitProviders>
  );
}

/** Lists what is rendered, in order. */
const drawn = (limit?: number) =>
  [...renderToStaticMarkup(<Page limit={limit} />).matchAll(/ name="(\w+)"|After the (\w+) section/g)].map((found) => found[1] ?? found[2]);

it.each([
  [undefined, ['name', 'city', 'first', 'street', 'second']],
  [3, ['name', 'city', 'first', 'street']],
  [2, ['name', 'city']],
  [1, ['name']],
])('a form draws its first %s fields, and what stands above the next one', (limit, wanted) => {
  initI18n('en');
  expect(drawn(limit)).toEqual(wanted);
});

it('a form of which one answer is changed folds each section to its answers, except those with an error', () => {
  initI18n('en');
  const html = renderToStaticMarkup(<Page foldedBut={[{ field: 'street' }]} />);
  const folded = [...html.matchAll(/<details [^>]*?id="(\w+)"( open="")?>.*?portal-fold__said">(.*?)<\/span><\/summary>/g)];
  expect(folded.map(([, id, open, said]) => [id, open !== undefined, said])).toEqual([
    ['one', false, '<bdi>Ana</bdi> · <bdi>Dili</bdi>'],
    ['two', true, ''],
  ]);
});

it('a text that no record has is read as it was typed', () => {
  initI18n('en');
  const read = (value: string, more: object = {}) =>
    renderToStaticMarkup(
      <KitProviders name="shell">
        <FieldValue field={{ name: 'country', label: 'Country', type: 'combobox', records: [], ...more }} model={{ country: value }} mode="view" />
      </KitProviders>,
    );
  expect([read(unlistedCode('Atlantis')), read('?AB', { freeText: true })]).toEqual(['Atlantis', '?AB']);
});

it.each([
  ['the country with the code NO', { type: 'combobox', records: [{ code: 'NO', name: 'Norway' }] }, 'NO', 'Norway'],
  ['the surname NO', { type: 'text' }, 'NO', 'NO'],
  ['one of a few records', { type: 'radios', records: [{ code: 'NO', name: 'North' }] }, 'NO', 'North'],
  ['the answer No', { type: 'radios' }, 'NO', 'No'],
  ['a tick that is stored as a word', { type: 'checkbox', value: 'YES' }, 'YES', 'Yes'],
  ['a flag', { type: 'static' }, false, 'No'],
] as const)('reads %s', (_, more, value, words) => {
  initI18n('en');
  const read = renderToStaticMarkup(
    <KitProviders name="shell">
      <FieldValue field={{ name: 'asked', label: 'Asked', ...more }} model={{ asked: value }} mode="view" />
    </KitProviders>,
  );
  expect(read).toBe(words);
});
