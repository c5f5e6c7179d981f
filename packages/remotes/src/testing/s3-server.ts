import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { aFolder } from './test-build.ts';

/**
 * For tests: starts an S3-compatible server with an empty bucket `remotes`. s3rver does not support conditional writes, which S3, MinIO, Ceph and R2 support.
 * Therefore this server checks the condition itself and then lets s3rver write.
 * @param options `conditions: false` leaves s3rver as it is
 * @returns the settings that name the server
 */
export async function startBucket({ conditions = true } = {}): Promise<{ environment: Record<string, string>; close(): Promise<void> }> {
  const { default: S3rver } = await import('s3rver');
  const configureBuckets = [{ name: 'remotes', configs: [] }];
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory: aFolder(), configureBuckets });
  let queue: Promise<unknown> = Promise.resolve();
  server.middleware.unshift((context, answer) => {
    const next = async (): Promise<void> => {
      await answer();
      // The whole object is read before the next request. Otherwise s3rver would send content that is written meanwhile.
      if (context.body instanceof Readable) context.body = await buffer(context.body);
    };
    // Requests run one at a time, because s3rver, unlike S3, shows objects that are only half written.
    queue = queue
      .catch(() => undefined)
      .then(async () => {
        const [match, noneMatch] = [context.get('if-match'), context.get('if-none-match')];
        if (context.method !== 'PUT' || !conditions || !(match || noneMatch)) return next();
        const [, bucket, ...key] = context.path.split('/');
        const object = await server.store.getObject(bucket, decodeURIComponent(key.join('/'))).catch(() => undefined);
        object?.content?.destroy();
        const etag = object?.metadata.etag;
        if (match ? etag === match : !etag) return next();
        context.status = 412;
        context.body = '<Error><Code>PreconditionFailed</Code></Error>';
        return undefined;
      });
    return queue;
  });
  const { address, port } = await server.run();
  return {
    environment: { S3_ENDPOINT: `http://${address}:${port}`, S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' },
    close: () => server.close(),
  };
}
