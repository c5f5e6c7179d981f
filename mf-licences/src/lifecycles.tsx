import { defineArea } from '@portal/web-kit';
import { statusLabels } from 'svc-licences/contract';
import { App } from './app.tsx';

export const { bootstrap, mount, unmount } = defineArea({ name: 'mf-licences', api: '/api/licences', statuses: statusLabels, App });
