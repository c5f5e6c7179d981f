import { resolve } from 'node:path';
import { auditKeysFile, type ServiceSettings } from '@portal/service-kit';

/** Returns the paths of the key files of a portal. Without these keys nobody can read encrypted fields, or verify printed QR codes and the audit log. */
export const keyPaths = (settings: ServiceSettings): Record<string, string> => ({
  'data-keys.json': resolve(settings.dataKeys ?? `${settings.dataDir}/data-keys.json`),
  'audit-keys.json': auditKeysFile(settings),
  'signing-keys.json': resolve(settings.signingKeys ?? `${settings.dataDir}/signing-keys.json`),
});

/** Returns the names of the key files that the settings name, without those in DATA_DIR that a portal makes by itself. */
export const namedKeys = ({ dataKeys, auditKeys, signingKeys }: ServiceSettings): string[] => [
  ...(dataKeys ? ['data-keys.json'] : []),
  ...(auditKeys ? ['audit-keys.json'] : []),
  ...(signingKeys ? ['signing-keys.json'] : []),
];
