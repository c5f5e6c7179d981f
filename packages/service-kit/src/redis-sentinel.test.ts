import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRedis } from './redis.ts';
import { freePort } from './testing/free-port.ts';
import { hasRedisServer } from './testing/redis-cluster.ts';
import { until } from './testing/until.ts';

if (hasRedisServer())
  it('redis+sentinel:// goes on with the replica after the server was frozen', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'redis-sentinel-'));
    const programs: ChildProcess[] = [];
    const server = async (...args: string[]): Promise<number> => {
      const port = await freePort();
      programs.push(spawn('redis-server', [...args, '--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''], { stdio: 'ignore' }));
      return port;
    };
    const first = await server();
    await server('--replicaof', `127.0.0.1 ${first}`, '--repl-diskless-sync-delay', '0');
    const file = join(folder, 'sentinel.conf');
    writeFileSync(file, `sentinel monitor portal 127.0.0.1 ${first} 1\nsentinel down-after-milliseconds portal 1000\n`);
    const port = await server(file, '--sentinel');
    const redis = openRedis(`redis+sentinel://127.0.0.1:${port}`, { maxRetriesPerRequest: null });
    const sentinel = openRedis(`redis://127.0.0.1:${port}`, { maxRetriesPerRequest: null });
    for (const client of [redis, sentinel]) client.on('error', () => undefined);
    /** Returns whether the client is subscribed to the Sentinel. A connection that is still being opened would outlive `disconnect`. */
    const listens = async () => /sub=1/.test(String(await sentinel.call('client', 'list')));
    try {
      await until(async () => /slave0:.*state=online/.test(await redis.info('replication')));
      await redis.set('kept', 'yes');
      await redis.wait(1, 0);
      // The Sentinel asks the server for its replicas every ten seconds.
      await until(async () => ((await sentinel.call('sentinel', 'replicas', 'portal')) as unknown[]).length === 1);
      await until(listens);
      programs[0].kill('SIGSTOP');
      await until(async () => (await redis.set('after', 'yes')) === 'OK');
      expect(await redis.get('kept')).toBe('yes');
      expect(await redis.info('replication')).toMatch('role:master');
      await until(listens);
    } finally {
      for (const client of [redis, sentinel]) client.disconnect();
      const ended = programs.map((program) => once(program, 'exit'));
      for (const program of programs) program.kill('SIGKILL');
      await Promise.all(ended);
      rmSync(folder, { recursive: true, force: true });
    }
  });
