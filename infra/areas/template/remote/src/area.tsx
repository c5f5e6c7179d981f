import type { AreaDefinition } from '@portal/web-kit';
import { statusLabels } from 'svc-samples/contract';
import { App } from './app.tsx';

/** The area as the shell mounts it, and as the build draws its first screens. */
export const area: AreaDefinition = { name: 'mf-samples', api: '/api/samples', statuses: statusLabels, App };
