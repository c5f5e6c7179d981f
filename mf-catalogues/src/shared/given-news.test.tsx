import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import ImportScreen from '../import/import.screen.tsx';
import NewRecordScreen from '../record/new-record.screen.tsx';

// Jest cannot load modules of this package, and the test renders no list that is searched.
jest.mock('downshift', () => ({}));

/** What the service answers with, where the page goes, and how its form or import is sent. */
const mockPage = { answer: {} as object, went: [] as unknown[], send: (): unknown => undefined };
const mockTried = { plan: { created: 1, changed: 0, retired: 0, unchanged: 0, refused: 0, totalFaults: 0, faults: [], rows: [] } };
jest.mock('react', () => {
  const actual = jest.requireActual('react');
  // The import has been tried: this is the only state of the page that begins without a value.
  return { ...actual, useState: (first: unknown) => actual.useState(first === undefined ? mockTried : first) };
});
jest.mock('@portal/web-kit', () => ({
  ...jest.requireActual('@portal/web-kit'),
  StaffPage: ({ children }: { children: ReactNode }) => <main>{children}</main>,
  useNavigate:
    () =>
    (...went: unknown[]) =>
      mockPage.went.push(...went),
  Button: ({ children, onClick }: { children: ReactNode; onClick?: () => unknown }) => {
    if (children === 'Import all of it') mockPage.send = () => onClick?.();
    return null;
  },
}));
jest.mock('../shared/loaded.tsx', () => ({
  CatalogueFrame: ({ children }: { children: (info: object) => ReactNode }) =>
    children({ name: 'colours', title: { en: 'Colours', pt: 'Cores' }, fields: [], approval: false }),
}));
jest.mock('../import/import-sender.ts', () => ({ importSender: () => async () => mockPage.answer }));
jest.mock('@portal/web-kit/media', () => ({
  ...jest.requireActual('@portal/web-kit/media'),
  useUpload: () => ({ state: { at: 'idle' } }),
  ListFileField: () => null,
  UploadProgress: () => null,
}));
jest.mock('../record/record-form.tsx', () => ({
  ...jest.requireActual('../record/record-form.tsx'),
  RecordForm: ({ onWritten }: { onWritten(answer: object): void }) => {
    mockPage.send = () => onWritten(mockPage.answer);
    return null;
  },
}));

const record = { model: { code: 'RED', name: 'Red' }, actions: [] };
const proposal = { model: { id: 'P1', documentStatus: 'WAITING', proposedBy: 'Ana' }, actions: [] };

it.each([
  ['a new record', NewRecordScreen, record, '/staff/catalogues/colours/record/RED', { written: { action: 'add' } }],
  ['a new record that is proposed', NewRecordScreen, proposal, '/staff/catalogues/proposals/P1', { done: 'propose' }],
  ['an import', ImportScreen, { created: 1 }, '/staff/catalogues/colours', { written: { action: 'import' } }],
  ['an import that is proposed', ImportScreen, proposal, '/staff/catalogues/proposals/P1', { done: 'propose' }],
])('after %s the next page is given the news of it', async (_what, Screen, answer, address, state) => {
  Object.assign(mockPage, { answer, went: [] });
  renderToStaticMarkup(<Screen />);
  await mockPage.send();
  expect(mockPage.went).toEqual([address, { state }]);
});
