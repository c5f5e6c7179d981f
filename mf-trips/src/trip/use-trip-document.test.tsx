import { KitProviders } from '@portal/web-kit';
import { renderToStaticMarkup } from 'react-dom/server';
import { publicBase, staffBase, type TripEnvelope } from './trip.api.ts';
import { useTripDocument } from './use-trip-document.tsx';

// Jest cannot load modules of this package, and the test renders no list that is searched.
jest.mock('downshift', () => ({}));

const mockOptions: { after?(document: object, action: object): string } = {};
jest.mock('@portal/web-kit/staff', () => ({
  ...jest.requireActual('@portal/web-kit/staff'),
  useDocumentPage: (options: object) => Object.assign(mockOptions, options),
}));

/** Returns the page that is opened after an action on a draft. */
function pageAfter(base: string, name: string): string | undefined {
  function Page() {
    const envelope = { model: { id: 'T1', version: 1, documentStatus: 'STORED' }, actions: [] } as unknown as TripEnvelope;
    useTripDocument({ envelope, mode: 'edit', base, reload: () => undefined, withHistory: false });
    return null;
  }
  renderToStaticMarkup(
    <KitProviders name="trips">
      <Page />
    </KitProviders>,
  );
  return mockOptions.after?.({ id: 'T1' }, { name });
}

it.each([publicBase, staffBase])('a draft that is submitted leads to its code, and one that is saved stays open at %s', (base) => {
  expect(pageAfter(base, 'submission')).toBe(`${base}/inqr/T1`);
  expect(pageAfter(base, 'store')).toBe(`${base}/edit/T1`);
  expect(pageAfter(base, 'amendment')).toBe(`${base}/view/T1`);
});
