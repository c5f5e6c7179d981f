/** For tests only. */
import { Database } from '../database/database.ts';
import { OutboxRow } from '../database/kit.entities.ts';
import { messageContext } from '../encryption/encrypted-queue.ts';
import { Encryption } from '../encryption/encryption.ts';
import type { RunningService } from '../http/start-service.ts';

/** The messages of a topic that a service has written to its outbox, decrypted, oldest first. */
export async function messagesOf<T>(service: RunningService, topic: string): Promise<T[]> {
  const rows = await service.app.get(Database).reader.find(OutboxRow, { where: { topic }, order: { id: 'ASC' } });
  const encryption = service.app.get(Encryption);
  return rows.map((row) => encryption.decryptJson(row.payload, messageContext(topic, row.id)) as T);
}
