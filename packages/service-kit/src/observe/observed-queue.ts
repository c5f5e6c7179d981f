import type { ConsumeOptions, Job, JobHandler, JobListener, JobQueue, QueueDepth } from '../queue/queue.ts';
import type { Metrics } from './metrics.ts';
import type { Traces } from './tracing.ts';

const jobBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Wraps any queue: measures its jobs, and records each job as a span of its trace. */
export class ObservedQueue implements JobQueue {
  private readonly duration;

  constructor(
    private readonly queue: JobQueue,
    metrics: Metrics,
    private readonly traces?: Traces,
  ) {
    this.duration = metrics.histogram({
      name: 'portal_job_duration_seconds',
      help: 'Time one attempt at a job took, by topic and outcome',
      labelNames: ['topic', 'outcome'],
      buckets: jobBuckets,
    });
  }

  consume<Payload>(topic: string, handler: JobHandler<Payload>, options?: ConsumeOptions): void {
    const observed: JobHandler<Payload> = async (job) => {
      const began = performance.now();
      let outcome = 'failed';
      try {
        await (this.traces ? this.traces.job(topic, job.traceparent, () => handler(job)) : handler(job));
        outcome = 'done';
      } finally {
        this.duration.observe({ topic, outcome }, (performance.now() - began) / 1000);
      }
    };
    this.queue.consume(topic, observed, options);
  }

  publish(job: Job): Promise<boolean> {
    return this.queue.publish(job);
  }

  stateOf(job: { id: string; topic: string }): ReturnType<JobQueue['stateOf']> {
    return this.queue.stateOf(job);
  }

  forget(job: { id: string; topic: string }): Promise<void> {
    return this.queue.forget(job);
  }

  onSettled(listener: JobListener): void {
    this.queue.onSettled(listener);
  }

  check(): Promise<void> {
    return this.queue.check();
  }

  depth(): Promise<Record<string, QueueDepth>> {
    return this.queue.depth();
  }

  close(): Promise<void> {
    return this.queue.close();
  }
}
