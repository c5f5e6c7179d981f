import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { at } from '@portal/build/paths';
import { findProgram } from '@portal/build/programs';
import { createConnection } from 'mysql2/promise';
import { parse, stringify } from 'yaml';
import { freePort } from '../processes/free-port.ts';
import { ManagedProcess } from '../processes/managed-process.ts';
import { until } from '../until.ts';
import { type Alert, raised } from './alerts.ts';

/** An alert must be raised within this time. */
const mostSeconds = 60;
/** Alerts of restarts last for two minutes. */
const quietSeconds = 240;
/** After this time every target has been asked, and every rule has been evaluated. */
const startSeconds = 30;

const programs = {
  prometheus: ['prometheus'],
  redis: ['prometheus-redis-exporter', 'redis_exporter'],
  database: ['prometheus-mysqld-exporter', 'mysqld_exporter'],
} as const;

/** Why no monitoring can be started on this machine; undefined where it can. */
export function monitoringImpossible(): string | undefined {
  const missing = Object.values(programs).find((names) => !findProgram(...names));
  return missing && `${missing[0]} is not on this machine`;
}

/** What Prometheus asks: addresses such as `127.0.0.1:4100`, by the name that alerts give them. */
export interface Watched {
  gateway?: Record<string, string>;
  services?: Record<string, string>;
  /** Ports of the servers on this machine. */
  redis?: number;
  database?: number;
}

interface Scrape {
  job_name: string;
  static_configs: { targets: string[]; labels?: Record<string, string> }[];
  [more: string]: unknown;
}

/** How the alerts of a fault came. */
export interface Raised {
  /** Seconds from the beginning of the fault, or of the part of it that raises the alert, to each alert that it must raise; NaN where it did not come. */
  expected: [name: string, seconds: number][];
  /** Alerts that it should not have raised. */
  others: string[];
  /** Whether a promise to the users was told to be in danger. */
  serviceLevels: string[];
}

/** A Prometheus with the rules and the intervals that are shipped, which watches a portal without TLS on this machine. */
export class Monitoring {
  private readonly processes: ManagedProcess[] = [];
  private readonly folder = mkdtempSync(path.join(tmpdir(), 'portal-monitoring-'));
  private url = '';

  static async start(watched: Watched): Promise<Monitoring> {
    const monitoring = new Monitoring();
    try {
      await monitoring.begin(watched);
      return monitoring;
    } catch (error) {
      await monitoring.stop();
      throw error;
    }
  }

  private async run(program: keyof typeof programs, argumentsFor: (port: number) => string[], ready: string): Promise<string> {
    const port = await freePort();
    const address = `127.0.0.1:${port}`;
    const isReady = async (): Promise<boolean> => (await fetch(`http://${address}${ready}`)).ok;
    const started = new ManagedProcess(program, findProgram(...programs[program]) as string, argumentsFor(port), { ready: isReady });
    this.processes.push(started);
    await started.start(60);
    return address;
  }

  private async begin({ gateway = {}, services = {}, redis, database }: Watched): Promise<void> {
    const exporters: Record<string, string> = {};
    if (redis) {
      const options = (port: number): string[] => ['-redis.addr', `redis://127.0.0.1:${redis}`, '-web.listen-address', `127.0.0.1:${port}`];
      exporters.redis = await this.run('redis', options, '/');
    }
    if (database) {
      const account = path.join(this.folder, 'my.cnf');
      const root = await createConnection(`mysql://root@127.0.0.1:${database}`);
      await root.query("grant process, replication client on *.* to metrics@'127.0.0.1' identified by 'metrics'");
      await root.end();
      writeFileSync(account, `[client]\nuser=metrics\npassword=metrics\nhost=127.0.0.1\nport=${database}\n`);
      const options = (port: number): string[] => [`--config.my-cnf=${account}`, `--web.listen-address=127.0.0.1:${port}`];
      exporters.database = await this.run('database', options, '/');
    }
    const shipped = at('infra/observability');
    const config = parse(readFileSync(path.join(shipped, 'prometheus.yaml'), 'utf8')) as { rule_files: string[]; scrape_configs: Scrape[] };
    const named = (targets: Record<string, string>) => Object.entries(targets).map(([instance, address]) => ({ targets: [address], labels: { instance } }));
    const targetsOf: Record<string, Scrape['static_configs']> = {
      gateway: named(gateway),
      services: named(services),
      ...Object.fromEntries(Object.entries(exporters).map(([job, address]) => [job, named({ [job]: address })])),
    };
    config.rule_files = config.rule_files.map((file) => path.join(shipped, file));
    config.scrape_configs = config.scrape_configs.flatMap(({ job_name }) => {
      const static_configs = targetsOf[job_name] ?? [];
      return static_configs.length ? [{ job_name, static_configs }] : [];
    });
    const file = path.join(this.folder, 'prometheus.yaml');
    writeFileSync(file, stringify(config));
    const data = path.join(this.folder, 'data');
    mkdirSync(data);
    const options = (port: number): string[] => [`--config.file=${file}`, `--storage.tsdb.path=${data}`, `--web.listen-address=127.0.0.1:${port}`];
    this.url = `http://${await this.run('prometheus', options, '/-/ready')}`;
    // Everything has just started, which is itself told.
    await wait(startSeconds * 1000);
    await until('nothing is raised', async () => (await this.firing()).size === 0, { seconds: quietSeconds, every: 1000 });
  }

  /** The alerts that are raised now, such as `ProcessRestarted of svc-media`, by all their labels. */
  private async firing(): Promise<Map<string, string>> {
    const answer = (await (await fetch(`${this.url}/api/v1/alerts`)).json()) as { data: { alerts: Alert[] } };
    return raised(answer.data.alerts);
  }

  /** Waits until none of these alerts is raised any more. */
  async quiet(expected: readonly string[]): Promise<void> {
    const isQuiet = async (): Promise<boolean> => ![...(await this.firing()).values()].some((name) => expected.includes(name));
    await until(`${expected} is not raised any more`, isQuiet, { seconds: quietSeconds, every: 1000 });
  }

  /** Watches what is raised besides what is raised already. */
  async watch(expected: readonly string[]): Promise<Watching> {
    return new Watching(() => this.firing(), expected, new Set((await this.firing()).keys()));
  }

  async stop(): Promise<void> {
    for (const each of this.processes) await each.kill('SIGTERM');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Watches which alerts a fault raises, from now on. */
export class Watching {
  /** When what raises the next alert began. */
  private since = Date.now();
  private readonly seen = new Map<string, number>();
  private readonly watching: Promise<void>;
  private ended = false;

  constructor(
    private readonly firing: () => Promise<Map<string, string>>,
    private readonly expected: readonly string[],
    /** What was raised before, and still is. */
    private readonly known: Set<string>,
  ) {
    this.watching = this.poll();
  }

  private async poll(): Promise<void> {
    while (!this.ended) {
      for (const [key, name] of await this.firing().catch(() => new Map<string, string>()))
        if (!this.known.has(key) && !this.seen.has(name)) this.seen.set(name, (Date.now() - this.since) / 1000);
      await wait(500);
    }
  }

  /**
   * Lets a fault last for so long, and until its alerts have come; at most a minute.
   * @param alerts those of them that this part of the fault raises; the others are raised by what follows
   */
  async hold(milliseconds: number, alerts = this.expected): Promise<void> {
    const [least, most] = [Date.now() + milliseconds, this.since + mostSeconds * 1000];
    const isComplete = (): boolean => alerts.every((name) => this.seen.has(name));
    while (Date.now() < least || (!isComplete() && Date.now() < most)) await wait(200);
    if (alerts !== this.expected) this.since = Date.now();
  }

  /** Ends watching. @returns what came */
  async end(): Promise<Raised> {
    this.ended = true;
    await this.watching;
    const isLevel = (name: string): boolean => name.startsWith('ServiceLevel');
    const others = [...this.seen.keys()].filter((name) => !this.expected.includes(name));
    return {
      expected: this.expected.map((name) => [name, this.seen.get(name) ?? Number.NaN]),
      others: others.filter((name) => !isLevel(name)),
      serviceLevels: others.filter(isLevel),
    };
  }
}

/** What is wrong with the alerts of a fault, as sentences. */
export const alertFaults = ({ expected, others }: Raised): string[] => [
  ...expected
    .filter(([, seconds]) => !(seconds <= mostSeconds))
    .map(([name, seconds]) => `${name} was ${Number.isNaN(seconds) ? 'not raised' : `raised after ${seconds} s`}`),
  ...others.map((name) => `${name} was raised too`),
];
