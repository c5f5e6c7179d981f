import { pageSetting } from '@portal/web-kit';

/** The settings of the page that only the shell reads; each has a default, so that the page also works without it. */
export const portalName = () => pageSetting('name') ?? 'Single Window';
export const idleMinutes = () => Number(pageSetting('idle-minutes') ?? 30);
