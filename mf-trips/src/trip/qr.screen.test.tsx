import { Navigate } from '@portal/web-kit';
import type { ReactElement } from 'react';
import PublicTripDocumentScreen from './public-document.screen.tsx';
import TripQrScreen from './qr.screen.tsx';

// Jest cannot load modules of this package, and the test renders no list that is searched.
jest.mock('downshift', () => ({}));

let mockModel: object;
jest.mock('react', () => ({ ...jest.requireActual('react'), useState: () => [true], useEffect: () => undefined }));
jest.mock('@portal/web-kit', () => ({
  ...jest.requireActual('@portal/web-kit'),
  useParams: () => ({ mode: 'view', id: 'T1' }),
  useText: () => String,
  useFormat: () => ({ money: String }),
}));
jest.mock('./trip.api.ts', () => ({ ...jest.requireActual('./trip.api.ts'), useTrip: () => ({ data: { model: mockModel, actions: [] } }) }));
jest.mock('./use-trip-document.tsx', () => ({ useTripDocument: () => ({ errors: [], summary: null, panel: null }) }));

const draft = { id: 'T1', documentStatus: 'STORED', documentDetails: {} };
const registered = { ...draft, documentStatus: 'SUBMITTED', serialReference: { reference: 'TIBE-2026-0000001' } };

describe('a trip that is a draft', () => {
  it.each([
    [false, '/eservice/triptic/trip/view/T1'],
    [true, '/triptic/trip/view/T1'],
  ])('has no page with a code, which leads to the draft (staff: %j)', (staff, to) => {
    mockModel = draft;
    const page = TripQrScreen({ staff }) as ReactElement;
    expect(page).toMatchObject({ type: Navigate, props: { to, replace: true } });
    mockModel = registered;
    expect(TripQrScreen({ staff })).toMatchObject({ props: { reference: 'TIBE-2026-0000001' } });
  });

  it.each([
    [draft, '/'],
    [registered, '/eservice/triptic/trip/inqr/T1'],
  ])('leads back to the first page, and a registered trip to its code', (model, back) => {
    mockModel = model;
    const { type, props } = PublicTripDocumentScreen() as ReactElement & { type: (props: unknown) => ReactElement };
    expect(type(props).props).toMatchObject({ back });
  });
});
