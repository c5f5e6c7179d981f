import { log } from '../logging.ts';
import {
  backOff,
  type ConsumeOptions,
  isTransientFailure,
  type Job,
  type JobHandler,
  type JobListener,
  type JobQueue,
  type JobState,
  mostAttempts,
  type QueueDepth,
} from './queue.ts';

interface Entry {
  job: Job;
  tries: number;
  /** Number of attempts that count: those that failed otherwise than by a transient error. */
  failures: number;
  /** Time when the job was published, in milliseconds since 1970. */
  since: number;
  state: 'waiting' | 'done' | 'failed';
  from: InProcessQueue;
}

interface Topic {
  handler?: JobHandler;
  concurrency: number;
  running: number;
  waiting: Entry[];
  /** The jobs that failed and wait until their next attempt. */
  delayed: Set<Entry>;
  jobs: Map<string, Entry>;
}

/** Maximum number of jobs of a topic that are in memory and have not ended. The database keeps all of them. */
const mostOpen = 2_000;

/** Returns the number of jobs that have not ended. */
const openJobs = ({ waiting, running, delayed }: Topic): number => waiting.length + running + delayed.size;

const originOf = ({ id, requestId }: Job) => ({ jobId: id, requestId });

/** The state that all services of one process share. If a job is lost with the process, it is published again, because its outbox row is still open. */
class Broker {
  readonly topics = new Map<string, Topic>();

  topic(name: string): Topic {
    let topic = this.topics.get(name);
    if (!topic) {
      topic = { concurrency: 4, running: 0, waiting: [], delayed: new Set(), jobs: new Map() };
      this.topics.set(name, topic);
    }
    return topic;
  }

  /** Starts the jobs that may run. They never run within the caller's stack, because `publish` must not run the job. */
  pump(name: string): void {
    const topic = this.topic(name);
    while (topic.handler && topic.running < topic.concurrency && topic.waiting.length > 0) {
      const entry = topic.waiting.shift() as Entry;
      topic.running++;
      setImmediate(() => void this.run(name, topic, entry));
    }
  }

  private async run(name: string, topic: Topic, entry: Entry): Promise<void> {
    try {
      const handler = topic.handler;
      if (!handler) {
        topic.waiting.unshift(entry);
        return;
      }
      entry.tries++;
      await handler(entry.job);
      entry.state = 'done';
      // Only the id is still needed, so release the payload.
      entry.job = { ...entry.job, payload: undefined };
      entry.from.settle(entry.job.id);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const isTransient = isTransientFailure(error);
      if (!isTransient) entry.failures++;
      if (entry.failures >= entry.from.attempts) {
        entry.state = 'failed';
        log().error({ topic: name, ...originOf(entry.job), err: error }, 'job given up');
        entry.from.settle(entry.job.id, reason);
      } else {
        log().warn({ topic: name, ...originOf(entry.job), attempt: entry.tries, reason }, 'job failed');
        topic.delayed.add(entry);
        setTimeout(
          () => {
            topic.delayed.delete(entry);
            topic.waiting.push(entry);
            this.pump(name);
          },
          backOff(isTransient ? entry.tries : entry.failures),
        ).unref();
      }
    } finally {
      topic.running--;
      if (entry.state !== 'waiting' && topic.jobs.size > 5_000) for (const [id, e] of topic.jobs) if (e.state !== 'waiting') topic.jobs.delete(id);
      this.pump(name);
    }
  }
}

const brokers = new Map<string, Broker>();

/** The queue of the embedded default: the services of one process pass jobs to each other. */
export class InProcessQueue implements JobQueue {
  private readonly broker: Broker;
  private readonly listeners: JobListener[] = [];
  private readonly mine: string[] = [];
  private closed = false;

  /** @param prefix separates several portals in one process (tests) @param attempts number of attempts before a job fails for good */
  constructor(
    prefix: string,
    readonly attempts = mostAttempts,
  ) {
    this.broker = brokers.get(prefix) ?? new Broker();
    brokers.set(prefix, this.broker);
  }

  async publish(job: Job): Promise<boolean> {
    const topic = this.broker.topic(job.topic);
    const known = topic.jobs.get(job.id);
    if (known) {
      known.from = this;
      return true;
    }
    if (openJobs(topic) >= mostOpen) return false;
    const entry: Entry = { job: structuredClone(job), tries: 0, failures: 0, since: Date.now(), state: 'waiting', from: this };
    topic.jobs.set(job.id, entry);
    topic.waiting.push(entry);
    this.broker.pump(job.topic);
    return true;
  }

  async stateOf(job: { id: string; topic: string }): Promise<JobState> {
    return this.broker.topic(job.topic).jobs.get(job.id)?.state ?? 'unknown';
  }

  async forget(job: { id: string; topic: string }): Promise<void> {
    const { jobs } = this.broker.topic(job.topic);
    if (jobs.get(job.id)?.state === 'failed') jobs.delete(job.id);
  }

  consume<Payload>(name: string, handler: JobHandler<Payload>, options: ConsumeOptions = {}): void {
    const topic = this.broker.topic(name);
    topic.handler = handler as JobHandler;
    topic.concurrency = options.concurrency ?? 4;
    this.mine.push(name);
    this.broker.pump(name);
  }

  onSettled(listener: JobListener): void {
    this.listeners.push(listener);
  }

  settle(id: string, reason?: string): void {
    if (this.closed) return;
    for (const l of this.listeners) reason === undefined ? l.done(id) : l.failed(id, reason);
  }

  async check(): Promise<void> {
    if (this.closed) throw new Error('the queue is closed');
  }

  async depth(): Promise<Record<string, QueueDepth>> {
    const now = Date.now();
    const oldestSeconds = (topic: Topic): number => [...topic.waiting, ...topic.delayed].reduce((age, { since }) => Math.max(age, now - since), 0) / 1000;
    return Object.fromEntries([...this.broker.topics].map(([name, topic]) => [name, { jobs: openJobs(topic), oldestSeconds: oldestSeconds(topic) }]));
  }

  async close(): Promise<void> {
    for (const name of this.mine) this.broker.topic(name).handler = undefined;
    const until = Date.now() + 5_000;
    while (this.mine.some((name) => this.broker.topic(name).running > 0) && Date.now() < until) await new Promise((done) => setTimeout(done, 10));
    this.closed = true;
  }
}
