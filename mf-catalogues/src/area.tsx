import type { AreaDefinition } from '@portal/web-kit';
import { App } from './app.tsx';
import { t } from './shared/texts.ts';

/** Definition of the area that the shell mounts. */
export const area: AreaDefinition = { name: 'mf-catalogues', api: '/api/reference', statuses: t.statuses, App };
