import { anyPath, anyText, type DocumentScreen, oneOf } from '@portal/web-kit/prerender';
import { tripStatuses } from 'svc-trips/contract';
import { publicBase, tripKind } from './trip/trip.api.ts';

/** The screens of one document that the build draws: as far as they read it, and what may stand there. */
export const documentScreens: DocumentScreen[] = [
  {
    address: `${publicBase}/inqr/:id`,
    kind: tripKind,
    model: {
      serialReference: { reference: anyText },
      vehicleNumber: anyText,
      documentDetails: { name: anyText, movement: oneOf('I', 'E') },
      documentStatus: oneOf(...tripStatuses),
    },
    actions: { 'print-form': { method: 'GET', url: anyPath } },
  },
];
