import { readFileSync } from 'node:fs';
import { median, quantile } from '@portal/load/quantile';
import autocannon, { type Options } from 'autocannon';
import { createConnection } from 'mysql2/promise';

export { median, quantile };

/** A measured value and the baseline with which it is compared. */
export interface Pair {
  ours: number;
  limit: number;
}

/** Measures requests per second. @throws Error if any answer was not 2xx */
export async function requestsPerSecond(request: Options, connections: number, seconds: number): Promise<number> {
  const result = await autocannon({ ...request, connections, duration: seconds, timeout: 30 });
  const bad = result.non2xx + result.errors;
  if (bad > 0) throw new Error(`${request.url}: ${bad} of ${result.requests.total} answers were not 2xx`);
  return result.requests.total / result.duration;
}

/** Measures `count` runs, one after the other. @returns the milliseconds of each run */
export async function measureDurations(count: number, run: (turn: number) => unknown): Promise<number[]> {
  const all: number[] = [];
  for (let i = 0; i < count; i++) {
    const began = performance.now();
    await run(i);
    all.push(performance.now() - began);
  }
  return all;
}

/** Measures the portal (`ours`) and its baseline (`limit`) in turn, so that other work on the machine affects both. @returns the medians */
export async function sideBySide(rounds: number, ours: () => Promise<number>, limit: () => Promise<number>): Promise<Pair> {
  const [a, b]: number[][] = [[], []];
  for (let round = 0; round < rounds; round++) {
    a.push(await ours());
    b.push(await limit());
  }
  return { ours: median(a), limit: median(b) };
}

/** Calls an address and reads the answer to its end. @throws Error if the status is not 2xx */
export async function fetchBytes(url: string, options?: RequestInit): Promise<Buffer> {
  const response = await fetch(url, options);
  const bytes = Buffer.from(await response.arrayBuffer());
  if (!response.ok) throw new Error(`${url}: ${response.status} ${bytes.toString('utf8', 0, 300)}`);
  return bytes;
}

/** Calls an address and reads its JSON. @throws Error if the status is not 2xx */
export const fetchJson = async <T>(url: string, options?: RequestInit): Promise<T> => JSON.parse(String(await fetchBytes(url, options)));

/** Returns the options of a call that sends JSON. @param headers further headers, such as the authorization */
export const postJson = (body: unknown, headers: Record<string, string> = {}) => ({
  method: 'POST' as const,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** Returns the process id of a database server on this machine; undefined if the server is on another machine. */
export async function serverPid(url: string | undefined): Promise<number | undefined> {
  if (!url) return undefined;
  const connection = await createConnection(url);
  const [[found]] = (await connection.query('select @@pid_file as file')) as unknown as [[{ file: string }]];
  await connection.end();
  try {
    return Number(readFileSync(found.file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Milliseconds of one clock tick, the unit in which /proc/<pid>/stat counts processor time. */
const tickMs = 10;
/** Returns the milliseconds of processor time that a process has used; 0 if unknown. */
export function processorTimeOf(pid: number | undefined): number {
  if (pid === undefined) return 0;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}
