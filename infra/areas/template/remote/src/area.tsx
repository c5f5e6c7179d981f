import type { AreaDefinition } from '@portal/web-kit';
import { statusLabels } from 'svc-samples/contract';
import { App } from './app.tsx';

/** The definition of the area: the shell mounts it, and the build prerenders its first screens. */
export const area: AreaDefinition = { name: 'mf-samples', api: '/api/samples', statuses: statusLabels, App };
