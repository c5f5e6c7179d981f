import type { AreaDefinition } from '@portal/web-kit';
import { arrivalStatusNames, departureStatusNames } from 'svc-declarations/contract';
import { App } from './app.tsx';

/** Definition of the area: the shell mounts it, and the build prerenders its first screens. */
export const area: AreaDefinition = {
  name: 'mf-declarations',
  api: '/api/declarations',
  statuses: { ...departureStatusNames, ...arrivalStatusNames },
  App,
};
