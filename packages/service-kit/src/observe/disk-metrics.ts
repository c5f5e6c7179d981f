import { statfs } from 'node:fs/promises';
import type { Metrics } from './metrics.ts';

/** What is left on the disk of DATA_DIR, where databases, files and sessions are that no server keeps. */
export function watchDisk(metrics: Metrics, dataDir: string): void {
  const asked = (of: 'bavail' | 'blocks') => async () => {
    const disk = await statfs(dataDir);
    return [{ value: disk[of] * disk.bsize }];
  };
  metrics.gauge('portal_data_free_bytes', 'Free bytes on the disk of DATA_DIR', [], asked('bavail'));
  metrics.gauge('portal_data_size_bytes', 'Size of the disk of DATA_DIR', [], asked('blocks'));
}
