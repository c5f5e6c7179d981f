import { useSyncExternalStore } from 'react';
import { areaStatus } from '../areas/status.ts';
import { registry } from '../registry.ts';

export const useRegistry = () => useSyncExternalStore(registry.subscribe, registry.get, registry.get);

/** Returns whether the page uses the last good registry because the newest one is not available. */
export const useRegistryIsStale = () => useSyncExternalStore(registry.subscribe, registry.isStale, registry.isStale);

export const useAreaStatus = () => useSyncExternalStore(areaStatus.subscribe, areaStatus.get, areaStatus.atStart);
