import { QueryClient } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { KitProviders } from '../area/area-root.tsx';
import { any, eq } from '../catalogue/criteria.ts';
import { FilterChips } from './list-filter.tsx';
import type { ListFilter } from './list-state.ts';

// One part of the combobox library exists only as an ES module, and nothing scrolls in this test.
jest.mock('compute-scroll-into-view', () => ({ compute: () => [] }));

it('a filter has the records that can no longer be chosen too', () => {
  const binder = eq('binder', 'PROFESSIONAL');
  const filter: ListFilter = { field: 'documentCode', label: 'Document', dataType: 'TEXT', operations: ['EQ'], type: 'select', catalogue: 'documents' };
  const chip = (criteria: ListFilter['criteria'], asked: object[]): string => {
    const cache = new QueryClient();
    cache.setQueryData(['catalogue', 'documents', asked], { records: [{ code: 'MEDOLD', name: 'Earlier medical licence', retired: true }], totalRecords: 1 });
    return renderToStaticMarkup(
      <KitProviders name="shell" cache={cache}>
        <FilterChips filters={[{ ...filter, criteria }]} criteria={[eq('documentCode', 'MEDOLD')]} onEdit={() => undefined} onChange={() => undefined} />
      </KitProviders>,
    );
  };
  expect(chip(undefined, [any('standing')])).toContain('Earlier medical licence');
  expect(chip([binder], [binder, any('standing')])).toContain('Earlier medical licence');
});
