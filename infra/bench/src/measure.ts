import autocannon from 'autocannon';

export const median = (numbers) => quantile(numbers, 0.5);
export const quantile = (numbers, q) => [...numbers].sort((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * q))];

/** Requests a second that were answered well. @throws where any was not */
export async function requestsPerSecond(request, connections, seconds) {
  const result = await autocannon({ ...request, connections, duration: seconds, timeout: 30 });
  const bad = result.non2xx + result.errors;
  if (bad > 0) throw new Error(`${request.url}: ${bad} of ${result.requests.total} answers were not what was asked for`);
  return result.requests.total / result.duration;
}

/** Milliseconds of each of `count` runs, one after the other. */
export async function times(count, run) {
  const all = [];
  for (let i = 0; i < count; i++) {
    const began = performance.now();
    await run(i);
    all.push(performance.now() - began);
  }
  return all;
}

/**
 * Ours and the limit in turn, so that what else the machine does meets both.
 * @param {() => Promise<number>} ours one round
 * @param {() => Promise<number>} limit one round
 * @returns {Promise<{ ours: number, limit: number }>} the medians
 */
export async function sideBySide(rounds, ours, limit) {
  const a = [];
  const b = [];
  for (let round = 0; round < rounds; round++) {
    a.push(await ours());
    b.push(await limit());
  }
  return { ours: median(a), limit: median(b) };
}

/** Calls an address and reads the answer to its end. @throws where it is not 2xx */
export async function ask(url, options) {
  const response = await fetch(url, options);
  const bytes = Buffer.from(await response.arrayBuffer());
  if (!response.ok) throw new Error(`${url}: ${response.status} ${bytes.toString('utf8', 0, 300)}`);
  return bytes;
}
