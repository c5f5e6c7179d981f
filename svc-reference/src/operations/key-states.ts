import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadSigningKeys, type ServiceSettings } from '@portal/service-kit';

/** The state of a key, without its secret. */
export interface KeyState {
  purpose: 'signing' | 'encryption' | 'index' | 'audit';
  id: string;
  /** `current`: new data is written with this key; `reading`: it is only used to read older data; `revoked`: neither. */
  use: 'current' | 'reading' | 'revoked';
  /** The day by which the key should be replaced, `YYYY-MM-DD`; null if the file states none. */
  ends: string | null;
}

interface Entry {
  id?: unknown;
  kid?: unknown;
  ends?: unknown;
  revoked?: boolean;
}

const day = (ends: unknown): string | null => (typeof ends === 'string' && /^\d{4}-\d\d-\d\d$/.test(ends) ? ends : null);

/** Returns the states of the keys in one file. The first key that is not revoked is used to write. */
function statesOf(purpose: KeyState['purpose'], entries: unknown): KeyState[] {
  const keys = (Array.isArray(entries) ? entries : []) as Entry[];
  const current = keys.find(({ revoked }) => !revoked);
  return keys.map((key) => ({
    purpose,
    id: String(key.kid ?? key.id ?? ''),
    use: key.revoked ? 'revoked' : key === current ? 'current' : 'reading',
    ends: day(key.ends),
  }));
}

async function fileOf(path: string): Promise<{ keys?: unknown; indexKeys?: unknown }> {
  return JSON.parse(await readFile(path, 'utf8').catch(() => '{}'));
}

/** Returns the states of the portal's keys, from the files that its services share. */
export async function keyStates(settings: ServiceSettings): Promise<KeyState[]> {
  const [data, audit] = await Promise.all([
    fileOf(settings.dataKeys ?? join(settings.dataDir, 'data-keys.json')),
    fileOf(settings.auditKeys ?? join(settings.dataDir, 'audit-keys.json')),
  ]);
  return [
    ...statesOf('signing', await loadSigningKeys(settings)),
    ...statesOf('encryption', data.keys),
    ...statesOf('index', data.indexKeys),
    ...statesOf('audit', audit.keys),
  ];
}
