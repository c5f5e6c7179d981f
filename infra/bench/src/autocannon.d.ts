declare module 'autocannon' {
  interface Options {
    url: string;
    method?: 'GET' | 'POST';
    headers?: Record<string, string>;
    body?: string;
  }
  interface Result {
    non2xx: number;
    errors: number;
    duration: number;
    requests: { total: number };
  }
  /** Calls an address on several connections for some seconds. */
  export default function autocannon(options: Options & { connections: number; duration: number; timeout: number }): Promise<Result>;
}
