/** The services behind the pages of administrators. */
import type { Label } from '@portal/web-kit';
import type { Area } from '../area.ts';

/** A service of an area, or one that the areas share. */
export interface PortalService {
  name: string;
  title: Label;
  /** Where the gateway has it. */
  api: string;
}

/** The services of the areas, and those that the areas share. */
export const portalServices = (areas: readonly Area[]): PortalService[] => [
  ...areas.filter(({ kinds }) => kinds.length > 0).map(({ name, title, api }) => ({ name, title, api })),
  { name: 'reference', title: 'service.reference', api: '/api/reference' },
  { name: 'media', title: 'service.media', api: '/api/media' },
];
