import type { ConsumeOptions, Job, JobHandler, JobListener, JobQueue } from '../queue/queue.ts';
import type { Encryption } from './encryption.ts';

/** Returns the encryption context of a message's payload: the data that is authenticated together with it. */
export const messageContext = (topic: string, id: string): string => `message ${topic} ${id}`;

/** A queue whose messages are encrypted. The outbox encrypts each message, and this class decrypts it for the consumer. Redis never holds plain text. */
export class EncryptedQueue implements JobQueue {
  constructor(
    private readonly driver: JobQueue,
    private readonly encryption: Encryption,
  ) {}

  consume<Payload>(topic: string, handler: JobHandler<Payload>, options?: ConsumeOptions): void {
    this.driver.consume<Payload>(
      topic,
      (job) => handler({ ...job, payload: this.encryption.decryptJson<Payload>(job.payload, messageContext(topic, job.id)) }),
      options,
    );
  }

  publish(job: Job): Promise<boolean> {
    return this.driver.publish(job);
  }
  stateOf(job: { id: string; topic: string }) {
    return this.driver.stateOf(job);
  }
  forget(job: { id: string; topic: string }): Promise<void> {
    return this.driver.forget(job);
  }
  onSettled(listener: JobListener): void {
    this.driver.onSettled(listener);
  }
  check(): Promise<void> {
    return this.driver.check();
  }
  depth(): ReturnType<JobQueue['depth']> {
    return this.driver.depth();
  }
  close(): Promise<void> {
    return this.driver.close();
  }
}
