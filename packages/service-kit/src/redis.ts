import { Cluster, Redis, type RedisOptions } from 'ioredis';

/** One server or a cluster: the commands are the same, as long as the keys of each command are in one slot. */
export type RedisClient = Redis | Cluster;

/**
 * Connects to `redis://…` (`rediss://…` with TLS), or to the cluster that the server at `redis+cluster://…` (`rediss+cluster://…`) belongs to.
 * `?nodes=host:port,host:port` names further nodes to try when that server is down.
 */
export function openRedis(url: string, options: RedisOptions): RedisClient {
  const cluster = /^(rediss?)\+cluster:/.exec(url);
  if (!cluster) return new Redis(url, options);
  const { hostname, port, username, password, searchParams } = new URL(url);
  const others = (searchParams.get('nodes') ?? '').split(',').filter(Boolean);
  const nodes = [`${hostname}:${port || 6379}`, ...others].map((node) => {
    const at = new URL(`redis://${node}`);
    return { host: at.hostname, port: Number(at.port || 6379) };
  });
  return new Cluster(nodes, {
    enableOfflineQueue: options.enableOfflineQueue,
    redisOptions: {
      ...options,
      username: decodeURIComponent(username) || undefined,
      password: decodeURIComponent(password) || undefined,
      ...(cluster[1] === 'rediss' ? { tls: {} } : {}),
    },
  });
}
