import { anyDay, anyPath, anyText, type DocumentScreen, oneOf } from '@portal/web-kit/prerender';
import { departureStatuses } from 'svc-declarations/contract';
import { arrivals, departures } from './shared/declaration.api.ts';

const person = { serialReference: { reference: anyText }, firstName: anyText, lastName: anyText, flightNumber: anyText };
const download = { method: 'GET', url: anyPath };
const update = oneOf({}, undefined);

/** The screens of one document that the build draws: as far as they read it, and what may stand there. */
export const documentScreens: DocumentScreen[] = [
  {
    address: `${arrivals.publicBase}/qr/:id`,
    kind: arrivals.path,
    opensKeys: true,
    model: { ...person, arrivalDate: anyDay, lane: oneOf('GREEN', 'RED') },
    actions: { 'print-form': download, update },
  },
  {
    address: `${departures.publicBase}/qr/:id`,
    kind: departures.path,
    opensKeys: true,
    model: { ...person, departureDate: anyDay, documentStatus: oneOf(...departureStatuses) },
    actions: { 'print-declaration': download, update },
  },
];
