import type { AreaDefinition } from '@portal/web-kit';
import { arrivalStatusLabels, departureStatusLabels } from 'svc-declarations/contract';
import { App } from './app.tsx';

/** Definition of the area: the shell mounts it, and the build prerenders its first screens. */
export const area: AreaDefinition = {
  name: 'mf-declarations',
  api: '/api/declarations',
  statuses: { ...departureStatusLabels, ...arrivalStatusLabels },
  App,
};
