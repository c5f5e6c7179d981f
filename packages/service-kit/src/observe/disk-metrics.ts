import { statfs } from 'node:fs/promises';
import type { Metrics } from './metrics.ts';

/** Adds gauges for the free space on the disk of DATA_DIR, which holds all databases, files and sessions that are not on a server. */
export function watchDisk(metrics: Metrics, dataDir: string): void {
  const asked = (of: 'bavail' | 'blocks') => async () => {
    const disk = await statfs(dataDir);
    return [{ value: disk[of] * disk.bsize }];
  };
  metrics.gauge('portal_data_free_bytes', 'Free bytes on the disk of DATA_DIR', [], asked('bavail'));
  metrics.gauge('portal_data_size_bytes', 'Size of the disk of DATA_DIR', [], asked('blocks'));
}
