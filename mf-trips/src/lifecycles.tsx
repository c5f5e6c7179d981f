import { defineArea } from '@portal/web-kit';
import { statusLabels } from 'svc-trips/contract';
import { App } from './app.tsx';

export const { bootstrap, mount, unmount } = defineArea({ name: 'mf-trips', api: '/api/trips', texts: { en: {}, pt: {} }, statuses: statusLabels, App });
