import { Navigate, type QrPage } from '@portal/web-kit';
import type { ComponentProps, ReactElement } from 'react';
import type { LicenceDocument } from 'svc-licences/contract';
import LicenceQrScreen from './qr.screen.tsx';

// Jest cannot load modules of this package, and the test renders no list that is searched.
jest.mock('downshift', () => ({}));

const mockModel: Partial<LicenceDocument> = { serialReference: { reference: 'PL-2026-0000001' } as never, currencyCode: 'USD' };
let mockIsTakenOver = true;
jest.mock('react', () => ({ ...jest.requireActual('react'), useState: () => [mockIsTakenOver], useEffect: () => undefined }));
jest.mock('@portal/web-kit', () => ({
  ...jest.requireActual('@portal/web-kit'),
  useParams: () => ({ id: 'L1' }),
  useText: () => String,
  useFormat: () => ({ money: (amount: number, currency: string) => `${amount / 100} ${currency}` }),
}));
jest.mock('./licence.api.ts', () => ({ ...jest.requireActual('./licence.api.ts'), useLicence: () => ({ data: { model: mockModel, actions: [] } }) }));

/** Draws the page. @returns the steps that follow */
function steps(documentStatus: string, fees: LicenceDocument['fees'], isTakenOver = true): string[] {
  Object.assign(mockModel, { documentStatus, fees });
  mockIsTakenOver = isTakenOver;
  const { next = [] } = (LicenceQrScreen() as ReactElement<ComponentProps<typeof QrPage>>).props;
  return next.map((step) => (typeof step === 'string' ? step : step.en));
}

const fee = (...page: Parameters<typeof steps>): string[] => steps(...page).filter((step) => step.startsWith('You pay'));

it('the page after the application says what is still to be paid, once the page knows it', () => {
  const [due, paid] = [
    { amount: 2500, status: 'DUE' },
    { amount: 500, status: 'PAID' },
  ] as const;
  expect(fee('SUBMITTED', [due, paid])).toEqual(['You pay 25 USD, as the invoice in your application says.']);
  expect(fee('SUBMITTED', [due, paid], false)).toEqual([]);
  expect(fee('SUBMITTED', [paid])).toEqual([]);
  expect(fee('REJECTED', [due])).toEqual([]);
});

it('the page after the application asks to answer the question of the office, before anything else can happen', () => {
  const due = [{ amount: 2500, status: 'DUE' }] as const;
  expect(steps('QUERIED', [...due])).toEqual([
    expect.stringContaining('The agency asks you something. Open your application'),
    expect.stringContaining('Keep the address'),
  ]);
  expect(steps('REPLIED', [...due])[1]).toContain('An officer checks your documents.');
});

it('a draft has no page after the application, and its address leads to the draft', () => {
  const { serialReference } = mockModel;
  delete mockModel.serialReference;
  const page = LicenceQrScreen();
  Object.assign(mockModel, { serialReference });
  expect(page).toMatchObject({ type: Navigate, props: { to: '/eservice/medical/professional/view/L1', replace: true } });
});
