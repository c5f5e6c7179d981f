import { defineArea } from '@portal/web-kit';
import { App } from './app.tsx';

export const { bootstrap, mount, unmount } = defineArea({ name: 'mf-declarations', api: '/api/declarations', texts: { en: {}, pt: {} }, App });
