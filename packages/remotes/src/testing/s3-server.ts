import S3rver from 's3rver';
import { aFolder } from './a-build.mjs';

/**
 * For tests: an S3-compatible server with an empty bucket `remotes`. s3rver knows nothing of conditional writes, which S3, MinIO,
 * Ceph and R2 have: the condition is looked at here, one write at a time, and s3rver does the rest.
 * @param {{ conditions?: boolean }} [options] `conditions: false` leaves s3rver as it is
 */
export async function aBucket({ conditions = true } = {}) {
  const folder = aFolder();
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory: folder, configureBuckets: [{ name: 'remotes', configs: [] }] });
  let line = Promise.resolve();
  server.middleware.unshift((ctx, next) => {
    // One at a time: s3rver shows an object half written, S3 does not.
    line = line
      .catch(() => undefined)
      .then(async () => {
        const [match, noneMatch] = [ctx.get('if-match'), ctx.get('if-none-match')];
        if (ctx.method !== 'PUT' || !conditions || !(match || noneMatch)) return next();
        const [, bucket, ...key] = ctx.path.split('/');
        const object = await server.store.getObject(bucket, decodeURIComponent(key.join('/'))).catch(() => undefined);
        object?.content?.destroy();
        const etag = object?.metadata.etag;
        if (match ? etag === match : !etag) return next();
        ctx.status = 412;
        ctx.body = '<Error><Code>PreconditionFailed</Code></Error>';
      });
    return line;
  });
  const { address, port } = await server.run();
  const environment = { S3_ENDPOINT: `http://${address}:${port}`, S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' };
  return {
    environment,
    async close() {
      await server.close();
    },
  };
}
