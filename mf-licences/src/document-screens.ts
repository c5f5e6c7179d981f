import { anyPath, anyText, type DocumentScreen, oneOf } from '@portal/web-kit/prerender';
import { licenceStatuses } from 'svc-licences/contract';
import { licenceKind, publicBase } from './licence/licence.api.ts';

/** Screens of a single document that the build prerenders. Each entry names the fields that the screen reads and the values that they can have. */
export const documentScreens: DocumentScreen[] = [
  {
    address: `${publicBase}/qr/:id`,
    kind: licenceKind,
    model: { serialReference: { reference: anyText }, holderName: anyText, documentName: anyText, documentStatus: oneOf(...licenceStatuses) },
    actions: { 'print-form': { method: 'GET', url: anyPath } },
  },
];
