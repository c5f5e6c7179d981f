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
import { type Alert, firingAlerts } from './alerts.ts';

/** Seconds within which an alert must be raised. */
const mostSeconds = 60;
/** Seconds after which no alert may be left. Alerts of restarts last for two minutes. */
const quietSeconds = 240;
/** Seconds after which every target has been scraped and every rule evaluated. */
const startSeconds = 30;

const programs = {
  prometheus: ['prometheus'],
  redis: ['prometheus-redis-exporter', 'redis_exporter'],
  database: ['prometheus-mysqld-exporter', 'mysqld_exporter'],
} as const;

/** Returns why no monitoring can be started on this machine; undefined if it can. */
export function monitoringImpossible(): string | undefined {
  const missing = Object.values(programs).find((names) => !findProgram(...names));
  return missing && `${missing[0]} is not on this machine`;
}

/** The targets of Prometheus: addresses such as `127.0.0.1:4100`, by the name that alerts use for them. */
export interface MonitoringTargets {
  gateway?: Record<string, string>;
  services?: Record<string, string>;
  /** Servers whose exporters are started beside Prometheus. */
  redis?: Record<string, string>;
  database?: Record<string, string>;
  haproxy?: Record<string, string>;
}

/** The alerts that were raised during a fault. */
export interface FaultAlerts {
  /**
   * For each alert that the fault must raise, the seconds from the beginning of the fault, or of the part of it that raises the alert; NaN if it was not
   * raised.
   */
  expected: [name: string, seconds: number][];
  /** Alerts that the fault should not have raised. */
  others: string[];
  /** The raised alerts about service levels, that is, about promises to the users that are in danger. */
  serviceLevels: string[];
}

/** A Prometheus with the rules and intervals that are shipped. It watches a portal without TLS on this machine. */
export class Monitoring {
  private readonly processes: ManagedProcess[] = [];
  private readonly folder = mkdtempSync(path.join(tmpdir(), 'portal-monitoring-'));
  private url = '';

  static async start(watched: MonitoringTargets): Promise<Monitoring> {
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

  private async exporter(kind: 'redis' | 'database', server: string): Promise<string> {
    if (kind === 'redis') return this.run('redis', (port) => ['-redis.addr', `redis://${server}`, '-web.listen-address', `127.0.0.1:${port}`], '/');
    const root = await createConnection(`mysql://root@${server}`);
    await root.query("grant process, replication client on *.* to metrics@'%' identified by 'metrics'");
    await root.end();
    const [host, port] = server.split(':');
    const account = path.join(this.folder, `${server}.cnf`);
    writeFileSync(account, `[client]\nuser=metrics\npassword=metrics\nhost=${host}\nport=${port}\n`);
    return this.run('database', (own) => [`--config.my-cnf=${account}`, `--web.listen-address=127.0.0.1:${own}`], '/');
  }

  private async begin({ redis = {}, database = {}, ...watched }: MonitoringTargets): Promise<void> {
    const exporters: { redis: Record<string, string>; database: Record<string, string> } = { redis: {}, database: {} };
    for (const [name, server] of Object.entries(redis)) exporters.redis[name] = await this.exporter('redis', server);
    for (const [name, server] of Object.entries(database)) exporters.database[name] = await this.exporter('database', server);
    const jobs: Record<string, Record<string, string> | undefined> = { ...watched, ...exporters };
    const shipped = at('infra/observability');
    const { global, rule_files: files } = parse(readFileSync(path.join(shipped, 'prometheus.yaml'), 'utf8')) as { global: object; rule_files: string[] };
    const scrape_configs = Object.entries(jobs).flatMap(([job_name, targets = {}]) => {
      const static_configs = Object.entries(targets).map(([instance, address]) => ({ targets: [address], labels: { instance } }));
      return static_configs.length ? [{ job_name, static_configs }] : [];
    });
    // Here the targets are listed, so none of them can be absent. What operators add is left out: Debian's Prometheus 2.42 does not know
    // `scrape_config_files`, which came with 2.43.
    const rule_files = files.filter((file) => file !== 'component-alerts.yaml' && !file.startsWith('own/')).map((file) => path.join(shipped, file));
    const file = path.join(this.folder, 'prometheus.yaml');
    writeFileSync(file, stringify({ global, rule_files, scrape_configs }));
    const data = path.join(this.folder, 'data');
    mkdirSync(data);
    const options = (port: number): string[] => [`--config.file=${file}`, `--storage.tsdb.path=${data}`, `--web.listen-address=127.0.0.1:${port}`];
    this.url = `http://${await this.run('prometheus', options, '/-/ready')}`;
    // Everything has just started, and starts raise alerts, too.
    await wait(startSeconds * 1000);
    await until('nothing is raised', async () => (await this.firing()).size === 0, { seconds: quietSeconds, every: 1000 });
  }

  /** Returns the names of the alerts that are raised now, such as `ProcessRestarted of svc-media`, by all their labels. */
  private async firing(): Promise<Map<string, string>> {
    const answer = (await (await fetch(`${this.url}/api/v1/alerts`)).json()) as { data: { alerts: Alert[] } };
    return firingAlerts(answer.data.alerts);
  }

  /** Waits until none of these alerts is raised any more. */
  async quiet(expected: readonly string[]): Promise<void> {
    const isQuiet = async (): Promise<boolean> => ![...(await this.firing()).values()].some((name) => expected.some((each) => isAlert(each, name)));
    await until(`${expected} is not raised any more`, isQuiet, { seconds: quietSeconds, every: 1000 });
  }

  /** Starts to watch which alerts are raised in addition to those that are already raised. */
  async watch(expected: readonly string[]): Promise<Watching> {
    return new Watching(() => this.firing(), expected, new Set((await this.firing()).keys()));
  }

  async stop(): Promise<void> {
    for (const each of this.processes) await each.kill('SIGTERM');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Whether an alert is the expected one; `DatabaseRestarted of *` expects that of any database. */
const isAlert = (expected: string, name: string): boolean => (expected.endsWith('*') ? name.startsWith(expected.slice(0, -1)) : name === expected);

/** Watches which alerts a fault raises, from now on. */
export class Watching {
  /** When the part of the fault that raises the next alerts began. */
  private since = Date.now();
  private readonly seen = new Map<string, number>();
  private readonly watching: Promise<void>;
  private ended = false;

  constructor(
    private readonly firing: () => Promise<Map<string, string>>,
    private readonly expected: readonly string[],
    /** Alerts that were raised before and still are. */
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
   * Lets a fault last for this many milliseconds, and longer until its alerts are raised, but at most a minute.
   * @param alerts the alerts that this part of the fault raises; later parts raise the others
   */
  async hold(milliseconds: number, alerts = this.expected): Promise<void> {
    const [least, most] = [Date.now() + milliseconds, this.since + mostSeconds * 1000];
    const isComplete = (): boolean => alerts.every((name) => this.after(name) !== undefined);
    while (Date.now() < least || (!isComplete() && Date.now() < most)) await wait(200);
    if (alerts !== this.expected) this.since = Date.now();
  }

  /** Returns the seconds after which an alert was raised. */
  private after(expected: string): number | undefined {
    return [...this.seen].find(([name]) => isAlert(expected, name))?.[1];
  }

  /** Stops watching. @returns the alerts that were raised */
  async end(): Promise<FaultAlerts> {
    this.ended = true;
    await this.watching;
    const isLevel = (name: string): boolean => name.startsWith('ServiceLevel');
    const others = [...this.seen.keys()].filter((name) => !this.expected.some((each) => isAlert(each, name)));
    return {
      expected: this.expected.map((name) => [name, this.after(name) ?? Number.NaN]),
      others: others.filter((name) => !isLevel(name)),
      serviceLevels: others.filter(isLevel),
    };
  }
}

/** Returns the faults in the alerts of an experiment, as sentences. */
export const alertFaults = ({ expected, others }: FaultAlerts): string[] => [
  ...expected
    .filter(([, seconds]) => !(seconds <= mostSeconds))
    .map(([name, seconds]) => `${name} was ${Number.isNaN(seconds) ? 'not raised' : `raised after ${seconds} s`}`),
  ...others.map((name) => `${name} was raised too`),
];
