import { anyPath, anyText, type DocumentScreen, oneOf } from '@portal/web-kit/prerender';
import { licenceStatuses } from 'svc-licences/contract';
import { licenceKind, publicBase } from './licence/licence.api.ts';

/** The screens of one document that the build draws: as far as they read it, and what may stand there. */
export const documentScreens: DocumentScreen[] = [
  {
    address: `${publicBase}/qr/:id`,
    kind: licenceKind,
    model: { serialReference: { reference: anyText }, holderName: anyText, documentName: anyText, documentStatus: oneOf(...licenceStatuses) },
    actions: { 'print-form': { method: 'GET', url: anyPath } },
  },
];
