import { renderToStaticMarkup } from 'react-dom/server';
import { FormProvider, useForm } from 'react-hook-form';
import { KitProviders } from '../area/area-root.tsx';
import type { SectionSpec } from '../document/field-spec.ts';
import { initI18n } from '../language/i18n.ts';
import { createQueryClient } from '../query.ts';
import { Changes, changedFields } from './changes.tsx';

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

it('names a country with the code NO and a surname NO, and reads NO as an answer only where it is one', () => {
  initI18n('en');
  const asked: SectionSpec[] = [
    {
      title: 'Person',
      fields: [
        { name: 'lastName', type: 'text', label: 'Last name' },
        { name: 'nationalityCode', nameField: 'nationalityName', type: 'combobox', catalogue: 'countries', label: 'Nationality' },
        { name: 'money', type: 'radios', label: 'Money' },
      ],
    },
  ];
  const initial = { lastName: 'ANA', nationalityCode: 'PT', nationalityName: 'Portugal', money: 'YES' };
  function Page() {
    const form = useForm({ defaultValues: { lastName: 'NO', nationalityCode: 'NO', nationalityName: 'Norway', money: 'NO' } });
    return (
      <KitProviders name="shell">
        <FormProvider {...form}>
          <Changes sections={asked} mode="edit" initial={initial} />
        </FormProvider>
      </KitProviders>
    );
  }
  const changes = [...renderToStaticMarkup(<Page />).matchAll(/<del>(.*?)<\/del>.*?<ins>(.*?)<\/ins>/g)].map(([, before, after]) => [before, after]);
  expect(changes).toEqual([
    ['ANA', 'NO'],
    ['Portugal', 'Norway'],
    ['Yes', 'No'],
  ]);
});

it('names a code whose name the form does not hold, as the page of the document does', () => {
  initI18n('en');
  const cache = createQueryClient();
  const records = [
    { code: 'NO', name: 'Norway' },
    { code: 'PT', name: 'Portugal' },
  ];
  cache.setQueryData(['catalogue', 'countries', []], { records, totalRecords: 2 });
  const asked: SectionSpec[] = [{ title: 'Holder', fields: [{ name: 'nationalityCode', type: 'combobox', catalogue: 'countries', label: 'Nationality' }] }];
  const changes = (code: string) => {
    function Page() {
      const form = useForm({ defaultValues: { nationalityCode: code } });
      return (
        <KitProviders name="shell" cache={cache}>
          <FormProvider {...form}>
            <Changes sections={asked} mode="edit" initial={{ nationalityCode: 'PT' }} />
          </FormProvider>
        </KitProviders>
      );
    }
    return /<del>(.*?)<\/del>.*?<ins>(.*?)<\/ins>/.exec(renderToStaticMarkup(<Page />))?.slice(1);
  };
  expect(changes('NO')).toEqual(['Portugal', 'Norway']);
  expect(changes('XX')).toEqual(['Portugal', 'XX']);
});
