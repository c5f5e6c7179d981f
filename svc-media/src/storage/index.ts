import { type Environment, loadSettings } from '@portal/service-kit';
import { MediaSettings } from '../media.settings.ts';
import type { BlobStore } from './blob-store.ts';
import { openStore } from './storage.provider.ts';

export { BlobMissing, type BlobStore } from './blob-store.ts';

/** Opens the folder or bucket in which a portal with these settings stores its files; for backups. */
export const openMediaStore = (environment: Environment): Promise<BlobStore> => openStore(loadSettings(MediaSettings, environment));
