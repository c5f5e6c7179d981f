import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { places, type TestPlace } from '@portal/service-kit/testing';
import { createConnection } from 'mysql2/promise';
import S3rver from 's3rver';
import { anArrival } from 'svc-declarations/testing';
import { type Component, components, ofKind } from './components.ts';
import { type ComposeFile, composeFolder, composeText, readCompose, sampleEnv } from './compose.ts';
import { imageOf } from './image.ts';

/**
 * Every component as its image runs it: the command and environment of the Dockerfile, the settings of the Compose file, each in a process of its own,
 * on a database server, Redis and an S3 store. Only the addresses are those of this machine.
 */
const root = join(__dirname, '../../../..');
const running = ofKind(components(root), 'witness', 'service', 'gateway');
// The witness starts first: the services hand it the heads of their audit logs.
const parts = [...ofKind(running, 'witness'), ...ofKind(running, 'service', 'gateway')].map(({ name }) => name);
const componentOf = (name: string): Component => running.find((one) => one.name === name) as Component;
const services = ofKind(running, 'service');
const image = imageOf(root, 'process');
/** The command of the image: in it, main.js leads to the script of the component. */
const commandOf = (name: string): string[] =>
  image.entrypoint.map((word) => (word === 'main.js' ? `${componentOf(name).folder}/${componentOf(name).main}` : word));

/** A port that nobody listens on, below those the system gives to connections: it stays free until its program starts. */
const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const port = 20_000 + randomInt(12_000);
    const probe = createServer();
    probe.once('error', () => resolve(freePort()));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(port)));
  });

/** The statements that the database server's image is given, taken from the script itself. */
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

class Running {
  output = '';
  ended?: number | null;
  constructor(private readonly child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (this.output += chunk));
    child.once('exit', (code) => (this.ended = code));
  }
  async exit(): Promise<number | null> {
    while (this.ended === undefined) await wait(20);
    return this.ended;
  }
  /** Ends it as a container is ended. @returns exit code and the time it took */
  async stop(): Promise<{ code: number | null; seconds: number }> {
    const began = Date.now();
    this.child.kill('SIGTERM');
    return { code: await this.exit(), seconds: (Date.now() - began) / 1000 };
  }
  kill(): void {
    if (this.ended === undefined) this.child.kill('SIGKILL');
  }
}

for (const [engine, makePlace] of places().slice(1)) {
  describe(`each part by the command of its image, on ${engine} and S3`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'processes-'));
    const s3 = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory: join(folder, 's3'), configureBuckets: [{ name: 'media', configs: [] }] });
    const processes = new Map<string, Running>();
    const ports: Record<string, number> = {};
    let file: ComposeFile;
    let place: TestPlace;
    let prefix: string;
    let here: (text: string) => string;

    /** The environment of the container, its addresses replaced by this machine's. */
    function environmentOf(name: string, service: string = name): NodeJS.ProcessEnv {
      const given = Object.entries({ ...image.env, ...file.services[service]?.environment });
      return {
        PATH: process.env.PATH,
        ...Object.fromEntries(given.map(([key, value]) => [key, here(String(value))])),
        HOST: '127.0.0.1',
        PORT: String(ports[name]),
        DATA_DIR: join(folder, name),
        DATABASE_PREFIX: prefix,
        QUEUE_PREFIX: prefix,
        SESSION_PREFIX: `{${prefix}}`,
        REMOTES_DIR: join(folder, 'remotes'),
        WEB_DIR: join(root, 'shell/web/src'),
        LOG_LEVEL: 'warn',
      };
    }
    const run = (name: string, [program = '', ...args]: string[], service: string = name): Running =>
      new Running(spawn(program, args, { cwd: root, env: environmentOf(name, service) }));
    const healthy = async (name: string): Promise<boolean> => (await run(name, image.healthcheck).exit()) === 0;
    const url = (path: string, name = 'gateway'): string => `http://127.0.0.1:${ports[name]}${path}`;
    const readiness = async (name = 'gateway'): Promise<{ ready: boolean; services?: Record<string, string> }> => {
      const answer = await fetch(url('/health/ready', name)).catch(() => undefined);
      return { ...(answer ? ((await answer.json()) as object) : {}), ready: answer?.ok ?? false };
    };
    async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
      for (const end = Date.now() + 60_000; !(await holds()); await wait(100)) {
        const dead = [...processes].find(([, one]) => one.ended !== undefined);
        if (dead) throw new Error(`${dead[0]} ended with ${dead[1].ended}: ${dead[1].output}`);
        if (Date.now() > end)
          throw new Error(
            `waited in vain: ${what}\n${JSON.stringify(await readiness())}\n${[...processes].map(([name, one]) => `${name}: ${one.output}`).join('\n')}`,
          );
      }
    }
    const start = (name: string): Map<string, Running> => processes.set(name, run(name, commandOf(name)));
    const register = (): Promise<Response> =>
      fetch(url('/api/declarations/v1/traveller/declaration/'), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(anArrival()),
      });

    beforeAll(async () => {
      execFileSync(process.execPath, [join(root, 'infra/build/build.mjs'), 'backend'], { stdio: 'pipe' });
      place = await makePlace();
      prefix = String(place.env.DATABASE_PREFIX);
      for (const name of parts) ports[name] = await freePort();
      const { port: s3Port } = await s3.run();
      const given = { ...sampleEnv(root), S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' };
      file = readCompose(composeText(root), given);
      const [mysql, redis] = [new URL(String(place.env.MYSQL_URL)), new URL(String(place.env.REDIS_URL))];
      execFileSync(process.execPath, [join(root, composeFolder, 'make-secrets.mjs'), '--portal', 'localhost', '--identity', 'id.localhost', '--out', folder]);
      here = (text) =>
        text
          .replace(/^mysql:\/\/portal_/, `mysql://${prefix}_`)
          .replace('mariadb:3306', `${mysql.hostname}:${mysql.port || 3306}`)
          .replace(/redis:\/\/.*redis:6379/, redis.href)
          .replace('s3:8333', `127.0.0.1:${s3Port}`)
          // No virus scanner is there: uploads would be refused, everything else goes on.
          .replace('clamd:3310', '127.0.0.1:1')
          .replace('/run/secrets/', `${folder}/secrets/`)
          .replace(/(svc-\w+|witness):\d+/, (_all, name: string) => `127.0.0.1:${ports[name]}`)
          .replace(/^portal_/, `${prefix}_`)
          .replace(/^(\/.*secrets\/[\w-]+)$/, '$1.json');
      const admin = await createConnection(String(place.env.MYSQL_URL));
      for (const statement of databaseStatements(given, prefix)) await admin.query(statement);
      await admin.end();
    });

    afterAll(async () => {
      for (const one of processes.values()) one.kill();
      await s3.close();
      const admin = await createConnection(String(place.env.MYSQL_URL));
      for (const { area } of services) for (const account of [area, `${area}_owner`]) await admin.query(`drop user if exists '${prefix}_${account}'@'%'`);
      await admin.end();
      await place.remove();
      rmSync(folder, { recursive: true, force: true });
    });

    it('brings its database up to date by the command of its job, as an account that owns that database alone', async () => {
      const jobs = services.map(({ name, area }) => {
        const job = `migrate-${area}`;
        return [name, run(name, [...commandOf(name), ...(file.services[job]?.command ?? [])], job)] as const;
      });
      for (const [name, job] of jobs) expect([name, await job.exit(), job.output]).toEqual([name, 0, '']);
    });

    it('starts, and is healthy and ready by the check of its image', async () => {
      for (const name of parts) start(name);
      await until('the gateway is ready', async () => (await readiness()).ready);
      expect(await Promise.all(parts.map(healthy))).toEqual(parts.map(() => true));
      expect((await readiness('svc-media')) as object).toMatchObject({ database: 'mysql', storage: 's3' });
    });

    it('registers an arrival through the gateway and prints it, over queue and bucket', async () => {
      const answer = await register();
      const { model } = (await answer.json()) as { model: { id: string } };
      expect(answer.status).toBe(201);
      let print: Response | undefined;
      await until('the print is there', async () => {
        print = await fetch(url(`/api/declarations/v1/traveller/declaration/${model.id}/print-form`));
        return print.status !== 503;
      });
      expect([print?.status, print?.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      expect(
        Buffer.from(await (print as Response).arrayBuffer())
          .subarray(0, 5)
          .toString(),
      ).toBe('%PDF-');
    });

    it('cannot change its audit log by its account, and the witness keeps a head of it', async () => {
      const connection = await createConnection(String(environmentOf('svc-declarations').MYSQL_URL));
      for (const sql of [`update ${prefix}_declarations.audit_record set userName = 'Mallory'`, `delete from ${prefix}_declarations.audit_record`])
        await expect(connection.query(sql)).rejects.toThrow(/denied/);
      await connection.end();
      const { WITNESS_URL: witness, WITNESS_TOKEN: token } = environmentOf('svc-declarations');
      await until('the witness has a head', async () => {
        const answer = await fetch(`${witness}/v1/logs/${prefix}.declarations/heads/latest`, { headers: { authorization: `Bearer ${token}` } });
        return ((await answer.json()) as { head: { size: number } | null }).head !== null;
      });
      expect(processes.get('svc-declarations')?.output).not.toContain('may change the audit log');
    });

    it('is replaced while the others go on: the gateway names the one that is away', async () => {
      const trips = processes.get('svc-trips') as Running;
      expect((await trips.stop()).code).toBe(0);
      processes.delete('svc-trips');
      await until('the gateway sees it', async () => (await readiness()).services?.trips === 'down');
      expect((await register()).status).toBe(201);
      start('svc-trips');
      await until('the gateway is ready again', async () => (await readiness()).ready);
    });

    it('ends within ten seconds of SIGTERM, with 0', async () => {
      const ends = await Promise.all([...processes].map(async ([name, one]) => ({ name, ...(await one.stop()) })));
      expect(ends.filter(({ code, seconds }) => code !== 0 || seconds > 10)).toEqual([]);
      processes.clear();
    });
  });
}
