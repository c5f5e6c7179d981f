/** The services that the administrators' pages ask. */
import type { Label } from '@portal/web-kit';
import type { Area } from '../area.ts';

/** A service of an area, or a service that the areas share. */
export interface PortalService {
  name: string;
  title: Label;
  /** Path of the service at the gateway. */
  api: string;
}

/** Returns the services of the areas, and those that the areas share. */
export const portalServices = (areas: readonly Area[]): PortalService[] => [
  ...areas.filter(({ kinds }) => kinds.length > 0).map(({ name, title, api }) => ({ name, title, api })),
  { name: 'reference', title: 'service.reference', api: '/api/reference' },
  { name: 'media', title: 'service.media', api: '/api/media' },
];
