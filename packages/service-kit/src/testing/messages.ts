/** For tests only. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Database } from '../database/database.ts';
import { OutboxRow } from '../database/kit.entities.ts';
import { messageContext } from '../encryption/encrypted-queue.ts';
import { Encryption } from '../encryption/encryption.ts';
import type { RunningService } from '../http/start-service.ts';
import type { MessageFile } from '../messages/file-transport.ts';

/** Returns the messages of a topic that a service has written to its outbox, decrypted, oldest first. */
export async function messagesOf<T>(service: RunningService, topic: string): Promise<T[]> {
  const rows = await service.app.get(Database).reader.find(OutboxRow, { where: { topic }, order: { id: 'ASC' } });
  const encryption = service.app.get(Encryption);
  return rows.map((row) => encryption.decryptJson(row.payload, messageContext(topic, row.id)) as T);
}

/** Returns the messages that were written to files, as in development, in no particular order. */
export function sentFiles(dataDir: string): MessageFile[] {
  const folder = join(dataDir, 'mail');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  return names.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as MessageFile);
}
