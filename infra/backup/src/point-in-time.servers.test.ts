import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Server, startMariadb } from '@portal/load/processes/servers';
import type { Environment } from '@portal/service-kit';
import { openRedis, type RedisClient } from '@portal/service-kit/redis';
import { testBackends } from '@portal/service-kit/testing';
import { type Connection, createConnection } from 'mysql2/promise';
import { backUp } from './backup.ts';
import { manifestName } from './manifest.ts';
import { momentOf, restoreUntil } from './restore.ts';
import { command, Portal, root, settingsOf } from './testing/portal.ts';

const script = join(root, 'infra/compose/mariadb/apply-log.sh');

/** The test needs a server with a binary log. It therefore starts a server of its own, on every machine on which the tests have a MariaDB. */
for (const [engine, makeBackend] of testBackends().filter(([name]) => name !== 'embedded'))
  describe(`a moment after a backup, on ${engine}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'portal-moment-'));
    const backup = join(folder, 'backup');
    let server: Server;
    let env: Environment;
    let admin: Connection;
    let redis: RedisClient | undefined;
    let until: Date;
    let kept: string[];
    let later: string;
    let models: unknown[];

    const restoring = (options: object = {}) => restoreUntil(env, { folder: backup, root, force: true, until, ...options });
    const apply = (words: string[]) =>
      promisify(execFile)(script, words, {
        env: {
          PATH: process.env.PATH,
          MYSQL_HOST: '127.0.0.1',
          MYSQL_TCP_PORT: String(server.port),
          MARIADB_ROOT_PASSWORD: '',
          DATABASE_PREFIX: env.DATABASE_PREFIX,
        } as unknown as NodeJS.ProcessEnv,
      });
    const namesOfStaging = async () => (await admin.query("show databases like '%restoring%'"))[0] as unknown[];

    beforeAll(async () => {
      server = await startMariadb(folder, false, ['--log-bin=binlog', '--binlog-format=ROW', '--server-id=1']);
      const backend = await makeBackend();
      await backend.remove();
      env = { ...settingsOf(backend, folder), MYSQL_URL: `mysql://root@127.0.0.1:${server.port}`, DATABASE_PREFIX: 'moment', S3_BUCKET: undefined };
      admin = await createConnection(String(env.MYSQL_URL));
      redis = env.REDIS_URL ? openRedis(env.REDIS_URL, { maxRetriesPerRequest: 2 }) : undefined;
      const portal = await Portal.start(env);
      kept = [await portal.register()];
      await backUp(env, { folder: backup, root });
      kept.push(await portal.register(), await portal.register());
      await portal.update(await portal.load(kept[0] as string));
      models = await Promise.all(kept.map((id) => portal.load(id)));
      // The binary log stores all rows of one SQL statement as one statement. This one has 20 MB, which is more than the server accepts at once.
      await admin.query(
        `insert into moment_declarations.outbox (id, topic, payload, state)
         select concat('large-', seq), 'none', json_quote(repeat('x', 1000000)), 1 from moment_declarations.seq_1_to_20`,
      );
      // The log stores times in whole seconds.
      await wait(1_100);
      until = new Date(Math.floor(Date.now() / 1_000) * 1_000);
      await wait(1_100);
      later = await portal.register();
      await portal.stop();
      // This is the mistake that the restore has to undo.
      await admin.query('delete from moment_declarations.arrival_declaration');
    });
    afterAll(async () => {
      await admin?.end();
      redis?.disconnect();
      await server?.process.kill();
      rmSync(folder, { recursive: true, force: true });
    });

    it('is refused where it cannot be reached, and nothing is touched', async () => {
      await expect(restoring({ force: false })).rejects.toThrow('There is data already');
      await expect(restoring({ until: new Date(0) })).rejects.toThrow('Take an older one, or a later moment');
      await expect(restoring({ until: new Date(Date.now() + 60_000) })).rejects.toThrow('has not come yet');
      for (const change of [
        (text: string) => text.replace(/"gtid": "[^"]+"/, '"gtid": "0-9-1"'),
        (text: string) => text.replace('binlog.0', 'binlog.9').replace(/"gtid": "[^"]+"/, '"gtid": ""'),
      ]) {
        const other = mkdtempSync(join(folder, 'other-'));
        cpSync(backup, other, { recursive: true });
        const manifest = join(other, manifestName);
        writeFileSync(manifest, change(readFileSync(manifest, 'utf8')));
        await expect(restoring({ folder: other })).rejects.toThrow('or it is another server');
      }
      await expect(apply(['binlog.000001', '4', '2026-01-01 00:00:00'])).rejects.toThrow('Nothing is filled');
      expect(await namesOfStaging()).toEqual([]);
      expect(() => momentOf('2026-05-03 10:15')).toThrow('must be a moment such as');
    });

    it('comes back with everything that was registered before it, and nothing after; the audit logs are whole', async () => {
      const first = await command('restore', env, backup, '--force', '--until', until.toISOString());
      const [, file = '', position = '', moment = ''] = /apply-log\.sh (\S+) (\d+) '([^']+)'/.exec(first.says) ?? [];
      expect([first.done, moment]).toEqual([true, until.toISOString().slice(0, 19).replace('T', ' ')]);
      // Nothing is replaced before the log is applied.
      expect((await admin.query('select count(*) as n from moment_declarations.arrival_declaration'))[0]).toEqual([{ n: 0 }]);
      await apply([file, position, moment]);
      // Jobs that Redis has recorded as done after that moment would not run again.
      const queued = async () => (redis ? redis.keys(`{${env.QUEUE_PREFIX}}:*`) : []);
      await redis?.set(`{${env.QUEUE_PREFIX}}:media.render:of-later`, 'done');
      await redis?.set(`${env.QUEUE_PREFIX}:not-a-job`, 'kept');
      await expect(apply([file, position, moment])).rejects.toThrow('was applied before');
      expect(await command('restore', env, backup, '--force', '--until', until.toISOString())).toEqual({
        done: true,
        says: expect.stringContaining('the audit logs are whole'),
      });
      expect(await namesOfStaging()).toEqual([]);
      expect((await admin.query("select count(*) as n from moment_declarations.outbox where id like 'large-%'"))[0]).toEqual([{ n: 20 }]);
      expect(await queued()).toEqual([]);
      if (redis) expect(await redis.getdel(`${env.QUEUE_PREFIX}:not-a-job`)).toBe('kept');
      const portal = await Portal.start(env);
      try {
        expect(await Promise.all(kept.map((id) => portal.load(id)))).toEqual(models);
        expect(await portal.load(later)).toBeUndefined();
        await portal.register();
      } finally {
        await portal.stop();
      }
    });
  });
