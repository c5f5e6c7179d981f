import { matchesOf } from '@portal/web-kit';

/** Returns whether there is space for the navigation beside the page. */
export const useWide = matchesOf('(min-width: 60em)');
