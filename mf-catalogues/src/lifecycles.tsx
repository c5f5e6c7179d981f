import { defineArea } from '@portal/web-kit';
import { area } from './area.tsx';

export const { bootstrap, mount, unmount } = defineArea(area);
