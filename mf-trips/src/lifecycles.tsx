import { defineArea } from '@portal/web-kit';
import { statusLabels } from 'svc-trips/contract';
import { App } from './app.tsx';

export const { bootstrap, mount, unmount } = defineArea({ name: 'mf-trips', api: '/api/trips', statuses: statusLabels, App });
