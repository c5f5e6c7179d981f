import type { AreaDefinition } from '@portal/web-kit';
import { arrivalStatusNames, departureStatusNames } from 'svc-declarations/contract';
import { App } from './app.tsx';

/** The area as the shell mounts it, and as the build draws its first screens. */
export const area: AreaDefinition = {
  name: 'mf-declarations',
  api: '/api/declarations',
  statuses: { ...departureStatusNames, ...arrivalStatusNames },
  App,
};
