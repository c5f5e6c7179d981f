import { anyPath, anyText, type DocumentScreen, oneOf } from '@portal/web-kit/prerender';
import { tripStatuses } from 'svc-trips/contract';
import { publicBase, tripKind } from './trip/trip.api.ts';

/** Screens of a single document that the build prerenders. Each entry names the fields that the screen reads and the values that they can have. */
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
    actions: { 'print-form': { method: 'GET', url: anyPath }, feedback: oneOf({}, undefined) },
  },
];
