import type { AreaDefinition } from '@portal/web-kit';
import { statusLabels } from 'svc-trips/contract';
import { App } from './app.tsx';

/** Definition of the area: the shell mounts it, and the build prerenders its first screens. */
export const area: AreaDefinition = { name: 'mf-trips', api: '/api/trips', statuses: statusLabels, App };
