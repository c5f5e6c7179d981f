import { Cluster, Redis, type RedisOptions } from 'ioredis';

/** A client of one server or of a cluster. The commands are the same, as long as the keys of each command are in one slot. */
export type RedisClient = Redis | Cluster;

/**
 * Connects to `redis://…` (`rediss://…` with TLS), or to the cluster that the server at `redis+cluster://…` (`rediss+cluster://…`) belongs to. With
 * `redis+sentinel://…` the client asks the Sentinel at that address which server accepts writes (`?name=`, `portal` by default), and after a failover connects
 * to the replica that has taken over. `?nodes=host:port,host:port` names further nodes, or Sentinels, to try when the first one is down.
 */
export function openRedis(url: string, options: RedisOptions): RedisClient {
  const several = /^(rediss?)\+(cluster|sentinel):/.exec(url);
  if (!several) return new Redis(url, options);
  const [, protocol, kind] = several;
  const { hostname, port, username, password, searchParams } = new URL(url);
  const usualPort = kind === 'sentinel' ? 26379 : 6379;
  const others = (searchParams.get('nodes') ?? '').split(',').filter(Boolean);
  const nodes = [`${hostname}:${port || usualPort}`, ...others].map((node) => {
    const at = new URL(`redis://${node}`);
    return { host: at.hostname, port: Number(at.port || usualPort) };
  });
  const redisOptions: RedisOptions = {
    ...options,
    username: decodeURIComponent(username) || undefined,
    password: decodeURIComponent(password) || undefined,
    ...(protocol === 'rediss' ? { tls: {} } : {}),
  };
  if (kind === 'cluster') return new Cluster(nodes, { enableOfflineQueue: options.enableOfflineQueue, redisOptions });
  return new Redis({
    ...redisOptions,
    sentinels: nodes,
    name: searchParams.get('name') ?? 'portal',
    enableTLSForSentinelMode: protocol === 'rediss',
    // Disconnects from a server that Sentinel has replaced, even if that server is frozen or has become a replica.
    failoverDetector: true,
    reconnectOnError: ({ message }) => (message.startsWith('READONLY') ? 2 : false),
  });
}
