/**
 * The process that takes backups, restores them for practice and verifies the portal, each on a schedule. Its metrics show when each task was last done, also by
 * a command.
 */
import { mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { configureLog, type Environment, loadSettings, log, Metrics, serveMetrics, watchDisk } from '@portal/service-kit';
import { serverTls } from '@portal/service-kit/tls';
import { CronExpressionParser } from 'cron-parser';
import Fastify from 'fastify';
import { newestCopied } from './copies.ts';
import { newestKeycloakDump } from './keycloak-dumps.ts';
import { OpsSettings } from './ops-settings.ts';
import { OtherTaskRuns } from './task-lock.ts';
import { type TaskRun, TaskRuns } from './task-runs.ts';
import { performTask, runTask, type TaskName, taskNames } from './tasks.ts';

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
 * @param perform does the work of a task; tests pass another function
 * @throws SettingsError listing every bad setting
 */
export async function createOps(environment: Environment, root: string, perform = performTask): Promise<RunningOps> {
  const settings = loadSettings(OpsSettings, environment);
  configureLog(settings.logLevel, 'ops');
  const dataDir = resolve(root, settings.dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const schedules: Record<TaskName, string> = {
    backup: settings.backupAt,
    'restore-drill': settings.restoreDrillAt,
    'audit-verify': settings.auditVerifyAt,
    reconcile: settings.reconcileAt,
    'keys-check': settings.keysCheckAt,
  };
  const runs = new TaskRuns(dataDir);
  const metrics = new Metrics('ops');
  const each = (value: (done: TaskRun | undefined) => number) => () => taskNames.map((task) => ({ labels: { task }, value: value(runs.last(task)) }));
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
  metrics.gauge(
    'portal_ops_copied_backup_timestamp_seconds',
    'When the newest backup that was copied to another machine was begun, in Unix time; 0 if none was copied',
    [],
    () => [{ value: newestCopied(dataDir) }],
  );
  const keycloakDumps = settings.keycloakDumps && resolve(root, settings.keycloakDumps);
  if (keycloakDumps)
    metrics.gauge(
      'portal_ops_keycloak_dump_timestamp_seconds',
      "When the newest dump of Keycloak's database was made, in Unix time; 0 if there is none",
      [],
      () => [{ value: newestKeycloakDump(keycloakDumps) }],
    );
  watchDisk(metrics, dataDir);

  async function runScheduled(task: TaskName): Promise<void> {
    const triedAt = Date.now();
    try {
      const good = await runTask(task, environment, { root, dataDir, keep: settings.backupKeep }, runs, perform);
      if (good) log().info({ task, seconds: runs.last(task)?.seconds }, 'done');
      else log().error({ task }, 'the task found something wrong: see the lines above');
    } catch (error) {
      // The task stays due, so the next look tries it again.
      if (error instanceof OtherTaskRuns) return log().info({ task }, `the task waits: ${error.message}`);
      runs.noteFailure(task, triedAt);
      log().error({ task, err: error }, 'the task failed');
    }
  }

  let ended = false;
  let isWorking = false;
  /** Runs all due tasks one after the other, because they read the same tables. */
  async function runDueTasks(): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    try {
      for (const task of taskNames) if (!ended && isDue(schedules[task], runs.last(task), Date.now())) await runScheduled(task);
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
