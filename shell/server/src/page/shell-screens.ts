import type { GatewaySettings } from '../settings.ts';

/** Matches the screens of the shell itself. */
export const shellScreens =
  /^\/(my(?:\/sessions)?|staff|staff\/areas(?:\/mf-[a-z0-9-]+)?|staff\/health|staff\/help(?:\/[a-z0-9-]+){0,2}|staff\/audit|staff\/board(?:\/actions)?|staff\/erasure|staff\/jobs|staff\/search|sign-in|accessibility|privacy|contact|open-data)?$|^\/v\/[^/]+$/;

/** The page that shows every component. It exists only in development, and renders itself in the browser. */
export const DESIGN_PAGE = '/design';

/** Checks whether an address is a screen of the shell itself. */
export const isShellScreen = (path: string, { nodeEnv }: Pick<GatewaySettings, 'nodeEnv'>): boolean =>
  shellScreens.test(path) || (path === DESIGN_PAGE && nodeEnv !== 'production');
