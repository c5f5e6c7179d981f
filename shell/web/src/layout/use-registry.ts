import { useSyncExternalStore } from 'react';
import { areaStatus } from '../areas/status.ts';
import { registry } from '../registry.ts';

export const useRegistry = () => useSyncExternalStore(registry.subscribe, registry.get);

export const useAreaStatus = () => useSyncExternalStore(areaStatus.subscribe, areaStatus.get);
