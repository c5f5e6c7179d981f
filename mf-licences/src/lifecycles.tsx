import { defineArea } from '@portal/web-kit';
import { App } from './app.tsx';

export const { bootstrap, mount, unmount } = defineArea({ name: 'mf-licences', api: '/api/licences', texts: { en: {}, pt: {} }, App });
