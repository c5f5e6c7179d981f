import { join } from 'node:path';
import { developmentTrustFile, isRecordOfVersion, openStore, type Store } from '@portal/remotes';
import type { RedisClient } from '@portal/service-kit';
import { orderKey } from '../control/orders-in-force.ts';
import type { GatewaySettings } from '../settings.ts';
import type { AreaVisitors } from './canary.ts';
import { FileCache, FolderFiles } from './files.ts';
import { LastGoodFile, LastGoodInRedis } from './last-good-registry.ts';
import { Registry, type RegistryParts } from './registry.ts';
import { StoredFiles } from './stored-files.ts';
import { TrustedKeysFile } from './trusted-keys-file.ts';

interface Remotes {
  registry: Registry;
  files: FileCache;
  store: Store;
  trust: TrustedKeysFile;
}

/**
 * Opens the store of deployed remotes that the settings select: its registry and its files.
 * @throws Error when `REMOTES_KEYS` names a file of trusted keys that cannot be read
 */
export async function openRemotes(
  settings: GatewaySettings,
  log: RegistryParts['log'],
  telemetry: { areaVisitors(): AreaVisitors[] },
  { ended = () => undefined, redis }: { ended?: RegistryParts['ended']; redis?: RedisClient } = {},
): Promise<Remotes> {
  const store = await openStore(
    {
      REMOTES_STORE: settings.remotesStore,
      REMOTES_DIR: settings.remotesDir,
      S3_REGION: settings.s3Region,
      S3_ENDPOINT: settings.s3Endpoint,
      S3_ACCESS_KEY_ID: settings.s3AccessKeyId,
      S3_SECRET_ACCESS_KEY: settings.s3SecretAccessKey,
    },
    process.cwd(),
  );
  const trust = new TrustedKeysFile(settings.remotesKeys ?? developmentTrustFile(settings.remotesDir));
  const { fault } = await trust.current();
  if (fault && settings.remotesKeys) {
    throw new Error(`REMOTES_KEYS: ${fault}`);
  }
  const accepted = redis ? new LastGoodInRedis(redis, settings.sessionPrefix) : new LastGoodFile(join(settings.dataDir, 'gateway', 'remotes-in-force.json'));
  const registry = await Registry.open({
    store,
    trust,
    log,
    orderKey: orderKey(settings.sessionSecret),
    accepted,
    visitors: () => telemetry.areaVisitors(),
    ended,
    limits: { visitors: settings.canaryLoads, failed: settings.canaryFailures },
  });
  const source = settings.remotesStore ? new StoredFiles(store) : new FolderFiles(settings.remotesDir);
  return { registry, store, trust, files: new FileCache(source, (name) => !isRecordOfVersion(name)) };
}
