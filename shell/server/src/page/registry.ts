import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A deployed remote as the registry names it. The gateway reads these fields and hands the rest on. */
export interface Area {
  name: string;
  prefixes: string[];
  entry: string;
  integrity?: Record<string, string>;
  preload?: string[];
  [more: string]: unknown;
}

export interface RegistryDocument {
  generation: number;
  areas: Area[];
  /** Says that this is not the newest state, and why. */
  notice?: string;
}

export interface RegistryState {
  document: RegistryDocument;
  json: string;
  etag: string;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.length > 0;

function parse(text: string): RegistryDocument {
  const document = JSON.parse(text) as RegistryDocument;
  const whole =
    Array.isArray(document?.areas) &&
    document.areas.every((area) => isText(area?.name) && isText(area.entry) && Array.isArray(area.prefixes) && area.prefixes.every(isText));
  if (!whole) {
    throw new Error('the registry has an area without a name, an entry or prefixes');
  }
  return document;
}

function stateOf(document: RegistryDocument): RegistryState {
  const json = JSON.stringify(document);
  return { document, json, etag: `"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"` };
}

/** The deployed remotes, read again whenever their file changes. A broken file leaves the last good state in force. */
export class Registry {
  private state = stateOf({ generation: 0, areas: [], notice: 'No part of the portal is deployed yet.' });
  private good?: RegistryDocument;
  private seen = '';

  constructor(private readonly folder: string) {}

  async current(): Promise<RegistryState> {
    const file = join(this.folder, 'remotes.json');
    const stats = await stat(file).catch(() => undefined);
    // A rename gives a new inode even within one tick of the clock.
    const version = stats ? `${stats.mtimeMs}:${stats.size}:${stats.ino}` : 'missing';
    if (version !== this.seen) {
      await this.read(file);
      this.seen = version;
    }
    return this.state;
  }

  private async read(file: string): Promise<void> {
    try {
      this.good = parse(await readFile(file, 'utf8'));
      this.state = stateOf(this.good);
    } catch {
      const notice = this.good ? 'The registry cannot be read; this is its last good state.' : 'The registry cannot be read.';
      this.state = stateOf({ ...(this.good ?? { generation: 0, areas: [] }), notice });
    }
  }
}

/** The area whose prefix is the longest one of this path. */
export function areaOf(path: string, areas: Area[]): Area | undefined {
  let found: { area: Area; length: number } | undefined;
  for (const area of areas) {
    for (const prefix of area.prefixes) {
      if ((path === prefix || path.startsWith(`${prefix}/`)) && prefix.length > (found?.length ?? 0)) {
        found = { area, length: prefix.length };
      }
    }
  }
  return found?.area;
}
