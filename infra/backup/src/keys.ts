import { resolve } from 'node:path';
import { auditKeysFile, type ServiceSettings } from '@portal/service-kit';

/** The key files of a portal: without them sealed fields cannot be read, printed QR codes and the audit log cannot be verified. */
export const keyPaths = (settings: ServiceSettings): Record<string, string> => ({
  'data-keys.json': resolve(settings.dataKeys ?? `${settings.dataDir}/data-keys.json`),
  'audit-keys.json': auditKeysFile(settings),
  'signing-keys.json': resolve(settings.signingKeys ?? `${settings.dataDir}/signing-keys.json`),
});
