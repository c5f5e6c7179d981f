import { type GatewaySettings, listOf } from '../settings.ts';

/** Returns the values of the claim `acr` of which one is enough for staff. The list is empty when any sign-in is enough. */
export const staffStrengths = ({ oidcStaffAcr }: Pick<GatewaySettings, 'oidcStaffAcr'>): string[] => listOf(oidcStaffAcr).filter((acr) => acr !== 'none');

/** Checks whether a sign-in is strong enough for somebody with these roles. */
export const isStrongEnough = (roles: readonly string[], acr: unknown, strengths: readonly string[]): boolean =>
  !roles.length || !strengths.length || strengths.includes(String(acr));
