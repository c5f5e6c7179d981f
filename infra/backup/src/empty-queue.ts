import type { ServiceSettings } from '@portal/service-kit';

/**
 * Removes the jobs of the queue in Redis before the data is replaced. Jobs that were queued after the restored moment must not run, and jobs that Redis has
 * recorded as done would not run again. Nothing is lost: every message is in an outbox until its job is done.
 * @returns what the operator has to do when REDIS_URL is not set for this command
 */
export async function emptyQueue({ mysqlUrl, redisUrl, queuePrefix }: ServiceSettings): Promise<string[]> {
  if (!redisUrl) return mysqlUrl ? ['REDIS_URL is not set here: if the portal has a Redis, empty it before the portal starts.'] : [];
  const { openRedis } = await import('@portal/service-kit/redis');
  const redis = openRedis(redisUrl, { maxRetriesPerRequest: 2 });
  // The error of the failed command says why, so connection errors are ignored here.
  redis.on('error', () => undefined);
  try {
    // A cluster client knows its nodes only after the first answer.
    await redis.ping();
    for (const node of 'nodes' in redis ? redis.nodes('master') : [redis])
      for await (const keys of node.scanStream({ match: `{${queuePrefix}}:*`, count: 1_000 })) if (keys.length) await redis.unlink(...(keys as string[]));
    return [];
  } finally {
    redis.disconnect();
  }
}
