import { Inject, Injectable } from '@nestjs/common';
import { AuditMonitor } from '../audit/audit-monitor.ts';
import { AuditSequencer } from '../audit/audit-sequencer.ts';
import { AuditWitness } from '../audit/audit-witness.ts';
import { Database } from '../database/database.ts';
import { DocumentCounts } from '../documents/document-counts.ts';
import { Encryption } from '../encryption/encryption.ts';
import { ServiceParts } from '../http/service-parts.ts';
import { MessageSender } from '../messages/message-sender.ts';
import { Messages } from '../messages/messages.ts';
import { OutboxRelay, QUEUE } from '../outbox/relay.ts';
import { DailyJobs } from '../queue/daily-jobs.ts';
import type { JobQueue } from '../queue/queue.ts';
import { ServiceSettings } from '../settings/settings.ts';
import { watchDisk } from './disk-metrics.ts';
import { Metrics } from './metrics.ts';
import { watchClock, watchParts } from './part-metrics.ts';

/** The metrics of everything that all services use. Each scrape queries the tables; the queries read only a few index entries. */
@Injectable()
export class KitMetrics {
  constructor(
    metrics: Metrics,
    db: Database,
    @Inject(QUEUE) queue: JobQueue,
    relay: OutboxRelay,
    auditSequencer: AuditSequencer,
    auditMonitor: AuditMonitor,
    auditWitness: AuditWitness,
    counts: DocumentCounts,
    daily: DailyJobs,
    encryption: Encryption,
    messages: Messages,
    sender: MessageSender,
    parts: ServiceParts,
    { dataDir }: ServiceSettings,
  ) {
    // Register this gauge first, so that it is read before the scrape's own queries take connections.
    metrics.gauge('portal_database_connections', 'Connections of the pool to the database, by state', ['state'], () => {
      const pool = db.pool();
      return pool ? Object.entries(pool).map(([state, value]) => ({ labels: { state }, value })) : [];
    });
    metrics.gauge('portal_database_writers_waiting', 'Writes waiting for the one writer of the embedded database', [], () =>
      db.engine === 'embedded' ? [{ value: db.writersWaiting() }] : [],
    );
    metrics.gauge('portal_outbox_rows', 'Messages of the outbox by state: waiting for their job to be done, or given up', ['state'], async () => {
      const { open, givenUp } = await relay.lag();
      return [
        { labels: { state: 'waiting' }, value: open },
        { labels: { state: 'given-up' }, value: givenUp },
      ];
    });
    metrics.gauge('portal_outbox_lag_seconds', 'How long the oldest waiting message of the outbox has been due', [], async () => [
      { value: (await relay.lag()).oldestSeconds },
    ]);
    metrics.gauge('portal_jobs_waiting', 'Jobs waiting or being done, by topic', ['topic'], async () =>
      Object.entries(await queue.depth()).map(([topic, { jobs }]) => ({ labels: { topic }, value: jobs })),
    );
    metrics.gauge('portal_jobs_oldest_waiting_seconds', 'Age of the oldest job that waits for its first or next attempt, by topic', ['topic'], async () =>
      Object.entries(await queue.depth()).map(([topic, { oldestSeconds }]) => ({ labels: { topic }, value: oldestSeconds })),
    );
    metrics.gauge(
      'portal_daily_last_success_timestamp_seconds',
      'When daily work was done last, in Unix time; since when the process waits for it where it was never done',
      ['topic'],
      async () => [...(await daily.lastSuccess())].map(([topic, at]) => ({ labels: { topic }, value: at.getTime() / 1_000 })),
    );
    metrics.gauge('portal_audit_unsealed_records', 'Audit records not yet in the log', [], async () => [{ value: (await auditSequencer.lag()).records }]);
    metrics.gauge('portal_audit_sealing_lag_seconds', 'Age of the oldest audit record not yet in the log', [], async () => [
      { value: (await auditSequencer.lag()).oldestSeconds },
    ]);
    metrics.gauge(
      'portal_audit_chain_broken',
      '1 where a record of the audit log is missing, changed or added, or the witness refuses its head; 0 where it is whole',
      [],
      () => (auditMonitor.broken === undefined ? [] : [{ value: auditMonitor.broken ? 1 : 0 }]),
    );
    metrics.gauge('portal_audit_witness_age_seconds', 'How long ago the witness confirmed to keep the head of the audit log', [], () => {
      const age = auditWitness.age();
      return age === undefined ? [] : [{ value: age }];
    });
    metrics.gauge(
      'portal_document_count_drift',
      'Documents that were written without being counted, as the last comparison of rows and counters found',
      [],
      () => (counts.drift === undefined ? [] : [{ value: counts.drift }]),
    );
    metrics.gauge(
      'portal_messages',
      'Messages to people by state: waiting to be handed over, or failed, which includes those that came back',
      ['state'],
      async () => {
        const { waiting, failed } = await messages.counts();
        return [
          { labels: { state: 'waiting' }, value: waiting },
          { labels: { state: 'failed' }, value: failed },
        ];
      },
    );
    metrics.gauge('portal_messages_oldest_waiting_seconds', 'Age of the oldest message that no server has taken yet', [], async () => [
      { value: (await messages.counts()).oldestSeconds },
    ]);
    const handedOver = metrics.histogram({
      name: 'portal_message_seconds',
      help: 'Seconds from an event to the hand-over of its message, by channel and outcome',
      labelNames: ['channel', 'outcome'],
      buckets: [0.1, 0.5, 1, 2, 5, 10, 30, 60, 600, 3_600],
    });
    sender.onHandOver = ({ channel, outcome, seconds }) => handedOver.observe({ channel, outcome }, seconds);
    watchDisk(metrics, dataDir);
    watchParts(metrics, parts);
    watchClock(metrics);
    metrics.gauge('portal_personal_data_sealed', '1 where personal fields are encrypted when they are written, 0 while SEAL_PERSONAL_DATA is later', [], () => [
      { value: encryption.isOn ? 1 : 0 },
    ]);
  }
}
