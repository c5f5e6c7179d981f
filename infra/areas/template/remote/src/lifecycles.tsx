import { defineArea } from '@portal/web-kit';
import { statusLabels } from 'svc-samples/contract';
import { App } from './app.tsx';

export const { bootstrap, mount, unmount } = defineArea({ name: 'mf-samples', api: '/api/samples', statuses: statusLabels, App });
