import { matchesOf } from '@portal/web-kit';

/** True where there is room for the navigation beside the page. */
export const useWide = matchesOf('(min-width: 60em)');
