/** The parts of a service worker's global scope that this worker uses. They are declared here because the compiler knows only those of a page. */
export interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface CallEvent extends WorkerEvent {
  readonly request: Request;
  readonly preloadResponse?: Promise<Response | undefined>;
  respondWith(answer: Promise<Response> | Response): void;
}

export interface MessageToWorker extends WorkerEvent {
  readonly data: unknown;
  /** Ports to which the answer is sent. */
  readonly ports: readonly MessagePort[];
}

export interface SyncEvent extends WorkerEvent {
  readonly tag: string;
}

interface Scope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: CallEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageToWorker) => void): void;
  addEventListener(type: 'sync', listener: (event: SyncEvent) => void): void;
}

export const scope = self as unknown as Scope;
