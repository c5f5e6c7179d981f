declare module 's3rver' {
  interface S3rverOptions {
    address: string;
    port: number;
    silent: boolean;
    directory: string;
    configureBuckets: { name: string; configs: string[] }[];
  }
  interface S3rverContext {
    method: string;
    path: string;
    status: number;
    body: unknown;
    get(header: string): string;
  }
  interface S3rverObject {
    content?: { destroy(): void };
    metadata: { etag: string };
  }
  /** An S3-compatible server for tests. */
  export default class S3rver {
    constructor(options: S3rverOptions);
    readonly middleware: ((context: S3rverContext, next: () => Promise<unknown>) => Promise<unknown>)[];
    readonly store: { getObject(bucket: string, key: string): Promise<S3rverObject | undefined> };
    run(): Promise<{ address: string; port: number }>;
    close(): Promise<void>;
  }
}
