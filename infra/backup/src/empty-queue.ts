import type { ServiceSettings } from '@portal/service-kit';

/**
 * Removes the jobs of the queue in Redis before the data is replaced. Jobs that came after the restored moment must not run, and those that Redis knows as
 * done would not be done again. Nothing is lost: every message is in an outbox until its job is done.
 * @returns what the operator has to do where this command is not told of a Redis
 */
export async function emptyQueue({ mysqlUrl, redisUrl, queuePrefix }: ServiceSettings): Promise<string[]> {
  if (!redisUrl) return mysqlUrl ? ['REDIS_URL is not set here: if the portal has a Redis, empty it before the portal starts.'] : [];
  const { openRedis } = await import('@portal/service-kit/redis');
  const redis = openRedis(redisUrl, { maxRetriesPerRequest: 2 });
  // The failed command tells why.
  redis.on('error', () => undefined);
  try {
    // A cluster knows its nodes when it has answered.
    await redis.ping();
    for (const node of 'nodes' in redis ? redis.nodes('master') : [redis])
      for await (const keys of node.scanStream({ match: `{${queuePrefix}}:*`, count: 1_000 })) if (keys.length) await redis.unlink(...(keys as string[]));
    return [];
  } finally {
    redis.disconnect();
  }
}
