import type { RegistryState } from '../page/registry.ts';
import type { KnownArea } from './telemetry.ts';

/** The deployed areas with the versions that visitors may have. */
export const knownAreas = ({ document, canaries }: Pick<RegistryState, 'document' | 'canaries'>): KnownArea[] =>
  document.areas.map(({ name, version, prefixes }) => ({
    name,
    prefixes,
    versions: [version, ...canaries.filter((canary) => canary.name === name).map((canary) => canary.version)],
  }));
