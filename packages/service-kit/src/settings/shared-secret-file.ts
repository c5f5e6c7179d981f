/** A file of secrets that is generated once, even when several services start at the same time. */
import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { ServiceSettings } from './settings.ts';

/**
 * Reads a JSON file of secrets. In development a missing file is generated, readable by its owner only.
 * @param setting name of the setting that names the file, and what the file holds, for the error message
 * @throws Error in production where the file is missing
 */
export async function sharedSecretFile<T>(
  settings: ServiceSettings,
  setting: { name: string; holds: string; path: string | undefined; fallback: string },
  make: () => Promise<T> | T,
): Promise<T> {
  const file = resolve(setting.path ?? setting.fallback);
  if (!existsSync(file)) {
    if (settings.nodeEnv === 'production') throw new Error(`${setting.name} must name a file with ${setting.holds}; it does not exist`);
    mkdirSync(dirname(file), { recursive: true });
    const temporary = `${file}.${randomUUID()}`;
    writeFileSync(temporary, JSON.stringify(await make()), { mode: 0o600, flush: true });
    try {
      // Fails where another service generated the file first. Then all services use that service's secrets.
      linkSync(temporary, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      unlinkSync(temporary);
    }
  }
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}
