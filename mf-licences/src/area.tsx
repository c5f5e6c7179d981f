import type { AreaDefinition } from '@portal/web-kit';
import { statusLabels } from 'svc-licences/contract';
import { App } from './app.tsx';

/** Definition of the area: the shell mounts it, and the build prerenders its first screens. */
export const area: AreaDefinition = { name: 'mf-licences', api: '/api/licences', statuses: statusLabels, App };
