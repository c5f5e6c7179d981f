import { createServer } from 'node:net';
import { Redis } from 'ioredis';
import { createPool } from 'mysql2/promise';
import { QueryFailedError } from 'typeorm';
import { asProblem } from './problem.filter.ts';
import { isTransientError } from './transient-errors.ts';

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => Promise.reject(new Error('It should have failed')),
    (error: unknown) => error,
  );

describe('an outage', () => {
  it('is a database that cannot be reached, or disconnects during a query', async () => {
    const absent = createPool({ host: '127.0.0.1', port: 1, user: 'nobody' });
    expect(isTransientError(await failure(absent.query('select 1')))).toBe(true);
    await absent.end();
    const leaves = createServer((socket) => socket.end());
    await new Promise<void>((done) => leaves.listen(0, '127.0.0.1', done));
    const { port } = leaves.address() as { port: number };
    const pool = createPool({ host: '127.0.0.1', port, user: 'nobody' });
    expect(isTransientError(await failure(pool.query('select 1')))).toBe(true);
    await pool.end();
    await new Promise((done) => leaves.close(done));
  });

  it('is a Redis that cannot be reached', async () => {
    const redis = new Redis('redis://127.0.0.1:1', { maxRetriesPerRequest: 0, retryStrategy: () => null });
    redis.on('error', () => undefined);
    expect(isTransientError(await failure(redis.get('a')))).toBe(true);
    redis.disconnect();
  });

  it('is a full disk, whichever part reports it', () => {
    expect(isTransientError(Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' }))).toBe(true);
    expect(isTransientError(Object.assign(new Error('write'), { code: 'ENOSPC' }))).toBe(true);
    for (const says of ['No space left on device', 'Disk quota exceeded', 'Input/output error'])
      expect(isTransientError(new Error(`clean: write error\nsystem error: ${says}`))).toBe(true);
    expect(isTransientError(new QueryFailedError('insert', [], Object.assign(new Error('The table is full'), { code: 'ER_RECORD_FILE_FULL' })))).toBe(true);
  });

  it('is answered with 503 and Retry-After; a programming error is not', () => {
    const away = asProblem(new QueryFailedError('select', [], Object.assign(new Error('gone'), { code: 'PROTOCOL_CONNECTION_LOST' })));
    expect([away.status, away.errors[0]?.code, away.extra.retryAfter]).toEqual([503, 'UNAVAILABLE', 2]);
    expect(JSON.stringify(away.toProblem())).not.toContain('gone');
    for (const fault of [
      new TypeError('x is not a function'),
      new QueryFailedError('select', [], Object.assign(new Error('no such column'), { code: 'ER_BAD_FIELD_ERROR' })),
      'text',
      null,
    ])
      expect(asProblem(fault).status).toBe(500);
  });
});
