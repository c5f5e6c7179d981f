import type { Environment } from '@portal/service-kit';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { createConnection, type RowDataPacket } from 'mysql2/promise';

/** Services that write messages into an outbox. */
const senders = ['reference', 'declarations', 'licences', 'trips'];

/**
 * Has every message delivered once more, with its own id. It reopens the outbox rows, as if the process had died between the end of the job and recording that
 * end, and removes the completed jobs from the queue.
 */
export async function redeliverAll({ MYSQL_URL = '', REDIS_URL = '', DATABASE_PREFIX = 'portal', QUEUE_PREFIX = 'portal' }: Environment): Promise<void> {
  const connection = new Redis(REDIS_URL, { maxRetriesPerRequest: null });
  const db = await createConnection(MYSQL_URL);
  try {
    for (const service of senders) {
      const outbox = `\`${DATABASE_PREFIX}_${service}\`.outbox`;
      const [topics] = await db.query<RowDataPacket[]>(`select distinct topic from ${outbox} where state = 1`);
      for (const { topic } of topics) {
        const queue = new Queue(topic, { connection, prefix: `{${QUEUE_PREFIX}}` });
        await queue.clean(0, 100_000, 'completed');
        await queue.close();
      }
      await db.query(`update ${outbox} set state = 0, leaseUntil = '1970-01-01' where state = 1`);
    }
  } finally {
    connection.disconnect();
    await db.end();
  }
}
