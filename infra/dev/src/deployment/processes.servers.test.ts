import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { OutgoingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createServer, type Server } from 'node:tls';
import { freePort } from '@portal/load/processes/free-port';
import { ManagedProcess } from '@portal/load/processes/managed-process';
import { startMariadb } from '@portal/load/processes/servers';
import { until as waitUntil } from '@portal/load/until';
import { type TestBackend, testBackends } from '@portal/service-kit/testing';
import { Redis } from 'ioredis';
import { createConnection } from 'mysql2/promise';
import S3rver from 's3rver';
import { anArrival } from 'svc-declarations/testing';
import { type Component, components, ofKind } from './components.ts';
import { type ComposeFile, composeFolder, composeText, envFile, readCompose, sampleEnv } from './compose.ts';
import { imageOf } from './image.ts';

/**
 * Runs every component as its image does: with the command and environment of the Dockerfile and the settings of the Compose file, each in a separate process,
 * on a database server, Redis and an S3 store. Only the addresses are different.
 */
const root = join(__dirname, '../../../..');
const running = ofKind(components(root), 'witness', 'service', 'gateway');
// The witness starts first, because the services send it the heads of their audit logs.
const parts = [...ofKind(running, 'witness'), ...ofKind(running, 'service', 'gateway')].map(({ name }) => name);
const componentOf = (name: string): Component => running.find((one) => one.name === name) as Component;
const services = ofKind(running, 'service');
const image = imageOf(root, 'process');
/** Returns the command of the image, in which main.js is a link to the script of the component. */
const commandOf = (name: string): string[] =>
  image.entrypoint.map((word) => (word === 'main.js' ? `${componentOf(name).folder}/${componentOf(name).main}` : word));

/** Returns the SQL statements that the script of the database container runs. */
function databaseStatements(env: Record<string, string>, prefix: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'client-'));
  writeFileSync(join(folder, 'mariadb'), '#!/bin/sh\ncat\n', { mode: 0o755 });
  try {
    const script = join(root, composeFolder, 'mariadb/databases.sh');
    const text = execFileSync('bash', [script], { env: { ...env, MARIADB_ROOT_PASSWORD: '', DATABASE_PREFIX: prefix, PATH: `${folder}:${process.env.PATH}` } });
    return String(text)
      .split(/;\s*/)
      .filter((statement) => statement.trim() && !statement.includes('keycloak'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

for (const [engine, makeBackend] of testBackends().slice(1)) {
  describe(`each part by the command of its image, on ${engine} and S3`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'processes-'));
    const s3 = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory: join(folder, 's3'), configureBuckets: [{ name: 'media', configs: [] }] });
    const processes = new Map<string, ManagedProcess>();
    const ports: Record<string, number> = {};
    let redis: ManagedProcess | undefined;
    let mariadb: { process: ManagedProcess; port: number } | undefined;
    let s3Tls: Server | undefined;
    let file: ComposeFile;
    let backend: TestBackend;
    let prefix: string;
    let here: (text: string, name: string) => string;

    /** Returns the environment of the container, with addresses of this machine. */
    function environmentOf(name: string, service: string = name): NodeJS.ProcessEnv {
      const given = Object.entries({ ...image.env, ...file.services[service]?.environment });
      return {
        PATH: process.env.PATH,
        ...Object.fromEntries(given.map(([key, value]) => [key, here(String(value), name)])),
        HOST: '127.0.0.1',
        PORT: String(ports[name]),
        DATA_DIR: join(folder, name),
        DATABASE_PREFIX: prefix,
        REMOTES_DIR: join(folder, 'remotes'),
        WEB_DIR: join(root, 'shell/web/src'),
        LOG_LEVEL: 'warn',
      };
    }
    async function run(name: string, [program = '', ...args]: string[], service: string = name): Promise<ManagedProcess> {
      const started = new ManagedProcess(service, program, args, { cwd: root, env: environmentOf(name, service) });
      await started.start();
      return started;
    }
    const healthy = async (name: string): Promise<boolean> => (await (await run(name, file.services[name]?.healthcheck?.test.slice(1) ?? [])).exited) === 0;
    /** Returns the path of the certificate of a component, in the same folder structure as its container has. */
    const certificateOf = (name: string, ...names: string[]): string => join(folder, 'secrets/services', name, ...names);
    const authorities = (): string => join(folder, 'secrets/trusted/authorities.pem');
    /** Calls a component over TLS and verifies its certificate. @param body makes the call a POST */
    const send = (name: string, path: string, headers: OutgoingHttpHeaders = {}, body?: string): Promise<{ status?: number; type?: string; bytes: Buffer }> =>
      new Promise((resolve, reject) => {
        const options = { host: '127.0.0.1', port: ports[name], path, headers, ca: readFileSync(authorities()), agent: false as const };
        request({ ...options, method: body ? 'POST' : 'GET' }, (answer) => {
          const { statusCode: status, headers: given } = answer;
          void buffer(answer).then((bytes) => resolve({ status, type: given['content-type'], bytes }), reject);
        })
          .once('error', reject)
          .end(body);
      });
    const ask = async (...call: Parameters<typeof send>): Promise<{ status?: number; body: unknown }> => {
      const { status, bytes } = await send(...call);
      return { status, body: JSON.parse(bytes.toString()) };
    };
    /** Starts Redis with the command of its container. */
    async function startRedis(): Promise<void> {
      const command = String(file.services.redis?.command?.[2])
        .replace('exec valkey-server', `exec redis-server --bind 127.0.0.1 --dir ${folder}`)
        .replace('--tls-port 6379', `--tls-port ${ports.redis}`)
        .replaceAll('/run/service', certificateOf('redis'))
        .replaceAll('/run/trusted', join(folder, 'secrets/trusted'));
      const env = { PATH: process.env.PATH };
      redis = new ManagedProcess('redis', 'sh', ['-c', command], { env, ready: async () => redis?.output.join().includes('Ready to accept connections') });
      await redis.start();
    }
    /** Starts the S3 store behind TLS. */
    function startS3(port: number): void {
      const [cert, key] = ['certificate.pem', 'certificate-key.pem'].map((name) => readFileSync(certificateOf('s3', name)));
      s3Tls = createServer({ cert, key }, (socket) => {
        const store = connect(port, '127.0.0.1');
        socket.pipe(store).pipe(socket);
        for (const one of [socket, store]) one.on('error', () => [socket, store].forEach((each) => void each.destroy()));
      }).listen(ports.s3, '127.0.0.1');
    }
    const readiness = async (): Promise<{ ready: boolean; services?: Record<string, string> }> => {
      const answer = await ask('gateway', '/health/ready').catch(() => undefined);
      return { ...(answer?.body as object), ready: answer?.status === 200 };
    };
    const until = (what: string, holds: () => Promise<boolean>): Promise<boolean> =>
      waitUntil(
        what,
        () => {
          const ended = [...processes.values()].find(({ running }) => !running);
          if (ended) throw new Error(`${ended.name} ended: ${ended.output.join('\n')}`);
          return holds();
        },
        { seconds: 100 },
      );
    const start = async (name: string): Promise<unknown> => processes.set(name, await run(name, commandOf(name)));
    const register = () => ask('gateway', '/api/declarations/v1/traveller/declaration/', { 'content-type': 'application/json' }, JSON.stringify(anArrival()));

    beforeAll(async () => {
      execFileSync(process.execPath, [join(root, 'infra/build/build.mjs'), 'backend'], { stdio: 'pipe' });
      backend = await makeBackend();
      prefix = String(backend.env.DATABASE_PREFIX);
      for (const name of [...parts, 'redis', 's3']) ports[name] = await freePort();
      const { port: s3Port } = await s3.run();
      execFileSync(process.execPath, [join(root, composeFolder, 'make-secrets.mjs'), '--portal', 'localhost', '--identity', 'id.localhost', '--out', folder]);
      const given = { ...sampleEnv(root), ...envFile(readFileSync(join(folder, '.env'), 'utf8')), S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' };
      file = readCompose(composeText(root), given);
      here = (text, name) =>
        text
          .replace(/^mysql:\/\/portal_/, `mysql://${prefix}_`)
          .replace('mariadb:3306', `localhost:${mariadb?.port}`)
          .replace('redis:6379', `127.0.0.1:${ports.redis}`)
          .replace('s3:8333', `127.0.0.1:${ports.s3}`)
          // No virus scanner runs here: the portal refuses uploads, and everything else works.
          .replace('/run/clamav/', `${folder}/`)
          .replace('/run/secrets/', `${folder}/secrets/`)
          .replace('/run/service/', `${folder}/secrets/services/${name}/`)
          .replace('/run/trusted/', `${folder}/secrets/trusted/`)
          .replace(/(svc-\w+|witness):\d+/, (_all, other: string) => `127.0.0.1:${ports[other]}`)
          .replace(/^portal_/, `${prefix}_`)
          .replace(/^(\/.*secrets\/[\w-]+)$/, '$1.json');
      await startRedis();
      const tlsOfMariadb = (file.services.mariadb?.command ?? []).filter((word) => word.startsWith('--ssl-'));
      mariadb = await startMariadb(
        folder,
        false,
        tlsOfMariadb.map((word) => word.replace('/run/service', certificateOf('mariadb'))),
      );
      startS3(s3Port);
      const admin = await createConnection(`mysql://root@127.0.0.1:${mariadb.port}`);
      for (const statement of databaseStatements(given, prefix)) await admin.query(statement);
      await admin.end();
    });

    afterAll(async () => {
      for (const one of processes.values()) await one.kill();
      await redis?.kill();
      await mariadb?.process.kill();
      s3Tls?.close();
      await s3.close();
      await backend.remove();
      rmSync(folder, { recursive: true, force: true });
    });

    it('migrates its database by the command of its job, with an account that owns only that database', async () => {
      const jobs = services.map(({ name, area }) => run(name, [...commandOf(name), ...(file.services[`migrate-${area}`]?.command ?? [])], `migrate-${area}`));
      for (const job of await Promise.all(jobs)) expect([job.name, await job.exited, job.output]).toEqual([job.name, 0, []]);
    });

    it('starts, and is healthy and ready by the check of its container', async () => {
      for (const name of parts) await start(name);
      await until('the gateway is ready', async () => (await readiness()).ready);
      expect(await Promise.all(parts.map(healthy))).toEqual(parts.map(() => true));
      expect(await ask('svc-media', '/health/ready')).toMatchObject({ status: 200, body: { database: 'mysql', storage: 's3' } });
    });

    it('registers an arrival through the gateway and prints it, over queue and bucket', async () => {
      const { status, body } = await register();
      expect(status).toBe(201);
      const { model } = body as { model: { id: string } };
      let print: Awaited<ReturnType<typeof send>> | undefined;
      await until('the print is there', async () => {
        print = await send('gateway', `/api/declarations/v1/traveller/declaration/${model.id}/print-form`);
        return print.status !== 503;
      });
      expect([print?.status, print?.type, print?.bytes.subarray(0, 5).toString()]).toEqual([200, 'application/pdf', '%PDF-']);
    });

    it('cannot change its audit log by its account, and the witness keeps a head of it', async () => {
      const connection = await createConnection(String(environmentOf('svc-declarations').MYSQL_URL));
      for (const sql of [`update ${prefix}_declarations.audit_record set userName = 'Mallory'`, `delete from ${prefix}_declarations.audit_record`])
        await expect(connection.query(sql)).rejects.toThrow(/denied/);
      await connection.end();
      const { WITNESS_TOKEN: token } = environmentOf('svc-declarations');
      await until('the witness has a head', async () => {
        const { body } = await ask('witness', `/v1/logs/${prefix}.declarations/heads/latest`, { authorization: `Bearer ${token}` });
        return (body as { head: { size: number } | null }).head !== null;
      });
      expect(processes.get('svc-declarations')?.output.join()).not.toContain('may change the audit log');
    });

    it('has an account of its own at Redis, which reaches neither the sessions nor the administration', async () => {
      const as = (name: string): Redis => new Redis(String(environmentOf(name).REDIS_URL), { tls: { ca: readFileSync(authorities()) }, lazyConnect: true });
      const [trips, gateway] = [as('svc-trips'), as('gateway')];
      try {
        await gateway.set('portal:session:test', 'a session', 'EX', 60);
        await expect(trips.get('portal:session:test')).rejects.toThrow('NOPERM');
        await expect(gateway.keys('*')).rejects.toThrow('NOPERM');
        await expect(gateway.get('{portal}:any:meta')).rejects.toThrow('NOPERM');
        for (const one of [trips, gateway]) await expect(one.flushall()).rejects.toThrow('NOPERM');
      } finally {
        for (const one of [trips, gateway]) one.disconnect();
      }
    });

    it('is restarted while the others run, and the gateway names the missing service', async () => {
      const trips = processes.get('svc-trips');
      processes.delete('svc-trips');
      expect(await trips?.kill('SIGTERM')).toBe(0);
      await until('the gateway sees it', async () => (await readiness()).services?.trips === 'down');
      expect((await register()).status).toBe(201);
      await start('svc-trips');
      await until('the gateway is ready again', async () => (await readiness()).ready);
    });

    it('speaks TLS alone to the database, Redis, the store and the other parts, and to none that another authority vouches for', async () => {
      const settings = environmentOf('svc-trips');
      expect(settings.MYSQL_TLS).toBe('verify');
      expect([settings.REDIS_URL, settings.REFERENCE_URL, settings.WITNESS_URL]).toEqual([
        expect.stringMatching(/^rediss:/),
        expect.stringMatching(/^https:/),
        expect.stringMatching(/^https:/),
      ]);
      expect(environmentOf('svc-media').S3_ENDPOINT).toMatch(/^https:/);
      // The gateway does not answer calls without TLS either.
      await expect(fetch(`http://127.0.0.1:${ports.gateway}/health/live`)).rejects.toThrow('fetch failed');
      const fee = '/v1/triptic/trip/TIBE/TIBE-PRI/searchFee';
      expect((await ask('svc-trips', fee)).status).toBe(200);
      const other = join(folder, 'another');
      execFileSync(process.execPath, [join(root, composeFolder, 'make-secrets.mjs'), '--portal', 'localhost', '--identity', 'id.localhost', '--out', other]);
      ports.stranger = await freePort();
      const stranger = new ManagedProcess('stranger', commandOf('svc-trips')[0] as string, commandOf('svc-trips').slice(1), {
        cwd: root,
        env: {
          ...settings,
          PORT: String(ports.stranger),
          DATA_DIR: join(folder, 'stranger'),
          NODE_EXTRA_CA_CERTS: join(other, 'secrets/trusted/authorities.pem'),
          // The database and the queue must work, so that only the tested setting can make the start fail.
          MYSQL_TLS: 'off',
          REDIS_URL: backend.env.REDIS_URL,
          QUEUE_PREFIX: prefix,
          REDIS_TLS: 'off',
        },
        ready: async () => (await ask('stranger', '/health/live')).status === 200,
      });
      try {
        await stranger.start();
        expect((await ask('stranger', fee)).status).toBe(503);
        const reason = /"unreached".*(UNABLE_TO_VERIFY_LEAF_SIGNATURE|SELF_SIGNED_CERT_IN_CHAIN)/;
        // The output may arrive after the answer.
        await until('the log says why', async () => reason.test(stranger.output.join()));
      } finally {
        await stranger.kill();
      }
    });

    it('ends within ten seconds of SIGTERM with exit code 0', async () => {
      const began = Date.now();
      const ends = await Promise.all([...processes.values()].map(async (one) => ({ name: one.name, code: await one.kill('SIGTERM'), ms: Date.now() - began })));
      expect(ends.filter(({ code, ms }) => code !== 0 || ms > 10_000)).toEqual([]);
    });
  });
}
