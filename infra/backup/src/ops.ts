/** The process that takes backups, restores them for practice and verifies the portal, each on a schedule. Its metrics show when each task was last done. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { configureLog, type Environment, loadSettings, log, Metrics, serveMetrics, watchDisk } from '@portal/service-kit';
import { serverTls } from '@portal/service-kit/tls';
import { CronExpressionParser } from 'cron-parser';
import Fastify from 'fastify';
import { OpsSettings } from './ops-settings.ts';
import { OtherTaskRuns } from './task-lock.ts';
import { runTask, type TaskName, taskNames } from './tasks.ts';

/** The last run of a task; times in milliseconds. */
interface TaskRun {
  triedAt: number;
  /** When the task last succeeded; 0 if never. */
  succeededAt: number;
  seconds: number;
  failed: boolean;
}

type State = Partial<Record<TaskName, TaskRun>>;

const lookEveryMs = 30_000;
/** How long after a failed run the task is tried again, in ms. */
const againMs = 30 * 60_000;

/** Returns whether a task should run now: its scheduled time has come since the last try, or the last try failed more than `againMs` ago. */
export function isDue(schedule: string, done: TaskRun | undefined, now: number): boolean {
  if (!done) return true;
  const last = CronExpressionParser.parse(schedule, { currentDate: new Date(now), tz: 'UTC' })
    .prev()
    .getTime();
  return done.triedAt < last || (done.failed && now - done.triedAt > againMs);
}

export interface RunningOps {
  url: string;
  close(): Promise<void>;
}

/**
 * Starts the process: its schedule and its server for health and metrics.
 * @param run runs a task; tests pass another function
 * @throws SettingsError listing every bad setting
 */
export async function createOps(environment: Environment, root: string, run: typeof runTask = runTask): Promise<RunningOps> {
  const settings = loadSettings(OpsSettings, environment);
  configureLog(settings.logLevel, 'ops');
  const dataDir = resolve(root, settings.dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, 'ops.json');
  const schedules: Record<TaskName, string> = {
    backup: settings.backupAt,
    'restore-drill': settings.restoreDrillAt,
    'audit-verify': settings.auditVerifyAt,
    reconcile: settings.reconcileAt,
    'keys-check': settings.keysCheckAt,
  };
  const state = readState(file);
  const metrics = new Metrics('ops');
  const each = (value: (done: TaskRun | undefined) => number) => () => taskNames.map((task) => ({ labels: { task }, value: value(state[task]) }));
  metrics.gauge(
    'portal_ops_last_success_timestamp_seconds',
    'When the task was done last without a fault, in Unix time; 0 if never',
    ['task'],
    each((done) => (done?.succeededAt ?? 0) / 1000),
  );
  metrics.gauge(
    'portal_ops_failed',
    '1 where the last run of the task failed or found something wrong',
    ['task'],
    each((done) => (done?.failed ? 1 : 0)),
  );
  metrics.gauge(
    'portal_ops_duration_seconds',
    'How long the last run of the task took',
    ['task'],
    each((done) => done?.seconds ?? 0),
  );
  watchDisk(metrics, dataDir);

  /** Writes the state to a file for the next start. While the disk is full, the state in memory keeps the schedule until the process ends. */
  function keepState(): void {
    try {
      writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    } catch (error) {
      log().error({ err: error }, 'when the tasks were done could not be written down');
    }
  }

  async function perform(task: TaskName): Promise<void> {
    const triedAt = Date.now();
    let good = false;
    try {
      good = await run(task, environment, { root, dataDir, keep: settings.backupKeep });
      if (!good) log().error({ task }, 'the task found something wrong: see the lines above');
    } catch (error) {
      // The task stays due, so the next look tries it again.
      if (error instanceof OtherTaskRuns) return log().info({ task }, `the task waits: ${error.message}`);
      log().error({ task, err: error }, 'the task failed');
    }
    const seconds = (Date.now() - triedAt) / 1000;
    state[task] = { triedAt, succeededAt: good ? Date.now() : (state[task]?.succeededAt ?? 0), seconds, failed: !good };
    keepState();
    if (good) log().info({ task, seconds }, 'done');
  }

  let ended = false;
  let isWorking = false;
  /** Runs all due tasks one after the other, because they read the same tables. */
  async function runDueTasks(): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    try {
      for (const task of taskNames) if (!ended && isDue(schedules[task], state[task], Date.now())) await perform(task);
    } finally {
      isWorking = false;
    }
  }

  const tls = serverTls(settings);
  const server = Fastify({ logger: false, ...(tls ? { https: tls.options } : {}) });
  tls?.renew(server.server);
  server.get('/health/live', async () => ({ status: 'ok' }));
  server.get('/health/ready', async () => ({ status: 'ok' }));
  serveMetrics(server, { scrape: () => metrics.scrape(), token: settings.metricsToken, openWithoutToken: settings.nodeEnv !== 'production' });
  await server.listen({ port: settings.port, host: settings.host });
  const timer = setInterval(() => void runDueTasks(), lookEveryMs);
  void runDueTasks();
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    async close() {
      ended = true;
      clearInterval(timer);
      await server.close();
      // A task that is interrupted here is not recorded, so it runs again at the next start.
      metrics.close();
    },
  };
}

function readState(file: string): State {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as State;
  } catch {
    return {};
  }
}
