import { KitProviders } from '@portal/web-kit';
import { renderToStaticMarkup } from 'react-dom/server';
import { type LicenceEnvelope, publicBase, staffBase } from './licence.api.ts';
import { useLicenceDocument } from './use-licence-document.tsx';

// Jest cannot load modules of this package, and the test renders no list that is searched.
jest.mock('downshift', () => ({}));

const mockOptions: { after?(document: object): string } = {};
jest.mock('@portal/web-kit/staff', () => ({
  ...jest.requireActual('@portal/web-kit/staff'),
  useDocumentPage: (options: object) => Object.assign(mockOptions, options),
}));

const serialReference = { reference: 'PL-2026-0000001' };

/** Returns the page that is opened after an action. */
function pageAfter(base: string, before: object, after: object): string | undefined {
  function Page() {
    const envelope = { model: { id: 'L1', version: 1, ...before }, actions: [] } as unknown as LicenceEnvelope;
    useLicenceDocument({ envelope, mode: 'edit', base, reload: () => undefined, withHistory: false });
    return null;
  }
  renderToStaticMarkup(
    <KitProviders name="licences">
      <Page />
    </KitProviders>,
  );
  return mockOptions.after?.({ id: 'L1', ...after });
}

it('a draft that its applicant submits leads to its code, and any other action to the application', () => {
  expect(pageAfter(publicBase, {}, { serialReference })).toBe(`${publicBase}/qr/L1`);
  expect(pageAfter(publicBase, {}, {})).toBe(`${publicBase}/view/L1`);
  expect(pageAfter(publicBase, { serialReference }, { serialReference })).toBe(`${publicBase}/view/L1`);
  // The officers have no page with the code.
  expect(pageAfter(staffBase, {}, { serialReference })).toBe(`${staffBase}/view/L1`);
});
