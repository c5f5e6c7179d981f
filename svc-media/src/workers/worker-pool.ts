import { Worker } from 'node:worker_threads';

export interface WorkerPoolOptions {
  /** Number of worker threads. */
  threads: number;
  /** Default time limit of a task, in milliseconds. */
  timeoutMs: number;
  /** Milliseconds after which an idle thread is ended and its memory freed. */
  idleMs: number;
  /** Largest heap of a thread, in megabytes. */
  memoryMb: number;
  /** How threads wear out: the weight of a task, and the total weight after which a new thread replaces the old one. Without it, threads are kept. */
  wear?: { of: (task: never) => number; most: number };
}

/** A task exceeded its time or memory, or its thread ended. */
export class TaskStopped extends Error {
  constructor(
    message: string,
    /** Whether the task exceeded its time limit. */
    readonly late = false,
  ) {
    super(message);
  }
}

interface Job<Task, Result> {
  task: Task;
  timeoutMs: number;
  first: () => boolean;
  resolve: (result: Result) => void;
  reject: (reason: Error) => void;
}

interface PoolThread<Task, Result> {
  worker: Worker;
  worn: number;
  /** Whether the thread has loaded its script. */
  ready: boolean;
  job?: Job<Task, Result>;
  timer?: NodeJS.Timeout;
}

/** A message from a thread: that it has loaded its script, or the result of its task. */
interface Message<Result> {
  ready?: true;
  result?: Result;
  failure?: string;
  code?: string;
}

/** Time in ms after which a thread that has not loaded its script is abandoned. */
const STARTING_MS = 30_000;

/** Runs work in threads that would block the event loop. The threads start with the first task, and end after an idle time. */
export class WorkerPool<Task, Result> {
  private readonly hands: PoolThread<Task, Result>[] = [];
  private readonly waiting: Job<Task, Result>[] = [];
  private closing = false;

  constructor(
    private readonly options: WorkerPoolOptions,
    private readonly script: URL,
  ) {}

  /**
   * Runs the task in a thread.
   * @param first whether the task goes before other waiting tasks; the result may become true later
   * @throws TaskStopped if the task exceeds a limit or its thread ends; otherwise the error of the task itself, with its code
   */
  run(task: Task, { first = () => false, timeoutMs = this.options.timeoutMs }: { first?: () => boolean; timeoutMs?: number } = {}): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ task, timeoutMs, first, resolve, reject });
      this.assign();
    });
  }

  /** Closes the pool after the queued tasks are done. */
  async close(): Promise<void> {
    this.closing = true;
    while (this.hands.some(({ job }) => job)) await new Promise((resolve) => setTimeout(resolve, 5));
    await Promise.all(this.hands.splice(0).map((hand) => this.dismiss(hand, new TaskStopped('The pool was closed.'))));
  }

  /** Ends all threads at once. Tasks that are not done are rejected. */
  async abandon(): Promise<void> {
    this.closing = true;
    const reason = new TaskStopped('The pool was closed.');
    for (const job of this.waiting.splice(0)) job.reject(reason);
    await Promise.all(this.hands.splice(0).map((hand) => this.dismiss(hand, reason)));
  }

  private assign(): void {
    while (this.waiting.length > 0) {
      const index = Math.max(
        this.waiting.findIndex((job) => job.first()),
        0,
      );
      const weight = this.options.wear?.of(this.waiting[index]?.task as never) ?? 0;
      const hand = this.handFor(weight);
      if (!hand) return;
      const [job] = this.waiting.splice(index, 1) as [Job<Task, Result>];
      clearTimeout(hand.timer);
      hand.job = job;
      hand.worn += weight;
      hand.worker.ref();
      hand.worker.postMessage(job.task);
      if (hand.ready) this.limit(hand, job.timeoutMs);
      else hand.timer = setTimeout(() => this.remove(hand, new TaskStopped(`The thread did not start within ${STARTING_MS} ms.`)), STARTING_MS);
    }
  }

  /** Starts the time limit of a task when the thread is ready: a new thread loads its script first. */
  private limit(hand: PoolThread<Task, Result>, timeoutMs: number): void {
    clearTimeout(hand.timer);
    hand.timer = setTimeout(() => this.remove(hand, new TaskStopped(`The task was not done within ${timeoutMs} ms.`, true)), timeoutMs);
  }

  /** Returns an idle thread that is not worn out, or a new one if there is room. */
  private handFor(weight: number): PoolThread<Task, Result> | undefined {
    const most = this.options.wear?.most ?? Number.POSITIVE_INFINITY;
    const idle = this.hands.filter(({ job }) => !job);
    const fresh = idle.find(({ worn }) => worn === 0 || worn + weight <= most);
    if (fresh) return fresh;
    if (this.hands.length >= this.options.threads) {
      const [worn] = idle;
      if (!worn) return undefined;
      this.hands.splice(this.hands.indexOf(worn), 1);
      void this.dismiss(worn, new TaskStopped('The thread was replaced.'));
    }
    return this.hire();
  }

  private hire(): PoolThread<Task, Result> {
    const resourceLimits = { maxOldGenerationSizeMb: this.options.memoryMb, maxYoungGenerationSizeMb: 8 };
    const hand: PoolThread<Task, Result> = { worker: new Worker(this.script, { execArgv: [], resourceLimits }), worn: 0, ready: false };
    hand.worker.on('message', (message: Message<Result>) => (message.ready ? this.begin(hand) : this.finish(hand, message)));
    hand.worker.on('error', (error) => this.remove(hand, new TaskStopped(error.message)));
    hand.worker.on('exit', () => this.remove(hand, new TaskStopped('The thread ended.')));
    this.hands.push(hand);
    return hand;
  }

  private begin(hand: PoolThread<Task, Result>): void {
    hand.ready = true;
    if (hand.job) this.limit(hand, hand.job.timeoutMs);
  }

  private finish(hand: PoolThread<Task, Result>, { result, failure, code }: Message<Result>): void {
    const { job } = hand;
    clearTimeout(hand.timer);
    hand.job = undefined;
    hand.worker.unref();
    hand.timer = setTimeout(() => this.remove(hand, new TaskStopped('The thread had no work.')), this.closing ? 0 : this.options.idleMs);
    hand.timer.unref();
    if (result !== undefined) job?.resolve(result);
    else job?.reject(Object.assign(new Error(failure ?? 'The task failed.'), code ? { code } : {}));
    this.assign();
  }

  private remove(hand: PoolThread<Task, Result>, reason: Error): void {
    const index = this.hands.indexOf(hand);
    if (index < 0) return;
    this.hands.splice(index, 1);
    void this.dismiss(hand, reason);
    this.assign();
  }

  private async dismiss(hand: PoolThread<Task, Result>, reason: Error): Promise<void> {
    clearTimeout(hand.timer);
    hand.job?.reject(reason);
    hand.job = undefined;
    await hand.worker.terminate();
  }
}
