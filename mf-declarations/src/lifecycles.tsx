import { defineArea } from '@portal/web-kit';
import { arrivalStatusNames, departureStatusNames } from 'svc-declarations/contract';
import { App } from './app.tsx';

export const { bootstrap, mount, unmount } = defineArea({
  name: 'mf-declarations',
  api: '/api/declarations',

  statuses: { ...departureStatusNames, ...arrivalStatusNames },
  App,
});
